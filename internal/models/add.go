package models

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
)

// CheckName refuses what cannot name a model.
func CheckName(name string) error {
	reserved := []string{Precise, None, Auto, Light}
	if slices.Contains(reserved, name) || !filepath.IsLocal(name) || filepath.Base(name) != name || strings.HasPrefix(name, ".") {
		return spar.Errorf(spar.Invalid, "%q cannot be the name of a model: choose another", name).Try(spar.Remedy{Do: spar.NameModel})
	}
	return nil
}

// Light names the light encoder in lists.
const Light = "light"

// Taken is the error for a name that a model has already.
func Taken(dir, name string) error {
	return spar.Errorf(spar.Conflict, "there is a model %q already: choose another name, or delete %s", name, filepath.Join(dir, name)).Try(spar.Remedy{Do: spar.NameModel})
}

// Try opens a model as what it says that it is.
func Try(dir string) (embed.Kind, error) {
	kind, err := embed.KindOf(dir)
	if err != nil {
		return kind, err
	}
	o := embed.Options{Threads: 1}
	switch kind {
	case embed.Scores:
		_, err = embed.OpenScorer(dir, o)
	case embed.Tags:
		_, err = embed.OpenTagger(dir, o)
	default:
		_, err = embed.Open(dir, o)
	}
	return kind, err
}

// Add copies what a model is read from into dir, beside first, so that nobody meets half a model.
func Add(dir, from, name string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	to := filepath.Join(dir, name)
	if _, err := os.Lstat(to); err == nil {
		return Taken(dir, name)
	}
	beside, err := os.MkdirTemp(dir, ".adding-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside)
	for _, pattern := range embed.ModelFiles() {
		found, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return err
		}
		for _, file := range found {
			rel, err := filepath.Rel(from, file)
			if err != nil {
				return err
			}
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				continue
			}
			if err := copyFile(filepath.Join(beside, rel), file); err != nil {
				return err
			}
		}
	}
	if _, err := Try(beside); err != nil { // what was copied is whole
		return err
	}
	return os.Rename(beside, to)
}

func copyFile(to, from string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	if err := out.Sync(); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
