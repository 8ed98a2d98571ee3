package agree

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
)

// How near two words of English must be in meaning to stand for each other.
const nearMeaning = .5

// vectors are those of words, from the table that is built into the program.
type vectors struct {
	light *embed.Light
	mu    sync.Mutex
	known map[string][]float32
}

// maxVectors bounds the cache: a model's words have no end.
const maxVectors = 1 << 14

var meaning = sync.OnceValue(func() *vectors {
	l, err := embed.BuiltInLight(embed.Options{Threads: 1})
	if err != nil {
		return nil
	}
	return &vectors{light: l, known: map[string][]float32{}}
})

func (v *vectors) of(word string) []float32 {
	v.mu.Lock()
	defer v.mu.Unlock()
	if x, ok := v.known[word]; ok {
		return x
	}
	var x []float32
	if list, err := v.light.Embed(context.Background(), []string{word}); err == nil {
		x = list[0]
	}
	if len(v.known) >= maxVectors {
		clear(v.known)
	}
	v.known[word] = x
	return x
}

// likeness is the cosine of two words' vectors; 0 where there are none.
func likeness(a, b string) (sum float64) {
	v := meaning()
	if v == nil {
		return 0
	}
	x, y := v.of(a), v.of(b)
	for i := range min(len(x), len(y)) {
		sum += float64(x[i] * y[i])
	}
	return sum
}

// stands reports whether one word stands for another: they have one stem, one is derived of the other, they are listed as the
// same, or they are near in meaning. Names and measures are themselves alone.
func stands(a, b *token, lang string) bool {
	if a.stem == b.stem {
		return true
	}
	if u, v := a.sense("unit"), b.sense("unit"); u != nil || v != nil {
		return u != nil && v != nil && u.dim == v.dim && u.value == v.value
	}
	if opposed(a, b, lang) {
		return false
	}
	for _, s := range a.senses {
		for _, o := range b.senses {
			if s.kind == o.kind && s.concept == o.concept && (s.kind == "same" || s.kind == "opposite" && s.sign == o.sign) {
				return true
			}
		}
	}
	if a.name && b.name {
		return abbreviates(a.word, b.word) || abbreviates(b.word, a.word)
	}
	if derived(a.word, b.word) || chunk.Kin(a.stem, b.stem, lang) {
		return true
	}
	if lang != "en" {
		for _, w := range (question.Question{Lang: lang}).Related(a.word) {
			if stemOf(strings.ToLower(w), lang) == b.stem {
				return true
			}
		}
		return false
	}
	return !a.name && !b.name && likeness(a.word, b.word) >= nearMeaning
}

// opposed reports whether two words are poles of one opposite.
func opposed(a, b *token, lang string) bool {
	for _, s := range a.senses {
		for _, o := range b.senses {
			if s.kind == "opposite" && o.kind == "opposite" && s.concept == o.concept && s.sign != o.sign {
				return true
			}
		}
	}
	return negates(a.word, b.word, lang) || negates(b.word, a.word, lang)
}

// negates reports whether a word is another with a syllable before it that denies it.
func negates(word, of, lang string) bool {
	return slices.ContainsFunc(lexiconOf(lang).prefixes, func(p string) bool {
		rest, ok := strings.CutPrefix(word, p)
		return ok && len(rest) >= 4 && rest == of
	})
}

// derived reports whether two words begin alike for most of their length.
func derived(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	least := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	return n >= 5 && n >= least-2 || n >= 4 && n == least && max(len(a), len(b))-n <= 3
}

// abbreviates reports whether a name is the beginning of another.
func abbreviates(a, b string) bool { return len(a) >= 3 && strings.HasPrefix(b, a) }

// An alignment says which token of a sentence stands for each token of a statement.
type alignment struct {
	said, there *reading
	to          []int // by token of said; -1: none
	from        []int // by token of there; -1: none
	matched     int   // of said.content
	asked       int   // of them, with those of the question that the sentence answers
}

// align finds for each content word of a statement the word of a sentence that stands for it, the same words first, and of
// several the one next to what its neighbour stands for.
func align(said, there *reading) *alignment {
	a := &alignment{said: said, there: there, to: make([]int, len(said.tokens)), from: make([]int, len(there.tokens))}
	for i := range a.to {
		a.to[i] = -1
	}
	for i := range a.from {
		a.from[i] = -1
	}
	match := func(same func(x, y *token) bool) {
		last := -1
		for _, i := range said.content {
			if a.to[i] >= 0 {
				last = a.to[i]
				continue
			}
			best := -1
			for _, j := range there.content {
				if a.from[j] < 0 && same(&said.tokens[i], &there.tokens[j]) && (best < 0 || distance(j, last) < distance(best, last)) {
					best = j
				}
			}
			if best >= 0 {
				a.to[i], a.from[best], last = best, i, best
				a.matched++
			}
		}
	}
	match(func(x, y *token) bool { return x.word == y.word })
	match(func(x, y *token) bool { return x.stem == y.stem })
	match(func(x, y *token) bool { return stands(x, y, said.lang) })
	return a
}

// distance is how far j is from the place behind last; places before it are farther.
func distance(j, last int) int {
	if j > last {
		return j - last
	}
	return 2 * (last - j)
}

// worth is how much of a statement a sentence says: its words, and more its numbers.
func (a *alignment) worth() float64 {
	w := float64(a.matched)
	for i := range a.said.amounts {
		for j := range a.there.amounts {
			if a.said.amounts[i].equal(&a.there.amounts[j]) {
				w += 1.5
				break
			}
		}
	}
	return w - .01*float64(len(a.there.content))
}
