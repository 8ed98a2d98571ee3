package service

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
)

// RightsNames are the ways of finding rights, as people write them.
func RightsNames() []string { return []string{"acl", "auto", "open", "posix", "table"} }

// rightsName is the name of a way of finding rights, which is what it stands for but for the one that is chosen for you.
func rightsName(r spar.Rights) string {
	if r == spar.ByFileSystem {
		return "auto"
	}
	return string(r)
}

// Rights says whether somebody, of, may read a file, and all that this rests on. It tells the owner of files that the other
// may not know of.
func (s *Service) Rights(ctx context.Context, who, of spar.Principal, name string) (api.Rights, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Rights{}, err
	}
	x, err := s.explained(ctx, who, of, name)
	if err != nil {
		return api.Rights{}, err
	}
	out := api.Rights{
		Schema: api.RightsSchema, Who: of.Name, FileName: nameOf(x.File), Allowed: x.Allowed, Rights: rightsName(x.Share.Rights),
		FileSystem: x.System.At(x.File.Path).Type, Mode: x.File.Mode.String(), Owner: x.File.UID, Group: x.File.GID,
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

// explained finds a file as view.file does, among all that the owner may know of.
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
