package eval

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/store"
)

// An invention is files of words that no language has, as often as words are in texts.
type invention struct {
	files int
	words []string
	seed  uint64
}

const (
	inventedWords = 50_000
	inventedLong  = 45 // words of a passage
)

// inventFiles writes them below a folder: one heading and a paragraph for each passage.
func inventFiles(folder string, o WorkspaceOptions) (invention, error) {
	r := rand.New(rand.NewPCG(o.Seed, 1))
	v := invention{files: o.Passages / o.PerFile, seed: o.Seed}
	seen := map[string]bool{}
	for len(v.words) < inventedWords {
		var b strings.Builder
		for range 2 + r.IntN(3) {
			b.WriteByte("bdfgklmnprstvz"[r.IntN(14)])
			b.WriteByte("aeiou"[r.IntN(5)])
		}
		if w := b.String(); !seen[w] {
			seen[w] = true
			v.words = append(v.words, w)
		}
	}
	zipf := rand.NewZipf(r, 1.07, 10, inventedWords-1)
	for i := range v.files {
		path := filepath.Join(folder, fmt.Sprintf("d%03d", i/100), fmt.Sprintf("f%02d.md", i%100))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return v, err
			}
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# %s %s\n", v.words[zipf.Uint64()], v.words[zipf.Uint64()])
		for range o.PerFile {
			for j := range inventedLong {
				b.WriteString(map[bool]string{true: "\n", false: " "}[j == 0])
				b.WriteString(v.words[zipf.Uint64()])
			}
			b.WriteString(".\n")
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			return v, err
		}
	}
	return v, nil
}

// question is four words, from common ones to rare ones.
func (v invention) question(n int) string {
	r := rand.New(rand.NewPCG(v.seed, uint64(n)+2))
	var list []string
	for _, to := range []int{100, 1000, 5000, 20_000} {
		list = append(list, v.words[to/10+r.IntN(to-to/10)])
	}
	return strings.Join(list, " ")
}

// inventedVectors are those of an encoder: a thousand topics with passages around them.
type inventedVectors struct {
	dim  int
	seed uint64
}

const inventedTopics = 1000

func (e *inventedVectors) Name() string   { return "invented" }
func (e *inventedVectors) Dim() int       { return e.dim }
func (e *inventedVectors) Recipe() string { return "bench/invented" }

// Embed returns the vectors of questions, which are written as v and a number.
func (e *inventedVectors) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		n, err := strconv.Atoi(strings.TrimPrefix(t, "v"))
		if err != nil {
			return nil, err
		}
		out[i] = e.question(n)
	}
	return out, nil
}

func (e *inventedVectors) passage(n int) []float32  { return e.vector(uint64(n), 1) }
func (e *inventedVectors) question(n int) []float32 { return e.vector(uint64(n), 2) }

func (e *inventedVectors) vector(n, kind uint64) []float32 {
	r := rand.New(rand.NewPCG(e.seed+kind, n))
	topic := rand.New(rand.NewPCG(e.seed, uint64(r.IntN(inventedTopics))))
	v := make([]float32, e.dim)
	sum := 0.
	for i := range v {
		x := topic.NormFloat64() + r.NormFloat64()
		v[i] = float32(x)
		sum += x * x
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// nearestOf returns the k vectors with the largest products, in any order.
func nearestOf(all [][]float32, q []float32, k int) []int {
	type near struct {
		i int
		p float32
	}
	var best []near
	for i, v := range all {
		p := float32(0)
		for j := range q {
			p += q[j] * v[j]
		}
		if len(best) == k && p <= best[k-1].p {
			continue
		}
		best = append(best, near{i, p})
		slices.SortFunc(best, func(a, b near) int { return cmp.Compare(b.p, a.p) })
		best = best[:min(k, len(best))]
	}
	list := make([]int, len(best))
	for i, b := range best {
		list[i] = b.i
	}
	return list
}

// readAll reads the bytes that the search for the nearest vectors compares.
func readAll(c *store.Column, sources []retrieve.Source) error {
	return store.Guard(func() error {
		sum := uint64(0)
		for _, s := range sources {
			slots := c.Slots(s.Segment.ID())
			coarse := slots.Coarse(0, slots.Len())
			b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(coarse))), len(coarse))
			for ; len(b) >= 8; b = b[8:] {
				sum += binary.LittleEndian.Uint64(b)
			}
		}
		runtime.KeepAlive(sum) // so that it is read
		return nil
	})
}
