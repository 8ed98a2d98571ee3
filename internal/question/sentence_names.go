package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// stems are those of tokens as a phrase. Spelt replaces the one at its place, if it is not nil.
func (p *sentenceParser) stems(from, to int, spelt map[int]string) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from {
			b.WriteByte(' ')
		}
		if s, ok := spelt[i]; ok {
			b.WriteString(s)
			continue
		}
		b.WriteString(p.tokens[i].stem)
	}
	return b.String()
}

// longest finds what the longest phrase at a token names.
func (p *sentenceParser) longest(at int, only func(name) bool) ([]name, int) {
	for n := min(p.names.longest+1, len(p.tokens)-at); n > 0; n-- {
		if !p.free(at, at+n) || p.crosses(at, at+n) {
			continue
		}
		found := slices.DeleteFunc(p.names.find(p.stems(at, at+n, nil), only), func(m name) bool {
			return m.upper && n == 1 && strings.ToUpper(p.tokens[at].text) != p.tokens[at].text && strings.ToUpper(strings.TrimSuffix(p.tokens[at].text, "s")) != strings.TrimSuffix(p.tokens[at].text, "s")
		})
		if len(found) > 0 {
			return asWritten(found, p.text[p.tokens[at].start:p.tokens[at+n-1].end]), n
		}
	}
	return nil, 0
}

// asWritten leaves out values that only share their stems with the words, where another value of the key is spelt as they are.
func asWritten(found []name, words string) []name {
	same := map[string]bool{}
	for _, n := range found {
		if strings.EqualFold(n.value, words) {
			same[n.key] = true
		}
	}
	return slices.DeleteFunc(found, func(n name) bool {
		return same[n.key] && n.how == Exact && !strings.EqualFold(n.value, words)
	})
}

// crosses reports whether a comma stands within some tokens.
func (p *sentenceParser) crosses(from, to int) bool {
	return slices.ContainsFunc(p.tokens[from+1:to], func(t lexeme) bool { return t.comma })
}

// topics marks the subject of the files. It is searched for, and names nothing.
func (p *sentenceParser) topics() {
	p.topic = make([]bool, len(p.tokens))
	for i := 0; i < len(p.tokens); i++ {
		opens := p.oneOf(i, subject) && p.free(i, i+1)
		if p.is(i, "on") && p.free(i, i+1) && i+1 < len(p.tokens) {
			j := i + 1
			for p.oneOf(j, " the our a patient patients ") || p.oneOf(j, titles) {
				j++
			}
			found, _ := p.longest(min(j, len(p.tokens)-1), func(n name) bool { return has(people, n.key) && !n.weak && n.key != "folder" })
			opens = len(found) == 0 && !p.partOfName(j)
		}
		if p.oneOf(i, " related relating ") && p.is(i+1, "to") {
			opens = true
		}
		if p.oneOf(i, " dealing deals deal dealt do has have ") && p.is(i+1, "with") && p.oneOf(i, " dealing deals deal dealt ") {
			opens = true
		}
		if p.oneOf(i, " how whether why ") && i > 0 && !p.tokens[i].comma ||
			p.oneOf(i, " what when where who ") &&
				p.oneOf(i-1, " say says said tell tells show shows explain explains describe describes ") && p.oneOf(i-2, " that which to ") {
			opens = p.free(i, i+1) // the clause tells the files' subject: "pages that say what to do with drafts"
		}
		if p.oneOf(i, " talk talks talking speak speaks speaking tell tells telling ") && p.oneOf(i+1, " of about ") &&
			p.free(i, i+2) && i > 0 && !p.tokens[i].comma &&
			(p.oneOf(i-1, " that which who ") || has(generic, p.tokens[i-1].stem) || fileTypes[p.tokens[i-1].stem] != nil || p.kindOf(i-1)) {
			p.use(i, i+1) // "do any minutes talk of unpaid invoices"
			i++
			opens = true
		}
		if !opens {
			continue
		}
		if found, n := p.longest(i, nil); n > 1 && len(found) > 0 { // a folder "about us"
			continue
		}
		p.use(i, i+1)
		if p.oneOf(i, " related relating dealing deals deal dealt ") {
			p.use(i+1, i+2)
		}
		j := i + 1
		for p.oneOf(j, " to with ") && p.tokens[j].used {
			j++
		}
		for ; j < len(p.tokens) && !p.tokens[j].used && !p.tokens[j].comma; j++ {
			if j > i+1 && (p.oneOf(j, " from by since before without not except but excluding that which written under ") || p.leavesOut(j) || p.leavingOut(j) > 0) {
				break
			}
			if j > i+1 && p.oneOf(j, " in of within inside among ") && p.placed(j+1) {
				break
			}
			if j > i+1 && p.is(j, "of") && j+1 < len(p.tokens) && p.tokens[j+1].capital {
				break
			}
			p.topic[j] = true
		}
		i = j - 1
	}
}

// placed reports whether a share, a folder or a department is named at a token, perhaps behind an article.
func (p *sentenceParser) placed(at int) bool {
	for p.oneOf(at, " the our folder section share ") {
		at++
	}
	if at >= len(p.tokens) {
		return false
	}
	found, _ := p.longest(at, func(n name) bool { return has(" share folder department ", n.key) })
	return len(found) > 0
}

// vocabulary marks the longest names of formats, values, folders, shares and tags, from left to right.
func (p *sentenceParser) vocabulary() {
	for i := 0; i < len(p.tokens); i++ {
		if !p.free(i, i+1) || p.topic[i] || p.is(i, "less") && p.leavesOut(i) { // and no folder of that name
			continue
		}
		if n := p.fileType(i); n > 0 {
			i += n - 1
			continue
		}
		found, n := p.longest(i, nil)
		if n == 0 {
			found, n = p.participle(i)
		}
		if n == 0 || p.topicIn(i, i+n) {
			continue
		}
		if t := p.tokens[i]; n == 1 && t.owner && t.capital && !slices.ContainsFunc(found, func(m name) bool { return has(people, m.key) }) &&
			slices.ContainsFunc(p.names.parts[t.stem], func(m name) bool { return has(persons, m.key) }) {
			continue // Roman's are those of somebody called Roman
		}
		called := p.called(i, i+n)
		if n == 1 && p.oneOf(i-1, " in within ") && slices.ContainsFunc(found, func(m name) bool { return m.key == "share" && strings.EqualFold(m.value, p.tokens[i].text) }) {
			called = "share" // even one that is called doc
		}
		if p.o.Question && called != "folder" && !p.asPlace(i, i+n) {
			if found = slices.DeleteFunc(slices.Clone(found), func(m name) bool { return m.key == "folder" }); len(found) == 0 {
				continue
			}
		}
		if named := slices.ContainsFunc(found, func(m name) bool { return m.key == called }); n == 1 && !named &&
			!p.tokens[i].quoted && !slices.ContainsFunc(found, func(m name) bool { return m.upper }) &&
			(has(asking, p.tokens[i].low) || Common(p.tokens[i].low, "en") ||
				has(generic, p.tokens[i].stem) && !slices.ContainsFunc(found, func(m name) bool { return m.key == "document-type" })) {
			continue
		}
		if n == 1 && p.tokens[i].quoted { // in quotes are words to be found, unless a name is called for
			if key := p.called(i, i+1); key == "" {
				continue
			}
		}
		p.takeName(i, n, found)
		i += n - 1
	}
}

// participle reads an act on files as the place where it leaves them: "the archived ones" lie in the folder archive.
func (p *sentenceParser) participle(at int) ([]name, int) {
	w := wordAt(p, at)
	if !strings.HasSuffix(w, "ed") || !(p.oneOf(at+1, " one ones file files document documents papers ") || p.kindOf(at+1)) || p.oneOf(at-1, " not ") || at+1 < len(p.tokens) && p.tokens[at+1].comma {
		return nil, 0
	}
	for _, ending := range []string{"e", "", "s"} {
		if found := p.names.find(strings.TrimSuffix(w, "ed")+ending, func(n name) bool { return n.key == "folder" && n.how == Exact }); len(found) > 0 {
			return []name{{key: "folder", value: found[0].value, how: Synonym}}, 1
		}
	}
	return nil, 0
}

// kindOf reports whether a kind of document is named at a token.
func (p *sentenceParser) kindOf(at int) bool {
	if at >= len(p.tokens) {
		return false
	}
	found, _ := p.longest(at, func(n name) bool { return n.key == "document-type" })
	return len(found) > 0
}

func (p *sentenceParser) topicIn(from, to int) bool {
	return slices.Contains(p.topic[from:to], true)
}

// places reports whether a noun for files stands where a question names the place to look: "in the slides", "PDFs about", "what do the
// spreadsheets say". Elsewhere it may be the question's subject.
func (p *sentenceParser) places(from, to int) bool {
	i := from - 1
	for p.oneOf(i, " the our all these any every my ") {
		i--
	}
	return p.oneOf(i, " in from among across within of do does did ") || i < 0 || p.is(to, "in") && p.placed(to+1) ||
		p.oneOf(to, " about say says on from that which modified changed mention mentions describe describes ")
}

// typed are those of the formats that files have.
func (p *sentenceParser) typed(formats []string) spar.Constraint {
	c := spar.Constraint{Key: "type"}
	for _, f := range formats {
		if p.names.formats[f] {
			c.Values = append(c.Values, spar.Match{Text: f})
		}
	}
	return c
}

// fileType marks a noun for a format.
func (p *sentenceParser) fileType(at int) int {
	for n := min(3, len(p.tokens)-at); n > 0; n-- {
		formats := fileTypes[p.stems(at, at+n, nil)]
		if formats == nil || !p.free(at, at+n) || p.crosses(at, at+n) {
			continue
		}
		if longer, m := p.longest(at, nil); m > n && len(longer) > 0 {
			return 0
		}
		if n == 1 && p.is(at, "excel") && !p.tokens[at].capital {
			return 0
		}
		if p.o.Question && !p.places(at, at+n) {
			return 0
		}
		c := p.typed(formats)
		if len(c.Values) == 0 && p.tokens[at].stem == "spreadsheet" {
			c = p.typed(tablesOfText)
		}
		if len(c.Values) == 0 {
			c.Values = []spar.Match{{Text: formats[0]}}
		}
		p.add(at, at+n, c, Exact)
		return n
	}
	if p.is(at, "word") && p.tokens[at].capital && !p.o.Question {
		list := p.oneOf(at-1, " and or nor ") && slices.ContainsFunc(p.parts, func(o Part) bool { return o.Constraint.Key == "type" && o.last == at-2 })
		if list || p.oneOf(at-1, " in as but not no only just except without excluding ") || at+1 < len(p.tokens) && p.tokens[at+1].low != "of" {
			c := spar.Constraint{Key: "type"}
			for _, f := range []string{"docx", "doc"} {
				if p.names.formats[f] || f == "docx" {
					c.Values = append(c.Values, spar.Match{Text: f})
				}
			}
			p.add(at, at+1, c, Exact)
			return 1
		}
	}
	return 0
}

// called is the key that the words around some tokens name: "by", "patient", "the X department", "in the folder X".
func (p *sentenceParser) called(from, to int) string {
	i := from - 1
	for p.oneOf(i, " the a an dr prof mr mrs ms doctor ") {
		i--
	}
	behind := to
	for p.oneOf(behind, " has have had ") {
		behind++
	}
	if key := p.names.agent(wordAt(p, behind)); key != "" {
		return key
	}
	if key := p.names.agent(wordAt(p, i-1)); key != "" && p.is(i, "by") {
		return key
	}
	switch {
	case p.oneOf(i, " by author authors ") || p.oneOf(to, " wrote signed authored drafted writes "):
		return "author"
	case p.oneOf(i, " patient patients ") || p.is(i, "on") && i >= 0 && p.tokens[from].capital:
		if !p.names.has["patient"] && p.names.has["patient-name"] {
			return "patient-name"
		}
		return "patient"
	case p.oneOf(i, " department dept division ") || p.oneOf(to, " department dept division team unit "):
		return "department"
	case p.oneOf(i, " folder folders directory section below under inside within ") || p.oneOf(to, " folder folders directory section subfolder chapter "):
		return "folder"
	case p.oneOf(i, " share drive ") || p.oneOf(to, " share drive "):
		return "share"
	case p.oneOf(i, " from to ") && p.names.has[p.tokens[i].low]: // of messages
		return p.tokens[i].low
	}
	return ""
}

// asPlace reports whether tokens of a question name a place and not its subject: behind a preposition of place, or before a noun for files.
func (p *sentenceParser) asPlace(from, to int) bool {
	i := from - 1
	for p.oneOf(i, " the our my its ") {
		i--
	}
	return p.tokens[from].quoted || p.oneOf(i, " in from under below inside within across among ") || p.kindOf(to) ||
		to < len(p.tokens) && (fileTypes[p.tokens[to].stem] != nil || has(generic, p.tokens[to].stem))
}

// agent is the attribute named after the person who acts: who attended is an attendee, who borrowed a borrower; "" for none.
func (v *Vocabulary) agent(verb string) string {
	if r := root(verb); r != "" && r != verb {
		for _, ending := range []string{"ee", "er", "or", "eer", "ier"} {
			if v.has[r+ending] {
				return r + ending
			}
		}
	}
	return ""
}

// takeName makes a part of what tokens name: the key that the words around call for, or the readiest one. Where the same words name
// several values of it, they have to be asked about.
func (p *sentenceParser) takeName(at, n int, found []name) {
	key := p.called(at, at+n)
	slices.SortStableFunc(found, func(a, b name) int {
		return cmp.Or(cmp.Compare(btoi(b.key == key), btoi(a.key == key)), cmp.Compare(rank(a.key), rank(b.key)), cmp.Compare(btoi(a.how != Exact), btoi(b.how != Exact)), cmp.Compare(a.key, b.key))
	})
	best := found[0]
	if key == "" && best.how == Synonym { // the share's own word wins over a synonym
		text := p.text[p.tokens[at].start:p.tokens[at+n-1].end]
		if i := slices.IndexFunc(found, func(o name) bool { return o.how == Exact && o.key == "folder" && strings.EqualFold(o.value, text) }); i > 0 {
			best, found[0], found[i] = found[i], found[i], best
		}
	}
	c := single(best.key, best.value)
	for _, other := range found[1:] {
		if other.key == best.key && other.value != best.value && other.how == best.how && best.key != "folder" {
			c.Values = append(c.Values, spar.Match{Text: other.value})
		}
	}
	from, to := p.around(at, at+n, best.key)
	part := p.add(from, to, c, best.how)
	// "The chapter on" need not mean the folder "chapters".
	part.Guess = best.key == "tag" ||
		best.key == "folder" && best.how != Synonym && key == "" && n == 1 && !p.tokens[at].quoted &&
			!strings.EqualFold(best.value, p.text[p.tokens[at].start:p.tokens[at].end])
	if len(found) > 1 {
		for _, other := range found[1:] {
			if other.key != best.key && len(part.Others) < 3 {
				part.Others = append(part.Others, single(other.key, other.value))
			}
		}
	}
}

// around takes the words along that call for a key: "patient", "department", "by".
func (p *sentenceParser) around(from, to int, key string) (int, int) {
	word := map[string]string{
		"patient": " patient patients ", "patient-name": " patient patients ", "department": " department dept division ", "folder": " folder directory section ", "share": " share drive ",
		"author": " by author dr prof mr mrs ms ", "modality": "", "tag": " tagged tag ",
	}[key]
	for p.oneOf(from-1, word) && p.free(from-1, from) {
		from--
	}
	after := map[string]string{
		"department": " department dept division team unit ", "folder": " folder folders directory section pages ", "author": " wrote signed authored ", "share": " share drive ",
		"modality": " scan scans image images picture pictures study studies examination examinations exam exams ", "document-type": " document documents file files sheet sheets ",
		"confidentiality": " file files document documents ", "doc-status": " version versions file files document documents ",
	}[key]
	for p.oneOf(to, after) && p.free(to, to+1) && !p.tokens[to].comma {
		to++
	}
	return from, to
}
