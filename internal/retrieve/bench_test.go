package retrieve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// The generated corpus: 100,000 passages of 100 words in 5,000 files, words drawn by Zipf's law.
const (
	benchFiles    = 5000
	benchPassages = 20
	benchWords    = 100
	benchLexicon  = 50000
)

// word spells the i-th commonest word.
func word(i int) string {
	b := []byte{"bcdfghklmnprstvz"[i%16], "aeiou"[i/16%5]}
	for i /= 80; i > 0; i /= 80 {
		b = append(b, "bcdfghklmnprstvz"[i%16], "aeiou"[i/16%5])
	}
	return string(b) + "x"
}

func benchRuns(b *testing.B, dir string) []Source {
	b.Helper()
	d, err := db.Open(b.Context(), dir, store.Schema)
	if err != nil {
		b.Fatal(err)
	}
	s, err := store.Open(dir, d)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close(); d.Close() })
	r := rand.New(rand.NewPCG(1, 2))
	zipf := func() int { return int(math.Pow(benchLexicon, r.Float64())) }
	has, err := s.Has(b.Context(), segmentID("0"))
	if err != nil {
		b.Fatal(err)
	}
	if !has {
		var items []store.Item
		for f := range benchFiles {
			var ps []spar.Passage
			for range benchPassages {
				var words []string
				for range benchWords {
					words = append(words, word(zipf()))
				}
				ps = append(ps, spar.Passage{Kind: spar.TextPassage, Text: strings.Join(words, " "), Lang: "en"})
			}
			items = append(items, store.Item{ID: segmentID(fmt.Sprint(f)), Passages: ps})
		}
		if err := s.PutAll(b.Context(), items); err != nil {
			b.Fatal(err)
		}
	}
	var runs []Source
	for f := range benchFiles {
		seg, err := s.Segment(b.Context(), segmentID(fmt.Sprint(f)))
		if err != nil {
			b.Fatal(err)
		}
		runs = append(runs, Source{
			File: spar.FileID(f + 1), Share: "s", Segment: seg,
			Path: fmt.Sprintf("%s/%s %s %s-%d.pdf", word(f%50), word(f*7%9000), word(f*11%9000), word(f*13%9000), 2000+f%25),
		})
	}
	return runs
}

// question is four words, one common and three less so.
func benchQuestion(i int) string {
	return strings.Join([]string{word(20 + i%20), word(300 + i*7%300), word(2000 + i*13%2000), word(9000 + i*17%9000)}, " ")
}

func BenchmarkSearch(b *testing.B) {
	runs := benchRuns(b, b.TempDir())
	for i := 0; b.Loop(); i++ {
		if _, _, err := Search(b.Context(), runs, benchQuestion(i), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkKept is BenchmarkSearch with the data that searches over the same sources share.
func BenchmarkKept(b *testing.B) {
	runs := benchRuns(b, b.TempDir())
	o := Options{Kept: &Kept{}}
	for i := 0; b.Loop(); i++ {
		if _, _, err := Search(b.Context(), runs, benchQuestion(i), o); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFresh is the first question after opening: the cost of a command in a process of its own. Set SPAR_BENCH_DIR to keep the corpus
// between runs.
func BenchmarkFresh(b *testing.B) {
	dir := os.Getenv("SPAR_BENCH_DIR")
	if dir == "" {
		dir = b.TempDir()
		benchRuns(b, dir)
	}
	for b.Loop() {
		runs := benchRuns(b, dir)
		if _, _, err := Search(b.Context(), runs, benchQuestion(1), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
