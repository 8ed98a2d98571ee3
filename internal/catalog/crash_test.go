package catalog

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// crashChild, when set, makes the test binary scan and read a share in the data directory that it names.
const crashChild = "SPAR_TEST_CATALOG_CHILD"

// partsChild makes it scan only the changed folders, and not the whole share.
const partsChild = "SPAR_TEST_CATALOG_PARTS"

func TestMain(m *testing.M) {
	dir := os.Getenv(crashChild)
	if dir == "" {
		os.Exit(m.Run())
	}
	do := scanAndRead
	if os.Getenv(importChild) != "" {
		do = importVersions
	}
	if os.Getenv(writerChild) != "" {
		do = writeAtRandom
	}
	if err := do(context.Background(), dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// scanAndRead is a process that adds a share if need be, scans it, and reads its unread files, two a commit.
func scanAndRead(ctx context.Context, dir string) error {
	d, err := db.Connect(ctx, dir, os.Getenv("DATABASE"), Schema)
	if err != nil {
		return err
	}
	defer d.Close()
	c := New(d)
	sh, err := c.Share(ctx, "docs")
	if spar.CodeOf(err) == spar.NotFound {
		sh, err = c.AddShare(ctx, "docs", filepath.Join(dir, "..", "root"), ShareOptions{})
	}
	if err != nil {
		return err
	}
	lock, err := c.TryScanLock(sh)
	if err != nil {
		return err
	}
	o := ScanOptions{batch: 2}
	if os.Getenv(partsChild) != "" {
		o.Only = []share.Part{{Path: share.Root}, {Path: "d", Deep: true}, {Path: "e", Deep: true}, {Path: "gone"}}
	}
	scanned, err := c.Scan(ctx, sh, o)
	if err != nil {
		return err
	}
	if !scanned.Complete {
		return fmt.Errorf("%+v", scanned)
	}
	if err := lock.Unlock(); err != nil {
		return err
	}
	files, err := collect(c.Files(ctx))
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f spar.File) bool { return f.State != spar.Unread })
	for part := range slices.Chunk(files, 2) {
		var findings []spar.Finding
		for _, f := range part {
			finding, err := readFinding(sh.Root, f)
			if err != nil {
				return err
			}
			findings = append(findings, finding)
		}
		if n, err := c.Record(ctx, findings...); err != nil || n != len(findings) {
			return fmt.Errorf("recorded %d of %d: %w", n, len(findings), err)
		}
	}
	return nil
}

// TestCrashWalk ends the process at each of its durable steps in turn, and then lets it run to its end. It does so on a first scan, on a
// scan with every sort of change, and on a scan of the changed folders alone.
func TestCrashWalk(t *testing.T) { dbtest.Each(t, testCrashWalk) }

func testCrashWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	parts := ""
	run := func(dir string, crashAt int) bool {
		t.Helper()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), crashChild+"="+dir, partsChild+"="+parts, "DATABASE="+dbtest.Database(t, dir), "SPAR_CRASH_AT="+strconv.Itoa(crashAt))
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.ExitCode() != durable.CrashStatus {
			t.Fatalf("crash at %d: %v\n%s", crashAt, err, out)
		}
		return err == nil
	}
	change := func(root string) {
		t.Helper()
		rename(t, root, "d/1", "one")
		rename(t, root, "d/2", "d/3") // over another
		rename(t, root, "e", "f")
		rename(t, root, "x", "tmp") // trade places
		rename(t, root, "y", "x")
		rename(t, root, "tmp", "y")
		put(t, root, "changed", "more than before")
		put(t, root, "copied.2", "copied")
		put(t, root, "new/1", "n1")
		put(t, root, "new/2", "n2")
		put(t, root, "new/3", "n3")
		for _, p := range []string{"copied", "gone/1", "gone/2", "gone/3", "gone"} {
			if err := os.Remove(filepath.Join(root, p)); err != nil {
				t.Fatal(err)
			}
		}
	}
	// fresh is a data directory beside a share; with changes, the share was scanned and read before them.
	fresh := func(changes bool) string {
		t.Helper()
		top := t.TempDir()
		root, dir := filepath.Join(top, "root"), filepath.Join(top, "data")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{"d/1", "d/2", "d/3", "e/1", "e/2", "x", "y", "changed", "copied", "gone/1", "gone/2", "gone/3", "same"} {
			put(t, root, p, p)
		}
		if changes {
			if !run(dir, 0) {
				t.Fatal("no")
			}
			c := openCatalog(t, dir)
			files, err := collect(c.Files(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				tag, err := c.AddTag(t.Context(), spar.Tag{Name: "was " + f.Path})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := c.Assign(t.Context(), []spar.Assignment{{File: f.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}}); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.db.Close(); err != nil {
				t.Fatal(err)
			}
			change(root)
		}
		return dir
	}
	// state is what counts: paths, states, contents, and which file was which before.
	type line struct {
		Path, Segment, Was string
		State              spar.State
		Attributes         int
	}
	state := func(dir string) (lines []line) {
		t.Helper()
		c := openCatalog(t, dir)
		if err := c.db.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		replay(t, c)
		tags, err := c.Tags(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for f, err := range c.Files(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			l := line{Path: f.Path, Segment: f.Segment.String(), State: f.State}
			attrs, err := c.AttributesOf(t.Context(), f.ID)
			if err != nil {
				t.Fatal(err)
			}
			links, err := c.AssignmentsOf(t.Context(), f.ID)
			if err != nil {
				t.Fatal(err)
			}
			l.Attributes = len(attrs)
			for _, a := range links {
				l.Was += tags[a.Tag-1].Name
			}
			lines = append(lines, l)
		}
		return lines
	}
	var whole []line
	for _, what := range []string{"a first scan", "changes", "changes, scanned in parts"} {
		changes := what != "a first scan"
		begin := func() string {
			parts = ""
			dir := fresh(changes)
			if what == "changes, scanned in parts" {
				parts = "1"
			}
			return dir
		}
		dir := begin()
		if !run(dir, 0) {
			t.Fatal("a run without a crash crashed")
		}
		want := state(dir)
		if n := len(want); n != map[bool]int{false: 13, true: 12}[changes] {
			t.Fatalf("%d files: %+v", n, want)
		}
		if parts != "" && !cmp.Equal(want, whole) {
			t.Errorf("the parts give something else than the whole: %s", cmp.Diff(whole, want))
		}
		whole = want
		n := 1
		for ; ; n += dbtest.Stride(t) {
			dir := begin()
			ended := run(dir, n)
			if !ended && !run(dir, 0) {
				t.Fatal("a run after a crash crashed")
			}
			if parts != "" && !ended {
				var found []string
				c := openCatalog(t, dir)
				for f, err := range c.Files(t.Context()) {
					if err != nil {
						t.Fatal(err)
					}
					found = append(found, f.Path)
				}
				if !slices.EqualFunc(found, want, func(path string, l line) bool { return path == l.Path }) {
					t.Errorf("%s, crash at %d: the same parts again give %q", what, n, found)
				}
				// Files whose path others have are left to the next scan of all.
				parts = ""
				if !run(dir, 0) {
					t.Fatal("a scan of all after a crash crashed")
				}
				parts = "1"
			}
			if got := state(dir); !cmp.Equal(got, want) {
				t.Errorf("%s, crash at %d: %s", what, n, cmp.Diff(want, got))
			}
			if ended {
				break
			}
		}
		t.Logf("%s: %d durable steps", what, n-1)
		if n < 8 {
			t.Errorf("only %d durable steps", n-1)
		}
	}
}

// replay follows the journal from its beginning and compares it with the tables.
func replay(t *testing.T, c *Catalog) {
	t.Helper()
	files, links := map[spar.FileID]bool{}, map[spar.Assignment]bool{}
	for ch, err := range c.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		link := spar.Assignment{File: ch.File, Tag: ch.Tag}
		switch ch.Kind {
		case FileAdded:
			if files[ch.File] {
				t.Errorf("file %d was added twice", ch.File)
			}
			files[ch.File] = true
		case FileChanged, FileMoved, FileRead:
			if !files[ch.File] {
				t.Errorf("%s: %d is not there", ch.Kind, ch.File)
			}
		case FileDeleted:
			if !files[ch.File] {
				t.Errorf("file %d was deleted twice", ch.File)
			}
			delete(files, ch.File)
			for l := range links {
				if l.File == ch.File {
					delete(links, l)
				}
			}
		case TagRemoved:
			for l := range links {
				if l.Tag == ch.Tag {
					delete(links, l)
				}
			}
		case Assigned:
			links[link] = true
		case Unassigned:
			delete(links, link)
		}
	}
	for f, err := range c.Files(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if !files[f.ID] {
			t.Errorf("the journal does not know file %d, %q", f.ID, f.Path)
		}
		delete(files, f.ID)
	}
	if len(files) > 0 {
		t.Errorf("the journal knows files %v, which are not there", files)
	}
	now := map[spar.Assignment]bool{}
	for a, err := range c.Assignments(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if a.Review != spar.Rejected {
			now[spar.Assignment{File: a.File, Tag: a.Tag}] = true
		}
	}
	if !cmp.Equal(links, now) {
		t.Errorf("the journal and the assignments differ: %s", cmp.Diff(links, now))
	}
}
