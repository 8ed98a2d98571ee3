package catalog

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"io"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A newcomer is a file that was found since the last complete scan.
type newcomer struct {
	row
	hash    spar.Hash // zero until it is read or hashed
	offline bool
}

// moveNewcomers finds files that are gone among the new ones that this scan, or one since the last complete scan, has
// recorded, by their inode.
func (s *scan) moveNewcomers() error {
	by := homeless(s, func(k *known) (inode, bool) { return k.inode(), k.ino != 0 })
	if len(by) == 0 {
		return nil
	}
	found, err := s.newcomers(func(f spar.File) bool {
		return len(by[inode{int64(f.Dev), int64(f.Ino), f.Size, f.ModTime.UnixNano()}]) > 0
	})
	if err != nil {
		return err
	}
	var moves []move
	for _, n := range found {
		if k := best(by[inodeOf(n.entry)], n.entry.Path, func(*known) bool { return true }); k != nil && s.stillThere(n) {
			k.seen = true
			moves = append(moves, move{known: k, to: n.entry, replaced: n.id})
		}
	}
	return s.replace(moves)
}

// moveByHash finds files that were read and are gone among the new ones of equal size, which alone are hashed.
func (s *scan) moveByHash() error {
	lost := homeless(s, func(k *known) (int64, bool) { return k.size, k.hashed && k.size > 0 })
	if len(lost) == 0 {
		return nil
	}
	found, err := s.newcomers(func(f spar.File) bool { return len(lost[f.Size]) > 0 })
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
			if n.offline {
				continue // that would fetch it from its tape
			}
			if n.hash, err = hashFile(s.ctx, s.share.Root, n.entry); err != nil {
				if spar.CodeOf(err) == spar.Unavailable || s.ctx.Err() != nil {
					return err
				}
				continue // the reader will say why
			}
		}
		var fault error
		k := best(lost[n.entry.Size], n.entry.Path, func(k *known) bool {
			if hashes[k.id] == (spar.Hash{}) && fault == nil {
				hashes[k.id], fault = s.hashOf(k.id)
			}
			return hashes[k.id] == n.hash && fault == nil
		})
		if fault != nil {
			return fault
		}
		if k != nil {
			k.seen = true
			moves = append(moves, move{k, n.entry, n.id, true})
		}
	}
	return s.replace(moves)
}

// replace makes known files take the place of the newcomers that they turned out to be, tags included.
func (s *scan) replace(moves []move) error {
	for part := range slices.Chunk(moves, s.o.batch) {
		err := s.c.write(s.ctx, func(t *tx) error {
			for _, m := range part {
				if err := t.run(`INSERT INTO assignments (file, tag, origin, confidence, evidence, review, batch)
					SELECT ?, tag, origin, confidence, evidence, review, batch FROM assignments WHERE file = ? ON CONFLICT DO NOTHING`, m.known.id, m.replaced); err != nil {
					return err
				}
				if err := t.run(`INSERT INTO changes (kind, file, tag) SELECT ?, file, tag FROM assignments
					WHERE file = ? AND review <> 'rejected' AND tag IN (SELECT tag FROM assignments WHERE file = ?)`, Assigned, m.known.id, m.replaced); err != nil {
					return err
				}
				if err := t.run("DELETE FROM files WHERE id = ?", m.replaced); err != nil {
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
		s.lists.keep()
		for _, m := range part {
			s.report.Moved++
			switch {
			case int64(m.replaced) > s.record.last:
				s.report.Added--
			case s.walked(dirName(m.to.Path)): // a scan before this one has added it
				s.report.Unchanged--
			}
		}
	}
	return nil
}

// walked reports whether a folder was listed by this scan.
func (s *scan) walked(dir string) bool {
	d := s.dirs[dir]
	return d != nil && d.seen || s.fresh[dir] != nil
}

// newcomers is the new files that f says yes to, by path.
func (s *scan) newcomers(f func(spar.File) bool) (found []newcomer, err error) {
	lost := map[spar.FileID]bool{}
	for _, k := range s.missing {
		lost[k.id] = true
	}
	err = s.c.db.Read(s.ctx, func(tx *db.Tx) error {
		return queryFiles(s.ctx, tx, nil, func(v spar.File) bool {
			// One that an interrupted scan added and that is gone again is no place to move to.
			if !lost[v.ID] && v.State != spar.Special && v.State != spar.Denied && f(v) {
				e := share.Entry{Path: v.Path, Size: v.Size, ModTime: v.ModTime, Changed: v.Changed, Dev: v.Dev, Ino: v.Ino, Mode: v.Mode, UID: v.UID, GID: v.GID, ACL: v.ACL}
				found = append(found, newcomer{row{e, v.ID}, v.Hash, v.State == spar.Offline})
			}
			return true
		}, "SELECT "+fileColumns+" FROM files f WHERE f.share = ? AND f.id > ? AND f.container = 0 AND f.path >= ? ORDER BY f.path", s.share.ID, s.record.newest, []byte{1})
	})
	return found, err
}

// stillThere reports whether a newcomer is where it was recorded, if this scan has not looked there.
func (s *scan) stillThere(n newcomer) bool {
	if s.walked(dirName(n.entry.Path)) {
		return true
	}
	now, err := share.Stat(s.share.Root, n.entry.Path)
	now.Dev = n.entry.Dev
	return err == nil && inodeOf(now) == inodeOf(n.entry)
}

func (s *scan) hashOf(id spar.FileID) (h spar.Hash, err error) {
	err = s.c.db.Read(s.ctx, func(tx *db.Tx) error {
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

// lostKey identifies a file that comes back.
type lostKey struct {
	name        string
	size, mtime int64
}

func (s *scan) loadLost(t *tx) error {
	var err error
	if s.waiting, err = t.loadWaiting(s.share.ID); err != nil {
		return err
	}
	s.lost, s.rejoined = map[lostKey]bool{}, map[spar.FileID]bool{}
	return query(t.Tx, func(r *sql.Rows) error {
		var name []byte
		var k lostKey
		err := r.Scan(&name, &k.size, &k.mtime)
		k.name = string(name)
		s.lost[k] = true
		return err
	}, "SELECT name, size, mtime FROM lost_assignments WHERE share = ? UNION SELECT name, size, mtime FROM lost_attributes WHERE share = ?", s.share.ID, s.share.ID)
}

// remember keeps the tags and people's values of a file that is about to be deleted.
func (s *scan) remember(t *tx, k *known) error {
	if err := t.run(`INSERT INTO lost_attributes (share, name, size, mtime, key, n, kind, text, number, date, lost)
		SELECT ?, ?, ?, ?, key, n, kind, text, number, date, ? FROM attributes WHERE file = ? AND origin = ?
		ON CONFLICT (share, name, size, mtime, key, n) DO UPDATE SET
		kind = excluded.kind, text = excluded.text, number = excluded.number, date = excluded.date, lost = excluded.lost`,
		s.share.ID, []byte(baseName(k.path)), k.size, k.mtime, s.c.now().Unix(), k.id, spar.ByPerson); err != nil {
		return err
	}
	return t.run(`INSERT INTO lost_assignments (share, name, size, mtime, tag, origin, confidence, evidence, review, lost)
		SELECT ?, ?, ?, ?, tag, origin, confidence, evidence, review, ? FROM assignments WHERE file = ?
		ON CONFLICT (share, name, size, mtime, tag, origin) DO UPDATE SET
		confidence = excluded.confidence, evidence = excluded.evidence, review = excluded.review, lost = excluded.lost`,
		s.share.ID, []byte(baseName(k.path)), k.size, k.mtime, s.c.now().Unix(), k.id)
}

// reattach gives a new file the tags and people's values of a deleted one with the same name, size and time.
func (s *scan) reattach(t *tx, e *share.Entry) error {
	if s.lost == nil {
		if err := s.loadLost(t); err != nil {
			return err
		}
	}
	if len(s.lost)+len(s.waiting) == 0 || e.Err != nil {
		return nil
	}
	key := lostKey{baseName(e.Path), e.Size, e.ModTime.UnixNano()}
	lost, waiting := s.lost[key], s.waiting[e.Path]
	if !lost && !waiting {
		return nil
	}
	delete(s.lost, key)
	delete(s.waiting, e.Path)
	var id spar.FileID
	if err := t.QueryRow("SELECT id FROM files WHERE share = ? AND path = ?", s.share.ID, []byte(e.Path)).Scan(&id); err != nil {
		return err
	}
	if waiting {
		s.rejoined[id] = true
		if err := t.rejoin(s.share.ID, e.Path, id); err != nil {
			return err
		}
	}
	if !lost {
		return nil
	}
	return t.reattach(s.share.ID, id, key.name, key.size, key.mtime)
}
