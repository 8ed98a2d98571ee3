// Package backup copies a data directory that is in use, and makes one of such a copy. It stands beside the index: it knows the database
// and the store, and nothing of what their tables mean.
//
// A backup is a folder, or a tar file of the same when its name ends in .tar:
//
//	catalog.db                  all tables, as SQLite, also where they are kept in PostgreSQL
//	packs/NNNNNN.pack           the packs that these tables list, as far as they list them
//	packs/vectors/NAME.col      the columns of vectors; what was purged is left out, and zeros are holes
//	NAME.yaml, NAME.spar        files of settings
//	models/NAME/FILE            the models that were added, and FOLDER/FILE below NAME
//	manifest.json               the last: name, size and SHA-256 of each file, and the version of the format
//
// A folder without a manifest is no backup.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// version is that of the format. A newer one is refused. Version 1 had no models.
const version = 2

// modelsDir is the folder of models in a data directory and in a backup.
const modelsDir = "models"

const manifestName = "manifest.json"

// A Manifest lists the contents of a backup.
type Manifest struct {
	Version int       `json:"version"`
	Made    time.Time `json:"made"`
	Program string    `json:"program"` // that made it
	From    string    `json:"from"`    // the database
	Files   []File    `json:"files"`
}

// A File is one file of a backup.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Bytes is the size of all files.
func (m Manifest) Bytes() (n int64) {
	for _, f := range m.Files {
		n += f.Size
	}
	return n
}

// settingsFile is the name of a file at the top of a data directory that belongs to it.
var settingsFile = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*\.(yaml|spar)$`)

// modelFile is the name of a file of an added model. Names that begin with a dot are still being added.
const modelFile = modelsDir + `/[^/\\:.][^/\\:]*/(?:[A-Za-z0-9][A-Za-z0-9._-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*`

// known is the names that files of a backup can have.
var known = regexp.MustCompile(`^(catalog\.db|packs/[0-9]{6,}\.pack|packs/vectors/[0-9a-f]+\.col|[a-z0-9][a-z0-9._-]*\.(yaml|spar)|` + modelFile + `)$`)

// Options shape Make.
type Options struct {
	Program string      // the version of this program
	Schemas []db.Schema // of all rooms
	// Tell, if any, is told how many bytes were written and read back so far, of how many.
	Tell func(done, total int64)
}

// A progress counts the bytes that come by, and tells of them.
type progress struct {
	done, total int64
	tell        func(done, total int64)
}

func (p *progress) Write(b []byte) (int, error) {
	if p.done += int64(len(b)); p.tell != nil {
		p.tell(p.done, p.total)
	}
	return len(b), nil
}

// Make writes a backup of a data directory, which may be in use by any number of processes, to a file or folder that
// does not exist yet. It appears when it is whole and was read back. Purges wait until it is done.
func Make(ctx context.Context, d *db.DB, s *store.Store, to string, o Options) (m Manifest, err error) {
	to, err = filepath.Abs(to)
	if err != nil {
		return m, err
	}
	if info, err := os.Lstat(to); err == nil {
		if !info.IsDir() || !empty(to) {
			return m, spar.Errorf(spar.Conflict, "%s exists already: name a file or folder that does not, so that no earlier backup is lost", to)
		}
	}
	if rel, err := filepath.Rel(d.Dir(), to); err == nil && filepath.IsLocal(rel) {
		return m, spar.Errorf(spar.Invalid, "%s lies in the data directory that it is to save: name another place, on another disk", to)
	}
	parent := filepath.Dir(to)
	if err := sweep(parent); err != nil {
		return m, failed(to, err)
	}
	out, err := create(to)
	if err != nil {
		return m, failed(to, err)
	}
	defer func() {
		if err != nil {
			out.discard()
			err = failed(to, err)
		}
	}()
	work, err := os.MkdirTemp(parent, unfinished(to)) // of the database's copy
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(work)

	hold, err := s.Hold(ctx)
	if err != nil {
		return m, err
	}
	defer hold.Close()
	if err := d.CopyTo(ctx, work, o.Schemas...); err != nil {
		return m, err
	}
	pieces, err := listed(ctx, s, work, o.Schemas)
	if err != nil {
		return m, err
	}
	fill := func(add adder) error {
		if err := addFile(add, filepath.Join(work, db.FileName), db.FileName); err != nil {
			return err
		}
		for _, p := range pieces {
			if err := add(p.Name, p.Size, p.WriteTo); err != nil {
				return err
			}
		}
		if err := addSettings(add, d.Dir()); err != nil {
			return err
		}
		return addModels(add, d.Dir())
	}
	far := &progress{tell: o.Tell}
	if err := fill(func(_ string, size int64, _ func(io.Writer) (int64, error)) error {
		far.total += 2 * size // each is written and read back
		return nil
	}); err != nil {
		return m, err
	}
	m = Manifest{Version: version, Made: time.Now().UTC().Truncate(time.Second), Program: o.Program, From: d.Name()}
	add := func(name string, size int64, write func(io.Writer) (int64, error)) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		sum := sha256.New()
		if err := out.add(name, size, func(w io.Writer) error {
			n, err := write(counted{ctx, io.MultiWriter(w, sum, far)})
			if err == nil && n != size {
				err = fmt.Errorf("%s has %d bytes instead of %d", name, n, size)
			}
			return err
		}); err != nil {
			return err
		}
		m.Files = append(m.Files, File{name, size, hex.EncodeToString(sum.Sum(nil))})
		return nil
	}
	if err := fill(add); err != nil {
		return m, err
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return m, err
	}
	if err := out.add(manifestName, int64(len(b)), func(w io.Writer) error { _, err := w.Write(b); return err }); err != nil {
		return m, err
	}
	if err := out.sync(); err != nil {
		return m, err
	}
	back, err := verify(ctx, out.path(), far)
	if err == nil && !slices.Equal(back.Files, m.Files) {
		err = errors.New("what was read back is not what was written")
	}
	if err != nil {
		return m, err
	}
	return m, out.finish(to)
}

// listed opens the copy of the database, has the store write into it where the pieces will lie, and closes it whole.
func listed(ctx context.Context, s *store.Store, work string, schemas []db.Schema) (pieces []store.Piece, err error) {
	copied, err := db.Open(ctx, work, schemas...)
	if err != nil {
		return nil, err
	}
	if pieces, err = s.Pieces(ctx, copied); err == nil {
		err = copied.Checkpoint(ctx)
	}
	return pieces, errors.Join(err, copied.Close())
}

type adder func(name string, size int64, write func(io.Writer) (int64, error)) error

func addFile(add adder, path, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return add(name, info.Size(), func(w io.Writer) (int64, error) { return io.Copy(w, io.LimitReader(f, info.Size())) })
}

func addSettings(add adder, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Type().IsRegular() && settingsFile.MatchString(e.Name()) {
			if err := addFile(add, filepath.Join(dir, e.Name()), e.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// addModels adds the models that were added to the data directory: vectors are worth nothing without the encoder that
// made them, and the folder that it came from may be gone. A model that is deleted meanwhile is left out.
func addModels(add adder, dir string) error {
	root := filepath.Join(dir, modelsDir)
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		switch {
		case e.IsDir() && path != root && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.Type().IsRegular() && known.MatchString(name):
			return addFile(add, path, name)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// verify reads a whole backup and compares it with its manifest.
func verify(ctx context.Context, path string, far io.Writer) (Manifest, error) {
	return each(ctx, path, func(name string, r io.Reader) (int64, error) { return io.Copy(far, r) })
}

// each calls f with every file of a backup, and fails where they are not those of its manifest.
func each(ctx context.Context, path string, f func(name string, r io.Reader) (int64, error)) (m Manifest, err error) {
	var got []File
	var manifest []byte
	err = open(path, func(name string, r io.Reader) error {
		if manifest != nil {
			return damaged(path, "%s comes after its manifest", name)
		}
		if name == manifestName {
			manifest, err = io.ReadAll(io.LimitReader(r, 1<<30))
			return err
		}
		if !known.MatchString(name) || slices.ContainsFunc(got, func(f File) bool { return f.Name == name }) {
			return damaged(path, "%q is no file of a backup, or comes twice", name)
		}
		sum := sha256.New()
		n, err := f(name, counted{ctx, r}.tee(sum))
		if err != nil {
			return err
		}
		got = append(got, File{name, n, hex.EncodeToString(sum.Sum(nil))})
		return nil
	})
	if err != nil {
		return m, err
	}
	if manifest == nil {
		return m, spar.Errorf(spar.Invalid, "%s is no backup, or not a whole one: it has no %s", path, manifestName)
	}
	if err := json.Unmarshal(manifest, &m); err != nil {
		return m, damaged(path, "its manifest cannot be read: %v", err)
	}
	if m.Version > version {
		return m, spar.Errorf(spar.Unavailable, "%s was written by a newer SPAR (format %d, this program knows %d): use the newer program", path, m.Version, version)
	}
	for _, want := range m.Files {
		i := slices.IndexFunc(got, func(f File) bool { return f.Name == want.Name })
		switch {
		case i < 0:
			return m, damaged(path, "%s is missing", want.Name)
		case got[i] != want:
			return m, damaged(path, "%s is not as it was written", want.Name)
		}
	}
	if len(got) != len(m.Files) || !slices.ContainsFunc(got, func(f File) bool { return f.Name == db.FileName }) {
		return m, damaged(path, "its files are not those of its manifest")
	}
	return m, nil
}

// counted ends with its context.
type counted struct {
	ctx context.Context
	rw  any
}

func (c counted) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.rw.(io.Writer).Write(b)
}

func (c counted) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.rw.(io.Reader).Read(b)
}

func (c counted) tee(h hash.Hash) io.Reader { return io.TeeReader(c, h) }

// leftover marks unfinished files.
const leftover = ".unfinished-spar-"

// unfinished is the pattern of names for the unfinished form of to.
func unfinished(to string) string { return "." + filepath.Base(to) + leftover + "*" }

// sweep removes unfinished files in a folder that a killed backup or restore left more than a day ago.
func sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), ".") && strings.Contains(e.Name(), leftover) && time.Since(info.ModTime()) > 24*time.Hour {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func empty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) == 0
}

func damaged(path, format string, args ...any) error {
	return spar.Errorf(spar.Invalid, "the backup %s is damaged: %s; take another one", path, fmt.Sprintf(format, args...))
}

func failed(to string, err error) error {
	var known *spar.Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return spar.Errorf(spar.Unavailable, "%s cannot be written: check that its folder exists and is yours: %w", to, err)
	}
	return spar.Errorf(spar.Unavailable, "%s could not be completed, and nothing of it was kept: look at free space and quota, then repeat the command: %w", to, err)
}
