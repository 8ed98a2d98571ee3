package catalog

import (
	"io/fs"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestReopened(t *testing.T) { dbtest.Each(t, testReopened) }

// A file that could not be read while a folder far above it was closed is read again once that is open, although neither the file nor its own
// folder changed.
func testReopened(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a": "1", "d/e/c": "2", "z/f": "3"}))
	h.scan()
	denied := func(path string) {
		t.Helper()
		f := h.files()[path]
		if _, err := h.Record(t.Context(), spar.Finding{Version: f.Version(), Path: path, State: spar.Denied, Reason: "permission denied"}); err != nil {
			t.Fatal(err)
		}
	}
	denied("d/e/c")
	denied("z/f")
	h.scan()
	if f := h.files()["d/e/c"]; f.State != spar.Denied {
		t.Fatalf("nothing changed, and it is %s", f.State)
	}
	closed := with(func(e *share.Entry) bool {
		if e.Path == "d" {
			e.Err = fs.ErrPermission
		}
		return e.Path != "d/e" && e.Path != "d/e/c"
	}, nil)
	if _, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: closed}); err != nil {
		t.Fatal(err)
	}
	if f := h.files()["d/e/c"]; f.State != spar.Denied {
		t.Errorf("while the folder is closed it is %s", f.State)
	}
	h.scan()
	if f := h.files()["d/e/c"]; f.State != spar.Unread || f.Reason != "" {
		t.Errorf("once the folder is open again it is %s, %q", f.State, f.Reason)
	}
	if f := h.files()["z/f"]; f.State != spar.Denied {
		t.Errorf("beside it a file is %s", f.State)
	}
}
