package service

import (
	"context"
	"fmt"
	"io"

	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// policies has the ways to decide who may read the files of a share, as people write them.
var policies = map[spar.Rights]string{
	spar.ByFileSystem: "auto", spar.ByMode: "posix", spar.ByList: "acl", spar.ToAll: "open", spar.ByTable: "table",
}

// SetRights sets how SPAR decides who may read the files of a share. table is a table of rights, or nil for the one imported before;
// lines counts its rights. rescan says that others may read files with access lists only after a scan. Only an administrator may do it,
// because whoever does could read everything.
func (s *Service) SetRights(ctx context.Context, who spar.Principal, name, policy string, table io.Reader) (lines int, rescan bool, err error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return 0, false, err
	}
	rights, known := spar.ByFileSystem, false
	for r, called := range policies {
		if called == policy {
			rights, known = r, true
		}
	}
	switch {
	case !known:
		return 0, false, spar.Errorf(spar.Invalid, "there are no rights %q; choose auto, posix, acl, open or table", policy)
	case table != nil && rights != spar.ByTable:
		return 0, false, spar.Errorf(spar.Invalid, "only the rights \"table\" take a file")
	}
	sh, err := s.catalog.Share(ctx, name)
	if err != nil {
		return 0, false, err
	}
	if table == nil {
		lists := share.ParseFileSystem(sh.FileSystem).Lists
		return 0, rights == spar.ByList || rights == spar.ByFileSystem && !lists, s.catalog.SetRights(ctx, name, rights)
	}
	people, err := s.People(ctx)
	if err != nil {
		return 0, false, err
	}
	grants, err := acl.ReadTable(name, table, people.Known)
	if err != nil {
		return 0, false, err
	}
	return len(grants), false, s.catalog.SetGrants(ctx, name, grants)
}

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
