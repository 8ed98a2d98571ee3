package share

import (
	"bytes"
	"errors"
	"os"
	"strings"

	"github.com/sparsearch/spar/internal/acl"
	"golang.org/x/sys/unix"
)

// A folderAt is an open folder on the way to a file.
type folderAt struct {
	fd   int
	keep bool // it is the root's own descriptor
}

func (d *folderAt) close() {
	if !d.keep {
		unix.Close(d.fd)
	}
}

// walkTo opens the folders that lead to a path, one in the other, adds each one's Entry to w, and gives the last one open with the
// remaining name. A component that is a symbolic link is ErrLink.
func (r *rootDir) walkTo(path string, w *Way) (_ *folderAt, name string, err error) {
	at := &folderAt{r.fd, true}
	done := 0 // bytes of path
	for {
		e, err := r.folderEntry(at.fd)
		if err != nil {
			at.close()
			return nil, "", err
		}
		e.Path = Root
		if done > 0 {
			e.Path = path[:done-1]
		}
		w.Folders = append(w.Folders, e)
		next, _, more := strings.Cut(path[done:], "/")
		if !more {
			return at, next, nil
		}
		fd, err := retry(func() (int, error) {
			return unix.Openat(at.fd, next, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0)
		})
		if err != nil && isLink(at.fd, next) {
			err = ErrLink
		}
		at.close()
		if err != nil {
			return nil, "", err
		}
		at = &folderAt{fd: fd}
		done += len(next) + 1
	}
}

// folderEntry describes an open folder.
func (r *rootDir) folderEntry(fd int) (e Entry, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return e, err
	}
	fill(&e, &st)
	e.ACL = r.lists.of(fd, []byte(".\x00")[:1])
	return e, nil
}

func (d *folderAt) openFile(r *rootDir, name string, wake bool) (*os.File, error) {
	return r.openRegular(name, wake, d.open(name))
}

func (d *folderAt) open(name string) func(flags int) (int, error) {
	return func(flags int) (int, error) {
		return retry(func() (int, error) { return unix.Openat(d.fd, name, flags|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0) })
	}
}

// statFile describes a regular file without opening it.
func (d *folderAt) statFile(r *rootDir, name string) (Entry, error) {
	peek, err := d.open(name)(unix.O_PATH)
	if err != nil {
		return Entry{}, linkOr(err)
	}
	defer unix.Close(peek)
	e, err := r.regular(peek)
	if err == nil {
		e.ACL = r.lists.of(peek, nil)
	}
	return e, err
}

// Described describes an open file as it is now.
func Described(f *os.File, l Lists) (e Entry, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return e, err
	}
	fault := raw.Control(func(fd uintptr) {
		var st unix.Stat_t
		if err = unix.Fstat(int(fd), &st); err == nil {
			fill(&e, &st)
			e.ACL = l.of(int(fd), nil)
		}
	})
	return e, errors.Join(err, fault)
}

// of gives the lists of a name in an open folder, or of an open file or folder itself where name is nil. The byte behind the
// name is NUL. Where nothing has a list, as in most folders, no buffers are needed to find that out.
func (l Lists) of(fd int, name []byte) string {
	if !l.Read {
		return ""
	}
	if len(l.Ask) == 0 {
		var few [256]byte
		if n, err := listAttrs(fd, name, few[:]); err == nil && !anyHolds(few[:n]) {
			return ""
		}
	}
	var reader listReader
	return reader.of(fd, name, l.Ask)
}

// anyHolds reports whether one of the names, each with a NUL behind it, is that of a list.
func anyHolds(names []byte) bool {
	for name := range bytes.SplitSeq(names, []byte{0}) {
		if acl.Holds(string(name)) {
			return true
		}
	}
	return false
}
