package catalog

import (
	"context"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// listed is share.Walk of a file system that has access control lists, by path.
func listed(lists map[string]string) Walker {
	return func(ctx context.Context, root string, o share.WalkOptions) iter.Seq2[share.Listing, error] {
		o.Known, o.NoLists = nil, true // a listing that is the same has no entries
		return func(yield func(share.Listing, error) bool) {
			for l, err := range share.Walk(ctx, root, o) {
				l.Dir.ACL, l.Digest = lists[l.Dir.Path], share.Digest{}
				for i := range l.Entries {
					l.Entries[i].ACL = lists[l.Entries[i].Path]
				}
				if !yield(l, err) {
					return
				}
			}
		}
	}
}

func TestLists(t *testing.T) { dbtest.Each(t, testLists) }

// testLists scans files that have lists, lose them, get others and move: the catalog has each list once, and says which
// files changed their rights.
func testLists(t *testing.T) {
	ctx := t.Context()
	root := tree(t, map[string]string{"a.txt": "a", "b.txt": "b", "d/c.txt": "c", "d/e/f.txt": "f"})
	h := openHouse(t, root)
	long := string(make([]byte, 60_000))
	scan := func(lists map[string]string) map[string]string {
		t.Helper()
		if _, err := h.Scan(ctx, h.share, ScanOptions{Walk: listed(lists)}); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range h.files() {
			if f.ACL != "" {
				got[f.Path] = f.ACL
			}
		}
		for d, err := range h.Directories(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			if d.ACL != "" {
				got[d.Path] = d.ACL
			}
		}
		return got
	}
	want := map[string]string{"a.txt": "\x01one", "d/c.txt": "\x01one", "d": "\x01two", ".": "\x01one", "b.txt": long}
	if diff := cmp.Diff(want, scan(want)); diff != "" {
		t.Error(diff)
	}
	uses, err := h.Lists(ctx)
	if diff := cmp.Diff([]ListUse{{"\x01one", 2, 1}, {long, 1, 0}, {"\x01two", 0, 1}}, sorted(uses)); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
	head := h.head()
	if diff := cmp.Diff(want, scan(want)); diff != "" || h.head() != head {
		t.Errorf("the same again wrote %d changes: %s", h.head()-head, diff)
	}
	h.read()
	head = h.head()
	rename(t, root, "b.txt", "moved.txt")
	want = map[string]string{"a.txt": "\x01two", "d/e": "\x01three", "moved.txt": "\x01four"}
	if diff := cmp.Diff(want, scan(want)); diff != "" {
		t.Error(diff)
	}
	if f := h.files()["a.txt"]; f.State != spar.OK {
		t.Errorf("a file whose rights changed is %s", f.State)
	}
	kinds := map[ChangeKind]int{}
	for c, err := range h.Changes(ctx, head) {
		if err != nil {
			t.Fatal(err)
		}
		kinds[c.Kind]++
	}
	if kinds[FileChanged] != 2 || kinds[FileMoved] != 1 || kinds[DirectoriesChanged] == 0 {
		t.Errorf("the journal has %v", kinds)
	}
	folders, err := h.FoldersTo(ctx, h.share, "d/e/f.txt")
	var paths []string
	for _, d := range folders {
		paths = append(paths, d.Path+" "+d.ACL)
	}
	if diff := cmp.Diff([]string{". ", "d ", "d/e \x01three"}, paths); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
}

// sorted is lists by how many files have them, then by length.
func sorted(uses []ListUse) []ListUse {
	for i := range uses {
		for j := range uses[:i] {
			if uses[i].Files > uses[j].Files || uses[i].Files == uses[j].Files && len(uses[i].List) > len(uses[j].List) {
				uses[i], uses[j] = uses[j], uses[i]
			}
		}
	}
	return uses
}

func TestRightsOfShares(t *testing.T) { dbtest.Each(t, testRightsOfShares) }

func testRightsOfShares(t *testing.T) {
	ctx := t.Context()
	h := openHouse(t, tree(t, map[string]string{"a.txt": "a"}))
	head := h.head()
	for range 2 { // the second time says nothing new
		if err := h.SetRights(ctx, "docs", spar.ByList); err != nil {
			t.Fatal(err)
		}
	}
	if h.head() != head+1 {
		t.Errorf("setting the same rights twice wrote %d changes", h.head()-head)
	}
	if err := h.SetRights(ctx, "nosuch", spar.ByList); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("a share that does not exist: %v", err)
	}
	for _, grants := range [][]spar.Grant{
		{{Share: "docs", Path: ".", Principal: "everyone", Allow: true}, {Share: "docs", Path: "a\xff", Principal: "user:ada"}},
		{{Share: "docs", Path: "b", Principal: "group:staff", Allow: true}},
		nil,
	} {
		if err := h.SetGrants(ctx, "docs", grants); err != nil {
			t.Fatal(err)
		}
		got, err := collect(h.Grants(ctx))
		if diff := cmp.Diff(grants, got); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
		if sh, err := h.Share(ctx, "docs"); err != nil || sh.Rights != spar.ByTable {
			t.Errorf("%+v, %v", sh, err)
		}
	}
	if err := h.SetGrants(ctx, "docs", []spar.Grant{{Share: "docs", Path: ".", Principal: "everyone"}}); err != nil {
		t.Fatal(err)
	}
	if err := h.RemoveShare(ctx, "docs"); err != nil {
		t.Fatal(err)
	}
	if got, err := collect(h.Grants(ctx)); len(got) > 0 || err != nil {
		t.Errorf("a removed share leaves %v, %v", got, err)
	}
}

// TestScanSaysWhatListsItRead goes through the rights of a share: lists count once a complete scan has read them.
func TestScanSaysWhatListsItRead(t *testing.T) { dbtest.Each(t, testScanSaysWhatListsItRead) }

func testScanSaysWhatListsItRead(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "a", "d/b.txt": "b"})
	if share.FileSystemOf(root).At(share.Root).Ground() != share.Enforced {
		t.Skip("the file system of temporary files is none whose modes count")
	}
	h := openHouse(t, root)
	reads := func(o ScanOptions) bool {
		t.Helper()
		if _, err := h.Scan(t.Context(), h.share, o); err != nil {
			t.Fatal(err)
		}
		sh, err := h.Share(t.Context(), "docs")
		if err != nil {
			t.Fatal(err)
		}
		return share.ParseFileSystem(sh.FileSystem).Lists
	}
	set := func(r spar.Rights) {
		t.Helper()
		if err := h.SetRights(t.Context(), "docs", r); err != nil {
			t.Fatal(err)
		}
	}
	part := ScanOptions{Only: []share.Part{{Path: "d"}}}
	if !reads(ScanOptions{}) {
		t.Error("a local file system's lists are not read")
	}
	set(spar.ByMode)
	if reads(ScanOptions{}) {
		t.Error("lists are read that do not count")
	}
	set(spar.ByList)
	if reads(part) {
		t.Error("the lists of a part count for the whole")
	}
	if !reads(ScanOptions{}) || !reads(part) {
		t.Error("lists that were read do not count")
	}
	set(spar.ByMode)
	if reads(part) {
		t.Error("lists count that were not read everywhere")
	}
}
