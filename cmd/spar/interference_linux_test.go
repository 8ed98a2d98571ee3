package main

import (
	"archive/zip"
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

	"github.com/sparsearch/spar"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

// TestCommandsAreClassified walks the tree of commands: each either answers by what the asker may read, and is tried
// below, needs a role, or refuses to be asked in somebody's place.
func TestCommandsAreClassified(t *testing.T) {
	a := &app{}
	root := a.command()
	a.as = "nobody"
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("x")
	seen := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		name := commandName(c)
		seen[name] = true
		if c != root && (c.PersistentPreRun != nil || c.PersistentPreRunE != nil) {
			t.Errorf("%s has a PersistentPreRun of its own, which keeps --as from being refused", name)
		}
		err := a.mayBeAsked(c, nil)
		switch {
		case (err == nil) != (needs(c) != spar.CanAdminister):
			t.Errorf("%s: %v", name, err)
		case needs(c) == spar.CanRead && tried[name] == nil && neutral[name] == "":
			t.Errorf("%s answers anybody, but no call of it is tried here", name)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	for _, name := range slices.Concat(slices.Collect(maps.Keys(tried)), commandsBy[spar.CanRead], commandsBy[spar.CanCurate], commandsBy[spar.CanOperate]) {
		if !seen[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}

// neutral is the commands that answer anybody without looking at any file, or that are not about what the asker may know.
var neutral = map[string]string{
	"version": "says what the program is", "man": "prints help", "help": "prints help",
	"rights": "is the operator's, about another",
	"mcp":    "is tried as tools in package server", "account list": "looks at no file", "account forget": "looks at no file", "token create": "looks at no file", "token list": "looks at no file", "token revoke": "looks at no file",
	"ws delete": "changes what the asker made", "ws create": "is called by the test itself", "ws rename": "changes what the asker made",
	"ws archive": "changes what the asker made", "ws reactivate": "changes what the asker made", "ws terminate": "changes what the asker made", "ws expire": "changes what the asker made",
	"ws share": "changes what the asker made", "ws transfer": "changes what the asker made", "ws import": "is tried in package service", "ws export": "is tried in package service",
}

// tried is calls of each command that answers anybody; ROOT is that of the share s.
var tried = map[string][][]string{
	"do": {
		{"do", "files of xyzzy about the garden gate in b-xyzzy", "--dry-run", "--now", "2025-06-18"},
		{"do", "pages of t tagged xyzzy and associated documents", "--guard", "--json", "--now", "2025-06-18"},
	},
	"ask": {
		{"ask", "--extract", "what is the xyzzy code of the garden gate?"},
		{"ask", "--extract", "when does the garden gate open?"},
		{"ask", "--extract", "-w", "w", "when does the garden gate open?"},
		{"ask", "--extract", "ROOT/b-xyzzy", "what is the xyzzy code?"},
		{"ask", "--extract", "ROOT/nowhere", "what is the xyzzy code?"},
		{"ask", "--extract", "ROOT", "when does the garden gate open?"},
		{"ask", "--extract", "--share", "t", "what is the xyzzy code?"},
		{"ask", "--extract", "--share", "u", "what is the xyzzy code?"},
	},
	"duplicates": {
		{"duplicates"},
		{"duplicates", "--least", "0.01", "--json"},
		{"duplicates", "--share", "s", "--least", "0.01"},
		{"duplicates", "path:b-xyzzy/**"},
	},
	"versions": {
		{"versions", "s:a-public.md"}, {"versions", "a-public.md", "--json"}, {"versions", "s:b-xyzzy-mode.md"}, {"versions", "b-xyzzy-mdoe.md"},
		{"versions", "s:never.md"}, {"versions", "a-public.md", "--scope", "project:xanadu"},
	},
	"search": {
		{"search", "what is the xyzzy code of the garden gate?", "-k", "100"},
		{"search", "--share", "s", "garden gate"},
		{"search", "--share", "t", "garden gate"},
		{"search", "--tag", "Garden", "garden gate"},
		{"search", "--tag", "Operation Xyzzy", "garden gate"},
		{"search", "-w", "w", "garden gate"},
		{"search", "--path", "b-xyzzy-mode.md", "garden gate"},
		{"search", "--scope", "project:xanadu", "garden gate"},
		{"search", "--scope", "confidentiality:secret", "garden gate"},
	},
	"open": {{"open", "1"}, {"open", "2"}, {"open", "s:b-xyzzy-mode.md"}, {"open", "s:a-public.md"}, {"open", "s:never.md"}, {"open", "t:b-xyzzy-mount.md"},
		{"open", "b-xyzzy-mode.md"}, {"open", "b-xyzzy-mod.md"}, {"open", "a-public.md"}, {"open", "s:b-xyzzy-mdoe.md"}},
	"files": {
		{"files"}, {"files", "--skipped"}, {"files", "--count"}, {"files", "--share", "t"}, {"files", "--share", "nowhere"},
		{"files", "--scope", "state:ok"}, {"files", "--path", "b-xyzzy-mode.md"}, {"files", "--path", "**/xyz*"}, {"files", "--tag", "Operation Xyzzy"},
		{"files", "--scope", "project:xanadu"}, {"files", "--scope", "-project:xanadu"}, {"files", "--scope", "confidentiality:secret"}, {"files", "--scope", "size:0..", "--count"},
		{"files", "--owner", "root", "--count"},
		{"files", "--sort", "-size", "--limit", "2"}, {"files", "--sort", "modified", "--limit", "1"}, {"files", "--sort", "name"}, {"files", "--limit", "1"}, {"files", "--sort", "state", "--limit", "3"},
		{"files", "--name", "B-XYZZY*"}, {"files", "--path", "B-XYZZY/**"}, {"files", "--scope", "folder:B-XYZZY"}, {"files", "--scope", "project:xanadoo"}, {"files", "--scope", "projcet:x"},
		{"files", "--tag", "Operation Xyzy"}, {"files", "--tag", "Gardn"}, {"files", "--type", "markdwon"}, {"files", "--share", "tt"}, {"files", "--size", "1GB..", "--share", "s"},
	},
	"show": {{"show", "s:b-xyzzy-mode.md"}, {"show", "s:a-public.md"}, {"show", "s:never.md"}, {"show", "ROOT/b-xyzzy-mode.md"}, {"show", "s:a-public.md", "--scope", "project:xanadu tag:Garden"},
		{"show", "b-xyzzy-mode.md"}, {"show", "B-XYZZY-mode.md"}, {"show", "b-xyzy-mode.md"}, {"show", "deep/below.md"}, {"show", "a-public.md"}, {"show", "a-pulbic.md"}},
	"attributes":      {{"attributes"}, {"attributes", "project"}, {"attributes", "author"}, {"attributes", "confidentiality"}, {"attributes", "projet"}},
	"tag list":        {{"tag", "list"}},
	"tag show":        {{"tag", "show", "Garden"}, {"tag", "show", "Operation Xyzzy"}, {"tag", "show", "plugh"}, {"tag", "show", "nowhere"}, {"tag", "show", "Operation Xyzy"}, {"tag", "show", "plug"}},
	"taxonomy show":   {{"taxonomy", "show"}, {"taxonomy", "show", "Garden"}, {"taxonomy", "show", "Operation Xyzzy"}, {"taxonomy", "show", "nowhere"}},
	"taxonomy check":  {{"taxonomy", "check"}},
	"taxonomy export": {{"taxonomy", "export"}},
	"trash list":      {{"trash", "list"}, {"trash", "list", "--json"}},
	"trash restore":   {{"trash", "restore", "tag-1"}, {"trash", "restore", "share-1"}, {"trash", "restore", "ws-1"}},
	"ws edit":         {{"ws", "edit", "w", "--tag", "Garden"}, {"ws", "edit", "w", "--tag", "Operation Xyzzy"}, {"ws", "edit", "nowhere", "--path", "**"}},
	"ws list":         {{"ws", "list"}},
	"ws files":        {{"ws", "files", "w"}, {"ws", "files", "w", "--in", "s:b-xyzzy-mode.md"}, {"ws", "files", "w", "--out", "s:a-public.md"}, {"ws", "files", "nowhere"}},
	"ws update":       {{"ws", "update", "w", "--add", "tag:\"Operation Xyzzy\""}, {"ws", "update", "w", "--narrow", "project:xanadu"}, {"ws", "update", "nowhere", "--read"}},
	"ws reset":        {{"ws", "reset", "w", "--yes", "--read"}, {"ws", "reset", "nowhere", "--yes"}},
	"ws history":      {{"ws", "history", "nowhere"}},
	"ws pin":          {{"ws", "pin", "w"}},
	"ws follow":       {{"ws", "follow", "w"}},
	"ws show":         {{"ws", "show", "w"}, {"ws", "show", "nowhere"}},
	"share list":      {{"share", "list"}},
	"share show":      {{"share", "show", "s"}, {"share", "show", "t"}, {"share", "show", "nowhere"}},
	"status":          {{"status"}},
	"doctor":          {{"doctor"}},
	"config":          {{"config"}},
}

// byShell is calls that a shell makes on behalf of the asker.
var byShell = [][]string{
	{"__complete", "--as", "nobody", "tag", "assign", ""},
	{"__complete", "--as", "nobody", "files", "--tag", ""},
	{"__complete", "--as", "nobody", "files", "--share", ""},
	{"__complete", "--as", "nobody", "open", ""},
	{"__complete", "--as", "nobody", "show", ""},
	{"__complete", "--as", "nobody", "ws", "show", ""},
	{"__complete", "--as", "nobody", "files", "--tag", "Op"},
	{"__complete", "--as", "nobody", "files", "--type", ""},
	{"__complete", "--as", "nobody", "files", "--scope", ""},
	{"__complete", "--as", "nobody", "files", "--scope", "project:"},
	{"__complete", "--as", "nobody", "files", "--scope", "tag:"},
	{"__complete", "--as", "nobody", "files", "path:x author:"},
	{"__complete", "--as", "nobody", "show", "s:"},
	{"__complete", "--as", "nobody", "open", "s:b"},
	{"__complete", "--as", "nobody", "show", "t:"},
	{"__complete", "--as", "nobody", "attributes", ""},
	{"__complete", "--as", "nobody", "tag", "show", ""},
}

// A hiding is a way in which a file is kept from somebody.
type hiding struct {
	name  string
	share string
	path  string // of the file
	hide  func(t *testing.T, w *world, file string)
}

var hidings = []hiding{
	{"mode", "s", "b-xyzzy-mode.md", func(t *testing.T, w *world, file string) { chmod(t, file, 0o600) }},
	{"folder", "s", "b-xyzzy/deep/below.md", func(t *testing.T, w *world, file string) { chmod(t, filepath.Dir(filepath.Dir(file)), 0o700) }},
	// u::rw-,u:65534:---,g::r--,m::r--,o::r--
	{"posix list", "s", "b-xyzzy-posix.md", attr("system.posix_acl_access", "\x02\x00\x00\x00"+"\x01\x00\x06\x00\xff\xff\xff\xff"+"\x02\x00\x00\x00\xfe\xff\x00\x00"+
		"\x04\x00\x04\x00\xff\xff\xff\xff"+"\x10\x00\x04\x00\xff\xff\xff\xff"+"\x20\x00\x04\x00\xff\xff\xff\xff")},
	// D::65534:r A::EVERYONE@:rx
	{"nfs4 list", "s", "b-xyzzy-nfs4.md", attr("user.nfs4_acl", "\x00\x00\x00\x02"+"\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01"+"\x00\x00\x00\x05"+"65534\x00\x00\x00"+
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x21"+"\x00\x00\x00\x09"+"EVERYONE@\x00\x00\x00")},
	// D:(A;;FR;;;S-1-22-1-0): the superuser reads, and nobody else.
	{"nt list", "s", "b-xyzzy-nt.md", attr("security.NTACL", "\x01\x00\x01\x00\x00\x00\x02\x00"+"\x01\x00\x04\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x1c\x00\x00\x00"+
		"\x02\x00\x20\x00\x01\x00\x00\x00"+"\x00\x00\x18\x00\x89\x00\x12\x00"+"\x01\x02\x00\x00\x00\x00\x00\x16\x01\x00\x00\x00\x00\x00\x00\x00")},
	{"a list that is not understood", "s", "b-xyzzy-unclear.md", attr("user.nfs4_acl", "?")},
	{"confidentiality", "s", "b-xyzzy-secret.md", func(t *testing.T, w *world, file string) {
		w.spar(t, exitOK, "attributes", "set", "s:b-xyzzy-secret.md", "confidentiality=secret")
	}},
	{"a label that is no level", "s", "b-xyzzy-label.md", func(t *testing.T, w *world, file string) {
		text := "---\nconfidentiality: cosmic top\nproject: Xanadu\nauthor: Mallory\n---\n# Secret garden gate\n\nThe xyzzy code of the garden gate.\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}},
	{"a rule on its path", "s", "r-xyzzy/rule.md", nil},
	{"a rule on its text", "s", "b-xyzzy-text.md", func(t *testing.T, w *world, file string) {
		write(t, file, "# Secret garden gate\n\nThe xyzzy code of the garden gate is known to the plover egg.\n")
	}},
	{"a sidecar", "s", "k-xyzzy/side.md", func(t *testing.T, w *world, file string) {
		write(t, filepath.Join(filepath.Dir(file), "labels.csv"), "path,confidentiality\nside.md,secret\n")
		chmod(t, filepath.Join(filepath.Dir(file), "labels.csv"), 0o600)
	}},
	{"a sidecar whose label is no level", "s", "l-xyzzy/side.md", func(t *testing.T, w *world, file string) {
		write(t, filepath.Join(filepath.Dir(file), "labels.csv"), "path,confidentiality\nside.md,seecret\n")
		chmod(t, filepath.Join(filepath.Dir(file), "labels.csv"), 0o600)
	}},
	{"a sidecar that is no table", "s", "o-xyzzy/side.md", func(t *testing.T, w *world, file string) {
		write(t, filepath.Join(filepath.Dir(file), "labels.csv"), "what,confidentiality\nside.md,secret\n")
		chmod(t, filepath.Join(filepath.Dir(file), "labels.csv"), 0o600)
	}},
	{"the label of an archive", "s", "m-xyzzy.zip", func(t *testing.T, w *world, file string) {
		inner := zipped(t, "deep-xyzzy.md", "The xyzzy code of the garden gate, by Mallory, is deep.")
		write(t, file, zipped(t, "in-xyzzy.md", "The xyzzy code of the garden gate, by Mallory.", "in-xyzzy.zip", inner))
		w.spar(t, exitOK, "attributes", "set", "s:m-xyzzy.zip", "confidentiality=secret")
	}},
	{"a rule on the path of a message", "s", "r-xyzzy/mail.eml", func(t *testing.T, w *world, file string) {
		write(t, file, "From: mallory@example.org\nTo: eve@example.org\nSubject: xyzzy\nDate: Sun, 9 Sep 2001 01:46:40 +0000\nMIME-Version: 1.0\n"+
			"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nThe garden gate, by Mallory.\n"+
			"--b\nContent-Type: text/plain; name=attached-xyzzy.txt\nContent-Disposition: attachment; filename=attached-xyzzy.txt\n\nThe xyzzy code of the garden gate, by Mallory.\n--b--\n")
	}},
	{"a file system whose modes mean nothing", "t", "b-xyzzy-mount.md", nil},
	{"table", "u", "b-xyzzy/deep/table.md", nil},
}

// labelling is a rules file that keeps files from people. It is the same in both worlds.
const labelling = `rules:
  - name: by path
    when: path:r-xyzzy/**
    attributes: {confidentiality: secret}
  - name: by text
    when: path:*-xyzzy-*
    text: {phrase: plover egg}
    attributes: {confidentiality: secret}
sidecars: ["*-xyzzy/labels.csv"]
`

// late is files that come after everything was read, and how rules are then kept from labelling them.
var late = []struct {
	name   string
	path   string
	rules  string // in place of labelling; "" for no file
	scan   []string
	public bool // the files that were there before are told of all the same
}{
	{"a rule on a text that nobody has read", "n-xyzzy-unread.md", labelling, []string{"scan", "s"}, true},
	{"a scan that leaves rules to the next command", "r-xyzzy/bare.md", labelling, []string{"scan", "s", "--bare"}, true},
	{"rules that are gone", "r-xyzzy/gone.md", "", []string{"scan", "s"}, true},
	{"rules that cannot be understood", "r-xyzzy/broken.md", labelling + " x: [", []string{"scan", "s"}, false},
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// zipped is an archive of names and texts.
func zipped(t *testing.T, members ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = w.Write([]byte(members[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// attr sets an extended attribute, raw.
func attr(name, value string) func(*testing.T, *world, string) {
	return func(t *testing.T, w *world, file string) {
		if err := unix.Setxattr(file, name, []byte(value), 0); err != nil {
			t.Skipf("this file system takes no %s: %v", name, err)
		}
	}
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// A world is a data directory with three shares, with or without files that one may not know of.
type world struct {
	place
	with bool
	data string
}

func (w *world) run(t *testing.T, args ...string) called {
	t.Helper()
	return w.place.run(t, call{data: w.data, env: []string{"SPAR_DEFAULT_CLEARANCE=internal"}, args: args})
}

func (w *world) spar(t *testing.T, exit int, args ...string) called {
	t.Helper()
	r := w.run(t, args...)
	if r.exit != exit {
		t.Fatalf("spar %s: exit %d, want %d\n%s%s", strings.Join(args, " "), r.exit, exit, r.out, r.err)
	}
	return r
}

// TestNonInterference asks in the place of somebody from whom files are kept, in each of the ways there are: everything
// that they get is to the byte what they would get if there were no such files, none of the tags that only these have,
// and none of their attributes. Only times differ.
func TestNonInterference(t *testing.T) {
	account(t, "nobody")
	with, without := newWorld(t, true).everything(t), newWorld(t, false).everything(t)
	for i := range with {
		if with[i] != without[i] {
			t.Errorf("with the files that may not be known:\n%s\nwithout them:\n%s", with[i], without[i])
		}
	}
	t.Logf("%d calls compared", len(with))
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
