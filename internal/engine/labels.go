package engine

import (
	"context"
	"math"
	"path/filepath"
	"sync"

	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/spar"
)

// newLabels is how many names of tags a question waits for to get a vector; more are made in the background, and until then the
// question does without.
const newLabels = 256

// labelKeeper keeps the vectors of the names of tags by the encoder in use.
type labelKeeper struct {
	mu   sync.Mutex
	by   string // recipe
	kept *names.Labels
}

func (e *encoders) labelsOf(encoder names.Encoder) *names.Labels {
	e.labels.mu.Lock()
	defer e.labels.mu.Unlock()
	if e.labels.kept == nil || e.labels.by != encoder.Recipe() {
		e.labels.by, e.labels.kept = encoder.Recipe(), names.OpenLabels(filepath.Join(e.dir, sketchFolder), encoder)
	}
	return e.labels.kept
}

// labelsOfTags returns the texts that name tags, and which tag each names: names, synonyms and, if notes is set, notes. It leaves out
// retired tags.
func labelsOfTags(tags []spar.Tag, notes bool) (texts []string, of []int) {
	for i, t := range tags {
		if t.Retired {
			continue
		}
		texts, of = append(texts, t.Name), append(of, i)
		for _, s := range t.Synonyms {
			texts, of = append(texts, s), append(of, i)
		}
		if notes && t.Notes != "" {
			texts, of = append(texts, t.Notes), append(of, i)
		}
	}
	return texts, of
}

// NearTags compares a text with the names and synonyms of tags, and with their notes if Options say so. It returns the greatest cosine of
// each tag, or NaN for a tag without a vector. It returns nil if too many names have no vector yet, or if this machine has no encoder:
// names of tags never leave it.
func (e *encoders) NearTags(ctx context.Context, text string, tags []spar.Tag) ([]float64, error) {
	if len(tags) == 0 || e.meanings.chosen.URL != "" {
		return nil, nil
	}
	m, err := e.Meaning(ctx)
	if spar.CodeOf(err) == spar.Unavailable {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	labels := e.labelsOf(m.Encoder)
	texts, of := labelsOfTags(tags, e.tagNotes)
	asked, err := e.asked.of(ctx, m.Encoder, text)
	if err != nil {
		return nil, err
	}
	compared := names.TextsOf(texts)
	scores, err := labels.Scores([][]float32{asked}, compared)
	if err != nil {
		return nil, err
	}
	var missing []string
	for i, c := range scores[0] {
		if math.IsNaN(float64(c)) {
			missing = append(missing, texts[i])
		}
	}
	if len(missing) > 0 {
		if _, _, err := labels.Add(ctx, missing[:min(len(missing), newLabels)], m.Encoder); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			e.log.Warn("the names of tags get no vectors, so that questions guess none by their meaning", "err", err)
			return nil, nil
		}
		if len(missing) > newLabels {
			return nil, nil
		}
		if scores, err = labels.Scores([][]float32{asked}, compared); err != nil {
			return nil, err
		}
	}
	near := make([]float64, len(tags))
	for i := range near {
		near[i] = math.NaN()
	}
	for i, c := range scores[0] {
		if x := float64(c); !math.IsNaN(x) && !(near[of[i]] >= x) {
			near[of[i]] = x
		}
	}
	return near, nil
}

// labelTags gives the names of all tags vectors, and says how many it made.
func (e *encoders) labelTags(ctx context.Context) (made int, err error) {
	labels, texts, m, err := e.allLabels(ctx)
	if labels == nil || err != nil {
		return 0, err
	}
	made, _, err = labels.Add(ctx, texts, m.Encoder)
	return made, err
}

// keepLabels takes away the vectors of names that no tag has any more.
func (e *encoders) keepLabels(ctx context.Context) error {
	dir := filepath.Join(e.dir, sketchFolder)
	if there, err := names.ListLabels(dir); err != nil || len(there) == 0 {
		return err
	}
	labels, texts, _, err := e.allLabels(ctx)
	if err == nil && labels != nil {
		err = labels.Keep(texts)
	}
	if err != nil {
		return err
	}
	return names.KeepLabels(dir, labels)
}

// allLabels returns the vectors of names by the encoder in use, and the names of all tags. The vectors are nil if this machine has no
// encoder.
func (e *encoders) allLabels(ctx context.Context) (*names.Labels, []string, *Meaning, error) {
	if e.meanings.chosen.URL != "" {
		return nil, nil, nil, nil
	}
	m, err := e.Meaning(ctx)
	if spar.CodeOf(err) == spar.Unavailable {
		return nil, nil, nil, nil
	}
	if err != nil {
		return nil, nil, nil, err
	}
	tags, err := e.catalog.Tags(ctx)
	texts, _ := labelsOfTags(tags, e.tagNotes)
	return e.labelsOf(m.Encoder), texts, m, err
}
