package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/catalog"
)

// TestScanNamesFolders: a folder that could not be listed is named with the reason and the remedy.
func TestScanNamesFolders(t *testing.T) {
	r := catalog.ScanReport{Errors: 12}
	for range r.Errors {
		r.Problems = append(r.Problems, catalog.Problem{Path: "hr/clo\nsed\xff", Reason: "permission denied: give a right"})
	}
	for want, json := range map[string]bool{
		"    docs:hr/clo\\nsed\\xff: permission denied: give a right\n    and 2 more\n":                                                  false,
		`"problems":[{"path":"hr/clo\nsed` + "\uFFFD" + `","path_bytes":"aHIvY2xvCnNlZP8=","reason":"permission denied: give a right"},`: true,
	} {
		var out bytes.Buffer
		if err := (&app{out: &out, json: json}).printScan("docs", r); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v, %s\nwant %s", err, &out, want)
		}
	}
}
