package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
)

// settle ends a scan whose walk was complete: what has moved, then what is new after all, then what is gone.
func (s *scan) settle() error {
	if err := s.collectMissing(); err != nil {
		return err
	}
	if err := s.believable(); err != nil {
		return err
	}
	if err := s.renumber(); err != nil {
		return err
	}
	// From here on the digests of the folders that are open do not hold: the batch says so before anything moves.
	for _, step := range []func() error{s.flush, s.moveByInode, s.moveByForm, s.placeRest, s.moveNewcomers, s.moveByHash, s.enough, s.delete, s.closeFolders, s.complete} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// collectMissing adds the files of folders that are gone, and leaves out those of which nothing is known to be gone.
func (s *scan) collectMissing() error {
	gone := s.goneFolders()
	err := s.c.db.Read(s.ctx, func(tx *db.Tx) error {
		for _, dir := range gone {
			if err := s.rowsBelow(tx, dir); err != nil {
				return err
			}
		}
		if s.record.virgin || s.partial() {
			return nil
		}
		// Files that lost their path to others in a scan that was interrupted, and those of folders that it did not come to
		// record.
		err := s.queryKnown(tx, func(k known, path []byte) error {
			k.path = string(path)
			s.missing = append(s.missing, &k)
			return nil
		}, "path < ?", []byte{1})
		if err != nil || s.record.scans > 0 {
			return err
		}
		return s.queryKnown(tx, func(k known, path []byte) error {
			k.path = string(path)
			if dir := dirName(k.path); s.dirs[dir] == nil && s.fresh[dir] == nil {
				s.missing = append(s.missing, &k)
			}
			return nil
		}, "path >= ?", []byte{1})
	})
	if err != nil {
		return err
	}
	s.missing = slices.DeleteFunc(s.missing, func(k *known) bool {
		if s.hidden(k.path) {
			return true
		}
		if where, ok := s.unmounted(k); ok {
			s.problem(where, errUnmounted)
			return true
		}
		return false
	})
	return s.forgetDigests(gone)
}

// goneFolders is the folders that are known and were not found, without those in one another, by path.
func (s *scan) goneFolders() (gone []string) {
	all := slices.Clone(s.absent)
	for p, d := range s.dirs {
		if !d.seen && p != share.Root && !s.hidden(p) {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	in := map[string]bool{}
	for _, p := range all { // a folder comes before those in it
		if !in[p] && !aboveIn(in, p) {
			in[p] = true
			gone = append(gone, p)
		}
	}
	return gone
}

// aboveIn reports whether a folder above path is in the set.
func aboveIn(set map[string]bool, path string) bool {
	for i := strings.LastIndexByte(path, '/'); i > 0; i = strings.LastIndexByte(path[:i], '/') {
		if set[path[:i]] {
			return true
		}
	}
	return false
}

// forgetDigests makes the next scan look into folders that were not found, should they come back, whatever becomes of this
// one.
func (s *scan) forgetDigests(gone []string) error {
	if len(gone) == 0 {
		return nil
	}
	return s.c.write(s.ctx, func(t *tx) error {
		for _, dir := range gone {
			prefix, end := below(dir)
			if err := t.run("UPDATE directories SET digest = NULL WHERE share = ? AND (path = ? OR path >= ? AND path < ?)", s.share.ID, []byte(dir), []byte(prefix), end); err != nil {
				return err
			}
		}
		return nil
	})
}

var errUnmounted = errors.New("the file system that was mounted here is missing")

// unmounted reports whether a file lay on another file system than the root, of which no folder was found, and where it was
// mounted there is an empty folder now.
func (s *scan) unmounted(k *known) (where string, ok bool) {
	if s.record.relocated || s.root == nil || k.dev == int64(s.root.Dev) || s.devs[uint64(k.dev)] {
		return "", false
	}
	for dir := dirName(k.path); ; dir = dirName(dir) {
		d := s.dirs[dir]
		if d == nil {
			d = s.fresh[dir]
		}
		if d != nil && d.seen {
			return dir, d.empty
		}
		if dir == share.Root {
			return "", false
		}
	}
}

// believable refuses a root that looks like the empty folder that an unmounted share leaves behind: another folder than
// the last time, with few of the known files in it.
func (s *scan) believable() error {
	r := s.record
	if !r.hasRoot || r.relocated || s.root == nil || r.dev == int64(s.root.Dev) && r.ino == int64(s.root.Ino) {
		return nil
	}
	knew, err := s.knew()
	if err != nil || 2*len(s.missing) <= knew {
		return err
	}
	return spar.Errorf(spar.Unavailable, "%q is another folder than at the last scan and holds %d of the %d files known below it, so nothing was deleted: mount the share, or, if this is right, confirm it with `spar share relocate %s %s`",
		s.share.Root, knew-len(s.missing), knew, s.share.Name, shellQuote(s.share.Root))
}

// enough refuses to delete more than half of many files at once: a server that shows only some of its files looks the same.
func (s *scan) enough() error {
	n := 0
	for _, k := range s.vanished() {
		if !s.ignored(k.path) {
			n++
		}
	}
	if n < massDeletion || s.record.relocated {
		return nil
	}
	knew, err := s.knew()
	if err != nil || 2*n <= knew {
		return err
	}
	return spar.Errorf(spar.Unavailable, "%d of the %d files known below %q are gone at once, so nothing was deleted: see that the share is whole, or, if this is right, confirm it with `spar share relocate %s %s`",
		n, knew, s.share.Root, s.share.Name, shellQuote(s.share.Root))
}

// ignored reports whether a path is left out, by itself or with a folder above it.
func (s *scan) ignored(p string) bool {
	if s.o.Ignore == nil {
		return false
	}
	for i := range len(p) {
		if p[i] == '/' && s.o.Ignore.Ignored(p[:i], true) != "" {
			return true
		}
	}
	return s.o.Ignore.Ignored(p, false) != ""
}

// knew is how many files were known when the scan began.
func (s *scan) knew() (n int, err error) {
	err = s.c.db.Read(s.ctx, func(tx *db.Tx) error {
		return tx.QueryRow("SELECT count(*) FROM files WHERE share = ? AND id <= ? AND container = 0", s.share.ID, s.record.last).Scan(&n)
	})
	return n, err
}

func shellQuote(p string) string { return "'" + strings.ReplaceAll(p, "'", `'\''`) + "'" }

// renumber writes the device number that the root has now to all of its files.
func (s *scan) renumber() error {
	if !s.wasRenumbered() {
		return nil
	}
	return s.c.write(s.ctx, func(t *tx) error {
		if err := t.run("UPDATE files SET dev = ? WHERE share = ? AND dev = ?", int64(s.root.Dev), s.share.ID, s.record.dev); err != nil {
			return err
		}
		return t.logShare(FilesRenumbered, s.share.ID)
	})
}

type inode struct{ dev, ino, size, mtime int64 }

func inodeOf(e share.Entry) inode {
	return inode{int64(e.Dev), int64(e.Ino), e.Size, e.ModTime.UnixNano()}
}

func (k *known) inode() inode { return inode{k.dev, k.ino, k.size, k.mtime} }

// homeless is the known files that were not found where they were, or whose path has other content, by what f says of
// them; files of which it says "no" are left out.
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

// moveByForm finds the files whose names differ from what was known in case or Unicode form only, on a share where both
// lead to the same file: the old path does so still.
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

// moveArrivals moves those of the deferred arrivals for which find gives a file. What find gives with other content than
// it had is moved and changed.
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

// placeRest takes what has not moved for what it seems: a file whose own path was taken over and that moved nowhere is
// gone, one whose path was not has new content.
func (s *scan) placeRest() error {
	if err := s.placeAll(s.deferred); err != nil {
		return err
	}
	s.deferred = nil
	return s.flush()
}

func (s *scan) placeAll(arrivals []arrival) error {
	for _, a := range arrivals {
		if s.moving(a.entry) {
			s.leave(a.entry, a.row)
			continue
		}
		s.place(a.entry, a.row)
		if s.batch.size() >= s.o.batch {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A move is a known file and where it is now.
type move struct {
	known    *known
	to       share.Entry
	replaced spar.FileID // the row that stands for it there, 0 for none
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
	if err := t.run(`UPDATE files SET path = ?, size = ?, mtime = ?, dev = ?, ino = ?, mode = ?, uid = ?, gid = ?, acl = ?,
		state = CASE WHEN state = ? THEN ? ELSE state END, reason = CASE WHEN state = ? THEN '' ELSE reason END WHERE id = ?`,
		[]byte(e.Path), e.Size, e.ModTime.UnixNano(), int64(e.Dev), int64(e.Ino), e.Mode, e.UID, e.GID, s.lists.number(e.ACL),
		spar.Vanished, spar.Unread, spar.Vanished, m.known.id); err != nil {
		return err
	}
	return t.logFile(FileMoved, m.known.id)
}

// vanished is the known files that were not found and have not moved.
func (s *scan) vanished() []*known {
	s.missing = slices.DeleteFunc(s.missing, func(k *known) bool { return k.seen })
	return s.missing
}

// delete removes what is gone, files first, and keeps the tags of the files for a while.
func (s *scan) delete() error {
	for part := range slices.Chunk(s.vanished(), s.o.batch) {
		err := s.c.write(s.ctx, func(t *tx) error {
			for _, k := range part {
				if err := s.remember(t, k); err != nil {
					return err
				}
				if err := t.run("DELETE FROM files WHERE id = ?", k.id); err != nil {
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
	gone := s.goneFolders()
	if len(gone) == 0 {
		return nil
	}
	return s.c.write(s.ctx, func(t *tx) error {
		n := int64(0)
		for _, p := range gone {
			prefix, end := below(p)
			// Files of an unmounted file system keep their folders.
			m, err := t.exec(`DELETE FROM directories WHERE share = ? AND (path = ? OR path >= ? AND path < ?)
				AND NOT EXISTS (SELECT 1 FROM files f WHERE f.share = ? AND f.path >= ? AND f.path < ?)`,
				s.share.ID, []byte(p), []byte(prefix), end, s.share.ID, []byte(prefix), end)
			if err != nil {
				return err
			}
			n += m
		}
		if n == 0 {
			return nil
		}
		return t.logShare(DirectoriesChanged, s.share.ID)
	})
}

// closeFolders gives the folders that were open their digest: all in them is settled.
func (s *scan) closeFolders() error {
	for _, d := range s.open {
		d.news = false // it was told when the folder was opened
		s.batch.dirs = append(s.batch.dirs, *d)
	}
	return s.flush()
}

// complete closes the scan: files found from now on are new to the next one.
func (s *scan) complete() error {
	return s.c.write(s.ctx, func(t *tx) error {
		now := s.c.now().Unix()
		if err := t.run("UPDATE shares SET trouble = '' WHERE id = ? AND trouble <> ''", s.share.ID); err != nil || s.partial() {
			return err
		}
		var dev, ino any
		if s.root != nil {
			dev, ino = int64(s.root.Dev), int64(s.root.Ino)
		}
		var newest int64
		if err := t.QueryRow("SELECT coalesce(max(id), 0) FROM files").Scan(&newest); err != nil {
			return err
		}
		if err := t.run("UPDATE shares SET scans = scans + 1, scanned = ?, relocated = 0, newest = ?, ignored = ?, root_dev = coalesce(?, root_dev), root_ino = coalesce(?, root_ino) WHERE id = ?",
			now, newest, ignoredText(s.report.Ignored), dev, ino, s.share.ID); err != nil {
			return err
		}
		if err := t.run("DELETE FROM lost_attributes WHERE lost < ?", now-int64(keepLost.Seconds())); err != nil {
			return err
		}
		return t.run("DELETE FROM lost_assignments WHERE lost < ?", now-int64(keepLost.Seconds()))
	})
}
