package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// byPromise puts files in reading order. The asker may read all of them.
func (e *encoders) byPromise(ctx context.Context, question string, snapshot *index.Snapshot, files []spar.File, guess func(spar.FileID) float64) ([]spar.File, error) {
	set := roaring.New()
	for _, f := range files {
		set.Add(uint32(f.ID))
	}
	known, err := e.knownFor(ctx, question, snapshot, set, set, guess)
	return order.Files(order.By(asked(question), files, known)), err
}

// rank puts files of a snapshot in reading order, and finds out no more of each than the order needs. The asker may read all of them.
func (e *encoders) rank(ctx context.Context, question string, snapshot *index.Snapshot, set *roaring.Bitmap, guess func(spar.FileID) float64) (*order.Ranking, error) {
	known, err := e.knownFor(ctx, question, snapshot, set, set, guess)
	if err != nil {
		return nil, err
	}
	return order.Rank(asked(question), snapshot.Names(set), int(set.GetCardinality()), known), nil
}

// asked returns the question, or "" if it has no words.
func asked(question string) string {
	if strings.TrimSpace(question) == "" {
		return "" // idle time: all files promise the same
	}
	return question
}

// Promises puts files in the order of their promise. It goes by their names, their sketches and the scope's guesses, and by known titles of
// files in mayRead.
func (e *encoders) Promises(ctx context.Context, who spar.Principal, question string, snapshot *index.Snapshot, files []spar.File, mayRead *roaring.Bitmap, sc spar.Scope) ([]order.Promise, error) {
	set := roaring.New()
	for _, f := range files {
		set.Add(uint32(f.ID))
	}
	known, err := e.knownFor(ctx, question, snapshot, set, mayRead, guesses(ctx, snapshot, who, sc))
	return order.By(asked(question), files, known), err
}

// knownFor returns what SPAR knows of some files when it puts them in order. Of a file that the asker may not read, only the name counts.
func (e *encoders) knownFor(ctx context.Context, question string, snapshot *index.Snapshot, set, mayRead *roaring.Bitmap, guess func(spar.FileID) float64) (known order.Known, err error) {
	if asked(question) == "" {
		return known, nil
	}
	known.Title = func(f spar.File) string {
		if !mayRead.Contains(uint32(f.ID)) {
			return ""
		}
		return titleOf(snapshot.AttributesOf(f.ID))
	}
	if guess != nil {
		known.Guess = func(f spar.File) float64 { return guess(f.ID) }
	}
	if known.Tags, err = e.aboutTags(ctx, question, snapshot, roaring.And(set, mayRead), int(set.GetCardinality())); err != nil {
		return known, err
	}
	near, err := e.Near(ctx, question, snapshot)
	switch {
	case ctx.Err() != nil:
		return known, ctx.Err()
	case err != nil && e.ReadOnly(): // no file is read, in whatever order
	case err != nil:
		e.log.Warn("files are put in order by the words of their names alone", "err", err)
	default:
		known.Precise = near.Precise
		known.Near = func(f spar.File) (float64, bool) { return near.Of(f.ID, mayRead.Contains(uint32(f.ID))) }
	}
	return known, nil
}

// Like returns the files that have sketches, the nearest in meaning to a text first.
func (e *encoders) Like(ctx context.Context, text string, snapshot *index.Snapshot, files []spar.File, mayRead *roaring.Bitmap) ([]order.Promise, error) {
	near, err := e.Near(ctx, text, snapshot)
	if err != nil {
		return nil, err
	}
	var list []order.Promise
	for _, f := range files {
		if score, ok := near.Of(f.ID, mayRead.Contains(uint32(f.ID))); ok {
			list = append(list, order.Promise{File: f, Score: score, Meaning: score})
		}
	}
	slices.SortStableFunc(list, func(a, b order.Promise) int { return cmp.Compare(b.Score, a.Score) })
	return list, nil
}

// titleOf returns the title of a file, or the subject of a message, from the most trusted source.
func titleOf(known []spar.Attribute) string {
	for _, key := range []string{"title", "subject"} {
		var best spar.Attribute
		for _, a := range known {
			if a.Key == key && a.Value.Kind == spar.Text && (best.Key == "" || a.Origin.Precedence() < best.Origin.Precedence()) {
				best = a
			}
		}
		if best.Value.Text != "" {
			return best.Value.Text
		}
	}
	return ""
}

// titlesOf tells the titles of a snapshot's files.
func titlesOf(snapshot *index.Snapshot) retrieve.Titles {
	return func(id spar.FileID) string { return titleOf(snapshot.AttributesOf(id)) }
}

// segmentsByPromise gives each segment of the runs once, that of the most promising file first.
func (e *encoders) segmentsByPromise(ctx context.Context, question string, snapshot *index.Snapshot, runs []retrieve.Source) ([]*store.Segment, error) {
	of := make(map[spar.FileID]*store.Segment, len(runs))
	files := make([]spar.File, 0, len(runs))
	for _, r := range runs {
		if f, ok := snapshot.File(r.File); ok {
			of[r.File] = r.Segment
			files = append(files, f)
		}
	}
	met := map[spar.SegmentID]bool{}
	var list []*store.Segment
	ordered, err := e.byPromise(ctx, question, snapshot, files, nil)
	if err != nil {
		return nil, err
	}
	for _, f := range ordered {
		if s := of[f.ID]; !met[s.ID()] {
			met[s.ID()] = true
			list = append(list, s)
		}
	}
	return slices.Clip(list), nil
}

// byTime puts the most recently changed files first.
func byTime(files []spar.File) {
	slices.SortStableFunc(files, func(a, b spar.File) int { return b.ModTime.Compare(a.ModTime) })
}
