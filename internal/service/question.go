package service

import (
	"context"
	"math"
	"strings"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// defaultCount is the number of passages that an answer uses or a search shows.
const defaultCount = 10

// Check refuses an impossible question, before SPAR opens or scans anything for it.
func Check(set Settings, q api.Question) error {
	_, err := plain(set, q)
	return err
}

func (s *Service) check(q api.Question) error {
	set, err := s.settings()
	if err != nil {
		return err
	}
	return Check(set, q)
}

// plain returns the request of a question without the things that it refers to: workspace, shares, scope.
func plain(set Settings, q api.Question) (engine.Request, error) {
	if err := inOneThread(q); err != nil {
		return engine.Request{}, err
	}
	if err := checkAgent(q); err != nil {
		return engine.Request{}, err
	}
	r := engine.Request{Question: q.Question, Limit: defaultCount, Entities: q.Entities, Retrieve: set.Ranking}
	r.Budget, r.Until = set.Budget, set.Until
	if q.Budget != "" {
		var err error
		if r.Budget, err = order.ParseBudget(q.Budget); err != nil {
			return r, err
		}
	}
	if q.Until != nil {
		if r.Until = max(*q.Until, math.SmallestNonzeroFloat64); !(*q.Until >= 0 && *q.Until <= 1) {
			return r, spar.Errorf(spar.Invalid, "until is %v and must be a chance from 0 to 1", *q.Until)
		}
	}
	if q.Count != nil {
		if r.Limit = *q.Count; r.Limit < 1 || r.Limit > engine.MaxLimit {
			return r, spar.Errorf(spar.Invalid, "count is %d and must be a number of passages from 1 to %d", r.Limit, engine.MaxLimit)
		}
	}
	if _, _, err := withWords(q.Scope); err != nil {
		return r, err
	}
	if q.Workspace != "" && q.Folder != "" {
		return r, spar.Errorf(spar.Invalid, "a question is asked of a workspace or of a folder, not of both")
	}
	switch r.Answer.Length = answer.Length(q.Length); r.Answer.Length {
	case answer.Usual, answer.Short, answer.Long:
	default:
		return r, spar.Errorf(spar.Invalid, "length is %q and must be %s or %s", q.Length, answer.Short, answer.Long)
	}
	switch q.Embed {
	case "", api.EmbedLazy:
	case api.EmbedAll:
		if r.Retrieve.Rank == retrieve.Words {
			return r, spar.Errorf(spar.Invalid, "embed all is of no use to the ranking %s, which looks at no vectors; leave one of them out", r.Retrieve.Rank)
		}
	default:
		return r, spar.Errorf(spar.Invalid, "embed is %q and must be %s or %s", q.Embed, api.EmbedLazy, api.EmbedAll)
	}
	if q.Again && q.Question == "" {
		return r, nil // the question of the turn is used
	}
	return r, r.Check()
}

// A where says which files a question is about: the files of a workspace that a scope selects, or all that it selects if in is 0.
type where struct {
	in    workspace.ID
	scope string // in the query language
}

// request turns a question into a request of the engine, if the asker may ask it, and says which files it is about.
func (s *Service) request(ctx context.Context, who spar.Principal, q api.Question) (r engine.Request, at where, err error) {
	set, err := s.settings()
	if err != nil {
		return r, at, err
	}
	if r, err = plain(set, q); err != nil {
		return r, at, err
	}
	r.Who = who
	if r.Rerank, err = s.rerank(); err != nil {
		return r, at, err
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return r, at, err
	}
	if r.Scope, err = v.parse(q.Scope); err != nil {
		return r, at, err
	}
	if q.Folder != "" {
		below, err := v.folderScope(q.Folder)
		r.Scope = scope.And(spar.Scope{Constraints: below}, r.Scope)
		at.scope = scope.Print(r.Scope)
		return r, at, err
	}
	at.scope = scope.Print(r.Scope)
	if q.Workspace == "" {
		return r, at, nil
	}
	ws, err := s.opened(ctx, who, q.Workspace, workspace.Viewer)
	if err != nil {
		return r, at, err
	}
	at.in = ws.ID
	if r.Only, err = s.pinned(ctx, ws); err != nil {
		return r, at, err
	}
	if !set.EncoderIsSet {
		r.Encoder = ws.Encoder
	}
	// The scope of the question narrows the workspace.
	if ws.Scope, err = v.expand(ws.Owner, scope.Print(ws.Scope), ws.Scope); err != nil {
		return r, at, err
	}
	r.Scope = scope.And(ws.Scope, r.Scope)
	return r, at, nil
}

// EmbedAll computes a vector for every passage in the scope of a question, and fits the light encoder to them if that is due and the
// asker is an administrator.
func (s *Service) EmbedAll(ctx context.Context, who spar.Principal, q api.Question, progress func(done, total int)) (out api.Embedded, err error) {
	q, _, err = s.inThread(ctx, who, q)
	if err != nil {
		return out, err
	}
	r, _, err := s.request(ctx, who, q)
	if err != nil {
		return out, err
	}
	return s.embed(ctx, who, r, progress)
}

func (s *Service) embed(ctx context.Context, who spar.Principal, r engine.Request, progress func(done, total int)) (out api.Embedded, err error) {
	done, err := s.engine.EmbedAll(ctx, r, progress)
	out.Passages, out.Made = done.Passages, done.Made
	if err != nil || !who.May(spar.CanAdminister) {
		return out, err
	}
	fitted, tried, err := s.engine.KeepLight(ctx, who)
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil: // only an order depends on it
		out.Light = "the light encoder was not fitted: " + err.Error()
	case tried:
		out.Light = fitted.String()
	}
	return out, nil
}

// Open returns the place that an address names, with its surroundings. name may also be the number of a citation in the asker's last
// answer, in a workspace if one is given. The address needs no share if only one file has that name or that end of a path.
func (s *Service) Open(ctx context.Context, who spar.Principal, name, inWorkspace string) (api.Place, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Place{}, err
	}
	a, err := s.cited(ctx, who, name, inWorkspace)
	if err != nil {
		return api.Place{}, err
	}
	readable, err := v.readable()
	if err != nil {
		return api.Place{}, err
	}
	if a.Share == "" {
		f, err := readable.find(a.Path)
		if err != nil {
			return api.Place{}, err
		}
		a.Share, a.Path = f.Share, f.Path
	}
	var first error
	for _, path := range spellings(a.Path) {
		place, err := s.engine.Place(ctx, who, a.Share, path, a.Locator)
		if err == nil {
			if f, ok := v.Named(a.Share, path); ok && inWorkspace != "" {
				if err := s.noteOpening(ctx, who, inWorkspace, spar.Address{Share: a.Share, Path: path, Locator: a.Locator}, f.ID); err != nil {
					return api.Place{}, err
				}
			}
			return api.Place{
				Schema: api.PlaceSchema, Share: a.Share, Path: api.PathOf(path), Locator: a.Locator, Cell: place.Cell,
				Before: lines(place.Before), Text: lines(place.Text), After: lines(place.After), LeftOut: place.LeftOut,
			}, nil
		}
		if spar.CodeOf(err) != spar.NotFound {
			return api.Place{}, err
		}
		if first == nil {
			first = err
		}
	}
	return api.Place{}, readable.suggest(a, first)
}

// lines is a list of texts that is empty and not missing where there are none.
func lines(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// cited resolves the number of a citation in the asker's last answer, or an address.
func (s *Service) cited(ctx context.Context, who spar.Principal, name, ws string) (spar.Address, error) {
	n, ok := citationNumber(name)
	if !ok {
		return spar.ParseAddress(name)
	}
	var in workspace.Workspace
	if ws != "" {
		var err error
		if in, err = s.workspaceFor(ctx, who, ws, workspace.Viewer); err != nil {
			return spar.Address{}, err
		}
	}
	who.All = false // the last answer is the asker's own, even for one who may see everybody's
	asked, err := s.workspaces.History(ctx, who, in.ID, 1)
	if err != nil {
		return spar.Address{}, err
	}
	if len(asked) == 0 {
		return spar.Address{}, spar.Errorf(spar.NotFound, "nothing was asked yet, so that there is no citation %d", n)
	}
	for _, c := range asked[0].Citations {
		if c.N == n && c.Gone {
			return spar.Address{}, engine.GoneCitation(c)
		}
		if c.N == n {
			return c.Address(), nil
		}
	}
	return spar.Address{}, spar.Errorf(spar.NotFound, "the last answer, to %q, has no citation %d; it has %d", asked[0].Question, n, len(asked[0].Citations))
}

// citationNumber reads 2 or [2].
func citationNumber(name string) (n int, ok bool) {
	digits := strings.Trim(name, "[]")
	if digits == "" || len(digits) > 9 {
		return 0, false
	}
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = 10*n + int(r-'0')
	}
	return n, true
}
