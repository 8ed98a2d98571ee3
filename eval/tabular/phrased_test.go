package tabular

import (
	"context"
	"testing"

	"github.com/sparsearch/spar/internal/table"
)

// TestPhrasings: every phrasing has a plan, each operation is asked in all ways of speaking, and the lexicon alone answers most.
func TestPhrasings(t *testing.T) {
	list, err := phrasings()
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string]map[string]bool{}
	seen := map[string]bool{}
	for _, f := range list {
		if seen[f.op+f.text] {
			t.Errorf("%s is there twice", f.text)
		}
		seen[f.op+f.text] = true
		if ways[f.op] == nil {
			ways[f.op] = map[string]bool{}
		}
		ways[f.op][f.way] = true
	}
	for op, of := range ways {
		for _, way := range []string{"terse", "chatty", "formal", "trade", "foreign"} {
			if !of[way] {
				t.Errorf("%s is not asked in the way %s", op, way)
			}
		}
	}
	if testing.Short() {
		t.Skip("planning some hundred questions takes seconds")
	}
	judged, err := Phrased(context.Background(), table.NewPlanner(nil), "a", 1)
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := 0, 0
	for _, j := range judged {
		if j.Right && j.Refused == "" {
			right++
		} else if j.Refused == "" {
			wrong++
		}
	}
	if len(judged) < 150 || right < len(judged)*7/10 || wrong > len(judged)/15 {
		t.Errorf("%d of %d are right, %d wrong", right, len(judged), wrong)
	}
}
