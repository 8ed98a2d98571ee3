package catalog

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// apply carries out the plan. It writes only changed rows, and logs only changed tags.
func (p *plan) apply(t *tx) error {
	changed := map[spar.TagID]bool{}
	if err := p.applyNames(t, changed); err != nil {
		return err
	}
	synonyms := rows{t: t, insert: "INSERT INTO tag_synonyms (tag, folded, vocabulary, name)", width: 4}
	parents := rows{t: t, insert: "INSERT INTO tag_parents (tag, parent, vocabulary)", width: 3}
	links := rows{t: t, insert: "INSERT INTO tag_links (tag, target)", width: 2}
	positions := rows{t: t, insert: "INSERT INTO tag_positions (tag, position)", width: 2}
	numbers := func(ids []string) []spar.TagID {
		list := make([]spar.TagID, len(ids))
		for i, id := range ids {
			list[i] = p.tags[id].id
		}
		return list
	}
	for _, c := range p.next.Concepts {
		s := p.tags[c.ID]
		want := make(map[string]string, len(c.Synonyms)+1)
		for _, name := range c.Synonyms {
			want[fold(name)] = name
		}
		if folded := fold(c.Name); folded != fold(p.names[s]) {
			want[folded] = c.Name
		}
		for _, folded := range slices.Sorted(maps.Keys(s.synonyms)) {
			if want[folded] == s.synonyms[folded] {
				delete(want, folded)
				continue
			}
			changed[s.id] = true
			if _, err := t.exec("DELETE FROM tag_synonyms WHERE tag = ? AND folded = ? AND vocabulary = ?", s.id, folded, p.next.Name); err != nil {
				return err
			}
		}
		for _, folded := range slices.Sorted(maps.Keys(want)) {
			changed[s.id] = true
			if err := synonyms.add(s.id, folded, p.next.Name, want[folded]); err != nil {
				return err
			}
		}
		err := replace(s.parents, numbers(c.Parents), func(id spar.TagID) error {
			changed[s.id] = true
			_, err := t.exec("DELETE FROM tag_parents WHERE tag = ? AND parent = ? AND vocabulary = ?", s.id, id, p.next.Name)
			return err
		}, func(id spar.TagID) error {
			changed[s.id] = true
			return parents.add(s.id, id, p.next.Name)
		})
		if err != nil {
			return err
		}
		err = replace(s.links, numbers(c.Links), func(id spar.TagID) error {
			changed[s.id] = true
			_, err := t.exec("DELETE FROM tag_links WHERE tag = ? AND target = ?", s.id, id)
			return err
		}, func(id spar.TagID) error {
			changed[s.id] = true
			return links.add(s.id, id)
		})
		if err != nil {
			return err
		}
		err = replace(s.positions, c.Positions, func(position string) error {
			changed[s.id] = true
			_, err := t.exec("DELETE FROM tag_positions WHERE tag = ? AND position = ?", s.id, position)
			return err
		}, func(position string) error {
			changed[s.id] = true
			return positions.add(s.id, position)
		})
		if err != nil {
			return err
		}
	}
	for _, r := range []*rows{&synonyms, &parents, &links, &positions} {
		if err := r.flush(); err != nil {
			return err
		}
	}
	for _, s := range p.retire {
		changed[s.id] = true
		if _, err := t.exec("UPDATE tags SET retired = 1 WHERE id = ?", s.id); err != nil {
			return err
		}
		if _, err := t.exec("DELETE FROM tag_positions WHERE tag = ?", s.id); err != nil {
			return err
		}
	}
	news := rows{t: t, insert: "INSERT INTO changes (kind, tag)", width: 2}
	for _, id := range slices.Sorted(maps.Keys(changed)) {
		if err := news.add(TagChanged, id); err != nil {
			return err
		}
	}
	return news.flush()
}

// applyNames makes new tags, and gives all of them their key, label, name, notes and whether they are retired.
func (p *plan) applyNames(t *tx, changed map[spar.TagID]bool) error {
	// Names are unique and may trade places: first all that change let go of theirs.
	renamed := slices.Clone(p.displace)
	for _, c := range p.next.Concepts {
		if s := p.tags[c.ID]; s.id != 0 && p.names[s] != s.name {
			renamed = append(renamed, s)
		}
	}
	for _, s := range renamed {
		// No name as it is compared begins with a space.
		if _, err := t.exec("UPDATE tags SET folded = ? WHERE id = ?", fmt.Sprintf(" %d", s.id), s.id); err != nil {
			return err
		}
	}
	for _, s := range p.displace {
		changed[s.id] = true
		if _, err := t.exec("UPDATE tags SET name = ?, folded = ? WHERE id = ?", p.names[s], fold(p.names[s]), s.id); err != nil {
			return err
		}
		if _, err := t.exec("INSERT INTO tag_synonyms (tag, folded, vocabulary, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", s.id, fold(s.label), p.next.Name, s.label); err != nil {
			return err
		}
	}
	var added []taxonomy.Concept
	for _, c := range p.next.Concepts {
		s := p.tags[c.ID]
		if s.id == 0 {
			added = append(added, c)
			continue
		}
		key, name := p.next.Name+":"+c.ID, p.names[s]
		if s.key == key && s.name == name && s.label == c.Name && s.retired == c.Retired && s.notes == c.Notes {
			continue
		}
		changed[s.id] = true
		if _, err := t.exec("UPDATE tags SET key = ?, name = ?, folded = ?, label = ?, retired = ?, vocabulary_notes = ? WHERE id = ?",
			key, name, fold(name), c.Name, number(c.Retired), c.Notes, s.id); err != nil {
			return err
		}
	}
	insert := rows{t: t, insert: "INSERT INTO tags (name, folded, notes, key, label, retired, vocabulary_notes)", width: 7}
	fresh := make(map[string]*stored, len(added)) // by key
	for _, c := range added {
		s := p.tags[c.ID]
		key := p.next.Name + ":" + c.ID
		fresh[key] = s
		if err := insert.add(p.names[s], fold(p.names[s]), "", key, c.Name, number(c.Retired), c.Notes); err != nil {
			return err
		}
	}
	if err := insert.flush(); err != nil || len(fresh) == 0 {
		return err
	}
	// Their numbers are asked for together: one round trip to a server each would take most of the time.
	return query(t.Tx, func(r *sql.Rows) error {
		var id spar.TagID
		var key string
		err := r.Scan(&id, &key)
		if s := fresh[key]; s != nil {
			s.id = id
			changed[id] = true
		}
		return err
	}, "SELECT id, key FROM tags WHERE key <> ''")
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// replace calls remove for values in old only and add for values in new only.
func replace[T comparable](old, new []T, remove, add func(T) error) error {
	if slices.Equal(old, new) {
		return nil
	}
	only := func(list, without []T, do func(T) error) error {
		there := make(map[T]bool, len(without))
		for _, v := range without {
			there[v] = true
		}
		for _, v := range list {
			if !there[v] {
				if err := do(v); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := only(old, new, remove); err != nil {
		return err
	}
	return only(new, old, add)
}

// rows inserts many rows with few statements.
type rows struct {
	t      *tx
	insert string // up to VALUES
	width  int
	args   []any
}

// rowsAtOnce is how many rows a statement inserts: enough to make its own cost small.
const rowsAtOnce = 100

func (r *rows) add(row ...any) error {
	r.args = append(r.args, row...)
	if len(r.args) < rowsAtOnce*r.width {
		return nil
	}
	return r.flush()
}

func (r *rows) flush() error {
	if len(r.args) == 0 {
		return nil
	}
	row := "(?" + strings.Repeat(", ?", r.width-1) + ")"
	_, err := r.t.exec(r.insert+" VALUES "+row+strings.Repeat(", "+row, len(r.args)/r.width-1), r.args...)
	r.args = r.args[:0]
	return err
}
