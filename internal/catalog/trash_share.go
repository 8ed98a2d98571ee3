package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// trashedShare is a share in the trash. Its files are found again by a scan.
type trashedShare struct {
	Root     []byte
	Rights   spar.Rights
	Settings json.RawMessage
	Grants   []trashedGrant
}

type trashedGrant struct {
	Path      []byte
	Principal string
	Allow     int
}

// TrashShare forgets a share and all facts about its files. It puts into the trash the share's root, settings and rights, and people's tags
// and values on its files. The files themselves are not touched.
func (c *Catalog) TrashShare(ctx context.Context, name string) (gone Trashed, err error) {
	sh, err := c.Share(ctx, name)
	if err != nil {
		return gone, err
	}
	lock, err := c.TryScanLock(sh)
	if err != nil {
		return gone, err
	}
	defer lock.Unlock()
	err = c.write(ctx, func(t *tx) error {
		item, err := c.discardShare(t, sh)
		if err != nil {
			return err
		}
		for _, q := range []string{
			"INSERT INTO changes (kind, file) SELECT 'file deleted', id FROM files WHERE share = ? ORDER BY id",
			"DELETE FROM files WHERE share = ?",
			"DELETE FROM directories WHERE share = ?",
			"DELETE FROM shares WHERE id = ?",
		} {
			if err := t.run(q, sh.ID); err != nil {
				return err
			}
		}
		if err := t.logShare(ShareRemoved, sh.ID); err != nil {
			return err
		}
		gone, err = t.trashed(item)
		return err
	})
	return gone, err
}

// discardShare puts a share into the trash, with tags and values that wait for its files since it was last restored.
func (c *Catalog) discardShare(t *tx, sh spar.Share) (item int64, err error) {
	var s trashedShare
	var settings string
	err = t.QueryRow("SELECT root, rights, settings FROM shares WHERE id = ?", sh.ID).Scan(&s.Root, &s.Rights, &settings)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, gone(sh)
	}
	if err != nil {
		return 0, err
	}
	s.Settings = json.RawMessage(settings)
	err = query(t.Tx, func(r *sql.Rows) error {
		var g trashedGrant
		err := r.Scan(&g.Path, &g.Principal, &g.Allow)
		s.Grants = append(s.Grants, g)
		return err
	}, "SELECT path, principal, allow FROM grants WHERE share = ? ORDER BY path, principal", sh.ID)
	if err != nil {
		return 0, err
	}
	if item, err = t.discard(TrashedShare, sh.Name, 0, s, c.now()); err != nil {
		return 0, err
	}
	const tags, attributes = "INSERT INTO trash_assignments (item, share, file, path, size, mtime, tag, origin, confidence, evidence, review) ",
		"INSERT INTO trash_attributes (item, share, file, path, size, mtime, key, n, kind, text, number, date) "
	for _, q := range []string{
		tags + `SELECT ?, 0, f.id, f.path, f.size, f.mtime, a.tag, a.origin, a.confidence, a.evidence, a.review
			FROM files f JOIN assignments a ON a.file = f.id WHERE f.share = ? AND ` + byPeople,
		tags + `SELECT ?, 0, 0, a.name, a.size, a.mtime, a.tag, a.origin, a.confidence, a.evidence, a.review FROM lost_assignments a WHERE a.share = ?`,
		tags + `SELECT ?, 0, w.file, w.path, w.size, w.mtime, w.tag, w.origin, w.confidence, w.evidence, w.review
			FROM trash_assignments w JOIN trash t ON t.id = w.item WHERE t.share = ? ON CONFLICT DO NOTHING`,
		attributes + `SELECT ?, 0, f.id, f.path, f.size, f.mtime, a.key, a.n, a.kind, a.text, a.number, a.date
			FROM files f JOIN attributes a ON a.file = f.id WHERE f.share = ? AND a.origin = 'person'`,
		attributes + `SELECT ?, 0, 0, a.name, a.size, a.mtime, a.key, a.n, a.kind, a.text, a.number, a.date FROM lost_attributes a WHERE a.share = ?`,
		attributes + `SELECT ?, 0, w.file, w.path, w.size, w.mtime, w.key, w.n, w.kind, w.text, w.number, w.date
			FROM trash_attributes w JOIN trash t ON t.id = w.item WHERE t.share = ? ON CONFLICT DO NOTHING`,
	} {
		if err := t.run(q, item, sh.ID); err != nil {
			return 0, err
		}
	}
	return item, t.run("DELETE FROM trash WHERE share = ?", sh.ID)
}

// RestoreShare brings a share back from the trash, with its settings and rights, under its name or another one. The next scan finds its
// files, and gives them people's tags and values: by their path, or for moved files by name, size and time. It gives how many tags and
// attributes wait.
func (c *Catalog) RestoreShare(ctx context.Context, item int64, as string) (sh spar.Share, back Trashed, err error) {
	if as != "" {
		if err := validName(as); err != nil {
			return sh, back, err
		}
	}
	err = c.write(ctx, func(t *tx) error {
		var s trashedShare
		if sh.Name, err = t.takeOut(item, TrashedShare, as, &s); err != nil {
			return err
		}
		sh.Root, sh.Rights = string(s.Root), s.Rights
		shares, err := queryShares(t.Tx)
		if err != nil {
			return err
		}
		for _, other := range shares {
			switch {
			case other.Name == sh.Name:
				return spar.Errorf(spar.Conflict, "there is a share %q again", sh.Name).Try(spar.Remedy{Do: spar.RestoreAs, Name: itemName(TrashedShare, item)})
			case other.Root == sh.Root:
				return spar.Errorf(spar.Conflict, "%q is the share %q now: remove that one first, which can be restored as well", sh.Root, other.Name)
			}
		}
		if err := t.QueryRow("INSERT INTO shares (name, root, rights, settings) VALUES (?, ?, ?, ?) RETURNING id", sh.Name, s.Root, string(s.Rights), string(s.Settings)).Scan(&sh.ID); err != nil {
			return err
		}
		for _, g := range s.Grants {
			if err := t.run("INSERT INTO grants (share, path, principal, allow) VALUES (?, ?, ?, ?)", sh.ID, g.Path, g.Principal, g.Allow); err != nil {
				return err
			}
		}
		if back, err = t.trashed(item); err != nil {
			return err
		}
		// From now on its rows wait for a scan, for as long as the trash keeps things.
		if err := t.run("UPDATE trash SET share = ?, removed = ? WHERE id = ?", sh.ID, c.now().Unix(), item); err != nil {
			return err
		}
		for _, table := range []string{"trash_assignments", "trash_attributes"} {
			if err := t.run("UPDATE "+table+" SET share = ? WHERE item = ?", sh.ID, item); err != nil {
				return err
			}
		}
		if err := t.lostAlready(item, c.now().Unix()); err != nil {
			return err
		}
		return t.logShare(ShareChanged, sh.ID)
	})
	return sh, back, err
}

// lostAlready lets tags and values of files that were deleted before their share was removed wait for them as before.
func (t *tx) lostAlready(item, now int64) error {
	if err := t.loseWaiting(item, now, "AND w.file = 0"); err != nil {
		return err
	}
	if err := t.loseAttributes(item, now, "AND file = 0"); err != nil {
		return err
	}
	if err := t.run("DELETE FROM trash_assignments WHERE item = ? AND file = 0 AND tag IN (SELECT id FROM tags)", item); err != nil {
		return err
	}
	return t.run("DELETE FROM trash_attributes WHERE item = ? AND file = 0", item)
}

// AtRoot is the newest share in the trash that a folder was, and false if there is none.
func (c *Catalog) AtRoot(ctx context.Context, root string) (found Trashed, ok bool, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		list, err := queryTrash(tx, "t.share = 0 AND t.kind = 'share'")
		if err != nil {
			return err
		}
		for _, t := range list {
			var text string
			if err := tx.QueryRow("SELECT item FROM trash WHERE id = ?", t.ID).Scan(&text); err != nil {
				return err
			}
			var s trashedShare
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				return err
			}
			if string(s.Root) == root {
				found, ok = t, true
			}
		}
		return nil
	})
	return found, ok, err
}

// loadWaiting is the paths of a share for which something waits since it was restored.
func (t *tx) loadWaiting(share int64) (map[string]bool, error) {
	paths := map[string]bool{}
	const from = " w JOIN trash t ON t.id = w.item WHERE t.share = ? AND w.file <> 0"
	return paths, query(t.Tx, func(r *sql.Rows) error {
		var path []byte
		err := r.Scan(&path)
		paths[string(path)] = true
		return err
	}, "SELECT w.path FROM trash_assignments"+from+" UNION SELECT w.path FROM trash_attributes"+from, share, share)
}

// rejoin gives a file of a restored share people's tags and values of the file at a path before.
func (t *tx) rejoin(share int64, path string, id spar.FileID) error {
	const where = " WHERE w.item IN (SELECT id FROM trash WHERE share = ?) AND w.file <> 0 AND w.path = ?"
	const alive = " AND w.tag IN (SELECT id FROM tags)"
	for _, q := range []string{
		`INSERT INTO assignments (file, tag, origin, confidence, evidence, review)
			SELECT ?, w.tag, w.origin, w.confidence, w.evidence, w.review FROM trash_assignments w` + where + alive + " ON CONFLICT DO NOTHING",
		"INSERT INTO changes (kind, file, tag) SELECT 'assigned', ?, w.tag FROM trash_assignments w" + where + alive + " AND w.review <> 'rejected'",
		// A tag that is in the trash itself knows from now on that it was on this file.
		`INSERT INTO trash_assignments (item, share, file, path, size, mtime, tag, origin, confidence, evidence, review)
			SELECT g.id, w.share, ?, w.path, w.size, w.mtime, w.tag, w.origin, w.confidence, w.evidence, w.review
			FROM trash_assignments w JOIN trash g ON g.tag = w.tag AND g.tag <> 0` + where + " ON CONFLICT DO NOTHING",
		`INSERT INTO attributes (file, key, origin, n, kind, text, number, date)
			SELECT ?, w.key, 'person', w.n, w.kind, w.text, w.number, w.date FROM trash_attributes w` + where + " ON CONFLICT DO NOTHING",
		"INSERT INTO changes (kind, file) SELECT 'file read', ? WHERE EXISTS (SELECT 1 FROM trash_attributes w" + where + ")",
	} {
		if err := t.run(q, id, share, []byte(path)); err != nil {
			return err
		}
	}
	const these = " WHERE item IN (SELECT id FROM trash WHERE share = ?) AND file <> 0 AND path = ?"
	for _, table := range []string{"trash_assignments", "trash_attributes"} {
		if err := t.run("DELETE FROM "+table+these, share, []byte(path)); err != nil {
			return err
		}
	}
	return nil
}

// endRestoration ends the restoration of a share whose files a scan has found. Tags and attributes that wait for a path that is gone go to
// a file of the same name, size and time that had nothing waiting itself. Otherwise they wait for the file as after a deletion.
func (t *tx) endRestoration(share, now int64, rejoined map[spar.FileID]bool) error {
	var items []int64
	err := query(t.Tx, func(r *sql.Rows) error {
		var id int64
		err := r.Scan(&id)
		items = append(items, id)
		return err
	}, "SELECT id FROM trash WHERE share = ? ORDER BY id", share)
	if err != nil || len(items) == 0 {
		return err
	}
	moved, err := t.movedWaiting(share, rejoined)
	if err != nil {
		return err
	}
	for path, id := range moved {
		if err := t.rejoin(share, path, id); err != nil {
			return err
		}
	}
	for _, item := range items {
		if err := t.loseWaiting(item, now, ""); err != nil {
			return err
		}
		if err := t.loseAttributes(item, now, ""); err != nil {
			return err
		}
		if err := t.run(`INSERT INTO trash_assignments (item, share, file, path, size, mtime, tag, origin, confidence, evidence, review)
			SELECT g.id, w.share, w.file, w.path, w.size, w.mtime, w.tag, w.origin, w.confidence, w.evidence, w.review
			FROM trash_assignments w JOIN trash g ON g.tag = w.tag AND g.tag <> 0 WHERE w.item = ? ON CONFLICT DO NOTHING`, item); err != nil {
			return err
		}
		if err := t.run("DELETE FROM trash WHERE id = ?", item); err != nil {
			return err
		}
	}
	return nil
}

// movedWaiting finds, for paths that something waits for, the file of the same name, size and time that the share has now.
func (t *tx) movedWaiting(share int64, taken map[spar.FileID]bool) (map[string]spar.FileID, error) {
	found, given := map[string]spar.FileID{}, map[spar.FileID]bool{}
	const from = ` w JOIN trash t ON t.id = w.item JOIN files f ON f.share = t.share AND f.size = w.size AND f.mtime = w.mtime AND f.container = 0
		WHERE t.share = ? AND w.file <> 0`
	return found, query(t.Tx, func(r *sql.Rows) error {
		var was, is []byte
		var id spar.FileID
		if err := r.Scan(&was, &is, &id); err != nil {
			return err
		}
		if found[string(was)] == 0 && !taken[id] && !given[id] && baseName(string(was)) == baseName(string(is)) {
			found[string(was)], given[id] = id, true
		}
		return nil
	}, "SELECT w.path, f.path, f.id FROM trash_assignments"+from+" UNION SELECT w.path, f.path, f.id FROM trash_attributes"+from+" ORDER BY 1, 2", share, share)
}

// loseAttributes is loseWaiting for attributes.
func (t *tx) loseAttributes(item, now int64, and string) error {
	type lost struct {
		share             int64
		path              []byte
		size, mtime, n    int64
		key, kind         string
		text, value, date any
	}
	var list []lost
	err := query(t.Tx, func(r *sql.Rows) error {
		var l lost
		err := r.Scan(&l.share, &l.path, &l.size, &l.mtime, &l.key, &l.n, &l.kind, &l.text, &l.value, &l.date)
		list = append(list, l)
		return err
	}, `SELECT share, path, size, mtime, key, n, kind, text, number, date FROM trash_attributes WHERE item = ? AND share IN (SELECT id FROM shares) `+and, item)
	if err != nil {
		return err
	}
	for _, l := range list {
		if err := t.run(`INSERT INTO lost_attributes (share, name, size, mtime, key, n, kind, text, number, date, lost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, l.share, []byte(baseName(string(l.path))), l.size, l.mtime, l.key, l.n, l.kind, l.text, l.value, l.date, now); err != nil {
			return err
		}
	}
	return nil
}
