package question

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// A form is how a sentence describes the name of a file.
type form int

const (
	holds form = iota
	inFront
	atEnd
	equals
)

// namesOfFiles reads phrases about names: "called index", `with "v2" in the name`, "Loan in the file name", "starting with 2024",
// "budget.xlsx".
func (p *sentenceParser) namesOfFiles() {
	for i := range p.tokens {
		if !p.free(i, i+1) {
			continue
		}
		for _, read := range []func(int) bool{p.nameWithEnding, p.inTheName, p.whoseName, p.nameIs, p.calledSo, p.startsSo, p.endingOf, p.readme, p.versionOf, p.quotedFile} {
			if read(i) {
				break
			}
		}
	}
}

// namesNoun is where "the file name" and the like end that begin at a token; 0 for none.
func (p *sentenceParser) namesNoun(at int) int {
	i := p.past(at, " the its their a his ")
	if p.oneOf(i, " file files document documents ") {
		i++
	}
	if p.oneOf(i, " name names filename filenames ") {
		i++
		if p.oneOf(i, " of ") && p.oneOf(p.past(i+1, " the a "), " file files document documents ") {
			i = p.past(i+1, " the a ") + 1
		}
		return i
	}
	return 0
}

// addName makes a part of tokens that say something of names: any of the texts.
func (p *sentenceParser) addName(from, to int, f form, not bool, texts ...string) {
	p.add(from, to, p.nameOf(f, not, texts...), Exact)
}

// nameOf makes the constraint on names of files, with their spellings.
func (p *sentenceParser) nameOf(f form, not bool, texts ...string) spar.Constraint {
	c := spar.Constraint{Key: "name", Not: not}
	put := func(v string) {
		if !slices.ContainsFunc(c.Values, func(m spar.Match) bool { return m.Text == v }) {
			c.Values = append(c.Values, spar.Match{Text: v})
		}
	}
	for _, text := range texts {
		list, known := p.spellings(text, f == equals)
		for _, t := range list {
			switch f {
			case holds:
				put("*" + t + "*")
			case inFront:
				put(t + "*")
			case atEnd:
				put("*" + t)
				if !strings.Contains(t, ".") { // who names no ending does not mean that of the format
					put("*" + t + ".*")
				}
			case equals:
				put(t)
				if !known && !strings.Contains(t, ".") {
					put(t + ".*")
				}
			}
		}
	}
	return c
}

// mostSpellings bounds the spellings of a word in names.
const mostSpellings = 6

// spellings are the ways that names of files write some words, or the words themselves where no way is known.
func (p *sentenceParser) spellings(text string, whole bool) (list []string, known bool) {
	if p.names.Spelled != nil && !strings.ContainsAny(text, "*?[]{}") && utf8.RuneCountInString(text) > 1 {
		if list := p.names.Spelled(text, whole); len(list) > 0 {
			return list[:min(len(list), mostSpellings)], true
		}
	}
	return []string{text}, false
}

// inTheName reads "X in the name", "X or Y in the file name", "X at the beginning of the name".
func (p *sentenceParser) inTheName(at int) bool {
	f, to := holds, 0
	switch {
	case p.oneOf(at, " in within "):
		to = p.namesNoun(at + 1)
	case p.is(at, "at", "the") && p.oneOf(at+2, " beginning start end ") && p.is(at+3, "of"):
		f = inFront
		if p.is(at+2, "end") {
			f = atEnd
		}
		to = p.namesNoun(at + 4)
	case p.oneOf(at, " as ") && p.oneOf(p.past(at+1, " part parts of a "), " the their its "):
		to = p.namesNoun(p.past(at+1, " part parts of a "))
	}
	if to == 0 {
		return false
	}
	const stops = " with without not no have has having that whose of contain contains containing include includes including except but the word words letters string text term "
	from := at
	for p.oneOf(from-1, " somewhere anywhere ") && p.free(from-1, from) {
		from--
	}
	var texts []string // any of them: "A and B in the name" seldom means names with both
	for from > 0 {
		end := from
		from--
		if !p.tokens[from].quoted {
			for from > 0 && p.free(from-1, from) && !p.tokens[from-1].quoted && !p.oneOf(from-1, stops+"and or ") && !p.tokens[from].comma {
				from--
			}
		}
		if !p.free(from, end) || p.oneOf(from, stops+"and or ") {
			from = end
			break
		}
		texts = append(texts, p.plain(from, end))
		if !p.oneOf(from-1, " and or ") || from < 2 || p.oneOf(from-2, " files documents papers pages ") {
			break
		}
		from--
	}
	if len(texts) == 0 {
		return false
	}
	if p.oneOf(from, " and or ") {
		from++
	}
	begin := from
	for p.oneOf(begin-1, " the word words letters string text term ") && p.free(begin-1, begin) {
		begin--
	}
	for p.oneOf(begin-1, " with have has having that ") && p.free(begin-1, begin) {
		begin--
	}
	slices.Reverse(texts)
	p.addName(begin, to, f, false, texts...)
	return true
}

// whoseName reads "whose name has X in it", "whose file name is X".
func (p *sentenceParser) whoseName(at int) bool {
	if !p.oneOf(at, " whose ") {
		return false
	}
	to := p.namesNoun(at + 1)
	if to == 0 || !p.oneOf(to, " has contains have contain includes include starts begins ends is ") || to+1 >= len(p.tokens) {
		return false
	}
	from := p.past(to+1, " with the word in exactly just ")
	if from >= len(p.tokens) || !p.free(at, from+1) {
		return false
	}
	f := map[string]form{"starts": inFront, "begins": inFront, "ends": atEnd, "is": equals}[p.tokens[to].low]
	texts, end := p.values(from)
	if p.is(end, "in", "it") {
		end += 2
	}
	p.addName(at, end, f, false, texts...)
	return true
}

// values reads names that are parted by "or", "and" or commas.
func (p *sentenceParser) values(at int) (texts []string, to int) {
	for to = at; to < len(p.tokens) && p.free(to, to+1); {
		end := p.unbroken(to)
		texts = append(texts, p.plain(to, end))
		to = end
		next := p.past(to, " or and ")
		if next == to && !(to < len(p.tokens) && p.tokens[to].comma && p.tokens[to].quoted) || next >= len(p.tokens) || p.oneOf(next, bounds) || !p.nameLike(next, at) {
			break
		}
		to = next
	}
	return texts, to
}

// nameLike reports whether a token looks like a name of the kind of another: with capitals, in quotes, or with marks within.
func (p *sentenceParser) nameLike(at, as int) bool {
	a, b := p.tokens[at], p.tokens[as]
	marked := func(i int) bool {
		text := p.plain(i, p.unbroken(i))
		return strings.ContainsAny(text, "_-.0123456789")
	}
	return a.quoted && b.quoted || !a.quoted && (a.capital && b.capital || marked(at) && marked(as))
}

// plain is the text of tokens without quotes around it, with stars that stand beside it.
func (p *sentenceParser) plain(from, to int) string {
	begin, end := p.tokens[from].start, p.tokens[to-1].end
	for begin > 0 && strings.IndexByte("*?", p.text[begin-1]) >= 0 || begin > 1 && p.text[begin-1] == '.' && strings.IndexByte("*?", p.text[begin-2]) >= 0 {
		begin--
	}
	if end < len(p.text) && p.text[end] == '*' {
		end++
	}
	return strings.Trim(p.text[begin:end], `"“”'`)
}

// unbroken is where the words end that no blank parts from each other, as in glossary.md and org-chart.
func (p *sentenceParser) unbroken(at int) int {
	to := at + 1
	for to < len(p.tokens) && !p.tokens[at].quoted && len(strings.Trim(p.text[p.tokens[to-1].end:p.tokens[to].start], ".-_*")) == 0 {
		to++
	}
	return to
}

// wordsOfName is where a name ends that begins at a token: what stands in quotes, or words all with capitals or all without.
func (p *sentenceParser) wordsOfName(at int) int {
	to := p.unbroken(at)
	if !p.tokens[at].quoted {
		for to < len(p.tokens) && !p.tokens[to].comma && p.free(to, to+1) && !p.oneOf(to, bounds) && !p.oneOf(to, " please only ") && (p.tokens[at].capital == p.tokens[to].capital) {
			to++
		}
	}
	return to
}

// nameIs reads "whose names begin with X", "file name ends in X", "the name does not contain X", "names have X in them", "a name like X".
func (p *sentenceParser) nameIs(at int) bool {
	if !p.oneOf(at, " name names filename filenames ") {
		return false
	}
	verb, ofFile := at+1, false
	if p.is(verb, "of") && p.oneOf(p.past(verb+1, " the a "), " file files document documents ") {
		verb, ofFile = p.past(verb+1, " the a ")+1, true
	}
	verb = p.past(verb, " that which ")
	not := false
	if p.is(verb, "does", "not") || p.is(verb, "do", "not") {
		not, verb = true, verb+2
	} else if p.oneOf(verb, " doesn't don't ") {
		not, verb = true, verb+1
	}
	like := p.oneOf(verb, " like similar ")
	if !like && !p.oneOf(verb, " begin begins beginning start starts starting end ends ending contain contains containing has have having include includes including ") {
		return false
	}
	from := p.past(verb+1, " with the word words in letters string to ")
	if from >= len(p.tokens) || !p.free(at, from+1) {
		return false
	}
	texts, to := p.values(from)
	f := holds
	switch w := p.tokens[verb].low; {
	case strings.HasPrefix(w, "begin"), strings.HasPrefix(w, "start"):
		f = inFront
	case strings.HasPrefix(w, "end"):
		f = atEnd
	}
	if p.is(to, "in", "them") || p.is(to, "in", "it") {
		to += 2
	}
	begin := at
	for p.oneOf(begin-1, " whose file files document documents the their its have has with a that which of ") && p.free(begin-1, begin) {
		begin--
	}
	// Brand names that have a meaning are no names of files.
	ofFiles := ofFile || at == 0 || p.tokens[at].comma || strings.HasPrefix(p.tokens[at].low, "file") || p.oneOf(to-1, " them it ") ||
		p.oneOf(at-1, " a with ") && slices.ContainsFunc(p.tokens, func(t lexeme) bool { return p.names.formats[strings.TrimSuffix(t.low, "s")] })
	for i := begin; i < at; i++ {
		ofFiles = ofFiles || p.oneOf(i, " whose file files document documents their its ")
	}
	if !ofFiles {
		return false
	}
	p.addName(begin, to, f, not, texts...)
	return true
}

// calledSo reads "called index", "named like Loan", "named after Loan", "called X or Y".
func (p *sentenceParser) calledSo(at int) bool {
	if !p.oneOf(at, " called named ") || p.oneOf(at-1, " folder folders directory directories ") {
		return false // the vocabulary has the name of a folder
	}
	either := p.past(at+1, " either ")
	from, f := either, equals
	if like := p.past(from, " like after something anything with similar to "); like > from {
		from, f = like, holds
	}
	if from >= len(p.tokens) || !p.free(from, from+1) || p.oneOf(from, " so that this thus it ") || p.oneOf(from, links) && !p.tokens[from].capital { // ships that called at a quay
		return false
	}
	to := p.wordsOfName(from)
	texts := []string{p.plain(from, to)}
	if next := p.past(to, " or and "); next > to && next < len(p.tokens) && p.free(next, next+1) && (either > at+1 || p.nameLike(next, from)) {
		more, end := p.values(next)
		texts, to = append(texts, more...), end
	}
	if strings.ContainsAny(texts[0], "*?") {
		p.add(at, to, single("name", texts[0]), Exact)
		return true
	}
	p.addName(at, to, f, false, texts...)
	return true
}

// ofFiles are stems of nouns for files whose names are meant where they start or end with something; folders have names of their own.
const ofFiles = " file document doc anything everything "

// startsSo reads "files starting with X", "PDFs that end in _final".
func (p *sentenceParser) startsSo(at int) bool {
	f := inFront
	switch {
	case p.oneOf(at, " starting beginning start begin starts begins ") && p.is(at+1, "with"):
	case p.oneOf(at, " ending end ends ") && p.oneOf(at+1, " with in on "):
		f = atEnd
	default:
		return false
	}
	noun := at - 1
	for p.oneOf(noun, " that which all ") {
		noun--
	}
	if noun < 0 || !has(ofFiles, p.tokens[noun].stem) && fileTypes[p.tokens[noun].stem] == nil || at+2 >= len(p.tokens) {
		return false
	}
	from := p.past(at+2, " the letters letter word string ")
	if from >= len(p.tokens) || !p.free(at, from+1) || p.monthAt(from) > 0 || p.year0(from) {
		return false // "ending in 2024" is a date
	}
	texts, to := p.values(from)
	p.addName(at, to, f, false, texts...)
	return true
}

// year0 reports whether a token is a year and nothing more.
func (p *sentenceParser) year0(at int) bool {
	_, ok := p.year(at, false)
	return ok
}

// endings are those of files that people name, beside those of the formats that files have. Those of programs are left out: Node.js is no file.
var endings = words(`pdf docx doc dotx xlsx xls xlsm pptx ppt odt ods odp rtf txt md csv tsv html htm xml json yaml yml eml msg mbox zip tar gz png jpg
	jpeg gif tif tiff bmp svg dcm log bak tmp ini cfg conf epub parquet sqlite db`)

// nameWithEnding reads a name with its ending, or a pattern: "budget_2024.xlsx", "*.log", "the file glossary.md".
func (p *sentenceParser) nameWithEnding(at int) bool {
	to := p.unbroken(at)
	text := p.plain(at, to)
	dot := strings.LastIndexByte(text, '.')
	if p.tokens[at].quoted || !p.free(at, to) || dot < 0 || strings.ContainsAny(text, "/@:") || at > 0 && p.unbroken(at-1) > at {
		return false
	}
	ending := strings.ToLower(text[dot+1:])
	star := strings.Contains(text, "*") && ending != "" && dot > 0
	if !star {
		if dot < 1 || len(ending) < 2 || len(ending) > 5 {
			return false
		}
		for _, r := range ending {
			if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
				return false
			}
		}
		said := p.oneOf(at-1, " file files document called named ")
		if known := p.names.formats[ending] || has(endings, ending); !said && !known {
			return false // Node.js and 3.14 begin other sentences
		}
	}
	begin := at
	for p.oneOf(begin-1, " file files document called named the ") && p.free(begin-1, begin) {
		begin--
	}
	for from := max(0, at-longestName); from < at && p.names.Spelled != nil; from++ { // "handover 2024-12.docx"
		if p.free(from, at) && !p.crosses(from, at+1) && !slices.ContainsFunc(p.tokens[from:at], func(t lexeme) bool { return t.quoted }) {
			if longer := p.plain(from, to); len(p.names.Spelled(longer, true)) > 0 {
				text, begin = longer, from
				break
			}
		}
	}
	texts := []string{text}
	for next := p.past(to, " and or "); next > to && next < len(p.tokens) && p.free(next, next+1); next = p.past(to, " and or ") {
		end := p.unbroken(next)
		more := p.plain(next, end)
		i := strings.LastIndexByte(more, '.')
		if i < 1 || !p.names.formats[strings.ToLower(more[i+1:])] && !has(endings, strings.ToLower(more[i+1:])) {
			break
		}
		texts, to = append(texts, more), end
	}
	c := spar.Constraint{Key: "name"}
	for _, t := range texts {
		list, _ := p.spellings(t, true)
		for _, v := range list {
			c.Values = append(c.Values, spar.Match{Text: v})
		}
	}
	p.add(begin, to, c, Exact)
	return true
}

// endingOf reads "with the extension bak", "files with the ending .tmp", "all .bak files".
func (p *sentenceParser) endingOf(at int) bool {
	if p.oneOf(at, " extension suffix ending ") && p.oneOf(at-1, " the file with an ") {
		from := p.past(at+1, " of is ")
		if from >= len(p.tokens) || !p.free(at, from+1) || p.oneOf(from, bounds) || len(p.tokens[from].low) > 6 {
			return false
		}
		begin := at
		for p.oneOf(begin-1, " with the file an have has that ") && p.free(begin-1, begin) {
			begin--
		}
		p.add(begin, from+1, single("ext", strings.TrimPrefix(p.tokens[from].low, ".")), Exact)
		return true
	}
	t := p.tokens[at]
	if t.start == 0 || p.text[t.start-1] != '.' || t.start > 1 && p.text[t.start-2] != ' ' || !p.oneOf(at+1, " files file ") || len(t.low) > 6 {
		return false
	}
	p.add(at, at+2, single("ext", t.low), Exact)
	return true
}

// readme reads the one name that everybody knows.
func (p *sentenceParser) readme(at int) bool {
	if p.o.Question || !p.oneOf(at, " readme readmes ") {
		return false
	}
	p.addName(at, at+1, inFront, false, "README")
	return true
}

// versionOf reads "the PDF version of Supplier handbook", where a file is called so.
func (p *sentenceParser) versionOf(at int) bool {
	if p.names.Spelled == nil || !p.oneOf(at, " version edition copy ") || !p.is(at+1, "of") || at == 0 || fileTypes[p.tokens[at-1].stem] == nil && !p.is(at-1, "word") {
		return false
	}
	from := p.past(at+2, " the a ")
	for to := len(p.tokens); to > from; to-- {
		if !p.free(from, to) || p.crosses(from, to) {
			continue
		}
		if list := p.names.Spelled(p.plain(from, to), true); len(list) > 0 {
			p.addName(at, to, equals, false, p.plain(from, to))
			return true
		}
	}
	return false
}

// quotedFile reads `the file "Travel costs"`, and `the spreadsheet "Travel costs"` where a file is called so.
func (p *sentenceParser) quotedFile(at int) bool {
	if !p.tokens[at].quoted || at == 0 || p.tokens[at].comma {
		return false
	}
	noun := p.tokens[at-1]
	known := p.names.Spelled != nil && len(p.names.Spelled(p.tokens[at].text, true)) > 0
	if !p.is(at-1, "file") && (!known || !p.oneOf(at-1, " files document documents ") && fileTypes[noun.stem] == nil) {
		return false
	}
	texts, to := p.values(at)
	p.addName(at, to, equals, false, texts...)
	return true
}
