package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A place is a folder that other users may enter, with a copy of the program that they may run: what tests need that run
// SPAR as somebody else.
type place struct {
	dir string
	bin string
}

func newPlace(t *testing.T) place {
	t.Helper()
	dir, err := os.MkdirTemp("", "spar-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	p := place{dir: dir, bin: filepath.Join(dir, "spar")}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(os.Args[0], p.bin); err != nil {
		in, err := os.Open(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		out, err := os.OpenFile(p.bin, os.O_CREATE|os.O_WRONLY, 0o755)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(out, in); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// path is a name in the place.
func (p place) path(parts ...string) string {
	return filepath.Join(append([]string{p.dir}, parts...)...)
}

// folder makes a folder of somebody's; nil is the user of this process.
func (p place) folder(t *testing.T, who *syscall.Credential, mode os.FileMode, parts ...string) string {
	t.Helper()
	dir := p.path(parts...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	own(t, dir, who, mode)
	return dir
}

// data makes a data directory of somebody's, with PDFium's compiled code in it.
func (p place) data(t *testing.T, who *syscall.Credential) string {
	t.Helper()
	data := p.path("data")
	err := withPDFium(data)
	if err == nil && who != nil {
		err = filepath.WalkDir(data, func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(path, int(who.Uid), int(who.Gid)))
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// file writes a file of somebody's.
func (p place) file(t *testing.T, who *syscall.Credential, mode os.FileMode, text string, parts ...string) {
	t.Helper()
	path := p.path(parts...)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	own(t, path, who, mode)
}

func own(t *testing.T, path string, who *syscall.Credential, mode os.FileMode) {
	t.Helper()
	if who != nil {
		if err := os.Lchown(path, int(who.Uid), int(who.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// account gives a user of this machine whom a test that runs as the superuser can become.
func account(t *testing.T, name string) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can run SPAR as somebody else")
	}
	u, err := user.Lookup(name)
	if err != nil {
		t.Skipf("this machine has no user %s: %v", name, err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// A call is one run of the program.
type call struct {
	who    *syscall.Credential // nil: the user of this process
	memory bool                // tell how much it takes; looking costs more than most commands
	data   string
	env    []string
	args   []string
}

// A called program and what it left.
type called struct {
	out, err string
	exit     int
	rss      int64 // of the largest of its processes, in bytes, if the call was to tell
}

func (p place) command(ctx context.Context, c call) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.bin, c.args...)
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), append([]string{asSpar + "=1", "HOME=/nonexistent", "GOGC=", "SPAR_DATA_DIR=" + c.data, "SPAR_CONFIG="}, c.env...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.who}
	return cmd
}

// run runs the program to its end.
func (p place) run(t *testing.T, c call) called {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := p.command(ctx, c)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	peak := make(chan int64, 1)
	if c.memory {
		go func() { peak <- peakMemory(cmd.Process.Pid, done) }()
	} else {
		peak <- 0
	}
	err := cmd.Wait()
	close(done)
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		t.Fatal(err)
	}
	return called{
		out: stdout.String(), err: stderr.String(), exit: cmd.ProcessState.ExitCode(),
		rss: max(<-peak, maxRSS(cmd.ProcessState)),
	}
}

// must runs the program and wants an exit status.
func (p place) must(t *testing.T, exit int, c call) called {
	t.Helper()
	r := p.run(t, c)
	if r.exit != exit {
		t.Fatalf("spar %s: exit %d, want %d\n%s%s", strings.Join(c.args, " "), r.exit, exit, r.out, r.err)
	}
	return r
}

// peakMemory watches a process and its descendants and gives the largest resident size that any of them had. What ends between two looks is in
// the sum of its parent, which waits for it.
func peakMemory(pid int, done <-chan struct{}) (peak int64) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		for _, p := range descendants(pid) {
			peak = max(peak, highWater(p))
		}
		select {
		case <-done:
			return peak
		case <-tick.C:
		}
	}
}

// descendants returns a process and all processes that it or its descendants started.
func descendants(pid int) []int {
	list := []int{pid}
	for i := 0; i < len(list); i++ {
		tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", list[i]))
		for _, name := range tasks {
			children, _ := os.ReadFile(name) // the process may have ended meanwhile
			for _, field := range strings.Fields(string(children)) {
				if n, err := strconv.Atoi(field); err == nil {
					list = append(list, n)
				}
			}
		}
	}
	return list
}

// highWater is the largest resident size of a process so far.
func highWater(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// jsonLines reads one JSON value a line.
func jsonLines[T any](t *testing.T, text string) []T {
	t.Helper()
	var list []T
	for line := range strings.Lines(text) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, v)
	}
	return list
}

// An askOut is what the tests look at of an answer.
type askOut struct {
	Answer    string
	Refused   bool
	Citations []struct {
		Share, Path, Open string
		Bytes             string `json:"path_bytes"`
	}
	Coverage struct {
		InScope                         int `json:"in_scope"`
		Read, Waiting, Unreadable, Gone int
	}
}

// A searchOut is what the tests look at of a search.
type searchOut struct {
	Hits []struct {
		Share, Path, Open, Text string
		Bytes                   string `json:"path_bytes"`
		Score                   float64
		Parts                   map[string]float64
	}
	Coverage json.RawMessage
}

// A fileLine is what the tests look at of a listed file.
type fileLine struct {
	Share, Path, State, Reason string
	Bytes                      string `json:"path_bytes"`
}
