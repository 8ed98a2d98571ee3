package index

import (
	"runtime"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
)

// A Pile is what the files that lie in one folder are together, without those of its own folders.
type Pile struct {
	Share, Folder string // "." is the root of a share
	Files         int
	Bytes         int64
	Among         []int // how many of the files are in each of the other sets
}

// Piles counts the files of a set by the folder that they lie in, in no order, and of each how many are in others.
func Piles(s *Snapshot, set *roaring.Bitmap, others ...*roaring.Bitmap) (list []Pile) {
	defer runtime.KeepAlive(s)
	add := func(p *Pile, id uint32, size int64) {
		p.Files++
		p.Bytes += size
		for i, o := range others {
			if o.Contains(id) {
				p.Among[i]++
			}
		}
	}
	at := map[place]int{}
	of := func(share, folder string) *Pile {
		n, ok := at[place{share, folder}]
		if !ok {
			n = len(list)
			folder = strings.Clone(folder)
			at[place{share, folder}] = n
			list = append(list, Pile{Share: share, Folder: folder, Among: make([]int, len(others))})
		}
		return &list[n]
	}
	if s.base != nil {
		numbers := make([]int, len(s.base.folders)) // 0, or 1 + where it is in the list
		for it := roaring.AndNot(set, s.gone).Iterator(); it.HasNext(); {
			id := it.Next()
			row, ok := s.base.row(id)
			if !ok {
				continue
			}
			folder := s.base.folder[row]
			if numbers[folder] == 0 {
				of(s.shares[s.base.folders[folder].Share], unsafeText(s.base.folderPath(folder)))
				numbers[folder] = len(list)
			}
			add(&list[numbers[folder]-1], id, s.base.size[row])
		}
	}
	for i := range s.changed {
		if f := &s.changed[i].File; set.Contains(uint32(f.ID)) {
			folder, _ := splitPath(f.Path)
			add(of(f.Share, folder), uint32(f.ID), f.Size)
		}
	}
	return list
}

// A Month is one of a year.
type Month struct {
	Year  int
	Month time.Month
}

// Months counts the files of a set by the month of their last change.
func Months(s *Snapshot, set *roaring.Bitmap) map[Month]int {
	defer runtime.KeepAlive(s)
	counts := map[Month]int{}
	add := func(t time.Time) { y, m, _ := t.Date(); counts[Month{y, m}]++ }
	if s.base != nil {
		for it := roaring.AndNot(set, s.gone).Iterator(); it.HasNext(); {
			if row, ok := s.base.row(it.Next()); ok {
				add(time.Unix(0, s.base.mtime[row]).UTC())
			}
		}
	}
	for i := range s.changed {
		if f := &s.changed[i].File; set.Contains(uint32(f.ID)) {
			add(f.ModTime.UTC())
		}
	}
	return counts
}
