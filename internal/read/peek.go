package read

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// Peeked is the properties of a file, without its text.
type Peeked struct {
	spar.Finding       // without its state and its fields about text
	Bytes        int64 // of the file that were read
}

// peekTime bounds the reading of a file's properties.
const peekTime = 20 * time.Second

// Properties reads the properties of files: title, author, dates, pages and the like. It reads as little of each as its format allows: no
// file is hashed, and none is read whole unless it is small. Files that cannot be opened, that change meanwhile, or that cost a worker its
// life give a finding without properties or, when their share cannot be reached, none. Errors are as of Read. Members of containers are
// passed over.
func (r *Reader) Properties(ctx context.Context, jobs iter.Seq[Job]) iter.Seq2[Peeked, error] {
	return byHands(ctx, r, jobs, r.peek)
}

// byHands does one thing with each file, as many at a time as there are workers. Files of shares that cannot be reached, and members of
// containers, give nothing. Another error ends it.
func byHands[T any](ctx context.Context, r *Reader, jobs iter.Seq[Job], do func(context.Context, Job) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		work, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		if err := r.recount(work); err != nil {
			yield(*new(T), err)
			return
		}
		queue, done := make(chan Job), make(chan T)
		go func() {
			defer close(queue)
			for j := range jobs {
				select {
				case queue <- j:
				case <-work.Done():
					return
				}
			}
		}()
		var hands sync.WaitGroup
		for range r.o.Workers {
			hands.Go(func() {
				for j := range queue {
					out, err := do(work, j)
					if errors.Is(err, errRoot) || j.Container != nil {
						continue
					}
					if err != nil {
						cancel(err)
						return
					}
					select {
					case done <- out:
					case <-work.Done():
						return
					}
				}
			})
		}
		go func() {
			hands.Wait()
			close(done)
		}()
		stopped := false
		for out := range done {
			if !stopped && !yield(out, nil) {
				stopped = true
				cancel(nil)
			}
		}
		if err := context.Cause(work); err != nil && !stopped {
			yield(*new(T), err)
		}
	}
}

// peek reads the properties of one file.
func (r *Reader) peek(ctx context.Context, j Job) (Peeked, error) {
	p := Peeked{Finding: spar.Finding{Version: j.File.Version(), Path: j.File.Path, State: spar.Unread}}
	if j.Container != nil {
		return p, nil
	}
	c, err := r.open(ctx, j)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return p, nil
	case err != nil:
		return p, err
	}
	defer c.file.Close()
	// The bytes are unknown, so that the trial belongs to this file as it is.
	of := sha256.Sum256(fmt.Appendf(nil, "%d %d %d", j.File.ID, j.File.Size, j.File.ModTime.UnixNano()))
	c.format = cmp.Or(j.File.Format, extract.ByExtension(j.File.Path))
	c.trial = trial{spar.NewSegmentID(of, c.format, "properties "+extract.Recipe(c.format)), j.File.ID, extract.Recipe(c.format)}
	out, err := r.attempt(ctx, c, j.File.Path, func(d demand) (outcome, error) {
		d.Properties, d.Time = true, min(d.Time, peekTime)
		return r.try(ctx, d, nil)
	})
	if err != nil {
		return p, err
	}
	if out.State == spar.Quarantined || !c.steady() {
		return p, nil
	}
	p.Now, p.Access = c.now, c.access
	p.Format, p.Properties, p.Bytes = out.Format, out.Properties, out.read
	return p, nil
}
