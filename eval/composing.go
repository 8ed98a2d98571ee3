package eval

import (
	"context"
	"errors"
	"fmt"
	"github.com/sparsearch/spar/internal/measure"
	"io"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/question"
)

// Composing has the processor time, in milliseconds, to make answers and their evidence from found passages, by sentences of the
// files. Each answer is made twice, and the second counts, so that texts are in memory.
type Composing struct {
	Schema    string  `json:"schema"`
	Set       string  `json:"set"`
	Commit    string  `json:"commit"`
	Machine   string  `json:"machine"`
	Questions int     `json:"questions"`
	P50       float64 `json:"p50_ms"`
	P95       float64 `json:"p95_ms"`
	Most      float64 `json:"most_ms"`
}

// MeasureComposing measures composing on the questions of a set, with passages ranked by words and meaning. It skips comparisons,
// because each of their sides is searched for alone.
func MeasureComposing(ctx context.Context, set *measure.Set, length answer.Length, cache string) (_ *Composing, err error) {
	s, done, err := measure.OpenStored(ctx, set, cache)
	if err != nil {
		return nil, err
	}
	defer done()
	defer func() { err = errors.Join(err, s.Close()) }()
	o := answer.Options{Encoder: s.Encoder(), Length: length, Text: s.Text}
	var times []time.Duration
	for _, q := range set.Queries {
		asked := question.Parse(q.Text)
		if len(asked.Sides) > 0 {
			continue
		}
		hits, stats, err := s.Passages(ctx, q, asked.Sought())
		if err != nil {
			return nil, err
		}
		answer.Extractive(ctx, q.Text, hits, stats, o)
		began := cpuTime()
		o.Editions = &answer.Editions{}
		a := answer.Extractive(ctx, q.Text, hits, stats, o)
		answer.Evidence(ctx, q.Text, hits, stats, a, o)
		times = append(times, cpuTime()-began)
	}
	return &Composing{
		Schema: "spar.eval.composing/1", Set: set.Name, Commit: Commit(), Machine: Machine(), Questions: len(times),
		P50: milliseconds(measure.Percentile(times, 50)), P95: milliseconds(measure.Percentile(times, 95)), Most: milliseconds(measure.Percentile(times, 100)),
	}, nil
}

// WriteText prints the times.
func (c *Composing) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s, commit %s, %s: %d answers composed, processor time %.1f ms at the median, %.1f ms at the 95th percentile, %.1f ms at most\n",
		c.Set, c.Commit, c.Machine, c.Questions, c.P50, c.P95, c.Most)
	return err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
