package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestScanNamesFolders: a folder that could not be listed is named with the reason and the remedy.
func TestScanNamesFolders(t *testing.T) {
	t.Parallel()
	r := api.Scan{Share: "docs", Unlisted: 12}
	for range r.Unlisted {
		r.Problems = append(r.Problems, api.Problem{Path: api.PathOf("hr/clo\nsed\xff"), Reason: "permission denied: give a right"})
	}
	var out bytes.Buffer
	(&app{out: &out}).printScan(r)
	if want := "    docs:hr/clo\\nsed\\xff: permission denied: give a right\n    and 2 more\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%s\nwant %s", &out, want)
	}
}
