package spar_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWhere: each file, folder and test that docs/where.md names is there.
func TestWhere(t *testing.T) {
	page, err := os.ReadFile("docs/where.md")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, s := range sourcesLike(t, true) {
		if strings.HasSuffix(s.file, "_test.go") {
			text, err := os.ReadFile(s.file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	paths := regexp.MustCompile("`((?:internal|cmd|docs|web|scripts)/[^` ]+|[a-z]+\\.go)`").FindAllStringSubmatch(string(page), -1)
	for _, m := range paths {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("docs/where.md names %s, which is not there", m[1])
		}
	}
	tests := regexp.MustCompile("`(Test[A-Za-z]+)`").FindAllStringSubmatch(string(page), -1)
	for _, m := range tests {
		if !strings.Contains(all.String(), "func "+m[1]+"(t *testing.T)") {
			t.Errorf("docs/where.md names %s, which is no test", m[1])
		}
	}
	if len(paths) < 20 || len(tests) < 10 {
		t.Errorf("%d paths and %d tests", len(paths), len(tests))
	}
}
