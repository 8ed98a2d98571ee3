package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// useShare does with a share whatever a user can do.
func useShare(t *testing.T, p place, root, data string) {
	t.Helper()
	for _, args := range [][]string{
		{"share", "add", "s", root},
		{"scan"},
		{"ask", "--share", "s", "when does the gate open?"},
		{"ask", filepath.Join(root, "folder"), "who has the key?"},
		{"search", "--share", "s", "gate"},
		{"open", "1"},
		{"tag", "add", "Garden"},
		{"tag", "assign", "Garden", "--path", "**"},
		{"ws", "create", "w", "--tag", "Garden"},
		{"ask", "-w", "w", "who has the key?"},
		{"extract", filepath.Join(root, "gate.md")},
		{"files", "--skipped"},
		{"status"},
		{"doctor"},
		{"scan"},
		{"store", "purge", "--now"},
		{"share", "remove", "s"},
	} {
		p.must(t, exitOK, call{data: data, args: args})
	}
}

// smallShare makes a share of ordinary and odd files and gives its root.
func smallShare(t *testing.T, p place) string {
	t.Helper()
	root := p.folder(t, nil, 0o755, "share")
	p.folder(t, nil, 0o755, "share", "folder", "below")
	for _, name := range []string{"gate.md", "folder/gate copy.md"} {
		p.file(t, nil, 0o644, "# Gate\n\nThe gate opens at eight.\n", "share", name)
	}
	p.file(t, nil, 0o644, "Mrs Finch has the key.\n", "share", "folder", "below", "key.txt")
	p.file(t, nil, 0o644, "PK\x03\x04 cut off", "share", "broken.docx")
	p.file(t, nil, 0o644, lockedPDF, "share", "locked.pdf")
	p.file(t, nil, 0o644, "", "share", "empty.txt")
	if err := errors.Join(os.Symlink("gate.md", p.path("share", "link")), syscall.Mkfifo(p.path("share", "pipe"), 0o644)); err != nil {
		t.Fatal(err)
	}
	return root
}

// TestShareIsOnlyRead compares everything that the file system says of a share before and after its use, the times of
// access included.
func TestShareIsOnlyRead(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	root := smallShare(t, p)
	// An access time before that of the change is what a mount with relatime would renew at the first reading.
	long := time.Now().Add(-48 * time.Hour)
	list := func(each func(path string)) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			each(path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var paths []string
	list(func(path string) { paths = append(paths, path) })
	for i := len(paths) - 1; i >= 0; i-- { // folders after their contents
		if info, err := os.Lstat(paths[i]); err == nil && info.Mode()&fs.ModeSymlink == 0 {
			if err := os.Chtimes(paths[i], long, long.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	look := func() map[string]string {
		seen := map[string]string{}
		for _, path := range paths { // no listing, because that is an access itself
			info, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			s := info.Sys().(*syscall.Stat_t)
			seen[path] = fmt.Sprintf("inode %d mode %o links %d owner %d:%d size %d atime %v mtime %v ctime %v",
				s.Ino, s.Mode, s.Nlink, s.Uid, s.Gid, s.Size, s.Atim, s.Mtim, s.Ctim)
		}
		return seen
	}
	before := look()
	useShare(t, p, root, p.data(t, nil))
	for path, now := range look() {
		if was := before[path]; now != was {
			t.Errorf("%s was touched:\n%s\n%s", path, was, now)
		}
	}
	n := 0
	list(func(string) { n++ })
	if n != len(paths) {
		t.Errorf("the share has %d entries, had %d", n, len(paths))
	}
}

// TestReadOnlyMount uses a share on a mount where nothing can be written.
func TestReadOnlyMount(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount")
	}
	p := newPlace(t)
	root := smallShare(t, p)
	if err := syscall.Mount(root, root, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("this machine does not let the test mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(root, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	if err := syscall.Mount("", root, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("this machine does not let the test mount read-only: %v", err)
	}
	if err := os.WriteFile(filepath.Join(root, "new"), nil, 0o600); !errors.Is(err, syscall.EROFS) {
		t.Fatalf("the mount is not read-only: %v", err)
	}
	useShare(t, p, root, p.data(t, nil))
}

// TestMountGone takes the mount of a share away, which leaves an empty folder: nothing that is known of its files may be
// lost, whatever is asked meanwhile.
func TestMountGone(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount")
	}
	p := newPlace(t)
	from, root, data := smallShare(t, p), p.folder(t, nil, 0o755, "mount"), p.data(t, nil)
	p.file(t, nil, 0o644, "The well is forty feet deep.\n", "share", "well.txt")
	mounted := false
	mount := func() {
		if err := syscall.Mount(from, root, "", syscall.MS_BIND, ""); err != nil {
			t.Skipf("this machine does not let the test mount: %v", err)
		}
		mounted = true
	}
	unmount := func() {
		if err := syscall.Unmount(root, 0); err != nil {
			t.Error(err)
		}
		mounted = false
	}
	t.Cleanup(func() {
		if mounted {
			unmount()
		}
	})
	mount()
	for _, args := range [][]string{{"share", "add", "s", root}, {"scan"}, {"ask", "--share", "s", "--name", "*.md", "when does the gate open?"}} {
		p.must(t, exitOK, call{data: data, args: args})
	}
	before := p.must(t, exitOK, call{data: data, args: []string{"files", "--json"}}).out
	unmount()
	for _, question := range []string{"when does the gate open?", "how deep is the well?"} {
		if r := p.must(t, exitOK, call{data: data, args: []string{"ask", "--share", "s", question}}); !strings.Contains(r.err, "not mounted") {
			t.Errorf("nothing is said of the missing mount: %s", r.err)
		}
	}
	if r := p.must(t, exitUnavailable, call{data: data, args: []string{"scan"}}); !strings.Contains(r.err, "nothing was deleted") {
		t.Errorf("scan: %s", r.err)
	}
	if after := p.must(t, exitOK, call{data: data, args: []string{"files", "--json"}}).out; after != before {
		t.Errorf("without the mount the files became\n%swere\n%s", after, before)
	}
	mount()
	if r := p.must(t, exitOK, call{data: data, args: []string{"ask", "--share", "s", "how deep is the well?"}}); !strings.Contains(r.out, "forty") {
		t.Errorf("with the mount: %s%s", r.out, r.err)
	}
}

// TestReadOnlyDataIsRead uses a data directory where nothing can be written, as one on a disk that is failing: what was read is searched,
// asked, listed, checked and saved, and everything else says why it is not done. First it is a mount that is read-only, then the modes of
// a folder that its owner has closed.
func TestReadOnlyDataIsRead(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only the superuser can mount")
	}
	p := newPlace(t)
	root := p.folder(t, nil, 0o755, "share")
	p.file(t, nil, 0o644, "The gate opens at eight.\n", "share", "gate.md")
	p.file(t, nil, 0o644, "The lamp is lit at nine.\n", "share", "lamp.md")
	who := account(t, "nobody")
	data := p.folder(t, who, 0o700, "data")
	for _, args := range [][]string{
		{"share", "add", "s", root}, {"scan"}, {"ask", "--share", "s", "--all", "when does the gate open?"}, {"tag", "add", "Garden"},
		{"ws", "create", "w", "--share", "s"},
	} {
		p.must(t, exitOK, call{who: who, data: data, args: args})
	}
	use := func(how string, c call, backup string) {
		t.Helper()
		for _, args := range [][]string{
			{"ask", "--share", "s", "when does the gate open?"}, {"ask", "-w", "w", "when is the lamp lit?"},
			{"ask", root, "when does the gate open?"}, {"search", "--share", "s", "lamp"}, {"open", "s:gate.md"}, {"files"},
			{"show", "s:gate.md"}, {"status"}, {"check"}, {"share", "list"}, {"tag", "list"}, {"ws", "show", "w"}, {"thread", "list"},
			{"changes"}, {"trash", "list"}, {"backup", backup},
		} {
			c.args = args
			r := p.must(t, exitOK, c)
			if strings.Count(r.err, "can only be read") < 1 {
				t.Errorf("%s, spar %q does not say that nothing is kept: %s", how, args, r.err)
			}
			if args[0] == "ask" && !strings.Contains(r.out, "eight") && !strings.Contains(r.out, "nine") {
				t.Errorf("%s, spar %q: %s", how, args, r.out)
			}
		}
		for _, args := range [][]string{
			{"scan"}, {"watch"}, {"serve", "--listen", "127.0.0.1:0"}, {"tag", "add", "Other"}, {"ws", "create", "v", "--share", "s"},
			{"store", "purge"}, {"reread", "--scope", "type:md"}, {"share", "remove", "s", "--yes"},
		} {
			c.args = args
			if r := p.must(t, exitUnavailable, c); strings.Count(r.err, "can only be read") < 2 || strings.Contains(r.err, "locks") {
				t.Errorf("%s, spar %q: %s", how, args, r.err)
			}
		}
	}
	bound := p.folder(t, who, 0o700, "bound")
	if err := syscall.Mount(data, bound, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("this machine does not let the test mount: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(bound, syscall.MNT_DETACH) })
	if err := syscall.Mount("", bound, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("this machine does not let the test mount read-only: %v", err)
	}
	out := p.folder(t, who, 0o700, "out")
	use("on a mount", call{who: who, data: bound}, filepath.Join(out, "mount.tar"))
	restored := filepath.Join(out, "restored")
	p.must(t, exitOK, call{who: who, data: restored, args: []string{"restore", filepath.Join(out, "mount.tar")}})
	r := p.must(t, exitOK, call{who: who, data: restored, args: []string{"ask", "--share", "s", "when does the gate open?"}})
	if !strings.Contains(r.out, "eight") {
		t.Errorf("the backup answers %s", r.out)
	}
	if err := os.Remove(filepath.Join(root, "lamp.md")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"ask", "--share", "s", "when is the lamp lit?"}, {"search", "--share", "s", "lamp"}} {
		if r := p.must(t, exitOK, call{who: who, data: bound, args: args}); strings.Contains(r.out, "nine") {
			t.Errorf("spar %q gives the text of a file that is gone: %s", args, r.out)
		}
	}
	p.must(t, exitNotFound, call{who: who, data: bound, args: []string{"open", "s:lamp.md"}})

	p.file(t, nil, 0o644, "The lamp is lit at nine.\n", "share", "lamp.md")
	p.must(t, exitOK, call{who: who, data: data, args: []string{"ask", "--share", "s", "--all", "when is the lamp lit?"}})
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o400)
		if d.IsDir() {
			mode = 0o500
		}
		return os.Chmod(path, mode)
	})
	if err != nil {
		t.Fatal(err)
	}
	use("by its modes", call{who: who, data: data}, filepath.Join(out, "modes.tar"))
}
