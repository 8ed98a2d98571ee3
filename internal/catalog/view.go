package catalog

import (
	"context"
	"database/sql"
	"iter"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A View is the catalog at one point of its journal. One sequence of a view is read to its end, or left, before the next
// begins. Files that lost their path to another one and wait to be deleted are not in it.
type View struct {
	ctx    context.Context
	tx     *db.Tx
	shares []spar.Share
}

// View calls f with the catalog as it is now; writers do not wait for f.
func (c *Catalog) View(ctx context.Context, f func(*View) error) error {
	return c.db.Read(ctx, func(tx *db.Tx) error {
		shares, err := queryShares(tx)
		if err != nil {
			return err
		}
		return f(&View{ctx, tx, shares})
	})
}

// Shares is all shares by name.
func (v *View) Shares() []spar.Share { return v.shares }

// Head is the number of the newest entry of the journal, 0 when it is empty.
func (v *View) Head() (head int64, err error) {
	err = v.tx.QueryRowContext(v.ctx, "SELECT coalesce(max(seq), 0) FROM changes").Scan(&head)
	return head, err
}

// Changes yields the journal after the entry with the number given, in order.
func (v *View) Changes(after int64) iter.Seq2[Change, error] {
	return singly(rowsOf(v, scanChanges, changesAfter, after))
}

// LastChanges is up to n entries of the journal that end with the one of a number, the newest first. Of files that were
// added together it has the first only.
func (v *View) LastChanges(upTo int64, n int) ([]Change, error) {
	return collect(rowsOf(v, scanChange, "SELECT seq, kind, file, tag, share, folder FROM changes WHERE seq <= ? ORDER BY seq DESC LIMIT ?", upTo, n))
}

func scanChange(r *sql.Rows) (ch Change, err error) {
	var folder []byte
	err = r.Scan(&ch.Seq, &ch.Kind, &ch.File, &ch.Tag, &ch.Share, &folder)
	ch.Folder = string(folder)
	return ch, err
}

// CountFiles is the number of files.
func (v *View) CountFiles() (n int, err error) {
	err = v.tx.QueryRowContext(v.ctx, "SELECT count(*) FROM files").Scan(&n)
	return n, err
}

// Files yields all files in the order of their IDs.
func (v *View) Files() iter.Seq2[spar.File, error] {
	return v.files("SELECT " + fileColumns + " FROM files f ORDER BY f.id")
}

// FilesByID yields the files with these IDs, in no order; unknown ones are left out.
func (v *View) FilesByID(ids []spar.FileID) iter.Seq2[spar.File, error] {
	return inParts(ids, func(marks string, args []any) iter.Seq2[spar.File, error] {
		return v.files("SELECT "+fileColumns+" FROM files f WHERE f.id IN ("+marks+")", args...)
	})
}

func (v *View) files(query string, args ...any) iter.Seq2[spar.File, error] {
	return func(yield func(spar.File, error) bool) {
		names := map[int64]string{}
		for _, s := range v.shares {
			names[s.ID] = s.Name
		}
		stopped := false
		err := queryFiles(v.ctx, v.tx, names, func(f spar.File) bool {
			stopped = f.Path[0] != 0 && !yield(f, nil)
			return !stopped
		}, query, args...)
		if err != nil && !stopped {
			yield(spar.File{}, err)
		}
	}
}

// Order yields the IDs of a share's files, including files without a path, in the byte order of their paths.
func (v *View) Order(share int64) iter.Seq2[spar.FileID, error] {
	return rowsOf(v, func(r *sql.Rows) (spar.FileID, error) {
		var id integer
		err := r.Scan(&id)
		return spar.FileID(id), err
	}, "SELECT id FROM files WHERE share = ? ORDER BY path", share)
}

// Directories yields the folders of a share in the order of the bytes of their paths.
func (v *View) Directories(share spar.Share) iter.Seq2[Directory, error] {
	return v.directories(share, "")
}

// DirectoriesIn yields a folder of a share and those below it.
func (v *View) DirectoriesIn(sh spar.Share, folder string) iter.Seq2[Directory, error] {
	if folder == share.Root {
		return v.Directories(sh)
	}
	prefix, end := below(folder)
	return v.directories(sh, " AND (d.path = ? OR d.path >= ? AND d.path < ?)", []byte(folder), []byte(prefix), end)
}

func (v *View) directories(share spar.Share, where string, args ...any) iter.Seq2[Directory, error] {
	return rowsOf(v, func(r *sql.Rows) (Directory, error) {
		d := Directory{Share: share.Name}
		err := scanDirectory(r, &d)
		return d, err
	}, "SELECT "+directoryColumns+" FROM directories d LEFT JOIN acls a ON a.id = d.acl WHERE d.share = ?"+where+" ORDER BY d.path", append([]any{share.ID}, args...)...)
}

// Tags is all tags by ID.
func (v *View) Tags() ([]spar.Tag, error) { return loadTags(v.tx, 0) }

// A Link says that a tag holds for a file.
type Link struct {
	File spar.FileID
	Tag  spar.TagID
}

// selects picks the assignments that let a tag select a file: assignments that nobody rejected, and guesses of SPAR that somebody accepted.
// It is spar.Assignment.Selects.
const selects = "(review = 'accepted' OR review <> 'rejected' AND origin NOT IN ('encoder', 'model'))"

// Links yields the selecting assignments, ordered by file and tag; a link of several origins comes several times.
func (v *View) Links() iter.Seq2[Link, error] {
	return rowsOf(v, scanLink, "SELECT file, tag FROM assignments WHERE "+selects+" ORDER BY file, tag")
}

// LinksOf yields the links of some files; those of one file stand together, ordered by tag.
func (v *View) LinksOf(ids []spar.FileID) iter.Seq2[Link, error] {
	return inParts(ids, func(marks string, args []any) iter.Seq2[Link, error] {
		return rowsOf(v, scanLink, "SELECT file, tag FROM assignments WHERE "+selects+" AND file IN ("+marks+") ORDER BY file, tag", args...)
	})
}

func scanLink(r *sql.Rows) (Link, error) {
	var file, tag integer
	err := r.Scan(&file, &tag)
	return Link{spar.FileID(file), spar.TagID(tag)}, err
}

// Attributes yields all attributes in the order of Catalog.Attributes.
func (v *View) Attributes() iter.Seq2[spar.Attribute, error] {
	return rowsOf(v, scanAttribute, "SELECT "+attributeColumns+" FROM attributes ORDER BY file, key, origin, n")
}

// AttributesOf yields the attributes of some files; those of one file stand together, in the order of Attributes.
func (v *View) AttributesOf(ids []spar.FileID) iter.Seq2[spar.Attribute, error] {
	return inParts(ids, func(marks string, args []any) iter.Seq2[spar.Attribute, error] {
		return rowsOf(v, scanAttribute, "SELECT "+attributeColumns+" FROM attributes WHERE file IN ("+marks+") ORDER BY file, key, origin, n", args...)
	})
}

// rowsOf yields the rows of a query, each made by scan.
func rowsOf[T any](v *View, scan func(*sql.Rows) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := v.tx.QueryContext(v.ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scan(rows)
			if err != nil {
				yield(none, err)
				return
			}
			if !yield(row, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// inParts asks for a list of IDs in parts, since a statement takes a limited number of arguments.
func inParts[T any](ids []spar.FileID, ask func(marks string, args []any) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for len(ids) > 0 {
			part := ids[:min(len(ids), 500)]
			ids = ids[len(part):]
			args := make([]any, len(part))
			for i, id := range part {
				args[i] = id
			}
			for row, err := range ask(marks(len(part)), args) {
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}
