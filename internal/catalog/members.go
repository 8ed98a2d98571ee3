package catalog

import (
	"bytes"
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Members of archives, messages and mailboxes are files that live and die with their container: they enter the catalog
// when it is read, have its rights, move with it, become unread when it changes and go when it goes.

// inside stands between the path of a container and that of a member in it.
const inside = "!/"

// A container is what its members follow.
type container struct {
	share    int64
	path     string
	mtime    int64
	mode     fs.FileMode
	uid, gid uint32
	acl      int64
	outer    int  // bytes of the path of the outermost container
	unread   bool // nothing is known of its content
}

// container gives a file as a container; false when it is gone.
func (t *tx) container(id spar.FileID) (c container, ok bool, err error) {
	var path []byte
	var outermost, hashed int
	s, err := t.stmt("SELECT share, path, mtime, mode, uid, gid, acl, outermost, CASE WHEN hash IS NULL THEN 0 ELSE 1 END FROM files WHERE id = ?")
	if err != nil {
		return c, false, err
	}
	err = s.QueryRow(id).Scan(&c.share, &path, &c.mtime, &c.mode, &c.uid, &c.gid, &c.acl, &outermost, &hashed)
	if errors.Is(err, sql.ErrNoRows) {
		return c, false, nil
	}
	c.path, c.outer, c.unread = string(path), outermost, hashed == 0
	if c.outer == 0 {
		c.outer = len(c.path)
	}
	return c, true, err
}

// A member is a row of one.
type member struct {
	id          spar.FileID
	path        string
	named       int
	size, mtime int64
	at          int64
}

// selectMembers says what the index leaves out, without which it would not be used: each file that is read asks for its members.
const selectMembers = "SELECT id, path, named, size, mtime, at FROM files WHERE container = ? AND container <> 0 ORDER BY id"

func (t *tx) membersOf(id spar.FileID) (list []member, err error) {
	err = query(t.Tx, func(r *sql.Rows) error {
		var m member
		var path []byte
		err := r.Scan(&m.id, &path, &m.named, &m.size, &m.mtime, &m.at)
		m.path = string(path)
		list = append(list, m)
		return err
	}, selectMembers, id)
	return list, err
}

// hasMembers reports whether any file is a member.
func (t *tx) hasMembers() (bool, error) {
	if t.containers == nil {
		var n int
		if err := t.QueryRow("SELECT count(*) FROM (SELECT 1 FROM files WHERE container <> 0 LIMIT 1) AS one").Scan(&n); err != nil {
			return false, err
		}
		any := n > 0
		t.containers = &any
	}
	return *t.containers, nil
}

// followContainer updates the members of a file that changed, moved or was deleted.
func (t *tx) followContainer(id spar.FileID) error {
	if any, err := t.hasMembers(); err != nil || !any {
		return err
	}
	list, err := t.membersOf(id)
	if err != nil || len(list) == 0 {
		return err
	}
	c, there, err := t.container(id)
	if err != nil {
		return err
	}
	for _, m := range list {
		if !there {
			if err := t.dropMember(m); err != nil {
				return err
			}
			continue
		}
		path, kind := c.path+inside+m.path[m.named:], FileChanged
		if path != m.path {
			kind = FileMoved
			if err := t.clear(c.share, path, m.id); err != nil {
				return err
			}
		}
		if err := t.run("UPDATE files SET path = ?, named = ?, outermost = ?, mode = ?, uid = ?, gid = ?, acl = ? WHERE id = ?",
			[]byte(path), len(c.path)+len(inside), c.outer, c.mode, c.uid, c.gid, c.acl, m.id); err != nil {
			return err
		}
		if c.unread {
			if err := t.run("UPDATE files SET state = ?, reason = '', hash = NULL, segment = NULL WHERE id = ?", spar.Unread, m.id); err != nil {
				return err
			}
			if err := t.forgetFound(m.id); err != nil {
				return err
			}
		}
		if err := t.logFile(kind, m.id); err != nil {
			return err
		}
	}
	return nil
}

// holdsOthers reports whether a file was read with members that are those of another content than it has now.
func (t *tx) holdsOthers(now spar.FileVersion) (bool, error) {
	if any, err := t.hasMembers(); err != nil || !any {
		return false, err
	}
	var was []byte
	err := t.QueryRow("SELECT hash FROM files WHERE id = ?", now.File).Scan(&was)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return len(was) > 0 && !bytes.Equal(was, now.Hash[:]), err
}

// forgetMembers makes the members of a file unread, and theirs.
func (t *tx) forgetMembers(id spar.FileID) error {
	list, err := t.membersOf(id)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := t.run("UPDATE files SET state = ?, reason = '', hash = NULL, segment = NULL WHERE id = ?", spar.Unread, m.id); err != nil {
			return err
		}
		if err := t.forgetReading(m.id); err != nil {
			return err
		}
	}
	return nil
}

// clear takes a path from the member that still has it: its container has lost its own path in the same scan, and will move
// or go. Until then the member has a path that is in no listing, and its name.
func (t *tx) clear(sh int64, path string, id spar.FileID) error {
	var other member
	var old []byte
	err := t.QueryRow("SELECT id, path, named FROM files WHERE share = ? AND path = ? AND id <> ? AND container <> 0", sh, []byte(path), id).Scan(&other.id, &old, &other.named)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	aside := fmt.Sprintf("\x00%d/", other.id)
	return t.run("UPDATE files SET path = ?, named = ? WHERE id = ?", append([]byte(aside), old[other.named:]...), len(aside), other.id)
}

// dropMember deletes a member, and its own; its tags are kept for a while, as those of other files.
func (t *tx) dropMember(m member) error {
	if err := t.run(`INSERT INTO lost_assignments (share, name, size, mtime, tag, origin, confidence, evidence, review, lost)
		SELECT f.share, ?, f.size, f.mtime, a.tag, a.origin, a.confidence, a.evidence, a.review, ? FROM assignments a JOIN files f ON f.id = a.file WHERE a.file = ?
		ON CONFLICT (share, name, size, mtime, tag, origin) DO UPDATE SET
		confidence = excluded.confidence, evidence = excluded.evidence, review = excluded.review, lost = excluded.lost`,
		[]byte(baseName(m.path)), time.Now().Unix(), m.id); err != nil {
		return err
	}
	if err := t.run(`INSERT INTO lost_attributes (share, name, size, mtime, key, n, kind, text, number, date, lost)
		SELECT f.share, ?, f.size, f.mtime, a.key, a.n, a.kind, a.text, a.number, a.date, ? FROM attributes a JOIN files f ON f.id = a.file WHERE a.file = ? AND a.origin = ?
		ON CONFLICT (share, name, size, mtime, key, n) DO UPDATE SET
		kind = excluded.kind, text = excluded.text, number = excluded.number, date = excluded.date, lost = excluded.lost`,
		[]byte(baseName(m.path)), time.Now().Unix(), m.id, spar.ByPerson); err != nil {
		return err
	}
	if err := t.run("DELETE FROM files WHERE id = ?", m.id); err != nil {
		return err
	}
	return t.logFile(FileDeleted, m.id)
}

// recordMembers makes the members of a file the ones that reading it found. A known member stays the same file, and is read again if its
// size, time or place differs.
func (c *Catalog) recordMembers(t *tx, f spar.Finding) error {
	any, err := t.hasMembers()
	if err != nil || !any && len(f.Members) == 0 {
		return err
	}
	if f.State == spar.Vanished || f.State == spar.Denied || f.State == spar.Offline {
		return t.loseMembers(f.Version.File, f.State, f.Reason)
	}
	known, err := t.membersOf(f.Version.File)
	if err != nil || len(known) == 0 && len(f.Members) == 0 {
		return err
	}
	outer, there, err := t.container(f.Version.File)
	if err != nil || !there {
		return err
	}
	if more := len(f.Members) - len(known); more > 0 {
		state, reason, err := t.leftOut(outer, f, more, cmp.Or(c.mostHeld, mostHeld))
		if err != nil {
			return err
		}
		if reason != "" {
			for _, m := range known {
				if err := t.dropMember(m); err != nil {
					return err
				}
			}
			return t.run("UPDATE files SET state = ?, reason = ? WHERE id = ?", state, reason, f.Version.File)
		}
	}
	if len(known) == 1 && len(f.Members) == 1 && f.Members[0].At < 0 {
		if err := t.renameSole(outer, &known[0], f.Members[0].NameIn(outer.path)); err != nil {
			return err
		}
	}
	byName := make(map[string]member, len(known))
	for _, m := range known {
		byName[m.path[m.named:]] = m
	}
	taken := make(map[string]bool, len(f.Members))
	for _, m := range f.Members {
		m.Name = m.NameIn(outer.path)
		for n, name := 2, m.Name; taken[m.Name]; n++ { // an archive may hold a name twice
			m.Name = fmt.Sprintf("%s (%d)", name, n)
		}
		taken[m.Name] = true
		mtime := outer.mtime
		if !m.ModTime.IsZero() {
			mtime = m.ModTime.UnixNano()
		}
		was, isKnown := byName[m.Name]
		delete(byName, m.Name)
		switch {
		case !isKnown:
			err = c.addMember(t, f.Version.File, outer, m, mtime)
		case was.size != m.Size || was.mtime != mtime || was.at != m.At:
			if err = t.run("UPDATE files SET size = ?, mtime = ?, at = ?, state = ?, reason = '', hash = NULL, segment = NULL WHERE id = ?", m.Size, mtime, m.At, spar.Unread, was.id); err == nil {
				err = t.forgetReading(was.id)
			}
		}
		if err != nil {
			return err
		}
	}
	for _, m := range known {
		if _, gone := byName[m.path[m.named:]]; gone {
			if err := t.dropMember(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// renameSole gives the one member of a container another name, so that it keeps its tags: the container was renamed before it was
// read again, or what reads it names it in another way now.
func (t *tx) renameSole(c container, m *member, name string) error {
	path := c.path + inside + name
	if m.at >= 0 || m.path == path {
		return nil
	}
	done, err := t.exec("UPDATE files SET path = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM files WHERE share = ? AND path = ?)", []byte(path), m.id, c.share, []byte(path))
	if err != nil || done == 0 {
		return err
	}
	m.path = path
	if err := t.logFile(FileMoved, m.id); err != nil {
		return err
	}
	return t.followContainer(m.id)
}

// loseMembers gives members the state of a container that cannot be opened.
func (t *tx) loseMembers(id spar.FileID, state spar.State, reason string) error {
	list, err := t.membersOf(id)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := t.run("UPDATE files SET state = ?, reason = ?, hash = NULL, segment = NULL WHERE id = ?", state, reason, m.id); err != nil {
			return err
		}
		if err := t.forgetFound(m.id); err != nil {
			return err
		}
		if err := t.run("INSERT INTO changes (kind, file) VALUES (?, ?)", FileRead, m.id); err != nil {
			return err
		}
		if err := t.loseMembers(m.id, state, reason); err != nil {
			return err
		}
	}
	return nil
}

// addMember adds a member, which gets the tags of one that was lost and is the same by name, size and time.
func (c *Catalog) addMember(t *tx, id spar.FileID, outer container, m spar.Member, mtime int64) error {
	yes := true
	t.containers = &yes
	name := m.Name
	for n := 2; ; n++ {
		path := outer.path + inside + name
		done, err := t.exec(`INSERT INTO files (share, path, size, mtime, dev, ino, mode, uid, gid, acl, format, state, reason, born, container, outermost, named, at)
			VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?, ?, '', 0, ?, ?, ?, ?) ON CONFLICT (share, path) DO NOTHING`,
			outer.share, []byte(path), m.Size, mtime, outer.mode, outer.uid, outer.gid, outer.acl, c.formatOf(baseName(m.Name)), spar.Unread,
			id, outer.outer, len(outer.path)+len(inside), m.At)
		if err != nil {
			return err
		}
		if done == 0 { // a folder of the share has the name of the container and an exclamation mark
			if name = fmt.Sprintf("%s (%d)", m.Name, n); n > 100 {
				return nil
			}
			continue
		}
		var added spar.FileID
		if err := t.QueryRow("SELECT id FROM files WHERE share = ? AND path = ?", outer.share, []byte(path)).Scan(&added); err != nil {
			return err
		}
		if err := t.logFile(FileAdded, added); err != nil {
			return err
		}
		return t.reattach(outer.share, added, baseName(path), m.Size, mtime)
	}
}

// reattach gives a file the tags and people's values of a deleted one with the same name, size and time.
func (t *tx) reattach(sh int64, id spar.FileID, name string, size, mtime int64) error {
	const where = " WHERE share = ? AND name = ? AND size = ? AND mtime = ?"
	for _, q := range []string{
		"INSERT INTO assignments (file, tag, origin, confidence, evidence, review) SELECT ?, tag, origin, confidence, evidence, review FROM lost_assignments" + where + " ON CONFLICT DO NOTHING",
		"INSERT INTO changes (kind, file, tag) SELECT 'assigned', ?, tag FROM lost_assignments" + where + " AND review <> 'rejected'",
		"INSERT INTO attributes (file, key, origin, n, kind, text, number, date) SELECT ?, key, 'person', n, kind, text, number, date FROM lost_attributes" + where + " ON CONFLICT DO NOTHING",
		"INSERT INTO changes (kind, file) SELECT 'file read', ? WHERE EXISTS (SELECT 1 FROM lost_attributes" + where + ")",
	} {
		if err := t.run(q, id, sh, []byte(name), size, mtime); err != nil {
			return err
		}
	}
	if err := t.run("DELETE FROM lost_attributes"+where, sh, []byte(name), size, mtime); err != nil {
		return err
	}
	return t.run("DELETE FROM lost_assignments"+where, sh, []byte(name), size, mtime)
}
