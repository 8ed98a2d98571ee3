package catalog

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A world is the plainest account of a catalog.
type world struct {
	Shares  map[int64]worldShare
	Files   map[spar.FileID]worldFile
	Tags    map[spar.TagID]worldTag
	Links   map[worldLink]worldAssignment
	Values  map[worldKey]worldValues
	Batches map[spar.BatchID]worldBatch
}

type worldShare struct {
	Name, Grants string
	Rights       spar.Rights
}

type worldFile struct {
	Share   string
	Path    string
	Size    int64
	Mode    fs.FileMode
	State   spar.State
	Segment spar.SegmentID
}

type worldTag struct {
	Name, Key string
	Parents   string // their numbers; of a retired one nothing is said
	Retired   bool
}

type worldLink struct {
	File   spar.FileID
	Tag    spar.TagID
	Origin spar.Origin
}

type worldAssignment struct {
	Confidence float64
	Evidence   string
	Review     spar.Review
	Batch      spar.BatchID
}

type worldKey struct {
	File   spar.FileID
	Key    string
	Origin spar.Origin
}

type worldValues struct {
	Texts string // in their order
	Batch spar.BatchID
}

type worldBatch struct {
	Kind, Name          string
	Undone              bool
	Assignments, Values int
}

func newWorld() *world {
	return &world{map[int64]worldShare{}, map[spar.FileID]worldFile{}, map[spar.TagID]worldTag{},
		map[worldLink]worldAssignment{}, map[worldKey]worldValues{}, map[spar.BatchID]worldBatch{}}
}

// load reads a world from the catalog.
func load(ctx context.Context, c *Catalog) (w *world, err error) {
	w = newWorld()
	shares, err := c.Shares(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range shares {
		w.Shares[s.ID] = worldShare{Name: s.Name, Rights: s.Rights}
	}
	for g, err := range c.Grants(ctx) {
		if err != nil {
			return nil, err
		}
		for id, s := range w.Shares {
			if s.Name == g.Share {
				s.Grants += grantText(g)
				w.Shares[id] = s
			}
		}
	}
	for f, err := range c.Files(ctx) {
		if err != nil {
			return nil, err
		}
		w.Files[f.ID] = fileOf(f)
	}
	for a, err := range c.Assignments(ctx) {
		if err != nil {
			return nil, err
		}
		w.Links[worldLink{a.File, a.Tag, a.Origin}] = worldAssignment{a.Confidence, a.Evidence, a.Review, a.Batch}
	}
	for a, err := range c.Attributes(ctx) {
		if err != nil {
			return nil, err
		}
		w.addValue(a)
	}
	tags, err := c.Tags(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range tags {
		w.Tags[t.ID] = tagOf(t)
	}
	batches, err := c.Batches(ctx)
	for _, b := range batches {
		w.Batches[b.ID] = worldBatch{b.Kind, b.Name, !b.Undone.IsZero(), b.Assignments, b.Attributes}
	}
	return w, err
}

func grantText(g spar.Grant) string { return fmt.Sprintf("%s %s %v;", g.Path, g.Principal, g.Allow) }

func fileOf(f spar.File) worldFile {
	return worldFile{f.Share, f.Path, f.Size, f.Mode, f.State, f.Segment}
}

func tagOf(t spar.Tag) worldTag {
	w := worldTag{Name: t.Name, Key: t.Key, Retired: t.Retired}
	if !t.Retired {
		w.Parents = fmt.Sprint(append([]spar.TagID{}, t.Parents...))
	}
	return w
}

func (w *world) addValue(a spar.Attribute) {
	k := worldKey{a.File, a.Key, a.Origin}
	v := w.Values[k]
	w.Values[k] = worldValues{v.Texts + a.Value.Text + ";", a.Batch}
}

// forget takes away a file with all that hung on it.
func (w *world) forget(id spar.FileID) {
	delete(w.Files, id)
	maps.DeleteFunc(w.Links, func(l worldLink, _ worldAssignment) bool { return l.File == id })
	maps.DeleteFunc(w.Values, func(k worldKey, _ worldValues) bool { return k.File == id })
}

// unread removes the facts that reading a file has found.
func (w *world) unread(id spar.FileID) {
	f := w.Files[id]
	f.State, f.Segment = spar.Unread, spar.SegmentID{}
	w.Files[id] = f
	maps.DeleteFunc(w.Values, func(k worldKey, _ worldValues) bool { return k.File == id && k.Origin == spar.ByReading })
}

// count counts what remains of each batch.
func (w *world) count() *world {
	for id, b := range w.Batches {
		b.Assignments, b.Values = 0, 0
		for _, a := range w.Links {
			if a.Batch == id {
				b.Assignments++
			}
		}
		for _, v := range w.Values {
			if v.Batch == id {
				b.Values += strings.Count(v.Texts, ";")
			}
		}
		w.Batches[id] = b
	}
	return w
}

// of is the part of a world that is about some files.
func (w *world) of(ids map[spar.FileID]bool) *world {
	part := newWorld()
	for id := range ids {
		if f, ok := w.Files[id]; ok {
			part.Files[id] = f
		}
	}
	for l, a := range w.Links {
		if ids[l.File] {
			part.Links[l] = a
		}
	}
	for k, v := range w.Values {
		if ids[k.File] {
			part.Values[k] = v
		}
	}
	return part
}

// TestRandomOperations does hundreds of random things to a catalog and compares it with a model: after each of them
// what the journal tells of, and that it tells of everything; now and then, and at the end, all of it. It is given
// another beginning with SPAR_SEED, and does the most, ten thousand things, with SPAR_LONG=1.
func TestRandomOperations(t *testing.T) { dbtest.Each(t, testRandomOperations) }

func testRandomOperations(t *testing.T) {
	steps := 1_000
	switch {
	case dbtest.Long():
		steps = 10_000
	case testing.Short():
		steps = 500
	case dbtest.OnPostgres(t):
		steps = 400
	}
	o := newOperator(t.Context(), openCatalog(t, t.TempDir()), t.TempDir(), seed(t))
	o.model = newWorld()
	cursor := int64(0)
	before := newWorld()
	compareAll := func(step int) {
		t.Helper()
		now, err := load(t.Context(), o.c)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(o.model.count(), now); d != "" {
			t.Fatalf("step %d: the catalog is not the model (-model +catalog): %s", step, d)
		}
	}
	for step := range steps {
		op, err := o.step()
		if err != nil {
			t.Fatalf("step %d, %s: %v", step, op, err)
		}
		touched := map[spar.FileID]bool{}
		tagged := map[spar.TagID]bool{}
		for ch, err := range o.c.Changes(t.Context(), cursor) {
			if err != nil {
				t.Fatal(err)
			}
			cursor = max(cursor, ch.Seq)
			if ch.File != 0 {
				touched[ch.File] = true
			}
			if ch.Tag != 0 && ch.File == 0 {
				tagged[ch.Tag] = true
			}
		}
		// The journal tells the changes in the model.
		for id, f := range o.model.Files {
			was, ok := before.Files[id]
			was.Share = f.Share // a new name of a share is told of the share
			if (!ok || was != f) && !touched[id] {
				t.Fatalf("step %d, %s: the journal does not tell of file %d: %+v, now %+v", step, op, id, was, f)
			}
		}
		for l, a := range o.model.Links {
			if was, ok := before.Links[l]; (!ok || was != a) && !touched[l.File] {
				t.Fatalf("step %d, %s: the journal does not tell of %+v", step, op, l)
			}
		}
		for id, tag := range o.model.Tags {
			if before.Tags[id] != tag && !tagged[id] && !lostTag(before.Tags, o.model.Tags) {
				t.Fatalf("step %d, %s: the journal does not tell of tag %d %+v", step, op, id, tag)
			}
		}
		now, err := loadFiles(t.Context(), o.c, touched)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(o.model.of(touched), now); d != "" {
			t.Fatalf("step %d, %s (-model +catalog): %s", step, op, d)
		}
		before.Files, before.Links, before.Tags = maps.Clone(o.model.Files), maps.Clone(o.model.Links), maps.Clone(o.model.Tags)
		if step%500 == 499 {
			compareAll(step)
		}
	}
	compareAll(steps)
	replay(t, o.c)
	t.Logf("%d steps: %v", steps, o.done)
}

// lostTag reports whether a tag went, which takes it from the parents of others without a word about them.
func lostTag(before, now map[spar.TagID]worldTag) bool {
	for id := range before {
		if _, ok := now[id]; !ok {
			return true
		}
	}
	return false
}

func loadFiles(ctx context.Context, c *Catalog, ids map[spar.FileID]bool) (*world, error) {
	w := newWorld()
	files, err := c.FilesByID(ctx, slices.Sorted(maps.Keys(ids)))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		w.Files[f.ID] = fileOf(f)
	}
	if len(ids) > 200 { // as many queries would be slower than all
		all, err := load(ctx, c)
		if err != nil {
			return nil, err
		}
		return all.of(ids), nil
	}
	for id := range ids {
		links, err := c.AssignmentsOf(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, a := range links {
			w.Links[worldLink{a.File, a.Tag, a.Origin}] = worldAssignment{a.Confidence, a.Evidence, a.Review, a.Batch}
		}
		values, err := c.AttributesOf(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, a := range values {
			w.addValue(a)
		}
	}
	return w, nil
}

func seed(t testing.TB) uint64 {
	t.Helper()
	n := uint64(1)
	if s := os.Getenv("SPAR_SEED"); s != "" {
		if _, err := fmt.Sscan(s, &n); err != nil {
			t.Fatal(err)
		}
	}
	return n
}
