package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// The column that a question in another language means without naming it: that of people, of prices, the only one of a kind.

// who names the one column of people for a question for somebody. A column whose label names the rows comes first.
func (s *sayer) who() {
	at := slices.IndexFunc(s.pieces, func(p piece) bool { return p.english == "who" })
	if at < 0 {
		return
	}
	if key := s.t.keyed(); key >= 0 && s.people(key) {
		return
	}
	found, several := -1, false
	for c := range s.t.Columns {
		if !s.people(c) || slices.ContainsFunc(s.pieces, func(p piece) bool { return p.kind == 'v' && p.column == c }) {
			continue
		}
		if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.kind == 'c' && p.english == s.ground.labels[c].said }) {
			return
		}
		if slices.ContainsFunc(s.ground.labels[c].roots, func(r string) bool { return s.ground.rows[r] }) {
			found, several = c, false
			break
		}
		found, several = c, found >= 0
	}
	if found >= 0 && !several {
		s.pieces[at].english, s.pieces[at].kind = "which "+s.ground.labels[found].said, 'c'
	}
}

// people reports whether a column has people in its cells: it is called so, or most cells are names.
func (s *sayer) people(c int) bool {
	if s.t.Columns[c].Kind != spar.Text || s.ground.x.coded[c] {
		return false
	}
	if slices.ContainsFunc(s.ground.labels[c].things, func(n int) bool { return somebody[thingsKnown().list[n].english] }) {
		return true
	}
	names, cells := 0, 0
	for i := range s.t.Rows[:min(len(s.t.Rows), sampleRows)] {
		if text := s.t.Rows[i].cell(c).Text; text != "" {
			cells++
			names += b2i(isName(text))
		}
	}
	return 5*names > 4*cells
}

// somebody are things that are people.
var somebody = wordSet("customer employee person driver seller owner manager member patient student teacher tenant visitor technician clerk supplier")

// priced names the column of figures where a bound is an amount of money and the question names none: "über 1.000 Euro".
func (s *sayer) priced() {
	for i := 1; i+1 < len(s.pieces); i++ {
		unit := s.pieces[i+1].english
		label := s.measured(unit)
		if p := s.pieces[i]; p.kind != 'n' || !moneyWords[unit] && label == "" || bounding[s.pieces[i-1].english] == "" {
			continue
		}
		if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.kind == 'c' && s.figures(p.english) }) {
			return
		}
		key := &s.t.Columns[max(0, s.t.keyed())]
		if label == "" {
			label = s.only(func(c *Column) bool { return c.Kind == spar.Number && c != key })
		}
		if label != "" {
			s.pieces = slices.Insert(s.pieces, i-1, piece{english: "with " + label, kind: 'c', column: -1})
			return
		}
	}
}

// figures reports whether a label in words is that of a column of numbers.
func (s *sayer) figures(said string) bool {
	for c, l := range s.ground.labels {
		if s.ground.figures[c] && c != s.t.keyed() && strings.HasSuffix(said, l.said) {
			return true
		}
	}
	return false
}

// only gives the label, in words, of the one column of a kind; "" for none and for several.
func (s *sayer) only(is func(c *Column) bool) string {
	found := ""
	for i := range s.t.Columns {
		if is(&s.t.Columns[i]) {
			if found != "" {
				return ""
			}
			found = s.ground.labels[i].said
		}
	}
	return found
}
