package share

import (
	"encoding/binary"
	"fmt"

	"golang.org/x/sys/unix"
)

// The types of file systems that statfs(2) tells and golang.org/x/sys/unix does not name.
const (
	cifsMagic  = 0xFF534D42
	smb2Magic  = 0xFE534D42
	ntfs3Magic = 0x7366746E
	vboxMagic  = 0x786F4256
	cephMagic  = 0x00C36400
)

// countsBlocks reports whether the blocks of a file tell anything on a file system: programs that imitate one often leave
// them out.
func countsBlocks(fsType int64) bool {
	switch fsType & 0xFFFFFFFF {
	case 0, unix.FUSE_SUPER_MAGIC, unix.V9FS_MAGIC, vboxMagic, cifsMagic, smb2Magic:
		return false
	}
	return true
}

// asleep reports whether reading a file would fetch it from a tape or another tier: a name in an open folder, or the
// open file itself where name is empty.
func (r *rootDir) asleep(size, blocks int64, fd int, name []byte) bool {
	switch r.sleep {
	case SleepNever:
		return false
	case SleepAuto:
		if countsBlocks(r.fsType) && hollow(size, blocks) {
			return true
		}
	default:
		if hollow(size, blocks) {
			return true
		}
	}
	if dosAttribute(r.fsType) == "" {
		return false
	}
	a, ok := r.dosAttributes(fd, string(name))
	return ok && dosOffline(a)
}

// dosAttribute is the extended attribute that shows the Windows attributes of a file, "" for none.
func dosAttribute(fsType int64) string {
	switch fsType & 0xFFFFFFFF {
	case cifsMagic, smb2Magic:
		return "user.cifs.dosattrib"
	case ntfs3Magic:
		return "system.ntfs_attrib"
	}
	return ""
}

// dosAttributes reads the Windows attributes of a file, which is not opened for it.
func (r *rootDir) dosAttributes(fd int, name string) (uint32, bool) {
	path := fmt.Sprintf("/proc/self/fd/%d", fd)
	get := unix.Getxattr
	if name != "" {
		path, get = path+"/"+name, unix.Lgetxattr
	}
	var b [4]byte
	n, err := get(path, dosAttribute(r.fsType), b[:])
	return binary.LittleEndian.Uint32(b[:]), err == nil && n == len(b)
}
