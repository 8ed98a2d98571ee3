package server

import (
	"iter"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// scopes has the operations on scopes, saved ones included.
var scopes = []operation{
	one("printScope", "POST", "/scope/parse", spar.CanRead, "read a scope and say how it was understood", func(c ctx, s *service.Service, who spar.Principal, in scopeText) (api.Scope, error) {
		return s.PrintScope(c, who, in.Text)
	}),
	one("explainScope", "POST", "/scope/explain", spar.CanRead, "how a scope comes to select what it does", func(c ctx, s *service.Service, who spar.Principal, in scopeText) (api.ScopeExplain, error) {
		return s.ExplainScope(c, who, in.Text)
	}),
	one("diagnoseScope", "POST", "/scope/diagnose", spar.CanRead,
		"why a scope selects nothing or little, and what other scopes would",
		func(c ctx, s *service.Service, who spar.Principal, in scopeText) (api.Diagnosis, error) {
			return s.DiagnoseScope(c, who, in.Text)
		}),
	one("parseSentence", "POST", "/scope/sentence", spar.CanRead,
		"read a sentence that names files and say what was understood: a command, a scope, and what is left to search for",
		func(c ctx, s *service.Service, who spar.Principal, in api.Saying) (api.Sentence, error) {
			return s.ParseSentence(c, who, in)
		}),
	one("do", "POST", "/do", spar.CanRead,
		"do what a sentence says with workspaces; what loses something, or is unclear, only with sure",
		func(c ctx, s *service.Service, who spar.Principal, in api.Saying) (api.Sentence, error) {
			return s.Do(c, who, in)
		}),
	one("divideScope", "POST", "/scope/divide", spar.CanRead,
		"how the files of a scope divide by share, folder, format, state, tag and month",
		func(c ctx, s *service.Service, who spar.Principal, in dividing) (api.Division, error) {
			return s.DivideScope(c, who, in.Text, in.Top)
		}),
	one("folderTree", "GET", "/scope/tree", spar.CanRead, "what lies in a folder, or in the shares, as far as a scope goes: folders with their files, bytes and how many were read",
		func(c ctx, s *service.Service, who spar.Principal, in branching) (api.FolderTree, error) {
			return s.FolderTree(c, who, in.Scope, in.In)
		}),
	one("relaxScope", "POST", "/scope/relax", spar.CanRead, "the scope of one relaxation, by its number", func(c ctx, s *service.Service, who spar.Principal, in relaxing) (api.Relaxation, error) {
		return s.RelaxScope(c, who, in.Text, in.N)
	}),
	one("whyFile", "GET", "/why", spar.CanRead, "why a scope selects a file or not", func(c ctx, s *service.Service, who spar.Principal, in ofFile) (api.WhyFile, error) {
		return s.WhyFile(c, who, in.File, in.Scope)
	}),
	many("savedScopes", "/scopes", spar.CanRead, "the saved scopes that you may use, your own and those that others share",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Scope, error] {
			return listed(s.SavedScopes(c, who))
		}),
	one("saveScope", "POST", "/scopes", spar.CanRead, "keep a scope under a name, in place of the one that has it", func(c ctx, s *service.Service, who spar.Principal, in newScope) (api.Scope, error) {
		return s.SaveScope(c, who, api.Scope{Name: in.Name, Text: in.Text})
	}),
	one("savedScope", "GET", "/scopes/{name}", spar.CanRead, "what a saved scope selects now", func(c ctx, s *service.Service, who spar.Principal, in named) (api.Scope, error) {
		return s.SavedScope(c, who, in.Name)
	}),
	done("renameScope", "POST", "/scopes/{name}/rename", spar.CanRead, "rename a saved scope, which references to it follow", func(c ctx, s *service.Service, who spar.Principal, in renaming) error {
		return s.RenameScope(c, who, in.Name, in.To)
	}),
	one("deleteScope", "DELETE", "/scopes/{name}", spar.CanRead, "forget a saved scope", func(c ctx, s *service.Service, who spar.Principal, in named) (api.Scope, error) {
		return s.DeleteScope(c, who, in.Name)
	}),
	one("shareScope", "POST", "/scopes/{name}/share", spar.CanRead,
		"let others refer to a saved scope, or no longer; that gives nobody a right to a file",
		func(c ctx, s *service.Service, who spar.Principal, in sharing) (api.Scope, error) {
			return s.ShareScope(c, who, in.Name, in.Shared)
		}),
}
