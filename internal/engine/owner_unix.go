//go:build unix

package engine

import (
	"io/fs"
	"syscall"
)

// ownerOf is the numeric user that owns a file, -1 if the system does not say.
func ownerOf(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}
