package store

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestPurgeKeepsNothingForLonger purges once a day, and never all: dead segments are gone within the week, and no sooner than they must be
// where most of a pack is in use.
func TestPurgeKeepsNothingForLonger(t *testing.T) { dbtest.Each(t, testPurgeKeepsNothingForLonger) }

func testPurgeKeepsNothingForLonger(t *testing.T) {
	const week, day = 7 * 24 * time.Hour, 24 * time.Hour
	s := open(t, t.TempDir())
	clock := time.Unix(1e9, 0)
	s.now = func() time.Time { return clock }
	var items []Item
	for i := range 10 {
		items = append(items, Item{ID: id(fmt.Sprint(i)), Passages: text(fmt.Sprintf("the secret of number %d", i))})
	}
	if err := s.PutAll(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	dead := map[spar.SegmentID]bool{}
	live := func(i spar.SegmentID) bool { return !dead[i] }
	onDisk := func(what string) bool {
		entries, err := os.ReadDir(s.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			b, err := os.ReadFile(s.dir + "/" + e.Name())
			if err == nil && strings.Contains(string(b), what) {
				return true
			}
		}
		return false
	}
	purge := func() Purged {
		t.Helper()
		clock = clock.Add(day)
		p, err := s.Purge(t.Context(), always(live), week)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	purge()
	dead[id("3")] = true
	died := clock
	dead[id("4")] = true
	purge()
	delete(dead, id("4")) // the file came back
	for onDisk("secret of number 3") {
		if purge(); clock.Sub(died) > week {
			t.Fatalf("it is still there %v after it died", clock.Sub(died))
		}
	}
	if early := clock.Sub(died); early < week-2*day {
		t.Errorf("the pack was rewritten after %v, which costs more than it must", early)
	}
	for range 10 {
		if p := purge(); p.Segments != 0 {
			t.Errorf("purged %+v of what is live", p)
		}
	}
	if !onDisk("secret of number 4") {
		t.Error("what came back is gone")
	}
	if _, err := s.Segment(t.Context(), id("4")); err != nil {
		t.Error(err)
	}
}

// TestPurgeWaits has a purge wait for a backup.
func TestPurgeWaits(t *testing.T) {
	s := open(t, t.TempDir())
	hold, err := s.lockPurge(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	again, err := s.lockPurge(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := s.Purge(t.Context(), always(func(spar.SegmentID) bool { return true }), 0)
		done <- err
	}()
	hold.Close()
	select {
	case <-done:
		t.Error("a purge did not wait")
	case <-time.After(300 * time.Millisecond):
	}
	again.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
