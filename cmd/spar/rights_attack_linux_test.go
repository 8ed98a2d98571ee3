package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRightsUnderAttack changes a share between scans and questions, like people who may write to some of its folders, and like editors:
// renames over, swaps of folders, other modes, saves under a closed umask, relocations. In between the superuser has SPAR read everything
// it finds. Any text that somebody else then sees is text that they may read at that moment. Facts told without looking at files were at
// least readable once. SPAR_LONG=1 makes 2,000 steps.
func TestRightsUnderAttack(t *testing.T) {
	t.Parallel()
	account(t, "nobody")
	steps := 50
	if os.Getenv("SPAR_LONG") == "1" {
		steps = 2000
	}
	seed := uint64(12)
	if n, err := strconv.ParseUint(os.Getenv("SPAR_SEED"), 10, 64); err == nil {
		seed = n
	}
	a := newAttack(t, seed)
	for range steps {
		for range 1 + a.r.IntN(3) {
			a.change()
		}
		switch a.r.IntN(8) {
		case 0:
			a.spar(exitOK, "scan")
			a.relocated = false
			a.look()
		case 1, 2:
			a.spar(-1, "search", "what is in the note about the garden?", "-k", "100", "--json")
		}
		for range 2 {
			a.ask()
		}
	}
	t.Logf("%d steps, %d markers were shown, %d files made", steps, a.shown, a.made)
	if a.shown < steps/4 {
		t.Errorf("only %d markers were shown in %d steps: the attack looks at nothing", a.shown, steps)
	}
}

// An attack is a share under change, with what the test knows of it. Each content has a marker of its own.
type attack struct {
	t         *testing.T
	r         *rand.Rand
	data      string
	roots     []string
	at        int // of roots
	relocated bool
	made      int
	ever      map[string]bool // markers that others could read once
	log       []string        // of the steps
	shown     int
}

var attackFolders = []string{".", "open", "closed", "open/deep"}

func newAttack(t *testing.T, seed uint64) *attack {
	a := &attack{t: t, r: rand.New(rand.NewPCG(seed, 1)), ever: map[string]bool{}}
	top, err := os.MkdirTemp("", "spar-attack-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	a.data, a.roots = filepath.Join(top, "data"), []string{filepath.Join(top, "one"), filepath.Join(top, "two")}
	a.must(os.MkdirAll(a.data, 0o700))
	for i, root := range a.roots {
		for _, d := range attackFolders {
			a.must(os.MkdirAll(filepath.Join(root, d), 0o755))
			for n := range 4 {
				mode := fs.FileMode(0o644)
				if n%2 == 1 || i == 1 { // the second tree is private but for what happens to it
					mode = 0o600
				}
				a.write(filepath.Join(root, d, fmt.Sprintf("f%d.md", n)), mode)
			}
			a.writeZip(filepath.Join(root, d, "z.zip"), 0o644-0o44*fs.FileMode(i))
		}
		a.must(os.Chmod(filepath.Join(root, "closed"), 0o700))
	}
	a.look()
	a.spar(exitOK, "share", "add", "s", a.roots[0])
	a.spar(exitOK, "scan")
	return a
}

func (a *attack) must(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// text is a content nobody has seen; all are of one size.
func (a *attack) text() string {
	a.made++
	return fmt.Sprintf("# Garden kw%06dx\n\nThe note about the garden kw%06dx says that the gate kw%06dx opens at eight.\n", a.made, a.made, a.made)
}

// write saves a file as editors do: beside it, then renamed over.
func (a *attack) write(path string, mode fs.FileMode) {
	a.must(os.WriteFile(path+"~", []byte(a.text()), 0o600))
	a.must(os.Chmod(path+"~", mode))
	a.must(os.Rename(path+"~", path))
}

func (a *attack) writeZip(path string, mode fs.FileMode) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"in.md", "too.md"} {
		w, err := z.Create(name)
		a.must(err)
		_, err = w.Write([]byte(a.text()))
		a.must(err)
	}
	a.must(z.Close())
	a.must(os.WriteFile(path+"~", b.Bytes(), 0o600))
	a.must(os.Chmod(path+"~", mode))
	a.must(os.Rename(path+"~", path))
}

// pick is the path of a file that is there.
func (a *attack) pick(end string) string {
	var all []string
	a.must(filepath.WalkDir(a.roots[a.at], func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, end) {
			all = append(all, path)
		}
		return err
	}))
	return all[a.r.IntN(len(all))]
}

// change is one thing that a writer does.
func (a *attack) change() {
	root := a.roots[a.at]
	modes := []fs.FileMode{0o600, 0o644, 0o640}
	mode := modes[a.r.IntN(len(modes))]
	folder := filepath.Join(root, attackFolders[1+a.r.IntN(3)])
	did := ""
	switch a.r.IntN(9) {
	case 0: // a private file over a public one, or the other way round
		from, to := a.pick(".md"), a.pick(".md")
		did = from + " over " + to
		if from != to {
			a.must(os.Rename(from, to))
			a.write(from, mode)
		}
	case 1: // two files change places
		from, to := a.pick(".md"), a.pick(".md")
		did = from + " swapped with " + to
		a.must(unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_EXCHANGE))
	case 2: // two folders change places
		did = "folders swapped"
		a.must(unix.Renameat2(unix.AT_FDCWD, filepath.Join(root, "open"), unix.AT_FDCWD, filepath.Join(root, "closed"), unix.RENAME_EXCHANGE))
		if _, err := os.Stat(filepath.Join(root, "open", "deep")); err != nil {
			a.must(os.Rename(filepath.Join(root, "closed", "deep"), filepath.Join(root, "open", "deep")))
		}
	case 3:
		at := a.pick("")
		did = fmt.Sprintf("chmod %o %s", mode, at)
		a.must(os.Chmod(at, mode))
	case 4:
		mode := []fs.FileMode{0o700, 0o755, 0o711, 0o744}[a.r.IntN(4)]
		did = fmt.Sprintf("chmod %o %s", mode, folder)
		a.must(os.Chmod(folder, mode))
	case 5: // an editor that saves by rename under umask 077
		at := a.pick(".md")
		did = "saved " + at
		a.write(at, mode)
	case 6: // closed, then written in place
		at := a.pick(".md")
		did = fmt.Sprintf("chmod %o and edit of %s", mode, at)
		a.must(os.Chmod(at, mode))
		a.must(os.WriteFile(at, []byte(a.text()), mode))
	case 7:
		at := a.pick(".zip")
		did = fmt.Sprintf("archive %s with %o", at, mode)
		a.writeZip(at, mode)
	case 8:
		if a.r.IntN(6) > 0 {
			a.must(os.Chown(a.pick(""), 0, a.r.IntN(2)))
			return
		}
		a.at = 1 - a.at
		a.relocated = true
		did = "relocated to " + a.roots[a.at]
		a.spar(exitOK, "share", "relocate", "s", a.roots[a.at])
	}
	a.log = append(a.log, did)
	a.look()
}

var marker = regexp.MustCompile(`kw\d{6}x`)

// look says which markers somebody else may read now, where each stands, and keeps them as readable once.
func (a *attack) look() map[string]string {
	now := map[string]string{}
	if a.relocated {
		return now
	}
	root := a.roots[a.at]
	var walk func(dir string)
	walk = func(dir string) {
		info, err := os.Stat(dir)
		a.must(err)
		if info.Mode().Perm()&1 == 0 {
			return
		}
		entries, err := os.ReadDir(dir)
		a.must(err)
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			if e.IsDir() {
				walk(path)
				continue
			}
			info, err := e.Info()
			a.must(err)
			if info.Mode().Perm()&4 == 0 {
				continue
			}
			for _, m := range marker.FindAllString(a.content(path), -1) {
				now[m], a.ever[m] = path, true
			}
		}
	}
	walk(root)
	return now
}

// content is the text of a file or of what an archive holds.
func (a *attack) content(path string) string {
	raw, err := os.ReadFile(path)
	a.must(err)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return string(raw)
	}
	var b bytes.Buffer
	for _, f := range z.File {
		r, err := f.Open()
		a.must(err)
		_, err = b.ReadFrom(r)
		a.must(err)
	}
	return b.String()
}

// ask gives one command in the place of somebody else.
func (a *attack) ask() {
	paths := []string{"f0.md", "f1.md", "open/f0.md", "open/f1.md", "closed/f0.md", "closed/f2.md", "open/deep/f3.md", "z.zip!/in.md", "open/z.zip!/too.md"}
	path := "s:" + paths[a.r.IntN(len(paths))]
	// told marks replies without a look at files, and an error that names the place that the asker cited.
	asks := []struct {
		told bool
		args []string
	}{
		{false, []string{"search", "what is in the note about the garden?", "-k", "100", "--json"}},
		{false, []string{"search", "gate"}},
		{false, []string{"ask", "--extract", "when does the gate open, says the note about the garden?"}},
		{false, []string{"ask", "--extract", "--json", "garden note"}},
		{false, []string{"open", path}},
		{true, []string{"open", "1"}},
		{false, []string{"show", path, "--json"}},
		{true, []string{"duplicates", "--json"}},
		{true, []string{"files", "--json"}},
		{true, []string{"attributes", "title", "--json"}},
	}
	one := asks[a.r.IntN(len(asks))]
	args := append(one.args, "--as", "nobody")
	out := a.spar(-1, args...)
	now := a.look()
	for _, m := range slices.Compact(slices.Sorted(slices.Values(marker.FindAllString(out, -1)))) {
		a.shown++
		if _, ok := now[m]; ok || one.told && a.ever[m] {
			continue
		}
		a.t.Fatalf("spar %s shows %s, which may not be read (readable once: %t)\n%s\nreadable now: %v\ndone, the last last:\n%s",
			strings.Join(args, " "), m, a.ever[m], out, slices.Sorted(maps.Keys(now)), strings.Join(a.log[max(0, len(a.log)-40):], "\n"))
	}
}

// spar runs the program in this process; with an exit of -1 any will do but a fault of its own.
func (a *attack) spar(exit int, args ...string) string {
	a.t.Helper()
	got, out := inProcess(a.t, a.data, args...)
	if got != exit && (exit >= 0 || got == exitInternal) {
		a.t.Fatalf("spar %s: exit %d\n%s", strings.Join(args, " "), got, out)
	}
	a.log = append(a.log, fmt.Sprintf("spar %s: %d", strings.Join(args, " "), got))
	return out
}

// inProcess runs the program in this process, and gives its exit status and all that it printed.
func inProcess(t *testing.T, data string, args ...string) (int, string) {
	var out, err bytes.Buffer
	got := run(t.Context(), args, strings.NewReader(""), &out, &err, func(name string) (string, bool) {
		switch name {
		case "SPAR_DATA_DIR":
			return data, true
		case "SPAR_CONFIG":
			return "", true
		}
		return "", false
	})
	return got, out.String() + err.String()
}
