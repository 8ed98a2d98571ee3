package catalog

import (
	"context"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Merged is what became of a tag that went into another.
type Merged struct {
	From, Into spar.Tag
	Files      int // that have Into by it
	Gone       Trashed
}

// MergeTag puts one tag into another: its files, its children and parents, its links and its names become those of the other, and
// it goes to the trash, for its makers and for by. A judgement that a file does not have it says nothing of the other. A concept of
// a vocabulary cannot be merged away: the next version of its file would bring it back. With it, in the same transaction, goes
// what also does.
func (c *Catalog) MergeTag(ctx context.Context, from, into string, by []string, also func(*db.Tx, spar.Tag, spar.Tag) error) (m Merged, err error) {
	err = c.write(ctx, func(t *tx) error {
		m = Merged{}
		ids, err := t.tagsNamed([]string{from, into})
		if err != nil {
			return err
		}
		for i, tag := range []*spar.Tag{&m.From, &m.Into} {
			tags, err := loadTags(t.Tx, ids[i])
			if err != nil {
				return err
			}
			*tag = tags[0]
		}
		switch {
		case m.From.ID == m.Into.ID:
			return spar.Errorf(spar.Invalid, "%q and %q are the same tag", from, into)
		case m.From.Key != "":
			return spar.Errorf(spar.Invalid, "%q is a concept of the vocabulary %s, whose next version would bring it back: merge the other tag into it", m.From.Name, m.From.Vocabulary()).
				Try(spar.Remedy{Do: spar.EditTag, Name: m.From.Name})
		}
		if err := t.hangUnder(m.From, m.Into); err != nil {
			return err
		}
		if m.Files, err = t.handOver(m.From.ID, m.Into.ID); err != nil {
			return err
		}
		gave := newNames(m.From, m.Into)
		if m.Gone, err = t.trashTag(m.From.ID, c.now(), by, m.Into.ID, gave); err != nil {
			return err
		}
		if err := t.addSynonyms(m.Into.ID, gave); err != nil {
			return err
		}
		if err := t.logTag(TagChanged, m.Into.ID); err != nil || also == nil {
			return err
		}
		return also(t.Tx, m.From, m.Into)
	})
	return m, err
}

// newNames are the names of one tag that another does not have.
func newNames(of, to spar.Tag) (names []string) {
	has := map[string]bool{fold(to.Name): true}
	for _, n := range to.Synonyms {
		has[fold(n)] = true
	}
	for _, n := range append([]string{of.Name}, of.Synonyms...) {
		if !has[fold(n)] {
			names, has[fold(n)] = append(names, n), true
		}
	}
	return names
}

// hangUnder gives one tag the neighbours of another, as people's own, and its makers.
func (t *tx) hangUnder(from, into spar.Tag) error {
	children := "SELECT DISTINCT tag FROM tag_parents WHERE parent = ? AND tag <> ?"
	if err := t.run("INSERT INTO changes (kind, tag) SELECT ?, tag FROM ("+children+") AS c", TagChanged, from.ID, into.ID); err != nil {
		return err
	}
	for _, q := range []string{
		"INSERT INTO tag_parents (tag, parent, vocabulary) SELECT DISTINCT tag, CAST(? AS BIGINT), '' FROM tag_parents WHERE parent = ? AND tag <> ? ON CONFLICT DO NOTHING",
		"INSERT INTO tag_links (tag, target) SELECT DISTINCT tag, CAST(? AS BIGINT) FROM tag_links WHERE target = ? AND tag <> ? ON CONFLICT DO NOTHING",
		"INSERT INTO tag_parents (parent, tag, vocabulary) SELECT DISTINCT parent, CAST(? AS BIGINT), '' FROM tag_parents WHERE tag = ? AND parent <> ? ON CONFLICT DO NOTHING",
		"INSERT INTO tag_links (target, tag) SELECT DISTINCT target, CAST(? AS BIGINT) FROM tag_links WHERE tag = ? AND target <> ? ON CONFLICT DO NOTHING",
	} {
		if err := t.run(q, into.ID, from.ID, into.ID); err != nil {
			return err
		}
	}
	return t.run("INSERT INTO tag_makers (tag, owner) SELECT CAST(? AS BIGINT), owner FROM tag_makers WHERE tag = ? ON CONFLICT DO NOTHING", into.ID, from.ID)
}

// handOver puts one tag on the files that have another, by the same origins, and says how many files that are; deleted files get it
// should they come back.
func (t *tx) handOver(from, into spar.TagID) (files int, err error) {
	const given = "FROM assignments WHERE tag = ? AND review <> 'rejected'"
	if err := t.QueryRow("SELECT count(DISTINCT file) "+given, from).Scan(&files); err != nil {
		return 0, err
	}
	if err := t.run("INSERT INTO changes (kind, file, tag) SELECT DISTINCT 'assigned', file, CAST(? AS BIGINT) "+given, into, from); err != nil {
		return 0, err
	}
	if err := t.run(`INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch)
		SELECT file, CAST(? AS BIGINT), origin, confidence, evidence, review, batch `+given+` ON CONFLICT DO NOTHING`, into, from); err != nil {
		return 0, err
	}
	return files, t.run(`INSERT INTO lost_assignments (share, name, size, mtime, tag, origin, confidence, evidence, review, lost)
		SELECT share, name, size, mtime, CAST(? AS BIGINT), origin, confidence, evidence, review, lost
		FROM lost_assignments WHERE tag = ? AND review <> 'rejected' ON CONFLICT DO NOTHING`, into, from)
}
