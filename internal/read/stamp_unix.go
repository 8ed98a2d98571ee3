//go:build unix

package read

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

func stampOf(f *os.File) (stamp, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return stamp{}, err
	}
	var st unix.Stat_t
	var fault error
	if err := raw.Control(func(fd uintptr) { fault = unix.Fstat(int(fd), &st) }); err != nil {
		return stamp{}, err
	}
	if fault != nil {
		return stamp{}, fault
	}
	return stamp{
		size: st.Size, modTime: time.Unix(st.Mtim.Unix()), changed: time.Unix(st.Ctim.Unix()),
		dev: uint64(st.Dev), ino: uint64(st.Ino),
	}, nil
}
