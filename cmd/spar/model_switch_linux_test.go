package main

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// What a revert leaves without a vector is made in the idle time of spar watch, though nothing else is embedded in it.
func TestWatchCatchesUp(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	m.behind()
	w := startWatch(t, m.data)
	w.await("that vectors are made up for", func(ev api.WatchEvent) bool { return ev.Event == "embedded" && ev.Number == 5 })
	w.stop()
	if n, _ := m.vectors(); n["first"] != 45 || n["second"] != 45 {
		t.Errorf("caught up %v", n)
	}
}
