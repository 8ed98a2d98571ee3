package service

import (
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A hearing is how a question is heard: who listens, where it is kept, and the best answer so far.
type hearing struct {
	began  time.Time
	stream bool
	say    func(api.AnswerEvent)
	turn   keptTurn
	thread string
	best   *found // nil: none yet
	scoped bool   // it was told what it is asked of
}

// hear has a request tell what it is asked of and where it is kept, and of each answer that is better than the one before. What comes before all is
// read that there is, is heard once it is told whether more is needed.
func (h *hearing) hear(r *engine.Request, asked string, n need) {
	r.Progress = func(p engine.Progress) { h.say(api.AnswerEvent{Stage: api.StageReading, Reading: readingOf(p)}) }
	if h.stream && !h.scoped {
		of := r.Scope
		r.Scoped = func(selected engine.Selected) {
			h.scoped = true
			read := &api.ScopeRead{Scope: scope.Print(of), Funnel: stepsOf(selected.Funnel)}
			h.say(api.AnswerEvent{Stage: api.StageScope, ScopeRead: read, Thread: h.thread, Turn: h.turn.turn.Number})
		}
	}
	if n == ofCalled {
		return
	}
	if h.stream {
		r.Preview = func(hits []spar.Hit) { h.say(api.AnswerEvent{Stage: api.StageWords, Hits: hitsOf(hits, nil)}) }
	}
	r.Interim = func(i engine.Interim) {
		h.best = &found{need: n, answer: i.Answer, result: i.Result}
		answer := answerOf(asked, i.Answer, i.Result, time.Since(h.began))
		h.say(api.AnswerEvent{Stage: api.StageInterim, Answer: &answer, Changed: i.Changed})
	}
}

func stepsOf(funnel []engine.Step) (out []api.Step) {
	for _, step := range funnel {
		out = append(out, api.Step{Constraint: step.Constraint, Known: step.Known, Unknown: step.Unknown})
	}
	return out
}
