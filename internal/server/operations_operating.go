package server

import (
	"iter"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

type (
	foldersIn struct {
		In string `json:"in,omitempty"` // the roots that are configured if it is not there
	}
	granting struct {
		Name   string `json:"name"`
		Rights string `json:"rights"` // auto, posix, acl, open, or table for the one that was imported
	}
)

// A changingSetting gives a setting a value.
type changingSetting struct {
	Name  string  `json:"name"`
	Value *string `json:"value,omitempty"` // the default if it is not there
}

// A choosingModel names an encoder that is to be used.
type choosingModel struct {
	Name string `json:"name"`
	Now  bool   `json:"now,omitempty"`
}

// owning is what the owner of the data directory may do and see through any server.
var owning = []operation{
	one("folders", "GET", "/folders", spar.CanAdminister,
		"the folders of the server's machine that may become shares, below those that the setting share-roots names",
		func(c ctx, s *service.Service, who spar.Principal, in foldersIn) (api.Folders, error) {
			return s.Folders(c, who, in.In)
		}),
	one("addShareWithin", "POST", "/shares/within", spar.CanAdminister,
		"make a folder below the share-roots a share; without a name it is named after the folder",
		func(c ctx, s *service.Service, who spar.Principal, in api.NewShare) (api.Share, error) {
			return s.AddShareWithin(c, who, in)
		}),
	one("configuration", "GET", "/settings", spar.CanAdminister,
		"every setting, and where its value came from; secrets are hidden",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.Config, error) {
			return s.Configuration(c, who)
		}),
	one("changeSetting", "POST", "/settings/{name}", spar.CanAdminister,
		"give a setting that is changeable a value, or its default; it holds for the questions to come, and is kept in the configuration file",
		func(c ctx, s *service.Service, who spar.Principal, in changingSetting) (api.Config, error) {
			return s.ChangeSetting(c, who, in.Name, in.Value)
		}),
	many("accounts", "/accounts", spar.CanAdminister,
		"the accounts of a provider that have signed in, and to whom each is tied",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Account, error] {
			return listed(s.Accounts(c, who))
		}),
	one("forgetAccount", "DELETE", "/accounts/{id}", spar.CanAdminister, "untie an account and end its sessions", func(c ctx, s *service.Service, who spar.Principal, in numbered) (api.Account, error) {
		return s.ForgetAccount(c, who, in.ID)
	}),
	one("models", "GET", "/models", spar.CanAdminister, "the models of the data directory", func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.Models, error) {
		return s.Models(c, who)
	}),
	one("useModel", "POST", "/models/use", spar.CanAdminister,
		"compare meaning with another encoder: now, or once every passage that has a vector got one of it",
		func(c ctx, s *service.Service, who spar.Principal, in choosingModel) (api.ModelUsed, error) {
			return s.UseModel(c, who, in.Name, in.Now, func(int, int) {})
		}),
	one("revertModel", "POST", "/models/revert", spar.CanAdminister, "go back to the encoder that was in use before",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.ModelUsed, error) {
			return s.RevertModel(c, who)
		}),
	many("directory", "/people", spar.CanAdminister, "the people of the principals file", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Person, error] {
		return listed(s.Directory(c, who))
	}),
}
