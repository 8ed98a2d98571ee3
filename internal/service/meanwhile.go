package service

import (
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
)

// A hearing is how a question is heard: who listens, where it is kept, and the best answer so far.
type hearing struct {
	began  time.Time
	stream bool
	say    func(api.AnswerEvent)
	turn   keptTurn
	thread string
	best   *found // nil: none yet
	scoped bool   // the scope event was sent
}

// hear makes a request report its scope, where it is stored, and each answer that is better than the one before. It reports no answer
// from the called tables alone: the verdict on them first decides whether the question needs more files.
func (h *hearing) hear(r *engine.Request, asked string, n need) {
	r.Tells = engine.Tells{Scope: h.stream && !h.scoped, Preview: h.stream && n != ofCalled, Interim: n != ofCalled}
	of := r.Scope
	r.Tell = func(news engine.News) {
		switch told := news.(type) {
		case engine.Progress:
			h.say(api.AnswerEvent{Stage: api.StageReading, Reading: readingOf(told)})
		case engine.Selected:
			h.scoped = true
			read := &api.ScopeRead{Scope: scope.Print(of), Funnel: stepsOf(told.Funnel)}
			h.say(api.AnswerEvent{Stage: api.StageScope, ScopeRead: read, Thread: h.thread, Turn: h.turn.turn.Number})
		case engine.Preview:
			h.say(api.AnswerEvent{Stage: api.StageWords, Hits: hitsOf(told, nil)})
		case engine.Interim:
			h.best = &found{need: n, answer: told.Answer, result: told.Result}
			answer := unjudged(answerOf(asked, told.Answer, told.Result, time.Since(h.began)))
			h.say(api.AnswerEvent{Stage: api.StageInterim, Answer: &answer, Changed: told.Changed})
		}
	}
}

func stepsOf(funnel []engine.Step) (out []api.Step) {
	for _, step := range funnel {
		out = append(out, api.Step{Constraint: step.Constraint, Known: step.Known, Unknown: step.Unknown})
	}
	return out
}
