package question

import (
	"iter"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// constraint is a word of a sentence that looks like a constraint of the query language: a key, a colon and what it asks for, without a space.
var constraint = pattern.New(`(?:^|\s)(-?\pL[\pL\d_.-]*:(?:"[^"]+"|\([^()]+\)|[^\s"():/][^\s"()]*))`)

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

// paths are several names with strokes between.
var paths = pattern.New(`(?:^|\s)([^\s/]+(?:/[^\s/]+)+)/?`)

// foldersInFolders reads a path of folders: "everything under planning/permits/drafts".
func (p *sentenceParser) foldersInFolders() {
	for _, m := range paths.FindAllStringSubmatchIndex(p.text, -1) {
		path := strings.TrimRight(p.text[m[2]:m[3]], ",;.!?")
		known := true
		for folder := range strings.SplitSeq(path, "/") {
			known = known && len(p.names.find(phrase(folder), func(n name) bool { return n.key == "folder" && strings.EqualFold(n.value, folder) })) > 0
		}
		if from, to := p.within(Span{m[2], m[2] + len(path)}); known && p.free(from, to) && from < to {
			for p.oneOf(from-1, " under below in inside within folder ") && p.free(from-1, from) {
				from--
			}
			c := single("path", path+"/**")
			if p.names.Dated != nil {
				if _, of := p.names.Dated("path", []spar.Constraint{c}); of == 0 { // it does not begin at the root of a share
					c = single("path", "**/"+path+"/**")
				}
			}
			p.add(from, to, c, Exact)
		}
	}
}

// within gives the tokens of a span.
func (p *sentenceParser) within(s Span) (from, to int) {
	for i, t := range p.tokens {
		if t.end <= s.Start {
			from = i + 1
		}
		if t.start < s.End {
			to = i + 1
		}
	}
	return from, to
}

// written takes constraints in the query language.
func (p *sentenceParser) written() {
	p.foldersInFolders()
	if p.names.Written == nil || p.o.Question {
		return
	}
	for s := range Constraints(p.text) {
		c, ok := p.names.Written(s.Of(p.text))
		from, to := p.within(s)
		if !ok || from >= to || !p.free(from, to) {
			continue
		}
		part := p.add(from, to, c, Exact)
		part.Spans[0], part.turned, part.typed = s, true, true
	}
}
