package service

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// nobody is the role that removes somebody's role.
const nobody = "none"

// ShareWorkspace gives somebody a role in a workspace: viewer, editor, owner or none. It gives no right to a file: everybody sees the
// files that they may read.
func (s *Service) ShareWorkspace(ctx context.Context, who spar.Principal, name, with, role string) (api.Workspace, error) {
	given, err := roleGiven(role)
	if err != nil {
		return api.Workspace{}, err
	}
	if _, err := s.workspaceFor(ctx, who, name, workspace.Viewer); err != nil {
		return api.Workspace{}, err
	}
	member, err := s.meant(ctx, with)
	if err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.workspaces.Share(ctx, who, name, member, given)
	if err != nil {
		return api.Workspace{}, err
	}
	out := workspaceOf(who, ws)
	if out.Scope, err = s.scopeFor(ctx, who, ws); err != nil {
		return out, err
	}
	if out.Members, err = s.members(ctx, ws); err != nil {
		return out, err
	}
	return out, s.mayRead(ctx, who, ws, out.Members)
}

// WouldShare says whom ShareWorkspace would give which role, and how many of the files they may read. It shares nothing.
func WouldShare(ctx context.Context, s *Service, who spar.Principal, name, with, role string) (api.Workspace, error) {
	if _, err := roleGiven(role); err != nil {
		return api.Workspace{}, err
	}
	ws, err := s.workspaceFor(ctx, who, name, workspace.Owner)
	if err != nil {
		return api.Workspace{}, err
	}
	member, err := s.meant(ctx, with)
	if err != nil {
		return api.Workspace{}, err
	}
	out := workspaceOf(who, ws)
	if out.Scope, err = s.scopeFor(ctx, who, ws); err != nil {
		return out, err
	}
	out.Members = []api.Member{{Who: member.Owner(), Name: Called(member.Owner()), Role: role}}
	return out, s.mayRead(ctx, who, ws, out.Members)
}

func roleGiven(role string) (workspace.Role, error) {
	if role == nobody {
		return workspace.Outsider, nil
	}
	return workspace.ParseRole(role)
}

// mostMembers is how many members of a workspace files are counted for.
const mostMembers = 50

// mayRead tells an owner of a workspace how many of its files each member may read, among the files that the owner may.
func (s *Service) mayRead(ctx context.Context, who spar.Principal, ws workspace.Workspace, list []api.Member) error {
	if ws.Role != workspace.Owner {
		return nil
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return err
	}
	known := func(them spar.Principal) (*roaring.Bitmap, error) {
		sel, err := s.selection(ctx, them, ws)
		if err != nil {
			return nil, err
		}
		files, err := v.Eval(ctx, them, sel.Scope)
		if err == nil && sel.Only != nil {
			files.Known = roaring.And(files.Known, sel.Only)
		}
		return files.Known, err
	}
	mine, err := known(who)
	if err != nil {
		return err
	}
	for i := range list[:min(len(list), mostMembers)] {
		them, err := s.owner(ctx, list[i].Who)
		if err != nil {
			continue // an account that is gone
		}
		theirs, err := known(s.cleared(them))
		if spar.CodeOf(err) == spar.NotFound { // a tag of the scope that they may not know of
			theirs, err = roaring.New(), nil
		}
		if err != nil {
			return err
		}
		n := int(theirs.AndCardinality(mine))
		list[i].Files, list[i].Of = &n, int(mine.GetCardinality())
	}
	return nil
}

// TransferWorkspace gives a workspace to somebody else, who may share it with the old owner.
func (s *Service) TransferWorkspace(ctx context.Context, who spar.Principal, name, to string) error {
	if _, err := s.workspaceFor(ctx, who, name, workspace.Owner); err != nil {
		return err
	}
	heir, err := s.meant(ctx, to)
	if err != nil {
		return err
	}
	return s.workspaces.Transfer(ctx, who, name, heir)
}

// mostCalled is how many people an ambiguous name lists.
const mostCalled = 5

// meant returns the person with a name: an account, one of the directory, the owner of something, or the only one of the directory whose name
// has words that begin so, such as a first name. It asks which of several is meant.
func (s *Service) meant(ctx context.Context, name string) (spar.Principal, error) {
	if strings.Contains(name, ":") {
		return s.owner(ctx, name)
	}
	who, unknown := s.Served(ctx, name)
	if spar.CodeOf(unknown) != spar.NotFound {
		return who, unknown
	}
	j, err := s.people(ctx)
	if err != nil {
		return who, err
	}
	var found []string
	for _, p := range j.all.All() {
		if slices.ContainsFunc(append([]string{p.Name}, p.Also...), func(full string) bool { return beginsName(full, name) }) {
			found = append(found, p.Name)
		}
	}
	switch {
	case len(found) == 0:
		return who, unknown
	case len(found) == 1:
		return s.Served(ctx, found[0])
	case len(found) > mostCalled:
		return who, spar.Errorf(spar.Invalid, "%q is in the names of %d people: write more of the name", Shortened(name, longLabel), len(found))
	}
	return who, spar.Errorf(spar.Invalid, "%q may be any of these: %s; write the whole name", Shortened(name, longLabel), strings.Join(found, ", "))
}

// beginsName reports whether each word of a part of a name begins a word of the full name, whatever their case. One letter is too little.
func beginsName(full, part string) bool {
	words, rest := strings.Fields(part), strings.Fields(strings.ToLower(full))
	for _, w := range words {
		i := slices.IndexFunc(rest, func(r string) bool { return strings.HasPrefix(r, strings.ToLower(w)) })
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return utf8.RuneCountInString(part) > 1 && len(words) > 0
}

func (s *Service) members(ctx context.Context, ws workspace.Workspace) (list []api.Member, err error) {
	all, err := s.workspaces.Members(ctx, ws.ID)
	return membersOf(all, calling()), err
}

func membersOf(all []workspace.Member, called func(string) string) (list []api.Member) {
	for _, m := range all {
		list = append(list, api.Member{Who: m.Who, Name: called(m.Who), Role: string(m.Role), Since: stamp(m.Since)})
	}
	return list
}
