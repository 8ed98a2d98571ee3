package names

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// A drawer makes random vectors of 256 values, as fast as it can.
type drawer struct{}

func (drawer) Recipe() string { return "drawn" }
func (drawer) Dim() int       { return 256 }

func (drawer) Embed(_ context.Context, texts []string) ([][]float32, error) {
	all := make([]float32, 256*len(texts))
	for i := range all {
		all[i] = rand.Float32() - .5
	}
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = all[256*i:][:256]
	}
	return out, nil
}

// BenchmarkMillion compares a question with the sketches of a million names, in turns with reading the same bytes and doing nothing with
// them, and takes in 1,000 changed names, as a question does and durably.
func BenchmarkMillion(b *testing.B) {
	const n = 1_000_000
	shelf := &shelf{files: map[spar.FileID]string{}}
	for id := range spar.FileID(n) {
		shelf.files[id+1] = fmt.Sprintf("name %d", id)
	}
	shelf.changes = append(shelf.changes, catalog.Change{Kind: catalog.ShareChanged})
	s := Open(b.TempDir(), OfNames, drawer{})
	if _, _, err := s.Follow(b.Context(), shelf.source(), drawer{}); err != nil {
		b.Fatal(err)
	}
	question, _ := drawer{}.Embed(b.Context(), []string{"question"})
	buf := make([]byte, s.blockBytes())
	read := func() {
		f, err := os.Open(s.Path())
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		for {
			if _, err := f.Read(buf); err == io.EOF {
				return
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	score := func() {
		if _, err := s.Score(b.Context(), question[0]); err != nil {
			b.Fatal(err)
		}
	}
	change := func(what string) {
		for i := range 1000 {
			id := spar.FileID(1 + rand.IntN(n))
			shelf.change(catalog.FileMoved, id, fmt.Sprintf("%s %d %d", what, len(shelf.changes), i))
		}
	}
	follow := func(how func(context.Context, Source, Encoder) (int, bool, error)) {
		if _, _, err := how(b.Context(), shelf.source(), drawer{}); err != nil {
			b.Fatal(err)
		}
	}
	var took [4][]float64
	for b.Loop() {
		change("moved")
		for i, do := range []func(){read, score, func() { follow(s.FollowSoon) }, func() { follow(s.Follow) }} {
			if i == 3 {
				change("renamed")
			}
			began := time.Now()
			do()
			took[i] = append(took[i], float64(time.Since(began).Microseconds())/1000)
		}
	}
	at := func(i, percent int) float64 {
		slices.Sort(took[i])
		return took[i][(len(took[i])-1)*percent/100]
	}
	b.ReportMetric(at(0, 50), "read-ms")
	b.ReportMetric(at(1, 50), "score-ms")
	b.ReportMetric(at(0, 95), "read-p95-ms")
	b.ReportMetric(at(1, 95), "score-p95-ms")
	b.ReportMetric(at(2, 50), "follow-ms")
	b.ReportMetric(at(2, 95), "follow-p95-ms")
	b.ReportMetric(at(3, 50), "durable-ms")
	b.ReportMetric(at(3, 95), "durable-p95-ms")
}
