package main

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

// TestCommandsAreClassified walks the tree of commands: each either answers by what the asker may read, and is tried
// below, needs a role, or refuses to be asked in somebody's place.
func TestCommandsAreClassified(t *testing.T) {
	t.Parallel()
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

// A hiding is a way to keep a file from somebody.
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

// TestNonInterference asks in the place of somebody from whom files are kept, in each of the ways there are: everything
// that they get is to the byte what they would get if there were no such files, none of the tags that only these have,
// and none of their attributes. Only times differ.
func TestNonInterference(t *testing.T) {
	t.Parallel()
	account(t, "nobody")
	with, without := newWorld(t, true).everything(t), newWorld(t, false).everything(t)
	for i := range with {
		if with[i] != without[i] {
			t.Errorf("with the files that may not be known:\n%s\nwithout them:\n%s", with[i], without[i])
		}
	}
	t.Logf("%d calls compared", len(with))
}
