package chunk

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/clipperhouse/uax29/v2/words"
)

// refWords is Words with all tokens by the library.
func refWords(text string) []string {
	t := tokenizer{text: normalize(text)}
	it := words.FromString(t.text)
	for it.Next() {
		t.token(it.Start(), it.Value())
	}
	t.endRun()
	t.endChain()
	t.spellings()
	return t.terms
}

// refLanguage is Language with maps.
func refLanguage(text string) string {
	if len(text) > sample {
		text = strings.ToValidUTF8(text[:sample], "")
	}
	if lang := refScriptLanguage(text); lang != "" {
		return lang
	}
	scores, distinct := map[string]float64{}, map[string]int{}
	words, seen := 0, map[string]bool{}
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) }) {
		words++
		if len(w) > 16 {
			continue
		}
		w = strings.ToLower(w)
		var langs []string
		for _, i := range commonest.words[w].langs {
			langs = append(langs, commonest.langs[i])
		}
		for _, lang := range langs {
			scores[lang] += 1 / float64(len(langs))
			if !seen[w] && len(w) > 1 {
				distinct[lang]++
			}
		}
		if len(langs) > 0 {
			seen[w] = true
		}
	}
	best, first, second := "", 0., 0.
	for lang, n := range scores {
		if n > first || n == first && lang < best {
			best, first, second = lang, n, first
		} else {
			second = max(second, n)
		}
	}
	if distinct[best] < minDistinct || first < minShare*float64(words) || first < minLead*second {
		return ""
	}
	return best
}

func refScriptLanguage(text string) string {
	counts := make([]int, len(byScript))
	letters := 0
	for _, r := range text {
		if r < 0x370 {
			if unicode.IsLetter(r) {
				letters++
			}
			continue
		}
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for i, s := range byScript {
			if unicode.Is(s.script, r) {
				counts[i]++
				break
			}
		}
	}
	// Japanese is written in three scripts, of which Chinese has one.
	if kana := counts[0] + counts[1]; kana*10 > letters && (kana+counts[3])*2 > letters {
		return "ja"
	}
	for i, n := range counts {
		if n*2 > letters && n >= 4 {
			return byScript[i].lang
		}
	}
	return ""
}

func sameWords(t *testing.T, text string) {
	t.Helper()
	if got, want := Words(text), refWords(text); !slices.Equal(got, want) {
		t.Fatalf("%q of %q, want %q", got, text, want)
	}
	if got, want := Language(text), refLanguage(text); got != want {
		t.Fatalf("language %q of %q, want %q", got, text, want)
	}
}

// TestSameWords: what is told apart byte by byte is as the library and maps have it.
func TestSameWords(t *testing.T) {
	if len(commonest.langs) > maxLanguages || len(commonest.words) > maxCommon {
		t.Fatalf("%d languages, %d words", len(commonest.langs), len(commonest.words))
	}
	fragments := strings.Split("a|b|X|the|of|and|der|die|und|Wort|1|23|4.5|,|.|'|’|:|;|_|__|-|/|#|@|+|\"|(|)| |  |\n|\r\n|\t|\x00|é|e\u0301|\u0301|\u200d|\u00ad|ß|ſ|\u212a|Ⅷ|ﬁ|日本|語|ア|ー|한국|ไทย|א|\"ב|и|не|на|что|\xff|–|‐|°|\u00a0|\u3000|👩‍👩|🇸🇪|🇸", "|")
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(fragments[r.IntN(len(fragments))])
		}
		sameWords(t, b.String())
	}
	roots := []string{filepath.Join("..", "..", "testdata", "sample"), filepath.Join("..", "..", "docs")}
	if dir := os.Getenv("SPAR_EVAL_DATA"); dir != "" {
		roots = append(roots, dir)
	}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(path)
			data = data[:min(len(data), 1<<18)]
			for s := string(data); s != "" && err == nil; {
				n := min(len(s), 300+len(s)%500)
				sameWords(t, s[:n])
				s = s[n:]
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzSameWords(f *testing.F) {
	f.Add("a.b 1,2 it's ’ é. _x __")
	f.Fuzz(sameWords)
}
