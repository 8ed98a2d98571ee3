package catalog

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"math"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Batch is an automatic run of one source, which made assignments and attributes: they can be inspected and undone
// together. Kind and Name are those of the Source.
type Batch struct {
	ID      spar.BatchID
	Kind    string
	Name    string
	Detail  string // the applied source, for a person
	Started time.Time
	Ended   time.Time // zero while it runs, or when it was cut off
	Undone  time.Time // zero if it holds

	// The rest of it: later runs replace and withdraw.
	Files, Assignments, Attributes int
}

// BeginBatch begins an automatic run. One that was cut off, of the same kind, name and detail, is continued; others of
// this kind and name that were cut off end now with what they made. The caller keeps two runs of one source from running
// at once.
func (c *Catalog) BeginBatch(ctx context.Context, kind, name, detail string) (id spar.BatchID, err error) {
	err = c.write(ctx, func(t *tx) error {
		err := t.QueryRow("SELECT id FROM batches WHERE kind = ? AND name = ? AND detail = ? AND ended IS NULL AND undone IS NULL ORDER BY id DESC LIMIT 1", kind, name, detail).Scan(&id)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		var open []spar.BatchID
		if err := query(t.Tx, func(r *sql.Rows) error {
			var other spar.BatchID
			err := r.Scan(&other)
			open = append(open, other)
			return err
		}, "SELECT id FROM batches WHERE kind = ? AND name = ? AND ended IS NULL AND id <> ?", kind, name, id); err != nil {
			return err
		}
		for _, other := range open {
			if err := t.endBatch(other, c.now()); err != nil {
				return err
			}
		}
		if id != 0 {
			return nil
		}
		return t.QueryRow("INSERT INTO batches (kind, name, detail, started) VALUES (?, ?, ?, ?) RETURNING id", kind, name, detail, c.now().Unix()).Scan(&id)
	})
	return id, err
}

func (t *tx) endBatch(id spar.BatchID, now time.Time) error {
	n, err := t.exec(`DELETE FROM batches WHERE id = ? AND undone IS NULL
		AND NOT EXISTS (SELECT 1 FROM assignments WHERE batch = ? AND batch <> 0) AND NOT EXISTS (SELECT 1 FROM attributes WHERE batch = ? AND batch <> 0)
		AND NOT EXISTS (SELECT 1 FROM proposed_values WHERE batch = ?)`, id, id, id, id)
	if err != nil || n > 0 {
		return err
	}
	_, err = t.exec("UPDATE batches SET ended = ? WHERE id = ?", now.Unix(), id)
	return err
}

// Batches lists all batches, the newest first, with the number of assignments and values that remain of each.
func (c *Catalog) Batches(ctx context.Context) (list []Batch, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		list, err = queryBatches(tx, 0, math.MaxInt64)
		return err
	})
	return list, err
}

// Batch is one batch.
func (c *Catalog) Batch(ctx context.Context, id spar.BatchID) (b Batch, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		b, err = batchOf(tx, id)
		return err
	})
	return b, err
}

func batchOf(tx *db.Tx, id spar.BatchID) (Batch, error) {
	list, err := queryBatches(tx, int64(id), int64(id))
	switch {
	case err != nil:
		return Batch{}, err
	case len(list) == 0:
		return Batch{}, NoBatch(id)
	}
	return list[0], nil
}

// NoBatch says that there is no such batch.
func NoBatch(id spar.BatchID) error {
	return spar.Errorf(spar.NotFound, "there is no batch %d", id).Try(spar.Remedy{Do: spar.ListBatches})
}

// queryBatches is the batches with the numbers first to last.
func queryBatches(tx *db.Tx, first, last int64) (list []Batch, err error) {
	at := map[spar.BatchID]int{}
	err = query(tx, func(r *sql.Rows) error {
		var b Batch
		var started int64
		var ended, undone sql.NullInt64
		err := r.Scan(&b.ID, &b.Kind, &b.Name, &b.Detail, &started, &ended, &undone)
		b.Started, b.Ended, b.Undone = time.Unix(started, 0).UTC(), moment(ended), moment(undone)
		at[b.ID] = len(list)
		list = append(list, b)
		return err
	}, "SELECT id, kind, name, detail, started, ended, undone FROM batches WHERE id BETWEEN ? AND ? ORDER BY id DESC", first, last)
	if err != nil {
		return nil, err
	}
	return list, query(tx, func(r *sql.Rows) error {
		var id spar.BatchID
		var files, assignments, attributes int
		err := r.Scan(&id, &files, &assignments, &attributes)
		if i, ok := at[id]; ok {
			list[i].Files, list[i].Assignments, list[i].Attributes = files, assignments, attributes
		}
		return err
	}, `SELECT batch, count(DISTINCT file), sum(tags), sum(attributes) FROM (
		SELECT batch, file, 1 AS tags, 0 AS attributes FROM assignments WHERE batch <> 0 AND batch BETWEEN ? AND ? UNION ALL
		SELECT batch, file, 0 AS tags, 1 AS attributes FROM attributes WHERE batch <> 0 AND batch BETWEEN ? AND ? UNION ALL
		SELECT batch, file, 0 AS tags, 1 AS attributes FROM proposed_values WHERE batch BETWEEN ? AND ?) AS made GROUP BY batch`,
		first, last, first, last, first, last)
}

func moment(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.Unix(n.Int64, 0).UTC()
}

// AssignmentsIn yields the remaining assignments of a batch, ordered by file and tag.
func (c *Catalog) AssignmentsIn(ctx context.Context, id spar.BatchID) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE batch = ? AND batch <> 0 ORDER BY file, tag, origin", id)
}

// AttributesIn yields the remaining attributes of a batch, ordered by file and key.
func (c *Catalog) AttributesIn(ctx context.Context, id spar.BatchID) iter.Seq2[spar.Attribute, error] {
	return each(ctx, c.db, scanAttribute, "SELECT "+attributeColumns+" FROM attributes WHERE batch = ? AND batch <> 0 ORDER BY file, key, origin, n", id)
}

// Undone counts the rows that went when a batch was undone, and the rows that stay since people had judged them.
type Undone struct {
	Assignments int
	Attributes  int
	Kept        int
	Concepts    int // tags that an import had made
}

// UndoBatch takes back the rest of a batch, in one transaction. Assignments that a person accepted or rejected stay. Its source is marked:
// that version makes nothing more until somebody asks for it.
func (c *Catalog) UndoBatch(ctx context.Context, id spar.BatchID) (u Undone, err error) {
	err = c.write(ctx, func(t *tx) error {
		b, err := batchOf(t.Tx, id)
		if err != nil {
			return err
		}
		if !b.Undone.IsZero() {
			return spar.Errorf(spar.Conflict, "batch %d was undone already, on %s", id, b.Undone.Format(time.DateTime))
		}
		if b.Kind == Repairs {
			if u, err = (mending{t}).undoRepair(id); err != nil {
				return err
			}
			return t.run("UPDATE batches SET undone = ? WHERE id = ?", c.now().Unix(), id)
		}
		const judged = " AND review NOT IN ('accepted', 'rejected')"
		if _, err := t.exec(`INSERT INTO changes (kind, file, tag) SELECT CASE WHEN EXISTS
			(SELECT 1 FROM assignments o WHERE o.file = a.file AND o.tag = a.tag AND o.origin <> a.origin AND (o.review = 'accepted' OR o.review <> 'rejected' AND o.origin NOT IN ('encoder', 'model'))) THEN 'assigned' ELSE 'unassigned' END, a.file, a.tag
			FROM assignments a WHERE batch = ? AND batch <> 0`+judged, id); err != nil {
			return err
		}
		n, err := t.exec("DELETE FROM assignments WHERE batch = ? AND batch <> 0"+judged, id)
		if err != nil {
			return err
		}
		if _, err := t.exec("INSERT INTO changes (kind, file) SELECT DISTINCT '"+string(FileRead)+"', file FROM attributes WHERE batch = ? AND batch <> 0", id); err != nil {
			return err
		}
		m, err := t.exec("DELETE FROM attributes WHERE batch = ? AND batch <> 0", id)
		if err != nil {
			return err
		}
		values, err := t.exec("DELETE FROM proposed_values WHERE batch = ?"+judged, id)
		if err != nil {
			return err
		}
		m += values
		u = Undone{Assignments: int(n), Attributes: int(m), Kept: b.Assignments - int(n) + b.Attributes - int(m)}
		now := c.now().Unix()
		if _, err := t.exec("UPDATE batches SET undone = ?, ended = coalesce(ended, ?) WHERE id = ?", now, now, id); err != nil {
			return err
		}
		_, err = t.exec("UPDATE sources SET undone = 1 WHERE kind = ? AND name = ?", b.Kind, b.Name)
		return err
	})
	return u, err
}
