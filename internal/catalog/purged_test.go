package catalog

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// TestTextPurged: a file is never recorded with text that a purge has removed meanwhile, and never loses another text
// than the one that somebody could not read.
func TestTextPurged(t *testing.T) { dbtest.Each(t, testTextPurged) }

func testTextPurged(t *testing.T) {
	root := tree(t, map[string]string{"a": "content of a", "b": "content of b"})
	h := openHouse(t, root)
	h.scan()
	before := h.files()
	gone := before["a"].Version()
	gone.Hash = spar.Hash{1}
	kept := before["b"].Version()
	kept.Hash = spar.Hash{2}
	finding := func(v spar.FileVersion) spar.Finding {
		return spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.NewSegmentID(v.Hash, "text", "1")}
	}
	h.Stored = func(_ context.Context, _ *db.Tx, id spar.SegmentID) (bool, error) {
		return id == finding(kept).Segment, nil
	}
	if n, err := h.Record(t.Context(), finding(gone), finding(kept)); n != 2 || err != nil {
		t.Fatalf("recorded %d, %v", n, err)
	}
	files := h.files()
	if f := files["a"]; f.State != spar.Unread || f.Segment != (spar.SegmentID{}) {
		t.Errorf("a file whose text was purged is %s with %s", f.State, f.Segment)
	}
	if f := files["b"]; f.State != spar.OK || f.Segment != finding(kept).Segment {
		t.Errorf("a file whose text is stored is %s with %s", f.State, f.Segment)
	}
	id := files["b"].ID
	if err := h.TextLost(t.Context(), map[spar.FileID]spar.SegmentID{id: {9}}); err != nil {
		t.Fatal(err)
	}
	if f := h.files()["b"]; f.State != spar.OK {
		t.Errorf("a file lost its text because another could not be read: %s", f.State)
	}
	if err := h.TextLost(t.Context(), map[spar.FileID]spar.SegmentID{id: finding(kept).Segment}); err != nil {
		t.Fatal(err)
	}
	if f := h.files()["b"]; f.State != spar.Unread {
		t.Errorf("a file whose text cannot be read is %s", f.State)
	}
}

// TestTwoScanners: two scans of one share at the same time, which locks keep apart in one data directory and not in two
// over one database, end in a message and store nothing twice.
func TestTwoScanners(t *testing.T) { dbtest.Each(t, testTwoScanners) }

func testTwoScanners(t *testing.T) {
	root := tree(t, map[string]string{"a": "content of a", "b": "content of b"})
	h := openHouse(t, root)
	_, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: func(ctx context.Context, root string, o share.WalkOptions) iter.Seq2[share.Listing, error] {
		h.scan()
		return share.Walk(ctx, root, o)
	}})
	if spar.CodeOf(err) != spar.Conflict || !strings.Contains(err.Error(), "another data directory") {
		t.Errorf("the second scanner ends with %v", err)
	}
	h.scan()
	if n := len(h.files()); n != 2 {
		t.Errorf("%d files are in the catalog, want 2", n)
	}
}
