package service

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// changeKinds lists the kinds of changes that a scan may find.
var changeKinds = []catalog.FindKind{catalog.SeenNew, catalog.SeenChanged, catalog.SeenMoved, catalog.SeenGone, catalog.SeenUnreadable}

// Changes lists the files that scans found to be new, changed, moved, gone or unreadable, the latest first. The asker sees the files they
// may know of. Nobody can say who might read a file that is gone, so only an asker who may see everything sees those.
func (s *Service) Changes(ctx context.Context, who spar.Principal, q api.ChangesQuery) iter.Seq2[api.FileChange, error] {
	return func(yield func(api.FileChange, error) bool) {
		fail := func(err error) { yield(api.FileChange{}, err) }
		v, err := s.view(ctx, who)
		if err != nil {
			fail(err)
			return
		}
		since, err := sinceOf(q.Since, time.Now())
		if err != nil {
			fail(err)
			return
		}
		kind := catalog.FindKind(q.Kind)
		if q.Kind != "" && !slices.Contains(changeKinds, kind) {
			fail(spar.Errorf(spar.Invalid, "there is no kind %q of changes; choose new, changed, moved, gone or unreadable", q.Kind))
			return
		}
		var share spar.Share
		if q.Share != "" {
			if share, err = catalog.ShareNamed(v.shares, q.Share); err != nil {
				fail(err)
				return
			}
		}
		may, err := v.visible()
		if err != nil {
			fail(err)
			return
		}
		shares := map[int64]string{}
		for _, sh := range v.shares {
			shares[sh.ID] = sh.Name
		}
		for found, err := range s.catalog.Finds(ctx, share.ID, kind, since) {
			if err != nil {
				fail(err)
				return
			}
			c := api.FileChange{Schema: api.FileChangeSchema, Share: shares[found.Share], Kind: string(found.Kind), At: stamp(found.At)}
			if found.Kind == catalog.SeenGone {
				if c.Path = api.PathOf(found.Was); c.Share != "" && v.seesAll() && !yield(c, nil) {
					return
				}
				continue
			}
			for id := found.First; id <= found.Last; id++ {
				f, ok := v.File(id)
				if !ok || !may.Contains(uint32(id)) {
					continue
				}
				c.Share, c.Path, c.State, c.Reason = f.Share, api.PathOf(f.Path), string(f.State), f.Reason
				if found.Was != "" && v.knew(renamed(trace{f, found.Was})) {
					c.Was = api.PathOf(found.Was).Name
				}
				if !yield(c, nil) {
					return
				}
			}
		}
	}
}

// sinceOf parses the start of a list of changes: an age such as 2h or 7d, or a day; "" lists all that are kept.
func sinceOf(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	from, _, err := scope.Times("age", spar.Match{Range: true, To: text}, now)
	if err != nil {
		if from, _, err = scope.Times("modified", spar.Match{Range: true, From: text}, now); err != nil {
			return from, spar.Errorf(spar.Invalid, "since is %q and must be an age such as 2h, 7d or 1mo, or a day such as 2026-11-26", text)
		}
	}
	return from, nil
}
