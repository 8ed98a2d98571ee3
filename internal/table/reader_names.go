package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// repeats reports whether words that may name a column only repeat one that is named beside them: the monthly of a monthly pay
// cheque, the years of years with us, the longest of the longest time.
func (r *reader) repeats(a *atom) bool {
	if a.weak && a.values == nil && slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return l.stem == "year" || l.stem == "tenur" }) &&
		!r.q.has(cachedSet("long years year longest longer time tenure shortest")) {
		return true
	}
	if a.weak && slices.ContainsFunc(r.atoms, func(b atom) bool {
		return b.from != a.from && b.values == nil && b.column != r.key && !b.weak && !r.isFlag(b.column) && len(b.others) == 0
	}) {
		return true
	}
	if a.values == nil && a.words == 1 && slices.ContainsFunc(r.atoms, func(b atom) bool {
		return b.from != a.from && b.values == nil && b.full && r.within(a.column, b.column) && gap(a.from, a.to, b.from, b.to) <= 6
	}) {
		return true // the field that somebody was educated in
	}
	if a.values != nil || a.full && !a.spoken {
		return false
	}
	if a.unit && slices.ContainsFunc(r.atoms, func(b atom) bool {
		return b.from != a.from && b.values == nil && !b.unit && !r.isFlag(b.column) && b.column != r.key && (b.full || len(a.others) > 0) && (b.column == a.column || slices.Contains(a.others, b.column) || b.full && r.t.Columns[b.column].Kind == spar.Number && len(r.x.withUnit(r.q.words[a.from].text)) == 0)
	}) {
		return true // how many kilos of honey, the heaviest crop
	}
	if a.words == 1 && !a.full && cachedSet("year date day")[r.q.words[a.from].text] && slices.ContainsFunc(r.atoms, func(b atom) bool {
		return b.from != a.from && b.values == nil && (r.t.Columns[b.column].Kind == spar.Date || r.x.yearly[b.column])
	}) {
		return true // the year that it was installed
	}
	verb := a.words == 1 && !a.full && (strings.HasSuffix(r.q.words[a.from].text, "ed") || strings.HasSuffix(r.q.words[a.from].text, "ing"))
	for i := range r.atoms {
		b := &r.atoms[i]
		if b.values != nil || b.from == a.from || !b.full || b.weak || r.q.words[b.from].sentence != r.q.words[a.from].sentence {
			continue
		}
		if verb && len(a.others) > 0 && b.from >= a.to && b.from <= a.to+2 {
			return true // rated their balance
		}
		if a.full && (b.column != a.column || !r.allSuper(a)) {
			continue
		}
		same := true
		for k := a.from; k < a.to; k++ {
			w := &r.q.words[k]
			same = same && (linking[w.text] || slices.ContainsFunc(r.labels[b.column], func(l labelled) bool { return r.fitsIn(b.column, w, l.stem) > 0 }) || vague[w.text] || degree[w.text] || comparatives[w.text])
		}
		if same && (len(a.others) > 0 || a.column == b.column || a.to == b.from) {
			return true
		}
	}
	return false
}

// within reports whether a label has all words of another one, and more.
func (r *reader) within(a, b int) bool {
	if a == b || len(r.labels[a]) >= len(r.labels[b]) || len(r.labels[a]) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.labels[a], func(x labelled) bool {
		return !slices.ContainsFunc(r.labels[b], func(y labelled) bool { return x.stem == y.stem })
	})
}

// degree are superlatives that any figure may have.
var degree = wordSet("longest shortest farthest furthest nearest oldest youngest newest earliest latest")

func (r *reader) allSuper(a *atom) bool {
	for i := a.from; i < a.to; i++ {
		if w := r.q.words[i].text; !degree[w] && !vague[w] && !comparatives[w] {
			return false
		}
	}
	return true
}

var auxiliary = wordSet("have has had do does did is are was were")

// isCell reports whether a word is a whole cell of a column of few values.
func (r *reader) isCell(w *asking) bool {
	return slices.ContainsFunc(r.x.words[w.stem], func(v int) bool { return len(r.x.values[v].stems) == 1 && r.x.counts[r.x.values[v].column] <= few })
}

// emptyName reports whether words that fit a label may stand in any question and so name no column: the number of employees is
// no EmployeeNumber, a percentage no PercentSalaryHike.
func (r *reader) emptyName(a atom) bool {
	first := r.q.words[a.from].text
	if (a.column == r.key || r.constant(a.column)) && a.words > 1 && (first == "number" || first == "count" || first == "many" || first == "total") {
		return true
	}
	if a.words > 1 && !a.full { // the total tenure is no column of totals
		said := false
		for i := a.from; i < a.to; i++ {
			w := &r.q.words[i]
			said = said || !common[w.text] && !linking[w.text] && slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return fits(w, l.stem) >= 0.9 })
		}
		if !said && slices.ContainsFunc(r.q.words[a.from:a.to], func(w asking) bool { return w.text == "total" || w.text == "average" }) {
			return true
		}
	}
	if a.words == 1 && !a.all && (first == "number" || first == "numbers") {
		return true
	}
	if a.column == r.key && a.words == 1 && !a.full && !slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return l.stem == r.q.words[a.from].stem }) {
		return true // the women employed
	}
	if r.isFlag(a.column) && !a.all {
		return true
	}
	if a.words == 1 && r.isFlag(a.column) && len(r.x.ofDimension(first)) > 0 && !r.inLabels(&r.q.words[a.from]) {
		return true // "what they pay" is a fee, and not the flag for paid
	}
	if a.words == 1 && !a.full && unitWords[first] && a.from > 0 {
		if r.q.words[a.from-1].isNumber && (!r.inLabels(&r.q.words[a.from]) || a.to == len(r.q.words) || !linking[r.q.words[a.to].text] || boundWords[r.q.words[a.to].text]) {
			return true
		}
		switch r.q.words[a.from-1].text { // 2,000 a month
		case "a", "an", "per", "every", "each":
			return true
		}
	}
	if a.full {
		return r.constant(a.column) && slices.ContainsFunc(r.q.words[a.from:a.to], func(w asking) bool { return common[w.text] })
	}
	for i := a.from; i < a.to; i++ {
		w := &r.q.words[i]
		if w.super && (highWords[w.text] || lowWords[w.text] || strings.HasSuffix(w.text, "er")) && !vague[w.text] || !common[w.text] && !neutral[w.text] && !linking[w.text] && !r.isRow(w) {
			return false
		}
	}
	return true
}

// boundWords go on with a bound behind its number and unit: 35 years or more, 35 years old.
var boundWords = wordSet("or and plus of old")

// vague are the words for the most and the least that say nothing of what.
var vague = wordSet("highest lowest most least fewest best worst top bottom maximum minimum max min first last latest greatest smallest largest biggest higher lower more less fewer smaller larger bigger better worse other number")
