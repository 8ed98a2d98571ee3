package embed

import (
	"context"
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A Light is the light encoder: a table with a vector for each token. The vector of a text is the sum over its tokens, brought to length 1.
// A word of several tokens adds a row of its own, which words with the same hash share: "my", "##oc", "##ardi", "##al" say little each. A
// table is fitted so that its vectors have the same cosines as a precise encoder's (see Fitting). It takes some microseconds a text and
// knows no order of words: good for names, for near duplicates, and for a first order, but no ranking of passages uses it.
//
// Vectors of two tables must never be compared, though both come from one precise encoder.
type Light struct {
	name   string
	dim    int
	source string // name of the encoder that it was fitted to
	fitted string // to what
	body   string // SHA-256 of everything in the table
	lightTokens
	rows  []int8    // dim for each token, then for each hash of a word
	scale []float32 // a row
	basis []uint16  // dim x from float16 values: what turns vectors of the fitted encoder into those of the table
	from  int       // values of a vector of that encoder
	opts  Options
	k     *vec.Kernels
}

// lightTokens turns text into the rows of a table.
type lightTokens struct {
	*wordpiece
	words     int    // rows for words of several tokens
	continued []bool // by token: it goes on with a word
	max       int    // tokens of a text, [CLS] and [SEP] among them; the rest is cut off
}

func newLightTokens(w *wordpiece, words, max int) lightTokens {
	t := lightTokens{w, words, make([]bool, len(w.vocab.Tokens)), max}
	for i, token := range w.vocab.Tokens {
		t.continued[i] = strings.HasPrefix(token, "##")
	}
	return t
}

// size is the number of rows.
func (t *lightTokens) size() int { return len(t.continued) + t.words }

// rowsOf appends the rows of a text to dst, in their order: those of the tokens between [CLS] and [SEP], or of these two
// where there is nothing between them, and those of words of several tokens.
func (t *lightTokens) rowsOf(dst []int32, text string) []int32 {
	begin := len(dst)
	dst = t.encode(dst, text, t.max)
	if end := len(dst) - 1; end-begin > 1 {
		copy(dst[begin:], dst[begin+1:end])
		dst = dst[:end-1]
	}
	for i, end := begin, len(dst); t.words > 0 && i < end; {
		h := hashToken(hashStart, dst[i])
		j := i + 1
		for ; j < end && t.continued[dst[j]]; j++ {
			h = hashToken(h, dst[j])
		}
		if j > i+1 {
			dst = append(dst, int32(len(t.continued))+int32(h%uint32(t.words)))
		}
		i = j
	}
	slices.Sort(dst[begin:])
	return dst
}

// eachRow calls f for each distinct row of rowsOf's, with its weight: a row that comes n times counts n^.75.
func eachRow(rows []int32, f func(row int32, weight float32)) {
	for i := 0; i < len(rows); {
		n := 1
		for i+n < len(rows) && rows[i+n] == rows[i] {
			n++
		}
		f(rows[i], repeated[min(n, len(repeated)-1)])
		i += n
	}
}

// repeated is the weight of a row by how often it comes; more often is no more.
var repeated = func() (weight [64]float32) {
	for n := range weight {
		weight[n] = float32(math.Pow(float64(n), .75))
	}
	return weight
}()

func hashToken(h uint32, id int32) uint32 {
	return hashNext(hashNext(hashNext(h, byte(id)), byte(id>>8)), byte(id>>16))
}

// builtInLight is made by scripts/light.sh.
//
//go:embed light.spar
var builtInLight string

// BuiltInLight opens the light encoder that is built into the program. Its table stays where it is in the program.
func BuiltInLight(o Options) (*Light, error) {
	data := unsafe.Slice(unsafe.StringData(builtInLight), len(builtInLight))
	l, err := parseLight(data, o, false)
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "the built-in light encoder cannot be used: %w: build the program again", err)
	}
	return l, nil
}

// OpenLight reads the table of a light encoder from a file, as Write makes it.
func OpenLight(path string, o Options) (*Light, error) {
	data, err := readLimited(path, maxLightFile)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%s: %w: fit it again", path, err).Try(spar.Remedy{Do: spar.FitLight})
	}
	l, err := parseLight(data, o, true)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%s: %w: fit it again", path, err).Try(spar.Remedy{Do: spar.FitLight})
	}
	return l, nil
}

// Name is the name that the table was given.
func (l *Light) Name() string { return l.name }

// Dim is the number of values of a vector.
func (l *Light) Dim() int { return l.dim }

// Recipe names the table.
func (l *Light) Recipe() string { return "light " + l.body[:32] }

// Source names the encoder that the table was fitted to.
func (l *Light) Source() string { return l.source }

// Bytes is what the table takes in memory, or in the program.
func (l *Light) Bytes() int { return len(l.rows) + 4*len(l.scale) + 2*len(l.basis) }

// Tokens is how many tokens texts have once cut to the encoder's length.
func (l *Light) Tokens(texts []string) int {
	n := 0
	var ids []int32
	for _, t := range texts {
		ids = l.encode(ids[:0], t, l.max)
		n += len(ids)
	}
	return n
}

// lightUnit is how many texts a goroutine takes at a time.
const lightUnit = 64

// Embed embeds texts, questions as well as passages.
func (l *Light) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, result := make([]float32, len(texts)*l.dim), make([][]float32, len(texts))
	var next atomic.Int64
	work := func() {
		var ids []int32
		for {
			from := int(next.Add(lightUnit)) - lightUnit
			if from >= len(texts) || ctx.Err() != nil {
				return
			}
			for i := from; i < min(from+lightUnit, len(texts)); i++ {
				result[i] = vectors[i*l.dim:][:l.dim:l.dim]
				ids = l.rowsOf(ids[:0], texts[i])
				l.sum(result[i], ids)
			}
		}
	}
	var wg sync.WaitGroup
	for range min(l.opts.Threads, (len(texts)+lightUnit-1)/lightUnit) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return result, ctx.Err()
}

// sum adds rows and makes the length 1.
func (l *Light) sum(dst []float32, rows []int32) {
	eachRow(rows, func(i int32, weight float32) {
		l.k.AddI8(dst, l.rows[int(i)*l.dim:][:l.dim], weight*l.scale[i])
	})
	normalise(l.k, dst)
}

// normalise makes the length of x 1. A vector without a length becomes the first axis.
func normalise(k *vec.Kernels, x []float32) {
	n := math.Sqrt(float64(k.Dot(x, x)))
	if !(n > 0) || math.IsInf(n, 0) {
		clear(x)
		x[0] = 1
		return
	}
	inv := float32(1 / n)
	for i := range x {
		x[i] *= inv
	}
}

// Fits reports whether the table can be fitted on to vectors of e.
func (l *Light) Fits(e Encoder) bool { return l.from == e.Dim() && l.source == e.Name() }

// Fitted names the encoder and texts that the table was fitted to.
func (l *Light) Fitted() string { return l.fitted }

// HasWord reports whether a word stands in the table's vocabulary as a whole.
func (l *Light) HasWord(word string) bool { return len(l.encode(nil, word, l.max)) == 3 } // with begin and end

// builtInWords is the light encoder of this program, read once and only for its words.
var builtInWords = sync.OnceValue(func() *Light {
	l, err := BuiltInLight(Options{Threads: 1})
	if err != nil {
		return nil
	}
	return l
})

// IsWord reports whether an English word is common enough to stand as a whole in the vocabulary of the light encoder of this program: it is
// no slip of the pen then.
func IsWord(word string) bool {
	l := builtInWords()
	return l == nil || l.HasWord(word)
}
