package service

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// inPaper has the names of the commands in the paper.
var inPaper = map[question.Command]string{question.Query: "queryDtb", question.Build: "buildUpdateDtb", question.Update: "buildUpdateDtb", question.Reset: "resetDtb"}

// losing has the commands that need confirmation.
var losing = map[question.Command]bool{question.Reset: true, question.Delete: true, question.Archive: true}

// ParseSentence says how SPAR understands a sentence: what to do, with which files, and what remains to search for. It changes nothing.
func (s *Service) ParseSentence(ctx context.Context, who spar.Principal, in api.Saying) (api.Sentence, error) {
	_, _, out, err := s.understood(ctx, who, in)
	return out, err
}

// chosen has the files of a scope, and the ones that only reading can decide.
type chosen struct{ known, unknown *roaring.Bitmap }

func (c chosen) count() int { return int(c.known.GetCardinality() + c.unknown.GetCardinality()) }

func (c chosen) files() *roaring.Bitmap { return roaring.Or(c.known, c.unknown) }

// chosen selects like selection, constraint by constraint. The readings of a sentence share most constraints, and a snapshot keeps the
// result of each to combine it again.
func (v view) chosen(sc spar.Scope) (chosen, error) {
	parts, all, err := v.Parts(v.ctx, v.who, sc)
	if err != nil {
		return chosen{}, err
	}
	known, unknown := index.Combined(all, parts...)
	return chosen{known, unknown}, nil
}

// understood parses a sentence with the names that the asker may know of.
func (s *Service) understood(ctx context.Context, who spar.Principal, in api.Saying) (view, question.Sentence, api.Sentence, error) {
	out := api.Sentence{Schema: api.SentenceSchema, Sentence: in.Sentence, Spans: []api.SentenceSpan{}, Keywords: []api.Words{}}
	v, got, err := s.sentence(ctx, who, in)
	if err != nil {
		return v, got, out, err
	}
	if !in.Guess {
		got.Doubtful(func(sc spar.Scope) int {
			c, err := v.chosen(sc)
			if err != nil {
				return 0
			}
			return c.count()
		})
	}
	got, about, err := s.topics(ctx, v, in, got)
	if err != nil {
		return v, got, out, err
	}
	out.Topics, out.Whole = toldTopics(about), wide(about) && got.Command != question.Query
	out.Command, out.Paper, out.Name, out.To, out.Loses = string(got.Command), inPaper[got.Command], got.Name, got.To, losing[got.Command]
	out.Model, out.Declined = got.Model, got.Declined
	for _, c := range got.Corrected {
		out.Corrected = append(out.Corrected, spar.Correction{From: c.Of(got.Text), To: c.To})
	}
	sc := got.Scope(in.Guess)
	out.Spans = spansOf(got, in.Guess)
	if in.Guess { // what ask would take
		set, err := s.settings()
		if err != nil {
			return v, got, out, err
		}
		var near []spar.Constraint
		if got, sc, near, err = s.guessed(ctx, v, got, spar.Scope{}, set.Ranking.Rank); err != nil {
			return v, got, out, err
		}
		out.Spans = spansOf(got, true)
		for _, c := range near {
			out.Spans = append(out.Spans, spanOfAll(got.Text, c))
		}
	}
	for _, k := range got.Keywords {
		out.Keywords = append(out.Keywords, wordsOf(got.Text, k))
	}
	for _, a := range got.Aside {
		out.Aside = append(out.Aside, wordsOf(got.Text, a))
	}
	for s := range question.Constraints(in.Sentence) {
		if sc, err := v.parse(s.Of(in.Sentence)); err == nil {
			out.Notes = append(out.Notes, v.unattributed(sc)...)
		}
	}
	if err := v.outside(ctx, s, in, &sc, &out); err != nil {
		return v, got, out, err
	}
	out.Scope = scope.Print(sc)
	selected, err := v.chosen(sc)
	if err != nil {
		return v, got, out, err
	}
	out.Files, out.Unknown = int(selected.known.GetCardinality()), int(selected.unknown.GetCardinality())
	if slices.ContainsFunc(sc.Constraints, func(c spar.Constraint) bool { return c.Guess }) {
		if strict, err := v.chosen(insisted(sc)); err == nil {
			out.Guessed = strict.count()
		}
	}
	if out.Questions, err = v.questions(got, in.Guess, selected.files()); err != nil {
		return v, got, out, err
	}
	if got.Associated != nil {
		matches := selected.known
		if out.Guessed > 0 && !slices.ContainsFunc(sc.Constraints, func(c spar.Constraint) bool { return !c.Guess }) { // the scope states nothing, so all files would be related to all
			strict, err := v.chosen(insisted(sc))
			if err != nil {
				return v, got, out, err
			}
			matches = strict.known
		}
		if out.Associated, err = (relatives{v}).associated(got, sc, matches); err != nil {
			return v, got, out, err
		}
	}
	return v, got, out, nil
}

// sentence parses a sentence, and drops the parts that mean nothing here.
func (s *Service) sentence(ctx context.Context, who spar.Principal, in api.Saying) (view, question.Sentence, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return v, question.Sentence{}, err
	}
	if strings.TrimSpace(in.Sentence) == "" || len(in.Sentence) > mostSaid {
		return v, question.Sentence{}, spar.Errorf(spar.Invalid, "a sentence has 1 to %d bytes; this one has %d", mostSaid, len(in.Sentence))
	}
	set, err := s.settings()
	if err != nil {
		return v, question.Sentence{}, err
	}
	o := question.Options{Fiscal: set.Fiscal, Question: in.Guess}
	if in.Now != "" {
		if o.Now, err = time.Parse(time.DateOnly, in.Now); err != nil {
			return v, question.Sentence{}, spar.Errorf(spar.Invalid, "%q is no day; write it as 2025-06-18", in.Now)
		}
	}
	names, err := s.spoken.of(v)
	if err != nil {
		return v, question.Sentence{}, err
	}
	got := question.ParseSentence(in.Sentence, names, o)
	got.Parts = slices.DeleteFunc(got.Parts, func(p question.Part) bool {
		_, err := v.parse(scope.Print(spar.Scope{Constraints: []spar.Constraint{p.Constraint}}))
		if err != nil {
			got.Keywords = append(got.Keywords, p.Spans...)
		}
		return err != nil
	})
	slices.SortFunc(got.Keywords, func(a, b question.Span) int { return a.Start - b.Start })
	if in.Guess || in.Rules || got.Command != question.Query && got.Command != question.Build && got.Command != question.Update {
		return v, got, nil
	}
	model, err := s.model()
	if err != nil {
		return v, got, err
	}
	reader := composing(set.Role, model)(ctx)
	if reader == nil {
		return v, got, nil
	}
	if o.Now.IsZero() {
		o.Now = time.Now().UTC()
	}
	got, got.Declined = s.askModel(ctx, v, reader, got, names, o.Now)
	got.Model = reader.Model()
	return v, got, nil
}

// mostSaid bounds a sentence, in bytes.
const mostSaid = 2000

func wordsOf(text string, s question.Span) api.Words {
	return api.Words{Start: s.Start, End: s.End, Text: s.Of(text)}
}

func spansOf(got question.Sentence, guess bool) []api.SentenceSpan {
	list := []api.SentenceSpan{}
	for _, p := range got.Parts {
		c := p.Constraint
		c.Guess = c.Guess || guess || p.Guess
		for _, s := range p.Spans {
			span := api.SentenceSpan{Words: wordsOf(got.Text, s), Constraint: scope.PrintConstraint(c), Guess: c.Guess, How: string(p.How)}
			if p.Doubt != nil {
				span.Doubt = string(p.Doubt.Sign)
			}
			list = append(list, span)
		}
	}
	slices.SortStableFunc(list, func(a, b api.SentenceSpan) int { return a.Start - b.Start })
	return list
}

// insisted returns a scope whose guesses filter.
func insisted(sc spar.Scope) spar.Scope {
	out := spar.Scope{Constraints: slices.Clone(sc.Constraints)}
	for i := range out.Constraints {
		out.Constraints[i].Guess = false
	}
	return out
}

// questions returns what to ask about a sentence: what it leaves open, and words that may mean very different files. files are the files
// of the sentence's scope.
func (v view) questions(got question.Sentence, guess bool, files *roaring.Bitmap) (list []api.SentenceQuestion, err error) {
	if guess {
		return nil, nil
	}
	base := got.Scope(false)
	for _, u := range got.Unclear {
		q := api.SentenceQuestion{Words: wordsOf(got.Text, u.Span), Question: fmt.Sprintf("When was that: %q? Say it with a date.", u.Of(got.Text)), Choices: []api.SentenceChoice{}}
		if len(u.Choices) > 0 {
			q.Question = fmt.Sprintf("Who or what is meant by %q?", u.Of(got.Text))
		}
		for _, c := range u.Choices {
			with := spar.Scope{Constraints: append(slices.Clone(base.Constraints), c)}
			choice, _, err := v.choice(c, with)
			if err != nil {
				return nil, err
			}
			q.Choices = append(q.Choices, choice)
		}
		list = append(list, q)
	}
	doubted, err := v.doubtful(got, base, files)
	if err != nil {
		return nil, err
	}
	list = append(doubted, list...) // first, so that the first choice of each later question still counts if all are taken
	for i, p := range got.Parts {
		if len(p.Others) == 0 || len(p.Spans) != 1 || p.Constraint.Not || p.Guess || p.Constraint.Key == "folder" {
			continue
		}
		mine := api.SentenceChoice{Constraint: scope.PrintConstraint(p.Constraint), Scope: scope.Print(base), Files: int(files.GetCardinality())}
		q := api.SentenceQuestion{Words: wordsOf(got.Text, p.Spans[0]), Question: fmt.Sprintf("What is meant by %q?", p.Spans[0].Of(got.Text)), Choices: []api.SentenceChoice{mine}}
		for _, c := range p.Others {
			with := spar.Scope{Constraints: slices.Clone(base.Constraints)}
			with.Constraints[i] = c
			other, others, err := v.choice(c, with)
			if err != nil || other.Files == 0 {
				continue
			}
			if both := roaring.And(files, others).GetCardinality(); 5*both < roaring.Or(files, others).GetCardinality() {
				q.Choices = append(q.Choices, other)
			}
		}
		if len(q.Choices) > 1 {
			list = append(list, q)
		}
	}
	return list, nil
}

// choice counts the files of a reading.
func (v view) choice(c spar.Constraint, sc spar.Scope) (api.SentenceChoice, *roaring.Bitmap, error) {
	selected, err := v.chosen(sc)
	if err != nil {
		return api.SentenceChoice{}, nil, err
	}
	files := selected.files()
	return api.SentenceChoice{Constraint: scope.PrintConstraint(c), Scope: scope.Print(sc), Files: int(files.GetCardinality())}, files, nil
}

// Do does what a sentence asks of workspaces. It only lists the files if the sentence gives no command. If the command loses something or
// is unclear, the asker must be sure (Sure); if a topic does not narrow the workspace, they must want that (Whole).
func (s *Service) Do(ctx context.Context, who spar.Principal, in api.Saying) (api.Sentence, error) {
	_, got, out, err := s.understood(ctx, who, in)
	if err != nil {
		return out, err
	}
	if got.Command == question.Query {
		return out, s.listedOf(ctx, who, &out)
	}
	if out.Whole && !in.Whole || !in.Sure && (out.Loses || len(out.Questions) > 0) {
		return out, nil
	}
	stated := out.Scope
	for _, q := range out.Questions {
		if len(q.Choices) > 0 && q.Choices[0].Scope != out.Scope { // else the scope has that choice already
			stated = q.Choices[0].Scope
		}
	}
	switch got.Command {
	case question.Build:
		name := out.Name
		if name == "" {
			name = workspaceName(got)
		}
		w, err := s.CreateWorkspace(ctx, who, api.NewWorkspace{Name: name, Scope: stated}, nil)
		if err != nil {
			return out, err
		}
		out.Name, out.Workspace = name, &w
	case question.Workspaces:
		return out, nil
	default:
		if out.Name == "" {
			return out, spar.Errorf(spar.Invalid, "say which workspace: %s the workspace NAME", got.Command)
		}
		err = s.doWith(ctx, who, got.Command, stated, &out)
	}
	out.Done = err == nil
	return out, err
}

// doWith does what a sentence asks of the workspace that it names.
func (s *Service) doWith(ctx context.Context, who spar.Principal, command question.Command, stated string, out *api.Sentence) error {
	var w api.Workspace
	var err error
	switch command {
	case question.Rename:
		return s.RenameWorkspace(ctx, who, out.Name, out.To)
	case question.Delete:
		_, err := s.DeleteWorkspace(ctx, who, out.Name)
		return err
	case question.Update:
		w, err = s.UpdateWorkspace(ctx, who, api.WorkspaceEdit{Name: out.Name, Add: stated}, nil)
	case question.Reset:
		w, err = s.ResetWorkspace(ctx, who, out.Name, false, nil)
	case question.Archive:
		w, err = s.ArchiveWorkspace(ctx, who, out.Name, false)
	case question.Reactivate:
		w, err = s.ReactivateWorkspace(ctx, who, out.Name)
	case question.Share:
		w, err = s.ShareWorkspace(ctx, who, out.Name, out.To, string(workspace.Viewer))
	default:
		return spar.Errorf(spar.Invalid, "a sentence cannot %s a workspace", command)
	}
	if err == nil {
		out.Workspace = &w
	}
	return err
}

// workspaceName makes the name of a workspace from the description of its files.
func workspaceName(got question.Sentence) string {
	var words []string
	for _, p := range got.Parts {
		if len(p.Constraint.Values) > 0 && p.Constraint.Values[0].Text != "" && !p.Constraint.Not {
			words = append(words, p.Constraint.Values[0].Text)
		}
	}
	words = append(words, strings.Fields(got.About())...)
	text := strings.ToLower(strings.Join(words[:min(3, len(words))], "-"))
	text = strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
			return r
		}
		return '-'
	}, text), "-")
	if text == "" {
		return "workspace"
	}
	return text
}

// takes adds the words of a question that describe files to its request: as guesses, or as strict constraints if the asker insists.
func (s *Service) takes(ctx context.Context, who spar.Principal, q api.Question, r *engine.Request) (*api.Taken, error) {
	if q.NoParse || len(r.Question) > mostSaid {
		return nil, nil
	}
	v, got, err := s.sentence(ctx, who, api.Saying{Sentence: r.Question, Guess: true})
	if err != nil {
		return nil, err
	}
	got, guessed, near, err := s.guessed(ctx, v, got, r.Scope, r.Retrieve.Rank)
	if err != nil {
		return nil, err
	}
	spans := spansOf(got, !q.Strict)
	for _, c := range near {
		c.Guess = !q.Strict
		spans = append(spans, spanOfAll(got.Text, c))
	}
	if len(guessed.Constraints) == 0 {
		return nil, nil
	}
	strict, err := v.chosen(scope.And(r.Scope, insisted(guessed)))
	if err != nil {
		return nil, err
	}
	taken := &api.Taken{Spans: spans, Strict: q.Strict, Files: strict.count()}
	if q.Strict {
		guessed = insisted(guessed)
	}
	taken.Scope = scope.Print(guessed)
	r.Asked, r.Question = r.Question, got.Rest()
	r.Scope = scope.And(r.Scope, guessed)
	return taken, nil
}

// tells reports whether a constraint distinguishes files of a scope: it holds for some and not for all.
func (v view) tells(sc spar.Scope, c spar.Constraint) bool {
	all, err := v.chosen(sc)
	if err != nil {
		return false
	}
	c.Guess = false
	in, err := v.chosen(scope.And(sc, spar.Scope{Constraints: []spar.Constraint{c}}))
	return err == nil && in.count() > 0 && in.count() < all.count()
}
