package engine

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
)

// Dir is the data directory.
func (e *base) Dir() string { return e.dir }

// OwnedBy reports whether a user owns the data directory.
func (e *base) OwnedBy(uid int) bool {
	info, err := os.Stat(e.dir)
	return err == nil && ownerOf(info) == uid
}

// lost reports whether there is text but no catalog that would know its files.
func lost(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, db.FileName))
	if err == nil && info.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false // before looking at packs: there may be thousands
	}
	packs, _ := filepath.Glob(filepath.Join(dir, "packs", "*.pack"))
	_, elsewhere := os.Stat(filepath.Join(dir, db.IdentityFile))
	return len(packs) > 0 && errors.Is(elsewhere, fs.ErrNotExist)
}

// foreign names something in a folder that no data directory has, if it is none yet.
func foreign(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	other := ""
	for _, d := range entries {
		switch name := d.Name(); {
		case name == db.FileName || name == db.IdentityFile:
			return "", nil
		case name == "lost+found" || filepath.Ext(name) == ".yaml": // of a new file system; settings
		case other == "":
			other = name
		}
	}
	return other, nil
}

var chooseDir = spar.Remedy{Do: spar.ChooseDataDir}

// prepare makes the data directory. It holds the text of every file read, so nobody but its owner may enter. prepare tightens the rights of
// a directory that lets others in.
func prepare(dir string, log *slog.Logger) error {
	if !filepath.IsAbs(dir) {
		return spar.Errorf(spar.Invalid, "the data directory %q is not an absolute path: give the whole path, from the root on", dir).Try(chooseDir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return spar.Errorf(spar.Unavailable, "the data directory cannot be made: %w", err).Try(chooseDir)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return spar.Errorf(spar.Unavailable, "the data directory cannot be used: %w", err).Try(chooseDir)
	}
	if owner := ownerOf(info); os.Geteuid() == 0 && owner > 0 {
		// What the superuser writes there would lock its owner out.
		return spar.Errorf(spar.Unavailable, "the data directory %s belongs to user %d: run SPAR as that user, or choose another", dir, owner).Try(chooseDir)
	}
	if durable.Writable(dir) != nil { // the files may still be readable
		if _, err := os.ReadDir(dir); err != nil {
			return spar.Errorf(spar.Unavailable, "the data directory cannot be used: %w", err).Try(chooseDir)
		}
		return nil
	}
	if wide := info.Mode().Perm() & 0o077; wide != 0 && fs.FileMode(0o700)&info.Mode() == 0o700 && os.PathSeparator == '/' {
		// A slip such as --data /srv would lock everybody out of their own files.
		if other, err := foreign(dir); err != nil {
			return spar.Errorf(spar.Unavailable, "the data directory cannot be used: %w", err).Try(chooseDir)
		} else if other != "" {
			return spar.Errorf(spar.Invalid, "%s is open to others and holds %q, which is not SPAR's: choose a folder of its own, or close this one to others yourself", dir, other).Try(chooseDir)
		}
		if err := os.Chmod(dir, 0o700); err != nil {
			return spar.Errorf(spar.Unavailable, "the data directory %s is open to others and cannot be closed to them: %w", dir, err)
		}
		log.Warn("the data directory was open to others and is now closed to them", "dir", dir, "mode", info.Mode().Perm().String())
	}
	if err := os.MkdirAll(filepath.Join(dir, "cache"), 0o700); err != nil {
		return spar.Errorf(spar.Unavailable, "the data directory cannot be used: %w", err).Try(chooseDir)
	}
	return nil
}
