package share

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestWay compares the folders and the file of a way with a walk's entries of the same names.
func TestWay(t *testing.T) {
	root := t.TempDir()
	put(t, root, "a/b/c.txt")
	put(t, root, "top.txt")
	want := map[string]Entry{}
	for e, err := range walkEntries(t.Context(), root, WalkOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		want[e.Path] = e
	}
	for path, folders := range map[string][]string{"a/b/c.txt": {".", "a", "a/b"}, "top.txt": {"."}} {
		way := Way{File: want[path]}
		for _, d := range folders {
			way.Folders = append(way.Folders, want[d])
		}
		looked, err := Look(root, path, Lists{Read: true})
		if diff := cmp.Diff(way, looked, cmpopts.EquateErrors()); diff != "" || err != nil {
			t.Errorf("look at %s: %v: -want +got\n%s", path, err, diff)
		}
		f, opened, err := OpenWay(root, path, OpenOptions{Lists: Lists{Read: true}})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		opened.File, err = Described(f, Lists{Read: true})
		opened.File.Path = path
		if diff := cmp.Diff(way, opened, cmpopts.EquateErrors()); diff != "" || err != nil {
			t.Errorf("open %s: %v: -want +got\n%s", path, err, diff)
		}
	}
	if a := (Way{}).Access(1); a.Known() {
		t.Error("nothing leads somewhere")
	}
}

// TestWayRefuses refuses a way through links, out of the root, or to anything but a file.
func TestWayRefuses(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	put(t, root, "a/c.txt")
	put(t, outside, "secret.txt")
	for name, to := range map[string]string{"link": outside, "a/up": "..", "a/l.txt": "c.txt"} {
		if err := os.Symlink(to, filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	tests := []struct {
		path string
		is   error
	}{
		{"link/secret.txt", ErrLink}, {"a/up/a/c.txt", ErrLink}, {"a/l.txt", ErrLink}, {"a", ErrSpecial}, {"../" + filepath.Base(outside) + "/secret.txt", os.ErrInvalid},
		{"a/none.txt", os.ErrNotExist}, {"none/c.txt", os.ErrNotExist}, {".", os.ErrInvalid},
	}
	for _, tt := range tests {
		if _, err := Look(root, tt.path, Lists{}); !errors.Is(err, tt.is) {
			t.Errorf("look at %s: %v, want %v", tt.path, err, tt.is)
		}
		if f, _, err := OpenWay(root, tt.path, OpenOptions{}); !errors.Is(err, tt.is) {
			t.Errorf("open %s: %v, want %v", tt.path, err, tt.is)
			f.Close()
		}
	}
	if _, err := Look(root, "a/c.txt/d", Lists{}); err == nil {
		t.Error("a file led on")
	}
}

func BenchmarkLook(b *testing.B) {
	root := b.TempDir()
	for _, depth := range []int{1, 4, 8} {
		dir := root
		for i := range depth - 1 {
			dir = filepath.Join(dir, strconv.Itoa(i))
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "f.txt"), []byte("text"), 0o644); err != nil {
			b.Fatal(err)
		}
		path, err := filepath.Rel(root, filepath.Join(dir, "f.txt"))
		if err != nil {
			b.Fatal(err)
		}
		path = filepath.ToSlash(path)
		b.Run("stat/"+strconv.Itoa(depth), func(b *testing.B) {
			for b.Loop() {
				if _, err := Stat(root, path); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("way/"+strconv.Itoa(depth), func(b *testing.B) {
			for b.Loop() {
				if _, err := Look(root, path, Lists{Read: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
