package sqlplan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/table"
)

// A Belief says how far a model's plan is believed.
type Belief struct {
	Chance float64         // confirmedPlan or writtenPlan
	Meant  []table.Meaning // what it takes words for that nothing in the table explains
}

// Confirmed reports whether a reading of the planner gives the same answer.
func (b Belief) Confirmed() bool { return b.Chance >= confirmedPlan }

// The chance of a plan that a model wrote: confirmed if a reading of the planner gives the same answer, and alone.
const (
	confirmedPlan = 0.9
	writtenPlan   = 0.5
)

// leastAgreed is the least share of a reading that confirms a plan: it is likelier than all others together. Where a word may mean several columns
// alike, the model and the planner may guess the same one.
const leastAgreed = 0.5

// leastMeant is the least chance, by the model's own word, that a word of the question means what its plan takes it for: docs/results/llm.md.
const leastMeant = 0.5

// A Judge is a language model that says how likely it says yes.
type Judge interface {
	Yes(ctx context.Context, system, user string) (float64, error)
}

// Believe decides about a model's plan, whose answers are given with the readings of the planner. It is believed if it heeds the question word by
// word, where the model has to stand by what it takes a word for that nothing in the table explains and that is no other form of its label. It is also believed if all words
// are explained and a reading gives the same answer: two ways that know nothing of each other agree. The error gives the reason against it.
func Believe(ctx context.Context, p *table.Planner, model Judge, question string, tables []*table.Table, w Written, answers []string,
	readings []table.Candidate) (Belief, error) {
	supposed := p.Supposes(question, tables[w.Table], w.Plan)
	b := Belief{writtenPlan, supposed.Meant}
	if slices.ContainsFunc(table.Shown(readings), func(c table.Candidate) bool { return c.Share >= leastAgreed && slices.Equal(c.Result.Answers, answers) }) {
		b.Chance = confirmedPlan
	}
	if supposed.Doubt != "" && (supposed.Unknown || !b.Confirmed()) {
		return b, errors.New(supposed.Doubt)
	}
	for _, m := range supposed.Meant {
		switch akin := m.Akin(tables[w.Table]); {
		case len(akin) == 1 && akin[0] == m.Column:
			continue
		case len(akin) > 1:
			return b, fmt.Errorf("%q may be any of %s", m.Words, strings.Join(akin, ", "))
		}
		yes, err := means(ctx, model, question, tables, m)
		if err != nil {
			return b, err
		}
		if yes < leastMeant {
			return b, fmt.Errorf("it takes %s, and the model does not stand by that (%.2f)", m, yes)
		}
	}
	return b, nil
}

// means asks a model how likely a word of the question means what a plan takes it for. It begins as Ask does, so that a server has read the
// tables already. What the plan takes the word for is text of a file and stands outside of the fence: in quotes that it cannot end.
func means(ctx context.Context, model Judge, question string, tables []*table.Table, m table.Meaning) (float64, error) {
	to := "a row of the table"
	switch column := quoted(m.Column, `"`); {
	case m.Value != "":
		to = column + " = " + quoted(m.Value, "'")
	case m.Fn != "":
		to = fmt.Sprintf("the %s of %s", m.Fn, column)
	case m.Column != "":
		to = column
	}
	return model.Yes(ctx, Writing, Prompt(question, tables)+fmt.Sprintf("\nDoes %q in this question mean %s? Reply with yes or no, and no SQL.\n", m.Words, to))
}
