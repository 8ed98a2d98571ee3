package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/durable"
)

// together starts several runs of the program at the same time and gives what each printed. All must succeed.
func together(t *testing.T, data string, calls ...[]string) []string {
	t.Helper()
	out, exits := make([]string, len(calls)), make([]error, len(calls))
	var all sync.WaitGroup
	for i, args := range calls {
		cmd := sparProcess(data, nil, args...)
		all.Go(func() {
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Run(); err != nil {
				exits[i] = fmt.Errorf("%w: %s%s", err, stdout.String(), stderr.String())
			}
			out[i] = stdout.String()
		})
	}
	all.Wait()
	for i, err := range exits {
		if err != nil {
			t.Errorf("spar %s: %v", strings.Join(calls[i], " "), err)
		}
	}
	return out
}

// TestTogether has several processes use one cold data directory at the same time.
func TestTogether(t *testing.T) {
	t.Parallel()
	const files = 60
	root := crashShare(t, files)
	for name, calls := range map[string][][]string{
		"asks":                   {{"ask", "--share", "s", "what is the password of door 3?"}, {"ask", "--share", "s", "what is the password of door 4?"}, {"search", "--share", "s", "password"}},
		"asks of a folder":       {{"ask", root, "what is the password of door 3?"}, {"ask", root, "what is the password of door 4?"}},
		"scans":                  {{"scan"}, {"scan", "s"}, {"scan"}},
		"an ask during a scan":   {{"scan"}, {"ask", "--share", "s", "what is the password of door 3?"}},
		"a purge during an ask":  {{"ask", "--share", "s", "what is the password of door 3?"}, {"store", "purge", "--now"}, {"store", "check"}, {"status"}},
		"the same new workspace": {{"ask", "--share", "s", "which password?"}, {"ws", "create", "w", "--share", "s"}, {"tag", "add", "Doors"}},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			if name == "asks of a folder" {
				// The name of the share that they make is not known before.
				together(t, data, calls...)
				out, exit := runSpar(t, data, nil, "share", "list", "--json")
				if exit != exitOK || strings.Count(out, "\n") != 1 {
					t.Fatalf("exit %d, want one share: %s", exit, out)
				}
				var s struct{ Name string }
				if err := json.Unmarshal([]byte(out), &s); err != nil {
					t.Fatal(err)
				}
				if out, exit := runSpar(t, data, nil, "share", "rename", s.Name, "s"); exit != exitOK {
					t.Fatal(out)
				}
			} else {
				if out, exit := runSpar(t, data, nil, "share", "add", "s", root); exit != exitOK {
					t.Fatal(out)
				}
				together(t, data, calls...)
			}
			settled(t, name, data, root, files)
		})
	}
}

// TestScanIsHeld has a scan meet another one of the same share: it says who holds it, or waits for them.
func TestScanIsHeld(t *testing.T) {
	t.Parallel()
	root := crashShare(t, 3)
	data := t.TempDir()
	if out, exit := runSpar(t, data, nil, "ask", root, "which password?"); exit != exitOK {
		t.Fatal(out)
	}
	locks, err := filepath.Glob(filepath.Join(data, "locks", "scan-*"))
	if err != nil || len(locks) != 1 {
		t.Fatalf("locks of scans: %v, %v", locks, err)
	}
	held, err := durable.TryLock(locks[0])
	if err != nil {
		t.Fatal(err)
	}
	out, exit := runSpar(t, data, nil, "scan", "--wait=false")
	if exit != exitConflict || !strings.Contains(out, fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("exit %d, want %d and this process named: %s", exit, exitConflict, out)
	}

	waiting := sparProcess(data, nil, "scan")
	stderr, err := waiting.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := waiting.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, err := stderr.Read(line)
	if err != nil || !strings.Contains(string(line[:n]), fmt.Sprintf("process %d", os.Getpid())) || !strings.Contains(string(line[:n]), "waiting") {
		t.Errorf("the waiting scan says %q, %v", line[:n], err)
	}
	if err := held.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := waiting.Wait(); err != nil {
		t.Error(err)
	}
}

// TestInterrupt stops an ask while it reads: it ends with its status, keeps what it read, and the next ask goes on.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send another process an interrupt")
	}
	const files = 3000
	root := crashShare(t, files)
	data := t.TempDir()
	for _, args := range [][]string{{"share", "add", "s", root}, {"scan"}} {
		if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
			t.Fatal(out)
		}
	}
	read := func() (read, waiting int) {
		t.Helper()
		out, exit := runSpar(t, data, nil, "files", "--count", "--json")
		if exit != exitOK {
			t.Fatal(out)
		}
		var c struct{ States map[string]int }
		if err := json.Unmarshal([]byte(out), &c); err != nil {
			t.Fatal(err)
		}
		return c.States["ok"], c.States["unread"]
	}
	interrupted, before := 0, 0
	for range 5 {
		cmd := sparProcess(data, nil, "ask", "--all", "--share", "s", "which password?", "--workers", "1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// It is interrupted when some more files were read.
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		var err error
		for ended := false; !ended; {
			select {
			case err = <-done:
				ended = true
			case <-time.After(20 * time.Millisecond):
				if n, _ := read(); n > before {
					if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
						t.Fatal(err)
					}
					err = <-done
					ended = true
				}
			}
		}
		now, waiting := read()
		if now+waiting != files {
			t.Fatalf("%d read and %d waiting are not %d files", now, waiting, files)
		}
		var status *exec.ExitError
		if !errors.As(err, &status) {
			if err != nil || waiting > 0 {
				t.Fatalf("an ask that was not interrupted: %v, %d files wait", err, waiting)
			}
			break // it was done before
		}
		if code := status.ExitCode(); code != exitInterrupted || !strings.Contains(stderr.String(), "interrupted") {
			t.Fatalf("exit %d, want %d: %s", code, exitInterrupted, stderr.String())
		}
		interrupted++
		if now <= before {
			t.Errorf("%d files were read before and %d are now: the interrupted ask kept nothing", before, now)
		}
		before = now
	}
	if interrupted == 0 {
		t.Error("no ask was interrupted")
	}
	t.Logf("%d asks were interrupted, which read %d of %d files", interrupted, before, files)
	if out, exit := runSpar(t, data, nil, "ask", "--all", "--share", "s", "which password?"); exit != exitOK {
		t.Fatalf("exit %d: %s", exit, out)
	}
	if n, waiting := read(); n != files || waiting != 0 {
		t.Errorf("%d files are read and %d wait at the end, want %d and none", n, waiting, files)
	}
	if out, exit := runSpar(t, data, nil, "store", "check"); exit != exitOK {
		t.Errorf("store check: exit %d: %s", exit, out)
	}
}
