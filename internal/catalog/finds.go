package catalog

import (
	"context"
	"database/sql"
	"iter"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

// stepFinds keeps the changes that scans found for a while, so that they can be asked for later. To a first scan everything is new, and is
// not kept.
const stepFinds = `
CREATE TABLE finds (
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	share   INTEGER NOT NULL REFERENCES shares ON DELETE CASCADE,
	kind    TEXT NOT NULL,
	file    INTEGER NOT NULL,              -- it may be gone by now
	through INTEGER NOT NULL,              -- the last of a range of files that begins with file
	was     BLOB,                          -- where a file was that moved or is gone
	seen    INTEGER NOT NULL               -- when, in seconds since 1970
) STRICT;
CREATE INDEX finds_share ON finds (share, seq);
`

// stepFindKinds answers each question that names a folder with whether anything moved, which is rarely among many finds.
const stepFindKinds = `CREATE INDEX finds_kind ON finds (kind, seq);`

// A FindKind says what a scan found of a file.
type FindKind string

// The kinds of finds.
const (
	SeenNew        FindKind = "new"
	SeenChanged    FindKind = "changed"
	SeenMoved      FindKind = "moved"
	SeenGone       FindKind = "gone"
	SeenUnreadable FindKind = "unreadable" // it was readable before
)

// keepFinds is how long it is kept what a scan found.
const keepFinds = keepLost

// A Find is a change that a scan found, of a file or of new ones with neighbouring numbers.
type Find struct {
	Share       int64
	Kind        FindKind
	First, Last spar.FileID
	Was         string // the path of one that moved or is gone
	At          time.Time
}

// Finds yields what scans found since a time, the latest first: in one share or, with 0, in all, of one kind or, with "", of all.
func (c *Catalog) Finds(ctx context.Context, share int64, kind FindKind, since time.Time) iter.Seq2[Find, error] {
	query, args := "SELECT share, kind, file, through, was, seen FROM finds WHERE seen >= ?", []any{since.Unix()}
	if share != 0 {
		query, args = query+" AND share = ?", append(args, share)
	}
	if kind != "" {
		query, args = query+" AND kind = ?", append(args, kind)
	}
	return each(ctx, c.db, func(r *sql.Rows) (s Find, err error) {
		var was []byte
		var seen int64
		err = r.Scan(&s.Share, &s.Kind, &s.First, &s.Last, &was, &seen)
		s.Was, s.At = string(was), time.Unix(seen, 0).UTC()
		return s, err
	}, query+" ORDER BY seq DESC", args...)
}

// sight keeps what this scan found of files.
func (s *scan) sight(t *tx, kind FindKind, first, last spar.FileID, was string) error {
	if s.record.virgin {
		return nil
	}
	var path any
	if was != "" {
		path = []byte(was)
	}
	return t.run("INSERT INTO finds (share, kind, file, through, was, seen) VALUES (?, ?, ?, ?, ?, ?)", s.share.ID, kind, first, last, path, s.c.now().Unix())
}

// forgetOldFinds drops old finds.
func (t *tx) forgetOldFinds(now int64) error {
	return t.run("DELETE FROM finds WHERE seen < ?", now-int64(keepFinds.Seconds()))
}
