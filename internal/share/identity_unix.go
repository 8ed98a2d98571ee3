//go:build unix && !linux

package share

import (
	"io/fs"
	"syscall"
)

// identity adds what a fs.FileInfo does not show.
func identity(e *Entry, info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		e.Dev, e.Ino, e.UID, e.GID = uint64(st.Dev), uint64(st.Ino), st.Uid, st.Gid
		e.Changed = changed(st)
	}
}
