package share

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	spar "github.com/sparsearch/spar/internal/spar"
)

func put(t testing.TB, parts ...string) string {
	t.Helper()
	p := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte("content"), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// walkEntries yields all entries of a walk, a folder before those in it.
func walkEntries(ctx context.Context, root string, o WalkOptions) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for l, err := range Walk(ctx, root, o) {
			if err != nil {
				yield(Entry{}, err)
				return
			}
			if !yield(l.Dir, nil) {
				return
			}
			for _, e := range l.Entries {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

func paths(t *testing.T, root string, o WalkOptions) []string {
	t.Helper()
	var got []string
	for e, err := range walkEntries(t.Context(), root, o) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Err != nil {
			t.Errorf("%q: %v", e.Path, e.Err)
		}
		if len(got) == 0 && e.Path != Root {
			t.Errorf("the first entry is %q", e.Path)
		}
		got = append(got, e.Path)
	}
	slices.Sort(got)
	return got
}

func TestWalk(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	put(t, outside, "secret")
	put(t, root, "a")
	put(t, root, "d/e/f/b")
	put(t, root, "d/.spar/own")
	put(t, root, "data/catalog.db")
	put(t, root, "d/data/kept")
	put(t, root, "a\nb\xff")
	for i, to := range []string{outside, "..", "loop"} {
		if err := os.Symlink(to, filepath.Join(root, []string{"out", "d/up", "loop"}[i])); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{".", "a", "a\nb\xff", "d", "d/data", "d/data/kept", "d/e", "d/e/f", "d/e/f/b", "d/up", "loop", "out"}
	for _, workers := range []int{0, 1, 50} {
		if got := paths(t, root, WalkOptions{Workers: workers, Skip: []string{filepath.Join(root, "data"), outside}}); !cmp.Equal(got, want) {
			t.Errorf("%d workers: %q, want %q", workers, got, want)
		}
	}
	for e, err := range walkEntries(t.Context(), root, WalkOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(filepath.Join(root, e.Path))
		if err != nil {
			t.Fatal(err)
		}
		if e.Mode != info.Mode() || e.Size != info.Size() || !e.ModTime.Equal(info.ModTime()) || e.Kind != kindOf(info.Mode()) {
			t.Errorf("%+v, want %v %d %v", e, info.Mode(), info.Size(), info.ModTime())
		}
	}
}

func TestWalkManyFolders(t *testing.T) {
	root := t.TempDir()
	want := []string{"."}
	for _, d := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		want = append(want, d)
		for _, f := range strings.Split("0123456789", "") {
			put(t, root, d, f)
			want = append(want, d+"/"+f)
		}
	}
	big := strings.Repeat("x", 200)
	want = append(want, "many")
	for i := range 2000 { // several buffers of one folder
		name := big + string(rune('a'+i%26)) + strings.Repeat("y", i/26%40) + string(rune('a'+i/1040))
		put(t, root, "many", name)
		want = append(want, "many/"+name)
	}
	slices.Sort(want)
	if got := paths(t, root, WalkOptions{}); !cmp.Equal(got, slices.Compact(want)) {
		t.Errorf("%d entries, want %d", len(got), len(want))
	}
}

// TestWalkDeep makes a path that is longer than any call takes.
func TestWalkDeep(t *testing.T) {
	root := t.TempDir()
	name := strings.Repeat("d", 250)
	at, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"."}
	for i := range 20 {
		if err := at.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
		next, err := at.OpenRoot(name)
		at.Close()
		if err != nil {
			t.Fatal(err)
		}
		at = next
		want = append(want, strings.TrimPrefix(strings.Repeat("/"+name, i+1), "/"))
	}
	f, err := at.Create("file")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	at.Close()
	want = append(want, want[20]+"/file")
	if got := paths(t, root, WalkOptions{}); !cmp.Equal(got, want) {
		t.Errorf("%d entries, want %d", len(got), len(want))
	}
	f, err = Open(root, want[21])
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

func TestWalkEnds(t *testing.T) {
	root := t.TempDir()
	for _, d := range strings.Split("abcdefghij", "") {
		put(t, root, d, d, "f")
	}
	last := func(ctx context.Context, root string, stop int) (n int, last error) {
		for _, err := range Walk(ctx, root, WalkOptions{}) {
			if last != nil {
				t.Error("something came after the error")
			}
			if last = err; err == nil {
				n++
			}
			if n == stop {
				break
			}
		}
		return n, last
	}
	if n, err := last(t.Context(), root, 3); n != 3 || err != nil {
		t.Errorf("stopped early: %d entries, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := last(ctx, root, -1); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %d entries, %v", n, err)
	}
	if n, err := last(t.Context(), filepath.Join(root, "no"), -1); n != 0 || spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("no root: %d entries, %v", n, err)
	}
	if n, err := last(t.Context(), filepath.Join(root, "a/a/f"), -1); n != 0 || spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("a file as root: %d entries, %v", n, err)
	}
	// The root goes away during the walk.
	n := 0
	var end error
	for _, err := range Walk(t.Context(), root, WalkOptions{Workers: 1}) {
		if n == 0 {
			if err := os.Rename(root, root+".gone"); err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(root + ".gone")
		}
		n++
		end = err
	}
	if spar.CodeOf(end) != spar.Unavailable {
		t.Errorf("a root that went away: %v", end)
	}
}

func TestOpen(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	secret := put(t, outside, "secret")
	put(t, root, "d/file")
	put(t, root, "d/a\nb\xff")
	if err := os.Mkdir(filepath.Join(root, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"link": "d/file", "out": secret, "d/dirlink": outside, "in": "d"} {
		if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{"d/file", "d/a\nb\xff"} {
		f, err := Open(root, p)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(f); err != nil || string(b) != "content" {
			t.Errorf("%q holds %q, %v", p, b, err)
		}
		if _, err := f.Write([]byte("x")); err == nil {
			t.Errorf("%q could be written to", p)
		}
		f.Close()
	}
	for _, tt := range []struct {
		path  string
		want  error
		state spar.State
	}{
		{"no", fs.ErrNotExist, spar.Vanished},
		{"d/file/no", nil, spar.Vanished},
		{"link", ErrLink, spar.Special},
		{"out", ErrLink, spar.Special},
		{"d/dirlink/secret", ErrLink, spar.Special},
		{"in/file", ErrLink, spar.Special},
		{"folder", ErrSpecial, spar.Special},
		{".", fs.ErrInvalid, spar.Denied},
		{"", fs.ErrInvalid, spar.Denied},
		{"../" + filepath.Base(outside) + "/secret", fs.ErrInvalid, spar.Denied},
		{"d/../d/file", fs.ErrInvalid, spar.Denied},
		{secret, fs.ErrInvalid, spar.Denied},
		{"d/file\x00", fs.ErrInvalid, spar.Denied},
	} {
		f, err := Open(root, tt.path)
		if err == nil {
			f.Close()
			t.Errorf("%q was opened", tt.path)
			continue
		}
		state, reason := Refusal(err)
		if tt.want != nil && !errors.Is(err, tt.want) || state != tt.state || reason == "" || spar.CodeOf(err) == spar.Unavailable {
			t.Errorf("%q: %v (%s: %s), want %v (%s)", tt.path, err, state, reason, tt.want, tt.state)
		}
	}
	if _, err := Open(filepath.Join(root, "no root"), "f"); spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("no root: %v", err)
	}
}

func TestRefusal(t *testing.T) {
	err := &fs.PathError{Op: "open", Path: "a\nb", Err: errors.New("input/output error")}
	if state, reason := Refusal(err); state != spar.Denied || strings.Contains(reason, "\n") || !strings.Contains(reason, "input/output") {
		t.Errorf("%s: %s", state, reason)
	}
	if state, reason := Refusal(fs.ErrPermission); state != spar.Denied || !strings.Contains(reason, "right to read") {
		t.Errorf("%s: %s", state, reason)
	}
}
