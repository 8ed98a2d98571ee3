package service

import (
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
)

// meanwhile has a request tell what it is asked of and where it is kept, and of each answer that is better than the one before.
// keep gets these too.
func (s *Service) meanwhile(
	r *engine.Request, q api.Question, thread string, turn int, began time.Time, say func(api.AnswerEvent), keep func(engine.Interim),
) {
	if q.Stream {
		r.Scoped = func(selected engine.Selected) {
			read := &api.ScopeRead{Scope: scope.Print(r.Scope), Funnel: stepsOf(selected.Funnel)}
			say(api.AnswerEvent{Stage: api.StageScope, ScopeRead: read, Thread: thread, Turn: turn})
		}
	}
	r.Interim = func(i engine.Interim) {
		keep(i)
		answer := answerOf(q.Question, i.Answer, i.Result, time.Since(began))
		say(api.AnswerEvent{Stage: api.StageInterim, Answer: &answer, Changed: i.Changed})
	}
}

func stepsOf(funnel []engine.Step) (out []api.Step) {
	for _, step := range funnel {
		out = append(out, api.Step{Constraint: step.Constraint, Known: step.Known, Unknown: step.Unknown})
	}
	return out
}
