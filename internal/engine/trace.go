package engine

import (
	"context"

	"go.opentelemetry.io/otel/trace"
)

// span begins a part of what a request takes, for the traces of a server; where there are none it does nothing. Its name is all that it
// tells: traces leave the machine, and who reads them need have no right to a file.
func span(ctx context.Context, name string) (context.Context, func()) {
	ctx, s := trace.SpanFromContext(ctx).TracerProvider().Tracer("github.com/sparsearch/spar").Start(ctx, name)
	return ctx, func() { s.End() }
}
