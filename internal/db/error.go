package db

import (
	"errors"
	"io/fs"

	spar "github.com/sparsearch/spar"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// ErrBusy means that another process used the database for too long.
var ErrBusy = errors.New("the database is in use by another process")

// explain gives an error of SQLite the words that a user needs; other errors pass.
func explain(path string, err error) error {
	var known *spar.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		if e.Code() == lib.SQLITE_IOERR_SHMSIZE { // the index of the log could not grow
			return full(path, err)
		}
		switch e.Code() & 0xff {
		case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
			return spar.Errorf(spar.Conflict, "%s is being written by another process: try again when it has finished: %w", path, errors.Join(ErrBusy, err))
		case lib.SQLITE_FULL:
			return full(path, err)
		case lib.SQLITE_IOERR:
			return spar.Errorf(spar.Unavailable, "the disk that holds %s failed, or does not let it grow: look at free space, quota and the limit on the size of files (ulimit -f), then repeat the command: %w", path, err)
		case lib.SQLITE_NOTADB, lib.SQLITE_CORRUPT:
			return damaged(path, err)
		case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
			return spar.Errorf(spar.Unavailable, "%s cannot be opened for writing: check the owner and the mode of its folder: %w", path, err)
		}
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return spar.Errorf(spar.Unavailable, "%s cannot be opened: check that its folder exists and is yours: %w", path, err)
	}
	return err
}

func full(path string, err error) error {
	return spar.Errorf(spar.Unavailable, "the disk that holds %s is full: free some space and repeat the command, which goes on where it stopped: %w", path, err)
}

func damaged(path string, err error) error {
	return spar.Errorf(spar.Internal, "%s is damaged: put back the newest %s.backup-* beside it, or move it away and scan again: %w", path, FileName, err)
}
