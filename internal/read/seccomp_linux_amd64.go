package read

import "golang.org/x/sys/unix"

// legacyCalls are refused calls that newer machines do not have any more.
var legacyCalls = []uint32{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CREAT, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_MKNOD,
	unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
}

// forkCalls start processes, beside clone.
var forkCalls = []uint32{unix.SYS_FORK, unix.SYS_VFORK}

// accessCalls test access to a file, each with the offset of its mode in struct seccomp_data.
var accessCalls = map[uint32]uint32{unix.SYS_ACCESS: 24, unix.SYS_FACCESSAT: 32, unix.SYS_FACCESSAT2: 32}
