package propose

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/vec"
)

// A merge joins the groups of two units, at the loss that it brings.
type merge struct {
	a, b int
	loss float32
}

// ward makes the tree of units by chains of nearest neighbours: it joins two groups that are nearest to each other, by the sum of squared
// distances from their middle that this adds. Units that are apart are never in one group; without such there are len-1 merges.
func ward(rows [][]float32, weights []float64, apart func(a, b int) bool) (merges []merge) {
	n := len(rows)
	far := float32(math.Inf(1))
	d := make([][]float32, n)
	for i := range d {
		d[i] = make([]float32, n)
		for j := range i {
			if apart(i, j) {
				d[i][j] = far
			} else {
				w := weights[i] * weights[j] / (weights[i] + weights[j])
				d[i][j] = float32(w) * max(0, 2-2*vec.Best().Dot(rows[i], rows[j]))
			}
			d[j][i] = d[i][j]
		}
	}
	size, active := slices.Clone(weights), make([]bool, n)
	for i := range active {
		active[i] = true
	}
	var chain []int
	for next := 0; ; {
		if len(chain) == 0 {
			for next < n && !active[next] {
				next++
			}
			if next == n {
				return merges
			}
			chain = append(chain, next)
		}
		top := chain[len(chain)-1]
		near, least := -1, far
		if len(chain) > 1 {
			near = chain[len(chain)-2]
			least = d[top][near]
		}
		for j := range n {
			if j != top && active[j] && d[top][j] < least {
				near, least = j, d[top][j]
			}
		}
		switch {
		case near < 0: // nothing may join it
			active[top], chain = false, chain[:len(chain)-1]
		case len(chain) > 1 && near == chain[len(chain)-2]:
			chain = chain[:len(chain)-2]
			merges = append(merges, merge{top, near, least})
			active[top] = false
			for k := range n {
				if k == near || !active[k] {
					continue
				}
				a, b := d[top][k], d[near][k]
				joined := far
				if a < far && b < far {
					joined = float32((size[top]+size[k])*float64(a)+(size[near]+size[k])*float64(b)-size[k]*float64(least)) / float32(size[top]+size[near]+size[k])
				}
				d[near][k], d[k][near] = joined, joined
			}
			size[near] += size[top]
		default:
			chain = append(chain, near)
		}
	}
}

// cut returns the group of each unit if there are count groups, numbered by their first units.
func cut(n int, merges []merge, count int) []int {
	order := slices.Clone(merges)
	slices.SortStableFunc(order, func(a, b merge) int { return cmp.Compare(a.loss, b.loss) })
	root := make([]int, n)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, m := range order[:max(0, min(len(order), n-count))] {
		a, b := find(m.a), find(m.b)
		root[max(a, b)] = min(a, b)
	}
	group, at := make([]int, n), map[int]int{}
	for i := range n {
		r := find(i)
		if _, met := at[r]; !met {
			at[r] = len(at)
		}
		group[i] = at[r]
	}
	return group
}
