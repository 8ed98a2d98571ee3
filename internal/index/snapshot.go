package index

import (
	"cmp"
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Snapshot is the Metadata Index at one point of its journal: a saved index, and over it the files that have changed
// since it was made. It is immutable and safe for concurrent use. One snapshot answers one question, so that all of its
// counts agree.
type Snapshot struct {
	head   int64
	base   *base           // may be nil, which has no files
	shares []string        // the names now of the base's shares, "" for one that is gone
	order  []int           // the base's shares by name
	any    map[string]bool // shares whose names are the same in any letter case
	named  []spar.Share    // all shares
	gone   *roaring.Bitmap // files of the base that changed or are gone
	live   func() *roaring.Bitmap
	states func() map[spar.State]*roaring.Bitmap // all files in each state, not to be changed
	// of the base, the files that reading could still find something out about, not to be changed
	unsettled func() *roaring.Bitmap
	changed   []fact              // files that changed and new ones, by share and path
	at        map[spar.FileID]int // in changed
	folders   map[place]*entry    // whose rights the base does not know as they are; nil: not known at all
	dirty     map[int64]bool      // shares where such folders were looked for
	rules     *rules
	lexicon   *lexicon
	keys      []string            // the base's keys of attributes as the schema has them
	removed   map[spar.TagID]bool // tags that the base still has
	waiting   waiting             // for their level of confidentiality

	thorough bool // see Options
	text     Text // nil: scopes cannot ask for words

	known *knownRights
}

// knownRights keeps what principals may read, by Principal.Key. Each is decided once, outside of the lock. It also keeps what
// constraints select for them, by that key and the text of the constraint.
type knownRights struct {
	mu    sync.Mutex
	of    map[string]func() *readable
	parts map[string]Part
}

// A fact is all that is known of one file.
type fact struct {
	spar.File
	tags       []spar.TagID // ascending, each once
	attributes []spar.Attribute
	stored     []spar.Attribute // under the names that the catalog has; nil if they are the same
	class      class
}

func (f *fact) facts() scope.Facts {
	return scope.Facts{File: &f.File, Tags: f.tags, Attributes: f.attributes}
}

func compareFacts(a, b *fact) int { return comparePlaces(a.Share, a.Path, b.Share, b.Path) }

func comparePlaces(shareA, pathA, shareB, pathB string) int {
	return cmp.Or(cmp.Compare(shareA, shareB), cmp.Compare(pathA, pathB))
}

// Head is the position in the journal up to which the snapshot knows everything.
func (s *Snapshot) Head() int64 { return s.head }

// Len is the number of all files.
func (s *Snapshot) Len() int { return int(s.live().GetCardinality()) + len(s.changed) }

// Files is the IDs of all files.
func (s *Snapshot) Files() *roaring.Bitmap { return s.all() }

func (s *Snapshot) all() *roaring.Bitmap {
	all := s.live().Clone()
	for i := range s.changed {
		all.Add(uint32(s.changed[i].ID))
	}
	return all
}

// Changed is the number of files for which the saved index does not hold, or that are not in it.
func (s *Snapshot) Changed() int { return max(len(s.changed), int(s.gone.GetCardinality())) }

// weight is what it costs every process to read what Changed counts, in files: some attributes cost as much as one.
func (s *Snapshot) weight() int {
	n := s.Changed()
	for i := range s.changed {
		n += len(s.changed[i].attributes) / 4
	}
	return n
}

// row gives the row of a file of the base that has not changed.
func (s *Snapshot) row(id spar.FileID) (int, bool) {
	if s.base == nil || s.gone.Contains(uint32(id)) {
		return 0, false
	}
	return s.base.row(uint32(id))
}

// File gives a file by its ID.
func (s *Snapshot) File(id spar.FileID) (spar.File, bool) {
	defer runtime.KeepAlive(s)
	if i, ok := s.at[id]; ok {
		return s.changed[i].File, true
	}
	if row, ok := s.row(id); ok {
		return s.base.file(row, s.shares), true
	}
	return spar.File{}, false
}

// Tags gives all tags.
func (s *Snapshot) Tags() []spar.Tag { return s.lexicon.tags }

// TagsOf gives the tags assigned to a file, ascending, not those above them.
func (s *Snapshot) TagsOf(id spar.FileID) []spar.TagID {
	defer runtime.KeepAlive(s)
	if i, ok := s.at[id]; ok {
		return s.changed[i].tags
	}
	if row, ok := s.row(id); ok {
		return s.tagsOf(row)
	}
	return nil
}

// tagsOf gives the tags of a row's file.
func (s *Snapshot) tagsOf(row int) []spar.TagID {
	var tags []spar.TagID
	for _, t := range list(row, s.base.tagEnd, s.base.tagList) {
		if id := spar.TagID(t); !s.removed[id] {
			tags = append(tags, id)
		}
	}
	return tags
}

// AttributesOf gives all attributes of a file, whether they count or not, under the schema's names.
func (s *Snapshot) AttributesOf(id spar.FileID) []spar.Attribute {
	defer runtime.KeepAlive(s)
	if i, ok := s.at[id]; ok {
		return s.changed[i].attributes
	}
	if row, ok := s.row(id); ok {
		return s.base.attributes(row, s.keys, true)
	}
	return nil
}

// All lists all files, ordered by share and path.
func (s *Snapshot) All() iter.Seq[spar.File] {
	return s.files(func() *roaring.Bitmap { return s.live() }, func(spar.FileID) bool { return true })
}

// In lists the files of a set, ordered by share and path.
func (s *Snapshot) In(set *roaring.Bitmap) iter.Seq[spar.File] {
	return s.files(
		func() *roaring.Bitmap { return roaring.AndNot(set, s.gone) },
		func(id spar.FileID) bool { return set.Contains(uint32(id)) },
	)
}

// files lists files of the base and changed files, side by side.
func (s *Snapshot) files(based func() *roaring.Bitmap, wanted func(spar.FileID) bool) iter.Seq[spar.File] {
	return func(yield func(spar.File) bool) {
		defer runtime.KeepAlive(s)
		var positions []uint32
		if s.base != nil {
			positions = s.base.positions(based())
		}
		next := 0 // in changed
		before := func(f *spar.File) bool {
			for ; next < len(s.changed) && (f == nil || comparePlaces(s.changed[next].Share, s.changed[next].Path, f.Share, f.Path) < 0); next++ {
				if wanted(s.changed[next].ID) && !yield(s.changed[next].File) {
					return false
				}
			}
			return true
		}
		for _, share := range s.order {
			from, _ := slices.BinarySearch(positions, s.base.Shares[share].From)
			to, _ := slices.BinarySearch(positions, s.base.Shares[share].To)
			for _, p := range positions[from:to] {
				f := s.base.file(int(s.base.order[p]), s.shares)
				if !before(&f) || !yield(f) {
					return
				}
			}
		}
		before(nil)
	}
}

// owned makes a bitmap independent of the mapped file.
func owned(b *roaring.Bitmap) *roaring.Bitmap {
	b.CloneCopyOnWriteContainers()
	return b
}
