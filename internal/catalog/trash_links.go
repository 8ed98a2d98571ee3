package catalog

import (
	"context"
	"database/sql"
	"errors"

	spar "github.com/sparsearch/spar/internal/spar"
)

// TrashLinks takes a tag off files, as far as people put it on them, and puts that into the trash, where it exists for those who
// do so, by. Where no file has the tag nothing is there to restore.
func (c *Catalog) TrashLinks(ctx context.Context, tag spar.TagID, files []spar.FileID, by ...string) (gone Trashed, err error) {
	links := make([]spar.Assignment, len(files))
	for i, f := range files {
		links[i] = spar.Assignment{File: f, Tag: tag, Origin: spar.ByPerson}
	}
	err = c.write(ctx, func(t *tx) error {
		var name string
		err := t.QueryRow("SELECT name FROM tags WHERE id = ?", tag).Scan(&name)
		if errors.Is(err, sql.ErrNoRows) {
			return spar.Errorf(spar.NotFound, "the tag was removed meanwhile").Try(spar.Remedy{Do: spar.ListTags})
		}
		if err != nil {
			return err
		}
		item, err := t.discard(TrashedLinks, name, tag, trashedTag{Makers: by}, c.now())
		if err != nil {
			return err
		}
		for _, f := range files {
			if err := t.run(`INSERT INTO trash_assignments (item, share, file, path, size, mtime, tag, origin, confidence, evidence, review)
				SELECT ?, f.share, f.id, f.path, f.size, f.mtime, a.tag, a.origin, a.confidence, a.evidence, a.review
				FROM assignments a JOIN files f ON f.id = a.file WHERE a.file = ? AND a.tag = ? AND a.origin = ?`, item, f, tag, spar.ByPerson); err != nil {
				return err
			}
		}
		removed, err := t.unassign(links)
		if err != nil {
			return err
		}
		if removed == 0 {
			gone = Trashed{}
			return t.run("DELETE FROM trash WHERE id = ?", item)
		}
		gone, err = t.trashed(item)
		return err
	})
	return gone, err
}

// RestoreLinks puts a tag back on the files that lost it. It gives its name, and how many files have it again.
func (c *Catalog) RestoreLinks(ctx context.Context, item int64) (name string, files int, err error) {
	err = c.write(ctx, func(t *tx) error {
		was, err := t.takeOut(item, TrashedLinks, "", &trashedTag{})
		if err != nil {
			return err
		}
		err = t.QueryRow("SELECT name FROM tags WHERE id = (SELECT tag FROM trash WHERE id = ?)", item).Scan(&name)
		if errors.Is(err, sql.ErrNoRows) {
			return spar.Errorf(spar.Conflict, "the tag %q was removed meanwhile: restore that first", was).Try(spar.Remedy{Do: spar.ListTrash})
		}
		if err != nil {
			return err
		}
		if files, err = t.reassign(item, c.now().Unix()); err != nil {
			return err
		}
		return t.run("DELETE FROM trash WHERE id = ?", item)
	})
	return name, files, err
}
