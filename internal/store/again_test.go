package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestAway: a pack that is in another data directory over the same tables is neither damaged nor gone. Reading its files
// again puts their text here and takes nothing from the other; nor does a purge.
func TestAway(t *testing.T) { dbtest.Each(t, testAway) }

func testAway(t *testing.T) {
	ctx, top := t.Context(), t.TempDir()
	d := dbtest.Open(t, top, Schema)
	defer d.Close()
	at := func(name string) *Store {
		t.Helper()
		s, err := Open(filepath.Join(top, name), d)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	a, b := at("a"), at("b")
	put(t, a, "one", text("the first text"))
	put(t, a, "two", text("the second text"))
	if _, err := b.Segment(ctx, id("one")); !errors.Is(err, ErrAway) || !errors.Is(err, ErrMissing) || errors.Is(err, ErrDamaged) {
		t.Fatalf("a segment of another data directory: %v, want ErrAway", err)
	}
	if has, err := b.Has(ctx, id("one")); has || err != nil {
		t.Errorf("has it: %t, %v", has, err)
	}
	if _, found, err := b.Note(ctx, id("one")); found || err != nil {
		t.Errorf("its note is found: %t, %v", found, err)
	}
	put(t, b, "one", text("the first text"))
	put(t, b, "three", text("a third text"))
	for name, s := range map[string]*Store{"the writer": b, "another process": at("b")} {
		if got := all(t, s, "one"); got[0].Text != "the first text" {
			t.Errorf("%s reads %+v", name, got)
		}
		if has, err := s.Has(ctx, id("one")); !has || err != nil {
			t.Errorf("%s has it: %t, %v", name, has, err)
		}
	}
	check := func(s *Store, segments, again int) {
		t.Helper()
		c, err := s.Check(ctx)
		if err != nil || len(c.Faults) != 0 {
			t.Errorf("check: %+v, %v", c, err)
		}
		if len(c.Away) != 1 || c.Away[0].Segments != segments || c.Away[0].Again != again {
			t.Errorf("away: %+v, want a pack with %d segments of which %d were read again", c.Away, segments, again)
		}
	}
	check(a, 1, 0)
	check(b, 2, 1)
	every := always(func(spar.SegmentID) bool { return true })
	if done, err := b.Purge(ctx, every, 0); err != nil || done != (Purged{}) {
		t.Errorf("a purge of what is live: %+v, %v", done, err)
	}
	all(t, b, "one")
	if done, err := b.Purge(ctx, always(func(i spar.SegmentID) bool { return i != id("one") }), 0); err != nil || done.Segments != 1 {
		t.Errorf("a purge of what was read again: %+v, %v", done, err)
	}
	if found := grep(t, filepath.Join(top, "b"), "the first text"); len(found) > 0 {
		t.Errorf("it still stands in %q", found)
	}
	check(b, 2, 0)
	for _, name := range []string{"one", "two"} {
		all(t, a, name)
	}

	// Text that was read again goes once its pack is back.
	put(t, b, "two", text("the second text"))
	check(b, 2, 1)
	pack, err := os.ReadFile(a.path(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b.path(1), pack, 0o600); err != nil {
		t.Fatal(err)
	}
	b.now = func() time.Time { return time.Now().Add(time.Minute) }
	if done, err := b.Purge(ctx, every, 0); err != nil || done.Segments != 1 {
		t.Errorf("a purge after the pack came back: %+v, %v", done, err)
	}
	if got := all(t, b, "two"); got[0].Text != "the second text" {
		t.Errorf("read %+v", got)
	}

	// Text that is lost for good is struck off when somebody says so.
	if err := os.Remove(a.path(1)); err != nil {
		t.Fatal(err)
	}
	fresh := at("a")
	put(t, fresh, "two", text("the second text"))
	if n, err := fresh.ForgetAway(ctx); err != nil || n != 3 {
		t.Errorf("%d segments were struck off, %v; want 3", n, err)
	}
	if _, err := fresh.Segment(ctx, id("one")); !errors.Is(err, ErrMissing) || errors.Is(err, ErrAway) {
		t.Errorf("after that: %v, want ErrMissing", err)
	}
	if got := all(t, fresh, "two"); got[0].Text != "the second text" {
		t.Errorf("what was read again before reads %+v", got)
	}
	put(t, fresh, "one", text("the first text"))
	if got := all(t, fresh, "one"); got[0].Text != "the first text" {
		t.Errorf("read %+v", got)
	}
	if c, err := fresh.Check(ctx); err != nil || len(c.Faults)+len(c.Away) != 0 {
		t.Errorf("check: %+v, %v", c, err)
	}
}
