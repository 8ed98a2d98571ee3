package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
)

// runSpar runs the program over a data directory: in a process of its own if the environment gets more variables, as crash tests need, or
// else in this process, because a process costs more than most commands.
func runSpar(t *testing.T, data string, extra []string, args ...string) (out string, exit int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if len(extra) == 0 {
		exit = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, environment(data))
	} else {
		cmd := sparProcess(data, extra, args...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		var status *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &status) {
			t.Fatal(err)
		}
		exit = cmd.ProcessState.ExitCode()
	}
	if exit != exitOK {
		return stdout.String() + stderr.String(), exit
	}
	return stdout.String(), exitOK
}

// environment looks up variables where SPAR keeps its data in a directory.
func environment(data string) func(name string) (string, bool) {
	return func(name string) (string, bool) {
		switch name {
		case "SPAR_DATA_DIR":
			return data, true
		case "SPAR_CONFIG":
			return "", true
		}
		return os.LookupEnv(name)
	}
}

func sparProcess(data string, extra []string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), append([]string{asSpar + "=1", "SPAR_DATA_DIR=" + data, "SPAR_CONFIG="}, extra...)...)
	return cmd
}

// crashShare makes a share of files that each hold a word of their own.
func crashShare(t *testing.T, files int) (root string) {
	t.Helper()
	root = t.TempDir()
	for i := range files {
		name := filepath.Join(root, fmt.Sprintf("folder%d", i%3), fmt.Sprintf("file%02d.md", i))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, "# Note %d\n\nThe password of door %d is keyword%02d.\n", i, i, i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// settled finishes what was interrupted and checks that everything is there once, and nothing else.
func settled(t *testing.T, at string, data, root string, files int) {
	t.Helper()
	for _, args := range [][]string{{"scan", "--quiet"}, {"ask", "--share", "s", "which password?", "--quiet"}, {"store", "check"}} {
		if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
			t.Fatalf("%s: spar %s: exit %d: %s", at, strings.Join(args, " "), exit, out)
		}
	}
	out, exit := runSpar(t, data, nil, "search", "--share", "s", "password door", "--json", "-k", "1000")
	if exit != exitOK {
		t.Fatalf("%s: search: exit %d: %s", at, exit, out)
	}
	var result struct {
		Hits     []struct{ Path, Text string }
		Coverage struct {
			InScope int `json:"in_scope"`
			Read    int
		}
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatalf("%s: %v: %s", at, err, out)
	}
	seen := map[string]bool{}
	for _, h := range result.Hits {
		if seen[h.Path] {
			t.Errorf("%s: %s is found twice", at, h.Path)
		}
		seen[h.Path] = true
		var i int
		fmt.Sscanf(filepath.Base(h.Path), "file%d.md", &i)
		if want := fmt.Sprintf("keyword%02d", i); !strings.Contains(h.Text, want) {
			t.Errorf("%s: %s holds %q, want %q in it", at, h.Path, h.Text, want)
		}
	}
	if len(seen) != files || result.Coverage.InScope != files || result.Coverage.Read != files {
		t.Errorf("%s: found %d files, %d in scope, %d read; want %d", at, len(seen), result.Coverage.InScope, result.Coverage.Read, files)
	}
}

// TestCrashWalk kills scan, read and ask at their durable steps, in a long run at every one.
func TestCrashWalk(t *testing.T) {
	t.Parallel()
	const files = 8
	root := crashShare(t, files)
	const maxSteps = 500
	n := 1
	for ; n <= maxSteps; n += dbtest.Stride(t) {
		data := t.TempDir()
		crashed := false
		for _, args := range [][]string{{"share", "add", "s", root}, {"scan"}, {"ask", "--share", "s", "which password?"}} {
			out, exit := runSpar(t, data, []string{fmt.Sprintf("SPAR_CRASH_AT=%d", n)}, args...)
			if exit == 86 {
				crashed = true
				// The steps of each command are counted from its start: go on as a user would.
				if out, exit := runSpar(t, data, nil, args...); exit != exitOK && exit != exitConflict {
					t.Fatalf("step %d: repeating spar %s: exit %d: %s", n, args[0], exit, out)
				}
			} else if exit != exitOK {
				t.Fatalf("step %d: spar %s: exit %d: %s", n, args[0], exit, out)
			}
		}
		if !crashed {
			break
		}
		settled(t, fmt.Sprintf("crash at step %d", n), data, root, files)
	}
	if n == 1 || n > maxSteps {
		t.Fatalf("walked %d steps; want at least one, and an end", n-1)
	}
	t.Logf("walked %d durable steps", n-1)
}

// TestCrashWalkOfWorkspaces kills operations on a workspace at durable steps, in a long run at every one. The interrupted operation has
// happened or not, can be repeated, and leaves a sound store. An import is there with all its threads or not at all.
func TestCrashWalkOfWorkspaces(t *testing.T) {
	t.Parallel()
	const files = 6
	root := crashShare(t, files)
	clean := t.TempDir()
	for _, args := range [][]string{
		{"share", "add", "s", root}, {"ws", "create", "mine", "--share", "s", "--read"}, {"ask", "-w", "mine", "password of door 3", "--thread", "new"},
		{"ws", "create", "other", "--path", "folder0/**"},
	} {
		if out, exit := runSpar(t, clean, nil, args...); exit != exitOK {
			t.Fatalf("spar %s: exit %d: %s", strings.Join(args, " "), exit, out)
		}
	}
	answer := func(at, data, in string) string {
		t.Helper()
		out, exit := runSpar(t, data, nil, "ask", "-w", in, "password of door 3")
		if exit != exitOK || !strings.Contains(out, "keyword03") {
			t.Errorf("%s: the answer in %s: exit %d: %s", at, in, exit, out)
		}
		return out
	}
	want := answer("before", clean, "mine")
	tar := filepath.Join(t.TempDir(), "mine.tar")
	steps := []struct {
		args    []string
		already string // what it says when it was done
	}{
		{[]string{"ws", "pin", "mine"}, ""},
		{[]string{"ws", "export", "mine", tar, "--text"}, "exists already"},
		{[]string{"ws", "archive", "mine", "--purge", "--yes"}, "archived"},
		{[]string{"ws", "reactivate", "mine"}, "only an archived one"},
		{[]string{"ws", "follow", "mine"}, "follows its scope"},
		{[]string{"ws", "import", tar, "--as-name", "brought"}, "already"},
	}
	const maxSteps = 200
	n := 1
	for ; n <= maxSteps; n += dbtest.Stride(t) {
		at := fmt.Sprintf("crash at step %d", n)
		data := filepath.Join(t.TempDir(), "data")
		if err := os.CopyFS(data, os.DirFS(clean)); err != nil {
			t.Fatal(err)
		}
		os.Remove(tar)
		crashed := false
		for _, s := range steps {
			out, exit := runSpar(t, data, []string{fmt.Sprintf("SPAR_CRASH_AT=%d", n)}, s.args...)
			if exit == 86 {
				crashed = true
				if out, exit := runSpar(t, data, nil, "store", "check"); exit != exitOK {
					t.Fatalf("%s: after spar %s: store check: exit %d: %s", at, strings.Join(s.args, " "), exit, out)
				}
				out, exit = runSpar(t, data, nil, s.args...)
				if exit == exitConflict && s.already != "" && strings.Contains(out, s.already) {
					continue
				}
			}
			if exit != exitOK {
				t.Fatalf("%s: spar %s: exit %d: %s", at, strings.Join(s.args, " "), exit, out)
			}
		}
		if got := answer(at, data, "mine"); got != want {
			t.Errorf("%s: the answer is another one: %s, want %s", at, got, want)
		}
		answer(at, data, "brought")
		out, exit := runSpar(t, data, nil, "thread", "list", "--json")
		if exit != exitOK || strings.Count(out, `"workspace":"brought"`) == 0 {
			t.Errorf("%s: threads: exit %d: %s", at, exit, out)
		}
		if out, exit := runSpar(t, data, nil, "store", "check"); exit != exitOK {
			t.Errorf("%s: store check: exit %d: %s", at, exit, out)
		}
		if !crashed {
			break
		}
	}
	if n == 1 || n > maxSteps {
		t.Fatalf("walked %d steps; want at least one, and an end", n-1)
	}
	t.Logf("walked %d durable steps", n-1)
}

// TestKill kills the program 20 times, with SPAR_LONG=1 100 times, spread over the time that it runs.
func TestKill(t *testing.T) {
	t.Parallel()
	const files = 24
	kills := 20
	if dbtest.Long() {
		kills = 100
	}
	root := crashShare(t, files)
	clean := t.TempDir()
	runSpar(t, clean, nil, "share", "add", "s", root)
	begin := time.Now()
	if out, exit := runSpar(t, clean, nil, "ask", "--share", "s", "which password?"); exit != exitOK {
		t.Fatalf("exit %d: %s", exit, out)
	}
	whole := time.Since(begin)
	data := t.TempDir()
	runSpar(t, data, nil, "share", "add", "s", root)
	for i := range kills {
		cmd := sparProcess(data, nil, "ask", "--share", "s", "which password?")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole*time.Duration(i)/time.Duration(kills) + time.Duration(rand.IntN(1000))*time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		if i%10 == 9 {
			settled(t, fmt.Sprintf("kill %d", i+1), data, root, files)
			// Begin anew, so that the next kills meet unread files too.
			data = t.TempDir()
			runSpar(t, data, nil, "share", "add", "s", root)
		}
	}
}
