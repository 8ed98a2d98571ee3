package measure

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Taking is the use made of a question's words about files.
type Taking string

// The takings, as they stand behind the name of a system.
const (
	AsSaid   Taking = ""       // nothing
	Parsed   Taking = "parsed" // a guess, as spar ask does
	Strictly Taking = "strict" // a wall, as with --strict
	ByPaper  Taking = "paper"  // the paper's rule: a group of tags for each keyphrase, all of them required
)

// ScopeFigures say of a system that takes questions to speak of files which files those are; means over the questions that have judgements.
type ScopeFigures struct {
	Taken float64 `json:"taken"`    // of the questions, the part that says something about files
	In    float64 `json:"in_scope"` // those with a file that answers in the scope, were it a wall
	Size  float64 `json:"files"`    // in that scope

	questions int
}

// A taken is the interpretation of a question.
type taken struct {
	text  string                    // that is searched for
	wall  map[string]bool           // the documents that are asked; nil: all
	guess func(spar.FileID) float64 // how much of the guesses holds for a document
}

// asker understands the questions of a system.
type asker struct {
	as     Taking
	o      TaggedOptions
	set    *Set
	dir    string
	tagged *Tagged
	known  map[string]*taken // by the question
	sum    ScopeFigures
}

// open makes a data directory of the set, which is removed at the end: what an earlier run left may be of other tags.
func (a *asker) open(ctx context.Context, set *Set) (err error) {
	a.set, a.known = set, map[string]*taken{}
	if a.dir, err = os.MkdirTemp("", "spar-eval-"); err != nil {
		return spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	if a.tagged, err = OpenTagged(ctx, set, a.dir, a.o); err != nil {
		return err
	}
	_, err = a.tagged.Read(ctx, a.o.Log)
	return err
}

func (a *asker) close() error {
	if a == nil {
		return nil
	}
	var err error
	if a.tagged != nil {
		err = a.tagged.Close()
	}
	if a.dir != "" {
		err = errors.Join(err, os.RemoveAll(a.dir))
	}
	return err
}

// of understands a question, once.
func (a *asker) of(ctx context.Context, q Query, docs []document) (*taken, error) {
	if t := a.known[q.ID]; t != nil {
		return t, nil
	}
	t := &taken{text: q.Text}
	var said string
	var err error
	if a.as == ByPaper {
		said, err = a.tagged.Paper(ctx, q.Text)
	} else {
		said, t.text, err = a.tagged.Guessed(ctx, q.Text)
	}
	if err != nil {
		return nil, err
	}
	a.known[q.ID] = t
	in := map[string]bool{}
	if said != "" {
		if in, err = a.tagged.In(ctx, Insisted(said)); err != nil {
			return nil, err
		}
		t.wall = in
		if a.as == Parsed {
			t.wall = nil
			if t.guess, err = a.holds(ctx, said, docs); err != nil {
				return nil, err
			}
		}
	}
	a.count(q, said, in)
	return t, nil
}

// count adds to the figures. Where nothing is said all documents are in scope.
func (a *asker) count(q Query, said string, in map[string]bool) {
	judged := a.set.Judged(q.ID)
	if len(judged) == 0 {
		return
	}
	a.sum.questions++
	if said == "" {
		a.sum.In++
		a.sum.Size += float64(len(a.set.documents))
		return
	}
	a.sum.Taken++
	a.sum.Size += float64(len(in))
	for doc, score := range judged {
		if score >= 1 && in[doc] {
			a.sum.In++
			break
		}
	}
}

// figures are the means.
func (a *asker) figures() *ScopeFigures {
	n := float64(max(1, a.sum.questions))
	return &ScopeFigures{Taken: a.sum.Taken / n, In: a.sum.In / n, Size: a.sum.Size / n}
}

// holds says which part of the guesses of a scope holds for a document.
func (a *asker) holds(ctx context.Context, said string, docs []document) (func(spar.FileID) float64, error) {
	sc, err := scope.Parse(said)
	if err != nil {
		return nil, err
	}
	part := map[string]float64{}
	for _, c := range sc.Constraints {
		c.Guess = false
		in, err := a.tagged.In(ctx, scope.PrintConstraint(c))
		if err != nil {
			return nil, err
		}
		for doc := range in {
			part[doc] += 1 / float64(len(sc.Constraints))
		}
	}
	return func(id spar.FileID) float64 { return part[docs[id-1].id] }, nil
}

// searched ranks the documents for a question as it was taken.
func (s *Stored) searched(ctx context.Context, q Query, text string, v retrieve.Vectors, limit, perFile int) ([]spar.Hit, retrieve.Stats, error) {
	runs := s.inScope(q)
	if s.asker == nil {
		return s.ask(ctx, runs, text, v, limit, perFile)
	}
	t, err := s.asker.of(ctx, q, s.docs)
	if err != nil {
		return nil, retrieve.Stats{}, err
	}
	if text == q.Text {
		text = t.text
	}
	if t.wall != nil {
		var in []retrieve.Source
		for _, r := range runs {
			if t.wall[s.docs[r.File-1].id] {
				in = append(in, r)
			}
		}
		runs = in
	}
	if t.guess == nil {
		return s.ask(ctx, runs, text, v, limit, perFile)
	}
	hits, stats, err := s.ask(ctx, runs, text, v, engine.Fetched(limit), perFile)
	hits = engine.Lift(hits, t.guess)
	if limit >= 0 {
		hits = hits[:min(limit, len(hits))]
	}
	return hits, stats, err
}

// cutTaking takes what stands behind the name of a system off it.
func cutTaking(name string) (base string, as Taking) {
	for _, t := range []Taking{Parsed, Strictly, ByPaper} {
		if base, ok := strings.CutSuffix(name, "+"+string(t)); ok {
			return base, t
		}
	}
	return name, AsSaid
}
