package support

import "slices"

// How much of a statement a sentence must say so that another word in one place is told, and below what likeness it is another.
const (
	leastSaid = .5
	unlike    = .3
)

// words finds words that stand where the sentence has another, between the same neighbours.
func (c *comparison) words() (found []Finding) {
	a := c.chosen[0]
	if len(a.said.content) < 2 || float64(a.matched) < leastSaid*float64(len(a.said.content)) {
		return nil
	}
	for n, i := range a.said.content {
		if a.to[i] >= 0 {
			continue
		}
		t := &a.said.tokens[i]
		for _, j := range a.rivals(n) {
			o := &a.there.tokens[j]
			if c.other(t, o) {
				found = append(found, Finding{Word, t.text, o.text})
				break
			}
		}
	}
	return found
}

// rivals are the tokens of the sentence that stand in the place of the n-th content word of the statement and for no other.
func (a *alignment) rivals(n int) (list []int) {
	place := func(j int) int { return slices.Index(a.there.content, j) }
	left, right := -1, len(a.there.content)
	if n > 0 {
		to := a.to[a.said.content[n-1]]
		if to < 0 {
			return nil
		}
		left = place(to)
	}
	if n+1 < len(a.said.content) {
		to := a.to[a.said.content[n+1]]
		if to < 0 {
			return nil
		}
		right = place(to)
	}
	if right-left < 2 || right-left > 3 {
		return nil
	}
	for k := left + 1; k < right; k++ {
		if j := a.there.content[k]; a.from[j] < 0 {
			list = append(list, j)
		}
	}
	return list
}

// other reports whether a word is another than the one in whose place it stands.
func (c *comparison) other(t, o *token) bool {
	u, v := t.sense("unit"), o.sense("unit")
	switch {
	case u != nil && v != nil:
		return true
	case t.name || o.name:
		return t.name == o.name
	case c.lang == "en":
		return likeness(t.word, o.word) < unlike
	}
	return true
}
