package share

import (
	"io/fs"
	"syscall"
)

// asleep reports whether reading a file would fetch it from another tier.
func asleep(how Sleep, info fs.FileInfo) bool {
	data, ok := info.Sys().(*syscall.Win32FileAttributeData)
	return how != SleepNever && ok && info.Mode().IsRegular() && dosOffline(data.FileAttributes)
}
