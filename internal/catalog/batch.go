package catalog

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A batch is the changes that a scan commits together.
type batch struct {
	added   []*share.Entry
	changed []row         // new content
	touched []row         // the same content, other rights or numbers
	doubted []row         // the same by all but the time of their last change
	dated   []row         // only the time of their last change was not known
	refused []row         // can no longer be examined
	again   []spar.FileID // to be read again, unchanged
	asleep  []spar.FileID // offline now, and never read
	dirs    []dirRow
}

type row struct {
	entry share.Entry
	id    spar.FileID
}

type dirRow struct {
	path string
	knownDir
	news bool // more changed than its digest
}

func (b *batch) size() int {
	return len(b.added) + len(b.changed) + len(b.touched) + len(b.doubted) + len(b.dated) + len(b.refused) + len(b.again) + len(b.asleep) + len(b.dirs)
}

// flush commits the batch and begins a new one.
func (s *scan) flush() error {
	if err := s.send(); err != nil {
		return err
	}
	return s.wait()
}

// send is flush that does not wait: the walk goes on while the batch is written. A batch is begun when the one before is
// committed.
func (s *scan) send() error {
	if err := s.wait(); err != nil {
		return err
	}
	b := s.batch
	s.batch, s.kept = batch{}, s.c.now()
	if b.size() == 0 {
		return nil
	}
	sent := make(chan error, 1)
	s.sent = sent
	go func() { sent <- s.commit(&b) }()
	return nil
}

// wait waits for the batch that was sent.
func (s *scan) wait() error {
	if s.sent == nil {
		return nil
	}
	err := <-s.sent
	s.sent = nil
	if db.IsForeignKey(err) {
		return gone(s.share)
	}
	if err == nil {
		s.lists.keep()
		s.tell()
	}
	return err
}

// commit writes a batch, while the scan goes on comparing. It uses only parts of the scan that only transactions use.
func (s *scan) commit(b *batch) error {
	b.added = byFolder(b.added) // neighbours in the index, and IDs in a likely order
	var first int64
	// An interrupted scan keeps its work.
	err := s.c.commit(s.ctx, func(t *tx) (err error) {
		if err := s.lists.intern(t, b.lists()...); err != nil {
			return err
		}
		if first, err = s.insert(t, b.added); err != nil {
			return err
		}
		if err := s.update(t, b); err != nil {
			return err
		}
		if err := s.devices.save(t, s.share); err != nil {
			return err
		}
		return s.recordDirs(t, b.dirs)
	})
	if err == nil && first != 0 && s.o.Added != nil {
		s.o.Added(s.files(b.added, first))
	}
	return err
}

// files gives files that were added, numbered from first on, as the catalog has them now.
func (s *scan) files(added []*share.Entry, first int64) iter.Seq[spar.File] {
	return func(yield func(spar.File) bool) {
		for i, e := range added {
			c := s.content(e)
			f := spar.File{
				ID: spar.FileID(first + int64(i)), Share: s.share.Name, Path: e.Path, Size: c.size, ModTime: time.Unix(0, c.mtime).UTC(), Changed: atNanos(c.ctime), Dev: uint64(c.dev), Ino: uint64(c.ino),
				Mode: e.Mode, UID: e.UID, GID: e.GID, ACL: c.acl, Format: c.format, State: c.state, Reason: c.reason,
			}
			if !yield(f) {
				return
			}
		}
	}
}

// update writes what changed of known files.
func (s *scan) update(t *tx, b *batch) error {
	for _, r := range b.changed {
		if err := s.change(t, r); err != nil {
			return err
		}
		if err := s.sight(t, SeenChanged, r.id, r.id, ""); err != nil {
			return err
		}
	}
	for _, r := range append(b.touched, b.doubted...) {
		e := r.entry
		// A question may have read another version since the walk: the rights are not that one's.
		if err := t.run("UPDATE files SET "+setChanged+", dev = ?, ino = ?, mode = ?, uid = ?, gid = ?, acl = ? WHERE id = ? AND size = ? AND mtime = ?",
			nanos(e.Changed), nanos(e.Changed), int64(e.Dev), int64(e.Ino), e.Mode, e.UID, e.GID, s.lists.number(e.ACL), r.id, e.Size, e.ModTime.UnixNano()); err != nil {
			return err
		}
		if err := t.logFile(FileChanged, r.id); err != nil {
			return err
		}
	}
	for _, r := range b.doubted {
		// The facts about the content stay until its hash is known: where that is the same, no text is made again.
		if err := t.run("UPDATE files SET state = ?, reason = '', checked = NULL WHERE id = ? AND state <> ?", spar.Unread, r.id, spar.Special); err != nil {
			return err
		}
	}
	for _, r := range b.dated {
		if err := t.run("UPDATE files SET ctime = ? WHERE id = ?", nanos(r.entry.Changed), r.id); err != nil {
			return err
		}
	}
	if len(b.dated) > 0 { // one entry for all: they are many when a catalog learns of these times
		if err := t.logShare(FilesRenumbered, s.share.ID); err != nil {
			return err
		}
	}
	for _, r := range b.refused {
		// Without its inode it counts as changed when it can be examined again.
		state, reason := share.Refusal(r.entry.Err)
		if err := t.run("UPDATE files SET state = ?, reason = ?, ino = 0, hash = NULL, segment = NULL WHERE id = ?", refused(state), reason, r.id); err != nil {
			return err
		}
		if err := s.sight(t, SeenUnreadable, r.id, r.id, ""); err != nil {
			return err
		}
		if err := t.forgetReading(r.id); err != nil {
			return err
		}
	}
	for _, id := range b.again {
		if err := t.run("UPDATE files SET state = ?, reason = '' WHERE id = ? AND state IN (?, ?, ?)", spar.Unread, id, spar.Vanished, spar.Denied, spar.Offline); err != nil {
			return err
		}
		if err := t.logFile(FileChanged, id); err != nil {
			return err
		}
	}
	for _, id := range b.asleep {
		if err := t.run("UPDATE files SET state = ?, reason = ? WHERE id = ?", spar.Offline, share.OfflineReason, id); err != nil {
			return err
		}
		if err := t.logFile(FileChanged, id); err != nil {
			return err
		}
	}
	return nil
}

// byFolder sorts entries by their folders; the entries of a folder follow each other.
func byFolder(entries []*share.Entry) []*share.Entry {
	var folders [][]*share.Entry
	for begin, i := 0, 1; i <= len(entries); i++ {
		if i == len(entries) || dirName(entries[i].Path) != dirName(entries[begin].Path) {
			folders = append(folders, entries[begin:i])
			begin = i
		}
	}
	slices.SortFunc(folders, func(x, y []*share.Entry) int { return cmp.Compare(x[0].Path, y[0].Path) })
	return slices.Concat(folders...)
}

// recordDirs writes folders with their digests.
func (s *scan) recordDirs(t *tx, dirs []dirRow) error {
	var news []string
	for _, d := range dirs {
		if !d.news { // where a question has narrowed the rights since the walk, they stay, and the next scan looks
			if err := t.run("UPDATE directories SET digest = ? WHERE share = ? AND path = ? AND mode = ? AND uid = ? AND gid = ? AND acl = ?",
				blob(d.digest[:]), s.share.ID, []byte(d.path), d.mode, d.uid, d.gid, s.lists.number(d.acl)); err != nil {
				return err
			}
			continue
		}
		if err := t.run(`INSERT INTO directories (share, path, mode, uid, gid, acl, reason, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (share, path) DO UPDATE SET mode = excluded.mode, uid = excluded.uid, gid = excluded.gid, acl = excluded.acl,
			reason = excluded.reason, digest = excluded.digest`,
			s.share.ID, []byte(d.path), d.mode, d.uid, d.gid, s.lists.number(d.acl), d.reason, blob(d.digest[:])); err != nil {
			return err
		}
		news = append(news, d.path)
	}
	return t.logFolders(s.share.ID, news)
}

// A content holds an entry's facts about a file.
type content struct {
	size, mtime, ctime, dev, ino int64
	acl                          string
	format                       string
	state                        spar.State
	reason                       string
}

func (s *scan) content(e *share.Entry) content {
	if e.Err != nil {
		state, reason := share.Refusal(e.Err)
		return content{state: refused(state), reason: reason}
	}
	c := content{e.Size, e.ModTime.UnixNano(), nanos(e.Changed), int64(e.Dev), int64(e.Ino), e.ACL, "", spar.Unread, ""}
	switch {
	case e.Kind != share.File:
		c.state, c.reason = spar.Special, share.SpecialReason(e.Mode)
	default:
		c.format = s.c.formatOf(baseName(e.Path))
		if e.Offline {
			c.state, c.reason = spar.Offline, share.OfflineReason
		}
	}
	return c
}

// columns is a content in the order of the statements below.
func (s *scan) columns(e *share.Entry) []any {
	c := s.content(e)
	return []any{c.size, c.mtime, c.ctime, c.dev, c.ino, int64(e.Mode), int64(e.UID), int64(e.GID), s.lists.number(c.acl), c.format, c.state, c.reason}
}

// refused is the state of an entry that is there and could not be examined, whatever the system called the reason.
func refused(s spar.State) spar.State {
	if s == spar.Vanished {
		return spar.Denied
	}
	return s
}

const insertRows = 32 // rows a statement: most of the cost of an insertion is the statement

// insert adds files, with the tags of files that they seem to be. Their numbers follow each other from first on; first is 0
// where they do not.
func (s *scan) insert(t *tx, rows []*share.Entry) (first int64, err error) {
	if len(rows) == 0 {
		return 0, nil
	}
	// Numbers ascend and this is the only writer: the new files are those after the last.
	var before, last, n int64
	if err := t.QueryRow("SELECT coalesce(max(id), 0) FROM files").Scan(&before); err != nil {
		return 0, err
	}
	for part := range slices.Chunk(rows, insertRows) {
		insert := s.insertEach
		if len(part) == insertRows && alike(part) {
			insert = s.insertAlike
		}
		if err := insert(t, part); err != nil {
			return 0, err
		}
	}
	if err := t.QueryRow("SELECT min(id), max(id), count(*) FROM files WHERE id > ?", before).Scan(&first, &last, &n); err != nil {
		return 0, err
	}
	if last > 1<<32-1 {
		return 0, spar.Errorf(spar.Unavailable, "the catalog has given out all of its four thousand million file numbers: begin a new data directory")
	}
	if err := t.logAdded(first, last, n); err != nil {
		return 0, err
	}
	if err := s.sight(t, SeenNew, spar.FileID(first), spar.FileID(last), ""); err != nil {
		return 0, err
	}
	for _, e := range rows {
		if err := s.reattach(t, e); err != nil {
			return 0, err
		}
	}
	if last-first+1 != n || n != int64(len(rows)) {
		first = 0
	}
	return first, nil
}

// insertEach adds files of any sort.
func (s *scan) insertEach(t *tx, rows []*share.Entry) error {
	const one = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	args := make([]any, 0, 15*len(rows))
	for _, e := range rows {
		args = append(append(args, s.share.ID, []byte(e.Path), s.record.scans), s.columns(e)...)
	}
	return t.run("INSERT INTO files (share, path, born, size, mtime, ctime, dev, ino, mode, uid, gid, acl, format, state, reason) VALUES "+
		one+strings.Repeat(", "+one, len(rows)-1), args...)
}

// alike reports whether regular files to be read differ in name, size, times and inode only.
func alike(rows []*share.Entry) bool {
	first := rows[0]
	for _, e := range rows {
		if e.Kind != share.File || e.Err != nil || e.Offline || e.Dev != first.Dev || e.Mode != first.Mode || e.UID != first.UID || e.GID != first.GID || e.ACL != first.ACL {
			return false
		}
	}
	return true
}

// insertAlike is insertEach for files that are alike, as most are: their common values stand in the statement, for each bound argument
// costs time.
func (s *scan) insertAlike(t *tx, rows []*share.Entry) error {
	e := rows[0]
	one := fmt.Sprintf("(%d, ?, %d, ?, ?, ?, %d, ?, %d, %d, %d, %d, ?, '%s', '')", s.share.ID, s.record.scans, int64(e.Dev), int64(e.Mode), e.UID, e.GID, s.lists.number(e.ACL), spar.Unread)
	args := make([]any, 0, 6*len(rows))
	for _, e := range rows {
		args = append(args, []byte(e.Path), e.Size, e.ModTime.UnixNano(), nanos(e.Changed), int64(e.Ino), s.c.formatOf(baseName(e.Path)))
	}
	return t.run("INSERT INTO files (share, path, born, size, mtime, ctime, dev, ino, mode, uid, gid, acl, format, state, reason) VALUES "+
		one+strings.Repeat(", "+one, len(rows)-1), args...)
}

// change gives a file new content.
func (s *scan) change(t *tx, r row) error {
	if err := t.run(`UPDATE files SET checked = NULL, size = ?, mtime = ?, ctime = ?, dev = ?, ino = ?, mode = ?, uid = ?, gid = ?, acl = ?, format = ?, state = ?, reason = ?,
		hash = NULL, segment = NULL WHERE id = ?`, append(s.columns(&r.entry), r.id)...); err != nil {
		return err
	}
	return t.forgetReading(r.id)
}

// setChanged keeps the time of a file's last change, given twice, where the cause is known: its rights or its path changed. If its content
// is known, it must be compared with that before anybody sees it.
const setChanged = "checked = CASE WHEN checked IS NOT NULL OR hash IS NULL OR ctime IN (0, ?) THEN checked ELSE ctime END, ctime = ?"

// forgetReading drops the attributes that came from a file's content.
func (t *tx) forgetReading(id spar.FileID) error {
	if err := t.forgetFound(id); err != nil {
		return err
	}
	return t.logFile(FileChanged, id)
}

// forgetFound drops the facts that reading a file found.
func (t *tx) forgetFound(id spar.FileID) error {
	return t.run("DELETE FROM attributes WHERE file = ? AND origin IN (?, ?)", id, spar.ByReading, spar.ByProperties)
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }

// dirName is the folder that a path lies in.
func dirName(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return share.Root
}
