package embed

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func TestWrongFolders(t *testing.T) {
	replace := func(file, old, new string) func(map[string]string) {
		return func(f map[string]string) {
			if !strings.Contains(f[file], old) {
				panic(old)
			}
			f[file] = strings.Replace(f[file], old, new, 1)
		}
	}
	without := func(files ...string) func(map[string]string) {
		return func(f map[string]string) {
			for _, name := range files {
				delete(f, name)
			}
		}
	}
	header := func(text string) func(map[string]string) {
		return func(f map[string]string) {
			f["model.safetensors"] = string(binary.LittleEndian.AppendUint64(nil, uint64(len(text)))) + text
		}
	}
	for _, c := range []struct {
		name string
		edit func(map[string]string)
		file string // named by the error
		says string
	}{
		{"no config", without("config.json"), "config.json", "no such file"},
		{"config is no JSON", func(f map[string]string) { f["config.json"] = "{" }, "config.json", "unexpected end"},
		{"unknown architecture", replace("config.json", `"bert"`, `"llama"`), "config.json", "llama"},
		{"unknown activation", replace("config.json", `"gelu"`, `"relu"`), "config.json", "relu"},
		{"no heads", replace("config.json", `"num_attention_heads":4`, `"num_attention_heads":0`), "config.json", "sizes"},
		{"heads that do not divide", replace("config.json", `"num_attention_heads":4`, `"num_attention_heads":7`), "config.json", "sizes"},
		{"other dimension", func(f map[string]string) {
			replace("config.json", `"hidden_size":40`, `"hidden_size":80`)(f)
			delete(f, "modules.json")
		}, "model.safetensors", "shape"},
		{"other dimension than the pooling's", replace("config.json", `"hidden_size":40`, `"hidden_size":80`), "1_Pooling", "80 values"},
		{"a reranker", replace("config.json", `{`, `{"architectures":["BertForSequenceClassification"],`), "config.json", "reranker"},
		{"labels without order", replace("config.json", `{`, `{"id2label":{"0":"a","7":"b"},`), "config.json", "number"},
		{"a prompt that is missing", func(f map[string]string) {
			f["config_sentence_transformers.json"] = `{"prompts":{},"default_prompt_name":"query"}`
		}, "config_sentence_transformers.json", "no such prompt"},
		{"vectors of any length", func(f map[string]string) {
			f["config_sentence_transformers.json"] = `{"similarity_fn_name":"dot"}`
			f["modules.json"] = `[{"path":"","type":"sentence_transformers.models.Transformer"}]`
		}, "config_sentence_transformers.json", "cosine"},
		{"pickled weights only, of another name", func(f map[string]string) { delete(f, "model.safetensors"); f["model.pt"] = "x" }, "model.pt", "can run code"},
		{"huge dimension", replace("config.json", `"hidden_size":40`, `"hidden_size":4000000000`), "config.json", "sizes"},
		{"huge sizes", func(f map[string]string) {
			f["config.json"] = `{"model_type":"bert","hidden_size":65536,"num_attention_heads":1,"num_hidden_layers":2000000000,"intermediate_size":262144,"hidden_act":"gelu","layer_norm_eps":1e-12,"max_position_embeddings":65536}`
			delete(f, "modules.json")
		}, "model.safetensors", "shape"},
		{"more layers", replace("config.json", `"num_hidden_layers":2`, `"num_hidden_layers":2000000000`), "model.safetensors", "encoder.layer.2"},
		{"more tokens than positions", replace("sentence_bert_config.json", "48", "4800"), "sentence_bert_config.json", "positions"},
		{"max pooling", replace("1_Pooling/config.json", `"pooling_mode_mean_tokens"`, `"pooling_mode_max_tokens"`), "config.json", "max"},
		{"a dense module", replace("modules.json", "models.Normalize", "models.Dense"), "modules.json", "Dense"},
		{"pooling elsewhere", replace("modules.json", `"1_Pooling"`, `"../../1_Pooling"`), "modules.json", "leaves"},
		{"no tokenizer", without("tokenizer.json"), "vocab.txt", "tokenizer.json or vocab.txt"},
		{"an empty vocab.txt", func(f map[string]string) { delete(f, "tokenizer.json"); f["vocab.txt"] = "" }, "vocab.txt", "empty"},
		{"vocab.txt without [UNK]", func(f map[string]string) { delete(f, "tokenizer.json"); f["vocab.txt"] = "[CLS]\n[SEP]\na\n" }, "vocab.txt", "[UNK]"},
		{"a BPE tokenizer", replace("tokenizer.json", "WordPiece", "BPE"), "tokenizer.json", "BPE"},
		{"a token number out of range", replace("tokenizer.json", `"abc":10`, `"abc":1000000000`), "tokenizer.json", "1000000000"},
		{"a token number twice", replace("tokenizer.json", `"abc":10`, `"abc":1`), "tokenizer.json", "taken"},
		{"more tokens than vectors", replace("tokenizer.json", `"abc":10`, `"abc":10,"xyz":17`), "model.safetensors", "17 tokens"},
		{"no weights", without("model.safetensors"), "model.safetensors", "download"},
		{"pickled weights only", func(f map[string]string) { delete(f, "model.safetensors"); f["pytorch_model.bin"] = "x" }, "pytorch_model.bin", "can run code"},
		{"empty weights", func(f map[string]string) { f["model.safetensors"] = "" }, "model.safetensors", "8 bytes"},
		{"truncated weights", func(f map[string]string) { f["model.safetensors"] = f["model.safetensors"][:20000] }, "model.safetensors", "cut off"},
		{"a header larger than the file", func(f map[string]string) { f["model.safetensors"] = "\xff\xff\xff\xff\xff\xff\xff\x7f{}" }, "model.safetensors", "claims"},
		{"a header of 90 MB in a small file", func(f map[string]string) { f["model.safetensors"] = "\x00\x00\xa0\x05\x00\x00\x00\x00{}" }, "model.safetensors", "claims"},
		{"a header that is no JSON", header("]"), "model.safetensors", "JSON"},
		{"no tensors", header("{}"), "model.safetensors", "no tensor"},
		{"offsets beyond the file", header(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,9000000000000000000]}}`), "model.safetensors", "outside"},
		{"offsets backwards", header(`{"x":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}`), "model.safetensors", "outside"},
		{"a shape that overflows", header(`{"embeddings.word_embeddings.weight":{"dtype":"F32","shape":[2000000000,40],"data_offsets":[0,0]}}`), "model.safetensors", "too few"},
		{"integers for weights", replace("model.safetensors", `"dtype":"F32"`, `"dtype":"I32"`), "model.safetensors", "I32"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tinyFolder(t, c.edit)
			before := allocated()
			e, err := Open(dir, Options{})
			// The folder has some 150 kB, which JSON multiplies; no number in it may bring more.
			if made := allocated() - before; made > 4<<20 {
				t.Errorf("%d bytes are allocated", made)
			}
			if err == nil {
				t.Fatalf("it opens: %v", e)
			}
			if spar.CodeOf(err) != spar.Invalid {
				t.Errorf("the code of %v is %s", err, spar.CodeOf(err))
			}
			for _, want := range []string{c.file, c.says} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not name %q", err, want)
				}
			}
		})
	}
	if _, err := Open(filepath.Join(t.TempDir(), "nowhere"), Options{}); err == nil {
		t.Error("a missing folder opens")
	}
}

// allocated is how many bytes were ever allocated.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestFolderVariants(t *testing.T) {
	plain := embedFolder(t, nil)
	for name, edit := range map[string]func(map[string]string){
		"vocab.txt": func(f map[string]string) {
			delete(f, "tokenizer.json")
			f["vocab.txt"] = strings.Join(tinyTokens, "\r\n") + "\r\n"
			f["tokenizer_config.json"] = `{"do_lower_case":true}`
		},
		"no sentence-transformers": func(f map[string]string) {
			delete(f, "modules.json")
			delete(f, "1_Pooling/config.json")
		},
		"prefix": func(f map[string]string) {
			names, shapes, values := tinyWeights(tinyShape)
			for i, n := range names {
				names[i] = "bert." + n
				shapes[names[i]], values[names[i]] = shapes[n], values[n]
			}
			f["model.safetensors"] = string(safetensorsFile(names, shapes, values))
		},
	} {
		got := embedFolder(t, edit)
		for i, v := range got {
			if c := cosine(v, plain[i]); c < .9999999 {
				t.Errorf("%s: text %d has cosine %v", name, i, c)
			}
		}
	}
}

func embedFolder(t *testing.T, edit func(map[string]string)) [][]float32 {
	e, err := Open(tinyFolder(t, edit), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return embedAll(t, e, tinyTexts)
}

func TestTensorTypes(t *testing.T) {
	file := func(kind string, data ...byte) *safetensors {
		h := `{"x":{"dtype":"` + kind + `","shape":[2],"data_offsets":[0,4]}}`
		raw := append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(h))), h...), data...)
		s, err := openSafetensors(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, s := range []*safetensors{file("F16", 0, 0x3c, 0, 0xc0), file("BF16", 0x80, 0x3f, 0, 0xc0)} {
		if x, err := s.floats("x", 2); err != nil || x[0] != 1 || x[1] != -2 {
			t.Errorf("got %v and error %v, want [1 -2]", x, err)
		}
	}
	if _, err := file("F16", 0, 0x7c, 0, 0).floats("x", 2); err == nil {
		t.Error("an infinite weight is accepted")
	}
}

func FuzzSafetensors(f *testing.F) {
	f.Add(safetensorsFile(tinyWeights(tinyShape))[:4000])
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	h := `{"x":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}}`
	f.Add(append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(h))), h...), 0, 0, 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := openSafetensors(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for name, tensor := range s.tensors {
			var dims []int
			for _, d := range tensor.Shape {
				dims = append(dims, int(d))
			}
			if x, err := s.floats(name, dims...); err == nil && 2*len(x) > len(data) {
				t.Errorf("%d values of a file of %d bytes", len(x), len(data))
			}
		}
	})
}

func FuzzEncoderFile(f *testing.F) {
	var file bytes.Buffer
	if err := Convert(&file, tinyFolder(f, nil), "tiny"); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := openFile(bytes.NewReader(data), int64(len(data)), Options{Threads: 1})
		if err == nil && e.MaxTokens < 1000 && e.Layers < 10 {
			embedAll(t, e, []string{"abc 中", ""})
		}
	})
}

func FuzzTokenizer(f *testing.F) {
	f.Add([]byte(tinyTokenizer()), "abc É")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		if v, err := parseTokenizer(data, bertFamily); err == nil {
			newWordpiece(v).encode(nil, text, 0)
		}
	})
}

func FuzzVocab(f *testing.F) {
	f.Add(strings.Join(tinyTokens, "\n"), "abc É")
	f.Add("[UNK]\n[CLS]\n[SEP]\n\n##\n", "# a")
	f.Fuzz(func(t *testing.T, data, text string) {
		if v, err := parseVocab(data, bertFamily); err == nil {
			newWordpiece(v).encode(nil, text, 0)
		}
	})
}
