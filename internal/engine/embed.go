package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// Embedded is what EmbedAll did: how many of the passages in scope have a vector, and how many of those are new.
type Embedded struct {
	Passages int
	Made     int
	Coverage spar.Coverage
}

// embedPassages is how many passages are embedded between two commits. A crash loses at most these.
const embedPassages = 128

// EmbedAll gives a vector to every passage of the files in scope, the most promising files for the question first. It first reads the
// unread files, within the budget. It keeps vectors batch by batch, so an interrupted call resumes where it stopped. progress gets how many
// passages have a vector, and how many there are; it may be nil.
func (e *texts) EmbedAll(ctx context.Context, q Request, progress func(done, total int)) (Embedded, error) {
	var out Embedded
	m, err := e.meanings.of(ctx, q.Encoder)
	if err != nil {
		return out, err
	}
	snapshot, selection, err := e.sel(ctx, q.Selection)
	if err != nil {
		return out, err
	}
	q.Selection = q.begun()
	if snapshot, selection, _, err = e.readScope(ctx, q, snapshot, selection); err != nil {
		return out, err
	}
	runs, coverage, _, err := e.sources(ctx, snapshot, selection)
	if err != nil {
		return out, err
	}
	out.Coverage = coverage
	if err := m.Column.Refresh(ctx); err != nil {
		return out, err
	}
	todo, err := e.segmentsByPromise(ctx, q.Question, snapshot, runs)
	if err != nil {
		return out, err
	}
	for _, s := range todo {
		out.Passages += s.Len()
	}
	done := 0
	if progress == nil {
		progress = func(int, int) {}
	}
	var texts []string
	var vectors []store.Vector
	flush := func() error {
		made, err := m.Encoder.Embed(ctx, texts)
		if err != nil {
			return err
		}
		for i := range vectors {
			vectors[i].Values = made[i]
		}
		if err := m.Column.Put(ctx, vectors); err != nil {
			return err
		}
		out.Made += len(vectors)
		done += len(vectors)
		texts, vectors = texts[:0], vectors[:0]
		progress(done, out.Passages)
		return nil
	}
	for _, s := range todo {
		missing, err := withoutVector(m.Column.Slots(s.ID()), s.Len())
		if err != nil {
			return out, err
		}
		done += s.Len() - len(missing)
		for _, i := range missing {
			p, err := s.Passage(i)
			if err != nil {
				return out, err
			}
			texts = append(texts, p.Ranked())
			vectors = append(vectors, store.Vector{Segment: s.ID(), Len: s.Len(), Index: i})
			if len(texts) == embedPassages {
				if err := flush(); err != nil {
					return out, err
				}
			}
		}
	}
	if len(texts) > 0 {
		return out, flush()
	}
	progress(done, out.Passages)
	return out, nil
}

// withoutVector lists the passages of a segment of n that have none, or a damaged one.
func withoutVector(slots store.Slots, n int) (missing []int, err error) {
	err = store.Guard(func() error {
		for i := range n {
			if !slots.Whole(i) {
				missing = append(missing, i)
			}
		}
		return nil
	})
	return missing, err
}
