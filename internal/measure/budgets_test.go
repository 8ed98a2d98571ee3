package measure

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
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

// TestBudgets: a question that may read more finds more, up to the hits in all files. The files that earlier questions read help later
// ones. The chance of something better falls as it comes about less often.
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
	b := budgetRun{Replayed: &Replayed{Files: files}, price: prices{[]int64{10, 50, 10, 10, 10, 10}, []float64{1, 1, 1, 1e6, 1, 1}}, report: &BudgetReport{Bytes: 100}}
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
