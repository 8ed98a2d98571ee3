package embed

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// ofLength makes n texts of nearly the given number of tokens each from the words of the passages.
func ofLength(w *wordpiece, passages []string, tokens, n int) []string {
	words := strings.Fields(strings.Join(passages[1000:], " "))
	var list []string
	for at := 0; len(list) < n; {
		var text []string
		for len(w.encode(nil, strings.Join(text, " ")+" "+words[at%len(words)], 0)) <= tokens {
			text = append(text, words[at%len(words)])
			at++
		}
		if len(text) == 0 { // one word has more
			at++
			continue
		}
		list = append(list, strings.Join(text, " "))
	}
	return list
}

func BenchmarkEmbed(b *testing.B) {
	passages, _ := referenceVectors(b)
	w := modelWordpiece(b)
	sets := map[string][]string{
		"32":  ofLength(w, passages, 32, 128),
		"128": ofLength(w, passages, 128, 32),
		"256": ofLength(w, passages, 256, 16),
		"mix": passages[1000:1064],
	}
	for _, a := range []Arithmetic{Float32, Int8} {
		for _, threads := range []int{1, 2} {
			e, err := builtIn(b)(Options{Arithmetic: a, Threads: threads})
			if err != nil {
				b.Fatal(err)
			}
			for _, name := range []string{"32", "128", "256", "mix"} {
				b.Run(fmt.Sprintf("%s/%s/threads=%d", a, name, threads), func(b *testing.B) {
					tokens := e.(*bert).Tokens(sets[name])
					for b.Loop() {
						if _, err := e.Embed(context.Background(), sets[name]); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(tokens*b.N)/b.Elapsed().Seconds(), "tokens/s")
				})
			}
		}
	}
}

func BenchmarkWordpiece(b *testing.B) {
	w := modelWordpiece(b)
	texts := map[string]string{"english": strings.Repeat("A passage of some seven hundred bytes, with Names, numbers (1,234.5) and unforeseeable compounds. ", 8)[:700]}
	var many strings.Builder
	for _, l := range lines[tokenLine](b, filepath.Join(reference(b), "tokens.jsonl"))[:200] {
		many.WriteString(l.Text)
	}
	texts["scripts"] = many.String()
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			var ids []int32
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ids = w.encode(ids[:0], text, 0)
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, a := range []Arithmetic{Float32, Int8} {
		b.Run(string(a), func(b *testing.B) {
			for b.Loop() {
				if _, err := builtIn(b)(Options{Arithmetic: a}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
