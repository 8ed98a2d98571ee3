package service

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	suggested "github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	fewSuggested  = 10  // tags per file
	leastSuggest  = .1  // chance from which a tag is shown
	leastPropose  = .5  // chance from which a tag waits for review
	mostEvidence  = 3   // neighbours that a suggestion names
	tellingCosine = .35 // nearness from which a passage is evidence
	mostLearned   = 400 // judged files to which the chances are fitted
	fewLearned    = 40  // judgements that fitting needs
	proposedFiles = 200 // files whose proposals are written at once
)

// A proposing proposes tags to one asker.
type proposing struct {
	*engine.Proposer
	learned  int
	rejected map[catalog.Link]bool
}

// proposer returns a proposing, with chances fitted to people's judgements of files that the asker may read.
func (s *Service) proposer(ctx context.Context, v view) (p proposing, err error) {
	if p.Proposer, err = s.engine.Proposer(ctx, v.who, nil); err != nil {
		return p, err
	}
	if p.rejected, err = s.catalog.Rejected(ctx); err != nil {
		return p, err
	}
	return p, s.learn(ctx, v, &p)
}

// learn fits the chances to judgements of proposals.
func (s *Service) learn(ctx context.Context, v view, p *proposing) error {
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return err
	}
	foreign, err := s.foreign(ctx, v)
	if err != nil {
		return err
	}
	judged := map[spar.FileID][]spar.Assignment{}
	for a, err := range s.catalog.JudgedGuesses(ctx) {
		if err != nil {
			return err
		}
		if readable.Known.Contains(uint32(a.File)) && !foreign(a) {
			judged[a.File] = append(judged[a.File], a)
		}
	}
	count, owner, files := 0, v.who.Owner(), roaring.New()
	for f, list := range judged {
		count += len(list)
		files.Add(uint32(f))
	}
	if count < fewLearned {
		return nil
	}
	if n, ok := p.Learned(owner, count); ok {
		p.learned = n
		return nil
	}
	var samples []calibrate.Sample
	right, n := 0, 0
	for f := range v.In(files) {
		if n++; n > mostLearned {
			break
		}
		f.Path = strings.Clone(f.Path)
		candidates, _, err := p.Of(ctx, f)
		if err != nil {
			return err
		}
		for _, c := range candidates {
			if i := slices.IndexFunc(judged[f.ID], func(a spar.Assignment) bool { return a.Tag == c.Tag }); i >= 0 {
				accepted := judged[f.ID][i].Review == spar.Accepted
				samples = append(samples, calibrate.Sample{Signs: c.Signs, Right: accepted, Group: f.Share + ":" + f.Path})
				if accepted {
					right++
				}
			}
		}
	}
	if len(samples) < fewLearned || right == 0 || right == len(samples) {
		return nil
	}
	p.learned = len(samples)
	return p.Learn(ctx, owner, count, files, samples)
}

// Suggest says which tags files may get, with the evidence for each. It stores nothing. For an unread file only the name counts.
func (s *Service) Suggest(ctx context.Context, who spar.Principal, q api.Suggesting) iter.Seq2[api.Suggestion, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.Suggestion]) error {
		v, files, only, err := s.suggesting(ctx, who, q)
		if err != nil {
			return err
		}
		model, err := s.choosing(ctx, v, q)
		if err != nil {
			return err
		}
		if q.Values {
			return s.suggestValues(ctx, v, files, q, out)
		}
		p, err := s.proposer(ctx, v)
		if err != nil {
			return err
		}
		names, notes := v.names(), p.Notes
		for _, f := range files {
			list, passages, err := s.candidates(ctx, v, p, f, only)
			if err != nil {
				return err
			}
			model.of(ctx, f, list, passages, names)
			shown := 0
			for _, c := range list {
				evidence := v.evidenceOf(f, c, passages, names)
				if model.chose(c.Tag) {
					c.Chance, evidence = model.chances[c.Tag], append(evidence, model.evidence[c.Tag])
				} else if shown++; shown > cmp.Or(q.Most, fewSuggested) || c.Chance < cmp.Or(q.Least, leastSuggest) {
					continue
				}
				out.send(api.Suggestion{
					Schema: api.SuggestionSchema, FileName: nameOf(f), Tag: names[c.Tag], Chance: rounded(c.Chance), Evidence: evidence, Notes: notes,
				})
				notes = nil
			}
		}
		if did, said := model.told(); did != nil {
			notes = append(notes, said...)
			for _, one := range did.New {
				out.send(api.Suggestion{Schema: api.SuggestionSchema, FileName: one.FileName, Tag: one.Tag, New: true, Below: one.Below, Notes: notes,
					Evidence: []api.TagEvidence{{Kind: "quote", Text: fmt.Sprintf("the model %s named it, by “%s”", did.Model, one.Quote), Open: one.Open}}})
				notes = nil
			}
		}
		if len(notes) > 0 {
			out.send(api.Suggestion{Schema: api.SuggestionSchema, Evidence: []api.TagEvidence{}, Notes: notes})
		}
		return nil
	})
}

// suggesting returns the files to suggest tags for, which the asker may read, and the only tag to suggest, 0 for any.
func (s *Service) suggesting(ctx context.Context, who spar.Principal, q api.Suggesting) (v view, list []spar.File, only spar.TagID, err error) {
	v, files, _, err := s.curated(ctx, who, q.Target)
	if err != nil {
		return v, nil, 0, err
	}
	if q.Least < 0 || q.Least > 1 || q.Most < 0 {
		return v, nil, 0, spar.Errorf(spar.Invalid, "a chance is from 0 to 1 and a number of tags not negative; %v and %d were asked for", q.Least, q.Most)
	}
	if q.Tag != "" && !q.Values {
		tag, err := v.FindTag(who, q.Tag)
		if err != nil {
			return v, nil, 0, err
		}
		only = tag.ID
	}
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return v, nil, 0, err
	}
	for _, f := range files {
		if readable.Known.Contains(uint32(f.ID)) {
			f.Share, f.Path = strings.Clone(f.Share), strings.Clone(f.Path)
			list = append(list, f)
		}
	}
	return v, list, only, nil
}

// candidates returns the tags that a file may get: it has none of them, and nobody rejected them for it.
func (s *Service) candidates(ctx context.Context, v view, p proposing, f spar.File, only spar.TagID) ([]suggested.Candidate, []spar.Passage, error) {
	list, passages, err := p.Of(ctx, f)
	has := v.TagsOf(f.ID)
	list = slices.DeleteFunc(list, func(c suggested.Candidate) bool {
		return slices.Contains(has, c.Tag) || p.rejected[catalog.Link{File: f.ID, Tag: c.Tag}] || only != 0 && c.Tag != only
	})
	return list, passages, err
}

// evidenceOf returns the evidence for a tag.
func (v view) evidenceOf(f spar.File, c suggested.Candidate, passages []spar.Passage, names map[spar.TagID]string) []api.TagEvidence {
	list := []api.TagEvidence{}
	says, near, open := "the name of the file says “%s”", "the name of the file is near to “%s” in meaning (%.2f)", ""
	if c.Text >= 1 && c.Text <= len(passages) {
		says, near = "the text says “%s”", "the text is near to “%s” in meaning (%.2f)"
		open = spar.Address{Share: f.Share, Path: f.Path, Locator: passages[c.Text-1].Locator}.String()
	}
	said := ""
	if c.Said != "" {
		text := path.Base(f.Path)
		if open != "" {
			text = passages[c.Text-1].Text
		}
		said = suggested.Written(text, c.Said)
	}
	if said != "" {
		list = append(list, api.TagEvidence{Kind: "name", Text: fmt.Sprintf(says, said), Open: open})
	} else if c.Nearness >= tellingCosine {
		list = append(list, api.TagEvidence{Kind: "meaning", Text: fmt.Sprintf(near, names[c.Tag], c.Nearness), Open: open})
	}
	if len(c.Phrases) > 0 {
		list = append(list, api.TagEvidence{Kind: "words", Text: fmt.Sprintf("the text has “%s”, as such documents do", strings.Join(c.Phrases, "”, “"))})
	}
	if c.Format != "" {
		list = append(list, api.TagEvidence{Kind: "format", Text: fmt.Sprintf("it is a file of the format %s", c.Format)})
	}
	if c.Folder != "" {
		list = append(list, api.TagEvidence{Kind: "folder", Text: fmt.Sprintf("the name of the folder says it: %s", c.Folder)})
	}
	if n := len(c.Neighbours); n > 0 {
		e := api.TagEvidence{Kind: "neighbours", Text: fmt.Sprintf("%d of the %s that are most like it", n, Plural(c.Of, "file", "files")), Count: n, Of: c.Of}
		for _, o := range c.Neighbours[:min(n, mostEvidence)] {
			if like, ok := v.File(o.File); ok {
				e.Files = append(e.Files, nameOf(like))
			}
		}
		list = append(list, e)
	}
	if c.InFolder > 0 {
		list = append(list, api.TagEvidence{
			Kind: "folder", Text: fmt.Sprintf("%d of the %s of its folder", c.InFolder, Plural(c.OfFolder, "tagged file", "tagged files")), Count: c.InFolder, Of: c.OfFolder,
		})
	}
	return list
}

// Propose stores the likeliest tags of files for review, as one batch that can be undone. They select nothing until somebody accepts
// them. They belong to the asker, because they reveal files that others may not read.
func (s *Service) Propose(ctx context.Context, who spar.Principal, q api.Suggesting) (out api.Proposed, err error) {
	v, files, only, err := s.suggesting(ctx, who, q)
	if err != nil {
		return api.Proposed{Schema: api.ProposedSchema}, err
	}
	model, err := s.choosing(ctx, v, q)
	if err != nil {
		return api.Proposed{Schema: api.ProposedSchema}, err
	}
	if q.Values {
		return s.proposeValues(ctx, v, files, q)
	}
	return s.propose(ctx, v, files, only, q, model)
}

func (s *Service) propose(ctx context.Context, v view, files []spar.File, only spar.TagID, q api.Suggesting, model *choosing) (out api.Proposed, err error) {
	out.Schema = api.ProposedSchema
	stopped := s.stopped(ctx, v)
	if stopped != nil && (model == nil || spar.CodeOf(stopped) != spar.Conflict) { // a model is a source of its own
		return out, stopped
	}
	p, err := s.proposer(ctx, v)
	if err != nil {
		return out, err
	}
	out.Files, out.Learned, out.Notes = len(files), p.learned, p.Notes
	if stopped != nil {
		out.Notes = append(slices.Clone(out.Notes), fmt.Sprintf("only the language model proposes: %v", stopped))
	}
	w := proposalWriter{s: s, owner: v.who.Owner(), detail: q.Scope}
	names := v.names()
	for i, f := range files {
		list, passages, err := s.candidates(ctx, v, p, f, only)
		if err != nil {
			return out, err
		}
		if f.State == spar.Unread {
			out.Unread++
		}
		model.of(ctx, f, list, passages, names)
		for n, c := range list {
			if model.chose(c.Tag) {
				if err := w.add(ctx, f.ID, c.Tag, spar.ByModel, model.chances[c.Tag], model.evidence[c.Tag].Text); err != nil {
					return out, err
				}
			}
			if stopped != nil || n >= cmp.Or(q.Most, fewSuggested) || c.Chance < cmp.Or(q.Least, leastPropose) {
				continue
			}
			var said []string
			for _, e := range v.evidenceOf(f, c, passages, names) {
				said = append(said, e.Text)
			}
			if err := w.add(ctx, f.ID, c.Tag, spar.ByEncoder, c.Chance, strings.Join(said, "; ")); err != nil {
				return out, err
			}
		}
		if (i+1)%proposedFiles == 0 {
			if err := w.flush(ctx, false); err != nil {
				return out, err
			}
		}
	}
	err = w.flush(ctx, true)
	if out.Tags = w.tags; out.Tags > 0 {
		out.Batch = uint32(w.batch)
	}
	did, notes := model.told()
	out.Choosing, out.Notes = did, append(out.Notes, notes...)
	return out, err
}

// A proposalWriter writes proposals as one batch, which starts with the first proposal.
type proposalWriter struct {
	s             *Service
	owner, detail string
	batch         spar.BatchID
	edit          catalog.Edit
	tags          int // tags that are new among the waiting ones, or have another chance
}

func (w *proposalWriter) add(ctx context.Context, file spar.FileID, tag spar.TagID, by spar.Origin, chance float64, evidence string) (err error) {
	if w.batch == 0 {
		if w.batch, err = w.s.catalog.BeginBatch(ctx, catalog.Guesses, w.owner, w.detail); err != nil {
			return err
		}
	}
	w.edit.Assign = append(w.edit.Assign, spar.Assignment{
		File: file, Tag: tag, Origin: by, Confidence: rounded(chance), Evidence: evidence, Review: spar.Pending, Batch: w.batch,
	})
	return nil
}

func (w *proposalWriter) flush(ctx context.Context, last bool) error {
	if last && w.batch != 0 {
		w.edit.Ended = []spar.BatchID{w.batch}
	}
	if len(w.edit.Assign) == 0 && len(w.edit.Ended) == 0 {
		return nil
	}
	done, err := w.s.catalog.Edit(ctx, w.edit)
	w.tags += done.Assigned
	w.edit = catalog.Edit{}
	return err
}

// foreign returns a function that reports whether an assignment is a proposal made for somebody else that nobody accepted: it may reveal
// files that only the other may know of. An asker who sees everything sees all proposals. of limits the assignments that matter; none:
// any.
func (s *Service) foreign(ctx context.Context, v view, of ...spar.Assignment) (func(spar.Assignment) bool, error) {
	if v.seesAll() {
		return func(spar.Assignment) bool { return false }, nil
	}
	var batches []spar.BatchID
	for _, a := range of {
		batches = append(batches, a.Batch)
	}
	by, err := s.catalog.Proposers(ctx, batches...)
	if err != nil {
		return nil, err
	}
	mine := v.who.Owners()
	return func(a spar.Assignment) bool {
		return a.Guessed() && a.Review != spar.Accepted && !slices.Contains(mine, by[a.Batch])
	}, nil
}

// mayJudge refuses to judge a proposal made only for others, as if it did not exist.
func (s *Service) mayJudge(ctx context.Context, v view, file spar.FileID, tag spar.TagID) error {
	if v.seesAll() {
		return nil
	}
	links, err := s.catalog.AssignmentsOf(ctx, file)
	if err != nil {
		return err
	}
	links = slices.DeleteFunc(links, func(a spar.Assignment) bool { return a.Tag != tag || a.Origin == spar.ByPerson })
	if len(links) == 0 {
		return nil
	}
	foreign, err := s.foreign(ctx, v, links...)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(links, func(a spar.Assignment) bool { return !foreign(a) }) {
		return catalog.NothingToJudge()
	}
	return nil
}

// proposedToOthers returns the files for which a tag was proposed only to others.
func (s *Service) proposedToOthers(ctx context.Context, v view, tag spar.TagID) (map[spar.FileID]bool, error) {
	if v.seesAll() {
		return nil, nil
	}
	foreign, err := s.foreign(ctx, v)
	if err != nil {
		return nil, err
	}
	others := map[spar.FileID]bool{}
	for a, err := range s.catalog.Judged(ctx, tag) {
		if err != nil {
			return nil, err
		}
		if foreign(a) {
			others[a.File] = true
		}
	}
	return others, nil
}
