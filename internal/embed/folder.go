package embed

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar"
)

// Open reads a BERT encoder from a Hugging Face folder: config.json, model.safetensors, tokenizer.json or vocab.txt,
// and where they are there, what sentence-transformers adds for pooling and length. A folder that does not fit is an
// error that names the file and the remedy.
func Open(dir string, o Options) (Encoder, error) {
	b, err := openFolder(dir, o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

func openFolder(dir string, o Options) (*bert, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%w", err)
	}
	s, err := readShape(dir)
	if err != nil {
		return nil, err
	}
	v, err := readVocab(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "model.safetensors")
	f, err := os.Open(path)
	if err != nil {
		if pickled, _ := filepath.Glob(filepath.Join(dir, "*.bin")); len(pickled) > 0 && errors.Is(err, os.ErrNotExist) {
			return nil, spar.Errorf(spar.Invalid, "%s: the folder has its weights only as %s, a format that can run code: convert them to model.safetensors or take a release of the model that has it", dir, filepath.Base(pickled[0]))
		}
		return nil, spar.Errorf(spar.Invalid, "%w: download the model again with its model.safetensors", err)
	}
	defer f.Close()
	b, err := loadFolder(f, s, v, o)
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "%s: %w: download the model again, config.json and weights from one release", path, err)
	}
	return b, nil
}

// readShape reads the small files of a folder.
func readShape(dir string) (shape, error) {
	var c struct {
		Type     string  `json:"model_type"`
		Hidden   int     `json:"hidden_size"`
		Heads    int     `json:"num_attention_heads"`
		Layers   int     `json:"num_hidden_layers"`
		Inner    int     `json:"intermediate_size"`
		Act      string  `json:"hidden_act"`
		Eps      float32 `json:"layer_norm_eps"`
		Position string  `json:"position_embedding_type"`
		Max      int     `json:"max_position_embeddings"`
	}
	path := filepath.Join(dir, "config.json")
	if err := readJSON(path, &c); err != nil {
		return shape{}, spar.Errorf(spar.Invalid, "%s: %w: take the folder of a model with its config.json", path, err)
	}
	var wrong string
	switch {
	case c.Type != "bert":
		wrong = fmt.Sprintf("model_type is %q, and only bert is supported: take a BERT encoder, or serve this one over HTTP", c.Type)
	case c.Act != "gelu":
		wrong = fmt.Sprintf("hidden_act is %q, and only gelu is supported: take another model", c.Act)
	case c.Position != "" && c.Position != "absolute":
		wrong = fmt.Sprintf("position_embedding_type is %q, and only absolute is supported: take another model", c.Position)
	case c.Hidden <= 0 || c.Heads <= 0 || c.Hidden%c.Heads != 0 || c.Layers <= 0 || c.Inner <= 0 || c.Max < 2 || c.Hidden > 1<<16 || c.Inner > 1<<18 || c.Max > 1<<16 || !(c.Eps > 0 && c.Eps < 1):
		wrong = "its sizes make no encoder: download it again"
	}
	if wrong != "" {
		return shape{}, spar.Errorf(spar.Invalid, "%s: %s", path, wrong)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		abs = dir
	}
	s := shape{Name: filepath.Base(abs), Hidden: c.Hidden, Heads: c.Heads, Layers: c.Layers, Inner: c.Inner, Eps: c.Eps, MaxTokens: min(c.Max, 512), Pooling: "mean"}

	var t struct {
		Max int `json:"max_seq_length"`
	}
	path = filepath.Join(dir, "sentence_bert_config.json")
	if err := readJSON(path, &t); err != nil && !errors.Is(err, os.ErrNotExist) {
		return shape{}, spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	if t.Max != 0 {
		if t.Max < 2 || t.Max > c.Max {
			return shape{}, spar.Errorf(spar.Invalid, "%s: max_seq_length is %d, and the model has %d positions: download it again", path, t.Max, c.Max)
		}
		s.MaxTokens = t.Max
	}
	return s, readPooling(dir, &s)
}

// readPooling follows modules.json of sentence-transformers; without it a model is pooled by its mean.
func readPooling(dir string, s *shape) error {
	var modules []struct {
		Path string `json:"path"`
		Type string `json:"type"`
	}
	path := filepath.Join(dir, "modules.json")
	if err := readJSON(path, &modules); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
	}
	for _, m := range modules {
		switch kind := m.Type[strings.LastIndexByte(m.Type, '.')+1:]; kind {
		case "Transformer", "Normalize":
		case "Pooling":
			if !filepath.IsLocal(m.Path) {
				return spar.Errorf(spar.Invalid, "%s: the path %q leaves the folder: download it again", path, m.Path)
			}
			var p map[string]any
			path := filepath.Join(dir, m.Path, "config.json")
			if err := readJSON(path, &p); err != nil {
				return spar.Errorf(spar.Invalid, "%s: %w: download it again", path, err)
			}
			var modes []string
			for key, on := range p {
				if on == true && strings.HasPrefix(key, "pooling_mode_") {
					modes = append(modes, strings.TrimPrefix(key, "pooling_mode_"))
				}
			}
			switch {
			case len(modes) == 1 && modes[0] == "mean_tokens":
				s.Pooling = "mean"
			case len(modes) == 1 && modes[0] == "cls_token":
				s.Pooling = "cls"
			default:
				return spar.Errorf(spar.Invalid, "%s: the pooling %q is not supported, only mean_tokens or cls_token: take another model", path, modes)
			}
		default:
			return spar.Errorf(spar.Invalid, "%s: the module %q is not supported: take a model of Transformer, Pooling and Normalize", path, m.Type)
		}
	}
	return nil
}

func readJSON(path string, v any) error {
	data, err := readLimited(path, 1<<20)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// floatRows are word vectors in memory.
type floatRows struct {
	values []float32
	dim    int
}

func (r floatRows) vector(dst []float32, id int32) error {
	copy(dst, r.values[int(id)*r.dim:][:r.dim])
	return nil
}

// loadFolder reads the weights.
func loadFolder(f *os.File, s shape, v *vocab, o Options) (*bert, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	st, err := openSafetensors(f, info.Size())
	if err != nil {
		return nil, err
	}
	r := weightReader{st: st}
	if _, ok := st.tensors["bert.embeddings.word_embeddings.weight"]; ok {
		r.prefix = "bert."
	}
	words := st.tensors[r.prefix+"embeddings.word_embeddings.weight"]
	if len(words.Shape) == 2 && words.Shape[0] < int64(len(v.Tokens)) {
		return nil, fmt.Errorf("it has vectors for %d tokens, but the vocabulary has %d", words.Shape[0], len(v.Tokens))
	}
	rows := 0
	if len(words.Shape) == 2 && words.Shape[0] < 1<<31 {
		rows = int(words.Shape[0])
	}
	b := &bert{shape: s, opts: o, tokens: newWordpiece(v)}
	b.words = floatRows{r.floats("embeddings.word_embeddings.weight", rows, s.Hidden), s.Hidden}
	positions := 0
	if p := st.tensors[r.prefix+"embeddings.position_embeddings.weight"]; len(p.Shape) == 2 && p.Shape[0] >= int64(s.MaxTokens) && p.Shape[0] < 1<<31 {
		positions = int(p.Shape[0])
	}
	places := r.floats("embeddings.position_embeddings.weight", positions, s.Hidden)
	kinds := 0
	if p := st.tensors[r.prefix+"embeddings.token_type_embeddings.weight"]; len(p.Shape) == 2 && p.Shape[0] > 0 && p.Shape[0] < 1<<31 {
		kinds = int(p.Shape[0])
	}
	kind := r.floats("embeddings.token_type_embeddings.weight", kinds, s.Hidden)
	b.first = r.norm("embeddings.LayerNorm", s.Hidden)
	if r.err != nil {
		return nil, r.err
	}
	if positions == 0 || kinds == 0 {
		return nil, fmt.Errorf("it has too few positions or token types")
	}
	b.places = places[:s.MaxTokens*s.Hidden]
	for i := range b.places {
		b.places[i] += kind[i%s.Hidden]
	}
	for i := 0; i < s.Layers && r.err == nil; i++ {
		p := fmt.Sprintf("encoder.layer.%d.", i)
		qkv := make([]float32, 0)
		var bias []float32
		for j, name := range []string{"query", "key", "value"} {
			w, c := r.floats(p+"attention.self."+name+".weight", s.Hidden, s.Hidden), r.floats(p+"attention.self."+name+".bias", s.Hidden)
			if j == 0 {
				s.foldQueries(w)
				s.foldQueries(c)
			}
			qkv, bias = append(qkv, w...), append(bias, c...)
		}
		if r.err != nil {
			break
		}
		b.layers = append(b.layers, layer{
			qkv:       linearOf(o, qkv, s.Hidden, 3*s.Hidden, bias),
			out:       r.linear(o, p+"attention.output.dense", s.Hidden, s.Hidden),
			attention: r.norm(p+"attention.output.LayerNorm", s.Hidden),
			up:        r.linear(o, p+"intermediate.dense", s.Hidden, s.Inner),
			down:      r.linear(o, p+"output.dense", s.Inner, s.Hidden),
			forward:   r.norm(p+"output.LayerNorm", s.Hidden),
		})
	}
	if r.err != nil {
		return nil, r.err
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, info.Size())); err != nil {
		return nil, err
	}
	return b.finish("safetensors " + hex.EncodeToString(h.Sum(nil))), nil
}

// A weightReader keeps the first error.
type weightReader struct {
	st     *safetensors
	prefix string
	err    error
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
	return layerNorm{r.floats(name+".weight", n), r.floats(name+".bias", n)}
}

func (r *weightReader) linear(o Options, name string, in, n int) linear {
	w, bias := r.floats(name+".weight", n, in), r.floats(name+".bias", n)
	if r.err != nil {
		return linear{}
	}
	return linearOf(o, w, in, n, bias)
}
