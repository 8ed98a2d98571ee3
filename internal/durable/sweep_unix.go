//go:build unix

package durable

import (
	"io/fs"
	"os"
	"syscall"
)

// ours reports whether a file is of this user, and open to nobody else, as os.CreateTemp makes it.
func ours(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid() && st.Nlink == 1 && info.Mode().Perm() == 0o600
}
