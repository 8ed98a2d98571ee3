package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A MemoryColumn is a column that no file keeps: what it holds goes with it.
type MemoryColumn struct {
	dim    int
	mu     sync.Mutex
	blocks map[spar.SegmentID]Slots
}

// NewMemoryColumn makes an empty one, for vectors of dim dimensions.
func NewMemoryColumn(dim int) *MemoryColumn {
	return &MemoryColumn{dim: dim, blocks: map[spar.SegmentID]Slots{}}
}

// Slots gives the vectors of a segment.
func (c *MemoryColumn) Slots(id spar.SegmentID) Slots {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.blocks[id]
}

// Put keeps vectors.
func (c *MemoryColumn) Put(_ context.Context, vectors []Vector) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range vectors {
		s, ok := c.blocks[v.Segment]
		if !ok {
			s = Slots{
				dim: c.dim, present: make([]byte, v.Len), coarse: make([]int8, v.Len*c.dim),
				scales: make([]float32, v.Len), fine: make([]uint16, v.Len*c.dim),
			}
			c.blocks[v.Segment] = s
		}
		if s.Len() != v.Len || v.Index < 0 || v.Index >= v.Len || len(v.Values) != c.dim {
			return fmt.Errorf("a vector of %d dimensions for passage %d of %d does not fit its column", len(v.Values), v.Index, v.Len)
		}
		s.scales[v.Index] = vec.QuantizeI8(s.Coarse(v.Index, v.Index+1), v.Values)
		vec.Best().Narrow(s.fine[v.Index*c.dim:(v.Index+1)*c.dim], v.Values)
		s.present[v.Index] = 1
	}
	return nil
}
