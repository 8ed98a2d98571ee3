package embed

import (
	"cmp"
	"context"
	"hash/fnv"
	"runtime"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/vec"
)

// HoldBack sets a share of samples apart, by their texts alone, so that a text is on one side in every run.
func HoldBack(samples []Sample, share float64) (fit, held []Sample) {
	for _, s := range samples {
		h := fnv.New64a()
		h.Write([]byte(s.Text))
		if x := h.Sum64() * 0x9e3779b97f4a7c15; float64(x>>11)/(1<<53) < share {
			held = append(held, s)
		} else {
			fit = append(fit, s)
		}
	}
	return fit, held
}

// neighbours is how many of the nearest texts Agreement compares.
const neighbours = 10

// Agreement says how far an encoder sees the same texts near each other as the one that made the samples: of the ten
// texts nearest to each, the share that are among its ten nearest by e. It takes the square of the samples' number in
// time; a few thousand are enough.
func Agreement(ctx context.Context, e Encoder, samples []Sample) (float64, error) {
	texts := make([]string, len(samples))
	want := make([][]float32, len(samples))
	for i, s := range samples {
		texts[i], want[i] = s.Text, s.Vector
	}
	got, err := e.Embed(ctx, texts)
	if err != nil || len(samples) <= neighbours {
		return 0, err
	}
	threads := runtime.GOMAXPROCS(0)
	common := make([]int, threads)
	var wg sync.WaitGroup
	for g := range threads {
		wg.Go(func() {
			for i := g; i < len(texts) && ctx.Err() == nil; i += threads {
				near := nearestTo(want, i)
				for _, j := range nearestTo(got, i) {
					if slices.Contains(near, j) {
						common[g]++
					}
				}
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, n := range common {
		sum += n
	}
	return float64(sum) / float64(neighbours*len(texts)), ctx.Err()
}

// nearestTo lists the vectors nearest to vector i, without it; of equally near ones the first.
func nearestTo(vectors [][]float32, i int) []int {
	type near struct {
		at    int
		score float32
	}
	top := make([]near, 0, neighbours+1)
	for j, v := range vectors {
		if j == i {
			continue
		}
		n := near{j, vec.Best().Dot(vectors[i], v)}
		if len(top) == neighbours && n.score <= top[len(top)-1].score {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, n, func(a, b near) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.at, b.at))
		})
		top = slices.Insert(top, at, n)
		top = top[:min(len(top), neighbours)]
	}
	out := make([]int, len(top))
	for k, n := range top {
		out[k] = n.at
	}
	return out
}
