package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// A month without a year ("shipped in January") is that of every year of the table, which is one month where its dates are of one year. Where they are of several, or the table is
// not all there to tell, it stays a word that nothing explains: whoever asks says the year.

// bareMonth reports whether a word is a month behind a preposition, with no day and no year beside it.
func (q *asked) bareMonth(i int) (month int, ok bool) {
	month = monthWords[q.words[i].text]
	if month == 0 || i == 0 || !cachedSet("in during for of")[q.words[i-1].text] {
		return 0, false
	}
	return month, i+1 == len(q.words) || !q.words[i+1].isNumber
}

// ofOneYear reports whether all dates of a column are of one year.
func (t *Table) ofOneYear(c int) bool {
	if t.More != nil || t.Cut != "" {
		return false
	}
	year := 0
	for i := range t.Rows {
		v := t.Rows[i].cell(c)
		switch {
		case v.Kind != spar.Date || t.Rows[i].Total:
		case year == 0:
			year = v.Day.Year
		case v.Day.Year != year:
			return false
		}
	}
	return year != 0
}

// plainDates is the one column of dates whose label says nothing else of them, such as Date or Invoice date, or -1: "in May" is no word for when a flat was vacated.
func (t *Table) plainDates() int {
	found := t.only(isDate)
	if found < 0 || !slices.ContainsFunc(tokens(camel(t.Columns[found].Label)), func(w string) bool { return w == "date" || w == "day" || w == "datum" || w == "fecha" }) {
		return -1
	}
	return found
}

// months makes conditions of the months that the question says without a year.
func (r *reader) months() {
	for i := range r.q.words {
		month, ok := r.q.bareMonth(i)
		if !ok || r.used[i] {
			continue
		}
		column := r.t.plainDates()
		if a := r.atomBefore(i - 1); a != nil && r.t.Columns[a.column].Kind == spar.Date && !a.taken {
			column, a.taken = a.column, true
		}
		if column < 0 || !r.t.ofOneYear(column) {
			continue
		}
		r.used[i], r.used[i-1] = true, true
		r.conds = append(r.conds, said{cond: []Condition{inMonth(r.t, column, month)}, column: column, from: i, to: i + 1})
	}
}

// monthLeft reports whether a word is a bare month that no condition uses.
func (r *reader) monthLeft(i int) bool {
	_, ok := r.q.bareMonth(i)
	return ok && !r.inAtom(i) && !slices.ContainsFunc(r.conds, func(c said) bool { return c.from <= i && i < c.to })
}

func inMonth(t *Table, column, month int) Condition {
	return Condition{Item{Fn: "month", Labels: []string{t.Columns[column].Label}}, "=", []string{number(float64(month))}}
}

// monthLinks are the months of a question. They stand on the column of plain dates and on the columns that the question names.
func (q *asked) monthLinks(t *Table, named []mention) (list []link) {
	plain := t.plainDates()
	for i := range q.words {
		month, ok := q.bareMonth(i)
		if !ok {
			continue
		}
		for c, col := range t.Columns {
			if (c == plain || col.Kind == spar.Date && named[c].score >= .5) && t.ofOneYear(c) {
				list = append(list, link{column: c, from: i - 1, to: i + 1, kind: "bound", words: 1, cond: []Condition{inMonth(t, c, month)}})
			}
		}
	}
	return list
}
