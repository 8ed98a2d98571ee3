package embed

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

type passage struct{ Text string }

// referenceVectors are the passages of the reference with their vectors.
func referenceVectors(t testing.TB) (texts []string, vectors []float32) {
	dir := reference(t)
	for _, p := range lines[passage](t, filepath.Join(dir, "passages.jsonl")) {
		texts = append(texts, p.Text)
	}
	data, err := os.ReadFile(filepath.Join(dir, "vectors.f32"))
	if err != nil {
		t.Fatal(err)
	}
	vectors = make([]float32, len(data)/4)
	for i := range vectors {
		vectors[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return texts, vectors
}

// parity embeds the passages and gives the mean and the least cosine with the reference.
func parity(t testing.TB, e Encoder, texts []string, want []float32) (mean, least float64) {
	t.Helper()
	got, err := e.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	least = 1
	for i, v := range got {
		var cos float64
		for j, x := range v {
			cos += float64(x) * float64(want[i*len(v)+j])
		}
		mean += cos / float64(len(got))
		least = min(least, cos)
	}
	return mean, least
}

// TestVectorsOfReference compares with the reference on every fourth of its passages, with SPAR_LONG=1 on all.
func TestVectorsOfReference(t *testing.T) {
	texts, want := referenceVectors(t)
	if os.Getenv("SPAR_LONG") != "1" {
		dim, n := len(want)/len(texts), 0
		for i := 0; i < len(texts); i += 4 {
			texts[n] = texts[i]
			n += copy(want[n*dim:], want[i*dim:(i+1)*dim]) / dim
		}
		texts, want = texts[:n], want[:n*dim]
	}
	for _, c := range []struct {
		name        string
		open        func(Options) (Encoder, error)
		arithmetic  Arithmetic
		mean, least float64
	}{
		{"folder float32", func(o Options) (Encoder, error) { return Open(modelDir(t), o) }, Float32, .99999, .9999},
		{"built-in float32", builtIn(t), Float32, .999, .995},
		{"built-in int8", builtIn(t), Int8, .998, .99},
		{"folder int8", func(o Options) (Encoder, error) { return Open(modelDir(t), o) }, Int8, .998, .99},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := c.open(Options{Arithmetic: c.arithmetic})
			if err != nil {
				t.Fatal(err)
			}
			mean, least := parity(t, e, texts, want)
			t.Logf("cosine %.6f in the mean, %.6f at least", mean, least)
			if mean < c.mean || least < c.least {
				t.Errorf("cosine %.6f in the mean and %.6f at least, want %v and %v", mean, least, c.mean, c.least)
			}
		})
	}
}
