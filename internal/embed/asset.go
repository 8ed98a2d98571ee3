package embed

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// An encoder file holds everything that an encoder needs, with matrices rounded to 8 bits. All numbers are
// little-endian.
//
//	8 bytes  "SPARENC1"
//	4 bytes  length of the header
//	header   JSON: fileHeader
//	body     vocabulary, one token a line in the order of ids, Header.Vocabulary bytes
//	         word vectors: a float32 scale a token, then Hidden int8 values a token
//	         positions plus token type 0: MaxTokens x Hidden float32
//	         LayerNorm of the embeddings: gamma, beta
//	         for each layer: queries, keys and values as one matrix, the queries divided by the square root of a head's
//	         width; output; LayerNorm; feed-forward up; feed-forward down; LayerNorm
//
// A matrix is its panels (see vec.PackedI8), then a float32 scale and a float32 bias for each column, rounded up to
// whole panels. Version 1 is the only one so far.
const fileMagic = "SPARENC1"

type fileHeader struct {
	Shape      shape  `json:"shape"`
	Lower      bool   `json:"lower"`
	Accents    bool   `json:"accents"`
	Tokens     int    `json:"tokens"`
	Vocabulary int    `json:"vocabulary"` // bytes
	Source     string `json:"source"`     // SHA-256 of the weights that it was made from
	Body       string `json:"body"`       // SHA-256 of the body
}

//go:embed asset
var assets embed.FS

// preciseFile is made by cmd/spar-weights.
const preciseFile = "asset/minilm.spar"

// Precise opens the encoder that is built into the program, all-MiniLM-L6-v2. Word vectors stay where they are in the
// program; the layers take 11 MB in int8 and 42 MB in float32 arithmetic. A program that was built without the
// weights gets an error of code Unavailable.
func Precise(o Options) (Encoder, error) {
	b, err := precise(o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// precise is Precise. All that runs on the kernels of this processor has the same weights in memory, which are unpacked once.
func precise(o Options) (*bert, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%w", err)
	}
	if o.Kernels != vec.Best() {
		return unpack(o)
	}
	b, err := unpacked[o.Arithmetic]()
	if err != nil {
		return nil, err
	}
	own := &bert{network: network{
		shape: b.shape, recipe: b.recipe, source: b.source, weights: b.weights, opts: o, k: o.Kernels,
		words: b.words, tokens: b.tokens, places: b.places, first: b.first, layers: b.layers, zeros: b.zeros,
	}}
	own.scratch.New = b.scratch.New
	return own, nil
}

// unpacked opens the built-in encoder once for each arithmetic.
var unpacked = map[Arithmetic]func() (*bert, error){
	Int8:    sync.OnceValues(func() (*bert, error) { return unpack(Options{Arithmetic: Int8}) }),
	Float32: sync.OnceValues(func() (*bert, error) { return unpack(Options{Arithmetic: Float32}) }),
}

func unpack(o Options) (*bert, error) {
	f, err := assets.Open(preciseFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, spar.Errorf(spar.Unavailable, "this program was built without the weights of its encoder: build it with them (scripts/assets.sh model), or name a model folder")
	}
	if err != nil {
		return nil, err
	}
	r, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	if !ok || err != nil {
		return nil, fmt.Errorf("the built-in encoder cannot be read: %w", err)
	}
	b, err := openFile(r, info.Size(), o)
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "the built-in encoder cannot be used: %w: build the program again", err)
	}
	return b, nil
}

// readerAtRows are word vectors that are read where they lie when they are needed.
type readerAtRows struct {
	r     io.ReaderAt
	at    int64
	scale []float32
	dim   int
}

func (w readerAtRows) vector(dst []float32, id int32) error {
	var buf [1024]byte
	row := buf[:]
	if w.dim > len(row) {
		row = make([]byte, w.dim)
	}
	row = row[:w.dim]
	if _, err := w.r.ReadAt(row, w.at+int64(id)*int64(w.dim)); err != nil {
		return err
	}
	s := w.scale[id]
	for i, v := range row {
		dst[i] = s * float32(int8(v))
	}
	return nil
}

// openFile reads an encoder file of the given size, which bounds its memory.
func openFile(r io.ReaderAt, size int64, o Options) (*bert, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	h, body, err := readHeader(r, size)
	if err != nil {
		return nil, err
	}
	s := h.Shape
	b := &bert{network: network{shape: s, opts: o}}
	f := &fileReader{r: r, at: body, size: size}
	text := f.bytes(h.Vocabulary)
	scale := f.floats(h.Tokens)
	words := f.at
	f.skip(int64(h.Tokens) * int64(s.Hidden))
	b.places = f.floats(s.MaxTokens * s.Hidden)
	b.first = f.norm(s.Hidden)
	if f.err != nil {
		return nil, f.err
	}
	// The layers are unpacked by other goroutines meanwhile.
	var layers []*layer
	for i := 0; i < s.Layers && f.err == nil; i++ {
		layers = append(layers, f.layer(o, s))
	}
	v, err := parseVocab(string(text), s.Family)
	if err == nil && len(v.Tokens) != h.Tokens {
		err = fmt.Errorf("it has %d tokens, not %d", len(v.Tokens), h.Tokens)
	}
	if err == nil {
		v.Lower, v.Accents = h.Lower, h.Accents
		b.tokens = newWordpiece(v)
		b.words = readerAtRows{r, words, scale, s.Hidden}
	}
	if err := errors.Join(f.wait(), err); err != nil {
		return nil, err
	}
	for _, l := range layers {
		b.layers = append(b.layers, *l)
	}
	if f.at != size {
		return nil, fmt.Errorf("it has %d bytes more than it should", size-f.at)
	}
	b.weights = h.Source
	b.finish("file "+h.Body, "")
	return b, nil
}

func readHeader(r io.ReaderAt, size int64) (h fileHeader, body int64, err error) {
	var head [12]byte
	if _, err := r.ReadAt(head[:], 0); err != nil || string(head[:8]) != fileMagic {
		return h, 0, errors.New("it is no encoder file of version 1")
	}
	n := int64(binary.LittleEndian.Uint32(head[8:]))
	if n > 1<<16 || 12+n > size {
		return h, 0, errors.New("its header is too long")
	}
	data := make([]byte, n)
	if _, err := r.ReadAt(data, 12); err != nil {
		return h, 0, err
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return h, 0, fmt.Errorf("its header: %w", err)
	}
	s := h.Shape
	if s.Hidden <= 0 || s.Hidden > 1<<16 || s.Heads <= 0 || s.Hidden%s.Heads != 0 || s.Layers <= 0 || s.Inner <= 0 || s.Inner > 1<<18 ||
		s.MaxTokens < 2 || s.MaxTokens > 1<<16 || h.Tokens <= 0 || h.Tokens > 1<<24 || h.Vocabulary <= 0 || !(s.Eps > 0 && s.Eps < 1) || s.Pooling != "mean" && s.Pooling != "cls" || s.Family != bertFamily {
		return h, 0, errors.New("the sizes in its header make no encoder")
	}
	return h, 12 + n, nil
}

// A fileReader walks through the body and keeps the first error.
type fileReader struct {
	r        io.ReaderAt
	at, size int64
	err      error

	work  sync.WaitGroup
	parts []*fileReader // those of work
}

func (f *fileReader) skip(n int64) {
	if f.err == nil && n > f.size-f.at {
		f.err = errors.New("it is cut off")
	}
	if f.err == nil {
		f.at += n
	}
}

func (f *fileReader) bytes(n int) []byte {
	from := f.at
	f.skip(int64(n))
	if f.err != nil {
		return nil
	}
	data := make([]byte, n)
	_, f.err = f.r.ReadAt(data, from)
	return data
}

func (f *fileReader) floats(n int) []float32 {
	data := f.bytes(4 * n)
	if f.err != nil {
		return make([]float32, 0)
	}
	x := make([]float32, n)
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return x
}

func (f *fileReader) norm(n int) layerNorm { return layerNorm{f.floats(n), f.floats(n)} }

// layer reads a transformer block, which is whole after wait.
func (f *fileReader) layer(o Options, s shape) *layer {
	l := new(layer)
	f.linear(&l.qkv, o, s.Hidden, 3*s.Hidden)
	f.linear(&l.out, o, s.Hidden, s.Hidden)
	l.attention = f.norm(s.Hidden)
	f.linear(&l.up, o, s.Hidden, s.Inner)
	f.linear(&l.down, o, s.Inner, s.Hidden)
	l.forward = f.norm(s.Hidden)
	return l
}

// linear reads a layer into l, which is there after wait.
func (f *fileReader) linear(l *linear, o Options, in, n int) {
	part := &fileReader{r: f.r, at: f.at, size: f.size}
	f.skip(int64(vec.PanelBytes(in, n)) + 8*int64(vec.Padded(n)))
	if f.err != nil {
		return
	}
	f.parts = append(f.parts, part)
	f.work.Go(func() {
		panels := part.bytes(vec.PanelBytes(in, n))
		scale, bias := part.floats(vec.Padded(n)), part.floats(vec.Padded(n))
		if part.err == nil {
			*l = linearOfInt8(o, matrix{vec.Int8s(panels), scale}, in, n, bias)
		}
	})
}

// wait waits for all layers, and gives the first error.
func (f *fileReader) wait() error {
	f.work.Wait()
	for _, part := range f.parts {
		if f.err == nil {
			f.err = part.err
		}
	}
	return f.err
}

// Convert reads the Hugging Face folder dir and writes it as an encoder file under the given name.
func Convert(w io.Writer, dir, name string) error {
	b, err := openFolder(dir, Options{Arithmetic: Int8, Kernels: vec.Available()[0]})
	if err != nil {
		return err
	}
	if b.Family != bertFamily || b.prompts != (prompts{}) {
		return errors.New("an encoder file holds models of the BERT family without prompts only")
	}
	rows, ok := b.words.(floatRows)
	if !ok {
		return errors.New("the word vectors are not in memory")
	}
	var body bytes.Buffer
	v := b.tokens.vocab
	text := strings.Join(v.Tokens, "\n") + "\n"
	if strings.Count(text, "\n") != len(v.Tokens) || strings.Contains(text, "\r") {
		return errors.New("a token holds the end of a line")
	}
	body.WriteString(text)
	words := make([]int8, len(v.Tokens)*b.Hidden)
	scale := make([]float32, len(v.Tokens))
	for i := range scale {
		scale[i] = vec.QuantizeI8(words[i*b.Hidden:][:b.Hidden], rows.values[i*b.Hidden:][:b.Hidden])
	}
	put(&body, scale, words, b.places, b.first.gamma, b.first.beta)
	putLayers(&body, b.layers)
	shape := b.shape
	shape.Name = name
	return writeFile(w, fileMagic, body.Bytes(), fileHeader{Shape: shape, Lower: v.Lower, Accents: v.Accents, Tokens: len(v.Tokens), Vocabulary: len(text),
		Source: b.source, Body: sumOf(body.Bytes())})
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// put appends numbers.
func put(to *bytes.Buffer, values ...any) {
	for _, x := range values {
		if err := binary.Write(to, binary.LittleEndian, x); err != nil {
			panic(err) // a buffer takes all, and all are slices of numbers
		}
	}
}

// putLayers appends transformer blocks in int8 arithmetic.
func putLayers(to *bytes.Buffer, layers []layer) {
	for _, l := range layers {
		for _, x := range []linear{l.qkv, l.out} {
			put(to, x.i.Panels(), x.i.Scale, x.bias)
		}
		put(to, l.attention.gamma, l.attention.beta)
		for _, x := range []linear{l.up, l.down} {
			put(to, x.i.Panels(), x.i.Scale, x.bias)
		}
		put(to, l.forward.gamma, l.forward.beta)
	}
}

// writeFile writes magic, header and body.
func writeFile(w io.Writer, magic string, body []byte, header any) error {
	data, err := json.Marshal(header)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString(magic)
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(data))))
	out.Write(data)
	out.Write(body)
	return out.Flush() // gives the first error of all writes
}
