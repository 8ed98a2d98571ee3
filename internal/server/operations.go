package server

import (
	"context"
	"iter"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// Inputs of small operations. The names in a path, a query and a body are the JSON names of the fields.
type (
	named struct {
		Name string `json:"name"`
	}
	renaming struct {
		Name string `json:"name"`
		To   string `json:"to"`
		Keep bool   `json:"keep,omitempty"` // the old name as a synonym, of a tag
	}
	merging struct {
		Name string `json:"name"`
		Into string `json:"into"` // a tag
	}
	counting struct {
		States bool `json:"states,omitempty"` // count the files by state
	}
	scopeText struct {
		Text string `json:"text"` // in the query language
	}
	dividing struct {
		Text string `json:"text"`          // in the query language
		Top  int    `json:"top,omitempty"` // values of each key
	}
	branching struct {
		Scope string `json:"scope,omitempty"`
		In    string `json:"in,omitempty"` // share:folder; the shares if it is not there
	}
	relaxing struct {
		Text string `json:"text"` // in the query language
		N    int    `json:"n"`
	}
	newScope struct {
		Name string `json:"name"`
		Text string `json:"text"` // in the query language
	}
	sharing struct {
		Name   string `json:"name"`
		Shared bool   `json:"shared"`
	}
	scoped struct {
		Scope string `json:"scope,omitempty"`
	}
	ofFile struct {
		File  string `json:"file"`
		Scope string `json:"scope,omitempty"`
	}
	place struct {
		At        string `json:"at"`
		Workspace string `json:"workspace,omitempty"`
		Says      string `json:"says,omitempty"` // words: the first passage of the file that says them, in whatever form, is the place
	}
	values struct {
		Name  string `json:"name"`
		Scope string `json:"scope,omitempty"`
		Top   int    `json:"top,omitempty"`
	}
	likeness struct {
		Scope       string  `json:"scope,omitempty"`
		Resemblance float64 `json:"resemblance,omitempty"`
	}
	completing struct {
		Kind  string `json:"kind"`
		Begin string `json:"begin,omitempty"`
	}
	numbered struct {
		ID int64 `json:"id"`
	}
	item struct {
		ID string `json:"id"`
		As string `json:"as,omitempty"`
	}
	finding struct {
		Find string `json:"find,omitempty"` // words that the title, a question or an answer has
	}
	threadSharing struct {
		ID     string `json:"id"`
		Who    string `json:"who"`    // an account, a person, or the owner of something as it is told
		Shared bool   `json:"shared"` // false: not any more
	}
	titling struct {
		ID string `json:"id"`
		To string `json:"to,omitempty"` // its first question if it is not there
	}
	rating struct {
		ID     string `json:"id"`
		Turn   int    `json:"turn,omitempty"` // the last if it is not there
		Rating string `json:"rating"`         // up, down, or "" to take it back
		Why    string `json:"why,omitempty"`
	}
	assigning struct {
		Name string `json:"name"`
		api.Target
	}
	editing struct {
		Name string `json:"name"`
		api.TagEdit
	}
	judgingAll struct {
		Name string `json:"name"`
		api.Target
		Judge spar.Review `json:"review"`
	}
	judging struct {
		File  string      `json:"file"`
		Tag   string      `json:"tag"`
		Judge spar.Review `json:"review"`
	}
	setting struct {
		api.Target
		Set   []api.KeyValue `json:"set,omitempty"`
		Unset []string       `json:"unset,omitempty"`
	}
	applying struct {
		Rules  []string `json:"rules,omitempty"`
		Share  string   `json:"share,omitempty"`
		DryRun bool     `json:"dry_run,omitempty"`
	}
	sampling struct {
		ID   spar.BatchID `json:"id"`
		N    int          `json:"n,omitempty"`
		Seed uint64       `json:"seed,omitempty"`
	}
	batched struct {
		ID spar.BatchID `json:"id"`
	}
	relocating struct {
		Name   string `json:"name"`
		Folder string `json:"folder"`
	}
	examining struct {
		Model bool `json:"model,omitempty"` // ask the model server too
	}
)

// listed makes a sequence of a list.
func listed[T any](list []T, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}

type ctx = context.Context

// operations is everything that the API does, in the order of its description.
func (s *Server) operations() []operation {
	list := slices.Concat(questions, answers, places, files, scopes, workspaces, lives, carried, tags, shares, scanned, working, upkeep, owning, saved, kept)
	if s.o.Admin {
		list = append(list, administration...)
	}
	return list
}

var answerStages = stages[api.AnswerEvent, api.Answer]{
	name: func(e api.AnswerEvent) string { return e.Stage },
	final: func(e api.AnswerEvent) (api.Answer, bool) {
		if e.Stage != api.StageFinal || e.Answer == nil {
			return api.Answer{}, false
		}
		return *e.Answer, true
	},
	fault: func(f api.RequestFault) any {
		return api.AnswerEvent{Schema: api.AnswerEventSchema, Stage: api.StageError, Fault: &f.Fault, Request: f.Request}
	},
}

var hitsStages = stages[api.HitsEvent, api.Hits]{
	name: func(e api.HitsEvent) string { return e.Stage },
	final: func(e api.HitsEvent) (api.Hits, bool) {
		if e.Stage != api.StageFinal || e.Coverage == nil {
			return api.Hits{}, false
		}
		return api.Hits{Schema: api.HitsSchema, Hits: e.Hits, Coverage: *e.Coverage, Notes: e.Notes, Do: e.Do}, true
	},
	fault: func(f api.RequestFault) any {
		return api.HitsEvent{Schema: api.HitsEventSchema, Stage: api.StageError, Fault: &f.Fault, Request: f.Request}
	},
}

// question prepares and asks a question. It refuses a folder: only somebody at the machine itself may name one.
func question[E any](c ctx, s *service.Service, who spar.Principal, q api.Question, stream bool, ask func(ctx, spar.Principal, api.Question) iter.Seq2[E, error]) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		var none E
		if q.Folder != "" {
			yield(none, spar.Errorf(spar.Invalid, "a server is asked of workspaces and scopes, not of a folder: use the scope path:FOLDER/**"))
			return
		}
		q.Stream = stream
		for _, err := range s.Prepare(c, who, q) {
			if err != nil {
				yield(none, err)
				return
			}
		}
		in := inquiryIn(c)
		for e, err := range ask(c, who, q) {
			in.saw(e, err)
			if !yield(e, err) {
				return
			}
		}
	}
}

var questions = []operation{
	one("me", "GET", "/me", spar.CanRead, "who asks, and what they may do", me),
	staged("ask", "/ask", spar.CanRead, "answer a question", answerStages,
		func(c ctx, s *service.Service, who spar.Principal, q api.Question, stream bool) iter.Seq2[api.AnswerEvent, error] {
			return question(c, s, who, q, stream, s.Ask)
		}),
	staged("search", "/search", spar.CanRead, "find passages", hitsStages,
		func(c ctx, s *service.Service, who spar.Principal, q api.Question, stream bool) iter.Seq2[api.HitsEvent, error] {
			return question(c, s, who, q, stream, s.Search)
		}),
	one("sureQuestions", "POST", "/ask/sure", spar.CanRead, "which of some questions have a sure answer for you; nothing is kept of them",
		func(c ctx, s *service.Service, who spar.Principal, in api.Trying) (api.Tried, error) {
			return s.SureQuestions(c, who, in)
		}),
	one("searchFiles", "POST", "/search/files", spar.CanRead, "list the files for whose text an expression holds",
		func(c ctx, s *service.Service, who spar.Principal, q api.Question) (api.FileHits, error) {
			return s.SearchFiles(c, who, q)
		}),
	one("open", "GET", "/open", spar.CanRead, "the place that a citation names, in its surroundings",
		func(c ctx, s *service.Service, who spar.Principal, in place) (api.Place, error) {
			if in.Says != "" {
				return service.OpenSaid(c, s, who, in.At, in.Says, in.Workspace)
			}
			return s.Open(c, who, in.At, in.Workspace)
		}),
	one("table", "POST", "/table", spar.CanRead, "compute an answer over the tables of files",
		func(c ctx, s *service.Service, who spar.Principal, q api.TableQuestion) (api.TableAnswer, error) {
			return s.Table(c, who, q)
		}),
}

var files = []operation{
	windowed("files", "/files", spar.CanRead, "the files of a scope", func(c ctx, s *service.Service, who spar.Principal, in fileList, skip, most int) iter.Seq2[api.File, error] {
		l := in.listing()
		l.Skip, l.Limit = skip, most
		return s.Files(c, who, l)
	}),
	one("countFiles", "GET", "/files/count", spar.CanRead, "how many files of a scope are in each state",
		func(c ctx, s *service.Service, who spar.Principal, in fileList) (api.FileCount, error) {
			return s.Count(c, who, in.listing())
		}),
	one("file", "GET", "/file", spar.CanRead, "all that is known of a file, and why a scope selects it or not",
		func(c ctx, s *service.Service, who spar.Principal, in ofFile) (api.FileDetail, error) {
			return s.File(c, who, in.File, in.Scope)
		}),
	one("versions", "GET", "/versions", spar.CanRead, "the family of documents that a file belongs to, and which of them is in force",
		func(c ctx, s *service.Service, who spar.Principal, in ofFile) (api.Versions, error) {
			return s.Versions(c, who, in.File, in.Scope)
		}),
	one("summarize", "POST", "/summary", spar.CanRead, "what files say, by the sentences of them that say most",
		func(c ctx, s *service.Service, who spar.Principal, in api.SummaryQuestion) (api.Summary, error) {
			return s.Summarize(c, who, in)
		}),
	many("duplicates", "/duplicates", spar.CanRead, "groups of files whose texts are nearly the same",
		func(c ctx, s *service.Service, who spar.Principal, in likeness) iter.Seq2[api.Duplicates, error] {
			list, _, err := s.Duplicates(c, who, in.Scope, in.Resemblance)
			return listed(list, err)
		}),
	many("attributes", "/attributes", spar.CanRead, "the attributes that the files of a scope have, with their values",
		func(c ctx, s *service.Service, who spar.Principal, in scoped) iter.Seq2[api.Facet, error] {
			return s.Attributes(c, who, in.Scope)
		}),
	one("attribute", "GET", "/attributes/{name}", spar.CanRead, "the values of an attribute in a scope, with counts",
		func(c ctx, s *service.Service, who spar.Principal, in values) (api.Facet, error) {
			if in.Top == 0 {
				in.Top = pageSize
			}
			return s.Values(c, who, in.Scope, in.Name, in.Top)
		}),
	one("attributeTypes", "GET", "/attribute-types", spar.CanRead, "the attributes that files may have",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.AttributeList, error) {
			return s.AttributeTypes(c, who)
		}),
	many("attributeFaults", "/attribute-faults", spar.CanCurate, "values that the schema of attributes does not allow",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.AttributeFault, error] {
			return listed(s.AttributeFaults(c, who))
		}),
	one("setAttributes", "POST", "/attributes/set", spar.CanCurate, "give files attributes", func(c ctx, s *service.Service, who spar.Principal, in setting) (api.AttributeChange, error) {
		return s.SetAttributes(c, who, in.Target, in.Set)
	}),
	one("unsetAttributes", "POST", "/attributes/unset", spar.CanCurate, "take attributes off files", func(c ctx, s *service.Service, who spar.Principal, in setting) (api.AttributeChange, error) {
		return s.UnsetAttributes(c, who, in.Target, in.Unset)
	}),
	many("complete", "/complete", spar.CanRead, "what a word may become, with the files that it would select",
		func(c ctx, s *service.Service, who spar.Principal, in completing) iter.Seq2[api.Completion, error] {
			return func(yield func(api.Completion, error) bool) {
				for found := range s.Complete(c, who, in.Kind, in.Begin) {
					if !yield(found, nil) {
						return
					}
				}
			}
		}),
}

// A fileList is api.Listing without a limit, which the page has.
type fileList struct {
	Scope   string `json:"scope,omitempty"`
	Skipped bool   `json:"skipped,omitempty"`
	Sort    string `json:"sort,omitempty"`
	Reverse bool   `json:"reverse,omitempty"`
}

func (l fileList) listing() api.Listing {
	return api.Listing{Scope: l.Scope, Skipped: l.Skipped, Sort: l.Sort, Reverse: l.Reverse}
}

var workspaces = []operation{
	many("workspaces", "/workspaces", spar.CanRead, "your workspaces", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Workspace, error] {
		return listed(s.Workspaces(c, who))
	}),
	one("createWorkspace", "POST", "/workspaces", spar.CanRead, "keep a scope under a name", func(c ctx, s *service.Service, who spar.Principal, in api.NewWorkspace) (api.Workspace, error) {
		return s.CreateWorkspace(c, who, in, nil)
	}),
	one("workspace", "GET", "/workspaces/{name}", spar.CanRead,
		"a workspace, what its scope selects, and what was asked last",
		func(c ctx, s *service.Service, who spar.Principal, in named) (api.Workspace, error) {
			return s.Workspace(c, who, in.Name)
		}),
	one("editWorkspace", "PATCH", "/workspaces/{name}", spar.CanRead, "change the scope of a workspace", func(c ctx, s *service.Service, who spar.Principal, in api.NewWorkspace) (api.Workspace, error) {
		return s.EditWorkspace(c, who, in, nil)
	}),
	done("renameWorkspace", "POST", "/workspaces/{name}/rename", spar.CanRead, "rename a workspace", func(c ctx, s *service.Service, who spar.Principal, in renaming) error {
		return s.RenameWorkspace(c, who, in.Name, in.To)
	}),
	one("deleteWorkspace", "DELETE", "/workspaces/{name}", spar.CanRead, "put a workspace into the trash", func(c ctx, s *service.Service, who spar.Principal, in named) (api.Trashed, error) {
		return s.DeleteWorkspace(c, who, in.Name)
	}),
	many("threads", "/threads", spar.CanRead, "your conversations, the last one first; with words those whose title, questions or answers have them", func(c ctx, s *service.Service, who spar.Principal, in finding) iter.Seq2[api.Thread, error] {
		return listed(s.Threads(c, who, in.Find))
	}),
	one("thread", "GET", "/threads/{id}", spar.CanRead,
		"a conversation with its turns; turns that rest on files that you may not read are withheld",
		func(c ctx, s *service.Service, who spar.Principal, in item) (api.Thread, error) {
			return s.Thread(c, who, in.ID)
		}),
	done("deleteThread", "DELETE", "/threads/{id}", spar.CanRead, "forget a conversation for good", func(c ctx, s *service.Service, who spar.Principal, in item) error {
		return s.DeleteThread(c, who, in.ID)
	}),
	done("renameThread", "POST", "/threads/{id}/rename", spar.CanRead, "give a conversation another title", func(c ctx, s *service.Service, who spar.Principal, in titling) error {
		return s.RenameThread(c, who, in.ID, in.To)
	}),
	one("shareThread", "POST", "/threads/{id}/share", spar.CanRead,
		"let somebody look at a conversation, or not any more; that gives nobody a right to a file",
		func(c ctx, s *service.Service, who spar.Principal, in threadSharing) (api.Thread, error) {
			return s.ShareThread(c, who, in.ID, in.Who, in.Shared)
		}),
	done("rateTurn", "POST", "/threads/{id}/rate", spar.CanRead, "say that an answer was good or bad, and why", func(c ctx, s *service.Service, who spar.Principal, in rating) error {
		return s.RateTurn(c, who, turnOf{in.ID, in.Turn}.name(), in.Rating, in.Why)
	}),
	one("replayTurn", "POST", "/threads/{id}/replay", spar.CanRead,
		"ask a question of a conversation again with what made its answer then, and say what differs and why",
		func(c ctx, s *service.Service, who spar.Principal, in turnOf) (api.Replay, error) {
			return s.ReplayTurn(c, who, in.name())
		}),
	many("trash", "/trash", spar.CanRead, "what was removed and can be restored", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Trashed, error] {
		return listed(s.Trash(c, who))
	}),
	one("restore", "POST", "/trash/{id}/restore", spar.CanRead, "restore something from the trash", func(c ctx, s *service.Service, who spar.Principal, in item) (api.Restored, error) {
		out, err := s.Restore(c, who, in.ID, in.As)
		if err == nil {
			inquiryIn(c).restored(out)
		}
		return out, err
	}),
	one("createToken", "POST", "/tokens", spar.CanRead,
		"make a token with which a program acts as you; its secret is told once",
		func(c ctx, s *service.Service, who spar.Principal, in api.NewToken) (api.Token, error) {
			made, err := s.CreateToken(c, who, in)
			if err == nil {
				inquiryIn(c).made(made.ID)
			}
			return made, err
		}),
	many("tokens", "/tokens", spar.CanRead, "your tokens and sessions", func(c ctx, s *service.Service, who spar.Principal, _ nothing) iter.Seq2[api.Token, error] {
		return listed(s.Tokens(c, who))
	}),
	done("revokeToken", "DELETE", "/tokens/{id}", spar.CanRead, "end a token or session", func(c ctx, s *service.Service, who spar.Principal, in numbered) error {
		return s.RevokeToken(c, who, in.ID)
	}),
}

var shares = []operation{
	many("shares", "/shares", spar.CanRead, "the shares, each with its files by state if they are to be counted", func(c ctx, s *service.Service, who spar.Principal, in counting) iter.Seq2[api.Share, error] {
		if in.States {
			return listed(s.CountedShares(c, who))
		}
		return listed(s.Shares(c, who))
	}),
	one("share", "GET", "/shares/{name}", spar.CanRead, "a share, with its files by state", func(c ctx, s *service.Service, who spar.Principal, in named) (api.Share, error) {
		return s.Share(c, who, in.Name)
	}),
	done("renameShare", "POST", "/shares/{name}/rename", spar.CanOperate, "rename a share", func(c ctx, s *service.Service, who spar.Principal, in renaming) error {
		_, err := s.RenameShare(c, who, in.Name, in.To)
		return err
	}),
	one("removeShare", "DELETE", "/shares/{name}", spar.CanOperate,
		"put a share into the trash; its files stay where they are",
		func(c ctx, s *service.Service, who spar.Principal, in named) (api.Trashed, error) {
			return s.RemoveShare(c, who, in.Name)
		}),
	one("ignore", "POST", "/shares/ignore", spar.CanOperate, "which names a share leaves out", func(c ctx, s *service.Service, who spar.Principal, in api.IgnoreEdit) (api.Ignore, error) {
		return s.Ignore(c, who, in)
	}),
	one("limits", "POST", "/shares/limits", spar.CanOperate, "how fast and when a share is read", func(c ctx, s *service.Service, who spar.Principal, in api.LimitsEdit) (api.Limits, error) {
		return s.Limits(c, who, in)
	}),
	staged("scan", "/scan", spar.CanOperate, "look at all files of shares anew", stages[api.ScanEvent, api.Scan]{
		name: func(e api.ScanEvent) string { return e.Stage },
		final: func(e api.ScanEvent) (api.Scan, bool) {
			if e.Scan == nil {
				return api.Scan{}, false
			}
			return *e.Scan, true
		},
		fault: func(f api.RequestFault) any { return api.Failure{Error: f} },
	}, func(c ctx, s *service.Service, who spar.Principal, in scanning, _ bool) iter.Seq2[api.ScanEvent, error] {
		return s.Scan(c, who, api.ScanRequest{What: []string{in.Share}, NoWait: in.NoWait})
	}),
	one("cost", "POST", "/cost", spar.CanOperate,
		"measure what preparing files costs here, and compare one index of all with one for each workspace; "+
			"reads a sample of files", func(c ctx, s *service.Service, who spar.Principal, in api.CostRequest) (api.Cost, error) {
			return s.Cost(c, who, in)
		}),
	one("reread", "POST", "/reread", spar.CanOperate, "read files again when they are next needed", func(c ctx, s *service.Service, who spar.Principal, in api.Target) (api.Reread, error) {
		return s.Reread(c, who, in)
	}),
}

// A scanning is of one share: its folder is the server's to know.
type scanning struct {
	Share  string `json:"share"`
	NoWait bool   `json:"no_wait,omitempty"`
}

var upkeep = []operation{
	one("status", "GET", "/status", spar.CanRead, "the shares and what was read of them", func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.Status, error) {
		return s.Status(c, who)
	}),
	many("changes", "/changes", spar.CanRead,
		"which files scans of the last 30 days found new, changed, moved, gone or unreadable, the latest first",
		func(c ctx, s *service.Service, who spar.Principal, in api.ChangesQuery) iter.Seq2[api.FileChange, error] {
			return s.Changes(c, who, in)
		}),
	many("doctor", "/doctor", spar.CanRead,
		"what is wrong with the installation, the data directory and the shares, and what helps",
		func(c ctx, s *service.Service, who spar.Principal, in examining) iter.Seq2[api.Symptom, error] {
			return s.Examine(c, who, in.Model)
		}),
}

// administration has the operations of administrators; the server serves them only if it is configured to.
var administration = []operation{
	one("addShare", "POST", "/shares", spar.CanAdminister, "make a folder of the server's machine a share", func(c ctx, s *service.Service, who spar.Principal, in api.NewShare) (api.Share, error) {
		share, _, err := s.AddShare(c, who, in)
		return share, err
	}),
	one("connect", "POST", "/connections", spar.CanAdminister,
		"have people of an OpenID provider sign in, or a language model elsewhere write answers; it is tried first, and holds at once",
		func(c ctx, s *service.Service, who spar.Principal, in api.Connection) (api.Connected, error) {
			return s.Connect(c, who, in)
		}),
	done("relocateShare", "POST", "/shares/{name}/relocate", spar.CanAdminister, "say where the folder of a share is now", func(c ctx, s *service.Service, who spar.Principal, in relocating) error {
		return s.RelocateShare(c, who, in.Name, in.Folder)
	}),
	one("check", "POST", "/check", spar.CanAdminister, "read everything that is stored and compare it with its checksums",
		func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.Check, error) {
			return s.Check(c, who)
		}),
	one("purge", "POST", "/purge", spar.CanAdminister,
		"remove the text of files that are gone, and what has lain in the trash for long",
		func(c ctx, s *service.Service, who spar.Principal, in api.PurgeRequest) (api.Purge, error) {
			return s.Purge(c, who, in)
		}),
}
