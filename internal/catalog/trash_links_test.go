package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestTrashedLinks takes a tag off files, and restores people's links of it on the files that exist.
func TestTrashedLinks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		root := tree(t, map[string]string{"a.txt": "one", "b.txt": "two", "c.txt": "three", "d.txt": "four"})
		h := openHouse(t, root)
		ctx := t.Context()
		h.scan()
		tag, err := h.AddTag(ctx, spar.Tag{Name: "Leave"})
		h.must(err)
		h.say("Leave", spar.ByPerson, "", "a.txt", "b.txt", "c.txt")
		h.say("Leave", spar.ByRule, "", "a.txt")
		at := h.files()
		three := []spar.FileID{at["a.txt"].ID, at["b.txt"].ID, at["d.txt"].ID}
		gone, err := h.TrashLinks(ctx, tag.ID, three, "person:bob")
		if err != nil || gone.Kind != TrashedLinks || gone.Name != "Leave" || gone.Tags != 2 || len(gone.Makers) != 1 {
			t.Errorf("%+v, %v", gone, err)
		}
		h.same("what it was taken off", []string{"a.txt Leave rule", "c.txt Leave person"})
		if none, err := h.TrashLinks(ctx, tag.ID, three); err != nil || none.ID != 0 {
			t.Errorf("nothing that is taken off is %+v, %v", none, err)
		}
		if list, err := h.Trash(ctx); err != nil || len(list) != 1 {
			t.Errorf("the trash has %+v, %v", list, err)
		}
		if _, err := h.TrashLinks(ctx, tag.ID+7, three); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("a tag that is not there: %v", err)
		}

		h.must(os.Rename(filepath.Join(root, "b.txt"), filepath.Join(root, "moved.txt")))
		h.scan()
		name, files, err := h.RestoreLinks(ctx, gone.ID)
		if err != nil || name != "Leave" || files != 2 {
			t.Errorf("%q is back on %d files, %v", name, files, err)
		}
		h.same("what it was put back on", []string{"a.txt Leave person", "a.txt Leave rule", "c.txt Leave person", "moved.txt Leave person"})
		if _, _, err := h.RestoreLinks(ctx, gone.ID); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("restored twice: %v", err)
		}
	})
}
