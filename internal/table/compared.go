package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// compared takes two values of one column: which of them has more, and by how much.
func (d *drafter) compared(show, numbers []int) {
	pairs := 0
	for i, a := range d.links {
		for _, b := range d.links[i+1:] {
			if a.column != b.column || len(a.cond) != 1 || len(b.cond) != 1 || a.to > b.from && b.to > a.from || pairs >= 8 {
				continue
			}
			x, y := a, b
			if y.from < x.from {
				x, y = y, x
			}
			v, ok := d.inValues(x, y)
			if !ok {
				continue
			}
			pairs++
			set := []link{x, y}
			key := d.column(x.column)
			key.Fn = x.cond[0].Item.Fn
			where := []Condition{{key, "in", v}}
			with := [][]link{nil}
			for _, l := range d.links[:min(len(d.links), 6)] {
				if l.column != x.column && (l.to <= x.from || l.from >= x.to) && (l.to <= y.from || l.from >= y.to) {
					with = append(with, []link{l})
				}
			}
			for _, more := range with[:min(len(with), 4)] {
				set := append(slices.Clone(set), more...)
				where := slices.Clone(where)
				for _, l := range more {
					where = append(where, l.cond...)
				}
				if d.q.has(orWords) {
					for _, desc := range []bool{true, false} {
						for _, o := range numbers {
							if o != x.column {
								d.add(direction("more of two", "less of two", desc), set, Plan{Where: where, Select: []Item{key}, Order: &Order{d.column(o), desc}, Limit: 1}, x.column, o)
							}
						}
						d.add(direction("later of two", "first of two", desc), set, Plan{Where: where, Select: []Item{key}, Order: &Order{Item{Fn: "row"}, desc}, Limit: 1}, x.column, -1)
						if len(more) == 1 && key.Fn == "" && d.q.has(percentWords) {
							in := Condition{key, "in", v}
							d.add(direction("more percent of two", "less percent of two", desc), set, Plan{Within: []Condition{in}, Where: more[0].cond, Group: key, Select: []Item{key}, Order: &Order{Item{Fn: "percent"}, desc}, Limit: 1}, x.column, -1)
						}
						if !d.t.Columns[x.column].Key && key.Fn == "" {
							d.add(direction("oftener of two", "rarer of two", desc), set, Plan{Where: where, Group: key, Select: []Item{key}, Order: &Order{Item{Fn: "count"}, desc}, Limit: 1}, x.column, -1)
						}
						for _, c := range numbers[:min(len(numbers), 2)] {
							if d.named[c].score >= 0.5 && !d.t.Columns[x.column].Key && key.Fn == "" && d.t.Columns[c].Kind == spar.Number && !d.q.has(averageWords) {
								d.add(direction("more sum of two", "less sum of two", desc), set, Plan{Where: where, Group: key, Select: []Item{key}, Order: &Order{d.fn("sum", c), desc}, Limit: 1}, x.column, c)
							}
							if d.named[c].score >= 0.5 && !d.t.Columns[x.column].Key && key.Fn == "" && d.t.Columns[c].Kind == spar.Number && d.q.has(averageWords) {
								d.add(direction("more average of two", "less average of two", desc), set, Plan{Where: where, Group: key, Select: []Item{key}, Order: &Order{d.fn("average", c), desc}, Limit: 1}, x.column, c)
							}
						}
					}
				}
				if d.q.has(changeWords) {
					for _, c := range numbers {
						if c == x.column {
							d.add("difference self", set, Plan{Where: where, Select: []Item{d.fn("distance", c)}}, -1, c)
							continue
						}
						if d.t.Columns[c].Kind == spar.Number {
							d.add("difference", set, Plan{Where: where, Select: []Item{d.fn("distance", c)}}, -1, c)
							if d.q.has(averageWords) {
								of := d.fn("average", c)
								d.add("difference average", set, Plan{Where: where, Select: []Item{{Fn: "distance", Of: &of}}}, -1, c)
							}
						}
					}
					of := Item{Fn: "count"}
					if !d.t.Columns[x.column].Key {
						d.add("difference count", set, Plan{Where: where, Select: []Item{{Fn: "distance", Of: &of}}}, -1, -1)
					}
				}
				if d.q.has(sumWords) {
					for _, c := range numbers {
						if c != x.column && d.t.Columns[c].Kind == spar.Number {
							d.add("sum of two", set, Plan{Where: where, Select: []Item{d.fn("sum", c)}}, -1, c)
						}
					}
				}
				if d.q.has(ratioWords) {
					for _, c := range numbers {
						if c != x.column && d.t.Columns[c].Kind == spar.Number {
							d.add("ratio", set, Plan{Where: where, Select: []Item{d.fn("ratio", c)}}, -1, c)
						}
					}
				}
			}
		}
	}
}

// inValues gives the whole cells that two links mean.
func (d *drafter) inValues(a, b link) ([]string, bool) {
	var list []string
	if a.cond[0].Item.Fn != b.cond[0].Item.Fn {
		return nil, false
	}
	for _, l := range []link{a, b} {
		c := l.cond[0]
		switch {
		case c.Op == "=":
			list = append(list, c.Values[0])
		case c.Op == "contains":
			// The one cell that has the words.
			cell := ""
			words := tokens(c.Values[0])
			for n := range d.t.Rows[:min(len(d.t.Rows), 2000)] {
				text := d.t.Rows[n].cell(l.column).Text
				if text != cell && containsWords(text, words) {
					if cell != "" {
						return nil, false
					}
					cell = text
				}
			}
			list = append(list, cell)
		default:
			return nil, false
		}
	}
	return list, list[0] != "" && list[1] != "" && list[0] != list[1]
}

// acrossColumns reckons with two or more columns that the question names, in the rows that fit.
func (d *drafter) acrossColumns(numbers []int) {
	var named []int
	for _, c := range numbers {
		if d.named[c].score >= 0.6 {
			named = append(named, c)
		}
	}
	if len(named) < 2 {
		return
	}
	slices.SortFunc(named, func(a, b int) int { return d.named[a].from - d.named[b].from })
	var sets [][]link
	sets = append(sets, nil)
	for _, l := range d.links[:min(len(d.links), 6)] {
		if !slices.Contains(named, l.column) {
			sets = append(sets, []link{l})
		}
	}
	for _, set := range sets {
		for i, a := range named {
			for _, b := range named[i+1:] {
				if d.named[a].from == d.named[b].from && d.named[a].to == d.named[b].to {
					continue
				}
				if d.q.has(changeWords) {
					if p := d.add("column difference", set, Plan{Select: []Item{d.fn("distance", a, b)}}, -1, a); p != nil {
						p.by2 = b
					}
				}
				if d.q.has(sumWords) && len(set) > 0 {
					if p := d.add("column sum", set, Plan{Select: []Item{d.fn("sum", a, b)}}, -1, a); p != nil {
						p.by2 = b
					}
				}
			}
		}
	}
}
