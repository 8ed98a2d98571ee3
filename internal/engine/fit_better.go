package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// everybody is somebody nobody knows: no person has this number, and no list that names people includes it. A file that it may read is open
// to everybody.
var everybody = spar.Principal{UID: math.MaxUint32, Served: true}

// betterFile is the chance of a better passage that the owner fitted.
func (e *encoders) betterFile() string { return filepath.Join(e.dir, "better.json") }

// betterModel returns the model that states the chance of a better passage: the owner's, or else the shipped one.
func (e *encoders) betterModel() (calibrate.Model, error) {
	var m calibrate.Model
	data, err := os.ReadFile(e.betterFile())
	if err == nil {
		if err = json.Unmarshal(data, &m); err == nil {
			err = m.Check(calibrate.BetterSigns)
		}
		if err == nil {
			return m, nil
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		e.log.Warn("the chance of something better that was fitted here is not used; fit it again, or delete the file", "file", e.betterFile(), "err", err)
	}
	return calibrate.StatedBetter()
}

// A BetterFitting holds the questions that the chance of a better passage is fitted to.
type BetterFitting struct {
	Questions []string
	Scope     spar.Scope // files that were read, and that everybody may read, count alone
	Progress  func(done, of int)
}

// A BetterFit is the result of FitBetter.
type BetterFit struct {
	Questions, Files, Observations int
	Refit                          calibrate.Refit
	Kept                           bool
}

// The least that a chance can be fitted by.
const (
	fitQuestions = 20
	fitFiles     = 2 * turnFiles
)

// betterShares are the parts of the files that each question is looked at after.
var betterShares = []float64{.01, .02, .05, .1, .2, .5}

// FitBetter fits the chance of a better passage. It lets questions go through the read files as if only the names of these were known. Only
// files that everybody may read take part, so the chance reveals nothing about others. It keeps the model if this beats the shipped one on
// questions that it was not fitted to.
func (e *questions) FitBetter(ctx context.Context, f BetterFitting) (out BetterFit, err error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: everybody, Scope: f.Scope})
	if err != nil {
		return out, err
	}
	runs, _, _, err := e.sources(ctx, snapshot, selection)
	if err != nil {
		return out, err
	}
	out.Questions, out.Files = len(f.Questions), len(runs)
	switch {
	case len(f.Questions) < fitQuestions:
		return out, spar.Errorf(spar.Invalid, "a chance is fitted to %d questions or more, and there are %d; add questions that people ask of these files", fitQuestions, len(f.Questions))
	case len(runs) < fitFiles:
		return out, spar.Errorf(spar.Invalid,
			"a chance is fitted to %d files or more that were read and that everybody may read, and there are %d; read more of "+
				"them, or widen the scope", fitFiles, len(runs)).Try(spar.Remedy{Do: spar.ReadOn})
	}
	there, err := calibrate.StatedBetter()
	if err != nil {
		return out, err
	}
	var samples []calibrate.Sample
	for i, text := range f.Questions {
		some, err := e.wouldMeet(ctx, text, snapshot, runs)
		if err != nil {
			return out, fmt.Errorf("question %d, %q: %w", i+1, text, err)
		}
		samples = append(samples, some...)
		if f.Progress != nil {
			f.Progress(i+1, len(f.Questions))
		}
	}
	out.Observations, out.Refit = len(samples), calibrate.FitBeside(there, samples)
	if out.Kept = out.Refit.Better(); !out.Kept {
		return out, nil
	}
	m := out.Refit.Model
	m.About = fmt.Sprintf("%d questions to %d files of this data directory, on %s", out.Questions, out.Files, time.Now().UTC().Format(time.DateOnly))
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return out, err
	}
	return out, durable.WriteFile(e.betterFile(), data, 0o600)
}

// wouldMeet returns what a question would have seen after parts of the reading, and whether a file unread by then has the best passage.
func (e *questions) wouldMeet(ctx context.Context, text string, snapshot *index.Snapshot, runs []retrieve.Source) (samples []calibrate.Sample, err error) {
	q := Request{Question: text, asks: true, Retrieve: retrieve.Options{Limit: answer.Passages}}
	if err := q.Check(); err != nil {
		return nil, err
	}
	set := roaring.New()
	for _, r := range runs {
		set.Add(uint32(r.File))
	}
	known, err := e.knownFor(ctx, text, snapshot, set, roaring.New(), nil)
	if err != nil {
		return nil, err
	}
	ranking := order.Rank(asked(text), snapshot.Names(set), len(runs), known)
	standOut := ranking.StandOut()
	place := make(map[spar.FileID]int, len(runs))
	for id, ok := ranking.Next(); ok; id, ok = ranking.Next() {
		place[id] = len(place) + 1
	}
	ordered := slices.Clone(runs)
	slices.SortFunc(ordered, func(a, b retrieve.Source) int { return place[a.File] - place[b.File] })
	all, _, _, err := e.retrieve(ctx, ordered, q)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	for _, share := range betterShares {
		n := int(share * float64(len(ordered)))
		if n < turnFiles/4 {
			continue
		}
		hits, stats, _, err := e.retrieve(ctx, ordered[:n], q)
		if err != nil {
			return nil, err
		}
		tell, err := e.namesTell(ctx, ordered[:n])
		if err != nil {
			return nil, err
		}
		p := progressOf(text, hits, stats, n, len(ordered))
		p.NamesTell, p.StandOut = tell, standOut
		for _, h := range retrieve.Files(hits) {
			p.Places = append(p.Places, place[h.File])
		}
		better := place[all[0].File] > n && !slices.ContainsFunc(hits, func(h spar.Hit) bool { return h.Passage.Text == all[0].Passage.Text })
		samples = append(samples, calibrate.Sample{Signs: p.Signs(), Right: better, Group: strings.ToLower(text)})
	}
	return samples, nil
}
