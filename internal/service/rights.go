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

// policies are the ways to find out who may read the files of a share, as people write them.
var policies = map[spar.Rights]string{
	spar.ByFileSystem: "auto", spar.ByMode: "posix", spar.ByList: "acl", spar.ToAll: "open", spar.ByTable: "table",
}

// SetRights says how it is found out who may read the files of a share. A table of rights, nil for the one that was imported
// before, gives so many lines; rescan says that others may not read what lists decide until the share is scanned. It is for the
// owner, as whoever may say so may read everything.
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
	people, err := s.People()
	if err != nil {
		return 0, false, err
	}
	grants, err := acl.ReadTable(name, table, people.Known)
	if err != nil {
		return 0, false, err
	}
	return len(grants), false, s.catalog.SetGrants(ctx, name, grants)
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
