package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Schema is the tables of this room. A pack's number is never used twice. A segment's offset and length are of its
// record, padding included; made is in seconds since 1970; note is
// for the room that put the segment. dead is when a segment was last known to be live, once a purge has found it dead;
// purges has the time of the last one.
var Schema = db.Schema{Room: "store", Steps: []string{`
CREATE TABLE packs (
	id   INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;
CREATE TABLE segments (
	id       INTEGER PRIMARY KEY,
	segment  BLOB NOT NULL UNIQUE,
	pack     INTEGER NOT NULL,
	"offset"   INTEGER NOT NULL,
	length   INTEGER NOT NULL,
	passages INTEGER NOT NULL,
	words    INTEGER NOT NULL,
	made     INTEGER NOT NULL,
	note     BLOB
) STRICT;
CREATE INDEX segments_place ON segments (pack, "offset");
`, columnTables, `
ALTER TABLE segments ADD COLUMN dead INTEGER;
CREATE INDEX segments_dead ON segments (pack, dead) WHERE dead IS NOT NULL;
CREATE TABLE purges (
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL
) STRICT;
`, stepSums}}

const (
	selectUsage    = `SELECT count(*), coalesce(sum(passages), 0), coalesce(sum(length), 0) FROM segments`
	countSegment   = `SELECT count(*) FROM segments WHERE segment = ?`
	selectNote     = `SELECT note, pack FROM segments WHERE segment = ?`
	insertPack     = `INSERT INTO packs DEFAULT VALUES RETURNING id`
	keepPack       = `INSERT INTO packs (id) VALUES (?) ON CONFLICT DO NOTHING`
	deleteOfPack   = `DELETE FROM segments WHERE pack = ?`
	deletePack     = `DELETE FROM packs WHERE id = ?`
	selectPacks    = `SELECT id, coalesce((SELECT "offset" + length FROM segments WHERE pack = packs.id ORDER BY "offset" DESC LIMIT 1), 0) FROM packs ORDER BY id`
	selectEnd      = `SELECT coalesce((SELECT "offset" + length FROM segments WHERE pack = ? ORDER BY "offset" DESC LIMIT 1), 0)`
	insertSegment  = `INSERT INTO segments (segment, pack, "offset", length, passages, words, note, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	selectSegment  = `SELECT id, segment, pack, "offset", length FROM segments WHERE segment = ?`
	selectNewer    = `SELECT id, segment, pack, "offset", length FROM segments WHERE id > ? ORDER BY id`
	selectOfPack   = `SELECT id, segment, pack, "offset", length FROM segments WHERE pack = ? ORDER BY "offset"`
	selectLives    = `SELECT id, segment, CASE WHEN dead IS NULL THEN 0 ELSE 1 END, made FROM segments`
	selectPurge    = `SELECT coalesce(max(at), 0) FROM purges`
	setPurge       = `INSERT INTO purges (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`
	markDead       = `UPDATE segments SET dead = ? WHERE id = ?`
	selectDue      = `SELECT DISTINCT pack FROM segments WHERE dead <= ?`
	moveSegment    = `UPDATE segments SET pack = ?, "offset" = ? WHERE id = ?`
	deleteSegment  = `DELETE FROM segments WHERE id = ? AND pack = ? AND "offset" = ?`
	selectSegments = `SELECT id, segment, pack, "offset", length FROM segments ORDER BY pack, "offset"`
)

// A place is where a segment's record lies.
type place struct {
	row            int64
	id             spar.SegmentID
	pack           int64
	offset, length int64
}

func scanPlace(scan func(...any) error) (p place, err error) {
	var id []byte
	if err = scan(&p.row, &id, &p.pack, &p.offset, &p.length); err == nil {
		copy(p.id[:], id)
	}
	return p, err
}

func queryPlaces(ctx context.Context, tx *db.Tx, query string, args ...any) ([]place, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var places []place
	for rows.Next() {
		p, err := scanPlace(rows.Scan)
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	return places, rows.Err()
}

func (s *Store) places(ctx context.Context, query string, args ...any) (places []place, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		places, err = queryPlaces(ctx, tx, query, args...)
		return err
	})
	return places, err
}

// lookup asks the database for one segment.
func (s *Store) lookup(ctx context.Context, id spar.SegmentID) (p place, found bool, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		p, err = scanPlace(tx.QueryRowContext(ctx, selectSegment, id[:]).Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		found = err == nil
		return err
	})
	return p, found, err
}

// packEnd is a pack with the end of its last record.
type packEnd struct{ id, end int64 }

func (s *Store) packEnds(ctx context.Context) (packs []packEnd, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.QueryContext(ctx, selectPacks)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p packEnd
			if err := rows.Scan(&p.id, &p.end); err != nil {
				return err
			}
			packs = append(packs, p)
		}
		return rows.Err()
	})
	return packs, err
}

func (s *Store) end(ctx context.Context, pack int64) (end int64, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error { return tx.QueryRowContext(ctx, selectEnd, pack).Scan(&end) })
	return end, err
}

// newPack makes a number for a pack.
func (s *Store) newPack(ctx context.Context) (id int64, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		return tx.QueryRowContext(ctx, insertPack).Scan(&id)
	})
	return id, err
}

// forget takes a segment that cannot be read from the table, if it still lies there.
func (s *Store) forget(ctx context.Context, p place) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, deleteSegment, p.row, p.pack, p.offset)
		return err
	})
}
