package table

import (
	"fmt"
	"slices"
)

// A plan may use every word and still answer another question: a sum where rows are counted, names of rows where the manner is asked. What a
// question asks by its first words must be what the plan gives.

// callsRows reports whether a column has a name of each row.
func (f *former) callsRows(it Item) bool {
	c := f.t.column(it.Labels[0])
	return c >= 0 && (f.t.Columns[c].Key || f.x.persons[c])
}

// generic are nouns behind "what" and "which" that add nothing: which kind, what share.
var generic = wordSet(`kind kinds sort sorts type types category categories group groups one ones two three total sum number numbers amount amounts share percentage percent proportion fraction slice portion
	average mean median minimum maximum range count people person persons employee employees row rows record records entry entries item items case cases value values figure figures
	level date day year month time way order job work part rate ratio quota employees individual individuals folk folks human humans soul souls worker workers colleague colleagues staffers guys persons somebody someone body member members head field fields column columns percentages`)

// unsuited says why a plan does not answer what the question asks by its first words; "" for nothing.
func (f *former) unsuited(p *Plan) string {
	q := f.q.words
	if len(q) > 1 && q[0].text == "how" && auxiliary[q[1].text] && p.Group.none() && !slices.ContainsFunc(p.Select, func(i Item) bool { return i.Fn != "" || !f.callsRows(i) }) {
		return "the question asks how, and the plan that fits best gives names"
	}
	if sums := slices.ContainsFunc(p.Select, func(i Item) bool { return i.Fn == "sum" }); sums && !slices.ContainsFunc(p.Select, func(i Item) bool { return i.Fn == "count" }) && f.countedRow() && !f.has(sumSaid) {
		return "rows are to be counted, and the plan that fits best adds up"
	}
	for i := 0; i+1 < len(q); i++ {
		w := &q[i+1]
		if (q[i].text == "what" || q[i].text == "which") && q[i].sentence == w.sentence && !f.inAtom(i+1) && !f.inBound(i+1) && !f.used[i+1] && !f.isRow(w) && !w.super && !w.isNumber && !linking[w.text] && !common[w.text] && !auxiliary[w.text] && !articles[w.text] && !generic[w.text] && !f.saysForm(i+1) && (i+2 >= len(q) || !f.inAtom(i+2) && !comparatives[q[i+2].text] && !articles[q[i+2].text]) {
			return fmt.Sprintf("%q is asked, and nothing in the table is called so", w.text)
		}
	}
	return ""
}
