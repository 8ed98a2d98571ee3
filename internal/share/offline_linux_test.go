package share

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	spar "github.com/sparsearch/spar/internal/spar"
	"golang.org/x/sys/unix"
)

func TestOffline(t *testing.T) {
	for _, tt := range []struct {
		size, blocks int64
		want         bool
	}{
		{0, 0, false}, {100, 0, false}, {4096, 0, false}, {5000, 0, true}, {5000, 8, false}, {1 << 20, 1, true}, {1 << 20, 8, true}, {1 << 20, 16, false}, {100 << 10, 8, false}, {1 << 20, 2048, false},
	} {
		if got := hollow(tt.size, tt.blocks); got != tt.want {
			t.Errorf("a file of %d bytes in %d blocks: %t", tt.size, tt.blocks, got)
		}
	}
	for attributes, want := range map[uint32]bool{0x20: false, 0x1020: true, 0x400020: true, 0x40000: true, 0x80: false} {
		if dosOffline(attributes) != want {
			t.Errorf("attributes %#x: %t", attributes, !want)
		}
	}
	for kind, want := range map[int64]bool{unix.EXT4_SUPER_MAGIC: true, unix.NFS_SUPER_MAGIC: true, unix.FUSE_SUPER_MAGIC: false, cifsMagic: false, unix.V9FS_MAGIC: false} {
		if countsBlocks(kind) != want {
			t.Errorf("file system %#x: %t", kind, !want)
		}
	}
}

// TestOfflineIsLeftAsleep uses a file without blocks, as tiering systems leave it.
func TestOfflineIsLeftAsleep(t *testing.T) {
	root := t.TempDir()
	put(t, root, "awake")
	if err := os.WriteFile(filepath.Join(root, "asleep"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(root, "asleep"), 1<<20); err != nil {
		t.Fatal(err)
	}
	var st unix.Stat_t
	if err := unix.Stat(filepath.Join(root, "asleep"), &st); err != nil || st.Blocks != 0 {
		t.Skipf("the file system of the test gives a hole %d blocks: %v", st.Blocks, err)
	}
	for e, err := range walkEntries(t.Context(), root, WalkOptions{}) {
		if err != nil || e.Offline != (e.Path == "asleep") {
			t.Errorf("%+v, %v", e, err)
		}
	}
	for e, err := range walkEntries(t.Context(), root, WalkOptions{Sleep: SleepNever}) {
		if err != nil || e.Offline {
			t.Errorf("%+v, %v", e, err)
		}
	}
	_, err := Open(root, "asleep")
	if state, reason := Refusal(err); !errors.Is(err, ErrOffline) || state != spar.Offline || reason != OfflineReason {
		t.Errorf("%v is %s: %s", err, state, reason)
	}
	if now, err := Stat(root, "asleep"); err != nil || !now.Offline || now.Size != 1<<20 || now.Path != "asleep" {
		t.Errorf("%+v, %v", now, err)
	}
	for _, o := range []OpenOptions{{Wake: true}, {Sleep: SleepNever}} {
		f, err := OpenWith(root, "asleep", o)
		if err != nil {
			t.Errorf("%+v: %v", o, err)
			continue
		}
		f.Close()
	}
}

// TestStatOpensNothing looks at a file that nobody may open.
func TestStatOpensNothing(t *testing.T) {
	root := t.TempDir()
	p := put(t, root, "f")
	if err := os.Chmod(p, 0); err != nil {
		t.Fatal(err)
	}
	if e, err := Stat(root, "f"); err != nil || e.Size != 7 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestPassing(t *testing.T) {
	for _, err := range []error{unix.EIO, unix.ESTALE, unix.ENOTCONN, &os.PathError{Op: "stat", Err: unix.EHOSTDOWN}} {
		if !Passing(err) {
			t.Errorf("%v says something of a file", err)
		}
	}
	for _, err := range []error{nil, unix.EACCES, unix.ENOENT, os.ErrPermission, ErrOffline} {
		if Passing(err) {
			t.Errorf("%v passes", err)
		}
	}
}
