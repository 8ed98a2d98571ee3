package table

import (
	"slices"
	"strings"
)

// twoOf finds two conditions on one column that a question compares.
func (f *former) twoOf() (a, b said, ok bool) {
	if !f.comparing() || f.has("together combined altogether") && !f.has("or than difference") {
		return
	}
	for i, x := range f.conds {
		for _, y := range f.conds[i+1:] {
			if x.column == y.column && len(x.cond) == 1 && len(y.cond) == 1 && x.cond[0].Op == "=" && y.cond[0].Op == "=" && x.cond[0].Values[0] != y.cond[0].Values[0] {
				return x, y, true
			}
		}
	}
	return
}

// twoRows is by how much the figure of one row that is named is more than that of another.
func (f *former) twoRows() (Plan, bool) {
	if len(f.conds) != 2 || !f.conds[0].key || !f.conds[1].key || !(f.how("much") || f.how("many") || f.has("difference differ minus gap")) || f.super >= 0 {
		return Plan{}, false
	}
	a, b := f.conds[0].cond[0], f.conds[1].cond[0]
	measure, reason := f.measure(false)
	if reason != "" || measure == nil || measure.column == f.key || f.rest(measure) != "" || a.Op != "=" || b.Op != "=" || a.Values[0] == b.Values[0] {
		return Plan{}, false
	}
	fn := "distance"
	if f.has("minus") {
		fn = "difference"
	}
	return Plan{Where: []Condition{{a.Item, "in", []string{a.Values[0], b.Values[0]}}}, Select: []Item{f.fn(fn, measure.column)}}, true
}

// comparing reports whether the question weighs two values against each other. "A or B" alone takes rows of either: "the highest spend in
// the South or the North East" is one figure.
func (f *former) comparing() bool {
	superlative := false
	for i, w := range f.q.words {
		if f.inBound(i) {
			continue
		}
		switch {
		case (highWords[w.text] || lowWords[w.text]) && !strings.HasSuffix(w.text, "er") && w.text != "more" && w.text != "less":
			superlative = superlative || comparatives[w.text]
		case comparatives[w.text] || differWords[w.text] || w.text == "vs" || w.text == "versus" || w.text == "compare" || w.text == "compared" || f.isComparative(&w):
			return true
		}
	}
	return superlative && !f.eachSide() && (!f.has("or") || !cachedSet("what how give show list find")[f.q.words[0].text])
}

// isComparative reports whether a word compares two. Nouns end as adjectives do (order, number), so that one that is not known needs a
// "than" or a "which".
func (f *former) isComparative(w *asking) bool {
	if !w.super || !strings.HasSuffix(w.text, "er") || common[w.text] || f.isRow(w) {
		return false
	}
	return highWords[w.text] || lowWords[w.text] || f.has("than or")
}

// joinAlternatives takes two values of one column for "either".
func (f *former) joinAlternatives(p *Plan) { p.Where = either(p.Where) }

func either(list []Condition) []Condition {
	var out []Condition
	for _, c := range list {
		i := slices.IndexFunc(out, func(o Condition) bool {
			return o.Item.String() == c.Item.String() && (o.Op == "=" || o.Op == "in") && (c.Op == "=" || c.Op == "in")
		})
		if i < 0 {
			out = append(out, c)
			continue
		}
		if out[i].String() != c.String() {
			values := slices.Clone(out[i].Values)
			for _, v := range c.Values {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			if out[i].Values = values; len(values) > 1 {
				out[i].Op = "in"
			}
		}
	}
	return out
}

// compared says which of two values has more of something, or by how much.
func (f *former) compared(a, b said) (Plan, string, string) {
	key := a.cond[0].Item
	in := Condition{key, "in", []string{a.cond[0].Values[0], b.cond[0].Values[0]}}
	var rest []Condition
	for _, c := range f.conds {
		if c.column != a.column {
			rest = append(rest, c.cond...)
		}
	}
	measure, reason := f.measure(false)
	if reason != "" {
		return Plan{}, "", reason
	}
	item := Item{Fn: "count"}
	share := f.has("percent percentage share proportion fraction quota portion slice") || f.rateWord()
	low := false
	for i, w := range f.q.words {
		if lowWords[w.text] && !f.inBound(i) && w.text != "least" && w.text != "less" || w.text == "less" && i+1 < len(f.q.words) && f.q.words[i+1].text != "than" {
			low = true
		}
	}
	switch {
	case measure == nil && len(rest) > 0 && f.has("often frequently common likely prone likelier"):
		if !f.has("likely prone likelier") {
			return Plan{}, "", "it is not clear whether numbers or shares are compared"
		}
		share, item = true, Item{Fn: "percent"}
	case measure != nil:
		fn := f.averaging()
		switch {
		case fn != "":
		case f.saidSum(measure):
			fn = "sum"
		case slices.ContainsFunc(f.q.words, func(w asking) bool { return w.text == "payroll" }):
			fn = "sum"
		case f.super >= 0:
			fn = f.direction("max", "min")
		default:
			return Plan{}, "", "it is not clear whether sums or averages of " + f.t.Columns[measure.column].Label + " are compared"
		}
		item = f.fn(fn, measure.column)
	case f.averaging() != "":
		return Plan{}, "", "it is not clear of which column a figure is asked"
	case share:
		item = Item{Fn: "percent"}
	}
	f.cols = slices.DeleteFunc(slices.Clone(f.cols), func(c atom) bool { return c.column == a.column })
	if s := f.rest(measure); s != "" {
		return Plan{}, "", s
	}
	by := f.has("difference differ minus exceed exceeds exceeding gap outnumber outnumbers") || f.how("many") || f.how("much")
	if by && (f.how("many") || f.how("much")) && !f.has("than compared versus vs difference differ minus exceed exceeds exceeding gap outnumber outnumbers") {
		return Plan{}, "", "it is not clear whether the two are counted together or compared"
	}
	if by {
		if share {
			return Plan{}, "", "differences of shares are not computed"
		}
		fn := "distance"
		if f.has("minus") || f.q.words[0].text == "by" && !f.has("differ difference gap apart fewer less lower smaller younger shorter below under cheaper") {
			fn = "difference" // with its sign, for it may be the other way round
		}
		return Plan{Where: append([]Condition{in}, rest...), Select: []Item{{Fn: fn, Of: &item}}}, "difference", ""
	}
	p := Plan{Where: append([]Condition{in}, rest...), Group: key, Select: []Item{key}, Order: &Order{item, !low}, Limit: 1}
	if f.bothFigures() {
		p.Select, p.Order, p.Limit = []Item{key, item}, nil, 0
	}
	if share {
		if len(rest) == 0 {
			return p, "", notClear
		}
		p.Within, p.Where = []Condition{in}, rest
	}
	return p, "more of two", ""
}

// bothFigures reports whether the figure of each side is asked for, and not which is greater.
func (f *former) bothFigures() bool {
	if f.q.both || f.has("both respectively separately") {
		return true
	}
	for i, w := range f.q.words {
		if comparatives[w.text] && !f.inBound(i) || whichWords[w.text] && w.text != "what" || w.text == "or" || w.super && strings.HasSuffix(w.text, "er") {
			return false
		}
	}
	return true
}

// how reports whether the question asks how many or how much.
func (f *former) how(word string) bool {
	for i := 1; i < len(f.q.words); i++ {
		if f.q.words[i].text == word && f.q.words[i-1].text == "how" {
			return true
		}
	}
	return false
}
