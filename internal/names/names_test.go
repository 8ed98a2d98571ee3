package names

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// An axes encoder points along the axis that a text's first letter names.
type axes struct {
	made  int
	after int // texts after which it fails; 0: never
}

func (*axes) Recipe() string { return "axes" }
func (*axes) Dim() int       { return 32 }

func (a *axes) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 32)
		out[i][t[0]%32] = 1
	}
	if a.made += len(texts); a.after > 0 && a.made > a.after {
		return nil, errors.New("broken")
	}
	return out, nil
}

// A shelf is a catalog of names with its journal.
type shelf struct {
	files   map[spar.FileID]string
	changes []catalog.Change
}

func (s *shelf) Head() int64 { return int64(len(s.changes)) }

func (s *shelf) File(id spar.FileID) (spar.File, bool) {
	name, ok := s.files[id]
	return spar.File{ID: id, Path: name}, ok
}

func (s *shelf) Files() *roaring.Bitmap {
	out := roaring.New()
	for id := range s.files {
		out.Add(uint32(id))
	}
	return out
}

func (s *shelf) Changes(_ context.Context, after int64) iter.Seq2[catalog.Change, error] {
	return func(yield func(catalog.Change, error) bool) {
		for i, c := range s.changes {
			if int64(i) >= after && !yield(c, nil) {
				return
			}
		}
	}
}

func (s *shelf) change(kind catalog.ChangeKind, id spar.FileID, name string) {
	if s.files[id] = name; kind == catalog.FileDeleted {
		delete(s.files, id)
	}
	s.changes = append(s.changes, catalog.Change{Kind: kind, File: id})
}

func (s *shelf) source() Source {
	return Source{Files: s, Journal: s, Text: func(f spar.File) string { return f.Path }}
}

func axis(letter byte) []float32 {
	v := make([]float32, 32)
	v[letter%32] = 1
	return v
}

// agrees compares sketches with the names of files: existing files, and no others, have the right score.
func agrees(t interface {
	Helper()
	Fatal(...any)
}, s *Sketches, files map[spar.FileID]string, most spar.FileID) {
	t.Helper()
	for letter := byte('a'); letter < 'e'; letter++ {
		scores, err := s.Score(context.Background(), axis(letter))
		if err != nil {
			t.Fatal(err)
		}
		for id := range most {
			name, want := files[id]
			score, ok := scores.Of(id)
			if ok != (want && name != "") || ok && (score > .99) != (name[0] == letter) {
				t.Fatal(fmt.Sprintf("file %d, %q, has the score %v, %v for %c", id, name, score, ok, letter))
			}
		}
	}
}

// TestFollowSoon: changes that a question takes in are seen by all, and made again by nobody, though the file says that they were followed only
// when they are durable.
func TestFollowSoon(t *testing.T) {
	shelf, e, dir := &shelf{files: map[spar.FileID]string{}}, &axes{}, t.TempDir()
	shelf.change(catalog.FileAdded, 1, "a")
	shelf.change(catalog.FileAdded, 2, "b")
	s := Open(dir, OfNames, e)
	step := func(s *Sketches, how func(context.Context, Source, Encoder) (int, bool, error), made int, head int64) {
		t.Helper()
		before := e.made
		if n, left, err := how(t.Context(), shelf.source(), e); err != nil || left || n != made || e.made-before != made {
			t.Errorf("%d were made, not %d; left %v, %v", n, made, left, err)
		}
		if at, err := s.Head(); err != nil || at != head {
			t.Errorf("the file says %d, not %d, %v", at, head, err)
		}
		agrees(t, s, shelf.files, 9)
	}
	step(s, s.FollowSoon, 2, 2) // the first time is durable
	shelf.change(catalog.FileMoved, 1, "c")
	step(s, s.FollowSoon, 1, 2)
	step(s, s.FollowSoon, 0, 2)
	shelf.change(catalog.FileDeleted, 2, "")
	step(s, s.FollowSoon, 0, 2)
	other := Open(dir, OfNames, e)
	step(other, other.FollowSoon, 0, 2) // existing vectors are not made again
	step(s, s.Follow, 0, 4)
	shelf.change(catalog.FileRead, 1, "c") // nothing that counts
	step(s, s.FollowSoon, 0, 5)
	for i := range spar.FileID(mostUnsynced + 1) {
		shelf.change(catalog.FileAdded, 10+i, "d")
	}
	step(s, s.FollowSoon, mostUnsynced+1, 5+mostUnsynced+1)
	shelf.change(catalog.FileMoved, 1, "a")
	step(s, s.FollowSoon, 1, 5+mostUnsynced+1)
	if err := os.Remove(s.Path()); err != nil {
		t.Fatal(err)
	}
	step(s, s.FollowSoon, len(shelf.files), shelf.Head())
}

// TestFollow: after any changes, and however often it is interrupted, the sketches are those of the names there are, and none is made
// twice.
func TestFollow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "names")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		shelf, e := &shelf{files: map[spar.FileID]string{}}, &axes{}
		s := Open(dir, OfNames, e)
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			for range rapid.IntRange(0, 8).Draw(t, "changes") {
				id := spar.FileID(rapid.SampledFrom([]int{1, 2, 3, 4095, 4096, 9000}).Draw(t, "file"))
				_, there := shelf.files[id]
				name := rapid.SampledFrom([]string{"a", "b1", "b2", "c", ""}).Draw(t, "name")
				switch {
				case !there:
					shelf.change(catalog.FileAdded, id, name)
				case rapid.Bool().Draw(t, "delete"):
					shelf.change(catalog.FileDeleted, id, "")
				default:
					shelf.change(catalog.FileMoved, id, name)
				}
			}
			if rapid.Bool().Draw(t, "remove a share") {
				clear(shelf.files)
				shelf.changes = append(shelf.changes, catalog.Change{Kind: catalog.ShareRemoved})
			}
			if len(shelf.changes) == 0 {
				continue
			}
			if e.after = e.made + rapid.IntRange(0, 2).Draw(t, "breaks after"); e.after > e.made {
				s.FollowSoon(context.Background(), shelf.source(), e)
			}
			e.after = 0
			if _, left, err := s.Follow(context.Background(), shelf.source(), e); err != nil || left {
				t.Fatal(left, err)
			}
			agrees(t, s, shelf.files, 9010)
			before := e.made
			if made, _, err := s.Follow(context.Background(), shelf.source(), e); err != nil || made != 0 || e.made != before {
				t.Fatal("made again:", made, err)
			}
			if behind, err := s.Behind(context.Background(), shelf.source()); behind || err != nil {
				t.Fatal(behind, err)
			}
		}
	})
}

// TestDamage: a file that is none is a fault, and is made again; a damaged slot is made again when all are looked at.
func TestDamage(t *testing.T) {
	shelf, e, dir := &shelf{files: map[spar.FileID]string{}}, &axes{}, t.TempDir()
	shelf.change(catalog.FileAdded, 7, "a")
	s := Open(dir, OfNames, e)
	follow := func() {
		t.Helper()
		if _, _, err := s.Follow(t.Context(), shelf.source(), e); err != nil {
			t.Fatal(err)
		}
	}
	follow()
	for _, at := range []int64{3, header + 8*blockSize + 7*32 + 1, header + 4*7} {
		f, err := os.OpenFile(s.Path(), os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt([]byte{99}, at); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		faults, err := Check(dir)
		if err != nil || (len(faults) == 1) != (at == 3) {
			t.Errorf("damage at %d: %v, %v", at, faults, err)
		}
		shelf.changes = append(shelf.changes, catalog.Change{Kind: catalog.ShareChanged})
		follow()
		agrees(t, s, shelf.files, 10)
	}
	for _, begun := range []int{0, header, header + 100} { // as whoever makes it leaves it before the header is written
		if err := os.WriteFile(s.Path(), make([]byte, begun), 0o600); err != nil {
			t.Fatal(err)
		}
		if faults, err := Check(dir); err != nil || len(faults) > 0 {
			t.Errorf("a file of %d bytes that is being made: %v, %v", begun, faults, err)
		}
	}
	if err := Keep(dir); err != nil {
		t.Fatal(err)
	}
	if left, err := List(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	if scores, err := s.Score(t.Context(), axis('a')); err != nil || len(scores) > 0 {
		t.Errorf("%v, %v", scores, err)
	}
}
