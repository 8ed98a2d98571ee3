package retrieve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar"
)

// countScorer scores a text by how often it holds the question.
type countScorer struct {
	fail error
	drop int
}

func (c countScorer) Score(_ context.Context, question string, texts []string) ([]float32, error) {
	var out []float32
	for _, t := range texts[c.drop:] {
		out = append(out, float32(strings.Count(t, question)))
	}
	return out, c.fail
}

func TestRerank(t *testing.T) {
	var hits []spar.Hit
	for i, text := range []string{"none", "leave", "leave leave", "also none", "leave too"} {
		hits = append(hits, spar.Hit{Path: text, Passage: spar.Passage{Text: text}, Score: float64(9 - i), Parts: map[string]float64{"text": 1}})
	}
	got, err := Rerank(context.Background(), hits, "leave", countScorer{})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, h := range got {
		order = append(order, h.Path)
	}
	if d := cmp.Diff([]string{"leave leave", "leave", "leave too", "none", "also none"}, order); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]float64{"text": 1, "rerank": 2}, got[0].Parts); d != "" || got[0].Score != 7 {
		t.Errorf("score %v, parts %s", got[0].Score, d)
	}
	if len(hits[2].Parts) != 1 || hits[0].Path != "none" {
		t.Error("the hits that were given have changed")
	}
	if got, err := Rerank(context.Background(), nil, "leave", countScorer{drop: 1}); err != nil || len(got) != 0 {
		t.Errorf("no hits: %v, error %v", got, err)
	}
	broken := errors.New("broken")
	if _, err := Rerank(context.Background(), hits, "leave", countScorer{fail: broken}); !errors.Is(err, broken) {
		t.Errorf("got error %v", err)
	}
	if _, err := Rerank(context.Background(), hits, "leave", countScorer{drop: 1}); err == nil {
		t.Error("a score less than passages goes unseen")
	}
}
