package share

import (
	"io/fs"
	"os"
)

// Open opens the regular file at path below root for reading. It never leaves root, follows no symbolic link on the
// way, never blocks, and leaves the access time alone where the system allows that. Refusal tells what its
// errors mean for the file: ErrLink, ErrSpecial, fs.ErrNotExist, fs.ErrPermission or another of the system; only an
// unreachable root is a spar.Unavailable error.
func Open(root, path string) (*os.File, error) {
	if !validPath(path) || path == Root {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrInvalid}
	}
	r, err := openRoot(root)
	if err != nil {
		return nil, unreachable(root, err)
	}
	defer r.close()
	f, err := r.openFile(path)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}
