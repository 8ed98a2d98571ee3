package measure

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// having says which passages have vectors before a question is asked.
type having int

const (
	nothing    having = iota
	ofOthers          // the passages that some other questions embedded
	everything        // all
)

// otherQuestions is how many questions were asked before, where some were.
const otherQuestions = 100

// encodeThreads is how many processors a vector is made with.
const encodeThreads = 2

// meaning is the part of a system that knows vectors. Each is made once and kept in a column. A question does not see vectors that it would
// not have had, and makes them again, by looking them up.
type meaning struct {
	encoder embed.Encoder
	column  *store.Column
	known   *known
	others  [2]*kept // vectors that two sets of questions left; a question of one sees those of the other
	first   map[string]bool
}

func newMeaning(ctx context.Context, encoder embed.Encoder, s *store.Store, runs []retrieve.Source) (*meaning, error) {
	column, err := s.Column(ctx, encoder.Recipe(), encoder.Dim())
	if err != nil {
		return nil, err
	}
	m := &meaning{encoder: encoder, column: column, known: &known{encoder: encoder, column: column, at: map[digest]slot{}, others: map[string][]float32{}}}
	return m, m.known.places(runs)
}

// places notes where the vectors of passages are kept.
func (k *known) places(runs []retrieve.Source) error {
	for segment := range segments(runs) {
		for i := range segment.Len() {
			p, err := segment.Passage(i)
			if err != nil {
				return err
			}
			d := digest(sha256.Sum256([]byte(p.Ranked())))
			if _, met := k.at[d]; !met {
				k.at[d] = slot{segment.ID(), segment.Len(), i}
			}
		}
	}
	return nil
}

// segments gives each segment of the runs once.
func segments(runs []retrieve.Source) func(func(*store.Segment) bool) {
	return func(yield func(*store.Segment) bool) {
		met := map[spar.SegmentID]bool{}
		for _, r := range runs {
			if id := r.Segment.ID(); !met[id] {
				met[id] = true
				if !yield(r.Segment) {
					return
				}
			}
		}
	}
}

// embedAll gives a vector to every passage that has none.
func (m *meaning) embedAll(ctx context.Context, runs []retrieve.Source) error {
	const passages = 256
	var texts []string
	var vectors []store.Vector
	began := time.Now()
	defer func() { m.known.spent += time.Since(began) }()
	flush := func() error {
		made, err := m.encoder.Embed(ctx, texts)
		if err != nil {
			return fmt.Errorf("embed %d passages: %w", len(texts), err)
		}
		for i := range vectors {
			vectors[i].Values = made[i]
		}
		err = m.column.Put(ctx, vectors)
		texts, vectors = texts[:0], vectors[:0]
		return err
	}
	for segment := range segments(runs) {
		slots := m.column.Slots(segment.ID())
		for i := range segment.Len() {
			if slots.Has(i) {
				continue
			}
			p, err := segment.Passage(i)
			if err != nil {
				return err
			}
			texts = append(texts, p.Ranked())
			vectors = append(vectors, store.Vector{Segment: segment.ID(), Len: segment.Len(), Index: i})
			if len(texts) == passages {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

// askOthers asks two disjoint sets of questions, each in a system without vectors, and keeps what they leave.
func (m *meaning) askOthers(ctx context.Context, set *Set, s *Stored) error {
	m.first = map[string]bool{}
	met := map[string]bool{}
	var asked []Query
	random := rand.New(rand.NewPCG(1, 0))
	for _, i := range random.Perm(len(set.Queries)) {
		if q := set.Queries[i]; !met[q.Text] && len(asked) < 2*otherQuestions {
			met[q.Text] = true
			asked = append(asked, q)
		}
	}
	half := (len(asked) + 1) / 2
	for side := range m.others {
		m.others[side] = &kept{MemoryColumn: store.NewMemoryColumn(m.encoder.Dim())}
		of := asked[:half]
		if side == 1 {
			of = asked[half:]
		}
		for _, q := range of {
			m.first[q.Text] = m.first[q.Text] || side == 0
			v := retrieve.Vectors{Encoder: m.known, Column: m.others[side]}
			if _, _, err := s.ask(ctx, s.runs, q.Text, v, s.limit(), 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// seen gives the vectors that there are before a question is asked.
func (m *meaning) seen(q Query, h having) column {
	switch {
	case h == everything:
		return m.column
	case h == ofOthers && m.first[q.Text]:
		return m.others[1]
	case h == ofOthers:
		return m.others[0]
	}
	return store.NewMemoryColumn(m.encoder.Dim())
}

// before gives a question the vectors that it would have, hides the new ones from all others, and looks up vectors that were made for
// another question already.
func (s *Stored) before(q Query) (retrieve.Vectors, error) {
	if s.meaning == nil {
		return retrieve.Vectors{}, nil
	}
	return retrieve.Vectors{Encoder: s.meaning.known, Column: forgetful{s.meaning.seen(q, s.having)}}, nil
}

// timed gives a question the vectors that it would have, and makes and keeps all others as the product does, except
// that no disk is waited for.
func (s *Stored) timed(ctx context.Context, q Query) (retrieve.Vectors, error) {
	if s.meaning == nil {
		return retrieve.Vectors{}, nil
	}
	seen := s.meaning.seen(q, s.having)
	if others, ok := seen.(*kept); ok {
		copied := store.NewMemoryColumn(s.meaning.encoder.Dim())
		if err := copied.Put(ctx, others.vectors); err != nil {
			return retrieve.Vectors{}, err
		}
		seen = copied
	}
	return retrieve.Vectors{Encoder: s.meaning.encoder, Column: seen}, nil
}

// column is what a search knows of vectors.
type column interface {
	Slots(id spar.SegmentID) store.Slots
	Put(ctx context.Context, vectors []store.Vector) error
}

// A forgetful column keeps nothing. A search ranks by what it made itself all the same.
type forgetful struct{ column }

func (forgetful) Put(context.Context, []store.Vector) error { return nil }

// A kept column remembers its vectors, so that they can be put elsewhere.
type kept struct {
	*store.MemoryColumn
	vectors []store.Vector
}

func (k *kept) Put(ctx context.Context, vectors []store.Vector) error {
	k.vectors = append(k.vectors, vectors...)
	return k.MemoryColumn.Put(ctx, vectors)
}

type digest [sha256.Size]byte

// A slot is the place of a text's vector.
type slot struct {
	segment    spar.SegmentID
	len, index int
}

// known is an encoder that makes no vector twice: those of passages are kept in the column, those of other texts here.
// A vector from the column is rounded to float16, which moves a cosine by less than .001.
type known struct {
	encoder embed.Encoder
	column  *store.Column
	at      map[digest]slot

	mu     sync.Mutex
	others map[string][]float32 // of questions and sentences
	spent  time.Duration        // on the vectors of passages
}

func (k *known) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := make([][]float32, len(texts))
	var missing []string
	var where []int
	err := store.Guard(func() error {
		for i, text := range texts {
			if out[i] = k.find(text); out[i] == nil {
				missing, where = append(missing, text), append(where, i)
			}
		}
		return nil
	})
	if err != nil || len(missing) == 0 {
		return out, err
	}
	began := time.Now()
	made, err := k.encoder.Embed(ctx, missing)
	if err != nil {
		return nil, err
	}
	var vectors []store.Vector
	for i, values := range made {
		out[where[i]] = values
		if at, ok := k.at[sha256.Sum256([]byte(missing[i]))]; ok {
			vectors = append(vectors, store.Vector{Segment: at.segment, Len: at.len, Index: at.index, Values: values})
		} else {
			k.others[missing[i]] = values
		}
	}
	if err := k.column.Put(ctx, vectors); err != nil {
		return nil, err
	}
	k.spent += time.Since(began) * time.Duration(len(vectors)) / time.Duration(len(missing))
	return out, nil
}

// find gives the vector of a text, nil if there is none.
func (k *known) find(text string) []float32 {
	at, ok := k.at[sha256.Sum256([]byte(text))]
	if !ok {
		return k.others[text]
	}
	slots := k.column.Slots(at.segment)
	if !slots.Has(at.index) {
		return nil
	}
	half, ok := slots.Fine(at.index)
	if !ok {
		return nil
	}
	values := make([]float32, k.encoder.Dim())
	vec.Best().Widen(values, half)
	return values
}
