package service

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/fulltext"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
)

// Ask answers a question: the stages of its answer as they come, the answer last. Whoever stops listening ends it.
func (s *Service) Ask(ctx context.Context, who spar.Principal, q api.Question) iter.Seq2[api.AnswerEvent, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.AnswerEvent]) error {
		begin := time.Now()
		q, c, err := s.inThread(ctx, who, q)
		if err != nil {
			return err
		}
		r, at, err := s.request(ctx, who, q)
		if err != nil {
			return err
		}
		if !q.Extract {
			if r.Model, err = s.model(); err != nil {
				return err
			}
		}
		say := func(e api.AnswerEvent) {
			e.Schema = api.AnswerEventSchema
			out.send(e)
		}
		if q.Stream {
			r.Preview = func(hits []spar.Hit) { say(api.AnswerEvent{Stage: api.StageWords, Hits: hitsOf(hits, nil)}) }
			r.Draft = func(text string) { say(api.AnswerEvent{Stage: api.StageDraft, Model: r.Model.Model(), Text: text}) }
		}
		r.Progress = func(p engine.Progress) { say(api.AnswerEvent{Stage: api.StageReading, Reading: readingOf(p)}) }
		u := s.understand(ctx, c, q, r)
		r.Wordings = c.wordings(q.Question, u)
		if u.rewritten != "" {
			if r.GoesOn = u.goesOn; r.GoesOn.Files == nil {
				r.GoesOn = c.goesOn(q.Question, u.rewritten)
			}
			r.Question = u.rewritten
		}
		whole, meant := r, r.Question // before what it says of files is taken from it
		about, err := s.asksTables(ctx, r, q.Question, c)
		if err != nil {
			return err
		}
		told, rests, err := s.aboutAsked(ctx, who, about, engine.Result{})
		if err != nil {
			return err
		}
		if told != nil { // it is exact, and no other wording is meant
			r.Model, r.Question, r.Wordings = nil, about.pointed(), engine.Wordings{}
			if u.rewritten = ""; r.Question != q.Question && len(c.turns) > 0 {
				u.rewritten = r.Question
			}
		}
		taken, err := s.takes(ctx, who, q, &r)
		if err != nil {
			return err
		}
		again, err := s.asksAgain(ctx, who, c, &r)
		if err != nil {
			return err
		}
		turn, err := s.begin(ctx, who, c, at, q.Question, u.rewritten)
		if err != nil {
			return err
		}
		var computed *api.TableAnswer
		var inventory *api.Inventory
		var also []api.Also
		keep := func(a spar.Answer, result engine.Result) (api.Answer, error) {
			if result.Wording != "" {
				u.takes(c, result.Wording)
				r.Question, turn.turn.Understood = u.rewritten, u.rewritten
			}
			told := answerOf(r.Question, a, result, time.Since(begin))
			told.Computed, told.Inventory, told.Also, told.Taken = computed, inventory, also, taken
			told.Rewritten, told.Thread, told.Turn = u.rewritten, turn.thread.Ref(who), turn.turn.Number
			if told.Again = again; again != nil {
				again.Expanded = result.Expanded
			}
			return told, turn.end(ctx, a, told, append(usesOf(a, result, u.drew), rests...), s.engine.Settings(ctx, r))
		}
		ofFiles := question.ParseInventories(meant)
		if told == nil && again == nil && !q.NoParse {
			inv, a, err := s.inventoryAnswer(ctx, who, ofFiles, whole, false)
			if err != nil {
				return errors.Join(err, turn.fail(ctx, err))
			}
			if inventory = inv; inv != nil {
				r, taken = whole, nil
				final, err := keep(a, engine.Result{Coverage: a.Coverage})
				if err != nil {
					return err
				}
				say(api.AnswerEvent{Stage: api.StageFinal, Answer: &final})
				return nil
			}
		}
		var best *engine.Interim // so far
		s.meanwhile(&r, q, turn.thread.Ref(who), turn.turn.Number, begin, say, func(i engine.Interim) { best = &i })
		a, result, err := s.engine.Ask(ctx, r)
		switch {
		case err != nil && ctx.Err() != nil && best != nil: // who ends the question keeps the best answer so far
			_, kept := keep(best.Answer, best.Result)
			return errors.Join(err, kept)
		case err != nil:
			return errors.Join(err, turn.fail(ctx, err))
		}
		if err := s.noted(ctx, who, r.Scope, q.Workspace, &a.Notes, &a.Do); err != nil {
			return errors.Join(err, turn.fail(ctx, err))
		}
		ended := ctx.Err() != nil // by who asks, or at the deadline: what there is stands alone
		if told == nil && a.Model == "" && !ended {
			if told, rests, err = s.aboutAsked(ctx, who, about, result); err != nil {
				return errors.Join(err, turn.fail(ctx, err))
			}
		}
		if told == nil && again == nil && !q.NoParse && a.Model == "" && !ended {
			if result.Wording != "" {
				ofFiles = question.ParseInventories(result.Wording)
			}
			if inventory, a, err = s.inventoried(ctx, who, ofFiles, whole, result, a); err != nil {
				return errors.Join(err, turn.fail(ctx, err))
			}
		}
		if told != nil {
			computed, a = told, withAbout(a, *told)
		} else if inventory == nil && a.Model == "" && !ended {
			if a, computed, also, err = s.computes(ctx, who, cmp.Or(result.Wording, r.Question), a, result); err != nil {
				return errors.Join(err, turn.fail(ctx, err))
			}
		}
		if a.Refused {
			a.Notes = append(a.Notes, result.Vain...)
		}
		final, err := keep(a, result)
		if err != nil {
			return err
		}
		say(api.AnswerEvent{Stage: api.StageFinal, Answer: &final})
		return nil
	})
}

// Search finds passages: those in the order of words first, the final ones last. A question with operators, phrases or beginnings
// of words is an expression, which holds for the files of all passages.
func (s *Service) Search(ctx context.Context, who spar.Principal, q api.Question) iter.Seq2[api.HitsEvent, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.HitsEvent]) error {
		r, _, err := s.request(ctx, who, q)
		if err != nil {
			return err
		}
		say := func(e api.HitsEvent) {
			e.Schema = api.HitsEventSchema
			out.send(e)
		}
		if q.Stream {
			r.Preview = func(hits []spar.Hit) { say(api.HitsEvent{Stage: api.StageWords, Hits: hitsOf(hits, nil)}) }
		}
		r.Progress = func(p engine.Progress) { say(api.HitsEvent{Stage: api.StageReading, Reading: readingOf(p)}) }
		var whole spar.Scope
		composed := fulltext.Composed(q.Question)
		if composed {
			if whole, err = s.expression(&r, q.Question); err != nil {
				return err
			}
		}
		result, err := s.engine.Search(ctx, r)
		if err != nil {
			return err
		}
		if composed {
			if err := s.unread(ctx, who, whole, &result.Coverage, &result.Notes); err != nil {
				return err
			}
		}
		if err := s.noted(ctx, who, r.Scope, q.Workspace, &result.Notes, &result.Do); err != nil {
			return err
		}
		weaker := 0
		if !composed {
			weaker, err = s.cut(q, r.Retrieve.Rank, &result)
			if err != nil {
				return err
			}
		}
		say(api.HitsEvent{Stage: api.StageFinal, Hits: hitsOf(result.Hits, result.Entities), Weaker: weaker, Corrected: result.Corrected, Coverage: &result.Coverage, Notes: result.Notes, Do: result.Do})
		return nil
	})
}

// cut ends a list of passages where what follows says much less of what was asked, and says how many that are. Standard scores have no
// zero from which that could be measured.
func (s *Service) cut(q api.Question, rank retrieve.Rank, r *engine.Result) (weaker int, err error) {
	set, err := s.settings()
	if err != nil {
		return 0, err
	}
	if q.Cut != nil {
		if set.Cut = *q.Cut; !(set.Cut >= 0 && set.Cut <= 1) {
			return 0, spar.Errorf(spar.Invalid, "cut is %v and must be a part from 0 to 1 of the best score", set.Cut)
		}
	}
	end := len(r.Hits)
	for rank != retrieve.ZScore && end > 1 && r.Hits[end-1].Score < set.Cut*r.Hits[0].Score {
		end--
	}
	weaker = len(r.Hits) - end
	r.Hits = r.Hits[:end]
	return weaker, nil
}

// Refusal says that nothing was found, and on how few files that rests.
func Refusal(c spar.Coverage) string { return answer.Refusal(c, false) }

// Unsurely opens an answer that is unsure, in words.
func Unsurely(missing []string) string { return answer.Unsurely(missing) }

func readingOf(p engine.Progress) *api.Reading {
	return &api.Reading{Read: p.Read, ToRead: p.ToRead, Unreadable: p.Unreadable, Bytes: p.Bytes, BytesToRead: p.BytesToRead, Path: p.Path}
}

func hitsOf(hits []spar.Hit, entities [][]entity.Entity) []api.Hit {
	out := make([]api.Hit, len(hits))
	for i, h := range hits {
		out[i] = api.Hit{
			Share: h.Share, Path: api.PathOf(h.Path), Locator: h.Passage.Locator, Score: h.Score, Parts: h.Parts,
			Text: h.Passage.Text, Lang: h.Passage.Lang, Open: h.Address().String(),
		}
		if i < len(entities) {
			out[i].Entities = entities[i]
		}
	}
	return out
}

func answerOf(asked string, a spar.Answer, r engine.Result, took time.Duration) api.Answer {
	out := api.Answer{
		Schema: api.AnswerSchema, Intent: string(question.Parse(asked).Form), Answer: a.Text, Refused: a.Refused, Confidence: a.Confidence, Unsure: a.Unsure, Conflict: a.Conflicts, Corrected: a.Corrected, Missing: a.Missing, Nearest: a.Nearest, Model: a.Model, Notes: a.Notes, Do: a.Do, Coverage: a.Coverage,
		Bullets: []api.Bullet{}, Citations: []api.Citation{}, Evidence: evidenceOf(numbered(a.Evidence, a.Citations)),
		Timing: api.Timing{
			Scope: milliseconds(r.Timing.Scope), Read: milliseconds(r.Timing.Read), Retrieve: milliseconds(r.Timing.Retrieve),
			Answer: milliseconds(r.Timing.Answer), Total: milliseconds(took),
		},
	}
	if a.Unsure {
		out.Answer = Unsurely(a.Missing) + "\n" + a.Text
	}
	for _, b := range a.Bullets {
		out.Bullets = append(out.Bullets, api.Bullet(b))
	}
	for _, c := range a.Citations {
		cited := api.Citation{N: c.N, Share: c.Share, Path: api.PathOf(c.Path), Locator: c.Locator, Text: c.Text, Lang: c.Lang, Open: c.Address().String(), Version: c.Version, InForce: c.InForce, Copies: c.Copies}
		if !c.Dated.IsZero() {
			dated := c.Dated.UTC()
			cited.Dated = &dated
		}
		i := slices.IndexFunc(r.Hits, func(h spar.Hit) bool { return h.Segment == c.Segment && h.Index == c.Index })
		if i >= 0 && i < len(r.Entities) {
			cited.Entities = r.Entities[i]
		}
		out.Citations = append(out.Citations, cited)
	}
	return out
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
