package read

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// noFollow opens a file only if it is no link, and without waiting for anybody.
const noFollow = unix.O_NOFOLLOW | unix.O_NONBLOCK

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink)
	}
	return 1
}

// Landlock reports whether this kernel can confine a program to folders.
func Landlock() bool {
	version, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	return e == 0 && version > 0
}

// folderFile is how large a file may be that a program writes into its folder.
const folderFile = 1 << 30

// folderMemory is the address space of a program that has a folder: LibreOffice maps much that it never touches.
const folderMemory = 4 << 30

// Confined becomes another program, given with its arguments. From then on the program may read the installed system and nothing else,
// write no file, reach no network, and use no more than so much memory and time. It returns only errors.
//
// Before the program there may be options: -folder F, below which it may do as it likes, and then also read the file on its standard input
// by a name, but start no other process; -listen, to wait at a socket there; -time T instead of the usual; and -unconfined, for a kernel
// without Landlock, where a program with a folder is else not started.
func Confined(args []string) error {
	flags := flag.NewFlagSet("confine", flag.ContinueOnError)
	folder := flags.String("folder", "", "")
	limit := flags.Duration("time", outsideTime, "")
	unconfined := flags.Bool("unconfined", false, "")
	listen := flags.Bool("listen", false, "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	program := flags.Args()
	if len(program) == 0 {
		return errors.New("no program")
	}
	runtime.LockOSThread()
	memory, file := uint64(outsideMemory), uint64(0)
	if *folder != "" {
		memory, file = folderMemory, folderFile
	}
	for what, n := range map[int]uint64{
		unix.RLIMIT_AS: memory, unix.RLIMIT_CPU: uint64(max(*limit, time.Second).Seconds()), unix.RLIMIT_NOFILE: 4 * openFiles,
		unix.RLIMIT_FSIZE: file, unix.RLIMIT_CORE: 0,
	} {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: n, Max: n}); err != nil {
			return fmt.Errorf("set a limit: %w", err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new privileges: %w", err)
	}
	rules := []rule{
		{runnable, []string{"/usr", "/bin", "/lib", "/lib64", "/opt", "/etc/ld.so.cache", "/etc/fonts", "/proc/self", os.Getenv("TESSDATA_PREFIX")}},
		{readable | unix.LANDLOCK_ACCESS_FS_WRITE_FILE, []string{"/dev/null"}},
	}
	if *folder != "" {
		rules = append(rules,
			rule{anything, []string{*folder}},
			rule{readable, []string{"/proc/self/fd/0", "/dev/urandom", "/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice", "/var/cache/fontconfig"}},
			rule{runnable, []string{program[0]}})
	}
	// Where the kernel has no Landlock the limits above hold alone, as for the workers.
	if err := allowPaths(rules...); err != nil && (*folder != "" && !*unconfined || !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EOPNOTSUPP)) {
		return fmt.Errorf("close the file system: %w", err)
	}
	if err := refuseNetwork(*folder != "", *listen); err != nil && !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("close the network: %w", err)
	}
	return unix.Exec(program[0], program, os.Environ())
}

// allowPaths leaves some paths to this thread and what it becomes, and no others.
func allowPaths(rules ...rule) error {
	set, err := ruleset(rules...)
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

// awaitExit waits until a process has ended, and leaves it to be waited for.
func awaitExit(p *os.Process) {
	for unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}
