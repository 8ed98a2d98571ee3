package propose_test

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestExamine: each kind of fault is found where it is, with what would mend it, and a catalog without faults has none that is likely.
func TestExamine(t *testing.T) {
	models, err := propose.StatedOddities()
	if err != nil {
		t.Fatal(err)
	}
	x, y, z := at(1, 0), at(0, 1), at(-1, 0)
	tag := func(id spar.TagID, name string, parents ...spar.TagID) spar.Tag {
		return spar.Tag{ID: id, Name: name, Parents: parents}
	}
	file := func(id spar.FileID, v []float32, tags ...spar.TagID) propose.Tagged {
		return propose.Tagged{File: id, Vector: v, Tags: tags}
	}
	subject := func(names [][]float32, tags []spar.Tag, files ...propose.Tagged) propose.Subject {
		s := propose.Subject{Tags: tags, Vectors: names, Files: files, Candidates: make([][]propose.Candidate, len(files))}
		for i := range files {
			s.Candidates[i] = []propose.Candidate{{Tag: 99, Chance: .5}}
		}
		return s
	}
	for _, tc := range []struct {
		kind   propose.Oddity
		repair propose.Repair
		in     propose.Subject
	}{
		{propose.Duplicate, propose.Repair{Do: propose.Merge, Tag: 2, Into: 1}, subject(nil, []spar.Tag{tag(1, "Heart attack"), tag(2, "Attacks, heart")}, file(1, x, 1), file(2, x, 1), file(3, x, 2))},
		{propose.Cycle, propose.Repair{Do: propose.Cut, Tag: 1, From: 2}, subject(nil, []spar.Tag{tag(1, "Heart", 2), tag(2, "Lung", 1)})},
		{propose.Orphan, propose.Repair{Do: propose.Move, Tag: 3, Into: 1}, subject([][]float32{at(.7, .7), at(1, .1), at(1, .2)}, []spar.Tag{tag(1, "Organs"), tag(2, "Heart", 1), tag(3, "Lung")})},
		{propose.Misplaced, propose.Repair{Do: propose.Move, Tag: 3, From: 4, Into: 1},
			subject([][]float32{at(.9, .4), at(1, .1), at(1, .2), at(-.3, -1)}, []spar.Tag{tag(1, "Organs"), tag(2, "Heart", 1), tag(3, "Lung", 4), tag(4, "Taxes")})},
		{propose.Narrow, propose.Repair{Do: propose.Merge, Tag: 2, Into: 1}, subject(nil, []spar.Tag{tag(1, "Letter"), tag(2, "Letter draft", 1)}, file(1, x, 1), file(2, x, 1), file(3, x, 1), file(4, x, 1), file(5, x, 2))},
		{propose.Unlike, propose.Repair{Do: propose.Off, Tag: 1, Files: []spar.FileID{5}},
			subject(nil, []spar.Tag{tag(1, "Letter"), tag(2, "Soup")}, file(1, x, 1), file(2, x, 1), file(3, x, 1), file(4, x, 1), file(5, z, 1), file(6, z, 2), file(7, z, 2), file(8, y, 2))},
		{propose.Missing, propose.Repair{Do: propose.On, Tag: 2, Files: []spar.FileID{2}}, subject(nil, []spar.Tag{tag(1, "Letter"), tag(2, "Soup")}, file(1, x, 1, 2), file(2, x, 1))},
		{propose.Broad, propose.Repair{Do: propose.Off, Tag: 1, Into: 2, Files: []spar.FileID{5, 6}}, subject(nil, []spar.Tag{tag(1, "Letter"), tag(2, "Soup")},
			file(1, x, 1), file(2, x, 1), file(3, x, 1), file(4, x, 1), file(5, y, 1, 2), file(6, y, 1, 2), file(7, y, 2), file(8, y, 2), file(9, y, 2), file(10, z), file(11, z), file(12, z), file(13, z))},
	} {
		found := propose.Examine(tc.in, models)
		i := slices.IndexFunc(found, func(f propose.Finding) bool { return f.Kind == tc.kind })
		if i < 0 {
			t.Errorf("%s: nothing is found among %+v", tc.kind, found)
			continue
		}
		got := found[i]
		if r, want := got.Repair, tc.repair; r.Do != want.Do || r.Tag != want.Tag || r.Into != want.Into || r.From != want.From || len(want.Files) > 0 && !slices.Equal(r.Files, want.Files) {
			t.Errorf("%s would be mended by %+v, not %+v", tc.kind, r, want)
		}
		if got.Chance <= 0 || got.Chance >= 1 || len(got.Signs) != len(propose.OddSigns[tc.kind]) {
			t.Errorf("%s has the chance %v and %d signs", tc.kind, got.Chance, len(got.Signs))
		}
	}
	for _, f := range propose.Examine(subject(nil, []spar.Tag{tag(1, "Letter"), tag(2, "Soup")}, file(1, x, 1), file(2, y, 2)), models) {
		t.Errorf("where nothing is odd %+v is found", f)
	}
}
