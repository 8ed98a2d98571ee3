package service

import (
	"context"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostTried   = 12               // questions in one request
	triedBudget = "3s"             // for the reading of one question
	triedTime   = 20 * time.Second // for all of them
)

// TriesQuestions reports whether the page of a server tries questions to start from.
func (s *Service) TriesQuestions() bool {
	if s.options().HomeQuestions == nil {
		return true
	}
	on, err := s.options().HomeQuestions()
	return on || err != nil // doctor says what is wrong with it
}

// SureQuestions says which questions have a sure answer in the files that the asker may read: the first ones, up to enough of them, or
// all with 0. Only sentences of the files answer; it asks no model and stores nothing. It leaves out questions without a sure answer in
// time.
func (s *Service) SureQuestions(ctx context.Context, who spar.Principal, in api.Trying) (api.Tried, error) {
	out := api.Tried{Schema: api.TriedSchema, Sure: []api.SureQuestion{}}
	if err := must(who, spar.CanRead); err != nil {
		return out, err
	}
	if len(in.Questions) > mostTried || in.Enough < 0 {
		return out, spar.Errorf(spar.Invalid, "up to %d questions are tried at once, not %d, and enough is no negative number",
			mostTried, len(in.Questions))
	}
	if _, _, err := s.request(ctx, who, api.Question{Question: "files", Workspace: in.Workspace, Scope: in.Scope}); err != nil {
		return out, err
	}
	within, end := context.WithTimeout(ctx, triedTime)
	defer end()
	for _, q := range in.Questions {
		a, err := s.unkept(within, who, api.Question{Question: q, Workspace: in.Workspace, Scope: in.Scope, Extract: true, Budget: triedBudget})
		switch {
		case ctx.Err() != nil:
			return out, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded), within.Err() != nil:
			return out, nil
		case err != nil: // such as a question without a word: the others may have an answer
			continue
		}
		if !a.Refused && !a.Unsure && (len(a.Citations) > 0 || a.Computed != nil || a.Inventory != nil) {
			out.Sure = append(out.Sure, api.SureQuestion{Question: q, Confidence: a.Confidence})
		}
		if in.Enough > 0 && len(out.Sure) == in.Enough {
			break
		}
	}
	return out, nil
}

// unkept answers a question without storing it in a conversation.
func (s *Service) unkept(ctx context.Context, who spar.Principal, q api.Question) (api.Answer, error) {
	begin := time.Now()
	m, err := s.meaningOf(ctx, who, q)
	if err != nil {
		return api.Answer{}, err
	}
	f, v, err := s.answered(ctx, &m, &hearing{began: begin, say: func(api.AnswerEvent) {}})
	if err != nil {
		return api.Answer{}, err
	}
	return v.tell(f).of(m, f, time.Since(begin)), nil
}
