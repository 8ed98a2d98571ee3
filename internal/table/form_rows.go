package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// wantsRow reports whether rows are asked for, and not the most or least of a figure.
func (f *former) wantsRow() bool {
	if f.limit > 1 || f.q.key || slices.ContainsFunc(f.cols, func(a atom) bool { return a.column == f.key && f.key >= 0 }) {
		return true
	}
	if i := f.super + 1; i < len(f.q.words) && cachedSet("value figure amount level")[f.q.words[i].text] && !f.inAtom(i) {
		return false // the largest value of the age
	}
	if f.asksFigure() {
		return false
	}
	if len(f.q.words) > 0 && (f.q.words[0].text == "who" || f.q.words[0].text == "whose") {
		return true
	}
	if f.asksRows() {
		return true
	}
	if f.super == 0 && strings.Contains(f.q.text, "(") && len(f.cols) == 1 && f.cols[0].from == 1 {
		return true // heaviest (tare)
	}
	for i := range f.super { // in the South, who has the most
		if f.q.words[i].text == "who" && (i == 0 || f.condAt(i-1) || f.inAtom(i-1) || f.q.words[i-1].sentence != f.q.words[i].sentence) {
			return true
		}
	}
	for i := range f.super + 1 { // which employee ..., the employee with the most ...
		w := &f.q.words[i]
		if i < f.super && (f.isRow(w) || f.inKey(i)) {
			return true
		}
	}
	text := 0
	for _, a := range f.cols {
		if f.t.Columns[a.column].Kind == spar.Text {
			text++
		}
	}
	if text > 0 {
		return true
	}
	if i := f.super + 1; i < len(f.q.words) { // the oldest manager, the best paid technician
		if a := f.atomAt(f.super); a != nil && a.values == nil {
			for j := a.to; j < len(f.q.words); j++ {
				w := &f.q.words[j]
				if f.isRow(w) || f.valueAt(j) {
					return true
				}
				if !neutral[w.text] || w.text == "of" {
					break
				}
			}
		}
		if b := f.atomAt(i); b != nil && b.values == nil && i+1 < len(f.q.words) && !b.full {
			if j := b.to; j < len(f.q.words) && (f.isRow(&f.q.words[j]) || f.valueAt(j)) {
				return true
			}
		}
	}
	for i := f.super + 1; f.super >= 0 && i < min(len(f.q.words), f.super+4); i++ { // our largest Spanish order
		if f.isRow(&f.q.words[i]) {
			return true
		}
		if !f.valueAt(i) {
			break
		}
	}
	if len(f.q.words) > 2 && f.q.words[0].text == "which" && f.q.words[1].text == "of" {
		return true // which of the technicians is paid best
	}
	// Which laboratory technician has the highest ...
	if len(f.q.words) > 1 && f.q.words[0].text == "which" && f.valueAt(1) {
		return true
	}
	return false
}

// asksFigure reports whether a superlative alone asks for a figure: "what's the least that anyone gets".
func (f *former) asksFigure() bool {
	q, i := f.q.words, f.super
	if i < 3 || i+2 >= len(q) || q[i-3].text != "what" || !auxiliary[q[i-2].text] || !articles[q[i-1].text] || f.limit > 1 {
		return false
	}
	return cachedSet("that any anyone anybody someone somebody we you they which a an")[q[i+1].text]
}

func (f *former) atomAt(i int) *atom {
	for k := range f.atoms {
		if a := &f.atoms[k]; a.from <= i && i < a.to {
			return a
		}
	}
	return nil
}

func (f *former) inKey(i int) bool {
	a := f.atomAt(i)
	return a != nil && a.values == nil && a.column == f.key && f.key >= 0
}

func (f *former) valueAt(i int) bool {
	a := f.atomAt(i)
	return a != nil && a.values != nil
}

// most gives the rows with the most or least of a column.
func (f *former) most(p Plan, measure *atom) (Plan, string, string) {
	if measure == nil {
		return p, "", "it is not clear of what the most or least is asked"
	}
	if i := slices.IndexFunc(f.q.words, func(w asking) bool { return w.text == "many" }); i > 0 && i+1 < len(f.q.words) && unitWords[f.q.words[i+1].text] && f.limit == 1 {
		p.Select = []Item{f.fn(f.direction("max", "min"), measure.column)} // how many years has the oldest person
		return p, f.direction("max", "min"), f.rest(measure)
	}
	if f.limit == 1 && f.asksWhen(measure) {
		p.Select = []Item{f.fn(f.direction("max", "min"), measure.column)} // the year that the oldest one was built
		return p, f.direction("max", "min"), f.rest(measure)
	}
	if w := f.q.words; len(w) > 2 && f.limit == 1 && !f.q.key && (w[0].text == "how" && cachedSet("much old long far high big young large")[w[1].text] || w[0].text == "what" && auxiliary[w[1].text] && !cachedSet("is are was were")[w[1].text]) {
		p.Select = []Item{f.fn(f.direction("max", "min"), measure.column)} // what does the best paid employee make
		if c := p.several(); c != nil {
			p.Group, p.Select = c.Item, []Item{c.Item, p.Select[0]}
		}
		return p, f.direction("max", "min"), f.rest(measure)
	}
	if p.several() != nil && f.eachSide() {
		return p, "", notClear
	}
	if f.t.Columns[measure.column].Kind == spar.Date && cachedSet("most fewest least")[f.q.words[f.super].text] && f.super+1 < len(f.q.words) && f.isRow(&f.q.words[f.super+1]) {
		return p, "", notClear // where are the most lifts inspected
	}
	if w := ""; measure.from > 0 && measure.to <= f.super {
		if w = f.q.words[measure.from-1].text; whichWords[w] && w != "who" && w != "whose" {
			return p, "", notClear
		}
	}
	if f.counting() && !(measure.from > 1 && f.q.words[measure.from-1].text == "of" && f.q.words[measure.from-2].text == "number") {
		return p, "", notClear
	}
	if slices.ContainsFunc(f.labels[measure.column], func(l labelled) bool { return cachedSet("rank place posit pos #")[l.stem] }) {
		return p, "", notClear // the highest rank may be the first or the last
	}
	show := f.names()
	var other *atom
	for i := range f.cols {
		if a := &f.cols[i]; a.column != measure.column && a.column != f.key && f.t.Columns[a.column].Kind == spar.Text {
			if len(a.others) > 0 && !a.full {
				return p, "", f.unclear(a)
			}
			show, other = a.column, a
		}
	}
	if show < 0 {
		if !f.asksRows() && slices.ContainsFunc(f.cols, func(a atom) bool { return a.column == measure.column && a.to <= f.super }) { // the price of the most expensive diamond
			p.Select = []Item{f.fn(f.direction("max", "min"), measure.column)}
			return p, f.direction("max", "min"), f.rest(measure)
		}
		return p, "", "no column names the rows"
	}
	p.Select, p.Order, p.Limit = []Item{f.column(show)}, &Order{f.column(measure.column), !f.low}, f.limit
	return p, f.direction("most", "least"), f.rest(measure, other)
}

// countedColumn is a column whose values are counted: how many departments are there.
func (f *former) countedColumn() *atom {
	for i := range f.cols {
		a := &f.cols[i]
		if (f.t.Columns[a.column].Kind != spar.Number || f.numbersRows(a)) && a.column != f.key && (len(a.others) == 0 || a.full) && (a.full || f.saysHead(a) || f.has("different distinct unique")) {
			for j := max(0, a.from-3); j < a.from; j++ {
				switch f.q.words[j].text {
				case "many", "number", "different", "distinct", "unique":
					return a
				}
			}
		}
	}
	return nil
}

// numbersRows reports whether a column of numbers names each row, and the question uses it as the word for rows: versions, of a column
// "version" whose numbers rise or fall. A column "goals" counts something instead.
func (f *former) numbersRows(a *atom) bool {
	head := f.q.words[a.to-1].text
	if label := tokens(camel(f.t.Columns[a.column].Label)); !strings.HasSuffix(head, "s") || len(label) == 0 || label[len(label)-1] == head {
		return false
	}
	return f.tellsRows(a.column, func(before, now float64) bool { return now > before }) || f.tellsRows(a.column, func(before, now float64) bool { return now < before })
}

// saysHead reports whether the question names a column by its head word: applications are no applicant types.
func (f *former) saysHead(a *atom) bool {
	label := f.labels[a.column]
	if len(label) < 2 {
		return true
	}
	head := label[f.heads[a.column]].stem
	return slices.ContainsFunc(f.q.words[a.from:a.to], func(w asking) bool { return fits(&w, head) > 0 })
}

// asksRows reports whether the question ends with one for rows: which employees?
func (f *former) asksRows() bool {
	for i := range f.q.words {
		w := f.q.words[i].text
		if w == "which" && i+1 < len(f.q.words) && f.isRow(&f.q.words[i+1]) || w == "who" && i > 0 && i == len(f.q.words)-1 {
			return true // longest serving, who?
		}
	}
	return false
}

// ofGroups reports whether a column has few values, each of many rows.
func (f *former) ofGroups(c int) bool {
	return f.t.Columns[c].Kind == spar.Text && f.x.counts[c] <= few && f.x.counts[c]*repeated <= len(f.t.Rows)
}

// list gives the rows that fit.
func (f *former) list(p Plan) (Plan, string, string) {
	if f.super >= 0 || f.averaging() != "" {
		return p, "", notClear
	}
	var columns []int
	for i := range f.cols {
		a := &f.cols[i]
		if len(a.others) > 0 && !a.full {
			return p, "", f.unclear(a)
		}
		if !slices.Contains(columns, a.column) {
			columns = append(columns, a.column)
		}
	}
	if columns = f.alsoAsked(columns); f.oftenest() || len(columns) > 1 && !f.has("and") {
		return p, "", notClear
	}
	for _, c := range columns {
		if slices.ContainsFunc(f.conds, func(o said) bool { return o.column == c }) {
			return p, "", notClear
		}
	}
	rows := f.q.key || cachedSet("whose anyone anybody everyone everybody people those someone any")[f.q.words[0].text] || f.asksRows() || f.q.words[0].text == "name" || f.has("who list show everyone everybody employees all") || f.q.words[0].text == "which" && len(f.conds) > 0 && f.conds[0].from <= 4 || slices.ContainsFunc(f.q.words, func(w asking) bool { return f.isRow(&w) }) || len(f.q.words) > 0 && f.q.words[0].text == "which" && f.valueAt(1)
	rows = rows || !f.counting() && f.onlyConditions()
	switch {
	case len(columns) == 0 && len(p.Where)+len(p.Either) > 0 && rows && f.names() >= 0:
		columns = []int{f.names()}
	case len(columns) == 1 && len(p.Where)+len(p.Either) == 0 && f.x.counts[columns[0]] <= few && f.t.Columns[columns[0]].Kind == spar.Text:
		p.Group = f.column(columns[0]) // which regions are there
	case len(columns) == 0 || len(p.Where)+len(p.Either) == 0:
		return p, "", notClear
	case len(columns) == 1 && f.ofGroups(columns[0]):
		p.Group = f.column(columns[0]) // each value once
	}
	for _, c := range columns {
		p.Select = append(p.Select, f.column(c))
	}
	return p, "lookup", ""
}

// onlyConditions reports whether a question is nothing but conditions, which asks for the rows that fit: failed, Thun, inspected 2025.
func (f *former) onlyConditions() bool {
	if f.has("total sum overall aggregate average mean median count maximum minimum max min number many much percent percentage share") {
		return false
	}
	for i := range f.q.words {
		if !f.used[i] && !f.inAtom(i) && !f.inBound(i) && !linking[f.q.words[i].text] && f.q.words[i].text != "but" {
			return false
		}
	}
	return len(f.conds) > 1
}
