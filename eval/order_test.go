package eval

import (
	"bytes"
	"context"
	"github.com/sparsearch/spar/internal/measure"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

func TestOrderedBy(t *testing.T) {
	want := OrderedBy{By: "x", P50: 2, P75: 4, P90: 9, P95: 9, Mean: 4, First: .25}
	if diff := cmp.Diff(want, orderedBy("x", []int{9, 1, 4, 2})); diff != "" {
		t.Error(diff)
	}
}

// TestMeasureOrder: in the sample share names alone bring most files soon, and meaning does not make it worse.
func TestMeasureOrder(t *testing.T) {
	set, err := measure.Load("../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	r, err := MeasureOrder(context.Background(), set)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	t.Log(text.String())
	words, light := r.Ways[0], r.Ways[1]
	if r.Questions == 0 || r.Files != len(set.Files) || words.By != "words" || light.P90 > words.P90 || light.Mean > words.Mean || light.P50 > r.Files/4 {
		t.Errorf("%d questions over %d files: %+v, %+v", r.Questions, r.Files, words, light)
	}
	last := r.Ways[len(r.Ways)-3:]
	if numbers, titles, empty := last[0], last[1], last[2]; titles.Mean > numbers.Mean/2 || empty.Mean > light.Mean+1 {
		t.Errorf("numbers %+v, with titles %+v, names with empty titles %+v", numbers, titles, empty)
	}
	if !strings.Contains(text.String(), "words, light") {
		t.Errorf("the text is %s", text.String())
	}
	if _, err := MeasureOrder(context.Background(), &measure.Set{Name: "empty"}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("an empty set gives %v", err)
	}
}
