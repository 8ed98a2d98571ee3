package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/spar"
)

func TestBenchCatalog(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("SPAR_CONFIG", "")
	bench := func(args ...string) (string, error) {
		var out bytes.Buffer
		c := command(&out)
		c.SetArgs(append([]string{"bench", "catalog"}, args...))
		err := c.ExecuteContext(t.Context())
		return out.String(), err
	}
	if _, err := bench("--files", "0"); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "--files") {
		t.Errorf("no files: %v", err)
	}
	if _, err := bench("--files", "10", "--tags", "10"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("too few tags: %v", err)
	}
	out, err := bench("--files", "3000", "--tags", "400", "--rounds", "2", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var b eval.CatalogBench
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatal(err)
	}
	// A file has 5 of 400 tags. The scope has 10 of these and 4 of 25 years: about 2% of the files.
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
