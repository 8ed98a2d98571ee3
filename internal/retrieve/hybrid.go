package retrieve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// Rank is a way to put passages in order.
type Rank string

// The ways to rank. Hybrid is the product's own.
const (
	Words  Rank = "bm25"   // by words alone
	Dense  Rank = "dense"  // by meaning alone, of the passages that have a vector
	Hybrid Rank = "hybrid" // Meaning x cosine + (1 - Meaning) x (words / the best by words + Cover x the part of the question that is said)
	RRF    Rank = "rrf"    // by the sum of reciprocal ranks (Cormack, Clarke and Büttcher 2009), with 60 added to each
	ZScore Rank = "zscore" // as Hybrid, of both scores less their mean, over their deviation, among the candidates
)

// encoder turns texts into vectors of length 1, in their order.
type encoder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// column holds the vectors that the encoder made. Slots may have none; what Put stores they have from then on.
type column interface {
	Slots(id spar.SegmentID) store.Slots
	Put(ctx context.Context, vectors []store.Vector) error
}

// Vectors are what ranking by meaning needs: an encoder, and the column of the vectors that it makes.
type Vectors struct {
	Encoder encoder
	Column  column
}

// ask embeds a question, as such if the encoder makes a difference.
func (v Vectors) ask(ctx context.Context, question string) ([][]float32, error) {
	if q, ok := v.Encoder.(embed.Questioner); ok {
		return q.EmbedQuestions(ctx, []string{question})
	}
	return v.Encoder.Embed(ctx, []string{question})
}

// embedBatch is how many passages are embedded between two looks at whether more are needed.
const embedBatch = 16

// SearchByMeaning is Search with meaning; no vector need exist before. It embeds the best Candidates by words that have no vector, and
// keeps their vectors. The nearest by meaning among all passages with a vector join them, and o.Rank ranks all. Embedding stops early when
// it can no longer change the Limit best.
//
// preview, if not nil, gets the hits in the order of words before the first passage is embedded.
func SearchByMeaning(ctx context.Context, sources []Source, question string, v Vectors, o Options, preview func([]spar.Hit)) ([]spar.Hit, Stats, error) {
	o = o.filled()
	if o.Rank == Words {
		return Search(ctx, sources, question, o)
	}
	s, err := newSearch(ctx, sources, question, o)
	if err != nil {
		return nil, Stats{}, err
	}
	depth := o.Candidates
	if o.Limit < 0 || depth < 0 {
		depth = -1
	} else {
		depth = max(depth, o.Limit)
	}
	byWords, err := s.byWords(ctx, depth)
	if err != nil {
		return nil, Stats{}, err
	}
	if preview != nil {
		hits, err := s.hits(byWords[:s.cut(len(byWords))])
		if err != nil {
			return nil, Stats{}, err
		}
		preview(hits)
	}
	asked, err := v.ask(ctx, question)
	if err != nil {
		return nil, Stats{}, fmt.Errorf("embed the question: %w", err)
	}
	m := &meaning{search: s, v: v, question: asked[0], slots: make([]store.Slots, len(s.docs)), made: map[spot]float64{}}
	m.covered = map[candidateKey]float64{}
	for w, asked := range s.text.asked {
		m.total += asked * s.text.weights[w]
	}
	var list []candidate
	err = store.Guard(func() (err error) {
		m.open()
		if o.Rank != Dense {
			if err := m.mend(ctx, byWords); err != nil {
				return err
			}
			pool := byWords
			if o.Candidates >= 0 {
				pool = byWords[:min(len(byWords), o.Candidates)]
			}
			if err := m.embed(ctx, pool); err != nil {
				return err
			}
		}
		list, err = m.candidates(ctx, byWords)
		return err
	})
	if err != nil {
		return nil, Stats{}, err
	}
	list = perFile(list, o.PerFile)
	hits, err := s.hits(list[:s.cut(len(list))])
	stats := s.stats()
	stats.Embedded, stats.Damaged, stats.Remade = len(m.made), m.lost, m.remade
	return hits, stats, err
}

// cut is how many of n are wanted.
func (s *search) cut(n int) int {
	if s.o.Limit < 0 {
		return n
	}
	return min(n, s.o.Limit)
}

// perFile keeps the first most of each run.
func perFile(list []candidate, most int) []candidate {
	if most <= 0 {
		return list
	}
	of := map[int]int{}
	return slices.DeleteFunc(list, func(c candidate) bool {
		of[c.run]++
		return of[c.run] > most
	})
}

// A spot is a passage of a segment.
type spot struct{ doc, passage int }

// meaning is the half of a search that knows vectors.
type meaning struct {
	*search
	v        Vectors
	question []float32
	slots    []store.Slots    // of each doc
	made     map[spot]float64 // the cosines of passages embedded for this question
	total    float64          // the weight of all words of the question
	covered  map[candidateKey]float64
	lost     int // vectors that were found damaged
	remade   int // of them
}

func (m *meaning) open() {
	for i := range m.docs {
		m.slots[i] = m.v.Column.Slots(m.docs[i].segment.ID())
	}
}

// cosine gives how near a passage is to the question, if it has a vector.
func (m *meaning) cosine(c candidate) (float64, bool) {
	if v, ok := m.made[spot{c.doc, c.passage}]; ok {
		return v, true
	}
	s := m.slots[c.doc]
	if !s.Has(c.passage) {
		return 0, false
	}
	half, ok := s.Fine(c.passage)
	if !ok {
		return 0, false
	}
	v := float64(vec.Best().DotF16(m.question, half))
	return v, !math.IsNaN(v)
}

// embed gives vectors to those of the pool, which is ordered by words, that have none.
func (m *meaning) embed(ctx context.Context, pool []candidate) error {
	best := 1.0
	if len(pool) > 0 {
		best = pool[0].score
	}
	var vectors []store.Vector
	for from := 0; from < len(pool); from += embedBatch {
		if m.enough(pool[:from], pool[from:], best) {
			break
		}
		batch := pool[from:min(from+embedBatch, len(pool))]
		var missing []spot
		var texts []string
		for _, c := range batch {
			at := spot{c.doc, c.passage}
			if _, has := m.cosine(c); has || slices.Contains(missing, at) {
				continue
			}
			p, err := m.passage(c.doc, c.passage)
			if err != nil {
				return err
			}
			missing, texts = append(missing, at), append(texts, p.Ranked())
		}
		if len(texts) == 0 {
			continue
		}
		made, err := m.v.Encoder.Embed(ctx, texts)
		if err != nil {
			return fmt.Errorf("embed %d passages: %w", len(texts), err)
		}
		for i, at := range missing {
			segment := m.docs[at.doc].segment
			m.made[at] = float64(vec.Best().Dot(m.question, made[i]))
			vectors = append(vectors, store.Vector{Segment: segment.ID(), Len: segment.Len(), Index: at.passage, Values: made[i]})
		}
	}
	if err := m.v.Column.Put(ctx, vectors); err != nil {
		return fmt.Errorf("keep vectors: %w", err)
	}
	m.open()
	return nil
}

// enough reports whether the passages that were embedded hold the Limit best whatever the meaning of the rest is: no
// cosine is above 1. Only the weighted sum has such a bound.
func (m *meaning) enough(done, rest []candidate, best float64) bool {
	if m.o.Rank != Hybrid || m.o.Limit <= 0 || len(done) < m.o.Limit || len(rest) == 0 || best <= 0 {
		return false
	}
	byWords := func(c candidate) float64 { return (1 - m.o.Meaning) * (c.score/best + m.o.Cover*m.coverage(c)) }
	scores := make([]float64, len(done))
	for i, c := range done {
		cosine, _ := m.cosine(c)
		scores[i] = m.o.Meaning*cosine + byWords(c)
		scores[i] += m.behind(c, scores[i])
	}
	slices.Sort(scores)
	most := 0.
	for _, c := range rest {
		most = max(most, byWords(c))
	}
	return scores[len(scores)-m.o.Limit] >= m.o.Meaning+most
}

// nearestVectors gives the k passages that are nearest to the question. Damaged vectors that it meets are made again first:
// without them the answer would be another.
func (m *meaning) nearestVectors(ctx context.Context, k int) ([]near, error) {
	for round := 0; ; round++ {
		found, damaged, err := nearestVectors(ctx, m.question, m.slots, k)
		if err != nil {
			return nil, m.damaged(err)
		}
		if round == remakeRounds {
			return found, nil
		}
		made, err := m.remake(ctx, damaged)
		if err != nil || made == 0 {
			return found, err
		}
	}
}

// mend makes the damaged vectors of candidates again.
func (m *meaning) mend(ctx context.Context, list []candidate) error {
	var damaged []spot
	met := map[spot]bool{}
	for _, c := range list {
		if at := (spot{c.doc, c.passage}); !met[at] && m.slots[c.doc].Damaged(c.passage) {
			met[at] = true
			damaged = append(damaged, at)
		}
	}
	_, err := m.remake(ctx, damaged)
	return err
}

// remakeMost is how many damaged vectors one question makes again, some minutes' worth; beyond it they count as never made. Damaged vectors
// among the best may hide others, so the search is repeated up to remakeRounds times.
const (
	remakeMost   = 1024
	remakeRounds = 4
)

// remake makes vectors of damaged ones again and says of how many.
func (m *meaning) remake(ctx context.Context, damaged []spot) (n int, err error) {
	if len(damaged) == 0 {
		return 0, nil
	}
	m.lost = m.remade + len(damaged)
	for batch := range slices.Chunk(damaged[:max(0, min(len(damaged), remakeMost-m.remade))], 4*embedBatch) {
		var texts []string
		var vectors []store.Vector
		for _, at := range batch {
			p, err := m.passage(at.doc, at.passage)
			if err != nil {
				return n, err
			}
			segment := m.docs[at.doc].segment
			texts = append(texts, p.Ranked())
			vectors = append(vectors, store.Vector{Segment: segment.ID(), Len: segment.Len(), Index: at.passage})
		}
		made, err := m.v.Encoder.Embed(ctx, texts)
		if err != nil {
			return n, fmt.Errorf("embed %d passages whose vectors are damaged: %w", len(texts), err)
		}
		for i := range vectors {
			vectors[i].Values = made[i]
		}
		if err := m.v.Column.Put(ctx, vectors); err != nil {
			return n, fmt.Errorf("keep vectors: %w", err)
		}
		m.remade += len(batch)
		n += len(batch)
	}
	m.open()
	return n, nil
}

// candidates joins the best by words and the nearest by meaning, and ranks them, best first.
func (m *meaning) candidates(ctx context.Context, byWords []candidate) ([]candidate, error) {
	k := m.o.Candidates
	if m.o.Limit < 0 || k < 0 {
		k = 1 << 30
	} else if m.o.Rank == Dense {
		k = max(k, m.o.Limit)
	}
	found, err := m.nearestVectors(ctx, k)
	if err != nil {
		return nil, err
	}
	var list []candidate
	known := map[candidateKey]bool{}
	if m.o.Rank != Dense {
		list = slices.Clone(byWords)
		for _, c := range list {
			known[candidateKey{c.run, c.passage}] = true
		}
	}
	for _, n := range found {
		for _, run := range m.docs[n.doc].sources {
			c := candidate{doc: n.doc, run: run, passage: n.passage}
			if !known[candidateKey{run, n.passage}] {
				c.score = m.wordScore(c)
				list = append(list, c)
			}
		}
	}
	m.rank(list)
	slices.SortFunc(list, newTop(m.sources, -1).compare)
	return list, nil
}

type candidateKey struct{ run, passage int }

// wordScore is the score by words of any passage.
func (s *search) wordScore(c candidate) float64 {
	sum := 0.0
	for _, part := range s.parts(c) {
		sum += part
	}
	return sum
}

// rank replaces the scores by words with those of o.Rank. A passage without a vector counts as unrelated in meaning.
func (m *meaning) rank(list []candidate) {
	cosines := make([]float64, len(list))
	best := 0.0
	for i, c := range list {
		cosines[i], _ = m.cosine(c)
		best = max(best, c.score)
	}
	if best == 0 {
		best = 1
	}
	words, meanings := make([]float64, len(list)), cosines // each times its weight is a summand
	for i, c := range list {
		words[i] = c.score / best
	}
	switch m.o.Rank {
	case RRF:
		words, meanings = reciprocal(words), reciprocal(cosines)
	case ZScore:
		words, meanings = standard(words), standard(cosines)
	}
	literal := m.q.literal()
	for i := range list {
		w, n := (1-m.o.Meaning)*words[i], m.o.Meaning*meanings[i]
		switch m.o.Rank {
		case Dense:
			w, n = 0, meanings[i]
		case RRF:
			w, n = words[i], meanings[i]
		case Hybrid:
			if literal {
				n = 0
			}
		}
		list[i].cosine = cosines[i]
		list[i].fused = map[string]float64{"words": w, "meaning": n}
		list[i].score = w + n
		if m.o.Rank == Hybrid && m.o.Cover > 0 {
			list[i].fused["cover"] = (1 - m.o.Meaning) * m.o.Cover * m.coverage(list[i])
			list[i].score += list[i].fused["cover"]
		}
		if less := m.behind(list[i], list[i].score); less != 0 {
			list[i].fused["source"] = less
			list[i].score += less
		}
	}
}

// The part of its score that a passage of a program loses, for its lines and for its comments: text written for people comes first.
const (
	behindProse = .15
	behindGuide = .06
)

// behind gives the score that a passage loses because it is of a program, as a negative number.
func (m *meaning) behind(c candidate, score float64) float64 {
	if score < 0 || extract.ByExtension(m.sources[c.run].Path) != "source" {
		return 0
	}
	if kind, _, _, err := m.docs[c.doc].segment.Lent(c.passage); err == nil && kind == spar.SourcePassage {
		return -behindProse * score
	}
	return -behindGuide * score
}

// reciprocal gives 1 over 60 plus the rank of each score, the greatest being of rank 1.
func reciprocal(scores []float64) []float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	out := make([]float64, len(scores))
	for rank, i := range order {
		out[i] = 1 / float64(60+rank+1)
	}
	return out
}

// standard gives each score less the mean of all, over their standard deviation.
func standard(scores []float64) []float64 {
	mean, variance := 0.0, 0.0
	for _, s := range scores {
		mean += s / float64(len(scores))
	}
	for _, s := range scores {
		variance += (s - mean) * (s - mean) / float64(len(scores))
	}
	out := make([]float64, len(scores))
	for i, s := range scores {
		if variance > 0 {
			out[i] = (s - mean) / math.Sqrt(variance)
		}
	}
	return out
}
