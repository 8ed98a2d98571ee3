package table

import (
	"fmt"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// numbers makes conditions of numbers: keys, bounds and values.
func (r *reader) numbers() string {
	q := r.q
	for i := 0; i < len(q.words); i++ {
		if r.used[i] {
			continue
		}
		v, end, ok := q.value(i)
		if !ok || q.words[i].text == "one" && end == i+1 && !(i > 1 && before[q.phrase(i-2, i)] != "" && end < len(q.words) && unitWords[q.words[end].text]) || r.isLimit(i) {
			continue
		}
		if r.inNamedLabel(i) {
			r.used[i] = true
			continue // the 2024 of Honey 2024
		}
		op, from, to := "", i, end
		for n := 3; n >= 1 && op == ""; n-- {
			if i >= n {
				if o, ok := before[q.phrase(i-n, i)]; ok && o != "" {
					op, from = o, i-n
				}
			}
		}
		weak := op == "" || op == "=" || q.words[from].text == "from" || q.words[from].text == "by" || q.words[from].text == "of"
		// Behind a bound, "or older" begins the next one: younger than 30 or older than 60.
		if n := min(len(q.words), end+2); weak && (n == end+2 || end+1 == len(q.words)) {
			for k := 2; k >= 1; k-- {
				if end+k <= len(q.words) {
					if o, ok := behind[q.phrase(end, end+k)]; ok {
						op, to, weak = o, end+k, false
						break
					}
				}
			}
		}
		second := ""
		if v2, end2, begin, ok := r.rangeFrom(i, end); ok {
			second, to, from, weak = v2, end2, begin, false
		}
		// The unit stands before the bound: three times or more.
		if to < len(q.words) && weak && unitWords[q.words[to].text] && to+3 <= len(q.words) && !r.used[to] {
			if o, ok := behind[q.phrase(to+1, to+3)]; ok {
				op, to, weak = o, to+3, false
			}
		}
		if weak {
			if o, start, stop := r.boundAround(i, end); o != "" {
				op, from, to, weak = o, start, stop, false
			}
		}
		if (weak || op == ">=") && to < len(q.words) && (q.words[to].text == "onwards" || q.words[to].text == "onward") {
			op, weak = ">=", false
			to++
		}
		if weak {
			op = "="
		}
		units := false
		byUnit := -1
		for to < len(q.words) && (unitWords[q.words[to].text] || len(r.x.withUnit(q.words[to].text)) > 0) && !r.used[to] && !units {
			byUnit = r.byUnit(q.words[to].text)
			r.used[to] = true
			to++
			units = true
		}
		for k := from; k < to; k++ {
			r.used[k] = true
		}
		start := from
		if weak {
			start = i // "in 2008" is no value of the words before it, "of 4" is
		}
		column, label := r.columnOf(start, to, i, weak)
		if column >= 0 && newOperand(v).Kind == spar.Date && r.t.Columns[column].Kind != spar.Date {
			column, label = -1, nil // the rain from March to May
		}
		if byUnit >= 0 && (label == nil || !label.full || r.x.units[column] >= 0 && r.x.units[column] != r.x.units[byUnit]) {
			column, label = byUnit, r.namedBeside(byUnit)
		}
		var others []string
		if weak && !units && (column < 0 || label != nil && !label.full) { // 2 or 3 support calls
			if list, last := r.othersBehind(to); len(list) > 0 {
				if c, a := r.columnOf(last, last, i, weak); c >= 0 && a.from == last {
					column, label, others = c, a, list
					for k := to; k < last; k++ {
						r.used[k] = true
					}
					to = last
				}
			}
		}
		if column >= 0 && weak && !units && second == "" && r.isDay(i, v) && !r.x.yearly[column] && r.t.Columns[column].Kind == spar.Number && !r.hasCell(column, v) && !(r.key >= 0 && r.hasCell(r.key, v) && (r.behindRow(from) || i > 0 && q.words[i-1].text == "of" && (end == len(q.words) || auxiliary[q.words[end].text] || whichWords[q.words[end].text]))) {
			if column, label = r.yearColumn(), nil; column < 0 || r.yearsInLabels() { // the fees of 2024
				return fmt.Sprintf("it is not clear of which column %s is a value", q.phrase(i, end))
			}
		}
		key := false
		if weak && !units && len(others) == 0 && r.key >= 0 && (column < 0 || label != nil && label.from >= to && !(label.from == to && from > 0 && q.words[from-1].text == "with")) && (r.behindRow(from) || from > 0 && cachedSet("number no nr # id")[q.words[from-1].text] && r.hasCell(r.key, v)) {
			label = nil
			column, key = r.rowNamed(v)
		}
		if column < 0 && weak { // released in 2010
			if a := r.atomBefore(i - 1); a != nil && i > 0 && cachedSet("in on during")[q.words[i-1].text] && r.t.Columns[a.column].Kind == spar.Date && !a.taken {
				column, label = a.column, a
			}
		}
		if column < 0 && !weak && to < len(q.words) && cachedSet("but and")[q.words[to].text] { // at least 450 but at most 1000 kilos
			for k := to + 1; k < min(to+6, len(q.words)-1) && column < 0; k++ {
				if q.words[k].isNumber && !r.used[k] {
					if column = r.byUnit(q.words[k+1].text); column < 0 {
						if a := r.atomOver(k + 1); a != nil && a.values == nil && a.from == k+1 && r.t.Columns[a.column].Kind == spar.Number {
							column = a.column
						}
					}
				}
			}
		}
		if column < 0 && !units && r.isDay(i, v) {
			column, label = r.dateNamed(i)
		}
		if column < 0 && newOperand(v).Kind == spar.Date {
			if column = r.dateColumn(); column < 0 {
				return fmt.Sprintf("it is not clear of which column %s is a value", q.phrase(i, end))
			}
		}
		if column < 0 && q.words[i].number >= 1000 && q.words[i].number < 3000 && q.words[i].number == float64(int(q.words[i].number)) {
			column = r.yearColumn()
		}
		if column < 0 && !weak && r.people && !r.figureNamed() && !(from > 0 && cachedSet("for since with has have")[q.words[from-1].text] && units) && (op != "=" || second != "") {
			column = r.ageColumn()
		}
		if column < 0 && !weak && units && r.people && from > 0 && (r.isRow(&q.words[from-1]) || cachedSet("person persons people those anyone everyone everybody somebody men women ones who")[q.words[from-1].text]) {
			column = r.ageColumn() // a person under 30 years
		}
		if j := i - 1; column < 0 && weak && r.people && j > 0 {
			if q.words[j].text == "exactly" || q.words[j].text == "just" {
				j--
			}
			if j > 0 && (q.words[j].text == "is" || q.words[j].text == "are") && (q.words[j-1].text == "who" || r.isRow(&q.words[j-1])) {
				column = r.ageColumn() // who is 60
			}
		}
		if column < 0 && !weak && second == "" {
			column = r.onlyAround(q.words[i].number)
		}
		if first := q.words[0].text; column < 0 && weak && !units && r.key >= 0 && (i == 1 && auxiliary[first] || i > 1 && cachedSet("is does did was has")[q.words[i-1].text] && whichWords[first] || i > 1 && cachedSet("is does did was has")[q.words[i-1].text] && r.inAtom(i-2)) && r.hasCell(r.key, v) {
			column, key = r.key, true // is 1024 a leaver
		}
		if column < 0 {
			return fmt.Sprintf("it is not clear of which column %s is a value", q.phrase(i, end))
		}
		if op == "=" && !units && second == "" && column >= 0 && column != r.key && r.key >= 0 && !r.hasCell(column, v) && r.hasCell(r.key, v) {
			column, label, key = r.key, nil, true // the job level of 305
		}
		if label != nil {
			if len(label.others) > 0 && !label.full {
				return r.unclear(label)
			}
			label.taken = true
		}
		if op == "=" && second == "" && column != r.key && r.x.yearly[column] && label == nil && r.t.More == nil && len(r.t.Rows) <= sampleRows && !r.hasCell(column, v) {
			return fmt.Sprintf("it is not clear of which column %s is a value", q.phrase(i, end)) // a year that no row has
		}
		it := Item{Labels: []string{r.t.Columns[column].Label}}
		o := newOperand(v)
		if r.t.Columns[column].Kind == spar.Date || r.x.yearly[column] {
			op = aged(q.words[from].text, q.words[to-1].text, op)
		}
		if r.t.Columns[column].Kind == spar.Date && o.Kind == spar.Number {
			if o.Number < 1000 || o.Number > 2999 {
				return fmt.Sprintf("it is not clear of which column %s is a value", q.phrase(i, end))
			}
			it.Fn = "year"
		}
		c := said{cond: []Condition{{it, op, []string{v}}}, column: column, from: from, to: to, key: it.Fn == "" && (key || column == r.key && op == "=" && (o.Kind != spar.Date || o.Day.Day > 0))}
		if second != "" {
			c.cond = []Condition{{it, ">=", []string{v}}, {it, "<=", []string{second}}}
		}
		if second == "" && op == "=" && it.Fn == "" { // 1 or 2
			for to+1 < len(q.words) && (q.words[to].text == "or" || q.words[to].text == "and") && label != nil && label.to <= from {
				more, end, ok := q.value(to + 1)
				if !ok || r.used[to+1] {
					break
				}
				c.cond[0].Op, c.cond[0].Values = "in", append(c.cond[0].Values, more)
				for k := to; k < end; k++ {
					r.used[k] = true
				}
				to, c.to, c.key = end, end, false
			}
		}
		if len(others) > 0 {
			c.cond[0].Op, c.cond[0].Values, c.key = "in", append(c.cond[0].Values, others...), false
		}
		r.conds = append(r.conds, c)
		i = to - 1
	}
	return ""
}

// aged is a bound of a year or date: older than 1914 is before it.
func aged(first, last, op string) string {
	turned := map[string]string{">": "<", ">=": "<=", "<": ">", "<=": ">="}
	if first == "older" || first == "younger" || last == "older" || last == "younger" {
		return turned[op]
	}
	return op
}

// boundAround gives the bound of a number that stands around the label of its column, with the words from which to which it goes: above an
// age of 40, 2 operators or fewer.
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
	for n := range r.t.Rows[:min(len(r.t.Rows), sampleRows)] {
		if equal(r.t.Rows[n].cell(c), &o) {
			return true
		}
	}
	return false
}

// onlyAround is the one column of figures, but the key, that has some below and some above a large number; -1 where there is none, or several.
func (r *reader) onlyAround(n float64) int {
	found := -1
	if n < 1000 || n >= 1900 && n <= 2100 && n == float64(int(n)) {
		return -1
	}
	for c := range r.t.Columns {
		if r.t.Columns[c].Kind != spar.Number || c == r.key || r.t.Columns[c].Unnamed {
			continue
		}
		low, high := false, false
		for i := range r.t.Rows[:min(len(r.t.Rows), sampleRows)] {
			if v := r.t.Rows[i].cell(c); v.Kind == spar.Number {
				low, high = low || v.Number < n, high || v.Number > n
			}
		}
		if low && high {
			if found >= 0 {
				return -1
			}
			found = c
		}
	}
	return found
}

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
	found := -1
	for i, c := range r.t.Columns {
		if c.Kind == spar.Number && len(r.labels[i]) == 1 && r.labels[i][0].stem == "year" {
			return i
		}
	}
	for i, c := range r.t.Columns {
		if c.Kind == spar.Date {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// dateColumn is the one column of dates; -1 where there is none, or several.
func (r *reader) dateColumn() int {
	found := -1
	for i, c := range r.t.Columns {
		if c.Kind == spar.Date {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
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
