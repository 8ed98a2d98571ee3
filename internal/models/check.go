package models

import (
	"bufio"
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

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

// sample is the texts for checking and timing a model.
var sample = []string{
	"Parental leave is ten days for each child.", "The invoice is due within thirty days of its date.",
	"Wie viele Urlaubstage gibt es im Jahr?", "A boiler must be serviced once a year by an engineer.", "",
	strings.Repeat("The minutes of the meeting were approved, and the budget was not. ", 60),
}

// A Check is how near the vectors of an encoder come to what they should be.
type Check struct {
	Texts   int
	Dim     int
	Stored  bool    // compared with reference.jsonl of its folder, not with itself alone
	Float32 float64 // the least cosine
	Int8    float64 // the least cosine in 8-bit arithmetic
}

// CheckModel looks whether a model, the built-in, one that was added or a folder, computes what it should: an encoder against
// stored vectors and itself; of others that they run.
func CheckModel(ctx context.Context, dir, name string) (kind embed.Kind, c Check, err error) {
	if name != Precise {
		folder, err := Folder(dir, name)
		if err != nil {
			return "", c, err
		}
		if kind, err = kindOf(folder); err != nil {
			return kind, c, err
		}
		if kind == Writes {
			return kind, c, isWriter(filepath.Join(folder, weights))
		}
		if kind != embed.Vectors {
			return kind, c, runHead(ctx, kind, folder)
		}
	}
	plain, folder, err := OpenNamed(dir, name, embed.Options{Arithmetic: embed.Float32})
	if err != nil {
		return embed.Vectors, c, err
	}
	small, _, err := OpenNamed(dir, name, embed.Options{Arithmetic: embed.Int8})
	if err != nil {
		return embed.Vectors, c, err
	}
	if c, err = checkEncoder(ctx, plain, small, folder); err != nil {
		err = spar.Errorf(spar.Invalid, "the model %s does not compute what it should: %w", name, err)
	}
	return embed.Vectors, c, err
}

// checkEncoder embeds texts with an encoder in both arithmetics: those of reference.jsonl in its folder with their vectors, where there is
// one, or some of our own. An encoder with wrong vectors is an error.
func checkEncoder(ctx context.Context, plain, small embed.Encoder, dir string) (Check, error) {
	c := Check{Dim: plain.Dim()}
	texts, want := sample, [][]float32(nil)
	if dir != "" {
		stored, vectors, err := references(filepath.Join(dir, "reference.jsonl"), plain.Dim())
		switch {
		case err == nil:
			texts, want, c.Stored = stored, vectors, true
		case !errors.Is(err, fs.ErrNotExist):
			return c, err
		}
	}
	var err error
	c.Texts = len(texts)
	c.Float32, c.Int8, err = compare(ctx, plain, small, texts, want)
	return c, err
}

// runHead opens and runs a reranker or tagger.
func runHead(ctx context.Context, kind embed.Kind, dir string) error {
	if kind == embed.Scores {
		s, err := embed.OpenScorer(dir, embed.Options{})
		if err != nil {
			return err
		}
		_, err = s.Score(ctx, sample[0], sample)
		return err
	}
	t, err := embed.OpenTagger(dir, embed.Options{})
	if err != nil {
		return err
	}
	_, err = t.Tag(ctx, sample)
	return err
}

// compare compares vectors with want, or where there is none with those of each text alone, and gives the least
// cosine of either arithmetic.
func compare(ctx context.Context, plain, small embed.Encoder, texts []string, want [][]float32) (least, least8 float64, err error) {
	got, err := plain.Embed(ctx, texts)
	if err != nil {
		return 0, 0, err
	}
	got8, err := small.Embed(ctx, texts)
	if err != nil {
		return 0, 0, err
	}
	least, least8 = 1, 1
	for i, v := range got {
		if d := cosine(v, v); !(math.Abs(d-1) < 1e-3) {
			return 0, 0, fmt.Errorf("text %d has a vector of length %v", i+1, math.Sqrt(d))
		}
		var reference []float32
		if want != nil {
			reference = want[i]
		} else {
			alone, err := plain.Embed(ctx, texts[i:i+1])
			if err != nil {
				return 0, 0, err
			}
			reference = alone[0]
		}
		least, least8 = min(least, cosine(v, reference)), min(least8, cosine(got8[i], reference))
	}
	distinct := slices.ContainsFunc(got[1:], func(v []float32) bool { return cosine(v, got[0]) < .999 })
	switch {
	case !(least >= .9999):
		return 0, 0, fmt.Errorf("the least cosine is %.6f, not .9999", least)
	case !(least8 >= .97):
		return 0, 0, fmt.Errorf("the least cosine in 8-bit arithmetic is %.4f, not .97", least8)
	case len(texts) > 1 && !distinct:
		return 0, 0, errors.New("it gives all texts the same vector")
	}
	return least, least8, nil
}

func cosine(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// references reads texts and vectors, these at length 1.
func references(path string, dim int) (texts []string, vectors [][]float32, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var l struct {
			Text   string    `json:"text"`
			Vector []float32 `json:"vector"`
		}
		err := json.Unmarshal(lines.Bytes(), &l)
		length := math.Sqrt(cosine(l.Vector, l.Vector))
		if err != nil || len(l.Vector) != dim || !(length > 0) {
			return nil, nil, spar.Errorf(spar.Invalid, "%s, line %d, has no vector of %d values: write {\"text\", \"vector\"} a line", path, n, dim)
		}
		for i := range l.Vector {
			l.Vector[i] /= float32(length)
		}
		texts, vectors = append(texts, l.Text), append(vectors, l.Vector)
	}
	if err := lines.Err(); err != nil {
		return nil, nil, spar.Errorf(spar.Invalid, "%s: %w", path, err)
	}
	if len(texts) == 0 {
		return nil, nil, spar.Errorf(spar.Invalid, "%s is empty: delete it, or write {\"text\", \"vector\"} a line", path)
	}
	return texts, vectors, nil
}

// A Speed is how many tokens a second an encoder takes in, of texts of 32, 128 and 256 tokens and a mixture.
type Speed struct {
	Arithmetic embed.Arithmetic
	Threads    int
	Rates      [4]float64
}

// Speeds measures an encoder in both arithmetics, on one and two processors, so long each.
func Speeds(ctx context.Context, dir, name string, each time.Duration) (list []Speed, err error) {
	for _, arithmetic := range []embed.Arithmetic{embed.Float32, embed.Int8} {
		for threads := 1; threads <= 2; threads++ {
			e, _, err := OpenNamed(dir, name, embed.Options{Threads: threads, Arithmetic: arithmetic})
			if err != nil {
				return nil, err
			}
			s := Speed{Arithmetic: arithmetic, Threads: threads}
			for i, lengths := range [][]int{{32}, {128}, {256}, {24, 60, 110, 180, 250}} {
				if s.Rates[i], err = rate(ctx, e, lengths, each); err != nil {
					return nil, err
				}
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// rate is the tokens a second of the best round, of some 2,000 tokens, in the given time.
func rate(ctx context.Context, e embed.Encoder, lengths []int, limit time.Duration) (float64, error) {
	counter, ok := e.(interface{ Tokens(texts []string) int })
	if !ok {
		return 0, spar.Errorf(spar.Invalid, "%s does not say how many tokens a text has", e.Name())
	}
	words := strings.Fields(strings.Join(sample, " "))
	var texts []string
	for i, tokens := 0, 0; tokens < 2048; i++ {
		n := lengths[i%len(lengths)]
		var text []string
		for len(text) < n && counter.Tokens([]string{strings.Join(text, " ")}) < n {
			text = append(text, words[(i*7+len(text))%len(words)])
		}
		texts = append(texts, strings.Join(text, " "))
		tokens += n
	}
	tokens, best := counter.Tokens(texts), 0.
	for begin := time.Now(); best == 0 || time.Since(begin) < limit; {
		round := time.Now()
		if _, err := e.Embed(ctx, texts); err != nil {
			return 0, err
		}
		best = max(best, float64(tokens)/time.Since(round).Seconds())
	}
	return best, nil
}
