package engine

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/answer"
)

// What a prompt has beside evidence, and a reply, in tokens.
const (
	promptTokens = 500
	replyTokens  = 800
)

// Write lets the model of a request answer from the evidence of an answer, as far as its context goes. It is false where nothing
// comes of it: then the notes say why. draft, if not nil, gets what it writes as it comes, unchecked.
func (e *Engine) Write(ctx context.Context, q Request, a spar.Answer, r Result, l answer.ModelLimits,
	draft func(string)) (spar.Answer, bool) {
	ctx, end := span(ctx, "write")
	defer end()
	if context := q.Model.About(ctx).Context; context > 0 {
		l.Tokens = min(l.Tokens, max(context-replyTokens-promptTokens, context/4))
	}
	o := e.answering(ctx, q)
	o.Bold = o.Bold || !a.Refused // where all else says that nothing answers, what says so of the model's words counts too
	written, ok := answer.Written(ctx, q.Model, q.Question, a.Evidence, l, r.Hits, r.Stats, o, draft)
	if ok {
		written.Coverage, written.Corrected = a.Coverage, a.Corrected
		written.Evidence = e.evidence(ctx, q, written, r)
	}
	return written, ok
}
