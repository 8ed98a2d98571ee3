package engine

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// countingEncoder counts what it embeds.
type countingEncoder struct {
	n    int
	fail bool
}

func (c *countingEncoder) Name() string   { return "counting" }
func (c *countingEncoder) Dim() int       { return 1 }
func (c *countingEncoder) Recipe() string { return "counting 1" }
func (c *countingEncoder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	if c.fail {
		return nil, errors.New("broken")
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		c.n++
		out[i] = []float32{float32(len(t))}
	}
	return out, nil
}

// TestAskedOnce: a question is embedded once, however many parts of an answer compare something with it, and few are kept.
func TestAskedOnce(t *testing.T) {
	ctx := t.Context()
	var kept askedVectors
	c := &countingEncoder{fail: true}
	e := askedOnce{c, &kept}
	if _, err := e.EmbedQuestions(ctx, []string{"how many?"}); err == nil {
		t.Fatal("an encoder that fails gives a vector")
	}
	c.fail = false
	for range 3 {
		v, err := e.EmbedQuestions(ctx, []string{"how many?"})
		if err != nil || v[0][0] != 9 {
			t.Fatalf("%v, %v", v, err)
		}
	}
	if c.n != 1 {
		t.Errorf("the question was embedded %d times", c.n)
	}
	for i := range 100 {
		if _, err := kept.of(ctx, c, fmt.Sprint("question ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept.kept) != keptQuestions {
		t.Errorf("%d vectors are kept", len(kept.kept))
	}
	if _, err := kept.of(ctx, c, "question 99"); err != nil || c.n != 101 {
		t.Errorf("%d were embedded, %v", c.n, err)
	}
}
