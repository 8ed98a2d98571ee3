package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/sketch"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Version is a file that is nearly the same as others.
type Version struct {
	File        spar.File
	Resemblance float64 // of its text to the first file's, from 0 to 1
	Same        bool    // its content is the first file's, byte for byte

	SameAs   int  // the place in the group, from 1, of the first file with the same content byte for byte; 0 for none before it
	Original bool // the file of the group that others may be copies of: the one that changed first
}

// Duplicates finds groups of files in scope whose texts are nearly or exactly the same. A group begins with the file that changed last.
// The files that resemble it follow, most alike first; least is the lowest resemblance, and 0 means sketch.Least. The groups with the most
// files come first. Unread files take no part; the coverage counts them.
func (e *texts) Duplicates(ctx context.Context, who spar.Principal, scope spar.Scope, least float64) ([][]Version, spar.Coverage, error) {
	if least == 0 {
		least = sketch.Least
	}
	if !(least > 0 && least <= 1) {
		return nil, spar.Coverage{}, spar.Errorf(spar.Invalid, "the resemblance asked for is %v and must be more than 0 and at most 1", least)
	}
	light, err := e.Light()
	if err != nil {
		return nil, spar.Coverage{}, err
	}
	s := Selection{Who: who, Scope: scope, doubts: newDoubts(who)}
	for range refreshes {
		groups, coverage, err := e.duplicates(ctx, s, light, least)
		if err != nil || !who.Served {
			return groups, coverage, err
		}
		var told []spar.FileID
		for _, g := range groups {
			for _, v := range g {
				told = append(told, v.File.ID)
			}
		}
		_, left, err := e.Confirm(ctx, who, told...)
		if err != nil {
			return nil, coverage, err
		}
		all := true
		for _, id := range told {
			if !left.Contains(uint32(id)) {
				s.doubts.files.Add(uint32(id))
				all = false
			}
		}
		if all {
			return groups, coverage, nil
		}
	}
	return nil, spar.Coverage{}, spar.Errorf(spar.Unavailable, "the files that are compared change faster than they can be looked at; ask again")
}

// duplicates is Duplicates as the catalog knows the files.
func (e *texts) duplicates(ctx context.Context, s Selection, light *embed.Light, least float64) ([][]Version, spar.Coverage, error) {
	snapshot, selection, err := e.sel(ctx, s)
	if err != nil {
		return nil, spar.Coverage{}, err
	}
	runs, coverage, _, err := e.sources(ctx, snapshot, selection)
	if err != nil {
		return nil, coverage, err
	}
	of := make(map[spar.FileID]spar.File, len(runs))
	for _, r := range runs {
		if f, ok := snapshot.File(r.File); ok {
			of[r.File] = f
		}
	}
	slices.SortStableFunc(runs, func(a, b retrieve.Source) int { return newestFirst(of[a.File], of[b.File]) })
	var segments []*store.Segment // each once, that of the newest file first
	var texts []sketch.Sketch
	files := map[spar.SegmentID][]spar.File{}
	for _, r := range runs {
		id := r.Segment.ID()
		files[id] = append(files[id], of[r.File])
		if len(files[id]) > 1 {
			continue
		}
		passages, err := e.passages(ctx, r.Segment)
		if err != nil {
			return nil, coverage, err
		}
		if len(passages) == 0 {
			continue
		}
		vectors, err := light.Embed(ctx, passages)
		if err != nil {
			return nil, coverage, err
		}
		var sum sketch.Sum
		for i, v := range vectors {
			sum.Add(v, len(passages[i]))
		}
		segments, texts = append(segments, r.Segment), append(texts, sum.Sketch())
	}
	found, err := sketch.Groups(ctx, texts, least, func(i int) (sketch.Shingles, error) {
		passages, err := e.passages(ctx, segments[i])
		return sketch.ShinglesOf(passages), err
	})
	if err != nil {
		return nil, coverage, err
	}
	return grouped(found, segments, files), coverage, nil
}

// grouped makes groups of files of groups of texts, and of the files that share a text.
func grouped(found []sketch.Group, segments []*store.Segment, files map[spar.SegmentID][]spar.File) [][]Version {
	like := make(map[int][]sketch.Alike, len(found))
	member := map[int]bool{}
	for _, g := range found {
		like[g.First] = g.Like
		for _, a := range g.Like {
			member[a.Text] = true
		}
	}
	var groups [][]Version
	for i, s := range segments {
		if member[i] {
			continue
		}
		var group []Version
		for _, f := range files[s.ID()] {
			group = append(group, Version{File: f, Resemblance: 1, Same: true})
		}
		for _, a := range like[i] {
			for _, f := range files[segments[a.Text].ID()] {
				group = append(group, Version{File: f, Resemblance: a.Resemblance})
			}
		}
		if len(group) > 1 {
			relate(group)
			groups = append(groups, group)
		}
	}
	slices.SortStableFunc(groups, func(a, b []Version) int { return cmp.Compare(len(b), len(a)) })
	return groups
}

// relate says which files of a group are the same, and which is the original: the file that changed first. If several did, it is the one
// with the shortest path, because people put copies into folders and give them longer names.
func relate(group []Version) {
	first := map[spar.Hash]int{}
	original := 0
	for i := range group {
		f := &group[i].File
		if f.Hash != (spar.Hash{}) {
			if first[f.Hash] == 0 {
				first[f.Hash] = i + 1
			} else {
				group[i].SameAs = first[f.Hash]
			}
		}
		o := &group[original].File
		if cmp.Or(f.ModTime.Compare(o.ModTime), cmp.Compare(len(f.Path), len(o.Path)), cmp.Compare(f.Share, o.Share), cmp.Compare(f.Path, o.Path)) < 0 {
			original = i
		}
	}
	group[original].Original = true
}

func newestFirst(a, b spar.File) int {
	return cmp.Or(b.ModTime.Compare(a.ModTime), cmp.Compare(a.Share, b.Share), cmp.Compare(a.Path, b.Path))
}

// passages returns the texts of a segment. It returns none if the stored text is damaged; the next question mends that.
func (e *texts) passages(ctx context.Context, s *store.Segment) (texts []string, err error) {
	err = store.Guard(func() error {
		for i := range s.Len() {
			if err := ctx.Err(); err != nil {
				return err
			}
			p, err := s.Passage(i)
			if err != nil {
				return err
			}
			texts = append(texts, p.Text)
		}
		return nil
	})
	if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrAway) {
		e.log.Warn("the stored text of a file is damaged or not here, so that it is compared with no other", "err", err)
		return nil, nil
	}
	return texts, err
}
