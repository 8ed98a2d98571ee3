package main

import (
	"cmp"
	"container/heap"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
)

// A listing says which files of a scope are listed, and in which order. The zero value is all of them by share and path.
type listing struct {
	skipped bool   // those alone that cannot be searched, or not wholly
	by      string // a key of fileOrders; "" is path
	reverse bool
	limit   int // 0 for none
}

// A rank is where a file stands in an order: by its number, then its text, then its place by share and path.
type rank struct {
	number int64
	text   string
	place  uint32
	id     spar.FileID
}

// fileOrders are the orders that files can be listed in. What they keep of a file is small, for there may be millions.
var fileOrders = map[string]func(f *spar.File) (int64, string){
	"path":     func(*spar.File) (int64, string) { return 0, "" },
	"name":     func(f *spar.File) (int64, string) { return 0, strings.Clone(path.Base(f.Path)) },
	"size":     func(f *spar.File) (int64, string) { return f.Size, "" },
	"modified": func(f *spar.File) (int64, string) { return f.ModTime.Unix(), "" },
	"type":     func(f *spar.File) (int64, string) { return 0, f.Format },
	"state":    func(f *spar.File) (int64, string) { return 0, string(f.State) },
}

// orderNames are the names of the orders.
var orderNames = []string{"path", "name", "size", "modified", "type", "state"}

// order reads the flags --sort, where a minus in front turns the order round, --reverse and --limit.
func (l *listing) order(by string, reverse bool, limit int) error {
	name, turned := strings.CutPrefix(by, "-")
	if fileOrders[name] == nil {
		return spar.Errorf(spar.Invalid, "files are not sorted by %q; choose %s%s", name, strings.Join(orderNames, ", "), nearest.Hint(name, slices.Values(orderNames)))
	}
	if limit < 0 {
		return spar.Errorf(spar.Invalid, "--limit must not be negative; 0 lists all files")
	}
	l.by, l.reverse, l.limit = name, turned != reverse, limit
	return nil
}

// ordered hands on the files of a set in order until the limit. Seen is a file as it is listed. It keeps only the ranks
// of files, and with a limit no more of them than that.
func (l listing) ordered(snapshot *index.Snapshot, set *roaring.Bitmap, seen func(spar.File) spar.File, each func(spar.File) error) error {
	n := 0
	if (l.by == "" || l.by == "path") && !l.reverse {
		for f := range snapshot.In(set) {
			if n++; l.limit > 0 && n > l.limit {
				break
			}
			if err := each(seen(f)); err != nil {
				return err
			}
		}
		return nil
	}
	top := &ranks{compare: l.compare}
	place := uint32(0)
	for f := range snapshot.In(set) {
		f = seen(f)
		r := rank{place: place, id: f.ID}
		r.number, r.text = fileOrders[l.by](&f)
		place++
		top.keep(r, l.limit)
	}
	slices.SortFunc(top.list, l.compare)
	for _, r := range top.list {
		if f, ok := snapshot.File(r.id); ok {
			if err := each(seen(f)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l listing) compare(a, b rank) int {
	c := cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.text, b.text))
	if l.reverse {
		c = -c
	}
	if c == 0 {
		c = cmp.Compare(a.place, b.place)
		if l.reverse && l.by == "path" {
			c = -c
		}
	}
	return c
}

// ranks is a heap with the last of the order first.
type ranks struct {
	list    []rank
	compare func(a, b rank) int
}

// keep takes a rank in, if it is one of the first; limit 0 takes all.
func (r *ranks) keep(one rank, limit int) {
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

func (r *ranks) Len() int           { return len(r.list) }
func (r *ranks) Less(i, j int) bool { return r.compare(r.list[i], r.list[j]) > 0 }
func (r *ranks) Swap(i, j int)      { r.list[i], r.list[j] = r.list[j], r.list[i] }
func (r *ranks) Push(x any)         { r.list = append(r.list, x.(rank)) }

// Pop is not used: ranks are only replaced.
func (r *ranks) Pop() any {
	last := r.list[len(r.list)-1]
	r.list = r.list[:len(r.list)-1]
	return last
}
