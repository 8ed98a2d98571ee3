package service

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// promised lists files by how near they are to a text, or in the reading order for a question. Only the name counts of a file that the
// asker may not read.
func (s *Service) promised(ctx context.Context, who spar.Principal, o api.Listing, out *stream[api.File]) error {
	text := o.Like + o.Order
	switch {
	case o.Like != "" && o.Order != "":
		return spar.Errorf(spar.Invalid, "files are listed by what their names are like or in the order of a question, not both")
	case o.Sort != "" && o.Sort != "path" || o.Reverse:
		return spar.Errorf(spar.Invalid, "files by what their names are like, or in the order of a question, have no other order")
	case strings.TrimSpace(text) == "":
		return spar.Errorf(spar.Invalid, "the text that names are compared with is empty")
	case len(text) > 4*engine.MaxQuestion:
		return spar.Errorf(spar.Invalid, "the text that names are compared with is longer than %d characters", engine.MaxQuestion)
	}
	v, selected, err := s.listed(ctx, who, o)
	if err != nil {
		return err
	}
	sc, err := v.parse(o.Scope)
	if err != nil {
		return err
	}
	mayRead := roaring.Or(selected.Known, selected.Unknown)
	files := slices.Collect(v.In(roaring.Or(mayRead, selected.Denied)))
	var list []order.Promise
	if o.Like != "" {
		list, err = s.engine.Like(ctx, text, v.Snapshot, files, mayRead)
	} else {
		list, err = s.engine.Promises(ctx, who, text, v.Snapshot, files, mayRead, sc)
	}
	if err != nil {
		return err
	}
	if o.Limit > 0 {
		list = list[:min(o.Limit, len(list))]
	}
	waits := s.engine.ToRecover()
	for _, p := range list {
		f := fileOf(told(p.File, selected.Denied), selected.Unknown.Contains(uint32(p.File.ID)), waits)
		f.Promise = &api.Promise{Score: p.Score, Words: p.Words, Meaning: p.Meaning, Tags: p.Tags, About: p.About, Guessed: p.Guess, Cost: p.Cost}
		out.send(f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}
