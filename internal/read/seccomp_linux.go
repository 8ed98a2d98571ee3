//go:build linux && (amd64 || arm64)

package read

import (
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refusedCalls are the system calls that reading a file never needs: calls that reach other processes, the network, other rights or the
// kernel's rarer parts. They fail in a worker with the error of a missing right.
var refusedCalls = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
	unix.SYS_SENDMSG, unix.SYS_SENDMMSG,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT,
	unix.SYS_KILL, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL,
	unix.SYS_SETRLIMIT, unix.SYS_PRLIMIT64,
	unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETREUID, unix.SYS_SETREGID, unix.SYS_SETRESUID, unix.SYS_SETRESGID,
	unix.SYS_SETGROUPS, unix.SYS_CAPSET,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
	unix.SYS_UNLINKAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_MKDIRAT, unix.SYS_MKNODAT, unix.SYS_LINKAT, unix.SYS_SYMLINKAT,
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_TRUNCATE, unix.SYS_FTRUNCATE, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_FREMOVEXATTR,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_MEMFD_CREATE,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT, unix.SYS_SWAPON,
}

// Offsets in struct seccomp_data.
const (
	dataCall  = 0
	dataArch  = 4
	dataFlags = 16 // the low half of the first argument
	dataType  = 24 // and of the second
)

// filterCalls installs the filter in all threads.
// See https://docs.kernel.org/userspace-api/seccomp_filter.html
func filterCalls() error {
	arch, foreign := uint32(unix.AUDIT_ARCH_X86_64), uint32(0x40000000) // from there on calls of the x32 interface
	if runtime.GOARCH == "arm64" {
		arch = unix.AUDIT_ARCH_AARCH64
	}
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		bits   = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		ret    = unix.BPF_RET | unix.BPF_K
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	)
	filter := []unix.SockFilter{
		{Code: load, K: dataArch},
		{Code: equal, K: arch, Jt: 1},
		{Code: ret, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: load, K: dataCall},
		{Code: least, K: foreign, Jf: 1},
		{Code: ret, K: refuse},
		// A new thread may be made, a new process not.
		{Code: equal, K: unix.SYS_CLONE, Jf: 4},
		{Code: load, K: dataFlags},
		{Code: bits, K: unix.CLONE_THREAD, Jf: 1},
		{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		{Code: ret, K: refuse},
	}
	// Its flags lie in memory, where a filter cannot look; without it the C library takes the older call.
	filter = append(filter, unix.SockFilter{Code: equal, K: unix.SYS_CLONE3, Jf: 1},
		unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
	for _, call := range append(refusedCalls, legacyCalls...) {
		filter = append(filter, unix.SockFilter{Code: equal, K: call, Jf: 1}, unix.SockFilter{Code: ret, K: refuse})
	}
	filter = append(filter, unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	return errno(e)
}

// networkCalls are what another program than ours never needs to read a file.
var networkCalls = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_SENDMSG, unix.SYS_SENDMMSG,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN,
	unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
}

// refuseNetwork installs a filter in this thread, which lasts through the start of another program; with alone it refuses
// new processes too, and with listen it allows to wait at a socket of the file system, as LibreOffice does before all else,
// but not to call anybody at one.
func refuseNetwork(alone, listen bool) error {
	arch := uint32(unix.AUDIT_ARCH_X86_64)
	if runtime.GOARCH == "arm64" {
		arch = unix.AUDIT_ARCH_AARCH64
	}
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		least  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		ret    = unix.BPF_RET | unix.BPF_K
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	)
	filter := []unix.SockFilter{
		{Code: load, K: dataArch}, {Code: equal, K: arch, Jt: 1}, {Code: ret, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: load, K: dataCall}, {Code: least, K: 0x40000000, Jf: 1}, {Code: ret, K: refuse},
	}
	calls := networkCalls
	if alone {
		// As for the workers: threads can be made, processes not.
		filter = append(filter,
			unix.SockFilter{Code: equal, K: unix.SYS_CLONE, Jf: 4},
			unix.SockFilter{Code: load, K: dataFlags},
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.CLONE_THREAD, Jf: 1},
			unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW},
			unix.SockFilter{Code: ret, K: refuse},
			unix.SockFilter{Code: equal, K: unix.SYS_CLONE3, Jf: 1},
			unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)})
		calls = slices.Concat(calls, forkCalls)
	}
	if listen {
		filter = append(filter,
			unix.SockFilter{Code: equal, K: unix.SYS_SOCKET, Jf: 7},
			unix.SockFilter{Code: load, K: dataFlags},
			unix.SockFilter{Code: equal, K: unix.AF_UNIX, Jf: 4},
			unix.SockFilter{Code: load, K: dataType},
			unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 0xf}, // the rest are flags
			unix.SockFilter{Code: equal, K: unix.SOCK_STREAM, Jf: 1},
			unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW},
			unix.SockFilter{Code: ret, K: refuse})
		// It waits in /tmp where it may write there, by this call, and only else in the folder that it is told.
		const closed = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
		for call, mode := range accessCalls {
			filter = append(filter,
				unix.SockFilter{Code: equal, K: call, Jf: 4},
				unix.SockFilter{Code: load, K: mode},
				unix.SockFilter{Code: equal, K: unix.W_OK, Jf: 1},
				unix.SockFilter{Code: ret, K: closed},
				unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW})
		}
		calls = slices.DeleteFunc(slices.Clone(calls), func(c uint32) bool {
			return c == unix.SYS_BIND || c == unix.SYS_LISTEN || c == unix.SYS_ACCEPT || c == unix.SYS_ACCEPT4
		})
	}
	for _, call := range calls {
		filter = append(filter, unix.SockFilter{Code: equal, K: call, Jf: 1}, unix.SockFilter{Code: ret, K: refuse})
	}
	filter = append(filter, unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(filter)
	return errno(e)
}

// onAllThreads makes a call in every thread of this process.
func onAllThreads(call, arg uintptr) error {
	_, _, e := syscall.AllThreadsSyscall(call, arg, 0, 0)
	return errno(e)
}
