package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// shelves are many files about many things. Two say what boiler 7 weighs: one whose name does not say so, and the newer one
// whose name does.
func shelves(n int) map[string]string {
	files := map[string]string{
		"boilers/boiler 7 weight.md": "# Boiler 7\n\nBoiler 7 weighs 70 kilograms without its stand.\n",
		"notes/zzz.md":               "# Weights\n\nBoiler 7 weighs 82 kilograms with its stand, and boiler 7 weighs more when boiler 7 is full.\n",
	}
	for i := range n {
		files[fmt.Sprintf("misc/%03d.md", i)] = fmt.Sprintf("# Note %d\n\nShelf %d holds paper of the year %d.\n", i, i, 1900+i)
	}
	return files
}

const boiler = "how much does boiler 7 weigh?"

// TestInterim asks of far more files than one turn reads: the first answer comes from those whose names promise most, and
// each later one cites a file that was not read before.
func TestInterim(t *testing.T) {
	h := enginetest.Open(t, shelves(300), nil).Scanned()
	q := ask(boiler)
	var told []engine.Interim
	var scoped engine.Selected
	q.Tells = engine.Tells{Scope: true, Interim: true}
	var last engine.Progress
	q.Tell = func(news engine.News) {
		switch n := news.(type) {
		case engine.Interim:
			told = append(told, n)
		case engine.Selected:
			scoped = n
		case engine.Progress:
			if n.Read < last.Read || n.Bytes < last.Bytes || n.Read > n.ToRead || n.Bytes > n.BytesToRead {
				t.Errorf("%+v comes after %+v", n, last)
			}
			last = n
		}
	}
	a, r, err := h.Ask(t.Context(), q)
	if err != nil || a.Refused || r.Coverage.Read != 302 || last.Read != 302 || last.ToRead != 302 {
		t.Fatalf("%+v, %+v, %+v, %v", a, r.Coverage, last, err)
	}
	if scoped.Coverage.InScope != 302 {
		t.Errorf("in scope: %+v", scoped)
	}
	// Of the first round, which a busy machine ends early.
	if len(told) == 0 || told[0].Answer.Coverage.Read > 64 || told[0].Answer.Citations[0].Path != "boilers/boiler 7 weight.md" || told[0].Changed[0] != 1 {
		t.Fatalf("interim answers: %+v", told)
	}
	for i, one := range told[1:] {
		before := told[i].Answer
		if !slices.ContainsFunc(one.Answer.Citations, func(c spar.Citation) bool {
			return !slices.ContainsFunc(before.Citations, func(b spar.Citation) bool { return b.Path == c.Path })
		}) {
			t.Errorf("answer %d cites nothing new: %+v", i+1, one.Answer)
		}
	}
	if !strings.Contains(a.Text, "82 kilograms") {
		t.Errorf("the end is %s", a.Text)
	}
}

// TestUntil ends the reading when more of it would hardly change the answer, but not where all that files say is asked for, and
// never before a refusal.
func TestUntil(t *testing.T) {
	for _, tc := range []struct {
		question string
		until    float64
		all      bool
	}{
		{boiler, .2, false}, {boiler, 1, true}, {"list all boilers that weigh 70 kilograms", .5, true}, {"who invented the telephone?", .5, true},
	} {
		h := enginetest.Open(t, shelves(300), nil).Scanned()
		q := ask(tc.question)
		q.Until = tc.until
		_, r, err := h.Ask(t.Context(), q)
		if all := r.Coverage.Waiting == 0; err != nil || all != tc.all {
			t.Errorf("%q until %v: %+v, %v", tc.question, tc.until, r.Coverage, err)
		}
	}
}

// TestBudgets reads no more than each kind of budget allows.
func TestBudgets(t *testing.T) {
	files := shelves(100)
	for text, want := range map[string]int{"files=7": 7, "files=10%": 10, "files=100,files=5": 5, "bytes=1": 0, "0": 102} {
		h := enginetest.Open(t, files, nil).Scanned()
		q := ask(boiler)
		var err error
		if q.Budget, err = order.ParseBudget(text); err != nil {
			t.Fatal(err)
		}
		if _, r, err := h.Ask(t.Context(), q); err != nil || r.Coverage.Read != want || r.Coverage.Waiting != 102-want {
			t.Errorf("%s: %+v, %v", text, r.Coverage, err)
		}
	}
	h := enginetest.Open(t, files, nil).Scanned()
	q := ask(boiler)
	q.Budget = order.Budget{BytesShare: .5}
	all, read := int64(0), int64(0)
	for _, text := range files {
		all += int64(len(text))
	}
	q.Tell = func(news engine.News) { read = news.(engine.Progress).Bytes }
	if _, r, err := h.Ask(t.Context(), q); err != nil || read > all/2 || read < all/2-200 || r.Coverage.Waiting == 0 {
		t.Errorf("half of %d bytes: %d, %+v, %v", all, read, r.Coverage, err)
	}
}
