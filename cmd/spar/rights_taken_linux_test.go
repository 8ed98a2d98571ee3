package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"golang.org/x/sys/unix"
)

// TestRightsGoWithTheText changes files after the scan, so that the next question reads them. Their text is stored with the rights at
// that time, whether the superuser or somebody else asks. It tries every change in one or two of the three orders, in a long run in all.
func TestRightsGoWithTheText(t *testing.T) {
	t.Parallel()
	someone := account(t, "nobody")
	const secret = "# Gate\n\nThe xyzzy code of the garden gate is 1234.\n"
	public := strings.Replace(secret, "xyzzy", "plain", 1) // of the same size
	tests := []struct {
		name   string
		change func(t *testing.T, p place, root func(...string) string)
	}{
		{"renamed over", func(t *testing.T, p place, root func(...string) string) {
			rename(t, root("private.md"), root("x.md"))
		}},
		{"swapped", func(t *testing.T, p place, root func(...string) string) {
			exchange(t, root("private.md"), root("x.md"))
		}},
		{"folders swapped", func(t *testing.T, p place, root func(...string) string) {
			exchange(t, root("closed"), root("open"))
		}},
		{"a folder above swapped", func(t *testing.T, p place, root func(...string) string) {
			p.folder(t, nil, 0o755, "share", "other", "open")
			p.file(t, nil, 0o644, secret, "share", "other", "open", "a.md")
			own(t, root("other"), nil, 0o700)
			exchange(t, root("top"), root("other"))
		}},
		{"saved under umask 077", func(t *testing.T, p place, root func(...string) string) {
			p.file(t, nil, 0o600, secret, "share", "x.md~")
			rename(t, root("x.md~"), root("x.md"))
		}},
		{"closed and edited", func(t *testing.T, p place, root func(...string) string) {
			p.file(t, nil, 0o600, secret, "share", "x.md")
		}},
		{"another owner, and edited", func(t *testing.T, p place, root func(...string) string) {
			p.file(t, nil, 0o640, secret, "share", "x.md")
		}},
		{"a list, and edited", func(t *testing.T, p place, root func(...string) string) {
			p.file(t, nil, 0o644, secret, "share", "x.md")
			// u::rw-,u:NOBODY:---,g::r--,m::r--,o::r--
			list := "\x02\x00\x00\x00" + "\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x00\x00" + string(binary.LittleEndian.AppendUint32(nil, someone.Uid)) +
				"\x04\x00\x04\x00\xff\xff\xff\xff" + "\x10\x00\x04\x00\xff\xff\xff\xff" + "\x20\x00\x04\x00\xff\xff\xff\xff"
			if err := unix.Setxattr(root("x.md"), "system.posix_acl_access", []byte(list), 0); err != nil {
				t.Skip("this file system takes no list: ", err)
			}
		}},
		{"closed after it was read", func(t *testing.T, p place, root func(...string) string) {
			p.file(t, nil, 0o644, secret, "share", "x.md")
			p.must(t, exitOK, call{data: p.path("data"), args: []string{"search", "garden gate code", "--as", "nobody"}})
			own(t, root("x.md"), nil, 0o600)
		}},
		{"a folder closed after it was read", func(t *testing.T, p place, root func(...string) string) {
			p.file(t, nil, 0o644, secret, "share", "open", "a.md")
			p.must(t, exitOK, call{data: p.path("data"), args: []string{"search", "garden gate code", "--as", "nobody"}})
			own(t, root("open"), nil, 0o700)
		}},
		{"relocated", func(t *testing.T, p place, root func(...string) string) {
			for _, name := range []string{"x.md", "open/a.md", "top/open/a.md"} {
				p.folder(t, nil, 0o755, "elsewhere", filepath.Dir(name))
				p.file(t, nil, 0o600, secret, "elsewhere", name)
			}
			p.must(t, exitOK, call{data: p.path("data"), args: []string{"share", "relocate", "s", p.path("elsewhere")}})
		}},
	}
	for nth, first := range []string{"the superuser asks first", "somebody else asks first", "somebody else asks first, of other times"} {
		for i, tt := range tests {
			if (i+nth)%2 == 1 && !dbtest.Long() {
				continue
			}
			t.Run(tt.name+", "+first, func(t *testing.T) {
				p := newPlace(t)
				root := func(parts ...string) string { return p.path(append([]string{"share"}, parts...)...) }
				for _, d := range []string{"open", "closed", "top/open"} {
					p.folder(t, nil, 0o755, "share", d)
				}
				for _, name := range []string{"x.md", "open/a.md", "top/open/a.md"} {
					p.file(t, nil, 0o644, public, "share", name)
					old(t, root(name))
				}
				p.file(t, nil, 0o600, secret, "share", "private.md")
				p.file(t, nil, 0o644, secret, "share", "closed", "a.md")
				own(t, root("closed"), nil, 0o700)
				if !strings.HasSuffix(first, "of other times") { // else nothing but rights tells them apart
					old(t, root("private.md"))
					old(t, root("closed", "a.md"))
				}
				ask := func(args ...string) string {
					t.Helper()
					exit, out := inProcess(t, p.path("data"), args...)
					if exit == exitInternal {
						t.Fatalf("spar %s: %s", strings.Join(args, " "), out)
					}
					return out
				}
				ask("share", "add", "s", root())
				ask("scan")
				if got := ask("search", "garden gate code", "--as", "nobody"); !strings.Contains(got, "plain") {
					t.Fatalf("before: %s", got)
				}
				tt.change(t, p, root)
				if first == "the superuser asks first" {
					ask("search", "garden gate code", "-k", "100")
				}
				for range 2 {
					for _, args := range [][]string{
						{"search", "garden gate code", "-k", "100", "--json"}, {"ask", "--extract", "what is the code of the garden gate?"},
						{"open", "s:x.md"}, {"open", "s:open/a.md"}, {"open", "s:top/open/a.md"}, {"show", "s:x.md"}, {"show", "s:open/a.md"}, {"duplicates"},
					} {
						if got := ask(append(args, "--as", "nobody")...); strings.Contains(got, "xyzzy") {
							t.Errorf("spar %s --as nobody: %s", strings.Join(args, " "), got)
						}
					}
					ask("search", "garden gate code", "-k", "100") // has the superuser's SPAR read all that is there
				}
				ask("scan")
				if got := ask("search", "garden gate code", "-k", "100", "--as", "nobody"); strings.Contains(got, "xyzzy") && tt.name != "folders swapped" {
					t.Errorf("after the scan: %s", got)
				}
			})
		}
	}
}

// TestRelocatedShareIsClosed relocates a share to the same files: nobody but the superuser reads them until they were looked at.
func TestRelocatedShareIsClosed(t *testing.T) {
	t.Parallel()
	account(t, "nobody")
	p := newPlace(t)
	p.folder(t, nil, 0o755, "share")
	p.file(t, nil, 0o644, "# Gate\n\nThe code of the garden gate is plain.\n", "share", "x.md")
	ask := func(args ...string) string {
		t.Helper()
		return p.must(t, exitOK, call{data: p.path("data"), args: args}).out
	}
	ask("share", "add", "s", p.path("share"))
	ask("scan")
	ask("search", "garden gate code", "--as", "nobody")
	rename(t, p.path("share"), p.path("moved"))
	ask("share", "relocate", "s", p.path("moved"))
	for _, rights := range []string{"auto", "acl", "posix", "open"} {
		ask("share", "rights", "s", rights)
		for _, args := range [][]string{{"search", "garden gate code"}, {"files"}, {"share", "list"}} {
			if got := ask(append(args, "--as", "nobody")...); strings.Contains(got, "x.md") || strings.Contains(got, "plain") {
				t.Errorf("%s, %s before the scan: %s", rights, args[0], got)
			}
		}
		if got := p.run(t, call{data: p.path("data"), args: []string{"rights", "s:x.md", "--as", "nobody"}}).out; !strings.Contains(got, "relocated") {
			t.Errorf("%s: rights says nothing of it: %s", rights, got)
		}
	}
	if got := ask("search", "garden gate code"); !strings.Contains(got, "plain") {
		t.Errorf("the superuser: %s", got)
	}
	ask("share", "rights", "s", "auto")
	ask("scan")
	if got := ask("search", "garden gate code", "--as", "nobody"); !strings.Contains(got, "plain") {
		t.Errorf("after the scan: %s", got)
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func exchange(t *testing.T, a, b string) {
	t.Helper()
	if err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE); err != nil {
		t.Fatal(err)
	}
}

// old gives a file the time that all have.
func old(t *testing.T, path string) {
	t.Helper()
	if err := os.Chtimes(path, time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
}
