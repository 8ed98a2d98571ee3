package share

import "io/fs"

// Stat describes the regular file at path below root as it is now. It refuses what Open refuses.
func Stat(root, path string) (Entry, error) {
	f, err := Open(root, path)
	if err != nil {
		return Entry{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Entry{}, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	e := Entry{Path: path, Kind: kindOf(info.Mode()), Size: info.Size(), ModTime: info.ModTime(), Mode: info.Mode()}
	identity(&e, info)
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

// Unmounted reports whether at root there is an empty folder that is not the one of the given device and inode: what is
// left of a mount point when the mount is gone.
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
	err = l.list(now, func(string, Entry) bool {
		empty = false
		return false
	})
	return err == nil && empty
}
