package models

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

// Encoder names the encoder for comparing texts in meaning. The zero value is the one in use (see Choice).
type Encoder struct {
	Model  string        // Auto or "", Precise, None, the name of a model that was added, or a folder; with URL what the server calls it
	URL    string        // of a server with an OpenAI-compatible /embeddings; "": none
	KeyEnv string        // the environment variable with the key for that server; "": none
	Run    embed.Options // how it is run; the prompts go for servers too
}

// The encoders that are no folder.
const (
	Auto    = "auto"    // the one that a Choice names, or else the built-in
	Precise = "precise" // the one that is built in
	None    = "none"    // passages are ranked by words alone
)

// Dir is where the models of a data directory are.
func Dir(dir string) string { return filepath.Join(dir, "models") }

// Names lists the models that can be named: the built-in one, and the models added to a data directory.
func Names(dir string) []string {
	list := []string{Precise}
	entries, err := os.ReadDir(Dir(dir))
	if err != nil {
		return list
	}
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			if _, err := embed.KindOf(filepath.Join(Dir(dir), entry.Name())); err == nil {
				list = append(list, entry.Name())
			}
		}
	}
	return list
}

// Folder finds a model that was added to a data directory, or a folder.
func Folder(dir, name string) (string, error) {
	candidates := []string{name}
	if filepath.IsLocal(name) && filepath.Base(name) == name {
		candidates = []string{filepath.Join(Dir(dir), name), name}
	}
	for _, c := range candidates {
		if info, err := os.Stat(c); err == nil && info.IsDir() {
			return c, nil
		}
	}
	return "", spar.Errorf(spar.NotFound, "%w: name one that was added, or a folder", nearest.Unknown{Kind: "model", Name: name}).Try(spar.Remedy{Do: spar.ListModels})
}

// A Stored is a model that is built in or was added.
type Stored struct {
	Name    string
	Kind    embed.Kind
	From    string // a folder, or "built in"
	Problem string // why its kind cannot be told
}

// List lists the models of a data directory, the one that is built in first.
func List(dir string) ([]Stored, error) {
	list := []Stored{{Name: Precise, Kind: embed.Vectors, From: "built in"}}
	entries, err := os.ReadDir(Dir(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if !entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		m := Stored{Name: entry.Name(), From: filepath.Join(Dir(dir), entry.Name())}
		if m.Kind, err = kindOf(m.From); err != nil {
			m.Problem = err.Error()
		}
		list = append(list, m)
	}
	return list, nil
}

// OpenNamed opens the encoder that is built in, one that was added, or a folder with one, and says which folder that is.
func OpenNamed(dir, name string, o embed.Options) (e embed.Encoder, folder string, err error) {
	if name == Precise {
		e, err = embed.Precise(o)
		return e, "", err
	}
	if folder, err = Folder(dir, name); err != nil {
		return nil, "", err
	}
	e, err = embed.Open(folder, o)
	return e, folder, err
}

// Usable refuses an encoder that would be in use only as long as a folder stays where it is.
func Usable(dir, name string) error {
	if name == Precise {
		return nil
	}
	folder, err := Folder(dir, name)
	if err != nil {
		return err
	}
	if filepath.Dir(folder) != Dir(dir) {
		return spar.Errorf(spar.Invalid, "%s is a folder that may change: add it, which copies it, then use it by its name", name).Try(spar.Remedy{Do: spar.AddModel, Path: name})
	}
	kind, err := kindOf(folder)
	if err == nil && kind == Writes {
		return spar.Errorf(spar.Invalid, "%s is a language model, which writes answers: set llm to it", name).
			Try(spar.Remedy{Do: spar.ChangeSetting, Name: "llm"})
	}
	if err == nil && kind != embed.Vectors {
		err = spar.Errorf(spar.Invalid, "%s is a %s, and meaning is compared with an %s: name one of that kind", name, kind, embed.Vectors)
	}
	return err
}

// Open opens the encoder; dir is the data directory.
func (o Encoder) Open(ctx context.Context, dir string) (embed.Encoder, error) {
	if o.URL != "" && o.Model != None {
		return embed.OpenRemote(ctx, embed.Remote{URL: o.URL, Model: o.Model, KeyEnv: o.KeyEnv, Question: o.Run.Question, Passage: o.Run.Passage})
	}
	if o.Model == "" || o.Model == Auto {
		c, err := ReadChoice(dir)
		if err != nil {
			return nil, err
		}
		o.Model = c.Encoder
	}
	switch o.Model {
	case Precise:
		return embed.Precise(o.Run)
	case None:
		return nil, spar.Errorf(spar.Unavailable, "the encoder is switched off; set encoder to %s, or to a model", Precise)
	}
	folder, err := Folder(dir, o.Model)
	if err != nil {
		return nil, err
	}
	return embed.Open(folder, o.Run)
}
