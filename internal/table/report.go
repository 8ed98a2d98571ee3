package table

import (
	"slices"
	"strconv"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var yearWord = pattern.New(`\b((?:19|20)\d\d)\b`)

// reported reckons over the years of a report: tables whose columns are years and whose rows have names. The later year comes first, as
// a change is from the earlier to the later one.
func (d *drafter) reported() {
	years := map[int]int{} // columns
	var columns []int
	for i, c := range d.t.Columns {
		if m := yearWord.FindAllString(c.Label, -1); len(m) > 0 && i != d.t.naming() {
			y, _ := strconv.Atoi(m[len(m)-1])
			if _, twice := years[y]; !twice {
				years[y] = i
				columns = append(columns, y)
			}
		}
	}
	if len(columns) == 0 {
		return
	}
	slices.SortFunc(columns, func(a, b int) int { return b - a })
	var asked []int // years of the question that the table has, the latest first
	for _, w := range d.q.words {
		if _, ok := years[int(w.number)]; ok && w.isNumber && !slices.Contains(asked, int(w.number)) {
			asked = append(asked, int(w.number))
		}
	}
	slices.SortFunc(asked, func(a, b int) int { return b - a })
	ends := asked
	if len(ends) != 2 && len(columns) >= 2 {
		ends = columns[:2]
	}
	named := asked
	if len(named) < 2 {
		named = columns
	}
	rows := 0
	for _, l := range d.links {
		if len(l.cond) != 1 || d.t.Columns[l.column].Kind != spar.Text || rows >= 8 {
			continue
		}
		rows++
		set := []link{l}
		if len(ends) == 2 {
			a, b := years[ends[0]], years[ends[1]]
			for _, form := range []struct{ op, fn string }{{"change", "difference"}, {"change percent", "growth"}, {"change ratio", "ratio"}} {
				if form.fn == "ratio" && !d.q.has(ratioWords) || form.fn == "growth" && !d.q.has(growthWords) {
					continue
				}
				d.years(form.op, set, d.fn(form.fn, a, b), a, b)
			}
		}
		if len(named) >= 2 {
			var list []int
			for _, y := range named {
				list = append(list, years[y])
			}
			if d.q.has(averageWords) {
				d.years("average years", set, d.fn("average", list...), list[0], list[1])
			}
			if d.q.has(sumWords) {
				d.years("sum years", set, d.fn("sum", list...), list[0], list[1])
			}
		}
		for _, y := range asked {
			d.years("cell of year", set, Plan{Select: []Item{d.column(years[y])}}.Select[0], years[y], -1)
		}
		// Two rows of one year.
		for _, m := range d.links {
			if m.column != l.column || m.from < l.to || len(m.cond) != 1 {
				continue
			}
			v, ok := d.inValues(l, m)
			if !ok {
				continue
			}
			for _, y := range columns[:min(len(columns), 3)] {
				if len(asked) > 0 && !slices.Contains(asked, y) {
					continue
				}
				c := years[y]
				for _, form := range []struct{ op, fn string }{{"sum rows", "sum"}, {"average rows", "average"}, {"difference rows", "difference"}, {"ratio rows", "ratio"}} {
					p := Plan{Where: []Condition{{d.column(l.column), "in", v}}, Select: []Item{d.fn(form.fn, c)}}
					if s := d.add(form.op, []link{l, m}, p, -1, c); s != nil {
						s.year = y
					}
				}
			}
		}
	}
}

func (d *drafter) years(op string, set []link, it Item, a, b int) {
	if p := d.add(op, set, Plan{Select: []Item{it}}, -1, a); p != nil {
		p.by2, p.year = b, 1
	}
}

// coverYears marks the years of a question that the labels of the plan's columns have.
func (d *draft) coverYears(q *asked, t *Table, covered []bool) (all bool) {
	all = true
	for i, w := range q.words {
		if !w.isNumber || w.number < 1900 || w.number > 2099 {
			continue
		}
		found := false
		for _, it := range d.plan.Select {
			for _, l := range it.Labels {
				found = found || slices.Contains(yearWord.FindAllString(l, -1), w.text)
			}
		}
		covered[i] = covered[i] || found
		all = all && found
	}
	return all
}
