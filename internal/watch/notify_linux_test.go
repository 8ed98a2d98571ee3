package watch

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/share"
)

func TestNotifier(t *testing.T) {
	root := t.TempDir()
	for _, d := range []string{"a", "b/c"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	n, err := Listen(root)
	if err != nil {
		t.Fatal(err)
	}
	if n == nil {
		t.Skip("the file system of the test tells of no changes")
	}
	defer n.Close()
	for _, d := range []string{share.Root, "a", "b", "b/c", "gone"} {
		if err := n.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	in := func(p string) string { return filepath.Join(root, p) }
	for _, tt := range []struct {
		do   func() error
		want Event
	}{
		{func() error { return os.WriteFile(in("a/f"), []byte("x"), 0o644) }, Event{Folder: "a"}},
		{func() error { return os.WriteFile(in("top"), nil, 0o644) }, Event{Folder: "."}},
		{func() error { return os.WriteFile(in("a/f"), []byte("y"), 0o644) }, Event{Folder: "a", Wrote: "a/f"}},
		{func() error { return os.Rename(in("a/f"), in("b/c/f\n\xff")) }, Event{Folder: "b/c"}},
		{func() error { return os.Chmod(in("b/c/f\n\xff"), 0o600) }, Event{Folder: "b/c"}},
		{func() error { return os.Chmod(in("b/c"), 0o700) }, Event{Folder: "b/c"}},
		{func() error { return os.Mkdir(in("a/new"), 0o755) }, Event{Folder: "a/new", Deep: true}},
		{func() error { return os.Rename(in("b/c"), in("a/c")) }, Event{Folder: "a/c", Deep: true}},
		{func() error { return os.Remove(in("a/new")) }, Event{Folder: "a"}},
	} {
		if err := tt.do(); err != nil {
			t.Fatal(err)
		}
		deadline := time.After(2 * time.Minute)
		for found := false; !found; {
			select {
			case e := <-n.Events():
				found = e == tt.want
			case <-deadline:
				t.Fatalf("%+v did not come", tt.want)
			}
		}
	}
}

func TestNoEventsElsewhere(t *testing.T) {
	for kind, want := range map[string]bool{"ext4": true, "xfs": true, "tmpfs": true, "nfs4": false, "cifs": false, "fuse.sshfs": false, "9p": false, "": false} {
		if got := tells(share.Mount{Path: ".", Type: kind}); got != want {
			t.Errorf("%q tells of changes: %t", kind, got)
		}
	}
}
