package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/eval"
)

func TestBenchAnswer(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	for name, text := range map[string]string{
		"leave.md":    "# Leave\n\nParents of a newborn child may take sixteen weeks of paid leave.\n",
		"travel.md":   "# Travel\n\nReceipts are handed in within thirty days.\n",
		"password.md": "# Passwords\n\nA password has at least fourteen characters.\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := func(name string) (string, bool) { return "", name == "SPAR_CONFIG" }
	bench := func(args ...string) (int, string, string) {
		var out, err bytes.Buffer
		code := run(t.Context(), append([]string{"bench", "answer", "--data", t.TempDir()}, args...), strings.NewReader(""), &out, &err, env)
		return code, out.String(), err.String()
	}
	if code, _, err := bench(folder); code != exitInvalid {
		t.Errorf("a folder without a question: %d, %s", code, err)
	}
	if code, _, err := bench("../../internal/eval/testdata/lines"); code != exitInvalid || !strings.Contains(err, "no files") {
		t.Errorf("a set without files: %d, %s", code, err)
	}
	if _, err := embed.Precise(embed.Options{}); spar.CodeOf(err) == spar.Unavailable {
		t.Skip(err)
	}
	code, out, err := bench(folder, "--question", "How many weeks of leave do parents get?", "--json")
	if code != exitOK {
		t.Fatalf("%d, %s", code, err)
	}
	var f eval.FirstAnswer
	if err := json.Unmarshal([]byte(out), &f); err != nil {
		t.Fatal(err)
	}
	if f.Files != 3 || f.Read != 3 || f.Passages < 3 || f.Refused || f.Citations == 0 || f.Embedded == 0 {
		t.Errorf("%+v", f)
	}
	p := f.Parts
	if sum := p.Open + p.Scan + p.Scope + p.Read + p.Retrieve + p.Answer; sum > f.Total || sum < f.Total/2 || f.Ratio <= 0 || f.EmbedFirst <= 0 {
		t.Errorf("parts of %v add up to %v; %+v", f.Total, sum, f)
	}
	left, globErr := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "spar-bench-*"))
	if globErr != nil || len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	if code, out, err := bench(folder, "--question", "Who won the cup?"); code != exitOK || !strings.Contains(out, "reading alone") {
		t.Errorf("%d, %s, %s", code, out, err)
	}
}
