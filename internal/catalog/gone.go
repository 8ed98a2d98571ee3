package catalog

import (
	"errors"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// collectMissing adds the files of folders that are gone. It leaves out files that may still be there, on a file system that is not
// mounted.
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
	rootless := false // nothing is mounted at the root itself
	s.missing = slices.DeleteFunc(s.missing, func(k *known) bool {
		if s.hidden(k.path) {
			return true
		}
		if where, ok := s.unmounted(k); ok {
			rootless = rootless || where == share.Root
			s.problem(where, errUnmounted)
			return true
		}
		return false
	})
	if rootless {
		// The root is not taken for the one of the share: who mounts it again finds all as it was.
		return spar.Errorf(spar.Unavailable, "the file system that was mounted at %q is missing, so nothing was deleted: mount the share, or confirm that this is right", s.share.Root).Try(confirm(s.share))
	}
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

// unmounted reports whether a file lay on another file system than the root, no folder of that file system was found, and its mount point
// is an empty folder now.
func (s *scan) unmounted(k *known) (where string, ok bool) {
	if s.record.relocated || s.root == nil || k.dev == 0 || s.met[k.dev] {
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
	return spar.Errorf(spar.Unavailable, "%q is another folder than at the last scan and holds %d of the %d files known below it, so nothing was deleted: mount the share, or confirm that this is right",
		s.share.Root, knew-len(s.missing), knew).Try(confirm(s.share))
}

// enough refuses to delete more than half of many files at once, since a server that shows only some of its files looks the same, and to delete all.
func (s *scan) enough() error {
	n := 0
	for _, k := range s.vanished() {
		if !s.ignored(k.path) {
			n++
		}
	}
	if n < fullDeletion || s.record.relocated || s.o.Keep {
		return nil
	}
	knew, err := s.knew()
	if err != nil || 2*n <= knew || n < massDeletion && n < knew {
		return err
	}
	return spar.Errorf(spar.Unavailable, "%d of the %d files known below %q are gone at once, so nothing was deleted: see that the share is whole, or confirm that this is right",
		n, knew, s.share.Root).Try(confirm(s.share))
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

func confirm(s spar.Share) spar.Remedy {
	return spar.Remedy{Do: spar.ConfirmShare, Name: s.Name, Path: s.Root}
}

// vanished is the known files that were not found and have not moved.
func (s *scan) vanished() []*known {
	s.missing = slices.DeleteFunc(s.missing, func(k *known) bool { return k.seen })
	return s.missing
}

// delete removes the vanished files and folders, files first, and keeps the tags of the files for a while. With Keep, or as long as Hold
// says so, it removes nothing, and the next scan looks into the folders again.
func (s *scan) delete() error {
	held := !s.o.Keep && s.o.Hold != nil && len(s.vanished()) > 0 && s.o.Hold()
	if s.o.Keep || held {
		for _, k := range s.vanished() {
			dir := dirName(k.path)
			if d := s.open[dir]; d != nil {
				d.digest = share.Digest{}
			}
			if held && !s.unsettled[dir] {
				s.unsettled[dir] = true
				s.report.Unsettled = append(s.report.Unsettled, dir)
			}
		}
		return nil
	}
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
				if err := s.sight(t, SeenGone, k.id, k.id, k.path); err != nil {
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
		var news []string
		for _, p := range gone {
			prefix, end := below(p)
			// Files of an unmounted file system keep their folders.
			m, err := t.exec(`DELETE FROM directories WHERE share = ? AND (path = ? OR path >= ? AND path < ?)
				AND NOT EXISTS (SELECT 1 FROM files f WHERE f.share = ? AND f.path >= ? AND f.path < ?)`,
				s.share.ID, []byte(p), []byte(prefix), end, s.share.ID, []byte(prefix), end)
			if err != nil {
				return err
			}
			if m > 0 {
				news = append(news, p)
			}
		}
		return t.logFolders(s.share.ID, news)
	})
}
