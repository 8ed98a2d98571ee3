package catalog

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// TrashAttributes removes people's values of some keys of files, in one transaction, and puts them into the trash under a name. The item
// exists for the persons in by. It says how many files changed; if none did, there is nothing to restore.
func (c *Catalog) TrashAttributes(ctx context.Context, name string, keys map[spar.FileID][]string, by ...string) (gone Trashed, changed int, err error) {
	err = c.write(ctx, func(t *tx) error {
		item, err := t.discard(TrashedAttributes, name, 0, trashedTag{Makers: by}, c.now())
		if err != nil {
			return err
		}
		touched := map[spar.FileID]bool{}
		for _, f := range slices.Sorted(maps.Keys(keys)) {
			for _, key := range keys[f] {
				if err := t.run(`INSERT INTO trash_attributes (item, share, file, path, size, mtime, key, n, kind, text, number, date)
					SELECT ?, f.share, f.id, f.path, f.size, f.mtime, a.key, a.n, a.kind, a.text, a.number, a.date
					FROM attributes a JOIN files f ON f.id = a.file WHERE a.file = ? AND a.key = ? AND a.origin = ?`, item, f, strings.ToLower(key), spar.ByPerson); err != nil {
					return err
				}
				if err := t.unset(f, key, touched); err != nil {
					return err
				}
			}
		}
		if changed = len(touched); changed == 0 {
			gone = Trashed{}
			return t.run("DELETE FROM trash WHERE id = ?", item)
		}
		if err := t.logRead(touched); err != nil {
			return err
		}
		gone, err = t.trashed(item)
		return err
	})
	return gone, changed, err
}

// unset removes people's values of one key of a file, and notes the file if there were any.
func (t *tx) unset(file spar.FileID, key string, touched map[spar.FileID]bool) error {
	n, err := t.exec("DELETE FROM attributes WHERE file = ? AND key = ? AND origin = ?", file, strings.ToLower(key), spar.ByPerson)
	if n > 0 {
		touched[file] = true
	}
	return err
}

// RestoreAttributes restores attributes that people had given to files, except keys that people have set again since. It gives the name of
// the item and the number of files found, by their number or else by their path. The attributes of other files wait for them as after their
// deletion.
func (c *Catalog) RestoreAttributes(ctx context.Context, item int64) (name string, files int, err error) {
	const free = " AND NOT EXISTS (SELECT 1 FROM attributes a WHERE a.file = f.id AND a.key = w.key AND a.origin = 'person')"
	err = c.write(ctx, func(t *tx) error {
		if name, err = t.takeOut(item, TrashedAttributes, "", &trashedTag{}); err != nil {
			return err
		}
		files = 0
		for _, from := range []string{
			"FROM trash_attributes w JOIN files f ON f.id = w.file WHERE w.item = ?",
			"FROM trash_attributes w JOIN files f ON f.share = w.share AND f.path = w.path WHERE w.item = ? AND NOT EXISTS (SELECT 1 FROM files o WHERE o.id = w.file)",
		} {
			var n int
			if err := t.QueryRow("SELECT count(DISTINCT f.id) "+from, item).Scan(&n); err != nil {
				return err
			}
			files += n
			if err := t.run("INSERT INTO changes (kind, file) SELECT DISTINCT 'file read', f.id "+from, item); err != nil {
				return err
			}
			if err := t.run(`INSERT INTO attributes (file, key, origin, n, kind, text, number, date)
				SELECT f.id, w.key, 'person', w.n, w.kind, w.text, w.number, w.date `+from+free, item); err != nil {
				return err
			}
		}
		if err := t.loseAttributes(item, c.now().Unix(), `AND NOT EXISTS (SELECT 1 FROM files f WHERE f.id = trash_attributes.file)
			AND NOT EXISTS (SELECT 1 FROM files f WHERE f.share = trash_attributes.share AND f.path = trash_attributes.path)`); err != nil {
			return err
		}
		return t.run("DELETE FROM trash WHERE id = ?", item)
	})
	return name, files, err
}
