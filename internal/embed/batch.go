package embed

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// unitTokens is how many tokens a goroutine takes at a time, unless one text alone has more: enough for matrix
// products to run at full speed, few enough to share the work evenly and to stop soon.
const unitTokens = 256

// A sequence is the tokens of one text, or of two: those from second on are the second's. 0 is one text.
type sequence struct {
	ids    []int32
	second int
}

// run sorts sequences by length, longest first, and lets goroutines take units of neighbours. each gets the index and
// the hidden states (see forward) of every sequence once, from several goroutines.
func (b *network) run(ctx context.Context, seqs []sequence, each func(i int, x []float32)) error {
	order := make([]int, len(seqs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(seqs[j].ids) - len(seqs[i].ids) })
	sorted := make([]sequence, len(seqs))
	for i, at := range order {
		sorted[i] = seqs[at]
	}
	units := cut(sorted)
	var next atomic.Int64
	work := func() error {
		s := b.scratch.Get().(*scratch)
		defer b.scratch.Put(s)
		for {
			i := int(next.Add(1)) - 1
			if i >= len(units) {
				return nil
			}
			u := units[i]
			err := b.forward(ctx, sorted[u.from:u.to], func(i int, x []float32) { each(order[u.from+i], x) }, s)
			if err != nil {
				next.Store(int64(len(units))) // nobody takes more
				return err
			}
		}
	}
	threads := min(b.opts.Threads, len(units))
	if threads == 0 {
		return ctx.Err()
	}
	errs := make([]error, threads)
	var wg sync.WaitGroup
	for i := 1; i < threads; i++ {
		wg.Go(func() { errs[i] = work() })
	}
	errs[0] = work()
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// unit is a range of sequences.
type unit struct{ from, to int }

func cut(seqs []sequence) []unit {
	var units []unit
	tokens := 0
	for i, q := range seqs {
		if tokens == 0 || tokens+len(q.ids) > unitTokens {
			units = append(units, unit{i, i})
			tokens = 0
		}
		units[len(units)-1].to = i + 1
		tokens += len(q.ids)
	}
	return units
}
