package catalog

import (
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestMembersAreLookedUp: recording the reading of a file does not look at all files.
func TestMembersAreLookedUp(t *testing.T) {
	c := openCatalog(t, t.TempDir())
	var plan string
	err := c.db.Read(t.Context(), func(tx *db.Tx) error {
		return query(tx, func(r *sql.Rows) error {
			var a, b, c any
			return r.Scan(&a, &b, &c, &plan)
		}, "EXPLAIN QUERY PLAN "+selectMembers, 1)
	})
	if err != nil || !strings.Contains(plan, "files_container") {
		t.Errorf("SQLite means to do this: %q, %v", plan, err)
	}
}

// TestWhatOneFileHolds: an archive that is twice in a file of the share is listed once. Members beyond the limit for a file are left out
// with the reason, and existing members stay.
func TestWhatOneFileHolds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		root := tree(t, map[string]string{"a.zip": "outer", "b.zip": "another"})
		h := openHouse(t, root)
		h.scan()
		h.Catalog.mostHeld = 1000
		hold := func(path string, content byte, names ...string) {
			t.Helper()
			f := spar.Finding{Version: h.files()[path].Version(), Format: "zip", State: spar.Container, Reason: "files"}
			f.Version.Hash = spar.Hash{content}
			for i, n := range names {
				f.Members = append(f.Members, spar.Member{Name: n, Size: int64(len(n)), At: int64(i)})
			}
			if n, err := h.Record(t.Context(), f); n != 1 || err != nil {
				t.Fatalf("Record: %d, %v", n, err)
			}
		}
		many := make([]string, 200)
		for i := range many {
			many[i] = fmt.Sprint(i, ".txt")
		}
		hold("a.zip", 1, "p.zip", "q.zip", "r.zip", "s.zip", "t.zip", "u.zip", "v.zip")
		hold("b.zip", 2, "p.zip")
		for i, name := range []string{"p", "q", "r", "s"} {
			hold("a.zip!/"+name+".zip", byte(3+i), many...)
		}
		hold("a.zip!/t.zip", 3, many...) // what p.zip is
		hold("a.zip!/u.zip", 7, many...) // too much
		hold("a.zip!/v.zip", 8, "few.txt")
		hold("b.zip!/p.zip", 3, "of another file.txt")
		files := h.files()
		if t1, u := files["a.zip!/t.zip"], files["a.zip!/u.zip"]; t1.State != spar.Container || !strings.Contains(t1.Reason, "same as p.zip") ||
			u.State != spar.TooBig || !strings.Contains(u.Reason, "more than 1000 files") {
			t.Errorf("%s %q, %s %q", t1.State, t1.Reason, u.State, u.Reason)
		}
		for _, path := range []string{"a.zip!/s.zip!/199.txt", "a.zip!/v.zip!/few.txt", "b.zip!/p.zip!/of another file.txt"} {
			if _, there := files[path]; !there {
				t.Errorf("%s is left out", path)
			}
		}
		if n := len(files); n != 2+7+1+4*200+1+1 {
			t.Errorf("%d files", n)
		}
	})
}

func TestMembers(t *testing.T) { dbtest.Each(t, testMembers) }

func testMembers(t *testing.T) {
	root := tree(t, map[string]string{"d/a.zip": "outer", "d/b.txt": "plain"})
	h := openHouse(t, root)
	h.scan()
	hold := func(path string, names ...string) {
		t.Helper()
		f := finding(t, root, h.files()["d/b.txt"])
		of := h.files()[path]
		f.Version, f.State, f.Reason, f.Segment = of.Version(), spar.NoText, "an archive", spar.SegmentID{}
		f.Version.Hash = spar.Hash{1}
		for i, n := range names {
			f.Members = append(f.Members, spar.Member{Name: n, Size: int64(len(n)), At: int64(i)})
		}
		if n, err := h.Record(t.Context(), f); n != 1 || err != nil {
			t.Fatalf("Record: %d, %v", n, err)
		}
	}
	paths := func(want ...string) map[string]spar.File {
		t.Helper()
		files := h.files()
		if got := slices.Sorted(maps.Keys(files)); !cmp.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
		return files
	}
	hold("d/a.zip", "in.zip", "x/y.txt", "x/y.txt")
	hold("d/a.zip!/in.zip", "deep.txt")
	files := paths("d/a.zip", "d/a.zip!/in.zip", "d/a.zip!/in.zip!/deep.txt", "d/a.zip!/x/y.txt", "d/a.zip!/x/y.txt (2)", "d/b.txt")
	deep := files["d/a.zip!/in.zip!/deep.txt"]
	if deep.OnDisk() != "d/a.zip" || deep.Container != files["d/a.zip!/in.zip"].ID || deep.Mode != files["d/a.zip"].Mode || deep.State != spar.Unread || deep.Size != 8 {
		t.Errorf("a member of a member is %+v", deep)
	}
	tag, err := h.AddTag(t.Context(), spar.Tag{Name: "Kept"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Assign(t.Context(), []spar.Assignment{{File: deep.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}}); err != nil {
		t.Fatal(err)
	}
	tagged := func(path string) bool {
		t.Helper()
		list, err := h.AssignmentsOf(t.Context(), h.files()[path].ID)
		return err == nil && len(list) == 1
	}

	// A scan counts members neither as found nor as gone.
	if got, want := counts(h.scan()), "added 0 changed 0 moved 0 deleted 0 unchanged 2"; got != want {
		t.Errorf("a scan with members: %s, want %s", got, want)
	}
	// They move with their container, and have its rights.
	rename(t, root, "d/a.zip", "d/c.zip")
	h.scan()
	if err := os.Chmod(filepath.Join(root, "d/c.zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.scan()
	files = paths("d/b.txt", "d/c.zip", "d/c.zip!/in.zip", "d/c.zip!/in.zip!/deep.txt", "d/c.zip!/x/y.txt", "d/c.zip!/x/y.txt (2)")
	if f := files["d/c.zip!/in.zip!/deep.txt"]; f.ID != deep.ID || f.OnDisk() != "d/c.zip" || f.Mode.Perm() != 0o600 || !tagged(f.Path) {
		t.Errorf("a member of a container that moved is %+v", f)
	}
	// When the container changes nothing is known of them, until it is read.
	hold("d/c.zip!/in.zip!/deep.txt")
	put(t, root, "d/c.zip", "another")
	h.scan()
	if f := h.files()["d/c.zip!/in.zip!/deep.txt"]; f.State != spar.Unread || f.Hash != (spar.Hash{}) {
		t.Errorf("a member of a container that changed is %+v", f)
	}
	hold("d/c.zip", "in.zip", "new.txt")
	paths("d/b.txt", "d/c.zip", "d/c.zip!/in.zip", "d/c.zip!/in.zip!/deep.txt", "d/c.zip!/new.txt")
	// A container that cannot be opened takes them with it.
	if err := h.Vanished(t.Context(), sighting(h.files()["d/c.zip"])); err != nil {
		t.Fatal(err)
	}
	if f := h.files()["d/c.zip!/in.zip!/deep.txt"]; f.State != spar.Vanished || f.Reason == "" {
		t.Errorf("a member of a container that is gone is %+v", f)
	}
	// Two containers that change places take their members along.
	put(t, root, "one.zip", "1")
	put(t, root, "two.zip", "22")
	h.scan()
	hold("one.zip", "same.txt", "only one.txt")
	hold("two.zip", "same.txt")
	one, two := h.files()["one.zip!/same.txt"].ID, h.files()["two.zip!/same.txt"].ID
	rename(t, root, "one.zip", "aside")
	rename(t, root, "two.zip", "one.zip")
	rename(t, root, "aside", "two.zip")
	h.scan()
	files = h.files()
	if files["two.zip!/same.txt"].ID != one || files["one.zip!/same.txt"].ID != two || files["two.zip!/only one.txt"].ID == 0 {
		t.Errorf("after two containers changed places: %v", files)
	}
	// One that takes the place of another takes its members' paths too.
	rename(t, root, "two.zip", "one.zip")
	h.scan()
	files = h.files()
	if files["one.zip!/same.txt"].ID != one || files["two.zip!/same.txt"].ID != 0 {
		t.Errorf("after a container took another's place: %v", files)
	}
	if err := os.Remove(filepath.Join(root, "one.zip")); err != nil {
		t.Fatal(err)
	}
	h.scan()
	// They go with it, and their tags come back with them.
	if err := os.Rename(filepath.Join(root, "d/c.zip"), filepath.Join(t.TempDir(), "away")); err != nil {
		t.Fatal(err)
	}
	h.scan()
	paths("d/b.txt")
	put(t, root, "e.zip", "again")
	h.scan()
	hold("e.zip", "deep.txt")
	files = paths("d/b.txt", "e.zip", "e.zip!/deep.txt")
	if deep.ModTime.Equal(files["e.zip!/deep.txt"].ModTime) != tagged("e.zip!/deep.txt") {
		t.Error("a member of the same name, size and time has its tags again, and no other has")
	}
}

func TestSoleMember(t *testing.T) { dbtest.Each(t, testSoleMember) }

// A container that does not name its one file gives it its own name; a member with another name keeps its facts.
func testSoleMember(t *testing.T) {
	root := tree(t, map[string]string{"d/CHANGES.gz": "outer", "d/b.txt": "plain"})
	h := openHouse(t, root)
	h.scan()
	hold := func(name string, hash byte) {
		t.Helper()
		f := finding(t, root, h.files()["d/b.txt"])
		f.Version, f.State, f.Segment = h.files()["d/CHANGES.gz"].Version(), spar.NoText, spar.SegmentID{}
		f.Version.Hash, f.Members = spar.Hash{hash}, []spar.Member{{Name: name, Size: 9, At: -1}}
		if n, err := h.Record(t.Context(), f); n != 1 || err != nil {
			t.Fatalf("Record: %d, %v", n, err)
		}
	}
	hold("file", 1)
	was := h.files()["d/CHANGES.gz!/file"]
	tag, err := h.AddTag(t.Context(), spar.Tag{Name: "Kept"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Assign(t.Context(), []spar.Assignment{{File: was.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}}); err != nil {
		t.Fatal(err)
	}
	hold("", 1)
	now := h.files()["d/CHANGES.gz!/CHANGES"]
	if now.ID != was.ID {
		t.Fatalf("the member is %+v, and was %+v; the files are %q", now, was, slices.Sorted(maps.Keys(h.files())))
	}
	if list, err := h.AssignmentsOf(t.Context(), now.ID); err != nil || len(list) != 1 {
		t.Errorf("it has %v, %v", list, err)
	}
}
