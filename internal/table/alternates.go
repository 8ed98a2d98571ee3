package table

import "slices"

// alternate reads an "or" between conditions on different columns as alternatives: either in Sales or with more than ten years. A row must
// fit one of them. Conditions before "either" hold for both; without "either", all but the last one do.
func (f *former) alternate() {
	at := -1
	for i := range f.q.words {
		w := &f.q.words[i]
		if w.text == "or" && !f.inAtom(i) && !f.inBound(i) && !f.alternatives(i) {
			if at >= 0 {
				return
			}
			at = i
		}
	}
	if at < 0 || f.comparing() || f.asksWhether() {
		return
	}
	begin := slices.IndexFunc(f.q.words[:at], func(w asking) bool { return w.text == "either" })
	var left, right []int // conditions
	for i, c := range f.conds {
		switch {
		case c.key || c.negative && !c.flag:
			return
		case c.to <= at && (begin >= 0 && c.from > begin || begin < 0):
			left = append(left, i)
		case c.from > at:
			right = append(right, i)
		}
	}
	if len(left) == 0 || len(right) == 0 {
		return
	}
	if begin < 0 {
		left = left[len(left)-1:]
	}
	// Behind the first condition others belong to it only by "and".
	n := 1
	for n < len(right) && f.joinedBy("and", f.conds[right[n-1]].to, f.conds[right[n]].from) {
		n++
	}
	right = right[:n]
	a, b := f.conds[left[len(left)-1]], f.conds[right[0]]
	if at-a.to > 2 || b.from-at > 6 || a.column == b.column && len(left) == 1 && len(right) == 1 {
		return
	}
	side := func(list []int) (out []Condition) {
		for _, i := range list {
			out = append(out, f.conds[i].cond...)
		}
		return either(out)
	}
	f.alternates = [][]Condition{side(left), side(right)}
	var rest []said
	for i, c := range f.conds {
		if !slices.Contains(left, i) && !slices.Contains(right, i) {
			rest = append(rest, c)
		}
	}
	f.conds = rest
}

// joinedBy reports whether a word stands between two places.
func (f *former) joinedBy(word string, from, to int) bool {
	return from < to && slices.ContainsFunc(f.q.words[from:to], func(w asking) bool { return w.text == word })
}
