package catalog

import (
	"database/sql"

	spar "github.com/sparsearch/spar/internal/spar"
)

// conclude ends a scan whose walk was complete: it settles moved files first, then new files, then deleted ones.
func (s *scan) conclude() error {
	if err := s.wait(); err != nil {
		return err
	}
	if err := s.collectMissing(); err != nil {
		return err
	}
	if err := s.believable(); err != nil {
		return err
	}
	// From here on the digests of the folders that are open do not hold: the batch says so before anything moves.
	for _, step := range []func() error{s.flush, s.moveByInode, s.moveByForm, s.placeRest, s.moveNewcomers, s.moveByHash, s.keepLitter, s.enough, s.delete, s.retry, s.closeFolders, s.complete} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// placeRest settles arrivals that have not moved as they seem. A file whose path was taken over and that moved nowhere is gone; a path
// without a known file has new content.
func (s *scan) placeRest() error {
	if err := s.placeAll(s.deferred); err != nil {
		return err
	}
	s.deferred = nil
	return s.flush()
}

// retry has files read again that could not be read before, below folders whose rights have changed: their own rights, and the listing
// around them, may be the same.
func (s *scan) retry() error {
	if len(s.reopened) == 0 {
		return nil
	}
	return s.c.write(s.ctx, func(t *tx) error {
		for _, dir := range s.reopened {
			prefix, end := below(dir)
			var ids []spar.FileID
			err := query(t.Tx, func(r *sql.Rows) error {
				var id spar.FileID
				err := r.Scan(&id)
				ids = append(ids, id)
				return err
			}, "SELECT id FROM files WHERE share = ? AND container = 0 AND path >= ? AND path < ? AND state = ?", s.share.ID, []byte(prefix), end, spar.Denied)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := t.run("UPDATE files SET state = ?, reason = '' WHERE id = ?", spar.Unread, id); err != nil {
					return err
				}
				if err := t.logFile(FileChanged, id); err != nil {
					return err
				}
			}
		}
		return nil
	})
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
		if err := s.devices.save(t, s.share); err != nil {
			return err
		}
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
		if s.record.relocated { // the share is open again to those who are served
			if err := t.logShare(ShareChanged, s.share.ID); err != nil {
				return err
			}
		}
		if err := t.endRestoration(s.share.ID, now, s.rejoined); err != nil {
			return err
		}
		if err := t.forgetOldFinds(now); err != nil {
			return err
		}
		if err := t.run("DELETE FROM lost_attributes WHERE lost < ?", now-int64(keepLost.Seconds())); err != nil {
			return err
		}
		return t.run("DELETE FROM lost_assignments WHERE lost < ?", now-int64(keepLost.Seconds()))
	})
}
