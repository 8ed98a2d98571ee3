package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
)

// cited is how a citation is kept: a path is bytes, which JSON text could not hold.
type cited struct {
	N       int          `json:"n"`
	Share   string       `json:"share"`
	Path    []byte       `json:"path"`
	Locator spar.Locator `json:"locator"`
	Segment []byte       `json:"segment,omitempty"` // older versions did not keep it
	Gone    bool         `json:"gone,omitempty"`    // the words of the locator went with the text
}

func keptOf(list []spar.Citation) []cited {
	kept := make([]cited, len(list))
	for i, c := range list {
		kept[i] = cited{N: c.N, Share: c.Share, Path: []byte(c.Path), Locator: c.Locator}
		if c.Segment != (spar.SegmentID{}) {
			kept[i].Segment = c.Segment[:]
		}
	}
	return kept
}

func (c cited) citation() spar.Citation {
	out := spar.Citation{N: c.N, Share: c.Share, Path: string(c.Path), Locator: c.Locator, Gone: c.Gone}
	if len(c.Segment) == len(out.Segment) {
		out.Segment = spar.SegmentID(c.Segment)
	}
	return out
}

// hasWords reports whether the citation has words of the file's text beside its numbers.
func (c cited) hasWords() bool { return c.Locator.Heading != "" || c.Locator.Sheet != "" }

// listWords notes the segments from which a question keeps words.
func listWords(ctx context.Context, tx *db.Tx, asked int64, citations []cited) error {
	for _, c := range citations {
		if !c.hasWords() {
			continue
		}
		if _, err := tx.ExecContext(ctx, insertCited, append([]byte{}, c.Segment...), asked); err != nil {
			return err
		}
	}
	return nil
}

// Cited gives the segments from which the history, anybody's and that in the trash, keeps words. The zero ID stands for
// citations of older versions, which do not say theirs.
func (w *Workspaces) Cited(ctx context.Context) (segments []spar.SegmentID, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var b []byte
			if err := r.Scan(&b); err != nil {
				return err
			}
			var id spar.SegmentID
			if copy(id[:], b); len(b) != 0 && len(b) != len(id) {
				return fmt.Errorf("the stored history lists a segment of %d bytes", len(b))
			}
			segments = append(segments, id)
			return nil
		}, selectCited)
	})
	return segments, err
}

// ForgetWords takes the words out of the citations of a segment that is gone: share, path and numbers stay. now gives the
// segment that has the same words at the same place today, or the zero ID; a citation that has one keeps its words.
// ForgetWords says how many citations lost theirs.
func (w *Workspaces) ForgetWords(ctx context.Context, gone spar.SegmentID, now func(spar.Citation) (spar.SegmentID, error)) (forgotten int, err error) {
	type row struct {
		id   int64
		text string
	}
	var key []byte
	if gone != (spar.SegmentID{}) {
		key = gone[:]
	}
	key = append([]byte{}, key...) // never NULL
	var rows []row
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var one row
			err := r.Scan(&one.id, &one.text)
			rows = append(rows, one)
			return err
		}, selectCiting, key)
	})
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		var kept []cited
		if err := json.Unmarshal([]byte(r.text), &kept); err != nil {
			return forgotten, fmt.Errorf("the stored history: %w", err)
		}
		n := 0
		for i, c := range kept {
			if !c.hasWords() || !slices.Equal(c.Segment, key) {
				continue
			}
			id, err := now(c.citation())
			if err != nil {
				return forgotten, err
			}
			if id != (spar.SegmentID{}) && id != gone {
				kept[i].Segment = id[:]
				continue
			}
			kept[i].Locator.Heading, kept[i].Locator.Sheet, kept[i].Segment, kept[i].Gone = "", "", nil, true
			n++
		}
		if err := w.keep(ctx, r.id, r.text, kept); err != nil {
			return forgotten, err
		}
		forgotten += n
	}
	return forgotten, nil
}

// keep replaces the citations of a question, unless another process did so meanwhile.
func (w *Workspaces) keep(ctx context.Context, asked int64, was string, kept []cited) error {
	text, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, updateCitings, string(text), asked, was)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if _, err := tx.ExecContext(ctx, deleteCited, asked); err != nil {
			return err
		}
		return listWords(ctx, tx, asked, kept)
	})
}
