package share

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
	"golang.org/x/sys/unix"
)

func TestSpecialFiles(t *testing.T) {
	root, err := os.MkdirTemp("", "s") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(root)
	if err := unix.Mkfifo(filepath.Join(root, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(root, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for e, err := range walkEntries(t.Context(), root, WalkOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Path != Root && (e.Kind != Special || SpecialReason(e.Mode) == "") {
			t.Errorf("%+v", e)
		}
	}
	for _, p := range []string{"fifo", "socket"} {
		_, err := Open(root, p) // must not wait for a writer
		if state, _ := Refusal(err); !errors.Is(err, ErrSpecial) || state != spar.Special {
			t.Errorf("%s: %v", p, err)
		}
	}
	if _, err := Open("/dev", "null"); !errors.Is(err, ErrSpecial) {
		t.Errorf("/dev/null: %v", err)
	}
}

func TestOpenLeavesTheAccessTime(t *testing.T) {
	root := t.TempDir()
	p := put(t, root, "f")
	long := time.Now().Add(-90 * 24 * time.Hour) // even relatime would change it
	if err := os.Chtimes(p, long, time.Now()); err != nil {
		t.Fatal(err)
	}
	f, err := Open(root, "f")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	var st unix.Stat_t
	if err := unix.Stat(p, &st); err != nil {
		t.Fatal(err)
	}
	if got := time.Unix(st.Atim.Unix()); !got.Equal(long) {
		t.Errorf("the access time is %v, was %v", got, long)
	}
}

// TestStepwise runs the way that old kernels take.
func TestStepwise(t *testing.T) {
	root := t.TempDir()
	put(t, root, "a/b/f")
	for from, to := range map[string]string{"l": "a", "a/l": "f", "a/b/up": ".."} {
		if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := openRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	for _, tt := range []struct {
		path string
		want error
	}{
		{"a/b/f", nil}, {"a", nil}, {"no", unix.ENOENT}, {"a/b/f/g", unix.ENOTDIR},
		{"l/b/f", unix.ELOOP}, {"a/b/up/b/f", unix.ELOOP}, {"a/l", unix.ELOOP},
	} {
		for name, open := range map[string]func(string, int) (int, error){"open": r.open, "openStepwise": r.openStepwise} {
			fd, err := open(tt.path, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC)
			if err == nil {
				unix.Close(fd)
			}
			if !errors.Is(err, tt.want) {
				t.Errorf("%s(%q): %v, want %v", name, tt.path, err, tt.want)
			}
		}
	}
}

func FuzzNextDirent(f *testing.F) {
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x18\x00\x08name\x00"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		for n := 0; ; n++ {
			_, _, rest, ok := nextDirent(b)
			if !ok {
				return
			}
			if len(rest) >= len(b) {
				t.Fatal("no progress")
			}
			b = rest
		}
	})
}
