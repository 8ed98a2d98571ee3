package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

// letters are files, each with a number of its own.
func letters(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("letters/%02d.txt", i)] = fmt.Sprintf("The shipment %d weighs %d tons and left the harbour in May.\n", i, 100+i)
	}
	return files
}

func ask(question string) engine.Request {
	return engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: question}
}

func paths(hits []spar.Hit) (list []string) {
	for _, h := range hits {
		list = append(list, h.Path)
	}
	return list
}

// TestNothingIsReadTwice asks the same share again and again: files are read by the first question alone, passages
// embedded once.
func TestNothingIsReadTwice(t *testing.T) {
	h := enginetest.Open(t, letters(5), nil).Scanned()
	read := 0
	for range 3 {
		q := ask("how much does shipment 3 weigh?")
		q.Tell = func(engine.News) { read++ }
		r, err := h.Search(t.Context(), q)
		if err != nil || len(r.Hits) == 0 || r.Hits[0].Path != "letters/03.txt" {
			t.Fatalf("%v, %v", paths(r.Hits), err)
		}
		if r.Coverage.Read != 5 || r.Coverage.Waiting != 0 {
			t.Errorf("coverage %+v", r.Coverage)
		}
	}
	if read != 5 {
		t.Errorf("%d files were read, not 5", read)
	}
	if got := h.Encoder.Texts("shipment 3 weighs"); len(got) != 1 {
		t.Errorf("a passage was embedded %d times", len(got))
	}
}

// TestBudget lets a question read for no time at all. It says which files it has not read, and the next question reads on.
func TestBudget(t *testing.T) {
	h := enginetest.Open(t, letters(8), nil).Scanned()
	q := ask("how much does shipment 3 weigh?")
	q.Budget = order.Of(time.Nanosecond)
	r, err := h.Search(t.Context(), q)
	if err != nil || len(r.Hits) != 0 || r.Coverage.Waiting != 8 || r.Coverage.InScope != 8 {
		t.Fatalf("without time: %v, %+v, %v", paths(r.Hits), r.Coverage, err)
	}
	q.Budget = order.Budget{}
	if r, err = h.Search(t.Context(), q); err != nil || r.Coverage.Read != 8 || r.Coverage.Waiting != 0 {
		t.Errorf("with all time: %+v, %v", r.Coverage, err)
	}
}

// TestNeverTheOld edits a file between questions that no scan comes between.
func TestNeverTheOld(t *testing.T) {
	h := enginetest.Open(t, letters(3), nil).Scanned()
	for i, tons := range []string{"102", "517", "833"} {
		if i > 0 {
			h.Write("letters/02.txt", "The shipment 2 weighs "+tons+" tons and left the harbour in May.\n")
		}
		r, err := h.Search(t.Context(), ask("how much does shipment 2 weigh?"))
		if err != nil || len(r.Hits) == 0 || r.Hits[0].Path != "letters/02.txt" || !strings.Contains(r.Hits[0].Passage.Text, tons) {
			t.Fatalf("edit %d: %+v, %v", i, r.Hits, err)
		}
	}
	if err := os.Remove(filepath.Join(h.Root, "letters", "02.txt")); err != nil {
		t.Fatal(err)
	}
	r, err := h.Search(t.Context(), ask("how much does shipment 2 weigh?"))
	if err != nil || slices.Contains(paths(r.Hits), "letters/02.txt") {
		t.Errorf("a file that is gone: %v, %v", paths(r.Hits), err)
	}
}

// TestCatchUp switches the encoder at once, and gives the passages that had a vector one of the new one later.
func TestCatchUp(t *testing.T) {
	ctx := t.Context()
	h := enginetest.Open(t, letters(4), nil).Scanned()
	if _, err := h.Search(ctx, ask("how much does shipment 3 weigh?")); err != nil {
		t.Fatal(err)
	}
	count := func(model string) int {
		n, err := h.Vectors(ctx, model)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	had := count("precise")
	if had == 0 {
		t.Fatal("nothing was embedded")
	}
	if made, err := h.UseEncoder(ctx, "other", true, nil); err != nil || made != 0 || count("other") != 0 {
		t.Fatalf("at once: %d made, %d there, %v", made, count("other"), err)
	}
	if behind, err := h.Behind(); err != nil || !slices.Equal(behind, []string{"precise"}) {
		t.Errorf("behind: %v, %v", behind, err)
	}
	if made, err := h.CatchUp(ctx, nil); err != nil || made != had || count("other") != had {
		t.Errorf("catching up: %d made, %d there, %v", made, count("other"), err)
	}
	if behind, err := h.Behind(); err != nil || len(behind) != 0 {
		t.Errorf("behind after it: %v, %v", behind, err)
	}
	if back, err := h.RevertEncoder(ctx); err != nil || back != "precise" || count("precise") != had {
		t.Errorf("back: %q, %v", back, err)
	}
}

// TestReadOnce asks from many goroutines over files that nobody has read: each file is opened by one of them, and none of
// the answers rests on less than all of them.
func TestReadOnce(t *testing.T) {
	const files, askers = 40, 12
	h := enginetest.Open(t, letters(files), func(o *engine.Options) { o.Read.Workers = 2 }).Scanned()
	var mu sync.Mutex
	opened := map[string]int{}
	var all sync.WaitGroup
	for a := range askers {
		all.Go(func() {
			q := engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: fmt.Sprintf("how much does shipment %d weigh?", 3*a), Retrieve: retrieve.Options{Rank: retrieve.Words}}
			q.Tell = func(news engine.News) {
				mu.Lock()
				defer mu.Unlock()
				opened[news.(engine.Progress).Path]++
			}
			r, err := h.Search(t.Context(), q)
			if want := fmt.Sprintf("letters/%02d.txt", 3*a); err != nil || len(r.Hits) == 0 || r.Hits[0].Path != want || r.Coverage.Read != files {
				t.Errorf("asker %d: %v, %+v, %v", a, paths(r.Hits), r.Coverage, err)
			}
		})
	}
	all.Wait()
	for path, n := range opened {
		if n > 1 {
			t.Errorf("%s was opened %d times", path, n)
		}
	}
	if len(opened) != files {
		t.Errorf("%d of %d files were opened", len(opened), files)
	}
}

// TestWhoLeaves lets the first asker go while it reads. Its reading is kept, or the other asker reads the rest; the other is answered from
// all files.
func TestWhoLeaves(t *testing.T) {
	h := enginetest.Open(t, letters(30), nil).Scanned()
	ctx, leave := context.WithCancel(t.Context())
	begun := make(chan struct{})
	var once sync.Once
	var all sync.WaitGroup
	all.Go(func() {
		q := ask("how much does shipment 3 weigh?")
		q.Tell = func(engine.News) { once.Do(func() { close(begun) }) }
		if _, err := h.Search(ctx, q); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	<-begun
	all.Go(func() {
		r, err := h.Search(t.Context(), ask("how much does shipment 29 weigh?"))
		if err != nil || len(r.Hits) == 0 || r.Hits[0].Path != "letters/29.txt" || r.Coverage.Read != 30 {
			t.Errorf("%v, %+v, %v", paths(r.Hits), r.Coverage, err)
		}
	})
	leave()
	all.Wait()
}

// TestManyAtOnce asks from many goroutines while the share is written to and scanned: each answer is of the one file that
// says it, which nobody touches.
func TestManyAtOnce(t *testing.T) {
	h := enginetest.Open(t, letters(20), nil).Scanned()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	all.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			h.Write(fmt.Sprintf("other/%c.txt", 'a'+i%7), "A note about nothing at all"+strings.Repeat(", again", i%50)+".\n")
			if _, err := h.Scan(t.Context(), "docs", engine.ScanOptions{Wait: true}); err != nil {
				t.Error(err)
				return
			}
		}
	})
	var askers sync.WaitGroup
	for a := range 8 {
		askers.Go(func() {
			who := spar.Principal{Name: fmt.Sprint("asker ", a), UID: uint32(5000 + a)}
			for i := range 5 {
				n := (3*a + 7*i) % 20
				q := engine.Request{Selection: engine.Selection{Who: who}, Question: fmt.Sprintf("how much does shipment %d weigh?", n), Retrieve: retrieve.Options{Rank: retrieve.Words}}
				r, err := h.Search(ctx, q)
				if want := fmt.Sprintf("letters/%02d.txt", n); err != nil || len(r.Hits) == 0 || r.Hits[0].Path != want {
					t.Errorf("asker %d, %q: %v, %v", a, q.Question, paths(r.Hits), err)
				}
			}
		})
	}
	askers.Wait()
	stop()
	all.Wait()
}
