package catalog

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// AddTagBelow makes a tag, and parents of it that do not exist, in one transaction. A name that is taken is a spar.Conflict, unless the tag
// has makers: then the caller has made sure that the tag of that name does not exist for them. That tag becomes theirs too, and gets their
// notes and synonyms.
func (c *Catalog) AddTagBelow(ctx context.Context, t spar.Tag, parents []string) error {
	fresh := make([]spar.Tag, len(parents))
	for i, name := range parents {
		fresh[i] = spar.Tag{Name: name, Makers: t.Makers}
		if err := validTag(&fresh[i]); err != nil {
			return err
		}
	}
	if err := validTag(&t); err != nil {
		return err
	}
	return c.write(ctx, func(tx *tx) error {
		one := t
		one.Parents = slices.Clone(t.Parents)
		for _, above := range fresh {
			if err := tx.addTag(&above); err != nil {
				return err
			}
			one.Parents = append(one.Parents, above.ID)
		}
		one.Parents = distinct(one.Parents)
		return tx.addTag(&one)
	})
}

func (t *tx) addTag(tag *spar.Tag) error {
	there, err := t.adopt(tag)
	if !there && err == nil {
		err = t.QueryRow("INSERT INTO tags (name, folded, notes) VALUES (?, ?, ?) RETURNING id", tag.Name, fold(tag.Name), tag.Notes).Scan(&tag.ID)
	}
	if db.IsUnique(err) {
		return spar.Errorf(spar.Conflict, "there is a tag %q already: choose another name, or assign that one", tag.Name)
	}
	if err != nil {
		return err
	}
	for _, owner := range tag.Makers {
		if err := t.run("INSERT INTO tag_makers (tag, owner) VALUES (?, ?) ON CONFLICT DO NOTHING", tag.ID, owner); err != nil {
			return err
		}
	}
	if err := t.addSynonyms(tag.ID, tag.Synonyms); err != nil {
		return err
	}
	return t.setParents(tag.ID, tag.Parents)
}

// adopt looks for a tag that its makers would make, and that is there already without existing for them. It keeps its parents
// and its notes.
func (t *tx) adopt(tag *spar.Tag) (there bool, err error) {
	if len(tag.Makers) == 0 {
		return false, nil
	}
	err = t.QueryRow("SELECT id FROM tags WHERE folded = ?", fold(tag.Name)).Scan(&tag.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	own, err := t.ownParents(tag.ID)
	if err != nil {
		return false, err
	}
	tag.Parents = distinct(append(own, tag.Parents...))
	return true, t.run("UPDATE tags SET notes = ? WHERE id = ? AND notes = ''", tag.Notes, tag.ID)
}
