package catalog

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
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
		err = tx.QueryRow("INSERT INTO tags (name, folded, notes) VALUES (?, ?, ?) RETURNING id", t.Name, fold(t.Name), t.Notes).Scan(&t.ID)
		if violates(err, unique) {
			return spar.Errorf(spar.Conflict, "there is a tag %q already: choose another name, or assign that one", t.Name)
		}
		if err != nil {
			return err
		}
		for _, s := range t.Synonyms {
			if _, err := tx.exec("INSERT OR IGNORE INTO tag_synonyms (tag, folded, name) VALUES (?, ?, ?)", t.ID, fold(s), s); err != nil {
				return err
			}
		}
		return tx.setParents(t.ID, t.Parents)
	})
	return t, err
}

// Tags is all tags by ID, with their synonyms and parents.
func (c *Catalog) Tags(ctx context.Context) (tags []spar.Tag, err error) {
	err = c.db.Read(ctx, func(tx *sql.Tx) error {
		tags = nil
		at := map[spar.TagID]int{}
		err := query(tx, func(r *sql.Rows) error {
			var t spar.Tag
			if err := r.Scan(&t.ID, &t.Name, &t.Notes); err != nil {
				return err
			}
			at[t.ID] = len(tags)
			tags = append(tags, t)
			return nil
		}, "SELECT id, name, notes FROM tags ORDER BY id")
		if err != nil {
			return err
		}
		err = query(tx, func(r *sql.Rows) error {
			var id spar.TagID
			var name string
			err := r.Scan(&id, &name)
			t := &tags[at[id]]
			t.Synonyms = append(t.Synonyms, name)
			return err
		}, "SELECT tag, name FROM tag_synonyms ORDER BY tag, folded")
		if err != nil {
			return err
		}
		return query(tx, func(r *sql.Rows) error {
			var id, parent spar.TagID
			err := r.Scan(&id, &parent)
			t := &tags[at[id]]
			t.Parents = append(t.Parents, parent)
			return err
		}, "SELECT tag, parent FROM tag_parents ORDER BY tag, parent")
	})
	return tags, err
}

// Tag is the tag of that name, or the only one with that synonym; letter case does not count.
func (c *Catalog) Tag(ctx context.Context, name string) (spar.Tag, error) {
	var id spar.TagID
	if err := c.db.Read(ctx, func(t *sql.Tx) (err error) {
		id, err = (&tx{Tx: t}).tagNamed(name)
		return err
	}); err != nil {
		return spar.Tag{}, err
	}
	tags, err := c.Tags(ctx)
	if err != nil {
		return spar.Tag{}, err
	}
	for _, t := range tags {
		if t.ID == id {
			return t, nil
		}
	}
	return spar.Tag{}, noTag(name)
}

// RemoveTag removes a tag with all of its assignments. Its children stay.
func (c *Catalog) RemoveTag(ctx context.Context, name string) error {
	return c.write(ctx, func(t *tx) error {
		id, err := t.tagNamed(name)
		if err != nil {
			return err
		}
		if _, err := t.exec("DELETE FROM tags WHERE id = ?", id); err != nil {
			return err
		}
		return t.logTag(TagRemoved, id)
	})
}

// SetParents replaces the parents of a tag; none makes it a root. A cycle is allowed: its tags then mean the same. Only
// a tag cannot be its own parent.
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
	if _, err := t.exec("DELETE FROM tag_parents WHERE tag = ?", id); err != nil {
		return err
	}
	for _, p := range parents {
		if p == id {
			return spar.Errorf(spar.Invalid, "a tag cannot be its own parent: name another one")
		}
		_, err := t.exec("INSERT INTO tag_parents (tag, parent) VALUES (?, ?)", id, p)
		if violates(err, foreignKey) {
			return spar.Errorf(spar.NotFound, "there is no tag with the number %d: `spar tag list` lists them", p)
		}
		if err != nil {
			return err
		}
	}
	return t.logTag(TagChanged, id)
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
			n, err := t.exec(`INSERT INTO assignments (file, tag, origin, confidence, evidence) SELECT id, ?, ?, ?, ? FROM files WHERE id = ?
				ON CONFLICT DO UPDATE SET confidence = excluded.confidence, evidence = excluded.evidence
				WHERE confidence <> excluded.confidence OR evidence <> excluded.evidence`, a.Tag, a.Origin, a.Confidence, a.Evidence, a.File)
			if violates(err, foreignKey) {
				return spar.Errorf(spar.NotFound, "there is no tag with the number %d: `spar tag list` lists them", a.Tag)
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
		removed = 0
		for _, a := range links {
			n, err := t.exec("DELETE FROM assignments WHERE file = ? AND tag = ? AND (origin = ? OR ? = '')", a.File, a.Tag, a.Origin, a.Origin)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			removed += int(n)
			kind := Unassigned
			var left int
			if err := t.QueryRow("SELECT count(*) FROM assignments WHERE file = ? AND tag = ?", a.File, a.Tag).Scan(&left); err != nil {
				return err
			}
			if left > 0 {
				kind = Assigned
			}
			if err := t.logLink(kind, a.File, a.Tag); err != nil {
				return err
			}
		}
		return nil
	})
	return removed, err
}

// Assignments yields all assignments, ordered by file, tag and origin.
func (c *Catalog) Assignments(ctx context.Context) iter.Seq2[spar.Assignment, error] {
	return each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence FROM assignments ORDER BY file, tag, origin")
}

// AssignmentsOf is the assignments of one file, in the order of Assignments.
func (c *Catalog) AssignmentsOf(ctx context.Context, file spar.FileID) ([]spar.Assignment, error) {
	return collect(each(ctx, c.db, scanAssignment, "SELECT file, tag, origin, confidence, evidence FROM assignments WHERE file = ? ORDER BY tag, origin", file))
}

func scanAssignment(r *sql.Rows) (a spar.Assignment, err error) {
	return a, r.Scan(&a.File, &a.Tag, &a.Origin, &a.Confidence, &a.Evidence)
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

// tagNamed looks for a name, then for a synonym.
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
	}, "SELECT t.id, t.name FROM tag_synonyms s JOIN tags t ON t.id = s.tag WHERE s.folded = ? ORDER BY t.id", folded)
	switch {
	case err != nil:
		return 0, err
	case len(names) == 0:
		return 0, noTag(name)
	case len(names) > 1:
		return 0, spar.Errorf(spar.Conflict, "%q is a synonym of several tags: name one of %s", name, strings.Join(names, ", "))
	}
	return id, nil
}

func query(tx *sql.Tx, f func(*sql.Rows) error, query string, args ...any) error {
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

// validTag trims a tag's names and refuses what cannot be one.
func validTag(t *spar.Tag) error {
	names := append([]string{t.Name}, t.Synonyms...)
	for i, n := range names {
		n = strings.TrimSpace(n)
		if n == "" || len(n) > 1000 || strings.ToValidUTF8(n, "") != n || strings.ContainsAny(n, "\x00\n\r") {
			return spar.Errorf(spar.Invalid, "%q cannot name a tag: take a line of text of at most 1000 bytes", names[i])
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
func fold(name string) string { return cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))) }

func noTag(name string) error {
	return spar.Errorf(spar.NotFound, "there is no tag %q: `spar tag list` lists them, `spar tag add` makes one", name)
}
