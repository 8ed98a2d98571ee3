package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestTrashedAttributes takes back people's attributes of files, and restores them on the files that exist.
func TestTrashedAttributes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		root := tree(t, map[string]string{"a.txt": "one", "b.txt": "two", "c.txt": "three"})
		h := openHouse(t, root)
		ctx := t.Context()
		h.scan()
		at := h.files()
		text := func(s string) spar.Value { return spar.Value{Kind: spar.Text, Text: s} }
		var said []spar.Attribute
		for _, path := range []string{"a.txt", "b.txt"} {
			said = append(said, spar.Attribute{File: at[path].ID, Key: "client", Value: text("Ada")}, spar.Attribute{File: at[path].ID, Key: "client", Value: text("Bob")},
				spar.Attribute{File: at[path].ID, Key: "topic", Value: text("Leave")})
		}
		_, err := h.SetAttributes(ctx, said)
		h.must(err)
		both := map[spar.FileID][]string{at["a.txt"].ID: {"client", "topic"}, at["b.txt"].ID: {"client"}, at["c.txt"].ID: {"client"}}
		gone, changed, err := h.TrashAttributes(ctx, "client", both, "person:bob")
		if err != nil || changed != 2 || gone.Kind != TrashedAttributes || gone.Name != "client" || gone.Attributes != 5 || len(gone.Makers) != 1 {
			t.Fatalf("%+v, %d, %v", gone, changed, err)
		}
		if none, changed, err := h.TrashAttributes(ctx, "client", both); err != nil || none.ID != 0 || changed != 0 {
			t.Errorf("nothing that is taken back is %+v, %d, %v", none, changed, err)
		}
		keys := func(path string) (list []string) {
			all, err := h.AttributesOf(ctx, h.files()[path].ID)
			h.must(err)
			for _, a := range all {
				if a.Origin == spar.ByPerson {
					list = append(list, a.Key+"="+a.Value.Text)
				}
			}
			return list
		}
		if got := append(keys("a.txt"), keys("b.txt")...); len(got) != 1 || got[0] != "topic=Leave" {
			t.Errorf("what is left is %v", got)
		}

		_, err = h.SetAttributes(ctx, []spar.Attribute{{File: at["a.txt"].ID, Key: "client", Value: text("Eve")}})
		h.must(err)
		h.must(os.Rename(filepath.Join(root, "b.txt"), filepath.Join(root, "moved.txt")))
		h.scan()
		name, files, err := h.RestoreAttributes(ctx, gone.ID)
		if err != nil || name != "client" || files != 2 {
			t.Errorf("%q is said again of %d files, %v", name, files, err)
		}
		if got := keys("a.txt"); len(got) != 2 || got[0] != "client=Eve" || got[1] != "topic=Leave" {
			t.Errorf("a file of which something else was said since has %v", got)
		}
		if got := keys("moved.txt"); len(got) != 3 || got[0] != "client=Ada" || got[1] != "client=Bob" {
			t.Errorf("a file that moved since has %v", got)
		}
		if _, _, err := h.RestoreAttributes(ctx, gone.ID); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("restored twice: %v", err)
		}
	})
}
