package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// aged is a bound of a year or date: older than 1914 is before it.
func aged(first, last, op string) string {
	turned := map[string]string{">": "<", ">=": "<=", "<": ">", "<=": ">="}
	if first == "older" || first == "younger" || last == "older" || last == "younger" {
		return turned[op]
	}
	return op
}

// boundAround gives the bound of a number that stands around the label of its column, with the first and last of its words: above an age of
// 40, 2 operators or fewer.
func (r *reader) boundAround(at, end int) (op string, from, to int) {
	if a := r.atomOver(end); a != nil && a.from == end && a.values == nil && a.to+2 <= len(r.q.words) {
		if o, ok := behind[r.q.phrase(a.to, a.to+2)]; ok {
			return o, at, a.to + 2
		}
	}
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values != nil || a.taken || a.to >= at || at-a.to > 2 || !r.joins(a.to, at) {
			continue
		}
		begin := a.from
		for begin > 0 && articles[r.q.words[begin-1].text] {
			begin--
		}
		for n := min(3, begin); n >= 1; n-- {
			if o := before[r.q.phrase(begin-n, begin)]; o != "" && o != "=" && !cachedSet("from by since until")[r.q.words[begin-n].text] {
				return o, begin - n, end
			}
		}
	}
	return "", 0, 0
}

// yearsInLabels reports whether the table has columns of figures by year.
func (r *reader) yearsInLabels() bool {
	return slices.ContainsFunc(r.t.Columns, func(c Column) bool { return c.Kind == spar.Number && yearIn.MatchString(c.Label) })
}

// inNamedLabel reports whether a number is one of the label of a column that its sentence names.
func (r *reader) inNamedLabel(i int) bool {
	w := &r.q.words[i]
	return r.inLabels(w) && slices.ContainsFunc(r.atoms, func(a atom) bool {
		return a.values == nil && len(a.others) == 0 && r.q.words[a.from].sentence == w.sentence && slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return l.stem == w.text })
	})
}

// rangeFrom reads the second number of a range that begins at a word and whose first number ends at another: between 4 and 9, 450 kg to 1000.
func (r *reader) rangeFrom(i, end int) (second string, to, from int, ok bool) {
	q := r.q.words
	if end+2 < len(q) && len(r.x.withUnit(q[end].text)) > 0 {
		end++
	}
	if end+1 >= len(q) || !cachedSet("and to until till")[q[end].text] {
		return "", 0, 0, false
	}
	second, to, ok = r.q.value(end + 1)
	if !ok {
		return "", 0, 0, false
	}
	if i > 0 && (q[i-1].text == "between" || q[i-1].text == "from") {
		return second, to, i - 1, true
	}
	return second, to, i, q[end].text != "and" && q[i].isNumber && q[end+1].isNumber && q[i].number < q[end+1].number
}

// othersBehind gives the values that are joined to one by "or", and where the last of them ends.
func (r *reader) othersBehind(to int) (list []string, end int) {
	end = to
	for end+1 < len(r.q.words) && r.q.words[end].text == "or" && !r.used[end+1] {
		v, next, ok := r.q.value(end + 1)
		if !ok {
			break
		}
		list, end = append(list, v), next
	}
	return list, end
}

// hasCell reports whether a column of the first rows has a cell.
func (r *reader) hasCell(c int, text string) bool {
	o := newOperand(text)
	return slices.ContainsFunc(r.t.Rows[:min(len(r.t.Rows), sampleRows)], func(row Row) bool { return equal(row.cell(c), &o) })
}

// onlyAround is the one column of figures, but the key, that has some below and some above a large number; -1 where there is none, or several.
func (r *reader) onlyAround(n float64) int {
	if n < 1000 || n >= 1900 && n <= 2100 && n == float64(int(n)) {
		return -1
	}
	return r.t.only(func(c int, col *Column) bool {
		if col.Kind != spar.Number || col.Unnamed || c == r.key {
			return false
		}
		low, high := false, false
		for i := range r.t.Rows[:min(len(r.t.Rows), sampleRows)] {
			if v := r.t.Rows[i].cell(c); v.Kind == spar.Number {
				low, high = low || v.Number < n, high || v.Number > n
			}
		}
		return low && high
	})
}

// only is the one column that fits; -1 where there is none, or several.
func (t *Table) only(fits func(c int, col *Column) bool) int {
	found := -1
	for c := range t.Columns {
		switch {
		case !fits(c, &t.Columns[c]):
		case found >= 0:
			return -1
		default:
			found = c
		}
	}
	return found
}

func isDate(_ int, c *Column) bool { return c.Kind == spar.Date }

// ageColumn is the column of ages; -1 where there is none.
func (r *reader) ageColumn() int {
	return slices.IndexFunc(r.labels, func(l []labelled) bool { return len(l) == 1 && l[0].stem == "age" })
}

// figureNamed reports whether the question names a column of figures that no condition has.
func (r *reader) figureNamed() bool {
	return slices.ContainsFunc(r.atoms, func(a atom) bool {
		return a.values == nil && !a.taken && a.column != r.key && r.t.Columns[a.column].Kind == spar.Number
	})
}

// atomBefore is the name of a column that ends at a word.
func (r *reader) atomBefore(to int) *atom {
	for i := range r.atoms {
		if a := &r.atoms[i]; a.to == to && a.values == nil {
			return a
		}
	}
	return nil
}

// yearColumn is the column of years, else the one of dates; -1 where there is none, or several.
func (r *reader) yearColumn() int {
	for i, c := range r.t.Columns {
		if c.Kind == spar.Number && len(r.labels[i]) == 1 && r.labels[i][0].stem == "year" {
			return i
		}
	}
	return r.t.only(isDate)
}

// behindRow reports whether the words before a place name a row: employee, employee number, number.
func (r *reader) behindRow(at int) bool {
	for i := at - 1; i >= max(0, at-3); i-- {
		switch w := &r.q.words[i]; {
		case r.isRow(w):
			return true
		case w.text == "number" || w.text == "no" || w.text == "nr" || w.text == "id" || w.text == "#" || w.text == "with" || w.text == "numbered" || w.text == "the":
			if r.used[i] = true; w.text == "id" || w.text == "#" {
				return true
			}
			continue
		}
		return false
	}
	return false
}

// columnOf finds the column of a number: the nearest one named beside it.
func (r *reader) columnOf(from, to, at int, weak bool) (int, *atom) {
	var found *atom
	best := 99
	for i := range r.atoms {
		a := &r.atoms[i]
		kind := r.t.Columns[a.column].Kind
		if a.values != nil || a.taken || kind != spar.Number && kind != spar.Date || r.isFlag(a.column) {
			continue
		}
		if a.from >= from && a.to <= at && r.untimely(a, to) {
			continue
		}
		if weak && r.q.words[a.from].sentence != r.q.words[at].sentence {
			continue
		}
		d := gap(a.from, a.to, from, to)
		if d < 0 {
			d = 0
		}
		most := 3
		if weak {
			most = 0
			if a.to <= from && from-a.to <= 3 && r.joins(a.to, from) {
				d, most = 0, 3
			}
		}
		switch {
		case a.from >= to && weak:
			if d++; d == 1 {
				most = 1
			} else if d <= 3 && r.rates(to, a.from) {
				d, most = 2, 2 // rated 4 for performance
			}
		case a.to <= from && !weak && !r.joins(a.to, from): // "35 years at the company": rather right behind than before
			d += 2
		}
		if a.column == r.key && !weak && (a.from >= to || !r.joins(a.to, from)) {
			continue
		}
		if a.from >= to && r.anotherBetween(to, a.from) || a.to <= from && r.anotherBetween(a.to, from) {
			continue
		}
		if d <= most && d < best {
			best, found = d, a
		}
	}
	if found == nil {
		return -1, nil
	}
	return found.column, found
}

// untimely reports whether a comparative that is taken for a length or a distance bounds a time: longer than five years.
func (r *reader) untimely(a *atom, to int) bool {
	times := cachedSet("year years yr yrs month months day days week weeks hour hours minute minutes")
	return (times[r.q.words[to-1].text] || to < len(r.q.words) && times[r.q.words[to].text]) &&
		slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return l.stem == "distanc" || l.stem == "length" })
}

// rates reports whether only small words stand between a mark and its subject.
func (r *reader) rates(from, to int) bool {
	for _, w := range r.q.words[from:to] {
		if !cachedSet("for as in on the their of")[w.text] {
			return false
		}
	}
	return from < to
}

// joins reports whether the words between a label and its value are such as stand there.
func (r *reader) joins(from, to int) bool {
	for i := from; i < to; i++ {
		switch r.q.words[i].text {
		case "of", "is", "are", "was", "equal", "equals", "to", "at", "exactly", "level", "the", "a", "value", "with", "score", "grade", "full", "only", "about", "just", "as":
		default:
			return false
		}
	}
	return true
}

func (r *reader) anotherBetween(from, to int) bool {
	for _, a := range r.atoms {
		if a.from >= from && a.to <= to {
			return true
		}
	}
	for i := from; i < to; i++ {
		if w := &r.q.words[i]; w.isNumber || w.text == "and" || w.text == "who" {
			return true
		}
	}
	return false
}
