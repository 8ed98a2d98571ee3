// Package sketch finds texts that are nearly the same: versions of a document, copies with another date, one document
// in two formats. A text's sketch is the mean of the light vectors of its passages; texts whose sketches are near are
// compared by their words. It stands beside the index: it is given texts, and keeps nothing.
package sketch

import (
	"cmp"
	"context"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/vec"
)

// Near is the cosine of two sketches from which on texts are compared by their words. Of documents in four formats no two
// that resemble each other were below; docs/results/duplicates.md has the measurement.
const Near = .9

// Least is the resemblance from which on two texts are nearly the same, unless somebody says otherwise.
const Least = .5

// A Sum adds up the sketch of a text.
type Sum struct{ of []float32 }

// Add adds the light vector of a passage that has so many bytes.
func (s *Sum) Add(vector []float32, bytes int) {
	if s.of == nil {
		s.of = make([]float32, len(vector))
	}
	for i, v := range vector {
		s.of[i] += v * float32(bytes)
	}
}

// Sketch is the sum at length 1 in 8-bit values, each step of them 1/127 of the greatest.
func (s *Sum) Sketch() Sketch {
	values := make([]int8, len(s.of))
	vec.QuantizeI8(values, s.of)
	return Sketch{values, vec.Best().DotI8(values, values)}
}

// A Sketch is the first thing compared of a text.
type Sketch struct {
	values []int8
	square int32 // of its length
}

// A Group is texts that are nearly the same, by their numbers: a first one, and the ones that resemble it.
type Group struct {
	First int
	Like  []Alike
}

// An Alike is a text that resembles the first of its group.
type Alike struct {
	Text        int
	Resemblance float64 // of the two: the part of their shingles that they share, 1 where all are the same
}

// Groups puts texts that are nearly the same together: in their order, each joins the group whose first text it resembles
// most, by least or more, or begins one. words gives the shingles of a text, and is called for texts with a near sketch
// only, for some more than once. Groups of one are left out. Work grows with the square of the number of texts, a
// comparison being a product of two sketches: a hundred thousand take about a minute.
func Groups(ctx context.Context, texts []Sketch, least float64, words func(i int) (Shingles, error)) ([]Group, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	kernels, dim := vec.Best(), len(texts[0].values)
	var firsts []int8 // the sketches of the first texts, one behind the other
	var groups []Group
	var products []int32
	known := cache{of: words}
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		products = slices.Grow(products[:0], len(groups))[:len(groups)]
		kernels.ScanI8(products, t.values, firsts)
		best, joined := 0., -1
		var mine Shingles
		for g, product := range products {
			first := texts[groups[g].First]
			p := float64(product)
			if product <= 0 || p*p < Near*Near*float64(t.square)*float64(first.square) {
				continue
			}
			var err error
			if mine == nil {
				if mine, err = known.get(i); err != nil {
					return nil, err
				}
			}
			theirs, err := known.get(groups[g].First)
			if err != nil {
				return nil, err
			}
			if r := mine.Resemblance(theirs); r >= least && r > best {
				best, joined = r, g
			}
		}
		if joined >= 0 {
			groups[joined].Like = append(groups[joined].Like, Alike{i, best})
			continue
		}
		groups = append(groups, Group{First: i})
		firsts = append(firsts, t.values[:dim]...)
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return len(g.Like) == 0 })
	for _, g := range groups {
		slices.SortStableFunc(g.Like, func(a, b Alike) int { return cmp.Compare(b.Resemblance, a.Resemblance) })
	}
	return groups, nil
}

// cached is how many texts' shingles are kept: near texts come again soon, and a long text has a megabyte of them.
const cached = 64

// cache keeps the shingles of the texts that were asked for last.
type cache struct {
	of   func(i int) (Shingles, error)
	kept []struct {
		i        int
		shingles Shingles
	}
}

func (c *cache) get(i int) (Shingles, error) {
	for n, k := range c.kept {
		if k.i == i {
			c.kept = append(append(c.kept[:n:n], c.kept[n+1:]...), k)
			return k.shingles, nil
		}
	}
	s, err := c.of(i)
	if err != nil {
		return nil, err
	}
	if len(c.kept) == cached {
		c.kept = c.kept[1:]
	}
	c.kept = append(c.kept, struct {
		i        int
		shingles Shingles
	}{i, s})
	return s, nil
}

// Shingles are the runs of three words of a text (Broder 1997), each once, as hashes in their order. They are not nil.
type Shingles []uint64

// shingle is how many words a shingle has.
const shingle = 3

// ShinglesOf gives the shingles of passages, which run over no border of a passage. Case and punctuation do not count;
// of scripts that are written without spaces each character is a word. A passage of one or two words is one shingle.
func ShinglesOf(passages []string) Shingles {
	all := Shingles{}
	for _, p := range passages {
		w := wordsOf(p)
		for i := 0; i+shingle <= len(w) || i == 0 && len(w) > 0; i++ {
			h := fnv.New64a()
			for _, word := range w[i:min(i+shingle, len(w))] {
				_, _ = io.WriteString(h, word) // never fails
				_, _ = h.Write([]byte{0})
			}
			all = append(all, h.Sum64())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func wordsOf(text string) []string {
	var out []string
	text = strings.ToLower(text)
	start := -1
	for i, r := range text {
		inside := unicode.In(r, unicode.L, unicode.N, unicode.M)
		alone := inside && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
		if start >= 0 && (!inside || alone) {
			out, start = append(out, text[start:i]), -1
		}
		if alone {
			out = append(out, string(r))
		} else if inside && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// Resemblance is how many shingles both have, over how many either has; 0 where neither has any.
func (s Shingles) Resemblance(t Shingles) float64 {
	both, i, j := 0, 0, 0
	for i < len(s) && j < len(t) {
		switch cmp.Compare(s[i], t[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	either := len(s) + len(t) - both
	if either == 0 {
		return 0
	}
	return float64(both) / float64(either)
}
