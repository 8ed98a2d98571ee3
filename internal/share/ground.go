package share

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Ground says how far to trust the modes of the files on a file system.
type Ground uint8

// The grounds.
const (
	Unknown  Ground = iota // not looked at yet, or not to be found out here
	Enforced               // this machine decides by them, for its own users
	Foreign                // another machine's, whose users may be others
	Invented               // made up by the mount: they say nothing of who may read
)

// grounds says how far to trust the modes of known file systems; all others are Invented.
var grounds = map[string]Ground{
	"ext2": Enforced, "ext3": Enforced, "ext4": Enforced, "xfs": Enforced, "btrfs": Enforced, "zfs": Enforced, "bcachefs": Enforced,
	"f2fs": Enforced, "jfs": Enforced, "reiserfs": Enforced, "nilfs2": Enforced, "tmpfs": Enforced, "overlay": Enforced, "erofs": Enforced,
	"squashfs": Enforced, "ubifs": Enforced, "apfs": Enforced, "ufs": Enforced, "ffs": Enforced, "hammer2": Enforced,

	"nfs": Foreign, "nfs4": Foreign, "ceph": Foreign, "fuse.ceph": Foreign, "fuse.ceph-fuse": Foreign, "lustre": Foreign, "gpfs": Foreign,
	"beegfs": Foreign, "fuse.glusterfs": Foreign, "ocfs2": Foreign, "gfs2": Foreign, "orangefs": Foreign, "9p": Foreign, "virtiofs": Foreign,
}

// asked is the extended attributes with access control lists that file systems have and do not list.
var asked = map[string][]string{
	"cifs":    {"system.cifs_ntsd"},
	"smb3":    {"system.smb3_ntsd"},
	"ntfs3":   {"system.ntfs_security"},
	"fuseblk": {"system.ntfs_acl"}, // ntfs-3g
}

// A Mount is a file system at a path below a root; "." is the root itself.
type Mount struct{ Path, Type string }

// Ground says how far to trust the modes on a mount.
func (m Mount) Ground() Ground {
	if m.Type == "" {
		return Unknown
	}
	if g, ok := grounds[m.Type]; ok {
		return g
	}
	return Invented
}

// A FileSystem is the file system at a share's root, with the ones mounted below.
type FileSystem struct {
	Mounts []Mount // by path
	Lists  bool    // access control lists were read where there are any
}

// At gives the mount that a path lies on.
func (f FileSystem) At(path string) Mount {
	var best Mount
	for _, m := range f.Mounts {
		if m.Path == Root && best.Type == "" || m.Path == path || strings.HasPrefix(path, m.Path+"/") {
			best = m // sorted by path, so that a longer one comes later
		}
	}
	return best
}

// Asked is the extended attributes to read beyond the list of the file systems.
func (f FileSystem) Asked() []string {
	var names []string
	for _, m := range f.Mounts {
		names = append(names, asked[m.Type]...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// String is f in the form that is kept: whether lists were read, then a line a mount.
func (f FileSystem) String() string {
	if len(f.Mounts) == 0 {
		return ""
	}
	b := strings.Builder{}
	b.WriteString("modes")
	if f.Lists {
		b.Reset()
		b.WriteString("lists")
	}
	for _, m := range f.Mounts {
		b.WriteString("\n" + m.Type + " " + strconv.QuoteToASCII(m.Path))
	}
	return b.String()
}

// ParseFileSystem reads the stored form. Any other text gives an empty FileSystem.
func ParseFileSystem(text string) FileSystem {
	lines := strings.Split(text, "\n")
	f := FileSystem{Lists: lines[0] == "lists"}
	for _, l := range lines[1:] {
		kind, quoted, _ := strings.Cut(l, " ")
		path, err := strconv.Unquote(quoted)
		if err != nil {
			return FileSystem{}
		}
		f.Mounts = append(f.Mounts, Mount{path, kind})
	}
	f.sort()
	return f
}

func (f FileSystem) sort() {
	slices.SortStableFunc(f.Mounts, func(a, b Mount) int { return cmp.Compare(a.Path, b.Path) })
}
