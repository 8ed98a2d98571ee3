package engine

import "golang.org/x/sys/unix"

// room is how many bytes the user that runs SPAR may still write to the file system of a folder. ok is false if the system does not tell.
func room(dir string) (free uint64, ok bool) {
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil || fs.Bsize <= 0 {
		return 0, false
	}
	return fs.Bavail * uint64(fs.Bsize), true
}
