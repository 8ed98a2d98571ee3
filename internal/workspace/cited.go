package workspace

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// cited is how a citation is kept: a path is bytes, which JSON text could not hold.
type cited struct {
	N       int          `json:"n"`
	Share   string       `json:"share"`
	Path    []byte       `json:"path"`
	Locator spar.Locator `json:"locator"`
	Segment []byte       `json:"segment,omitempty"` // older versions did not keep it
	Index   int          `json:"index,omitempty"`   // of the passage in it
	Gone    bool         `json:"gone,omitempty"`    // the words of the locator went with the text
}

func keptOf(list []spar.Citation) []cited {
	kept := make([]cited, len(list))
	for i, c := range list {
		kept[i] = cited{N: c.N, Share: c.Share, Path: []byte(c.Path), Locator: c.Locator, Index: c.Index}
		if c.Segment != (spar.SegmentID{}) {
			kept[i].Segment = c.Segment[:]
		}
	}
	return kept
}

func (c cited) citation() spar.Citation {
	out := spar.Citation{N: c.N, Share: c.Share, Path: string(c.Path), Locator: c.Locator, Index: c.Index, Gone: c.Gone}
	if len(c.Segment) == len(out.Segment) {
		out.Segment = spar.SegmentID(c.Segment)
	}
	return out
}

// hasWords reports whether the citation has words of the file's text beside its numbers.
func (c cited) hasWords() bool { return c.Locator.Heading != "" || c.Locator.Sheet != "" }

// listWords notes the segments whose words a turn keeps.
func listWords(ctx context.Context, tx *db.Tx, turn int64, citations []cited, uses []Use, answered bool) error {
	var segments [][]byte
	for _, c := range citations {
		if c.hasWords() {
			segments = append(segments, c.Segment)
		}
	}
	for _, u := range uses {
		if u.Quoted && answered {
			id, err := hex.DecodeString(u.Segment)
			if err != nil {
				return fmt.Errorf("the stored history: %w", err)
			}
			segments = append(segments, id)
		}
	}
	for _, id := range segments {
		if _, err := tx.ExecContext(ctx, insertCited, append([]byte{}, id...), turn); err != nil {
			return err
		}
	}
	return nil
}

// Cited gives the segments whose words turns keep, of any owner and in the trash too. The zero ID stands for citations of older versions,
// which do not name theirs.
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

// ForgetWords takes the words of a deleted segment out of turns: of citations share, path and numbers stay, and an answer goes whole, with
// the question as it was understood. now gives the segment that has the same words at the same place today, or the zero ID. A citation with
// such a segment keeps its words, and an answer stays if all its citations of the deleted segment have one. ForgetWords says how many
// citations lost theirs.
func (w *Workspaces) ForgetWords(ctx context.Context, gone spar.SegmentID, now func(spar.Citation) (spar.SegmentID, error)) (forgotten int, err error) {
	type row struct {
		id                      int64
		answer, citations, uses string
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
			err := r.Scan(&one.id, &one.answer, &one.citations, &one.uses)
			rows = append(rows, one)
			return err
		}, selectCiting, key)
	})
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		var kept []cited
		var uses []Use
		var quoted struct{ Citations []struct{ Text string } }
		if err := errors.Join(json.Unmarshal([]byte(r.citations), &kept), json.Unmarshal([]byte(r.uses), &uses)); err != nil {
			return forgotten, fmt.Errorf("the stored history: %w", err)
		}
		if r.answer != "" {
			if err := json.Unmarshal([]byte(r.answer), &quoted); err != nil {
				return forgotten, fmt.Errorf("the stored history: %w", err)
			}
		}
		n, cites := 0, map[string]bool{}
		became := map[string]spar.SegmentID{} // of files, that of all of their citations; zero where one has lost its words
		for i, c := range kept {
			if !slices.Equal(c.Segment, key) || !c.hasWords() && r.answer == "" {
				continue
			}
			said := c.citation()
			if i < len(quoted.Citations) {
				said.Text = quoted.Citations[i].Text
			}
			id, err := now(said)
			if err != nil {
				return forgotten, err
			}
			place := c.Share + ":" + string(c.Path)
			if id == gone {
				id = spar.SegmentID{}
			}
			if !cites[place] || id == (spar.SegmentID{}) {
				became[place] = id
			}
			cites[place] = true
			if id != (spar.SegmentID{}) {
				kept[i].Segment = id[:]
				continue
			}
			if !c.hasWords() {
				continue
			}
			kept[i].Locator.Heading, kept[i].Locator.Sheet, kept[i].Segment, kept[i].Gone = "", "", nil, true
			n++
		}
		answer := r.answer
		for i, u := range uses {
			if u.Segment != gone.String() || !u.Quoted {
				continue
			}
			if id := became[u.Share+":"+string(u.Path)]; id != (spar.SegmentID{}) {
				uses[i].Segment = id.String()
			} else {
				answer = ""
			}
		}
		if err := w.keep(ctx, r.id, answer, kept, r.citations, uses, r.uses); err != nil {
			return forgotten, err
		}
		forgotten += n
	}
	return forgotten, nil
}

// keep replaces what a turn keeps of files, unless another process did so meanwhile.
func (w *Workspaces) keep(ctx context.Context, turn int64, answer string, kept []cited, was string, uses []Use, used string) error {
	citations, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	rest, err := json.Marshal(uses)
	if err != nil {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, updateCitings, answer, answer, string(citations), string(rest), turn, was, used)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return err
		}
		if _, err := tx.ExecContext(ctx, deleteCited, turn); err != nil {
			return err
		}
		return listWords(ctx, tx, turn, kept, uses, answer != "")
	})
}
