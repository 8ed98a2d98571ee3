package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Repairs is the kind of batches of what people mended after an audit. Their name is the owner of who did.
const Repairs = "repair"

// stepRepairs keeps which rows each repair took and made, so that it can be undone to the letter.
const stepRepairs = `
CREATE TABLE repairs (
	batch INTEGER PRIMARY KEY REFERENCES batches ON DELETE CASCADE,
	changed TEXT NOT NULL                  -- JSON
) STRICT;
`

// A Mending is one change of tags or of their files. Which fields count depends on what is done.
type Mending struct {
	Do              string // merge, move, cut, off, on, split, retire or group
	Tag, Into, From spar.TagID
	Files           []spar.FileID
	Name            string        // of group: the tag to be made, where Tag is 0; of split always
	Tags            []spar.TagID  // of group: these go below it
	Makers          []string      // of group: for whom a new tag exists
	Evidence        string        // of group: why Files get it
	Apart           []spar.FileID // of group: these never get it
}

// repairTables are all that a Mending may change, each before those that refer to it. At is the column that a repair's tags are found by,
// and And another one.
var repairTables = []struct{ name, columns, at, and string }{
	{"tags", "id, name, folded, notes, key, label, vocabulary_notes, retired", "id", ""},
	{"tag_synonyms", "tag, folded, vocabulary, name", "tag", ""},
	{"tag_parents", "tag, parent, vocabulary", "tag", "parent"},
	{"tag_positions", "tag, position", "tag", ""},
	{"tag_links", "tag, target", "tag", "target"},
	{"tag_makers", "tag, owner", "tag", ""},
	{"assignments", "file, tag, origin, confidence, evidence, review, batch", "tag", ""},
	{"lost_assignments", "share, name, size, mtime, tag, origin, confidence, evidence, review, lost", "tag", ""},
	{vocabularies, "name, source, format, digest, imported", "", ""},
}

// vocabularies is the table that an import changes beside the tags.
const vocabularies = "vocabularies"

// repaired is the rows of each table that a repair took and made, each a list of cells as cellText writes them.
type repaired map[string]struct{ Gone, New [][]string }

// Mend makes a change as a batch of its own, which UndoBatch takes back. A concept of a vocabulary is not merged away, nor moved from
// where its vocabulary has it: the next version of its file would bring that back.
func (c *Catalog) Mend(ctx context.Context, owner, detail string, m Mending) (id spar.BatchID, err error) {
	err = c.write(ctx, func(t *tx) (err error) {
		if id, err = beginRepair(t, owner, detail, c.now().Unix()); err != nil {
			return err
		}
		r := mending{t}
		named := m.Tag
		if m.Name != "" { // a tag that exists for others alone
			if err := t.QueryRow("SELECT id FROM tags WHERE folded = ?", fold(m.Name)).Scan(&named); err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		tags := distinct(slices.DeleteFunc(append([]spar.TagID{named, m.Into, m.From}, m.Tags...), func(id spar.TagID) bool { return id == 0 }))
		before, err := r.rowsOf(tags)
		if err != nil {
			return err
		}
		made := m.Tag
		switch m.Do {
		case "group":
			made, err = r.group(m, id)
		case "split":
			made, err = r.split(m)
		default:
			err = r.mend(m)
		}
		tags = distinct(append(tags, made))
		if err != nil {
			return err
		}
		after, err := r.rowsOf(tags)
		if err != nil {
			return err
		}
		changed := difference(before, after)
		if len(changed) == 0 {
			return spar.Errorf(spar.Conflict, "that is so already: nothing is to be mended")
		}
		if err := keepRepair(t, id, changed); err != nil {
			return err
		}
		return r.logRepair(changed)
	})
	return id, err
}

// beginRepair makes a batch of the kind Repairs, whose changes keepRepair keeps.
func beginRepair(t *tx, owner, detail string, now int64) (id spar.BatchID, err error) {
	const begin = "INSERT INTO batches (kind, name, detail, started, ended) VALUES (?, ?, ?, ?, ?) RETURNING id"
	return id, t.QueryRow(begin, Repairs, owner, detail, now, now).Scan(&id)
}

func keepRepair(t *tx, id spar.BatchID, changed repaired) error {
	b, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	return t.run("INSERT INTO repairs (batch, changed) VALUES (?, ?)", id, string(b))
}

// difference is what a change took and made, table by table; it has no table that stayed as it was.
func difference(before, after map[string][][]string) repaired {
	changed := repaired{}
	for _, table := range repairTables {
		diff := changed[table.name]
		diff.Gone, diff.New = without(before[table.name], after[table.name]), without(after[table.name], before[table.name])
		if len(diff.Gone)+len(diff.New) > 0 {
			changed[table.name] = diff
		}
	}
	return changed
}

// mending is a transaction that mends tags, and takes that back.
type mending struct{ *tx }

func (t mending) mend(m Mending) error {
	tag, err := t.mendable(m.Tag)
	if err != nil {
		return err
	}
	var into spar.Tag
	if m.Into != 0 {
		if into, err = t.mendable(m.Into); err != nil {
			return err
		}
		if m.Into == m.Tag {
			return spar.Errorf(spar.Invalid, "%q cannot be mended with itself", tag.Name)
		}
	}
	switch m.Do {
	case "merge":
		return t.mergeAway(tag, into)
	case "move", "cut":
		return t.hangElsewhere(tag, m)
	case "off", "on":
		return t.mendFiles(m)
	case "retire":
		return t.run("UPDATE tags SET retired = 1 WHERE id = ?", m.Tag)
	}
	return spar.Errorf(spar.Invalid, "%q is no repair: choose merge, move, cut, off, on, split or retire", m.Do)
}

// group makes a tag of a group, or takes the one that it has, puts it on files, and tags below it.
func (t mending) group(m Mending, batch spar.BatchID) (spar.TagID, error) {
	tag := spar.Tag{ID: m.Tag, Name: m.Name, Makers: m.Makers}
	if m.Tag == 0 {
		if err := validTag(&tag); err != nil {
			return 0, err
		}
		if err := t.addTag(&tag); err != nil {
			return 0, err
		}
	} else if _, err := t.mendable(m.Tag); err != nil {
		return 0, err
	}
	for _, f := range m.Files {
		const give = "INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch) VALUES (?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING"
		if err := t.run(give, f, tag.ID, spar.ByEncoder, m.Evidence, spar.Accepted, batch); err != nil {
			return 0, err
		}
	}
	for _, f := range m.Apart {
		const keep = "INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch) VALUES (?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING"
		if err := t.run(keep, f, tag.ID, spar.ByEncoder, m.Evidence, spar.Rejected, batch); err != nil {
			return 0, err
		}
	}
	for _, below := range m.Tags {
		if below == tag.ID {
			continue
		}
		if err := t.run("INSERT INTO tag_parents (tag, parent, vocabulary) VALUES (?, ?, '') ON CONFLICT DO NOTHING", below, tag.ID); err != nil {
			return 0, err
		}
	}
	return tag.ID, nil
}

// split makes a tag beside another, which files get in its place.
func (t mending) split(m Mending) (spar.TagID, error) {
	tag, err := t.mendable(m.Tag)
	if err != nil {
		return 0, err
	}
	fresh := spar.Tag{Name: m.Name, Makers: m.Makers, Parents: tag.Parents}
	if err := validTag(&fresh); err != nil {
		return 0, err
	}
	if err := t.addTag(&fresh); err != nil {
		return 0, err
	}
	m.Do, m.Into = "off", fresh.ID
	return fresh.ID, t.mendFiles(m)
}

func (t mending) mendable(id spar.TagID) (spar.Tag, error) {
	tags, err := loadTags(t.Tx, id)
	if err == nil && len(tags) == 0 {
		err = spar.Errorf(spar.NotFound, "a tag of this finding is gone: look again")
	}
	if err != nil {
		return spar.Tag{}, err
	}
	return tags[0], nil
}

func (t mending) mergeAway(tag, into spar.Tag) error {
	switch {
	case into.ID == 0:
		return spar.Errorf(spar.Invalid, "say into which tag %q is to go", tag.Name)
	case tag.Key != "":
		return spar.Errorf(spar.Invalid, "%q is a concept of the vocabulary %s, whose next version would bring it back: merge the other tag into it",
			tag.Name, tag.Vocabulary())
	}
	if err := t.hangUnder(tag, into); err != nil {
		return err
	}
	if _, err := t.handOver(tag.ID, into.ID); err != nil {
		return err
	}
	if err := t.addSynonyms(into.ID, newNames(tag, into)); err != nil {
		return err
	}
	return t.run("DELETE FROM tags WHERE id = ?", tag.ID)
}

func (t mending) hangElsewhere(tag spar.Tag, m Mending) error {
	if m.From != 0 {
		var own, all int
		const count = "SELECT count(*) FROM tag_parents WHERE tag = ? AND parent = ?"
		if err := t.QueryRow(count+" AND vocabulary = ''", m.Tag, m.From).Scan(&own); err != nil {
			return err
		}
		if err := t.QueryRow(count, m.Tag, m.From).Scan(&all); err != nil {
			return err
		}
		switch {
		case all > own:
			return spar.Errorf(spar.Invalid, "the vocabulary %s puts %q there, and its next version would again: change the vocabulary",
				tag.Vocabulary(), tag.Name)
		case own == 0:
			return spar.Errorf(spar.Conflict, "%q is not below that tag any more: look again", tag.Name)
		}
		if err := t.run("DELETE FROM tag_parents WHERE tag = ? AND parent = ? AND vocabulary = ''", m.Tag, m.From); err != nil {
			return err
		}
	}
	if m.Do == "cut" {
		return nil
	}
	if m.Into == 0 {
		return spar.Errorf(spar.Invalid, "say below which tag %q is to be", tag.Name)
	}
	if err := linkCounts(t.tx, m.Tag, m.Into); err != nil {
		return err
	}
	return t.run("INSERT INTO tag_parents (tag, parent, vocabulary) VALUES (?, ?, '') ON CONFLICT DO NOTHING", m.Tag, m.Into)
}

// mendFiles takes a tag off files, where what a rule gave is rejected, or puts it on them.
func (t mending) mendFiles(m Mending) error {
	if len(m.Files) == 0 {
		return spar.Errorf(spar.Invalid, "say of which files")
	}
	put := m.Tag
	if m.Do == "off" {
		put = m.Into
	}
	for _, f := range m.Files {
		if m.Do == "off" {
			if err := t.run("DELETE FROM assignments WHERE file = ? AND tag = ? AND origin = ?", f, m.Tag, spar.ByPerson); err != nil {
				return err
			}
			if err := t.run("UPDATE assignments SET review = 'rejected' WHERE file = ? AND tag = ?", f, m.Tag); err != nil {
				return err
			}
		}
		if put == 0 {
			continue
		}
		const give = "INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch) VALUES (?, ?, ?, 1, '', '', 0) ON CONFLICT DO NOTHING"
		if err := t.run(give, f, put, spar.ByPerson); err != nil {
			return err
		}
	}
	return nil
}

// undoRepair makes the rows of a repair what they were. Where another change came in between it refuses.
func (t mending) undoRepair(id spar.BatchID) (Undone, error) {
	var text string
	if err := t.QueryRow("SELECT changed FROM repairs WHERE batch = ?", id).Scan(&text); err != nil {
		return Undone{}, err
	}
	changed := repaired{}
	if err := json.Unmarshal([]byte(text), &changed); err != nil {
		return Undone{}, err
	}
	was := map[string][]string{} // tags that were changed and not made or taken: what hangs on them stays
	for _, row := range changed["tags"].Gone {
		was[row[0]] = row
	}
	since := spar.Errorf(spar.Conflict, "what batch %d mended was changed since: undo the later change first", id)
	var u Undone
	imported := len(changed[vocabularies].New) > 0
	for _, table := range slices.Backward(repairTables) {
		for _, row := range changed[table.name].New {
			args, err := cells(row)
			if err != nil {
				return u, err
			}
			all := strings.ReplaceAll(table.columns, ",", " = ? AND") + " = ?"
			change := "DELETE FROM " + table.name + " WHERE " + all
			if before := was[row[0]]; table.name == "tags" && before != nil {
				old, err := cells(before)
				if err != nil {
					return u, err
				}
				change, args = "UPDATE tags SET "+strings.ReplaceAll(table.columns, ",", " = ?,")+" = ? WHERE "+all, append(old, args...)
				delete(was, row[0])
			} else if table.name == "tags" && imported {
				var used bool
				const uses = "SELECT EXISTS (SELECT 1 FROM assignments WHERE tag = ?) OR EXISTS (SELECT 1 FROM tag_parents WHERE tag = ? OR parent = ?) OR EXISTS (SELECT 1 FROM tag_synonyms WHERE tag = ?)"
				if err := t.QueryRow(uses, args[0], args[0], args[0], args[0]).Scan(&used); err != nil {
					return u, err
				}
				if used {
					return u, spar.Errorf(spar.Conflict, "the tag %q came with this import and is in use since: take it off its files, or give it no place among other tags, before you undo the import", args[1])
				}
			}
			n, err := t.exec(change, args...)
			if err != nil {
				return u, err
			}
			if n == 0 && !strings.HasSuffix(table.name, "assignments") { // files come and go
				return u, since
			}
			if table.name == "tags" && imported && strings.HasPrefix(change, "DELETE") {
				u.Concepts++
			}
			if table.name == "assignments" && len(changed[table.name].Gone) == 0 { // else they took the place of others
				u.Assignments += int(n)
			}
		}
	}
	for _, table := range repairTables {
		for _, row := range changed[table.name].Gone {
			if table.name == "tags" && was[row[0]] == nil {
				continue
			}
			args, err := cells(row)
			if err != nil {
				return u, err
			}
			there := true
			if of := map[string]string{"assignments": "files", "lost_assignments": "shares"}[table.name]; of != "" {
				if err := t.QueryRow("SELECT EXISTS (SELECT 1 FROM "+of+" WHERE id = ?)", args[0]).Scan(&there); err != nil {
					return u, err
				}
			}
			if !there {
				continue
			}
			n, err := t.exec("INSERT INTO "+table.name+" ("+table.columns+") VALUES ("+marks(len(args))+") ON CONFLICT DO NOTHING", args...)
			if err != nil {
				return u, err
			}
			if n == 0 && table.name == "tags" {
				return u, since
			}
			if table.name == "assignments" {
				u.Assignments++
			}
		}
	}
	values, err := unjudge(t.tx, changed[judgedValues].New)
	if err != nil {
		return u, err
	}
	u.Attributes += values
	return u, t.logRepair(changed)
}

// logRepair tells those who follow the journal which tags and links are otherwise now.
func (t mending) logRepair(changed repaired) error {
	tags, links := map[string]bool{}, map[[2]string]bool{}
	for _, table := range repairTables {
		if table.at == "" {
			continue
		}
		columns := strings.Split(table.columns, ", ")
		at, file := slices.Index(columns, table.at), slices.Index(columns, "file")
		for _, row := range slices.Concat(changed[table.name].Gone, changed[table.name].New) {
			switch {
			case file >= 0:
				links[[2]string{row[file], row[at]}] = true
			case table.name != "lost_assignments":
				tags[row[at]] = true
			}
		}
	}
	for _, text := range slices.Sorted(maps.Keys(tags)) {
		id, err := cell(text)
		if err != nil {
			return err
		}
		var n int
		if err := t.QueryRow("SELECT count(*) FROM tags WHERE id = ?", id).Scan(&n); err != nil {
			return err
		}
		kind := TagChanged
		if n == 0 {
			kind = TagRemoved
		}
		if err := t.logTag(kind, spar.TagID(id.(int64))); err != nil {
			return err
		}
	}
	order := slices.SortedFunc(maps.Keys(links), func(a, b [2]string) int {
		return cmp.Or(strings.Compare(a[1], b[1]), strings.Compare(a[0], b[0]))
	})
	for _, l := range order {
		args, err := cells(l[:])
		if err != nil {
			return err
		}
		var n, known int
		const selects = "review = 'accepted' OR review <> 'rejected' AND origin NOT IN ('encoder', 'model')"
		if err := t.QueryRow("SELECT count(*) FROM assignments WHERE file = ? AND tag = ? AND ("+selects+")", args...).Scan(&n); err != nil {
			return err
		}
		if err := t.QueryRow("SELECT count(*) FROM tags t, files f WHERE f.id = ? AND t.id = ?", args...).Scan(&known); err != nil {
			return err
		}
		if known == 0 {
			continue
		}
		kind := Assigned
		if n == 0 {
			kind = Unassigned
		}
		if err := t.logLink(kind, spar.FileID(args[0].(int64)), spar.TagID(args[1].(int64))); err != nil {
			return err
		}
	}
	return nil
}
