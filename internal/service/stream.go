package service

import (
	"context"
	"iter"
)

// A stream hands the events of one request to its listener. All of its methods are called from one goroutine.
type stream[E any] struct {
	yield func(E, error) bool
	stop  context.CancelFunc // of the request
	ended bool
}

// events is the sequence of what do sends. An error of do is its last element. When the listener stops listening, the
// context that do has got is cancelled, and what do still says is dropped.
func events[E any](ctx context.Context, do func(context.Context, *stream[E]) error) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		s := &stream[E]{yield: yield, stop: stop}
		if err := do(ctx, s); err != nil && !s.ended {
			var none E
			yield(none, err)
		}
	}
}

func (s *stream[E]) send(e E) {
	if !s.ended && !s.yield(e, nil) {
		s.ended = true
		s.stop()
	}
}
