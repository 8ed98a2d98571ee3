package catalog

import (
	"cmp"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/share"
)

// A batch is the changes that a scan commits together.
type batch struct {
	added   []row
	changed []row         // new content
	touched []row         // the same content, other rights or numbers
	refused []row         // can no longer be examined
	again   []spar.FileID // to be read again, unchanged
	dirs    []dirRow
}

type row struct {
	entry share.Entry
	id    spar.FileID // 0 for an added one
}

type dirRow struct {
	path string
	knownDir
}

func (b *batch) size() int {
	return len(b.added) + len(b.changed) + len(b.touched) + len(b.refused) + len(b.again) + len(b.dirs)
}

// flush commits the batch and begins a new one.
func (s *scan) flush() error {
	b := s.batch
	s.batch = batch{}
	if b.size() == 0 {
		return nil
	}
	byPath := func(x, y row) int { return cmp.Compare(x.entry.Path, y.entry.Path) }
	slices.SortFunc(b.added, byPath) // neighbours in the index, and IDs in a likely order
	// A scan that was interrupted keeps what it has.
	err := s.c.commit(s.ctx, func(t *tx) error {
		if err := s.insert(t, b.added); err != nil {
			return err
		}
		for _, r := range b.changed {
			if err := s.change(t, r); err != nil {
				return err
			}
		}
		for _, r := range b.touched {
			e := r.entry
			if _, err := t.exec("UPDATE files SET dev = ?, ino = ?, mode = ?, uid = ?, gid = ? WHERE id = ?",
				int64(e.Dev), int64(e.Ino), e.Mode, e.UID, e.GID, r.id); err != nil {
				return err
			}
			if err := t.logFile(FileChanged, r.id); err != nil {
				return err
			}
		}
		for _, r := range b.refused {
			// Without its inode it counts as changed when it can be examined again.
			state, reason := share.Refusal(r.entry.Err)
			if _, err := t.exec("UPDATE files SET state = ?, reason = ?, ino = 0, hash = NULL, segment = NULL WHERE id = ?", refused(state), reason, r.id); err != nil {
				return err
			}
			if err := t.forgetReading(r.id); err != nil {
				return err
			}
		}
		for _, id := range b.again {
			if _, err := t.exec("UPDATE files SET state = ?, reason = '' WHERE id = ? AND state IN (?, ?)", spar.Unread, id, spar.Vanished, spar.Denied); err != nil {
				return err
			}
			if err := t.logFile(FileChanged, id); err != nil {
				return err
			}
		}
		for _, d := range b.dirs {
			if _, err := t.exec("INSERT OR REPLACE INTO directories (share, path, mode, uid, gid, reason) VALUES (?, ?, ?, ?, ?, ?)",
				s.share.ID, []byte(d.path), d.mode, d.uid, d.gid, d.reason); err != nil {
				return err
			}
		}
		if len(b.dirs) > 0 {
			return t.logShare(DirectoriesChanged, s.share.ID)
		}
		return nil
	})
	if violates(err, foreignKey) {
		return gone(s.share)
	}
	if err == nil {
		s.tell()
	}
	return err
}

// content is the columns of a file that an entry gives, in the order of the statements below.
func (s *scan) content(e share.Entry) []any {
	state, reason, format := spar.Unread, "", ""
	switch {
	case e.Err != nil:
		state, reason = share.Refusal(e.Err)
		return []any{int64(0), int64(0), int64(0), int64(0), e.Mode, e.UID, e.GID, "", refused(state), reason}
	case e.Kind != share.File:
		state, reason = spar.Special, share.SpecialReason(e.Mode)
	default:
		format = s.c.formatOf(baseName(e.Path))
	}
	return []any{e.Size, e.ModTime.UnixNano(), int64(e.Dev), int64(e.Ino), e.Mode, e.UID, e.GID, format, state, reason}
}

// refused is the state of an entry that is there and could not be examined, whatever the system called the reason.
func refused(s spar.State) spar.State {
	if s == spar.Vanished {
		return spar.Denied
	}
	return s
}

const insertRows = 40 // rows a statement: most of the cost of an insertion is the statement

// insert adds files, with the tags of files that they seem to be.
func (s *scan) insert(t *tx, rows []row) error {
	if len(rows) == 0 {
		return nil
	}
	var last int64
	if err := t.QueryRow("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'files'").Scan(&last); err != nil {
		return err
	}
	if last+int64(len(rows)) > 1<<32-1 {
		return spar.Errorf(spar.Unavailable, "the catalog has given out all of its four thousand million file numbers: begin a new data directory")
	}
	const one = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	for part := range slices.Chunk(rows, insertRows) {
		args := make([]any, 0, 13*len(part))
		for _, r := range part {
			args = append(append(args, s.share.ID, []byte(r.entry.Path), s.record.scans), s.content(r.entry)...)
		}
		if _, err := t.exec("INSERT INTO files (share, path, born, size, mtime, dev, ino, mode, uid, gid, format, state, reason) VALUES "+
			one+strings.Repeat(", "+one, len(part)-1), args...); err != nil {
			return err
		}
	}
	if _, err := t.exec("INSERT INTO changes (kind, file) SELECT ?, id FROM files WHERE id > ? ORDER BY id", FileAdded, last); err != nil {
		return err
	}
	for _, r := range rows {
		if err := s.reattach(t, r.entry); err != nil {
			return err
		}
	}
	return nil
}

// change gives a file new content.
func (s *scan) change(t *tx, r row) error {
	if _, err := t.exec(`UPDATE files SET size = ?, mtime = ?, dev = ?, ino = ?, mode = ?, uid = ?, gid = ?, format = ?, state = ?, reason = ?,
		hash = NULL, segment = NULL WHERE id = ?`, append(s.content(r.entry), r.id)...); err != nil {
		return err
	}
	return t.forgetReading(r.id)
}

// forgetReading drops the attributes that came from a file's content.
func (t *tx) forgetReading(id spar.FileID) error {
	if _, err := t.exec("DELETE FROM attributes WHERE file = ? AND origin = ?", id, spar.ByReading); err != nil {
		return err
	}
	return t.logFile(FileChanged, id)
}

func baseName(p string) string { return p[strings.LastIndexByte(p, '/')+1:] }
