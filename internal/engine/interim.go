package engine

import (
	"context"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// A question that has much to read reads in turns: the most promising files first, then as many again as it has read, and so on. After each
// turn it is answered from the files read so far.
const (
	turnFiles = 64
	turnBytes = 8 << 20
	turnTime  = 3 * time.Second // of reading; then the first turn puts off slow files; each turn has twice the time of the last
)

// An Interim is an answer from the files read so far. It replaces the ones before.
type Interim struct {
	Answer  spar.Answer
	Result  Result
	Changed []int // numbers of the bullets, from 1, that the one before did not have
}

// readInTurns reads the unread files in a question's scope in turns. It stops when so few are left that one more reading takes them, when
// the budget is spent, or when more reading would hardly change the answer. It tells each answer that is better than the one before.
func (e *questions) readInTurns(ctx context.Context, q Request, in *inquiry) (*progressing, error) {
	so := &progressing{until: q.Until}
	so.complete, so.gathers = needsAll(q.Question)
	if q.Tells.Scope {
		snapshot, selection, err := e.sel(ctx, q.Selection)
		if err != nil {
			return so, err
		}
		q.Tell(Selected{coverage(snapshot, selection), selection.Funnel})
	}
	if !q.Tells.Interim && q.Until == 0 {
		return so, nil
	}
	q.preview = nil
	most := amount{turnFiles, turnBytes}
	for length := turnTime; ; length *= 2 {
		snapshot, selection, err := e.sel(ctx, q.Selection)
		if err != nil {
			return so, err
		}
		if q.purse.ended() || !waitsFor(snapshot, selection, most) {
			return so, nil
		}
		q.purse.begin(turn{most: most, length: length})
		began := time.Now()
		before := q.purse.found.Read
		_, _, _, err = e.readScope(ctx, q, snapshot, selection)
		late, took := q.purse.end(), time.Since(began)
		if err != nil || q.purse.found.Read == before && !late {
			return so, err // only put-off files are left, or others read the rest
		}
		if q.purse.found.Read == before {
			continue // all that it began takes longer, and is put off
		}
		still := q
		still.still = true
		r, err := e.find(ctx, still, in)
		if err != nil {
			return so, err
		}
		a, err := e.answer(ctx, still, &r)
		if err != nil {
			return so, err
		}
		if r.Coverage.Better, err = e.better(ctx, q, so, r); err != nil {
			return so, err
		}
		a.Coverage, a.Evidence = r.Coverage, e.evidence(ctx, still, a, r)
		so.turn(a)
		if told, ok := so.step(a, r); ok && q.Tells.Interim {
			q.Tell(told)
		}
		if err := e.seek(ctx, q, &so.sought, r.Stats, took); err != nil {
			return so, err
		}
		if so.enough(r) || so.inVain(a, r) {
			q.purse.close()
			return so, nil
		}
		most = amount{2 * most.files, 2 * most.bytes}
	}
}

// waitsFor reports whether more of a selection is unread than so much.
func waitsFor(snapshot *index.Snapshot, selection index.Selection, most amount) bool {
	unread := snapshot.ByState(roaring.Or(selection.Known, selection.Unknown))[spar.Unread]
	return unread != nil && (int(unread.GetCardinality()) > most.files || snapshot.Size(unread) > most.bytes)
}

// needsAll reports whether the answer to a question is everything that files say, and not the best place. Otherwise gathers says whether
// the answer collects what several places say.
func needsAll(text string) (all, gathers bool) {
	q := question.Parse(text)
	for _, part := range append(q.Parts, q) {
		switch part.Form {
		case question.Files, question.Version:
			all = true
		case question.List, question.Comparison:
			all, gathers = all || question.Every(text), true
		}
	}
	return all, gathers && !all
}

// unsaid gives the words of the content of a question that stand nowhere yet, and what part of the weight of its content they have.
func unsaid(text string, stats retrieve.Stats) (list []retrieve.Word, part float64) {
	q := question.Parse(text)
	content := chunk.Words(question.Without(q.Content, q.Lang))
	lang := chunk.Language(text)
	of, all := 0.0, 0.0
	for _, w := range stats.Words {
		if chunk.Common(w.Text, lang) || !slices.Contains(content, w.Text) {
			continue
		}
		if all += w.Weight; w.Passages == 0 && w.Names == 0 {
			list, of = append(list, w), of+w.Weight
		}
	}
	if all == 0 {
		return list, 0
	}
	return list, of / all
}

// progressing is how the answer of a question has come on.
type progressing struct {
	until    float64
	complete bool // only the end of the reading ends it
	gathers  bool // from several places, so that a turn that adds one goes on

	turns   int
	bullets []string // of the answer after the last turn
	stands  bool     // the last turn changed none of them

	last  spar.Answer // the last answer that was told
	known *index.Snapshot
	best  spot           // of the best hit
	since int            // files that were read when it became that
	order *order.Ranking // of all files of the scope; nil: nobody needed it yet
	shown bool           // an answer was told

	standOut *float64 // of the order; nil: nobody asked yet
	told     int      // files that had been read when tell was seen
	tell     float64  // whether names say what texts say

	sought sought // the words of the question that stand in nothing that was read
}

type spot struct {
	segment spar.SegmentID
	index   int
}

// surer is how much higher the confidence of an answer must be if it puts another file first and cites no new one. The first confidences
// rest on statistics of few files, and another place may turn out to be the best later.
const surer = .05

// step takes in the answer after a turn. It returns the answer if it is better than the last: it cites a file that was unread then, or puts
// another file first and is surer.
func (s *progressing) step(a spar.Answer, r Result) (out Interim, better bool) {
	was := s.known
	s.known = r.basis.snapshot
	if a.Refused || len(a.Citations) == 0 {
		return out, false
	}
	if s.shown && !slices.ContainsFunc(r.Hits, func(h spar.Hit) bool { return cites(a, h) && !readIn(was, h.File) }) {
		first, last := a.Citations[0], s.last.Citations[0]
		if same := first.Share == last.Share && first.Path == last.Path; same || a.Confidence < s.last.Confidence+surer {
			return out, false
		}
	}
	out = Interim{Answer: a, Result: r}
	for i, b := range a.Bullets {
		if !slices.ContainsFunc(s.last.Bullets, func(old spar.Bullet) bool { return old.Text == b.Text }) {
			out.Changed = append(out.Changed, i+1)
		}
	}
	if len(out.Changed) == 0 {
		return out, false
	}
	s.last, s.shown = a, true
	return out, true
}

// turn takes in the bullets of an answer after a turn.
func (s *progressing) turn(a spar.Answer) {
	var bullets []string
	for _, b := range a.Bullets {
		bullets = append(bullets, b.Text)
	}
	s.turns, s.stands, s.bullets = s.turns+1, slices.Equal(bullets, s.bullets), bullets
}

// cites reports whether an answer rests on a hit.
func cites(a spar.Answer, h spar.Hit) bool {
	return slices.ContainsFunc(a.Citations, func(c spar.Citation) bool {
		return c.Share == h.Share && c.Path == h.Path && c.Segment == h.Segment
	})
}

// readIn reports whether a file had been read when a snapshot was taken.
func readIn(snapshot *index.Snapshot, id spar.FileID) bool {
	f, ok := snapshot.File(id)
	return ok && f.State.Searchable()
}

// enough reports whether more reading would hardly change the answer. A word of the question that nothing has yet may stand in
// the next file, as far as nobody looked for it there.
func (s *progressing) enough(r Result) bool {
	if s.until == 0 || s.complete || !s.shown || s.sought.tells(s.until) {
		return false
	}
	// The best, and all that is gathered, has stood while as much again was read: a first turn alone ends nothing.
	if s.gathers && !s.stands {
		return false
	}
	return s.since < r.Coverage.Read && r.Coverage.Better != nil && *r.Coverage.Better <= 1-s.until
}
