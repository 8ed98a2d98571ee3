package index

import (
	"cmp"
	"container/heap"
	"iter"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// An Order is the sort key of a listing.
type Order int

const (
	ByPath Order = iota // by share and path
	ByName              // by the last part of the path
	BySize
	ByTime // of the last change, in seconds
)

// Window is the part of a list that is wanted: Most files after the first Skip, all of them where Most is 0.
type Window struct{ Skip, Most int }

// Ordered lists the files of a set that a window shows, in an order or, with reverse, the other way round. Files that
// are alike in it follow each other by share and path. Only the files that it yields are put together.
func (s *Snapshot) Ordered(set *roaring.Bitmap, by Order, reverse bool, w Window) iter.Seq[spar.File] {
	return func(yield func(spar.File) bool) {
		defer runtime.KeepAlive(s)
		refs := s.sequence(set)
		switch {
		case by == ByPath && reverse:
			slices.Reverse(refs)
			refs = w.of(refs)
		case by == ByPath:
			refs = w.of(refs)
		default:
			refs = s.ranked(refs, by, reverse, w)
		}
		for _, r := range refs {
			if !yield(s.fileOf(r)) {
				return
			}
		}
	}
}

func (w Window) of(list []ref) []ref {
	list = list[min(w.Skip, len(list)):]
	if w.Most > 0 {
		list = list[:min(w.Most, len(list))]
	}
	return list
}

// A ref is a file of a snapshot: its position in the base, or, with the highest bit set, its number among the changed files.
type ref uint32

const refChanged ref = 1 << 31

func (s *Snapshot) fileOf(r ref) spar.File {
	if r&refChanged != 0 {
		return s.changed[r&^refChanged].File
	}
	return s.base.file(int(s.base.order[r]), s.shares)
}

// sequence is the files of a set by share and path.
func (s *Snapshot) sequence(set *roaring.Bitmap) []ref {
	var positions []uint32
	if s.base != nil {
		positions = s.base.positions(roaring.AndNot(set, s.gone))
	}
	refs := make([]ref, 0, len(positions)+min(len(s.changed), int(set.GetCardinality())))
	next := 0 // in changed
	for _, share := range s.order {
		from, _ := slices.BinarySearch(positions, s.base.Shares[share].From)
		to, _ := slices.BinarySearch(positions, s.base.Shares[share].To)
		part := positions[from:to]
		for ; next < len(s.changed); next++ {
			f := &s.changed[next]
			if !set.Contains(uint32(f.ID)) {
				continue
			}
			c := strings.Compare(f.Share, s.shares[share])
			if c > 0 {
				break
			}
			if c == 0 {
				n := s.before(part, f.Path)
				refs, part = appendRefs(refs, part[:n]), part[n:]
			}
			refs = append(refs, refChanged|ref(next))
		}
		refs = appendRefs(refs, part)
	}
	for ; next < len(s.changed); next++ {
		if set.Contains(uint32(s.changed[next].ID)) {
			refs = append(refs, refChanged|ref(next))
		}
	}
	return refs
}

func appendRefs(to []ref, positions []uint32) []ref {
	for _, p := range positions {
		to = append(to, ref(p))
	}
	return to
}

// before counts the positions, all of one share, whose paths are less than a path.
func (s *Snapshot) before(positions []uint32, path string) int {
	var buffer []byte
	n, _ := slices.BinarySearchFunc(positions, path, func(p uint32, path string) int {
		buffer = s.base.appendPath(buffer[:0], int(s.base.order[p]))
		return cmp.Or(strings.Compare(unsafeText(buffer), path), 1) // never found: an equal path is not before
	})
	return n
}

// A rank is where a file stands in an order: by its number or its text, then by its place in the sequence of share and path.
type rank struct {
	number int64
	text   string // of the mapped base
	place  uint32
}

// ranked gives the part of a sequence of files that a window shows in an order. It reads only the ordering field of each file.
func (s *Snapshot) ranked(refs []ref, by Order, reverse bool, w Window) []ref {
	limit := 0
	if w.Most > 0 {
		limit = w.Skip + w.Most
	}
	top := &firsts{reverse: reverse}
	if limit == 0 || limit > len(refs)/64 { // the heap would take longer than sorting does
		top.list, limit = make([]rank, 0, len(refs)), 0
	}
	for i, r := range refs {
		one := rank{place: uint32(i)}
		s.rank(&one, r, by)
		top.keep(one, limit)
	}
	from, to := min(w.Skip, len(top.list)), len(top.list)
	if w.Most > 0 {
		to = min(to, w.Skip+w.Most)
	}
	arrange(top.list, from, to, top.compare)
	out := make([]ref, 0, to-from)
	for _, r := range top.list[from:to] {
		out = append(out, refs[r.place])
	}
	return out
}

// atOnce is how many ranks are sorted at once.
const atOnce = 32

// arrange puts at the places from from to to what sorting the whole list would put there; the rest of it is in no order. It compares as
// often as the list is long, a few times, where sorting takes its logarithm more.
func arrange(list []rank, from, to int, compare func(a, b rank) int) {
	for rounds := 4 * bits.Len(uint(len(list))); len(list) > atOnce && rounds > 0 && from < to; rounds-- {
		at := parted(list, compare)
		if from < at && to > at {
			arrange(list[:at], from, at, compare)
		}
		if to <= at {
			list = list[:at]
		} else {
			list, from, to = list[at+1:], max(0, from-at-1), to-at-1
		}
	}
	if from < to {
		slices.SortFunc(list, compare)
	}
}

// parted moves the ranks below some rank of a list before it, the others behind it, and gives its new place.
func parted(list []rank, compare func(a, b rank) int) int {
	last := len(list) - 1
	var some [15]int // scattered, because lists are made of parts that are sorted: the names of each folder
	for i := range some {
		some[i] = int(uint64(i+1) * 0x9e3779b97f4a7c15 % uint64(len(list)))
	}
	slices.SortFunc(some[:], func(i, j int) int { return compare(list[i], list[j]) })
	middle := some[len(some)/2]
	list[middle], list[last] = list[last], list[middle]
	at := 0
	for i := range last {
		if compare(list[i], list[last]) < 0 {
			list[i], list[at] = list[at], list[i]
			at++
		}
	}
	list[at], list[last] = list[last], list[at]
	return at
}

func (s *Snapshot) rank(one *rank, r ref, by Order) {
	if r&refChanged != 0 {
		f := &s.changed[r&^refChanged].File
		switch by {
		case ByName:
			_, one.text = splitPath(f.Path)
		case BySize:
			one.number = f.Size
		case ByTime:
			one.number = f.ModTime.Unix()
		}
		return
	}
	row := int(s.base.order[r])
	switch by {
	case ByName:
		one.text = unsafeText(s.base.name(row))
	case BySize:
		one.number = s.base.size[row]
	case ByTime:
		one.number = time.Unix(0, s.base.mtime[row]).Unix()
	}
}

// firsts is a heap with the last of the order first.
type firsts struct {
	list    []rank
	reverse bool
}

func (r *firsts) compare(a, b rank) int {
	c := cmp.Compare(a.number, b.number)
	if c == 0 {
		c = strings.Compare(a.text, b.text)
	}
	if r.reverse {
		c = -c
	}
	if c == 0 {
		c = cmp.Compare(a.place, b.place)
	}
	return c
}

// keep takes a rank in, if it is one of the first; limit 0 takes all.
func (r *firsts) keep(one rank, limit int) {
	switch {
	case limit == 0:
		r.list = append(r.list, one)
	case len(r.list) < limit:
		heap.Push(r, one)
	case r.compare(one, r.list[0]) < 0:
		r.list[0] = one
		heap.Fix(r, 0)
	}
}

func (r *firsts) Len() int           { return len(r.list) }
func (r *firsts) Less(i, j int) bool { return r.compare(r.list[i], r.list[j]) > 0 }
func (r *firsts) Swap(i, j int)      { r.list[i], r.list[j] = r.list[j], r.list[i] }
func (r *firsts) Push(x any)         { r.list = append(r.list, x.(rank)) }

// Pop is not used: firsts are only replaced.
func (r *firsts) Pop() any {
	last := r.list[len(r.list)-1]
	r.list = r.list[:len(r.list)-1]
	return last
}
