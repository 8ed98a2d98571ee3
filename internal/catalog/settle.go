package catalog

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"io"
	"slices"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/share"
)

// settle ends a scan whose walk was complete: what has moved, then what is new after all, then what is gone.
func (s *scan) settle() error {
	if err := s.renumber(); err != nil {
		return err
	}
	if err := s.moveByInode(); err != nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.moveByHash(); err != nil {
		return err
	}
	if err := s.delete(); err != nil {
		return err
	}
	return s.complete()
}

// renumber writes the device number that the root has now to all of its files.
func (s *scan) renumber() error {
	r := s.record
	if !r.hasRoot || s.root == nil || r.ino != int64(s.root.Ino) || r.dev == int64(s.root.Dev) {
		return nil
	}
	return s.c.write(s.ctx, func(t *tx) error {
		_, err := t.exec("UPDATE files SET dev = ? WHERE share = ? AND dev = ?", int64(s.root.Dev), s.share.ID, r.dev)
		return err
	})
}

// mayHaveMoved reports whether an entry has the inode, size and time of a file that is known at another path.
func (s *scan) mayHaveMoved(e share.Entry) bool {
	if e.Err != nil || e.Ino == 0 || len(s.files) == 0 {
		return false
	}
	if s.inodes == nil { // an unchanged share never gets here
		s.inodes = make(map[inode][]int32, len(s.files))
		for i, k := range s.files {
			if k.id != 0 && k.ino != 0 {
				at := inode{k.dev, k.ino, k.size, k.mtime}
				s.inodes[at] = append(s.inodes[at], int32(i))
			}
		}
	}
	for _, i := range s.inodes[inodeOf(e)] {
		if s.files[i].path != e.Path {
			return true
		}
	}
	return false
}

func inodeOf(e share.Entry) inode {
	return inode{int64(e.Dev), int64(e.Ino), e.Size, e.ModTime.UnixNano()}
}

// moveByInode settles the deferred entries: each is a file that was known at a path now gone, or new content after all.
func (s *scan) moveByInode() error {
	slices.SortFunc(s.deferred, func(a, b share.Entry) int { return cmp.Compare(a.Path, b.Path) })
	s.deferred = slices.CompactFunc(s.deferred, func(a, b share.Entry) bool { return a.Path == b.Path })
	var moves []move
	var stay []share.Entry
	for _, e := range s.deferred {
		best := -1
		for _, i := range s.inodes[inodeOf(e)] {
			k := &s.files[i]
			if k.seen || k.path == e.Path || s.hidden(k.path) {
				continue
			}
			if best < 0 || baseName(k.path) == baseName(e.Path) && baseName(s.files[best].path) != baseName(e.Path) {
				best = int(i)
			}
		}
		if best < 0 {
			stay = append(stay, e)
			continue
		}
		s.files[best].seen = true
		moves = append(moves, move{known: &s.files[best], to: e})
	}
	if len(moves) > 0 {
		// The new path may still belong to a file that moves too, or that is gone. So the paths change in two steps, in one
		// transaction, and a file that loses its path has none, which keeps it out of every listing, until it is deleted.
		err := s.c.write(s.ctx, func(t *tx) error {
			for _, m := range moves {
				if _, err := t.exec("UPDATE files SET path = CAST(char(0) || id AS BLOB) WHERE id = ? OR share = ? AND path = ?", m.known.id, s.share.ID, []byte(m.to.Path)); err != nil {
					return err
				}
			}
			for _, m := range moves {
				if err := s.move(t, m); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.report.Moved += len(moves)
	}
	// A file whose own path was taken over and that moved nowhere is gone; one whose path was not, has new content.
	for _, e := range stay {
		s.place(e)
		if s.batch.size() >= s.batchSize {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	s.deferred = nil
	return nil
}

// A move is a known file and where it is now.
type move struct {
	known    *known
	to       share.Entry
	replaced spar.FileID // the row that stands for it there, 0 for none
}

// move gives a file another path, and its identity there. Its content is the same, so it is read again only where the new
// name suggests another format.
func (s *scan) move(t *tx, m move) error {
	e := m.to
	format := s.c.formatOf(baseName(e.Path))
	if format != s.c.formatOf(baseName(m.known.path)) && m.known.state != spar.Special {
		if _, err := t.exec("UPDATE files SET format = ?, state = ?, reason = '', segment = NULL WHERE id = ?", format, spar.Unread, m.known.id); err != nil {
			return err
		}
		if err := t.forgetReading(m.known.id); err != nil {
			return err
		}
	}
	if _, err := t.exec(`UPDATE files SET path = ?, size = ?, mtime = ?, dev = ?, ino = ?, mode = ?, uid = ?, gid = ?,
		state = iif(state = ?, ?, state), reason = iif(state = ?, '', reason) WHERE id = ?`,
		[]byte(e.Path), e.Size, e.ModTime.UnixNano(), int64(e.Dev), int64(e.Ino), e.Mode, e.UID, e.GID,
		spar.Vanished, spar.Unread, spar.Vanished, m.known.id); err != nil {
		return err
	}
	return t.logFile(FileMoved, m.known.id)
}

// vanished calls f with each file that is known and was not found.
func (s *scan) vanished(f func(*known)) {
	for i := range s.files {
		if k := &s.files[i]; k.id != 0 && !k.seen && !s.hidden(k.path) {
			f(k)
		}
	}
}

// A newcomer is a file that was found since the last complete scan.
type newcomer struct {
	row
	hash spar.Hash // zero until it is read or hashed
}

// moveByHash finds files that were read and are gone among the new ones of equal size, which alone are hashed.
func (s *scan) moveByHash() error {
	lost := map[int64][]*known{}
	s.vanished(func(k *known) {
		if k.hashed && k.size > 0 {
			lost[k.size] = append(lost[k.size], k)
		}
	})
	if len(lost) == 0 {
		return nil
	}
	found, err := s.newcomers(lost)
	if err != nil {
		return err
	}
	var moves []move
	hashes := map[spar.FileID]spar.Hash{}
	for _, n := range found {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if n.hash == (spar.Hash{}) {
			if n.hash, err = hashFile(s.ctx, s.share.Root, n.entry); err != nil {
				if spar.CodeOf(err) == spar.Unavailable || s.ctx.Err() != nil {
					return err
				}
				continue // the reader will say why
			}
		}
		var best *known
		for _, k := range lost[n.entry.Size] {
			if k.seen {
				continue
			}
			if hashes[k.id] == (spar.Hash{}) {
				if hashes[k.id], err = s.hashOf(k.id); err != nil {
					return err
				}
			}
			if hashes[k.id] == n.hash && (best == nil || baseName(k.path) == baseName(n.entry.Path) && baseName(best.path) != baseName(k.path)) {
				best = k
			}
		}
		if best != nil {
			best.seen = true
			moves = append(moves, move{best, n.entry, n.id})
		}
	}
	for part := range slices.Chunk(moves, s.batchSize) {
		err := s.c.write(s.ctx, func(t *tx) error {
			for _, m := range part {
				if _, err := t.exec("INSERT INTO changes (kind, file, tag) SELECT ?, ?, tag FROM assignments WHERE file = ?", Assigned, m.known.id, m.replaced); err != nil {
					return err
				}
				if _, err := t.exec("UPDATE OR IGNORE assignments SET file = ? WHERE file = ?", m.known.id, m.replaced); err != nil {
					return err
				}
				if _, err := t.exec("DELETE FROM files WHERE id = ?", m.replaced); err != nil {
					return err
				}
				if err := t.logFile(FileDeleted, m.replaced); err != nil {
					return err
				}
				if err := s.move(t, m); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, m := range part {
			s.report.Moved++
			if s.files[s.byPath[m.to.Path]].id == 0 {
				s.report.Added--
			} else { // a scan before this one, which was interrupted, has added it
				s.report.Unchanged--
			}
		}
	}
	return nil
}

// newcomers is the new files that have the size of a lost one, by path.
func (s *scan) newcomers(lost map[int64][]*known) (found []newcomer, err error) {
	err = s.c.db.Read(s.ctx, func(tx *sql.Tx) error {
		return queryFiles(s.ctx, tx, nil, func(f spar.File) bool {
			if len(lost[f.Size]) > 0 && f.State != spar.Special && f.State != spar.Denied {
				e := share.Entry{Path: f.Path, Size: f.Size, ModTime: f.ModTime, Dev: f.Dev, Ino: f.Ino, Mode: f.Mode, UID: f.UID, GID: f.GID}
				found = append(found, newcomer{row{e, f.ID}, f.Hash})
			}
			return true
		}, "SELECT "+fileColumns+" FROM files f WHERE f.share = ? AND f.born = ? ORDER BY f.path", s.share.ID, s.record.scans)
	})
	// One that an interrupted scan added and that is gone again is no place to move to.
	return slices.DeleteFunc(found, func(n newcomer) bool {
		i, ok := s.byPath[n.entry.Path]
		return !ok || !s.files[i].seen
	}), err
}

func (s *scan) hashOf(id spar.FileID) (h spar.Hash, err error) {
	err = s.c.db.Read(s.ctx, func(tx *sql.Tx) error {
		var b []byte
		err := tx.QueryRow("SELECT hash FROM files WHERE id = ?", id).Scan(&b)
		copy(h[:], b)
		return err
	})
	return h, err
}

// hashFile is the hash of the content that an entry describes, and an error when it is not that any more.
func hashFile(ctx context.Context, root string, e share.Entry) (h spar.Hash, err error) {
	f, err := share.Open(root, e.Path)
	if err != nil {
		return h, err
	}
	defer f.Close()
	digest := sha256.New()
	n, err := io.Copy(digest, io.LimitReader(reading{ctx, f}, e.Size+1))
	if err != nil {
		return h, err
	}
	if info, err := f.Stat(); err != nil || n != e.Size || !info.ModTime().Equal(e.ModTime) {
		return h, io.ErrUnexpectedEOF
	}
	return spar.Hash(digest.Sum(nil)), nil
}

// reading is a reader that ends with its context.
type reading struct {
	ctx context.Context
	r   io.Reader
}

func (r reading) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(b)
}

// delete removes what is gone, files first, and keeps the tags of the files for a while.
func (s *scan) delete() error {
	var files []*known
	s.vanished(func(k *known) { files = append(files, k) })
	for part := range slices.Chunk(files, s.batchSize) {
		err := s.c.write(s.ctx, func(t *tx) error {
			for _, k := range part {
				if err := s.remember(t, k); err != nil {
					return err
				}
				if _, err := t.exec("DELETE FROM files WHERE id = ?", k.id); err != nil {
					return err
				}
				if err := t.logFile(FileDeleted, k.id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.report.Deleted += len(part)
		s.tell()
	}
	var dirs []string
	for p, d := range s.dirs {
		if !d.seen && !s.hidden(p) {
			dirs = append(dirs, p)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	return s.c.write(s.ctx, func(t *tx) error {
		for _, p := range dirs {
			if _, err := t.exec("DELETE FROM directories WHERE share = ? AND path = ?", s.share.ID, []byte(p)); err != nil {
				return err
			}
		}
		return t.logShare(DirectoriesChanged, s.share.ID)
	})
}

// complete closes the scan: files found from now on are new to the next one.
func (s *scan) complete() error {
	return s.c.write(s.ctx, func(t *tx) error {
		now := s.c.now().Unix()
		var dev, ino any
		if s.root != nil {
			dev, ino = int64(s.root.Dev), int64(s.root.Ino)
		}
		if _, err := t.exec("UPDATE shares SET scans = scans + 1, scanned = ?, relocated = 0, root_dev = coalesce(?, root_dev), root_ino = coalesce(?, root_ino) WHERE id = ?",
			now, dev, ino, s.share.ID); err != nil {
			return err
		}
		_, err := t.exec("DELETE FROM lost_assignments WHERE lost < ?", now-int64(keepLost.Seconds()))
		return err
	})
}

// lostKey is by what a file that comes back is known again.
type lostKey struct {
	name        string
	size, mtime int64
}

func (s *scan) loadLost(tx *sql.Tx) error {
	s.lost = map[lostKey]bool{}
	return query(tx, func(r *sql.Rows) error {
		var name []byte
		var k lostKey
		err := r.Scan(&name, &k.size, &k.mtime)
		k.name = string(name)
		s.lost[k] = true
		return err
	}, "SELECT DISTINCT name, size, mtime FROM lost_assignments WHERE share = ?", s.share.ID)
}

// remember keeps the tags of a file that is about to be deleted.
func (s *scan) remember(t *tx, k *known) error {
	_, err := t.exec(`INSERT OR REPLACE INTO lost_assignments (share, name, size, mtime, tag, origin, confidence, evidence, lost)
		SELECT ?, ?, ?, ?, tag, origin, confidence, evidence, ? FROM assignments WHERE file = ?`,
		s.share.ID, []byte(baseName(k.path)), k.size, k.mtime, s.c.now().Unix(), k.id)
	return err
}

// reattach gives a new file the tags of a deleted one with the same name, size and time.
func (s *scan) reattach(t *tx, e share.Entry) error {
	key := lostKey{baseName(e.Path), e.Size, e.ModTime.UnixNano()}
	if !s.lost[key] || e.Err != nil {
		return nil
	}
	delete(s.lost, key)
	args := []any{s.share.ID, []byte(key.name), key.size, key.mtime}
	const where = " WHERE share = ? AND name = ? AND size = ? AND mtime = ?"
	var id spar.FileID
	if err := t.QueryRow("SELECT id FROM files WHERE share = ? AND path = ?", s.share.ID, []byte(e.Path)).Scan(&id); err != nil {
		return err
	}
	for _, q := range []string{
		"INSERT INTO assignments (file, tag, origin, confidence, evidence) SELECT ?, tag, origin, confidence, evidence FROM lost_assignments",
		"INSERT INTO changes (kind, file, tag) SELECT 'assigned', ?, tag FROM lost_assignments",
	} {
		if _, err := t.exec(q+where, append([]any{id}, args...)...); err != nil {
			return err
		}
	}
	_, err := t.exec("DELETE FROM lost_assignments"+where, args...)
	return err
}
