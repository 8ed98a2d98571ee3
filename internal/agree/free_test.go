package agree

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/free.txt
var free string

// TestFree: what somebody writes in other words than the passage, over sentences of it and with lists, is borne out.
func TestFree(t *testing.T) {
	n := 0
	for part := range strings.SplitSeq(free, "\npassage\n") {
		passage, statements, _ := strings.Cut(part, "\nstatements\n")
		for s := range strings.Lines(statements) {
			if s = strings.TrimSpace(s); s == "" {
				continue
			}
			n++
			if found := Check(s, "en", Evidence{Passages: []string{passage}, Lang: "en"}); len(found) > 0 {
				t.Errorf("%q: %v", s, found)
			}
		}
	}
	if n < 70 {
		t.Errorf("%d statements are read", n)
	}
}
