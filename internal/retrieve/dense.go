package retrieve

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// A near is a passage of a segment, and how near its vector is to the question's.
type near struct {
	doc, passage int
	cosine       float32
}

// rescored is how many of the nearest by int8 arithmetic are compared anew with their float16 values, for each that is
// wanted: on 100,000 passages 40 of them held the true nearest every time.
const rescored = 4

// nearestVectors gives the k passages whose vectors are nearest to a question's, best first. The search is exact: it compares every vector,
// first in int8 arithmetic, then the best of them in float16. damaged are the passages whose vector is not as it was written, in their
// order; they are not compared.
func nearestVectors(ctx context.Context, question []float32, slots []store.Slots, k int) (list []near, damaged []spot, err error) {
	q := make([]int8, len(question))
	scale := vec.QuantizeI8(q, question)
	kernels := vec.Best()

	var mu sync.Mutex
	pool := nearHeap{limit: max(64, rescored*k)}
	err = forEach(ctx, len(slots), func(_ *chunk.Analyzer, i int) {
		s := slots[i]
		if s.Len() == 0 {
			return
		}
		products := make([]int32, s.Len())
		var bad []spot
		for from := 0; from < s.Len(); { // those without a vector lie in holes of the file, which are not touched
			to := from
			for to < s.Len() && s.Has(to) {
				to++
			}
			kernels.ScanI8(products[from:to], q, s.Coarse(from, to))
			if to < s.Len() {
				products[to] = lacking
				if s.Damaged(to) {
					bad = append(bad, spot{i, to})
				}
			}
			from = to + 1
		}
		mu.Lock()
		defer mu.Unlock()
		damaged = append(damaged, bad...)
		for p, product := range products {
			if product != lacking {
				pool.offer(near{i, p, float32(product) * scale * s.Scale(p)})
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	err = store.Guard(func() error {
		for _, n := range pool.list {
			half, ok := slots[n.doc].Fine(n.passage)
			if !ok {
				damaged = append(damaged, spot{n.doc, n.passage})
				continue
			}
			n.cosine = kernels.DotF16(question, half)
			list = append(list, n)
		}
		return nil
	})
	list = slices.DeleteFunc(list, func(n near) bool { return math.IsNaN(float64(n.cosine)) })
	slices.SortFunc(list, compareNear)
	slices.SortFunc(damaged, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.doc, b.doc), cmp.Compare(a.passage, b.passage))
	})
	return list[:min(k, len(list))], damaged, err
}

// lacking stands for the product of a passage without a vector; no product is so small.
const lacking = math.MinInt32

func compareNear(a, b near) int {
	return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.doc, b.doc), cmp.Compare(a.passage, b.passage))
}

// nearHeap keeps the best of those offered; the least of them is first.
type nearHeap struct {
	limit int
	list  []near
}

func (h *nearHeap) offer(n near) {
	switch {
	case len(h.list) < h.limit:
		heap.Push(h, n)
	case compareNear(n, h.list[0]) < 0:
		h.list[0] = n
		heap.Fix(h, 0)
	}
}

// Len, Less, Swap, Push and Pop are for container/heap.
func (h *nearHeap) Len() int           { return len(h.list) }
func (h *nearHeap) Less(i, j int) bool { return compareNear(h.list[i], h.list[j]) > 0 }
func (h *nearHeap) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *nearHeap) Push(x any)         { h.list = append(h.list, x.(near)) }
func (h *nearHeap) Pop() any {
	n := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	return n
}
