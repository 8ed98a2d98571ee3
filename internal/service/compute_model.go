package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/sqlplan"
	"github.com/sparsearch/spar/internal/table"
)

// A planWriter is a language model that writes statements, and objects by a schema.
type planWriter interface {
	sqlplan.Writer
	sqlplan.Judge
	Object(ctx context.Context, system, user, name string, schema map[string]any) (string, error)
	Model() string
}

// byModel lets a model write the plan for a question that the planner could not answer, as a SELECT. SPAR reads, checks and runs it like any
// other plan. On any doubt the planner's answer stays, with a note.
func byModel(ctx context.Context, model planWriter, q api.TableQuestion, over foundTables, readings []table.Candidate, own api.TableAnswer) (api.TableAnswer, error) {
	tables := over.tables()
	stays := func(why error) (api.TableAnswer, error) {
		own.Notes = append(own.Notes, fmt.Sprintf("a plan of the model %s was not taken: %v", model.Model(), why))
		return own, ctx.Err()
	}
	reply, err := sqlplan.Ask(ctx, model, over.words, tables)
	if err != nil {
		return stays(err)
	}
	written, err := sqlplan.Read(reply, tables)
	if err != nil {
		return stays(err)
	}
	out, err := run(ctx, emptyAnswer(q), over.groups[written.Table].all(written.Plan), over.places)
	switch {
	case err != nil:
		return stays(err)
	case out.Refused:
		return stays(fmt.Errorf("%s", out.Reason))
	case out.Used == 0:
		return stays(fmt.Errorf("no row fits it (%s)", out.Plan))
	}
	if first := table.Shown(readings); len(first) > 0 && first[0].Result != nil && first[0].Result.Refused == "" { // it was tried on the first rows alone
		whole, err := run(ctx, emptyAnswer(q), over.groups[first[0].Table].all(first[0].Plan), over.places)
		if err != nil {
			return stays(err)
		}
		result := *first[0].Result
		result.Answers = whole.Answers
		readings = slices.Clone(readings)
		readings[0].Result = &result
	}
	belief, err := sqlplan.Believe(ctx, planner(), model, over.words, tables, written, out.Answers, readings)
	if err != nil {
		return stays(err)
	}
	out.Confidence = belief.Chance
	for _, other := range own.Alternatives {
		if !slices.Equal(otherAnswer(out, 0).Answers, other.Answers) {
			out.Alternatives = append(out.Alternatives, other)
		}
	}
	out.Notes = append(out.Notes, fmt.Sprintf("the model %s wrote the plan, since: %s", model.Model(), own.Reason))
	if len(belief.Meant) > 0 {
		out.Notes = append(out.Notes, "it takes "+meanings(belief.Meant))
	}
	return out, nil
}

// meanings says for a person what words are taken for.
func meanings(list []table.Meaning) string {
	said := make([]string, len(list))
	for i, m := range list {
		said[i] = m.String()
	}
	return strings.Join(said, ", ")
}

// proposeModelPlan lets the model of a question plan it over the tables that were found, where the planner sees something to compute and is
// not sure, and no sentence is, either; nil where no plan is taken, and then why.
func (s *Service) proposeModelPlan(ctx context.Context, m meaning, f found) (p *proposal, why string, err error) {
	a, asked := f.answer, f.wording(m)
	if !a.Refused && !a.Unsure && !onlyRows(a) || !mayCompute(asked) {
		return nil, "", nil
	}
	over, err := s.tablesFound(ctx, m.who, asked, f.result)
	if err != nil || over == nil {
		return nil, "", err
	}
	readings, err := planner().Plan(ctx, over.words, over.tables())
	if err != nil || len(readings) == 0 || !readings[0].Plan.Computes() || table.Unsure(readings) == "" {
		return nil, "", err
	}
	q := api.TableQuestion{Question: asked}
	own := emptyAnswer(q)
	own.Refused, own.Reason = true, table.Unsure(readings)
	out, err := byModel(ctx, m.request.Model, q, *over, readings, own)
	if err != nil || out.Refused {
		return nil, strings.Join(out.Notes, "; "), err
	}
	p = &proposal{need: ofCalled, chance: min(max(out.Confidence, mostUnsure), mostComputed), computed: &out}
	p.lead = func(a spar.Answer) spar.Answer {
		if a.Refused = true; out.Confidence >= answer.Sure { // rows are not a figure over all rows
			return withComputed(a, out)
		}
		notes := slices.Clone(a.Notes)
		a = withComputed(a, out)
		a.Unsure, a.Confidence, a.Notes = true, min(a.Confidence, mostUnsure), notes
		return a
	}
	p.beside = func(a spar.Answer) spar.Answer { return a }
	p.readings = []api.Also{{Kind: api.OfTable, Text: own.Reason, Chance: p.chance, Evidence: []int{},
		Readings: []api.TableReading{{Text: planSpoken(out.Plan), Value: valuesOf(otherAnswer(out, out.Confidence)), Plan: out.Plan}}}}
	return p, "", nil
}
