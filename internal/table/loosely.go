package table

import (
	"cmp"
	"context"
	"regexp"
	"slices"
)

// The factor on the chance of a reading for each unexplained word. A word where questions name their subject may well mean the rows; any
// other word may be a condition that the table does not have.
const (
	rowsUnsaid = 0.7
	wordUnsaid = 0.25
	mostUnsaid = 3 // words
)

// loosely reads a question as if the words that nothing in the table explains said nothing, and gives how likely it means that. A name or a
// number is left out by no reading, and neither is what nothing else of the question bears on.
func (p *Planner) loosely(s strictReading) (out strictReading, chance float64) {
	r := s.reader
	if r == nil || len(s.unknown) == 0 || len(s.unknown) > mostUnsaid {
		return out, 0
	}
	chance = 1
	for _, i := range s.unknown {
		w := &r.q.words[i]
		switch {
		case w.capital || w.isNumber:
			return out, 0
		case r.asksOf(i) || r.subject(i):
			chance *= rowsUnsaid
		default:
			chance *= wordUnsaid
		}
	}
	again := newReader(r.q, r.t, r.x, &p.stems, p.lexicon)
	again.annotate()
	for _, i := range s.unknown {
		again.used[i] = true
	}
	out = again.read()
	bare := len(out.plan.Where)+len(out.plan.Within)+len(out.plan.Either) == 0 && out.plan.Order == nil
	if out.reason != "" || bare && !slices.ContainsFunc(out.plan.Select, func(it Item) bool { return len(it.Labels) > 0 }) {
		return strictReading{}, 0
	}
	return out, chance
}

// subject reports whether a word stands first behind the one that asks: which car, how many passengers, what method.
func (r *reader) subject(i int) bool {
	if i == 0 {
		return false
	}
	w := r.q.words[i-1].text
	return whichWords[w] || (w == "many" || w == "of") && i > 1 && cachedSet("how number")[r.q.words[i-2].text]
}

// oneAnswer is the plan of several that a question may mean, where they give the same; ok is false where they differ.
func oneAnswer(ctx context.Context, plans []Plan, t *Table) (plan Plan, ok bool) {
	if len(plans) < 2 {
		return plan, false
	}
	first := ""
	for i, one := range plans {
		r, err := Run(ctx, one, []*Table{t})
		if err != nil || r.Refused != "" || r.Rest > 0 || i > 0 && signature(r) != first {
			return plan, false
		}
		first = signature(r)
	}
	return plans[0], true
}

// inTable finds how a question names the table that it is asked of.
var inTable = regexp.MustCompile(`(?i)\s*\b(?:in|of|from|over|by|according to)\s+(?:the\s+|our\s+|this\s+)?((?:[\pL\d_-]+\s+){1,4})` +
	`(?:data|data ?set|table|file|sheet|spreadsheet|workbook|csv)\b`)

// withoutItsName drops from a question the words that say which table it asks: over HR-2024.csv "who left in the HR data" becomes "who
// left".
func withoutItsName(question string, t *Table) string {
	m := inTable.FindStringSubmatchIndex(question)
	if m == nil {
		return question
	}
	named := tokens(camel(t.Name))
	for _, w := range tokens(question[m[2]:m[3]]) {
		if !slices.Contains(named, w) {
			return question
		}
	}
	return question[:m[0]] + question[m[1]:]
}

// withLoose merges readings that leave out words into the ranked ones, by share.
func withLoose(loose, ranked []Candidate) []Candidate {
	ranked = slices.DeleteFunc(slices.Clone(ranked), func(c Candidate) bool {
		return slices.ContainsFunc(loose, func(l Candidate) bool { return signature(l.Result) == signature(c.Result) })
	})
	out := append(slices.Clone(loose), ranked...)
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Share, a.Share) })
	return out
}
