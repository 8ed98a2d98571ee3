package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

var rateWords = wordSet("rate rates percentage percent share quota ratio proportion")

// maxGroupsAsked bounds the values of a column that a question groups by.
const maxGroupsAsked = 2000

// group is the column to group rows by; nil for none.
func (f *former) group() *atom {
	for i := range f.cols {
		a := &f.cols[i]
		if !f.grouping(a.from) || a.to < len(f.q.words) && rateWords[f.q.words[a.to].text] || f.x.counts[a.column] > maxGroupsAsked || a.column == f.key {
			continue
		}
		k := f.t.Columns[a.column].Kind
		if k == spar.Number && (f.super >= 0 || f.x.counts[a.column] > few) {
			continue // in their order
		}
		return a
	}
	if f.super < 0 && !f.has("higher lower more") {
		return nil
	}
	for i := range f.cols { // which department has the most; departments with the most
		a := &f.cols[i]
		if a.column == f.key || f.x.counts[a.column] > few || f.x.counts[a.column] == len(f.t.Rows) || f.t.Columns[a.column].Kind == spar.Number && f.x.counts[a.column] > 12 {
			continue
		}
		if f.super >= a.from && f.super < a.to {
			continue
		}
		front := true
		for j := range a.from {
			w := &f.q.words[j]
			if !(whichWords[w.text] || linking[w.text] || w.isNumber || topWords[w.text] || common[w.text] || neutral[w.text]) || f.isRow(w) || f.inAtom(j) && !w.super {
				front = false
			}
		}
		front = front || a.from > 0 && (f.q.words[a.from-1].text == "which" || f.q.words[a.from-1].text == "what" || a.from > 1 && f.q.words[a.from-1].isNumber && f.q.words[a.from-2].text == "which")
		if !front || len(a.others) > 0 && !a.full {
			continue
		}
		// The row that has the most is asked for its value where a row is named: the department of the oldest employee.
		after := f.q.words[a.to:]
		if f.oftenest() || len(f.cols) >= 2 || slices.ContainsFunc(after, func(w asking) bool {
			return w.text == "number" || w.text == "many" || w.text == "most" || w.text == "fewest" || w.text == "least" || w.text == "percentage" || w.text == "rate" || w.text == "share" || w.text == "headcount" || f.super >= 0 && f.t.Columns[a.column].Kind == spar.Text && (w.text == "people" || f.isRow(&w))
		}) || f.super >= 0 && f.has("slice share proportion portion percentage percent fraction") || a.from > 0 && f.has("frequent common often popular") || f.has("frequent common popular rarest commonest scarcest") {
			if f.oftenest() {
				return a
			}
			if f.averaging() == "" && !f.has("total sum combined overall") && f.rowOf(a) {
				continue
			}
			return a
		}
	}
	return nil
}

func (f *former) rowOf(a *atom) bool {
	measured := slices.ContainsFunc(f.cols, func(o atom) bool {
		return o.column != a.column && (f.t.Columns[o.column].Kind == spar.Number || f.t.Columns[o.column].Kind == spar.Date)
	})
	if !measured || f.has("number many percentage share rate") {
		return false
	}
	// Of many rows with the same value the one with the most says little of the value: which department pays best is no question after a row.
	return f.x.counts[a.column]*repeated > len(f.t.Rows) || slices.ContainsFunc(f.q.words, func(w asking) bool { return f.isRow(&w) })
}

// repeated is how often each value of a column stands in a table, at least, if it names groups of rows.
const repeated = 8

func (f *former) each(p Plan, group *atom) (Plan, string, string) {
	if len(group.others) > 0 && !group.full {
		return p, "", f.unclear(group)
	}
	by := f.column(group.column)
	p.Group = by
	keep := f.cols
	f.cols = slices.DeleteFunc(slices.Clone(f.cols), func(a atom) bool { return a.column == group.column })
	defer func() { f.cols = keep }()
	if f.oftenest() { // the genre borrowed most often: rows are counted, whoever borrowed them
		f.cols = slices.DeleteFunc(f.cols, func(a atom) bool { return !a.full && !f.saysHead(&a) })
	}
	measure, reason := f.measure(true)
	if reason != "" {
		return p, "", reason
	}
	if f.oftenest() && measure != nil {
		return p, "", notClear
	}
	item := Item{Fn: "count"}
	grouped := f.grouping(group.from)
	fn := f.averaging()
	switch {
	case measure == nil && fn != "":
		return p, "", "it is not clear of which column a figure is asked"
	case measure == nil:
	case fn != "":
		item = f.fn(fn, measure.column)
	case f.counting() && !f.saidSum(measure) && f.rowsCounted(measure):
		return p, "", "rows are counted, and it is not clear what for " + f.t.Columns[measure.column].Label + " is named"
	case f.saidSum(measure) || f.counting() || f.super >= 0 && f.q.words[f.super].text == "most" && f.has("brought bring brings sold sell sells earned earn earns generated generate generates raised raise raises collected collect collects billed invoiced spent spend spends racked took turned") || !grouped && f.has("sell sold") && f.isQuantity(measure.column):
		item = f.fn("sum", measure.column)
	case grouped && f.super >= 0:
		item = f.fn(f.direction("max", "min"), measure.column)
	default:
		if f.super >= 0 && f.rest(measure) == "" {
			for _, fn := range []string{"average", "sum"} {
				one := p
				one.Select, one.Order, one.Limit = []Item{by}, &Order{f.fn(fn, measure.column), !f.low}, f.limit
				f.either = append(f.either, one)
			}
		}
		return p, "", "it is not clear whether the sum or the average of " + f.t.Columns[measure.column].Label + " is meant"
	}
	if s := f.rest(measure); s != "" {
		return p, "", s
	}
	if grouped && !(f.super >= 0 && item.Fn != "max" && item.Fn != "min") {
		p.Select = []Item{by, item}
		return p, "each " + item.Fn, ""
	}
	if f.super < 0 { // which gender spends more
		switch {
		case f.has("higher more larger greater bigger older longer"):
		case f.has("lower less fewer smaller younger shorter"):
			f.low = true
		default:
			return p, "", notClear
		}
	}
	if f.super >= 0 && f.q.words[f.super].text == "worst" && item.Fn == "count" {
		f.low = false // the worst has most of a bad thing
	}
	p.Select, p.Order, p.Limit = []Item{by}, &Order{item, !f.low}, f.limit
	return p, f.direction("group most", "group least"), ""
}
