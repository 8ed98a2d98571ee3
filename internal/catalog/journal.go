package catalog

import (
	"context"
	"database/sql"
	"iter"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// ChangeKind says what changed.
type ChangeKind string

// The kinds of changes. Whatever is deleted or removed goes with all that hung on it, without changes of their own.
const (
	FileAdded          ChangeKind = "file added"
	FileChanged        ChangeKind = "file changed" // its content, its rights or the facts about them
	FileMoved          ChangeKind = "file moved"   // and perhaps changed in its rights
	FileDeleted        ChangeKind = "file deleted"
	FileRead           ChangeKind = "file read" // state, hash, segment or attributes
	TagChanged         ChangeKind = "tag changed"
	TagRemoved         ChangeKind = "tag removed"
	Assigned           ChangeKind = "assigned"            // File and Tag; also when the facts about an existing link changed
	Unassigned         ChangeKind = "unassigned"          // File and Tag have no link any more that nobody rejected, of whatever origin
	ShareChanged       ChangeKind = "share changed"       // added, renamed, relocated, or open again after that
	ShareRemoved       ChangeKind = "share removed"       // with all of its files
	DirectoriesChanged ChangeKind = "directories changed" // the rights of Folder, or which folders there are in it and below
	FilesRenumbered    ChangeKind = "files renumbered"    // of a Share, whose device or time of change is another one, and which are else as they were
)

// A Change is one entry of the journal. The fields that its kind does not speak of are zero.
type Change struct {
	Seq   int64 // ascending, with gaps; files that were added together have the same number but for the last
	Kind  ChangeKind
	File  spar.FileID
	Tag   spar.TagID
	Share int64

	Folder string // of a Share; "" for any of it
}

// Changes yields the journal after the entry with the number given, in order; 0 is before the first.
func (c *Catalog) Changes(ctx context.Context, after int64) iter.Seq2[Change, error] {
	return singly(each(ctx, c.db, scanChanges, changesAfter, after))
}

const changesAfter = "SELECT seq, kind, file, tag, share, folder, through FROM changes WHERE seq > ? ORDER BY seq"

// changes is a row of the journal: one change, or the same for a range of files.
type changes struct {
	Change
	through spar.FileID // the last file, 0 where there is one only
}

func scanChanges(r *sql.Rows) (ch changes, err error) {
	var folder []byte
	err = r.Scan(&ch.Seq, &ch.Kind, &ch.File, &ch.Tag, &ch.Share, &folder, &ch.through)
	ch.Folder = string(folder)
	return ch, err
}

// FileChanges is changes of one kind to files with neighbouring numbers. Both are 0 for a change that concerns no file.
type FileChanges struct {
	Kind        ChangeKind
	First, Last spar.FileID
}

func scanFileChanges(r *sql.Rows) (f FileChanges, err error) {
	err = r.Scan(&f.Kind, &f.First, &f.Last)
	f.Last = max(f.First, f.Last)
	return f, err
}

const fileChangesAfter = "SELECT kind, file, through FROM changes WHERE seq > ? ORDER BY seq"

// FileChanges is Changes by ranges of files.
func (c *Catalog) FileChanges(ctx context.Context, after int64) iter.Seq2[FileChanges, error] {
	return each(ctx, c.db, scanFileChanges, fileChangesAfter, after)
}

// FileChanges is Changes by ranges of files.
func (v *View) FileChanges(after int64) iter.Seq2[FileChanges, error] {
	return rowsOf(v, scanFileChanges, fileChangesAfter, after)
}

// singly yields the changes of a range one by one. All but the last have the number before that of the range, so that
// whoever stops among them meets the whole range again.
func singly(rows iter.Seq2[changes, error]) iter.Seq2[Change, error] {
	return func(yield func(Change, error) bool) {
		for ch, err := range rows {
			if err != nil {
				yield(Change{}, err)
				return
			}
			for one := ch.Change; one.File < ch.through; one.File++ {
				one.Seq = ch.Seq - 1
				if !yield(one, nil) {
					return
				}
				ch.File = one.File + 1
			}
			if !yield(ch.Change, nil) {
				return
			}
		}
	}
}

// Head is the number of the newest entry of the journal, 0 when it is empty.
func (c *Catalog) Head(ctx context.Context) (head int64, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM changes").Scan(&head)
	})
	return head, err
}

// logAdded writes that n files were added, the last of all numbers from first to last.
func (t *tx) logAdded(first, last, n int64) error {
	if last-first+1 == n {
		return t.run("INSERT INTO changes (kind, file, through) VALUES (?, ?, ?)", FileAdded, first, last)
	}
	return t.run("INSERT INTO changes (kind, file) SELECT ?, id FROM files WHERE id BETWEEN ? AND ? ORDER BY id", FileAdded, first, last)
}

// logFile writes a change of a file, and lets the members of a container follow it.
func (t *tx) logFile(kind ChangeKind, id spar.FileID) error {
	if err := t.run("INSERT INTO changes (kind, file) VALUES (?, ?)", kind, id); err != nil {
		return err
	}
	if kind == FileChanged || kind == FileMoved || kind == FileDeleted {
		return t.followContainer(id)
	}
	return nil
}

func (t *tx) logTag(kind ChangeKind, id spar.TagID) error {
	return t.run("INSERT INTO changes (kind, tag) VALUES (?, ?)", kind, id)
}

func (t *tx) logLink(kind ChangeKind, file spar.FileID, tag spar.TagID) error {
	return t.run("INSERT INTO changes (kind, file, tag) VALUES (?, ?, ?)", kind, file, tag)
}

// manyFolders is from how many on the journal names no folders.
const manyFolders = 100

// logFolders tells of folders of a share that have other rights, are new, or are gone with all below them.
func (t *tx) logFolders(share int64, paths []string) error {
	if len(paths) >= manyFolders {
		return t.logShare(DirectoriesChanged, share)
	}
	for _, p := range paths {
		if err := t.run("INSERT INTO changes (kind, share, folder) VALUES (?, ?, ?)", DirectoriesChanged, share, []byte(p)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) logShare(kind ChangeKind, id int64) error {
	return t.run("INSERT INTO changes (kind, share) VALUES (?, ?)", kind, id)
}
