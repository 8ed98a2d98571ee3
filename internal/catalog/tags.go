package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/nearest"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// AddTag adds a tag below the parents that t.Parents and parents, by name or synonym, name. A name that another tag
// has, letter case aside, is a spar.Conflict. The result has the tag's ID and all its parents.
func (c *Catalog) AddTag(ctx context.Context, t spar.Tag, parents ...string) (spar.Tag, error) {
	if err := validTag(&t); err != nil {
		return t, err
	}
	err := c.write(ctx, func(tx *tx) error {
		above, err := tx.tagsNamed(parents)
		if err != nil {
			return err
		}
		t.Parents = distinct(append(slices.Clone(t.Parents), above...))
		return tx.addTag(&t)
	})
	return t, err
}

// ownParents is the parents that people gave a tag.
func (t *tx) ownParents(id spar.TagID) (parents []spar.TagID, err error) {
	err = query(t.Tx, func(r *sql.Rows) error {
		var p spar.TagID
		err := r.Scan(&p)
		parents = append(parents, p)
		return err
	}, "SELECT parent FROM tag_parents WHERE tag = ? AND vocabulary = '' ORDER BY parent", id)
	return parents, err
}

// Tags is all tags by ID, with all that is known of them. Synonyms are ordered by how they are compared, parents and
// links by ID.
func (c *Catalog) Tags(ctx context.Context) (tags []spar.Tag, err error) {
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		tags, err = loadTags(tx, 0)
		return err
	})
	return tags, err
}

// Tag is the tag of that name, or the only one with that synonym; letter case does not count.
func (c *Catalog) Tag(ctx context.Context, name string) (tag spar.Tag, err error) {
	err = c.db.Read(ctx, func(t *db.Tx) error {
		id, err := (&tx{Tx: t}).tagNamed(name)
		if err != nil {
			return err
		}
		tags, err := loadTags(t, id)
		if err != nil || len(tags) == 0 {
			return err
		}
		tag = tags[0]
		return nil
	})
	return tag, err
}

// loadTags reads all tags, or the one with the number given: each table once, in order, side by side with the tags.
func loadTags(tx *db.Tx, only spar.TagID) ([]spar.Tag, error) {
	var tags []spar.Tag
	scan := func(row func(*sql.Rows) error, list, key, order string) error {
		if only == 0 {
			return query(tx, row, list+" ORDER BY "+order)
		}
		return query(tx, row, list+" WHERE "+key+" = ? ORDER BY "+order, only)
	}
	err := scan(func(r *sql.Rows) error {
		var t spar.Tag
		var notes string
		err := r.Scan(&t.ID, &t.Name, &t.Key, &t.Retired, &t.Notes, &notes)
		if t.Notes == "" || notes == "" || t.Notes == notes {
			t.Notes = cmp.Or(t.Notes, notes)
		} else {
			t.Notes += "\n\n" + notes
		}
		tags = append(tags, t)
		return err
	}, "SELECT id, name, key, retired, notes, vocabulary_notes FROM tags", "id", "id")
	if err != nil {
		return nil, err
	}
	// owner gives the tag of a row: the rows come in the order of the tags.
	owner := func() func(spar.TagID) *spar.Tag {
		i := 0
		return func(id spar.TagID) *spar.Tag {
			for tags[i].ID != id {
				i++
			}
			return &tags[i]
		}
	}
	of, last := owner(), ""
	err = scan(func(r *sql.Rows) error {
		var id spar.TagID
		var name, folded string
		err := r.Scan(&id, &name, &folded)
		t := of(id)
		if len(t.Synonyms) == 0 || folded != last { // a person and the vocabulary may both have it
			t.Synonyms = append(t.Synonyms, name)
		}
		last = folded
		return err
	}, "SELECT tag, name, folded FROM tag_synonyms", "tag", "tag, folded, vocabulary")
	if err != nil {
		return nil, err
	}
	of = owner()
	err = scan(func(r *sql.Rows) error {
		var id, parent spar.TagID
		err := r.Scan(&id, &parent)
		t := of(id)
		if n := len(t.Parents); n == 0 || t.Parents[n-1] != parent {
			t.Parents = append(t.Parents, parent)
		}
		return err
	}, "SELECT tag, parent FROM tag_parents", "tag", "tag, parent, vocabulary")
	if err != nil {
		return nil, err
	}
	of = owner()
	err = scan(func(r *sql.Rows) error {
		var id spar.TagID
		var position string
		err := r.Scan(&id, &position)
		t := of(id)
		t.Positions = append(t.Positions, position)
		return err
	}, "SELECT tag, position FROM tag_positions", "tag", "tag, position")
	if err != nil {
		return nil, err
	}
	of = owner()
	err = scan(func(r *sql.Rows) error {
		var id spar.TagID
		var maker string
		err := r.Scan(&id, &maker)
		t := of(id)
		t.Makers = append(t.Makers, maker)
		return err
	}, "SELECT tag, owner FROM tag_makers", "tag", "tag, owner")
	if err != nil {
		return nil, err
	}
	of = owner()
	err = scan(func(r *sql.Rows) error {
		var id, target spar.TagID
		err := r.Scan(&id, &target)
		t := of(id)
		t.Links = append(t.Links, target)
		return err
	}, "SELECT tag, target FROM tag_links", "tag", "tag, target")
	return tags, err
}

// RemoveTag is TrashTag for who does not ask what went.
func (c *Catalog) RemoveTag(ctx context.Context, name string) error {
	_, err := c.TrashTag(ctx, name)
	return err
}

// SetParents replaces the parents that people gave a tag; those of its vocabulary stay. A cycle is allowed: its tags then
// mean the same. Only a tag cannot be its own parent.
func (c *Catalog) SetParents(ctx context.Context, name string, parents ...string) error {
	return c.write(ctx, func(t *tx) error {
		id, err := t.tagNamed(name)
		if err != nil {
			return err
		}
		above, err := t.tagsNamed(parents)
		if err != nil {
			return err
		}
		return t.setParents(id, distinct(above))
	})
}

func (t *tx) setParents(id spar.TagID, parents []spar.TagID) error {
	before, err := t.ownParents(id)
	if err != nil {
		return err
	}
	if _, err := t.exec("DELETE FROM tag_parents WHERE tag = ? AND vocabulary = ''", id); err != nil {
		return err
	}
	for _, p := range parents {
		if p == id {
			return spar.Errorf(spar.Invalid, "a tag cannot be its own parent: name another one")
		}
		if !slices.Contains(before, p) { // one from before its vocabulary came stays
			if err := linkCounts(t, id, p); err != nil {
				return err
			}
		}
		_, err := t.exec("INSERT INTO tag_parents (tag, parent, vocabulary) VALUES (?, ?, '')", id, p)
		if db.IsForeignKey(err) {
			return spar.Errorf(spar.NotFound, "there is no tag with the number %d", p).Try(spar.Remedy{Do: spar.ListTags})
		}
		if err != nil {
			return err
		}
	}
	return t.logTag(TagChanged, id)
}

// linkCounts refuses a parent that would say nothing, as positions in their vocabulary say which of the two lies above.
func linkCounts(t *tx, id, parent spar.TagID) error {
	below, err := loadTags(t.Tx, id)
	if err != nil {
		return err
	}
	above, err := loadTags(t.Tx, parent)
	if err != nil || len(below)+len(above) < 2 || !below[0].PositionsDecide(above[0]) {
		return err
	}
	return spar.Errorf(spar.Invalid, "%q and %q have positions in the vocabulary %s, which alone say what lies above what: change the vocabulary, or make a tag of your own",
		below[0].Name, above[0].Name, below[0].Vocabulary())
}

// A TagEdit is what people change about a tag. What came from its vocabulary stays.
type TagEdit struct {
	AddParents, RemoveParents   []string
	AddSynonyms, RemoveSynonyms []string
	Notes                       *string // nil leaves them
}

// EditTag changes a tag.
func (c *Catalog) EditTag(ctx context.Context, name string, e TagEdit) error {
	named := spar.Tag{Name: "x", Synonyms: e.AddSynonyms}
	if err := validTag(&named); err != nil {
		return err
	}
	return c.write(ctx, func(t *tx) error {
		id, err := t.tagNamed(name)
		if err != nil {
			return err
		}
		for _, s := range e.RemoveSynonyms {
			n, err := t.exec("DELETE FROM tag_synonyms WHERE tag = ? AND folded = ? AND vocabulary = ''", id, fold(s))
			if err != nil {
				return err
			}
			if n == 0 {
				return spar.Errorf(spar.NotFound, "%q is not a synonym that somebody gave this tag; those of a vocabulary go with the next version of its file", s)
			}
		}
		if err := t.addSynonyms(id, named.Synonyms); err != nil {
			return err
		}
		if e.Notes != nil {
			if _, err := t.exec("UPDATE tags SET notes = ? WHERE id = ?", *e.Notes, id); err != nil {
				return err
			}
		}
		parents, err := t.ownParents(id)
		if err != nil {
			return err
		}
		more, err := t.tagsNamed(e.AddParents)
		if err != nil {
			return err
		}
		fewer, err := t.tagsNamed(e.RemoveParents)
		if err != nil {
			return err
		}
		for i, p := range fewer {
			if !slices.Contains(parents, p) {
				return spar.Errorf(spar.NotFound, "%q is not a parent that somebody gave this tag; those of a vocabulary go with the next version of its file", e.RemoveParents[i])
			}
		}
		parents = slices.DeleteFunc(append(parents, more...), func(p spar.TagID) bool { return slices.Contains(fewer, p) })
		return t.setParents(id, distinct(parents))
	})
}

// addSynonyms adds people's own synonyms.
func (t *tx) addSynonyms(id spar.TagID, synonyms []string) error {
	for _, s := range synonyms {
		if _, err := t.exec("INSERT INTO tag_synonyms (tag, folded, vocabulary, name) VALUES (?, ?, '', ?) ON CONFLICT DO NOTHING", id, fold(s), s); err != nil {
			return err
		}
	}
	return nil
}

// Assign links files and tags, in one transaction, and says how many links are new or changed. A link has one
// assignment an origin, which replaces the one before. Files that are no longer known are left out; an unknown tag is
// spar.NotFound and nothing is assigned.
func (c *Catalog) Assign(ctx context.Context, links []spar.Assignment) (changed int, err error) {
	err = c.write(ctx, func(t *tx) error {
		changed = 0
		for _, a := range links {
			if !(a.Confidence >= 0 && a.Confidence <= 1) || a.Origin == "" {
				return spar.Errorf(spar.Invalid, "an assignment of tag %d with origin %q and confidence %v: it needs an origin and a confidence from 0 to 1", a.Tag, a.Origin, a.Confidence)
			}
			n, err := t.exec(`INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch) SELECT id, ?, ?, ?, ?, ?, ? FROM files WHERE id = ?
				ON CONFLICT (file, tag, origin) DO UPDATE SET confidence = excluded.confidence, evidence = excluded.evidence, review = excluded.review, batch = excluded.batch
				WHERE assignments.confidence <> excluded.confidence OR assignments.evidence <> excluded.evidence OR assignments.review <> excluded.review`,
				a.Tag, a.Origin, a.Confidence, a.Evidence, a.Review, a.Batch, a.File)
			if db.IsForeignKey(err) {
				return spar.Errorf(spar.NotFound, "there is no tag with the number %d", a.Tag).Try(spar.Remedy{Do: spar.ListTags})
			}
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			changed++
			if err := t.logLink(Assigned, a.File, a.Tag); err != nil {
				return err
			}
		}
		return nil
	})
	return changed, err
}

// Unassign removes links, in one transaction, and says how many there were. Only File, Tag and Origin count; an empty
// Origin stands for every one.
func (c *Catalog) Unassign(ctx context.Context, links []spar.Assignment) (removed int, err error) {
	err = c.write(ctx, func(t *tx) error {
		removed, err = t.unassign(links)
		return err
	})
	return removed, err
}

func (t *tx) unassign(links []spar.Assignment) (removed int, err error) {
	for _, a := range links {
		n, err := t.exec("DELETE FROM assignments WHERE file = ? AND tag = ? AND (origin = ? OR ? = '')", a.File, a.Tag, a.Origin, a.Origin)
		if err != nil {
			return 0, err
		}
		if n == 0 {
			continue
		}
		removed += int(n)
		kind := Unassigned
		var left int
		if err := t.QueryRow("SELECT count(*) FROM assignments WHERE file = ? AND tag = ? AND "+selects, a.File, a.Tag).Scan(&left); err != nil {
			return 0, err
		}
		if left > 0 {
			kind = Assigned
		}
		if err := t.logLink(kind, a.File, a.Tag); err != nil {
			return 0, err
		}
	}
	return removed, nil
}

// Assignments yields all assignments, ordered by file, tag and origin.
func (c *Catalog) Assignments(ctx context.Context) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments ORDER BY file, tag, origin")
}

// AssignmentsOf is the assignments of one file, in the order of Assignments.
func (c *Catalog) AssignmentsOf(ctx context.Context, file spar.FileID) ([]spar.Assignment, error) {
	return collect(each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE file = ? ORDER BY tag, origin", file))
}

func scanAssignment(r *sql.Rows) (a spar.Assignment, err error) {
	return a, r.Scan(&a.File, &a.Tag, &a.Origin, &a.Confidence, &a.Evidence, &a.Review, &a.Batch)
}

func (t *tx) tagsNamed(names []string) ([]spar.TagID, error) {
	var ids []spar.TagID
	for _, n := range names {
		id, err := t.tagNamed(n)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// tagNamed looks for a name, then for a synonym, then for a key.
func (t *tx) tagNamed(name string) (id spar.TagID, err error) {
	folded := fold(name)
	err = t.QueryRow("SELECT id FROM tags WHERE folded = ?", folded).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	var names []string
	err = query(t.Tx, func(r *sql.Rows) error {
		var n string
		err := r.Scan(&id, &n)
		names = append(names, `"`+n+`"`)
		return err
	}, "SELECT DISTINCT t.id, t.name FROM tag_synonyms s JOIN tags t ON t.id = s.tag WHERE s.folded = ? ORDER BY t.id", folded)
	switch {
	case err != nil:
		return 0, err
	case len(names) == 0:
		err := t.QueryRow("SELECT id FROM tags WHERE key = ? AND key <> ''", strings.TrimSpace(name)).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, noTag(name)
		}
		return id, err
	case len(names) > 1:
		return 0, spar.Errorf(spar.Conflict, "%q is a synonym of several tags: name one of %s", name, strings.Join(names, ", "))
	}
	return id, nil
}

func query(tx *db.Tx, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// longTag is how many bytes a name of a tag may have.
const longTag = 1000

// validTag trims a tag's names and refuses what cannot be one.
func validTag(t *spar.Tag) error {
	names := append([]string{t.Name}, t.Synonyms...)
	for i, n := range names {
		n = strings.TrimSpace(n)
		if n == "" || len(n) > longTag || strings.ToValidUTF8(n, "") != n || strings.ContainsAny(n, "\x00\n\r") {
			return spar.Errorf(spar.Invalid, "%q cannot name a tag: take a line of text of at most %d bytes",
				names[i][:min(len(names[i]), longTag)], longTag)
		}
		names[i] = n
	}
	t.Name, t.Synonyms = names[0], slices.Clone(names[1:])
	return nil
}

func distinct(ids []spar.TagID) []spar.TagID {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// fold is a name as it is compared.
func fold(name string) string { return taxonomy.Fold(name) }

func noTag(name string) error {
	return spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "tag", Name: name}).Try(spar.Remedy{Do: spar.ListTags}, spar.Remedy{Do: spar.AddTag})
}
