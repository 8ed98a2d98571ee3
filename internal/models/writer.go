package models

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

// Writes is the kind of a language model, which writes answers.
const Writes embed.Kind = "language model"

// weights is the file of a language model that was added.
const weights = "model.gguf"

// isWriter says why a file is none with a language model, nil where it is one, told by how it begins.
func isWriter(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	var begin struct {
		Magic    [4]byte
		Version  uint32
		Tensors  uint64
		Metadata uint64
	}
	switch err := binary.Read(f, binary.LittleEndian, &begin); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return spar.Errorf(spar.Invalid, "%s is no GGUF file: it is too short", file)
	case err != nil:
		return err
	case string(begin.Magic[:]) != "GGUF":
		return spar.Errorf(spar.Invalid, "%s is no GGUF file, which begins with GGUF: convert the model, or name the folder of an encoder", file)
	case begin.Version < 2 || begin.Version > 3:
		return spar.Errorf(spar.Invalid, "%s is a GGUF file of version %d: convert it to version 3", file, begin.Version)
	case begin.Tensors == 0 || begin.Metadata == 0:
		return spar.Errorf(spar.Invalid, "%s is a GGUF file without weights or without what they are", file)
	}
	return nil
}

// kindOf says what the model in a folder does.
func kindOf(folder string) (embed.Kind, error) {
	if _, err := os.Stat(filepath.Join(folder, weights)); err == nil {
		return Writes, nil
	}
	return embed.KindOf(folder)
}

// Writers are the names of the language models that were added to a data directory.
func Writers(dir string) (list []string) {
	entries, err := os.ReadDir(Dir(dir))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if kind, err := kindOf(filepath.Join(Dir(dir), e.Name())); err == nil && kind == Writes && !strings.HasPrefix(e.Name(), ".") {
			list = append(list, e.Name())
		}
	}
	return list
}

// Writer finds a language model that was added to a data directory by its name, or a GGUF file.
func Writer(dir, model string) (name, file string, err error) {
	if filepath.IsLocal(model) && filepath.Base(model) == model {
		added := filepath.Join(Dir(dir), model, weights)
		if _, err := os.Stat(added); err == nil {
			return model, added, nil
		}
	}
	if info, err := os.Stat(model); err != nil || info.IsDir() {
		unknown := nearest.Unknown{Kind: "language model", Name: model}
		return "", "", spar.Errorf(spar.NotFound, "%w: name one that was added (spar model add FILE.gguf), or a GGUF file", unknown).
			Try(spar.Remedy{Do: spar.ListModels})
	}
	if err := isWriter(model); err != nil {
		return "", "", err
	}
	if file, err = filepath.Abs(model); err != nil {
		return "", "", err
	}
	return nameOf(file), file, nil
}

// nameOf is the name of a GGUF file's model.
func nameOf(file string) string {
	base := filepath.Base(file)
	if ext := filepath.Ext(base); strings.EqualFold(ext, ".gguf") {
		base = strings.TrimSuffix(base, ext)
	}
	return base
}

// addWriter copies a GGUF file into the folder dir, beside first, so that nobody meets half a model.
func addWriter(dir, file, name string) (m Stored, err error) {
	if err := isWriter(file); err != nil {
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
	if err := copyFile(filepath.Join(beside, weights), file); err != nil {
		return m, err
	}
	return Stored{Name: name, Kind: Writes, From: to}, os.Rename(beside, to)
}
