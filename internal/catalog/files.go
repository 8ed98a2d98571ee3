package catalog

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"iter"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

const fileColumns = `f.id, f.share, f.path, f.size, f.mtime, f.dev, f.ino, f.mode, f.uid, f.gid, f.format, f.state, f.reason, ` +
	`f.hash, f.segment, f.acl, f.container, f.outermost, f.at, coalesce(f.checked, f.ctime)`

// Files yields all files, ordered by the name of their share, then by the bytes of their path.
func (c *Catalog) Files(ctx context.Context) iter.Seq2[spar.File, error] {
	return func(yield func(spar.File, error) bool) {
		stopped := false
		err := c.db.Read(ctx, func(tx *db.Tx) error {
			shares, err := queryShares(tx)
			if err != nil {
				return err
			}
			for _, sh := range shares {
				err := queryFiles(ctx, tx, map[int64]string{sh.ID: sh.Name}, func(f spar.File) bool {
					stopped = !yield(f, nil)
					return !stopped
				}, "SELECT "+fileColumns+" FROM files f WHERE f.share = ? AND f.path >= ? ORDER BY f.path", sh.ID, []byte{1})
				if err != nil || stopped {
					return err
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(spar.File{}, err)
		}
	}
}

// File is the file at a path of a share.
func (c *Catalog) File(ctx context.Context, share, path string) (spar.File, error) {
	var found []spar.File
	err := c.db.Read(ctx, func(tx *db.Tx) error {
		shares, err := queryShares(tx)
		if err != nil {
			return err
		}
		for _, sh := range shares {
			if sh.Name == share {
				return queryFiles(ctx, tx, map[int64]string{sh.ID: sh.Name}, func(f spar.File) bool {
					found = append(found, f)
					return true
				}, "SELECT "+fileColumns+" FROM files f WHERE f.share = ? AND f.path = ?", sh.ID, []byte(path))
			}
		}
		return nil
	})
	if err == nil && len(found) == 0 {
		err = spar.Errorf(spar.NotFound, "there is no file %q in the share %q", path, share).Try(spar.Remedy{Do: spar.ListFiles, Name: share}, spar.Remedy{Do: spar.ScanShare, Name: share})
	}
	if err != nil {
		return spar.File{}, err
	}
	return found[0], nil
}

// FilesByID is the files with these IDs, in their order; unknown ones are left out.
func (c *Catalog) FilesByID(ctx context.Context, ids []spar.FileID) ([]spar.File, error) {
	found := make(map[spar.FileID]spar.File, len(ids))
	err := c.db.Read(ctx, func(tx *db.Tx) error {
		shares, err := queryShares(tx)
		if err != nil {
			return err
		}
		names := map[int64]string{}
		for _, sh := range shares {
			names[sh.ID] = sh.Name
		}
		for rest := ids; len(rest) > 0; {
			part := rest[:min(len(rest), 500)]
			rest = rest[len(part):]
			args := make([]any, len(part))
			for i, id := range part {
				args[i] = id
			}
			err := queryFiles(ctx, tx, names, func(f spar.File) bool { found[f.ID] = f; return true },
				"SELECT "+fileColumns+" FROM files f WHERE f.id IN ("+marks(len(part))+")", args...)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	files := make([]spar.File, 0, len(found))
	for _, id := range ids {
		if f, ok := found[id]; ok {
			files = append(files, f)
		}
	}
	return files, nil
}

// queryFiles calls f with each file of a query of fileColumns until it returns false.
func queryFiles(ctx context.Context, tx *db.Tx, shares map[int64]string, f func(spar.File) bool, query string, args ...any) error {
	lists, err := queryLists(ctx, tx)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	words := words{}
	for rows.Next() {
		var v spar.File
		var id, share, size, mtime, dev, ino, mode, uid, gid, acl, container, outermost, at, ctime integer
		var path, format, state, reason, hash, segment sql.RawBytes
		if err := rows.Scan(&id, &share, &path, &size, &mtime, &dev, &ino, &mode, &uid, &gid, &format, &state, &reason, &hash, &segment, &acl, &container, &outermost, &at, &ctime); err != nil {
			return err
		}
		v.ID, v.Share, v.Path, v.Size = spar.FileID(id), shares[int64(share)], string(path), int64(size)
		v.ModTime, v.Dev, v.Ino = time.Unix(0, int64(mtime)).UTC(), uint64(dev), uint64(ino)
		v.Changed = atNanos(int64(ctime))
		v.Mode, v.UID, v.GID = fs.FileMode(mode), uint32(uid), uint32(gid)
		v.ACL = lists.of(int64(acl))
		v.Container, v.Outer, v.At = spar.FileID(container), int(outermost), int64(at)
		v.Format, v.State, v.Reason = words.of(format), spar.State(words.of(state)), words.of(reason)
		copy(v.Hash[:], hash)
		copy(v.Segment[:], segment)
		if !f(v) {
			return nil
		}
	}
	return rows.Err()
}

// nanos is a time as the catalog keeps it: nanoseconds since 1970, 0 for the zero time.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// atNanos is the inverse of nanos: it gives the time for n.
func atNanos(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// An integer is read from a row without the detour over reflection and text that other types take.
type integer int64

// Scan reads a column; NULL is 0.
func (n *integer) Scan(column any) error {
	switch v := column.(type) {
	case int64:
		*n = integer(v)
	case nil:
		*n = 0
	default:
		return fmt.Errorf("a column has %T instead of an integer", column)
	}
	return nil
}

// words keeps one copy of each string that comes often.
type words map[string]string

func (w words) of(b []byte) string {
	if s, ok := w[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(w) < 1000 {
		w[s] = s
	}
	return s
}

// marks is "?, ?, ..." for n arguments.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// A Directory is a folder of a share. A file is readable only if every folder above it is searchable.
type Directory struct {
	Share  string
	Path   string // as of a File; "." is the root
	Mode   fs.FileMode
	UID    uint32
	GID    uint32
	ACL    string // as of a File
	Reason string // why the last scan could not list it; "" when it could
}

// Directories yields all folders, ordered by the name of their share, then by the bytes of their path.
func (c *Catalog) Directories(ctx context.Context) iter.Seq2[Directory, error] {
	return each(ctx, c.db, func(r *sql.Rows) (d Directory, err error) {
		err = scanDirectory(r, &d, &d.Share)
		return d, err
	}, "SELECT s.name, "+directoryColumns+` FROM shares s JOIN directories d ON d.share = s.id LEFT JOIN acls a ON a.id = d.acl
		ORDER BY s.name, d.path`)
}

const directoryColumns = "d.path, d.mode, d.uid, d.gid, d.reason, d.acl, a.value"

// scanDirectory reads a row of what stands before directoryColumns and then those.
func scanDirectory(r *sql.Rows, d *Directory, before ...any) error {
	var path, list []byte
	var acl integer
	err := r.Scan(append(before, &path, &d.Mode, &d.UID, &d.GID, &d.Reason, &acl, &list)...)
	d.Path, d.ACL = string(path), string(list)
	if acl != 0 && d.ACL == "" {
		d.ACL = lostList
	}
	return err
}

// Live tells which segments files have, in a transaction of the tables that list them: of some, or of all with nil.
func (c *Catalog) Live(ctx context.Context, tx *db.Tx, some []spar.SegmentID) (func(spar.SegmentID) bool, error) {
	live := map[spar.SegmentID]bool{}
	is := func(id spar.SegmentID) bool { return live[id] }
	if some == nil {
		return is, db.Each(ctx, tx, func(r *sql.Rows) error {
			var b sql.RawBytes
			err := r.Scan(&b)
			if err == nil {
				live[spar.SegmentID(b)] = true
			}
			return err
		}, "SELECT segment FROM files WHERE segment IS NOT NULL")
	}
	has, err := tx.PrepareContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM files WHERE segment = ? LIMIT 1) f")
	if err != nil {
		return nil, err
	}
	defer has.Close()
	for _, id := range some {
		var n int
		if err := has.QueryRowContext(ctx, id[:]).Scan(&n); err != nil {
			return nil, err
		}
		live[id] = n > 0
	}
	return is, nil
}
