// Package engine wires the rooms over one data directory and lets data walk through them: scan takes a share into the
// catalog; search and ask take a question from scope to answer, reading on the way what was not read yet.
//
// All methods of an Engine but Close may be called from many goroutines, and several processes may have one over the same
// directory. Scans of one share take turns, and so do runs of the rules. What is made once for all, such as a snapshot of
// the index or an encoder, one question makes: the others wait for it no longer than their contexts last, and hold no lock.
// A file that two questions need is read by one of them.
package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/audit"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/workspace"
)

// Options say where an engine keeps its data and how it reads.
type Options struct {
	Dir  string       // the data directory; made if missing, for its owner alone
	Read read.Options // Command is required before anything can be read

	Database string // connection string of PostgreSQL, which may hold a password; "" for SQLite in Dir

	// KeepDeleted is how long text that no file has any more may stay on the disk; 0 is KeepDeleted's seven days.
	KeepDeleted time.Duration

	// KeepTrash is how long what was removed can be restored; 0 is catalog.KeepTrash.
	KeepTrash time.Duration

	Log *slog.Logger // nil discards

	Encoder models.Encoder // of passages and questions

	// OpenEncoder opens an encoder in place of models.Encoder.Open, as tests do; nil does not.
	OpenEncoder func(context.Context, models.Encoder) (embed.Encoder, error)

	TagNotes bool // a question is compared with the notes of tags in meaning, not with their names and synonyms alone

	Schema string // the file that describes attributes; "" for schema.yaml in Dir
	Rules  string // the file with rules for tags and attributes; "" for rules.yaml in Dir
}

// An Engine is the rooms over one data directory. Several engines, in several processes, may share one.
type Engine struct {
	Catalog    *catalog.Catalog
	Workspaces *workspace.Workspaces
	Access     *access.Keys
	Audit      *audit.Trail
	Store      *store.Store

	described described
	dir       string
	rules     string
	db        *db.DB
	keep      time.Duration
	trash     time.Duration
	kept      retrieve.Kept // of searches over the same files
	onServer  bool          // the tables are in PostgreSQL
	options   read.Options
	log       *slog.Logger
	reader    func() (*read.Reader, error) // started by the first file that must be read
	started   atomic.Pointer[read.Reader]
	meanings  meanings // the encoders, opened by questions that rank by meaning
	light     opened   // the light encoder
	sketched  sketched
	labels    labelKeeper
	proposers proposers
	tagNotes  bool
	asked     askedVectors
	paces     paces
	renewals  renewals
	claims    claims // of the files that questions are reading

	rulesNamed bool        // a setting names the rules file
	unlabelled atomic.Bool // rules could not be applied when they were last to be
	looks      looks
	mark       mark // of the turns that this process answers
	grounds    grounds
	processors *processors // for which questions take turns
}

// Open opens the data directory, makes or migrates its catalog, and starts nothing.
func Open(ctx context.Context, o Options) (*Engine, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := prepare(o.Dir, o.Log); err != nil {
		return nil, err
	}
	e := &Engine{
		dir: o.Dir, onServer: o.Database != "", log: o.Log, rules: cmp.Or(o.Rules, filepath.Join(o.Dir, "rules.yaml")), rulesNamed: o.Rules != "",
		described: described{file: cmp.Or(o.Schema, filepath.Join(o.Dir, "schema.yaml")), named: o.Schema != ""},
	}
	e.processors = newProcessors(runtime.GOMAXPROCS(0))
	names, err := e.described.now()
	if err != nil {
		return nil, err
	}
	if o.Database == "" && lost(o.Dir) {
		o.Log.Warn("the catalog is gone, but text that was read for it is there: an empty one is made, without shares, "+
			"tags and workspaces, until a backup is restored", "missing", filepath.Join(o.Dir, db.FileName))
	}
	d, err := db.Connect(ctx, o.Dir, o.Database, schemas...)
	if err != nil {
		return nil, err
	}
	if why := d.ReadOnly(); why != nil {
		o.Log.Warn("the data directory can only be read: what was read before is searched, and nothing is kept", "why", why)
	}
	s, err := store.Open(o.Dir, d)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	o.Read.CacheDir, o.Read.Log = filepath.Join(o.Dir, "cache"), o.Log
	c := catalog.New(d)
	c.FormatOf, c.Stored = formatByName(), s.Lists
	if o.Read.Namer != nil {
		o.Read.Namer = sync.OnceValues(o.Read.Namer)
	}
	o.Read.Ledger, o.Read.Marks = c, filepath.Join(o.Dir, "locks")
	if n, err := c.Requalify(ctx, read.Current); err != nil && !errors.Is(err, db.ErrReadOnly) {
		return nil, errors.Join(err, s.Close(), d.Close())
	} else if n > 0 {
		o.Log.Info("files in quarantine have a newer reader and will be tried again", "files", n)
	}
	if n, err := c.Renew(ctx, read.Versions()); err != nil && !errors.Is(err, db.ErrReadOnly) {
		return nil, errors.Join(err, s.Close(), d.Close())
	} else if n > 0 {
		o.Log.Info("files without text and containers have a newer reader and will be read again", "files", n)
	}
	e.Catalog, e.Workspaces, e.Access, e.Audit, e.Store = c, workspace.New(d), access.New(d), audit.New(d), s
	e.db, e.keep, e.trash, e.options = d, cmp.Or(o.KeepDeleted, KeepDeleted), o.KeepTrash, o.Read
	e.reader = sync.OnceValues(func() (*read.Reader, error) {
		if err := d.MayWrite(); err != nil {
			return nil, err
		}
		r, err := read.New(s, e.options)
		if err == nil {
			e.started.Store(r)
		}
		return r, err
	})
	e.described.last.Store(e.describedBy(names))
	e.tagNotes = o.TagNotes
	e.meanings.dir, e.meanings.store, e.meanings.chosen, e.meanings.open = o.Dir, s, o.Encoder, o.OpenEncoder
	if o.OpenEncoder == nil {
		e.meanings.open = func(ctx context.Context, m models.Encoder) (embed.Encoder, error) { return m.Open(ctx, o.Dir) }
	}
	return e, nil
}

// Close ends the worker processes and closes the files.
func (e *Engine) Close() error {
	e.looks.close()
	var reading error
	if r := e.started.Load(); r != nil {
		reading = r.Close()
	}
	return errors.Join(reading, e.mark.close(), e.meanings.close(), e.Store.Close(), e.db.Close())
}

// ReadOnly reports whether nothing can be written to the data directory: what was read before is searched, and files are neither read
// nor scanned.
func (e *Engine) ReadOnly() bool { return e.db.ReadOnly() != nil }

// MayWrite is the error of whoever would write to such a directory, nil where it can be written.
func (e *Engine) MayWrite() error { return e.db.MayWrite() }

// Ready finds out whether the tables can be read and the data directory is there.
func (e *Engine) Ready(ctx context.Context) error {
	if _, err := os.Stat(e.dir); err != nil {
		return err
	}
	_, err := e.db.Columns(ctx)
	return err
}

// SaveIndex saves the index anew if this engine has changed much of what it says, so that the next process need not.
func (e *Engine) SaveIndex(ctx context.Context) {
	if e.Catalog.Written() {
		if err := e.index().Save(ctx); err != nil {
			e.log.Warn("the index was not saved", "err", err)
		}
	}
}

// Warn logs what failed and stops nobody.
func (e *Engine) Warn(what string, err error) { e.log.Warn(what, "err", err) }
