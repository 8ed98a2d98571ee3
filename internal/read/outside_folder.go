package read

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A folder is where one run of another program may write: its home, and below "out" what it makes. Whatever lies there is
// hostile. It is removed whatever happens; what a killed process leaves, the next one removes.
type folder struct {
	path  string
	bytes int64 // that may lie in it
	files int   // and folders
}

// folderName begins the names of these folders.
const folderName = "outside-"

// folderAge is the age from which on a folder belongs to nobody: longer than any program may take.
const folderAge = 2 * time.Hour

// newFolder makes a folder that may hold so much.
func (r *Reader) newFolder(bytes int64, files int) (*folder, error) {
	dir := r.o.CacheDir
	if dir == "" {
		dir = os.TempDir()
	} else if old, err := os.ReadDir(dir); err == nil {
		for _, e := range old {
			if info, err := e.Info(); err == nil && e.IsDir() && strings.HasPrefix(e.Name(), folderName) && time.Since(info.ModTime()) > folderAge {
				(&folder{path: filepath.Join(dir, e.Name())}).remove()
			}
		}
	}
	path, err := os.MkdirTemp(dir, folderName)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err == nil {
		path, err = filepath.EvalSymlinks(path) // as the kernel sees it
	}
	f := &folder{path, bytes, files}
	for _, sub := range []string{f.home(), f.out()} {
		if err == nil {
			err = os.Mkdir(sub, 0o700)
		}
	}
	if err != nil {
		f.remove()
		return nil, err
	}
	return f, nil
}

func (f *folder) home() string { return filepath.Join(f.path, "home") }

func (f *folder) out() string { return filepath.Join(f.path, "out") }

// put copies a file into the folder.
func (f *folder) put(name string, in io.Reader) (path string, err error) {
	path = filepath.Join(f.path, name)
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	return path, errors.Join(err, out.Close())
}

// full is an error when more lies in the folder than may. What vanishes meanwhile does not count.
func (f *folder) full() error {
	var bytes int64
	files := 0
	filepath.WalkDir(f.path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		files++
		if info, err := d.Info(); err == nil && d.Type().IsRegular() {
			bytes += info.Size()
		}
		if bytes > f.bytes || files > f.files {
			return fs.SkipAll
		}
		return nil
	})
	switch {
	case bytes > f.bytes:
		return fmt.Errorf("it wrote more than %d MB", max(1, f.bytes>>20))
	case files > f.files:
		return fmt.Errorf("it made more than %d files", f.files)
	}
	return nil
}

// watch looks at the folder from time to time until done, and gives the error of one that is full.
func (f *folder) watch(done <-chan struct{}) error {
	pause := 100 * time.Millisecond
	for {
		select {
		case <-done:
			return nil
		case <-time.After(pause):
		}
		begin := time.Now()
		if err := f.full(); err != nil {
			return err
		}
		pause = max(100*time.Millisecond, 10*time.Since(begin))
	}
}

// made lists what lies below out, as paths below it in their order.
func (f *folder) made() (list []string, err error) {
	if err := f.full(); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(f.out(), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			rel, err := filepath.Rel(f.out(), path)
			if err != nil {
				return err
			}
			list = append(list, rel)
		}
		return nil
	})
	return list, err
}

// open opens a file that a program made. A link, soft or hard, and whatever is no plain file is an error: it may lead
// anywhere.
func (f *folder) open(name string) (*os.File, error) {
	root, err := os.OpenRoot(f.out())
	if err != nil {
		return nil, err
	}
	defer root.Close()
	before, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() || links(before) > 1 {
		return nil, fmt.Errorf("it made %q, which is a link or no file", line(name, 100))
	}
	file, err := root.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, err
	}
	if now, err := file.Stat(); err != nil || !os.SameFile(before, now) {
		file.Close()
		return nil, fmt.Errorf("it made %q, which is another file now", line(name, 100))
	}
	return file, nil
}

// remove removes the folder, also where a program took the right to do so away.
func (f *folder) remove() error {
	if os.RemoveAll(f.path) == nil {
		return nil
	}
	filepath.WalkDir(f.path, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(f.path)
}
