package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
)

// An operator does random things to a catalog. With a model it does them to the model too, and nobody else may write. Without one, others
// may be at work, and a thing that they have removed is no error.
type operator struct {
	ctx   context.Context
	c     *Catalog
	r     *rand.Rand
	dir   string // of the shares' roots
	name  string // sets its shares, tags and sources apart from those of others
	model *world // nil for none

	next  int // numbers contents, paths and names, so that nothing comes back by chance
	share spar.Share
	done  map[string]int

	above map[spar.TagID][]spar.TagID // parents, of the model
}

func newOperator(ctx context.Context, c *Catalog, dir string, seed uint64) *operator {
	return &operator{ctx: ctx, c: c, r: rand.New(rand.NewPCG(seed, 1)), dir: dir, name: fmt.Sprintf("w%d", seed), done: map[string]int{}, above: map[spar.TagID][]spar.TagID{}}
}

func (o *operator) number() int { o.next++; return o.next }

func (o *operator) chance(percent int) bool { return o.r.IntN(100) < percent }

// pick is one of the keys of a map, the same for the same seed.
func pick[K ~uint32 | ~int64 | ~int | ~string, V any](o *operator, m map[K]V) (k K, ok bool) {
	if len(m) == 0 {
		return k, false
	}
	keys := slices.Sorted(maps.Keys(m))
	return keys[o.r.IntN(len(keys))], true
}

// step does one thing and names it.
func (o *operator) step() (string, error) {
	ops := []struct {
		name   string
		weight int
		do     func() error
	}{
		{"scan", 15, o.scan}, {"read", 12, o.read}, {"reread", 2, o.reread}, {"vanish", 2, o.vanish},
		{"add a tag", 4, o.addTag}, {"remove a tag", 2, o.removeTag}, {"set parents", 4, o.setParents}, {"import", 3, o.importVocabulary},
		{"assign", 12, o.assign}, {"unassign", 6, o.unassign}, {"review", 10, o.review},
		{"run a batch", 14, o.batch}, {"undo a batch", 3, o.undo},
		{"set attributes", 8, o.setAttributes}, {"unset attributes", 4, o.unsetAttributes},
		{"share", 1, o.reshare}, {"grant", 2, o.grant},
	}
	total := 0
	for _, op := range ops {
		total += op.weight
	}
	n := o.r.IntN(total)
	for _, op := range ops {
		if n -= op.weight; n < 0 {
			o.done[op.name]++
			err := op.do()
			if o.model == nil && (spar.CodeOf(err) == spar.NotFound || spar.CodeOf(err) == spar.Conflict) && !errors.Is(err, context.Canceled) {
				err = nil // somebody was quicker
			}
			return op.name, err
		}
	}
	panic("no operation")
}

// files is the files as the model has them, or, without one, some that the catalog has.
func (o *operator) files() (map[spar.FileID]worldFile, error) {
	if o.model != nil {
		return o.model.Files, nil
	}
	all := map[spar.FileID]worldFile{}
	for f, err := range o.c.Files(o.ctx) {
		if err != nil {
			return nil, err
		}
		all[f.ID] = fileOf(f)
	}
	return all, nil
}

func (o *operator) tags() (map[spar.TagID]worldTag, error) {
	if o.model != nil {
		return o.model.Tags, nil
	}
	all := map[spar.TagID]worldTag{}
	tags, err := o.c.Tags(o.ctx)
	for _, t := range tags {
		all[t.ID] = tagOf(t)
	}
	return all, err
}

// some is up to n random files.
func (o *operator) some(n int) ([]spar.FileID, error) {
	files, err := o.files()
	var ids []spar.FileID
	for range 1 + o.r.IntN(n) {
		if id, ok := pick(o, files); ok && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// reshare makes the operator's share, or gives it another name, or removes it and makes it anew.
func (o *operator) reshare() (err error) {
	name := fmt.Sprintf("%s-share-%d", o.name, o.number())
	switch {
	case o.share.ID == 0:
		root := filepath.Join(o.dir, o.name)
		if err := os.MkdirAll(root, 0o755); err != nil {
			return err
		}
		if o.share, err = o.c.AddShare(o.ctx, name, root, ShareOptions{}); err == nil && o.model != nil {
			o.model.Shares[o.share.ID] = worldShare{Name: name}
		}
		return err
	case o.chance(30):
		if err := o.c.RemoveShare(o.ctx, o.share.Name); err != nil {
			return err
		}
		if o.model != nil {
			for id, f := range maps.Clone(o.model.Files) {
				if f.Share == o.share.Name {
					o.model.forget(id)
				}
			}
			delete(o.model.Shares, o.share.ID)
		}
		o.share = spar.Share{}
		return o.reshare()
	}
	if err := o.c.RenameShare(o.ctx, o.share.Name, name); err != nil {
		return err
	}
	if o.model != nil {
		for id, f := range o.model.Files {
			if f.Share == o.share.Name {
				f.Share = name
				o.model.Files[id] = f
			}
		}
		s := o.model.Shares[o.share.ID]
		s.Name = name
		o.model.Shares[o.share.ID] = s
	}
	o.share.Name = name
	return nil
}

func (o *operator) grant() error {
	if o.share.ID == 0 {
		return o.reshare()
	}
	grants := []spar.Grant{{Share: o.share.Name, Path: ".", Principal: "everyone", Allow: o.chance(50)}}
	if o.chance(50) {
		grants = append(grants, spar.Grant{Share: o.share.Name, Path: fmt.Sprintf("d%d", o.r.IntN(5)), Principal: "user:ada", Allow: o.chance(50)})
	}
	if err := o.c.SetGrants(o.ctx, o.share.Name, grants); err != nil {
		return err
	}
	if o.model != nil {
		s := o.model.Shares[o.share.ID]
		s.Grants, s.Rights = "", spar.ByTable
		for _, g := range grants {
			s.Grants += grantText(g)
		}
		o.model.Shares[o.share.ID] = s
	}
	return nil
}

// scan changes what lies in the share, and scans it.
func (o *operator) scan() error {
	if o.share.ID == 0 {
		if err := o.reshare(); err != nil {
			return err
		}
	}
	known := map[string]spar.FileID{} // of this share
	files, err := o.files()
	if err != nil {
		return err
	}
	for id, f := range files {
		if f.Share == o.share.Name {
			known[f.Path] = id
		}
	}
	busy := map[string]bool{} // one change a file between two scans
	place := func(p string) string { return filepath.Join(o.share.Root, filepath.FromSlash(p)) }
	put := func(p string) (int64, error) {
		n := o.number() // the size: no two contents have the same
		if err := os.MkdirAll(filepath.Dir(place(p)), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(place(p), make([]byte, n), 0o644); err != nil {
			return 0, err
		}
		at := time.Unix(1e9+int64(n), 0)
		return int64(n), os.Chtimes(place(p), at, at)
	}
	fresh := func() string {
		return fmt.Sprintf("%s/f%d", []string{"d0", "d1", "d2/e", "d3", "d4"}[o.r.IntN(5)], o.number())
	}
	added := map[string]int64{}
	for range 1 + o.r.IntN(4) {
		p, there := pick(o, known)
		var err error
		switch n := o.r.IntN(100); {
		case !there || busy[p] || n < 45 && len(known) < 60:
			p = fresh()
			added[p], err = put(p)
		case n < 70:
			busy[p] = true
			size, e := put(p)
			if err = e; err == nil && o.model != nil {
				f := o.model.Files[known[p]]
				f.Size, f.Mode = size, 0o644
				if err := os.Chmod(place(p), 0o644); err != nil {
					return err
				}
				o.model.Files[known[p]] = f
				o.model.unread(known[p])
			}
		case n < 80:
			busy[p] = true
			to := fresh()
			if err = os.MkdirAll(filepath.Dir(place(to)), 0o755); err == nil {
				err = os.Rename(place(p), place(to))
			}
			if o.model != nil {
				f := o.model.Files[known[p]]
				f.Path = to
				if f.State == spar.Vanished {
					f.State = spar.Unread
				}
				o.model.Files[known[p]] = f
			}
		case n < 88:
			busy[p] = true
			mode := []fs.FileMode{0o600, 0o640, 0o644}[o.r.IntN(3)]
			err = os.Chmod(place(p), mode)
			if o.model != nil {
				f := o.model.Files[known[p]]
				if f.Mode == mode { // it changed, and nothing tells how
					f.State = spar.Unread
				}
				f.Mode = mode
				o.model.Files[known[p]] = f
			}
		default:
			busy[p] = true
			err = os.Remove(place(p))
			if o.model != nil {
				o.model.forget(known[p])
			}
		}
		if err != nil {
			return err
		}
	}
	lock, err := o.c.TryScanLock(o.share)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if _, err := o.c.Scan(o.ctx, o.share, ScanOptions{batch: 1 + o.r.IntN(3)}); err != nil || o.model == nil {
		return err
	}
	for id, f := range o.model.Files { // vanished files are back
		if f.Share == o.share.Name && f.State == spar.Vanished {
			f.State = spar.Unread
			o.model.Files[id] = f
		}
	}
	onDisk := 0
	if err := filepath.WalkDir(o.share.Root, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			onDisk++
		}
		return err
	}); err != nil {
		return err
	}
	// Only the catalog knows the numbers of new files; a share made anew has all of its files anew.
	inModel := 0
	for _, f := range o.model.Files {
		if f.Share == o.share.Name {
			inModel++
		}
	}
	for f, err := range o.c.Files(o.ctx) {
		if err != nil {
			return err
		}
		if _, ok := o.model.Files[f.ID]; ok || f.Share != o.share.Name {
			continue
		}
		if size, ok := added[f.Path]; ok && size != f.Size || f.State != spar.Unread {
			return fmt.Errorf("a new file is %+v", f)
		}
		o.model.Files[f.ID] = fileOf(f)
		inModel++
	}
	if inModel != onDisk {
		return fmt.Errorf("%d files in the share and %d in the model", onDisk, inModel)
	}
	return nil
}

func (o *operator) versions(n int) ([]spar.File, error) {
	ids, err := o.some(n)
	if err != nil {
		return nil, err
	}
	return o.c.FilesByID(o.ctx, ids)
}

func (o *operator) read() error {
	files, err := o.versions(4)
	if err != nil {
		return err
	}
	var findings []spar.Finding
	for _, f := range files {
		v := f.Version()
		stale := o.chance(10)
		if stale {
			v.Size++ // read in another version
		}
		v.Hash[0], v.Hash[1] = byte(v.Size), byte(v.Size>>8)
		found := spar.Finding{Version: v, Format: f.Format, State: spar.OK, Segment: spar.SegmentID(v.Hash)}
		if o.chance(20) {
			found.State, found.Segment, found.Reason = spar.Corrupt, spar.SegmentID{}, "broken"
		}
		for i := range o.r.IntN(3) {
			found.Properties = append(found.Properties, spar.Property{Key: fmt.Sprintf("k%d", i%2), Value: spar.Value{Kind: spar.Text, Text: fmt.Sprint("v", o.number())}})
		}
		findings = append(findings, found)
		if o.model == nil || stale {
			continue
		}
		o.model.unread(f.ID)
		m := o.model.Files[f.ID]
		m.State, m.Segment = found.State, found.Segment
		o.model.Files[f.ID] = m
		for _, p := range found.Properties {
			o.model.addValue(spar.Attribute{File: f.ID, Key: p.Key, Value: p.Value, Origin: spar.ByReading})
		}
	}
	_, err = o.c.Record(o.ctx, findings...)
	return err
}

func (o *operator) reread() error {
	ids, err := o.some(3)
	if err != nil {
		return err
	}
	if o.model != nil {
		for _, id := range ids {
			if o.model.Files[id].State != spar.Unread {
				o.model.unread(id)
			}
		}
	}
	return o.c.Reread(o.ctx, ids...)
}

func (o *operator) vanish() error {
	files, err := o.versions(2)
	if err != nil {
		return err
	}
	var gone []Sighting
	for _, f := range files {
		gone = append(gone, sighting(f))
		if o.model != nil {
			o.model.unread(f.ID)
			m := o.model.Files[f.ID]
			m.State = spar.Vanished
			o.model.Files[f.ID] = m
		}
	}
	return o.c.Vanished(o.ctx, gone...)
}
