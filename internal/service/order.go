package service

import (
	"cmp"
	"container/heap"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
)

// A sorting is an order in which files are listed, until a limit.
type sorting struct {
	by      string // a key of fileOrders
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

// Orders are the names of the orders that files can be listed in. A minus in front turns an order round.
func Orders() []string { return []string{"path", "name", "size", "modified", "type", "state"} }

// orderOf is the order that a listing asks for.
func orderOf(l api.Listing) (sorting, error) {
	name, turned := strings.CutPrefix(cmp.Or(l.Sort, "path"), "-")
	if fileOrders[name] == nil {
		return sorting{}, spar.Errorf(spar.Invalid, "files are not sorted by %q; choose %s%s", name, strings.Join(Orders(), ", "), nearest.Hint(name, slices.Values(Orders())))
	}
	if l.Limit < 0 {
		return sorting{}, spar.Errorf(spar.Invalid, "the limit must not be negative; 0 lists all files")
	}
	return sorting{by: name, reverse: turned != l.Reverse, limit: l.Limit}, nil
}

// files are those of a set in order until the limit. Seen is a file as it is listed. It keeps only the ranks of files, and
// with a limit no more of them than that.
func (o sorting) files(snapshot *index.Snapshot, set *roaring.Bitmap, seen func(spar.File) spar.File) iter.Seq[spar.File] {
	return func(yield func(spar.File) bool) {
		if o.by == "path" && !o.reverse {
			n := 0
			for f := range snapshot.In(set) {
				if n++; o.limit > 0 && n > o.limit || !yield(seen(f)) {
					return
				}
			}
			return
		}
		top := &ranks{compare: o.compare}
		place := uint32(0)
		for f := range snapshot.In(set) {
			f = seen(f)
			r := rank{place: place, id: f.ID}
			r.number, r.text = fileOrders[o.by](&f)
			place++
			top.keep(r, o.limit)
		}
		slices.SortFunc(top.list, o.compare)
		for _, r := range top.list {
			if f, ok := snapshot.File(r.id); ok && !yield(seen(f)) {
				return
			}
		}
	}
}

func (o sorting) compare(a, b rank) int {
	c := cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.text, b.text))
	if o.reverse {
		c = -c
	}
	if c == 0 {
		c = cmp.Compare(a.place, b.place)
		if o.reverse && o.by == "path" {
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
