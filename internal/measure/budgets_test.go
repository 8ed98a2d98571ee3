package eval

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/order"
)

// sample is the bundled set.
func sample(t *testing.T) *Set {
	t.Helper()
	set, err := Load("../../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestBudgets: who may read more finds more, up to what is found in all files; what earlier questions read helps later ones; and the
// chance of something better falls as it comes about less often.
func TestBudgets(t *testing.T) {
	set, cache := sample(t), t.TempDir()
	r, err := MeasureBudgets(t.Context(), set, BudgetOptions{Budgets: []string{"files=5%", "files=30%", "bytes=20KB", "files=30%,bytes=20KB", "seconds=1000"}, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	few, more, bytes20, both, long, all := r.Budgets[0], r.Budgets[1], r.Budgets[2], r.Budgets[3], r.Budgets[4], r.Budgets[5]
	if n := math.Floor(.05*float64(r.Files)) / float64(r.Files); math.Abs(few.Read-n) > 1e-9 || more.Read > .3 || bytes20.ReadBytes*float64(r.Bytes) > 20e3 || all.Read < 1-1e-9 || long.Read < 1-1e-9 {
		t.Errorf("read: %v, %v, %v of the bytes, %v, %v", few.Read, more.Read, bytes20.ReadBytes, long.Read, all.Read)
	}
	if both.Read > min(more.Read, bytes20.Read)+1e-9 {
		t.Errorf("of two bounds the first that is reached counts: %v, %v, %v", both.Read, more.Read, bytes20.Read)
	}
	if !(few.Metrics.Hit5 <= more.Metrics.Hit5 && more.Metrics.Hit5 <= all.Metrics.Hit5 && few.Stated > more.Stated && few.CameAbout >= more.CameAbout && few.CameAbout > 0) {
		t.Errorf("%+v\n%+v\n%+v", few, more, all)
	}
	if all.Stated != 0 || all.CameAbout != 0 || all.Trust.Questions != 0 || few.Trust.Questions != r.Questions || r.Judged != 40 {
		t.Errorf("%+v\n%+v", all, few)
	}
	if math.Abs(few.Behind.Mean-(all.Metrics.Hit5-few.Metrics.Hit5)) > 1e-9 {
		t.Errorf("behind by %+v", few.Behind)
	}
	kept, err := MeasureBudgets(t.Context(), set, BudgetOptions{Budgets: []string{"files=5%"}, Keep: true, Cache: cache, Most: 20})
	if err != nil || kept.Questions != 20 || kept.Budgets[0].Read <= few.Read || kept.Budgets[0].Metrics.Hit5 < few.Metrics.Hit5 {
		t.Errorf("with what others read: %+v, %v", kept, err)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "files=5%") {
		t.Errorf("%s, %v", text.String(), err)
	}
	if _, err := MeasureBudgets(t.Context(), set, BudgetOptions{Budgets: []string{"pages=3"}, Cache: cache}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a budget of pages: %v", err)
	}
	if _, err := os.Stat(filepath.Join(cache, "built")); err != nil {
		t.Error(err)
	}
}

// TestSpend: files begin in the order of promise while there is time, bytes and number left.
func TestSpend(t *testing.T) {
	var files []spar.File
	for i := range 6 {
		files = append(files, spar.File{ID: spar.FileID(i + 1)})
	}
	b := budgetRun{replayed: &replayed{files: files}, price: prices{[]int64{10, 50, 10, 10, 10, 10}, []float64{1, 1, 1, 1e6, 1, 1}}, report: &BudgetReport{Bytes: 100}}
	for text, want := range map[string][]spar.FileID{
		"files=2": {1, 2}, "files=50%": {1, 2, 3}, "bytes=35": {1, 3, 4}, "bytes=35,files=2": {1, 3}, "0": {1, 2, 3, 4, 5, 6}, "bytes=5": nil,
	} {
		budget, err := order.ParseBudget(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []spar.FileID
		for _, f := range b.spend(files, nil, budget) {
			got = append(got, f.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s reads %v, want %v", text, got, want)
		}
	}
	if got := b.spend(files, map[spar.FileID]bool{1: true, 2: true}, order.Budget{Files: 1}); len(got) != 1 || got[0].ID != 3 {
		t.Errorf("after others: %v", got)
	}
	timed := b.spend(files, nil, order.Budget{Time: 100 * time.Second})
	if slices.ContainsFunc(timed, func(f spar.File) bool { return f.ID == 4 }) || len(timed) < 3 {
		t.Errorf("in a hundred seconds: %v", timed)
	}
}

// TestReplay: an order by names that say something finds sooner than a random one, and names that are numbers help nobody. What was
// observed can be kept, and a model fitted to it.
func TestReplay(t *testing.T) {
	set, dir := sample(t), t.TempDir()
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
	numbers, err := MeasureReplay(t.Context(), set, ReplayOptions{Dir: dir, Names: Numbers, OrderOnly: true, Most: 20})
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

func TestSetAndNaming(t *testing.T) {
	for text, want := range map[string][2]string{"scifact": {"scifact", ""}, "scifact:half": {"scifact", "half"}, "/a:b/c": {"/a:b/c", ""}} {
		if set, names, err := SetAndNaming(text); err != nil || set != want[0] || string(names) != want[1] {
			t.Errorf("%s: %s, %s, %v", text, set, names, err)
		}
	}
	if _, _, err := SetAndNaming("scifact:upper"); spar.CodeOf(err) != spar.Invalid {
		t.Error(err)
	}
	files := []spar.File{{Path: "hr/leave of parents.md"}, {Path: "hr/leave of absence.md"}, {Path: "x.md"}}
	few, numbers := slices.Clone(files), slices.Clone(files)
	FewNames.apply(few)
	Numbers.apply(numbers)
	if few[0].Path != "hr/leave of.md" || few[1].Path != "hr/leave of 2.md" || few[2].Path != "x.md" || strings.Contains(numbers[0].Path, "hr") || numbers[0].Path == numbers[1].Path {
		t.Errorf("%v, %v", few, numbers)
	}
}
