package share

import "io/fs"

// Stat describes the regular file at path below root as it is now, and opens nothing. It refuses the files that Open refuses, except
// offline ones.
func Stat(root, path string) (Entry, error) {
	if !validPath(path) || path == Root {
		return Entry{}, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrInvalid}
	}
	r, err := openRoot(root)
	if err != nil {
		return Entry{}, unreachable(root, err)
	}
	defer r.close()
	e, err := r.statFile(path)
	if err != nil {
		return Entry{}, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	e.Path = path
	return e, nil
}

// StatRoot describes the root itself. One that cannot be reached is spar.Unavailable.
func StatRoot(root string) (Entry, error) {
	r, err := openRoot(root)
	if err != nil {
		return Entry{}, unreachable(root, err)
	}
	defer r.close()
	e, err := r.stat()
	if err != nil {
		return Entry{}, unreachable(root, err)
	}
	return e, nil
}

// StatFolder describes the folder at path below root, or the root itself. A root that cannot be reached is spar.Unavailable.
func StatFolder(root, path string) (Entry, error) {
	if path == Root {
		return StatRoot(root)
	}
	if !validPath(path) {
		return Entry{}, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrInvalid}
	}
	r, err := openRoot(root)
	if err != nil {
		return Entry{}, unreachable(root, err)
	}
	defer r.close()
	e, err := r.statDir(path)
	if err != nil {
		return Entry{}, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	e.Path = path
	return e, nil
}

// Reachable reports whether a root can be opened.
func Reachable(root string) bool {
	r, err := openRoot(root)
	if err != nil {
		return false
	}
	r.close()
	return true
}

// Unmounted reports whether root is now an empty folder other than the one of the given device and inode: a mount point whose mount is
// gone. If it is the same folder, empty now, somebody emptied it.
func Unmounted(root string, dev, ino uint64) bool {
	r, err := openRoot(root)
	if err != nil {
		return false
	}
	defer r.close()
	now, err := r.stat()
	if err != nil || now.Dev == dev && now.Ino == ino {
		return false
	}
	l, empty := lister{root: r}, true
	err = l.list(&now, func([]byte, *Entry) bool {
		empty = false
		return false
	})
	return err == nil && empty
}
