package share

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"sync/atomic"
	"unsafe"

	"github.com/sparsearch/spar/internal/acl"
	"golang.org/x/sys/unix"
)

// maxAttr is the most bytes that Linux keeps in an extended attribute, and in their names together (linux/limits.h).
const maxAttr = 64 << 10

// mostAttr is the room that is offered first: the kernel takes as much memory for every call, which costs more than the rest
// of it where that is pages.
const mostAttr = 512

// A listReader reads the access control lists of names in open folders. What it needs it keeps for the next one.
type listReader struct {
	names, value []byte
	raw          []byte            // all that was read of one name
	known        map[string]string // raw to canonical form: most lists come often
}

// maxKnown is how many forms a listReader keeps.
const maxKnown = 1024

// listsOf reads the lists of a name in the root.
func (r *rootDir) listsOf(name string) string {
	return r.lists.of(r.fd, append([]byte(name), 0)[:len(name)])
}

// of gives the access control lists of a name in a folder, or of the open file or folder itself where name is nil, in canonical form. ask
// names extended attributes that the file system has and does not list. Most names have no extended attribute at all; one system call
// tells. An unreadable list counts as one that is not understood, which denies. The byte behind the name is NUL.
func (r *listReader) of(dir int, name []byte, ask []string) string {
	if r.names == nil {
		r.names, r.value, r.known = make([]byte, maxAttr), make([]byte, maxAttr), map[string]string{}
	}
	n, err := roomy(r.names, func(room []byte) (int, error) { return listAttrs(dir, name, room) })
	switch {
	case err == nil:
	case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOENT): // none there, or gone since the folder was read
		n = 0
	default:
		return acl.Canonical([]acl.Attr{{Name: "system.posix_acl_access", Err: err}})
	}
	r.raw = r.raw[:0]
	for rest := r.names[:n]; len(rest) > 0; {
		end := bytes.IndexByte(rest, 0)
		if end < 0 {
			break
		}
		if acl.Holds(string(rest[:end])) {
			r.read(dir, name, rest[:end+1])
		}
		rest = rest[end+1:]
	}
	for _, attr := range ask {
		r.read(dir, name, append([]byte(attr), 0))
	}
	if len(r.raw) == 0 {
		return ""
	}
	if form, ok := r.known[string(r.raw)]; ok {
		return form
	}
	form := acl.Canonical(split(r.raw))
	if len(r.known) >= maxKnown {
		clear(r.known)
	}
	r.known[string(r.raw)] = form
	return form
}

// roomy calls f with little room, then with all of it if that did not do.
func roomy(all []byte, f func(room []byte) (int, error)) (int, error) {
	n, err := retry(func() (int, error) { return f(all[:mostAttr]) })
	if errors.Is(err, unix.ERANGE) {
		return retry(func() (int, error) { return f(all) })
	}
	return n, err
}

// read appends an attribute: its name and a NUL, the error's number, the size, and the value.
func (r *listReader) read(dir int, name, attr []byte) {
	n, err := roomy(r.value, func(room []byte) (int, error) { return getAttr(dir, name, attr, room) })
	var errno unix.Errno
	switch {
	case err == nil:
	case errors.Is(err, unix.ENODATA), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOENT):
		return
	case !errors.As(err, &errno):
		errno = unix.EIO
	}
	if err != nil {
		n = 0
	}
	r.raw = append(r.raw, attr...)
	r.raw = binary.NativeEndian.AppendUint32(r.raw, uint32(errno))
	r.raw = binary.NativeEndian.AppendUint32(r.raw, uint32(n))
	r.raw = append(r.raw, r.value[:n]...)
}

// split takes apart what read put together.
func split(raw []byte) (attrs []acl.Attr) {
	for len(raw) > 0 {
		name, rest, _ := bytes.Cut(raw, []byte{0})
		a := acl.Attr{Name: string(name)}
		if errno := binary.NativeEndian.Uint32(rest); errno != 0 {
			a.Err = unix.Errno(errno)
		}
		n := binary.NativeEndian.Uint32(rest[4:])
		a.Value, raw = rest[8:8+n], rest[8+n:]
		attrs = append(attrs, a)
	}
	return attrs
}

// olderKernel is set once when the system calls of Linux 6.13, which take a folder and a name, turn out to be missing.
var olderKernel atomic.Bool

// listAttrs writes the names of the extended attributes of a name in a folder into buf, each with a NUL behind it. It does not follow a
// link. Without a name it lists the attributes of the open file or folder itself.
func listAttrs(dir int, name, buf []byte) (int, error) {
	if name == nil {
		n, err := unix.Flistxattr(dir, buf)
		if errors.Is(err, unix.EBADF) { // open as a path only
			n, err = unix.Listxattr(procPath(dir, nil), buf)
		}
		return n, ofOpen(err)
	}
	if !olderKernel.Load() {
		n, _, errno := unix.Syscall6(unix.SYS_LISTXATTRAT, uintptr(dir), uintptr(unsafe.Pointer(unsafe.SliceData(name))), unix.AT_SYMLINK_NOFOLLOW,
			uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)), 0)
		switch errno {
		case 0:
			return int(n), nil
		case unix.ENOSYS, unix.EPERM: // the latter from sandboxes that do not know the call
			olderKernel.Store(true)
		default:
			return 0, errno
		}
	}
	return unix.Llistxattr(procPath(dir, name), buf)
}

// ofOpen is an error about something open: that it is not there can only mean that /proc is not.
func ofOpen(err error) error {
	if errors.Is(err, unix.ENOENT) {
		return unix.EIO
	}
	return err
}

// getAttr reads one extended attribute, with a NUL behind its name, of a name in a folder, or of the open file or folder itself.
func getAttr(dir int, name, attr, buf []byte) (int, error) {
	if name == nil {
		key := string(attr[:len(attr)-1])
		n, err := unix.Fgetxattr(dir, key, buf)
		if errors.Is(err, unix.EBADF) {
			n, err = unix.Getxattr(procPath(dir, nil), key, buf)
		}
		return n, ofOpen(err)
	}
	if !olderKernel.Load() {
		into := struct { // struct xattr_args
			value       uint64
			size, flags uint32
		}{uint64(uintptr(unsafe.Pointer(&buf[0]))), uint32(len(buf)), 0}
		n, _, errno := unix.Syscall6(unix.SYS_GETXATTRAT, uintptr(dir), uintptr(unsafe.Pointer(unsafe.SliceData(name))), unix.AT_SYMLINK_NOFOLLOW,
			uintptr(unsafe.Pointer(unsafe.SliceData(attr))), uintptr(unsafe.Pointer(&into)), unsafe.Sizeof(into))
		switch errno {
		case 0:
			return int(n), nil
		case unix.ENOSYS:
			olderKernel.Store(true)
		default:
			return 0, errno
		}
	}
	return unix.Lgetxattr(procPath(dir, name), string(attr[:len(attr)-1]), buf)
}

// procPath is a path to a name in an open folder, or to the open file or folder itself.
func procPath(dir int, name []byte) string {
	path := "/proc/self/fd/" + strconv.Itoa(dir)
	if name == nil {
		return path
	}
	return path + "/" + string(name)
}
