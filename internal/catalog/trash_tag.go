package catalog

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// trashedTag is a tag in the trash, as its row and those of its names and neighbours were.
type trashedTag struct {
	Notes, Key, Label, VocabularyNotes string
	Retired                            int
	Synonyms                           []trashedName
	Parents, Children                  []trashedEdge
	Links, LinkedFrom                  []spar.TagID
	Positions                          []string
	Sources                            []trashedSource
	Makers                             []string

	Into spar.TagID `json:",omitempty"` // that it was merged into
	Gave []string   `json:",omitempty"` // the names that Into got by that
}

type trashedName struct{ Name, Vocabulary string }

type trashedEdge struct {
	Tag        spar.TagID
	Vocabulary string
}

type trashedSource struct{ Kind, Name string }

// TrashTag removes a tag from the vocabulary and from all files, and puts it into the trash with its names, its place
// among other tags, and what people assigned. Its children stay. It exists in the trash for its makers and for those who remove
// it, by.
func (c *Catalog) TrashTag(ctx context.Context, name string, by ...string) (gone Trashed, err error) {
	err = c.write(ctx, func(t *tx) error {
		id, err := t.tagNamed(name)
		if err == nil {
			gone, err = t.trashTag(id, c.now(), by, 0, nil)
		}
		return err
	})
	return gone, err
}

func (t *tx) trashTag(id spar.TagID, now time.Time, by []string, into spar.TagID, gave []string) (gone Trashed, err error) {
	tag, named, err := t.describeTag(id)
	if err != nil {
		return gone, err
	}
	tag.Into, tag.Gave = into, gave
	for _, owner := range by {
		if !slices.Contains(tag.Makers, owner) {
			tag.Makers = append(tag.Makers, owner)
		}
	}
	item, err := t.discard(TrashedTag, named, id, tag, now)
	if err != nil {
		return gone, err
	}
	for _, q := range []string{
		`INSERT INTO trash_assignments (item, share, file, path, size, mtime, tag, origin, confidence, evidence, review)
		SELECT ?, f.share, f.id, f.path, f.size, f.mtime, a.tag, a.origin, a.confidence, a.evidence, a.review
		FROM assignments a JOIN files f ON f.id = a.file WHERE a.tag = ? AND ` + byPeople,
		`INSERT INTO trash_assignments (item, share, file, path, size, mtime, tag, origin, confidence, evidence, review)
		SELECT ?, a.share, 0, a.name, a.size, a.mtime, a.tag, a.origin, a.confidence, a.evidence, a.review FROM lost_assignments a WHERE a.tag = ?`,
	} {
		if err := t.run(q, item, id); err != nil {
			return gone, err
		}
	}
	if gone, err = t.trashed(item); err != nil {
		return gone, err
	}
	if err := t.run("DELETE FROM tags WHERE id = ?", id); err != nil {
		return gone, err
	}
	return gone, t.logTag(TagRemoved, id)
}

// describeTag reads all of a tag except its files.
func (t *tx) describeTag(id spar.TagID) (g trashedTag, name string, err error) {
	if err := t.QueryRow("SELECT name, notes, key, label, vocabulary_notes, retired FROM tags WHERE id = ?", id).Scan(&name, &g.Notes, &g.Key, &g.Label, &g.VocabularyNotes, &g.Retired); err != nil {
		return g, "", err
	}
	edges := func(to *[]trashedEdge) func(*sql.Rows) error {
		return func(r *sql.Rows) error {
			var e trashedEdge
			err := r.Scan(&e.Tag, &e.Vocabulary)
			*to = append(*to, e)
			return err
		}
	}
	tags := func(to *[]spar.TagID) func(*sql.Rows) error {
		return func(r *sql.Rows) error {
			var other spar.TagID
			err := r.Scan(&other)
			*to = append(*to, other)
			return err
		}
	}
	for _, part := range []struct {
		query string
		row   func(*sql.Rows) error
	}{
		{"SELECT name, vocabulary FROM tag_synonyms WHERE tag = ? ORDER BY folded, vocabulary", func(r *sql.Rows) error {
			var n trashedName
			err := r.Scan(&n.Name, &n.Vocabulary)
			g.Synonyms = append(g.Synonyms, n)
			return err
		}},
		{"SELECT parent, vocabulary FROM tag_parents WHERE tag = ? ORDER BY parent, vocabulary", edges(&g.Parents)},
		{"SELECT tag, vocabulary FROM tag_parents WHERE parent = ? ORDER BY tag, vocabulary", edges(&g.Children)},
		{"SELECT target FROM tag_links WHERE tag = ? ORDER BY target", tags(&g.Links)},
		{"SELECT tag FROM tag_links WHERE target = ? ORDER BY tag", tags(&g.LinkedFrom)},
		{"SELECT position FROM tag_positions WHERE tag = ? ORDER BY position", func(r *sql.Rows) error {
			var p string
			err := r.Scan(&p)
			g.Positions = append(g.Positions, p)
			return err
		}},
		{"SELECT owner FROM tag_makers WHERE tag = ? ORDER BY owner", func(r *sql.Rows) error {
			var owner string
			err := r.Scan(&owner)
			g.Makers = append(g.Makers, owner)
			return err
		}},
		{"SELECT DISTINCT b.kind, b.name FROM batches b JOIN assignments a ON a.batch = b.id WHERE a.tag = ? AND a.batch <> 0 ORDER BY b.kind, b.name", func(r *sql.Rows) error {
			var s trashedSource
			err := r.Scan(&s.Kind, &s.Name)
			g.Sources = append(g.Sources, s)
			return err
		}},
	} {
		if err := query(t.Tx, part.row, part.query, id); err != nil {
			return g, "", err
		}
	}
	return g, name, nil
}

// RestoreTag brings a tag back from the trash under its number and its name, or another one. It restores its names, its place among the
// existing tags, and people's assignments on existing files; assignments of other files wait for them as after their deletion. The next
// scan applies rules and the like that gave it anew. It gives the name, and how many files have the tag again.
func (c *Catalog) RestoreTag(ctx context.Context, item int64, as string) (name string, files int, err error) {
	if as != "" {
		named := spar.Tag{Name: as}
		if err := validTag(&named); err != nil {
			return "", 0, err
		}
		as = named.Name
	}
	err = c.write(ctx, func(t *tx) error {
		var g trashedTag
		if name, err = t.takeOut(item, TrashedTag, as, &g); err != nil {
			return err
		}
		var id spar.TagID
		if err := t.QueryRow("SELECT tag FROM trash WHERE id = ?", item).Scan(&id); err != nil {
			return err
		}
		if err := t.placeTag(item, id, name, g); err != nil {
			return err
		}
		if files, err = t.reassign(item, c.now().Unix()); err != nil {
			return err
		}
		for _, s := range g.Sources {
			if err := t.run("UPDATE sources SET version = ? WHERE kind = ? AND name = ? AND undone = 0", []byte{}, s.Kind, s.Name); err != nil {
				return err
			}
		}
		return t.run("DELETE FROM trash WHERE id = ?", item)
	})
	return name, files, err
}

// placeTag makes the rows of a tag as they were, apart from neighbours that are gone.
func (t *tx) placeTag(item int64, id spar.TagID, name string, g trashedTag) error {
	var other string
	err := t.QueryRow("SELECT name FROM tags WHERE folded = ?", fold(name)).Scan(&other)
	if err == nil {
		return spar.Errorf(spar.Conflict, "there is a tag %q again", other).Try(spar.Remedy{Do: spar.RestoreAs, Name: itemName(TrashedTag, item)}, spar.Remedy{Do: spar.RenameTag, Name: other})
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	err = t.QueryRow("SELECT name FROM tags WHERE key = ? AND key <> ''", g.Key).Scan(&other)
	if err == nil {
		return spar.Errorf(spar.Conflict, "the concept %s was imported again as the tag %q: remove that one first if it is to be this one", g.Key, other).Try(spar.Remedy{Do: spar.RemoveTag, Name: other})
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err := t.run("INSERT INTO tags (id, name, folded, notes, key, label, vocabulary_notes, retired) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		id, name, fold(name), g.Notes, g.Key, g.Label, g.VocabularyNotes, g.Retired); err != nil {
		return err
	}
	for _, n := range g.Synonyms {
		if err := t.run("INSERT INTO tag_synonyms (tag, folded, vocabulary, name) VALUES (?, ?, ?, ?)", id, fold(n.Name), n.Vocabulary, n.Name); err != nil {
			return err
		}
	}
	for _, p := range g.Positions {
		if err := t.run("INSERT INTO tag_positions (tag, position) VALUES (?, ?)", id, p); err != nil {
			return err
		}
	}
	for _, owner := range g.Makers {
		if err := t.run("INSERT INTO tag_makers (tag, owner) VALUES (?, ?)", id, owner); err != nil {
			return err
		}
	}
	changed := []spar.TagID{id}
	for _, name := range g.Gave { // each name finds one tag again
		changed = append(changed, g.Into)
		if err := t.run("DELETE FROM tag_synonyms WHERE tag = ? AND folded = ? AND vocabulary = ''", g.Into, fold(name)); err != nil {
			return err
		}
	}
	for _, e := range g.Parents {
		if err := t.run("INSERT INTO tag_parents (tag, parent, vocabulary) SELECT ?, id, ? FROM tags WHERE id = ? ON CONFLICT DO NOTHING", id, e.Vocabulary, e.Tag); err != nil {
			return err
		}
	}
	for _, e := range g.Children {
		changed = append(changed, e.Tag)
		if err := t.run("INSERT INTO tag_parents (tag, parent, vocabulary) SELECT id, ?, ? FROM tags WHERE id = ? ON CONFLICT DO NOTHING", id, e.Vocabulary, e.Tag); err != nil {
			return err
		}
	}
	for _, target := range g.Links {
		if err := t.run("INSERT INTO tag_links (tag, target) SELECT ?, id FROM tags WHERE id = ? ON CONFLICT DO NOTHING", id, target); err != nil {
			return err
		}
	}
	for _, from := range g.LinkedFrom {
		changed = append(changed, from)
		if err := t.run("INSERT INTO tag_links (tag, target) SELECT id, ? FROM tags WHERE id = ? ON CONFLICT DO NOTHING", id, from); err != nil {
			return err
		}
	}
	for _, one := range distinct(slices.Clone(changed)) {
		if err := t.run("INSERT INTO changes (kind, tag) SELECT ?, id FROM tags WHERE id = ?", TagChanged, one); err != nil {
			return err
		}
	}
	return nil
}

// reassign puts the tag of an item back on files: by their number, else by their path. Assignments without such a file are kept for files
// that come back.
func (t *tx) reassign(item, now int64) (files int, err error) {
	const columns = "INSERT INTO assignments (file, tag, origin, confidence, evidence, review) SELECT f.id, w.tag, w.origin, w.confidence, w.evidence, w.review "
	for _, from := range []string{
		"FROM trash_assignments w JOIN files f ON f.id = w.file WHERE w.item = ?",
		"FROM trash_assignments w JOIN files f ON f.share = w.share AND f.path = w.path WHERE w.item = ? AND w.file <> 0 AND NOT EXISTS (SELECT 1 FROM files o WHERE o.id = w.file)",
	} {
		var n int
		if err := t.QueryRow("SELECT count(DISTINCT f.id) "+from+" AND w.review <> 'rejected'", item).Scan(&n); err != nil {
			return 0, err
		}
		files += n
		if err := t.run(columns+from+" ON CONFLICT DO NOTHING", item); err != nil {
			return 0, err
		}
		if err := t.run("INSERT INTO changes (kind, file, tag) SELECT DISTINCT 'assigned', f.id, w.tag "+from, item); err != nil {
			return 0, err
		}
	}
	return files, t.loseWaiting(item, now, `AND (w.file = 0 OR NOT EXISTS (SELECT 1 FROM files f WHERE f.id = w.file)
		AND NOT EXISTS (SELECT 1 FROM files f WHERE f.share = w.share AND f.path = w.path))`)
}

// loseWaiting turns the assignments of an item that meet a condition into ones of deleted files, which get them should they come back.
func (t *tx) loseWaiting(item, now int64, and string) error {
	type lost struct {
		share                 int64
		path                  []byte
		size, mtime, tag      int64
		origin, evidence, rev string
		confidence            float64
	}
	var list []lost
	err := query(t.Tx, func(r *sql.Rows) error {
		var l lost
		err := r.Scan(&l.share, &l.path, &l.size, &l.mtime, &l.tag, &l.origin, &l.confidence, &l.evidence, &l.rev)
		list = append(list, l)
		return err
	}, `SELECT w.share, w.path, w.size, w.mtime, w.tag, w.origin, w.confidence, w.evidence, w.review FROM trash_assignments w
		WHERE w.item = ? AND w.share IN (SELECT id FROM shares) AND w.tag IN (SELECT id FROM tags) `+and, item)
	if err != nil {
		return err
	}
	for _, l := range list {
		if err := t.run(`INSERT INTO lost_assignments (share, name, size, mtime, tag, origin, confidence, evidence, review, lost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, l.share, []byte(baseName(string(l.path))), l.size, l.mtime, l.tag, l.origin, l.confidence, l.evidence, l.rev, now); err != nil {
			return err
		}
	}
	return nil
}

// RenameTag gives a tag another name; the old one stays as a synonym if keep says so. The concept of a vocabulary keeps that vocabulary's
// name as a synonym. also runs in the same transaction.
func (c *Catalog) RenameTag(ctx context.Context, from, to string, keep bool, also func(*db.Tx, spar.Tag) error) error {
	named := spar.Tag{Name: to}
	if err := validTag(&named); err != nil {
		return err
	}
	to = named.Name
	return c.write(ctx, func(t *tx) error {
		id, err := t.tagNamed(from)
		if err != nil {
			return err
		}
		tags, err := loadTags(t.Tx, id)
		if err != nil || len(tags) == 0 {
			return err
		}
		old := tags[0]
		var other string
		err = t.QueryRow("SELECT name FROM tags WHERE folded = ? AND id <> ?", fold(to), id).Scan(&other)
		if err == nil {
			return spar.Errorf(spar.Conflict, "there is a tag %q already: choose another name, or put this one below it", other).Try(spar.Remedy{Do: spar.EditTag, Name: old.Name})
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := t.run("UPDATE tags SET name = ?, folded = ? WHERE id = ?", to, fold(to), id); err != nil {
			return err
		}
		if err := t.keepNames(old, to, keep); err != nil {
			return err
		}
		if err := t.logTag(TagChanged, id); err != nil || also == nil {
			return err
		}
		return also(t.Tx, old)
	})
}

// keepNames sees to the synonyms of a tag that is called otherwise from now on.
func (t *tx) keepNames(old spar.Tag, to string, keep bool) error {
	if err := t.run("DELETE FROM tag_synonyms WHERE tag = ? AND folded = ? AND vocabulary = ''", old.ID, fold(to)); err != nil {
		return err
	}
	if keep && fold(old.Name) != fold(to) {
		if err := t.addSynonyms(old.ID, []string{old.Name}); err != nil {
			return err
		}
	}
	if old.Key == "" {
		return nil
	}
	var label string
	if err := t.QueryRow("SELECT label FROM tags WHERE id = ?", old.ID).Scan(&label); err != nil {
		return err
	}
	// As an import of its vocabulary would write it.
	if fold(label) == fold(to) {
		return t.run("DELETE FROM tag_synonyms WHERE tag = ? AND folded = ? AND vocabulary = ?", old.ID, fold(to), old.Vocabulary())
	}
	return t.run("INSERT INTO tag_synonyms (tag, folded, vocabulary, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", old.ID, fold(label), old.Vocabulary(), label)
}
