package durable

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// child, when set, makes the test binary do one thing in a process of its own.
const child = "SPAR_TEST_DURABLE_CHILD"

func TestMain(m *testing.M) {
	switch what, path, _ := strings.Cut(os.Getenv(child), " "); what {
	case "write":
		if err := WriteFile(path, []byte("new"), 0o600); err != nil {
			panic(err)
		}
	case "hold":
		if _, err := TryLock(path); err != nil {
			panic(err)
		}
		os.Stdout.WriteString("held\n")
		time.Sleep(time.Minute)
	default:
		os.Exit(m.Run())
	}
}

func TestWriteFileCrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for n := 1; ; n++ {
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), child+"=write "+path, "SPAR_CRASH_AT="+strconv.Itoa(n))
		err := cmd.Run()
		got, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err == nil {
			if n != 4 || string(got) != "new" {
				t.Errorf("WriteFile passed %d steps and left %q, want 3 and new", n-1, got)
			}
			return
		}
		if code := cmd.ProcessState.ExitCode(); code != CrashStatus {
			t.Fatalf("exit status %d, want %d", code, CrashStatus)
		}
		if want := map[bool]string{true: "old", false: "new"}[n == 1]; string(got) != want {
			t.Errorf("after a crash at step %d the file holds %q, want %q", n, got, want)
		}
	}
}

func TestWriteFileLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "d"), nil, 0o600); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if err := WriteFile(filepath.Join(dir, "f"), []byte("x"), 0o640); err != nil {
		t.Fatal(err)
	}
	old, young := filepath.Join(dir, ".f"+leftover+"1"), filepath.Join(dir, ".f"+leftover+"2")
	for _, p := range []string{old, young} {
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	yesterday := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(old, yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
	if err := Sweep(dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), ".f"+leftover+"2 d f"; got != want {
		t.Errorf("left %q, want %q", got, want)
	}
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	a, err := TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	var held *HeldError
	if _, err := TryLock(path); !errors.As(err, &held) || !errors.Is(err, ErrHeld) {
		t.Fatalf("second lock: %v, want a HeldError", err)
	} else if want := "process " + strconv.Itoa(os.Getpid()); !strings.Contains(held.Holder, want) {
		t.Errorf("holder %q, want %q in it", held.Holder, want)
	}

	ctx, cancel := context.WithCancel(t.Context())
	var said []string
	_, err = Lock(ctx, path, func(h string) { said = append(said, h); cancel() })
	if !errors.Is(err, context.Canceled) || len(said) != 1 {
		t.Errorf("cancelled waiting: %v, said %q", err, said)
	}

	if err := a.Unlock(); err != nil {
		t.Fatal(err)
	}
	b, err := Lock(t.Context(), path, func(h string) { t.Errorf("waited for %s", h) })
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Unlock(); err != nil {
		t.Fatal(err)
	}
}

func TestLockDiesWithItsProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), child+"=hold "+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	if _, err := TryLock(path); !errors.Is(err, ErrHeld) {
		t.Errorf("lock of a living process: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	l, err := TryLock(path)
	if err != nil {
		t.Fatalf("lock of a dead process: %v", err)
	}
	l.Unlock()
}

func TestSharedLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pack")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	a, b, c := open(), open(), open()
	for _, step := range []struct {
		f         *os.File
		exclusive bool
		want      bool
	}{{a, false, true}, {b, false, true}, {c, true, false}} {
		if got, err := TryLockFile(step.f, step.exclusive); err != nil || got != step.want {
			t.Errorf("TryLockFile(exclusive %t) = %t, %v; want %t", step.exclusive, got, err, step.want)
		}
	}
}
