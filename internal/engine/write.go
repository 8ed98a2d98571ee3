package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// ModelLimits are how much evidence a model gets at most.
type ModelLimits struct {
	Units  int
	Tokens int
}

// What a model gets unless settings say otherwise: a processor reads some 20 to 100 tokens a second.
const (
	ModelUnits  = 5
	ModelTokens = 2000
)

// tokens estimates the tokens of a text. It is rather too high, because figures and other scripts have more tokens than words do.
func tokens(text string) int { return len(text)*2/5 + 1 }

// packed returns the units that a model gets, in their order and uncut. It leaves out units that add next to nothing to the ones before,
// and units that there is no room for.
func packed(units []spar.Unit, l ModelLimits) (list []spar.Unit) {
	said, left := map[string]bool{}, l.Tokens
	for _, u := range units {
		words := chunk.Words(u.Text)
		added := 0
		for _, w := range words {
			if !said[w] {
				added++
			}
		}
		needs := tokens(u.Text) + unitFrame
		if len(list) == l.Units || needs > left || len(words) == 0 || float64(added) < leastAdded*float64(len(words)) {
			continue
		}
		for _, w := range words {
			said[w] = true
		}
		list, left = append(list, u), left-needs
	}
	return list
}

const (
	unitFrame  = 60  // tokens around a unit
	leastAdded = .05 // of the words of a unit that those before it have not
)

// What a prompt has beside evidence, and a reply, in tokens.
const (
	promptTokens = 500
	replyTokens  = 800
)

// Write lets the model of a request answer from the evidence of an answer, as far as the model's context goes. If it returns false, there
// is no such answer and the notes say why. draft, if not nil, gets the model's text as it comes, unchecked.
func (e *questions) Write(ctx context.Context, q Request, a spar.Answer, r Result, l ModelLimits,
	draft func(string)) (spar.Answer, bool) {
	ctx, end := span(ctx, "write")
	defer end()
	if context := q.Model.About(ctx).Context; context > 0 {
		l.Tokens = min(l.Tokens, max(context-replyTokens-promptTokens, context/4))
	}
	o := e.answering(ctx, q)
	o.Bold = o.Bold || !a.Refused // where all else says that nothing answers, what says so of the model's words counts too
	written, ok := answer.Written(ctx, q.Model, q.Question, packed(a.Evidence, l), r.Hits, r.Stats, o, draft)
	if ok {
		written.Coverage, written.Corrected = a.Coverage, a.Corrected
		written.Evidence = e.evidence(ctx, q, written, r)
	}
	return written, ok
}
