package catalog

import (
	"testing"

	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

func sighting(f spar.File) Sighting { return Sighting{Path: f.Path, Version: f.Version()} }

// TestOlderSighting has a question look for a file at its old place, after a scan found that it has moved and another file came there. The
// question's sighting there says nothing of the file.
func TestOlderSighting(t *testing.T) {
	ctx := t.Context()
	root := tree(t, map[string]string{"d/a.txt": "one"})
	h := openHouse(t, root)
	h.scan()
	was := h.files()["d/a.txt"]
	if n, err := h.Record(ctx, finding(t, root, was)); n != 1 || err != nil {
		t.Fatalf("applied %d, %v", n, err)
	}
	was = h.files()["d/a.txt"]
	rename(t, root, "d", "e") // which no file shows
	h.scan()
	put(t, root, "d/a.txt", "another")
	h.scan()
	moved := h.files()["e/a.txt"]
	if moved.ID != was.ID || moved.State != spar.OK {
		t.Fatalf("the file that moved is %+v", moved)
	}
	w, err := share.Look(root, "d/a.txt", share.Lists{})
	if err != nil {
		t.Fatal(err)
	}
	met := h.files()["d/a.txt"].Version()
	met.File = was.ID

	if err := h.Vanished(ctx, sighting(was)); err != nil {
		t.Fatal(err)
	}
	if err := h.Refresh(ctx, Sighting{Path: was.Path, Version: met}); err != nil {
		t.Fatal(err)
	}
	a := w.Access(was.ID)
	a.Version.Dev, a.File.Mode = met.Dev, 0o600
	if changed, err := h.Retake(ctx, a); changed || err != nil {
		t.Errorf("took the rights of another file: %t, %v", changed, err)
	}
	other := finding(t, root, h.files()["d/a.txt"])
	other.Version, other.Path, other.Now = was.Version(), was.Path, met
	if n, err := h.Record(ctx, other); n != 0 || err != nil {
		t.Errorf("took the text of another file: %d, %v", n, err)
	}
	if n, err := h.RecordProperties(ctx, other); n != 0 || err != nil {
		t.Errorf("took the properties of another file: %d, %v", n, err)
	}
	if now := h.files()["e/a.txt"]; now != moved {
		t.Errorf("the file that moved is %+v; was %+v", now, moved)
	}

	// Where it is known it counts.
	if err := h.Refresh(ctx, sighting(moved)); err != nil {
		t.Fatal(err)
	}
	if now := h.files()["e/a.txt"]; now.State != spar.Unread {
		t.Errorf("a file that was refreshed is %+v", now)
	}
	if err := h.Vanished(ctx, sighting(moved)); err != nil {
		t.Fatal(err)
	}
	if now := h.files()["e/a.txt"]; now.State != spar.Vanished {
		t.Errorf("a file that vanished is %+v", now)
	}
}
