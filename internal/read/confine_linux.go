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
	time.Local = time.UTC // a reading must not depend on its place; nor is there a file to look up the time zone in
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

// The rights of a rule.
const (
	readable = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	runnable = readable | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// anything that one does with files and folders of one's own; neither devices nor running what lies there.
	anything = readable | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK
	// ofFiles are the rights that one can have over a file that is no folder.
	ofFiles = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// A rule allows rights below paths. Paths that are not there are left out.
type rule struct {
	rights uint64
	paths  []string
}

// restrictPaths leaves no path that can be opened except, to be read, what lies below one.
func restrictPaths(below string) error {
	set, err := ruleset(rule{readable, []string{below}})
	if err != nil {
		return err
	}
	defer unix.Close(int(set))
	return onAllThreads(unix.SYS_LANDLOCK_RESTRICT_SELF, set)
}

// ruleset makes a set of rules, beyond which nothing is allowed. See https://docs.kernel.org/userspace-api/landlock.html
func ruleset(rules ...rule) (uintptr, error) {
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
	for _, r := range rules {
		for _, p := range r.paths {
			if err := allow(set, p, r.rights&attr.Handled_access_fs); err != nil {
				unix.Close(int(set))
				return 0, err
			}
		}
	}
	return set, nil
}

// allow adds rights below a path to a set.
func allow(set uintptr, path string, rights uint64) error {
	var st unix.Stat_t
	if path == "" || unix.Stat(path, &st) != nil {
		return nil
	}
	f, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(f)
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(f)}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		beneath.Allowed_access &= ofFiles
	}
	_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, set, unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
	// An object without a place among files, such as a pipe, cannot be opened by a name either.
	if e == unix.EBADFD || e == unix.EBADF {
		return nil
	}
	return errno(e)
}
