package tabular

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/sqlplan"
	"github.com/sparsearch/spar/internal/table"
)

// A Writer is a language model that writes plans.
type Writer interface {
	sqlplan.Writer
	sqlplan.Judge
}

// A Modelled counts what a model's plans answer.
type Modelled struct {
	Name      string `json:"name"`
	Asked     int    `json:"asked"`     // questions for which the model wrote a plan
	Planner   Counts `json:"planner"`   // what the planner answers to them
	Unchecked Counts `json:"unchecked"` // what the model's plans answer as they are
	Taken     Counts `json:"taken"`     // what those answer that are believed
	Confirmed Counts `json:"confirmed"` // what those of them answer that a reading of the planner confirms
	Both      Counts `json:"both"`      // the planner, and where it refuses the model's plans that are believed

	Ahead measure.Interval `json:"ahead"` // by how much the share of right answers is higher with both than with the planner
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

// Modelling has a model write plans for some of the questions that a planner refused, and for half as many that it answered, drawn by seed. Each is written to log,
// which may be nil.
func Modelling(ctx context.Context, p *table.Planner, model Writer, judged []Judged, draw int, seed uint64, log io.Writer) ([]Modelled, error) {
	out := []Modelled{{Name: "refused by the planner"}, {Name: "answered by the planner"}}
	alone, with := map[*Modelled][]float64{}, map[*Modelled][]float64{}
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
		reply, err := sqlplan.Ask(ctx, model, j.Question.Text, tables)
		if err != nil {
			return out, err
		}
		var belief sqlplan.Belief
		written, doubt := sqlplan.Read(reply, tables)
		r := j.by(ctx, written, doubt)
		if r != nil {
			belief, doubt = sqlplan.Believe(ctx, p, model, j.Question.Text, tables, written, r.Answers, j.shown)
		}
		taken := r != nil && doubt == nil
		right := r != nil && j.right(r)
		to.Unchecked.add(right, r == nil, answerable)
		to.Taken.add(taken && right, !taken, answerable)
		confirmed := taken && belief.Confirmed()
		to.Confirmed.add(confirmed && right, !confirmed, answerable)
		both := j.Right && (j.Refused == "" || !answerable)
		before := both
		if j.Refused != "" && taken {
			both = right
		}
		to.Both.add(both, j.Refused != "" && !taken, answerable)
		alone[to], with[to] = append(alone[to], share(before)), append(with[to], share(both))
		if log != nil {
			fmt.Fprintf(log, "%v taken=%v | %s | %q | gold %q | planner: %s (%s)\n    %s\n    %s = %q, meant %v | %v\n", right, taken, j.Question.ID, j.Question.Text, j.Question.Gold,
				j.Plan, j.Refused, strings.Join(strings.Fields(reply), " "), written.Plan, answersOf(r), belief.Meant, doubt)
		}
	}
	for i := range out {
		if to := &out[i]; to.Asked > 0 {
			to.Ahead = measure.Bootstrap(alone[to], with[to], seed)
		}
	}
	return out, nil
}

// by returns the result of a plan; nil for none.
func (j Judged) by(ctx context.Context, written sqlplan.Written, fault error) *table.Result {
	if fault != nil {
		return nil
	}
	r, err := table.Run(ctx, written.Plan, []*table.Table{j.Question.Table})
	if err != nil || r.Refused != "" || r.Used == 0 {
		return nil
	}
	return r
}

// answersOf returns the first answers of a result.
func answersOf(r *table.Result) []string {
	if r == nil {
		return nil
	}
	return r.Answers[:min(len(r.Answers), 5)]
}

func share(right bool) float64 {
	if right {
		return 1
	}
	return 0
}
