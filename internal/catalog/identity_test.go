package catalog

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestTimePutBack changes files so that nothing but the time of the last change tells of it.
func TestTimePutBack(t *testing.T) { dbtest.Each(t, testTimePutBack) }

func testTimePutBack(t *testing.T) {
	root := tree(t, map[string]string{"edited": "one", "linked": "one", "still": "one", "closed": "one", "moved": "one"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	was := h.files()
	time.Sleep(20 * time.Millisecond) // a step of the clock
	in := func(p string) string { return filepath.Join(root, p) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(in("edited"), []byte("two"), 0o644))
	must(os.Chtimes(in("edited"), was["edited"].ModTime, was["edited"].ModTime))
	must(os.Link(in("linked"), in("link")))
	must(os.Remove(in("link")))
	must(os.Chmod(in("closed"), 0o600))
	must(os.Rename(in("moved"), in("there")))
	if r := h.scan(); counts(r) != "added 0 changed 0 moved 1 deleted 0 unchanged 4" {
		t.Errorf("the scan: %s", counts(r))
	}
	now := h.files()
	for p, f := range now {
		before := was[p]
		if p == "there" {
			before = was["moved"]
		}
		want := spar.OK
		if p == "edited" || p == "linked" {
			want = spar.Unread
		}
		if f.State != want || f.Hash != before.Hash || f.Segment != before.Segment || f.ID != before.ID {
			t.Errorf("%s is %s, was %s; its hash %s, was %s", p, f.State, before.State, f.Hash, before.Hash)
		}
		// A question compares the content of a file that may have changed before it shows it.
		entry, err := share.Stat(root, p)
		must(err)
		version := spar.FileVersion{Size: entry.Size, ModTime: entry.ModTime, Changed: entry.Changed, Ino: entry.Ino}
		if reason := p == "closed" || p == "there"; version.Same(f.Version()) == reason {
			t.Errorf("%s is %+v, and known as %+v", p, version, f.Version())
		}
	}
	if now["closed"].Mode != 0o600 {
		t.Errorf("closed has the mode %s", now["closed"].Mode)
	}
	if r := h.scan(); counts(r) != "added 0 changed 0 moved 0 deleted 0 unchanged 5" {
		t.Errorf("again: %s", counts(r))
	}
}

// TestWroteTo: a file named by an event counts as written whatever its times say, also where its folder looks unchanged.
func TestWroteTo(t *testing.T) { dbtest.Each(t, testWroteTo) }

func testWroteTo(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"d/a": "1", "d/b": "2"}))
	h.scan()
	h.read()
	for _, only := range [][]share.Part{nil, {{Path: "d"}}} {
		if _, err := h.Scan(t.Context(), h.share, ScanOptions{Only: only, Wrote: []string{"d/a", "gone"}}); err != nil {
			t.Fatal(err)
		}
		if now := h.files(); now["d/a"].State != spar.Unread || now["d/a"].Hash == (spar.Hash{}) || now["d/b"].State != spar.OK {
			t.Errorf("%+v", now)
		}
		h.read()
	}
}

// TestReadAsItIs: a finding of a version that the catalog did not know is kept with that version, and the next scan agrees.
func TestReadAsItIs(t *testing.T) { dbtest.Each(t, testReadAsItIs) }

func testReadAsItIs(t *testing.T) {
	root := tree(t, map[string]string{"a": "old", "b": "old"})
	h := openHouse(t, root)
	h.scan()
	was := h.files()
	put(t, root, "a", "newer")
	put(t, root, "b", "newer")
	entry, err := share.Stat(root, "a")
	if err != nil {
		t.Fatal(err)
	}
	f := spar.Finding{Version: was["a"].Version(), Format: "text", State: spar.OK, Segment: spar.SegmentID{1}}
	f.Version.Hash = spar.Hash{2}
	f.Now = spar.FileVersion{File: f.Version.File, Size: entry.Size, ModTime: entry.ModTime, Changed: entry.Changed, Dev: was["a"].Dev, Ino: entry.Ino}
	if n, err := h.Record(t.Context(), f); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if now := h.files()["a"]; now.State != spar.OK || now.Size != 5 || !f.Now.Same(now.Version()) || now.Hash != f.Version.Hash {
		t.Errorf("%+v", now)
	}
	if n, err := h.Record(t.Context(), f); n != 0 || err != nil {
		t.Errorf("the same again: %d, %v", n, err)
	}
	if r := h.scan(); counts(r) != "added 0 changed 1 moved 0 deleted 0 unchanged 1" {
		t.Errorf("the scan: %s", counts(r))
	}
	if now := h.files(); now["a"].State != spar.OK || now["b"].State != spar.Unread {
		t.Errorf("%+v", now)
	}
}

// TestDevices: the catalog's number of a device outlives the system's.
func TestDevices(t *testing.T) { dbtest.Each(t, testDevices) }

func testDevices(t *testing.T) {
	root := tree(t, map[string]string{"a": "1", "d/b": "2", "e/c": "3", "f/d": "4"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	was := h.files()
	if err := h.commit(t.Context(), func(t *tx) error {
		if err := t.run("UPDATE shares SET root_dev = root_dev + 7"); err != nil {
			return err
		}
		return t.run("UPDATE devices SET dev = dev + 7")
	}); err != nil {
		t.Fatal(err)
	}
	entry, err := share.Stat(root, "d/b")
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.Devices(t.Context(), h.share)
	if err != nil || d.Of(entry.Dev, "d/b") != was["d/b"].Dev || was["d/b"].Dev != 1 || d.Of(entry.Dev+7, "d/b") != 0 {
		t.Errorf("it is on %d, was on %d, %v", d.Of(entry.Dev, "d/b"), was["d/b"].Dev, err)
	}
	head, err := h.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(root, "d/b"), filepath.Join(root, "b")); err != nil {
		t.Fatal(err)
	}
	if r := h.scan(); counts(r) != "added 0 changed 0 moved 1 deleted 0 unchanged 3" {
		t.Errorf("under another number: %s", counts(r))
	}
	now := h.files()
	if f := now["b"]; f.ID != was["d/b"].ID || f.State != spar.OK || f.Dev != 1 {
		t.Errorf("it became %+v", f)
	}
	for c, err := range h.Changes(t.Context(), head) {
		if err != nil || c.File != 0 && c.File != was["d/b"].ID {
			t.Errorf("the journal says %+v, %v", c, err)
		}
	}
}
