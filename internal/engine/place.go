package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Place is a cited piece of a file and the text around it, each a list of passages.
type Place struct {
	Before, Text, After []string

	Cell    string // with its label, where the place is a cell; the text is its row
	LeftOut int    // lines of the place that are not shown, because it is long
}

// The bounds of one view: a place in its surroundings, never a file. Both count lines and characters as a terminal shows them.
const (
	mostLines  = 54 // a head comes above them
	lineLength = 90 // characters
)

// bound cuts p to mostLines. It first cuts the text before the place, then the text that follows, then the place.
func (p *Place) bound() {
	left := mostLines
	take := func(text string) (kept string, out int) {
		var lines []string
		for line := range strings.SplitSeq(text, "\n") {
			n := 1 + max(0, utf8.RuneCountInString(line)-1)/lineLength
			switch {
			case n <= left:
				lines = append(lines, line)
			case left > 0:
				lines = append(lines, string([]rune(line)[:left*lineLength])+" …")
				out += n - left
			default:
				out += n
			}
			left -= min(left, n)
		}
		return strings.Join(lines, "\n"), out
	}
	some := func(texts []string) (kept []string, out int) {
		for _, text := range texts {
			text, n := take(text)
			if out += n; text != "" {
				kept = append(kept, text)
			}
		}
		return kept, out
	}
	p.Text, p.LeftOut = some(p.Text)
	p.After, _ = some(p.After)
	slices.Reverse(p.Before) // the nearest first
	p.Before, _ = some(p.Before)
	slices.Reverse(p.Before)
}

// around is how many passages are shown on each side of a place.
const around = 2

// Place returns the text at a place of a file. It reads again a file that changed since it was cited, so it shows the text as it is now. A
// file that is gone, or that who may not read, is not found.
func (e *texts) Place(ctx context.Context, who spar.Principal, share, path string, l spar.Locator) (p Place, err error) {
	err = healing(func() error {
		p, err = e.placeIn(ctx, who, share, path, l)
		return err
	})
	return p, err
}

func (e *texts) placeIn(ctx context.Context, who spar.Principal, share, path string, l spar.Locator) (Place, error) {
	file, text, err := e.textOf(ctx, who, share, path)
	if err != nil {
		return Place{}, err
	}
	p, err := place(text, l)
	if spar.CodeOf(err) != spar.NotFound || l.Row == 0 || !Rowed(file) {
		return p, err
	}
	rows, fault := e.RowsAround(ctx, who, file, l, l.Row-around, l.Row+around)
	if fault != nil {
		return Place{}, fault
	}
	if p, fault := place(rows, l); fault == nil {
		return p, nil
	}
	return p, err
}

// Passages gives the text of a file as Place does.
func (e *texts) Passages(ctx context.Context, who spar.Principal, share, path string) (list []spar.Passage, err error) {
	err = healing(func() error {
		_, text, err := e.textOf(ctx, who, share, path)
		if err == nil {
			list, err = Range(text, 0, text.Len())
		}
		return err
	})
	return list, err
}

// textOf returns the text of a file as the file is now. It first reads a file that is unread or has changed.
func (e *texts) textOf(ctx context.Context, who spar.Principal, share, path string) (spar.File, Text, error) {
	none := spar.File{}
	q := Request{Selection: Selection{Who: who, doubts: newDoubts(who)}}
	for range refreshes {
		snapshot, file, stale, err := e.current(ctx, q.Selection, share, path)
		if err != nil {
			return none, nil, err
		}
		if stale {
			continue
		}
		if file.State == spar.Unread && e.ReadOnly() {
			return none, nil, spar.Errorf(spar.Unavailable,
				"%s:%s was not read yet, and its text could not be kept: the data directory can only be read", share, path)
		}
		if file.State == spar.Unread {
			if _, err := e.readUnread(ctx, q, snapshot, roaring.BitmapOf(uint32(file.ID))); err != nil {
				return none, nil, err
			}
			e.tagRead(ctx, who)
			continue
		}
		if !file.State.Searchable() {
			return none, nil, e.textless(file)
		}
		segment, err := e.store.Segment(ctx, file.Segment)
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing) {
			if err := e.catalog.TextLost(ctx, map[spar.FileID]spar.SegmentID{file.ID: file.Segment}); err != nil {
				return none, nil, err
			}
			continue
		}
		if err != nil {
			return none, nil, err
		}
		return file, segment, nil
	}
	return none, nil, Missing(share, path)
}

// Missing says that there is no such file, or none that the asker may know of.
func Missing(share, path string) error {
	return spar.Errorf(spar.NotFound, "there is no file %s in share %s; it may have been moved or deleted since it was cited", path, share)
}

// current finds a file that the asker may read, and looks at it as it is now. A file that has changed is stale; the next call finds its new
// state.
func (e *shares) current(ctx context.Context, s Selection, share, path string) (_ *index.Snapshot, _ spar.File, stale bool, err error) {
	snapshot, selection, err := e.sel(ctx, s)
	if err != nil {
		return nil, spar.File{}, false, err
	}
	file, ok := snapshot.Named(share, path)
	if !ok || !selection.Known.Contains(uint32(file.ID)) {
		return nil, spar.File{}, false, Missing(share, path)
	}
	stale, err = e.stale(ctx, s.doubts, snapshot, []spar.Hit{{File: file.ID, Share: share, Path: path}})
	return snapshot, file, stale, err
}

// stretch finds the first and the last passage at a place; -1 if there is none. under says which headings are its own.
func stretch(t Text, l spar.Locator, under func(heading string) bool) (first, last int, err error) {
	first, last = -1, -1
	rest, i := l, -1
	rest.Heading = ""
	for h, err := range t.Heads() {
		i++
		if err != nil {
			return -1, -1, err
		}
		// A whole table and a card repeat the rows beside them. Show them only if they were cited.
		if (!repeats(h.Kind) || h.Locator == l) && at(h.Locator, rest) && (l.Heading == "" || under(h.Locator.Heading)) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	return first, last, nil
}

// place cuts the place out of the text of a file.
func place(t Text, l spar.Locator) (Place, error) {
	first, last, err := stretch(t, l, func(heading string) bool { return heading == l.Heading })
	if err == nil && first < 0 && l.Heading != "" { // a section with no text of its own is what its sections say
		first, last, err = stretch(t, l, func(heading string) bool { return strings.HasPrefix(heading, l.Heading+" > ") })
	}
	if err != nil {
		return Place{}, err
	}
	if first < 0 {
		return Place{}, spar.Errorf(spar.NotFound, "the file has no place %q", l.String())
	}
	from, to := max(0, first-around), min(t.Len(), last+1+around)
	passages, err := Range(t, from, to)
	if err != nil {
		return Place{}, err
	}
	first, last = first-from, last-from
	var out Place
	if l.Column > 0 {
		if out.Cell = cellAt(passages[first:last+1], l); out.Cell == "" {
			return Place{}, spar.Errorf(spar.NotFound, "the file has no text at %q: the cell is empty, or is no cell of a table's row", l.String())
		}
		if l.Row == 0 { // the whole column
			out.Cell = ""
		}
	}
	shown := once(passages, first)
	texts := func(from, to int) (list []string) {
		for _, text := range shown[max(0, from):min(len(shown), to)] {
			if text != "" {
				list = append(list, text)
			}
		}
		return list
	}
	out.Before, out.Text, out.After = texts(first-around, first), texts(first, last+1), texts(last+1, last+1+around)
	out.bound()
	return out, nil
}

// leastShared is the least bytes of a sentence that two passages share. Fewer may be a word that the one ends and the other begins with.
const leastShared = 16

// once gives the texts of passages with each sentence that neighbours share in one of them: in the one at first, or else in the former.
func once(passages []spar.Passage, first int) []string {
	texts := make([]string, len(passages))
	for i, p := range passages {
		texts[i] = p.Text
		if i == 0 || p.Kind != spar.TextPassage || passages[i-1].Kind != spar.TextPassage {
			continue
		}
		switch n := answer.Overlap(passages[i-1].Text, p.Text); {
		case n < leastShared || n == len(p.Text): // of a passage something is its own
		case i == first:
			texts[i-1] = strings.TrimRight(texts[i-1][:max(0, len(texts[i-1])-n)], " \n")
		default:
			texts[i] = strings.TrimLeft(p.Text[n:], " \n")
		}
	}
	return texts
}

// cellAt gives the cell at a place with its label; one that was cut over several passages is joined.
func cellAt(passages []spar.Passage, l spar.Locator) string {
	var parts []string
	row := spar.Locator{}
	for _, p := range passages {
		if !at(p.Locator, l) {
			continue
		}
		for _, c := range p.Cells {
			switch {
			case c.Column != l.Column:
			case row == (spar.Locator{}):
				row = p.Locator
				parts = append(parts, p.Text[c.Label:c.End])
			case p.Locator == row && c.Column > 1: // the first cell comes again in each passage of its row
				parts = append(parts, p.Text[c.Start:c.End])
			}
		}
	}
	return strings.Join(parts, " ")
}

// at reports whether a passage stands at a place: everything that the place names must agree.
func at(p, l spar.Locator) bool {
	return (l.Page == 0 || p.Page == l.Page) &&
		(l.Sheet == "" || p.Sheet == l.Sheet) &&
		(l.Table == 0 || p.Table == l.Table) &&
		(l.Row == 0 || p.Row == l.Row) &&
		(l.Heading == "" || p.Heading == l.Heading) &&
		(l.Bytes == spar.Span{} || p.Bytes.Start < l.Bytes.End && l.Bytes.Start < p.Bytes.End)
}

// textless says in plain words why a file has no text to show.
func (e *texts) textless(f spar.File) error {
	meaning, _ := describe(f.State)
	switch {
	case e.ToRecognise()(f):
		return spar.Errorf(spar.NotFound, "the text of %s:%s has not been recognised yet", f.Share, f.Path)
	case f.Reason == "":
		return spar.Errorf(spar.NotFound, "%s:%s has no text (%s): %s", f.Share, f.Path, f.State, spar.Phrase(meaning))
	}
	return spar.Errorf(spar.NotFound, "%s:%s has no text (%s): %s", f.Share, f.Path, f.State, spar.Phrase(f.Reason))
}
