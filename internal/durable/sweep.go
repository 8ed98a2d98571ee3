package durable

import (
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// staleAfter is how old a file is that [SweepHeld] removes: between its making and its locking it is nobody's.
const staleAfter = time.Minute

// CreateHeld makes a file in a folder, under a name of its own that begins with a prefix, and holds it while it is open, so that
// [SweepHeld] of another process lets it be.
func CreateHeld(dir, prefix string) (*os.File, error) {
	f, err := os.CreateTemp(dir, prefix+"*")
	if err != nil {
		return nil, err
	}
	// Where the file system has no locks, its age alone protects it.
	TryLockFile(f, true)
	return f, nil
}

// SweepHeld removes the files that CreateHeld made in a folder for this user and that killed processes left: they are plain files, a
// minute old, and nobody holds them.
func SweepHeld(dir, prefix string) (removed int) {
	named := regexp.MustCompile(`^` + regexp.QuoteMeta(prefix) + `[0-9]+$`)
	list, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, e := range list {
		if !named.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, e.Name())
		seen, err := os.Lstat(path)
		if err != nil || !seen.Mode().IsRegular() || !ours(seen) || time.Since(seen.ModTime()) < staleAfter {
			continue
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		opened, err := f.Stat()
		free, fault := TryLockFile(f, true)
		f.Close()
		if err == nil && fault == nil && free && os.SameFile(seen, opened) && os.Remove(path) == nil {
			removed++
		}
	}
	return removed
}
