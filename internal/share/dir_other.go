//go:build !linux

package share

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// A rootDir is an open root; os.Root keeps everything below it.
type rootDir struct {
	path  string
	root  *os.Root
	sleep Sleep
	lists Lists
}

// listsOf reads no lists here.
func (r *rootDir) listsOf(string) string { return "" }

func openRoot(path string) (*rootDir, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &rootDir{path: path, root: root}, nil
}

func (r *rootDir) close() { r.root.Close() }

func (r *rootDir) stat() (Entry, error) {
	info, err := r.root.Stat(".")
	if err != nil {
		return Entry{}, err
	}
	e := entryOf(info)
	e.Path = Root
	return e, nil
}

// A lister lists folders.
type lister struct{ root *rootDir }

// list calls emit with each name in a folder and its Entry, Path left empty, until emit returns false.
func (l *lister) list(dir *Entry, emit func(name []byte, e *Entry) bool) error {
	if err := l.root.noLinks(dir.Path); err != nil {
		return err
	}
	f, err := l.root.root.Open(dir.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(1024)
		for _, d := range entries {
			info, err := d.Info()
			var e Entry
			switch {
			case err == nil:
				e = entryOf(info)
				e.Offline = asleep(l.root.sleep, info)
			case errors.Is(err, fs.ErrNotExist):
				continue
			default:
				e = Entry{Mode: d.Type(), Kind: kindOf(d.Type()), Err: err}
			}
			if !emit([]byte(d.Name()), &e) {
				return errStopped
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// noLinks looks for a symbolic link in a path, its last component included.
func (r *rootDir) noLinks(path string) error {
	for end := 0; end < len(path); end++ {
		next := strings.IndexByte(path[end:], '/')
		if next < 0 {
			next = len(path) - end
		}
		end += next
		info, err := r.root.Lstat(path[:end])
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return ErrLink
		}
	}
	return nil
}

// statDir describes a folder and refuses anything else.
func (r *rootDir) statDir(path string) (Entry, error) {
	if err := r.noLinks(path); err != nil {
		return Entry{}, err
	}
	info, err := r.root.Lstat(path)
	if err == nil && !info.IsDir() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return Entry{}, err
	}
	return entryOf(info), nil
}

// lstat describes a regular file and refuses anything else.
func (r *rootDir) lstat(path string) (fs.FileInfo, error) {
	if err := r.noLinks(path); err != nil {
		return nil, err
	}
	info, err := r.root.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrSpecial
	}
	return info, err
}

// statFile describes a regular file without opening it.
func (r *rootDir) statFile(path string) (Entry, error) {
	info, err := r.lstat(path)
	if err != nil {
		return Entry{}, err
	}
	e := entryOf(info)
	e.Offline = asleep(r.sleep, info)
	return e, nil
}

// openFile opens a regular file.
func (r *rootDir) openFile(path string, wake bool) (*os.File, error) {
	info, err := r.lstat(path)
	switch {
	case err != nil:
		return nil, err
	case asleep(r.sleep, info) && !wake:
		return nil, ErrOffline
	}
	f, err := r.root.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		f.Close()
		return nil, errors.Join(fs.ErrNotExist, err)
	}
	return f, nil
}

func entryOf(info fs.FileInfo) Entry {
	e := Entry{Size: info.Size(), ModTime: info.ModTime().UTC(), Mode: info.Mode(), Kind: kindOf(info.Mode())}
	identity(&e, info)
	return e
}

// openFolder opens a folder to be listed.
func openFolder(path string) (*os.File, error) { return os.Open(path) }
