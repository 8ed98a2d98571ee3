package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// An Edit is what an automatic run changes in one transaction. It holds for tags and attributes of its own origins only;
// what people made or judged it leaves alone.
type Edit struct {
	Assign   []spar.Assignment // new or with another confidence, evidence or batch
	Withdraw []spar.Assignment // by File, Tag and Origin
	Set      []spar.Attribute  // one after the other all values that a file has of a key by an origin; they replace those before
	Unset    []spar.Attribute  // by File, Key and Origin

	Applied   []Source // versions that have been applied to all files now
	Forgotten []Source // by Kind and Name: nothing of them is left
	Ended     []spar.BatchID
	Cursor    Cursor // where Follower is not empty
}

// Edited counts what an Edit changed.
type Edited struct {
	Assigned  int // links that are new or say something new
	Withdrawn int
	Set       int // values of attributes
	Unset     int // files that lost the values of a key
	Logged    int // entries of the journal
}

// EditSize is how many links and values to put into an Edit: enough to make the commit cheap, little enough not to keep
// others waiting.
const EditSize = 8192

// Edit makes the changes of an automatic run in one transaction. It leaves out files that are gone, links that are there
// already, and every link of a file and a tag that a person rejected; a link that a person accepted stays as it is.
func (c *Catalog) Edit(ctx context.Context, e Edit) (done Edited, err error) {
	err = c.write(ctx, func(t *tx) error {
		done = Edited{}
		if err := t.editLinks(e, &done); err != nil {
			return err
		}
		if err := t.editAttributes(e, &done); err != nil {
			return err
		}
		for _, s := range e.Applied {
			if err := t.setSource(s); err != nil {
				return err
			}
		}
		for _, s := range e.Forgotten {
			if _, err := t.exec("DELETE FROM sources WHERE kind = ? AND name = ?", s.Kind, s.Name); err != nil {
				return err
			}
		}
		for _, id := range e.Ended {
			if err := t.endBatch(id, c.now()); err != nil {
				return err
			}
		}
		if e.Cursor.Follower != "" {
			return t.setCursor(e.Cursor)
		}
		return nil
	})
	return done, err
}

// editFiles is how many files are looked up at a time.
const editFiles = 400

// A link is an assignment that is to be, or to go.
type link struct {
	spar.Assignment
	off bool
}

// editLinks works tag by tag and on many files at a time: most of the cost of a statement is the statement.
func (t *tx) editLinks(e Edit, done *Edited) error {
	links := make([]link, 0, len(e.Assign)+len(e.Withdraw))
	for _, a := range e.Assign {
		if !(a.Confidence >= 0 && a.Confidence <= 1) || a.Origin == "" || a.Origin == spar.ByPerson {
			return spar.Errorf(spar.Internal, "an automatic assignment of tag %d with origin %q and confidence %v: it needs an origin and a confidence from 0 to 1", a.Tag, a.Origin, a.Confidence)
		}
		links = append(links, link{a, false})
	}
	for _, a := range e.Withdraw {
		links = append(links, link{a, true})
	}
	slices.SortFunc(links, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.File, b.File), strings.Compare(string(a.Origin), string(b.Origin)))
	})
	links = slices.CompactFunc(links, func(a, b link) bool { // one statement can change a row once
		return a.File == b.File && a.Tag == b.Tag && a.Origin == b.Origin && a.off == b.off
	})
	for len(links) > 0 {
		n := 1
		for n < min(len(links), editFiles) && links[n].Tag == links[0].Tag {
			n++
		}
		if err := t.editTag(links[0].Tag, links[:n], done); err != nil {
			return err
		}
		links = links[n:]
	}
	return nil
}

// editTag changes links of one tag.
func (t *tx) editTag(tag spar.TagID, links []link, done *Edited) error {
	files := make([]any, 0, len(links)+1)
	for i, l := range links {
		if i == 0 || l.File != links[i-1].File {
			files = append(files, l.File)
		}
	}
	known, err := t.filesAmong(files)
	if err != nil {
		return err
	}
	type end struct {
		file   spar.FileID
		origin spar.Origin
	}
	now := map[end]spar.Assignment{}
	rejected, left := map[spar.FileID]bool{}, map[spar.FileID]int{}
	if err := query(t.Tx, func(r *sql.Rows) error {
		a, err := scanAssignment(r)
		now[end{a.File, a.Origin}] = a
		rejected[a.File] = rejected[a.File] || a.Review == spar.Rejected
		if a.Selects() {
			left[a.File]++
		}
		return err
	}, "SELECT file, tag, origin, confidence, evidence, review, batch FROM assignments WHERE tag = ? AND file IN ("+marks(len(files))+")", append([]any{tag}, files...)...); err != nil {
		return err
	}
	var rows, changes []any
	off := map[spar.Origin][]any{}
	changed := map[spar.FileID]bool{}
	for _, l := range links {
		was, there := now[end{l.File, l.Origin}]
		switch {
		case was.Review == spar.Accepted || was.Review == spar.Rejected:
		case l.off && there:
			off[l.Origin] = append(off[l.Origin], l.File)
			if was.Selects() {
				left[l.File]--
			}
			changed[l.File] = true
			done.Withdrawn++
		case l.off || !known[l.File] || rejected[l.File]:
		case there && was.Confidence == l.Confidence && was.Evidence == l.Evidence && was.Review == l.Review && was.Batch != 0:
		default:
			rows = append(rows, l.File, l.Tag, l.Origin, l.Confidence, l.Evidence, l.Review, l.Batch)
			if l.Selects() {
				left[l.File]++
			}
			if there && was.Selects() {
				left[l.File]--
			}
			changed[l.File] = true
			done.Assigned++
		}
	}
	for origin, list := range off {
		if _, err := t.exec("DELETE FROM assignments WHERE tag = ? AND origin = ? AND file IN ("+marks(len(list))+")", append([]any{tag, origin}, list...)...); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(rows, 7*100) {
		_, err := t.exec("INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch) VALUES "+tuples(len(part)/7, 7)+
			" ON CONFLICT (file, tag, origin) DO UPDATE SET confidence = excluded.confidence, evidence = excluded.evidence, review = excluded.review, batch = excluded.batch", part...)
		if db.IsForeignKey(err) {
			return spar.Errorf(spar.NotFound, "there is no tag with the number %d any more: run the command again", tag)
		}
		if err != nil {
			return err
		}
	}
	for i, l := range links {
		if !changed[l.File] || i > 0 && l.File == links[i-1].File {
			continue
		}
		kind := Assigned
		if left[l.File] == 0 {
			kind = Unassigned
		}
		changes = append(changes, kind, l.File, tag)
	}
	for part := range slices.Chunk(changes, 3*100) {
		if _, err := t.exec("INSERT INTO changes (kind, file, tag) VALUES "+tuples(len(part)/3, 3), part...); err != nil {
			return err
		}
	}
	done.Logged += len(changes) / 3
	return nil
}

func (t *tx) editAttributes(e Edit, done *Edited) error {
	touched := map[spar.FileID]bool{}
	files := make([]any, 0, len(e.Set))
	for i, a := range e.Set {
		if i == 0 || a.File != e.Set[i-1].File {
			files = append(files, a.File)
		}
	}
	known, err := t.filesAmong(files)
	if err != nil {
		return err
	}
	same := func(a, b spar.Attribute) bool { return a.File == b.File && a.Key == b.Key && a.Origin == b.Origin }
	clear := func(a spar.Attribute) (int64, error) {
		if a.Origin == "" || a.Origin == spar.ByPerson || a.Origin == spar.ByReading || a.Origin == spar.ByProperties {
			return 0, spar.Errorf(spar.Internal, "an automatic attribute %q of file %d with origin %q", a.Key, a.File, a.Origin)
		}
		return t.exec("DELETE FROM attributes WHERE file = ? AND key = ? AND origin = ?", a.File, strings.ToLower(a.Key), a.Origin)
	}
	for _, a := range e.Unset {
		n, err := clear(a)
		if err != nil {
			return err
		}
		if n > 0 {
			done.Unset++
			touched[a.File] = true
		}
	}
	n := 0
	for i, a := range e.Set {
		if n++; i == 0 || !same(a, e.Set[i-1]) {
			if _, err := clear(a); err != nil {
				return err
			}
			n = 0
		}
		if !known[a.File] {
			continue
		}
		if err := t.addAttribute(a, n); err != nil {
			return err
		}
		done.Set++
		touched[a.File] = true
	}
	var changes []any
	for _, id := range slices.Sorted(maps.Keys(touched)) {
		changes = append(changes, FileRead, id)
	}
	for part := range slices.Chunk(changes, 2*100) {
		if _, err := t.exec("INSERT INTO changes (kind, file) VALUES "+tuples(len(part)/2, 2), part...); err != nil {
			return err
		}
	}
	done.Logged += len(touched)
	return nil
}

// filesAmong says which of these files are there.
func (t *tx) filesAmong(ids []any) (map[spar.FileID]bool, error) {
	known := make(map[spar.FileID]bool, len(ids))
	for part := range slices.Chunk(ids, editFiles) {
		if err := query(t.Tx, func(r *sql.Rows) error {
			var id spar.FileID
			err := r.Scan(&id)
			known[id] = true
			return err
		}, "SELECT id FROM files WHERE id IN ("+marks(len(part))+")", part...); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// tuples is "(?, ?), (?, ?), ..." for n rows of a width.
func tuples(n, width int) string {
	one := "(" + marks(width) + ")"
	return one + strings.Repeat(", "+one, n-1)
}
