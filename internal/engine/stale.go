package engine

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// widen is how long stale looks at files beyond those of the hits.
const widen = 2 * time.Second

// stale looks at the files of hits, and at the folders that lead to them, as they are now. It compares everything that tells versions of a
// file apart. It tells the catalog which files changed, went or have other rights, and reports whether any of them matter to the asker. If
// one does, others most likely do: then it looks at all files of that share that could be the next hits, as far as a short time allows. A
// file that it cannot look at counts as it was read. Served users may not rely on that: for them it adds the file to the doubts of the
// question.
func (e *shares) stale(ctx context.Context, d *doubts, snapshot *index.Snapshot, hits []spar.Hit) (bool, error) {
	roots, err := e.roots(ctx)
	if err != nil {
		return false, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return false, err
	}
	seen := map[spar.FileID]bool{}
	shares := map[string]bool{} // with stale files
	var gone, changed []catalog.Sighting
	var taken []spar.Access
	again := false
	outermost, devices := e.outermost(ctx), e.devices(ctx)
	look := func(f spar.File) {
		if f.Container != 0 {
			if f = outermost(f); f.ID == 0 {
				return
			}
		}
		if seen[f.ID] {
			return
		}
		seen[f.ID] = true
		reach := reaches[f.Share]
		if roots[f.Share] == "" {
			again = d.unseen(reach.share, share.Root) || again
			return
		}
		way, err := share.Look(roots[f.Share], f.Path, reach.lists())
		now, access := way.File, way.Access(f.ID)
		switch {
		case spar.CodeOf(err) == spar.Unavailable, err != nil && reach.unmounted():
			again = d.unseen(reach.share, share.Root) || again
			return
		case share.Passing(err):
			// This part of the share cannot be reached. The text read before is the best there is.
			again = d.unseen(reach.share, path.Dir(f.Path)) || again
			return
		case f.State == spar.Special && (errors.Is(err, share.ErrLink) || errors.Is(err, share.ErrSpecial)):
			return // as it was
		case err != nil:
			gone = append(gone, catalog.Sighting{Path: f.Path, Version: f.Version()})
		case d.remounted(reach.share, way):
			again = d.unseen(reach.share, path.Dir(f.Path)) || again
			return
		default:
			v := spar.FileVersion{File: f.ID, Size: now.Size, ModTime: now.ModTime, Changed: now.Changed, Dev: cmp.Or(devices(f.Share).Of(now.Dev, f.Path), f.Dev), Ino: now.Ino}
			if reach.share.Relocated { // the scan that is due takes a file of the same path, size and time for the same
				v.Ino, v.Changed = f.Ino, f.Changed
			}
			same := v.Same(f.Version()) || now.Offline && v.Alike(f.Version()) // moving a file to tape changes it
			if same && !snapshot.Differs(f, access) {
				return
			}
			taken = append(taken, access)
			if same && d.who.All {
				return // this asker may read all files, whatever the rights
			}
			if !same {
				changed = append(changed, catalog.Sighting{Path: f.Path, Version: v})
			}
		}
		shares[f.Share] = true
	}
	for _, h := range hits {
		if f, ok := snapshot.File(h.File); ok {
			look(f)
		}
	}
	if len(shares) > 0 {
		again = true
		until := time.Now().Add(widen)
		for f := range snapshot.All() {
			if f.State.Searchable() && shares[f.Share] {
				look(f)
			}
			if time.Now().After(until) {
				break
			}
		}
	}
	d.spread(snapshot)
	if e.ReadOnly() { // what the catalog cannot be told this question knows alone
		for _, s := range slices.Concat(gone, changed) {
			d.files.Add(uint32(s.Version.File))
		}
		for _, a := range taken {
			d.files.Add(uint32(a.Version.File))
		}
		for f := range snapshot.All() {
			if f.Container != 0 && d.files.Contains(uint32(outermost(f).ID)) {
				d.files.Add(uint32(f.ID))
			}
		}
		return again, nil
	}
	err = errors.Join(e.catalog.Vanished(ctx, gone...), e.catalog.Refresh(ctx, changed...))
	if err == nil {
		_, err = e.catalog.Retake(ctx, taken...) // of what was refreshed, so that older rights never come to newer text
	}
	return again, err
}
