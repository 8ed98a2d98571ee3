package catalog

import (
	"context"
	"database/sql"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// RecordProperties writes the properties of files, read without their text, in one transaction, and says how many findings it applied: the
// ones whose file is still unread and known in the version that was looked at. Their state stays Unread; Record replaces these attributes.
// Of a finding only version, access, format and properties count.
func (c *Catalog) RecordProperties(ctx context.Context, findings ...spar.Finding) (applied int, err error) {
	return c.recordAll(ctx, findings, "the properties of", (*tx).recordProperties)
}

func (t *tx) recordProperties(f spar.Finding) (bool, error) {
	v := f.Version
	if there, err := t.whereRead(f); err != nil || !there {
		return false, err
	}
	if ok, err := t.takeRead(v, f.Access); err != nil || !ok {
		return false, err
	}
	now := f.Now
	if now == (spar.FileVersion{}) {
		now = v
	}
	n, err := t.exec("UPDATE files SET format = CASE WHEN ? = '' THEN format ELSE ? END, peeked = ? "+whereVersion+" AND state = ?",
		append(append([]any{f.Format, f.Format, now.ModTime.UnixNano()}, versionArgs(v)...), spar.Unread)...)
	if err != nil || n == 0 {
		return false, err
	}
	if f.Now != (spar.FileVersion{}) {
		if err := t.found(v.File, f.Now); err != nil {
			return false, err
		}
	}
	if err := t.forgetFound(v.File); err != nil {
		return false, err
	}
	for i, p := range f.Properties {
		if err := t.addAttribute(spar.Attribute{File: v.File, Key: p.Key, Value: p.Value, Origin: spar.ByProperties}, i); err != nil {
			return false, err
		}
	}
	if len(f.Properties) == 0 && f.Format == "" {
		return true, nil // nothing that anybody follows has changed
	}
	return true, t.logFile(FileRead, v.File)
}

// Unpeeked gives the unread files whose properties were not read since their last change either, in their order. It leaves out members of
// containers. It looks at all files.
func (c *Catalog) Unpeeked(ctx context.Context) (ids []spar.FileID, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		ids = nil
		return query(tx, func(r *sql.Rows) error {
			var id spar.FileID
			err := r.Scan(&id)
			ids = append(ids, id)
			return err
		}, "SELECT id FROM files WHERE state = ? AND container = 0 AND (peeked IS NULL OR peeked <> mtime) ORDER BY id", spar.Unread)
	})
	return ids, err
}
