package share

import (
	"io/fs"
	"os"
)

// Open opens the regular file at path below root for reading. It never leaves root, follows no symbolic link on the
// way, never blocks, leaves the access time alone where the system allows that, and a file asleep that is offline.
// Refusal tells what its errors mean for the file: ErrLink, ErrSpecial, ErrOffline, fs.ErrNotExist, fs.ErrPermission or
// another of the system; only an unreachable root is a spar.Unavailable error.
func Open(root, path string) (*os.File, error) { return open(root, path, OpenOptions{}) }

// OpenOptions shape OpenWith; the zero value is the default.
type OpenOptions struct {
	Sleep Sleep
	Wake  bool  // open a file that is offline too, which fetches it
	Lists Lists // read of the folders by OpenWay
}

// OpenWith is Open with options.
func OpenWith(root, path string, o OpenOptions) (*os.File, error) { return open(root, path, o) }

func open(root, path string, o OpenOptions) (*os.File, error) {
	if !validPath(path) || path == Root {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrInvalid}
	}
	r, err := openRoot(root)
	if err != nil {
		return nil, unreachable(root, err)
	}
	defer r.close()
	r.sleep = o.Sleep
	f, err := r.openFile(path, o.Wake)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}
