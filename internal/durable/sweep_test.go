package durable

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestSweepHeld: what a killed process left goes, and nothing else.
func TestSweepHeld(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour)
	file := func(name string, mode os.FileMode, at time.Time) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("text"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	file(".spar-export-1", 0o600, old)
	file(".spar-export-22", 0o600, old)
	file(".spar-export-3", 0o600, time.Now())
	file(".spar-export-4", 0o644, old)
	file(".spar-export-five", 0o600, old)
	file("spar-export-6", 0o600, old)
	file("elsewhere", 0o600, old)
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, ".spar-export-7")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".spar-export-8"), 0o700); err != nil {
		t.Fatal(err)
	}
	held, err := CreateHeld(dir, ".spar-export-")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := os.Chtimes(held.Name(), old, old); err != nil {
		t.Fatal(err)
	}
	want := []string{".spar-export-3", ".spar-export-4", ".spar-export-7", ".spar-export-8", ".spar-export-five",
		"elsewhere", filepath.Base(held.Name()), "spar-export-6"}
	if n := SweepHeld(dir, ".spar-export-"); n != 2 {
		t.Errorf("%d files went, want 2", n)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("there are %q, want %q", names, want)
	}
	held.Close()
	if n := SweepHeld(dir, ".spar-export-"); n != 1 {
		t.Errorf("%d files went that nobody holds any more, want 1", n)
	}
	if n := SweepHeld(filepath.Join(dir, "nowhere"), "x"); n != 0 {
		t.Error(n)
	}
}
