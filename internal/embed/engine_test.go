package embed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

var tinyTexts = []string{"", "a", "abc abcabc b.c", strings.Repeat("a b c ", 200), "É中1 zzz", "c", "\x00\xff", "abc abcabc b.c"}

func embedAll(t testing.TB, e Encoder, texts []string) [][]float32 {
	t.Helper()
	got, err := e.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(texts) {
		t.Fatalf("%d vectors for %d texts", len(got), len(texts))
	}
	return got
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

// plainBERT is the definition in float64, one value at a time.
func plainBERT(s shape, values map[string][]float32, ids []int32) []float32 {
	get := func(name string) []float32 { return values[name] }
	linear := func(x [][]float64, name string) [][]float64 {
		w, b := get(name+".weight"), get(name+".bias")
		out := make([][]float64, len(x))
		for t, row := range x {
			out[t] = make([]float64, len(b))
			for o := range b {
				sum := float64(b[o])
				for i, v := range row {
					sum += v * float64(w[o*len(row)+i])
				}
				out[t][o] = sum
			}
		}
		return out
	}
	norm := func(x [][]float64, name string) [][]float64 {
		g, b := get(name+".weight"), get(name+".bias")
		for _, row := range x {
			var mean, variance float64
			for _, v := range row {
				mean += v / float64(len(row))
			}
			for _, v := range row {
				variance += (v - mean) * (v - mean) / float64(len(row))
			}
			for i, v := range row {
				row[i] = (v-mean)/math.Sqrt(variance+float64(s.Eps))*float64(g[i]) + float64(b[i])
			}
		}
		return x
	}
	add := func(x, y [][]float64) [][]float64 {
		for t := range x {
			for i := range x[t] {
				x[t][i] += y[t][i]
			}
		}
		return x
	}
	x := make([][]float64, len(ids))
	for t, id := range ids {
		x[t] = make([]float64, s.Hidden)
		for i := range x[t] {
			x[t][i] = float64(get("embeddings.word_embeddings.weight")[int(id)*s.Hidden+i]) + float64(get("embeddings.position_embeddings.weight")[t*s.Hidden+i]) +
				float64(get("embeddings.token_type_embeddings.weight")[i])
		}
	}
	x = norm(x, "embeddings.LayerNorm")
	d := s.Hidden / s.Heads
	for l := range s.Layers {
		p := fmt.Sprintf("encoder.layer.%d.", l)
		q, k, v := linear(x, p+"attention.self.query"), linear(x, p+"attention.self.key"), linear(x, p+"attention.self.value")
		mixed := make([][]float64, len(ids))
		for t := range ids {
			mixed[t] = make([]float64, s.Hidden)
			for h := range s.Heads {
				weights, sum := make([]float64, len(ids)), 0.
				for u := range ids {
					var dot float64
					for i := h * d; i < (h+1)*d; i++ {
						dot += q[t][i] * k[u][i]
					}
					weights[u] = math.Exp(dot / math.Sqrt(float64(d)))
					sum += weights[u]
				}
				for u, w := range weights {
					for i := h * d; i < (h+1)*d; i++ {
						mixed[t][i] += w / sum * v[u][i]
					}
				}
			}
		}
		x = norm(add(linear(mixed, p+"attention.output.dense"), x), p+"attention.output.LayerNorm")
		up := linear(x, p+"intermediate.dense")
		for _, row := range up {
			for i, v := range row {
				row[i] = v / 2 * (1 + math.Erf(v/math.Sqrt2))
			}
		}
		x = norm(add(linear(up, p+"output.dense"), x), p+"output.LayerNorm")
	}
	out := make([]float32, s.Hidden)
	for _, row := range x {
		for i, v := range row {
			out[i] += float32(v / float64(len(x)))
		}
	}
	return out
}

func TestForwardIsTheDefinition(t *testing.T) {
	dir := tinyFolder(t, nil)
	_, _, values := tinyWeights(tinyShape)
	for _, k := range vec.Available() {
		for a, least := range map[Arithmetic]float64{Float32: .9999999, Int8: .995} {
			e, err := openFolder(dir, Options{Kernels: k, Arithmetic: a})
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range embedAll(t, e, tinyTexts) {
				want := plainBERT(e.shape, values, e.tokens.encode(nil, tinyTexts[i], e.MaxTokens))
				if c := cosine(v, want); !(c >= least) {
					t.Errorf("%s %s, text %d: cosine %v", k.Name(), a, i, c)
				}
				if length := cosine(v, v); math.Abs(length-1) > 1e-6 {
					t.Errorf("text %d: length %v", i, length)
				}
			}
		}
	}
}

func TestVectorsDoNotDependOnTheBatch(t *testing.T) {
	dir := tinyFolder(t, nil)
	var texts []string
	for i := range 60 {
		texts = append(texts, strings.Repeat("abc b ", i), tinyTexts[i%len(tinyTexts)])
	}
	for _, a := range []Arithmetic{Float32, Int8} {
		var first [][]float32
		for _, threads := range []int{1, 3} {
			e, err := Open(dir, Options{Threads: threads, Arithmetic: a})
			if err != nil {
				t.Fatal(err)
			}
			all := embedAll(t, e, texts)
			for i, text := range texts {
				if alone := embedAll(t, e, []string{text})[0]; !slices.Equal(alone, all[i]) {
					t.Fatalf("%s, %d threads: text %d has another vector alone", a, threads, i)
				}
			}
			if first == nil {
				first = all
			}
			for i := range all {
				if !slices.Equal(all[i], first[i]) {
					t.Fatalf("%s: text %d has another vector with %d threads", a, i, threads)
				}
			}
		}
	}
}

func TestEmbedEndsWithItsContext(t *testing.T) {
	e, err := Open(tinyFolder(t, nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, texts := range [][]string{nil, tinyTexts} {
		if v, err := e.Embed(ctx, texts); !errors.Is(err, context.Canceled) || v != nil {
			t.Errorf("%d texts: got %v and error %v", len(texts), v, err)
		}
	}
	if v, err := e.Embed(context.Background(), nil); err != nil || len(v) != 0 {
		t.Errorf("no texts: got %v and error %v", v, err)
	}
}

func TestRecipeNamesWhatShapesVectors(t *testing.T) {
	recipes := map[string]string{}
	for name, edit := range map[string]func(map[string]string){
		"same":   nil,
		"length": func(f map[string]string) { f["sentence_bert_config.json"] = `{"max_seq_length":20}` },
		"case": func(f map[string]string) {
			f["tokenizer.json"] = strings.Replace(f["tokenizer.json"], `"lowercase":true`, `"lowercase":false`, 1)
		},
		"pooling": func(f map[string]string) { f["1_Pooling/config.json"] = `{"pooling_mode_cls_token":true}` },
		"vocab": func(f map[string]string) {
			f["tokenizer.json"] = strings.Replace(f["tokenizer.json"], `"##1"`, `"##2"`, 1)
		},
		"weights": func(f map[string]string) {
			w := []byte(f["model.safetensors"])
			w[len(w)-3] ^= 1
			f["model.safetensors"] = string(w)
		},
	} {
		for _, a := range []Arithmetic{Float32, Int8} {
			dir := tinyFolder(t, edit)
			e, err := Open(dir, Options{Arithmetic: a})
			if err != nil {
				t.Fatal(name, err)
			}
			again, err := Open(dir, Options{Arithmetic: a, Threads: 1, Kernels: vec.Available()[0]})
			if err != nil {
				t.Fatal(err)
			}
			if e.Recipe() != again.Recipe() {
				t.Errorf("%s: two recipes of one model", name)
			}
			if other, ok := recipes[e.Recipe()]; ok {
				t.Errorf("%s %s has the recipe of %s", name, a, other)
			}
			recipes[e.Recipe()] = name + " " + string(a)
		}
	}
}

func TestConvertedFile(t *testing.T) {
	dir := tinyFolder(t, nil)
	var file bytes.Buffer
	if err := Convert(&file, dir, "converted"); err != nil {
		t.Fatal(err)
	}
	for _, a := range []Arithmetic{Float32, Int8} {
		whole, err := Open(dir, Options{Arithmetic: a})
		if err != nil {
			t.Fatal(err)
		}
		e, err := openFile(bytes.NewReader(file.Bytes()), int64(file.Len()), Options{Arithmetic: a})
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() != "converted" || e.Dim() != tinyShape.Hidden {
			t.Errorf("got %s with %d values", e.Name(), e.Dim())
		}
		want := embedAll(t, whole, tinyTexts)
		for i, v := range embedAll(t, e, tinyTexts) {
			if c := cosine(v, want[i]); !(c > .995) {
				t.Errorf("%s, text %d: cosine %v", a, i, c)
			}
		}
	}
	for n := range file.Len() { // cut off anywhere, an error
		if n > 1000 && n%97 != 0 {
			continue
		}
		if _, err := openFile(bytes.NewReader(file.Bytes()[:n]), int64(n), Options{}); err == nil {
			t.Fatalf("a file cut off after %d bytes opens", n)
		}
	}
}

func TestBuiltInEncoder(t *testing.T) {
	e, err := builtIn(t)(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Name() != "all-MiniLM-L6-v2" || e.Dim() != 384 || len(e.Recipe()) != 32 {
		t.Errorf("got %s, %d values, recipe %q", e.Name(), e.Dim(), e.Recipe())
	}
	if _, err := Precise(Options{Arithmetic: "float64"}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("an unknown arithmetic: %v", err)
	}
}
