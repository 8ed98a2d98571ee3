package service

import (
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// TestUnsure: an answer that is more likely wrong than right opens with words that say so. A computed number that is surer removes them.
func TestUnsure(t *testing.T) {
	a := spar.Answer{
		Text: "- 30 days. [1]", Bullets: []spar.Bullet{{Text: "30 days.", Citations: []int{1}}}, Citations: []spar.Citation{{N: 1, Share: "hr", Path: "leave.md"}},
		Confidence: .4, Unsure: true, Missing: []string{"sabbatical"},
	}
	const lead = "Not sure: no file here says sabbatical. What comes nearest:"
	got := answerOf("How long is a sabbatical?", a, engine.Result{}, time.Second)
	if !got.Unsure || got.Answer != lead+"\n- 30 days. [1]" || len(got.Bullets) != 1 || got.Bullets[0].Text != "30 days." {
		t.Errorf("%+v", got)
	}
	cell := api.CitedCell{Open: "hr:leave.csv#sheet=&row=2", Key: "1", Label: "Days", Text: "30"}
	for _, tc := range []struct {
		confidence float64
		unsure     bool
	}{{.9, false}, {.3, true}} {
		table := api.TableAnswer{Answers: []string{"30"}, Cells: []api.CitedCell{cell}, Tables: []api.TablePlace{{Share: "hr"}}, Confidence: tc.confidence}
		b := withComputed(a, table)
		if len(b.Bullets) < 2 {
			t.Fatalf("not computed: %+v", b)
		}
		got := answerOf("How long is a sabbatical?", b, engine.Result{}, time.Second)
		if got.Unsure != tc.unsure || strings.HasPrefix(got.Answer, lead) != tc.unsure || (len(got.Missing) > 0) != tc.unsure {
			t.Errorf("beside a table of %v: %+v", tc.confidence, got)
		}
	}
}
