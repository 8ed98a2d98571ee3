package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

func TestEmbedCommand(t *testing.T) {
	t.Parallel()
	env := func(name string) (string, bool) { return "", false }
	embedded := func(in string, args ...string) (code int, out, err string) {
		var o, e bytes.Buffer
		code = run(t.Context(), append([]string{"embed"}, args...), strings.NewReader(in), &o, &e, env)
		return code, o.String(), e.String()
	}
	if code, _, err := embedded("", "--model", filepath.Join(t.TempDir(), "none")); code != exitNotFound || !strings.Contains(err, "spar model list") {
		t.Errorf("a folder that is not there: %d, %s", code, err)
	}
	if code, _, err := embedded("", "--threads", "-1"); code != exitInvalid || !strings.Contains(err, "--threads") {
		t.Errorf("threads: %d, %s", code, err)
	}
	empty := t.TempDir()
	if err := os.WriteFile(filepath.Join(empty, "README.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, err := embedded("", "--model", empty); code == exitOK || code == exitInternal || !strings.Contains(err, "config.json") {
		t.Errorf("an empty folder: %d, %s", code, err)
	}
	if _, err := embed.Precise(embed.Options{}); spar.CodeOf(err) == spar.Unavailable {
		t.Skip(err)
	}
	if code, _, err := embedded("", "--weights", "int4"); code != exitInvalid || !strings.Contains(err, "int8") {
		t.Errorf("weights: %d, %s", code, err)
	}
	line := `{"id":1,"text":"parental leave"}`
	_, plain, _ := embedded(line)
	_, exact, _ := embedded(line, "--weights", "float32")
	_, rounded, _ := embedded(line, "--weights", "int8")
	if plain == "" || plain != rounded || exact == "" || exact == rounded {
		t.Errorf("without --weights %.40q, with int8 %.40q, with float32 %.40q", plain, rounded, exact)
	}
	code, out, err := embedded(`{"id":"a","text":"parental leave"}`+"\n"+`{"id":2,"text":"time off for a new father"}`+"\n"+`{"id":3,"text":"a compiler"}`, "--threads", "1")
	if code != exitOK || !strings.Contains(err, "tokens/s") {
		t.Fatalf("%d, %s", code, err)
	}
	var vectors [][]float32
	for line := range strings.Lines(out) {
		var v struct{ Vector []float32 }
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		vectors = append(vectors, v.Vector)
	}
	dot := func(a, b []float32) (sum float32) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	if near, far := dot(vectors[0], vectors[1]), dot(vectors[0], vectors[2]); near < .3 || far > .2 {
		t.Errorf("cosines %v and %v", near, far)
	}
}
