package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// doubts are the files that a question leaves out for a served asker. If the file system decides on rights and cannot tell them now, nobody
// knows whether they still hold.
type doubts struct {
	who     spar.Principal
	files   *roaring.Bitmap
	folders map[string][]string         // by share: nothing is known in these, nor below them
	systems map[string]share.FileSystem // by share, as they are now
}

func newDoubts(who spar.Principal) *doubts {
	return &doubts{who: who, files: roaring.New(), folders: map[string][]string{}, systems: map[string]share.FileSystem{}}
}

// apply reports whether the file system decides which files of a share the asker may read.
func (d *doubts) apply(s spar.Share) bool {
	return d != nil && d.who.Served && (s.Rights == spar.ByFileSystem || s.Rights == spar.ByMode || s.Rights == spar.ByList)
}

// unseen reports whether to leave out a folder that could not be looked at, with everything below it. If so, it notes the folder.
func (d *doubts) unseen(s spar.Share, folder string) bool {
	if !d.apply(s) {
		return false
	}
	if !slices.Contains(d.folders[s.Name], folder) {
		d.folders[s.Name] = append(d.folders[s.Name], folder)
	}
	return true
}

// spread leaves out the files below the noted folders.
func (d *doubts) spread(snapshot *index.Snapshot) {
	if len(d.folders) == 0 {
		return
	}
	for f := range snapshot.All() {
		for _, folder := range d.folders[f.Share] {
			if folder == share.Root || strings.HasPrefix(f.Path, folder+"/") {
				d.files.Add(uint32(f.ID))
			}
		}
	}
	clear(d.folders)
}

// remounted reports whether a file, or a folder that leads to it, lies on another file system than the last complete scan
// found: what modes and lists are worth there is not known.
func (d *doubts) remounted(s spar.Share, w share.Way) bool {
	if !d.apply(s) || s.Rights == spar.ByMode {
		return false
	}
	now, ok := d.systems[s.Name]
	if !ok {
		now = share.FileSystemOf(s.Root)
		d.systems[s.Name] = now
	}
	then := share.ParseFileSystem(s.FileSystem)
	differs := func(e share.Entry) bool { return now.At(e.Path).Type != then.At(e.Path).Type }
	for _, folder := range w.Folders {
		if differs(folder) {
			return true
		}
	}
	return differs(w.File)
}

// leaveOut takes the files in doubt out of a selection.
func (d *doubts) leaveOut(s *index.Selection) {
	if d != nil && !d.files.IsEmpty() {
		s.Known = roaring.AndNot(s.Known, d.files)
		s.Unknown = roaring.AndNot(s.Unknown, d.files)
	}
}

// Confirm looks at files as they are now, for somebody who sees text that was read before. It returns a snapshot that knows of this, and
// the files that they may still read.
func (e *shares) Confirm(ctx context.Context, who spar.Principal, files ...spar.FileID) (*index.Snapshot, *roaring.Bitmap, error) {
	s := Selection{Who: who, doubts: newDoubts(who)}
	wanted := roaring.New()
	for _, id := range files {
		wanted.Add(uint32(id))
	}
	for range refreshes {
		snapshot, selection, err := e.sel(ctx, s)
		if err != nil {
			return nil, nil, err
		}
		left := roaring.And(wanted, selection.Known)
		var hits []spar.Hit
		for it := left.Iterator(); it.HasNext(); {
			hits = append(hits, spar.Hit{File: spar.FileID(it.Next())})
		}
		stale, err := e.stale(ctx, s.doubts, snapshot, hits)
		if err != nil || !stale {
			return snapshot, left, err
		}
	}
	snapshot, err := e.Snapshot(ctx)
	return snapshot, roaring.New(), err // they change faster than they can be looked at
}
