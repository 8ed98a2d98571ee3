package retrieve

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// nearestReference is nearest without approximation or parallelism: what it is compared with.
func nearestReference(question []float32, slots []store.Slots, k int) []near {
	var all []near
	for i, s := range slots {
		for p := range s.Len() {
			if !s.Has(p) {
				continue
			}
			sum := float32(0)
			half, _ := s.Fine(p)
			for j, h := range half {
				sum += question[j] * vec.Float32(h)
			}
			all = append(all, near{i, p, sum})
		}
	}
	slices.SortFunc(all, compareNear)
	return all[:min(k, len(all))]
}

func randomUnit(r *rand.Rand, dim int) []float32 {
	v, sum := make([]float32, dim), 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func TestNearestIsExact(t *testing.T) {
	const dim, segments = 64, 120
	r := rand.New(rand.NewPCG(5, 6))
	c := store.NewMemoryColumn(dim)
	var slots []store.Slots
	for i := range segments {
		id, n := spar.SegmentID{byte(i), 1}, 1+r.IntN(40)
		var list []store.Vector
		for p := range n {
			if r.IntN(3) > 0 {
				list = append(list, store.Vector{Segment: id, Len: n, Index: p, Values: randomUnit(r, dim)})
			}
		}
		if err := c.Put(context.Background(), list); err != nil {
			t.Fatal(err)
		}
		slots = append(slots, c.Slots(id))
	}
	slots = append(slots, store.Slots{})
	missed := 0
	for range 50 {
		q := randomUnit(r, dim)
		got, _, err := nearestVectors(context.Background(), q, slots, 10)
		if err != nil {
			t.Fatal(err)
		}
		want := nearestReference(q, slots, 10)
		for i := range want {
			if got[i].doc != want[i].doc || got[i].passage != want[i].passage {
				missed++
			} else if d := math.Abs(float64(got[i].cosine - want[i].cosine)); d > 1e-5 {
				t.Errorf("cosine %v, want %v", got[i].cosine, want[i].cosine)
			}
		}
	}
	if missed > 0 {
		t.Errorf("%d of 500 neighbours are not those of the reference", missed)
	}
}

// topics is an encoder whose vectors can be read back: one dimension a topic, by words of the text.
type topics struct {
	embedded []string
	words    []string
}

func (e *topics) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		v := make([]float32, len(e.words)+1)
		v[len(e.words)] = .01
		for i, alternatives := range e.words {
			for _, w := range strings.Fields(alternatives) {
				if strings.Contains(strings.ToLower(text), w) {
					v[i] = 1
				}
			}
		}
		sum := float32(0)
		for _, x := range v {
			sum += x * x
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(float64(sum)))
		}
		out = append(out, v)
		e.embedded = append(e.embedded, text)
	}
	return out, nil
}

func TestSearchByMeaning(t *testing.T) {
	ctx := context.Background()
	runs := openRuns(t, map[string][]string{
		"a.md": {"The car is red.", "A boat on the sea."},
		"b.md": {"An automobile of crimson colour, which is dear."},
		"c.md": {"The price of a car and of another car."},
	})
	e := &topics{words: []string{"car automobile", "red crimson", "sea boat", "price dear"}}
	column := store.NewMemoryColumn(5)
	v := Vectors{e, column}
	paths := func(hits []spar.Hit) (list []string) {
		for _, h := range hits {
			list = append(list, fmt.Sprintf("%s %d", h.Path, h.Index))
		}
		return list
	}

	// Cold: only what has words of the question is embedded, and the preview is what Search gives.
	var preview []spar.Hit
	hits, stats, err := SearchByMeaning(ctx, runs, "red car", v, Options{}, func(h []spar.Hit) { preview = h })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.md 0", "c.md 0"}, paths(hits)); diff != "" {
		t.Errorf("cold: %s", diff)
	}
	byWords, _, err := Search(ctx, runs, "red car", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(paths(byWords), paths(preview)); diff != "" {
		t.Errorf("preview: %s", diff)
	}
	if stats.Embedded != 2 || len(e.embedded) != 3 {
		t.Errorf("embedded %d passages with %d texts, want 2 and, with the question, 3", stats.Embedded, len(e.embedded))
	}
	want := map[string]float64{"words": .4, "meaning": .6, "cover": .4 * DefaultCover} // it says all of the question
	if got := hits[0].Parts; !cmp.Equal(got, want, cmpopts.EquateApprox(0, 1e-3)) || math.Abs(got["words"]+got["meaning"]+got["cover"]-hits[0].Score) > 1e-9 {
		t.Errorf("the best hit scores %v of %v, want the sum of %v", hits[0].Score, got, want)
	}

	// Warm: nothing is embedded twice; a passage that has a vector joins though it shares no word.
	if err := column.Put(ctx, []store.Vector{vectorOf(t, e, runs, "b.md", 0)}); err != nil {
		t.Fatal(err)
	}
	e.embedded = nil
	hits, stats, err = SearchByMeaning(ctx, runs, "red car", v, Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Embedded != 0 || len(e.embedded) != 1 {
		t.Errorf("warm: embedded %d passages, %q", stats.Embedded, e.embedded)
	}
	if got := paths(hits); len(got) != 3 || got[0] != "a.md 0" {
		t.Errorf("warm: %q, want a.md 0 first and b.md 0 among three", got)
	}

	for rank, want := range map[Rank]int{Words: 2, Dense: 3, RRF: 3, ZScore: 3} {
		hits, _, err := SearchByMeaning(ctx, runs, "red car", v, Options{Rank: rank}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := paths(hits); len(got) != want || got[0] != "a.md 0" {
			t.Errorf("%s: got %q, want a.md 0 first of %d", rank, got, want)
		}
		kept := &Kept{}
		for range keptAfter {
			kept.of(runs)
		}
		// What is near by meaning alone has its score by words, though its postings were not looked at.
		for _, limit := range []int{1, 3} {
			plain, _, err1 := SearchByMeaning(ctx, runs, "red car price", v, Options{Rank: rank, Limit: limit, Candidates: 3}, nil)
			same, _, err2 := SearchByMeaning(ctx, runs, "red car price", v, Options{Rank: rank, Limit: limit, Candidates: 3, Kept: kept}, nil)
			if diff := cmp.Diff(plain, same, cmpopts.EquateApprox(0, 1e-12)); err1 != nil || err2 != nil || diff != "" || len(kept.list) != 1 {
				t.Errorf("%s: by what is kept (%d lists): %v, %v, %s", rank, len(kept.list), err1, err2, diff)
			}
		}
		for i := 1; i < len(hits); i++ {
			if hits[i].Score > hits[i-1].Score {
				t.Errorf("%s: hit %d scores more than the one before", rank, i)
			}
		}
	}
}

// TestStopsEarly: when no meaning of the rest could change the best, the rest is not embedded.
func TestStopsEarly(t *testing.T) {
	files := map[string][]string{"best.md": {"red red red car car car"}}
	for i := range 200 {
		files[fmt.Sprintf("f%03d.md", i)] = []string{"a car among many other things that are said here at length, " + strings.Repeat("padding ", 50)}
	}
	runs := openRuns(t, files)
	e := &topics{words: []string{"car", "red"}}
	hits, stats, err := SearchByMeaning(context.Background(), runs, "red car", Vectors{e, store.NewMemoryColumn(3)}, Options{Limit: 1, Candidates: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if hits[0].Path != "best.md" || stats.Embedded != embedBatch {
		t.Errorf("found %s after embedding %d passages, want best.md after %d", hits[0].Path, stats.Embedded, embedBatch)
	}
}

// openRuns stores files of English passages, in the order of their names.
func openRuns(t *testing.T, files map[string][]string) []Source {
	t.Helper()
	s := openStore(t)
	var runs []Source
	for i, path := range slices.Sorted(maps.Keys(files)) {
		var ps []spar.Passage
		for _, text := range files[path] {
			ps = append(ps, spar.Passage{Kind: spar.TextPassage, Text: text, Lang: "en"})
		}
		runs = append(runs, Source{File: spar.FileID(i + 1), Share: "s", Path: path, Segment: put(t, s, path, ps)})
	}
	return runs
}

func vectorOf(t *testing.T, e *topics, runs []Source, path string, i int) store.Vector {
	t.Helper()
	for _, r := range runs {
		if r.Path == path {
			p, err := r.Segment.Passage(i)
			if err != nil {
				t.Fatal(err)
			}
			v, err := e.Embed(context.Background(), []string{p.Ranked()})
			if err != nil {
				t.Fatal(err)
			}
			return store.Vector{Segment: r.Segment.ID(), Len: r.Segment.Len(), Index: i, Values: v[0]}
		}
	}
	t.Fatalf("no run %s", path)
	return store.Vector{}
}

// A guide stands before the comments of a program, and these before its lines, where all are as good; the score stays the sum of its parts.
func TestProgramsStandBehind(t *testing.T) {
	s := openStore(t)
	text := "The car is red."
	var runs []Source
	for i, f := range []struct {
		path string
		kind spar.PassageKind
	}{{"a.go", spar.SourcePassage}, {"b.go", spar.TextPassage}, {"c.md", spar.TextPassage}} {
		runs = append(runs, Source{File: spar.FileID(i + 1), Share: "s", Path: f.path, Segment: put(t, s, f.path, []spar.Passage{{Kind: f.kind, Text: text, Lang: "en"}})})
	}
	hits, _, err := SearchByMeaning(context.Background(), runs, "red car", Vectors{&topics{words: []string{"car", "red"}}, store.NewMemoryColumn(3)}, Options{Names: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range hits {
		got = append(got, h.Path)
		sum := 0.0
		for _, part := range h.Parts {
			sum += part
		}
		if math.Abs(sum-h.Score) > 1e-9 {
			t.Errorf("%s: %v is not the sum of %v", h.Path, h.Score, h.Parts)
		}
	}
	if want := []string{"c.md", "b.go", "a.go"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
