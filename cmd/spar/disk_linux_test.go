package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
)

// wordyShare makes a share of files that each hold a word of their own among many others, and some of the size that the
// smallest disks of the tests cannot keep. It is checked by settled.
func wordyShare(t *testing.T, files int) (root string) {
	t.Helper()
	root = crashShare(t, files)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range files {
		var b strings.Builder
		fmt.Fprintf(&b, "# Note %d\n\nThe password of door %d is keyword%02d.\n\n# Other things\n\n", i, i, i)
		for range 3000 {
			fmt.Fprintf(&b, "%c%c%c%d ", 'a'+random.IntN(26), 'a'+random.IntN(26), 'a'+random.IntN(26), random.IntN(100))
		}
		name := fmt.Sprintf("%s/folder%d/file%02d.md", root, i%3, i)
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestFullDisk gives the data directory a disk that is too small, at many sizes, so that it is full at many points. The
// program says so and what to do; with more room the same command goes on, and nothing is lost or twice.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount a small disk")
	}
	p := newPlace(t)
	const files = 24
	root := wordyShare(t, files)
	full, thirds := 0, 4 // how much larger the next disk is
	if dbtest.Long() {
		thirds = 1
	}
	for kb := 16; kb <= 4096; kb += kb * thirds / 3 {
		t.Run(fmt.Sprintf("%d kB", kb), func(t *testing.T) {
			disk := p.folder(t, nil, 0o700, fmt.Sprintf("disk%d", kb))
			if err := syscall.Mount("none", disk, "tmpfs", 0, fmt.Sprintf("size=%dk,mode=0700", kb)); err != nil {
				t.Skipf("this machine does not let the test mount: %v", err)
			}
			t.Cleanup(func() {
				if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
					t.Error(err)
				}
			})
			commands := [][]string{{"share", "add", "s", root}, {"scan"}, {"ask", "--share", "s", "which password?"}}
			for i, args := range commands {
				r := p.run(t, call{data: disk, args: args})
				if r.exit == exitOK {
					continue
				}
				full++
				if r.exit != exitUnavailable || !strings.Contains(r.err, "disk") || !strings.Contains(r.err, "full") || !strings.Contains(r.err, "free some space") {
					t.Errorf("spar %s: exit %d: %s", args[0], r.exit, r.err)
				}
				// There is room again.
				if err := syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT, "size=256m,mode=0700"); err != nil {
					t.Fatal(err)
				}
				for _, args := range commands[i:] {
					if r := p.run(t, call{data: disk, args: args}); r.exit != exitOK && r.exit != exitConflict {
						t.Fatalf("spar %s with more room: exit %d: %s", args[0], r.exit, r.err)
					}
				}
				break
			}
			settled(t, fmt.Sprintf("%d kB", kb), disk, root, files)
		})
	}
	if full == 0 && !t.Failed() {
		t.Skip("no disk was too small")
	}
	t.Logf("%d disks were full", full)
}

// TestFileSizeLimit is TestFullDisk for a limit on the size of files, which needs no privileges.
func TestFileSizeLimit(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell that sets limits: ", err)
	}
	p := newPlace(t)
	const files = 24
	root := wordyShare(t, files)
	hit := 0
	for _, blocks := range []int{64, 300, 600, 1200} { // of 512 bytes, in a POSIX shell
		data := p.path(fmt.Sprintf("data%d", blocks))
		for _, args := range [][]string{{"share", "add", "s", root}, {"scan"}, {"ask", "--share", "s", "which password?"}} {
			c := call{data: data, args: args}
			cmd := p.command(t.Context(), c)
			cmd.Path, cmd.Args = shell, append([]string{"sh", "-c", fmt.Sprintf(`ulimit -f %d; exec "$0" "$@"`, blocks), p.bin}, args...)
			out, err := cmd.CombinedOutput()
			if err == nil {
				continue
			}
			hit++
			if code := cmd.ProcessState.ExitCode(); code != exitUnavailable || !strings.Contains(string(out), "ulimit -f") {
				t.Errorf("%d blocks: spar %s: exit %d: %s", blocks, args[0], code, out)
			}
			if r := p.run(t, c); r.exit != exitOK && r.exit != exitConflict {
				t.Fatalf("%d blocks: spar %s without the limit: exit %d: %s", blocks, args[0], r.exit, r.err)
			}
		}
		settled(t, fmt.Sprintf("%d blocks", blocks), data, root, files)
	}
	if hit == 0 {
		t.Error("no limit was hit")
	}
}

// TestFullTarget saves a data directory to a disk that has no room for it: the message names that disk, and not the one of the data
// directory.
func TestFullTarget(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount")
	}
	dir, root := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "s")
	harvests(t, dir, root, 3)
	if status, text := tells(t, dir, "ws", "create", "w", "--share", "s"); status != exitOK {
		t.Fatal(text)
	}
	backup := filepath.Join(t.TempDir(), "b.tar")
	if status, text := tells(t, dir, "backup", backup); status != exitOK {
		t.Fatal(text)
	}
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=100k,mode=0700"); err != nil {
		t.Skipf("this machine does not let the test mount: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	for _, args := range [][]string{
		{"backup", filepath.Join(disk, "b.tar")}, {"backup", filepath.Join(disk, "b")}, {"restore", backup, "--data", filepath.Join(disk, "d")},
		{"ws", "export", "w", filepath.Join(disk, "w.tar")},
	} {
		if args[0] == "ws" {
			if err := os.WriteFile(filepath.Join(disk, "rest"), make([]byte, 1<<20), 0o600); err == nil {
				t.Fatal("the disk is not full")
			}
		}
		status, text := tells(t, dir, args...)
		if status == exitOK || !strings.Contains(text, "the disk of "+disk+" is full") {
			t.Errorf("spar %q: %d %s", args, status, text)
		}
		if left, err := filepath.Glob(filepath.Join(disk, ".*")); err != nil || len(left) > 0 {
			t.Errorf("spar %q leaves %q", args, left)
		}
	}
}
