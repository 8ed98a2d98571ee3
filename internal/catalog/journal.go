package catalog

import (
	"context"
	"database/sql"
	"iter"

	spar "github.com/sparsearch/spar"
)

// ChangeKind says what changed.
type ChangeKind string

// The kinds of changes. Whatever is deleted or removed goes with all that hung on it, without changes of their own.
const (
	FileAdded          ChangeKind = "file added"
	FileChanged        ChangeKind = "file changed" // its content, its rights or what is known of them
	FileMoved          ChangeKind = "file moved"   // and perhaps changed in its rights
	FileDeleted        ChangeKind = "file deleted"
	FileRead           ChangeKind = "file read" // state, hash, segment or attributes
	TagChanged         ChangeKind = "tag changed"
	TagRemoved         ChangeKind = "tag removed"
	Assigned           ChangeKind = "assigned"      // File and Tag; also when the link was there and its origins or evidence changed
	Unassigned         ChangeKind = "unassigned"    // File and Tag have no link any more, of whatever origin
	ShareChanged       ChangeKind = "share changed" // added, renamed or relocated
	ShareRemoved       ChangeKind = "share removed" // with all of its files
	DirectoriesChanged ChangeKind = "directories changed"
)

// A Change is one entry of the journal. The fields that its kind does not speak of are zero.
type Change struct {
	Seq   int64 // ascending, with gaps; never used twice
	Kind  ChangeKind
	File  spar.FileID
	Tag   spar.TagID
	Share int64
}

// Changes yields the journal after the entry with the number given, in order; 0 is before the first.
func (c *Catalog) Changes(ctx context.Context, after int64) iter.Seq2[Change, error] {
	return each(ctx, c.db, func(r *sql.Rows) (ch Change, err error) {
		return ch, r.Scan(&ch.Seq, &ch.Kind, &ch.File, &ch.Tag, &ch.Share)
	}, "SELECT seq, kind, file, tag, share FROM changes WHERE seq > ? ORDER BY seq", after)
}

// Head is the number of the newest entry of the journal, 0 when it is empty.
func (c *Catalog) Head(ctx context.Context) (head int64, err error) {
	err = c.db.Read(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM changes").Scan(&head)
	})
	return head, err
}

func (t *tx) logFile(kind ChangeKind, id spar.FileID) error {
	_, err := t.exec("INSERT INTO changes (kind, file) VALUES (?, ?)", kind, id)
	return err
}

func (t *tx) logTag(kind ChangeKind, id spar.TagID) error {
	_, err := t.exec("INSERT INTO changes (kind, tag) VALUES (?, ?)", kind, id)
	return err
}

func (t *tx) logLink(kind ChangeKind, file spar.FileID, tag spar.TagID) error {
	_, err := t.exec("INSERT INTO changes (kind, file, tag) VALUES (?, ?, ?)", kind, file, tag)
	return err
}

func (t *tx) logShare(kind ChangeKind, id int64) error {
	_, err := t.exec("INSERT INTO changes (kind, share) VALUES (?, ?)", kind, id)
	return err
}
