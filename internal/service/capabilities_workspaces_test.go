package service_test

import (
	"context"
	"io"
	"maps"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

func init() { maps.Copy(methods, methodsOfWorkspaces) }

// methodsOfWorkspaces are those of methods that are about workspaces.
var methodsOfWorkspaces = map[string]method{
	"Cost": {spar.CanOperate, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Cost(ctx, who, api.CostRequest{Scope: "path:**"})
	}},
	"Workspaces": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Workspaces(ctx, who)
	}},
	"Workspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.Workspace(ctx, who, "mine")
	}},
	"CreateWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.CreateWorkspace(ctx, who, api.NewWorkspace{Name: "mine", Scope: "path:secret/**"}, nil)
	}},
	"EditWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.EditWorkspace(ctx, who, api.NewWorkspace{Name: "other", Scope: "path:**"}, nil)
	}},
	"RenameWorkspace": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.RenameWorkspace(ctx, who, "other", "mine")
	})},
	"LossOfWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.LossOfWorkspace(ctx, who, "other")
	}},
	"DeleteWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.DeleteWorkspace(ctx, who, "other")
	}},
	"UpdateWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.UpdateWorkspace(ctx, who, api.WorkspaceEdit{Name: "mine", Add: "path:secret/**", In: []string{"docs:secret/plan.md"}}, nil)
	}},
	"ResetWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ResetWorkspace(ctx, who, "mine", false, nil)
	}},
	"WorkspaceFiles": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return all(s.WorkspaceFiles(ctx, who, "mine"))
	}},
	"WorkspaceHistory": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.WorkspaceHistory(ctx, who, "mine")
	}},
	"ForgetHistory": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ForgetHistory(ctx, who, "mine")
	}},
	"Dwell": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.Dwell(ctx, who, "mine", "docs:secret/plan.md", 9)
	})},
	"KeepHistory": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.KeepHistory(ctx, who, "mine", "questions")
	}},
	"ArchiveWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ArchiveWorkspace(ctx, who, "mine", false)
	}},
	"ReactivateWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ReactivateWorkspace(ctx, who, "mine")
	}},
	"TerminateWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.TerminateWorkspace(ctx, who, "mine")
	}},
	"PinWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.PinWorkspace(ctx, who, "mine")
	}},
	"FollowWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.FollowWorkspace(ctx, who, "mine")
	}},
	"FollowMoves": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.FollowMoves(ctx, who, "mine")
	}},
	"ExpireWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ExpireWorkspace(ctx, who, "mine", "2999-01-01")
	}},
	"ShareWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ShareWorkspace(ctx, who, "mine", "root", "viewer")
	}},
	"TransferWorkspace": {spar.CanRead, quiet(func(s *service.Service, ctx context.Context, who spar.Principal) error {
		return s.TransferWorkspace(ctx, who, "mine", "root")
	})},
	"ExportWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		p, err := s.ExportWorkspace(ctx, who, "mine", io.Discard, true)
		p.Bytes = 0
		return p, err
	}},
	"ImportWorkspace": {spar.CanRead, func(s *service.Service, ctx context.Context, who spar.Principal) (any, error) {
		return s.ImportWorkspace(ctx, who, strings.NewReader("no tar"), "", nil)
	}},
}
