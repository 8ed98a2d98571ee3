package catalog

import (
	"context"
	"database/sql"
	"iter"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Review writes down what a person thinks of the automatic assignments of a tag to a file, and says how many there were.
// Accepted, it stays when what made it would withdraw it; rejected, it selects nothing and is never made again. There
// being none is spar.NotFound; an assignment that a person made cannot be rejected, which is a spar.Conflict.
func (c *Catalog) Review(ctx context.Context, file spar.FileID, tag spar.TagID, review spar.Review) (n int, err error) {
	if review != spar.Accepted && review != spar.Rejected {
		return 0, spar.Errorf(spar.Invalid, "an assignment is accepted or rejected, not %q", review)
	}
	err = c.write(ctx, func(t *tx) error {
		n = 0
		made := false
		if err := query(t.Tx, func(r *sql.Rows) error {
			a, err := scanAssignment(r)
			if a.Origin == spar.ByPerson {
				made = true
			} else {
				n++
			}
			return err
		}, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE file = ? AND tag = ?", file, tag); err != nil {
			return err
		}
		switch {
		case made && review == spar.Rejected:
			return spar.Errorf(spar.Conflict, "a person put this tag on the file").Try(spar.Remedy{Do: spar.UnassignTag})
		case n == 0:
			return NothingToJudge()
		}
		changed, err := t.exec("UPDATE assignments SET review = ? WHERE file = ? AND tag = ? AND origin <> ? AND review <> ?", review, file, tag, spar.ByPerson, review)
		if err != nil || changed == 0 {
			return err
		}
		kind := Assigned
		if review == spar.Rejected {
			kind = Unassigned
		}
		return t.logLink(kind, file, tag)
	})
	return n, err
}

// NothingToJudge says that a file has no automatic assignment of a tag.
func NothingToJudge() error {
	return spar.Errorf(spar.NotFound, "nothing has put this tag on the file automatically, so that there is nothing to judge")
}

// ReviewAll keeps one judgement of a tag on many files, in one transaction, and gives the changed files. These are the files where the tag
// waits for judgement, or, for spar.Pending, the judged ones, where it waits again. A tag that a person put on a file stays.
func (c *Catalog) ReviewAll(ctx context.Context, files []spar.FileID, tag spar.TagID, review spar.Review) (changed []spar.FileID, err error) {
	from := "review = 'pending'"
	switch review {
	case spar.Accepted, spar.Rejected:
	case spar.Pending:
		from = "review IN ('accepted', 'rejected')"
	default:
		return nil, spar.Errorf(spar.Invalid, "an assignment is accepted, rejected or pending, not %q", review)
	}
	kind := Assigned
	if review == spar.Rejected {
		kind = Unassigned
	}
	err = c.write(ctx, func(t *tx) error {
		changed = nil
		for _, file := range files {
			n, err := t.exec("UPDATE assignments SET review = ? WHERE file = ? AND tag = ? AND origin <> ? AND "+from+
				" AND NOT EXISTS (SELECT 1 FROM assignments a WHERE a.file = assignments.file AND a.tag = assignments.tag AND a.origin = ?)", review, file, tag, spar.ByPerson, spar.ByPerson)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			changed = append(changed, file)
			if err := t.logLink(kind, file, tag); err != nil {
				return err
			}
		}
		return nil
	})
	return changed, err
}

// Pending yields the assignments that wait for a person, ordered by tag and file.
func (c *Catalog) Pending(ctx context.Context) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE review = ? ORDER BY tag, file, origin", spar.Pending)
}

// Rejected is the links that a person rejected.
func (c *Catalog) Rejected(ctx context.Context) (map[Link]bool, error) {
	links := map[Link]bool{}
	for l, err := range each(ctx, c.db, scanLink, "SELECT file, tag FROM assignments WHERE review = 'rejected'") {
		if err != nil {
			return nil, err
		}
		links[l] = true
	}
	return links, nil
}

// Guesses is the kind of batches of what SPAR proposes by itself. Their name is the owner for whom it did.
const Guesses = "encoder"

// notOfGroups leaves out what people accepted as a group: it was not proposed file by file, and teaches nothing about that.
const notOfGroups = " AND batch NOT IN (SELECT id FROM batches WHERE kind = '" + Repairs + "')"

// Grouped yields the tags that files got as members of a group, those included that people took off one of them since.
func (c *Catalog) Grouped(ctx context.Context) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments "+
		"WHERE origin = 'encoder' AND batch IN (SELECT id FROM batches WHERE kind = '"+Repairs+"') ORDER BY file, tag")
}

// JudgedGuesses yields what SPAR proposed and people accepted or rejected, ordered by file and tag.
func (c *Catalog) JudgedGuesses(ctx context.Context) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments "+
		"WHERE origin IN ('encoder', 'model') AND review IN ('accepted', 'rejected')"+notOfGroups+" ORDER BY file, tag, origin")
}

// Judged yields the automatic assignments that people accepted or rejected, or that wait for that: of a tag, or of all, for 0.
func (c *Catalog) Judged(ctx context.Context, tag spar.TagID) iter.Seq2[spar.Assignment, error] {
	where, args := "", []any{spar.ByPerson}
	if tag != 0 {
		where, args = " AND tag = ?", append(args, tag)
	}
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments "+
		"WHERE origin <> ? AND review IN ('accepted', 'rejected', 'pending')"+notOfGroups+where+" ORDER BY file, tag, origin", args...)
}

// Proposers gives for whom batches of proposals were made: those named, or all.
func (c *Catalog) Proposers(ctx context.Context, of ...spar.BatchID) (map[spar.BatchID]string, error) {
	by := map[spar.BatchID]string{}
	where, args := "", []any{Guesses, Repairs}
	if len(of) > 0 {
		where = " AND id IN (" + marks(len(of)) + ")"
		for _, id := range of {
			args = append(args, id)
		}
	}
	err := c.db.Read(ctx, func(tx *db.Tx) error {
		return query(tx, func(r *sql.Rows) error {
			var id spar.BatchID
			var name string
			err := r.Scan(&id, &name)
			by[id] = name
			return err
		}, "SELECT id, name FROM batches WHERE kind IN (?, ?)"+where, args...)
	})
	return by, err
}
