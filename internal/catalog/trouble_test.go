package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db"
)

// TestUnlisted: the status of a share names folders that could not be listed, and counts the others.
func TestUnlisted(t *testing.T) {
	root := t.TempDir()
	for i := range 12 {
		if err := os.MkdirAll(filepath.Join(root, fmt.Sprintf("f%02d", i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	h, ctx := openHouse(t, root), t.Context()
	h.scan()
	s, err := h.ShareStatus(ctx, h.share)
	if h.must(err); s.Unlisted != 0 || s.Folders != nil {
		t.Errorf("%+v", s)
	}
	h.must(h.db.Write(ctx, func(t *db.Tx) error { // as a scan finds them, which tests may not be able to arrange: root lists everything
		_, err := t.ExecContext(ctx, "UPDATE directories SET reason = 'closed' WHERE path <> ? AND path <> ?", []byte("."), []byte("f00"))
		return err
	}))
	s, err = h.ShareStatus(ctx, h.share)
	if h.must(err); s.Unlisted != 11 || len(s.Folders) != 10 || s.Folders[0] != (Problem{"f01", "closed"}) {
		t.Errorf("%+v", s)
	}
}
