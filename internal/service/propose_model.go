package service

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	suggested "github.com/sparsearch/spar/internal/propose"
	"github.com/sparsearch/spar/internal/spar"
)

// What a language model may take that chooses tags, unless the asker says otherwise.
const (
	choosesFiles   = 20
	choosesTokens  = 50_000 // of prompts and replies
	choosesSeconds = 300
)

// The greatest budget that an asker may give it.
const (
	mostChosenFiles   = 1000
	mostChosenTokens  = 1_000_000
	mostChosenSeconds = 3600
)

// A choosing lets a language model choose among the likeliest tags of files, until its budget is spent. What it chose is a source of
// proposals of its own: people's judgements tell its precision, and it stops where that is surely below the floor.
type choosing struct {
	model    suggested.Chooser
	v        view
	fresh    bool // it may name tags that are missing
	files    int  // that it may still be asked about
	bytes    int  // of prompts and replies that it may still take
	end      time.Time
	source   api.ReviewSource
	out      api.Choosing
	notes    []string
	chances  map[spar.TagID]float64 // of the last file: the chance of each tag that it chose
	evidence map[spar.TagID]api.TagEvidence
}

// choosing makes one; nil: the asker asked for no model.
func (s *Service) choosing(ctx context.Context, v view, q api.Suggesting) (*choosing, error) {
	if !q.Model {
		if q.New || q.ModelFiles != 0 || q.ModelTokens != 0 || q.ModelSeconds != 0 {
			return nil, spar.Errorf(spar.Invalid, "a budget of a language model, and new tags, are for proposals by one: ask for the model, too")
		}
		return nil, nil
	}
	if q.ModelFiles > mostChosenFiles || q.ModelTokens > mostChosenTokens || q.ModelSeconds > mostChosenSeconds {
		return nil, spar.Errorf(spar.Invalid, "a language model may be asked about %d files, with %d tokens, for %d seconds at most: ask again for the rest", mostChosenFiles, mostChosenTokens, mostChosenSeconds)
	}
	if q.Values || q.ModelFiles < 0 || q.ModelTokens < 0 || q.ModelSeconds < 0 {
		return nil, spar.Errorf(spar.Invalid, "a language model chooses tags and not values, with a budget that is not negative")
	}
	set, err := s.settings()
	if err != nil {
		return nil, err
	}
	model, err := s.model()
	switch {
	case err != nil:
		return nil, err
	case model == nil:
		return nil, spar.Errorf(spar.NotFound, "no language model is set to choose tags: set llm to a GGUF file, or llm-url and llm-model").Try(spar.Remedy{Do: spar.ListModels})
	case set.Tags == "no":
		return nil, spar.Errorf(spar.Conflict, "the setting llm-tags lets no language model choose tags")
	case set.Tags != "yes" && roleOf(ctx, set.Role, model) == Checks:
		return nil, spar.Errorf(spar.Conflict, "the language model %s is small and chooses tags badly: set llm-tags to yes to let it all the same", model.Model())
	}
	c := &choosing{model: model, v: v, fresh: q.New, files: cmp.Or(q.ModelFiles, choosesFiles), bytes: cmp.Or(q.ModelTokens, choosesTokens) * 5 / 2,
		end: time.Now().Add(time.Duration(cmp.Or(q.ModelSeconds, choosesSeconds)) * time.Second), out: api.Choosing{Model: model.Model()}}
	sources, err := s.reviewSources(ctx, v)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(sources, func(r api.ReviewSource) bool { return r.Kind == string(spar.ByModel) }); i >= 0 {
		c.source = sources[i]
	}
	if c.source.Stopped {
		return nil, spar.Errorf(spar.Conflict, "%s: no language model is asked; undo the batch, or judge again (reopen) what was judged by mistake",
			stoppedText(c.source)).Try(spar.Remedy{Do: spar.ListBatches})
	}
	return c, nil
}

// of asks about one file. list are its candidates, the likeliest first. A model that fails costs the model's proposals alone.
func (c *choosing) of(ctx context.Context, f spar.File, list []suggested.Candidate, passages []spar.Passage, names map[spar.TagID]string) {
	if c == nil {
		return
	}
	c.chances, c.evidence = map[spar.TagID]float64{}, map[spar.TagID]api.TagEvidence{}
	if len(passages) == 0 || len(list) == 0 {
		return
	}
	if c.files <= 0 || c.bytes <= 0 || !time.Now().Before(c.end) {
		c.out.Left++
		return
	}
	asking := suggested.Asking{Name: strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)), New: c.fresh}
	for _, p := range passages {
		asking.Texts = append(asking.Texts, p.Text)
	}
	of := map[string]int{}
	for i, one := range list[:min(len(list), suggested.Offered)] {
		asking.Tags = append(asking.Tags, names[one.Tag])
		of[names[one.Tag]] = i
	}
	within, stop := context.WithDeadline(ctx, c.end)
	chosen, err := suggested.Choose(within, c.model, asking)
	stop()
	c.files, c.bytes = c.files-1, c.bytes-chosen.Bytes
	c.out.Asked, c.out.Tokens, c.out.Dropped = c.out.Asked+1, c.out.Tokens+chosen.Bytes*2/5, c.out.Dropped+chosen.Dropped
	if err != nil {
		if c.out.Failed++; c.out.Failed == 1 {
			c.notes = append(c.notes, fmt.Sprintf("the model %s chose nothing: %v", c.out.Model, err))
		}
		if spar.CodeOf(err) == spar.Unavailable && c.out.Failed > 1 && c.out.Failed == c.out.Asked {
			c.files = 0 // it answers nobody
		}
		return
	}
	for _, one := range chosen.Choices {
		at := spar.Address{Share: f.Share, Path: f.Path, Locator: passages[one.Text].Locator}
		if one.New {
			if _, there := c.v.called(one.Tag); !there {
				c.out.New = append(c.out.New, api.NamedTag{FileName: nameOf(f), Tag: one.Tag, Below: one.Below, Quote: one.Quote, Open: at.String()})
			}
			continue
		}
		candidate := list[of[one.Tag]]
		c.out.Chosen++
		c.chances[candidate.Tag] = c.chance(candidate.Chance)
		c.evidence[candidate.Tag] = api.TagEvidence{Kind: "quote", Open: at.String(),
			Text: fmt.Sprintf("the model %s chose it, by “%s”", c.out.Model, strings.TrimSpace(one.Quote))}
	}
}

// chance is that of a tag which the model chose: the precision of what people judged of the model's, to which the chance that the tag had
// without the model counts as much as enoughToSay judgements.
func (c *choosing) chance(before float64) float64 {
	return (float64(c.source.Accepted) + enoughToSay*before) / (float64(c.source.Sampled) + enoughToSay)
}

// chose reports whether the model chose a tag for the last file.
func (c *choosing) chose(t spar.TagID) bool { return c != nil && c.chances[t] > 0 }

// told are what the model did, and notes of it; nil for no model.
func (c *choosing) told() (*api.Choosing, []string) {
	if c == nil {
		return nil, nil
	}
	if c.out.Left > 0 {
		c.notes = append(c.notes, fmt.Sprintf("the model %s was not asked about %s: its budget of files, tokens or seconds is spent", c.out.Model, Plural(c.out.Left, "file", "files")))
	}
	return &c.out, c.notes
}
