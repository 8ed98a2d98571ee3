package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Record writes the results of reading files, in one transaction, and says how many findings it applied: the ones whose file is still known
// in the version that was to be read. The others are out of date and left out; the file is read again when it is next needed. A finding
// replaces an earlier one. It also replaces the rights of the file on disk and, where they became narrower, of its folders, by the rights
// at the time of reading. A file that was read in a newer version is known in that version from then on, and the next scan agrees. A
// finding in the state Unread only gives a reason, and so does one whose text was purged before it could be recorded. A finding of a file
// that was missing, or had changed, is left out too if the file is known at another path by now.
func (c *Catalog) Record(ctx context.Context, findings ...spar.Finding) (applied int, err error) {
	return c.recordAll(ctx, findings, "what was found in", c.record)
}

// recordAll records findings by one in one transaction, and counts the findings that still fit their file.
func (c *Catalog) recordAll(ctx context.Context, findings []spar.Finding, what string, one func(*tx, spar.Finding) (bool, error)) (applied int, err error) {
	if len(findings) == 0 {
		return 0, nil
	}
	err = c.write(ctx, func(t *tx) error {
		applied = 0
		for _, f := range findings {
			ok, err := one(t, f)
			if err != nil {
				return fmt.Errorf("record %s file %d: %w", what, f.Version.File, err)
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

func (c *Catalog) record(t *tx, f spar.Finding) (bool, error) {
	if f.State.Searchable() != (f.Segment != spar.SegmentID{}) {
		return false, spar.Errorf(spar.Internal, "a finding in state %q with segment %q: exactly the searchable have one", f.State, f.Segment)
	}
	v := f.Version
	if f.Segment != (spar.SegmentID{}) && c.Stored != nil {
		stored, err := c.Stored(context.Background(), t.Tx, f.Segment)
		if err == nil && !stored {
			_, err = t.recordUnread(v, "")
		}
		if err != nil || !stored {
			return err == nil, err
		}
	}
	if f.State == spar.Unread {
		return t.recordUnread(v, f.Reason)
	}
	if there, err := t.whereRead(f); err != nil || !there {
		return false, err
	}
	others, err := t.holdsOthers(v)
	if err != nil {
		return false, err
	}
	if ok, err := t.takeRead(v, f.Access); err != nil || !ok {
		return false, err
	}
	n, err := t.exec(`UPDATE files SET format = CASE WHEN ? = '' THEN format ELSE ? END, state = ?, reason = ?, hash = ?, segment = ?, read_at = ? `+whereVersion,
		append([]any{f.Format, f.Format, f.State, f.Reason, blob(v.Hash[:]), blob(f.Segment[:]), time.Now().Unix()}, versionArgs(v)...)...)
	if err != nil || n == 0 {
		return false, err
	}
	if f.Now != (spar.FileVersion{}) {
		if err := t.found(v.File, f.Now); err != nil {
			return false, err
		}
	}
	if others {
		if err := t.forgetMembers(v.File); err != nil {
			return false, err
		}
	}
	if f.State == spar.Vanished || f.State == spar.Denied || f.State == spar.Offline {
		// The next scan looks at the file again, also where nothing in its folder has changed.
		if err := t.forgetDigest(v.File); err != nil {
			return false, err
		}
	}
	if err := t.forgetFound(v.File); err != nil {
		return false, err
	}
	for i, p := range f.Properties {
		if err := t.addAttribute(spar.Attribute{File: v.File, Key: p.Key, Value: p.Value, Origin: spar.ByReading}, i); err != nil {
			return false, err
		}
	}
	if err := c.recordMembers(t, f); err != nil {
		return false, err
	}
	return true, t.logFile(FileRead, v.File)
}

// recordUnread keeps why a file could not be read and stays unread.
func (t *tx) recordUnread(v spar.FileVersion, reason string) (bool, error) {
	n, err := t.exec("UPDATE files SET reason = ? "+whereVersion+" AND state = ? AND reason <> ?",
		append(append([]any{reason}, versionArgs(v)...), spar.Unread, reason)...)
	if err != nil || n == 0 {
		return false, err
	}
	return true, t.logFile(FileRead, v.File)
}

// whereVersion selects a file as long as it has a known version; its arguments are versionArgs.
const whereVersion = "WHERE id = ? AND size = ? AND mtime = ? AND dev = ? AND ino = ? AND (coalesce(checked, ctime) = ? OR ctime = 0 OR CAST(? AS BIGINT) = 0)"

func versionArgs(v spar.FileVersion) []any {
	return []any{v.File, v.Size, v.ModTime.UnixNano(), int64(v.Dev), int64(v.Ino), nanos(v.Changed), nanos(v.Changed)}
}

// found keeps the version that a file was met in, and makes the next scan compare its folder.
func (t *tx) found(id spar.FileID, now spar.FileVersion) error {
	if err := t.run("UPDATE files SET size = ?, mtime = ?, ctime = ?, checked = NULL, dev = ?, ino = ? WHERE id = ?",
		now.Size, now.ModTime.UnixNano(), nanos(now.Changed), int64(now.Dev), int64(now.Ino), id); err != nil {
		return err
	}
	if err := t.logFile(FileChanged, id); err != nil {
		return err
	}
	return t.forgetDigest(id)
}

// A Sighting is what a look at the path of a file came to.
type Sighting struct {
	Path    string           // at which it was known, and looked for
	Version spar.FileVersion // that was met there; of a file that is gone, the one that is known
}

// Vanished marks files that were missing when a reader wanted them, except files that are known at another path by now. The next scan
// settles their fate.
func (c *Catalog) Vanished(ctx context.Context, gone ...Sighting) error {
	findings := make([]spar.Finding, len(gone))
	for i, g := range gone {
		g.Version.Hash = spar.Hash{}
		findings[i] = spar.Finding{Version: g.Version, Path: g.Path, State: spar.Vanished, Reason: "it was gone when it was to be read: scan again"}
	}
	_, err := c.Record(ctx, findings...)
	return err
}

// Reread sets files back to Unread, as when a newer reader may do better. The results of earlier readings go; special files keep their
// state.
func (c *Catalog) Reread(ctx context.Context, ids ...spar.FileID) error {
	return c.write(ctx, func(t *tx) error {
		for _, id := range ids {
			n, err := t.exec("UPDATE files SET state = ?, reason = '', segment = NULL, peeked = NULL WHERE id = ? AND state NOT IN (?, ?)", spar.Unread, id, spar.Unread, spar.Special)
			if err == nil && n > 0 {
				err = t.unread(id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// TextLost sets files back to Unread whose text cannot be read. A file that has another text by now keeps it.
func (c *Catalog) TextLost(ctx context.Context, lost map[spar.FileID]spar.SegmentID) error {
	return c.write(ctx, func(t *tx) error {
		for _, id := range slices.Sorted(maps.Keys(lost)) {
			segment := lost[id]
			n, err := t.exec("UPDATE files SET state = ?, reason = '', segment = NULL, peeked = NULL WHERE id = ? AND segment = ?", spar.Unread, id, segment[:])
			if err == nil && n > 0 {
				err = t.unread(id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// unread forgets the results of reading a file that was set back.
func (t *tx) unread(id spar.FileID) error {
	if err := t.forgetFound(id); err != nil {
		return err
	}
	return t.logFile(FileRead, id)
}

// whereRead reports whether a finding can belong to the file that it names. It does if the expected version was read, wherever the file is
// by now. If nothing or another version was met, the file must still have that path: a file that has moved since keeps its expected
// version.
func (t *tx) whereRead(f spar.Finding) (bool, error) {
	if f.Access.Known() && f.Now == (spar.FileVersion{}) {
		return true, nil
	}
	return t.isAt(f.Version.File, f.Path)
}

// isAt reports whether a file is known at a path; "" is any.
func (t *tx) isAt(id spar.FileID, path string) (bool, error) {
	if path == "" {
		return true, nil
	}
	s, err := t.stmt("SELECT path FROM files WHERE id = ?")
	if err != nil {
		return false, err
	}
	var known []byte
	err = s.QueryRow(id).Scan(&known)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return string(known) == path, err
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
