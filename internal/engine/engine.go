// Package engine wires the rooms over one data directory and lets data walk through them: scan takes a share into the
// catalog; search and ask take a question from scope to answer, reading on the way what was not read yet.
package engine

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/workspace"
)

// Options say where an engine keeps its data and how it reads.
type Options struct {
	Dir  string       // the data directory; made if missing, for its owner alone
	Read read.Options // Command is required before anything can be read
	Log  *slog.Logger // nil discards

	Encoder Encoder // of passages and questions
}

// An Engine is the rooms over one data directory. Several engines, in several processes, may share one.
type Engine struct {
	Catalog    *catalog.Catalog
	Workspaces *workspace.Workspaces
	Store      *store.Store

	dir     string
	db      *db.DB
	options read.Options
	encoder Encoder
	log     *slog.Logger
	reader  func() (*read.Reader, error) // started by the first file that must be read
	started *read.Reader
	vectors func(context.Context) (*Meaning, error) // opened by the first question that ranks by meaning
	meaning *Meaning                                // once opened
}

// Open opens the data directory, makes or migrates its catalog, and starts nothing.
func Open(ctx context.Context, o Options) (*Engine, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := prepare(o.Dir, o.Log); err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, o.Dir, catalog.Schema, store.Schema, workspace.Schema)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(o.Dir, d)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	o.Read.CacheDir, o.Read.Log = filepath.Join(o.Dir, "cache"), o.Log
	c := catalog.New(d)
	c.FormatOf = func(name string) string { return extract.Detect(nil, name) }
	e := &Engine{
		Catalog: c, Workspaces: workspace.New(d), Store: s,
		dir: o.Dir, db: d, options: o.Read, encoder: o.Encoder, log: o.Log,
	}
	e.reader = sync.OnceValues(func() (*read.Reader, error) {
		r, err := read.New(s, e.options)
		e.started = r
		return r, err
	})
	e.vectors = meaningOf(s, o.Encoder)
	return e, nil
}

// Close ends the worker processes and closes the files.
func (e *Engine) Close() error {
	var reading error
	if e.started != nil {
		reading = e.started.Close()
	}
	var column error
	if e.meaning != nil {
		column = e.meaning.Column.Close()
	}
	return errors.Join(reading, column, e.Store.Close(), e.db.Close())
}

// Snapshot takes the Metadata Index as it is now.
func (e *Engine) Snapshot(ctx context.Context) (*index.Snapshot, error) {
	return index.At(ctx, e.Catalog)
}

// prepare makes the data directory. It holds the text of everything that was read, so that nobody but its owner may
// enter; a wider one is tightened.
func prepare(dir string, log *slog.Logger) error {
	if !filepath.IsAbs(dir) {
		return spar.Errorf(spar.Invalid, "the data directory %q is not an absolute path", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return spar.Errorf(spar.Unavailable, "the data directory cannot be made: %w; choose another with --data", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return spar.Errorf(spar.Unavailable, "the data directory cannot be used: %w; choose another with --data", err)
	}
	if owner := ownerOf(info); os.Geteuid() == 0 && owner > 0 {
		// What the superuser writes there would lock its owner out.
		return spar.Errorf(spar.Unavailable, "the data directory %s belongs to user %d: run SPAR as that user, or choose another with --data", dir, owner)
	}
	if wide := info.Mode().Perm() & 0o077; wide != 0 && fs.FileMode(0o700)&info.Mode() == 0o700 && os.PathSeparator == '/' {
		if err := os.Chmod(dir, 0o700); err != nil {
			return spar.Errorf(spar.Unavailable, "the data directory %s is open to others and cannot be closed to them: %w", dir, err)
		}
		log.Warn("the data directory was open to others and is now closed to them", "dir", dir, "mode", info.Mode().Perm().String())
	}
	if err := os.MkdirAll(filepath.Join(dir, "cache"), 0o700); err != nil {
		return spar.Errorf(spar.Unavailable, "the data directory cannot be used: %w; choose another with --data", err)
	}
	return nil
}
