package service

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// Rights says whether somebody, of, may read a file, and why. It tells the owner about files that the other person may not know of.
func (s *Service) Rights(ctx context.Context, who, of spar.Principal, name string) (api.Rights, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Rights{}, err
	}
	x, err := s.explained(ctx, who, of, name)
	if err != nil {
		return api.Rights{}, err
	}
	out := api.Rights{
		Schema: api.RightsSchema, Who: of.Name, FileName: nameOf(x.File), Allowed: x.Allowed, Rights: policies[x.Share.Rights],
		FileSystem: x.System.At(x.File.Path).Type, Mode: x.File.Mode.String(), Owner: x.File.UID, Called: Called(fmt.Sprint("uid:", x.File.UID)), Group: x.File.GID,
		Lists: []string{}, Why: []api.Decision{},
	}
	for _, l := range x.Lists {
		out.Lists = append(out.Lists, l.String())
	}
	for _, d := range x.Why {
		out.Why = append(out.Why, api.Decision{Path: api.PathOf(d.Path), Right: d.Right, Allowed: d.Allowed, By: d.By})
	}
	return out, nil
}

// explained finds a file like view.file, among all files that the owner may know of.
func (s *Service) explained(ctx context.Context, who, of spar.Principal, name string) (engine.Explanation, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return engine.Explanation{}, err
	}
	for _, p := range v.places(name) {
		if x, err := s.engine.Explain(ctx, of, p.Share, p.Path); spar.CodeOf(err) != spar.NotFound {
			return x, err
		}
	}
	all, err := v.visible()
	if err != nil {
		return engine.Explanation{}, err
	}
	f, err := shelf{v, all}.find(name)
	if err != nil {
		return engine.Explanation{}, err
	}
	return s.engine.Explain(ctx, of, f.Share, f.Path)
}
