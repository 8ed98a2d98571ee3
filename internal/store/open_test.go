package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestNobodyWaitsForAnother opens segments while another opens one and does not come to an end.
func TestNobodyWaitsForAnother(t *testing.T) { dbtest.Each(t, testNobodyWaitsForAnother) }

func testNobodyWaitsForAnother(t *testing.T) {
	ctx := t.Context()
	s := open(t, t.TempDir())
	put(t, s, "a", text("one"))
	put(t, s, "b", text("another"))
	_, slow, lead := s.met(id("a"))
	if !lead {
		t.Fatal("somebody opens the segment already")
	}
	if _, err := s.Segment(ctx, id("b")); err != nil {
		t.Errorf("another segment: %v", err)
	}
	short, stop := context.WithTimeout(ctx, 10*time.Millisecond)
	defer stop()
	if _, err := s.Segment(short, id("a")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the same segment: %v", err)
	}
	s.landed(id("a"), slow) // nothing came of it: the next one opens it
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := s.Segment(ctx, id("a")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(s.flights) != 0 || len(s.packs) != 1 {
		t.Errorf("%d flights, %d packs", len(s.flights), len(s.packs))
	}
}

// TestRefreshMissesNothing lets a Refresh end after a Put that it knows nothing of, and after a later Refresh.
func TestRefreshMissesNothing(t *testing.T) {
	old, put, others := block{offset: 64, count: 1}, block{offset: 128, count: 1}, block{offset: 256, count: 1}
	c := &Column{blocks: map[spar.SegmentID]block{segmentID(0): old}}
	c.asked++
	mine, since := c.asked, c.allocated
	c.learn(map[spar.SegmentID]block{segmentID(1): put})
	c.take(map[spar.SegmentID]block{}, mine, since) // the old one was purged
	if _, ok := c.block(segmentID(0)); ok {
		t.Error("a block that is no more")
	}
	if b, ok := c.block(segmentID(1)); !ok || b.offset != put.offset {
		t.Error("a Refresh forgot what was put meanwhile")
	}
	c.asked += 2
	c.take(map[spar.SegmentID]block{segmentID(2): others}, c.asked, c.allocated)
	c.take(map[spar.SegmentID]block{}, c.asked-1, c.allocated)
	if _, ok := c.block(segmentID(2)); !ok {
		t.Error("a Refresh that began earlier undid a later one")
	}
}
