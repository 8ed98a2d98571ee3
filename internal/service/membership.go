package service

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// nobody is the role that removes somebody's role.
const nobody = "none"

// ShareWorkspace gives somebody a role in a workspace: viewer, editor, owner or none. It gives no right to a file: everybody sees the
// files that they may read.
func (s *Service) ShareWorkspace(ctx context.Context, who spar.Principal, name, with, role string) (api.Workspace, error) {
	given := workspace.Outsider
	if role != nobody {
		var err error
		if given, err = workspace.ParseRole(role); err != nil {
			return api.Workspace{}, err
		}
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
	out.Members, err = s.members(ctx, ws)
	return out, err
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

// meant returns the person with a name: an account, a person of the principals file, or the owner of something.
func (s *Service) meant(ctx context.Context, name string) (spar.Principal, error) {
	if strings.Contains(name, ":") {
		return s.owner(ctx, name)
	}
	return s.Served(ctx, name)
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
