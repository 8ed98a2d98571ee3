package index

import (
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// ByState gives the files of a set in each state; states of none are left out.
func (s *Snapshot) ByState(set *roaring.Bitmap) map[spar.State]*roaring.Bitmap {
	parts := map[spar.State]*roaring.Bitmap{}
	for state, all := range s.states() {
		if files := roaring.And(all, set); !files.IsEmpty() {
			parts[state] = files
		}
	}
	return parts
}

// ByShare gives the files of a set in each share, by its name; shares of none are left out.
func (s *Snapshot) ByShare(set *roaring.Bitmap) map[string]*roaring.Bitmap {
	return by(s, set, func(share, _ string, _ spar.State) string { return share })
}

// ByFormat gives the files of a set in each format, "" where it is not known; formats of none are left out.
func (s *Snapshot) ByFormat(set *roaring.Bitmap) map[string]*roaring.Bitmap {
	return by(s, set, func(_, format string, _ spar.State) string { return format })
}

// CountOf is the number of files in a share.
func (s *Snapshot) CountOf(share string) int {
	if files := s.ByShare(s.all())[share]; files != nil {
		return int(files.GetCardinality())
	}
	return 0
}

// Missing counts the IDs of a set that are no files, or no longer.
func (s *Snapshot) Missing(set *roaring.Bitmap) int {
	defer runtime.KeepAlive(s)
	return int(roaring.AndNot(set, s.all()).GetCardinality())
}

func by[K comparable](s *Snapshot, set *roaring.Bitmap, key func(share, format string, state spar.State) K) map[K]*roaring.Bitmap {
	defer runtime.KeepAlive(s)
	parts := map[K]*roaring.Bitmap{}
	if s.base != nil {
		unions := map[K]*union{}
		for i, k := range s.base.Kinds {
			at := key(s.shares[k.Share], k.Format, k.State)
			if unions[at] == nil {
				unions[at] = &union{}
			}
			s.base.postings.into(unions[at], s.base.kindAt[i])
		}
		for at, u := range unions {
			files := roaring.And(u.bitmap(), set)
			if files.AndNot(s.gone); !files.IsEmpty() {
				parts[at] = owned(files)
			}
		}
	}
	for i := range s.changed {
		if f := &s.changed[i].File; set.Contains(uint32(f.ID)) {
			at := key(f.Share, f.Format, f.State)
			if parts[at] == nil {
				parts[at] = roaring.New()
			}
			parts[at].Add(uint32(f.ID))
		}
	}
	return parts
}

// Named gives a file by its share and path.
func (s *Snapshot) Named(share, path string) (spar.File, bool) {
	defer runtime.KeepAlive(s)
	i, ok := slices.BinarySearchFunc(s.changed, path, func(f fact, path string) int { return comparePlaces(f.Share, f.Path, share, path) })
	if ok {
		return s.changed[i].File, true
	}
	at := slices.Index(s.shares, share)
	if at < 0 {
		return spar.File{}, false
	}
	from, to := s.base.beginning(at, path)
	if from == to {
		return spar.File{}, false
	}
	f, ok := s.File(spar.FileID(s.base.id[s.base.order[from]]))
	return f, ok && f.Share == share && f.Path == path
}
