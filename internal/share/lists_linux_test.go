package share

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/acl"
	"golang.org/x/sys/unix"
)

// denies is a POSIX list: u::rw-,u:65534:---,g::r--,m::r--,o::r--
const denies = "\x02\x00\x00\x00" + "\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x00\x00\xfe\xff\x00\x00" + "\x04\x00\x04\x00\xff\xff\xff\xff" +
	"\x10\x00\x04\x00\xff\xff\xff\xff" + "\x20\x00\x04\x00\xff\xff\xff\xff"

func TestWalkReadsLists(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"plain.txt", "posix.txt", "nfs4.txt", "broken.txt", "other.txt", "folder/in.txt"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("posix.txt", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	set := func(name, attr, value string) {
		t.Helper()
		if err := unix.Setxattr(filepath.Join(root, name), attr, []byte(value), 0); err != nil {
			t.Skipf("this file system takes no %s: %v", attr, err)
		}
	}
	set("posix.txt", "system.posix_acl_access", denies)
	set("folder", "system.posix_acl_access", strings.Replace(denies, "\x04\x00\x04\x00", "\x04\x00\x05\x00", 1))
	set(".", "system.posix_acl_access", strings.Replace(denies, "\x01\x00\x06\x00", "\x01\x00\x07\x00", 1))
	set("nfs4.txt", "user.nfs4_acl", "\x00\x00\x00\x01"+"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"+"\x00\x00\x00\x06OWNER@\x00\x00")
	set("broken.txt", "user.nfs4_acl", "?")
	set("other.txt", "user.comment", "hello")
	want := map[string]string{
		".": "posix u::rwx,u:65534:---,g::r--,m::r--,o::r--", "posix.txt": "posix u::rw-,u:65534:---,g::r--,m::r--,o::r--",
		"folder": "posix u::rw-,u:65534:---,g::r-x,m::r--,o::r--", "nfs4.txt": "nfs4 A::OWNER@:r",
		"broken.txt": "unclear user.nfs4_acl: too short for an NFSv4 list",
	}
	walk := func(o WalkOptions) (map[string]string, Digest) {
		t.Helper()
		got := map[string]string{}
		var digest Digest
		for l, err := range Walk(t.Context(), root, o) {
			if err != nil {
				t.Fatal(err)
			}
			if l.Dir.Path == Root {
				digest = l.Digest
			}
			for _, e := range append(l.Entries, l.Dir) {
				for _, list := range acl.Parse(e.ACL) {
					got[e.Path] = list.String()
				}
			}
		}
		return got, digest
	}
	got, before := walk(WalkOptions{})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, _ := walk(WalkOptions{Only: []Part{{Path: "folder"}}}); got["folder"] != want["folder"] {
		t.Errorf("a folder alone has %q", got["folder"])
	}
	if got, _ := walk(WalkOptions{NoLists: true}); len(got) > 0 {
		t.Errorf("lists that were not asked for: %v", got)
	}
	if got, _ := walk(WalkOptions{Lists: []string{"user.comment"}}); got["other.txt"] != "" {
		t.Errorf("an attribute that holds no list is %q", got["other.txt"])
	}
	was := olderKernel.Load()
	olderKernel.Store(true)
	got, _ = walk(WalkOptions{})
	olderKernel.Store(was)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("as with an older kernel: %s", diff)
	}
	// A list that changes makes its folder another one.
	set("plain.txt", "system.posix_acl_access", denies)
	if got, after := walk(WalkOptions{}); after == before || got["plain.txt"] == "" {
		t.Errorf("a new list is not noticed: %v", got)
	}
}

// A list and names of attributes that are longer than the room that the kernel is offered first are read whole.
func TestWalkReadsLongLists(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "long.txt")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	entry := func(list []byte, tag, perm uint16, id uint32) []byte {
		return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(list, tag), perm), id)
	}
	list := entry([]byte{2, 0, 0, 0}, 1, 6, 1<<32-1)
	for id := range uint32(mostAttr / 4) {
		list = entry(list, 2, 0, 1000+id)
	}
	for _, tag := range []uint16{4, 0x10, 0x20} {
		list = entry(list, tag, 4, 1<<32-1)
	}
	attrs := map[string]string{"system.posix_acl_access": string(list)}
	for i := range mostAttr / 16 {
		attrs[fmt.Sprintf("user.comment-number-%d", i)] = "hello"
	}
	for attr, value := range attrs {
		if err := unix.Setxattr(path, attr, []byte(value), 0); err != nil {
			t.Skipf("this file system takes no %s: %v", attr, err)
		}
	}
	for l, err := range Walk(t.Context(), root, WalkOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if got := acl.Parse(l.Entries[0].ACL); len(got) != 1 || !strings.Contains(got[0].String(), fmt.Sprintf("u:%d:---", 999+mostAttr/4)) {
			t.Errorf("the list is %.200v", got)
		}
	}
}

func TestFileSystem(t *testing.T) {
	const table = `21 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 21 0:40 / /srv rw - xfs /dev/vdb rw
31 30 0:41 / /srv/share rw - ext4 /dev/vdc rw
32 31 0:42 / /srv/share/with\040space/win rw - cifs //server/win rw,uid=0
33 31 0:43 / /srv/share/nfs rw - nfs4 server:/ rw
34 31 0:44 / /srv/share/nfs rw - fuse.sshfs server:/ rw
35 30 0:45 / /srv/shared rw - vfat /dev/vdd rw
broken
`
	for _, id := range []string{"31", ""} {
		f := fileSystem("/srv/share", id, table)
		want := []Mount{{".", "ext4"}, {"nfs", "fuse.sshfs"}, {"with space/win", "cifs"}}
		if diff := cmp.Diff(want, f.Mounts); diff != "" {
			t.Errorf("mount %q: %s", id, diff)
		}
		f.Lists = true
		if diff := cmp.Diff(f, ParseFileSystem(f.String())); diff != "" {
			t.Errorf("written and read: %s", diff)
		}
		for path, want := range map[string]Ground{".": Enforced, "a/b": Enforced, "nfs": Invented, "nfs/x": Invented, "nfsx": Enforced, "with space": Enforced, "with space/win/x": Invented} {
			if got := f.At(path).Ground(); got != want {
				t.Errorf("the ground of %q is %d, want %d", path, got, want)
			}
		}
		if diff := cmp.Diff([]string{"system.cifs_ntsd"}, f.Asked()); diff != "" {
			t.Error(diff)
		}
	}
	if f := fileSystem("/srv/share/nfs/deep", "33", table); f.At(Root).Type != "nfs4" || f.At(Root).Ground() != Foreign {
		t.Errorf("a folder of a mount lies on %+v", f)
	}
	for _, text := range []string{"", "lists", "lists\next4", "modes\next4 \"", "?"} {
		if g := ParseFileSystem(text).At("x").Ground(); g != Unknown {
			t.Errorf("%q gives the ground %d", text, g)
		}
	}
	if f := FileSystemOf(t.TempDir()); f.At(Root).Type == "" {
		t.Error("the file system of a temporary folder is not found")
	}
}
