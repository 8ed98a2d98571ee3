package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/table"
)

// A planWriter is a language model that writes objects by a schema.
type planWriter interface {
	Object(ctx context.Context, system, user, name string, schema map[string]any) (string, error)
	Model() string
}

// The confidence of a plan that a model wrote: confirmed if a reading of the planner gives the same answer, and alone.
const (
	confirmedPlan = 0.9
	writtenPlan   = 0.5
)

// byModel lets a model write the plan for a question that the planner could not answer. SPAR checks and runs the plan like any other. On
// any doubt the planner's answer stays, with a note.
func byModel(ctx context.Context, model planWriter, q api.TableQuestion, groups []family, asked string, places []tablePlace, own api.TableAnswer) (api.TableAnswer, error) {
	tables := make([]*table.Table, len(groups))
	for i := range groups {
		tables[i] = groups[i].table
	}
	user, schema := table.WrittenFor(asked, tables)
	stays := func(why error) (api.TableAnswer, error) {
		own.Notes = append(own.Notes, fmt.Sprintf("a plan of the model %s was not taken: %v", model.Model(), why))
		return own, ctx.Err()
	}
	reply, err := model.Object(ctx, table.Writing, user, "plan", schema)
	if err != nil {
		return stays(err)
	}
	written, err := planner().Written(reply, asked, tables)
	if err != nil {
		return stays(err)
	}
	out, err := run(ctx, emptyAnswer(q), groups[written.Table].all(written.Plan), places)
	switch {
	case err != nil:
		return stays(err)
	case out.Refused:
		return stays(fmt.Errorf("%s", out.Reason))
	case out.Used == 0:
		return stays(fmt.Errorf("no row fits it (%s)", out.Plan))
	}
	out.Confidence = writtenPlan
	for _, other := range own.Alternatives {
		if slices.Equal(otherAnswer(out, 0).Answers, other.Answers) {
			out.Confidence = confirmedPlan
		} else {
			out.Alternatives = append(out.Alternatives, other)
		}
	}
	out.Notes = append(out.Notes, fmt.Sprintf("the model %s wrote the plan, since: %s", model.Model(), own.Reason))
	if list := written.Meanings; len(list) > 0 {
		said := make([]string, len(list))
		for i, m := range list {
			said[i] = m.String()
		}
		out.Notes = append(out.Notes, "it takes "+strings.Join(said, ", "))
	}
	return out, nil
}
