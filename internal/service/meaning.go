package service

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// A meaning holds how SPAR understands a question: the search, and what it asks about tables and about files as such.
type meaning struct {
	who          spar.Principal
	question     api.Question
	conversation conversation
	at           where
	known        understanding  // with the help of earlier turns
	whole        engine.Request // with the words that describe files
	request      engine.Request // the search, without them
	taken        *api.Taken
	again        *api.Again
	tables       *asksAbout     // nil: it asks for no parts of a table
	continued    *continuedPlan // nil: it changes no plan of an earlier answer
}

// meaningOf returns the meaning of a question in its conversation, and the part of it that describes files.
func (s *Service) meaningOf(ctx context.Context, who spar.Principal, q api.Question) (m meaning, err error) {
	m.who = who
	if m.question, m.conversation, err = s.inThread(ctx, who, q); err != nil {
		return m, err
	}
	if m.whole, m.at, err = s.request(ctx, who, m.question); err != nil {
		return m, err
	}
	if !m.question.Extract {
		if m.whole.Model, err = s.writer(m.question.Model); err != nil {
			return m, err
		}
	}
	if q.Agent && m.whole.Model == nil {
		return m, spar.Errorf(spar.Invalid, "agent lets a language model search, and none is set: set llm to a GGUF file, or llm-url and llm-model")
	}
	c, asked := m.conversation, m.question.Question
	if m.continued, err = s.continuesPlan(ctx, m); err != nil {
		return m, err
	}
	if m.continued != nil {
		m.whole.Question = m.continued.words
		m.known = understanding{rewritten: m.continued.words, drew: c.drewFrom(m.continued.turn)}
		m.request = m.whole
		return m, nil
	}
	m.known = s.understand(ctx, c, m.question, m.whole)
	m.whole.Wordings = c.wordings(asked, m.known)
	if m.known.rewritten != "" {
		if m.whole.GoesOn = m.known.goesOn; m.whole.GoesOn.Files == nil {
			m.whole.GoesOn = c.goesOn(asked, m.known.rewritten)
		}
		m.whole.Question = m.known.rewritten
	}
	if m.tables, err = s.asksTables(ctx, m.whole, asked, c); err != nil {
		return m, err
	}
	m.request = m.whole
	if m.taken, err = s.takes(ctx, who, m.question, &m.request); err != nil {
		return m, err
	}
	m.again, err = s.asksAgain(ctx, who, c, &m.request)
	return m, err
}

// readsAll reports whether SPAR reads everything, whatever answers.
func (m meaning) readsAll() bool { return m.request.Until >= 1 }

// plain makes the search use the whole question, because the lead is exact: it restores the words that describe files.
func (m *meaning) plain() {
	again := m.request.Again
	m.request, m.taken = m.whole, nil
	m.request.Again = again
}

// pointed makes the search use the question about the named tables, without other wordings.
func (m *meaning) pointed() {
	m.plain()
	if m.continued != nil {
		m.request.Model = nil
		return
	}
	m.request.Model, m.request.Question, m.request.Wordings = nil, m.tables.pointed(), engine.Wordings{}
	if m.known.rewritten = ""; m.request.Question != m.question.Question && len(m.conversation.turns) > 0 {
		m.known.rewritten = m.request.Question
	}
}

// of returns an outcome as an answer.
func (t outcome) of(m meaning, f found, took time.Duration) api.Answer {
	told := answerOf(m.request.Question, t.answer, f.result, took)
	told.Computed, told.Inventory, told.Also, told.Taken = t.computed, t.inventory, t.also, m.taken
	told.Rewritten, told.Steps = m.known.rewritten, f.steps
	if told.Again = m.again; told.Again != nil {
		told.Again.Expanded = f.result.Expanded
	}
	return told
}

// callsTables returns the files of tables that a question calls by name, if the scope has unread files that need not be read; else nil.
func (s *Service) callsTables(ctx context.Context, m meaning) (*roaring.Bitmap, error) {
	if m.readsAll() || !mayCompute(m.request.Question) {
		return nil, nil
	}
	v, err := s.view(ctx, m.who)
	if err != nil {
		return nil, err
	}
	in, err := v.selection(m.request.Scope)
	if err != nil {
		return nil, err
	}
	files := in.Known
	if m.request.Only != nil {
		files = roaring.And(files, m.request.Only)
	}
	if v.ByState(files)[spar.Unread] == nil {
		return nil, nil
	}
	list := tablesCalled(m.request.Question, func(yield func(share, path string) bool) {
		for f := range v.Names(files) {
			if !yield(f.Share, f.Path) {
				return
			}
		}
	})
	tables := roaring.New()
	for _, t := range list {
		if f, ok := v.Named(t.share, t.path); ok {
			tables.Add(uint32(f.ID))
		}
	}
	if tables.IsEmpty() {
		return nil, nil
	}
	return tables, nil
}

// mayCompute reports whether a question is of a form that tables answer by computing.
func mayCompute(asked string) bool {
	switch question.Parse(asked).Form {
	case question.Definition, question.Procedure, question.Summary, question.Files, question.Version, question.Several:
		return false
	}
	return true
}
