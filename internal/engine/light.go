package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// lightFile is the light encoder that was fitted to this data directory's passages.
func (e *encoders) lightFile() string { return filepath.Join(e.dir, "light.spar") }

// opened is the light encoder once it was asked for.
type opened struct {
	mu    sync.Mutex
	light *embed.Light
}

// Light returns the light encoder: the one fitted to this data directory's passages, or else the built-in one. It passes over an unreadable
// table with a warning, because only an order depends on it.
func (e *encoders) Light() (*embed.Light, error) {
	e.light.mu.Lock()
	defer e.light.mu.Unlock()
	if e.light.light != nil {
		return e.light.light, nil
	}
	own := e.lightFile()
	_, err := os.Stat(own)
	if err == nil {
		if e.light.light, err = embed.OpenLight(own, embed.Options{}); err == nil {
			return e.light.light, nil
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		e.log.Warn("the fitted light encoder is not used", "err", err)
	}
	e.light.light, err = embed.BuiltInLight(embed.Options{})
	return e.light.light, err
}

// A Refitting says how a light encoder is fitted to the passages that have vectors.
type Refitting struct {
	Who     spar.Principal
	Scope   spar.Scope
	Most    int // samples, drawn evenly; 0: 50,000
	Fitting embed.Fitting
}

// Refitted is the result of a refitting.
type Refitted struct {
	Samples int     // that the table was fitted to
	Held    int     // samples that were held back
	Before  float64 // agreement of the light encoder there was, with those held back
	After   float64 // of the new one
	Kept    bool    // the new one is in use from now on: it agrees better
}

const (
	heldBack  = .1
	mostHeld  = 3000
	drawnMost = 50000
)

// RefitLight fits the light encoder to the passages in scope that have vectors of the encoder in use, and keeps it if
// it agrees better than the one there was with passages that it was not fitted to.
func (e *encoders) RefitLight(ctx context.Context, r Refitting) (Refitted, error) {
	var out Refitted
	m, err := e.Meaning(ctx)
	if err != nil {
		return out, err
	}
	samples, err := e.samples(ctx, m, r)
	if err != nil {
		return out, err
	}
	fit, held := embed.HoldBack(samples, heldBack)
	held = held[:min(len(held), mostHeld)]
	out.Samples, out.Held = len(fit), len(held)
	before, err := e.Light()
	if err != nil {
		return out, err
	}
	if r.Fitting.Begin == nil && before.Fits(m.Encoder) {
		r.Fitting.Begin = before
	}
	after, err := r.Fitting.Fit(ctx, m.Encoder, fit)
	if err != nil {
		return out, err
	}
	if out.Before, err = embed.Agreement(ctx, before, held); err != nil {
		return out, err
	}
	if out.After, err = embed.Agreement(ctx, after, held); err != nil {
		return out, err
	}
	if out.After <= out.Before {
		return out, nil
	}
	if err := models.WriteLight(e.lightFile(), after, fmt.Sprintf("%d passages of this data directory", len(fit))); err != nil {
		return out, err
	}
	out.Kept = true
	e.light.mu.Lock()
	defer e.light.mu.Unlock()
	e.light.light = after
	return out, nil
}

// String says what came of it.
func (r Refitted) String() string {
	kept := "kept"
	if !r.Kept {
		kept = "thrown away, for the one there was agrees better"
	}
	return fmt.Sprintf("the light encoder was fitted to %d passages and %s: agreement %.3f, before %.3f", r.Samples, kept, r.After, r.Before)
}

// refitLeast is how many passages with vectors make a table of one's own worthwhile.
const refitLeast = 4000

// KeepLight refits the light encoder when it is due: when there are some thousand vectors of the encoder in use, and
// twice as many as when it was last tried. done is whether it was tried.
func (e *encoders) KeepLight(ctx context.Context, who spar.Principal) (r Refitted, done bool, err error) {
	m, err := e.Meaning(ctx)
	if spar.CodeOf(err) == spar.Unavailable {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	n, err := m.vectors(ctx)
	if err != nil {
		return r, false, err
	}
	stamp := filepath.Join(e.dir, "light.json")
	var tried struct {
		Recipe  string `json:"recipe"` // of the encoder
		Vectors int    `json:"vectors"`
	}
	if data, err := os.ReadFile(stamp); err == nil {
		_ = json.Unmarshal(data, &tried) // one that cannot be read is of nothing
	}
	recipe := m.Encoder.Recipe()
	if tried.Recipe != recipe {
		tried.Vectors = 0
	}
	if n < max(refitLeast, 2*tried.Vectors) {
		return r, false, nil
	}
	// Said before, so that a fit that fails or is killed is not begun again and again.
	tried.Recipe, tried.Vectors = recipe, n
	data, err := json.Marshal(tried)
	if err == nil {
		err = durable.WriteFile(stamp, data, 0o600)
	}
	if err != nil {
		return r, false, err
	}
	r, err = e.RefitLight(ctx, Refitting{Who: who})
	return r, true, err
}

// samples draws passages in scope that have a vector, each once.
func (e *encoders) samples(ctx context.Context, m *Meaning, r Refitting) ([]embed.Sample, error) {
	if err := m.Column.Refresh(ctx); err != nil {
		return nil, err
	}
	snapshot, selection, err := e.sel(ctx, Selection{Who: r.Who, Scope: r.Scope})
	if err != nil {
		return nil, err
	}
	type place struct {
		segment spar.SegmentID
		passage int
	}
	var places []place
	met := map[spar.SegmentID]bool{}
	for f := range snapshot.In(roaring.Or(selection.Known, selection.Unknown)) {
		if !f.State.Searchable() || met[f.Segment] {
			continue
		}
		met[f.Segment] = true
		slots := m.Column.Slots(f.Segment)
		err := store.Guard(func() error {
			for i := range slots.Len() {
				if slots.Has(i) {
					places = append(places, place{f.Segment, i})
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	most := r.Most
	if most <= 0 {
		most = drawnMost
	}
	drawn := min(most, len(places))
	samples := make([]embed.Sample, 0, drawn)
	for i := range drawn {
		p := places[i*len(places)/drawn]
		segment, err := e.store.Segment(ctx, p.segment)
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) {
			continue // the next question that meets it reads its file again
		}
		if err != nil {
			return nil, err
		}
		passage, err := segment.Passage(p.passage)
		if err != nil {
			continue
		}
		s := embed.Sample{Text: passage.Ranked(), Vector: make([]float32, m.Encoder.Dim())}
		err = store.Guard(func() error {
			if half, ok := m.Column.Slots(p.segment).Fine(p.passage); ok { // else the next question makes it again
				vec.Best().Widen(s.Vector, half)
				samples = append(samples, s)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return samples, nil
}
