package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestProposedValues: a proposal replaces others of its key that wait, a judged one stays, and what people state goes before it.
func TestProposedValues(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		root := t.TempDir()
		for _, name := range []string{"a.txt", "b.txt"} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		h, ctx := openHouse(t, root), t.Context()
		h.scan()
		a, b := h.files()["a.txt"].ID, h.files()["b.txt"].ID
		batch, err := h.BeginBatch(ctx, Guesses, "uid:1", "values")
		h.must(err)
		propose := func(want int, file spar.FileID, value string, chance float64) {
			t.Helper()
			n, err := h.ProposeValues(ctx, []ProposedValue{{Assignment: spar.Assignment{File: file, Confidence: chance, Evidence: "because", Batch: batch}, Key: "kind", Value: value}})
			if err != nil || n != want {
				t.Errorf("%s of %d: %d are new, not %d: %v", value, file, n, want, err)
			}
		}
		propose(1, a, "letter", .5)
		propose(0, a, "letter", .5)
		propose(1, a, "letter", .6)
		propose(1, a, "memo", .7)
		propose(1, b, "letter", .8)
		propose(0, 99, "letter", .8)
		h.must(func() error {
			_, err := h.SetAttributes(ctx, []spar.Attribute{{File: b, Key: "kind", Value: spar.Value{Kind: spar.Text, Text: "map"}}})
			return err
		}())
		judge := func(want int, value string, review spar.Review) {
			t.Helper()
			if changed, err := h.ReviewValues(ctx, []spar.FileID{a, b}, "Kind", value, review); err != nil || len(changed) != want {
				t.Errorf("%s %s: %v changed: %v", review, value, changed, err)
			}
		}
		judge(1, "memo", spar.Accepted)
		judge(1, "letter", spar.Accepted)
		propose(0, a, "memo", .9)
		values := func(f spar.FileID) (list []string) {
			all, err := h.AttributesOf(ctx, f)
			h.must(err)
			for _, x := range all {
				if x.Key == "kind" && x.Origin == spar.ByPerson {
					list = append(list, x.Value.Text)
				}
			}
			return list
		}
		if x, y := values(a), values(b); len(x) != 1 || x[0] != "memo" || len(y) != 1 || y[0] != "map" {
			t.Errorf("stated are %q and %q", x, y)
		}
		judge(1, "memo", spar.Pending)
		if x := values(a); x != nil {
			t.Errorf("judged again, %q is stated", x)
		}
		u, err := h.UndoBatch(ctx, batch)
		if err != nil || u.Attributes != 1 || u.Kept != 1 {
			t.Errorf("undone %+v: %v", u, err)
		}
		propose(1, a, "note", .5)
		h.must(func() error {
			_, err := h.SetAttributes(ctx, []spar.Attribute{{File: a, Key: "kind", Value: spar.Value{Kind: spar.Text, Text: "note"}}})
			return err
		}())
		judge(1, "note", spar.Rejected)
		if x := values(a); len(x) != 1 || x[0] != "note" {
			t.Errorf("a rejected guess took away what a person had stated: %q", x)
		}
		if _, err := h.ReviewValues(ctx, nil, "kind", "memo", "perhaps"); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("an unknown judgement: %v", err)
		}
	})
}
