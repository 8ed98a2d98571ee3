package question

import (
	"iter"
	"regexp"
	"strings"
)

// constraint is a word of a sentence that looks like a constraint of the query language: a key, a colon and what it asks for, without a space.
var constraint = regexp.MustCompile(`(?:^|\s)(-?\pL[\pL\d_.-]*:(?:"[^"]+"|\([^()]+\)|[^\s"():/][^\s"()]*))`)

// Constraints gives the pieces of a sentence that look like constraints of the query language, such as type:pdf and -tag:"annual report".
func Constraints(text string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for _, m := range constraint.FindAllStringSubmatchIndex(text, -1) {
			end := m[2] + len(strings.TrimRight(text[m[2]:m[3]], ",;.!?"))
			if !yield(Span{m[2], end}) {
				return
			}
		}
	}
}

// written takes what is written in the query language.
func (p *sentenceParser) written() {
	if p.names.Written == nil || p.o.Question {
		return
	}
	for s := range Constraints(p.text) {
		c, ok := p.names.Written(s.Of(p.text))
		from, to := 0, 0
		for i, t := range p.tokens {
			if t.end <= s.Start {
				from = i + 1
			}
			if t.start < s.End {
				to = i + 1
			}
		}
		if !ok || from >= to || !p.free(from, to) {
			continue
		}
		part := p.add(from, to, c, Exact)
		part.Spans[0], part.turned = s, true
	}
}
