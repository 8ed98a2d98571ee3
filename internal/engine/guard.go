package engine

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// Bounds of what a guard looks at.
const (
	guardFiles  = 20_000 // files that a scope leaves out and that are compared with a text
	guardLooks  = 20     // of them, those whose texts are read for what a constraint asks for
	guardVoters = 1000   // files that have it, and as many that do not
	guardEmbeds = 32     // passages that get a vector for one guard
)

// GuardSigns name what the chance is told by that a file belongs into a scope: how near its name and its best passage are to the text that
// was asked, how much nearer the best passage is than that of any file of the scope, and the logarithm of odds of a proposed tag.
var GuardSigns = []string{"name", "text", "ahead", "odds"}

// A Wanted is what one constraint of a scope asks for.
type Wanted struct {
	Tag   spar.Tag        // its name and synonyms, or the values of an attribute
	IsTag bool            // and no attribute
	Has   *roaring.Bitmap // the files of which it is true
	Left  *roaring.Bitmap // the files that nothing but it keeps out
	In    *roaring.Bitmap // the files of the scope
}

// A LeftOut is a file that a scope leaves out and that may belong into it.
type LeftOut struct {
	File   spar.File
	Chance float64
	Signs  []float64
}

//go:embed guard.json
var statedGuard []byte

// StatedGuard is the shipped model of what a scope leaves out wrongly.
var StatedGuard = sync.OnceValues(func() (m calibrate.Model, err error) {
	if err = json.Unmarshal(statedGuard, &m); err == nil {
		err = m.Check(GuardSigns)
	}
	return m, err
})

// LeftOut returns the files that may belong into a scope although one constraint keeps them out, the likeliest first: what was asked is
// near to their names or texts, and they are like the files of which the constraint is true. The asker may read all of them.
func (e *Engine) LeftOut(ctx context.Context, text string, snapshot *index.Snapshot, readable *roaring.Bitmap, w Wanted) ([]LeftOut, error) {
	model, err := StatedGuard()
	if err != nil {
		return nil, err
	}
	p, err := e.guarding(ctx, snapshot, readable, w)
	if err != nil {
		return nil, err
	}
	near, err := e.Near(ctx, text, snapshot)
	if err != nil {
		return nil, err
	}
	own, err := p.asked(ctx, text, w.In)
	if err != nil {
		return nil, err
	}
	inside := 0.0
	for _, x := range own {
		inside = max(inside, x)
	}
	texts, err := p.asked(ctx, text, w.Left)
	if err != nil {
		return nil, err
	}
	var list []LeftOut
	for f := range snapshot.In(w.Left) {
		name, _ := near.Of(f.ID, true)
		said := texts[f.ID]
		list = append(list, LeftOut{File: f, Signs: []float64{name, said, said - inside, 0}})
		if len(list) == guardFiles {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b LeftOut) int {
		return cmp.Compare(max(b.Signs[0], b.Signs[1]), max(a.Signs[0], a.Signs[1]))
	})
	list = list[:min(len(list), guardLooks)]
	for i := range list {
		candidates, _, err := p.Of(ctx, list[i].File)
		if err != nil {
			return nil, err
		}
		odds := logOdds(0)
		for _, c := range candidates {
			odds = logOdds(c.Chance)
		}
		list[i].Signs[len(GuardSigns)-1] = odds
		list[i].Chance = model.Chance(list[i].Signs)
	}
	slices.SortStableFunc(list, func(a, b LeftOut) int { return cmp.Compare(b.Chance, a.Chance) })
	return list, ctx.Err()
}

// guarding makes a Proposer of what one constraint asks for.
func (e *Engine) guarding(ctx context.Context, snapshot *index.Snapshot, readable *roaring.Bitmap, w Wanted) (p *Proposer, err error) {
	p = &Proposer{e: e, snapshot: snapshot, readable: readable, compared: &sync.Mutex{}, embeds: guardEmbeds}
	if e.MayWrite() != nil {
		p.embeds = -1 // none
	}
	p.tags = []spar.Tag{{ID: 1, Name: w.Tag.Name, Synonyms: w.Tag.Synonyms}}
	p.names = propose.NewNames(p.tags)
	if p.Model, err = propose.Stated(); err != nil {
		return nil, err
	}
	if _, err := p.mean(ctx); err != nil {
		return nil, err
	}
	if w.IsTag { // vectors of values would be of no use to anybody else
		if err := p.labelFew(ctx); err != nil {
			return nil, err
		}
	}
	has := roaring.And(w.Has, readable)
	with := drawn(has, guardVoters)
	tags := map[spar.FileID][]spar.TagID{}
	for _, id := range with.ToArray() {
		tags[spar.FileID(id)] = []spar.TagID{1}
	}
	voting := roaring.Or(with, drawn(roaring.AndNot(readable, has), guardVoters))
	return p, p.vote(ctx, voting, voting, tags, 0)
}

// drawn are at most so many of a set, evenly.
func drawn(set *roaring.Bitmap, most int) *roaring.Bitmap {
	n := int(set.GetCardinality())
	if n <= most {
		return set
	}
	out := roaring.New()
	for i := range most {
		if id, err := set.Select(uint32(i * n / most)); err == nil {
			out.Add(id)
		}
	}
	return out
}

// asked is how near the best passage of each file is to a text; nothing where this machine has no encoder.
func (p *Proposer) asked(ctx context.Context, text string, files *roaring.Bitmap) (map[spar.FileID]float64, error) {
	out := map[spar.FileID]float64{}
	if p.meaning == nil {
		return out, nil
	}
	asked, err := p.e.asked.of(ctx, p.meaning.Encoder, text)
	if err != nil {
		return nil, err
	}
	runs, _, _, err := p.e.sources(ctx, p.snapshot, index.Selection{Known: drawn(files, guardFiles), Unknown: roaring.New(), Denied: roaring.New()})
	if err != nil {
		return nil, err
	}
	row := make([]float32, len(asked))
	for _, r := range runs {
		slots := p.meaning.Column.Slots(r.Segment.ID())
		err := store.Guard(func() error {
			for i := range min(r.Segment.Len(), slots.Len()) {
				if !slots.Whole(i) {
					continue
				}
				clear(row)
				vec.Best().AddI8(row, slots.Coarse(i, i+1), slots.Scale(i))
				out[r.File] = max(out[r.File], float64(vec.Best().Dot(asked, row)))
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}
