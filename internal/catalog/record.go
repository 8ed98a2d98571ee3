package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	spar "github.com/sparsearch/spar"
)

// Record writes what reading files found out, in one transaction, and says how many findings it applied: those whose
// file is still known in the version that was read (size, time, device, inode). The others are out of date and left
// out; the file is read again when it is next needed. What an earlier reading found is replaced.
func (c *Catalog) Record(ctx context.Context, findings ...spar.Finding) (applied int, err error) {
	if len(findings) == 0 {
		return 0, nil
	}
	err = c.write(ctx, func(t *tx) error {
		applied = 0
		for _, f := range findings {
			ok, err := t.record(f)
			if err != nil {
				return fmt.Errorf("record what reading file %d found: %w", f.Version.File, err)
			}
			if ok {
				applied++
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return applied, nil
}

func (t *tx) record(f spar.Finding) (bool, error) {
	if f.State.Searchable() != (f.Segment != spar.SegmentID{}) {
		return false, spar.Errorf(spar.Internal, "a finding in state %q with segment %q: exactly the searchable have one", f.State, f.Segment)
	}
	v := f.Version
	n, err := t.exec(`UPDATE files SET format = iif(? = '', format, ?), state = ?, reason = ?, hash = ?, segment = ?
		WHERE id = ? AND size = ? AND mtime = ? AND dev = ? AND ino = ?`,
		f.Format, f.Format, f.State, f.Reason, blob(v.Hash[:]), blob(f.Segment[:]), v.File, v.Size, v.ModTime.UnixNano(), int64(v.Dev), int64(v.Ino))
	if err != nil || n == 0 {
		return false, err
	}
	if _, err := t.exec("DELETE FROM attributes WHERE file = ? AND origin = ?", v.File, spar.ByReading); err != nil {
		return false, err
	}
	for i, p := range f.Properties {
		value, ok := stored(p.Value)
		if !ok {
			continue
		}
		if _, err := t.exec("INSERT INTO attributes (file, key, origin, n, kind, value) VALUES (?, ?, ?, ?, ?, ?)",
			v.File, strings.ToLower(p.Key), spar.ByReading, i, p.Value.Kind, value); err != nil {
			return false, err
		}
	}
	return true, t.logFile(FileRead, v.File)
}

// Vanished marks files that were not there, or not as the catalog knows them, when they were to be read. The next scan
// settles what became of them.
func (c *Catalog) Vanished(ctx context.Context, versions ...spar.FileVersion) error {
	findings := make([]spar.Finding, len(versions))
	for i, v := range versions {
		v.Hash = spar.Hash{}
		findings[i] = spar.Finding{Version: v, State: spar.Vanished, Reason: "it was gone or changed when it was to be read: scan again"}
	}
	_, err := c.Record(ctx, findings...)
	return err
}

// Reread sets files back to Unread, as when a newer reader may do better. What an earlier reading found goes; special
// files stay what they are.
func (c *Catalog) Reread(ctx context.Context, ids ...spar.FileID) error {
	return c.write(ctx, func(t *tx) error {
		for _, id := range ids {
			n, err := t.exec("UPDATE files SET state = ?, reason = '', segment = NULL WHERE id = ? AND state NOT IN (?, ?)", spar.Unread, id, spar.Unread, spar.Special)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			if _, err := t.exec("DELETE FROM attributes WHERE file = ? AND origin = ?", id, spar.ByReading); err != nil {
				return err
			}
			if err := t.logFile(FileRead, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Attributes yields all attributes, ordered by file and key, and the values of one key in the order of the document.
func (c *Catalog) Attributes(ctx context.Context) iter.Seq2[spar.Attribute, error] {
	return each(ctx, c.db, scanAttribute, "SELECT file, key, origin, kind, value FROM attributes ORDER BY file, key, origin, n")
}

// AttributesOf is the attributes of one file, in the order of Attributes.
func (c *Catalog) AttributesOf(ctx context.Context, file spar.FileID) ([]spar.Attribute, error) {
	return collect(each(ctx, c.db, scanAttribute, "SELECT file, key, origin, kind, value FROM attributes WHERE file = ? ORDER BY key, origin, n", file))
}

func scanAttribute(r *sql.Rows) (a spar.Attribute, err error) {
	var value any
	if err := r.Scan(&a.File, &a.Key, &a.Origin, &a.Value.Kind, &value); err != nil {
		return a, err
	}
	switch v := value.(type) {
	case string:
		a.Value.Text = v
	case float64:
		a.Value.Number = v
	case int64:
		a.Value.Date = time.UnixMilli(v).UTC()
	default:
		return a, errors.New("an attribute that is neither text nor number nor date")
	}
	return a, nil
}

// stored is a value as the database has it; false for one that says nothing.
func stored(v spar.Value) (any, bool) {
	switch v.Kind {
	case spar.Text:
		text := strings.ToValidUTF8(v.Text, "\uFFFD")
		return text, text != ""
	case spar.Number:
		return v.Number, !math.IsNaN(v.Number)
	case spar.Date:
		return v.Date.UnixMilli(), !v.Date.IsZero()
	}
	return nil, false
}

// blob is nil, NULL in the database, for bytes that are all zero.
func blob(b []byte) []byte {
	for _, x := range b {
		if x != 0 {
			return b
		}
	}
	return nil
}
