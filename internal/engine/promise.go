package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/store"
)

// byPromise puts files in the order in which they are read, by their names and their titles as far as these are known, with
// the light encoder if there is one.
func (e *Engine) byPromise(ctx context.Context, question string, snapshot *index.Snapshot, files []spar.File) ([]spar.File, error) {
	title := func(f spar.File) string { return titleOf(snapshot.AttributesOf(f.ID)) }
	if strings.TrimSpace(question) == "" {
		title = nil // idle time, in which all files promise the same
	}
	light, err := e.Light()
	if err != nil {
		e.log.Warn("files are put in order by the words of their names alone", "err", err)
		return order.ByPromise(ctx, question, files, title, nil)
	}
	return order.ByPromise(ctx, question, files, title, light)
}

// titleOf is what a file says that it is called, or what a message says that it is about, as the most trusted source has it.
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

// segmentsByPromise gives each segment of the runs once, that of the most promising file first.
func (e *Engine) segmentsByPromise(ctx context.Context, question string, snapshot *index.Snapshot, runs []retrieve.Source) ([]*store.Segment, error) {
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
	ordered, err := e.byPromise(ctx, question, snapshot, files)
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
