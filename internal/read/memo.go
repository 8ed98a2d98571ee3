package read

import (
	"context"
	"sync"

	"github.com/sparsearch/spar"
)

// memoBytes bounds what a memo holds.
const memoBytes = 8 << 20

// A memo knows what reading the stored contents found out beside their text, so that a copy has the same properties
// without being read.
type memo struct {
	mu    sync.Mutex
	of    map[spar.SegmentID]outcome
	bytes int
}

func (m *memo) put(id spar.SegmentID, out outcome) {
	size := 200 + len(out.Reason)
	for _, p := range out.Properties {
		size += 150 + len(p.Key) + len(p.Value.Text)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil || m.bytes+size > memoBytes {
		m.of, m.bytes = map[spar.SegmentID]outcome{}, 0
	}
	m.of[id] = out
	m.bytes += size
}

func (m *memo) get(id spar.SegmentID) (outcome, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out, ok := m.of[id]
	return out, ok
}

// recall gives the outcome of a content whose segment is stored. What is not known is found out again, by reading.
func (r *Reader) recall(ctx context.Context, id spar.SegmentID) (out outcome, known bool, err error) {
	out, known = r.memo.get(id)
	if !known {
		return out, false, nil
	}
	stored, err := r.store.Has(ctx, id)
	return out, stored, err
}
