package retrieve

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// bagOfWords is an encoder that adds a random vector for each word, so that every dimension and sign counts.
type bagOfWords struct{ dim, embedded int }

func (e *bagOfWords) Embed(_ context.Context, texts []string) (out [][]float32, _ error) {
	for _, text := range texts {
		v, sum := make([]float32, e.dim), float32(0)
		for _, word := range strings.Fields(strings.ToLower(text)) {
			h := fnv.New64a()
			h.Write([]byte(word))
			for i, x := range randomUnit(rand.New(rand.NewPCG(h.Sum64(), 1)), e.dim) {
				v[i] += x
			}
		}
		for _, x := range v {
			sum += x * x
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(float64(sum)))
		}
		out = append(out, v)
		e.embedded++
	}
	return out, nil
}

// TestDamagedVectors flips bytes in the file of vectors and asks: the answer is the undamaged one, whatever was hit. It
// does so 20 times, with SPAR_LONG=1 200 times.
func TestDamagedVectors(t *testing.T) {
	const dim, flips = 96, 500
	ctx, dir, trials := t.Context(), t.TempDir(), 20
	if os.Getenv("SPAR_LONG") != "" {
		trials = 200
	}
	r := rand.New(rand.NewPCG(7, 8))
	d := dbtest.Open(t, dir, store.Schema)
	defer d.Close()
	s, err := store.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	words := strings.Fields("harbour crane permit invoice leave travel budget safety audit tender lease vessel dock storm pilot fuel")
	var runs []Source
	for i := range 80 {
		var ps []spar.Passage
		for p := range 1 + r.IntN(12) {
			var text []string
			for range 12 {
				text = append(text, words[r.IntN(len(words))])
			}
			ps = append(ps, spar.Passage{Kind: spar.TextPassage, Text: fmt.Sprintf("%s number%d", strings.Join(text, " "), 100*i+p), Lang: "en"})
		}
		path := fmt.Sprintf("%02d.md", i)
		runs = append(runs, Source{File: spar.FileID(i + 1), Share: "s", Path: path, Segment: put(t, s, path, ps)})
	}
	e := &bagOfWords{dim: dim}
	questions := []string{"harbour crane permit", "storm at the dock", "tender audit budget", "a vessel without fuel"}
	ranks := []Rank{Hybrid, Dense, RRF, ZScore}
	ask := func(rank Rank, question string, column column) []spar.Hit {
		t.Helper()
		hits, _, err := SearchByMeaning(ctx, runs, question, Vectors{e, column}, Options{Rank: rank, Limit: 10, Candidates: 30}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	open := func() *store.Column {
		t.Helper()
		c, err := s.Column(ctx, "bag", dim)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	column := open()
	for i, run := range runs { // two of three passages have a vector before anybody asks
		var list []store.Vector
		for p := range run.Segment.Len() {
			passage, err := run.Segment.Passage(p)
			if err != nil {
				t.Fatal(err)
			}
			made, _ := e.Embed(ctx, []string{passage.Ranked()})
			if (i+p)%3 > 0 {
				list = append(list, store.Vector{Segment: run.Segment.ID(), Len: run.Segment.Len(), Index: p, Values: made[0]})
			}
		}
		if err := column.Put(ctx, list); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string][]spar.Hit{}
	for range 4 { // questions give vectors to passages: the last answer is the one that stays
		for _, rank := range ranks {
			for _, q := range questions {
				want[string(rank)+q] = ask(rank, q, column)
			}
		}
	}
	if err := column.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "packs", "vectors", "*.col"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	sound, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for trial := range trials {
		b := append([]byte(nil), sound...)
		for range flips {
			mask := byte(1 + r.IntN(255))
			if trial%2 == 1 {
				mask = 0x80 // the sign of an int8 value, and of every other byte of float16 values
			}
			b[r.IntN(len(b))] ^= mask
		}
		if err := os.WriteFile(files[0], b, 0o600); err != nil {
			t.Fatal(err)
		}
		column, before := open(), e.embedded
		order := r.Perm(len(ranks))
		for _, k := range order {
			for _, q := range questions {
				got := ask(ranks[k], q, column)
				if diff := cmp.Diff(want[string(ranks[k])+q], got, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("trial %d, %s, %q: other hits than without damage (-want +got):\n%s", trial, ranks[k], q, diff)
				}
			}
		}
		if made := e.embedded - before; made < 50 || made > 500+4*len(questions)*len(ranks) {
			t.Errorf("trial %d: %d texts were embedded, which is not what was damaged", trial, made)
		}
		if err := column.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
