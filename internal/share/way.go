package share

import (
	"io/fs"
	"os"

	"github.com/sparsearch/spar/internal/spar"
)

// Lists say which access control lists are read.
type Lists struct {
	Read bool
	Ask  []string // extended attributes with lists that the file system has and does not list, see FileSystem.Asked
}

// Wants says which lists of a share to read: the ones that count for somebody.
func (f FileSystem) Wants(r spar.Rights) Lists {
	l := Lists{Read: r == spar.ByList || r != spar.ByMode && f.At(Root).Ground() == Enforced}
	if r == spar.ByList {
		l.Ask = f.Asked()
	}
	return l
}

// A Way is a file with the folders that lead to it, from the root down. Each was examined through the same descriptor that reached the next
// one, so that no rename leads past one of them.
type Way struct {
	Folders []Entry
	File    Entry
}

// Access gives a way's rights, for the file that it was opened for.
func (w Way) Access(id spar.FileID) spar.Access {
	f := w.File
	a := spar.Access{
		Version: spar.FileVersion{File: id, Size: f.Size, ModTime: f.ModTime, Dev: f.Dev, Ino: f.Ino},
		File:    f.permissions(),
	}
	for _, d := range w.Folders {
		a.Folders = append(a.Folders, d.permissions())
	}
	return a
}

func (e Entry) permissions() spar.Permissions {
	return spar.Permissions{Path: e.Path, Mode: e.Mode, UID: e.UID, GID: e.GID, ACL: e.ACL}
}

// OpenWay is OpenWith that gives the folders on the way too. Of the file it gives only the path: Described says the rest.
func OpenWay(root, path string, o OpenOptions) (f *os.File, w Way, err error) {
	err = onWay("open", root, path, o.Lists, func(r *rootDir, at *folderAt, name string) (err error) {
		r.sleep = o.Sleep
		f, err = at.openFile(r, name, o.Wake)
		return err
	}, &w)
	w.File.Path = path
	return f, w, err
}

// Look is Stat that gives the folders on the way too, and lists.
func Look(root, path string, l Lists) (w Way, err error) {
	err = onWay("stat", root, path, l, func(r *rootDir, at *folderAt, name string) (err error) {
		w.File, err = at.statFile(r, name)
		return err
	}, &w)
	w.File.Path = path
	return w, err
}

// onWay goes to the folder that a path lies in, and does something there with its last name.
func onWay(op, root, path string, l Lists, do func(*rootDir, *folderAt, string) error, w *Way) error {
	if !validPath(path) || path == Root {
		return &fs.PathError{Op: op, Path: path, Err: fs.ErrInvalid}
	}
	r, err := openRoot(root)
	if err != nil {
		return unreachable(root, err)
	}
	defer r.close()
	r.lists = l
	at, name, err := r.walkTo(path, w)
	if err == nil {
		err = do(r, at, name)
		at.close()
	}
	if err != nil {
		return &fs.PathError{Op: op, Path: path, Err: err}
	}
	return nil
}
