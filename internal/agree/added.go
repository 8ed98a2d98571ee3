package agree

import (
	"slices"

	"github.com/sparsearch/spar/internal/question"
)

// Bounds for a part of a statement that the passages do not support: its fewest words, and the most of them that may be known.
const (
	fewAdded  = 3
	mostKnown = .25
)

// added finds parts of a statement that stand nowhere, joined to it by and, or, because, so that.
func (c *comparison) added() (found []Finding) {
	r := c.said
	from := 0
	for i := 0; i <= len(r.tokens); i++ {
		if i < len(r.tokens) && !r.divides(i) {
			continue
		}
		n, known := 0, 0
		for _, k := range r.content {
			if k >= from && k < i && !question.Light(r.tokens[k].word, r.lang) {
				n++
				if c.stands(k) {
					known++
				}
			}
		}
		for j := range r.amounts {
			if a := &r.amounts[j]; a.at >= from && a.at < i && c.holds(a) {
				n, known = n+1, known+1
			}
		}
		if n >= fewAdded && float64(known) <= mostKnown*float64(n) {
			found = append(found, Finding{Added, r.written(from, i), ""})
		}
		from = i + 1
	}
	return found
}

// divides reports whether a part of a sentence ends at a token.
func (r *reading) divides(i int) bool {
	t := &r.tokens[i]
	return t.mark && t.text != "-" && t.text != "/" || !t.within && (t.is("clause") || t.is("joins"))
}

// holds reports whether any sentence has an amount.
func (c *comparison) holds(a *amount) bool {
	return slices.ContainsFunc(c.sentences, func(r *reading) bool { return r.states(a) })
}

// stands reports whether a word of the statement stands in any sentence or in the known facts.
func (c *comparison) stands(k int) bool {
	for _, a := range c.all {
		if a.to[k] >= 0 {
			return true
		}
	}
	t := &c.said.tokens[k]
	if c.known.has(t.stem) {
		return true
	}
	return slices.ContainsFunc(c.sentences, func(r *reading) bool {
		return slices.ContainsFunc(r.content, func(j int) bool { return stands(t, &r.tokens[j], c.lang) })
	})
}
