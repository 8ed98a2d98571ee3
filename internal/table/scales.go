package table

import (
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// scaleWords are those of labels whose figures are marks on a scale, and no amounts.
const scaleWords = "rate satisfact level involv score grade balanc educ mark condit prioriti skill perform qualiti sever"

// isScale reports whether a column has marks on a scale of few whole numbers.
func (r *reader) isScale(c int) bool {
	if r.t.Columns[c].Kind != spar.Number || c == r.key || r.x.counts[c] > 10 || r.x.counts[c] < 2 {
		return false
	}
	return slices.ContainsFunc(r.labels[c], func(l labelled) bool { return cachedSet(scaleWords)[l.stem] })
}

// endsOfScales makes conditions of the highest or lowest mark of a scale, where the rows that have it are counted, or another figure of them is
// asked: how many have the lowest job satisfaction, the average pay of those with the top rating.
func (r *reader) endsOfScales() {
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values != nil || a.taken || len(a.others) > 0 || a.from == 0 || !r.isScale(a.column) || !r.countsOthers(a) {
			continue
		}
		at := a.from - 1
		if r.q.words[at].text == "possible" && at > 0 {
			at--
		}
		w := r.q.words[at].text
		high := cachedSet("highest top best maximum max greatest fullest")[w]
		if !high && !cachedSet("lowest bottom worst poorest minimum min least smallest")[w] || r.inAtom(at) || at == 0 || !cachedSet("the with a of at have has very")[r.q.words[at-1].text] {
			continue
		}
		end := math.Inf(1)
		if high {
			end = math.Inf(-1)
		}
		for n := range r.t.Rows {
			if v := r.t.Rows[n].cell(a.column); v.Kind == spar.Number && (high && v.Number > end || !high && v.Number < end) {
				end = v.Number
			}
		}
		if math.IsInf(end, 0) || r.t.More != nil {
			continue
		}
		explain(r.used[at:a.to])
		a.taken = true
		r.conds = append(r.conds, said{cond: []Condition{{Item{Labels: []string{r.t.Columns[a.column].Label}}, "=", []string{number(end)}}}, column: a.column, from: at, to: a.to})
	}
}

// countsOthers reports whether rows are counted, a share of them is asked, or the average or sum of a figure besides one that is named.
func (r *reader) countsOthers(a *atom) bool {
	figure := slices.ContainsFunc(r.atoms, func(b atom) bool {
		return b.values == nil && b.column != a.column && b.column != r.key && r.t.Columns[b.column].Kind == spar.Number
	})
	q := r.q.words
	for i := range q {
		switch w := q[i].text; {
		case r.inAtom(i):
		case w == "many" && i > 0 && q[i-1].text == "how", w == "number" && i+1 < len(q) && q[i+1].text == "of":
			return !figure
		case cachedSet("percent percentage share proportion fraction")[w]:
			return !figure
		case cachedSet("average mean median")[w]:
			return figure
		}
	}
	return false
}
