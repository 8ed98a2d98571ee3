package engine

import (
	"context"
	"errors"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// sources returns the segments of a selection, and its coverage. A missing or damaged segment makes its file unread again; the number says
// how many there were.
func (e *texts) sources(ctx context.Context, snapshot *index.Snapshot, selection index.Selection) ([]retrieve.Source, spar.Coverage, int, error) {
	var runs []retrieve.Source
	damaged := map[spar.FileID]spar.SegmentID{}
	var first []any // of them
	c := spar.Coverage{Unreadable: int(selection.Denied.GetCardinality())}
	outdated, waits := e.outdated(snapshot), e.ToRecognise()
	all := roaring.Or(selection.Known, selection.Unknown)
	if unread := snapshot.ByState(all)[spar.Unread]; unread != nil { // of very many nothing is asked but their number
		c.Waiting = int(unread.GetCardinality())
		all.AndNot(unread)
	}
	for f := range snapshot.In(all) {
		switch {
		case selection.Unknown.Contains(uint32(f.ID)):
			// Read since, and still undecided: cannot be, for reading decides.
			c.Waiting++
		case f.State == spar.Container:
			c.Read++
		case !f.State.Searchable():
			c.Unreadable++
			if waits(f) {
				c.Recognise++
			}
		default:
			segment, err := e.store.Segment(ctx, f.Segment)
			if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) {
				if len(damaged) == 0 {
					first = []any{"share", f.Share, "path", f.Path, "err", err}
				}
				damaged[f.ID] = f.Segment
				c.Waiting++
				continue
			}
			if err != nil {
				return nil, c, 0, err
			}
			c.Read++
			if outdated(f) {
				c.Outdated++
			}
			if f.State == spar.Partial {
				c.Partial++
			}
			runs = append(runs, retrieve.Source{File: f.ID, Share: f.Share, Path: f.Path, Segment: segment})
		}
	}
	c.InScope = c.Read + c.Waiting + c.Unreadable
	if len(damaged) > 0 {
		e.log.Warn("the stored text of files is missing or damaged and is read again", append([]any{"files", len(damaged)}, first...)...)
		if err := e.catalog.TextLost(ctx, damaged); err != nil {
			return nil, c, 0, err
		}
	}
	return runs, c, len(damaged), nil
}

// coverage counts a selection without opening anything.
func coverage(snapshot *index.Snapshot, selection index.Selection) spar.Coverage {
	c := spar.Coverage{Unreadable: int(selection.Denied.GetCardinality())}
	for state, files := range snapshot.ByState(roaring.Or(selection.Known, selection.Unknown)) {
		n := int(files.GetCardinality())
		switch {
		case state == spar.Unread:
			c.Waiting += n
		case state.Read():
			c.Read += n
			if state == spar.Partial {
				c.Partial = n
			}
		default:
			c.Unreadable += n
		}
	}
	c.InScope = c.Read + c.Waiting + c.Unreadable
	return c
}
