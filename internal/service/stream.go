package service

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// A stream passes the events of one request to its listener. Only one goroutine calls its methods.
type stream[E any] struct {
	yield func(E, error) bool
	stop  context.CancelFunc // of the request
	ended bool
}

// events returns the sequence of the events that do sends. An error of do is its last element. When the listener stops, the context of do
// is cancelled, and its further events are dropped.
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

// from sends the events of do, which may come from another goroutine, until do returns. If do panics, from panics too: the goroutine of
// the request can refuse this request, while a panic elsewhere would end the process.
func (s *stream[E]) from(ctx context.Context, do func(tell func(E)) error) error {
	told, done := make(chan E), make(chan error, 1)
	var fault any
	go func() {
		defer close(told)
		defer func() {
			if fault = recover(); fault != nil {
				fault = fmt.Sprintf("%v\n%s", fault, debug.Stack())
			}
		}()
		done <- do(func(e E) {
			select {
			case told <- e:
			case <-ctx.Done():
			}
		})
	}()
	for e := range told {
		s.send(e)
	}
	if fault != nil {
		panic(fault)
	}
	return <-done
}

func (s *stream[E]) send(e E) {
	if !s.ended && !s.yield(e, nil) {
		s.ended = true
		s.stop()
	}
}

// FaultOf returns an error without the passwords that addresses may contain.
func FaultOf(err error) *api.Fault {
	return &api.Fault{Code: spar.CodeOf(err), Message: redact.Text(err.Error()), Do: spar.RemediesOf(err)}
}
