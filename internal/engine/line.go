package engine

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// A line is the unread files of a question in the order of their promise, put in order once. Of very many files a question reads few, so that
// only those are looked up, some at a time.
type line struct {
	question string
	ranking  *order.Ranking
	has      *roaring.Bitmap // the files that stand in it
	given    []spar.FileID   // files that the ranking gave, in its order
	at       int             // of given, in this reading
	front    []spar.FileID   // files that come before all others
	atFront  int             // of front, in this reading
	moved    map[spar.FileID]bool
	done     map[spar.FileID]bool
}

// How many files are looked up at a time: the first of a turn, and of a reading without turns. More each time after that.
const (
	lookUpTurn = 4 // times what the turn takes
	lookUp     = 4096
)

// lineUp begins a reading of unread files: it puts those in order that do not stand in the line of the question yet, and gives them, too.
func (e *texts) lineUp(ctx context.Context, q Request, snapshot *index.Snapshot, unread *roaring.Bitmap) (_ *line, fresh *roaring.Bitmap, err error) {
	in := q.purse.line
	fresh = unread
	switch {
	case in == nil || in.question != q.Question:
		in = &line{question: q.Question, has: unread.Clone()}
		if in.ranking, err = e.rank(ctx, q.Question, snapshot, unread, guesses(ctx, snapshot, q.Who, q.Scope)); err != nil {
			return nil, nil, err
		}
	default:
		if fresh = roaring.AndNot(unread, in.has); !fresh.IsEmpty() {
			known, err := e.knownFor(ctx, q.Question, snapshot, fresh, fresh, guesses(ctx, snapshot, q.Who, q.Scope))
			if err != nil {
				return nil, nil, err
			}
			in.ranking.Add(snapshot.Names(fresh), known)
			in.has.Or(fresh)
		}
	}
	in.at, in.atFront, in.done = 0, 0, map[spar.FileID]bool{}
	q.purse.line = in
	return in, fresh, nil
}

// first is how many files are looked up at first.
func (l *line) first(p *purse) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn != nil {
		return lookUpTurn * p.turn.most.files
	}
	return lookUp
}

// next returns the next files of a set, no more than most. It passes over files that this reading has already dealt with.
func (l *line) next(snapshot *index.Snapshot, of *roaring.Bitmap, most int) (files []spar.File) {
	for len(files) < most {
		id, ok := l.following()
		if !ok {
			break
		}
		if !of.Contains(uint32(id)) || l.done[id] {
			continue
		}
		if f, ok := snapshot.File(id); ok {
			files = append(files, f)
		}
	}
	return files
}

// following gives the next file of this reading.
func (l *line) following() (spar.FileID, bool) {
	if l.atFront < len(l.front) {
		l.atFront++
		return l.front[l.atFront-1], true
	}
	for {
		id, ok := l.place(l.at)
		l.at++
		if !ok || !l.moved[id] {
			return id, ok
		}
	}
}

// place gives the file at a place of the order, from 0.
func (l *line) place(at int) (spar.FileID, bool) {
	for at >= len(l.given) {
		id, ok := l.ranking.Next()
		if !ok {
			return 0, false
		}
		l.given = append(l.given, id)
	}
	return l.given[at], true
}

// bring puts files before all others, but behind the files brought before.
func (l *line) bring(ids []spar.FileID) {
	if l.moved == nil {
		l.moved = map[spar.FileID]bool{}
	}
	for _, id := range ids {
		if !l.moved[id] {
			l.moved[id], l.front = true, append(l.front, id)
		}
	}
}

// membersOf returns the files among fresh whose container took accepts, the most promising first.
func (l *line) membersOf(snapshot *index.Snapshot, fresh *roaring.Bitmap, took func(spar.FileID) bool) (files []spar.File) {
	var ids []spar.FileID
	for f := range snapshot.In(fresh) {
		if took(f.Container) {
			ids = append(ids, f.ID)
		}
	}
	for _, id := range l.ranking.InOrder(ids) {
		if f, ok := snapshot.File(id); ok {
			files = append(files, f)
		}
	}
	return files
}
