package proposed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	spar "github.com/sparsearch/spar/internal/spar"
)

// guardFrom is the chance from which a guard speaks.
const guardFrom = .5

// A Guarded says how well the guard tells what a scope leaves out wrongly.
type Guarded struct {
	Schema string           `json:"schema"`
	Set    string           `json:"set"`
	Halves []HalfGuarded    `json:"halves"`
	Model  *calibrate.Model `json:"model,omitempty"` // fitted to the first half
}

// A HalfGuarded is of one half of the questions.
type HalfGuarded struct {
	Half    int `json:"half"`
	Removed int `json:"removed"` // questions whose file had the tag of the scope taken off
	Found   int `json:"found"`   // of them, with that file told
	First   int `json:"first"`   // and told first
	Beside  int `json:"beside"`  // of them, with another file told that has not the tag
	Whole   int `json:"whole"`   // questions in a scope that leaves nothing out wrongly
	False   int `json:"false"`   // of them, with a file told
	By      int `json:"by_name"` // of those removed, with the file among the ten nearest by name
	Told    int `json:"told"`    // files, over all questions
	Fits    int `json:"fits"`    // of them, having what the scope asks for
	samples []calibrate.Sample
}

// Guard asks questions of a set in the scope of a tag, after that tag was taken off the file that answers each, and in the scope of a tag
// that this file never had. half is 1 or 2 for the questions of one half alone; 0: all.
func Guard(ctx context.Context, set *measure.Set, o Options, half int, seed uint64) (r *Guarded, err error) {
	t, end, err := read(ctx, set, measure.TaggedOptions{Vocabulary: o.Vocabulary, Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	on, has := map[spar.TagID]*roaring.Bitmap{}, map[spar.FileID][]spar.TagID{}
	for _, l := range t.Links {
		if on[l.Tag] == nil {
			on[l.Tag] = roaring.New()
		}
		on[l.Tag].Add(uint32(l.File))
		has[l.File] = append(has[l.File], l.Tag)
	}
	tags, err := t.Engine.Catalog.Tags(ctx)
	if err != nil {
		return nil, err
	}
	var common []spar.Tag // that a scope may name: on some files and not on most
	for _, tag := range tags {
		if b := on[tag.ID]; b != nil && b.GetCardinality() >= 4 && 5*b.GetCardinality() < uint64(len(has)) {
			common = append(common, tag)
		}
	}
	files, all := map[string]spar.FileID{}, roaring.New()
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		files[t.Doc(f.Path)] = f.ID
		all.Add(uint32(f.ID))
	}
	snapshot, err := t.Engine.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 45))
	r = &Guarded{Schema: "spar.eval.guarded/1", Set: set.Name, Halves: []HalfGuarded{{Half: 1}, {Half: 2}}}
	for n, q := range set.Queries {
		var file spar.FileID
		best := 0.
		for doc, grade := range set.Judged(q.ID) {
			if grade > best {
				file, best = files[doc], grade
			}
		}
		own := func(tag spar.Tag) bool { return slices.Contains(has[file], tag.ID) }
		var list []spar.Tag
		removed := n%2 == 0
		for _, tag := range common {
			if own(tag) == removed {
				list = append(list, tag)
			}
		}
		if file == 0 || len(list) == 0 {
			continue
		}
		tag := list[random.IntN(len(list))]
		if half > 0 && n/2%2 != half-1 {
			continue
		}
		in := on[tag.ID].Clone()
		in.Remove(uint32(file))
		left := roaring.AndNot(all, in)
		found, err := t.Engine.LeftOut(ctx, q.Text, snapshot, all, engine.Wanted{Tag: tag, IsTag: true, Has: in, Left: left, In: in})
		if err != nil {
			return nil, err
		}
		r.Halves[n/2%2].add(found, file, removed, q.ID, func(f spar.File) bool { return slices.Contains(has[f.ID], tag.ID) })
	}
	if o.Fit && half != 2 {
		m := calibrate.Fit(fmt.Sprintf("%d files beside scopes of one half of the questions of %s", len(r.Halves[0].samples), set.Name),
			engine.GuardSigns, r.Halves[0].samples)
		r.Model = &m
	}
	return r, nil
}

func (h *HalfGuarded) add(found []engine.LeftOut, file spar.FileID, removed bool, group string, fits func(spar.File) bool) {
	told := slices.IndexFunc(found, func(l engine.LeftOut) bool { return l.Chance < guardFrom })
	if told < 0 {
		told = len(found)
	}
	for _, l := range found[:told] {
		if h.Told++; fits(l.File) {
			h.Fits++
		}
	}
	for _, l := range found {
		h.samples = append(h.samples, calibrate.Sample{Signs: l.Signs, Right: removed && l.File.ID == file, Group: group})
	}
	if !removed {
		h.Whole++
		if told > 0 {
			h.False++
		}
		return
	}
	h.Removed++
	at := slices.IndexFunc(found[:told], func(l engine.LeftOut) bool { return l.File.ID == file })
	switch {
	case at == 0:
		h.Found, h.First = h.Found+1, h.First+1
	case at > 0:
		h.Found++
	}
	if told > 1 || told == 1 && at < 0 {
		h.Beside++
	}
	byName := slices.Clone(found)
	slices.SortStableFunc(byName, func(a, b engine.LeftOut) int { return cmp.Compare(b.Signs[0], a.Signs[0]) })
	if slices.ContainsFunc(byName[:min(10, len(byName))], func(l engine.LeftOut) bool { return l.File.ID == file }) {
		h.By++
	}
}

// WriteMarkdown writes a table.
func (r *Guarded) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%s\n\n| half | tag taken off | file told | told first | another told beside | among ten by name | nothing missing | told all the same | files told | that fit |\n|---|---|---|---|---|---|---|---|---|---|\n", r.Set)
	for _, h := range r.Halves {
		if _, err := fmt.Fprintf(w, "| %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", h.Half, h.Removed, h.Found, h.First, h.Beside, h.By, h.Whole, h.False, h.Told, h.Fits); err != nil {
			return err
		}
	}
	return nil
}
