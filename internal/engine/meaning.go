package engine

import (
	"context"
	"fmt"
	"sync"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// Encoder says what texts are compared in meaning with. The zero value is the encoder that is built in.
type Encoder struct {
	Model string        // PreciseEncoder or "", NoEncoder, or a folder with a model of the BERT family
	Run   embed.Options // how it is run; its Arithmetic is DefaultArithmetic if it is not said
}

// DefaultArithmetic is what the product embeds with; docs/decisions/0014-arithmetic.md has the measurement.
const DefaultArithmetic = embed.Float32

// The encoders that are no folder.
const (
	PreciseEncoder = "precise" // the one that is built in
	NoEncoder      = "none"    // passages are ranked by words alone
)

func (o Encoder) open() (embed.Encoder, error) {
	if o.Run.Arithmetic == "" {
		o.Run.Arithmetic = DefaultArithmetic
	}
	switch o.Model {
	case "", PreciseEncoder:
		return embed.Precise(o.Run)
	case NoEncoder:
		return nil, spar.Errorf(spar.Unavailable, "the encoder is switched off; set encoder to %s, or to a folder with a model", PreciseEncoder)
	}
	return embed.Open(o.Model, o.Run)
}

// A Meaning is an encoder with the column of its vectors.
type Meaning struct {
	Encoder embed.Encoder
	Column  *store.Column
}

// meaningOf opens the encoder and its column once, when they are first asked for.
func meaningOf(s *store.Store, o Encoder) func(context.Context) (*Meaning, error) {
	var once sync.Mutex
	var opened *Meaning
	return func(ctx context.Context) (*Meaning, error) {
		once.Lock()
		defer once.Unlock()
		if opened != nil {
			return opened, nil
		}
		encoder, err := o.open()
		if err != nil {
			return nil, err
		}
		column, err := s.Column(ctx, encoder.Recipe(), encoder.Dim())
		if err != nil {
			return nil, err
		}
		opened = &Meaning{encoder, column}
		return opened, nil
	}
}

// Meaning opens the encoder and the vectors that it made so far. Where there is no encoder the error is
// spar.Unavailable.
func (e *Engine) Meaning(ctx context.Context) (*Meaning, error) {
	m, err := e.vectors(ctx)
	if err == nil {
		e.meaning = m
	}
	return m, err
}

// retrieve ranks the passages of runs as the request says, or by words and meaning. Where there is no encoder, a
// request that does not say is ranked by words, and the note says why.
func (e *Engine) retrieve(ctx context.Context, runs []retrieve.Run, q Request) (hits []spar.Hit, stats retrieve.Stats, note string, err error) {
	byWords := func() ([]spar.Hit, retrieve.Stats, error) {
		hits, stats, err := retrieve.Search(ctx, runs, q.Question, q.Retrieve)
		if err == nil && q.Preview != nil {
			q.Preview(hits)
		}
		return hits, stats, err
	}
	if q.Retrieve.Rank == retrieve.Words {
		hits, stats, err = byWords()
		return hits, stats, "", err
	}
	m, err := e.Meaning(ctx)
	if spar.CodeOf(err) == spar.Unavailable && q.Retrieve.Rank == "" {
		note = "passages are ranked by words alone, not by meaning: " + err.Error()
		hits, stats, err = byWords()
		return hits, stats, note, err
	}
	if err != nil {
		return nil, stats, "", err
	}
	if err := m.Column.Refresh(ctx); err != nil {
		return nil, stats, "", err
	}
	if q.Retrieve.Rank == retrieve.Dense {
		if note, err = m.lacking(runs); err != nil {
			return nil, stats, "", err
		}
	}
	hits, stats, err = retrieve.SearchByMeaning(ctx, runs, q.Question, retrieve.Vectors{Encoder: m.Encoder, Column: m.Column}, q.Retrieve, q.Preview)
	return hits, stats, note, err
}

// lacking says how many passages a ranking by meaning alone does not see, "" if it sees all.
func (m *Meaning) lacking(runs []retrieve.Run) (string, error) {
	met := map[spar.SegmentID]bool{}
	all, lacking := 0, 0
	for _, r := range runs {
		if id := r.Segment.ID(); !met[id] {
			met[id] = true
			missing, err := withoutVector(m.Column.Slots(id), r.Segment.Len())
			if err != nil {
				return "", err
			}
			all, lacking = all+r.Segment.Len(), lacking+len(missing)
		}
	}
	if lacking == 0 {
		return "", nil
	}
	return fmt.Sprintf("%d of %d passages have no vector yet and take no part in a ranking by meaning alone; --embed all gives them one", lacking, all), nil
}

// cosines compares texts with a question by meaning; nil where no encoder is at hand.
func (e *Engine) cosines(question string) func(context.Context, []string) ([]float64, error) {
	if e.meaning == nil {
		return nil
	}
	encoder := e.meaning.Encoder
	return func(ctx context.Context, texts []string) ([]float64, error) {
		vectors, err := encoder.Embed(ctx, append([]string{question}, texts...))
		if err != nil {
			return nil, err
		}
		out := make([]float64, len(texts))
		for i := range out {
			out[i] = float64(vec.Best().Dot(vectors[0], vectors[i+1]))
		}
		return out, nil
	}
}
