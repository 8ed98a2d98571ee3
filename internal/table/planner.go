package table

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Candidate is a plan for a question with what it gives.
type Candidate struct {
	Plan     Plan
	Kind     string // of plan: lookup, count, ...
	Table    int    // of the tables that were asked
	Result   *Result
	Features []string
	Score    float64
	Linked   int     // conditions that rest on words of the question
	Open     int     // words of content that the plan does not use
	Share    float64 // of all readings of the question, those with the same answer: 0 to 1
	Whole    bool    // every word of the question is understood
	Large    bool    // its table has more rows than the tables that weighed the plans
	Loose    bool    // words that nothing in its table explains are left out
	Choice   bool    // one of the columns is taken that a word of the question may mean
	Taken    []Taken // words that were taken for their nearest meaning
	Lacks    string  // what the question asks for and the plan does not give; "" for nothing
	Doubt    string  // why the words of the question do not say it surely; "" where they do, or where nothing is known of it
}

// A Planner plans questions over tables. It is safe for concurrent use.
type Planner struct {
	stems   stems
	weights map[string]float64
	lexicon *lexicon
	meaning *meanings // nil: words count by their letters alone
}

// NewPlanner makes a planner with weights of features; nil takes the program's own.
func NewPlanner(weights map[string]float64) *Planner {
	if weights == nil {
		weights = Weights()
	}
	return &Planner{weights: weights, lexicon: lexiconOf()}
}

// Bounds of what a planner tries.
const (
	sampleRows  = 2000 // rows for trying plans
	fewRows     = 400  // rows of a table for trying all plans
	triedOfMany = 120  // plans that are tried on a larger table
)

// Candidates gives the plans for a question over one table, tried on its first rows and in no order.
func (p *Planner) Candidates(ctx context.Context, question string, t *Table) ([]Candidate, error) {
	q := p.stems.ask(p.english(question, t).english)
	x := p.stems.indexOf(t)
	q.shortened(x, &p.stems)
	list, named := drafts(&q, t, x)
	sample := &Table{Name: t.Name, Locator: t.Locator, Columns: t.Columns, scale: t.scale, Rows: t.Rows[:min(len(t.Rows), sampleRows)]}
	if len(sample.Rows) > fewRows && len(list) > triedOfMany {
		scores := make(map[int]float64, len(list))
		order := make([]int, len(list))
		for i := range list {
			order[i] = i
			scores[i] = p.score(list[i].features(&q, t, x, named, nil))
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		kept := make([]draft, triedOfMany)
		for i := range kept {
			kept[i] = list[order[i]]
		}
		list = kept
	}
	out := make([]Candidate, 0, len(list))
	for i := range list {
		d := &list[i]
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r, err := Run(ctx, d.plan, []*Table{sample})
		if err != nil {
			continue // such as a condition that the language does not have
		}
		c := Candidate{Plan: d.plan, Kind: d.op, Result: r, Features: d.features(&q, t, x, named, r)}
		c.Score, c.Linked, c.Open = p.score(c.Features), len(d.links), d.open
		out = append(out, c)
	}
	return out, nil
}

func (p *Planner) score(features []string) (s float64) {
	for _, f := range features {
		s += p.weights[f]
	}
	return s
}

// Plan gives the readings of a question over tables, the likeliest first, one for each answer.
func (p *Planner) Plan(ctx context.Context, question string, tables []*Table) ([]Candidate, error) {
	var all []Candidate
	for i, t := range tables {
		list, err := p.Candidates(ctx, question, t)
		if err != nil {
			return nil, err
		}
		for j := range list {
			list[j].Table = i
		}
		all = append(all, list...)
	}
	return p.Understood(ctx, question, tables, Rank(all))
}

// largeRows is the least size of a table where a guess is no answer.
const largeRows = 100

// wholeShare is the share of a reading that takes every word of the question for something.
const wholeShare = 0.95

// likeShare is the factor on the share of a reading that takes words for their nearest meaning.
const likeShare = 0.85

// Understood puts readings that use all words of a question before likely ones. Of several tables, only one may give such a reading.
func (p *Planner) Understood(ctx context.Context, question string, tables []*Table, ranked []Candidate) ([]Candidate, error) {
	list, err := p.understood(ctx, question, tables, ranked)
	if err != nil {
		return nil, err
	}
	for i := range list {
		c := &list[i]
		said := p.english(question, tables[c.Table])
		if said.lang != "" && !c.Whole { // likely readings are weighed for English, and rest on its words
			c.Doubt, c.Open = cmp.Or(c.Doubt, notClear), max(c.Open, 1)
		}
		c.Doubt, c.Lacks = said.back(c.Doubt), said.back(c.Lacks)
		for k := range c.Taken {
			c.Taken[k].Words = said.word(c.Taken[k].Words)
		}
	}
	return p.byPeriod(ctx, question, tables, list)
}

func (p *Planner) understood(ctx context.Context, question string, tables []*Table, ranked []Candidate) ([]Candidate, error) {
	var found, choices []Candidate
	var loose []Candidate  // that leave out words which nothing explains
	var called []Candidate // of these, those over a table whose name the question says: "how many repairs", of repairs.csv and not of a line of the budget
	doubt := ""
	most := 0
	for i, t := range tables {
		said := p.english(question, t)
		s := p.strict(said.english, t)
		if said.lang == "" { // the encoder knows English alone
			var err error
			if s, err = p.linked(ctx, s); err != nil {
				return nil, err
			}
		}
		for k := range ranked {
			if s.former != nil && ranked[k].Table == i {
				ranked[k].Lacks = s.former.leavesOut(&ranked[k].Plan)
				if !slices.ContainsFunc(ranked[k].Plan.Select, func(it Item) bool { return it.Fn != "" }) {
					ranked[k].Lacks = cmp.Or(ranked[k].Lacks, s.former.noFigures())
				}
			}
		}
		if again, word := p.withRows(s); word != "" {
			if s.mayMeanRows(&again.plan) {
				again.taken = append(again.taken, Taken{Words: word, For: theRows})
				s = again
			} else {
				s.reason += fmt.Sprintf("; if %q means the rows, say rows", word)
				s.choices = append(s.choices, again.plan)
			}
		}
		sample := &Table{Name: t.Name, Locator: t.Locator, Columns: t.Columns, scale: t.scale, Rows: t.Rows[:min(len(t.Rows), sampleRows)]}
		if plan, ok := oneAnswer(ctx, s.figures, sample); ok && s.reason != "" {
			s.plan, s.reason, s.other = plan, "", false
		}
		if s.reason != "" {
			if s.other {
				continue
			}
			if again, chance := p.loosely(s); chance > 0 {
				for _, c := range chosen(ctx, []Plan{again.plan}, i, t) {
					c.Kind, c.Share, c.Loose = again.kind, chance, true
					loose = append(loose, c)
				}
			}
			if s.named > most || doubt == "" {
				doubt, most = s.reason, s.named
				if len(t.Rows) > largeRows {
					choices = chosen(ctx, s.choices, i, t)
				}
			}
			continue
		}
		r, err := Run(ctx, s.plan, []*Table{sample})
		if err != nil {
			return nil, err
		}
		if r.Rest > 0 && s.plan.Limit == 1 && s.plan.Group.none() {
			s.plan.Ties = true // all that have it
			if r, err = Run(ctx, s.plan, []*Table{sample}); err != nil {
				return nil, err
			}
		}
		if r.Refused != "" && len(t.Rows) <= sampleRows && t.More == nil {
			if doubt == "" {
				doubt = r.Refused
				choices = chosen(ctx, perUnit(s.plan, r.Units), i, t)
			}
			if strings.HasPrefix(r.Refused, noneUsed) && len(tables) == 1 {
				return []Candidate{{Plan: s.plan, Kind: s.kind, Result: r, Doubt: r.Refused}}, nil // the cell that is asked for is empty
			}
			continue
		}
		if r.Rest > 0 && !s.plan.Group.none() {
			continue // there is no one group with the most
		}
		r.Refused = ""
		found = append(found, Candidate{Plan: s.plan, Kind: s.kind, Table: i, Result: r, Linked: len(s.plan.Where) + len(s.plan.Within), Whole: true, Taken: s.taken})
		if s.reader != nil && s.reader.callsTable() {
			called = append(called, found[len(found)-1])
		}
	}
	if len(called) > 0 {
		found = called
	}
	if len(found) == 1 && len(tables[found[0].Table].Rows) <= largeRows {
		return weighed(found[0], ranked), nil
	}
	if len(found) == 0 {
		if len(choices) > 0 {
			ranked = choices
		}
		ranked = withLoose(loose, ranked)
		for i := range ranked {
			ranked[i].Doubt, ranked[i].Large = doubt, len(tables[ranked[i].Table].Rows) > largeRows
		}
		return ranked, nil
	}
	if first := signature(found[0].Result); !slices.ContainsFunc(found, func(c Candidate) bool { return signature(c.Result) != first }) {
		found = found[:1] // the same rows in several files
	}
	seen := map[string]bool{}
	for i := range found {
		found[i].Share = wholeShare / float64(len(found))
		if len(found[i].Taken) > 0 {
			found[i].Share *= likeShare
		}
		seen[found[i].Plan.String()] = true
	}
	for _, c := range ranked {
		if !seen[c.Plan.String()] && !(len(found) == 1 && signature(c.Result) == signature(found[0].Result)) {
			c.Share *= 1 - wholeShare
			found = append(found, c)
		}
	}
	return found, nil
}

// withRows reads an unknown noun as the word for the rows, where it stands like one. It returns "" where this gives no plan.
func (p *Planner) withRows(s strictReading) (strictReading, string) {
	r := s.reader
	if r == nil || s.reason == "" || len(s.unknown) == 0 {
		return strictReading{}, ""
	}
	w := &r.q.words[s.unknown[0]]
	for _, i := range s.unknown {
		if r.q.words[i].stem != w.stem || w.capital || w.isNumber || !r.asksOf(i) {
			return strictReading{}, ""
		}
	}
	q := *r.q
	q.row = w.stem
	again := newReader(&q, r.t, r.x, &p.stems, p.lexicon)
	again.annotate()
	out := again.read()
	if out.reason != "" || r.behindSubject(s.unknown[0]) && out.plan.Order != nil && out.plan.Order.Item.Fn == "count" { // rows are not counted for a verb
		return strictReading{}, ""
	}
	return out, w.text
}

// behindSubject reports whether a word stands behind the name of a column that is asked for, as its verb: which client pays best.
func (r *reader) behindSubject(i int) bool {
	if i == 0 || r.q.words[i-1].super {
		return false
	}
	a := r.atomOver(i - 1)
	return a != nil && a.values == nil && a.from > 0 && cachedSet("which what each every")[r.q.words[a.from-1].text]
}

// mayMeanRows reports whether an unexplained noun may name the rows. The question must name at least two other things of the table, so that
// it is about this table. It must not ask for a sum, which may be of the noun's things: how many panels there are in all is no number of
// rows. How many apprentices are in the North is no question about deliveries.
func (s *strictReading) mayMeanRows(p *Plan) bool {
	r := s.reader
	f := &former{reader: r}
	if i := slices.IndexFunc(r.conds, func(c said) bool { return c.key }); i >= 0 && !r.before(s.unknown[0], r.conds[i].from) {
		return false // a row that is named is called so right before its name
	}
	if f.has(sumSaid) || slices.ContainsFunc(r.q.words, func(w asking) bool { return r.isRow(&w) }) {
		return false
	}
	return len(r.atoms) > 1 || p.Order != nil
}

// before reports whether a word stands before a place with nothing but linking words between.
func (r *reader) before(i, at int) bool {
	for i++; i < at && linking[r.q.words[i].text]; i++ {
	}
	return i == at
}

// perUnit gives a plan over cells of different units once for each of these.
func perUnit(p Plan, units []string) (list []Plan) {
	for _, it := range p.Select {
		if len(it.Labels) != 1 || it.Less != "" || it.Of != nil {
			continue
		}
		for _, u := range units {
			of := p
			of.Where = append(slices.Clone(p.Where), Condition{Item{Labels: it.Labels}, "contains", []string{u}})
			list = append(list, of)
		}
		break
	}
	return list[:min(len(list), maxChoices)]
}

// chosen runs a question with each of the columns that a word may mean.
func chosen(ctx context.Context, plans []Plan, i int, t *Table) (list []Candidate) {
	sample := &Table{Name: t.Name, Locator: t.Locator, Columns: t.Columns, scale: t.scale, Rows: t.Rows[:min(len(t.Rows), sampleRows)]}
	for _, plan := range plans {
		if r, err := Run(ctx, plan, []*Table{sample}); err == nil && r.Refused == "" {
			list = append(list, Candidate{Plan: plan, Table: i, Result: r, Share: 1 / float64(len(plans)+1), Choice: true})
		}
	}
	return list
}

// Guessed reports whether readings leave out words that nothing in a large table explains, so that none is worth showing.
func Guessed(readings []Candidate) bool {
	return len(readings) > 0 && readings[0].Doubt != "" && readings[0].Large && !readings[0].Choice
}

// The bounds of the readings of a question whose answers are told: how many, and the least share of one beside the first.
const (
	mostReadings = 4
	leastShown   = 0.05
)

// Shown are the readings that are worth running, the likeliest first.
func Shown(readings []Candidate) []Candidate {
	n := 1
	for n < min(len(readings), mostReadings) && readings[n].Share >= leastShown {
		n++
	}
	return readings[:min(n, len(readings))]
}

// Offered are the readings that are told with a refusal. A reading with another form than the question's is left out.
func Offered(readings []Candidate) (list []Candidate) {
	if len(readings) == 0 || readings[0].Result.Refused != "" || Guessed(readings) {
		return nil
	}
	for _, c := range Shown(readings) {
		if c.Lacks == "" {
			list = append(list, c)
		}
	}
	return list
}

// The bounds of being sure: the least share of an answer, and how much of the first reading's share the second may have.
const (
	leastSure = 0.4
	rival     = 0.7
	mostSure  = 0.75 // the share of a reading that may stand though not all words are understood
)

const noneFits = "no column or value of the tables fits the question"

// Unsure says why the first of ranked readings is no answer, "" where it is one.
func Unsure(readings []Candidate) string {
	switch {
	case len(readings) == 0:
		return noneFits
	case readings[0].Result.Refused != "":
		return cmp.Or(readings[0].Doubt, noneFits)
	case readings[0].Lacks != "":
		return cmp.Or(readings[0].Doubt, readings[0].Lacks)
	case readings[0].Doubt != "" && (readings[0].Share < mostSure || readings[0].Open > 0 || readings[0].Large):
		return readings[0].Doubt
	case readings[0].Large && !readings[0].Whole && readings[0].Share < mostSure:
		return "it is not clear what is to be computed"
	case !readings[0].Whole && readings[0].Open > 0:
		return "no plan uses all words of the question" // people ask registers for figures, and do not notice words left out
	case len(readings) > 1 && readings[1].Share > rival*readings[0].Share && readings[1].Kind == readings[0].Kind:
		return "it can be read in several ways that are alike: " + says(readings[0]) + ", or " + says(readings[1])
	case readings[0].Share < leastSure:
		return "the question can be read in several ways, and none is likely enough"
	}
	return ""
}

// Sure reports whether the first of ranked readings may stand in place of text that was found by other ways: its words are
// nearly all used, and it is likelier than all others together.
func Sure(readings []Candidate) bool {
	if Unsure(readings) != "" || readings[0].Share < 0.5 {
		return false
	}
	c := readings[0]
	return c.Open == 0 || c.Open == 1 && c.Linked > 0 && c.Share >= 0.75
}

// How a reading of all words and the likely readings weigh against each other, over tables as small as the ones that weighed the plans.
const (
	agreed = 0.5 // the part of the missing certainty that agreement adds
	alone  = 0.6 // the share of a reading of all words where another reading is likelier
)

// weighed puts the reading of all words first. The likely readings tell how sure it is.
func weighed(whole Candidate, ranked []Candidate) []Candidate {
	if len(ranked) > 0 && signature(ranked[0].Result) == signature(whole.Result) {
		whole.Share = ranked[0].Share + agreed*(1-ranked[0].Share)
		return append([]Candidate{whole}, ranked[1:]...)
	}
	whole.Share = alone
	out := []Candidate{whole}
	for _, c := range ranked {
		c.Share *= 1 - alone
		out = append(out, c)
	}
	return out
}

// says is a plan without the name of its table.
func says(c Candidate) string {
	p := c.Plan
	p.From = nil
	return strings.TrimSpace(strings.TrimPrefix(p.String(), "from "))
}

// Rank joins candidates with the same answer; the share of an answer is that of all its plans under their scores.
func Rank(all []Candidate) []Candidate {
	if len(all) == 0 {
		return nil
	}
	best := math.Inf(-1)
	for _, c := range all {
		best = max(best, c.Score)
	}
	sum := 0.0
	by := map[string]int{}
	var out []Candidate
	slices.SortStableFunc(all, func(a, b Candidate) int {
		if a.Score != b.Score {
			return cmp.Compare(b.Score, a.Score)
		}
		return strings.Compare(a.Plan.String(), b.Plan.String())
	})
	for _, c := range all {
		w := math.Exp(c.Score - best)
		sum += w
		key := signature(c.Result)
		if i, ok := by[key]; ok {
			out[i].Share += w
			continue
		}
		by[key] = len(out)
		c.Share = w
		out = append(out, c)
	}
	for i := range out {
		out[i].Share /= sum
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Share, a.Share) })
	return slices.DeleteFunc(out, func(c Candidate) bool { return c.Result.Refused != "" && c.Share < out[0].Share })
}
