package fulltext

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkPhrase asks 5,000 texts of 22 passages, whose words are as frequent as those of English are by rank.
func BenchmarkPhrase(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.07, 2.7, 20000)
	texts := make([]string, 5000)
	for i := range texts {
		var t strings.Builder
		for n := range 1800 {
			if n > 0 {
				t.WriteString([]string{" ", " ", " ", " ", " ", " ", " ", ", ", ". "}[r.IntN(9)])
			}
			t.WriteString(name(int(zipf.Uint64())))
		}
		texts[i] = t.String()
	}
	segments := house(b, texts)
	passages := 0
	for _, s := range segments {
		passages += s.Len()
	}
	for _, c := range []struct{ name, expr string }{
		{"word", name(3)},
		{"common", fmt.Sprintf(`"%s %s"`, name(3), name(5))},
		{"middle", fmt.Sprintf(`"%s %s"`, name(40), name(60))},
		{"rare", fmt.Sprintf(`"%s %s"`, name(900), name(1200))},
		{"near", fmt.Sprintf(`%s NEAR/3 %s`, name(40), name(60))},
		{"prefix", name(900)[:4] + "*"},
	} {
		e, err := Parse(c.expr)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportMetric(float64(passages), "passages")
			found := 0
			for b.Loop() {
				found = 0
				m := NewMatcher(e)
				for _, s := range segments {
					ok, err := m.Matches(s)
					if err != nil {
						b.Fatal(err)
					}
					if ok {
						found++
					}
				}
			}
			b.ReportMetric(float64(found), "files")
		})
	}
}

// name is the word of a rank: consonants and vowels by turns.
func name(rank int) string {
	var w strings.Builder
	for n := rank + 20; n > 0; n /= 75 {
		w.WriteByte("bcdfghklmnprstv"[n%15])
		w.WriteByte("aeiou"[n/15%5])
	}
	return w.String() + "n"
}
