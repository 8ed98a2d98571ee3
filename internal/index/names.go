package index

import (
	"iter"
	"runtime"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// Names lists the files of a set as In does, at a fraction of its price: of a file there are only number, share, path, size and the
// time of its last change. The file belongs to the iteration, which fills it anew for the next one; so does its path.
func (s *Snapshot) Names(set *roaring.Bitmap) iter.Seq[*spar.File] {
	return func(yield func(*spar.File) bool) {
		defer runtime.KeepAlive(s)
		var positions []uint32
		if s.base != nil {
			positions = s.base.positions(roaring.AndNot(set, s.gone))
		}
		var file spar.File
		next := 0 // in changed
		before := func(based bool, share, path string) bool {
			for ; next < len(s.changed) && (!based || comparePlaces(s.changed[next].Share, s.changed[next].Path, share, path) < 0); next++ {
				if f := &s.changed[next].File; set.Contains(uint32(f.ID)) {
					file = spar.File{ID: f.ID, Share: f.Share, Path: f.Path, Size: f.Size, ModTime: f.ModTime}
					if !yield(&file) {
						return false
					}
				}
			}
			return true
		}
		var path []byte
		for _, n := range s.order {
			share := s.shares[n]
			from, _ := slices.BinarySearch(positions, s.base.Shares[n].From)
			to, _ := slices.BinarySearch(positions, s.base.Shares[n].To)
			for _, p := range positions[from:to] {
				row := int(s.base.order[p])
				path = s.base.appendPath(path[:0], row)
				if !before(true, share, unsafeText(path)) {
					return
				}
				file = spar.File{ID: spar.FileID(s.base.id[row]), Share: share, Path: unsafeText(path), Size: s.base.size[row], ModTime: time.Unix(0, s.base.mtime[row]).UTC()}
				if !yield(&file) {
					return
				}
			}
		}
		before(false, "", "")
	}
}

// Size is how many bytes the files of a set have together.
func (s *Snapshot) Size(set *roaring.Bitmap) (n int64) {
	defer runtime.KeepAlive(s)
	if s.base != nil {
		for it := roaring.AndNot(set, s.gone).Iterator(); it.HasNext(); {
			if row, ok := s.base.row(it.Next()); ok {
				n += s.base.size[row]
			}
		}
	}
	for i := range s.changed {
		if f := &s.changed[i].File; set.Contains(uint32(f.ID)) {
			n += f.Size
		}
	}
	return n
}
