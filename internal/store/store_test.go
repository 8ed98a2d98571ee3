package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
)

// child makes the test binary do one thing in a process of its own: "put DIR" or "purge DIR".
const child = "SPAR_TEST_STORE_CHILD"

func TestMain(m *testing.M) {
	what, dir, _ := strings.Cut(os.Getenv(child), " ")
	if what == "" {
		os.Exit(m.Run())
	}
	ctx := context.Background()
	d, err := db.Connect(ctx, dir, os.Getenv("DATABASE"), Schema)
	if err == nil {
		var s *Store
		if s, err = Open(dir, d); err == nil {
			switch what {
			case "put":
				err = s.PutAll(ctx, []Item{{ID: id("new"), Passages: text("a new secret")}, {ID: id("newer"), Passages: text("newer")}})
			case "purge":
				_, err = s.Purge(ctx, always(func(i spar.SegmentID) bool { return i != id("dead") }), 0)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// always makes a Live that gives the same answer at any time.
func always(live func(spar.SegmentID) bool) Live {
	return func(context.Context, *db.Tx, []spar.SegmentID) (func(spar.SegmentID) bool, error) { return live, nil }
}

func id(s string) spar.SegmentID { return sha256.Sum256([]byte(s)) }

func text(texts ...string) (ps []spar.Passage) {
	for i, t := range texts {
		ps = append(ps, spar.Passage{Kind: spar.TextPassage, Text: t, Lang: "en", Locator: spar.Locator{Page: i + 1}})
	}
	return ps
}

func open(t testing.TB, dir string) *Store {
	t.Helper()
	d := dbtest.Open(t, dir, Schema)
	s, err := Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); d.Close() })
	return s
}

func put(t testing.TB, s *Store, name string, ps []spar.Passage) {
	t.Helper()
	if err := s.Put(t.Context(), id(name), ps); err != nil {
		t.Fatal(err)
	}
}

// all reads every passage of a segment.
func all(t testing.TB, s *Store, name string) []spar.Passage {
	t.Helper()
	seg, err := s.Segment(t.Context(), id(name))
	if err != nil {
		t.Fatal(err)
	}
	var ps []spar.Passage
	for i := range seg.Len() {
		p, err := seg.Passage(i)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	return ps
}

func check(t testing.TB, s *Store, segments int) {
	t.Helper()
	c, err := s.Check(t.Context())
	if err != nil || c.Segments != segments || len(c.Faults) > 0 {
		t.Errorf("check: %+v, %v; want %d segments without fault", c, err, segments)
	}
}

// grep gives the files below dir that hold a text.
func grep(t testing.TB, dir, text string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(text)) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestPut(t *testing.T) { dbtest.Each(t, testPut) }

func testPut(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	ps := []spar.Passage{
		{Kind: spar.TextPassage, Text: "Twelve weeks of leave, twelve.", Lang: "en", Locator: spar.Locator{Page: 3, Heading: "HR > Leave", Bytes: spar.Span{Start: 7, End: 40}}},
		{Kind: spar.RowPassage, Text: "Fee: 12", Locator: spar.Locator{Sheet: "S", Row: 9}},
		{Kind: spar.TablePassage, Text: "", Lang: "de"},
	}
	put(t, s, "a", ps)
	put(t, s, "a", text("another text under the same name is not stored"))
	put(t, s, "empty", nil)
	if err := s.PutAll(t.Context(), []Item{{ID: id("b"), Passages: text("b")}, {ID: id("b"), Passages: text("b")}, {ID: id("a"), Passages: ps}}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{s, open(t, dir)} {
		if d := cmp.Diff(ps, all(t, s, "a")); d != "" {
			t.Errorf("-put +got\n%s", d)
		}
		seg, err := s.Segment(t.Context(), id("a"))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(seg.Len(), seg.TotalLength(), seg.Length(0), seg.Length(1), seg.Length(2), seg.Languages()); got != "3 9 7 2 0 [ de en]" {
			t.Errorf("segment says %s", got)
		}
		var got []string
		for _, term := range []string{"twelv", "12", "leav", "fee", "", "a", "zzz"} {
			p := seg.Lookup(term)
			line := fmt.Sprintf("%q %d:", term, p.Len())
			for i, n := range p.All() {
				line += fmt.Sprintf(" %dx%d", i, n)
			}
			got = append(got, line)
		}
		want := []string{`"twelv" 1: 0x2`, `"12" 1: 1x1`, `"leav" 1: 0x2`, `"fee" 1: 1x1`, `"" 0:`, `"a" 0:`, `"zzz" 0:`}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
		if _, err := seg.Passage(3); !errors.Is(err, ErrMissing) {
			t.Errorf("passage 3: %v", err)
		}
		if has, err := s.Has(t.Context(), id("b")); !has || err != nil {
			t.Errorf("has b: %t, %v", has, err)
		}
		if len(all(t, s, "empty")) != 0 {
			t.Error("the empty segment has passages")
		}
		if _, err := s.Segment(t.Context(), id("nobody")); !errors.Is(err, ErrMissing) {
			t.Errorf("segment of nobody: %v", err)
		}
	}
	check(t, s, 3)
	if packs, _ := filepath.Glob(filepath.Join(dir, "packs", "*")); len(packs) != 1 {
		t.Errorf("packs %q, want one", packs)
	}
}

func TestManySegments(t *testing.T) { dbtest.Each(t, testManySegments) }

func testManySegments(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir), open(t, dir)
	a.limit, b.limit = 4096, 4096
	var wait sync.WaitGroup
	for w, s := range []*Store{a, b, a, b} {
		wait.Go(func() {
			for i := range 20 {
				name := fmt.Sprint(w, i)
				if err := s.Put(t.Context(), id(name), text(name, "some text")); err != nil {
					t.Error(err)
				}
				if _, err := s.Segment(t.Context(), id(name)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	for w := range 4 {
		for i := range 20 {
			name := fmt.Sprint(w, i)
			if got := all(t, a, name); got[0].Text != name {
				t.Errorf("segment %s holds %q", name, got[0].Text)
			}
		}
	}
	check(t, b, 80)
	if packs, _ := filepath.Glob(filepath.Join(dir, "packs", "*")); len(packs) < 3 {
		t.Errorf("%d packs, want several of 4 KiB", len(packs))
	}
}

// Damage is an error that says so, and the segment can be put again.
func TestDamage(t *testing.T) { dbtest.Each(t, testDamage) }

func testDamage(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, path string)
	}{
		{"header", func(t *testing.T, path string) { flip(t, path, 10) }},
		{"index", func(t *testing.T, path string) { flip(t, path, headerSize+50) }},
		{"passage", func(t *testing.T, path string) { flip(t, path, -10) }},
		{"cut short", func(t *testing.T, path string) { truncate(t, path, 100) }},
		{"empty", func(t *testing.T, path string) { truncate(t, path, 0) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			put(t, s, "a", text("a text that is long enough"))
			c.damage(t, s.path(1))
			if checked, err := s.Check(t.Context()); err != nil || len(checked.Faults) != 1 {
				t.Errorf("check found %+v, %v", checked, err)
			}
			seg, err := s.Segment(t.Context(), id("a"))
			if err == nil {
				err = seg.Verify()
			}
			if err == nil {
				_, err = seg.Passage(0)
			}
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("reading it: %v, want ErrDamaged", err)
			}
			if has, err := s.Has(t.Context(), id("a")); has || err != nil {
				t.Errorf("the damaged segment is still there: %t, %v", has, err)
			}
			put(t, s, "a", text("again"))
			if got := all(t, s, "a"); got[0].Text != "again" {
				t.Errorf("read %+v", got)
			}
			check(t, s, 1)
		})
	}
}

func TestFault(t *testing.T) { dbtest.Each(t, testFault) }

func testFault(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf("word%d and some more text to fill pages", i))
	}
	put(t, s, "a", text(many...))
	seg, err := s.Segment(t.Context(), id("a"))
	if err != nil {
		t.Fatal(err)
	}
	truncate(t, s.path(1), 10)
	err = Guard(func() error { seg.Lookup("word999"); return nil })
	if !errors.Is(err, ErrDamaged) {
		t.Errorf("looking up in a file cut short: %v, want ErrDamaged", err)
	}
	if _, err := seg.Passage(999); !errors.Is(err, ErrDamaged) {
		t.Errorf("reading a passage of it: %v, want ErrDamaged", err)
	}
}

func flip(t *testing.T, path string, at int64) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += int64(len(b))
	}
	b[at] ^= 0x40
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func truncate(t *testing.T, path string, n int64) {
	t.Helper()
	if err := os.Truncate(path, n); err != nil {
		t.Fatal(err)
	}
}

func TestPurge(t *testing.T) { dbtest.Each(t, testPurge) }

func testPurge(t *testing.T) {
	dir := t.TempDir()
	s, reader := open(t, dir), open(t, dir)
	put(t, s, "live", text("a live text"))
	put(t, s, "dead", text("a dead secret"))
	if got := all(t, reader, "live"); len(got) != 1 {
		t.Fatal("no live text")
	}
	if len(grep(t, dir, "dead secret")) == 0 {
		t.Fatal("the dead text was never there")
	}
	live := always(func(i spar.SegmentID) bool { return i == id("live") })
	done, err := s.Purge(t.Context(), live, 0)
	if err != nil || done.Segments != 1 || done.Packs != 1 || done.Bytes == 0 {
		t.Errorf("purge: %+v, %v", done, err)
	}
	if found := grep(t, dir, "dead secret"); len(found) > 0 {
		t.Errorf("the dead text stands in %q", found)
	}
	for _, s := range []*Store{s, reader, open(t, dir)} {
		if got := all(t, s, "live"); got[0].Text != "a live text" {
			t.Errorf("the live text is %+v", got)
		}
	}
	if _, err := s.Segment(t.Context(), id("dead")); !errors.Is(err, ErrMissing) {
		t.Errorf("dead segment: %v", err)
	}
	check(t, s, 1)
	if done, err := s.Purge(t.Context(), live, 0); err != nil || done != (Purged{}) {
		t.Errorf("a second purge: %+v, %v", done, err)
	}
	put(t, s, "next", text("next"))
	if done, err := s.Purge(t.Context(), always(func(spar.SegmentID) bool { return false }), time.Hour*240); err != nil || done.Segments != 2 {
		t.Errorf("purge of everything: %+v, %v", done, err)
	}
	if packs, _ := filepath.Glob(filepath.Join(dir, "packs", "*")); len(packs) != 0 {
		t.Errorf("packs %q are left", packs)
	}
	put(t, s, "after", text("after"))
	check(t, s, 1)
}

// After a crash at any step all earlier segments are there, the new ones are there whole or not at all, and the next batch and purge leave
// no traces.
func TestCrash(t *testing.T) { dbtest.Each(t, testCrash) }

func testCrash(t *testing.T) {
	for _, what := range []string{"put", "purge"} {
		t.Run(what, func(t *testing.T) {
			for n := 1; ; n += dbtest.Stride(t) {
				dir := t.TempDir()
				s := open(t, dir)
				put(t, s, "old", text("an old text"))
				put(t, s, "dead", text("a dead secret"))
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), child+"="+what+" "+dir, "DATABASE="+dbtest.Database(t, dir), "SPAR_CRASH_AT="+strconv.Itoa(n))
				out, err := cmd.CombinedOutput()
				if err != nil && cmd.ProcessState.ExitCode() != durable.CrashStatus {
					t.Fatalf("step %d: %v\n%s", n, err, out)
				}
				after := open(t, dir)
				if got := all(t, after, "old"); got[0].Text != "an old text" {
					t.Errorf("step %d: the old text is %+v", n, got)
				}
				has, err1 := after.Has(t.Context(), id("new"))
				newer, err2 := after.Has(t.Context(), id("newer"))
				if err1 != nil || err2 != nil || has != newer {
					t.Errorf("step %d: half a batch: %t %v, %t %v", n, has, err1, newer, err2)
				}
				if err == nil && what == "put" && !has {
					t.Error("the batch is not there after the end")
				}
				put(t, after, "next", text("next"))
				if _, err := after.Purge(t.Context(), always(func(i spar.SegmentID) bool { return i == id("old") || i == id("next") }), 0); err != nil {
					t.Fatal(err)
				}
				if found := grep(t, dir, "secret"); len(found) > 0 {
					t.Errorf("step %d: a secret stands in %q", n, found)
				}
				check(t, after, 2)
				if err == nil {
					if n < 4 {
						t.Errorf("%s has %d steps", what, n-1)
					}
					return
				}
			}
		})
	}
}

// TestPurgeSparesTheRevived: a segment that a file gets between the first look of a purge and its last is not removed.
func TestPurgeSparesTheRevived(t *testing.T) { dbtest.Each(t, testPurgeSparesTheRevived) }

func testPurgeSparesTheRevived(t *testing.T) {
	s := open(t, t.TempDir())
	for _, name := range []string{"live", "back", "dead"} {
		put(t, s, name, text("the text of "+name))
	}
	asked := 0
	done, err := s.Purge(t.Context(), func(context.Context, *db.Tx, []spar.SegmentID) (func(spar.SegmentID) bool, error) {
		asked++
		return func(i spar.SegmentID) bool { return i == id("live") || i == id("back") && asked > 1 }, nil
	}, 0)
	if err != nil || done.Segments != 1 {
		t.Errorf("purge: %+v, %v; want one segment", done, err)
	}
	for name, want := range map[string]bool{"live": true, "back": true, "dead": false} {
		if has, err := s.Has(t.Context(), id(name)); has != want || err != nil {
			t.Errorf("%s is there: %t, %v", name, has, err)
		}
	}
	check(t, s, 2)
	if packs, _ := filepath.Glob(filepath.Join(s.dir, "*.pack")); len(packs) != 1 {
		t.Errorf("the packs %q are there, want one", packs)
	}
}
