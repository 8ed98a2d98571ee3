package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar"
)

// namesOfFiles reads what is said of names: "called index", `with "v2" in the name`, "Loan in the file name".
func (p *sentenceParser) namesOfFiles() {
	nouns := func(at int) int { // the, their, file, name
		i := at
		for p.oneOf(i, " the its their a his ") {
			i++
		}
		if p.oneOf(i, " file files document ") {
			i++
		}
		if p.oneOf(i, " name names filename filenames ") {
			return i + 1
		}
		return 0
	}
	for i := range p.tokens {
		if !p.free(i, i+1) {
			continue
		}
		// with X in the name; whose name has X in it
		if p.is(i, "in") {
			if to := nouns(i + 1); to > 0 {
				from := i - 1
				if from >= 0 && !p.tokens[from].quoted {
					for from > 0 && p.free(from-1, from) && !p.oneOf(from-1, " with have has having that whose and or of contain contains containing the word ") && !p.tokens[from].comma {
						from--
					}
				}
				if from < 0 || !p.free(from, i) {
					continue
				}
				value := p.text[p.tokens[from].start:p.tokens[i-1].end]
				begin := from
				for p.oneOf(begin-1, " with have has having the word that ") {
					begin--
				}
				p.add(begin, to, single("name", "*"+strings.Trim(value, `"“”`)+"*"), Exact)
				continue
			}
		}
		if p.oneOf(i, " whose ") {
			if to := nouns(i + 1); to > 0 && p.oneOf(to, " has contains have contain includes include starts begins ends is ") && to+1 < len(p.tokens) {
				from := to + 1
				verb := p.tokens[to].low
				for p.oneOf(from, " with the word in ") {
					from++
				}
				if from >= len(p.tokens) || !p.free(i, from+1) {
					continue
				}
				value := p.tokens[from].text
				name := single("name", "*"+value+"*")
				switch verb {
				case "starts", "begins":
					name = single("name", value+"*")
				case "ends":
					name = single("name", "*"+value)
				case "is":
					name = named(value)
				}
				end := from + 1
				if p.is(end, "in", "it") {
					end += 2
				}
				p.add(i, end, name, Exact)
			}
			continue
		}
		if p.nameIs(i) || p.fileItself(i) {
			continue
		}
		if p.oneOf(i, " called named ") && p.is(i+1, "like") && i+2 < len(p.tokens) && p.free(i+2, i+3) { // named like X
			to := p.wordsOfName(i + 2)
			p.add(i, to, single("name", "*"+p.plain(i+2, to)+"*"), Exact)
			continue
		}
		if p.oneOf(i, " called named ") && p.oneOf(i-1, " folder folders directory directories ") {
			continue // the vocabulary has its name
		}
		if p.oneOf(i, " called named ") && i+1 < len(p.tokens) && p.free(i+1, i+2) {
			to := p.wordsOfName(i + 1)
			p.add(i, to, named(p.plain(i+1, to)), Exact)
		}
	}
}

// wordsOfName is where a name ends that begins at a token: what stands in quotes, or words all with capitals or all without.
func (p *sentenceParser) wordsOfName(at int) int {
	to := at + 1
	if !p.tokens[at].quoted {
		for to < len(p.tokens) && !p.tokens[to].comma && p.free(to, to+1) && !p.oneOf(to, bounds) && (p.tokens[at].capital == p.tokens[to].capital) {
			to++
		}
	}
	return to
}

// plain is the text of tokens without quotes around it.
func (p *sentenceParser) plain(from, to int) string {
	return strings.Trim(p.text[p.tokens[from].start:p.tokens[to-1].end], `"“”'`)
}

// unbroken is where the words end that no blank parts from each other, as in glossary.md and org-chart.
func (p *sentenceParser) unbroken(at int) int {
	to := at + 1
	for to < len(p.tokens) && !p.tokens[at].quoted && len(strings.Trim(p.text[p.tokens[to-1].end:p.tokens[to].start], ".-_")) == 0 {
		to++
	}
	return to
}

// nameIs reads "whose names begin with X", "file name ends in X", "the name does not contain X", "names have X in them".
func (p *sentenceParser) nameIs(at int) bool {
	if !p.oneOf(at, " name names filename filenames ") {
		return false
	}
	verb := at + 1
	for p.oneOf(verb, " that which ") {
		verb++
	}
	not := false
	if p.is(verb, "does", "not") || p.is(verb, "do", "not") {
		not, verb = true, verb+2
	}
	if !p.oneOf(verb, " begin begins beginning start starts starting end ends ending contain contains containing have has having include includes ") {
		return false
	}
	from := verb + 1
	for p.oneOf(from, " with the word words in letters ") {
		from++
	}
	if from >= len(p.tokens) || !p.free(at, from+1) {
		return false
	}
	to := p.unbroken(from)
	value := p.plain(from, to)
	c := single("name", "*"+value+"*")
	switch w := p.tokens[verb].low; {
	case strings.HasPrefix(w, "begin"), strings.HasPrefix(w, "start"):
		c = single("name", value+"*")
	case strings.HasPrefix(w, "end"):
		c = single("name", "*"+value)
		if !strings.Contains(value, ".") { // who names no ending does not mean that of the format
			c.Values = append(c.Values, spar.Match{Text: "*" + value + ".*"})
		}
	}
	c.Not = not
	if p.is(to, "in", "them") || p.is(to, "in", "it") {
		to += 2
	}
	begin := at
	for p.oneOf(begin-1, " whose file files document documents the their its have has with a that which of ") && p.free(begin-1, begin) {
		begin--
	}
	// Brand names that have a meaning are no names of files.
	ofFiles := strings.HasPrefix(p.tokens[at].low, "file") || p.oneOf(to-1, " them it ") ||
		p.is(at-1, "a") && slices.ContainsFunc(p.tokens, func(t lexeme) bool { return p.names.formats[strings.TrimSuffix(t.low, "s")] })
	for i := begin; i < at; i++ {
		ofFiles = ofFiles || p.oneOf(i, " whose file files document documents their its ")
	}
	if !ofFiles {
		return false
	}
	p.add(begin, to, c, Exact)
	return true
}

// fileItself reads a name with its ending: "the file glossary.md".
func (p *sentenceParser) fileItself(at int) bool {
	to := p.unbroken(at)
	text := p.plain(at, to)
	dot := strings.LastIndexByte(text, '.')
	if p.tokens[at].quoted || !p.free(at, to) || dot < 1 || len(text)-dot < 3 || len(text)-dot > 6 || strings.ContainsAny(text, "/@:") || !p.oneOf(at-1, " file files document called named ") && !(at == 0 && p.names.formats[strings.ToLower(text[dot+1:])]) {
		return false // Node.js and 3.14 begin other sentences
	}
	for _, r := range strings.ToLower(text[dot+1:]) {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	begin := at
	for p.oneOf(begin-1, " file files document called named the ") && p.free(begin-1, begin) {
		begin--
	}
	p.add(begin, to, single("name", text), Exact)
	return true
}

// named is files of a name, whatever comes behind a point in it where none is said.
func named(name string) spar.Constraint {
	c := single("name", name)
	if !strings.Contains(name, ".") {
		c.Values = append(c.Values, spar.Match{Text: name + ".*"})
	}
	return c
}

// bounds are words at which what was begun before them ends.
const bounds = " from in by since before after with without not except but excluding of for that which whose and or under below to over "

// cued reads values behind the name of their attribute: "with the keyword onboarding", "titled Code of conduct", "tagged HR".
func (p *sentenceParser) cued() {
	for i := 0; i < len(p.tokens); i++ {
		if !p.free(i, i+1) || p.tokens[i].quoted {
			continue
		}
		// X among their keywords
		if p.oneOf(i, " among as in ") {
			j := i + 1
			for p.oneOf(j, " the their its a ") {
				j++
			}
			if key, n := p.key(j); n > 0 && (p.is(i, "among") || has(weak, key)) && i > 0 {
				if from, found := p.endingAt(i, key); found != nil {
					begin := from
					for p.oneOf(begin-1, " with have has having that ") {
						begin--
					}
					p.add(begin, j+n, single(key, found.value), found.how)
					i = j + n - 1
					continue
				}
			}
		}
		key, n := "", 0
		switch {
		case p.oneOf(i, " tagged tag tags labelled labeled "):
			key, n = "tag", 1
		case p.oneOf(i, " titled entitled "):
			key, n = "title", 1
		default:
			key, n = p.key(i)
		}
		if n == 0 {
			continue
		}
		j := i + n
		for p.oneOf(j, " is are of the with called named by as = ") {
			j++
		}
		if j >= len(p.tokens) || !p.free(j, j+1) {
			continue
		}
		only := func(m name) bool { return m.key == key }
		begin := i
		for p.oneOf(begin-1, " with the a having have has by whose of for on ") && p.free(begin-1, begin) {
			begin--
		}
		if found, m := p.longest(j, only); m > 0 {
			c := single(key, found[0].value)
			for to := j + m; p.oneOf(to, " or and ") || to < len(p.tokens) && p.tokens[to].comma; { // keywords are X or Y
				next := to + btoi(p.oneOf(to, " or and "))
				more, n := p.longest(min(next, len(p.tokens)-1), only)
				if n == 0 || next >= len(p.tokens) {
					break
				}
				c.Values, m = append(c.Values, spar.Match{Text: more[0].value}), next+n-j
				to = j + m
			}
			part := p.add(begin, j+m, c, found[0].how)
			i = part.last
			continue
		}
		if key != "title" && !p.tokens[j].quoted || n == 0 {
			continue
		}
		// A title that nothing has as a value: its words in a row.
		to := j + 1
		if !p.tokens[j].quoted {
			for to < len(p.tokens) && !p.tokens[to].comma && p.free(to, to+1) {
				to++
			}
		}
		value := strings.Trim(p.text[p.tokens[j].start:p.tokens[to-1].end], `"“”`)
		p.add(begin, to, single(key, "*"+value+"*"), Partly)
		i = to - 1
	}
}

// key reads the name of an attribute at a token.
func (p *sentenceParser) key(at int) (string, int) {
	for n := min(3, len(p.tokens)-at); n > 0; n-- {
		var words []string
		for _, t := range p.tokens[at : at+n] {
			words = append(words, t.stem)
		}
		if key := p.names.keys[strings.Join(words, " ")]; key != "" && p.names.has[key] && p.free(at, at+n) {
			return key, n
		}
	}
	return "", 0
}

// endingAt finds the longest value of a key whose last word stands before a token.
func (p *sentenceParser) endingAt(at int, key string) (int, *name) {
	for from := max(0, at-p.names.longest); from < at; from++ {
		if !p.free(from, at) {
			continue
		}
		if found := p.names.find(p.stems(from, at, nil), func(n name) bool { return n.key == key }); len(found) > 0 {
			return from, &found[0]
		}
	}
	return 0, nil
}
