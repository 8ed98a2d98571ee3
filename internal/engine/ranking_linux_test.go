package engine_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/retrieve"
)

var update = flag.Bool("update", false, "write the golden ranking anew")

// TestRanking compares the ranking by words of the sample's questions with the golden one: three hits each, with their
// scores. A change of ranking is a difference that can be read; `go test ./internal/engine -run Ranking -update` accepts it.
func TestRanking(t *testing.T) {
	if !pdfium.Available() {
		t.Skip("the sample has PDF files, which this build cannot read: run `make assets`")
	}
	sample := filepath.Join("..", "..", "testdata", "sample")
	h := enginetest.Open(t, nil, func(o *engine.Options) { o.Read.Workers = 2 })
	if err := os.CopyFS(h.Root, os.DirFS(filepath.Join(sample, "share"))); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	questions, err := os.ReadFile(filepath.Join(sample, "queries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(questions)) {
		var q struct{ Text string }
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		r, err := h.Search(t.Context(), engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: q.Text, Limit: 3, Retrieve: retrieve.Options{Rank: retrieve.Words}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&got, q.Text)
		for _, hit := range r.Hits {
			fmt.Fprintf(&got, "  %5.1f  %s#%s\n", hit.Score, hit.Path, hit.Passage.Locator)
		}
	}
	file := filepath.Join("testdata", "ranking.golden")
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("the ranking changed:\n%s", diff)
	}
}
