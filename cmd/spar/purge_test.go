package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// TestPurgeBesideQuestions purges at once, sets files back to unread, edits files and saves backups in loops beside
// askers, each as a process of its own would: a check finds nothing meanwhile, every question about a file that nobody
// edits finds it, and every backup is whole. It does so for 6 seconds, with SPAR_LONG=1 for 60.
func TestPurgeBesideQuestions(t *testing.T) {
	t.Parallel()
	length := 6 * time.Second
	if os.Getenv("SPAR_LONG") != "" {
		length = time.Minute
	}
	const files, edited = 60, 20 // the first of them are edited
	top, root := t.TempDir(), t.TempDir()
	data := filepath.Join(top, "data")
	open := func(dir string) *engine.Opened {
		t.Helper()
		e, err := engine.Open(t.Context(), engine.Options{Dir: dir, Read: read.Options{Command: []string{os.Args[0], workerCommand}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		return e
	}
	write := func(i, version int) {
		text := fmt.Sprintf("# Note\n\nThis note is about kw%dx and nothing else, in version %d.\n", i, version)
		if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("%d.md", i)), []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	for i := range files {
		write(i, 0)
	}
	first := open(data)
	if _, err := first.AddShare(t.Context(), "s", root, false); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Scan(t.Context(), "s", engine.ScanOptions{Wait: true}); err != nil {
		t.Fatal(err)
	}
	who := spar.Principal{All: true}
	ctx, stop := context.WithTimeout(t.Context(), length)
	defer stop()
	var wg sync.WaitGroup
	counts := map[string]int{}
	var mu sync.Mutex
	loop := func(name string, every time.Duration, do func(e *engine.Opened, n int) error) {
		e := open(data)
		wg.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				if err := do(e, n); err != nil {
					t.Errorf("%s, round %d: %v", name, n, err)
					stop()
				}
				mu.Lock()
				counts[name]++
				mu.Unlock()
				time.Sleep(every)
			}
		})
	}
	for a := range 2 {
		loop(fmt.Sprint("ask ", a), 0, func(e *engine.Opened, n int) error {
			i := edited + (n*7+a)%(files-edited)
			q := engine.Request{Selection: engine.Selection{Who: who}, Question: fmt.Sprintf("kw%dx", i), Retrieve: retrieve.Options{Rank: retrieve.Words}}
			r, err := e.Search(t.Context(), q)
			if err == nil && (len(r.Hits) != 1 || r.Hits[0].Path != fmt.Sprintf("%d.md", i)) {
				err = fmt.Errorf("%q finds %+v, %+v", q.Question, r.Hits, r.Coverage)
			}
			return err
		})
	}
	loop("purge", 20*time.Millisecond, func(e *engine.Opened, n int) error {
		_, err := e.Purge(t.Context(), true)
		return err
	})
	loop("reread", 60*time.Millisecond, func(e *engine.Opened, n int) error {
		_, err := e.Reread(t.Context(), engine.Selection{Who: who}, nil)
		return err
	})
	loop("edit", 50*time.Millisecond, func(e *engine.Opened, n int) error {
		for i := range 5 {
			write((n+i)%edited, n+1)
		}
		_, err := e.Scan(t.Context(), "s", engine.ScanOptions{Wait: true})
		return err
	})
	clean := func(e *engine.Opened) error {
		c, err := e.Check(t.Context())
		if err == nil && len(c.Flaws) > 0 {
			err = fmt.Errorf("%+v", c.Flaws)
		}
		return err
	}
	loop("check", 10*time.Millisecond, func(e *engine.Opened, n int) error { return clean(e) })
	loop("backup", 200*time.Millisecond, func(e *engine.Opened, n int) error {
		to, into := filepath.Join(top, fmt.Sprintf("%d.tar", n)), filepath.Join(top, fmt.Sprint("restored", n))
		if _, err := e.Backup(t.Context(), to, "test", nil); err != nil {
			return err
		}
		if _, err := engine.Restore(t.Context(), to, into, ""); err != nil {
			return err
		}
		if err := os.Remove(to); err != nil {
			return err
		}
		restored, err := engine.Open(t.Context(), engine.Options{Dir: into})
		if err != nil {
			return err
		}
		if err := clean(restored); err != nil {
			return fmt.Errorf("restored: %w", err)
		}
		if err := restored.Close(); err != nil {
			return err
		}
		return os.RemoveAll(into)
	})
	wg.Wait()
	if err := clean(first); err != nil {
		t.Errorf("at the end: %v", err)
	}
	t.Logf("%v", counts)
}
