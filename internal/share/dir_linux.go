package share

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A rootDir is an open root. Everything below is reached from its descriptor, so that no rename and no link can lead
// out of it.
type rootDir struct {
	fd     int
	fsType int64 // as statfs(2) tells it, 0 when it does not
	sleep  Sleep
	lists  Lists
}

func openRoot(path string) (*rootDir, error) {
	fd, err := retry(func() (int, error) {
		return unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	var fs unix.Statfs_t
	if err := unix.Fstatfs(fd, &fs); err != nil {
		fs.Type = 0
	}
	return &rootDir{fd: fd, fsType: int64(fs.Type)}, nil
}

func (r *rootDir) close() { unix.Close(r.fd) }

func (r *rootDir) stat() (Entry, error) {
	var st unix.Stat_t
	if err := unix.Fstat(r.fd, &st); err != nil {
		return Entry{}, err
	}
	e := Entry{Path: Root}
	fill(&e, &st)
	return e, nil
}

// open opens a path below the root. No component of it may be a symbolic link.
func (r *rootDir) open(path string, flags int) (int, error) {
	flags |= unix.O_CLOEXEC | unix.O_NOFOLLOW
	how := unix.OpenHow{Flags: uint64(flags), Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS}
	fd, err := retry(func() (int, error) { return unix.Openat2(r.fd, path, &how) })
	switch {
	case err == nil:
		return fd, nil
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM), errors.Is(err, unix.EAGAIN), errors.Is(err, unix.ENAMETOOLONG):
		// An old kernel, a sandbox that forbids the call, a rename at the same moment, a path longer than one call takes.
		return r.openStepwise(path, flags)
	}
	return -1, err
}

// opener is open for a path.
func (r *rootDir) opener(path string) func(flags int) (int, error) {
	return func(flags int) (int, error) { return r.open(path, flags) }
}

// quietly opens without changing the access time where it may: that is for the owner only.
func quietly(open func(flags int) (int, error), flags int, owner uint32) (int, error) {
	if me := os.Geteuid(); me == 0 || me == int(owner) {
		if fd, err := open(flags | unix.O_NOATIME); !errors.Is(err, unix.EPERM) {
			return fd, err
		}
	}
	return open(flags)
}

// openFolder opens a folder to be listed, without changing its access time where it may.
func openFolder(path string) (*os.File, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return nil, err
	}
	fd, err := quietly(func(flags int) (int, error) {
		return retry(func() (int, error) { return unix.Open(path, flags, 0) })
	}, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC|unix.O_NONBLOCK, st.Uid)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// openStepwise is open by one call a component.
func (r *rootDir) openStepwise(path string, flags int) (int, error) {
	at := r.fd
	for {
		name, rest, more := strings.Cut(path, "/")
		how := flags
		if more {
			how = unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC | unix.O_NOFOLLOW
		}
		fd, err := retry(func() (int, error) { return unix.Openat(at, name, how, 0) })
		if err != nil && more && isLink(at, name) {
			err = unix.ELOOP // as openat2 says; openat calls it "not a directory"
		}
		if at != r.fd {
			unix.Close(at)
		}
		if err != nil || !more {
			return fd, err
		}
		at, path = fd, rest
	}
}

func isLink(at int, name string) bool {
	var st unix.Stat_t
	return unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK
}

// A lister lists folders, one after the other, with one buffer.
type lister struct {
	root  *rootDir
	buf   []byte
	st    unix.Statx_t
	lists listReader
}

// list calls emit with each name in a folder and its Entry, Path left empty, until emit returns false. The name is only
// valid during the call.
func (l *lister) list(dir *Entry, emit func(name []byte, e *Entry) bool) error {
	fd, err := quietly(l.root.opener(dir.Path), unix.O_RDONLY|unix.O_DIRECTORY, dir.UID)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if l.buf == nil {
		l.buf = make([]byte, 64<<10)
	}
	var e Entry
	for {
		n, err := retry(func() (int, error) { return unix.Getdents(fd, l.buf) })
		if err != nil || n <= 0 {
			return err
		}
		for rest := l.buf[:n]; ; {
			kind, name, after, ok := nextDirent(rest)
			if !ok {
				break
			}
			rest = after
			if string(name) == "." || string(name) == ".." {
				continue
			}
			e = Entry{}
			switch err := l.stat(fd, name, &e); {
			case err == nil:
				if l.root.lists.Read && (e.Kind == File || e.Kind == Dir) {
					e.ACL = l.lists.of(fd, name, l.root.lists.Ask)
				}
			case errors.Is(err, unix.ENOENT):
				continue // gone since the folder was read
			default:
				e = Entry{Err: err, Mode: fileMode(uint32(kind) << 12)} // DT_x is S_IFx >> 12
				e.Kind = kindOf(e.Mode)
			}
			if !emit(name, &e) {
				return errStopped
			}
		}
	}
}

// stat examines a name in an open folder. The byte behind the name is NUL.
func (l *lister) stat(fd int, name []byte, e *Entry) error {
	for {
		const flags = unix.AT_SYMLINK_NOFOLLOW | unix.AT_NO_AUTOMOUNT
		_, _, errno := unix.Syscall6(unix.SYS_STATX, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(name))), flags,
			unix.STATX_BASIC_STATS, uintptr(unsafe.Pointer(&l.st)), 0)
		switch errno {
		case 0:
			fillx(e, &l.st)
			e.Offline = e.Kind == File && l.root.asleep(e.Size, int64(l.st.Blocks), fd, name)
			return nil
		case unix.EINTR:
		case unix.ENOSYS, unix.EPERM: // an old kernel, or a sandbox that forbids the call
			var st unix.Stat_t
			if err := unix.Fstatat(fd, string(name), &st, flags); err != nil {
				return err
			}
			fill(e, &st)
			e.Offline = e.Kind == File && l.root.asleep(st.Size, st.Blocks, fd, name)
			return nil
		default:
			return errno
		}
	}
}

// nextDirent reads one record of getdents64(2): inode and offset of 8 bytes each, length of 2, type of 1, name up to a
// NUL.
func nextDirent(b []byte) (kind byte, name, rest []byte, ok bool) {
	const header = 19
	if len(b) < header {
		return 0, nil, nil, false
	}
	n := int(binary.NativeEndian.Uint16(b[16:]))
	if n < header || n > len(b) {
		return 0, nil, nil, false
	}
	end := bytes.IndexByte(b[header:n], 0)
	if end < 0 {
		return 0, nil, nil, false
	}
	return b[18], b[header : header+end], b[n:], true
}

func fillx(e *Entry, st *unix.Statx_t) {
	e.Size = int64(st.Size)
	e.ModTime = time.Unix(st.Mtime.Sec, int64(st.Mtime.Nsec)).UTC()
	e.Changed = time.Unix(st.Ctime.Sec, int64(st.Ctime.Nsec)).UTC()
	e.Dev, e.Ino = unix.Mkdev(st.Dev_major, st.Dev_minor), st.Ino
	e.Mode = fileMode(uint32(st.Mode))
	e.Kind = kindOf(e.Mode)
	e.UID, e.GID = st.Uid, st.Gid
}

func fill(e *Entry, st *unix.Stat_t) {
	e.Size = st.Size
	e.ModTime = time.Unix(st.Mtim.Unix()).UTC()
	e.Changed = time.Unix(st.Ctim.Unix()).UTC()
	e.Dev, e.Ino = uint64(st.Dev), st.Ino
	e.Mode = fileMode(st.Mode)
	e.Kind = kindOf(e.Mode)
	e.UID, e.GID = st.Uid, st.Gid
}

func fileMode(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & unix.S_IFMT {
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	}
	if m&unix.S_ISUID != 0 {
		mode |= fs.ModeSetuid
	}
	if m&unix.S_ISGID != 0 {
		mode |= fs.ModeSetgid
	}
	if m&unix.S_ISVTX != 0 {
		mode |= fs.ModeSticky
	}
	return mode
}

// openFile opens a regular file.
func (r *rootDir) openFile(path string, wake bool) (*os.File, error) {
	return r.openRegular(path, wake, r.opener(path))
}

// openRegular opens a regular file. It looks at the file before it opens it: opening a device can do things, and opening a
// file that lies on a tape fetches it.
func (r *rootDir) openRegular(name string, wake bool, open func(flags int) (int, error)) (*os.File, error) {
	peek, err := open(unix.O_PATH)
	if err != nil {
		return nil, linkOr(err)
	}
	defer unix.Close(peek)
	e, err := r.regular(peek)
	switch {
	case err != nil:
		return nil, err
	case e.Offline && !wake:
		return nil, ErrOffline
	}
	fd, err := quietly(open, unix.O_RDONLY|unix.O_NONBLOCK, e.UID)
	if err != nil {
		return nil, linkOr(err)
	}
	_, err = r.regular(fd) // it may be another file by now
	if err == nil {
		err = unix.SetNonblock(fd, false)
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// statFile describes a regular file without opening it.
func (r *rootDir) statFile(path string) (Entry, error) {
	peek, err := r.open(path, unix.O_PATH)
	if err != nil {
		return Entry{}, linkOr(err)
	}
	defer unix.Close(peek)
	return r.regular(peek)
}

func linkOr(err error) error {
	if errors.Is(err, unix.ELOOP) {
		return ErrLink
	}
	return err
}

// statDir describes a folder and refuses anything else.
func (r *rootDir) statDir(path string) (e Entry, err error) {
	fd, err := r.open(path, unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return e, linkOr(err)
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	err = unix.Fstat(fd, &st)
	fill(&e, &st)
	e.ACL = r.lists.of(fd, []byte(".\x00")[:1])
	return e, err
}

// regular describes an open regular file and refuses anything else.
func (r *rootDir) regular(fd int) (e Entry, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return e, err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		fill(&e, &st)
		e.Offline = r.asleep(st.Size, st.Blocks, fd, nil)
		return e, nil
	case unix.S_IFLNK:
		return e, ErrLink
	}
	return e, ErrSpecial
}

func retry(f func() (int, error)) (int, error) {
	for {
		n, err := f()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}
