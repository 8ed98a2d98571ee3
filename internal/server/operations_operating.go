package server

import (
	"cmp"
	"iter"
	"net/http"
	"net/url"
	"reflect"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

type (
	foldersIn struct {
		In string `json:"in,omitempty"` // the roots that are configured if it is not there
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

// A tryingModel names a language model that is to be tried.
type tryingModel struct {
	Name string `json:"name,omitempty"` // the usual one if it is not there
}

// owning has the operations for the owner of the data directory that every server serves.
var owning = []operation{
	knowing("folders", "GET", "/folders", spar.CanAdminister,
		"the folders of the server's machine that may become shares, below those that the setting share-roots names",
		func(s *Server, c *call, in foldersIn) (api.Folders, error) {
			f, err := s.o.Service.Folders(c.r.Context(), c.who, in.In)
			return service.RootsOf(s.o.Service, f, isLocal(s.o, c.r)), err
		}),
	knowing("allowFolder", "POST", "/folders", spar.CanAdminister,
		"let a folder and those below it become shares, which the setting share-roots keeps; on the machine of the server alone, by its user, who has just shown who they are",
		func(s *Server, c *call, in api.NewRoot) (api.Folders, error) {
			return service.AllowRoot(c.r.Context(), s.o.Service, c.who, in.Folder, isLocal(s.o, c.r))
		}),
	one("addShareWithin", "POST", "/shares/within", spar.CanAdminister,
		"make a folder below the share-roots a share; without a name it is named after the folder",
		func(c ctx, s *service.Service, who spar.Principal, in api.NewShare) (api.Share, error) {
			return s.AddShareWithin(c, who, in)
		}),
	many("audit", "/audit", spar.CanAdminister,
		"what people had the server do, the last thing first unless oldest_first is said",
		func(c ctx, s *service.Service, who spar.Principal, in api.AuditQuery) iter.Seq2[api.AuditEntry, error] {
			in.Language = cmp.Or(in.Language, inquiryIn(c).language)
			return s.Audit(c, who, in)
		}),
	one("shareRights", "GET", "/shares/{name}/rights", spar.CanAdminister,
		"how it is found out who may read the files of a share, its table of rights, and whom that may name",
		func(c ctx, s *service.Service, who spar.Principal, in named) (api.ShareRights, error) {
			return s.ShareRights(c, who, in.Name)
		}),
	one("tryRights", "POST", "/shares/{name}/rights/try", spar.CanAdminister,
		"how many files of a share each person could read under other rights, and how many they can now; nothing is changed",
		func(c ctx, s *service.Service, who spar.Principal, in api.RightsPlan) (api.RightsTrial, error) {
			return s.TryRights(c, who, in)
		}),
	one("setRights", "POST", "/shares/{name}/rights", spar.CanAdminister, "say how it is found out who may read the files of a share", setRights),
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
	many("directory", "/people", spar.CanAdminister, "the people of the principals file, and those who were added", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Person, error] {
		return listed(s.Directory(c, who))
	}),
	one("foundModels", "GET", "/models/found", spar.CanAdminister,
		"the language models that could write answers: those that were added, and those of servers of this machine, which are asked now",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.FoundModels, error) {
			return s.FoundModels(c, who)
		}),
	one("useWriter", "POST", "/models/writer", spar.CanAdminister,
		"have a language model write answers that was added or found on this machine, or none; it holds at once",
		func(c ctx, s *service.Service, who spar.Principal, in api.WriterChoice) (api.Config, error) {
			return s.UseWriter(c, who, in)
		}),
	one("tryWriter", "POST", "/models/try", spar.CanAdminister, "have a language model say something short, and measure how fast it does",
		func(c ctx, s *service.Service, who spar.Principal, in tryingModel) (api.ModelTrial, error) {
			return s.TryWriter(c, who, in.Name)
		}),
	one("addPerson", "POST", "/people", spar.CanAdminister, "add somebody who may ask", func(c ctx, s *service.Service, who spar.Principal, in api.NewPerson) (api.Person, error) {
		return s.AddPerson(c, who, in)
	}),
	one("changePerson", "PATCH", "/people/{name}", spar.CanAdminister, "change somebody who was added: role, groups, until when they may ask, or whether",
		func(c ctx, s *service.Service, who spar.Principal, in api.PersonChange) (api.Person, error) {
			return s.ChangePerson(c, who, in)
		}),
	one("personSees", "GET", "/people/{name}/sees", spar.CanAdminister, "how many files of each share somebody may read now, by the rights of the shares",
		func(c ctx, s *service.Service, who spar.Principal, in named) (api.PersonSees, error) {
			return s.PersonSees(c, who, in.Name)
		}),
	{id: "invitePerson", method: http.MethodPost, path: "/people/{name}/invite", needs: spar.CanAdminister,
		tells: "make a link by which somebody who was added signs in once and gets a key of their own",
		in:    reflect.TypeFor[api.NewInvitation](), out: reflect.TypeFor[api.Invitation](), serve: invite},
}

// invite turns an invitation into a link. Its secret is behind #, which browsers send to nobody.
func invite(s *Server, c *call) error {
	in, err := input[api.NewInvitation](c)
	if err != nil {
		return err
	}
	if in.Name == "" {
		return spar.Errorf(spar.Invalid, "say who is invited")
	}
	out, err := s.o.Service.InvitePerson(c.r.Context(), c.who, in)
	if err == nil {
		out.Link = InvitationLink(s.o.Base, out.Secret)
		writeJSON(c.w, c.r, http.StatusOK, out)
	}
	return err
}

// InvitationLink is where a page takes an invitation.
func InvitationLink(base *url.URL, secret string) string {
	at := base.JoinPath("/join")
	at.Fragment = secret
	return at.String()
}

// setRights notes each line that came or went for the audit trail: what rights somebody gave must be found there.
func setRights(c ctx, s *service.Service, who spar.Principal, in api.RightsPlan) (api.RightsTrial, error) {
	out, err := s.SetRights(c, who, in)
	if err == nil {
		inquiryIn(c).granted(out)
	}
	return out, err
}
