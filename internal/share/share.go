// Package share walks and opens read-only roots of files. All data enters here: Walk tells the catalog the files of a share at about one
// stat a file, Open gives the reader the bytes of one file. Nothing here follows a symbolic link, leaves the root, blocks on a FIFO or
// writes below the root.
package share

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Kind is the kind of an Entry.
type Kind uint8

// The kinds of entries.
const (
	File    Kind = iota // a regular file
	Dir                 // a folder
	Symlink             // a symbolic link, whatever it points to
	Special             // a FIFO, socket or device
)

// Root is the path of a root's own Entry.
const Root = "."

// An Entry is one name below a root, as the file system describes it.
type Entry struct {
	Path    string // relative to the root, slash-separated, any bytes but NUL
	Kind    Kind
	Size    int64 // bytes
	ModTime time.Time
	Changed time.Time // see spar.File
	Dev     uint64    // with Ino the identity of the file; both 0 where the system has none
	Ino     uint64
	Mode    fs.FileMode // permission and type bits
	UID     uint32
	GID     uint32
	ACL     string // see spar.File
	Offline bool   // reading it would fetch it from a tape or another tier

	// Err says why the entry could not be examined or the folder not be listed completely. Whatever lies below such
	// a folder is not known to be gone.
	Err error
}

// What Open refuses; in the chain of its errors.
var (
	ErrSpecial = errors.New("not a regular file")
	ErrLink    = errors.New("a symbolic link, which is not followed")
)

// Refusal is the state and the reason, for a person, of a file that could not be examined or opened: it reads the Err of
// an Entry or an error of Open. The file itself is not named.
func Refusal(err error) (spar.State, string) {
	switch {
	case errors.Is(err, ErrLink):
		return spar.Special, "a symbolic link, which is not followed; what it points to is read where it lies, if that is in a share"
	case errors.Is(err, ErrSpecial):
		return spar.Special, "not a regular file: it is never opened"
	case errors.Is(err, ErrOffline):
		return spar.Offline, OfflineReason
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return spar.Vanished, "it was gone when it was to be read: scan again"
	case errors.Is(err, fs.ErrPermission):
		return spar.Denied, "permission denied: give the user that runs SPAR the right to read it, then scan again"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return spar.Denied, "its path is too long: share a folder nearer to it"
	}
	// The operating system's word without the path, which may hold a line break.
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return spar.Denied, "the operating system would not open it (" + err.Error() + "): scan again when that is settled"
}

// Passing reports whether an error says nothing of a file but that the way to it is interrupted: a server that does not
// answer, a handle that it has forgotten, a disk that cannot be read now.
func Passing(err error) bool {
	for _, passing := range passing {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// SpecialReason says of a mode why its file is never opened.
func SpecialReason(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		_, reason := Refusal(ErrLink)
		return reason
	case mode&fs.ModeNamedPipe != 0:
		return "a FIFO: it is never opened"
	case mode&fs.ModeSocket != 0:
		return "a socket: it is never opened"
	case mode&fs.ModeDevice != 0:
		return "a device: it is never opened"
	}
	_, reason := Refusal(ErrSpecial)
	return reason
}

// validPath reports whether path may name a file below a root. Unlike fs.ValidPath it takes any bytes.
func validPath(path string) bool {
	if path == Root {
		return true
	}
	for name := range strings.SplitSeq(path, "/") {
		if name == "" || name == "." || name == ".." {
			return false
		}
	}
	return strings.IndexByte(path, 0) < 0
}

func kindOf(mode fs.FileMode) Kind {
	switch mode.Type() {
	case 0:
		return File
	case fs.ModeDir:
		return Dir
	case fs.ModeSymlink:
		return Symlink
	}
	return Special
}
