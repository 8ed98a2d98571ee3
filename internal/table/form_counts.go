package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// These rules say what a question counts, what it adds up, and who acts.

// actsIn reports whether the noun of a column names who acts, so that it means the rows: how many days do customers need.
func (f *former) actsIn(a *atom) bool {
	q := f.q.words
	if a.from == 0 && a.to+1 < len(q) && strings.HasSuffix(q[0].text, "s") && f.comparing() && cachedSet("from in of at with")[q[a.to].text] && f.valueAt(a.to+1) {
		return true // owners from Kiel or from Bonn: whose ...
	}
	if a.from == 0 || a.to-a.from > 1 || f.t.Columns[a.column].Kind != spar.Text || f.grouping(a.from) || f.super < 0 && f.averaging() == "" {
		return false
	}
	w := q[a.from-1].text
	if v := f.atomAt(a.from - 1); v != nil && v.values != nil && v.from > 0 && (q[v.from-1].text == "a" || q[v.from-1].text == "an") {
		return true
	}
	return cachedSet("do did does can a an")[w] && a.from > 1
}

// saidSum reports whether a sum is asked for, also by a word that stands for the column as well: the billed total.
func (f *former) saidSum(measure *atom) bool {
	return f.has(sumSaid) || slices.ContainsFunc(f.q.words[measure.from:measure.to], func(w asking) bool {
		return cachedSet(sumSaid)[w.text] && !f.inLabels(&w)
	})
}

// rowsCounted reports whether a word that asks for a number counts the rows behind it, and not the figure: the number of employees who have
// left its service.
func (f *former) rowsCounted(measure *atom) bool {
	q := f.q.words
	for i := range q {
		if !(q[i].text == "many" && i > 0 && q[i-1].text == "how" || q[i].text == "number" && i+1 < len(q) && q[i+1].text == "of") || f.inAtom(i) {
			continue
		}
		j := i + 1
		for j < len(q) && (linking[q[j].text] || articles[q[j].text] || f.valueAt(j)) {
			j++
		}
		if j < len(q) && (f.isRow(&q[j]) || f.people && cachedSet("people persons")[q[j].text]) && !f.inAtom(j) {
			return measure.from > j+1 && f.verbBetween(j, measure.from)
		}
	}
	return false
}

// verbBetween reports whether a relative clause begins between two places.
func (f *former) verbBetween(from, to int) bool {
	return slices.ContainsFunc(f.q.words[from:to], func(w asking) bool {
		return w.text == "who" || w.text == "that" || w.text == "which" || w.text == "whose"
	})
}

// countsToo reports whether the number of rows is asked for, and a sum besides: how many orders, and how many pieces in all.
func (f *former) countsToo(measure *atom) bool {
	at := -1 // the word that asks for the number of rows
	for i := range f.q.words {
		w := f.q.words[i].text
		if (w == "number" || w == "count" || w == "many" && i > 0 && f.q.words[i-1].text == "how") && !f.inAtom(i) {
			for j := i + 1; j < len(f.q.words) && j <= i+3 && !(measure.from <= j && j < measure.to); j++ {
				if v := &f.q.words[j]; f.isRow(v) || f.asksOf(j) && !f.inAtom(j) {
					at = i
					break
				}
			}
			if i+1 < len(f.q.words) && f.q.words[i+1].text == "and" || at >= 0 {
				at = i
				break
			}
		}
	}
	if at < 0 || measure.from < at {
		return false
	}
	for i := at + 1; i < len(f.q.words); i++ { // and how many, and the total
		w := f.q.words[i].text
		if !f.inAtom(i) && i <= measure.from+4 && (w == "many" && f.q.words[i-1].text == "how" || w == "much" && f.q.words[i-1].text == "how" || cachedSet(sumSaid)[w]) && slices.ContainsFunc(f.q.words[at:i], func(w asking) bool { return w.text == "and" }) {
			return true
		}
	}
	return false
}
