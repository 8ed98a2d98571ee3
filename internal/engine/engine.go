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
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/read"
)

// Options say where an engine keeps its data and how it reads.
type Options struct {
	Dir  string       // the data directory; made if missing, for its owner alone
	Read read.Options // Command is required before anything can be read

	Database string // connection string of PostgreSQL, which may hold a password; "" for SQLite in Dir

	// KeepDeleted is how long text that no file has any more may stay on the disk; 0 is KeepDeleted's seven days.
	KeepDeleted time.Duration

	// KeepTrash is how long a removed thing can be restored; 0 is catalog.KeepTrash.
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
type Engine struct{ questions }

// Open opens the data directory, makes or migrates its catalog, and starts nothing.
func Open(ctx context.Context, o Options) (*Opened, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s, err := openStores(ctx, o)
	if err != nil {
		return nil, err
	}
	e, err := over(ctx, s, o)
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return &Opened{e, s}, nil
}

// over makes an engine over stores, which it closes when it is closed.
func over(ctx context.Context, s Stores, o Options) (*Engine, error) {
	c, d := s.Catalog, s.db
	o.Read.CacheDir, o.Read.Log = filepath.Join(o.Dir, "cache"), o.Log
	if o.Read.Namer != nil {
		o.Read.Namer = sync.OnceValues(o.Read.Namer)
	}
	o.Read.Ledger, o.Read.Marks = c, filepath.Join(o.Dir, "locks")
	if n, err := c.Requalify(ctx, read.Current); err != nil && !errors.Is(err, db.ErrReadOnly) {
		return nil, err
	} else if n > 0 {
		o.Log.Info("files in quarantine have a newer reader and will be tried again", "files", n)
	}
	if n, err := c.Renew(ctx, read.Versions()); err != nil && !errors.Is(err, db.ErrReadOnly) {
		return nil, err
	} else if n > 0 {
		o.Log.Info("files without text and containers have a newer reader and will be read again", "files", n)
	}
	e := &Engine{}
	e.dir, e.onServer, e.log, e.options, e.keep, e.trash = o.Dir, o.Database != "", o.Log, o.Read, cmp.Or(o.KeepDeleted, KeepDeleted), o.KeepTrash
	e.rules, e.rulesNamed = cmp.Or(o.Rules, filepath.Join(o.Dir, "rules.yaml")), o.Rules != ""
	e.catalog, e.workspaces, e.audit, e.store, e.db = c, s.Workspaces, s.Audit, s.Text, d
	e.described, e.tagNotes, e.processors = s.described, o.TagNotes, newProcessors(runtime.GOMAXPROCS(0))
	e.reader = sync.OnceValues(func() (*read.Reader, error) {
		if err := d.MayWrite(); err != nil {
			return nil, err
		}
		r, err := read.New(s.Text, e.options)
		if err == nil {
			e.started.Store(r)
		}
		return r, err
	})
	names, err := e.described.now()
	if err != nil {
		return nil, err
	}
	e.described.last.Store(e.describedBy(names))
	e.meanings.dir, e.meanings.store, e.meanings.chosen, e.meanings.open = o.Dir, s.Text, o.Encoder, o.OpenEncoder
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
	return errors.Join(reading, e.mark.close(), e.meanings.close(), e.store.Close(), e.db.Close())
}

// ReadOnly reports whether nothing can be written to the data directory: what was read before is searched, and files are neither read
// nor scanned.
func (e *base) ReadOnly() bool { return e.db.ReadOnly() != nil }

// MayWrite returns the error for anybody who would write to such a directory; nil if it can be written.
func (e *base) MayWrite() error { return e.db.MayWrite() }

// Ready finds out whether the tables can be read and the data directory is there.
func (e *base) Ready(ctx context.Context) error {
	if _, err := os.Stat(e.dir); err != nil {
		return err
	}
	_, err := e.db.Columns(ctx)
	return err
}

// SaveIndex saves the index anew if this engine has changed much of its content, so that the next process need not.
func (e *shares) SaveIndex(ctx context.Context) {
	if e.catalog.Written() {
		if err := e.index().Save(ctx); err != nil {
			e.log.Warn("the index was not saved", "err", err)
		}
	}
}

// Warn logs what failed and stops nobody.
func (e *base) Warn(what string, err error) { e.log.Warn(what, "err", err) }
