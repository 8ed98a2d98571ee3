package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/engine"
)

// TestAskWaitsForItsShares asks one share while another cannot be scanned soon, and both: the first question does not
// notice, the second waits no longer than it may, and says what for.
func TestAskWaitsForItsShares(t *testing.T) {
	t.Parallel()
	quick, slow, data := crashShare(t, 5), crashShare(t, 2000), t.TempDir()
	for _, args := range [][]string{{"share", "add", "quick", quick}, {"scan", "quick"}, {"share", "add", "slow", slow}, {"share", "limit", "slow", "--names", "5"}} {
		if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
			t.Fatal(out)
		}
	}
	ask := func(args ...string) (stdout, stderr string) {
		t.Helper()
		var out, err strings.Builder
		cmd := sparProcess(data, nil, append([]string{"ask", "--extract", "--rank", "bm25"}, args...)...)
		cmd.Stdout, cmd.Stderr = &out, &err
		began := time.Now()
		if fault := cmd.Run(); fault != nil {
			t.Fatalf("%v: %s%s", fault, &out, &err)
		}
		if took := time.Since(began); took > 2*time.Minute { // the scan of the slow one would take longer
			t.Errorf("%q took %v", args, took)
		}
		return out.String(), err.String()
	}
	const question = "what is the password of door 3?"
	if out, notes := ask("--share", "quick", question); !strings.Contains(out, "password of door 3") || strings.Contains(notes, "slow") {
		t.Errorf("a question about one share: %s%s", out, notes)
	}
	out, notes := ask("--budget", "2s", question)
	for _, want := range []string{"share slow: its scan had not ended after 5s", "share slow was not looked at: it was never scanned to its end"} {
		if !strings.Contains(notes, want) {
			t.Errorf("a question about all: %s%s\nwant %q", out, notes, want)
		}
	}
	if !strings.Contains(out, "quick:") || !strings.Contains(out, "password of door 3") {
		t.Errorf("a question about all: %s", out)
	}
}

// TestAskWaitsForNoScan asks a folder and a share while another process scans it, which takes no end.
func TestAskWaitsForNoScan(t *testing.T) {
	t.Parallel()
	root, data := crashShare(t, 5), t.TempDir()
	for _, args := range [][]string{{"share", "add", "s", root}, {"scan", "s"}} {
		if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
			t.Fatal(out)
		}
	}
	e, err := engine.Open(t.Context(), engine.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s, err := e.Catalog.Share(t.Context(), "s")
	if err != nil {
		t.Fatal(err)
	}
	held, err := e.Catalog.ScanLock(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Unlock()
	if err := os.WriteFile(filepath.Join(root, "new.md"), []byte("The heron nests in the tower.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{root, "what is the password of door 3?"}, {"--share", "s", "where does the heron nest?"}} {
		began := time.Now()
		var out strings.Builder
		cmd := sparProcess(data, nil, append([]string{"ask", "--extract", "--rank", "bm25"}, args...)...)
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %s", err, &out)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%q took %v", args, took)
		}
		if args[0] != root && !strings.Contains(out.String(), "another process is scanning it now") || args[0] == root && !strings.Contains(out.String(), "it is being scanned by process") {
			t.Errorf("%q does not say what it waited for: %s", args, &out)
		}
	}
}
