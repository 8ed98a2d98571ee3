package read

import "golang.org/x/sys/unix"

// legacyCalls are refused calls that newer machines do not have any more.
var legacyCalls = []uint32{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CREAT, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_MKNOD,
	unix.SYS_LINK, unix.SYS_SYMLINK, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
}
