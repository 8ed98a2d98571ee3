package engine

import (
	"context"

	"go.opentelemetry.io/otel/trace"
)

// span begins a part of a request for the traces of a server. It does nothing if there are none. It tells only its name: traces leave the
// machine, and their readers need not have a right to any file.
func span(ctx context.Context, name string) (context.Context, func()) {
	ctx, s := trace.SpanFromContext(ctx).TracerProvider().Tracer("github.com/sparsearch/spar").Start(ctx, name)
	return ctx, func() { s.End() }
}
