package share

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	spar "github.com/sparsearch/spar/internal/spar"
)

// left is the paths that a walk with rules yields, without folders.
func left(t *testing.T, root string, rules []string) []string {
	t.Helper()
	r, _, err := ReadRules(root, rules)
	if err != nil {
		t.Fatal(err)
	}
	o := WalkOptions{}
	if r != nil {
		o.Ignore = r
	}
	var got []string
	for l, err := range Walk(t.Context(), root, o) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Entries {
			got = append(got, e.Path)
		}
	}
	slices.Sort(got)
	return got
}

// TestIgnoreIsGitignore compares what rules leave with what git leaves.
func TestIgnoreIsGitignore(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git to compare with")
	}
	root := t.TempDir()
	for _, p := range []string{
		"a.tmp", "b.txt", "#c", "!d", "build/x", "build/y.txt", "src/build/z", "src/a.tmp", "src/deep/er/a.tmp", "src/deep/keep.tmp", "doc/a.pdf", "doc/b/c.pdf",
		"x{1}.txt", "x1.txt", "foo/bar", "foo/baz/bar", "bar", "a b ", "[x]", "log1", "log2", "logs/1", "~$open.docx", "Thumbs.db", "deep/foo/bar/baz",
	} {
		put(t, root, p)
	}
	for _, rules := range [][]string{
		{"*.tmp"}, {"build"}, {"build/"}, {"/build"}, {"src/*.tmp"}, {"**/er/*.tmp"}, {"src/**"}, {"src/**/a.tmp"}, {"**/build"}, {"doc/*.pdf"}, {"*.tmp", "!keep.tmp"},
		{"src/deep", "!src/deep/keep.tmp"}, {"x{1}.txt"}, {`\#c`, `\!d`}, {"# a comment", "", "log[12]"}, {"log[!1]"}, {"log?"}, {"foo/bar"}, {"/foo/*/bar"}, {"bar"}, {"*", "!*.txt"},
		{"/*", "!/doc"}, {"~$*", "Thumbs.db"}, {`a b\ `}, {"foo/**/baz"}, {"**/foo/**"}, {"doc/**/"}, {"*.PDF"}, {"b.txt "}, {`\[x\]`}, {"!b.txt", "b.txt"},
	} {
		if err := os.WriteFile(filepath.Join(root, ".git-rules"), []byte(strings.Join(rules, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(git, "-c", "core.quotePath=false", "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-from=.git-rules")
		cmd.Dir = root
		gitDir := filepath.Join(t.TempDir(), "git")
		if out, err := exec.Command(git, "init", "-q", "--bare", gitDir).CombinedOutput(); err != nil {
			t.Skipf("git cannot be used: %s", out)
		}
		cmd.Env = append(os.Environ(), "GIT_DIR="+gitDir, "GIT_WORK_TREE="+root)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		slices.Sort(want)
		want = slices.DeleteFunc(want, func(p string) bool { return p == ".git-rules" || p == "" })
		got := slices.DeleteFunc(left(t, root, rules), func(p string) bool { return p == ".git-rules" })
		if len(want) == 0 {
			want = nil
		}
		if len(got) == 0 {
			got = nil
		}
		if !cmp.Equal(got, want) {
			t.Errorf("%q: %s", rules, cmp.Diff(want, got))
		}
	}
}

func TestIgnoreFile(t *testing.T) {
	root := t.TempDir()
	for _, p := range []string{"a.tmp", "b.log", "c.txt"} {
		put(t, root, p)
	}
	if err := os.WriteFile(filepath.Join(root, IgnoreFile), []byte("*.tmp\r\n/\n*.log\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := left(t, root, []string{"!b.log"}), []string{IgnoreFile, "b.log", "c.txt"}; !cmp.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
	r, bad, err := ReadRules(root, nil)
	if err != nil || bad != 1 {
		t.Errorf("%d bad rules, %v", bad, err)
	}
	if got, want := r.Ignored("x/a.tmp", false), ".sparignore: *.tmp"; got != want {
		t.Errorf("the rule is %q, want %q", got, want)
	}
	ignored := map[string]int{}
	for l, err := range Walk(t.Context(), root, WalkOptions{Ignore: r}) {
		if err != nil {
			t.Fatal(err)
		}
		for rule, n := range l.Ignored {
			ignored[rule] += n
		}
	}
	if want := map[string]int{".sparignore: *.tmp": 1, ".sparignore: *.log": 1}; !cmp.Equal(ignored, want) {
		t.Errorf("ignored are %v, want %v", ignored, want)
	}
	for _, rule := range []string{"/", "!", "a[", "x/[b-a"} {
		if _, err := ParseRules([]string{"ok", rule}); spar.CodeOf(err) != spar.Invalid && !strings.Contains(rule, "[") {
			t.Errorf("%q: %v", rule, err)
		}
	}
	if _, _, err := ReadRules(filepath.Join(root, "gone"), nil); spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("a root that is gone: %v", err)
	}
}

func FuzzIgnored(f *testing.F) {
	f.Add("*.tmp\n!a/**/b\n[", "x/a.tmp")
	f.Fuzz(func(t *testing.T, lines, p string) {
		r := &Rules{}
		for line := range strings.SplitSeq(lines, "\n") {
			_ = r.add(line)
		}
		if !validPath(p) {
			return
		}
		rule := r.Ignored(p, false)
		if rule != "" && !strings.Contains(lines, rule) {
			t.Fatalf("%q is no rule", rule)
		}
	})
}
