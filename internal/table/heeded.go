package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A computed answer also accounts for the words of closed classes. These join clauses, set things in order, compare them, or speak of time
// from the day of asking. They name no column and no value, yet a plan that ignores them answers another question.

var (
	personal  = wordSet("i we you he she it they")
	modal     = wordSet("can could will would shall should may might must")
	joining   = wordSet("if unless because although though whereas while whenever once until till lest")
	comparing = wordSet("compared compare comparison versus vs than relative")
	ordering  = wordSet("next previous preceding preceded following followed prior subsequent first last final initial former latter")
	fromNow   = wordSet("last next this past previous coming current")
	spans     = wordSet("year month week weekend quarter day morning evening night season decade")
	byNow     = wordSet("yesterday today tomorrow tonight ago recently lately")
)

// verbPlace reports whether a word stands where a verb does: behind the pronoun that is its subject, or a modal and that.
func (r *reader) verbPlace(i int) bool {
	return i > 0 && r.q.words[i-1].sentence == r.q.words[i].sentence && (personal[r.q.words[i-1].text] || modal[r.q.words[i-1].text])
}

// nounOf reports whether a word that is mostly a verb of asking or of being there stands as a noun: the make of a car.
func (r *reader) nounOf(i int) bool {
	q := r.q.words
	return relationVerbs[q[i].text] && !q[i].common && i+1 < len(q) && q[i+1].text == "of" && (i == 0 || articles[q[i-1].text])
}

// attributive reports whether a participle stands before the name of a column, so that it qualifies the figure and does not name the rows:
// the projected cost, in a register of projects.
func (r *reader) attributive(i int) bool {
	if !strings.HasSuffix(r.q.words[i].text, "ed") || i+1 >= len(r.q.words) {
		return false
	}
	return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.values == nil && a.from == i+1 })
}

// free reports whether a word is neither of a column or value, nor of a bound, nor explained in another way.
func (f *former) free(i int) bool { return !f.inAtom(i) && !f.inBound(i) && !f.used[i] }

// unheeded says which word of a closed class a plan does not heed; "" for none.
func (f *former) unheeded(p *Plan) string {
	q := f.q.words
	for i := range q {
		w := q[i].text
		if !f.free(i) {
			continue
		}
		switch {
		case w == "why":
			return "why something is so is asked, and a table does not say that"
		case byNow[w] && !(w == "today" && f.isNow()) && !(w == "ago" && i > 0 && q[i-1].text == "long"), i > 0 && spans[w] && fromNow[q[i-1].text] && f.free(i-1) && i-1 != f.super:
			at := i
			if spans[w] {
				at--
			}
			return fmt.Sprintf("%q depends on the day on which it is asked; say the date", f.q.phrase(at, i+1))
		case joining[w] && !f.clauseSays(i):
			return fmt.Sprintf("what is said behind %q is nothing that the table has", w)
		case comparing[w] && q[i].sentence == q[len(q)-1].sentence && !compares(p):
			return fmt.Sprintf("%q is said, and the plan that fits best compares nothing", w)
		case i+1 == f.super && ordering[w] && f.limit == 1:
			return fmt.Sprintf("%q asks for what comes behind the first, and plans give the first ones", f.q.phrase(i, i+2))
		case ordering[w] && !orders(f.t, p):
			return fmt.Sprintf("%q is said, and the plan that fits best does not heed it", w)
		}
	}
	return ""
}

// isNow reports whether a word for the present day says only that rows are as they are: how many there are today.
func (f *former) isNow() bool {
	return !slices.ContainsFunc(f.t.Columns, func(c Column) bool { return c.Kind == spar.Date })
}

// clauseSays reports whether a clause names something of the table, or stands for the question: if you add up the amounts.
func (f *former) clauseSays(i int) bool {
	q := f.q.words
	for j := i + 1; j < len(q) && q[j].sentence == q[i].sentence; j++ {
		if f.inAtom(j) || f.inBound(j) || someWords[q[j].text] {
			return true
		}
	}
	return false
}

// compares reports whether a plan sets figures, rows or columns against each other.
func compares(p *Plan) bool {
	if p.Order != nil || !p.Group.none() || len(p.Within) > 0 {
		return true
	}
	for _, it := range p.items() {
		if it.Less != "" || slices.Contains(pairFns, it.Fn) || slices.Contains(headFns, it.Fn) || it.Fn == "percent" {
			return true
		}
	}
	return slices.ContainsFunc(p.Where, func(c Condition) bool { return slices.Contains([]string{"<", "<=", ">", ">="}, c.Op) })
}

// orders reports whether a plan looks at the order of rows, or at the most and least.
func orders(t *Table, p *Plan) bool {
	if p.Order != nil {
		return true
	}
	for _, it := range p.Select {
		if slices.Contains(rowFns, it.Fn) || it.Fn == "min" || it.Fn == "max" || it.Fn == "range" {
			return true
		}
	}
	return slices.ContainsFunc(p.Where, func(c Condition) bool { // before and after a date
		at := t.column(c.Item.Labels[0])
		return at >= 0 && t.Columns[at].Kind == spar.Date && c.Op != "=" && c.Op != "!="
	})
}
