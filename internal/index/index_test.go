package index

import (
	"context"
	"io/fs"
	"iter"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// shelf is a catalog in memory. Its head moves on by itself for as long as writes are left.
type shelf struct {
	files       []spar.File
	directories []catalog.Directory
	tags        []spar.Tag
	assignments []spar.Assignment
	attributes  []spar.Attribute
	shares      []spar.Share
	grants      []spar.Grant
	writes      int
	head        int64
}

func each[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}

func (s *shelf) Head(context.Context) (int64, error) {
	if s.writes > 0 {
		s.writes--
		s.head++
	}
	return s.head, nil
}
func (s *shelf) Files(context.Context) iter.Seq2[spar.File, error] { return each(s.files) }
func (s *shelf) Directories(context.Context) iter.Seq2[catalog.Directory, error] {
	return each(s.directories)
}
func (s *shelf) Tags(context.Context) ([]spar.Tag, error) { return s.tags, nil }
func (s *shelf) Assignments(context.Context) iter.Seq2[spar.Assignment, error] {
	return each(s.assignments)
}
func (s *shelf) Attributes(context.Context) iter.Seq2[spar.Attribute, error] {
	return each(s.attributes)
}
func (s *shelf) Shares(context.Context) ([]spar.Share, error)           { return s.shares, nil }
func (s *shelf) Grants(context.Context) iter.Seq2[spar.Grant, error]    { return each(s.grants) }
func (s *shelf) LabelSources(context.Context) ([]catalog.Source, error) { return nil, nil }
func (s *shelf) Cursor(context.Context, string) (int64, error)          { return 0, nil }
func (s *shelf) FileChanges(context.Context, int64) iter.Seq2[catalog.FileChanges, error] {
	return each[catalog.FileChanges](nil)
}

const owner, group, stranger = 1000, 50, 2000

// company is a share with folders and files of several modes.
func company() *shelf {
	dir := func(path string, mode fs.FileMode) catalog.Directory {
		return catalog.Directory{Share: "s", Path: path, Mode: fs.ModeDir | mode, UID: owner, GID: group}
	}
	file := func(id spar.FileID, path string, mode fs.FileMode, state spar.State) spar.File {
		return spar.File{ID: id, Share: "s", Path: path, Mode: mode, UID: owner, GID: group, State: state, Format: "text"}
	}
	return &shelf{
		directories: []catalog.Directory{dir(".", 0o755), dir("closed", 0o700), dir("closed/open", 0o777), dir("team", 0o750), dir("drop", 0o711)},
		files: []spar.File{
			file(1, "all.txt", 0o644, spar.OK),
			file(2, "closed/open/x.txt", 0o644, spar.OK), // behind a folder that only its owner may search
			file(3, "drop/known.txt", 0o644, spar.OK),    // can be read by who knows its name
			file(4, "drop/secret.txt", 0o600, spar.OK),
			file(5, "own.txt", 0o600, spar.Unread),
			file(6, "team/t.txt", 0o640, spar.Unread),
			file(7, "weird.txt", 0o044, spar.OK), // all but its owner: only the class that one is in counts
		},
		tags:        []spar.Tag{{ID: 1, Name: "HR"}, {ID: 2, Name: "Leave", Parents: []spar.TagID{1}, Synonyms: []string{"Time off"}}},
		assignments: []spar.Assignment{{File: 1, Tag: 2}, {File: 2, Tag: 2}, {File: 5, Tag: 1}},
		attributes:  []spar.Attribute{{File: 1, Key: "author", Value: spar.Value{Kind: spar.Text, Text: "Ada"}}},
	}
}

func ids(b *roaring.Bitmap) []uint32 {
	if b.IsEmpty() {
		return nil
	}
	return b.ToArray()
}

func TestEval(t *testing.T) {
	s, err := Load(context.Background(), company(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name                   string
		who                    spar.Principal
		scope                  string
		known, unknown, denied []uint32
	}{
		{"the superuser reads all", spar.Principal{All: true}, "", []uint32{1, 2, 3, 4, 5, 6, 7}, nil, nil},
		{"the owner", spar.Principal{UID: owner}, "", []uint32{1, 2, 3, 4, 5, 6}, nil, nil},
		{"one of the group", spar.Principal{UID: stranger, Groups: []uint32{group}}, "", []uint32{1, 3, 6, 7}, nil, nil},
		{"a stranger", spar.Principal{UID: stranger}, "", []uint32{1, 3, 7}, nil, nil},
		{"a stranger who runs it is told what they may list", spar.Principal{UID: stranger, Operator: true}, "", []uint32{1, 3, 7}, nil, []uint32{5}},
		{"tags stand for those below", spar.Principal{All: true}, "tag:hr", []uint32{1, 2, 5}, nil, nil},
		{"and synonyms for tags", spar.Principal{UID: stranger}, `tag:"time off"`, []uint32{1}, nil, nil},
		{"unread files are undecided", spar.Principal{All: true}, "author:ada", []uint32{1}, []uint32{5, 6}, nil},
		{"what is guessed does not filter", spar.Principal{UID: stranger}, "~tag:hr", []uint32{1, 3, 7}, nil, nil},
	} {
		sc, err := scope.Parse(tc.scope)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Eval(tc.who, sc)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		for _, set := range []struct {
			name      string
			want, got []uint32
		}{{"known", tc.known, ids(got.Known)}, {"unknown", tc.unknown, ids(got.Unknown)}, {"denied", tc.denied, ids(got.Denied)}} {
			if diff := cmp.Diff(set.want, set.got); diff != "" {
				t.Errorf("%s: %s: %s", tc.name, set.name, diff)
			}
		}
	}
	if _, err := s.Eval(spar.Principal{All: true}, spar.Scope{Constraints: []spar.Constraint{{Key: "tag", Values: []spar.Match{{Text: "nosuch"}}}}}); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("an unknown tag: %v, want not-found", err)
	}
}

func TestFunnel(t *testing.T) {
	s, err := Load(context.Background(), company(), nil)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scope.Parse("author:ada tag:hr")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Eval(spar.Principal{UID: owner}, sc)
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{{"", 6, 0}, {"author:ada", 1, 2}, {"tag:hr", 1, 1}}
	if diff := cmp.Diff(want, got.Funnel); diff != "" {
		t.Error(diff)
	}
}

// TestForbiddenIsAbsent: all answers are the same with and without a file that the asker may not read.
func TestForbiddenIsAbsent(t *testing.T) {
	with := company()
	without := company()
	without.files = append(without.files[:1:1], without.files[2:]...) // closed/open/x.txt
	without.assignments = []spar.Assignment{{File: 1, Tag: 2}, {File: 5, Tag: 1}}
	who := spar.Principal{UID: stranger}
	var got [2]any
	for i, c := range []*shelf{with, without} {
		s, err := Load(context.Background(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := s.TagTree(who)
		if err != nil {
			t.Fatal(err)
		}
		sc, err := scope.Parse("tag:hr")
		if err != nil {
			t.Fatal(err)
		}
		selected, err := s.Eval(who, sc)
		if err != nil {
			t.Fatal(err)
		}
		got[i] = []any{tree, selected.Funnel, ids(selected.Known)}
	}
	if diff := cmp.Diff(got[1], got[0]); diff != "" {
		t.Errorf("a forbidden file shows: %s", diff)
	}
}

func TestTagTree(t *testing.T) {
	c := company()
	// A tag with two parents, and two tags that are each other's parents.
	c.tags = append(c.tags, spar.Tag{ID: 3, Name: "Absence"}, spar.Tag{ID: 4, Name: "X", Parents: []spar.TagID{5}}, spar.Tag{ID: 5, Name: "Y", Parents: []spar.TagID{4}})
	c.tags[1].Parents = []spar.TagID{1, 3}
	s, err := Load(context.Background(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := s.TagTree(spar.Principal{All: true})
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		Name         string
		Depth        int
		Again        bool
		Files, Below int
	}
	var got []line
	for _, l := range tree {
		got = append(got, line{l.Tag.Name, l.Depth, l.Again, l.Files, l.Below})
	}
	want := []line{
		{"Absence", 0, false, 0, 2}, {"Leave", 1, false, 2, 2},
		{"HR", 0, false, 1, 3}, {"Leave", 1, true, 2, 2},
		{"X", 0, false, 0, 0}, {"Y", 1, false, 0, 0}, {"X", 2, true, 0, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSnapshotIsConsistent: a catalog that changes while it is read is read again, and one that never rests is given up.
func TestSnapshotIsConsistent(t *testing.T) {
	c := company()
	c.writes = 3
	s, err := Load(context.Background(), c, nil)
	if err != nil || s.Head() != 3 {
		t.Errorf("head %d, %v; want 3", s.Head(), err)
	}
	c.writes = 1000
	if _, err := Load(context.Background(), c, nil); spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("a catalog that never rests: %v, want unavailable", err)
	}
}
