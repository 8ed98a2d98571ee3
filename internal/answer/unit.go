package answer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// Units are evidence: passages that were found, widened to what belongs together where they stand. docs/decisions/0153-evidence.md.

// Bounds of units.
const (
	unitHits  = 5  // whose places are told
	unitWords = 60 // the most words of a passage's neighbours that come along with an answer
	mostOld   = 2  // units of versions that are not in force
)

// Evidence gives the units around the best hits and around an answer's citations, with the words of the answer marked in them. Units with
// marks come first, and versions not in force last.
func Evidence(ctx context.Context, text string, hits []spar.Hit, w Weights, a spar.Answer, o Options) []spar.Unit {
	b := &widener{ctx: ctx, q: question.Parse(text), w: w, o: o, answer: a, texts: map[spar.SegmentID]Text{}}
	found := statements(hits)
	if len(found) == 0 {
		found = slices.DeleteFunc(slices.Clone(hits), func(h spar.Hit) bool { return !h.Passage.Kind.Answers() })
	}
	found = found[:min(len(found), o.passages())]
	kept, of, _, _ := editions(ctx, b.q, found, o)
	for _, h := range kept[:min(len(kept), unitHits)] {
		b.add(h, of[fileOf(h)])
	}
	for _, c := range a.Citations {
		if h, ok := b.cited(c, hits); ok {
			b.add(h, of[fileOf(h)])
		}
	}
	for _, u := range b.units {
		if len(b.saidIn(u)) > 0 {
			u.says = 1
		}
		if u.says > 0 && u.Kind != spar.RowsUnit || b.told(u) {
			u.says = 2 // other rows have words such as a unit in common
		}
	}
	slices.SortStableFunc(b.units, func(x, y *wide) int {
		return cmp.Or(cmp.Compare(y.says, x.says), cmp.Compare(b.citedAt(x), b.citedAt(y)))
	})
	old := 0
	for _, h := range found {
		if e := of[fileOf(h)]; e != nil && e.member && !e.inForce && old < mostOld && !slices.ContainsFunc(kept, func(k spar.Hit) bool { return fileOf(k) == fileOf(h) }) {
			old++
			b.add(h, e)
		}
	}
	b.mark()
	units := make([]spar.Unit, len(b.units))
	for i, u := range b.units {
		units[i] = u.Unit
	}
	return units
}

// A widener makes units of hits.
type widener struct {
	ctx    context.Context
	q      question.Question
	w      Weights
	o      Options
	answer spar.Answer
	texts  map[spar.SegmentID]Text
	units  []*wide
}

// A wide is a unit that is being made.
type wide struct {
	spar.Unit
	blocks []blockAt // that it has, in order
	says   int       // how surely it has a part of the answer
}

// A blockAt names a block by where it begins, whichever text it was cut from: the passage, and the byte of its text.
type blockAt struct{ passage, at int }

func (b *widener) text(id spar.SegmentID) Text {
	if b.o.Text == nil {
		return nil
	}
	text, known := b.texts[id]
	if !known {
		var err error
		if text, err = b.o.Text(b.ctx, id); err != nil {
			text = nil
		}
		b.texts[id] = text
	}
	return text
}

// cited is the hit of a citation. A computed answer cites cells, which are no passages.
func (b *widener) cited(c spar.Citation, hits []spar.Hit) (h spar.Hit, ok bool) {
	if c.Segment == (spar.SegmentID{}) {
		return h, false
	}
	if i := slices.IndexFunc(hits, func(h spar.Hit) bool {
		return h.Segment == c.Segment && h.Index == c.Index && h.Share == c.Share && h.Path == c.Path
	}); i >= 0 {
		return hits[i], true
	}
	text := b.text(c.Segment)
	if text == nil || c.Index >= text.Len() {
		return h, false
	}
	p, err := text.Passage(c.Index)
	return spar.Hit{Share: c.Share, Path: c.Path, Segment: c.Segment, Index: c.Index, Passage: p, Modified: c.Dated}, err == nil
}

// add adds the unit of a hit, or widens the one that has a part of it.
func (b *widener) add(h spar.Hit, e *edition) {
	u := &wide{Unit: spar.Unit{Kind: spar.TextUnit, Share: h.Share, Path: h.Path, Locator: h.Passage.Locator, Lang: h.Passage.Lang, Text: strings.TrimSpace(h.Passage.Text), Dated: h.Modified, At: spar.UnitPlace{Segment: h.Segment, From: h.Index, To: h.Index + 1, End: len(h.Passage.Text)}, First: h.Index, Last: h.Index}}
	if e != nil {
		if u.Copies = e.copies; e.member {
			u.Version, u.InForce = e.Label(), e.inForce
		}
	}
	text := b.text(h.Segment)
	switch h.Passage.Kind {
	case spar.TextPassage:
		if text != nil {
			b.widen(u, text, h)
		}
	case spar.RowPassage:
		b.rows(u, text, h.Index, h.Index+1)
	case spar.TablePassage:
		from, to := b.rowsOf(text, h)
		if from == to { // as it stands
			u.Kind = spar.RowsUnit
			break
		}
		b.rows(u, text, from, to)
	case spar.SourcePassage:
		u.Kind = spar.CodeUnit
	}
	for _, other := range b.units {
		if other.Share != u.Share || other.Path != u.Path || other.At.Segment != u.At.Segment {
			continue
		}
		if strings.Contains(other.Text, u.Text) {
			return
		}
		if b.joins(other, u, text) {
			return
		}
	}
	if u.Text != "" {
		b.units = append(b.units, u)
	}
}

// told reports whether the answer cites rows of a unit.
func (b *widener) told(u *wide) bool {
	return u.Kind == spar.RowsUnit && slices.ContainsFunc(b.answer.Citations, func(c spar.Citation) bool {
		return c.Segment == u.At.Segment && c.Share == u.Share && c.Path == u.Path && u.At.From <= c.Index && c.Index < u.At.To
	})
}

// joins widens a unit by one of the same text that overlaps it, or whose rows follow its own.
func (b *widener) joins(u, more *wide, text Text) bool {
	if u.Kind == spar.RowsUnit && more.Kind == spar.RowsUnit && len(u.Cells) > 0 && len(more.Cells) > 0 {
		sameTable := u.Locator.Table == more.Locator.Table && u.Locator.Sheet == more.Locator.Sheet && slices.Equal(u.Columns, more.Columns)
		if !sameTable || more.At.From > u.At.To || more.At.To < u.At.From || b.told(u) != b.told(more) {
			return false // a row that answers stands apart: its neighbours' figures are of something else
		}
		b.rows(u, text, min(u.At.From, more.At.From), max(u.At.To, more.At.To))
		return true
	}
	if text == nil || !slices.ContainsFunc(more.blocks, func(a blockAt) bool { return slices.Contains(u.blocks, a) }) {
		return false
	}
	at := spar.UnitPlace{Segment: u.At.Segment, From: min(u.At.From, more.At.From), To: max(u.At.To, more.At.To)}
	run := joinedRun(text, at.From, at.To)
	first, last := u.blocks[0], u.blocks[len(u.blocks)-1]
	if a := more.blocks[0]; a.before(first) {
		first = a
	}
	if a := more.blocks[len(more.blocks)-1]; last.before(a) {
		last = a
	}
	from, to := -1, -1
	for i := range run.blocks {
		if a := run.at(i); a == first {
			from = i
		} else if from >= 0 && last.before(a) {
			to = i
			break
		}
	}
	if from < 0 {
		return false
	}
	if to < 0 {
		to = len(run.blocks)
	}
	u.At = at
	run.take(u, from, to)
	if u.Kind != more.Kind {
		u.Kind = spar.TextUnit
	}
	return true
}

func (a blockAt) before(b blockAt) bool {
	return a.passage < b.passage || a.passage == b.passage && a.at < b.at
}
