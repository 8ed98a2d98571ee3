package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// TryLockFile puts a lock on an open file, exclusive or shared, and reports whether it could. The lock belongs to the
// open file: closing it, or the end of the process, gives it back. It covers one byte far behind the content, so that
// others can still read who holds it.
func TryLockFile(f *os.File, exclusive bool) (bool, error) {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// Writable says nothing here: what cannot be made fails when it is to be made.
func Writable(string) error { return nil }

// syncDir has nothing to do: the names in a folder cannot be synced by themselves on Windows.
func syncDir(string) error { return nil }
