package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// valueLinks finds cells that the question names, whole or in part.
func (q *asked) valueLinks(t *Table, x *index) []link {
	type spot struct{ column, from, to int }
	exact := map[spot][]int{}
	part := map[spot][]int{}
	root := map[spot][]int{}
	tried := map[int]bool{}
	for i := range q.words {
		for _, v := range x.words[q.words[i].stem] {
			if tried[v] {
				continue
			}
			tried[v] = true
			val := &x.values[v]
			// The longest run of words that both have.
			best, at, where := 0, 0, 0
			for a := range q.words {
				for b := range val.stems {
					n := 0
					for a+n < len(q.words) && b+n < len(val.stems) && q.words[a+n].stem == val.stems[b+n] {
						n++
					}
					if n > best {
						best, at, where = n, a, b
					}
				}
			}
			content := false
			for _, w := range q.words[at : at+best] {
				content = content || !w.common
			}
			whole := best == len(val.stems)
			_ = where
			if !content && !(whole && best >= 2) {
				continue
			}
			sp := spot{val.column, at, at + best}
			if whole || q.phrase(at, at+best) == strings.Join(tokens(withoutRemark(Fold(val.text))), " ") {
				exact[sp] = append(exact[sp], v)
			} else {
				part[sp] = append(part[sp], v)
			}
		}
		w := &q.words[i]
		if !w.common && len(w.text) >= 2 && (peoples[w.text] != "" || len(w.text) >= 5) {
			for st, list := range x.words {
				if st != w.stem && sameRoot(w.text, st) {
					sp := spot{0, i, i + 1}
					for _, v := range list {
						sp.column = x.values[v].column
						root[sp] = append(root[sp], v)
					}
				}
			}
		}
	}
	kinds := valueKin()
	for i, w := range q.words {
		if kinds[w.stem] == 0 {
			continue
		}
		for n, v := range x.values {
			if x.counts[v.column] <= few && len(v.stems) == 1 && kinds[v.stems[0]] == kinds[w.stem] && v.stems[0] != w.stem {
				sp := spot{v.column, i, i + 1}
				exact[sp] = append(exact[sp], n)
			}
		}
	}
	var list []link
	contained := func(sp spot) bool { // in a longer run of the same column
		for _, m := range []map[spot][]int{exact, part} {
			for o := range m {
				if o.column == sp.column && o != sp && o.from <= sp.from && o.to >= sp.to {
					return true
				}
			}
		}
		return false
	}
	add := func(sp spot, kind, op, value string, rows int, whole bool) {
		l := link{column: sp.column, from: sp.from, to: sp.to, kind: kind, rows: rows, whole: whole}
		for _, w := range q.words[sp.from:sp.to] {
			if !w.common {
				l.words++
			}
		}
		l.cond = []Condition{{Item: Item{Labels: []string{t.Columns[sp.column].Label}}, Op: op, Values: []string{value}}}
		list = append(list, l)
	}
	rowsOf := func(values []int) (n int) {
		for _, v := range values {
			n += x.values[v].rows
		}
		return n
	}
	for sp, values := range exact {
		if !contained(sp) {
			add(sp, "exact", "=", x.values[values[0]].text, rowsOf(values), true)
			if more := part[sp]; len(more) > 0 {
				add(sp, "part", "contains", q.phrase(sp.from, sp.to), rowsOf(values)+rowsOf(more), false)
			}
		}
	}
	for sp, values := range part {
		if contained(sp) || len(exact[sp]) > 0 {
			continue
		}
		c := t.Columns[sp.column]
		if w := q.words[sp.from]; sp.to == sp.from+1 && w.isNumber && c.Kind == spar.Date && w.number >= 1000 && w.number < 3000 {
			l := link{column: sp.column, from: sp.from, to: sp.to, kind: "year", words: 1, rows: rowsOf(values)}
			l.cond = []Condition{{Item: Item{Fn: "year", Labels: []string{c.Label}}, Op: "=", Values: []string{w.text}}}
			list = append(list, l)
			continue
		}
		// Words as the cell writes them: those of the question may have another ending.
		value := x.values[values[0]]
		same := true
		for _, v := range values {
			same = same && containsWords(x.values[v].text, strings.Fields(q.phrase(sp.from, sp.to)))
		}
		switch {
		case same:
			add(sp, "part", "contains", q.phrase(sp.from, sp.to), rowsOf(values), false)
		case len(values) == 1:
			add(sp, "part", "=", value.text, value.rows, false)
		}
	}
	for sp, values := range root {
		if len(values) > 0 && len(exact[sp]) == 0 && len(part[sp]) == 0 {
			if w := rootWord(q.words[sp.from].text, x.values[values[0]].text); w != "" {
				add(sp, "root", "contains", w, rowsOf(values), false)
			}
		}
	}
	slices.SortFunc(list, func(a, b link) int { // maps have no order
		if a.from != b.from {
			return a.from - b.from
		}
		if a.column != b.column {
			return a.column - b.column
		}
		return strings.Compare(a.cond[0].String(), b.cond[0].String())
	})
	return list
}

func rootWord(q, cell string) string {
	for _, w := range tokens(cell) {
		if sameRoot(q, w) {
			return w
		}
	}
	return ""
}
