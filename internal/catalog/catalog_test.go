package catalog

import (
	"context"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestScan(t *testing.T) { dbtest.Each(t, testScan) }

func testScan(t *testing.T) {
	strange := "a\nb\xff\xfe c.txt"
	root := tree(t, map[string]string{"a.txt": "one", "d/b.txt": "two", "d/e/c.txt": "three", "d/e/empty": "", strange: "four"})
	if err := os.Symlink("/etc/passwd", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	h := openHouse(t, root)
	h.FormatOf = func(name string) string { return strings.TrimPrefix(filepath.Ext(name), ".") }
	r := h.scan()
	if got, want := counts(r), "added 6 changed 0 moved 0 deleted 0 unchanged 0"; got != want {
		t.Errorf("first scan: %s, want %s", got, want)
	}
	if r.Links != 1 || r.Skipped != 0 || r.Folders != 3 || r.Bytes != 15 {
		t.Errorf("first scan: %+v", r)
	}
	files := h.files()
	if got, want := slices.Sorted(maps.Keys(files)), []string{"a\nb\xff\xfe c.txt", "a.txt", "d/b.txt", "d/e/c.txt", "d/e/empty", "link"}; !cmp.Equal(got, want) {
		t.Errorf("paths %q, want %q", got, want)
	}
	if f := files["link"]; f.State != spar.Special || f.Reason == "" || f.Mode.Type() != fs.ModeSymlink {
		t.Errorf("a link is %+v", f)
	}
	info, err := os.Stat(filepath.Join(root, strange))
	if err != nil {
		t.Fatal(err)
	}
	if f := files[strange]; f.State != spar.Unread || f.Size != 4 || !f.ModTime.Equal(info.ModTime()) || f.Format != "txt" || f.Share != "docs" || f.Mode != info.Mode() {
		t.Errorf("a file is %+v", f)
	}
	one, err := h.File(t.Context(), "docs", strange)
	if err != nil || !cmp.Equal(one, files[strange]) {
		t.Errorf("File: %v, %v", one, err)
	}
	byID, err := h.FilesByID(t.Context(), []spar.FileID{files["link"].ID, 999, files["a.txt"].ID})
	if err != nil || !cmp.Equal(byID, []spar.File{files["link"], files["a.txt"]}) {
		t.Errorf("FilesByID: %v, %v", byID, err)
	}
	if _, err := h.File(t.Context(), "docs", "no"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("File of an unknown path: %v", err)
	}
	dirs, err := collect(h.Directories(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, d := range dirs {
		paths = append(paths, d.Path)
	}
	if want := []string{".", "d", "d/e"}; !cmp.Equal(paths, want) || dirs[1].Mode&0o777 != 0o755 {
		t.Errorf("directories %v, want %q", dirs, want)
	}

	before := h.head()
	if got, want := counts(h.scan()), "added 0 changed 0 moved 0 deleted 0 unchanged 6"; got != want {
		t.Errorf("second scan: %s, want %s", got, want)
	}
	if after := h.head(); after != before {
		t.Errorf("a scan of an unchanged share wrote %d changes", after-before)
	}
}

func (h *house) head() int64 {
	h.t.Helper()
	n, err := h.Head(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

func TestScanChanges(t *testing.T) { dbtest.Each(t, testScanChanges) }

func testScanChanges(t *testing.T) {
	root := tree(t, map[string]string{"same": "1", "grown": "1", "touched": "1", "mode": "1", "gone": "1", "dir/gone": "1", "replaced": "1"})
	h := openHouse(t, root)
	h.scan()
	if n := h.read(); n != 7 {
		t.Fatalf("read %d files", n)
	}
	before, seq := h.files(), h.head()

	put(t, root, "grown", "more")
	later := time.Now().Add(time.Second)
	for _, err := range []error{
		os.Chtimes(filepath.Join(root, "touched"), later, later),
		os.Chmod(filepath.Join(root, "mode"), 0o600),
		os.Remove(filepath.Join(root, "gone")),
		os.RemoveAll(filepath.Join(root, "dir")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	put(t, root, "new", "x")
	put(t, root, ".replaced.tmp", "y") // as editors write
	rename(t, root, ".replaced.tmp", "replaced")
	if got, want := counts(h.scan()), "added 1 changed 3 moved 0 deleted 2 unchanged 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	after := h.files()
	for p, want := range map[string]spar.State{"same": spar.OK, "mode": spar.OK, "grown": spar.Unread, "touched": spar.Unread, "replaced": spar.Unread, "new": spar.Unread} {
		f := after[p]
		if f.State != want || (f.Segment != spar.SegmentID{}) != (want == spar.OK) || (f.Hash != spar.Hash{}) != (want == spar.OK) {
			t.Errorf("%s is %+v, want state %s", p, f, want)
		}
		if p != "new" && f.ID != before[p].ID {
			t.Errorf("%s changed its ID", p)
		}
		attrs, err := h.AttributesOf(t.Context(), f.ID)
		if err != nil || len(attrs) > 0 != (want == spar.OK) {
			t.Errorf("%s has attributes %v, %v", p, attrs, err)
		}
	}
	if got := after["mode"].Mode.Perm(); got != 0o600 {
		t.Errorf("mode is %v", got)
	}
	kinds := map[ChangeKind]int{}
	changes, err := collect(h.Changes(t.Context(), seq))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		kinds[c.Kind]++
	}
	if want := (map[ChangeKind]int{FileAdded: 1, FileChanged: 4, FileDeleted: 2, DirectoriesChanged: 1}); !cmp.Equal(kinds, want) {
		t.Errorf("the journal has %v, want %v", kinds, want)
	}
	if err := h.db.Read(t.Context(), func(tx *db.Tx) error {
		same, other := after["same"].Segment, spar.SegmentID{1, 2, 3}
		for _, some := range [][]spar.SegmentID{nil, {same, other}} {
			live, err := h.Live(t.Context(), tx, some)
			if err != nil {
				return err
			}
			if !live(same) || live(other) {
				t.Errorf("of %v a segment that a file has is live: %t, another: %t", some, live(same), live(other))
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestMoves(t *testing.T) { dbtest.Each(t, testMoves) }

func testMoves(t *testing.T) {
	root := tree(t, map[string]string{"a": "content of a", "b": "content of b", "c": "content of c", "x": "content of x", "dir/1": "first", "dir/2": "second", "left": "L", "right": "R"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	was := h.files()
	h.tag("T", "a", "c", "dir/1")

	rename(t, root, "a", "d.new")    // a plain move
	rename(t, root, "c", "b")        // over another file, which is gone
	rename(t, root, "dir", "folder") // a folder with all in it
	rename(t, root, "left", "tmp")   // two files that trade places
	rename(t, root, "right", "left")
	rename(t, root, "tmp", "right")
	put(t, root, "x.copy", "content of x") // another inode and time: found by its hash
	later := time.Now().Add(time.Hour)
	for _, err := range []error{os.Chtimes(filepath.Join(root, "x.copy"), later, later), os.Remove(filepath.Join(root, "x"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(filepath.Join(root, "folder/2"), filepath.Join(root, "hard link")); err != nil {
		t.Fatal(err)
	}
	if got, want := counts(h.scan()), "added 1 changed 0 moved 7 deleted 1 unchanged 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	now := h.files()
	for from, to := range map[string]string{"a": "d.new", "c": "b", "dir/1": "folder/1", "left": "right", "right": "left", "x": "x.copy"} {
		f := now[to]
		if f.ID != was[from].ID || f.State != spar.OK || f.Segment != was[from].Segment {
			t.Errorf("%s moved to %s: %+v, was %+v", from, to, f, was[from])
		}
		if attrs, err := h.AttributesOf(t.Context(), f.ID); err != nil || len(attrs) != 1 {
			t.Errorf("%s has attributes %v, %v", to, attrs, err)
		}
	}
	if got, want := h.tagged(), []string{"b", "d.new", "folder/1"}; !cmp.Equal(got, want) {
		t.Errorf("tagged are %q, want %q", got, want)
	}
	if n := h.read(); n != 1 { // one of the two names of a hard link
		t.Errorf("%d files had to be read, want 1", n)
	}
	if got, want := counts(h.scan()), "added 0 changed 0 moved 0 deleted 0 unchanged 8"; got != want {
		t.Errorf("and again: %s, want %s", got, want)
	}
}

func TestMoveToAnotherFormatIsRead(t *testing.T) { dbtest.Each(t, testMoveToAnotherFormatIsRead) }

func testMoveToAnotherFormatIsRead(t *testing.T) {
	root := tree(t, map[string]string{"a.bin": "x", "b.txt": "y"})
	h := openHouse(t, root)
	h.FormatOf = filepath.Ext
	h.scan()
	h.read()
	rename(t, root, "a.bin", "a.txt")
	rename(t, root, "b.txt", "c.txt")
	h.scan()
	if f := h.files(); f["a.txt"].State != spar.Unread || f["c.txt"].State != spar.OK {
		t.Errorf("states %s and %s", f["a.txt"].State, f["c.txt"].State)
	}
}

func TestTagsComeBack(t *testing.T) { dbtest.Each(t, testTagsComeBack) }

func testTagsComeBack(t *testing.T) {
	root := tree(t, map[string]string{"in/a": "1", "in/b": "2", "keep": "3"})
	h := openHouse(t, root)
	h.scan()
	h.tag("T", "in/a", "in/b")
	said := spar.Value{Kind: spar.Date, Date: time.Date(2019, 5, 31, 0, 0, 0, 0, time.UTC)}
	if _, err := h.SetAttributes(t.Context(), []spar.Attribute{{File: h.files()["in/a"].ID, Key: "due", Value: said}, {File: h.files()["in/b"].ID, Key: "due", Value: said}}); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	h.now = func() time.Time { return now }
	stat := func(p string) time.Time {
		info, err := os.Stat(filepath.Join(root, p))
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	a, b := stat("in/a"), stat("in/b")
	if err := os.RemoveAll(filepath.Join(root, "in")); err != nil {
		t.Fatal(err)
	}
	h.scan()
	if got := h.tagged(); len(got) != 0 {
		t.Fatalf("tagged are %q", got)
	}
	put(t, root, "other/a", "1")
	if err := os.Chtimes(filepath.Join(root, "other/a"), a, a); err != nil {
		t.Fatal(err)
	}
	h.scan()
	if got, want := h.tagged(), []string{"other/a"}; !cmp.Equal(got, want) {
		t.Errorf("tagged are %q, want %q", got, want)
	}
	if got, want := h.attributes(h.files()["other/a"].ID), []string{"person due=2019-05-31"}; !cmp.Equal(got, want) {
		t.Errorf("the file that came back has %q, want %q", got, want)
	}
	now = now.Add(31 * 24 * time.Hour)
	h.scan()
	put(t, root, "other/b", "2")
	if err := os.Chtimes(filepath.Join(root, "other/b"), b, b); err != nil {
		t.Fatal(err)
	}
	h.scan()
	if got, want := h.tagged(), []string{"other/a"}; !cmp.Equal(got, want) {
		t.Errorf("after 31 days tagged are %q, want %q", got, want)
	}
	if got := h.attributes(h.files()["other/b"].ID); len(got) != 0 {
		t.Errorf("after 31 days a file has %q", got)
	}
}

// with is a walk with its entries changed, and perhaps an error at the end. Where an entry is left out, or its folder is
// changed, the listing has no digest.
func with(change func(*share.Entry) bool, end error) Walker {
	return func(ctx context.Context, root string, o share.WalkOptions) iter.Seq2[share.Listing, error] {
		o.Known = nil
		return func(yield func(share.Listing, error) bool) {
			for l, err := range share.Walk(ctx, root, o) {
				if err != nil || !change(&l.Dir) {
					continue
				}
				l.Digest = share.Digest{}
				l.Entries = slices.DeleteFunc(l.Entries, func(e share.Entry) bool { return !change(&e) })
				for i := range l.Entries {
					change(&l.Entries[i])
				}
				l.Count, l.Folders = len(l.Entries), 0
				if !yield(l, err) {
					return
				}
			}
			if end != nil {
				yield(share.Listing{}, end)
			}
		}
	}
}

func TestNothingIsDeletedUnseen(t *testing.T) { dbtest.Each(t, testNothingIsDeletedUnseen) }

func testNothingIsDeletedUnseen(t *testing.T) {
	root := tree(t, map[string]string{"a": "1", "d/b": "2", "d/e/c": "3", "f": "4"})
	ctx := context.Background()
	for _, tt := range []struct {
		name   string
		change func(*share.Entry) bool
		end    error
		states map[string]spar.State // of a, d/b, d/e/c, f, as a letter each; "" for OK
	}{
		{"the root fails at once", func(*share.Entry) bool { return false }, spar.Errorf(spar.Unavailable, "gone"), nil},
		{"the root fails midway", func(e *share.Entry) bool { return e.Path != "f" }, spar.Errorf(spar.Unavailable, "gone"), nil},
		{"a folder cannot be listed", func(e *share.Entry) bool {
			if e.Path == "d" {
				e.Err = fs.ErrPermission
			}
			return !strings.HasPrefix(e.Path, "d/")
		}, nil, nil},
		{"a file cannot be examined", func(e *share.Entry) bool {
			if e.Path == "f" {
				*e = share.Entry{Path: "f", Err: fs.ErrPermission}
			}
			return true
		}, nil, map[string]spar.State{"f": spar.Denied}},
		{"an unmounted share", func(e *share.Entry) bool {
			e.Ino = 1
			return e.Path == share.Root
		}, nil, nil},
		{"an unmounted share, on another device", func(e *share.Entry) bool {
			e.Ino, e.Dev = 1, e.Dev+1
			return e.Path == share.Root
		}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := openHouse(t, root)
			h.scan()
			h.read()
			was := h.files()
			r, err := h.Scan(ctx, h.share, ScanOptions{Walk: with(tt.change, tt.end)})
			if tt.end != nil || strings.HasPrefix(tt.name, "an unmounted share") {
				if spar.CodeOf(err) != spar.Unavailable || r.Complete {
					t.Errorf("report %+v, error %v; want spar.Unavailable", r, err)
				}
			} else if err != nil || r.Errors != 1 || len(r.Problems) != 1 || r.Problems[0].Reason == "" {
				t.Errorf("report %+v, error %v; want one problem", r, err)
			}
			if r.Deleted != 0 {
				t.Errorf("%d files deleted", r.Deleted)
			}
			now := h.files()
			for p, f := range was {
				if want, ok := tt.states[p]; ok {
					if now[p].ID != f.ID || now[p].State != want || now[p].Reason == "" {
						t.Errorf("%s is %+v, want %s", p, now[p], want)
					}
				} else if !cmp.Equal(now[p], f) {
					t.Errorf("%s changed: %s", p, cmp.Diff(f, now[p]))
				}
			}
			h.scan() // all is well again
			h.read()
			if got := h.files(); !cmp.Equal(got, was) {
				t.Errorf("afterwards: %s", cmp.Diff(was, got))
			}
		})
	}
}

func TestDeviceRenumbered(t *testing.T) { dbtest.Each(t, testDeviceRenumbered) }

func testDeviceRenumbered(t *testing.T) {
	root := tree(t, map[string]string{"a": "1", "d/b": "2"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	ctx := t.Context()
	renumber := func(e *share.Entry) bool {
		if e.Dev < 1<<40 {
			e.Dev += 1 << 40
		}
		return true
	}
	for range 2 {
		r, err := h.Scan(ctx, h.share, ScanOptions{Walk: with(renumber, nil)})
		if want := "added 0 changed 0 moved 0 deleted 0 unchanged 2"; err != nil || counts(r) != want {
			t.Errorf("%s, %v; want %s", counts(r), err, want)
		}
	}
	for p, f := range h.files() {
		info, err := os.Stat(filepath.Join(root, p))
		if err != nil {
			t.Fatal(err)
		}
		if f.State != spar.OK || f.Dev == 0 || !f.ModTime.Equal(info.ModTime()) {
			t.Errorf("%+v", f)
		}
	}
}

func TestRelocate(t *testing.T) { dbtest.Each(t, testRelocate) }

func testRelocate(t *testing.T) {
	root := tree(t, map[string]string{"a": "1", "d/b": "2"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	copied := t.TempDir()
	for p := range h.files() {
		content, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			t.Fatal(err)
		}
		put(t, copied, p, string(content))
		at := h.files()[p].ModTime
		if err := os.Chtimes(filepath.Join(copied, p), at, at); err != nil {
			t.Fatal(err)
		}
	}
	sh, err := h.RelocateShare(t.Context(), "docs", copied, ShareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	h.share = sh
	if got, want := counts(h.scan()), "added 0 changed 0 moved 0 deleted 0 unchanged 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, f := range h.files() {
		if f.State != spar.OK {
			t.Errorf("%+v", f)
		}
	}
}
