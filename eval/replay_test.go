package eval

import (
	"bytes"
	"github.com/sparsearch/spar/internal/measure"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/calibrate"
)

// TestReplay: an order by names that say something finds sooner than a random one, and names that are numbers help nobody. What was
// observed can be kept, and a model fitted to it.
func TestReplay(t *testing.T) {
	set, err := measure.Load("../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	own, err := MeasureReplay(t.Context(), set, ReplayOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	last := len(replayShares) - 1
	for i, o := range own.Orders {
		if o.Hit5[last] != own.Orders[0].Hit5[last] || i > 0 && !(o.Hit5[3] < own.Orders[0].Hit5[3]) {
			t.Errorf("%s finds %v, spar %v", o.Order, o.Hit5, own.Orders[0].Hit5)
		}
	}
	if d := own.Ahead(1); !(d[3].Low > 0) || d[last].Mean != 0 {
		t.Errorf("ahead by %v", d)
	}
	numbers, err := MeasureReplay(t.Context(), set, ReplayOptions{Dir: dir, Names: measure.Numbers, OrderOnly: true, Most: 20})
	if err != nil || len(numbers.Orders) != 1 || numbers.Questions != 20 || numbers.Orders[0].Hit5[3] > own.Orders[0].Hit5[3]-.3 {
		t.Errorf("%+v, %v", numbers, err)
	}
	rows := append(own.Rows, numbers.Rows...)
	file := filepath.Join(dir, "rows.jsonl")
	var text bytes.Buffer
	if err := WriteRows(&text, rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := ReadRows(file)
	if err != nil || len(again) != len(rows) {
		t.Fatalf("%d of %d rows: %v", len(again), len(rows), err)
	}
	m := FitBetter(again)
	if err := m.Check(calibrate.BetterSigns); err != nil {
		t.Fatal(err)
	}
	trust := NewTrust(again, m)
	if len(trust.Parts) != 3 || trust.Parts[2].Trust.Error > .12 || trust.Parts[2].Trust.Gain() < .2 {
		t.Errorf("%+v", trust.Parts)
	}
	text.Reset()
	if err := trust.WriteSVG(&text); err != nil || !strings.Contains(text.String(), "sample:numbers") {
		t.Errorf("%s, %v", text.String(), err)
	}
}

// TestStopping: a question stops at the first turn at which the best has stood while as much again was read and the chance is low.
func TestStopping(t *testing.T) {
	sure := calibrate.Model{Signs: calibrate.BetterSigns, Weights: make([]float64, len(calibrate.BetterSigns)), Curve: calibrate.Curve{{Chance: .03}}}
	row := func(q string, read, since int, better bool) ReplayRow {
		return ReplayRow{Set: "s", Query: q, Turn: true, Since: since, Better: better, Progress: calibrate.Progress{Read: read, Files: 1000}}
	}
	turns := []ReplayRow{row("a", 64, 64, true), row("a", 192, 64, false), row("a", 448, 64, false), row("b", 64, 64, true), row("b", 192, 192, true), row("b", 448, 192, true), row("c", 64, 64, true)}
	got := stopping(turns, sure, .95)
	if want := (ReplayStop{Until: .95, Asked: 3, Stopped: 2, Read: (.192 + .448 + 1) / 3, Right: .5, All: 2. / 3}); math.Abs(got.Read-want.Read) > 1e-9 || got.Asked != 3 || got.Stopped != 2 || got.Right != .5 || math.Abs(got.All-want.All) > 1e-9 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := stopping(turns, sure, .99); got.Stopped != 0 || got.Read != 1 || got.All != 1 {
		t.Errorf("%+v", got)
	}
}
