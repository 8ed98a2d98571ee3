package tabular

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/sparsearch/spar/internal/table"
)

// FitOptions say how weights are fitted.
type FitOptions struct {
	Rounds  int     // over all questions
	Rate    float64 // of AdaGrad
	Shrink  float64 // L1
	Least   int     // questions that must have a feature
	Wrong   int     // plans of each question that are wrong, at most
	Workers int
	From    map[string]float64 // weights to begin with; nil: none
	Log     io.Writer
}

// example is a question as numbers.
type example struct {
	plans [][]int32 // features
	right []bool
}

// Split parts questions by their tables: those to fit on, and a tenth to look at.
func Split(list []Question) (fit, look []Question) {
	for _, q := range list {
		if tenth(q.File) == 0 {
			look = append(look, q)
		} else {
			fit = append(fit, q)
		}
	}
	return fit, look
}

// Fit finds weights under which, for each question, the plans that give the gold have the largest share of all (the marginal
// likelihood of a log-linear model; Pasupat and Liang 2015), by AdaGrad with an L1 penalty.
func Fit(ctx context.Context, list []Question, o FitOptions) (map[string]float64, error) {
	ids := map[string]int32{}
	var names []string
	counts := []int{}
	var mu sync.Mutex
	examples := make([]*example, len(list))
	p := table.NewPlanner(map[string]float64{"": 0})
	next := make(chan int)
	var all sync.WaitGroup
	var failed error
	for range o.Workers {
		all.Go(func() {
			for i := range next {
				q := list[i]
				if q.Table == nil {
					continue
				}
				cands, err := p.Candidates(ctx, q.Text, q.Table)
				if err != nil {
					mu.Lock()
					failed = err
					mu.Unlock()
					continue
				}
				random := rand.New(rand.NewPCG(1, uint64(i)))
				random.Shuffle(len(cands), func(a, b int) { cands[a], cands[b] = cands[b], cands[a] })
				ex := &example{}
				good, bad := 0, 0
				mu.Lock()
				seen := map[int32]bool{}
				for _, c := range cands {
					right := right(c.Result, q)
					if right {
						good++
					} else if bad++; bad > o.Wrong {
						continue
					}
					var f []int32
					for _, name := range c.Features {
						id, ok := ids[name]
						if !ok {
							id = int32(len(names))
							ids[name] = id
							names = append(names, name)
							counts = append(counts, 0)
						}
						if !seen[id] {
							seen[id] = true
							counts[id]++
						}
						f = append(f, id)
					}
					ex.plans = append(ex.plans, f)
					ex.right = append(ex.right, right)
				}
				if good > 0 && bad > 0 {
					examples[i] = ex
				}
				mu.Unlock()
			}
		})
	}
	for i := range list {
		next <- i
		if o.Log != nil && i%1000 == 999 {
			fmt.Fprintf(o.Log, "%d of %d questions read\n", i+1, len(list))
		}
	}
	close(next)
	all.Wait()
	if failed != nil {
		return nil, failed
	}
	var use []*example
	for _, ex := range examples {
		if ex == nil {
			continue
		}
		for i, f := range ex.plans {
			kept := f[:0]
			for _, id := range f {
				if counts[id] >= o.Least {
					kept = append(kept, id)
				}
			}
			ex.plans[i] = kept
		}
		use = append(use, ex)
	}
	weights := make([]float64, len(names))
	for i, name := range names {
		weights[i] = o.From[name]
	}
	squares := make([]float64, len(names))
	last := make([]int, len(names)) // the step at which a weight was shrunk last
	step := 0
	random := rand.New(rand.NewPCG(1, 2))
	gradient := map[int32]float64{}
	for round := range o.Rounds {
		likelihood := 0.0
		random.Shuffle(len(use), func(a, b int) { use[a], use[b] = use[b], use[a] })
		for _, ex := range use {
			step++
			scores := make([]float64, len(ex.plans))
			most := math.Inf(-1)
			for i, f := range ex.plans {
				for _, id := range f {
					scores[i] += shrunk(weights, squares, last, id, step, o)
				}
				most = max(most, scores[i])
			}
			sum, good := 0.0, 0.0
			for i := range scores {
				scores[i] = math.Exp(scores[i] - most)
				sum += scores[i]
				if ex.right[i] {
					good += scores[i]
				}
			}
			likelihood += math.Log(good/sum + 1e-300)
			clear(gradient)
			for i, f := range ex.plans {
				g := -scores[i] / sum
				if ex.right[i] && good > 0 {
					g += scores[i] / good
				}
				if math.Abs(g) < 1e-6 {
					continue
				}
				for _, id := range f {
					gradient[id] += g
				}
			}
			for id, g := range gradient {
				squares[id] += g * g
				weights[id] += o.Rate * g / (1e-3 + math.Sqrt(squares[id]))
			}
		}
		if o.Log != nil {
			fmt.Fprintf(o.Log, "round %d: mean log likelihood %.4f of %d questions\n", round+1, likelihood/float64(len(use)), len(use))
		}
	}
	out := map[string]float64{}
	for name, w := range o.From {
		if _, met := ids[name]; !met {
			out[name] = w
		}
	}
	for id, name := range names {
		w := o.From[name] // of a feature that the examples did not move
		if squares[id] > 0 {
			w = shrunk(weights, squares, last, int32(id), step, o)
		}
		if math.Abs(w) >= 0.02 {
			out[name] = math.Round(w*1000) / 1000
		}
	}
	return out, nil
}

// shrunk returns a weight after the penalty of the steps since it was last asked for.
func shrunk(weights, squares []float64, last []int, id int32, step int, o FitOptions) float64 {
	if n := step - last[id]; n > 0 {
		last[id] = step
		if w := weights[id]; w != 0 {
			less := o.Rate * o.Shrink * float64(n) / (1e-3 + math.Sqrt(squares[id]))
			switch {
			case w > less:
				weights[id] = w - less
			case w < -less:
				weights[id] = w + less
			default:
				weights[id] = 0
			}
		}
	}
	return weights[id]
}
