package read

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/sys/unix"
)

func TestHostileWorkers(t *testing.T) {
	cases := []struct {
		order  string
		state  spar.State
		reason string
	}{
		{"!allocate", spar.Quarantined, "memory"},
		{"!loop", spar.Quarantined, "longer than the limit of 500ms"},
		{"!hang", spar.Quarantined, "longer"},
		{"!slow", spar.Partial, "deadline"},
		{"!panic", spar.Quarantined, "no such luck"},
		{"!fault", spar.Quarantined, "nested"},
		{"!exit", spar.Quarantined, "exit status 3"},
		{"!garbage", spar.Quarantined, "malformed"},
		{"!long frame", spar.Quarantined, "malformed"},
		{"!silent end", spar.Quarantined, "stopped answering"},
		{"!endless", spar.Quarantined, "1 MB of text"},
		{"!endless properties", spar.Quarantined, "properties"},
		{"!wrong state", spar.Quarantined, "malformed"},
		{"!no reason", spar.Quarantined, "malformed"},
		{"!wrong format", spar.Quarantined, "malformed"},
		{"!bad text", spar.Quarantined, "malformed"},
		{"!no text", spar.NoText, "nothing in it"},
	}
	const memory = 256 << 20
	for _, c := range cases {
		t.Run(c.order, func(t *testing.T) {
			s := &shelf{}
			o := Options{Workers: 2, Memory: memory, Text: 1 << 20}
			if strings.Contains(c.reason, "longer") || c.state == spar.Partial {
				o.Timeout = 500 * time.Millisecond
			}
			r := reader(t, s, "actor", o)
			_, jobs := lay(t, map[string]string{"a.txt": "Before.", "b.txt": c.order, "c.txt": "After.", "d.txt": c.order + "\nonce more"})
			found := readAll(t, r, jobs)
			for _, name := range []string{"b.txt", "d.txt"} {
				f := found[name]
				if f.State != c.state || !strings.Contains(f.Reason, c.reason) {
					t.Errorf("%s: %s, %q; want %s, %q", name, f.State, f.Reason, c.state, c.reason)
				}
				if f.State.Searchable() != (f.Segment != spar.SegmentID{}) || f.Version.Hash == (spar.Hash{}) {
					t.Errorf("%s: segment %s, hash %s in state %s", name, f.Segment, f.Version.Hash, f.State)
				}
			}
			for name, want := range map[string]string{"a.txt": "Before.", "c.txt": "After."} {
				if f := found[name]; f.State != spar.OK || s.text(f.Segment) != want {
					t.Errorf("%s: %s %q, text %q", name, f.State, f.Reason, s.text(f.Segment))
				}
			}
		})
	}
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &used); err != nil {
		t.Fatal(err)
	}
	if got := used.Maxrss << 10; got > memory+64<<20 {
		t.Errorf("a worker held %d MB of memory; the limit was %d", got>>20, memory>>20)
	}
}

func TestStarved(t *testing.T) {
	const limit = 256 << 20
	cases := []struct {
		said string
		peak int64
		want bool
	}{
		{"fatal error: runtime: out of memory\n\nruntime stack:", limit, true},
		{"fatal error: runtime: cannot allocate memory", 1 << 20, true},
		{"SIGSEGV: segmentation violation\nPC=0x41d6a3 m=4 sigcode=1 addr=0x0", limit - 16<<20, true},
		{"SIGSEGV: segmentation violation\nPC=0x41d6a3 m=4 sigcode=1 addr=0x0", limit / 2, false},
		{"panic: no such luck\n\nSIGSEGV: ", limit, false},
		{"", limit, false},
	}
	for _, c := range cases {
		if got := starved(c.said, c.peak, limit); got != c.want {
			t.Errorf("%q with %d MB: starved %t", c.said, c.peak>>20, got)
		}
	}
}

// A file that a worker cannot finish is tried at most twice.
func TestTwoAttempts(t *testing.T) {
	var log strings.Builder
	r := reader(t, &shelf{}, "actor", Options{Workers: 1, Log: textLog(&log)})
	_, jobs := lay(t, map[string]string{"a.txt": "!exit"})
	readAll(t, r, jobs)
	if n := strings.Count(log.String(), "a worker was lost"); n != 2 {
		t.Errorf("%d attempts, want 2:\n%s", n, log.String())
	}
}

func TestForgedPlace(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "actor", Options{Workers: 1})
	_, jobs := lay(t, map[string]string{"a.txt": "!forged place"})
	f := readAll(t, r, jobs)["a.txt"]
	if p := s.items[f.Segment]; len(p) != 1 || p[0].Locator.Bytes != (spar.Span{}) {
		t.Errorf("passages %+v", p)
	}
}

func TestConfined(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "actor", Options{Workers: 1})
	guards, err := r.Guards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("guards: %s", strings.Join(guards, "; "))
	_, jobs := lay(t, map[string]string{"a.txt": "!escape"})
	f := readAll(t, r, jobs)["a.txt"]
	got := map[string]string{}
	for _, p := range f.Properties {
		got[p.Key] = p.Value.Text
	}
	if len(got) != len(escapes()) {
		t.Fatalf("tried %v", got)
	}
	has := func(word string) bool {
		return slices.ContainsFunc(guards, func(g string) bool { return strings.Contains(g, word) })
	}
	for name, result := range got {
		guarded := name == "environment" || name == "create" || has("seccomp")
		if name == "open" || name == "list" {
			guarded = has("Landlock")
		}
		if guarded && result == "<nil>" {
			t.Errorf("a worker could escape: %s", name)
		}
	}
}

// beParent reads a file that never ends, after saying which process reads it.
func beParent(root string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	r, err := New(&shelf{}, Options{Command: []string{self, "actor"}, Workers: 1, Timeout: time.Minute})
	if err != nil {
		return err
	}
	ctx := context.Background()
	if _, err := r.Guards(ctx); err != nil {
		return err
	}
	fmt.Println(r.idle[0].cmd.Process.Pid)
	var st unix.Stat_t
	if err := unix.Stat(root+"/a.txt", &st); err != nil {
		return err
	}
	job := Job{Root: root, File: spar.File{ID: 1, Path: "a.txt", Size: st.Size, ModTime: time.Unix(st.Mtim.Unix()), Dev: st.Dev, Ino: st.Ino}}
	for range r.Read(ctx, slices.Values([]Job{job})) {
	}
	return nil
}

func TestNoWorkerOutlivesItsParent(t *testing.T) {
	root, _ := lay(t, map[string]string{"a.txt": "!loop"})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self, "parent", root)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(said, &pid); err != nil {
		t.Fatal(err)
	}
	parent.Process.Kill()
	parent.Wait()
	for begin := time.Now(); running(pid); time.Sleep(5 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatal("the worker still runs")
		}
	}
}

// running reports whether a process is there and not merely waiting to be reaped.
func running(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

func TestNoWorker(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"/nowhere/spar"}, {self, "mute"}} {
		r, err := New(&shelf{}, Options{Command: command})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		_, jobs := lay(t, map[string]string{"a.txt": "text"})
		if _, err := r.Guards(t.Context()); spar.CodeOf(err) != spar.Unavailable {
			t.Errorf("%v: Guards: %v", command, err)
		}
		var last error
		for f, err := range r.Read(t.Context(), slices.Values(jobs)) {
			if err == nil {
				t.Errorf("%v: the file is blamed: %+v", command, f)
			}
			last = err
		}
		if spar.CodeOf(last) != spar.Unavailable {
			t.Errorf("%v: Read: %v", command, last)
		}
	}
}
