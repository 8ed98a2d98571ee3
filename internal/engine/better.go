package engine

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// better is the chance that a file in scope that was not read holds a passage that outranks the best hit; nil where none is left. It
// rests on the files that the asker may read alone.
func (e *questions) better(ctx context.Context, q Request, so *progressing, r Result) (*float64, error) {
	if r.Coverage.Waiting == 0 {
		return nil, nil
	}
	read, hits := r.Coverage.Read, r.ranked
	var best spot
	if len(hits) > 0 {
		best = spot{hits[0].Segment, hits[0].Index}
	}
	if best != so.best || so.since == 0 {
		so.best, so.since = best, read
	}
	p := progressOf(q.Question, hits, r.Stats, read, read+r.Coverage.Waiting)
	var err error
	if p.Places, err = e.placesOf(ctx, q, so, r); err != nil {
		return nil, err
	}
	if p.NamesTell, p.StandOut, err = e.worth(ctx, q, so, r); err != nil {
		return nil, err
	}
	m, err := e.betterModel()
	if err != nil {
		return nil, err
	}
	chance := p.BetterBy(m)
	return &chance, nil
}

// progressOf describes how far a question has come with its hits from so many read files, without the places of these.
func progressOf(text string, hits []spar.Hit, stats retrieve.Stats, read, files int) calibrate.Progress {
	p := calibrate.Progress{Read: read, Files: files}
	for _, h := range retrieve.Texts(hits) {
		p.Scores = append(p.Scores, h.Score)
	}
	p.Confidence, _ = answer.Confidence(question.Parse(text), hits, stats)
	return p
}

// placesOf returns the places of the hits' files in the order of promise. A file that this question read has the place at which the
// question began it. If other files were read before, placesOf ranks all files of the scope once.
func (e *questions) placesOf(ctx context.Context, q Request, so *progressing, r Result) ([]int, error) {
	files := retrieve.Files(r.ranked)
	if so.order == nil {
		if places, all := q.purse.places(files); all {
			return places, nil
		}
		snapshot := r.basis.snapshot
		set := roaring.New()
		for state, files := range snapshot.ByState(roaring.Or(r.basis.selection.Known, r.basis.selection.Unknown)) {
			if state == spar.Unread || state.Searchable() {
				set.Or(files)
			}
		}
		var err error
		if so.order, err = e.rank(ctx, q.Question, snapshot, set, guesses(ctx, snapshot, q.Who, q.Scope)); err != nil {
			return nil, err
		}
	}
	ids := make([]spar.FileID, len(files))
	for i, h := range files {
		ids[i] = h.File
	}
	places := so.order.Places(ids)
	for i := range places {
		if places[i] == 0 {
			places[i] = r.Coverage.Read // a member of an archive that nobody knew of
		}
	}
	return places, nil
}

// worth says how much names tell about a question: tell says whether names agree with the texts of the files read, and standOut how far
// some of them stand out.
func (e *questions) worth(ctx context.Context, q Request, so *progressing, r Result) (tell, standOut float64, err error) {
	ranking := so.order
	if ranking == nil && q.purse.line != nil {
		ranking = q.purse.line.ranking
	}
	if ranking == nil {
		return 0, 0, nil
	}
	if so.standOut == nil {
		out := ranking.StandOut()
		so.standOut = &out
	}
	if so.told != len(r.basis.runs) {
		if so.tell, err = e.namesTell(ctx, r.basis.runs); ctx.Err() != nil {
			return 0, 0, ctx.Err()
		} else if err != nil {
			e.log.Warn("what names are worth is not known, and the chance of something better is told without it", "err", err)
		}
		so.told = len(r.basis.runs)
	}
	return so.tell, *so.standOut, nil
}

// namesTell compares the names of some runs with their texts. It draws the runs evenly: the most promising ones have similar names, and
// tell less about the worth of others.
func (e *encoders) namesTell(ctx context.Context, runs []retrieve.Source) (float64, error) {
	light, err := e.Light()
	if err != nil {
		return 0, err
	}
	var texts []string // each name, and the text behind it
	most := min(len(runs), order.ToldFiles)
	for i := range most {
		run := runs[i*len(runs)/most]
		if run.Segment.Len() == 0 {
			continue
		}
		var text string
		err := store.Guard(func() error {
			p, err := run.Segment.Passage(0)
			text = order.ToldFrom(p)
			return err
		})
		if err != nil {
			continue // the search that meets it has it read again
		}
		texts = append(texts, order.Name(run.Path), text)
	}
	vectors, err := light.Embed(ctx, texts)
	if err != nil {
		return 0, err
	}
	var names, said [][]float32
	for i := 0; i+1 < len(vectors); i += 2 {
		names, said = append(names, vectors[i]), append(said, vectors[i+1])
	}
	return order.Tell(names, said), nil
}
