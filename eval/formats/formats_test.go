package formats

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// TestKeptReferences: the output of a program is kept by the content of the file, and the program does not run again.
func TestKeptReferences(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	var files []sample
	for i, text := range []string{"one", "two", "one"} {
		path := filepath.Join(dir, string(rune('a'+i)))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, sample{path: path})
	}
	asked := 0
	tool := reference{name: "some tool", read: func(_ context.Context, files []sample, _ string) []saying {
		said := make([]saying, len(files))
		for i, f := range files {
			asked++
			b, _ := os.ReadFile(f.path)
			said[i] = saying{Text: "text of " + string(b), CPU: time.Second}
		}
		return said
	}}
	for range 2 {
		said := withKept(t.Context(), tool, files, folder, dir)
		for i, want := range []string{"text of one", "text of two", "text of one"} {
			if said[i].Text != want || said[i].CPU != time.Second {
				t.Errorf("%d is %v, want %q", i, said[i], want)
			}
		}
	}
	if asked != 3 {
		t.Errorf("the program was asked %d times", asked)
	}
}

// TestCompareWithout: a comparison omits on SPAR's side what the program omits on its own.
func TestCompareWithout(t *testing.T) {
	doc := spar.Document{Blocks: []spar.Block{{Kind: spar.Heading, Text: "Plan", Locator: spar.Locator{Sheet: "Plan"}}, {Kind: spar.Paragraph, Text: "body text"},
		{Kind: spar.RunningHeader, Text: "ACME"}, {Kind: spar.Note, Text: "see page"}, {Kind: spar.Comment, Text: "why"}, {Kind: spar.Contents, Text: "Part 3"}}}
	for name, c := range map[string]struct {
		leave func(spar.Block) bool
		want  string
	}{
		"all": {nil, "Plan\nbody text\nACME\nsee page\nwhy\nPart 3\n"}, "text": {besideText, "Plan\nbody text\nPart 3\n"},
		"cells": {besideCells, "body text\nPart 3\n"}, "remarks": {remarks, "Plan\nbody text\nACME\nsee page\nPart 3\n"},
	} {
		if got := doc.Text(c.leave); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	f1, recall := wordsOf("A b b c").against(wordsOf("a B d"))
	if want := 4. / 7; f1 < want-1e-9 || f1 > want+1e-9 || recall < .66 || recall > .67 {
		t.Errorf("F1 %v, recall %v", f1, recall)
	}
}
