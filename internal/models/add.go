package models

import (
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

// checkName refuses what cannot name a model.
func checkName(name string) error {
	reserved := []string{Precise, None, Auto, Light, embed.VerifierName}
	if slices.Contains(reserved, name) || !filepath.IsLocal(name) || filepath.Base(name) != name || strings.HasPrefix(name, ".") {
		return spar.Errorf(spar.Invalid, "%q cannot be the name of a model: choose another", name).Try(spar.Remedy{Do: spar.NameModel})
	}
	return nil
}

// Light names the light encoder in lists.
const Light = "light"

// taken is the error for a name that a model of the folder dir has already.
func taken(dir, name string) error {
	return spar.Errorf(spar.Conflict, "there is a model %q already: choose another name, or delete %s", name, filepath.Join(dir, name)).Try(spar.Remedy{Do: spar.NameModel})
}

// Add copies the model of a folder, or a GGUF file, to a data directory, under a name or its own. One that cannot be used is
// refused.
func Add(dir, model, name string) (Stored, error) {
	from, err := filepath.Abs(model)
	if err != nil {
		return Stored{}, err
	}
	info, err := os.Stat(from)
	file := err == nil && info.Mode().IsRegular()
	if name == "" && file {
		name = nameOf(from)
	}
	if name == "" {
		name = filepath.Base(from)
	}
	if err := checkName(name); err != nil {
		return Stored{}, err
	}
	if file {
		return addWriter(Dir(dir), from, name)
	}
	return add(Dir(dir), from, name)
}

// Pull fetches a model from a hub and adds it to a data directory, under a name or the last part of that of the hub. It gives
// the commit that it is of.
func Pull(ctx context.Context, hub embed.Hub, dir, hubName, name string) (m Stored, commit string, err error) {
	if name == "" {
		name = path.Base(hubName)
	}
	if err := checkName(name); err != nil {
		return m, "", err
	}
	dir = Dir(dir)
	if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
		return m, "", taken(dir, name)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return m, "", err
	}
	beside, err := os.MkdirTemp(dir, ".pulling-")
	if err != nil {
		return m, "", err
	}
	defer os.RemoveAll(beside)
	if commit, err = hub.Pull(ctx, hubName, beside); err != nil {
		return m, "", err
	}
	m, err = add(dir, beside, name)
	return m, commit, err
}

// try opens a model as its declared kind.
func try(dir string) (embed.Kind, error) {
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

// add copies the files of a model into the folder dir, beside first, so that nobody meets half a model.
func add(dir, from, name string) (m Stored, err error) {
	if _, err := try(from); err != nil {
		return m, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return m, err
	}
	to := filepath.Join(dir, name)
	if _, err := os.Lstat(to); err == nil {
		return m, taken(dir, name)
	}
	beside, err := os.MkdirTemp(dir, ".adding-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(beside)
	for _, pattern := range embed.ModelFiles() {
		found, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return m, err
		}
		for _, file := range found {
			rel, err := filepath.Rel(from, file)
			if err != nil {
				return m, err
			}
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				continue
			}
			if err := copyFile(filepath.Join(beside, rel), file); err != nil {
				return m, err
			}
		}
	}
	kind, err := try(beside) // the copy is whole
	if err != nil {
		return m, err
	}
	return Stored{Name: name, Kind: kind, From: to}, os.Rename(beside, to)
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
