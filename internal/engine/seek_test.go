package engine

import (
	"testing"

	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// TestOver: while words that stand nowhere may still be looked for in bytes, a question reads on; once only reading tells, the chance of something
// better decides, for an answer and for a refusal.
func TestOver(t *testing.T) {
	low, high := .04, .4
	for _, tc := range []struct {
		over   bool
		better *float64
		stops  bool
	}{{false, &low, false}, {true, &low, true}, {true, &high, false}, {true, nil, false}} {
		s := progressing{until: .95, shown: true, since: 64, turns: 3, stands: true}
		s.sought = sought{words: []retrieve.Word{{Text: "frobnicator"}}, part: .6, read: 192, rest: 5000, over: tc.over}
		r := Result{Coverage: spar.Coverage{Read: 192, Waiting: 5000, Better: tc.better}}
		if got := s.enough(r); got != tc.stops {
			t.Errorf("over %v: an answer ends the reading: %v", tc.over, got)
		}
		if got := s.inVain(spar.Answer{Refused: true}, r); got != tc.stops {
			t.Errorf("over %v: a refusal ends the reading: %v", tc.over, got)
		}
	}
}
