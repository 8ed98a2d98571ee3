package embed

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A Sample is a text, and the vector of length 1 that an encoder made of it.
type Sample struct {
	Text   string
	Vector []float32
}

// Fitting says how the table of a light encoder is fitted. The zero value is the default.
type Fitting struct {
	Name     string
	Dim      int     // values of a vector; 0: 256, or all of the encoder's if those are fewer
	Words    int     // rows for words of several tokens; 0: 8,192; negative: none
	Epochs   int     // how often each sample is looked at; 0: 6
	Rate     float64 // of learning, at the beginning; it falls to 0; 0: .003
	Seed     uint64
	Begin    *Light // the table to begin from, of the same encoder; nil: vectors of single tokens. Its Dim and Words are kept
	Run      Options
	Progress func(epoch, epochs int) // called before each epoch; may be nil
}

// How many samples a fit needs at least: with fewer the basis is not known, and with very few a basis that is known
// already is filled with chance.
const minSamples, minMoreSamples = 512, 100

// Fit fits the table of a light encoder so that its vectors of the samples' texts point where e's do, seen in the Dim
// directions that hold most of them. The loss is 1 less the cosine, its minimum sought by Adam (Kingma and Ba 2015) in
// batches. A table begins with e's vectors of the single tokens, those of common tokens made short (Arora, Liang and Ma
// 2017), as Model2Vec distils them (Tulkens and van Dongen 2024). The same samples and seed give the same table.
func (f Fitting) Fit(ctx context.Context, e Encoder, samples []Sample) (*Light, error) {
	f = f.filled(e.Dim())
	least := minSamples
	if f.Begin != nil {
		least = minMoreSamples
	}
	if len(samples) < least {
		return nil, spar.Errorf(spar.Invalid, "a light encoder cannot be fitted to %d texts that have vectors: it needs %d or more", len(samples), least)
	}
	for _, s := range samples {
		if len(s.Vector) != e.Dim() {
			return nil, fmt.Errorf("a sample has a vector of %d values, and the encoder makes %d", len(s.Vector), e.Dim())
		}
	}
	run, err := f.Run.withDefaults()
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%w", err)
	}
	t := &fit{Fitting: f, run: run, random: rand.New(rand.NewPCG(f.Seed, 1))}
	var table, basis []float32
	if b := f.Begin; b != nil {
		if !b.Fits(e) {
			return nil, spar.Errorf(spar.Invalid, "the light encoder %s was fitted to %s and cannot be fitted on to %s", b.name, b.source, e.Name())
		}
		t.Dim, t.tokens = b.dim, b.lightTokens
		basis = make([]float32, len(b.basis))
		run.Kernels.Widen(basis, b.basis)
		table = b.floats()
	} else {
		if t.tokens, err = vocabularyOf(e, f.Words); err != nil {
			return nil, err
		}
		basis = t.directions(samples)
	}
	t.read(samples, basis)
	if table == nil {
		if table, err = t.singles(ctx, e, basis); err != nil {
			return nil, err
		}
	}
	if err := t.descend(ctx, table); err != nil {
		return nil, err
	}
	return newLight(f.Name, e.Name(), t.tokens, t.Dim, table, basis, run), nil
}

func (f Fitting) filled(dim int) Fitting {
	if f.Name == "" {
		f.Name = "light"
	}
	if f.Dim <= 0 {
		f.Dim = 256
	}
	f.Dim = min(f.Dim, dim)
	if f.Words == 0 {
		f.Words = 8192
	}
	f.Words = max(0, f.Words)
	if f.Epochs <= 0 {
		f.Epochs = 6
	}
	if !(f.Rate > 0) {
		f.Rate = .003
	}
	return f
}

// vocabularyOf is that of the encoder if it is of the BERT family, or else of the built-in light encoder.
func vocabularyOf(e Encoder, words int) (lightTokens, error) {
	if b, ok := e.(*bert); ok && b.Family == bertFamily {
		return newLightTokens(b.tokens, words, b.MaxTokens), nil
	}
	l, err := BuiltInLight(Options{})
	if err != nil {
		return lightTokens{}, err
	}
	return newLightTokens(l.wordpiece, words, l.max), nil
}

// floats is the table in float32.
func (l *Light) floats() []float32 {
	out := make([]float32, len(l.rows))
	for i, s := range l.scale {
		l.k.AddI8(out[i*l.dim:][:l.dim], l.rows[i*l.dim:][:l.dim], s)
	}
	return out
}

// A fit is one run of a Fitting.
type fit struct {
	Fitting
	run    Options
	random *rand.Rand
	tokens lightTokens
	rows   [][]int32 // of each sample's text
	want   []float32 // Dim values a sample, of length 1
}

// basisSamples is how many samples the directions are taken from.
const basisSamples = 20000

// directions are the Dim main directions of the samples' vectors, at right angles and of length 1: principal components without taking the
// mean away, by subspace iteration.
func (f *fit) directions(samples []Sample) []float32 {
	from := len(samples[0].Vector)
	moments := make([]float64, from*from)
	step := max(1, len(samples)/basisSamples)
	f.parallel(from, func(a int) {
		for i := 0; i < len(samples); i += step {
			v := samples[i].Vector
			x := float64(v[a])
			row := moments[a*from:][:from]
			for b, y := range v {
				row[b] += x * float64(y)
			}
		}
	})
	q, next := make([]float64, f.Dim*from), make([]float64, f.Dim*from)
	for i := range q {
		q[i] = f.random.NormFloat64()
	}
	const rounds = 30
	for range rounds {
		f.parallel(f.Dim, func(k int) {
			for a := range from {
				sum := 0.
				for b, x := range q[k*from:][:from] {
					sum += moments[a*from+b] * x
				}
				next[k*from+a] = sum
			}
		})
		q, next = next, q
		orthonormal(q, from)
	}
	out := make([]float32, len(q))
	for i, x := range q {
		out[i] = float32(x)
	}
	return out
}

// orthonormal makes rows of n values orthogonal to those before them and of length 1.
func orthonormal(q []float64, n int) {
	dot := func(a, b []float64) (sum float64) {
		for i, x := range a {
			sum += x * b[i]
		}
		return sum
	}
	for k := 0; k < len(q); k += n {
		v := q[k:][:n]
		for j := 0; j < k; j += n {
			w := q[j:][:n]
			s := dot(v, w)
			for i := range v {
				v[i] -= s * w[i]
			}
		}
		if length := math.Sqrt(dot(v, v)); length > 0 {
			for i := range v {
				v[i] /= length
			}
		}
	}
}

// read splits the texts and turns the vectors into the basis.
func (f *fit) read(samples []Sample, basis []float32) {
	f.rows, f.want = make([][]int32, len(samples)), make([]float32, len(samples)*f.Dim)
	f.parallel(len(samples), func(i int) {
		f.rows[i] = f.tokens.rowsOf(nil, samples[i].Text)
		project(f.run.Kernels, f.want[i*f.Dim:][:f.Dim], samples[i].Vector, basis)
		normalise(f.run.Kernels, f.want[i*f.Dim:][:f.Dim])
	})
}

func project(k *vec.Kernels, dst, v, basis []float32) {
	for d := range dst {
		dst[d] = k.Dot(v, basis[d*len(v):][:len(v)])
	}
}

// commonShare is the share of all tokens at which a token's vector is made half as long.
const commonShare = 1e-3

// singles are e's vectors of the single tokens less half their mean, in the basis, shorter for common tokens; words of
// several tokens begin with nothing.
func (f *fit) singles(ctx context.Context, e Encoder, basis []float32) ([]float32, error) {
	n, from := len(f.tokens.continued), e.Dim()
	counts, all := make([]float64, n), 0.
	for _, rows := range f.rows {
		for _, id := range rows {
			if int(id) < n {
				counts[id]++
				all++
			}
		}
	}
	vectors := make([]float32, 0, n*from)
	mean := make([]float64, from)
	const batch = 1024
	for at := 0; at < n; at += batch {
		made, err := embedTokens(ctx, e, f.tokens.vocab.Tokens, at, min(at+batch, n))
		if err != nil {
			return nil, fmt.Errorf("embed single tokens: %w", err)
		}
		for _, v := range made {
			vectors = append(vectors, v...)
			for i, x := range v {
				mean[i] += float64(x) / float64(n)
			}
		}
	}
	table := make([]float32, f.tokens.size()*f.Dim)
	f.parallel(n, func(id int) {
		v := vectors[id*from:][:from]
		for i := range v {
			v[i] -= float32(mean[i] / 2)
		}
		row := table[id*f.Dim:][:f.Dim]
		project(f.run.Kernels, row, v, basis)
		weight := float32(commonShare / (commonShare + counts[id]/all))
		for i := range row {
			row[i] *= weight
		}
	})
	return table, nil
}

// embedTokens embeds tokens as such where e lets it, and otherwise as texts.
func embedTokens(ctx context.Context, e Encoder, tokens []string, from, to int) ([][]float32, error) {
	if b, ok := e.(*bert); ok && len(b.tokens.vocab.Tokens) == len(tokens) {
		seqs, out := make([]sequence, to-from), make([][]float32, to-from)
		for i := range seqs {
			seqs[i].ids, out[i] = []int32{b.tokens.cls, int32(from + i), b.tokens.sep}, make([]float32, b.Hidden)
		}
		return out, b.run(ctx, seqs, func(i int, x []float32) { b.pool(out[i], x) })
	}
	texts := make([]string, to-from)
	for i := range texts {
		texts[i] = strings.TrimPrefix(tokens[from+i], "##")
	}
	return e.Embed(ctx, texts)
}

// parallel calls do for 0 to n-1, each goroutine for a range of its own.
func (f *fit) parallel(n int, do func(i int)) {
	threads := max(1, min(f.run.Threads, n/16))
	var wg sync.WaitGroup
	for g := 1; g < threads; g++ {
		wg.Go(func() {
			for i := g * n / threads; i < (g+1)*n/threads; i++ {
				do(i)
			}
		})
	}
	for i := range n / threads {
		do(i)
	}
	wg.Wait()
}
