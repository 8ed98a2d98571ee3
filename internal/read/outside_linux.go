package read

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// Confined becomes another program, given with its arguments, which may from then on read what the system has installed and
// nothing else, write no file, reach no network, and use no more than so much memory and time. It returns only errors.
func Confined(program []string) error {
	if len(program) == 0 {
		return errors.New("no program")
	}
	runtime.LockOSThread()
	for what, n := range map[int]uint64{
		unix.RLIMIT_AS: outsideMemory, unix.RLIMIT_CPU: uint64(outsideTime.Seconds()), unix.RLIMIT_NOFILE: openFiles,
		unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0,
	} {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: n, Max: n}); err != nil {
			return fmt.Errorf("set a limit: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new privileges: %w", err)
	}
	// Where the kernel has no Landlock the limits above hold alone, as for the workers.
	if err := allowPaths("/usr", "/bin", "/lib", "/lib64", "/opt", "/etc/ld.so.cache", "/etc/fonts", "/dev/null", "/proc/self", os.Getenv("TESSDATA_PREFIX")); err != nil && !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EOPNOTSUPP) {
		return fmt.Errorf("close the file system: %w", err)
	}
	if err := refuseNetwork(); err != nil && !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("close the network: %w", err)
	}
	return unix.Exec(program[0], program, os.Environ())
}

// allowPaths leaves some paths that may be read and executed, and none that may be written, to this thread and what it
// becomes.
func allowPaths(paths ...string) error {
	set, err := ruleset(unix.LANDLOCK_ACCESS_FS_READ_FILE|unix.LANDLOCK_ACCESS_FS_READ_DIR|unix.LANDLOCK_ACCESS_FS_EXECUTE, paths...)
	if err != nil {
		return err
	}
	defer unix.Close(int(set))
	_, _, e := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0)
	return errno(e)
}

func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
