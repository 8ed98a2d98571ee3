package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (strings.HasPrefix(os.Args[1], "spar-") || os.Args[1] == "bench") {
		main() // the test binary itself reads files
		return
	}
	os.Exit(m.Run())
}

func TestAnswer(t *testing.T) {
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
	t.Setenv("SPAR_CONFIG", "")
	measure := func(args ...string) (string, error) {
		var out bytes.Buffer
		c := command(&out)
		c.SetArgs(append([]string{"answer"}, args...))
		err := c.ExecuteContext(t.Context())
		return out.String(), err
	}
	if _, err := measure(folder); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a folder without a question: %v", err)
	}
	if _, err := measure("../../../internal/measure/testdata/lines"); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "no files") {
		t.Errorf("a set without files: %v", err)
	}
	if _, err := embed.Precise(embed.Options{}); spar.CodeOf(err) == spar.Unavailable {
		t.Skip(err)
	}
	out, err := measure(folder, "--question", "How many weeks of leave do parents get?", "--json")
	if err != nil {
		t.Fatal(err)
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
	if out, err := measure(folder, "--question", "Who won the cup?"); err != nil || !strings.Contains(out, "reading alone") {
		t.Errorf("%v: %s", err, out)
	}
}
