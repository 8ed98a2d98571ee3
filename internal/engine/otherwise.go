package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/spar"
)

// A Wording is another possible meaning of a question that goes on with earlier ones.
type Wording struct {
	Text   string
	GoesOn GoesOn // of this wording
}

// Wordings are the wordings beside the one that is asked first.
type Wordings struct {
	Others []Wording
	Alone  bool // the first is as typed, and may be a question of its own
	Leans  bool // the typed text is too little for a question of its own
}

// When another wording takes the place of the first. The chances are the confidence of answers.
const (
	leastForAlone = .6 // of a question that may be one of its own: that it goes on is then a guess, too
	leastRefused  = .4 // of one that goes on and is refused as it was understood
	onThread      = .2 // on top of the chance of an answer that the file of the answer before gives, as threadScore is on top of the best score
)

// otherwise answers the other wordings of a question if the first is refused, or if the typed text is too little for a question. It takes
// the wording whose answer has the best chance to be right. The question, hits and corrections are then that wording's.
func (e *questions) otherwise(ctx context.Context, q *Request, in *inquiry, a *spar.Answer, r *Result, corrected *[]spar.Correction) error {
	w := q.Wordings
	least := leastRefused
	switch {
	case a.Refused && w.Alone && !w.Leans:
		if _, part := unsaid(q.Question, r.Stats); part == 1 {
			return nil // no file says anything of the question: an answer would be only to the words of the question before
		}
		least = leastForAlone
	case a.Refused:
	case w.Alone && w.Leans:
		least = a.Confidence - onThread
	default:
		return nil
	}
	best := -1.
	asked, was := *q, *r
	for _, other := range w.Others {
		o := asked
		o.Question, o.GoesOn, o.preview = other.Text, other.GoesOn, nil
		found, err := e.find(ctx, o, in)
		if err != nil {
			return err
		}
		mended, err := e.correct(ctx, &o, found, e.knows(ctx, o))
		if err == nil && len(mended) > 0 {
			found, err = e.find(ctx, o, in)
		}
		if err != nil {
			return err
		}
		got, err := e.answer(ctx, o, &found)
		if err != nil {
			return err
		}
		if got.Refused {
			continue
		}
		chance := got.Confidence + onThread*other.GoesOn.rests(got, found)
		if chance < least || chance <= best {
			continue
		}
		best = chance
		found.Timing.add(was.Timing)
		found.Wording, o.preview = other.Text, asked.preview
		*q, *r, *a, *corrected = o, found, got, mended
	}
	return nil
}

// rests is how much of the thread is in the file that an answer cites first.
func (g GoesOn) rests(a spar.Answer, r Result) float64 {
	if len(a.Bullets) == 0 || len(a.Bullets[0].Citations) == 0 {
		return 0
	}
	for _, c := range a.Citations {
		if c.N != a.Bullets[0].Citations[0] {
			continue
		}
		for _, h := range r.Hits {
			if h.Segment == c.Segment && h.Share == c.Share && h.Path == c.Path {
				return g.Files[h.File]
			}
		}
	}
	return 0
}
