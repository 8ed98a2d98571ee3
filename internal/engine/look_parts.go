package engine

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	// partsFirst is at how many folders of a large share a question looks first; then at twice as many, and so on.
	partsFirst = 64
	// chooseFor is how long it chooses among them.
	chooseFor = lookFor / 4
)

// lookAtParts looks at the most promising folders of a large share, as many as there is time for. First come folders that lost files, then
// folders whose names fit the question, then folders with the newest files. It deletes no file that it does not find, because the file may
// be where nobody looked.
func (e *questions) lookAtParts(ctx context.Context, q Request, snapshot *index.Snapshot, s spar.Share) (out looked) {
	until := time.Now().Add(lookFor)
	lost, rest := promisingFolders(ctx, q, snapshot, s.Name)
	for n := partsFirst; len(lost)+len(rest) > 0 && time.Now().Before(until) && ctx.Err() == nil; n *= 2 {
		n = min(n, len(rest))
		parts := make([]share.Part, 0, len(lost)+n)
		for _, folder := range slices.Concat(lost, rest[:n]) { // a file gone from one folder may be in any other
			parts = append(parts, share.Part{Path: folder})
		}
		rest = rest[n:]
		found := e.scanForQuestion(ctx, s, until, ScanOptions{Only: parts, Keep: true})
		out.bare, out.busy = out.bare || found.bare, found.busy
		if found.closed != "" || !found.whole {
			out.closed = found.closed
			return out
		}
		if len(rest) == 0 {
			return out
		}
	}
	return out
}

// promisingFolders returns the folders of a share that may hold an answer: lost are the folders with files found gone, and rest are the
// others, the most promising first.
func promisingFolders(ctx context.Context, q Request, snapshot *index.Snapshot, name string) (lost, rest []string) {
	selection, err := snapshot.Eval(ctx, q.Who, q.Scope)
	if err != nil {
		return nil, nil
	}
	set := roaring.Or(selection.Known, selection.Unknown)
	set = snapshot.ByShare(set)[name]
	if set == nil {
		set = roaring.New()
	}
	type folder struct {
		path   string
		gone   bool
		words  int
		newest time.Time
	}
	all := map[string]*folder{}
	at := func(p string) *folder {
		if all[p] == nil {
			all[p] = &folder{path: p}
		}
		return all[p]
	}
	asked := newNameWords(q.Question)
	until, n := time.Now().Add(chooseFor), 0
	for f := range snapshot.In(set) {
		if n++; n%256 == 0 && time.Now().After(until) {
			break
		}
		dir := path.Dir(f.OnDisk())
		d := at(dir)
		d.gone = d.gone || f.State == spar.Vanished
		d.words = max(d.words, len(asked.in(f)))
		if f.ModTime.After(d.newest) {
			d.newest = f.ModTime
		}
		for dir != share.Root && all[path.Dir(dir)] == nil { // add folders that hold only folders, too
			dir = path.Dir(dir)
			at(dir).newest = f.ModTime
		}
	}
	for c := range scope.Leaves(q.Scope) { // of folders that nobody knows yet
		for _, m := range c.Values {
			if dir := literalFolder(m.Text); c.Key == "path" && !c.Not && dir != "" {
				at(dir)
			}
		}
	}
	var order []*folder
	for _, d := range all {
		if d.gone {
			lost = append(lost, d.path)
			continue
		}
		order = append(order, d)
	}
	slices.Sort(lost)
	slices.SortFunc(order, func(a, b *folder) int {
		return cmp.Or(cmp.Compare(b.words, a.words), b.newest.Compare(a.newest), cmp.Compare(a.path, b.path))
	})
	for _, d := range order {
		rest = append(rest, d.path)
	}
	return lost[:min(len(lost), partsFirst)], rest
}

// literalFolder is the folder that all paths that a glob matches lie in; "" is the root.
func literalFolder(glob string) string {
	if i := strings.IndexAny(glob, `*?[{\`); i >= 0 {
		glob = glob[:i]
	}
	if i := strings.LastIndexByte(glob, '/'); i > 0 {
		return glob[:i]
	}
	return ""
}
