package entity

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// FuzzPatterns: any file is a list of patterns or an error that names it, and what the patterns find stands in the text.
func FuzzPatterns(f *testing.F) {
	f.Add([]byte("ticket: 'TCK-([0-9]+)'\ninvoice: ''\npart:\n"), "TCK-12 of part no. 7")
	f.Add([]byte("a: (x|)\n"), "x")
	f.Add([]byte("a: [b]\nB: c\n"), "c")
	f.Fuzz(func(t *testing.T, data []byte, s string) {
		list, err := Parse("p.yaml", data)
		if err != nil {
			if spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "p.yaml") {
				t.Fatalf("%v of code %s", err, spar.CodeOf(err))
			}
			return
		}
		if len(list) > maxPatterns+len(Standard()) {
			t.Fatalf("%d patterns", len(list))
		}
		end := 0
		for _, e := range New([]string{s}, "", list).Find(s) {
			if e.Start < end || e.End <= e.Start || s[e.Start:e.End] != e.Text || e.Kind == "" {
				t.Fatalf("%+v in %q", e, s)
			}
			if utf8.ValidString(s) && !utf8.ValidString(e.Text) {
				t.Fatalf("%q is cut within a character", e.Text)
			}
			end = e.End
		}
	})
}
