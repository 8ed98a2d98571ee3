package judge

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, tc := range []struct {
		hits, of  int
		low, high float64
	}{{0, 0, 0, 1}, {0, 20, 0, .1611}, {20, 20, .8389, 1}, {81, 263, .2553, .3662}} {
		if low, high := Wilson(tc.hits, tc.of); math.Abs(low-tc.low) > 1e-4 || math.Abs(high-tc.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f", tc.hits, tc.of, low, high)
		}
	}
}

// verdicts makes ten answerable questions, said of them said, and two near misses.
func verdicts(said int) (list []Verdict) {
	for i := range 10 {
		v := Verdict{ID: fmt.Sprint(i), Confidence: .9, Led: i < 3, Shown: true, Found: true, Words: 10 * (i + 1), Marked: []float64{float64(i) / 10}}
		switch {
		case i < said:
			v.Said = true
		case i == 9:
			v = Verdict{ID: "9", Refused: true, Denied: true, Found: true, Words: 100}
		case i == 8:
			v.Unsure, v.Confidence = true, .5
		}
		list = append(list, v)
	}
	return append(list, Verdict{ID: "m1", Miss: true, Refused: true}, Verdict{ID: "m2", Miss: true, Confidence: .7})
}

func TestMeasure(t *testing.T) {
	f := Measure(verdicts(6))
	want := "said 6/10 led 3/10 shown 9/10 found 10/10 denied 1/10 refused 1/10 sure and wrong 2/10 misses sure 1/2 refused 1/2 words 40 90 marked 0.4"
	got := fmt.Sprintf("said %d/%d led %d/%d shown %d/%d found %d/%d denied %d/%d refused %d/%d sure and wrong %d/%d misses sure %d/%d refused %d/%d words %d %d marked %.1f", f.Said.Hits, f.Said.Of, f.Led.Hits, f.Led.Of,
		f.Shown.Hits, f.Shown.Of, f.Found.Hits, f.Found.Of, f.Denied.Hits, f.Denied.Of, f.Refused.Hits, f.Refused.Of, f.SureWrong.Hits, f.SureWrong.Of,
		f.MissSure.Hits, f.MissSure.Of, f.MissRefused.Hits, f.MissRefused.Of, f.Words, f.WordsMost, *f.Marked)
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c := f.Chance // eight at .9, one at .5, and a near miss at .7
	if c.Answers != 10 || math.Abs(c.Mean-.84) > 1e-9 || c.Right != .6 || math.Abs(c.Half-1.96*math.Sqrt(.024)) > 1e-9 || math.Abs(c.Constant-.24) > 1e-9 {
		t.Errorf("%+v", c)
	}
	if b := f.Bands; b[0] != (Band{.85, 1, 6, 8}) || b[1] != (Band{.6, .85, 0, 1}) || b[2] != (Band{0, .6, 0, 1}) {
		t.Errorf("%+v", b)
	}
}

// TestCompare: the interval of a difference rests on the questions that differ.
func TestCompare(t *testing.T) {
	d := Compare(verdicts(4), verdicts(8))[0]
	if d.Figure != "said" || d.Of != 10 || d.Gained != 4 || d.Lost != 0 || d.Mean != .4 {
		t.Errorf("%+v", d)
	}
	if d.In95[0] > .4 || d.In95[1] < .4 || d.In95[0] < 0 || d.In95[1] > .8 {
		t.Errorf("an interval of %v around %.2f", d.In95, d.Mean)
	}
	same := Compare(verdicts(5), verdicts(5))[0]
	if same.Mean != 0 || same.In95[0] >= 0 || same.In95[0] != -same.In95[1] {
		t.Errorf("of the same: %+v", same)
	}
}

// TestReport: sets stand below each other with all of them last, and of one that is held back nothing but totals is told.
func TestReport(t *testing.T) {
	r := NewReport("a machine", []Program{{"old", "0123456789abcdef"}, {"new", "f"}})
	r.Add("read", false, 3, [][]Verdict{verdicts(4), verdicts(8)})
	r.Add("closed", true, 0, [][]Verdict{verdicts(5), verdicts(6)})
	r.End()
	if n := len(r.Sets); n != 3 || r.Sets[2].Set != Pooled || r.Sets[0].Verdicts == nil || r.Sets[1].Verdicts != nil || r.Sets[2].Verdicts != nil {
		t.Fatalf("%d sets: %+v", n, r.Sets)
	}
	if all := r.Sets[2]; all.Figures[0].Said.Hits != 9 || all.Figures[1].Said.Of != 20 || all.Differences[0][0].Gained != 5 || all.Without != 3 {
		t.Errorf("%+v", all)
	}
	var b bytes.Buffer
	if err := r.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"old (0123456789ab), new (f)", "Of read, 3 questions are left out", "| read | old | 10 | 40.0 (17 to 69) |", "| all | new | 20 | 70.0 (48 to 85) |",
		"| closed | new | +10.0 (", "), +1 -0 |", "| 8 of 8 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, b.String())
		}
	}
}

// TestExamples: failures stand by kind, with what was asked, told and found.
func TestExamples(t *testing.T) {
	question := Question{ID: "q1", Text: "How many days?", Kind: "fact", Required: []string{`\b25\b`}}
	var list []Example
	for _, reply := range []Reply{
		{Answer: Answer{Text: "Not here.", Refused: true}, Found: Hits{[]Unit{{Path: "far.md"}, {Path: "leave.md", Text: "It is 25."}}}},
		{Answer: Answer{Text: "It is 22.", Bullets: []Bullet{{Text: "It is 22."}}, Evidence: []Unit{{N: 1, Path: "a.md", Text: "It is 22 or 25.", Marks: [][2]int{{0, 8}}}}, Confidence: .9}},
		{Answer: Answer{Text: "It is 22.", Bullets: []Bullet{{Text: "It is 22."}}}, Found: Hits{[]Unit{{Path: "leave.md", Text: "It is 25."}}}},
		{Answer: Answer{Text: "It is 22.", Bullets: []Bullet{{Text: "It is 22."}}}},
	} {
		list = append(list, Example{"a set", question, reply, Judge(question, reply)})
	}
	for i, kind := range Failures[:4] {
		if got := list[i].Verdict.Failure(); got != kind {
			t.Errorf("%d is %q; want %q", i, got, kind)
		}
	}
	miss := Question{ID: "q2", Text: "Who?"}
	if got := Judge(miss, list[1].Reply).Failure(); got != FailMiss {
		t.Errorf("a near miss told as sure is %q", got)
	}
	var b bytes.Buffer
	if err := WriteExamples(&b, "new", list, 1); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## " + FailUnsaid + ": 1 of 1", "### How many days?, a set q1 (fact)", "> MARKED: It is 22", "Found at place 2, leave.md"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
