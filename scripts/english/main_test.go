package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestCheck(t *testing.T) {
	files := fstest.MapFS{
		"a/a.go":            {Data: []byte("// Package a has those that\n// are long.\npackage a\n\n// B says what is.\nvar B = \"of which\" //" + strings.Repeat("x", width) + "\n")},
		"a/a_test.go":       {Data: []byte("package a\n\nvar C = \"" + strings.Repeat("y", width) + "\"\n")},
		"a/testdata/b.go":   {Data: []byte("not Go, of which\n")},
		"docs/guide.md":     {Data: []byte("# A guide\n\nOne of which `in which` is code.\n\n```\nof which\n```\n")},
		"docs/results/r.md": {Data: []byte("of which of which\n")},
	}
	var out strings.Builder
	faults, err := check(files, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"comments        2 in      12,", "guides          1 in       8,", "long lines      1 in       6,"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if len(faults) != 3 || !strings.HasPrefix(faults[0], "comments: 166.67 of 1,000") {
		t.Errorf("%q", faults)
	}
	if _, err := check(fstest.MapFS{"a.go": {Data: []byte("no Go")}}, &out); err == nil {
		t.Error("a file that is no Go is taken")
	}
}
