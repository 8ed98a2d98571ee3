package catalog

import (
	"context"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// saidOf reports whether a file has a tag that nobody rejected, or an attribute that a person gave.
const saidOf = `SELECT count(*) FROM (SELECT 1 FROM assignments WHERE file = ? AND ` + selects + `
	UNION ALL SELECT 1 FROM attributes WHERE file = ? AND origin = 'person') AS said`

// keepLitter keeps files that rules for litter would leave out from now on, where somebody said something of them. The
// settings of the share name them, so that the next walk yields them.
func (s *scan) keepLitter() error {
	if s.o.Litter == nil {
		return nil
	}
	var litter []*known
	for _, k := range s.vanished() {
		if s.o.Litter(k.path) {
			litter = append(litter, k)
		}
	}
	if len(litter) == 0 {
		return nil
	}
	var kept []*known
	err := s.c.db.Read(s.ctx, func(tx *db.Tx) error {
		said, err := tx.Prepare(saidOf)
		if err != nil {
			return err
		}
		defer said.Close()
		for _, k := range litter {
			var n int
			if err := said.QueryRow(k.id, k.id).Scan(&n); err != nil {
				return err
			}
			if n > 0 {
				kept = append(kept, k)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	kept = slices.DeleteFunc(kept, func(k *known) bool {
		_, err := share.Stat(s.share.Root, k.path)
		return err != nil // it is gone
	})
	if len(kept) == 0 {
		return nil
	}
	err = s.c.ChangeSettings(s.ctx, s.share, func(now *Settings) error {
		for _, k := range kept {
			if !slices.ContainsFunc(now.Kept, func(p []byte) bool { return string(p) == k.path }) {
				now.Kept = append(now.Kept, []byte(k.path))
			}
		}
		return nil
	})
	for _, k := range kept {
		if d := s.open[dirName(k.path)]; d != nil {
			d.digest = share.Digest{} // it is of the folder without this file
		}
		k.seen = true
		s.report.Seen++
		s.report.Unchanged++
		s.report.Kept++
	}
	return err
}

// Kept gives the files of a share that stay although rules for litter would leave them out. A file stays only as long as it has a selecting
// tag or a person's attribute.
func (c *Catalog) Kept(ctx context.Context, sh spar.Share) (kept [][]byte, err error) {
	var all [][]byte
	err = c.db.Read(ctx, func(tx *db.Tx) error {
		s, err := settingsOf(tx, sh)
		if err != nil {
			return err
		}
		for _, p := range s.Kept {
			var n int
			err := tx.QueryRow(`SELECT count(*) FROM files f WHERE f.share = ? AND f.path = ? AND
				(EXISTS (SELECT 1 FROM assignments WHERE file = f.id AND `+selects+`) OR EXISTS (SELECT 1 FROM attributes WHERE file = f.id AND origin = 'person'))`,
				sh.ID, p).Scan(&n)
			if err != nil {
				return err
			}
			if n > 0 {
				kept = append(kept, p)
			}
		}
		all = s.Kept
		return nil
	})
	if err != nil || len(kept) == len(all) {
		return kept, err
	}
	return kept, c.ChangeSettings(ctx, sh, func(now *Settings) error {
		now.Kept = slices.DeleteFunc(now.Kept, func(p []byte) bool {
			same := func(q []byte) bool { return string(p) == string(q) }
			return slices.ContainsFunc(all, same) && !slices.ContainsFunc(kept, same)
		})
		return nil
	})
}
