package index

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestWorkEnds: work ends when nobody waits for it, and when it was as much as it may be; and stays ended.
func TestWorkEnds(t *testing.T) {
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, w := range []*work{{ctx: gone, left: 100}, {ctx: t.Context(), left: 10}} {
		n := 0
		for w.take(4) {
			n++
		}
		switch {
		case w.ctx == gone && (n != 0 || !errors.Is(w.err, context.Canceled)):
			t.Errorf("left: %d times, %v", n, w.err)
		case w.ctx != gone && (n != 2 || spar.CodeOf(w.err) != spar.Invalid || !strings.Contains(w.err.Error(), "folder")):
			t.Errorf("spent: %d times, %v", n, w.err)
		}
		if w.left = 1000; w.take(0) {
			t.Error("work that ended goes on")
		}
	}
}

// TestWorkOfOwner: who may read all is bounded as others are, and rules alone are not.
func TestWorkOfOwner(t *testing.T) {
	h := openHouse(t, Options{Small: 1})
	s, err := h.reopened(Options{Small: 1}).Snapshot(t.Context())
	h.must(err)
	for who, bounded := range map[*spar.Principal]bool{{Name: "owner", All: true}: true, &Rules: false} {
		if left := s.readable(*who).work(t.Context()).left; left < math.MaxInt64 != bounded {
			t.Errorf("%s: %d", who.Name, left)
		}
	}
}
