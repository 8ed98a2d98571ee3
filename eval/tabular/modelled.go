package tabular

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/sparsearch/spar/internal/table"
)

// A Writer is a language model that writes plans.
type Writer interface {
	Object(ctx context.Context, system, user, name string, schema map[string]any) (string, error)
}

// A Modelled counts what a model's plans answer.
type Modelled struct {
	Name      string `json:"name"`
	Asked     int    `json:"asked"`     // questions for which the model wrote a plan
	Planner   Counts `json:"planner"`   // what the planner answers to them
	Unchecked Counts `json:"unchecked"` // what the model's plans answer as they are
	Checked   Counts `json:"checked"`   // what those answer that heed the question
	Confirmed Counts `json:"confirmed"` // what those answer that give the same as a reading which the planner offers
}

// Counts counts answers. A question without an answer is right when it is refused.
type Counts struct {
	Right   int `json:"right"`
	Wrong   int `json:"wrong"`
	Refused int `json:"refused"` // although there is an answer
}

func (t *Counts) add(right, refused, answerable bool) {
	switch {
	case refused && answerable:
		t.Refused++
	case right || refused:
		t.Right++
	default:
		t.Wrong++
	}
}

// Modelling has a model write plans for some of the questions that a planner refused, and for half as many that it answered, drawn by seed.
func Modelling(ctx context.Context, p *table.Planner, model Writer, judged []Judged, draw int, seed uint64) ([]Modelled, error) {
	out := []Modelled{{Name: "refused by the planner"}, {Name: "answered by the planner"}}
	var drawn []Judged
	for i, most := range []int{draw, draw / 2} {
		some := slices.DeleteFunc(slices.Clone(judged), func(j Judged) bool { return j.right == nil || (j.Refused == "") != (i == 1) })
		rand.New(rand.NewPCG(seed, uint64(i))).Shuffle(len(some), func(a, b int) { some[a], some[b] = some[b], some[a] })
		drawn = append(drawn, some[:min(most, len(some))]...)
	}
	// A server reads the common beginning of questions about one table once.
	slices.SortStableFunc(drawn, func(a, b Judged) int { return cmp.Compare(a.Question.Table.Name, b.Question.Table.Name) })
	for _, j := range drawn {
		to := &out[0]
		if j.Refused == "" {
			to = &out[1]
		}
		answerable := len(j.Question.Gold) > 0
		to.Asked++
		to.Planner.add(j.Right, j.Refused != "", answerable)
		tables := []*table.Table{j.Question.Table}
		user, schema := table.WrittenFor(j.Question.Text, tables)
		reply, err := model.Object(ctx, table.Writing, user, "plan", schema)
		if err != nil {
			return out, err
		}
		r := j.by(ctx, reply)
		to.Unchecked.add(r != nil && j.right(r), r == nil, answerable)
		confirmed := r != nil && slices.ContainsFunc(j.offered, func(c table.Candidate) bool { return slices.Equal(c.Result.Answers, r.Answers) })
		to.Confirmed.add(confirmed && j.right(r), !confirmed, answerable)
		_, doubt := p.Written(reply, j.Question.Text, tables)
		heeded := r != nil && doubt == nil
		to.Checked.add(heeded && j.right(r), !heeded, answerable)
	}
	return out, nil
}

// by returns the result of the plan in a reply; nil for none.
func (j Judged) by(ctx context.Context, reply string) *table.Result {
	tables := []*table.Table{j.Question.Table}
	written, err := table.ReadWritten(reply, tables)
	if err != nil {
		return nil
	}
	r, err := table.Run(ctx, written.Plan, tables)
	if err != nil || r.Refused != "" || r.Used == 0 {
		return nil
	}
	return r
}
