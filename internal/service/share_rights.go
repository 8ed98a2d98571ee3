package service

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/acl"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// LongestTable is how many bytes a table of rights may have.
const LongestTable = acl.LongestTable

// mostJudged is how many people a trial of rights counts files for.
const mostJudged = 1000

// policies has the ways to decide who may read the files of a share, as people write them.
var policies = map[spar.Rights]string{
	spar.ByFileSystem: "auto", spar.ByMode: "posix", spar.ByList: "acl", spar.ToAll: "open", spar.ByTable: "table",
}

// ShareRights tells how SPAR decides who may read the files of a share, with its table of rights, and whom a line of this may name.
func (s *Service) ShareRights(ctx context.Context, who spar.Principal, name string) (api.ShareRights, error) {
	out := api.ShareRights{Schema: api.ShareRightsSchema, Lines: []api.RightsLine{}, Names: []string{acl.Everyone}}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	sh, err := s.catalog.Share(ctx, name)
	if err != nil {
		return out, err
	}
	out.Share, out.Rights = sh.Name, policies[sh.Rights]
	grants, err := s.grantsOf(ctx, sh)
	if err != nil {
		return out, err
	}
	if out.Lines = linesOf(grants); len(grants) > 0 {
		out.Table = acl.WriteTable(grants)
	}
	people, err := s.Directory(ctx, who)
	groups := map[string]bool{}
	for _, p := range people {
		if out.Names = append(out.Names, acl.UserPrefix+p.Name); !p.Disabled {
			for _, g := range p.Groups {
				groups[acl.GroupPrefix+g] = true
			}
		}
	}
	for _, g := range grants {
		if strings.HasPrefix(g.Principal, acl.GroupPrefix) {
			groups[g.Principal] = true
		} else if !slices.Contains(out.Names, g.Principal) {
			out.Names = append(out.Names, g.Principal)
		}
	}
	out.Names = append(out.Names, slices.Sorted(maps.Keys(groups))...)
	return out, err
}

// SetRights sets how SPAR decides who may read the files of a share, and returns what that changes. Only an administrator who has just
// shown who they are may do it, because whoever does could have anybody read everything.
func (s *Service) SetRights(ctx context.Context, who spar.Principal, plan api.RightsPlan) (api.RightsTrial, error) {
	if err := sure(who, handsOut); err != nil {
		return api.RightsTrial{}, err
	}
	then, err := s.plannedRights(ctx, plan)
	if err != nil {
		return api.RightsTrial{}, err
	}
	out, err := s.supposed(ctx, who, then)
	switch {
	case err != nil:
	case then.table:
		err = s.catalog.SetGrants(ctx, then.share.Name, then.grants)
	default:
		err = s.catalog.SetRights(ctx, then.share.Name, then.share.Rights)
	}
	return out, err
}

// TryRights says what SetRights would change, for each person, and changes nothing.
func (s *Service) TryRights(ctx context.Context, who spar.Principal, plan api.RightsPlan) (api.RightsTrial, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.RightsTrial{}, err
	}
	then, err := s.plannedRights(ctx, plan)
	if err != nil {
		return api.RightsTrial{}, err
	}
	return s.supposed(ctx, who, then)
}

// rightsNamed returns the rights that people call so.
func rightsNamed(name string) (spar.Rights, error) {
	for r, called := range policies {
		if called == name {
			return r, nil
		}
	}
	return spar.ByFileSystem, spar.Errorf(spar.Invalid, "there are no rights %q; choose auto, posix, acl, open or table", name)
}

// rightsPlanned are the rights of a share as they are to be.
type rightsPlanned struct {
	share       spar.Share
	was, grants []spar.Grant
	table       bool // the plan gives a table
}

// plannedRights checks a plan for the rights of a share.
func (s *Service) plannedRights(ctx context.Context, plan api.RightsPlan) (p rightsPlanned, err error) {
	rights, err := rightsNamed(plan.Rights)
	if err != nil {
		return p, err
	}
	if p.table = plan.Table != "" || plan.Lines != nil; p.table && rights != spar.ByTable {
		return p, spar.Errorf(spar.Invalid, "only the rights \"table\" take a file")
	}
	if p.share, err = s.catalog.Share(ctx, plan.Name); err != nil {
		return p, err
	}
	p.share.Rights = rights
	if p.was, err = s.grantsOf(ctx, p.share); err != nil || !p.table {
		p.grants = p.was
		return p, err
	}
	people, err := s.People(ctx)
	if err != nil {
		return p, err
	}
	if plan.Table != "" {
		p.grants, err = acl.ReadTable(p.share.Name, strings.NewReader(plan.Table), people.Known)
		return p, err
	}
	lines := make([]acl.Line, len(*plan.Lines))
	for i, l := range *plan.Lines {
		at, err := l.Raw()
		if err != nil {
			return p, err
		}
		lines[i] = acl.Line{Path: at, Principal: l.Principal, Right: l.Right}
	}
	p.grants, err = acl.Table(p.share.Name, lines, people.Known)
	return p, err
}

// supposed counts what each person could read under planned rights, and what they can read now.
func (s *Service) supposed(ctx context.Context, who spar.Principal, p rightsPlanned) (api.RightsTrial, error) {
	fs := share.ParseFileSystem(p.share.FileSystem)
	out := api.RightsTrial{
		Schema: api.RightsTrialSchema, Share: p.share.Name, Rights: policies[p.share.Rights], Lines: linesOf(p.grants), People: []api.PersonRights{},
		Rescan: !fs.Lists && (p.share.Rights == spar.ByList || p.share.Rights == spar.ByFileSystem),
		Gives:  linesOf(without(p.grants, p.was)), Takes: linesOf(without(p.was, p.grants)),
	}
	if err := s.engine.Label(ctx); err != nil {
		return out, err
	}
	names, err := s.whoAsk(ctx, who, p)
	if err != nil {
		return out, err
	}
	people, err := s.People(ctx)
	if err != nil {
		return out, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	now, err := s.catalog.Share(ctx, p.share.Name)
	if err != nil {
		return out, err
	}
	before, after := index.Suppose(v.Snapshot, now, p.was), index.Suppose(v.Snapshot, p.share, p.grants)
	everybody := spar.Principal{Name: "0", All: true}
	if p.share.Rights == spar.ByTable {
		out.Idle = idle(v.All(), p)
	}
	out.Files, out.Of, out.Nobody = after.Readable(everybody), len(names), true
	add := func(name string, them spar.Principal) {
		one := api.PersonRights{Name: name, Now: before.Readable(them), Then: after.Readable(them)}
		out.People, out.Nobody = append(out.People, one), out.Nobody && one.Then == 0
		if one.Now > 0 && one.Then == 0 {
			out.Lose++
		}
	}
	for _, name := range names[:min(len(names), mostJudged)] {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		them, err := people.Principal(name)
		if err != nil || them.All {
			continue // an account that is gone, or one that no rights hold back
		}
		add(name, s.cleared(them))
	}
	add("", s.cleared(people.Stranger("visitor:")))
	return out, nil
}

// whoAsk lists by name the people whom rights may concern: those of the directory, those with a key of this server, and those whom a table
// of rights names.
func (s *Service) whoAsk(ctx context.Context, who spar.Principal, p rightsPlanned) ([]string, error) {
	people, err := s.Directory(ctx, who)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, one := range people {
		if !one.Disabled && one.Trouble == "" {
			names[one.Name] = true
		}
	}
	keys, err := s.keys().List(ctx)
	if err != nil {
		return nil, err
	}
	process, err := s.Process()
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		if id, ok := strings.CutPrefix(k.Owner, "uid:"); ok && k.Owner != process.Owner() {
			if account, err := accounts.LookupID(id); err == nil {
				names[account.Username] = true
			}
		}
	}
	for _, g := range slices.Concat(p.was, p.grants) {
		if name, ok := strings.CutPrefix(g.Principal, acl.UserPrefix); ok {
			if them, err := s.Served(ctx, name); err == nil && them.Owner() != process.Owner() {
				names[them.Name] = true
			}
		}
	}
	delete(names, "")
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	}), nil
}

// grantsOf returns the table of rights of a share.
func (s *Service) grantsOf(ctx context.Context, sh spar.Share) (list []spar.Grant, err error) {
	for g, err := range s.catalog.Grants(ctx) {
		if err != nil {
			return nil, err
		}
		if g.Share == sh.Name {
			list = append(list, g)
		}
	}
	return list, nil
}

// idle returns the paths of a planned table where no file of the share lies, each with the nearest name that there is.
func idle(files iter.Seq[spar.File], p rightsPlanned) (list []api.IdlePath) {
	open := map[string]bool{}
	for _, g := range p.grants {
		open[g.Path] = true
	}
	delete(open, ".")
	if len(open) == 0 {
		return nil
	}
	places := map[string]bool{} // that have files, and the files
	for f := range files {
		if f.Share != p.share.Name {
			continue
		}
		for at := f.OnDisk(); at != "." && at != "/" && !places[at]; at = path.Dir(at) {
			places[strings.Clone(at)] = true
			delete(open, at)
		}
	}
	names := slices.Sorted(maps.Keys(places))
	for _, at := range slices.Sorted(maps.Keys(open)) {
		one := api.IdlePath{Path: api.PathOf(at)}
		if meant := nearest.Name(at, slices.Values(names)); meant != "" {
			near := api.PathOf(meant)
			one.Meant = &near
		}
		list = append(list, one)
	}
	return list
}

func linesOf(grants []spar.Grant) []api.RightsLine {
	list := make([]api.RightsLine, len(grants))
	for i, g := range grants {
		list[i] = api.RightsLine{Path: api.PathOf(g.Path), Principal: g.Principal, Right: acl.RightOf(g)}
	}
	return list
}

// without returns the lines that others do not have.
func without(lines, others []spar.Grant) []spar.Grant {
	have := map[spar.Grant]bool{}
	for _, g := range others {
		have[g] = true
	}
	return slices.DeleteFunc(slices.Clone(lines), func(g spar.Grant) bool { return have[g] })
}
