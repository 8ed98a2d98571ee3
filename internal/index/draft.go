package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// A Draft is told of the files that are added to a catalog without any, while they are added, so that the index can be
// saved without reading all of them again. Nothing depends on it: where something else happened to the files meanwhile, or a draft is
// given up, the index is made of the catalog.
type Draft struct {
	x      *Index
	b      *builder
	after  int64 // the journal's head before the first file
	newest spar.FileID
	err    error

	in   chan iter.Seq[spar.File]
	done chan struct{}
}

var errDraft = errors.New("the draft does not hold")

// Draft begins one; nil if the catalog has files already. Save or Close ends it.
func (x *Index) Draft(ctx context.Context) (d *Draft, err error) {
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return nil, err
	}
	err = x.catalog.View(ctx, func(v *catalog.View) error {
		for _, err := range v.Files() {
			return err // there are some
		}
		// All additions are in the journal from here on.
		head, err := v.Head()
		if err != nil {
			return err
		}
		b := newBuilder(x.dir)
		if err := b.begin(v); err != nil {
			return err
		}
		d = &Draft{x: x, b: b, after: head, in: make(chan iter.Seq[spar.File], 1), done: make(chan struct{})}
		return nil
	})
	if d != nil {
		go d.work()
	}
	return d, err
}

// Add takes files that were added to the catalog, after all that were added before.
func (d *Draft) Add(files iter.Seq[spar.File]) { d.in <- files }

func (d *Draft) work() {
	defer close(d.done)
	for files := range d.in {
		for f := range files {
			if d.err == nil && f.ID <= d.newest {
				d.err = fmt.Errorf("%w: file %d came after file %d", errDraft, f.ID, d.newest)
			}
			if d.err == nil {
				d.err = d.b.file(&f)
			}
			d.newest = f.ID
		}
	}
}

// Close gives a draft up, unless it was saved.
func (d *Draft) Close() {
	if d != nil && d.in != nil {
		d.end()
		d.b.close()
	}
}

func (d *Draft) end() {
	close(d.in)
	<-d.done
	d.in = nil
}

// Save saves the index of the added files and of the rest of the catalog. It does nothing if that is little, if another process is at it,
// or if the draft does not hold any more.
func (d *Draft) Save(ctx context.Context) error {
	d.end()
	defer d.b.close()
	x := d.x
	if int(d.b.rows) <= x.limit(nil)/4 {
		return nil
	}
	lock, err := x.tryLock()
	if err != nil || lock == nil {
		return err
	}
	err = d.err
	if err == nil {
		err = x.catalog.View(ctx, func(v *catalog.View) error {
			if err := d.holds(v); err != nil {
				return err
			}
			b := d.b
			b.listLinks, b.listAttributes, b.listOrder = v.Links, v.Attributes, v.Order
			return b.finish(v, x.path())
		})
	}
	if err == nil {
		x.renew()
	}
	if errors.Is(err, errDraft) {
		x.o.Log.Info("the index is made of the catalog", "why", err)
		err = nil
	}
	return errors.Join(err, lock.Unlock())
}

// holds looks whether the files of the catalog are those of the draft, and as they were then.
func (d *Draft) holds(v *catalog.View) error {
	rules, err := rulesOf(v)
	if err != nil {
		return err
	}
	shares := v.Shares()
	if len(shares) != len(d.b.tables.Shares) {
		return fmt.Errorf("%w: there are other shares", errDraft)
	}
	for i, s := range shares {
		if n, ok := d.b.share[s.Name]; !ok || int(n) != i || s.ID != d.b.tables.Shares[i].ID {
			return fmt.Errorf("%w: shares have other names", errDraft)
		}
		if !slices.Equal(rules.of(s.Name).paths(), d.b.rules.of(s.Name).paths()) {
			return fmt.Errorf("%w: the table of rights has changed", errDraft)
		}
	}
	d.b.rules = rules
	added := uint32(0)
	for c, err := range v.Changes(d.after) {
		switch {
		case err != nil:
			return err
		case c.Kind == catalog.FileAdded:
			if w := int(c.File / 64); w >= len(d.b.words) || d.b.words[w]&(1<<(c.File%64)) == 0 {
				return fmt.Errorf("%w: another process added files", errDraft)
			}
			added++
		case c.Kind == catalog.Assigned, c.Kind == catalog.Unassigned: // which are read when the index is saved
		case c.File != 0, c.Kind == catalog.FilesRenumbered:
			return fmt.Errorf("%w: %s", errDraft, c.Kind)
		}
	}
	if added != d.b.rows {
		return fmt.Errorf("%w: %d files were added, of %d", errDraft, d.b.rows, added)
	}
	return nil
}
