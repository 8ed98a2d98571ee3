package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Supposed says how a plan of a writer who does not say what they take words for stands to its question.
type Supposed struct {
	Doubt   string    // what the plan leaves out of the question, or has of its own; "" for nothing
	Meant   []Meaning // one at most; by it the plan heeds the question: somebody has to say whether the words mean this
	Unknown bool      // a word is explained by nothing, or the plan has what the table or the question does not
}

// Akin gives the labels of a table that have the same beginning as words that are given a meaning, as other forms of one word have: remotely and
// RemoteWorker. If it is one, it needs nobody's word that they mean it.
func (m Meaning) Akin(t *Table) (labels []string) {
	for _, c := range t.Columns {
		if slices.ContainsFunc(tokens(m.Words), func(w string) bool {
			return slices.ContainsFunc(tokens(camel(c.Label)), func(l string) bool {
				n := min(len(w), len(l), akinLetters)
				return n >= leastAkin && w[:n] == l[:n]
			})
		}) {
			labels = append(labels, c.Label)
		}
	}
	return labels
}

// Letters that the beginnings of two words share: at most, and at least where one of them is short.
const (
	akinLetters = 5
	leastAkin   = 4
)

// Supposes is Heeds for a writer that does not say what it takes words for. A word that nothing in the table explains, or several side by side,
// may stand for what the plan has and the question does not say otherwise: a cell, a function or a column. Two such words in different places
// could change their parts, and one for the rows could hide a condition: neither is supposed.
func (p *Planner) Supposes(question string, t *Table, plan Plan) Supposed {
	reason, unknown := p.heedsOf(question, t, plan, nil)
	out := Supposed{Doubt: reason, Unknown: unknown == nil || len(unknown) > 0 || unsaid(question, t, plan)}
	if reason == "" || len(unknown) != 1 {
		return out
	}
	var may []Meaning
	for _, list := range append(plan.Either, plan.Within, plan.Where) {
		for _, c := range list {
			for _, v := range c.Values {
				may = append(may, Meaning{Column: c.Item.Labels[0], Value: v})
			}
		}
	}
	for _, it := range plan.items() {
		for _, l := range it.Labels {
			if it.Fn != "" {
				may = append(may, Meaning{Column: l, Fn: it.Fn})
			}
			may = append(may, Meaning{Column: l})
		}
	}
	for _, m := range may {
		m.Words = unknown[0]
		if now, _ := p.heedsOf(question, t, plan, []Meaning{m}); now == "" {
			out.Doubt, out.Meant = "", []Meaning{m}
			return out
		}
	}
	return out
}

// unsaid reports whether a plan has a condition whose cell the question does not name. Of two cells, as yes and no are, the label says which.
func unsaid(question string, t *Table, plan Plan) bool {
	said := Fold(question)
	return slices.ContainsFunc(slices.Concat(append(plan.Either, plan.Within, plan.Where)...), func(c Condition) bool {
		at := t.column(c.Item.Labels[0])
		return c.Item.Fn == "" && c.Item.Less == "" && at >= 0 && t.Columns[at].Kind == spar.Text && len(t.Shown(at, 3, shownCell)) > 2 &&
			slices.ContainsFunc(c.Values, func(v string) bool { return !strings.Contains(said, Fold(v)) })
	})
}
