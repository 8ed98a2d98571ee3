package catalog

import (
	"context"
	"database/sql"
	"iter"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// LinksBy yields the assignments of one origin, of all files or of those given, ordered by file and tag.
func (c *Catalog) LinksBy(ctx context.Context, origin spar.Origin, files []spar.FileID) iter.Seq2[spar.Assignment, error] {
	return ofFiles(ctx, c.db, files, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE origin = ?", " ORDER BY file, tag", origin)
}

// LinksTo yields the assignments of one tag by one origin, ordered by file.
func (c *Catalog) LinksTo(ctx context.Context, tag spar.TagID, origin spar.Origin) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE tag = ? AND origin = ? ORDER BY file", tag, origin)
}

// TagsOfSource is the tags that batches of a source have assigned.
func (c *Catalog) TagsOfSource(ctx context.Context, kind, name string) ([]spar.TagID, error) {
	return collect(each(ctx, c.db, scanTagID, "SELECT DISTINCT tag FROM assignments WHERE batch IN (SELECT id FROM batches WHERE kind = ? AND name = ?) ORDER BY tag", kind, name))
}

// KeysOfSource is the attributes that batches of a source have set.
func (c *Catalog) KeysOfSource(ctx context.Context, kind, name string) ([]string, error) {
	return collect(each(ctx, c.db, func(r *sql.Rows) (key string, err error) { return key, r.Scan(&key) },
		"SELECT DISTINCT key FROM attributes WHERE batch IN (SELECT id FROM batches WHERE kind = ? AND name = ?) ORDER BY key", kind, name))
}

func scanTagID(r *sql.Rows) (id spar.TagID, err error) { return id, r.Scan(&id) }

// ValuesBy yields the attributes of one origin, of all files or of those given, ordered by file and key, and of some keys
// only where there are any in keys.
func (c *Catalog) ValuesBy(ctx context.Context, origin spar.Origin, keys []string, files []spar.FileID) iter.Seq2[spar.Attribute, error] {
	where, args := "", []any{origin}
	if len(keys) > 0 {
		where = " AND key IN (" + marks(len(keys)) + ")"
		for _, k := range keys {
			args = append(args, k)
		}
	}
	return ofFiles(ctx, c.db, files, scanAttribute, "SELECT "+attributeColumns+" FROM attributes WHERE origin = ?"+where, " ORDER BY file, key, origin, n", args...)
}

// SourceOf says which source each batch is of, by Kind and Name.
func (c *Catalog) SourceOf(ctx context.Context) (of map[spar.BatchID]Source, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		of = map[spar.BatchID]Source{}
		return query(tx, func(r *sql.Rows) error {
			var id spar.BatchID
			var s Source
			err := r.Scan(&id, &s.Kind, &s.Name)
			of[id] = s
			return err
		}, "SELECT id, kind, name FROM batches")
	})
	return of, err
}

// FilesAt is the numbers of the files at these paths of a share; paths with none are left out.
func (c *Catalog) FilesAt(ctx context.Context, share string, paths []string) (map[string]spar.FileID, error) {
	found := make(map[string]spar.FileID, len(paths))
	err := c.db.Read(ctx, func(tx *db.Tx) error {
		clear(found)
		for part := range slices.Chunk(paths, editFiles) {
			args := []any{share}
			for _, p := range part {
				args = append(args, []byte(p))
			}
			if err := query(tx, func(r *sql.Rows) error {
				var id spar.FileID
				var p []byte
				err := r.Scan(&id, &p)
				found[string(p)] = id
				return err
			}, "SELECT f.id, f.path FROM files f JOIN shares s ON s.id = f.share WHERE s.name = ? AND f.path IN ("+marks(len(part))+")", args...); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// ofFiles yields the rows of a query whose column file is one of those given, part by part; nil stands for all files.
func ofFiles[T any](ctx context.Context, d *db.DB, files []spar.FileID, scan func(*sql.Rows) (T, error), query, order string, args ...any) iter.Seq2[T, error] {
	if files == nil {
		return each(ctx, d, scan, query+order, args...)
	}
	return func(yield func(T, error) bool) {
		for part := range slices.Chunk(files, editFiles) {
			all := slices.Clone(args)
			for _, id := range part {
				all = append(all, id)
			}
			for v, err := range each(ctx, d, scan, query+" AND file IN ("+marks(len(part))+")"+order, all...) {
				if !yield(v, err) || err != nil {
					return
				}
			}
		}
	}
}
