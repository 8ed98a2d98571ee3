package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/durable"
)

// A watched is a `spar watch` under way.
type watched struct {
	t      *testing.T
	cmd    *exec.Cmd
	events chan api.WatchEvent
	ended  chan error
	stderr strings.Builder
}

// soon is how long a test waits for what must come: the machine may be busy.
const soon = 60 * time.Second

func startWatch(t *testing.T, data string, args ...string) *watched {
	t.Helper()
	return startWatchWith(t, data, nil, args...)
}

func startWatchWith(t *testing.T, data string, extra []string, args ...string) *watched {
	t.Helper()
	w := &watched{t: t, cmd: sparProcess(data, extra, append([]string{"watch", "--json"}, args...)...), events: make(chan api.WatchEvent, 1000), ended: make(chan error, 1)}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.cmd.Stderr = &w.stderr
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var read sync.WaitGroup
	read.Go(func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var ev api.WatchEvent
			if err := json.Unmarshal(lines.Bytes(), &ev); err != nil {
				t.Errorf("%v: %s", err, lines.Bytes())
			}
			w.events <- ev
		}
	})
	go func() {
		read.Wait()
		w.ended <- w.cmd.Wait()
	}()
	t.Cleanup(func() { w.cmd.Process.Kill() })
	return w
}

// await waits for an event that is as wanted.
func (w *watched) await(what string, is func(api.WatchEvent) bool) api.WatchEvent {
	w.t.Helper()
	deadline := time.After(soon)
	for {
		select {
		case ev := <-w.events:
			if is(ev) {
				return ev
			}
			if ev.Event == "failed" {
				w.t.Errorf("while waiting for %s: %s", what, ev.Detail)
			}
		case err := <-w.ended:
			w.t.Fatalf("it ended while waiting for %s: %v: %s", what, err, w.stderr.String())
		case <-deadline:
			w.t.Fatalf("%s did not come", what)
		}
	}
}

func (w *watched) stop() {
	w.t.Helper()
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		w.t.Fatal(err)
	}
	select {
	case err := <-w.ended:
		if err != nil {
			w.t.Errorf("after SIGTERM: %v: %s", err, w.stderr.String())
		}
	case <-time.After(soon):
		w.t.Fatal("SIGTERM does not end it")
	}
}

// listed is the paths of a share that the index knows.
func listed(t *testing.T, data string) (paths []string) {
	t.Helper()
	out, exit := runSpar(t, data, nil, "files", "--json")
	if exit != exitOK {
		t.Fatalf("files: %d: %s", exit, out)
	}
	for line := range strings.Lines(out) {
		var f struct{ Path string }
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, f.Path)
	}
	slices.Sort(paths)
	return paths
}

func ok(t *testing.T, data string, args ...string) string {
	t.Helper()
	out, exit := runSpar(t, data, nil, args...)
	if exit != exitOK {
		t.Fatalf("spar %s: %d: %s", strings.Join(args, " "), exit, out)
	}
	return out
}

// TestWatch follows a share through additions, changes, moves and deletions, while others ask and scan.
func TestWatch(t *testing.T) {
	t.Parallel()
	root, data := crashShare(t, 6), t.TempDir()
	ok(t, data, "share", "add", "s", root)
	w := startWatch(t, data)
	w.await("the first scan", func(ev api.WatchEvent) bool { return ev.Event == "scanned" && ev.Added == 6 })
	ok(t, data, "tag", "add", "Doors")
	ok(t, data, "tag", "assign", "Doors", "--path", "folder0/file00.md")

	in := func(p string) string { return filepath.Join(root, p) }
	write := func(p, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(in(p)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(p), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("new/deep/er/a\nb\xff.md", "The gate opens at eight.\n")
	w.await("a file in new folders", func(ev api.WatchEvent) bool { return ev.Added == 1 })
	if err := os.Rename(in("folder0"), in("new/moved")); err != nil {
		t.Fatal(err)
	}
	w.await("a folder that moved", func(ev api.WatchEvent) bool { return ev.Moved == 2 && ev.Deleted == 0 && ev.Added == 0 })
	if out := ok(t, data, "files", "--tag", "Doors"); !strings.Contains(out, "new/moved/file00.md") {
		t.Errorf("the tag is on %s", out)
	}
	write("new/moved/file00.md", "The password of door 0 is another one now.\n")
	w.await("a change in the moved folder", func(ev api.WatchEvent) bool { return ev.Changed == 1 })
	if err := os.RemoveAll(in("folder1")); err != nil {
		t.Fatal(err)
	}
	w.await("what was deleted", func(ev api.WatchEvent) bool { return ev.Deleted == 2 })
	w.await("the index", func(ev api.WatchEvent) bool { return ev.Event == "followed" })
	if got, want := listed(t, data), []string{"folder2/file02.md", "folder2/file05.md", "new/deep/er/a\nb\uFFFD.md", "new/moved/file00.md", "new/moved/file03.md"}; !cmp.Equal(got, want) {
		t.Errorf("the index has %q, want %q", got, want)
	}

	// A second process waits for the share, and takes it when the first one ends.
	second := startWatch(t, data)
	second.await("its turn", func(ev api.WatchEvent) bool { return ev.Event == "waiting" && ev.Share == "s" })
	var others sync.WaitGroup
	for i := range 3 {
		others.Go(func() {
			args := [][]string{{"scan", "--quiet"}, {"search", "--share", "s", "door", "--json"}, {"status"}}[i]
			if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
				t.Errorf("spar %s beside watch: %d: %s", args[0], exit, out)
			}
		})
	}
	others.Wait()
	write("folder2/file05.md", "Nothing is said of doors.\n")
	w.await("a change after others asked", func(ev api.WatchEvent) bool { return ev.Changed == 1 })
	w.stop()
	second.await("the share", func(ev api.WatchEvent) bool { return ev.Event == "scanned" })
	second.stop()
	ok(t, data, "check")
}

// TestWatchUnmounted takes the mount of a watched share away and gives it back.
func TestWatchUnmounted(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount")
	}
	from, root, data := crashShare(t, 5), t.TempDir(), t.TempDir()
	mount := func() {
		if err := syscall.Mount(from, root, "", syscall.MS_BIND, ""); err != nil {
			t.Skipf("this machine does not let the test mount: %v", err)
		}
	}
	mount()
	t.Cleanup(func() { syscall.Unmount(root, syscall.MNT_DETACH) })
	ok(t, data, "share", "add", "s", root)
	w := startWatch(t, data, "--interval", "1s")
	w.await("the first scan", func(ev api.WatchEvent) bool { return ev.Event == "scanned" && ev.Added == 5 })
	before := listed(t, data)
	if err := syscall.Unmount(root, syscall.MNT_DETACH); err != nil {
		t.Fatal(err)
	}
	w.await("that it cannot be reached", func(ev api.WatchEvent) bool {
		if ev.Deleted > 0 {
			t.Errorf("%d files were deleted", ev.Deleted)
		}
		return ev.Event == "unreachable"
	})
	if got := listed(t, data); !cmp.Equal(got, before) {
		t.Errorf("the index has %q, had %q", got, before)
	}
	if out := ok(t, data, "share", "list", "--json"); !strings.Contains(out, `"reachable":false`) {
		t.Errorf("share list: %s", out)
	}
	if out := ok(t, data, "status"); !strings.Contains(out, "unreachable") {
		t.Errorf("status: %s", out)
	}
	mount()
	w.await("that it can be reached again", func(ev api.WatchEvent) bool { return ev.Event == "reachable" })
	w.await("a scan", func(ev api.WatchEvent) bool { return ev.Event == "scanned" && ev.Unchanged == 5 })
	w.stop()
}

// TestWatchOnceCrashWalk ends `spar watch --once` at its durable steps, in a long run at each, and then finishes what it began.
func TestWatchOnceCrashWalk(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	const files = 4
	root := crashShare(t, files)
	for n := 1; ; n += dbtest.Stride(t) {
		data := t.TempDir()
		ok(t, data, "share", "add", "s", root)
		_, exit := runSpar(t, data, []string{fmt.Sprintf("SPAR_CRASH_AT=%d", n)}, "watch", "--once")
		if exit == exitOK {
			t.Logf("%d durable steps", n-1)
			if n < 3 {
				t.Error("hardly any steps")
			}
			return
		}
		if exit != 86 {
			t.Fatalf("step %d: exit %d", n, exit)
		}
		ok(t, data, "watch", "--once")
		settled(t, fmt.Sprintf("crash at step %d", n), data, root, files)
	}
}

// TestWatchCrashWalk kills a long-running watch at durable steps after its first scan, in a long run at each: the steps of looking at
// changed folders, and the steps that follow from that.
func TestWatchCrashWalk(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	const first, most = 8, 200                       // TestWatchOnceCrashWalk walks the steps of a first scan, which are more
	crashes, stride := 0, max(1, dbtest.Stride(t)/2) // the steps are few
	for n := first; n < most; n += stride {
		root, data := crashShare(t, 6), t.TempDir()
		ok(t, data, "share", "add", "s", root)
		w := startWatchWith(t, data, []string{fmt.Sprintf("SPAR_CRASH_AT=%d", n)})
		added, moved, deleted := 0, 0, 0
		count := func(ev api.WatchEvent) { added, moved, deleted = added+ev.Added, moved+ev.Moved, deleted+ev.Deleted }
		change := func() {
			if err := errors.Join(os.Rename(filepath.Join(root, "folder0"), filepath.Join(root, "moved")), os.RemoveAll(filepath.Join(root, "folder1")),
				os.WriteFile(filepath.Join(root, "folder2", "new.md"), []byte("The gate opens at eight.\n"), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		crashed := w.until(func(ev api.WatchEvent) bool { return ev.Event == "scanned" })
		change()
		crashed = crashed || w.until(func(ev api.WatchEvent) bool { count(ev); return added >= 1 && moved >= 2 && deleted >= 2 }) ||
			w.until(func(ev api.WatchEvent) bool { return ev.Event == "followed" })
		if !crashed {
			if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			crashed = w.until(func(api.WatchEvent) bool { return false })
		}
		ok(t, data, "watch", "--once")
		want := []string{"folder2/file02.md", "folder2/file05.md", "folder2/new.md", "moved/file00.md", "moved/file03.md"}
		if got := listed(t, data); !cmp.Equal(got, want) {
			t.Errorf("crash at step %d: the index has %q, want %q", n, got, want)
		}
		if out := ok(t, data, "check"); strings.Contains(out, "differ") {
			t.Errorf("crash at step %d: %s", n, out)
		}
		if !crashed {
			t.Logf("walked steps %d to %d", first, n-1)
			if crashes*stride < 3 {
				t.Errorf("only %d crashes", crashes)
			}
			return
		}
		crashes++
	}
	t.Errorf("no end after %d steps", most)
}

// until waits for an event that is as wanted and reports whether the process crashed before, as it was told to. One that ends
// otherwise than without an error has failed.
func (w *watched) until(is func(api.WatchEvent) bool) (crashed bool) {
	w.t.Helper()
	deadline := time.After(soon)
	for {
		select {
		case ev := <-w.events:
			if is(ev) {
				return false
			}
		case err := <-w.ended:
			switch code := w.cmd.ProcessState.ExitCode(); {
			case code == durable.CrashStatus:
				return true
			case err != nil:
				w.t.Fatalf("exit %d: %s", code, w.stderr.String())
			}
			return false
		case <-deadline:
			w.t.Fatal("nothing comes")
		}
	}
}

// TestAccessTimes uses a share on a file system that keeps every access.
func TestAccessTimes(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount")
	}
	p := newPlace(t)
	mount := p.folder(t, nil, 0o755, "strict")
	if err := syscall.Mount("tmpfs", mount, "tmpfs", syscall.MS_STRICTATIME, "size=8m"); err != nil {
		t.Skipf("this machine does not let the test mount: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(mount, syscall.MNT_DETACH) })
	root := filepath.Join(mount, "share")
	if err := os.MkdirAll(filepath.Join(root, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	paths := []string{root, filepath.Join(root, "folder")}
	for i := range 5 {
		name := filepath.Join(root, "folder", fmt.Sprintf("%d.md", i))
		if err := os.WriteFile(name, fmt.Appendf(nil, "# Gate %d\n\nThe gate opens at eight.\n", i), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name)
	}
	access := func() (times []syscall.Timespec) {
		for _, path := range paths {
			var st syscall.Stat_t
			if err := syscall.Lstat(path, &st); err != nil {
				t.Fatal(err)
			}
			times = append(times, st.Atim)
		}
		return times
	}
	if _, err := os.ReadFile(paths[2]); err != nil {
		t.Fatal(err)
	}
	before := access()
	data := p.path("data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "share", "add", "s", root)
	ok(t, data, "share", "ignore", "s", "*.tmp")
	w := startWatch(t, data, "--background", "read,embed", "--interval", "1s")
	w.await("the first scan", func(ev api.WatchEvent) bool { return ev.Event == "scanned" && ev.Added == 5 })
	w.await("another scan", func(ev api.WatchEvent) bool { return ev.Event == "scanned" && ev.Unchanged == 5 })
	w.await("that files are read in idle time", func(ev api.WatchEvent) bool { return ev.Event == "read" })
	w.stop()
	ok(t, data, "ask", "--share", "s", "when does the gate open?")
	ok(t, data, "scan")
	if after := access(); !cmp.Equal(after, before) {
		t.Errorf("access times are %v, were %v", after, before)
	}
	if _, err := os.ReadDir(paths[1]); err != nil {
		t.Fatal(err)
	}
	if after := access(); cmp.Equal(after, before) {
		t.Error("the file system does not keep accesses, so that this test shows nothing")
	}
}

// TestWatchFollowsIntoABusyFolder moves a file, and renames it, into a folder that does not become quiet for a while: the folder that it
// left is looked at first, and still the file is no other one, and keeps its tag.
func TestWatchFollowsIntoABusyFolder(t *testing.T) {
	t.Parallel()
	root, data := crashShare(t, 6), t.TempDir()
	ok(t, data, "share", "add", "s", root)
	w := startWatch(t, data)
	w.await("the first scan", func(ev api.WatchEvent) bool { return ev.Event == "scanned" && ev.Added == 6 })
	ok(t, data, "tag", "add", "Doors")
	ok(t, data, "tag", "assign", "Doors", "--path", "folder0/file00.md")
	noise := func(i int) {
		if err := os.WriteFile(filepath.Join(root, "folder1", fmt.Sprintf("noise%d.md", i)), []byte("Noise.\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	noise(0)
	if err := os.Rename(filepath.Join(root, "folder0", "file00.md"), filepath.Join(root, "folder1", "elsewhere.md")); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		time.Sleep(300 * time.Millisecond)
		noise(i + 1)
	}
	w.await("the move", func(ev api.WatchEvent) bool {
		if ev.Deleted > 0 {
			t.Errorf("%d files were taken to be deleted", ev.Deleted)
		}
		return ev.Moved == 1 || ev.Deleted > 0
	})
	if out := ok(t, data, "files", "--tag", "Doors"); !strings.Contains(out, "folder1/elsewhere.md") {
		t.Errorf("the tag is on %s", out)
	}
	if err := os.Remove(filepath.Join(root, "folder2", "file02.md")); err != nil {
		t.Fatal(err)
	}
	w.await("what was deleted", func(ev api.WatchEvent) bool { return ev.Deleted == 1 })
	w.stop()
}
