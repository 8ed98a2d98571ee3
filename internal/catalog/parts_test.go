package catalog

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// parts scans some folders only.
func (h *house) parts(parts ...share.Part) ScanReport {
	h.t.Helper()
	r, err := h.Scan(h.t.Context(), h.share, ScanOptions{Only: parts})
	if err != nil {
		h.t.Fatal(err)
	}
	if !r.Complete {
		h.t.Errorf("%+v", r)
	}
	return r
}

func at(folders ...string) (parts []share.Part) {
	for _, f := range folders {
		parts = append(parts, share.Part{Path: f})
	}
	return parts
}

func TestScanParts(t *testing.T) { dbtest.Each(t, testScanParts) }

func testScanParts(t *testing.T) {
	root := tree(t, map[string]string{"a/1": "one", "a/b/2": "two", "a/b/c/3": "three", "z/4": "four", "z/5": "five", "top": "six"})
	h := openHouse(t, root)
	if _, err := h.Scan(t.Context(), h.share, ScanOptions{Only: at("a")}); spar.CodeOf(err) != spar.Unavailable {
		t.Fatalf("a part of a share that was never scanned: %v", err)
	}
	h.scan()
	h.read()
	h.tag("T", "a/1", "a/b/c/3", "z/4")
	was := h.files()

	// Changes elsewhere are not seen.
	put(t, root, "z/6", "unseen")
	put(t, root, "a/1", "one and more")
	if got, want := counts(h.parts(at("a")...)), "added 0 changed 1 moved 0 deleted 0 unchanged 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, ok := h.files()["z/6"]; ok {
		t.Error("a file in another folder was found")
	}

	// A file moves between two folders, both looked at.
	rename(t, root, "z/4", "a/b/4")
	if got, want := counts(h.parts(at("z", "a/b")...)), "added 1 changed 0 moved 1 deleted 0 unchanged 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// And a folder with all below it, seen at its new place first.
	rename(t, root, "a/b", "z/b")
	if got, want := counts(h.parts(at("z")...)), "added 3 changed 0 moved 0 deleted 0 unchanged 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := counts(h.parts(at("a")...)), "added 0 changed 0 moved 3 deleted 0 unchanged 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	now := h.files()
	for from, to := range map[string]string{"a/b/2": "z/b/2", "a/b/c/3": "z/b/c/3", "z/4": "z/b/4"} {
		if now[to].ID != was[from].ID || now[to].State != spar.OK {
			t.Errorf("%s became %+v, was %+v", from, now[to], was[from])
		}
	}
	if got, want := h.tagged(), []string{"a/1", "z/b/4", "z/b/c/3"}; !cmp.Equal(got, want) {
		t.Errorf("tagged are %q, want %q", got, want)
	}
	// A folder is gone: it is named itself, or its parent is.
	for i, part := range []string{"z/b/c", "z"} {
		if err := os.RemoveAll(filepath.Join(root, "z/b", []string{"c", ""}[i])); err != nil {
			t.Fatal(err)
		}
		if r := h.parts(at(part)...); r.Deleted != []int{1, 2}[i] {
			t.Errorf("without %s: %+v", part, r)
		}
	}
	replay(t, h.Catalog)
	if got, want := counts(h.scan()), "added 0 changed 0 moved 0 deleted 0 unchanged 4"; got != want {
		t.Errorf("and the whole share: %s, want %s", got, want)
	}
	if dirs, err := collect(h.Directories(t.Context())); err != nil || len(dirs) != 3 {
		t.Errorf("folders are %v, %v", dirs, err)
	}
}

// TestPartsMatchWhole changes a tree at random and compares a catalog that looked at the folders where something happened
// with one that always looks at all.
func TestPartsMatchWhole(t *testing.T) { dbtest.Each(t, testPartsMatchWhole) }

func testPartsMatchWhole(t *testing.T) {
	dbtest.Checks(t)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		root := filepath.Join(t.TempDir(), fmt.Sprint(number))
		put(t, root, "a/b/c/1", "1")
		put(t, root, "d/2", "2")
		parts, whole := openHouse(t, root), openHouse(t, root)
		defer parts.db.Close()
		defer whole.db.Close()
		parts.scan()
		whole.scan()
		files := rapid.SampledFrom([]string{"1", "a/1", "a/b/1", "a/b/c/1", "d/1", "d/2", "e/f/1"})
		folders := rapid.SampledFrom([]string{"a", "a/b", "a/b/c", "d", "e", "e/f", "g"})
		clock := time.Unix(1e9, 0)
		dirty := map[string]bool{}
		touch := func(p string, deep bool) {
			dirty[path.Dir(p)] = dirty[path.Dir(p)]
			if deep {
				dirty[p] = true
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"write": func(r *rapid.T) {
				p := files.Draw(r, "file")
				dir := filepath.Join(root, path.Dir(p))
				if info, err := os.Lstat(filepath.Join(root, p)); err == nil && info.IsDir() || os.MkdirAll(dir, 0o755) != nil {
					return
				}
				clock = clock.Add(time.Second)
				put(t, root, p, "content "+clock.String())
				os.Chtimes(filepath.Join(root, p), clock, clock)
				touch(p, false)
				for d := path.Dir(p); d != "."; d = path.Dir(d) {
					touch(d, false)
				}
			},
			"remove": func(r *rapid.T) {
				p := folders.Draw(r, "gone")
				os.RemoveAll(filepath.Join(root, p))
				touch(p, false)
			},
			"rename": func(r *rapid.T) {
				from, to := folders.Draw(r, "from"), folders.Draw(r, "to")
				if os.Rename(filepath.Join(root, from), filepath.Join(root, to)) == nil {
					touch(from, false)
					touch(to, true)
				}
			},
			"look": func(r *rapid.T) {
				var only []share.Part
				for _, p := range slices.Sorted(maps.Keys(dirty)) {
					only = append(only, share.Part{Path: p, Deep: dirty[p]})
				}
				clear(dirty)
				if len(only) > 0 {
					parts.parts(only...)
				}
				whole.scan()
				got, want := sizes(parts), sizes(whole)
				if !cmp.Equal(got, want) {
					r.Fatalf("looking at %v: %s", only, cmp.Diff(want, got))
				}
			},
		})
		parts.scan()
		whole.scan()
		if got, want := sizes(parts), sizes(whole); !cmp.Equal(got, want) {
			r.Fatalf("at the end: %s", cmp.Diff(want, got))
		}
		replay(t, parts.Catalog)
	})
}

func sizes(h *house) map[string]int64 {
	all := map[string]int64{}
	for p, f := range h.files() {
		all[p] = f.Size*1e12 + f.ModTime.Unix()
	}
	return all
}

// TestWritingIsLeft leaves files that are being written for later, and loses none.
func TestWritingIsLeft(t *testing.T) { dbtest.Each(t, testWritingIsLeft) }

func testWritingIsLeft(t *testing.T) {
	root := tree(t, map[string]string{"old": "1", "log": "2", "moved": "3", "replaced": "4"})
	h := openHouse(t, root)
	long := time.Now().Add(-time.Hour)
	for p := range h.filesOnDisk(root) {
		if err := os.Chtimes(filepath.Join(root, p), long, long); err != nil {
			t.Fatal(err)
		}
	}
	h.scan()
	h.read()
	h.tag("T", "moved")
	put(t, root, "log", "2 and more")
	put(t, root, "new", "half of it")
	put(t, root, "part", "another file")
	rename(t, root, "part", "replaced")
	rename(t, root, "moved", "elsewhere")
	r, err := h.Scan(t.Context(), h.share, ScanOptions{Settle: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := counts(r), "added 0 changed 0 moved 1 deleted 0 unchanged 3"; got != want || !cmp.Equal(r.Unsettled, []string{"."}) || r.Seen != 4 {
		t.Errorf("%s, unsettled %q, seen %d; want %s", got, r.Unsettled, r.Seen, want)
	}
	if f := h.files(); len(f) != 4 || f["log"].State != spar.OK || f["replaced"].State != spar.OK {
		t.Errorf("%+v", f)
	}
	if got, want := counts(h.scan()), "added 1 changed 2 moved 0 deleted 0 unchanged 2"; got != want {
		t.Errorf("when they are finished: %s, want %s", got, want)
	}
	if got, want := h.tagged(), []string{"elsewhere"}; !cmp.Equal(got, want) {
		t.Errorf("tagged are %q, want %q", got, want)
	}
}

func (h *house) filesOnDisk(root string) map[string]bool {
	all := map[string]bool{}
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(root, p)
			all[rel] = true
		}
		return err
	})
	return all
}

// TestEmptied: a share from which everything is gone at once is not believed to be empty, unless it had few files.
func TestEmptied(t *testing.T) { dbtest.Each(t, testEmptied) }

func testEmptied(t *testing.T) {
	for n, deleted := range map[int]int{fullDeletion - 1: fullDeletion - 1, fullDeletion: 0} {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("d/%d", i)] = ""
		}
		root := tree(t, files)
		h := openHouse(t, root)
		h.scan()
		if err := os.RemoveAll(filepath.Join(root, "d")); err != nil {
			t.Fatal(err)
		}
		r, err := h.Scan(t.Context(), h.share, ScanOptions{})
		if r.Deleted != deleted || (deleted == 0) != (spar.CodeOf(err) == spar.Unavailable) {
			t.Errorf("%d of %d deleted, %v", r.Deleted, n, err)
		}
		if deleted > 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(root, "new"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Scan(t.Context(), h.share, ScanOptions{}); spar.CodeOf(err) != spar.Unavailable {
			t.Errorf("one new file, and all that were known are gone: %v", err)
		}
		if _, err := h.RelocateShare(t.Context(), "docs", root, ShareOptions{}); err != nil {
			t.Fatal(err)
		}
		if r := h.scan(); r.Deleted != n {
			t.Errorf("confirmed: %s", counts(r))
		}
	}
}

// TestHalfAListing shows a scan only some of many files, without any error, as a tired server does.
func TestHalfAListing(t *testing.T) { dbtest.Each(t, testHalfAListing) }

func testHalfAListing(t *testing.T) {
	many := map[string]string{}
	for i := range massDeletion * 3 / 2 {
		many[fmt.Sprintf("d%d/%d", i%3, i)] = ""
	}
	root := tree(t, many)
	h := openHouse(t, root)
	h.scan()
	some := func(e *share.Entry) bool { return e.Kind == share.Dir || path.Dir(e.Path) == "d0" }
	r, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: with(some, nil)})
	if spar.CodeOf(err) != spar.Unavailable || r.Deleted != 0 || len(h.files()) != len(many) {
		t.Errorf("%d deleted, %d files, %v", r.Deleted, len(h.files()), err)
	}
	status, err := h.ShareStatus(t.Context(), h.share)
	if err != nil || status.Trouble.Reason == "" || status.Trouble.Since.IsZero() {
		t.Errorf("%+v, %v", status, err)
	}
	if got := h.scan(); got.Unchanged != len(many) {
		t.Errorf("and again whole: %s", counts(got))
	}
	if status, err := h.ShareStatus(t.Context(), h.share); err != nil || status.Trouble.Reason != "" {
		t.Errorf("%+v, %v", status, err)
	}
	// A person says that it is right.
	for _, d := range []string{"d1", "d2"} {
		if err := os.RemoveAll(filepath.Join(root, d)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Scan(t.Context(), h.share, ScanOptions{}); spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("most files are gone: %v", err)
	}
	if _, err := h.RelocateShare(t.Context(), "docs", root, ShareOptions{}); err != nil {
		t.Fatal(err)
	}
	if r := h.scan(); r.Deleted != massDeletion {
		t.Errorf("confirmed: %s", counts(r))
	}
	// Files that rules leave out are no loss.
	if rules, err := share.ParseRules([]string{"/d0"}); err != nil {
		t.Fatal(err)
	} else if r, err := h.Scan(t.Context(), h.share, ScanOptions{Ignore: rules}); err != nil || r.Deleted != massDeletion/2 || r.Ignored["/d0"] != 1 {
		t.Errorf("left out: %s, %v, %v", counts(r), r.Ignored, err)
	}
	if r := h.scan(); r.Added != massDeletion/2 {
		t.Errorf("taken in again: %s", counts(r))
	}
}

// TestMountBelow takes away a file system that lies within the share: its folder is there and empty.
func TestMountBelow(t *testing.T) { dbtest.Each(t, testMountBelow) }

func testMountBelow(t *testing.T) {
	root := tree(t, map[string]string{"a": "1", "m/b": "2", "m/c/d": "3"})
	mounted := func(e *share.Entry) bool {
		if e.Path == "m" || path.Dir(e.Path) == "m" || path.Dir(e.Path) == "m/c" {
			e.Dev = 1 << 50
		}
		return true
	}
	unmounted := func(e *share.Entry) bool { return path.Dir(e.Path) != "m" && path.Dir(e.Path) != "m/c" }
	scan := func(h *house, walk func(*share.Entry) bool) ScanReport {
		r, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: with(walk, nil)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	h := openHouse(t, root)
	scan(h, mounted)
	h.tag("T", "m/c/d")
	if r := scan(h, unmounted); r.Deleted != 0 || r.Errors != 1 || len(r.Problems) != 1 || r.Problems[0].Path != "m" {
		t.Errorf("without the mount: %+v", r)
	}
	if r := scan(h, mounted); counts(r) != "added 0 changed 0 moved 0 deleted 0 unchanged 3" {
		t.Errorf("with it again: %s", counts(r))
	}
	if got := h.tagged(); !cmp.Equal(got, []string{"m/c/d"}) {
		t.Errorf("tagged are %q", got)
	}
	// The folder itself is gone: so are the files.
	if err := os.RemoveAll(filepath.Join(root, "m")); err != nil {
		t.Fatal(err)
	}
	if r := scan(h, mounted); r.Deleted != 2 {
		t.Errorf("without the folder: %s", counts(r))
	}
}

// TestPassingFaults has a server in trouble answer for files and folders; no known fact changes.
func TestPassingFaults(t *testing.T) { dbtest.Each(t, testPassingFaults) }

func testPassingFaults(t *testing.T) {
	root := tree(t, map[string]string{"a": "1", "d/b": "2"})
	h := openHouse(t, root)
	h.scan()
	h.read()
	was := h.files()
	for _, fault := range []error{syscall.EIO, syscall.ESTALE, syscall.ENOTCONN} {
		r, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: with(func(e *share.Entry) bool {
			if e.Path != share.Root {
				e.Err = fault
			}
			return e.Path != "d/b"
		}, nil)})
		if err != nil || r.Deleted != 0 || r.Errors != 2 {
			t.Errorf("%v: %+v, %v", fault, r, err)
		}
		if now := h.files(); !cmp.Equal(now, was) {
			t.Errorf("%v: %s", fault, cmp.Diff(was, now))
		}
	}
}

// TestOtherForm renames files as a share does that takes two spellings for one name: the old one still leads there.
func TestOtherForm(t *testing.T) { dbtest.Each(t, testOtherForm) }

func testOtherForm(t *testing.T) {
	root := tree(t, map[string]string{"Report.TXT": "1", "d/cafe\u0301": "2", "other": "3"})
	spelled := map[string]string{"Report.TXT": "report.txt", "d/cafe\u0301": "d/caf\u00e9"}
	again := false
	walk := func(ctx context.Context, root string, o share.WalkOptions) iter.Seq2[share.Listing, error] {
		o.Known = nil
		return func(yield func(share.Listing, error) bool) {
			for l, err := range share.Walk(ctx, root, o) {
				for i := range l.Entries {
					if p := spelled[l.Entries[i].Path]; again && p != "" {
						l.Entries[i].Path = p
						l.Entries[i].Dev++ // so that it is not found by its inode
					}
				}
				l.Digest = share.Digest{}
				slices.SortFunc(l.Entries, func(a, b share.Entry) int {
					if a.Path < b.Path {
						return -1
					}
					return 1
				})
				if !yield(l, err) {
					return
				}
			}
		}
	}
	h := openHouse(t, root)
	if _, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: walk}); err != nil {
		t.Fatal(err)
	}
	h.tag("T", "Report.TXT", "d/cafe\u0301")
	was := h.files()
	again = true
	r, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: walk})
	if err != nil || counts(r) != "added 0 changed 0 moved 2 deleted 0 unchanged 1" {
		t.Errorf("%s, %v", counts(r), err)
	}
	for from, to := range spelled {
		if now := h.files()[to]; now.ID != was[from].ID {
			t.Errorf("%q became %+v", from, now)
		}
	}
}

// TestOfflineFiles follows a file to its tape and back.
func TestOfflineFiles(t *testing.T) { dbtest.Each(t, testOfflineFiles) }

func testOfflineFiles(t *testing.T) {
	root := tree(t, map[string]string{"never read": "1", "read": "2", "awake": "3"})
	asleep := map[string]bool{"never read": true}
	walk := with(func(e *share.Entry) bool {
		e.Offline = asleep[e.Path]
		return true
	}, nil)
	h := openHouse(t, root)
	scan := func() {
		t.Helper()
		if _, err := h.Scan(t.Context(), h.share, ScanOptions{Walk: walk}); err != nil {
			t.Fatal(err)
		}
	}
	states := func() string {
		f := h.files()
		return fmt.Sprintf("%s %s %s", f["never read"].State, f["read"].State, f["awake"].State)
	}
	scan()
	if got := states(); got != "offline unread unread" || h.files()["never read"].Reason != share.OfflineReason {
		t.Errorf("at first: %s", got)
	}
	h.read()
	asleep["read"] = true
	scan()
	if got := states(); got != "offline ok ok" { // the reading of a file stays
		t.Errorf("asleep since: %s", got)
	}
	clear(asleep)
	scan()
	if got := states(); got != "unread ok ok" {
		t.Errorf("awake again: %s", got)
	}
}
