package main

import (
	"strconv"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	src := "package p\n\nvar words = `\none\ntwo\n`\n\n// " + strings.Repeat("x", 150) + "\nvar s = \"é\"\n"
	got, err := lines("p.go", []byte(src))
	if err != nil || got != 7 {
		t.Errorf("%d lines, %v; want 7: data is apart and the long line counts twice", got, err)
	}
}

func TestGrown(t *testing.T) {
	var in strings.Builder
	for name, n := range exceptions {
		in.WriteString(strings.Join([]string{strconv.Itoa(n), name, "internal/x.go:1:1\n"}, " "))
	}
	got, err := grown(strings.NewReader(in.String()))
	if err != nil || len(got) > 0 {
		t.Errorf("the exceptions themselves: %q, %v", got, err)
	}
	got, err = grown(strings.NewReader(in.String() + "61 table f internal/table/f.go:1:1\n99 table g internal/table/f_test.go:1:1\n"))
	if want := "internal/table/f.go:1:1: table f has a cognitive complexity of 61, more than 60: part it"; err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if got, _ = grown(strings.NewReader("60 table f internal/table/f.go:1:1\n")); len(got) != len(exceptions) {
		t.Errorf("%d faults where all %d exceptions became simpler", len(got), len(exceptions))
	}
	if got, _ = grown(strings.NewReader("")); len(got) != 1 || !strings.Contains(got[0], "make lint") {
		t.Errorf("%q where nothing came in", got)
	}
	if _, err = grown(strings.NewReader("something else\n")); err == nil {
		t.Error("what is no line of gocognit is taken")
	}
}
