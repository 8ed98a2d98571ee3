package embed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// floatRows are word vectors in memory.
type floatRows struct {
	values []float32
	dim    int
}

func (r floatRows) vector(dst []float32, id int32) error {
	copy(dst, r.values[int(id)*r.dim:][:r.dim])
	return nil
}

// load reads the weights of the network, then more, and finishes it.
func (b *network) load(f *os.File, head string, more func(*weightReader)) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a file")
	}
	st, err := openSafetensors(f, info.Size())
	if err != nil {
		return err
	}
	r := &weightReader{st: st}
	for _, prefix := range []string{"bert.", "mpnet."} {
		if _, ok := st.tensors[prefix+"embeddings.word_embeddings.weight"]; ok {
			r.prefix = prefix
		}
	}
	if err := b.loadEmbeddings(r); err != nil {
		return err
	}
	for i := 0; i < b.Layers && r.err == nil; i++ {
		b.layers = append(b.layers, b.loadLayer(r, fmt.Sprintf("encoder.layer.%d.", i)))
	}
	if b.Family == mpnetFamily {
		b.near = nearness(r.floats("encoder.relative_attention_bias.weight", mpnetBuckets, b.Heads), b.Heads, b.MaxTokens)
	}
	if more != nil {
		r.prefix, r.inside = "", r.prefix
		more(r)
	}
	if r.err != nil {
		return r.err
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, info.Size())); err != nil {
		return err
	}
	b.finish("safetensors "+hex.EncodeToString(h.Sum(nil)), head)
	return nil
}

func (b *network) loadEmbeddings(r *weightReader) error {
	first := 0 // the row of the first position
	if b.Family == mpnetFamily {
		first = mpnetFirst
	}
	rows, positions, kinds := r.rows("embeddings.word_embeddings.weight"), r.rows("embeddings.position_embeddings.weight"), r.rows("embeddings.token_type_embeddings.weight")
	if rows > 0 && rows < len(b.tokens.vocab.Tokens) {
		return fmt.Errorf("it has vectors for %d tokens, but the vocabulary has %d", rows, len(b.tokens.vocab.Tokens))
	}
	b.words = floatRows{r.floats("embeddings.word_embeddings.weight", rows, b.Hidden), b.Hidden}
	places := r.floats("embeddings.position_embeddings.weight", positions, b.Hidden)
	var kind []float32
	if b.Family == bertFamily {
		kind = r.floats("embeddings.token_type_embeddings.weight", kinds, b.Hidden)
	}
	b.first = r.norm("embeddings.LayerNorm", b.Hidden)
	if r.err != nil {
		return r.err
	}
	if positions < first+b.MaxTokens || b.Family == bertFamily && kinds == 0 {
		return errors.New("it has too few positions or token types")
	}
	b.places = places[first*b.Hidden:][:b.MaxTokens*b.Hidden]
	if kinds > 0 && kind != nil {
		for i := range b.places {
			b.places[i] += kind[i%b.Hidden]
		}
	}
	if kinds > 1 && kind != nil {
		b.kind = make([]float32, b.Hidden)
		for i := range b.kind {
			b.kind[i] = kind[b.Hidden+i] - kind[i]
		}
	}
	return nil
}

// names are the names of a layer's tensors.
var names = map[family]struct{ qkv, out, norm string }{
	bertFamily:  {"attention.self.query attention.self.key attention.self.value", "attention.output.dense", "attention.output.LayerNorm"},
	mpnetFamily: {"attention.attn.q attention.attn.k attention.attn.v", "attention.attn.o", "attention.LayerNorm"},
}

func (b *network) loadLayer(r *weightReader, p string) layer {
	var qkv, bias []float32
	for i, name := range strings.Fields(names[b.Family].qkv) {
		w, c := r.floats(p+name+".weight", b.Hidden, b.Hidden), r.floats(p+name+".bias", b.Hidden)
		if i == 0 {
			b.foldQueries(w)
			b.foldQueries(c)
		}
		qkv, bias = append(qkv, w...), append(bias, c...)
	}
	if r.err != nil {
		return layer{}
	}
	return layer{
		qkv:       linearOf(b.opts, qkv, b.Hidden, 3*b.Hidden, bias),
		out:       r.linear(b.opts, p+names[b.Family].out, b.Hidden, b.Hidden),
		attention: r.norm(p+names[b.Family].norm, b.Hidden),
		up:        r.linear(b.opts, p+"intermediate.dense", b.Hidden, b.Inner),
		down:      r.linear(b.opts, p+"output.dense", b.Inner, b.Hidden),
		forward:   r.norm(p+"output.LayerNorm", b.Hidden),
	}
}

// A weightReader keeps the first error.
type weightReader struct {
	st     *safetensors
	prefix string // of the names
	inside string // once the network is read: the prefix that it had
	err    error
}

// rows is the length of the first of a matrix's two dimensions, 0 if it is no matrix of a bearable size.
func (r *weightReader) rows(name string) int {
	t := r.st.tensors[r.prefix+name]
	if len(t.Shape) != 2 || t.Shape[0] < 0 || t.Shape[0] >= 1<<31 {
		return 0
	}
	return int(t.Shape[0])
}

func (r *weightReader) has(name string) bool {
	_, ok := r.st.tensors[r.prefix+name]
	return ok
}

func (r *weightReader) floats(name string, shape ...int) []float32 {
	if r.err != nil {
		return nil
	}
	x, err := r.st.floats(r.prefix+name, shape...)
	r.err = err
	return x
}

func (r *weightReader) norm(name string, n int) layerNorm {
	if _, old := r.st.tensors[r.prefix+name+".gamma"]; old { // as the first releases of BERT call them
		return layerNorm{r.floats(name+".gamma", n), r.floats(name+".beta", n)}
	}
	return layerNorm{r.floats(name+".weight", n), r.floats(name+".bias", n)}
}

func (r *weightReader) linear(o Options, name string, in, n int) linear {
	w, bias := r.floats(name+".weight", n, in), r.floats(name+".bias", n)
	if r.err != nil {
		return linear{}
	}
	return linearOf(o, w, in, n, bias)
}
