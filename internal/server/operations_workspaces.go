package server

import (
	"iter"
	"strconv"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

type (
	archiving struct {
		Name  string `json:"name"`
		Purge bool   `json:"purge,omitempty"` // takes from the disk what no other open workspace uses; needs the capability administer
	}
	expiring struct {
		Name string `json:"name"`
		At   string `json:"at"` // as 2026-12-31, or never
	}
	workspaceSharing struct {
		Name string `json:"name"`
		Who  string `json:"who"`  // an account, a person of the file of principals, or the owner of something as it is told
		Role string `json:"role"` // viewer, editor, owner or none

		DryRun bool `json:"dry_run,omitempty"` // say how many of its files they may read, and share nothing
	}
	starring struct {
		Name    string `json:"name"`
		Starred bool   `json:"starred"`
	}
	dwelling struct {
		Name    string `json:"name"`
		Open    string `json:"open"`    // the address of the place
		Seconds int    `json:"seconds"` // 1 to 3600
	}
	historyKept struct {
		Name string `json:"name"`
		Keep string `json:"keep"` // all, questions, a number of days such as 90d, or questions,90d
	}
	transferring struct {
		Name string `json:"name"`
		Who  string `json:"who"`
	}
	turnOf struct {
		ID   string `json:"id"`             // of the thread
		Turn int    `json:"turn,omitempty"` // its last one if not given
	}
	resetting struct {
		Name string `json:"name"`
		Read bool   `json:"read,omitempty"` // reads what waits, within the budget of a question
	}
)

// lives has the operations on a workspace during its life. The name of somebody else's workspace is OWNER/NAME, with the slash as %2F.
var lives = []operation{
	one("updateWorkspace", "POST", "/workspaces/{name}/update", spar.CanRead,
		"add files to a workspace, narrow it, put single files in or take them out; says what that did",
		func(c ctx, s *service.Service, who spar.Principal, in api.WorkspaceEdit) (api.Workspace, error) {
			return s.UpdateWorkspace(c, who, in, nil)
		}),
	one("resetWorkspace", "POST", "/workspaces/{name}/reset", spar.CanRead,
		"forget which files were put in or taken out by hand, and try again what could not be read",
		func(c ctx, s *service.Service, who spar.Principal, in resetting) (api.Workspace, error) {
			return s.ResetWorkspace(c, who, in.Name, in.Read, nil)
		}),
	many("workspaceFiles", "/workspaces/{name}/files", spar.CanRead, "the files of a workspace with what was made of each",
		func(c ctx, s *service.Service, who spar.Principal, in named) iter.Seq2[api.WorkspaceFile, error] {
			return s.WorkspaceFiles(c, who, in.Name)
		}),
	many("workspaceHistory", "/workspaces/{name}/history", spar.CanRead,
		"who asked what in a workspace and opened what, the latest first; what rests on files that you may not read is withheld",
		func(c ctx, s *service.Service, who spar.Principal, in named) iter.Seq2[api.Inquiry, error] {
			return listed(s.WorkspaceHistory(c, who, in.Name))
		}),
	done("forgetHistory", "DELETE", "/workspaces/{name}/history", spar.CanRead,
		"forget for good what you have asked and opened in a workspace", func(c ctx, s *service.Service, who spar.Principal, in named) error {
			_, err := s.ForgetHistory(c, who, in.Name)
			return err
		}),
	done("dwell", "POST", "/workspaces/{name}/dwell", spar.CanRead,
		"add to how long you have looked at a place that you opened from within a workspace",
		func(c ctx, s *service.Service, who spar.Principal, in dwelling) error {
			return s.Dwell(c, who, in.Name, in.Open, in.Seconds)
		}),
	one("keepHistory", "POST", "/workspaces/{name}/keep", spar.CanRead,
		"say how much of its history a workspace keeps; what that leaves out is forgotten for good",
		func(c ctx, s *service.Service, who spar.Principal, in historyKept) (api.Workspace, error) {
			return s.KeepHistory(c, who, in.Name, in.Keep)
		}),
	one("archiveWorkspace", "POST", "/workspaces/{name}/archive", spar.CanRead,
		"keep a workspace with its files and threads until it is reactivated",
		func(c ctx, s *service.Service, who spar.Principal, in archiving) (api.Workspace, error) {
			return s.ArchiveWorkspace(c, who, in.Name, in.Purge)
		}),
	one("expireWorkspace", "POST", "/workspaces/{name}/expire", spar.CanRead, "say on which day a workspace is archived",
		func(c ctx, s *service.Service, who spar.Principal, in expiring) (api.Workspace, error) {
			return s.ExpireWorkspace(c, who, in.Name, in.At)
		}),
	one("shareWorkspace", "POST", "/workspaces/{name}/share", spar.CanRead,
		"give somebody a role in a workspace, or take it away; that gives nobody a right to a file",
		func(c ctx, s *service.Service, who spar.Principal, in workspaceSharing) (api.Workspace, error) {
			if in.DryRun {
				return service.WouldShare(c, s, who, in.Name, in.Who, in.Role)
			}
			return s.ShareWorkspace(c, who, in.Name, in.Who, in.Role)
		}),
	done("starWorkspace", "POST", "/workspaces/{name}/star", spar.CanRead, "keep a workspace at hand for yourself, or not any more",
		func(c ctx, s *service.Service, who spar.Principal, in starring) error {
			return s.StarWorkspace(c, who, in.Name, in.Starred)
		}),
	done("transferWorkspace", "POST", "/workspaces/{name}/transfer", spar.CanRead,
		"give a workspace to somebody, who may share it with you", func(c ctx, s *service.Service, who spar.Principal, in transferring) error {
			return s.TransferWorkspace(c, who, in.Name, in.Who)
		}),
	one("followMoves", "POST", "/workspaces/{name}/moved", spar.CanRead,
		"give a workspace the names that the folders and files of its scope have now",
		func(c ctx, s *service.Service, who spar.Principal, in named) (api.Workspace, error) {
			return s.FollowMoves(c, who, in.Name)
		}),
	step("reactivate", "open an archived workspace again, and say what changed since", (*service.Service).ReactivateWorkspace),
	step("terminate", "end a workspace for good; its threads can still be read", (*service.Service).TerminateWorkspace),
	step("pin", "fix the files of a workspace as they are now", (*service.Service).PinWorkspace),
	step("follow", "have a pinned workspace follow its scope again, and say what changed", (*service.Service).FollowWorkspace),
}

// step is an operation on a workspace that needs its name alone.
func step(verb, tells string, do func(*service.Service, ctx, spar.Principal, string) (api.Workspace, error)) operation {
	return one(verb+"Workspace", "POST", "/workspaces/{name}/"+verb, spar.CanRead, tells, func(c ctx, s *service.Service, who spar.Principal, in named) (api.Workspace, error) {
		return do(s, c, who, in.Name)
	})
}

// name returns the name that the service has for a turn.
func (t turnOf) name() string {
	if t.Turn > 0 {
		return t.ID + "/" + strconv.Itoa(t.Turn)
	}
	return t.ID
}
