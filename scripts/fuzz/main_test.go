package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestProgress(t *testing.T) {
	r := result{Package: "internal/p", Target: "FuzzA", Seconds: 6.2, CPU: 4, Peak: 110 << 20}
	r.progress("fuzz: elapsed: 0s, gathering baseline coverage: 0/2 completed\n" +
		"fuzz: elapsed: 3s, execs: 325 (108/sec), new interesting: 5 (total: 7)\nfuzz: elapsed: 6s, execs: 17084 (5586/sec), new interesting: 50 (total: 52)\nPASS\n")
	if want := "| internal/p | FuzzA | 6 | 4 | 17084 | 4271 | 50 | 52 | 110 | 0 |\n"; r.row() != want {
		t.Errorf("got %q, want %q", r.row(), want)
	}
	table := markdown([]result{r, {Package: "internal/p", Target: "FuzzB", Skipped: true}, {Package: "q", Target: "FuzzC", Execs: 16, Crashes: 1}})
	for _, want := range []string{"| internal/p | FuzzB | skipped |", "| q | FuzzC | 0 | 0 | 16 |  | 0 | 0 |  | 1 |\n", "| all | 3 | 6 | 4 | 17100 | 4275 | 50 | 52 | 110 | 1 |\n"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is missing in\n%s", want, table)
		}
	}
}

// The journal sums up the runs of a target after its last failure, and refuses a file that is not its own.
func TestJournal(t *testing.T) {
	dir := t.TempDir()
	a := target{pkg: "internal/p", name: "FuzzA"}
	for run, want := range []int64{0, 1, 3, 9, 4} {
		j, err := openJournal(dir)
		if err != nil {
			t.Fatal(err)
		}
		if r, ok := j.get(a); ok != (run > 0) || r.Execs != want {
			t.Errorf("run %d begins with %+v", run, r)
		}
		r := result{Package: a.pkg, Target: a.name, Execs: int64(run) + 1}
		if run == 2 {
			r.Execs, r.Crashes = 9, 1
		}
		if err := j.add(a, r, []byte("said")); err != nil {
			t.Fatal(err)
		}
		j.close()
	}
	if said, err := os.ReadFile(filepath.Join(dir, "logs", "internal_p.FuzzA.log")); string(said) != "said" {
		t.Errorf("the log is %q, %v", said, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "results.jsonl"), []byte("{}\nx\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openJournal(dir); err == nil || !strings.Contains(err.Error(), "results.jsonl") {
		t.Errorf("error %v", err)
	}
}

// Each long target is one that there is, and the list of targets has those of test packages of either kind.
func TestTargets(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	all, err := targets(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range all {
		names = append(names, a.short())
	}
	for _, want := range append(slices.Clone(long), "spar.FuzzLocator", "store.FuzzSegment") {
		if !slices.Contains(names, want) {
			t.Errorf("there is no target %s", want)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
		t.Errorf("two targets have one name: %q", names)
	}
}
