package service

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// The bounds of a search by a model, unless a question sets them, and the most that a question may set.
const (
	agentSteps      = 4
	mostAgentSteps  = 20
	agentTokens     = 8000
	mostAgentTokens = 1 << 20
	agentTime       = 10 * time.Minute // if the budget sets no time

	shownOfStep = 3  // passages that a step shows
	namesOfStep = 20 // names that a step shows
	agentUnits  = 6  // most passages of its steps that a model answers from
)

// An agent is a model that searches for an answer step by step. Its tools only read, and return only what the asker may read within the
// scope of their question. No text of a file that instructs the model can change this.
type agent struct {
	s     *Service
	m     meaning
	h     *hearing
	f     *found
	scope spar.Scope // bounds the next steps; never wider than the question's

	units []spar.Unit // found by its steps, in order
	hits  []spar.Hit  // besides the hits of the question
	files map[int]foundFile
	also  []api.Also
	taken []answer.Taken
	told  []api.AgentStep
	next  int // number of the next unit
	note  string
}

type foundFile struct {
	share, path string
	id          spar.FileID
}

// search lets the model of a request look for more than the question itself found. It returns the new units, and adds the hits, steps and
// notes to f.
func (s *Service) search(ctx context.Context, m meaning, f *found, h *hearing) (units []spar.Unit) {
	a := &agent{s: s, m: m, h: h, f: f, scope: m.request.Scope, files: map[int]foundFile{}, next: 1}
	steps, tokens := m.question.Steps, m.question.Tokens
	if steps == 0 {
		steps = agentSteps
	}
	if tokens == 0 {
		tokens = agentTokens
	}
	limit := agentTime
	if m.request.Budget.Time > 0 {
		limit = m.request.Budget.Time
	}
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	for _, u := range f.answer.Evidence {
		a.next = max(a.next, u.N+1)
	}
	a.sees(f.answer.Evidence, f.result.Hits)
	first := answer.Step{Tool: answer.ToolSearch, Input: m.request.Question}
	a.taken = []answer.Taken{{Step: first, Result: answer.Shown(f.answer.Evidence[:min(len(f.answer.Evidence), shownOfStep)])}}
	a.steps(ctx, steps, tokens)
	f.steps, f.also = a.told, a.also
	f.result.Hits = append(slices.Clip(f.result.Hits), a.hits...)
	f.seen = f.result.Uses(spar.Answer{Model: m.request.Model.Model()})
	if a.note != "" {
		f.answer.Notes = append(f.answer.Notes, a.note)
	}
	slices.Reverse(a.units) // later steps build on earlier ones, so their passages come first
	return a.units[:min(len(a.units), agentUnits)]
}

// steps takes steps until the model has seen enough or reaches a bound.
func (a *agent) steps(ctx context.Context, most, tokens int) {
	free := false
	for n := 1; n <= most; n++ {
		prompt := answer.NextPrompt(a.m.request.Question, a.taken, most-n+1)
		if tokens -= (answer.StepPrompt + len(prompt)) * 2 / 5; tokens < 0 {
			a.note = "the model's search ended with its tokens; it may have more of them"
			return
		}
		step, err := answer.Next(ctx, a.m.request.Model, prompt, free)
		if err != nil && !errors.Is(err, answer.ErrNoStep) && !free && ctx.Err() == nil {
			free = true // a server without support for schemas returns an error
			step, err = answer.Next(ctx, a.m.request.Model, prompt, free)
		}
		told := api.AgentStep{N: n, Tool: step.Tool, Args: api.AgentArgs{Input: step.Input, Passage: step.Passage}}
		if ctx.Err() != nil {
			a.note = "the model's search ended with its time"
			return
		}
		if err != nil && !errors.Is(err, answer.ErrNoStep) {
			a.note = "the model's search ended: " + err.Error()
			return
		}
		taken := answer.Taken{Step: step}
		repeats := err == nil && slices.ContainsFunc(a.taken, func(t answer.Taken) bool { return step.Repeats(t.Step) })
		if repeats {
			err = errors.New("this step was taken already")
		} else if err == nil && step.Tool != answer.ToolAnswer {
			taken.Result, told.Found, err = a.take(ctx, step)
		}
		if err != nil {
			told.Failed = err.Error()
			taken.Result = "It failed: " + answer.Label(told.Failed)
		}
		a.taken, a.told = append(a.taken, taken), append(a.told, told)
		a.h.say(api.AnswerEvent{Stage: api.StageSteps, Model: a.m.request.Model.Model(), Step: &told})
		if step.Tool == answer.ToolAnswer || repeats { // a model that repeats itself goes on doing so
			return
		}
	}
	a.note = "the model's search ended with its steps; it may have more of them"
}

// take performs a step. It returns the text for the model, and how many things the step found.
func (a *agent) take(ctx context.Context, step answer.Step) (result string, found int, err error) {
	r := a.m.request
	r.Scope, r.Model, r.Tells = a.scope, nil, engine.Tells{}
	r.Wordings, r.GoesOn, r.Asked = engine.Wordings{}, engine.GoesOn{}, ""
	r.Tell = func(news engine.News) {
		if p, ok := news.(engine.Progress); ok {
			a.h.say(api.AnswerEvent{Stage: api.StageReading, Reading: readingOf(p)})
		}
	}
	switch step.Tool {
	case answer.ToolSearch:
		r.Question = step.Input
		return a.ask(ctx, r)
	case answer.ToolOpen:
		file, ok := a.files[step.Passage]
		if !ok {
			return "", 0, fmt.Errorf("there is no passage %d", step.Passage)
		}
		if step.Input != "" {
			r.Question = step.Input
		}
		r.Only = roaring.BitmapOf(uint32(file.id)) // the question selects this file: it was found within its scope
		return a.ask(ctx, r)
	case answer.ToolTable:
		return a.table(ctx, step)
	case answer.ToolFiles:
		return a.list(ctx, step.Input)
	case answer.ToolScope:
		return a.narrow(ctx, step.Input)
	}
	return "", 0, fmt.Errorf("there is no tool %q", step.Tool)
}

// ask searches passages for another question.
func (a *agent) ask(ctx context.Context, r engine.Request) (string, int, error) {
	if err := r.Check(); err != nil {
		return "", 0, err
	}
	got, result, err := a.s.engine.Ask(ctx, r)
	if err != nil {
		return "", 0, err
	}
	units := got.Evidence[:min(len(got.Evidence), shownOfStep)]
	for i := range units {
		units[i].N = 0
	}
	units = asShown(units, slices.Concat(a.f.answer.Evidence, a.units))
	for i := range units {
		if units[i].N == 0 {
			units[i].N = a.next
			a.next++
			a.units = append(a.units, units[i])
		}
	}
	a.sees(units, result.Hits)
	for _, h := range result.Hits {
		if !slices.ContainsFunc(a.f.result.Hits, func(o spar.Hit) bool { return o.Segment == h.Segment && o.Index == h.Index }) &&
			slices.ContainsFunc(units, func(u spar.Unit) bool { return u.At.Segment == h.Segment }) {
			a.hits = append(a.hits, h)
		}
	}
	if len(units) == 0 {
		return "nothing was found", 0, nil
	}
	return answer.Shown(units), len(units), nil
}

// sees remembers the files of units by their numbers.
func (a *agent) sees(units []spar.Unit, hits []spar.Hit) {
	for _, u := range units {
		for _, h := range hits {
			if h.Share == u.Share && h.Path == u.Path {
				a.files[u.N] = foundFile{h.Share, h.Path, h.File}
			}
		}
	}
}

// table computes over the tables in the file of a passage. The result is offered beside the answer, because it answers the model's
// question and not the asker's.
func (a *agent) table(ctx context.Context, step answer.Step) (string, int, error) {
	file, ok := a.files[step.Passage]
	if !ok {
		return "", 0, fmt.Errorf("there is no passage %d", step.Passage)
	}
	name := file.share + ":" + file.path
	q := api.TableQuestion{Files: []string{name}, Question: step.Input}
	if err := checkTable(q, nil); err != nil {
		return "", 0, err
	}
	places, err := a.s.places(ctx, a.m.who, q)
	if err != nil {
		return "", 0, err
	}
	got, err := compute(ctx, nil, q, places) // without a model: its plan would cost more than a step
	switch {
	case err != nil:
		return "", 0, err
	case got.Refused:
		return "", 0, fmt.Errorf("%s", got.Reason)
	}
	value := strings.Join(got.Answers, ", ")
	a.also = append(a.also, api.Also{
		Kind: api.OfTable, Text: step.Input + " " + value, Chance: min(got.Confidence, mostUnsure), Evidence: []int{step.Passage},
		Readings: []api.TableReading{{Text: step.Input, Value: value, Plan: got.Plan}},
	})
	return answer.Label(value), got.Used, nil
}

// list names the files of the scope whose path has one of the words, or all files without a word.
func (a *agent) list(ctx context.Context, input string) (string, int, error) {
	v, err := a.s.view(ctx, a.m.who)
	if err != nil {
		return "", 0, err
	}
	selected, err := v.selection(a.scope)
	if err != nil {
		return "", 0, err
	}
	files := selected.Known
	if a.m.request.Only != nil {
		files = roaring.And(files, a.m.request.Only)
	}
	words := chunk.Words(input)
	var names []string
	found := 0
	for f := range v.Names(files) {
		has := chunk.Words(f.Path)
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(has, w) }) {
			continue
		}
		if found++; found <= namesOfStep {
			names = append(names, answer.Label(f.Path))
		}
	}
	return strings.Join(names, "\n"), found, nil
}

// narrow sets the scope of the next steps, within the scope of the question.
func (a *agent) narrow(ctx context.Context, text string) (string, int, error) {
	v, err := a.s.view(ctx, a.m.who)
	if err != nil {
		return "", 0, err
	}
	within := a.m.request.Scope
	if text != "" {
		sc, err := v.parse(text)
		if err != nil {
			return "", 0, err
		}
		within = scope.And(within, sc)
	}
	selected, err := v.selection(within)
	if err != nil {
		return "", 0, err
	}
	files := selected.Known
	if a.m.request.Only != nil {
		files = roaring.And(files, a.m.request.Only)
	}
	n := int(files.GetCardinality())
	if n == 0 {
		return "", 0, fmt.Errorf("no file is in that scope")
	}
	a.scope = within
	return fmt.Sprintf("%d files are in that scope", n), n, nil
}

// quoting adds files to the uses of an answer: the model saw their words when it wrote the answer.
func quoting(uses, seen []workspace.Use) []workspace.Use {
	for _, u := range seen {
		i := slices.IndexFunc(uses, func(o workspace.Use) bool { return o.File == u.File && o.Segment == u.Segment })
		if i < 0 {
			uses = append(uses, u)
		} else {
			uses[i].Quoted = true
		}
	}
	return uses
}

// checkAgent refuses impossible settings of a search by a model.
func checkAgent(q api.Question) error {
	switch {
	case !q.Agent && (q.Steps != 0 || q.Tokens != 0):
		return spar.Errorf(spar.Invalid, "steps and tokens bound the search of a model; ask for one with agent")
	case q.Agent && q.Extract:
		return spar.Errorf(spar.Invalid, "agent lets a model search and extract asks for none; leave one of them out")
	case q.Steps < 0 || q.Steps > mostAgentSteps:
		return spar.Errorf(spar.Invalid, "steps is %d and must be a number from 1 to %d", q.Steps, mostAgentSteps)
	case q.Tokens < 0 || q.Tokens > mostAgentTokens:
		return spar.Errorf(spar.Invalid, "tokens is %d and must be a number from 1 to %d", q.Tokens, mostAgentTokens)
	}
	return nil
}
