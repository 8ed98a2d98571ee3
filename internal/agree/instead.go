package agree

import "slices"

// The least part of a statement that a sentence must have so that another word in one place is told, and the likeness below which it is
// another.
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
			if a.inPlace(i, j) && c.other(t, o) {
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

// inPlace reports whether two tokens stand between the same words, or at the same end of their sentences.
func (a *alignment) inPlace(i, j int) bool {
	if t := &a.said.tokens[i]; t.is("unit") && i > 0 && a.said.tokens[i-1].number {
		return false // it is compared with its amount
	}
	x, y := a.said.around(i), a.there.around(j)
	return (x[0] == y[0]) && (x[1] == y[1])
}

// around are the words on both sides of a token, but for articles and marks; "" at an end.
func (r *reading) around(i int) (list [2]string) {
	for n, step := range []int{-1, 1} {
		for j := i + step; j >= 0 && j < len(r.tokens); j += step {
			if t := &r.tokens[j]; !t.mark && t.word != "the" && !(t.is("each") && len(t.word) < 4) {
				list[n] = t.stem
				break
			}
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
