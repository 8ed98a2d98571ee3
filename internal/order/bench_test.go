package order

import (
	"context"
	"fmt"
	"testing"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

// BenchmarkByPromise orders 100,000 files by the words of their names, and by words and meaning.
func BenchmarkByPromise(b *testing.B) {
	topics := []string{"travel", "leave", "invoice", "contract", "boiler", "minutes", "budget", "safety", "parking", "training"}
	files := make([]spar.File, 100_000)
	for i := range files {
		files[i].Path = fmt.Sprintf("dept-%d/%s_%s/%d %s report v%d.docx", i%37, topics[i%10], topics[i/10%10], 1990+i%40, topics[i/100%10], i)
	}
	light, err := embed.BuiltInLight(embed.Options{Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	for name, e := range map[string]Encoder{"words": nil, "words and light": light} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := ByPromise(context.Background(), "who pays for travel to a training?", files, nil, e); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(files)*b.N)/b.Elapsed().Seconds(), "files/s")
		})
	}
}
