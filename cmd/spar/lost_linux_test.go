package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLostCatalog takes the catalog away, which must not look as if there never had been one.
func TestLostCatalog(t *testing.T) {
	p := newPlace(t)
	root, data := smallShare(t, p), p.path("data")
	p.must(t, exitOK, call{data: data, args: []string{"ask", root, "when does the gate open?"}})
	left, err := filepath.Glob(filepath.Join(data, "catalog.db*"))
	if err != nil || len(left) == 0 {
		t.Fatal(left, err)
	}
	for _, name := range left {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, says := range []bool{true, false} {
		r := p.must(t, exitOK, call{data: data, args: []string{"status"}})
		if strings.Contains(r.err, "the catalog is gone") != says {
			t.Errorf("a notice %v, but: %s", says, r.err)
		}
	}
}

// TestReadOnlyData puts the data directory on a file system that became read-only.
func TestReadOnlyData(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount a disk")
	}
	p := newPlace(t)
	disk := p.folder(t, nil, 0o700, "disk")
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=16m,mode=0700"); err != nil {
		t.Skipf("this machine does not let the test mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	p.must(t, exitOK, call{data: disk, args: []string{"share", "add", "s", smallShare(t, p)}})
	if err := syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	r := p.must(t, exitUnavailable, call{data: disk, args: []string{"status"}})
	if !strings.Contains(r.err, "read-only: have it mounted for writing") {
		t.Errorf("no remedy: %s", r.err)
	}
}
