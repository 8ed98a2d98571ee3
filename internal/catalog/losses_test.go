package catalog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestLosses(t *testing.T) { dbtest.Each(t, testLosses) }

func testLosses(t *testing.T) {
	root := tree(t, map[string]string{"a": "one", "b": "two", "c": "three"})
	h := openHouse(t, root)
	h.scan()
	ctx, files := t.Context(), h.files()
	a, b, c := spar.SegmentID{1}, spar.SegmentID{2}, spar.SegmentID{3}
	check := func(key spar.SegmentID, want int, reason string) {
		t.Helper()
		if n, why, err := h.Losses(ctx, key); n != want || why != reason || err != nil {
			t.Errorf("%v: %d %q %v, want %d %q", key[:1], n, why, err, want, reason)
		}
	}
	lose := func(key spar.SegmentID, path, reader, reason string, final bool, want int) {
		t.Helper()
		if n, err := h.Lose(ctx, key, files[path].ID, reader, reason, final); n != want || err != nil {
			t.Errorf("%d losses, %v; want %d", n, err, want)
		}
	}
	check(a, 0, "")
	lose(a, "a", "pdf/3", "first", false, 1)
	lose(a, "a", "pdf/3", "second", false, 2)
	lose(b, "b", "pdf/2", "at once", true, 2)
	lose(c, "c", "tar.gz/1", "once", false, 1)
	for range 4 {
		if n, _, err := h.Losses(ctx, spar.SegmentID{4}); n != 0 || err != nil {
			t.Errorf("%d losses, %v", n, err)
		}
		if err := h.Interrupted(ctx, spar.SegmentID{4}, 999, "pdf/3", "ended"); err != nil {
			t.Fatal(err)
		}
	}
	check(spar.SegmentID{4}, 1, "ended")
	check(a, 2, "second")
	check(b, 2, "at once")
	check(c, 1, "once")
	got, err := h.Suspects(ctx)
	want := []Suspect{{files["a"].ID, 2, "second"}, {files["b"].ID, 2, "at once"}, {files["c"].ID, 1, "once"}}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v %s", err, cmp.Diff(want, got))
	}

	// A newer reader tries again the contents that an older one was lost on, and nothing else.
	for _, path := range []string{"a", "b"} {
		f := spar.Finding{Version: files[path].Version(), Format: "pdf", State: spar.Quarantined, Reason: "twice"}
		f.Version.Hash = spar.Hash{9}
		if path == "a" {
			f.Format = "docx"
		}
		if n, err := h.Record(ctx, f); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	n, err := h.Requalify(ctx, func(format, reader string) bool {
		if format != "pdf" && format != "tar.gz" {
			t.Errorf("asked for the format %q", format)
		}
		return reader != "pdf/2"
	})
	if n != 1 || err != nil {
		t.Errorf("%d files, %v; want 1", n, err)
	}
	if now := h.files(); now["a"].State != spar.Quarantined || now["b"].State != spar.Unread {
		t.Errorf("a is %s, b is %s", now["a"].State, now["b"].State)
	}
	check(b, 0, "")
	if err := h.Forgive(ctx, a, c); err != nil {
		t.Fatal(err)
	}
	check(a, 0, "")
	check(c, 0, "")
	replay(t, h.Catalog)
}
