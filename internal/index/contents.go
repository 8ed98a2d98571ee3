package index

import (
	"cmp"
	"iter"
	"slices"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// What follows gives a snapshot's contents as catalog.View gives those of the catalog, from which an index is built too.

// byID lists the files of a snapshot in the order of their IDs: a file of the base by its row, a changed file by its place in changed.
func (s *Snapshot) byID(yield func(row, changed int) bool) {
	changed := make([]int, len(s.changed))
	for i := range changed {
		changed[i] = i
	}
	slices.SortFunc(changed, func(a, b int) int { return cmp.Compare(s.changed[a].ID, s.changed[b].ID) })
	for row := range s.base.rows() {
		id := s.base.id[row]
		for len(changed) > 0 && uint32(s.changed[changed[0]].ID) < id {
			if !yield(-1, changed[0]) {
				return
			}
			changed = changed[1:]
		}
		if !s.gone.Contains(id) && !yield(row, -1) {
			return
		}
	}
	for _, i := range changed {
		if !yield(-1, i) {
			return
		}
	}
}

func (s *Snapshot) listFiles() iter.Seq2[spar.File, error] {
	return func(yield func(spar.File, error) bool) {
		s.byID(func(row, changed int) bool {
			if row < 0 {
				return yield(s.changed[changed].File, nil)
			}
			return yield(s.base.file(row, s.shares), nil)
		})
	}
}

func (s *Snapshot) listLinks() iter.Seq2[catalog.Link, error] {
	return func(yield func(catalog.Link, error) bool) {
		s.byID(func(row, changed int) bool {
			if row < 0 {
				f := &s.changed[changed]
				for _, t := range f.tags {
					if !yield(catalog.Link{File: f.ID, Tag: t}, nil) {
						return false
					}
				}
				return true
			}
			for _, t := range list(row, s.base.tagEnd, s.base.tagList) {
				if !s.removed[spar.TagID(t)] && !yield(catalog.Link{File: spar.FileID(s.base.id[row]), Tag: spar.TagID(t)}, nil) {
					return false
				}
			}
			return true
		})
	}
}

func (s *Snapshot) listAttributes() iter.Seq2[spar.Attribute, error] {
	return func(yield func(spar.Attribute, error) bool) {
		keys := make([]string, len(s.base.Keys))
		for i, k := range s.base.Keys {
			keys[i] = k.Key
		}
		s.byID(func(row, changed int) bool {
			var of []spar.Attribute
			if row < 0 {
				f := &s.changed[changed]
				if of = f.stored; of == nil {
					of = f.attributes
				}
			} else {
				// Values of many files are copied when they are kept, as those of the catalog are.
				of = s.base.attributes(row, keys, true)
			}
			for _, a := range of {
				if !yield(a, nil) {
					return false
				}
			}
			return true
		})
	}
}

func (s *Snapshot) listOrder(share int64) iter.Seq2[spar.FileID, error] {
	return func(yield func(spar.FileID, error) bool) {
		name := ""
		for _, sh := range s.named {
			if sh.ID == share {
				name = sh.Name
			}
		}
		set := s.ByShare(s.all())[name]
		if set == nil {
			return
		}
		for f := range s.In(set) {
			if !yield(f.ID, nil) {
				return
			}
		}
	}
}
