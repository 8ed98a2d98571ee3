package workspace

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

func TestForgetWords(t *testing.T) { dbtest.Each(t, testForgetWords) }

func testForgetWords(t *testing.T) {
	ctx := context.Background()
	d := dbtest.Open(t, t.TempDir(), Schema)
	w := New(d)
	gone, moved, stays := spar.SegmentID{1}, spar.SegmentID{2}, spar.SegmentID{3}
	cite := func(n int, path string, id spar.SegmentID, l spar.Locator) spar.Citation {
		return spar.Citation{N: n, Share: "docs", Path: path, Locator: l, Segment: id}
	}
	secret := spar.Locator{Page: 3, Heading: "Sale of the Bern site"}
	if _, err := w.Create(ctx, ada, "kept", spar.Scope{}, ""); err != nil {
		t.Fatal(err)
	}
	log := func(name, question string, list ...spar.Citation) {
		t.Helper()
		keep(t, w, id(t, w, name), Asked{At: time.Unix(1e9, 0).UTC(), Who: ada.Owner(), Question: question, Citations: list})
	}
	log("kept", "one", cite(1, "a.pdf", gone, secret), cite(2, "a.pdf", gone, spar.Locator{Page: 4}), cite(3, "c.pdf", stays, spar.Locator{Page: 1, Heading: "Leave"}))
	log("", "two", cite(1, "b.xlsx", gone, spar.Locator{Sheet: "Sale", Row: 7}), cite(2, "d.md", moved, spar.Locator{Heading: "Fees"}))
	log("", "two again", cite(1, "b.xlsx", gone, spar.Locator{Sheet: "Sale", Row: 7}), cite(2, "d.md", moved, spar.Locator{Heading: "Fees"}))

	cited := func(want ...spar.SegmentID) {
		t.Helper()
		got, err := w.Cited(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the history lists other segments: %s", diff)
		}
	}
	cited(gone, moved, stays)
	nothing := func(spar.Citation) (spar.SegmentID, error) { return spar.SegmentID{}, nil }
	if n, err := w.ForgetWords(ctx, gone, nothing); err != nil || n != 2 {
		t.Errorf("%d citations lost their words, %v", n, err)
	}
	if n, err := w.ForgetWords(ctx, moved, func(c spar.Citation) (spar.SegmentID, error) {
		if c.Path != "d.md" || c.Locator.Heading != "Fees" {
			t.Errorf("asked for %+v", c)
		}
		return stays, nil
	}); err != nil || n != 0 {
		t.Errorf("%d citations lost their words, %v", n, err)
	}
	cited(stays)
	got, err := w.History(ctx, ada, 0, 5)
	if err != nil {
		t.Fatal(err)
	}
	without := func(n int, path string, l spar.Locator) spar.Citation {
		return spar.Citation{N: n, Share: "docs", Path: path, Locator: l, Gone: true}
	}
	want := [][]spar.Citation{
		{without(1, "b.xlsx", spar.Locator{Row: 7}), cite(2, "d.md", stays, spar.Locator{Heading: "Fees"})},
		{without(1, "a.pdf", spar.Locator{Page: 3}), cite(2, "a.pdf", gone, spar.Locator{Page: 4}), cite(3, "c.pdf", stays, spar.Locator{Page: 1, Heading: "Leave"})},
	}
	for i, a := range got {
		if diff := cmp.Diff(want[i], a.Citations); diff != "" {
			t.Errorf("%s: %s", a.Question, diff)
		}
	}

	// A workspace that was deleted for good lists nothing any more.
	if _, err := w.Delete(ctx, ada, "kept"); err != nil {
		t.Fatal(err)
	}
	cited(stays)
	if _, err := w.PurgeTrash(ctx, time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	log("", "three")
	cited()
}

// TestCitedBefore brings up a history that was kept before citations said their segment.
func TestCitedBefore(t *testing.T) { dbtest.Each(t, testCitedBefore) }

func testCitedBefore(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	old := Schema
	old.Steps = slices.Clone(old.Steps[:slices.Index(old.Steps, stepCited)])
	d := dbtest.Open(t, dir, old)
	err := d.Write(ctx, func(tx *db.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO workspaces (name, scope, owner, created) VALUES ('kept', '', ?, 1)", ada.UID); err != nil {
			return err
		}
		for _, locator := range []string{`{"page":3,"heading":"Sale"}`, `{"page":3}`, `{"sheet":"Sale","row":2}`} {
			citations := `[{"n":1,"share":"docs","path":"YS5wZGY=","locator":` + locator + `}]`
			if _, err := tx.ExecContext(ctx, `INSERT INTO asked (workspace, at, who, question, refused, coverage, citations) VALUES (?, ?, ?, ?, ?, ?, ?)`, "kept", 1, ada.UID, "what?", 0, "{}", citations); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	w := New(dbtest.Open(t, dir, Schema))
	if got, err := w.Cited(ctx); err != nil || len(got) != 1 || got[0] != (spar.SegmentID{}) {
		t.Fatalf("the history lists %v, %v", got, err)
	}
	n, err := w.ForgetWords(ctx, spar.SegmentID{}, func(c spar.Citation) (id spar.SegmentID, err error) {
		if c.Locator.Sheet != "" {
			id[0] = 7
		}
		return id, nil
	})
	if err != nil || n != 1 {
		t.Errorf("%d citations lost their words, %v", n, err)
	}
	if got, err := w.Cited(ctx); err != nil || len(got) != 1 || got[0] != (spar.SegmentID{7}) {
		t.Errorf("the history lists %v, %v", got, err)
	}
}
