package engine

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/propose"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	valueVoters = 2000 // files with each value of a list that vote
	valueEmbeds = 4    // passages of a file that get a vector for a value
)

// A ValueProposer says which value of a closed list a file may have, in the way that a Proposer says which tags: the values are its tags.
type ValueProposer struct {
	Proposer
	Attribute *schema.Attribute
	Has       *roaring.Bitmap // files that the asker may read and that have a value
	values    []schema.Value
}

// ValueProposer makes one for an attribute with a list. Its chances are the shipped ones.
func (e *Engine) ValueProposer(ctx context.Context, who spar.Principal, attribute string) (*ValueProposer, error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: who, doubts: newDoubts(who)})
	if err != nil {
		return nil, err
	}
	a, ok := snapshot.Schema().Attribute(attribute)
	if !ok || a.Proposed() == nil {
		return nil, spar.Errorf(spar.Invalid, "%q has no list of values that could be proposed: give it one in the schema", attribute).
			Try(spar.Remedy{Do: spar.ListAttributes})
	}
	p := &ValueProposer{Attribute: a, values: a.Proposed()}
	p.Proposer = Proposer{e: e, snapshot: snapshot, readable: selection.Known, compared: &sync.Mutex{}, embeds: valueEmbeds}
	if e.MayWrite() != nil {
		p.embeds = -1 // none
	}
	if p.Model, err = propose.StatedValues(); err != nil {
		return nil, err
	}
	for i, v := range p.values {
		p.tags = append(p.tags, spar.Tag{ID: spar.TagID(i + 1), Name: v.Name, Synonyms: v.Synonyms})
	}
	p.Proposer.names = propose.NewNames(p.tags)
	if lacks, err := p.mean(ctx); err != nil {
		return nil, err
	} else if lacks != nil {
		p.Notes = []string{"values are proposed by words, names and folders alone: " + lacks.Error()}
	}
	if err := p.labelFew(ctx); err != nil {
		return nil, err
	}
	return p, p.pollValues(ctx, who)
}

// labelFew gives vectors to the names of a few tags, or of values that stand for such. They stay.
func (p *Proposer) labelFew(ctx context.Context) error {
	if p.meaning == nil || p.e.meanings.chosen.URL != "" {
		return nil // names do not leave this machine
	}
	texts, of := labelsOfTags(p.tags, false)
	_, _, err := p.e.labelsOf(p.meaning.Encoder).Add(ctx, texts[:min(len(texts), newLabels)], p.meaning.Encoder)
	if err != nil && (ctx.Err() != nil || p.e.MayWrite() == nil) {
		return err
	}
	if err == nil {
		p.of, p.texts = of, names.TextsOf(texts)
	}
	return nil
}

// pollValues takes the files that have values, which vote.
func (p *ValueProposer) pollValues(ctx context.Context, who spar.Principal) error {
	of, voting := map[spar.FileID][]spar.TagID{}, roaring.New()
	eval := func(key, value string) (*roaring.Bitmap, error) {
		s, err := p.snapshot.Eval(ctx, who, spar.Scope{Constraints: []spar.Constraint{{Key: key, Values: []spar.Match{{Text: value}}}}})
		if err != nil {
			return nil, err
		}
		return roaring.And(s.Known, p.readable), nil
	}
	var err error
	if p.Has, err = eval("has", p.Attribute.Name); err != nil {
		return err
	}
	if !p.Has.IsEmpty() {
		for i, v := range p.values {
			has, err := eval(scope.AttributeKey(p.Attribute.Name), v.Name)
			if err != nil {
				return err
			}
			some := drawn(has, valueVoters)
			voting.Or(some)
			for _, id := range some.ToArray() {
				of[spar.FileID(id)] = append(of[spar.FileID(id)], spar.TagID(i+1))
			}
		}
	}
	return p.vote(ctx, voting, p.readable, of, 0)
}

// ValueOf returns the values of the list that a file may have, the likeliest first, and the passages that its candidates count. The asker
// may read the file. Name turns the number of a candidate into the value.
func (p *ValueProposer) ValueOf(ctx context.Context, f spar.File) ([]propose.Candidate, []spar.Passage, error) {
	plain := p.Proposer
	plain.Model = propose.Unweighed()
	found, passages, err := plain.Of(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	form := propose.Form{Key: append([]string{p.Attribute.Name, strings.ReplaceAll(p.Attribute.Name, "-", " ")}, p.Attribute.Synonyms...), Format: f.Format, Name: spokenName(f.Path)}
	if form.Format == "" {
		form.Format = strings.TrimPrefix(strings.ToLower(path.Ext(f.Path)), ".")
	}
	if form.Folder = path.Dir(strings.Clone(f.Path)); form.Folder == "." {
		form.Folder = ""
	}
	for _, one := range passages {
		if one.Kind == spar.RowPassage {
			form.Rows += 1 / float64(len(passages))
		}
		form.Texts = append(form.Texts, one.Text)
		if h := one.Locator.Heading; h != "" && !slices.Contains(form.Paths, h) {
			form.Paths = append(form.Paths, h)
		}
	}
	list, err := propose.Values(p.tags, found, form, p.Model)
	return list, passages, err
}

// Name returns the value that a candidate stands for.
func (p *ValueProposer) Name(t spar.TagID) string { return p.values[t-1].Name }

// LearnValues takes chances fitted to judgements of this list, where these state chances of other judgements better than the shipped ones.
func (p *ValueProposer) LearnValues(samples []calibrate.Sample) error {
	there, err := propose.StatedValues()
	if err != nil {
		return err
	}
	if refit := calibrate.FitBeside(there, samples); refit.Better() {
		p.Model = refit.Model
	}
	return nil
}

// Number returns the candidate that stands for a value; 0: the list has no such value.
func (p *ValueProposer) Number(value string) spar.TagID {
	return spar.TagID(1 + slices.IndexFunc(p.values, func(v schema.Value) bool { return strings.EqualFold(v.Name, value) }))
}
