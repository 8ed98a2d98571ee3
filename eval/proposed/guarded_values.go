package proposed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	spar "github.com/sparsearch/spar/internal/spar"
)

// What files have, and a guard is to tell when it is missing.
const (
	ByYear   = "year"   // the year of a file's time; a scope asks for it and the years before and after
	ByFolder = "folder" // the first folder of its path
)

// lacking is the part of the files that have no value, besides the one that answers.
const lacking = .1

// GuardValues asks questions of a set in the scope of a value that the file that answers each lacks: of every second one it is the value that
// was taken off it, and of the others another one. A tenth of the other files have none either. half is 1 or 2 for the questions of one half
// alone; 0: all.
func GuardValues(ctx context.Context, set *measure.Set, o Options, key string, half int, seed uint64) (r *Guarded, err error) {
	if key != ByYear && key != ByFolder {
		return nil, spar.Errorf(spar.Invalid, "%q is nothing that files have here: choose %s or %s", key, ByYear, ByFolder)
	}
	t, end, err := read(ctx, set, measure.TaggedOptions{Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	random := rand.New(rand.NewPCG(seed, 178))
	of, on, files, without := map[spar.FileID]string{}, map[string]*roaring.Bitmap{}, map[string]spar.FileID{}, roaring.New()
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		value, _, in := strings.Cut(f.Path, "/")
		if key == ByYear {
			value, in = strconv.Itoa(f.ModTime.Year()), true
		}
		if !in {
			continue
		}
		if of[f.ID], files[t.Doc(f.Path)] = value, f.ID; on[value] == nil {
			on[value] = roaring.New()
		}
		on[value].Add(uint32(f.ID))
		if random.Float64() < lacking {
			without.Add(uint32(f.ID))
		}
	}
	var values []string
	for v := range on {
		values = append(values, v)
	}
	slices.Sort(values)
	snapshot, err := t.Engine.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	r = &Guarded{Schema: "spar.eval.guarded/1", Set: set.Name + ", " + key, Halves: []HalfGuarded{{Half: 1}, {Half: 2}}}
	for n, q := range set.Queries {
		var file spar.FileID
		best := 0.
		for doc, grade := range set.Judged(q.ID) {
			if grade > best {
				file, best = files[doc], grade
			}
		}
		wanted := wantedOf(key, of[file])
		removed := n%2 == 0
		for tries := 0; !removed && slices.Contains(wanted, of[file]) && tries < 100; tries++ {
			wanted = wantedOf(key, values[random.IntN(len(values))])
		}
		if file == 0 || half > 0 && n/2%2 != half-1 || !removed && slices.Contains(wanted, of[file]) {
			continue
		}
		left := without.Clone()
		left.Add(uint32(file))
		in := roaring.New()
		for _, v := range wanted {
			if on[v] != nil {
				in.Or(on[v])
			}
		}
		in.AndNot(left)
		all := roaring.New()
		for f := range of {
			all.Add(uint32(f))
		}
		found, err := t.Engine.LeftOut(ctx, q.Text, snapshot, all, engine.Wanted{Tag: spar.Tag{Name: wanted[0], Synonyms: wanted[1:]}, Has: in, Left: left, In: in})
		if err != nil {
			return nil, err
		}
		r.Halves[n/2%2].add(found, file, removed, q.ID, func(f spar.File) bool { return slices.Contains(wanted, of[f.ID]) })
	}
	if o.Fit && half != 2 {
		m := calibrate.Fit(fmt.Sprintf("%d files without a value beside scopes of one half of the questions of %s", len(r.Halves[0].samples), r.Set),
			engine.GuardSigns, r.Halves[0].samples)
		r.Model = &m
	}
	return r, nil
}

// wantedOf are the values that a scope asks for which is meant to have a value.
func wantedOf(key, value string) []string {
	if key == ByYear {
		if y, err := strconv.Atoi(value); err == nil {
			return []string{strconv.Itoa(y - 1), value, strconv.Itoa(y + 1)}
		}
	}
	return []string{value}
}
