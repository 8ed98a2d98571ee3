package service

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

// A sorting is an order of files, and the part of the ordered list that is wanted.
type sorting struct {
	by      string // one of Orders
	reverse bool
	window  index.Window
}

// columns maps the orders that the index itself can list files in.
var columns = map[string]index.Order{"path": index.ByPath, "name": index.ByName, "size": index.BySize, "modified": index.ByTime}

// Orders returns the names of the orders for lists of files. A minus in front reverses an order.
func Orders() []string { return []string{"path", "name", "size", "modified", "type", "state"} }

// orderOf returns the order that a listing asks for.
func orderOf(l api.Listing) (sorting, error) {
	name, turned := strings.CutPrefix(cmp.Or(l.Sort, "path"), "-")
	if !slices.Contains(Orders(), name) {
		return sorting{}, spar.Errorf(spar.Invalid, "files are not sorted by %q; choose %s%s", name, strings.Join(Orders(), ", "), spar.Phrase(nearest.Hint(name, slices.Values(Orders()))))
	}
	if l.Limit < 0 {
		return sorting{}, spar.Errorf(spar.Invalid, "the limit must not be negative; 0 lists all files")
	}
	return sorting{by: name, reverse: turned != l.Reverse, window: index.Window{Skip: l.Skip, Most: l.Limit}}, nil
}

// files returns the files of a set in order. A denied file sorts by the state that the asker sees.
func (o sorting) files(snapshot *index.Snapshot, set, denied *roaring.Bitmap) iter.Seq[spar.File] {
	if column, ok := columns[o.by]; ok {
		return snapshot.Ordered(set, column, o.reverse, o.window)
	}
	parts := map[string]*roaring.Bitmap{}
	if o.by == "type" {
		parts = snapshot.ByFormat(set)
	} else {
		put := func(state spar.State, files *roaring.Bitmap) {
			if have := parts[string(state)]; have != nil {
				files = roaring.Or(have, files)
			}
			parts[string(state)] = files
		}
		for state, files := range snapshot.ByState(roaring.AndNot(set, denied)) {
			put(state, files)
		}
		for state, files := range snapshot.ByState(denied) {
			put(closedState(state), files)
		}
	}
	return func(yield func(spar.File) bool) {
		keys := slices.Sorted(maps.Keys(parts))
		if o.reverse {
			slices.Reverse(keys)
		}
		w := o.window
		for _, key := range keys {
			if n := int(parts[key].GetCardinality()); w.Skip >= n {
				w.Skip -= n
				continue
			}
			for f := range snapshot.Ordered(parts[key], index.ByPath, false, w) {
				if !yield(f) {
					return
				}
				if w.Most > 0 {
					if w.Most--; w.Most == 0 {
						return
					}
				}
			}
			w.Skip = 0
		}
	}
}
