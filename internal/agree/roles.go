package agree

// leastRoles is the least part of a statement that a sentence must have so that exchanged places are told.
const leastRoles = .75

// roles finds two words that changed places around a third: who does it, and to whom.
func (c *comparison) roles() []Finding {
	a := c.chosen[0]
	if a.flips() || float64(a.matched) < leastRoles*float64(len(a.said.content)) {
		return nil
	}
	for n, i := range a.said.content {
		for m := n + 2; m < len(a.said.content); m++ {
			k := a.said.content[m]
			x, y := a.to[i], a.to[k]
			if a.said.tokens[i].is("unit") || a.said.tokens[k].is("unit") {
				continue
			}
			if x < 0 || y < 0 || y >= x {
				continue
			}
			if a.said.role(i) != a.there.role(y) || a.said.role(k) != a.there.role(x) {
				continue
			}
			for _, v := range a.said.content[n+1 : m] {
				if w := a.to[v]; w > y && w < x && a.ordered(i, k) && a.said.voice(i, k) == a.there.voice(y, x) {
					return []Finding{{Roles, a.said.tokens[i].text, a.said.tokens[k].text}}
				}
			}
		}
	}
	return nil
}

// ordered reports whether all that a statement says besides two tokens stands in its order in the sentence.
func (a *alignment) ordered(i, k int) bool {
	last := -1
	for _, n := range a.said.content {
		to := a.to[n]
		if n == i || n == k || to < 0 || a.said.tokens[n].name {
			continue
		}
		if to < last {
			return false
		}
		last = to
	}
	return true
}

// role is the word that makes the phrase of a content word play a part; "" for none.
func (r *reading) role(i int) string {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		t := &r.tokens[j]
		if t.is("part") || t.is("by") {
			return t.word
		}
		if t.mark || t.is("clause") {
			return ""
		}
		if t.content && j < i-2 {
			return ""
		}
	}
	return ""
}

// voice reports whether something between two tokens is done by the second.
func (r *reading) voice(from, to int) bool {
	for j := from; j < to; j++ {
		if r.tokens[j].is("by") {
			return true
		}
	}
	return false
}
