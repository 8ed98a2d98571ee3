// Package enginetest opens engines for tests: over a share in a temporary folder, with the test's own binary as reading
// process, and an encoder whose vectors can be read back.
package enginetest

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

const worker = "enginetest-worker"

// Main is the TestMain of a package that opens engines: it makes the test binary its own reading process.
func Main(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == worker {
		if err := read.Worker(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A House is an engine over a share named "docs", which a test changes as it likes.
type House struct {
	*engine.Opened
	Root    string // of the share
	Encoder *Encoder

	t testing.TB
}

// All may read everything.
var All = spar.Principal{Name: "all", All: true}

// Open makes a share of files, by path with their text, and an engine over it. Nothing is scanned yet. set, if not nil,
// changes the options first.
func Open(t testing.TB, files map[string]string, set func(*engine.Options)) *House {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := &House{Root: t.TempDir(), Encoder: &Encoder{name: models.Precise}, t: t}
	for path, text := range files {
		h.Write(path, text)
	}
	o := engine.Options{
		Dir: t.TempDir(), Read: read.Options{Command: []string{self, worker}, Workers: 1},
		OpenEncoder: func(_ context.Context, m models.Encoder) (embed.Encoder, error) {
			if m.Model == models.None {
				return nil, spar.Errorf(spar.Unavailable, "there is no encoder")
			}
			if m.Model != "" && m.Model != h.Encoder.name {
				return &Encoder{name: m.Model}, nil
			}
			return h.Encoder, nil
		},
	}
	if set != nil {
		set(&o)
	}
	if h.Opened, err = engine.Open(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := h.AddShare(t.Context(), "docs", h.Root, false); err != nil {
		t.Fatal(err)
	}
	return h
}

// Write writes a file of the share.
func (h *House) Write(path, text string) {
	h.t.Helper()
	name := filepath.Join(h.Root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

// Scanned scans the share and gives the house.
func (h *House) Scanned() *House {
	h.t.Helper()
	if _, err := h.Scan(h.t.Context(), "docs", engine.ScanOptions{Wait: true}); err != nil {
		h.t.Fatal(err)
	}
	return h
}

// An Encoder gives texts that share words vectors that are near. It is safe for concurrent use.
type Encoder struct {
	name string

	mu    sync.Mutex
	texts []string
}

const dim = 64

// Name is the model that it stands for.
func (e *Encoder) Name() string { return e.name }

// Dim is the number of values.
func (e *Encoder) Dim() int { return dim }

// Recipe tells its vectors from those of encoders of another name.
func (e *Encoder) Recipe() string { return "enginetest/" + e.name }

// Embed hashes the words of each text.
func (e *Encoder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.texts = append(e.texts, texts...)
	e.mu.Unlock()
	out := make([][]float32, len(texts))
	for i, text := range texts {
		v := make([]float32, dim)
		for _, w := range chunk.Words(text) {
			h := fnv.New32a()
			h.Write([]byte(strings.ToLower(w)))
			v[h.Sum32()%dim]++
		}
		v[0] += .01 // a text without words has a direction too
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		for j := range v {
			v[j] /= float32(math.Sqrt(sum))
		}
		out[i] = v
	}
	return out, nil
}

// Texts gives the texts that were embedded so far and that contain part, in their order.
func (e *Encoder) Texts(part string) []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(e.texts), func(t string) bool { return !strings.Contains(t, part) })
}
