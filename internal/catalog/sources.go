package catalog

import (
	"context"
	"database/sql"
	"errors"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Source is what makes assignments and attributes automatically, such as a rule, a sidecar or a pattern of paths, as
// it was last applied to all files.
type Source struct {
	Kind    string // rule, sidecar, folders, path, ...
	Name    string // unique in its kind
	Version []byte // a digest of its content
	Undone  bool   // this version was undone: it makes nothing until it changes or somebody asks for it

	Labels  bool   // it may give levels of confidentiality
	Waiting []byte // the files whose level it cannot tell yet, as package index keeps sets; nil for none
}

// Sources is the sources of a kind that were applied, by name.
func (c *Catalog) Sources(ctx context.Context, kind string) ([]Source, error) {
	return collect(each(ctx, c.db, scanSource, "SELECT "+sourceColumns+" FROM sources WHERE kind = ? ORDER BY name", kind))
}

const sourceColumns = "kind, name, version, undone, labels, waiting"

func scanSource(r *sql.Rows) (s Source, err error) {
	return s, r.Scan(&s.Kind, &s.Name, &s.Version, &s.Undone, &s.Labels, &s.Waiting)
}

// labelSources selects the sources in force that may give levels of confidentiality.
const labelSources = "SELECT " + sourceColumns + " FROM sources WHERE labels = 1 AND undone = 0 ORDER BY kind, name"

// LabelSources is the sources in force that may give levels of confidentiality.
func (c *Catalog) LabelSources(ctx context.Context) ([]Source, error) {
	return collect(each(ctx, c.db, scanSource, labelSources))
}

// LabelSources is those of the catalog.
func (v *View) LabelSources() ([]Source, error) { return collect(rowsOf(v, scanSource, labelSources)) }

// Made is the files that have something of any batch of a source.
func (c *Catalog) Made(ctx context.Context, kind, name string) ([]spar.FileID, error) {
	return collect(each(ctx, c.db, func(r *sql.Rows) (id spar.FileID, err error) { return id, r.Scan(&id) },
		`SELECT file FROM assignments WHERE batch IN (SELECT id FROM batches WHERE kind = ? AND name = ?)
		UNION SELECT file FROM attributes WHERE batch IN (SELECT id FROM batches WHERE kind = ? AND name = ?) ORDER BY 1`, kind, name, kind, name))
}

// Tagging is the follower of the journal that applies rules.
const Tagging = "tagging"

// A Cursor is how far a follower of the journal has come.
type Cursor struct {
	Follower string
	Seq      int64
}

// Cursor is how far a follower has come, 0 before its first run.
func (c *Catalog) Cursor(ctx context.Context, follower string) (seq int64, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		seq, err = cursorOf(ctx, tx, follower)
		return err
	})
	return seq, err
}

// Cursor is how far a follower has come, 0 before its first run.
func (v *View) Cursor(follower string) (int64, error) { return cursorOf(v.ctx, v.tx, follower) }

func cursorOf(ctx context.Context, tx *db.Tx, follower string) (seq int64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT seq FROM cursors WHERE follower = ?", follower).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return seq, err
}

func (t *tx) setCursor(at Cursor) error {
	_, err := t.exec("INSERT INTO cursors (follower, seq) VALUES (?, ?) ON CONFLICT (follower) DO UPDATE SET seq = excluded.seq", at.Follower, at.Seq)
	return err
}

func (t *tx) setSource(s Source) error {
	_, err := t.exec(`INSERT INTO sources (kind, name, version, undone, labels, waiting) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (kind, name) DO UPDATE SET version = excluded.version, undone = excluded.undone, labels = excluded.labels, waiting = excluded.waiting`,
		s.Kind, s.Name, s.Version, truth(s.Undone), truth(s.Labels), s.Waiting)
	return err
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// OpenBatches is the batches of some kinds that have not ended: they run, or were cut off.
func (c *Catalog) OpenBatches(ctx context.Context, kinds ...string) ([]spar.BatchID, error) {
	args := make([]any, len(kinds))
	for i, k := range kinds {
		args[i] = k
	}
	return collect(each(ctx, c.db, func(r *sql.Rows) (id spar.BatchID, err error) { return id, r.Scan(&id) },
		"SELECT id FROM batches WHERE ended IS NULL AND kind IN ("+marks(len(kinds))+") ORDER BY id", args...))
}
