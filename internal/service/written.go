package service

import (
	"context"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/spar"
)

// written has the model, where there is one, write an answer from the evidence, once all others have proposed: what they say is told
// first. Where what leads is exact and sure, nothing is to be written.
func (s *Service) written(ctx context.Context, m meaning, f found, v verdict, h *hearing) (found, verdict, error) {
	if m.request.Model == nil || f.need == ofNothing || f.ended || len(f.answer.Evidence) == 0 || v.exact() {
		return f, v, nil
	}
	set, err := s.settings()
	if err != nil {
		return f, v, err
	}
	model, role := m.request.Model, set.Role
	f.answer.Evidence = numbered(f.answer.Evidence, f.answer.Citations)
	soFar := unjudged(v.tell(f).of(m, f, time.Since(h.began)))
	h.say(api.AnswerEvent{Stage: api.StageInterim, Answer: &soFar, Changed: []int{}})
	h.best = &f

	asking := llm.WhileWaiting(ctx, func(w llm.Waiting) {
		h.say(api.AnswerEvent{Stage: api.StageWaiting, Model: model.Model(), Waiting: &api.Waiting{For: w.For, Read: w.Read, Of: w.Of}})
	})
	if role = roleOf(asking, role, model); role != Checks {
		if v, err = s.withModelPlan(asking, m, &f, v); err != nil {
			return f, v, err
		}
	}
	if role != Writes {
		v = s.weighed(asking, m, &f, v)
		if role == Checks && !m.question.Agent {
			return f, v, nil
		}
	}
	var more []spar.Unit
	if m.question.Agent {
		more = s.search(ctx, m, &f, h)
	}
	given := f.answer
	given.Evidence = slices.Concat(more, f.answer.Evidence)
	began := time.Now()
	var draft func(string)
	if h.stream {
		draft = func(text string) { h.say(api.AnswerEvent{Stage: api.StageDraft, Model: model.Model(), Text: text}) }
	}
	q := m.request
	q.Question = f.wording(m)
	a, ok := s.engine.Write(asking, q, given, f.result, set.limits(), draft)
	f.result.Timing.Answer += time.Since(began)
	f.answer.Evidence = slices.Concat(f.answer.Evidence, more) // behind what was shown
	if !ok {
		f.answer.Notes = append(f.answer.Notes, a.Notes...)
		return f, v, nil // whoever stopped the question gets the answer so far
	}
	a.Evidence = asShown(a.Evidence, given.Evidence)
	return f, v.withModel(byModelWritten(a)), nil
}

// withModelPlan adds a plan of the model to what was proposed, if one is taken.
func (s *Service) withModelPlan(ctx context.Context, m meaning, f *found, v verdict) (verdict, error) {
	began := time.Now()
	p, why, err := s.proposeModelPlan(ctx, m, *f)
	f.result.Timing.Answer += time.Since(began)
	switch {
	case ctx.Err() != nil: // whoever stopped the question gets the answer so far
		return v, nil
	case p != nil && v.lead != nil && v.lead.computed != nil && v.lead.chance <= p.chance: // a reading that leaves words out
		v.lead = p
	case p != nil:
		v = v.withModel(p)
	case why != "":
		f.answer.Notes = append(f.answer.Notes, why)
	}
	return v, err
}

// A Role is the part of a model in an answer.
type Role string

const (
	Checks Role = "checks" // judges whether evidence answers
	Writes Role = "writes" // writes the answer from it
	Both   Role = "both"
)

// RoleOf returns the role of a model without a setting. Small models judge well what answers, but write worse answers than the sentences
// of the files: docs/results/llm.md. A server that does not state its size may be paid by the request: its model only writes.
func RoleOf(about llm.About) Role {
	switch {
	case about.Parameters == 0:
		return Writes
	case about.Parameters < writesFrom:
		return Checks
	}
	return Both
}

// roleOf returns the role of a model by a setting, or else by its size.
func roleOf(ctx context.Context, set Role, model *llm.Client) Role {
	if set != "" {
		return set
	}
	return RoleOf(model.About(ctx))
}

// composing returns what gives a model if it may write plans and read sentences; nil for none, and for a model that only checks. Such a
// model gains nothing there: docs/results/llm.md.
func composing(set Role, model *llm.Client) func(context.Context) planWriter {
	return func(ctx context.Context) planWriter {
		if model == nil || roleOf(ctx, set, model) == Checks {
			return nil
		}
		return model
	}
}

// writesFrom is the number of parameters from which a model writes.
const writesFrom = 3e9

// weighed lets a model judge whether the first units answer, if sentences of the files lead or nothing does; a computed answer has a
// chance of its own. A model that does not tell how sure it is changes nothing, and a note says so.
func (s *Service) weighed(ctx context.Context, m meaning, f *found, v verdict) verdict {
	if v.lead == nil || v.lead.computed != nil || v.lead.inventory != nil {
		return v
	}
	began := time.Now()
	q := m.request
	q.Question = f.wording(m)
	w, err := s.engine.Weigh(ctx, q, f.answer, f.result)
	f.result.Timing.Answer += time.Since(began)
	switch {
	case ctx.Err() != nil || len(w.Odds) == 0 && err == nil:
		return v // whoever stopped the question gets the answer so far
	case err != nil:
		f.answer.Notes = append(f.answer.Notes, "no model checked this: "+err.Error())
		return v
	}
	f.answer = engine.Weighed(f.answer, w)
	f.answer.Checked = m.request.Model.Model()
	if v.lead.chance = f.answer.Confidence; f.answer.Refused {
		v.lead.chance = 0
	}
	return v
}

// limits returns how much evidence a model gets.
func (set Settings) limits() engine.ModelLimits {
	l := set.Evidence
	if l.Units == 0 {
		l.Units = engine.ModelUnits
	}
	if l.Tokens == 0 {
		l.Tokens = engine.ModelTokens
	}
	return l
}

// exact reports whether the leading proposal was computed or comes from the index, and is sure.
func (v verdict) exact() bool {
	return v.lead != nil && (v.lead.computed != nil || v.lead.inventory != nil) && v.lead.chance >= answer.Sure
}

// byModelWritten returns the text of a model as a proposal. Beside another lead it is offered with its evidence.
func byModelWritten(a spar.Answer) *proposal {
	p := &proposal{need: ofAll, chance: a.Confidence}
	p.lead = func(before spar.Answer) spar.Answer {
		if a.Confidence = p.chance; a.Confidence >= answer.Sure {
			a.Unsure, a.Missing = false, nil
		}
		a.Notes = append(slices.Clone(before.Notes), a.Notes...)
		a.Do = before.Do
		return a
	}
	p.beside = func(before spar.Answer) spar.Answer { return before }
	also := api.Also{Kind: api.OfModel, Text: a.Text, Chance: a.Confidence}
	first := a.Bullets[0].Citations[0]
	for _, c := range a.Citations {
		if also.Evidence = append(also.Evidence, c.N); c.N == first {
			p.cited = []spar.Citation{c}
		}
	}
	p.readings = []api.Also{also}
	return p
}

// withModel lets the text of a model lead if it is likelier than the lead. It also leads if it words what sentences of the same file say:
// then it is at least as likely as they are.
func (v verdict) withModel(p *proposal) verdict {
	switch {
	case v.lead == nil:
	case v.lead.computed == nil && v.lead.inventory == nil:
		same := slices.ContainsFunc(v.lead.cited, func(c spar.Citation) bool {
			return len(p.cited) > 0 && c.Share == p.cited[0].Share && c.Path == p.cited[0].Path
		})
		if same {
			p.chance = max(p.chance, v.lead.chance)
		} else if p.chance <= v.lead.chance {
			v.beside = append(v.beside, p)
			return v
		}
	case p.chance <= v.lead.chance:
		v.beside = append(v.beside, p)
		return v
	default:
		v.beside = append(v.beside, v.lead)
	}
	v.lead = p
	return v
}

// asShown gives units the numbers under which they were shown before.
func asShown(units, before []spar.Unit) []spar.Unit {
	units = slices.Clone(units)
	for i, u := range units {
		same := func(b spar.Unit) bool {
			return b.At.Segment == u.At.Segment && b.Share == u.Share && b.Path == u.Path && b.First <= u.Last && u.First <= b.Last
		}
		if at := slices.IndexFunc(before, same); at >= 0 {
			units[i].N = before[at].N
		}
	}
	return units
}
