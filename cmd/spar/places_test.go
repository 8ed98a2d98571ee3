package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// Several passages of one place are one line of the list, with the numbers of all; other places keep theirs.
func TestPlacesOfCitations(t *testing.T) {
	t.Parallel()
	cited := func(n int, path string, page int) api.Citation {
		return api.Citation{N: n, Share: "docs", Path: api.PathOf(path), Locator: spar.Locator{Page: page}}
	}
	var out bytes.Buffer
	a := &app{out: &out, err: &bytes.Buffer{}, env: func(string) (string, bool) { return "", false }}
	a.printAnswer(api.Answer{
		Bullets:   []api.Bullet{{Text: "One", Citations: []int{1}}},
		Citations: []api.Citation{cited(1, "a.pdf", 3), cited(2, "b.pdf", 3), cited(3, "a.pdf", 3), cited(4, "a.pdf", 4)},
	})
	_, list, _ := strings.Cut(out.String(), "\n\n")
	if want := "[1][3] docs:a.pdf, page 3\n[2] docs:b.pdf, page 3\n[4] docs:a.pdf, page 4\n"; list != want {
		t.Errorf("the citations are\n%swant\n%s", list, want)
	}
}
