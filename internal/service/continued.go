package service

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/revise"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
	"github.com/sparsearch/spar/internal/workspace"
)

// A continuedPlan is the plan of the last computed answer with the changes that a question makes to it: "and only for managers?".
type continuedPlan struct {
	words  string // the plan, for people
	told   api.TableAnswer
	files  *roaring.Bitmap // of its tables
	uses   []workspace.Use
	turn   int  // of the conversation, counted from 0: the turn that it continues
	unsure bool // as the answer of that turn was
}

// continuesPlan returns what a question makes of the plan of the last answer; nil if it does not go on with one. The tables must be among
// the files that the question is about.
func (s *Service) continuesPlan(ctx context.Context, m meaning) (*continuedPlan, error) {
	c, asked := m.conversation, m.question.Question
	at := len(c.turns) - 1
	for at >= 0 && (c.turns[at].Answer == nil || c.turns[at].Answer.Refused) { // what found nothing changed nothing
		at--
	}
	if at < 0 || len(c.again) > 0 {
		return nil, nil
	}
	last := c.turns[at].Answer
	if last.Computed == nil || last.Computed.About != nil || last.Computed.Refused || last.Computed.Plan == "" {
		return nil, nil
	}
	turns := []question.Turn{{Question: mended(c.turns[at])}}
	self, _ := question.FollowUp(asked, turns)
	led := self != asked
	if _, leans := question.Beside(asked, turns); !led && !leans {
		return nil, nil // a question of its own
	}
	earlier, err := table.Parse(last.Computed.Plan)
	if err != nil {
		return nil, nil // of a version with another language of plans
	}
	files, err := PlanFiles(last.Computed.Plan)
	if err != nil {
		return nil, err
	}
	places, err := s.places(ctx, m.who, api.TableQuestion{Files: files})
	if spar.CodeOf(err) == spar.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	from, err := namedBy(earlier, places)
	if err != nil || len(from) == 0 {
		return nil, nil // the table has gone since
	}
	out := &continuedPlan{turn: at, unsure: last.Unsure}
	if out.files, out.uses, err = s.filesAsked(ctx, m, from); err != nil || out.files == nil {
		return nil, err
	}
	plan, ok := revise.Plan(planner(), earlier, asked, led, from[0].Table)
	if !ok {
		return nil, nil
	}
	told := emptyAnswer(api.TableQuestion{Question: asked})
	told.Confidence = last.Computed.Confidence
	if out.told, err = run(ctx, told, plan, places); err != nil || out.told.Refused {
		return nil, err
	}
	out.words = plan.Spoken()
	return out, nil
}

// filesAsked returns the files of tables, if all of them are among the files that a question is about; else nil.
func (s *Service) filesAsked(ctx context.Context, m meaning, from []tablePlace) (*roaring.Bitmap, []workspace.Use, error) {
	v, err := s.view(ctx, m.who)
	if err != nil {
		return nil, nil, err
	}
	in, err := v.selection(m.whole.Scope)
	if err != nil {
		return nil, nil, err
	}
	files, uses := roaring.New(), []workspace.Use(nil)
	for _, t := range from {
		f, ok := v.Named(t.share, t.path)
		if !ok || !in.Known.Contains(uint32(f.ID)) || m.whole.Only != nil && !m.whole.Only.Contains(uint32(f.ID)) {
			return nil, nil, nil
		}
		if files.CheckedAdd(uint32(f.ID)) {
			uses = append(uses, useOf(f))
		}
	}
	return files, uses, nil
}

// useOf says that an answer quotes a file.
func useOf(f spar.File) workspace.Use {
	return workspace.Use{File: f.ID, Share: f.Share, Path: []byte(f.Path), Segment: f.Segment.String(), Hash: f.Hash.String(), Quoted: true}
}

// needsContinued reads the tables of a plan that the question changes.
func needsContinued(_ context.Context, m meaning) (reading, error) {
	switch {
	case m.continued == nil:
		return reading{need: ofAll}, nil
	case m.readsAll():
		return reading{need: ofNamed}, nil
	}
	return reading{ofNamed, m.continued.files}, nil
}

// proposeContinued answers by the changed plan. Sentences found by its words say nothing of it; they stand below.
func proposeContinued(_ context.Context, m meaning, _ found) (*proposal, error) {
	c := m.continued
	if c == nil {
		return nil, nil
	}
	p := &proposal{need: ofNamed, chance: min(c.told.Confidence, mostComputed), computed: &c.told, uses: c.uses}
	p.lead = func(a spar.Answer) spar.Answer {
		a.Refused, a.Confidence, a.Notes = true, 0, slices.Clone(a.Notes)
		a = withComputed(a, c.told)
		if c.unsure {
			a.Unsure, a.Confidence = true, min(a.Confidence, mostUnsure)
		}
		return a
	}
	return p, nil
}
