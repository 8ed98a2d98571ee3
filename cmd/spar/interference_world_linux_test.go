package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A world is a data directory with three shares, with or without files that one may not know of.
type world struct {
	place
	with bool
	data string
}

// run runs the program in this process: some hundred commands are compared.
func (w *world) run(t *testing.T, args ...string) called {
	t.Helper()
	look := environment(w.data)
	var stdout, stderr bytes.Buffer
	exit := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, func(name string) (string, bool) {
		if name == "SPAR_DEFAULT_CLEARANCE" {
			return "internal", true
		}
		return look(name)
	})
	return called{out: stdout.String(), err: stderr.String(), exit: exit}
}

func (w *world) spar(t *testing.T, exit int, args ...string) called {
	t.Helper()
	r := w.run(t, args...)
	if r.exit != exit {
		t.Fatalf("spar %s: exit %d, want %d\n%s%s", strings.Join(args, " "), r.exit, exit, r.out, r.err)
	}
	return r
}

func newWorld(t *testing.T, with bool) *world {
	t.Helper()
	w := &world{place: newPlace(t), with: with}
	w.dir = w.folder(t, nil, 0o755, strings.Repeat("x", 80-len(w.dir))) // columns are as wide as paths are long
	w.data = w.path("data")
	for _, share := range []string{"s", "t", "u"} {
		w.folder(t, nil, 0o755, share)
	}
	for name, text := range map[string]string{
		"a-public.md": "---\nauthor: Ada\n---\n# Garden\n\nThe garden gate opens at eight in the morning.\n",
		"c-shed.md":   "# Shed\n\nThe shed beside the garden gate is green.\n",
		"z-road.md":   "# Path\n\nThe path goes from the garden gate to the road.\n",
	} {
		w.file(t, nil, 0o644, text, "s", name)
	}
	w.file(t, nil, 0o644, "# Door\n\nThe back door has a lock.\n", "u", "door.md")
	if err := unix.Mount("spar-test", w.path("t"), "ramfs", 0, ""); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(w.path("t"), 0); err != nil {
			t.Error(err)
		}
	})
	chmod(t, w.path("t"), 0o755)
	if with {
		for _, h := range hidings {
			file := w.path(h.share, filepath.FromSlash(h.path))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			w.file(t, nil, 0o600, "left out", h.share, filepath.Dir(h.path), "~$lock"+filepath.Base(h.path))
			w.file(t, nil, 0o644, "---\nauthor: Mallory\n---\n# Secret garden gate\n\nThe xyzzy code of the garden gate is forbidden. Garden gate, garden gate.\n"+h.name+"\n", h.share, h.path)
		}
	}
	for _, share := range []string{"s", "t", "u"} {
		w.spar(t, exitOK, "share", "add", share, w.path(share))
	}
	table := w.path("rights.csv")
	if err := os.WriteFile(table, []byte("path,principal,right\n.,everyone,allow\nb-xyzzy,user:nobody,deny\nb-xyzzy/deep,everyone,allow\nb-xyzzy/deep,user:nobody,deny\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.spar(t, exitOK, "share", "rights", "u", "table", table)
	w.rules(t, labelling)
	w.scan(t, "scan")
	w.spar(t, exitOK, "tag", "add", "Garden")
	w.spar(t, exitOK, "tag", "assign", "Garden", "--path", "**")
	w.spar(t, exitOK, "search", "the superuser reads everything: garden gate", "-k", "100")
	if with {
		w.spar(t, exitOK, "tag", "add", "Operation Xyzzy", "--parent", "Garden", "--synonym", "plugh")
		for _, h := range hidings {
			w.spar(t, exitOK, "tag", "assign", "Operation Xyzzy", "--share", h.share, "--path", h.path)
			w.spar(t, exitOK, "attributes", "set", h.share+":"+h.path, "project=xanadu")
			if h.hide != nil {
				h.hide(t, w, w.path(h.share, filepath.FromSlash(h.path)))
			}
		}
	}
	if with { // something in the trash
		w.spar(t, exitOK, "tag", "add", "Plover")
		w.spar(t, exitOK, "tag", "assign", "Plover", "--path", "**xyzzy**")
		w.spar(t, exitOK, "tag", "remove", "Plover")
	}
	// What the clock says must not tell the two apart.
	for _, share := range []string{"s", "t", "u"} {
		w.setClock(t, share)
	}
	w.scan(t, "scan")
	w.spar(t, exitOK, "search", "garden gate", "-k", "100")
	w.spar(t, exitOK, "ws", "create", "w", "--tag", "Garden", "--as", "nobody")
	return w
}

// setClock gives everything in a share one time.
func (w *world) setClock(t *testing.T, share string) {
	t.Helper()
	err := filepath.WalkDir(w.path(share), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, time.Unix(1e9, 0), time.Unix(1e9, 0))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// setClockAbove gives a file and the folders that lead to it that time. It leaves the other files alone: to set the time of
// a file changes it, and the worlds differ only in files that may not be known.
func (w *world) setClockAbove(t *testing.T, share, file string) {
	t.Helper()
	for at := filepath.FromSlash(file); ; at = filepath.Dir(at) {
		if err := os.Chtimes(w.path(share, at), time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
		if at == "." {
			return
		}
	}
}

// rules writes the rules file; without a text there is none.
func (w *world) rules(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(w.data, "rules.yaml")
	if text == "" {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return
	}
	write(t, file, text)
}

// scan scans. It may say that rules have not told the level of all files.
func (w *world) scan(t *testing.T, args ...string) {
	t.Helper()
	if r := w.run(t, args...); r.exit != exitOK && (r.exit != exitInternal || !strings.Contains(r.err, "the level of confidentiality is not known of all files")) {
		t.Fatalf("spar %s: exit %d\n%s%s", strings.Join(args, " "), r.exit, r.out, r.err)
	}
}

// everything is what the asker gets from all commands.
func (w *world) everything(t *testing.T) []string {
	t.Helper()
	all, theirs := w.spar(t, exitOK, "files", "--json"), w.spar(t, exitOK, "files", "--json", "--as", "nobody")
	for _, h := range hidings {
		if got := strings.Contains(all.out, `"`+h.path+`"`); got != w.with {
			t.Fatalf("%s: the superuser's files: %s", h.name, all.out)
		}
		if strings.Contains(theirs.out, `"`+h.path+`"`) {
			t.Errorf("%s hides nothing", h.name)
		}
	}
	for _, member := range []string{"m-xyzzy.zip!/in-xyzzy.md", "m-xyzzy.zip!/in-xyzzy.zip!/deep-xyzzy.md", "r-xyzzy/mail.eml!/attached-xyzzy.txt"} {
		if strings.Contains(all.out, member) != w.with {
			t.Fatalf("the member %s: %s", member, all.out)
		}
	}
	if n := strings.Count(theirs.out, "\n"); n != 4 {
		t.Errorf("of four files %d are there: %s", n, theirs.out)
	}
	if w.with {
		doctor := w.spar(t, exitOK, "doctor")
		for _, want := range []string{"it lies on ramfs, whose modes say nothing", "1 files and 0 folders have an access control list that is not understood"} {
			if !strings.Contains(doctor.out, want) {
				t.Errorf("the operator is not told that %q: %s", want, doctor.out)
			}
		}
	}
	var got []string
	add := func(args []string) {
		r := w.run(t, args...)
		text := fmt.Sprintf("spar %s\nexit %d\n%s%s", strings.Join(args, " "), r.exit, r.out, r.err)
		if strings.Contains(text, "Mallory") || strings.Contains(text, "/rules.yaml") {
			t.Errorf("%s tells of a file", text)
		}
		got = append(got, timeless.ReplaceAllString(strings.ReplaceAll(text, w.dir, "DIR"), "TIME"))
	}
	for _, name := range slices.Sorted(maps.Keys(tried)) {
		for _, args := range tried[name] {
			args = slices.Clone(args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "ROOT", w.path("s"))
			}
			add(append(slices.Clone(args), "--as", "nobody"))
			add(append(slices.Clone(args), "--as", "nobody", "--json"))
		}
	}
	for _, h := range hidings {
		for _, command := range []string{"open", "show"} {
			add([]string{command, h.share + ":" + h.path, "--as", "nobody"})
		}
	}
	for _, args := range byShell {
		add(args)
	}
	for _, l := range late {
		w.rules(t, l.rules)
		if w.with {
			write(t, w.path("s", filepath.FromSlash(l.path)), "# Secret garden gate\n\nThe xyzzy code of the garden gate, by Mallory: plover egg.\n")
			w.setClockAbove(t, "s", l.path)
		}
		w.scan(t, l.scan...)
		theirs := w.spar(t, exitOK, "files", "--json", "--as", "nobody")
		if strings.Contains(theirs.out, l.path) || (strings.Count(theirs.out, "\n") == 4) != l.public {
			t.Errorf("%s: %s", l.name, theirs.out)
		}
		for _, name := range []string{"ask", "search", "open", "files", "attributes", "tag list", "share list", "status"} {
			for _, args := range tried[name][:min(2, len(tried[name]))] {
				args = slices.Clone(args)
				for i := range args {
					args[i] = strings.ReplaceAll(args[i], "ROOT", w.path("s"))
				}
				add(append(args, "--as", "nobody", "--json"))
			}
		}
		for _, command := range []string{"open", "show"} {
			add([]string{command, "s:" + l.path, "--as", "nobody"})
		}
	}
	// What is said of a share that is gone may not count what it held.
	if err := os.Rename(w.path("s"), w.path("away")); err != nil {
		t.Fatal(err)
	}
	w.folder(t, nil, 0o755, "s")
	w.spar(t, exitUnavailable, "scan", "s")
	for _, name := range []string{"share list", "share show", "status", "doctor", "ask", "open"} {
		for _, args := range tried[name] {
			add(append(slices.Clone(args), "--as", "nobody", "--json"))
		}
	}
	return got
}

// timeless is what differs between two runs of the same command: how long they took, and when they were.
var timeless = regexp.MustCompile(`"timing_ms":\{[^}]*\}|20[2-9]\d-\d\d-\d\d(T[0-9:.]+Z)?`)
