package index

import (
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// A share of few files is saved too when they have many attributes.
func TestManyAttributesAreSaved(t *testing.T) {
	ctx := t.Context()
	for attributes, want := range map[int]bool{4: false, 40: true} {
		h := openHouse(t, Options{Small: 8})
		h.addShare("s")
		h.put("s", "a.txt", fs.FileMode(0o644), 1, 1, 1, 1)
		h.scan("s")
		var e catalog.Edit
		for i := range attributes {
			e.Set = append(e.Set, spar.Attribute{File: h.files()[0].ID, Key: fmt.Sprintf("key%d", i), Value: spar.Value{Kind: spar.Text, Text: "x"}, Origin: spar.BySidecar, Batch: 1})
		}
		_, err := h.Edit(ctx, e)
		h.must(err)
		x := h.reopened(Options{Small: 8})
		if s, err := x.Snapshot(ctx); err != nil || s.Len() != 1 {
			t.Fatalf("%d attributes: %d files, %v", attributes, s.Len(), err)
		}
		if _, err := os.Stat(x.path()); (err == nil) != want {
			t.Errorf("%d attributes: saved %v, want %v", attributes, err == nil, want)
		}
	}
}
