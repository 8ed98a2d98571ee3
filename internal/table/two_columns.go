package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// Questions about two columns of one row: delivered after it was due, the days from order to delivery, how many were late. The difference
// of the two becomes a column of its own, which the rest of the reader takes as any other.

// A relation is two columns that a question sets against each other, with the words that do so.
type relation struct {
	difference
	from, to int
	op       string // how the difference stands to 0; "" where it is a figure itself
	used     []int  // words beside these that it explains
}

// betweenColumns are words that may stand between the names of two columns that are compared.
var betweenColumns = wordSet("it they that those one actually already date dates day time its their the a was were is are had has have been lies lie lay fell falls came comes got in on of at")

// comparesColumns gives how words between the names of two columns compare them: after, later than, more than.
func (r *reader) comparesColumns(from, to int) string {
	op := ""
	for i := from; i < to; i++ {
		if w := &r.q.words[i]; betweenColumns[w.text] {
			continue
		}
		found := ""
		for n := 2; n >= 1 && found == ""; n-- {
			if i+n <= to {
				if o := before[r.q.phrase(i, i+n)]; (o == ">" || o == "<") && op == "" {
					found, i = o, i+n-1
				}
			}
		}
		if found == "" {
			return ""
		}
		op = found
	}
	return op
}

// onlyBetween reports whether between two places stand one of some words, and else only such as stand between the names of two columns.
func (r *reader) onlyBetween(from, to int, words string) bool {
	found := false
	for i := from; i < to; i++ {
		switch w := r.q.words[i].text; {
		case !found && cachedSet(words)[w]:
			found = true
		case !betweenColumns[w]:
			return false
		}
	}
	return found
}

// differ reports whether the difference of two columns has a meaning: both are dates, or numbers whose units are not known to be others.
func (r *reader) differ(a, b int) bool {
	x, y := r.t.Columns[a], r.t.Columns[b]
	if a == b || x.Kind != y.Kind || x.Kind == spar.Text || r.x.yearly[a] || r.x.yearly[b] {
		return false
	}
	return x.Kind == spar.Date || r.x.units[a] == r.x.units[b] || r.x.units[a] < 0 || r.x.units[b] < 0
}

// mostly orders two columns so that their difference is seldom below 0.
func (r *reader) mostly(a, b int) difference {
	d := difference{a, b, r.t.Columns[a].Kind == spar.Date}
	above, below := d.signs(r.t)
	if below > above {
		d.a, d.b = b, a
	}
	return d
}

// signs counts the positive and the negative differences in the first rows.
func (d difference) signs(t *Table) (above, below int) {
	for n := range t.Rows[:min(len(t.Rows), sampleRows)] {
		if v := d.of(&t.Rows[n]); v.Text != "" && v.Number > 0 {
			above++
		} else if v.Text != "" && v.Number < 0 {
			below++
		}
	}
	return above, below
}

// relations finds the statements of a question about two columns of one row.
func (r *reader) relations() (list []relation) {
	var named []*atom
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values == nil && !r.isFlag(a.column) && a.column != r.key && r.t.Columns[a.column].Kind != spar.Text && (len(a.others) == 0 || a.full) {
			named = append(named, a)
		}
	}
	q := r.q.words
	days := r.q.has(cachedSet("days day long time wait waits waited"))
	for i := 0; i+1 < len(named); i++ {
		a, b := named[i], named[i+1]
		if !r.differ(a.column, b.column) || q[a.from].sentence != q[b.from].sentence || b.to < len(q) && (q[b.to].isNumber || month(q[b.to].text) > 0) {
			continue
		}
		d := difference{a.column, b.column, r.t.Columns[a.column].Kind == spar.Date}
		start := a.from
		for start > 0 && (articles[q[start-1].text] || q[start-1].text == "its" || q[start-1].text == "their") {
			start--
		}
		first := ""
		if start > 0 {
			first = q[start-1].text
		}
		switch {
		case r.comparesColumns(a.to, b.from) != "":
			list = append(list, relation{difference: d, from: a.from, to: b.to, op: r.comparesColumns(a.to, b.from)})
		case cachedSet("more higher greater larger later longer")[first] && r.onlyBetween(a.to, b.from, "than"):
			list = append(list, relation{difference: d, from: start - 1, to: b.to, op: ">"})
		case cachedSet("less fewer lower smaller earlier shorter")[first] && r.onlyBetween(a.to, b.from, "than"):
			list = append(list, relation{difference: d, from: start - 1, to: b.to, op: "<"})
		case r.onlyBetween(a.to, b.from, "minus"):
			list = append(list, relation{difference: d, from: a.from, to: b.to})
		case first == "between" && r.onlyBetween(a.to, b.from, "and") && (d.days && (days || !r.q.has(cachedSet("weeks months years"))) || r.q.has(cachedSet("difference gap"))):
			list = append(list, relation{difference: r.mostly(a.column, b.column), from: start - 1, to: b.to})
		case d.days && days && r.onlyBetween(a.to, b.from, "to until till"):
			if first == "from" {
				start--
			}
			list = append(list, relation{difference: difference{b.column, a.column, true}, from: start, to: b.to})
		default:
			continue
		}
		if m := &list[len(list)-1]; m.to < len(q) && cachedSet("date day time")[q[m.to].text] && !r.inAtom(m.to) {
			m.to++ // after the due date
		}
		i++
	}
	if len(list) == 0 {
		list = r.late()
	}
	for n := range list {
		if m := &list[n]; m.op == "" {
			for i := range q { // words for the quantity measured: the days, how long
				if (i < m.from || i >= m.to) && !r.inAtom(i) && cachedSet("days day long time wait waits waited elapsed passed pass lie lay went difference gap")[q[i].text] && !(i > 0 && q[i-1].isNumber) {
					m.used = append(m.used, i)
				}
			}
		}
	}
	return list
}

// late reads "late" and "on time" as the relation of a date of completion to a due date. The due date is the only column of dates with such
// a label; the other date is the only one that sometimes falls after it.
func (r *reader) late() []relation {
	at, op, to := -1, ">", 0
	q := r.q.words
	for i := range q {
		if r.inAtom(i) || r.inLabels(&q[i]) {
			continue
		}
		switch {
		case (q[i].text == "late" || q[i].text == "overdue") && len(r.x.words[q[i].stem]) == 0:
			at, to = i, i+1
		case q[i].text == "time" && i > 0 && (q[i-1].text == "on" || q[i-1].text == "in"):
			at, op, to = i-1, "<=", i+1
		}
	}
	if at < 0 {
		return nil
	}
	due, done := -1, -1
	for c := range r.t.Columns {
		if r.t.Columns[c].Kind == spar.Date && slices.ContainsFunc(r.labels[c], func(l labelled) bool { return cachedSet("due deadlin target plan expect promis schedul")[l.stem] }) {
			if due >= 0 {
				return nil
			}
			due = c
		}
	}
	if due < 0 {
		return nil
	}
	for c := range r.t.Columns {
		if c == due || r.t.Columns[c].Kind != spar.Date {
			continue
		}
		if above, _ := (difference{c, due, true}).signs(r.t); above > 0 {
			if done >= 0 {
				return nil
			}
			done = c
		}
	}
	if done < 0 {
		return nil
	}
	m := relation{difference: difference{done, due, true}, from: at, to: to, op: op}
	for i := range r.atoms { // delivered late
		if a := &r.atoms[i]; a.values == nil && (a.column == done || a.column == due) && (a.to == at || a.from == to) {
			m.from, m.to = min(m.from, a.from), max(m.to, a.to)
		}
	}
	if op == ">" && at > 0 && (q[at-1].text == "days" || q[at-1].text == "how") {
		m.op, m.from = "", min(m.from, at-1)
	}
	if m.op != "" && m.from > 0 && deny[q[m.from-1].text] {
		m.from--
		m.op = map[string]string{">": "<=", "<=": ">"}[m.op]
	}
	return []relation{m}
}

// related gives a question with its relations, and the table that has their differences as columns; ok is false where it has none.
func (r *reader) related() (asked, *Table, *index, bool) {
	list := r.relations()
	if len(list) == 0 {
		return *r.q, r.t, r.x, false
	}
	q, base := *r.q, len(r.t.Columns)
	var made []difference
	var labels []string
	for _, m := range list {
		c := slices.Index(made, m.difference)
		if c < 0 {
			c = len(made)
			made = append(made, m.difference)
			labels = append(labels, Item{Labels: []string{r.t.Columns[m.a].Label}, Less: r.t.Columns[m.b].Label}.plain())
		}
		a := atom{from: m.from, to: m.to, column: base + c, words: m.to - m.from, full: true, all: true, strength: 2, spoken: true, taken: m.op != ""}
		q.known = append(q.known, a)
		if m.op != "" {
			cond := Condition{Item{Labels: []string{labels[c]}}, m.op, []string{"0"}}
			q.compared = append(q.compared, said{cond: []Condition{cond}, column: base + c, from: m.from, to: m.to})
		}
		q.spent = append(q.spent, m.used...)
	}
	t := r.t.with(made, labels)
	for n := range r.t.Rows[:min(len(r.t.Rows), sampleRows)] {
		row := r.t.Rows[n]
		row.Cells = slices.Clone(row.Cells)
		for _, d := range made {
			row.Cells = append(row.Cells, d.of(&r.t.Rows[n]))
		}
		t.Rows = append(t.Rows, row)
	}
	return q, t, r.x.with(r.t, made), true
}

// with gives the index of a table with columns of differences behind its own. Only the relations that they were made for name these.
func (x *index) with(t *Table, list []difference) *index {
	out := &index{labels: slices.Clone(x.labels), joined: slices.Clone(x.joined), values: x.values, words: x.words, counts: slices.Clone(x.counts), flags: x.flags, units: slices.Clone(x.units), short: x.short,
		blank: slices.Clone(x.blank), none: slices.Clone(x.none), yearly: slices.Clone(x.yearly), persons: slices.Clone(x.persons), coded: slices.Clone(x.coded), clocks: slices.Clone(x.clocks)}
	for _, d := range list {
		unit := max(x.units[d.a], x.units[d.b])
		if d.days {
			unit = unitsOf("days")[0]
		}
		out.labels, out.joined, out.counts, out.units = append(out.labels, nil), append(out.joined, ""), append(out.counts, len(t.Rows)), append(out.units, unit)
		out.blank, out.none, out.yearly = append(out.blank, 0), append(out.none, nil), append(out.yearly, false)
		out.persons, out.coded, out.clocks = append(out.persons, false), append(out.coded, false), append(out.clocks, false)
	}
	return out
}

// spelled writes the columns of a plan that were made for a question as the differences that they are.
func (t *Table) spelled(p Plan) Plan {
	if len(t.differences) == 0 {
		return p
	}
	base := len(t.Columns) - len(t.differences)
	for _, it := range p.items() {
		for i, d := range t.differences {
			if len(it.Labels) == 1 && it.Labels[0] == t.Columns[base+i].Label {
				it.Labels, it.Less = []string{t.Columns[d.a].Label}, t.Columns[d.b].Label
			}
		}
	}
	return p
}

// besideRelations are the atoms that no relation of the question has.
func (r *reader) besideRelations(list []atom) []atom {
	return slices.DeleteFunc(list, func(a atom) bool {
		return slices.ContainsFunc(r.q.known, func(b atom) bool { return a.from < b.to && b.from < a.to }) || a.unit && len(r.q.known) > 0 && slices.Contains(r.q.spent, a.from)
	})
}
