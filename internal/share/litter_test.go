package share

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLitter says of names that look alike which of them are litter.
func TestLitter(t *testing.T) {
	r, bad, err := ReadRules(t.TempDir(), nil, Litter()...)
	if err != nil || bad != 0 {
		t.Fatal(bad, err)
	}
	for _, tc := range []struct {
		path   string
		folder bool
		want   string
	}{
		{"a/.DS_Store", false, ".DS_Store"}, {"a/._plan.docx", false, "._*"}, {"a/_plan.docx", false, ""}, {".a", false, ""},
		{"a/~$plan.docx", false, "~$*"}, {"a/~plan.docx", false, ""}, {"~WRL0001.tmp", false, "~WRL*.tmp"}, {"results.tmp", false, ""},
		{".~lock.plan.odt#", false, ".~lock.*#"}, {".~lock.plan.odt", false, ""}, {"~lock.#", false, ""}, {".plan.md.swp", false, ".*.swp"}, {"plan.swp", false, ""},
		{"Thumbs.db", false, "Thumbs.db"}, {"thumbs.db.pdf", false, ""}, {"desktop.ini", false, "desktop.ini"}, {"my-desktop.ini", false, ""},
		{"$RECYCLE.BIN", true, "$RECYCLE.BIN/"}, {"$RECYCLE.BIN", false, ""}, {".Trash-1000", true, ".Trash-*/"}, {"#recycle", true, `\#recycle/`}, {"recycle", true, ""},
		{"x/@eaDir", true, "@eaDir/"}, {".snapshot", true, ".snapshot/"}, {"snapshot", true, ""}, {"x/.git", true, ".git"}, {"x/.git", false, ".git"},
		{"x/.gitignore", false, ""}, {"x/.github", true, ""}, {"CVS", true, ""}, {"lost+found", true, ""}, {"notes.md~", false, ""},
		{"lib/__pycache__", true, "__pycache__/"}, {"__pycache__", false, ""}, {"pycache", true, ""},
	} {
		if got := r.Ignored(tc.path, tc.folder); got != tc.want {
			t.Errorf("%s is left out by %q, want %q", tc.path, got, tc.want)
		}
	}
}

// TestKeep has a walk yield litter that is kept, and nothing beside it.
func TestKeep(t *testing.T) {
	root := t.TempDir()
	for _, p := range []string{"a.txt", "Thumbs.db", "b/Thumbs.db", ".git/config", ".git/objects/aa/bb", ".git/objects/aa/cc", ".git/hooks/x", "b/.tmp/x", "b/.tmp/Thumbs.db"} {
		put(t, root, p)
	}
	put(t, root, IgnoreFile)
	r, _, err := ReadRules(root, []string{".tmp/", ".sparignore"}, Litter()...)
	if err != nil {
		t.Fatal(err)
	}
	walked := func() (files []string, ignored map[string]int) {
		ignored = map[string]int{}
		for l, err := range Walk(t.Context(), root, WalkOptions{Ignore: r}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range l.Entries {
				files = append(files, e.Path)
			}
			for rule, n := range l.Ignored {
				ignored[rule] += n
			}
		}
		slices.Sort(files)
		return files, ignored
	}
	files, ignored := walked()
	if want := []string{"a.txt"}; !cmp.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	if want := map[string]int{"Thumbs.db": 2, ".git": 1, ".tmp/": 1, ".sparignore": 1}; !maps.Equal(ignored, want) {
		t.Errorf("left out are %v, want %v", ignored, want)
	}
	for p, want := range map[string]bool{"Thumbs.db": true, ".git/objects/aa/bb": true, "a.txt": false, "b/.tmp/Thumbs.db": false, "b/.tmp/x": false} {
		if got := r.Litter(p); got != want {
			t.Errorf("%s is litter: %v", p, got)
		}
	}
	r.Keep([][]byte{[]byte("b/Thumbs.db"), []byte(".git/objects/aa/bb"), []byte("b/.tmp/Thumbs.db")})
	files, ignored = walked()
	if want := []string{".git/objects/aa/bb", "a.txt", "b/Thumbs.db"}; !cmp.Equal(files, want) {
		t.Errorf("with what is kept: files %q, want %q", files, want)
	}
	if want := map[string]int{"Thumbs.db": 1, ".git": 3, ".tmp/": 1, ".sparignore": 1}; !maps.Equal(ignored, want) {
		t.Errorf("with what is kept: left out are %v, want %v", ignored, want)
	}
}

func BenchmarkIgnored(b *testing.B) {
	r, _, err := ReadRules(b.TempDir(), nil, Litter()...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r.Ignored("finance/2024/reports/quarter-3 final.docx", false) != "" {
			b.Fatal("it is no litter")
		}
	}
}
