package backup

import (
	"archive/tar"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/durable"
)

// tarSuffix is how the names of backups end that are one file.
const tarSuffix = ".tar"

// A sink is a backup under way, under a name that says so.
type sink interface {
	add(name string, size int64, write func(io.Writer) error) error
	sync() error            // makes durable all that was added
	path() string           // of the added files, until finish
	finish(to string) error // gives it its name
	discard()
}

func create(to string) (sink, error) {
	if strings.HasSuffix(to, tarSuffix) {
		f, err := os.CreateTemp(filepath.Dir(to), unfinished(strings.TrimSuffix(to, tarSuffix))+tarSuffix) // mode 0600
		if err != nil {
			return nil, err
		}
		return &tarSink{f: f, w: tar.NewWriter(f)}, nil
	}
	dir, err := os.MkdirTemp(filepath.Dir(to), unfinished(to)) // mode 0700
	if err != nil {
		return nil, err
	}
	return folder(dir), nil
}

type folder string

func (d folder) path() string { return string(d) }

func (d folder) add(name string, _ int64, write func(io.Writer) error) error {
	path := filepath.Join(string(d), filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := writeParts(f, write); err != nil {
		return err
	}
	if err := durable.Sync(f); err != nil {
		return err
	}
	return f.Close()
}

func (d folder) sync() error { return syncTree(string(d)) }

// syncTree makes the names below a folder durable.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		return durable.SyncDir(path)
	})
}

func (d folder) finish(to string) error {
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) { // an empty folder
		return err
	}
	return durable.Rename(string(d), to)
}

func (d folder) discard() { os.RemoveAll(string(d)) }

type tarSink struct {
	f *os.File
	w *tar.Writer
}

func (t *tarSink) path() string { return t.f.Name() }

func (t *tarSink) add(name string, size int64, write func(io.Writer) error) error {
	if holed(name) {
		return t.addParts(name, size, write)
	}
	if err := t.w.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: time.Now(), Format: tar.FormatPAX}); err != nil {
		return err
	}
	return write(t.w)
}

func (t *tarSink) sync() error {
	if err := t.w.Close(); err != nil {
		return err
	}
	return durable.Sync(t.f)
}

func (t *tarSink) finish(to string) error {
	if err := t.f.Close(); err != nil {
		return err
	}
	return durable.Rename(t.f.Name(), to)
}

func (t *tarSink) discard() {
	t.f.Close()
	os.Remove(t.f.Name())
}

// open calls f with every file of a backup, a folder or a tar file, the manifest last.
func open(path string, f func(name string, r io.Reader) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return openTar(path, f)
	}
	call := func(file, name string) error {
		in, err := os.Open(file)
		if err != nil {
			return err
		}
		defer in.Close()
		return f(name, in)
	}
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(path, file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if !e.Type().IsRegular() {
			return damaged(path, "%q is no file", name)
		}
		if name == manifestName {
			return nil
		}
		return call(file, name)
	})
	if err != nil {
		return err
	}
	manifest := filepath.Join(path, manifestName)
	if info, err := os.Lstat(manifest); err != nil || !info.Mode().IsRegular() {
		return nil // each says so
	}
	return call(manifest, manifestName)
}

func openTar(path string, f func(name string, r io.Reader) error) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	for r := tar.NewReader(in); ; {
		h, err := r.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return damaged(path, "it is no tar file, or cut short: %v", err)
		case h.Typeflag != tar.TypeReg:
			return damaged(path, "%q is no file", h.Name)
		}
		if err := f(h.Name, r); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				return damaged(path, "it is cut short at %s", h.Name)
			}
			return err
		}
	}
}
