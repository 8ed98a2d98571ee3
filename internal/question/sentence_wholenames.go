package question

import (
	"strings"
	"unicode"
)

// nounOfName reads "not the index pages" where files are called index: what is left out, or sought, by the whole of its name before a noun for files.
// Nothing else may know the word. Where nothing is left out it is a guess.
func (p *sentenceParser) nounOfName(at int) bool {
	if p.names.Spelled == nil || p.o.Question || !p.oneOf(at+1, " file files page pages document documents ") || p.tokens[at].quoted || p.tokens[at].comma || p.empty(at) {
		return false
	}
	t := p.tokens[at]
	if fileTypes[t.stem] != nil || len(p.names.phrases[t.stem]) > 0 || len(p.names.parts[t.stem]) > 0 || months[t.low] > 0 || !p.free(at, at+2) {
		return false
	}
	from := at
	for p.oneOf(from-1, " the any all those ") {
		from--
	}
	if from == at && !p.oneOf(from-1, " not no without except ") || len(p.names.Spelled(t.text, true)) == 0 {
		return false
	}
	p.addName(at, at+2, equals, false, t.text)
	p.parts[len(p.parts)-1].Guess = !p.oneOf(from-1, " not no without except but ")
	return true
}

// alsoNames makes a guess of a folder that is named by a plural without any word for a folder, where files are called by the singular: "changelogs"
// are rather the files called changelog than those of a folder of that name.
func (p *sentenceParser) alsoNames() {
	if p.names.Spelled == nil {
		return
	}
	for n := range p.parts {
		part := &p.parts[n]
		if part.Constraint.Key != "folder" || part.first != part.last || part.Guess || p.called(part.first, part.last+1) != "" || p.oneOf(p.before(part.first), " in from of ") {
			continue
		}
		if t := p.tokens[part.first]; t.stem != t.low && !t.quoted && len(p.names.Spelled(t.stem, true)) > 0 {
			part.Guess = true
		}
	}
}

// fewNamed is how many files may have a name that a sentence says without saying that it is one.
const fewNamed = 3

// wholeNames reads the name of a file without any word that says so: "the travel guide faq". Several words in a row that are the whole of it, and of
// few names, are taken for it as a guess.
func (p *sentenceParser) wholeNames() {
	if p.names.Spelled == nil || p.o.Question {
		return
	}
	for from := 0; from < len(p.tokens); from++ {
		if !p.free(from, from+1) || p.topic[from] || p.empty(from) {
			continue
		}
		to := from + 1
		for to < len(p.tokens) && p.free(to, to+1) && !p.tokens[to].comma && !p.topic[to] {
			to++
		}
		for end := to; end > from+1; end-- {
			if list := p.names.Spelled(p.plain(from, end), true); len(list) > 0 && len(list) <= fewNamed {
				part := p.add(from, end, p.nameOf(equals, false, p.plain(from, end)), Exact)
				part.Guess = true
				break
			}
		}
		from = to
	}
}

// codes reads the numbers of files, letters with digits, that their names have: "open SF017", "INC-007".
func (p *sentenceParser) codes() {
	if p.names.Spelled == nil || p.o.Question {
		return
	}
	for from := 0; from < len(p.tokens); from++ {
		to := from + 1
		for to < len(p.tokens) && !p.tokens[to].comma && p.text[p.tokens[to-1].end:p.tokens[to].start] == "-" {
			to++
		}
		text := p.plain(from, to)
		code := strings.ContainsAny(text, "0123456789") && strings.ContainsFunc(text, unicode.IsUpper) && !strings.ContainsFunc(text, unicode.IsLower) && len(text) > 3
		if code && p.free(from, to) && !p.topicIn(from, to) && !p.tokens[from].quoted && len(p.names.Spelled(text, false)) > 0 {
			p.addName(from, to, holds, false, text)
		}
		from = to - 1
	}
}
