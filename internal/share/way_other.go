//go:build !linux

package share

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// A folderAt is an open folder on the way to a file.
type folderAt struct {
	rootDir
	keep bool // it is the root's own
}

func (d *folderAt) close() {
	if !d.keep {
		d.rootDir.close()
	}
}

// walkTo opens the folders that lead to a path, one in the other, adds each one's Entry to w, and gives the last one open with the
// remaining name. A component that is a symbolic link is ErrLink.
func (r *rootDir) walkTo(path string, w *Way) (*folderAt, string, error) {
	at := &folderAt{*r, true}
	done := 0 // bytes of path
	for {
		info, err := at.root.Stat(".")
		if err != nil {
			at.close()
			return nil, "", err
		}
		e := entryOf(info)
		e.Path = Root
		if done > 0 {
			e.Path = path[:done-1]
		}
		w.Folders = append(w.Folders, e)
		next, _, more := strings.Cut(path[done:], "/")
		if !more {
			return at, next, nil
		}
		below, err := at.below(next)
		at.close()
		if err != nil {
			return nil, "", err
		}
		at = &folderAt{rootDir: rootDir{root: below, sleep: r.sleep, lists: r.lists}}
		done += len(next) + 1
	}
}

// below opens a folder in this one, and nothing that a link leads to.
func (d *folderAt) below(name string) (*os.Root, error) {
	was, err := d.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case was.Mode()&fs.ModeSymlink != 0:
		return nil, ErrLink
	}
	below, err := d.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	now, err := below.Stat(".")
	if err == nil && !os.SameFile(was, now) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, errors.Join(err, below.Close())
	}
	return below, nil
}

func (d *folderAt) openFile(r *rootDir, name string, wake bool) (*os.File, error) {
	d.sleep = r.sleep
	return d.rootDir.openFile(name, wake)
}

func (d *folderAt) statFile(_ *rootDir, name string) (Entry, error) { return d.rootDir.statFile(name) }

// Described describes an open file as it is now; lists are not read here.
func Described(f *os.File, _ Lists) (Entry, error) {
	info, err := f.Stat()
	if err != nil {
		return Entry{}, err
	}
	return entryOf(info), nil
}
