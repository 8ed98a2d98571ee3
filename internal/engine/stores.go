package engine

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/audit"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/workspace"
)

// Stores keep what a data directory knows. An engine works with them and hands none on.
type Stores struct {
	Catalog    *catalog.Catalog
	Workspaces *workspace.Workspaces
	Access     *access.Keys
	Audit      *audit.Trail
	Text       *store.Store

	db        *db.DB
	described *described
}

// An Opened is a data directory that is open: an engine and the stores that it works with, for whoever opened it to give each to the
// room that needs it.
type Opened struct {
	*Engine
	Stores
}

// openStores makes or migrates them.
func openStores(ctx context.Context, o Options) (Stores, error) {
	if err := prepare(o.Dir, o.Log); err != nil {
		return Stores{}, err
	}
	names := &described{file: cmp.Or(o.Schema, filepath.Join(o.Dir, "schema.yaml")), named: o.Schema != ""}
	if _, err := names.now(); err != nil {
		return Stores{}, err
	}
	if o.Database == "" && lost(o.Dir) {
		o.Log.Warn("the catalog is gone, but text that was read for it is there: an empty one is made, without shares, "+
			"tags and workspaces, until a backup is restored", "missing", filepath.Join(o.Dir, db.FileName))
	}
	d, err := db.Connect(ctx, o.Dir, o.Database, schemas...)
	if err != nil {
		return Stores{}, err
	}
	if why := d.ReadOnly(); why != nil {
		o.Log.Warn("the data directory can only be read: what was read before is searched, and nothing is kept", "why", why)
	}
	text, err := store.Open(o.Dir, d)
	if err != nil {
		return Stores{}, errors.Join(err, d.Close())
	}
	s := Stores{
		Catalog: catalog.New(d), Workspaces: workspace.New(d), Access: access.New(d), Audit: audit.New(d), Text: text,
		db: d, described: names,
	}
	s.Catalog.FormatOf, s.Catalog.Stored = formatByName(), text.Lists
	return s, nil
}

func (s Stores) close() error { return errors.Join(s.Text.Close(), s.db.Close()) }
