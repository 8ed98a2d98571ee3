package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/embed"
)

// TestMeaning ranks by meaning in all ways, on a binary that has its encoder.
func TestMeaning(t *testing.T) {
	t.Parallel()
	if _, err := embed.Precise(embed.Options{}); err != nil {
		t.Skipf("no encoder is built in: %v", err)
	}
	const files = 40
	root, data := crashShare(t, files), filepath.Join(t.TempDir(), "data")
	if out, exit := runSpar(t, data, nil, "share", "add", "s", root); exit != exitOK {
		t.Fatal(out)
	}
	search := func(args ...string) (paths []string, notes string) {
		t.Helper()
		out, exit := runSpar(t, data, nil, append([]string{"search", "--json", "which password opens door 7?"}, args...)...)
		var r struct {
			Hits []struct {
				Path  string
				Parts map[string]float64
			}
			Notes []string
		}
		if err := json.Unmarshal([]byte(out), &r); exit != exitOK || err != nil {
			t.Fatalf("search %v: exit %d: %s", args, exit, out)
		}
		for _, h := range r.Hits {
			paths = append(paths, h.Path)
		}
		return paths, strings.Join(r.Notes, "; ")
	}

	// Nothing has a vector yet: the ranking by meaning alone has nothing to rank, and says so.
	if paths, notes := search("--rank", "dense"); len(paths) != 0 || !strings.Contains(notes, "40 of 40 passages have no vector yet") {
		t.Errorf("dense finds %v and notes %q", paths, notes)
	}
	for _, rank := range []string{"auto", "hybrid", "rrf", "zscore"} {
		if paths, notes := search("--rank", rank, "-k", "3"); len(paths) != 3 || paths[0] != "folder1/file07.md" || notes != "" {
			t.Errorf("%s finds %v and notes %q", rank, paths, notes)
		}
	}
	if paths, _ := search("--meaning-weight", "0", "-k", "1"); len(paths) != 1 || paths[0] != "folder1/file07.md" {
		t.Errorf("without weight of meaning: %v", paths)
	}

	// Killed at any step, embedding goes on from there.
	all := []string{"search", "--embed", "all", "--rank", "dense", "-k", "50", "--json", "which password opens door 7?"}
	fresh := filepath.Join(t.TempDir(), "data")
	if out, exit := runSpar(t, fresh, nil, "share", "add", "s", root); exit != exitOK {
		t.Fatal(out)
	}
	if out, exit := runSpar(t, fresh, nil, "search", "--rank", "bm25", "door"); exit != exitOK {
		t.Fatal(out)
	}
	crashes := 0
	for n := 1; n <= 9; n++ {
		if _, exit := runSpar(t, fresh, []string{fmt.Sprintf("SPAR_CRASH_AT=%d", n)}, all...); exit == 86 {
			crashes++
		}
	}
	if crashes == 0 {
		t.Error("no step of embedding was met")
	}
	for _, dir := range []string{data, fresh} {
		data = dir
		out, exit := runSpar(t, data, nil, all...)
		if exit != exitOK {
			t.Fatal(out)
		}
		if paths, notes := search("--rank", "dense", "-k", "50"); len(paths) != files || notes != "" {
			t.Errorf("with all vectors dense finds %d of %d and notes %q", len(paths), files, notes)
		}
	}
	// The other arithmetic has a column of its own.
	if paths, notes := search("--rank", "dense", "--encoder-arithmetic", "float32"); len(paths) != 0 || !strings.Contains(notes, "40 of 40") {
		t.Errorf("in float32 arithmetic dense finds %v and notes %q", paths, notes)
	}
}
