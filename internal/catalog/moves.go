package catalog

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

type inode struct{ dev, ino, size, mtime int64 }

func inodeOf(e share.Entry) inode {
	return inode{int64(e.Dev), int64(e.Ino), e.Size, e.ModTime.UnixNano()}
}

func (k *known) inode() inode { return inode{k.dev, k.ino, k.size, k.mtime} }

// homeless groups by f the known files that were not found at their path, or whose path has other content. It leaves out files that f
// refuses.
func homeless[K comparable](s *scan, f func(*known) (K, bool)) map[K][]*known {
	by := map[K][]*known{}
	add := func(k *known) {
		if k == nil || k.seen {
			return
		}
		if key, ok := f(k); ok {
			by[key] = append(by[key], k)
		}
	}
	for _, k := range s.missing {
		add(k)
	}
	for _, a := range s.deferred {
		add(a.row)
	}
	return by
}

// best chooses among files that may be the one now at path: the first of the same name, else the first.
func best(among []*known, path string, may func(*known) bool) (best *known) {
	for _, k := range among {
		if k.seen || k.path == path || !may(k) {
			continue
		}
		if best == nil || baseName(k.path) == baseName(path) && baseName(best.path) != baseName(path) {
			best = k
		}
	}
	return best
}

// moveByInode finds the known files that are elsewhere now.
func (s *scan) moveByInode() error {
	slices.SortFunc(s.deferred, func(a, b arrival) int { return cmp.Compare(a.entry.Path, b.entry.Path) })
	by := homeless(s, func(k *known) (inode, bool) { return k.inode(), k.ino != 0 })
	var staying []arrival
	// Content that is no known file's stays with the path, before another path asks for the file that was known there.
	s.deferred = slices.DeleteFunc(s.deferred, func(a arrival) bool {
		stays := a.row != nil && best(by[inodeOf(*a.entry)], a.entry.Path, func(*known) bool { return true }) == nil
		if stays {
			staying = append(staying, a)
		}
		return stays
	})
	if err := s.placeAll(staying); err != nil {
		return err
	}
	return s.moveArrivals(func(e share.Entry) *known {
		if e.Ino == 0 {
			return nil
		}
		return best(by[inodeOf(e)], e.Path, func(*known) bool { return true })
	})
}

// moveByForm finds files whose names differ from known ones in case or Unicode form only, on a share where both names lead to the same
// file: the old path still does.
func (s *scan) moveByForm() error {
	if len(s.missing) == 0 || len(s.deferred) == 0 {
		return nil
	}
	by := homeless(s, func(k *known) (string, bool) { return foldPath(k.path), true })
	return s.moveArrivals(func(e share.Entry) *known {
		if e.Kind != share.File {
			return nil
		}
		return best(by[foldPath(e.Path)], e.Path, func(k *known) bool {
			now, err := share.Stat(s.share.Root, k.path)
			return err == nil && now.Size == e.Size && now.ModTime.Equal(e.ModTime) && now.Ino == e.Ino
		})
	})
}

// moveArrivals moves the deferred arrivals that find gives a file for. A file with other content than before is moved and changed.
func (s *scan) moveArrivals(find func(share.Entry) *known) error {
	var moves []move
	var stay []arrival
	for _, a := range s.deferred {
		k := find(*a.entry)
		if k == nil {
			stay = append(stay, a)
			continue
		}
		k.seen = true
		moves = append(moves, move{known: k, to: *a.entry})
		if a.row != nil {
			s.missing = append(s.missing, a.row) // gone, unless it moves too
		}
	}
	s.deferred = stay
	if len(moves) == 0 {
		return nil
	}
	// The new path may still belong to a file that moves too, or that is gone. So the paths change in two steps, in one
	// transaction, and a file that loses its path has none, which keeps it out of every listing, until it is deleted.
	err := s.c.write(s.ctx, func(t *tx) error {
		for _, m := range moves {
			none := fmt.Appendf(nil, "\x00%d", m.known.id)
			if err := t.run("UPDATE files SET path = ? WHERE id = ?", none, m.known.id); err != nil {
				return err
			}
			if err := t.run("INSERT INTO changes (kind, file) SELECT ?, id FROM files WHERE share = ? AND path = ?", FileChanged, s.share.ID, []byte(m.to.Path)); err != nil {
				return err
			}
			if err := t.run("UPDATE files SET path = ? WHERE share = ? AND path = ?", append(none, 0), s.share.ID, []byte(m.to.Path)); err != nil {
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
	s.lists.keep()
	s.report.Moved += len(moves)
	return nil
}

// A move is a known file and where it is now.
type move struct {
	known    *known
	to       share.Entry
	replaced spar.FileID // the row that stands for it there, 0 for none
	compared bool        // it has the same hash
}

// move gives a file another path, and its identity there. Where its content is the same it is read again only if the new
// name suggests another format.
func (s *scan) move(t *tx, m move) error {
	e := m.to
	if err := s.lists.intern(t, e.ACL); err != nil {
		return err
	}
	if m.replaced == 0 && (m.known.size != e.Size || m.known.mtime != e.ModTime.UnixNano()) {
		if err := s.change(t, row{entry: e, id: m.known.id}); err != nil {
			return err
		}
	}
	format := s.c.formatOf(baseName(e.Path))
	if format != s.c.formatOf(baseName(m.known.path)) && m.known.state != spar.Special {
		if err := t.run("UPDATE files SET format = ?, state = ?, reason = '', segment = NULL WHERE id = ?", format, spar.Unread, m.known.id); err != nil {
			return err
		}
		if err := t.forgetReading(m.known.id); err != nil {
			return err
		}
	}
	if err := t.run("UPDATE files SET "+setChanged+`, path = ?, size = ?, mtime = ?, dev = ?, ino = ?, mode = ?, uid = ?, gid = ?, acl = ?,
		state = CASE WHEN state = ? THEN ? ELSE state END, reason = CASE WHEN state = ? THEN '' ELSE reason END WHERE id = ?`,
		nanos(e.Changed), nanos(e.Changed), []byte(e.Path), e.Size, e.ModTime.UnixNano(), int64(e.Dev), int64(e.Ino), e.Mode, e.UID, e.GID, s.lists.number(e.ACL),
		spar.Vanished, spar.Unread, spar.Vanished, m.known.id); err != nil {
		return err
	}
	if m.compared {
		if err := t.run("UPDATE files SET checked = NULL WHERE id = ?", m.known.id); err != nil {
			return err
		}
	}
	if err := s.sight(t, SeenMoved, m.known.id, m.known.id, m.known.path); err != nil {
		return err
	}
	return t.logFile(FileMoved, m.known.id)
}
