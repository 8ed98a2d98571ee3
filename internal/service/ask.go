package service

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/fulltext"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// Ask answers a question: it yields the stages of the answer as they come, the answer last. A listener that stops listening ends it.
func (s *Service) Ask(ctx context.Context, who spar.Principal, q api.Question) iter.Seq2[api.AnswerEvent, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.AnswerEvent]) error {
		h := &hearing{began: time.Now(), stream: q.Stream, say: func(e api.AnswerEvent) {
			e.Schema = api.AnswerEventSchema
			out.send(e)
		}}
		m, err := s.meaningOf(ctx, who, q)
		if err != nil {
			return err
		}
		if h.turn, err = s.begin(ctx, who, m.conversation, m.at, m.question.Question, m.known.rewritten); err != nil {
			return err
		}
		h.thread = h.turn.thread.Ref(who)
		f, v, err := s.answered(ctx, &m, h)
		switch {
		case err != nil && ctx.Err() != nil && h.best != nil: // an asker who stops the question keeps the best answer so far
			_, kept := s.keep(ctx, m, *h.best, outcome{answer: h.best.answer}, h)
			return errors.Join(err, kept)
		case err != nil:
			return errors.Join(err, h.turn.fail(ctx, err))
		}
		told := v.tell(f)
		s.standing(ctx, m.who, &told.answer)
		if told.answer.Refused && told.computed == nil && told.inventory == nil && !f.ended {
			if err := s.guarded(ctx, m, &told.answer.Notes); err != nil && ctx.Err() == nil {
				told.answer.Notes = append(told.answer.Notes, "SPAR could not look at the files that the scope leaves out: "+err.Error())
			}
		}
		final, err := s.keep(ctx, m, f, told, h)
		if err != nil {
			return err
		}
		h.say(api.AnswerEvent{Stage: api.StageFinal, Answer: &final})
		return nil
	})
}

// answered reads files for a question, from none to all, until an answer is sure and needs no more.
func (s *Service) answered(ctx context.Context, m *meaning, h *hearing) (f found, v verdict, err error) {
	list := s.answerers()
	needs, err := needsOf(ctx, list, *m)
	if err != nil {
		return f, v, err
	}
	for _, n := range needs {
		if n.need == ofNamed {
			if v.lead == nil || v.lead.need != ofNamed {
				continue
			}
			m.pointed() // the tables answer exactly; the hits stand below
			f, err = s.find(ctx, *m, n, h)
			return f, v, err
		}
		if n.need > ofNothing {
			if f, err = s.find(ctx, *m, n, h); err != nil {
				return f, v, err
			}
		}
		all, err := propose(ctx, list, *m, f)
		if err != nil {
			return f, v, err
		}
		if v = judge(all); v.ends(n.need) || f.ended {
			break
		}
	}
	if f.need == ofNothing {
		m.plain()
	}
	return s.written(ctx, *m, f, v, h)
}

// find reads the files that a need names, and searches everything read so far for the question.
func (s *Service) find(ctx context.Context, m meaning, n reading, h *hearing) (f found, err error) {
	r := m.request
	r.Reads = n.files
	h.hear(&r, m.question.Question, n.need)
	f.need = n.need
	if f.answer, f.result, err = s.engine.Ask(ctx, r); err != nil {
		return f, err
	}
	f.ended = ctx.Err() != nil
	return f, s.noted(ctx, m.who, r.Scope, m.question.Workspace, &f.answer.Notes, &f.answer.Do)
}

// keep turns an outcome into an answer, and stores it in its conversation.
func (s *Service) keep(ctx context.Context, m meaning, f found, t outcome, h *hearing) (api.Answer, error) {
	if f.result.Wording != "" {
		m.known.takes(m.conversation, f.result.Wording)
		m.request.Question = m.known.rewritten
	}
	h.turn.turn.Understood = m.known.rewritten
	told := t.of(m, f, time.Since(h.began))
	if v, err := s.view(ctx, m.who); err == nil { // an answer that was stopped does without
		withDays(v, &told)
	}
	told.Thread, told.Turn = h.thread, h.turn.turn.Number
	uses := quoting(append(usesOf(t.answer, f.result, m.known.drew), t.uses...), f.seen)
	return told, h.turn.end(ctx, t.answer, told, uses, s.engine.Settings(ctx, m.request))
}

// Search finds passages. It yields the hits by words first, the final ones last. A question with operators, phrases or beginnings of
// words is an expression; the expression must hold for the file of every passage.
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
		r.Tells.Preview = q.Stream
		r.Tell = func(news engine.News) {
			switch told := news.(type) {
			case engine.Progress:
				say(api.HitsEvent{Stage: api.StageReading, Reading: readingOf(told)})
			case engine.Preview:
				say(api.HitsEvent{Stage: api.StageWords, Hits: hitsOf(told, nil)})
			}
		}
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

// cut ends the list of passages where scores fall below a part of the best one, and returns the number of dropped passages. Standard
// scores have no zero to measure from, so it cuts none of these.
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
	least := 0.0
	if end > 0 {
		least = set.Cut * (r.Hits[0].Score - r.Hits[0].Parts[retrieve.RerankPart]) // a reranker drops no passage
	}
	for rank != retrieve.ZScore && end > 1 && r.Hits[end-1].Score < least {
		end--
	}
	weaker = len(r.Hits) - end
	r.Hits = r.Hits[:end]
	return weaker, nil
}

// Refusal says that nothing was found, and how few files were searched.
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
		Schema: api.AnswerSchema, Intent: string(question.Parse(asked).Form), Answer: a.Text, Refused: a.Refused, Confidence: a.Confidence, Unsure: a.Unsure, Conflict: a.Conflicts, Corrected: a.Corrected, Missing: a.Missing, Nearest: a.Nearest, Model: a.Model, Checked: a.Checked, Notes: a.Notes, Do: a.Do, Coverage: a.Coverage,
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
