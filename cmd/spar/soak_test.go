package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// TestSoakEdits edits a share at random, scans and asks it, for as long as SPAR_SOAK says. It compares hits with files: every file's own
// word is found in that file alone, and no deleted word is found at all.
func TestSoakEdits(t *testing.T) {
	t.Parallel()
	length, err := time.ParseDuration(os.Getenv("SPAR_SOAK"))
	if err != nil {
		t.Skip("SPAR_SOAK is not set to a duration: `make soak` does")
	}
	ctx := context.Background()
	root, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	open := func() *engine.Opened {
		e, err := engine.Open(ctx, engine.Options{Dir: data, Read: read.Options{Command: []string{os.Args[0], workerCommand}}})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	// Two engines over one data directory, as two processes would have, ask in turns.
	engines := []*engine.Opened{open(), open()}
	defer func() {
		for _, e := range engines {
			e.Close()
		}
	}()
	if _, err := engines[0].AddShare(ctx, "s", root, false); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, uint64(time.Now().UnixNano())))
	there := map[string]string{} // each file's own word by path
	var gone []string
	words := 0
	write := func(path string) {
		words++
		word := fmt.Sprintf("kw%dx", words)
		text := fmt.Sprintf("# Note\n\nThis note is about %s and nothing else.\n", word)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		there[path] = word
	}
	some := func() string {
		n := r.IntN(len(there))
		for path := range there {
			if n--; n < 0 {
				return path
			}
		}
		return ""
	}
	find := func(e *engine.Opened, word string) (paths []string) {
		q := engine.Request{Selection: engine.Selection{Who: spar.Principal{All: true}}, Question: word}
		q.Retrieve.Rank = retrieve.Words
		result, err := e.Search(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range result.Hits {
			paths = append(paths, h.Path)
		}
		return paths
	}
	rounds := 0
	for end := time.Now().Add(length); time.Now().Before(end); rounds++ {
		for range 1 + r.IntN(8) {
			switch n := r.IntN(10); {
			case n < 5 || len(there) < 5:
				write(fmt.Sprintf("d%d/e%d/f%d.md", r.IntN(4), r.IntN(4), r.IntN(200)))
			case n < 7:
				path := some()
				gone = append(gone, there[path])
				write(path)
			case n < 9:
				from, to := some(), fmt.Sprintf("moved/m%d.md", r.IntN(1000))
				if _, taken := there[to]; taken {
					continue
				}
				if err := os.MkdirAll(filepath.Join(root, "moved"), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Rename(filepath.Join(root, from), filepath.Join(root, to)); err != nil {
					t.Fatal(err)
				}
				there[to] = there[from]
				delete(there, from)
			default:
				path := some()
				if err := os.Remove(filepath.Join(root, path)); err != nil {
					t.Fatal(err)
				}
				gone = append(gone, there[path])
				delete(there, path)
			}
		}
		e := engines[rounds%2]
		if _, err := e.Scan(ctx, "s", engine.ScanOptions{Wait: true}); err != nil {
			t.Fatal(err)
		}
		path := some()
		if got := find(e, there[path]); len(got) != 1 || got[0] != path {
			t.Fatalf("round %d: the word of %s is found in %q", rounds, path, got)
		}
		if len(gone) > 0 {
			word := gone[r.IntN(len(gone))]
			if got := find(engines[(rounds+1)%2], word); len(got) != 0 {
				t.Fatalf("round %d: the word %s, which is gone, is found in %q", rounds, word, got)
			}
		}
		if rounds%50 == 49 {
			if _, err := e.Purge(ctx, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	for path, word := range there {
		if got := find(engines[0], word); len(got) != 1 || got[0] != path {
			t.Errorf("at the end: the word of %s is found in %q", path, got)
		}
	}
	if c, err := engines[0].Text.Check(ctx); err != nil || len(c.Faults) > 0 {
		t.Errorf("the store has faults: %+v, %v", c.Faults, err)
	}
	t.Logf("%d rounds, %d files, %d words gone", rounds, len(there), len(gone))
}
