package measure

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// near compares figures worked out by hand.
var near = cmpopts.EquateApprox(0, 1e-12)

func TestMeasure(t *testing.T) {
	log2 := math.Log2
	many := func(n int, at map[int]string) []string { // n irrelevant documents but for those given by rank
		out := make([]string, n)
		for i := range out {
			if out[i] = at[i+1]; out[i] == "" {
				out[i] = fmt.Sprint("x", i)
			}
		}
		return out
	}
	for _, test := range []struct {
		name   string
		ranked []string
		judged map[string]float64
		want   Metrics
	}{
		{"first", []string{"a", "x"}, map[string]float64{"a": 1},
			Metrics{Hit1: 1, Hit5: 1, P5: 1. / 5, Recall5: 1, Recall10: 1, Recall100: 1, MRR: 1, MAP: 1, NDCG10: 1}},
		{"third", []string{"x", "y", "a"}, map[string]float64{"a": 1},
			Metrics{Hit5: 1, P5: 1. / 5, Recall5: 1, Recall10: 1, Recall100: 1, MRR: 1. / 3, MAP: 1. / 3, NDCG10: 1 / log2(4)}},
		{"two of three", []string{"a", "x", "b", "y"}, map[string]float64{"a": 1, "b": 1, "c": 1},
			Metrics{Hit1: 1, Hit5: 1, P5: 2. / 5, Recall5: 2. / 3, Recall10: 2. / 3, Recall100: 2. / 3, MRR: 1, MAP: (1 + 2./3) / 3,
				NDCG10: (1 + 1/log2(4)) / (1 + 1/log2(3) + 1/log2(4))}},
		{"graded", []string{"b", "a"}, map[string]float64{"a": 3, "b": 1, "x": 0},
			Metrics{Hit1: 1, Hit5: 1, P5: 2. / 5, Recall5: 1, Recall10: 1, Recall100: 1, MRR: 1, MAP: 1,
				NDCG10: (1 + 3/log2(3)) / (3 + 1/log2(3))}},
		{"half a point is gain, not relevance", []string{"h"}, map[string]float64{"h": .5, "a": 1},
			Metrics{NDCG10: .5 / (1 + .5/log2(3))}},
		{"below the cuts", many(200, map[int]string{6: "a", 11: "b", 101: "c", 150: "d"}), map[string]float64{"a": 1, "b": 1, "c": 1, "d": 1},
			Metrics{Recall10: 1. / 4, Recall100: 2. / 4, MRR: 1. / 6, MAP: (1./6 + 2./11 + 3./101 + 4./150) / 4,
				NDCG10: (1 / log2(7)) / (1 + 1/log2(3) + 1/log2(4) + 1/log2(5))}},
		{"twice in the ranking", []string{"x", "x", "a", "a"}, map[string]float64{"a": 1},
			Metrics{Hit5: 1, P5: 1. / 5, Recall5: 1, Recall10: 1, Recall100: 1, MRR: 1. / 2, MAP: 1. / 2, NDCG10: 1 / log2(3)}},
		{"not found", []string{"x"}, map[string]float64{"a": 1}, Metrics{}},
		{"nothing found", nil, map[string]float64{"a": 1}, Metrics{}},
		{"nothing relevant", []string{"a"}, map[string]float64{"a": 0}, Metrics{}},
		{"negative judgement", []string{"a", "b"}, map[string]float64{"a": -1, "b": 1},
			Metrics{Hit5: 1, P5: 1. / 5, Recall5: 1, Recall10: 1, Recall100: 1, MRR: 1. / 2, MAP: 1. / 2, NDCG10: 1 / log2(3)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Measure(test.ranked, test.judged), near); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIdealHasTenPlaces(t *testing.T) {
	judged := map[string]float64{}
	var ranked []string
	for i := range 12 {
		doc := string(rune('a' + i))
		judged[doc] = 1
		ranked = append(ranked, doc)
	}
	if got := Measure(ranked, judged).NDCG10; math.Abs(got-1) > 1e-12 {
		t.Errorf("a perfect ranking of 12 relevant documents has nDCG@10 %v", got)
	}
}

func TestMean(t *testing.T) {
	got := Mean([]Metrics{{Hit1: 1, MAP: .5}, {NDCG10: 1}})
	if diff := cmp.Diff(Metrics{Hit1: .5, MAP: .25, NDCG10: .5}, got, near); diff != "" {
		t.Error(diff)
	}
	if Mean(nil) != (Metrics{}) {
		t.Error("the mean of nothing is not zero")
	}
}

func TestBootstrap(t *testing.T) {
	same := []float64{1, 0, 1, 1}
	if got := Bootstrap(same, same, 1); got != (Interval{}) {
		t.Errorf("equal systems differ: %+v", got)
	}
	// 400 questions: b wins 40 and loses 8, mean .08, standard error sqrt((48/400 - .08^2) / 400) = .01685.
	a, b := make([]float64, 400), make([]float64, 400)
	for i := range 40 {
		b[i] = 1
	}
	for i := 40; i < 48; i++ {
		a[i] = 1
	}
	got := Bootstrap(a, b, 7)
	want := Interval{Mean: .08, Low: .08 - 1.96*.01685, High: .08 + 1.96*.01685}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, .003)); diff != "" {
		t.Error(diff)
	}
	if again := Bootstrap(a, b, 7); again != got {
		t.Errorf("the same seed gives %+v and %+v", got, again)
	}
	if turned := Bootstrap(b, a, 7); math.Abs(turned.Mean+got.Mean) > 1e-12 || turned.High >= 0 {
		t.Errorf("turned around: %+v", turned)
	}
}

func TestPercentile(t *testing.T) {
	times := []time.Duration{40, 10, 30, 20}
	for p, want := range map[float64]time.Duration{0: 10, 25: 10, 26: 20, 50: 20, 75: 30, 95: 40, 100: 40} {
		if got := Percentile(times, p); got != want {
			t.Errorf("%v %%: got %d, want %d", p, got, want)
		}
	}
	if got := Percentile(nil, 50); got != 0 {
		t.Errorf("of nothing: %d", got)
	}
	if times[0] != 40 {
		t.Error("the caller's times were sorted")
	}
}

func TestContains(t *testing.T) {
	for _, test := range []struct {
		answer, accepted string
		want             bool
	}{
		{"There are Sixteen\nweeks of leave.", "sixteen weeks", true},
		{"It has 116 weeks.", "16 weeks", false},
		{"Sales were $1,496.5 million.", "$1,496.5", true},
		{"Sales were 1,496.55", "1,496.5", false},
		{"It ends with 75.", "75", true},
		{"growth of 12%", "12%", true},
		{"Café au lait", "CAFÉ", true},
		{"anything", "", false},
	} {
		if got := Contains(test.answer, []string{test.accepted}); got != test.want {
			t.Errorf("%q contains %q: %v", test.answer, test.accepted, got)
		}
	}
}
