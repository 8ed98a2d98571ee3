package index

import (
	"context"
	"fmt"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// A waiting is the files whose level of confidentiality rules have not told yet: they changed after the rules were last
// applied, or a rule cannot judge them before they are read. Such a file counts as one of the highest level.
type waiting struct {
	all   bool            // no level is known
	files *roaring.Bitmap // without the members of containers, which wait with them
}

func (w waiting) equals(o waiting) bool { return w.all == o.all && w.files.Equals(o.files) }

// journal is what tells which files wait.
type journal interface {
	LabelSources() ([]catalog.Source, error)
	Cursor(follower string) (int64, error)
	FileChanges(after int64) iter.Seq2[catalog.FileChanges, error]
}

// waitingOf finds the files that wait. Where no source gives levels none does.
func waitingOf(j journal) (waiting, error) {
	w := waiting{files: roaring.New()}
	sources, err := j.LabelSources()
	if err != nil || len(sources) == 0 {
		return w, err
	}
	for _, s := range sources {
		files, err := DecodeFiles(s.Waiting)
		if err != nil {
			return w, fmt.Errorf("the files that wait for %s %s: %w", s.Kind, s.Name, err)
		}
		w.files.Or(files)
	}
	after, err := j.Cursor(catalog.Tagging)
	if err != nil {
		return w, err
	}
	for c, err := range j.FileChanges(after) {
		if err != nil {
			return w, err
		}
		switch c.Kind {
		case catalog.FileAdded, catalog.FileChanged, catalog.FileMoved, catalog.FileRead, catalog.Assigned, catalog.Unassigned:
			w.files.AddRange(uint64(c.First), uint64(c.Last)+1)
		case catalog.TagChanged, catalog.TagRemoved, catalog.ShareChanged:
			w.all = true // rules ask for tags and for shares
		}
	}
	return w, nil
}

// WaitingOf is the files of a catalog that wait, without the members of containers, and whether all do.
func WaitingOf(ctx context.Context, c *catalog.Catalog) (files *roaring.Bitmap, all bool, err error) {
	w, err := waitingOf(follower{ctx, c})
	return w.files, w.all, err
}

// EncodeFiles writes a set of files; nil is the empty one.
func EncodeFiles(files *roaring.Bitmap) ([]byte, error) {
	if files == nil || files.IsEmpty() {
		return nil, nil
	}
	files.RunOptimize()
	return files.ToBytes()
}

// DecodeFiles reads what EncodeFiles wrote.
func DecodeFiles(data []byte) (*roaring.Bitmap, error) {
	files := roaring.New()
	if len(data) == 0 {
		return files, nil
	}
	if err := files.UnmarshalBinary(data); err != nil {
		return nil, err
	}
	return files, files.Validate()
}

// Unlabelled is the snapshot as it is while nobody can tell the level of any file.
func (s *Snapshot) Unlabelled() *Snapshot {
	return s.waitingFor(waiting{all: true, files: s.waiting.files})
}

// Waiting is the files whose level of confidentiality is not known yet.
func (s *Snapshot) Waiting() *roaring.Bitmap {
	if s.waiting.all {
		return s.all()
	}
	files := s.waiting.files.Clone()
	s.addMembers(files)
	return roaring.And(files, s.all())
}

// waitingFor is the snapshot with other files that wait.
func (s *Snapshot) waitingFor(w waiting) *Snapshot {
	other := *s
	other.waiting, other.known = w, &knownRights{}
	return &other
}

// hidden is the files that the asker may not know of by their labels, or by those of what they lie in: a member of a
// container is as confidential as this, and perhaps more. Files that wait are among them, but for those who may know of
// every level.
func (s *Snapshot) hidden(j *judge) *roaring.Bitmap {
	if !j.who.Served {
		return roaring.New()
	}
	every := j.clearance() == everyLevel
	if s.waiting.all && !every {
		return s.all()
	}
	hidden := roaring.New()
	if s.base != nil {
		hidden = s.uncleared(j)
	}
	hidden.AndNot(s.gone)
	for i := range s.changed {
		if f := &s.changed[i]; !j.cleared(f.class.Labels) {
			hidden.Add(uint32(f.ID))
		}
	}
	if !every {
		hidden.Or(s.waiting.files)
	}
	s.addMembers(hidden)
	return hidden
}

// Members are the files that lie directly in a file.
func (s *Snapshot) Members(id spar.FileID) *roaring.Bitmap {
	set := roaring.New()
	changed := roaring.New()
	for i := range s.changed {
		f := &s.changed[i]
		changed.Add(uint32(f.ID))
		if f.Container == id {
			set.Add(uint32(f.ID))
		}
	}
	if s.base != nil {
		for _, m := range s.base.inside() {
			if m[1] == uint32(id) && !s.gone.Contains(m[0]) && !changed.Contains(m[0]) {
				set.Add(m[0])
			}
		}
	}
	return set
}

// addMembers adds to a set of files the files inside them, at any depth.
func (s *Snapshot) addMembers(set *roaring.Bitmap) {
	if set.IsEmpty() {
		return
	}
	var inside [][2]uint32
	if s.base != nil {
		inside = s.base.inside()
	}
	for grown := true; grown; {
		grown = false
		add := func(id, container uint32) {
			if set.Contains(container) && set.CheckedAdd(id) {
				grown = true
			}
		}
		for _, m := range inside {
			if !s.gone.Contains(m[0]) {
				add(m[0], m[1])
			}
		}
		for i := range s.changed {
			if f := &s.changed[i]; f.Container != 0 {
				add(uint32(f.ID), uint32(f.Container))
			}
		}
	}
}

// members lists the base's files that lie in containers, each with its container.
func (b *base) listMembers() (list [][2]uint32) {
	for row, m := range b.member {
		if m > 0 {
			list = append(list, [2]uint32{b.id[row], b.members[m-1].Container})
		}
	}
	return list
}
