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

// Embed tokenises all texts, sorts them by length, longest first, and lets goroutines take units of neighbours.
func (b *bert) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 0 {
		return nil, ctx.Err()
	}
	seqs, err := b.tokenise(ctx, texts)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(seqs[j]) - len(seqs[i]) })
	sorted, out := make([][]int32, len(texts)), make([][]float32, len(texts))
	vectors, result := make([]float32, len(texts)*b.Hidden), make([][]float32, len(texts))
	for i, at := range order {
		sorted[i] = seqs[at]
		result[at] = vectors[at*b.Hidden:][:b.Hidden:b.Hidden]
		out[i] = result[at]
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
			if err := b.forward(ctx, sorted[u.from:u.to], out[u.from:u.to], s); err != nil {
				next.Store(int64(len(units))) // nobody takes more
				return err
			}
		}
	}
	threads := min(b.opts.Threads, len(units))
	errs := make([]error, threads)
	var wg sync.WaitGroup
	for i := 1; i < threads; i++ {
		wg.Go(func() { errs[i] = work() })
	}
	errs[0] = work()
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return result, nil
}

func (b *bert) tokenise(ctx context.Context, texts []string) ([][]int32, error) {
	seqs := make([][]int32, len(texts))
	var ids []int32
	for i, t := range texts {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		begin := len(ids)
		ids = b.tokens.encode(ids, t, b.MaxTokens)
		seqs[i] = ids[begin:len(ids):len(ids)]
	}
	return seqs, nil
}

// unit is a range of sequences.
type unit struct{ from, to int }

func cut(seqs [][]int32) []unit {
	var units []unit
	tokens := 0
	for i, q := range seqs {
		if tokens == 0 || tokens+len(q) > unitTokens {
			units = append(units, unit{i, i})
			tokens = 0
		}
		units[len(units)-1].to = i + 1
		tokens += len(q)
	}
	return units
}

// Tokens is how many tokens texts have once cut to the encoder's length.
func (b *bert) Tokens(texts []string) int {
	n := 0
	var ids []int32
	for _, t := range texts {
		ids = b.tokens.encode(ids[:0], t, b.MaxTokens)
		n += len(ids)
	}
	return n
}
