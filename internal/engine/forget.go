package engine

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// forgetCited takes words of texts that are gone out of the history of questions: answers, headings and names of sheets. Words that the
// cited file still has stay, such as after it was read with another recipe.
func (e *Engine) forgetCited(ctx context.Context) error {
	cited, err := e.workspaces.Cited(ctx)
	if err != nil || len(cited) == 0 {
		return err
	}
	stored, err := e.store.Segments(ctx)
	if err != nil {
		return err
	}
	for _, id := range cited {
		if stored[id] {
			continue
		}
		if held, err := e.held(ctx, id); err != nil {
			return err
		} else if held {
			continue
		}
		if _, err := e.workspaces.ForgetWords(ctx, id, func(c spar.Citation) (spar.SegmentID, error) { return e.sayingNow(ctx, c) }); err != nil {
			return err
		}
	}
	return nil
}

// held reports whether a segment was the text of a file that an archived or pinned workspace keeps and that has not changed since:
// its text is gone from the store to make room, and not from the share.
func (e *Engine) held(ctx context.Context, id spar.SegmentID) (bool, error) {
	hashes, err := e.workspaces.Holding(ctx, id)
	if err != nil || len(hashes) == 0 {
		return false, err
	}
	files, err := e.catalog.FilesByID(ctx, slices.Collect(maps.Keys(hashes)))
	for _, f := range files {
		if f.Hash != (spar.Hash{}) && f.Hash == hashes[f.ID] {
			return true, err
		}
	}
	return false, err
}

// GoneCitation says that the text of a citation in the history is gone.
func GoneCitation(c spar.Citation) error {
	return spar.Errorf(spar.NotFound, "the text of citation %d is gone: %s was deleted or changed after the answer, and a purge removed its old text; ask again", c.N, c.Address())
}

// sayingNow returns the segment of a cited file if one of its passages has the heading and the sheet of the citation, and its text if that
// is known; else zero.
func (e *Engine) sayingNow(ctx context.Context, c spar.Citation) (none spar.SegmentID, err error) {
	file, err := e.catalog.File(ctx, c.Share, c.Path)
	if spar.CodeOf(err) == spar.NotFound {
		return none, nil
	}
	if err != nil || file.Segment == none {
		return none, err
	}
	segment, err := e.store.Segment(ctx, file.Segment)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrDamaged) {
		return none, nil // the words could not be shown to be the file's
	}
	if err != nil {
		return none, err
	}
	for i := range segment.Len() {
		p, err := segment.Passage(i)
		if err != nil {
			return none, err
		}
		if p.Locator.Heading == c.Locator.Heading && p.Locator.Sheet == c.Locator.Sheet && (c.Text == "" || c.Text == p.Text) {
			return file.Segment, nil
		}
	}
	return none, nil
}
