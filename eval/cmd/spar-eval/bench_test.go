package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/eval"
)

func TestBenchCatalog(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(asSpar, "1") // for the fresh process
	env := func(name string) (string, bool) { return "", name == "SPAR_CONFIG" }
	bench := func(args ...string) (int, string, string) {
		var out, err bytes.Buffer
		code := run(t.Context(), append([]string{"bench", "catalog"}, args...), strings.NewReader(""), &out, &err, env)
		return code, out.String(), err.String()
	}
	if code, _, err := bench("--files", "0"); code != exitInvalid || !strings.Contains(err, "--files") {
		t.Errorf("no files: %d, %s", code, err)
	}
	if code, _, err := bench("--files", "10", "--tags", "10"); code != exitInvalid {
		t.Errorf("too few tags: %d, %s", code, err)
	}
	code, out, err := bench("--files", "3000", "--tags", "400", "--rounds", "2", "--json")
	if code != exitOK {
		t.Fatalf("%d, %s", code, err)
	}
	var b eval.CatalogBench
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	// 10 of 400 tags, of which a file has 5, and 4 of 25 years: about 2% of the files.
	if b.Files != 3000 || b.Assignments != 15000 || b.Tags != 400 || b.Closure != 10 || b.Selected < 20 || b.Selected > 120 {
		t.Errorf("%+v", b)
	}
	if b.Select <= 0 || b.SQL <= 0 || b.Over <= 0 || b.Start <= 0 || b.PerFile <= 0 || b.Visible <= 0 || b.Build <= 0 || b.IndexBytes <= 0 {
		t.Errorf("a figure is missing: %s", out)
	}
	left, globErr := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "spar-bench-*"))
	if globErr != nil || len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}
