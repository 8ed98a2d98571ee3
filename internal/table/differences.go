package table

import (
	"iter"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A difference is a column that a plan makes of two others: the first less the second, in days where both are dates.
type difference struct {
	a, b int // columns of the table
	days bool
}

// plain is a difference as its column is labelled.
func (i Item) plain() string { return Item{Labels: i.Labels, Less: i.Less}.String() }

// items gives each item of a plan, to read or to change.
func (p *Plan) items() (list []*Item) {
	for _, conditions := range append([][]Condition{p.Within, p.Where, p.Having}, p.Either...) {
		for i := range conditions {
			list = append(list, &conditions[i].Item)
		}
	}
	list = append(list, &p.Group)
	for i := range p.Select {
		list = append(list, &p.Select[i])
	}
	if p.Order != nil {
		list = append(list, &p.Order.Item)
	}
	for _, it := range list {
		if it.Of != nil {
			list = append(list, it.Of)
		}
	}
	return list
}

// withDifferences gives a table that has the differences of plans as columns behind its own: the table itself where there are none. A
// difference of anything but two columns of numbers, or two of dates, is an error that is spar.Invalid.
func withDifferences(plans []Plan, t *Table) (*Table, error) {
	var list []difference
	var labels []string
	var items []*Item
	for i := range plans {
		items = append(items, plans[i].items()...)
	}
	for _, it := range items {
		if it.Less == "" || slices.Contains(labels, it.plain()) {
			continue
		}
		a, b := t.column(it.Labels[0]), t.column(it.Less)
		if a < 0 {
			return nil, unknown(t, it.Labels[0])
		}
		if b < 0 {
			return nil, unknown(t, it.Less)
		}
		if kind := t.Columns[a].Kind; kind == spar.Text || kind != t.Columns[b].Kind {
			return nil, spar.Errorf(spar.Invalid, "%s is no difference: it takes two columns of numbers, or two of dates", it.plain())
		}
		list, labels = append(list, difference{a, b, t.Columns[a].Kind == spar.Date}), append(labels, it.plain())
	}
	if len(list) == 0 {
		return t, nil
	}
	return t.with(list, labels), nil
}

// with gives a table with columns of differences behind its own.
func (t *Table) with(list []difference, labels []string) *Table {
	base := len(t.Columns)
	out := &Table{Name: t.Name, Locator: t.Locator, Caption: t.Caption, Columns: slices.Clone(t.Columns), Cut: t.Cut, scale: t.scale, differences: list}
	for i, d := range list {
		c := Column{Label: labels[i], Kind: spar.Number}
		switch {
		case d.days:
			c.Unit = "days"
		case t.Columns[d.a].Unit == t.Columns[d.b].Unit:
			c.Unit = t.Columns[d.a].Unit
		}
		out.Columns = append(out.Columns, c)
	}
	out.More = func(columns []int) iter.Seq2[*Row, error] {
		if columns == nil {
			for i := range out.Columns {
				columns = append(columns, i)
			}
		}
		var own []int // the columns to read for these
		for _, c := range columns {
			if c < base {
				own = append(own, c)
			} else {
				own = append(own, list[c-base].a, list[c-base].b)
			}
		}
		slices.Sort(own)
		own = slices.Compact(own)
		return func(yield func(*Row, error) bool) {
			row := Row{Cells: make([]Value, len(out.Columns))}
			for r, err := range t.all(own) {
				if err != nil {
					yield(r, err)
					return
				}
				row.At, row.Group, row.Total = r.At, r.Group, r.Total
				for _, c := range own {
					row.Cells[c] = *r.cell(c)
				}
				for i, d := range list {
					if slices.Contains(columns, base+i) {
						row.Cells[base+i] = d.of(r)
					}
				}
				if !yield(&row, nil) {
					return
				}
			}
			out.Cut = t.Cut // of a streamed table its end shows that
		}
	}
	return out
}

// of gives the difference in a row; a value without text where one of the two is missing, a date is not known to the day, or units differ.
func (d difference) of(r *Row) Value {
	a, b := r.cell(d.a), r.cell(d.b)
	switch {
	case d.days && a.Kind == spar.Date && b.Kind == spar.Date:
		from, ok := b.Day.time()
		to, known := a.Day.time()
		if !ok || !known {
			return Value{}
		}
		n := float64(to.Sub(from) / (24 * time.Hour))
		return Value{Text: number(n), Kind: spar.Number, Number: n}
	case !d.days && a.Kind == spar.Number && b.Kind == spar.Number && (a.Unit == b.Unit || a.Unit == "" || b.Unit == ""):
		n := a.Number - b.Number
		unit := a.Unit
		if unit == "" {
			unit = b.Unit
		}
		return Value{Text: formatted(n), Kind: spar.Number, Number: n, Unit: unit}
	}
	return Value{}
}

// time is a day as a time; ok is false where a part of it is not known.
func (d Day) time() (time.Time, bool) {
	if d.Year == 0 || d.Month == 0 || d.Day == 0 {
		return time.Time{}, false
	}
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC), true
}

// made gives the columns that a column is made of; ok is false for one of the table itself.
func (t *Table) made(column int) (d difference, ok bool) {
	if i := column - (len(t.Columns) - len(t.differences)); i >= 0 && len(t.differences) > 0 {
		return t.differences[i], true
	}
	return difference{}, false
}
