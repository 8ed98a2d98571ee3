package table

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// isRow reports whether a word stands for a row.
func (r *reader) isRow(w *asking) bool {
	if r.rows[w.stem] || r.named[w.text] {
		return true
	}
	for st := range r.rows {
		if (akin(st, w.stem) || together(calledKin(), st, w.stem)) && w.text != "name" {
			return true
		}
	}
	return false
}

// noRow are words in names of files that never name the rows.
var noRow = wordSet("data dataset file list table sheet book workbook export report register overview all new final copy draft year month total sales csv page")

// rowsByName takes the words of the table's name as words for its rows, except for words that a label has as its own.
func (r *reader) rowsByName(s *stems) {
	name := r.t.Name
	sheet := ""
	if i := strings.IndexByte(name, '#'); i >= 0 {
		name, sheet = name[:i], r.t.Locator.Sheet
	}
	name = filepath.Base(strings.ReplaceAll(name, ":", "/"))
	words := tokens(camel(strings.TrimSuffix(name, filepath.Ext(name))))
	if words = slices.DeleteFunc(words, func(w string) bool { return w[0] >= '0' && w[0] <= '9' }); len(words) > 3 {
		words = nil
	}
	if more := tokens(camel(sheet)); len(more) <= 2 {
		words = append(words, more...)
	}
	for _, w := range words {
		st := s.of(w)
		head, kin := false, false // a house type makes no column of houses
		for c, l := range r.labels {
			if slices.ContainsFunc(l, func(l labelled) bool { return l.stem == st }) && !(c == r.key || r.modifies(c, st)) {
				head, kin = head || r.hasWord(c, w), true
			}
		}
		if len(w) >= 4 && (!noRow[w] || w == "sales" && len(r.x.words[st]) == 0) && !linking[w] {
			switch r.table[st] = true; {
			case !kin:
				r.rows[st] = true
			case !head: // translations, beside a column of translators
				r.named[w], r.named[strings.TrimSuffix(w, "s")] = true, true
			}
		}
	}
}

// callsTable reports whether the question has a word of the table's name that may name its rows.
func (r *reader) callsTable() bool {
	return slices.ContainsFunc(r.q.words, func(w asking) bool { return r.table[w.stem] })
}

// mostRows is the share of rows with values that contain a word, above which the word may as well name all rows: of 120 rows, mostly head
// nurses and senior nurses, "nurses" may be all.
const mostRows = 0.5

// withoutRows drops words that are part of a value but name the rows.
func (r *reader) withoutRows(list []atom) []atom {
	return slices.DeleteFunc(list, func(a atom) bool {
		w := &r.q.words[a.from]
		if !r.maySayRows(&a) || r.asPart {
			return false
		}
		rows := r.asRows || r.namesRows(w.stem) || slices.ContainsFunc(list, func(b atom) bool { // nurses by position; nurses who are trainees
			return b.column == a.column && !b.part && (b.to <= a.from || b.from >= a.to)
		})
		if rows {
			r.rows[w.stem] = true
		}
		return rows
	})
}

// maySayRows reports whether a word is a part of values, and a noun that may as well name the rows. It must be the head of the values (a
// head nurse is a nurse), and stand for rows by its kin or because most of them have these values.
func (r *reader) maySayRows(a *atom) bool {
	w := &r.q.words[a.from]
	if !a.part || a.words != 1 || !r.isRow(w) && !(w.text != w.stem && r.standsForRow(a.from)) {
		return false
	}
	for _, v := range a.values {
		if words := tokens(camel(v)); r.stems.of(words[len(words)-1]) != w.stem {
			return false
		}
	}
	if r.behindValueOf(a) {
		return true
	}
	return r.namesRows(w.stem) || r.haveMost(a)
}

// behindValueOf reports whether a word that is a part of a value stands right behind another value of its column: of upright pianos, none is a
// square piano.
func (r *reader) behindValueOf(a *atom) bool {
	return a.from > 0 && slices.ContainsFunc(r.x.values, func(v indexed) bool {
		n := len(v.stems)
		if v.column != a.column || n == 0 || n > a.from || slices.Contains(a.values, v.text) {
			return false
		}
		for k := range n {
			if r.q.words[a.from-n+k].stem != v.stems[k] {
				return false
			}
		}
		return true
	})
}

// haveMost reports whether most of the rows have one of the values that a word is a part of.
func (r *reader) haveMost(a *atom) bool {
	have, all := 0, 0
	for _, v := range r.x.values {
		if v.column != a.column {
			continue
		}
		if all += v.rows; slices.Contains(a.values, v.text) {
			have += v.rows
		}
	}
	return float64(have) > mostRows*float64(all)
}

// namesRows reports whether the name of the table, its sheet or its key has a word for its rows as it stands.
func (r *reader) namesRows(stem string) bool {
	return r.table[stem] || r.key >= 0 && slices.ContainsFunc(r.labels[r.key], func(l labelled) bool { return l.stem == stem })
}

// eitherRows says that a word may be all rows or those of some values, and gives the plan of each.
func (r *reader) eitherRows(read func(asRows bool) strictReading) strictReading {
	out := strictReading{reader: r, named: len(r.atoms)}
	for _, asRows := range []bool{true, false} {
		s := read(asRows)
		if s.reason != "" {
			return s
		}
		out.choices = append(out.choices, s.plan)
	}
	values := make([]string, len(r.noun.values))
	for i, v := range r.noun.values {
		values[i] = quoted(v)
	}
	out.reason = fmt.Sprintf("%q may be all rows, or those where %s is %s; say which is meant", r.q.phrase(r.noun.from, r.noun.to), r.t.Columns[r.noun.column].Label, strings.Join(values[:min(len(values), 4)], " or "))
	return out
}

// rowNamed is the column that a number names a row by: the key, or, where no key has that number, the only column of numbers that does and
// whose numbers all differ. key says that it is the key.
func (r *reader) rowNamed(v string) (column int, key bool) {
	column = -1
	for c := range r.t.Columns {
		if r.hasCell(r.key, v) || r.t.Columns[c].Kind != spar.Number || !r.hasCell(c, v) || r.x.counts[c] < len(r.t.Rows) {
			continue
		}
		if column >= 0 {
			return r.key, true
		}
		column = c
	}
	if column < 0 {
		return r.key, true
	}
	return column, false
}

// leastNumbered is how many rows tell that their numbers rise.
const leastNumbered = 3

// tellsRows reports whether each number of a column is in an order to the one before.
func (r *reader) tellsRows(c int, inOrder func(before, now float64) bool) bool {
	if len(r.t.Rows) < leastNumbered {
		return false
	}
	for i := range r.t.Rows[:min(len(r.t.Rows), sampleRows)] {
		now := r.t.Rows[i].cell(c)
		if now.Kind != spar.Number || i > 0 && !inOrder(r.t.Rows[i-1].cell(c).Number, now.Number) {
			return false
		}
	}
	return true
}
