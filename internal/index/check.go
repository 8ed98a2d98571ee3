package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"reflect"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// maxDifferences is how many differences Check tells of.
const maxDifferences = 100

// Check compares every column and every posting of the saved index, with the changes since it was made, to the catalog at one point of its
// journal. It lists differences; the remedy is to delete the saved index, which is made again.
func (x *Index) Check(ctx context.Context) (differences []string, err error) {
	y := New(x.catalog, x.dir, x.o) // reads the file anew, and keeps nobody waiting
	if _, err := openBase(y.path()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []string{err.Error()}, nil
	}
	err = x.catalog.View(ctx, func(v *catalog.View) error {
		head, err := v.Head()
		if err != nil {
			return err
		}
		if err := y.open(v, head); err != nil {
			return err
		}
		s, err := y.advance(v, head, true)
		if err != nil {
			return err
		}
		c := comparison{v: v, s: s, o: y.o}
		for _, step := range []func() error{c.files, c.links, c.attributes, c.order, c.tags, c.postings} {
			if err := step(); err != nil || c.full() {
				differences = c.found
				return err
			}
		}
		differences = c.found
		return nil
	})
	return differences, err
}

// A comparison is one Check.
type comparison struct {
	v     *catalog.View
	s     *Snapshot
	o     Options
	found []string
}

func (c *comparison) full() bool { return len(c.found) >= maxDifferences }

func (c *comparison) differ(format string, args ...any) {
	if !c.full() {
		c.found = append(c.found, fmt.Sprintf(format, args...))
	}
}

// files compares the columns of files, and their classes.
func (c *comparison) files() error {
	defer runtime.KeepAlive(c.s)
	folders := map[place]entry{}
	for _, sh := range c.v.Shares() {
		for d, err := range c.v.Directories(sh) {
			if err != nil {
				return err
			}
			folders[place{sh.Name, d.Path}] = entryOf(d)
		}
	}
	rules, err := rulesOf(c.v)
	if err != nil {
		return err
	}
	ways := newWays(func(at place) (entry, bool) { e, ok := folders[at]; return e, ok }, rules)
	n := 0
	for f, err := range c.v.Files() {
		if err != nil {
			return err
		}
		n++
		got, ok := c.s.File(f.ID)
		if !ok || got != f {
			c.differ("file %d (%s:%s) is kept as %+v and is %+v", f.ID, f.Share, f.Path, got, f)
			continue
		}
		want := classOf(&f, ways.all[ways.of(placeOf(&f))], rules.of(f.Share), nil)
		if kept := c.s.class(f.ID); kept.Share != want.Share || kept.Way.key() != want.Way.key() || kept.File != want.File || kept.Content != want.Content || kept.Table != want.Table {
			c.differ("the rights of file %d (%s:%s) rest on %+v and should on %+v", f.ID, f.Share, f.Path, kept, want)
		}
	}
	if n != c.s.Len() {
		c.differ("%d files are kept, of %d", c.s.Len(), n)
	}
	return nil
}

// class gives all that rights rest on, without labels.
func (s *Snapshot) class(id spar.FileID) class {
	if i, ok := s.at[id]; ok {
		return s.changed[i].class
	}
	row, ok := s.row(id)
	if !ok {
		return class{}
	}
	return s.baseClass(s.base.class[row])
}

// grouped gathers what belongs to one file and comes together.
func grouped[T any](rows iter.Seq2[T, error], file func(T) spar.FileID, f func(id spar.FileID, list []T)) error {
	var list []T
	for row, err := range rows {
		if err != nil {
			return err
		}
		if len(list) > 0 && file(row) != file(list[0]) {
			f(file(list[0]), list)
			list = list[:0]
		}
		list = append(list, row)
	}
	if len(list) > 0 {
		f(file(list[0]), list)
	}
	return nil
}

func (c *comparison) links() error {
	total := 0
	err := grouped(c.v.Links(), func(l catalog.Link) spar.FileID { return l.File }, func(id spar.FileID, list []catalog.Link) {
		var want []spar.TagID
		for _, l := range list {
			want = append(want, l.Tag)
		}
		want = slices.Compact(want)
		if _, ok := c.s.File(id); !ok {
			return // it has no path for the moment
		}
		total += len(want)
		if got := c.s.TagsOf(id); !slices.Equal(got, want) {
			c.differ("file %d is kept with the tags %v and has %v", id, got, want)
		}
	})
	kept := 0
	for id := range c.ids() {
		kept += len(c.s.TagsOf(id))
	}
	if kept != total {
		c.differ("%d assignments are kept, of %d", kept, total)
	}
	return err
}

func (c *comparison) attributes() error {
	total := 0
	err := grouped(c.v.Attributes(), func(a spar.Attribute) spar.FileID { return a.File }, func(id spar.FileID, want []spar.Attribute) {
		if _, ok := c.s.File(id); !ok {
			return
		}
		total += len(want)
		got := slices.Clone(c.s.AttributesOf(id))
		for i := range want {
			want[i].Key, want[i].Batch = c.o.Schema.Key(want[i].Key), 0
		}
		for i := range got {
			got[i].Batch = 0
		}
		if !slices.Equal(got, want) {
			c.differ("file %d is kept with the attributes %+v and has %+v", id, got, want)
		}
	})
	kept := 0
	for id := range c.ids() {
		kept += len(c.s.AttributesOf(id))
	}
	if kept != total {
		c.differ("%d attributes are kept, of %d", kept, total)
	}
	return err
}

// ids lists all files that are kept, in no order.
func (c *comparison) ids() iter.Seq[spar.FileID] {
	return func(yield func(spar.FileID) bool) {
		for it := c.s.live().Iterator(); it.HasNext(); {
			if !yield(spar.FileID(it.Next())) {
				return
			}
		}
		for i := range c.s.changed {
			if !yield(c.s.changed[i].ID) {
				return
			}
		}
	}
}

// order compares the order of files.
func (c *comparison) order() error {
	next, stop := iter.Pull(c.s.All())
	defer stop()
	for _, sh := range c.v.Shares() {
		for id, err := range c.v.Order(sh.ID) {
			if err != nil {
				return err
			}
			if _, ok := c.s.File(id); !ok {
				continue
			}
			if f, _ := next(); f.ID != id {
				c.differ("file %d is listed where file %d should be", f.ID, id)
				return nil
			}
		}
	}
	return nil
}

func (c *comparison) tags() error {
	want, err := c.v.Tags()
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(c.s.Tags(), want) && len(c.s.Tags())+len(want) > 0 {
		c.differ("the %d tags are kept otherwise than they are, %d", len(c.s.Tags()), len(want))
	}
	return nil
}

// postings compares the postings of the saved index with its columns.
func (c *comparison) postings() error {
	b := c.s.base
	if b == nil {
		return nil
	}
	defer runtime.KeepAlive(b)
	// compare looks whether each file of the postings has their value, and whether so many have it.
	compare := func(what string, at []posting, total int, has func(row int, n uint32) bool) {
		for n := range at {
			files := b.postings.of(at[n])
			if card := int(files.GetCardinality()); card != int(at[n].Count) {
				c.differ("%s %d has %d files and should have %d", what, n, card, at[n].Count)
			}
			for it := files.Iterator(); it.HasNext(); {
				id := it.Next()
				row, ok := b.row(id)
				if !ok || !has(row, uint32(n)) {
					c.differ("file %d is among those of %s %d", id, what, n)
					return
				}
				total--
			}
		}
		if total != 0 {
			c.differ("the files of every %s are %d too few", what, total)
		}
	}
	compare("kind", b.kindAt, b.rows(), func(row int, n uint32) bool { return b.kind[row] == n })
	compare("class", b.classAt, b.rows(), func(row int, n uint32) bool { return b.class[row] == n })
	compare("tag", b.tagAt, len(b.tagList), func(row int, n uint32) bool { return slices.Contains(list(row, b.tagEnd, b.tagList), n) })

	terms := 0
	keys := make([]*roaring.Bitmap, 3*len(b.Keys))
	for i := range keys {
		keys[i] = roaring.New()
	}
	for row := range b.rows() {
		of := list(row, b.attributeEnd, b.attributeList)
		id := b.id[row]
		for i, n := range of {
			if !slices.Contains(of[:i], n) {
				terms++
			}
			t := &b.terms[n]
			keys[3*t.Key].Add(id)
			if i > 0 && b.terms[of[i-1]].Key == t.Key {
				keys[3*t.Key+1].Add(id)
				if b.terms[of[i-1]].Origin != t.Origin {
					keys[3*t.Key+2].Add(id)
				}
			}
		}
		if b.order[b.place[row]] != uint32(row) {
			c.differ("file %d is not where its place is", id)
		}
	}
	compare("value", b.termAt, terms, func(row int, n uint32) bool { return slices.Contains(list(row, b.attributeEnd, b.attributeList), n) })
	for i, want := range keys {
		if !b.postings.of(b.byKey[i]).Equals(want) {
			c.differ("the files with the attribute %s are others than kept", b.Keys[i/3].Key)
		}
	}
	for i, n := range b.termOrder {
		if k := b.Keys[b.terms[n].Key]; i < int(k.From) || i >= int(k.To) {
			c.differ("value %d is not among those of the attribute %s", n, k.Key)
		}
	}
	return nil
}
