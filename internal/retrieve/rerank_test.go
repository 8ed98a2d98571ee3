package retrieve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

// A script scores texts by the first of its words that they hold, and remembers what it read.
type script struct {
	scores map[string]float32
	fail   error
	drop   int
	read   []string
}

func (c *script) Score(_ context.Context, _ string, texts []string) ([]float32, error) {
	c.read = texts
	var out []float32
	for _, t := range texts[c.drop:] {
		score := float32(0)
		for word, s := range c.scores {
			if strings.Contains(t, word) {
				score = s
			}
		}
		out = append(out, score)
	}
	return out, c.fail
}

func rerankedHits(n int) (hits []spar.Hit) {
	for i := range n {
		score := .8 - float64(i)/100
		hits = append(hits, spar.Hit{
			Path: fmt.Sprintf("hr/paid_leave-%d.md", i), Score: score, Parts: map[string]float64{"words": .3, "meaning": score - .3},
			Passage: spar.Passage{Text: fmt.Sprintf("word%d.", i), Locator: spar.Locator{Heading: "Leave > Paid"}},
		})
	}
	return hits
}

func pathsOf(hits []spar.Hit) (paths []string) {
	for _, h := range hits {
		paths = append(paths, strings.TrimSuffix(strings.TrimPrefix(h.Path, "hr/paid_leave-"), ".md"))
	}
	return paths
}

// TestRerank: the chance is added to the score and not put in its place, and only the best are read, with heading and name.
func TestRerank(t *testing.T) {
	hits := rerankedHits(23)
	by := &script{scores: map[string]float32{"word2.": 4, "word19.": 4, "word20.": 9, "word0.": -4}}
	got, err := Rerank(t.Context(), hits, "paid leave?", by, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(by.read) != Reranked || by.read[0] != "paid leave 0\nLeave > Paid\nword0." {
		t.Errorf("it read %d texts, first %q", len(by.read), by.read[0])
	}
	order := pathsOf(got)
	if len(got) != 23 || order[0] != "2" || order[1] != "1" || order[2] != "19" || order[22] != "22" {
		t.Errorf("the order is %v", order)
	}
	for _, h := range got {
		sum := 0.
		for _, part := range h.Parts {
			sum += part
		}
		if _, read := h.Parts["rerank"]; math.Abs(sum-h.Score) > 1e-9 || read != (len(h.Path) < len("hr/paid_leave-10.md") || h.Path < "hr/paid_leave-20.md") {
			t.Errorf("%s: score %v of %v", h.Path, h.Score, h.Parts)
		}
	}
	if d := cmp.Diff(rerankedHits(23), hits); d != "" {
		t.Errorf("the hits that were given have changed: %s", d)
	}
	// What was far ahead stays ahead.
	if got, err := Rerank(t.Context(), hits, "paid leave?", by, Options{Rerank: .01}); err != nil || pathsOf(got)[0] != "0" {
		t.Errorf("a small weight: %v, %v", pathsOf(got), err)
	}
}

// TestRerankUnits: chances are taken as they are, and scores without a scale are brought to one.
func TestRerankUnits(t *testing.T) {
	hits := []spar.Hit{
		{Path: "a.md", Score: 20, Parts: map[string]float64{"text": 15, "name": 5}},
		{Path: "b.md", Score: 16, Parts: map[string]float64{"text": 16}},
	}
	got, err := Rerank(t.Context(), hits, "q", &script{scores: map[string]float32{"b": .9, "a": .1}}, Options{Rank: Words, Rerank: .4})
	want := []spar.Hit{
		{Path: "b.md", Score: 1.16, Parts: map[string]float64{"text": .8, "rerank": .36}},
		{Path: "a.md", Score: 1.04, Parts: map[string]float64{"text": .75, "name": .25, "rerank": .04}},
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
	if d := cmp.Diff(want, got, near); d != "" || err != nil {
		t.Errorf("%v %s", err, d)
	}
}

func TestRerankFaults(t *testing.T) {
	if got, err := Rerank(t.Context(), nil, "leave", &script{drop: 1}, Options{}); err != nil || len(got) != 0 {
		t.Errorf("no hits: %v, error %v", got, err)
	}
	broken := errors.New("broken")
	if _, err := Rerank(t.Context(), rerankedHits(2), "leave", &script{fail: broken}, Options{}); !errors.Is(err, broken) {
		t.Errorf("got error %v", err)
	}
	if _, err := Rerank(t.Context(), rerankedHits(2), "leave", &script{drop: 1}, Options{}); err == nil {
		t.Error("a score less than passages goes unseen")
	}
}
