package embed

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// tinyShape is an encoder whose sizes fill no register evenly.
var tinyShape = shape{Name: "tiny", Hidden: 40, Heads: 4, Layers: 2, Inner: 72, Eps: 1e-12, MaxTokens: 48, Pooling: "mean"}

var tinyTokens = []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "b", "c", "##a", "##b", "abc", "##abc", ".", "e", "中", "1", "##1"}

// tinyWeights are random weights by tensor name.
func tinyWeights(s shape) (names []string, shapes map[string][]int, values map[string][]float32) {
	r := rand.New(rand.NewPCG(11, 12))
	shapes, values = map[string][]int{}, map[string][]float32{}
	add := func(name string, shape ...int) {
		n := 1
		for _, d := range shape {
			n *= d
		}
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(r.NormFloat64() * .2)
		}
		names = append(names, name)
		shapes[name], values[name] = shape, x
	}
	add("embeddings.word_embeddings.weight", len(tinyTokens), s.Hidden)
	add("embeddings.position_embeddings.weight", 64, s.Hidden)
	add("embeddings.token_type_embeddings.weight", 2, s.Hidden)
	norm := func(name string) { add(name+".weight", s.Hidden); add(name+".bias", s.Hidden) }
	linear := func(name string, in, out int) { add(name+".weight", out, in); add(name+".bias", out) }
	norm("embeddings.LayerNorm")
	for i := range s.Layers {
		p := fmt.Sprintf("encoder.layer.%d.", i)
		for _, n := range []string{"query", "key", "value"} {
			linear(p+"attention.self."+n, s.Hidden, s.Hidden)
		}
		linear(p+"attention.output.dense", s.Hidden, s.Hidden)
		norm(p + "attention.output.LayerNorm")
		linear(p+"intermediate.dense", s.Hidden, s.Inner)
		linear(p+"output.dense", s.Inner, s.Hidden)
		norm(p + "output.LayerNorm")
	}
	return names, shapes, values
}

func safetensorsFile(names []string, shapes map[string][]int, values map[string][]float32) []byte {
	header := map[string]any{"__metadata__": map[string]string{"format": "pt"}}
	var data bytes.Buffer
	for _, n := range names {
		from := data.Len()
		binary.Write(&data, binary.LittleEndian, values[n])
		header[n] = map[string]any{"dtype": "F32", "shape": shapes[n], "data_offsets": [2]int{from, data.Len()}}
	}
	h, err := json.Marshal(header)
	if err != nil {
		return nil
	}
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(h))), h...), data.Bytes()...)
}

// tinyFolder writes a model folder; edit may change its files before.
func tinyFolder(t testing.TB, edit func(files map[string]string)) string {
	t.Helper()
	s := tinyShape
	files := map[string]string{
		"config.json": fmt.Sprintf(`{"model_type":"bert","hidden_size":%d,"num_attention_heads":%d,"num_hidden_layers":%d,"intermediate_size":%d,"hidden_act":"gelu","layer_norm_eps":1e-12,"max_position_embeddings":64}`,
			s.Hidden, s.Heads, s.Layers, s.Inner),
		"sentence_bert_config.json": fmt.Sprintf(`{"max_seq_length":%d}`, s.MaxTokens),
		"modules.json":              `[{"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"sentence_transformers.models.Pooling"},{"path":"2_Normalize","type":"sentence_transformers.models.Normalize"}]`,
		"1_Pooling/config.json":     `{"word_embedding_dimension":40,"pooling_mode_cls_token":false,"pooling_mode_mean_tokens":true}`,
		"tokenizer.json":            tinyTokenizer(),
		"model.safetensors":         string(safetensorsFile(tinyWeights(s))),
	}
	if edit != nil {
		edit(files)
	}
	dir := filepath.Join(t.TempDir(), "tiny")
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func tinyTokenizer() string {
	vocab := map[string]int{}
	for i, t := range tinyTokens {
		vocab[t] = i
	}
	v, err := json.Marshal(vocab)
	if err != nil {
		return ""
	}
	return `{"added_tokens":[{"id":2,"content":"[CLS]","special":true,"normalized":false}],
"normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true},
"pre_tokenizer":{"type":"BertPreTokenizer"},
"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,"vocab":` + string(v) + `}}`
}
