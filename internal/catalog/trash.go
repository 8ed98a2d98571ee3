package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// KeepTrash is how long removed things can be restored by default.
const KeepTrash = 30 * 24 * time.Hour

// The kinds of what the trash holds.
const (
	TrashedShare = "share"
	TrashedTag   = "tag"
	TrashedLinks = "untag" // a tag that was taken off files at once

	TrashedAttributes = "unset" // people's values of files, removed at once
)

// A Trashed is a share or a tag that was removed, or a tag that was taken off files, and can be restored, with what people made of it.
type Trashed struct {
	ID         int64
	Kind       string
	Name       string
	Removed    time.Time
	Tags       int      // on files, given or judged by people
	Attributes int      // of files, given by people
	Makers     []string // of a tag, with those who removed it
	Sources    []string // rules, sidecars and patterns that gave a tag, and give it again once it is back
}

// Trash lists the removed things that were not restored, the oldest first.
func (c *Catalog) Trash(ctx context.Context) (list []Trashed, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		list, err = queryTrash(tx, "t.share = 0")
		return err
	})
	return list, err
}

// queryTrash is what of the trash meets a condition.
func queryTrash(tx *db.Tx, where string, args ...any) (list []Trashed, err error) {
	err = query(tx, func(r *sql.Rows) error {
		var t Trashed
		var removed int64
		var item string
		if err := r.Scan(&t.ID, &t.Kind, &t.Name, &removed, &item, &t.Tags, &t.Attributes); err != nil {
			return err
		}
		t.Removed = time.Unix(removed, 0).UTC()
		if t.Kind != TrashedShare {
			var tag trashedTag
			if err := json.Unmarshal([]byte(item), &tag); err != nil {
				return err
			}
			t.Makers = tag.Makers
			for _, s := range tag.Sources {
				t.Sources = append(t.Sources, s.Kind+" "+s.Name)
			}
		}
		list = append(list, t)
		return nil
	}, `SELECT t.id, t.kind, t.name, t.removed, t.item, (SELECT count(*) FROM trash_assignments a WHERE a.item = t.id),
		(SELECT count(*) FROM trash_attributes b WHERE b.item = t.id) FROM trash t WHERE `+where+" ORDER BY t.id", args...)
	return list, err
}

// PurgeTrash forgets for good the things that were removed, or restored in vain, up to a time, and gives their number.
func (c *Catalog) PurgeTrash(ctx context.Context, before time.Time) (n int, err error) {
	old := 0
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow("SELECT count(*) FROM trash WHERE removed <= ?", before.Unix()).Scan(&old)
	})
	if err != nil || old == 0 {
		return 0, err
	}
	err = c.write(ctx, func(t *tx) error {
		m, err := t.exec("DELETE FROM trash WHERE removed <= ?", before.Unix())
		n = int(m)
		return err
	})
	return n, err
}

// byPeople is the assignments that no rule, sidecar or pattern would make again.
const byPeople = "(a.origin NOT IN ('rule', 'sidecar', 'path', 'properties', 'reading', 'encoder', 'model') OR a.review IN ('accepted', 'rejected'))"

// SaidOfShare counts the files of a share, and people's tags and values on them.
func (c *Catalog) SaidOfShare(ctx context.Context, sh spar.Share) (files, tags, attributes int, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT (SELECT count(*) FROM files WHERE share = ?),
			(SELECT count(*) FROM assignments a JOIN files f ON f.id = a.file WHERE f.share = ? AND `+byPeople+`),
			(SELECT count(*) FROM attributes a JOIN files f ON f.id = a.file WHERE f.share = ? AND a.origin = 'person')`, sh.ID, sh.ID, sh.ID).Scan(&files, &tags, &attributes)
	})
	return files, tags, attributes, err
}

// SaidOfTag counts the files that have a tag, and the assignments of it that people made or judged.
func (c *Catalog) SaidOfTag(ctx context.Context, id spar.TagID) (files, tags int, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT (SELECT count(DISTINCT file) FROM assignments WHERE tag = ? AND `+selects+`),
			(SELECT count(*) FROM assignments a WHERE a.tag = ? AND `+byPeople+")", id, id).Scan(&files, &tags)
	})
	return files, tags, err
}

// discard begins an item of the trash.
func (t *tx) discard(kind, name string, tag spar.TagID, item any, now time.Time) (id int64, err error) {
	text, err := json.Marshal(item)
	if err != nil {
		return 0, err
	}
	err = t.QueryRow("INSERT INTO trash (kind, name, item, removed, tag) VALUES (?, ?, ?, ?, ?) RETURNING id", kind, name, string(text), now.Unix(), tag).Scan(&id)
	return id, err
}

func (t *tx) trashed(id int64) (one Trashed, err error) {
	list, err := queryTrash(t.Tx, "t.id = ?", id)
	if err == nil && len(list) > 0 {
		one = list[0]
	}
	return one, err
}

// takeOut gives an item of the trash that is to be restored, and the name that it gets.
func (t *tx) takeOut(id int64, kind, as string, item any) (name string, err error) {
	var text string
	err = t.QueryRow("SELECT name, item FROM trash WHERE id = ? AND kind = ? AND share = 0", id, kind).Scan(&name, &text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", NotInTrash(kind, id)
	case err != nil:
		return "", err
	case as != "":
		name = as
	}
	return name, json.Unmarshal([]byte(text), item)
}

// itemName is how an item of the trash is asked for.
func itemName(kind string, id int64) string { return fmt.Sprintf("%s-%d", kind, id) }

// NotInTrash says that the trash has no such thing.
func NotInTrash(kind string, id int64) error {
	return spar.Errorf(spar.NotFound, "the trash has no %s", itemName(kind, id)).Try(spar.Remedy{Do: spar.ListTrash})
}
