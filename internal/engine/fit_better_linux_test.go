package engine_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/spar"
)

// fitted returns notes, whose names are numbers that say nothing, and questions about them.
func fitted(n int) (files map[string]string, questions []string) {
	files = map[string]string{}
	for i := range n {
		files[fmt.Sprintf("misc/%03d.md", i*7%n)] = fmt.Sprintf("# Note\n\nThe cellar of house %d keeps %d casks of %s.\n", i, 3*i, []string{"cider", "perry", "mead"}[i%3])
	}
	for i := range 24 {
		questions = append(questions, fmt.Sprintf("how many casks does the cellar of house %d keep?", i*n/24))
	}
	return files, questions
}

// TestFitBetter fits the chance of something better to files whose names say nothing. From then on the fitted model states the chance.
func TestFitBetter(t *testing.T) {
	files, questions := fitted(200)
	h := enginetest.Open(t, files, nil).Scanned()
	ctx := t.Context()
	fit := func() (engine.BetterFit, error) { return h.FitBetter(ctx, engine.BetterFitting{Questions: questions}) }
	if _, err := fit(); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "there are 0") {
		t.Fatalf("nothing is read: %v", err)
	}
	q := ask("what does house 3 keep?")
	if _, _, err := h.Ask(ctx, q); err != nil {
		t.Fatal(err)
	}
	if _, err := h.FitBetter(ctx, engine.BetterFitting{Questions: questions[:19]}); spar.CodeOf(err) != spar.Invalid {
		t.Fatalf("too few questions: %v", err)
	}
	told := 0
	r, err := h.FitBetter(ctx, engine.BetterFitting{Questions: questions, Progress: func(done, of int) { told = done }})
	if err != nil || told != 24 || r.Files != 200 || r.Questions != 24 || r.Observations != 24*3 {
		t.Fatalf("%+v, %v", r, err)
	}
	if !r.Kept || r.Refit.After.Brier >= r.Refit.Before.Brier {
		t.Fatalf("chances of names that say nothing are no nearer to the truth: %+v", r.Refit)
	}
	stored := filepath.Join(h.Dir(), "better.json")
	better := func() float64 {
		t.Helper()
		q := ask("what does house 3 keep?")
		h := enginetest.Open(t, files, nil).Scanned()
		if data, err := os.ReadFile(stored); err == nil {
			if err := os.WriteFile(filepath.Join(h.Dir(), "better.json"), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		q.Budget.Files = 40
		_, r, err := h.Ask(ctx, q)
		if err != nil || r.Coverage.Better == nil {
			t.Fatalf("%+v, %v", r.Coverage, err)
		}
		return *r.Coverage.Better
	}
	own := better()
	sure, err := json.Marshal(calibrate.Model{Signs: calibrate.BetterSigns, Weights: make([]float64, len(calibrate.BetterSigns)), Curve: calibrate.Curve{{Score: 0, Chance: .125}}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]float64{string(sure): .125, "{": 0, `{"signs": ["other"]}`: 0} {
		if err := os.WriteFile(stored, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := better(); want > 0 && got != want || want == 0 && got == own {
			t.Errorf("with %s the chance is %v, and was %v", text, got, own)
		}
	}
}

// TestFitBetterByWhatEverybodyMayRead: files that are closed to somebody take no part, whoever fits.
func TestFitBetterByWhatEverybodyMayRead(t *testing.T) {
	files, questions := fitted(150)
	h := enginetest.Open(t, files, nil)
	for i := range 20 {
		if err := os.Chmod(filepath.Join(h.Root, fmt.Sprintf("misc/%03d.md", i)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.Scanned()
	if _, r, err := h.Ask(t.Context(), ask("what does house 3 keep?")); err != nil || r.Coverage.Read != 150 {
		t.Fatalf("%+v, %v", r.Coverage, err)
	}
	if r, err := h.FitBetter(t.Context(), engine.BetterFitting{Questions: questions}); err != nil || r.Files != 130 {
		t.Errorf("%d files take part, %v", r.Files, err)
	}
}
