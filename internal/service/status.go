package service

import (
	"context"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// Status says how the shares that the asker may know of are doing, and counts their files by state. Only operators see the place of the
// data directory and the size of its store, which counts all files.
func (s *Service) Status(ctx context.Context, who spar.Principal) (api.Status, error) {
	out := api.Status{Schema: api.StatusSchema, Shares: []api.Share{}}
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	for _, sh := range v.shares {
		one, err := s.counted(ctx, v, sh)
		if err != nil {
			return out, err
		}
		out.Shares = append(out.Shares, one)
	}
	if !who.May(spar.CanOperate) {
		return out, nil
	}
	used, err := s.engine.TextUsage(ctx)
	data := api.PathOf(s.engine.Dir())
	out.Data, out.Store = &data, &api.Usage{Segments: used.Segments, Passages: used.Passages, Bytes: used.Bytes}
	if err == nil {
		out.Work, err = s.toldWork()
	}
	return out, err
}
