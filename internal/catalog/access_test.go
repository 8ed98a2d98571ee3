package catalog

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

func TestAccess(t *testing.T) { dbtest.Each(t, testAccess) }

// testAccess records readings and peeks under other rights than the last scan saw.
func testAccess(t *testing.T) {
	ctx := t.Context()
	root := tree(t, map[string]string{"d/e/a.txt": "text", "d/b.zip": "archive", "c.txt": "other"})
	mode := func(name string, m fs.FileMode) {
		t.Helper()
		if err := os.Chmod(filepath.Join(root, filepath.FromSlash(name)), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []string{".", "d", "d/e"} {
		mode(d, 0o755)
	}
	h := openHouse(t, root)
	h.scan()
	access := func(name string) spar.Access {
		t.Helper()
		w, err := share.Look(root, name, share.Lists{})
		if err != nil {
			t.Fatal(err)
		}
		a := w.Access(h.files()[name].ID)
		a.Version.Dev = h.files()[name].Dev // as the catalog calls it, which a reader asks it
		return a
	}
	record := func(name string, a spar.Access) int {
		t.Helper()
		f := finding(t, root, h.files()["c.txt"])
		f.Version, f.Access = h.files()[name].Version(), a
		f.Version.Hash = spar.Hash{1}
		n, err := h.Record(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	retake := func(want bool, a ...spar.Access) {
		t.Helper()
		if changed, err := h.Retake(ctx, a...); err != nil || changed != want {
			t.Errorf("Retake: %t, %v; want %t", changed, err, want)
		}
	}
	folder := func(name string) (found Directory) {
		t.Helper()
		for d, err := range h.Directories(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			if d.Path == name {
				found = d
			}
		}
		return found
	}
	news := func(do func()) (kinds []ChangeKind) {
		t.Helper()
		head := h.head()
		do()
		for c, err := range h.Changes(ctx, head) {
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, c.Kind)
		}
		return kinds
	}

	// Text comes with the rights of its file, whatever they were, and narrows the folders.
	open := access("d/e/a.txt")
	mode("d/e/a.txt", 0o600)
	mode("d", 0o711)
	closed := access("d/e/a.txt")
	if record("d/e/a.txt", closed) != 1 || h.files()["d/e/a.txt"].Mode != 0o600 || h.files()["d/e/a.txt"].State != spar.OK || folder("d").Mode.Perm() != 0o711 {
		t.Errorf("recorded: %+v in %+v", h.files()["d/e/a.txt"], folder("d"))
	}
	if got := news(func() { retake(false, closed) }); got != nil {
		t.Errorf("the same again: %v", got)
	}
	// Wider rights of a folder wait for a scan; those of a file take its text with them.
	mode("d", 0o755)
	retake(false, access("d/e/a.txt"))
	if folder("d").Mode.Perm() != 0o711 {
		t.Errorf("a question opened a folder: %+v", folder("d"))
	}
	mode("d/e/a.txt", 0o644)
	retake(true, access("d/e/a.txt"))
	if f := h.files()["d/e/a.txt"]; f.Mode != 0o644 || f.State != spar.Unread || f.Hash != (spar.Hash{}) || f.Segment != (spar.SegmentID{}) {
		t.Errorf("opened after it was read: %+v", f)
	}
	h.scan()
	if folder("d").Mode.Perm() != 0o755 {
		t.Errorf("the scan passed over %+v", folder("d"))
	}
	// Narrower rights of a file leave its text.
	record("d/e/a.txt", open)
	mode("d/e/a.txt", 0o640)
	if got := news(func() { retake(true, access("d/e/a.txt")) }); !cmp.Equal(got, []ChangeKind{FileChanged}) || h.files()["d/e/a.txt"].State != spar.OK {
		t.Errorf("narrower: %v, %+v", got, h.files()["d/e/a.txt"])
	}
	// The mode of the scan comes back, and the next one sees it although its listing is as it was.
	mode("d/e/a.txt", 0o644)
	h.scan()
	if h.files()["d/e/a.txt"].Mode != 0o644 {
		t.Errorf("the scan passed over %+v", h.files()["d/e/a.txt"])
	}
	// Another list or owner of a folder denies until a scan.
	listed := access("d/e/a.txt")
	listed.Folders[1].ACL = acl.Format([]acl.List{{Kind: acl.POSIX}})
	if got := news(func() { retake(true, listed) }); !cmp.Equal(got, []ChangeKind{DirectoriesChanged}) {
		t.Errorf("another list: %v", got)
	}
	if l := acl.Parse(folder("d").ACL); len(l) != 1 || l[0].Kind != acl.Unclear {
		t.Errorf("another list gives %+v", l)
	}
	retake(false, listed)
	retake(false, open)
	h.scan()
	if folder("d").ACL != "" {
		t.Errorf("the scan passed over %+v", folder("d"))
	}

	// Members have the rights of the file on disk, and a finding of an older version is left out.
	f := finding(t, root, h.files()["c.txt"])
	zip := h.files()["d/b.zip"]
	f.Version, f.State, f.Reason, f.Segment, f.Access = zip.Version(), spar.Container, "", spar.SegmentID{}, access("d/b.zip")
	f.Version.Hash = spar.Hash{2}
	f.Members = []spar.Member{{Name: "in.txt", Size: 4}, {Name: "too.txt", Size: 4}}
	if n, err := h.Record(ctx, f); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	was := access("d/b.zip")
	mode("d/b.zip", 0o600)
	if record("d/b.zip!/in.txt", access("d/b.zip")) != 1 {
		t.Error("a member was not recorded")
	}
	for _, name := range []string{"d/b.zip", "d/b.zip!/in.txt", "d/b.zip!/too.txt"} {
		if h.files()[name].Mode != 0o600 {
			t.Errorf("%s has mode %v", name, h.files()[name].Mode)
		}
	}
	was.Version.Size++
	if record("d/b.zip!/too.txt", was) != 0 || h.files()["d/b.zip"].Mode != 0o600 {
		t.Error("a member of an older archive was recorded")
	}
	mode("d/b.zip", 0o644)
	retake(true, access("d/b.zip"))
	if f := h.files()["d/b.zip!/in.txt"]; f.State != spar.Unread || f.Mode != 0o644 {
		t.Errorf("a member of an archive that was opened: %+v", f)
	}
}
