package read

import (
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openFiles is how many files a worker may have open: its own, the document, compiled code.
const openFiles = 64

// confine gives up, for the rest of the process's life, what reading a file does not need, and names what holds. The
// limits must hold; Landlock and seccomp hold where the kernel has them.
func confine(s setup) (guards []string, err error) {
	time.Local = time.UTC // what a file says must not depend on where it is read; nor is there a file to look that up in
	limit := func(what int, n int64) {
		if err == nil {
			err = unix.Setrlimit(what, &unix.Rlimit{Cur: uint64(n), Max: uint64(n)})
		}
	}
	limit(unix.RLIMIT_DATA, s.Memory)
	limit(unix.RLIMIT_NOFILE, openFiles)
	limit(unix.RLIMIT_FSIZE, 0)
	limit(unix.RLIMIT_CORE, 0)
	if err != nil {
		return nil, fmt.Errorf("set a limit: %w", err)
	}
	guards = append(guards, fmt.Sprintf("%d MB of memory", s.Memory>>20), fmt.Sprintf("%d open files", openFiles), "no writing of files", "no core files")

	// The filter takes all threads with it, in the renunciation of new privileges too; Landlock is a call for each.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("give up new privileges: %w", err)
	}
	if err := filterCalls(); err == nil {
		guards = append(guards, "no new privileges", "no network, no other processes (seccomp)")
		if err := restrictPaths(s.CacheDir); err == nil {
			guards = append(guards, "no files but compiled code (Landlock)")
		}
	}
	return guards, nil
}

// errno makes an error of what a raw call gave.
func errno(e unix.Errno) error {
	if e != 0 {
		return e
	}
	return nil
}

// pathRights are Landlock's rights over files by the version of its interface that introduced them.
var pathRights = []uint64{
	1: 1<<13 - 1,
	2: unix.LANDLOCK_ACCESS_FS_REFER,
	3: unix.LANDLOCK_ACCESS_FS_TRUNCATE,
	5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV,
}

// restrictPaths leaves no path that can be opened except, to be read, what lies below readable.
func restrictPaths(readable string) error {
	const read = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	set, err := ruleset(read, readable)
	if err != nil {
		return err
	}
	defer unix.Close(int(set))
	return onAllThreads(unix.SYS_LANDLOCK_RESTRICT_SELF, set)
}

// ruleset makes a set of rules that allow some rights below some paths and nothing elsewhere. Paths that are not there are
// left out. See https://docs.kernel.org/userspace-api/landlock.html
func ruleset(rights uint64, paths ...string) (uintptr, error) {
	version, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0, e
	}
	attr := unix.LandlockRulesetAttr{}
	for v, rights := range pathRights {
		if v <= int(version) {
			attr.Handled_access_fs |= rights
		}
	}
	// The structure has grown; the first version knows only its first field.
	set, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr.Handled_access_fs), 0)
	if e != 0 {
		return 0, e
	}
	for _, p := range paths {
		var st unix.Stat_t
		if p == "" || unix.Stat(p, &st) != nil {
			continue
		}
		f, err := unix.Open(p, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			continue
		}
		rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(f)}
		if st.Mode&unix.S_IFMT != unix.S_IFDIR {
			rule.Allowed_access &^= unix.LANDLOCK_ACCESS_FS_READ_DIR
		}
		_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, set, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
		unix.Close(f)
		if e != 0 {
			unix.Close(int(set))
			return 0, e
		}
	}
	return set, nil
}
