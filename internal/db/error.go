package db

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	spar "github.com/sparsearch/spar/internal/spar"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// ErrBusy means that another process used the database for too long.
var ErrBusy = errors.New("the database is in use by another process")

// ErrReadOnly means that the data directory can be read and not written.
var ErrReadOnly = errors.New("the data directory is read-only")

// onlyRead is the error for a write to a database that can only be read.
func (d *DB) onlyRead() error {
	return spar.Errorf(spar.Unavailable,
		"the data directory %s can only be read, and this would be kept there: make it writable, or choose another: %w",
		d.dir, errors.Join(ErrReadOnly, d.closed)).Try(spar.Remedy{Do: spar.ChooseDataDir})
}

// IsUnique reports whether err is a breach of a UNIQUE or PRIMARY KEY constraint.
func IsUnique(err error) bool {
	return broke(err, pgUnique, lib.SQLITE_CONSTRAINT_UNIQUE, lib.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsForeignKey reports whether err is a breach of a FOREIGN KEY constraint.
func IsForeignKey(err error) bool {
	return broke(err, pgForeignKey, lib.SQLITE_CONSTRAINT_FOREIGNKEY)
}

func broke(err error, code string, lite ...int) bool {
	var p *pgconn.PgError
	if errors.As(err, &p) {
		return p.Code == code
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		for _, c := range lite {
			if e.Code() == c {
				return true
			}
		}
	}
	return false
}

func busy(name string, err error) error {
	return spar.Errorf(spar.Conflict, "%s is being written by another process: try again when it has finished: %w", name, errors.Join(ErrBusy, err))
}

func full(name string, err error) error {
	return spar.Errorf(spar.Unavailable, "the disk that holds %s is full: free some space and repeat the command, which goes on where it stopped: %w", name, err)
}

// damaged is the error for the faults that a check has found.
func (d *DB) damaged(faults []string) error {
	return spar.Errorf(spar.Internal, "%s is damaged: restore a backup, or begin a new data directory and scan again: %s", d.Name(), strings.Join(faults, "; ")).Try(spar.Remedy{Do: spar.RestoreBackup})
}
