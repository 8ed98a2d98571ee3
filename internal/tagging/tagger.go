package tagging

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// The kinds of sources.
const (
	kindRule    = "rule"
	kindFolders = "folders"
	kindFront   = "front-matter"
	kindSidecar = "sidecar"
	kindTable   = "table" // a table that somebody applied by hand, once
)

const (
	follower = catalog.Tagging
	lockName = "tagging.lock"
)

// A Tagger applies rules. Its fields are set once.
type Tagger struct {
	Catalog  *catalog.Catalog
	Segments segments
	Schema   *schema.Schema
	File     string                // the rules file
	Named    bool                  // a setting names it, so that it must be there
	Kept     *yamlfile.Kept[Rules] // of it, by this Schema; may be nil
	Lock     string                // a file that keeps two runs apart
	Log      *slog.Logger

	// Snapshot takes the Metadata Index as it is now.
	Snapshot func(context.Context) (*index.Snapshot, error)
	// Roots is the folder of each share that can be reached, by name.
	Roots func(context.Context) (map[string]string, error)

	single uint64 // see few; set by tests
}

// Rules reads the rules file as it is now.
func (t *Tagger) Rules() (Rules, error) {
	return t.Kept.Now(t.File, func() (Rules, error) {
		text, err := readRules(t.File)
		switch {
		case errors.Is(err, fs.ErrNotExist) && t.Named:
			return Rules{}, spar.Errorf(spar.NotFound, "there is no rules file %s; correct the setting rules, or take it away to use rules.yaml in the data directory", t.File)
		case errors.Is(err, fs.ErrNotExist):
			return Rules{File: t.File}, nil
		case err != nil:
			return Rules{}, err
		}
		rules, err := Parse(t.File, text, t.Schema)
		rules.listed = rules.sources(t.Schema)
		return rules, err
	})
}

// Follow tags what changed since the last run, with all sources, and all files with the sources that changed. It costs
// little when nothing did. Two runs of one data directory take turns. A rules file with an error changes nothing.
func (t *Tagger) Follow(ctx context.Context) (Report, error) {
	rules, err := t.Rules()
	if err != nil {
		return Report{}, err
	}
	if idle, err := t.idle(ctx, rules); err != nil || idle {
		return Report{}, err
	}
	return t.apply(ctx, rules, order{})
}

// An order is what somebody asks for.
type order struct {
	names  []string // of rules to apply again to all files, even if they were undone
	all    bool     // every source
	dry    bool     // only say what would happen
	table  *table   // to apply
	create bool     // tags that the table names and that there are not
}

// Apply applies rules again to all files: the named ones or, without names, everything in the rules file; undone ones too. A dry run
// changes nothing.
func (t *Tagger) Apply(ctx context.Context, names []string, dry bool) (Report, error) {
	rules, err := t.rulesWith(names)
	if err != nil {
		return Report{}, err
	}
	return t.apply(ctx, rules, order{names: names, all: len(names) == 0, dry: dry})
}

// rulesWith reads the rules file, and returns an error where it lacks one of the named rules.
func (t *Tagger) rulesWith(names []string) (Rules, error) {
	rules, err := t.Rules()
	for _, name := range names {
		if err == nil && !slices.ContainsFunc(rules.Rules, func(r Rule) bool { return r.Name == name }) {
			return rules, spar.Errorf(spar.NotFound, "%w in %s", nearest.Unknown{Kind: "rule", Name: name}, t.File).Try(spar.Remedy{Do: spar.ListRules})
		}
	}
	return rules, err
}

// idle reports whether there is nothing to do: no file and no source has changed.
func (t *Tagger) idle(ctx context.Context, rules Rules) (bool, error) {
	applied, err := t.applied(ctx)
	if err != nil {
		return false, err
	}
	if len(applied) == 0 && len(rules.sources(t.Schema)) == 0 {
		return true, nil
	}
	rest := maps.Clone(applied)
	for _, s := range rules.sources(t.Schema) {
		was, known := applied[keyOf(s)]
		if !known || !bytes.Equal(was.Version, s.Version) || was.Labels != s.Labels {
			return false, nil
		}
		delete(rest, keyOf(s))
	}
	for k, was := range rest {
		again := k.kind == kindSidecar && string(was.Version) == unreadVersion
		if k.kind != kindSidecar && k.kind != kindTable && !kept(was) || again {
			return false, nil
		}
	}
	at, err := t.Catalog.Cursor(ctx, follower)
	if err != nil {
		return false, err
	}
	head, err := t.Catalog.Head(ctx)
	return head == at, err
}

// applied is the sources of all kinds as they were last applied.
func (t *Tagger) applied(ctx context.Context) (map[sourceKey]catalog.Source, error) {
	all := map[sourceKey]catalog.Source{}
	for _, kind := range []string{kindPath, kindRule, kindFolders, kindFront, kindSidecars, kindSidecar, kindTable} {
		list, err := t.Catalog.Sources(ctx, kind)
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			all[keyOf(s)] = s
		}
	}
	return all, nil
}

// kindSidecars is the kind of the setting that names sidecars, which makes nothing itself.
const kindSidecars = "sidecars"

// sources lists the sources in a rules file and the schema's patterns, with their versions.
func (r *Rules) sources(s *schema.Schema) (list []catalog.Source) {
	if r.listed != nil {
		return slices.Clone(r.listed)
	}
	for i := range s.Patterns {
		list = append(list, patternSource(s, &s.Patterns[i]))
	}
	for i := range r.Rules {
		list = append(list, r.source(i))
	}
	for _, f := range r.Folders {
		f.Line = 0
		list = append(list, catalog.Source{Kind: kindFolders, Name: f.String(), Version: digest(f)})
	}
	for _, f := range r.FrontMatter {
		f.Line = 0
		list = append(list, catalog.Source{Kind: kindFront, Name: f.String(), Version: digest(f)})
	}
	for _, c := range r.Sidecars {
		c.Line = 0
		list = append(list, sidecarsSource(s, c))
	}
	return list
}

// source is the rule i as it is applied.
func (r *Rules) source(i int) catalog.Source {
	return catalog.Source{Kind: kindRule, Name: r.Rules[i].Name, Version: r.digest(i), Labels: r.Rules[i].labels()}
}

// sidecarsSource is a setting of sidecars, without its line. The content of a sidecar shows when it is read.
func sidecarsSource(s *schema.Schema, c Sidecars) catalog.Source {
	return catalog.Source{Kind: kindSidecars, Name: c.String(), Version: digest(c, s.Digest()), Labels: true}
}

// news is what happened to the catalog since the last run.
type news struct {
	files   *roaring.Bitmap // changed, there or not
	deleted bool            // files are gone or have moved
	tags    bool            // the vocabulary changed
	shares  bool
	to      int64
}

func (t *Tagger) news(ctx context.Context, after, upTo int64) (news, error) {
	n := news{files: roaring.New(), to: upTo}
	for c, err := range t.Catalog.Changes(ctx, after) {
		if err != nil {
			return n, err
		}
		if c.Seq > upTo {
			break
		}
		switch c.Kind {
		case catalog.FileAdded, catalog.FileChanged, catalog.FileRead, catalog.Assigned, catalog.Unassigned:
			n.files.Add(uint32(c.File))
		case catalog.FileMoved:
			n.files.Add(uint32(c.File))
			n.deleted = true
		case catalog.FileDeleted:
			n.deleted = true
		case catalog.TagChanged, catalog.TagRemoved:
			n.tags = true
		case catalog.ShareChanged, catalog.ShareRemoved:
			n.shares, n.deleted = true, true
		}
	}
	return n, nil
}

// apply does the work of Follow and Apply.
func (t *Tagger) apply(ctx context.Context, rules Rules, o order) (report Report, err error) {
	if !o.dry {
		held, err := durable.Lock(ctx, t.Lock, nil)
		if err != nil {
			return report, err
		}
		defer held.Unlock()
	}
	r, s, err := t.start(ctx, rules, o, &report)
	if err != nil {
		return report, err
	}
	for i, do := range []func(*stage) error{r.ofPatterns, r.ofShares, r.ofFolders, r.ofRules} {
		if i > 0 && !r.touched.IsEmpty() && !o.dry {
			// What a sidecar gives, a rule may ask for.
			if err := r.flush(); err != nil {
				return report, err
			}
			if s.snapshot, err = t.Snapshot(ctx); err != nil {
				return report, err
			}
			s.news.files.Or(r.touched)
			r.touched.Clear()
		}
		if err := do(s); err != nil {
			return report, err
		}
	}
	report.Missing = r.names.list()
	report.tidy()
	return report, r.finish(s)
}

// start begins a run.
func (t *Tagger) start(ctx context.Context, rules Rules, o order, report *Report) (*run, *stage, error) {
	snapshot, err := t.Snapshot(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := rules.check(ctx, snapshot); err != nil {
		return nil, nil, err
	}
	applied, err := t.applied(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := t.markLabels(ctx, applied, rules.sources(t.Schema)); err != nil {
		return nil, nil, err
	}
	cursor, err := t.Catalog.Cursor(ctx, follower)
	if err != nil {
		return nil, nil, err
	}
	n := news{files: roaring.New(), to: snapshot.Head()}
	if len(applied) > 0 { // else everything is applied to all files anyway
		if n, err = t.news(ctx, cursor, snapshot.Head()); err != nil {
			return nil, nil, err
		}
	}
	r := &run{Tagger: t, ctx: ctx, dry: o.dry, makers: map[sourceKey]*maker{}, fresh: n.files.Clone(), report: report, touched: roaring.New(), names: newNames(ctx, t.Catalog, o.dry)}
	if r.sources, err = t.Catalog.SourceOf(ctx); err != nil {
		return nil, nil, err
	}
	if r.rejected, err = t.Catalog.Rejected(ctx); err != nil {
		return nil, nil, err
	}
	report.Files = int(n.files.GetCardinality())

	return r, &stage{rules: &rules, applied: applied, news: n, order: o, snapshot: snapshot}, nil
}

// A stage is what the kinds of sources work on, one after the other.
type stage struct {
	rules    *Rules
	applied  map[sourceKey]catalog.Source
	news     news
	order    order
	snapshot *index.Snapshot

	done, gone []catalog.Source // applied sources, and sources that no longer exist
}

// enlist makes a maker of a source and says whether it must be applied to all files: it is new, has another version, or
// somebody asks for it, or affected says that it means something else now. One that was undone rests until then.
func (r *run) enlist(s *stage, source catalog.Source, origin spar.Origin, detail string, affected bool) (m *maker, changed bool) {
	was, known := s.applied[keyOf(source)]
	asked := s.order.all || source.Kind == kindRule && slices.Contains(s.order.names, source.Name)
	changed = asked || !known || !bytes.Equal(was.Version, source.Version)
	if source.Kind == kindSidecar {
		source.Labels = was.Labels // until it is read
	}
	changed = changed || was.Labels != source.Labels && !was.Undone
	source.Undone = !changed && was.Undone
	m = &maker{Source: source, listed: true, origin: origin, detail: detail, waiting: s.waited(was), report: r.report.of(source.Kind, source.Name)}
	m.report.Undone = source.Undone
	r.makers[keyOf(source)] = m
	if changed = changed || affected && !source.Undone; changed {
		s.done = append(s.done, source)
	}
	m.again = changed
	return m, changed
}

// dismiss finds the applied sources of a kind that no longer exist. Their tags go, except levels of confidentiality that are kept.
func (r *run) dismiss(s *stage, kind string) (gone []catalog.Source) {
	for k, was := range s.applied {
		switch {
		case k.kind != kind || r.makers[k] != nil:
		case !r.keeps(s, was):
			gone = append(gone, was)
			s.gone = append(s.gone, was)
		case !r.keep(s, was):
			gone = append(gone, was)
		}
	}
	return gone
}

// few is how many files are looked up one by one instead of all together.
func (t *Tagger) few() uint64 {
	if t.single > 0 {
		return t.single
	}
	return 20_000
}

// there reads the existing tags and attributes of files of an origin, by makers of some kinds; files nil stands for all.
func (r *run) there(origin spar.Origin, kinds []string, files *roaring.Bitmap, values bool) (made, error) {
	now := made{map[spar.TagID][]spar.Assignment{}, map[string][]spar.Attribute{}}
	var ids []spar.FileID
	if files != nil && files.GetCardinality() <= r.few() {
		ids = filesOf(files)
	}
	ours := func(batch spar.BatchID) bool {
		kind := r.sources[batch].Kind
		return kind == "" || slices.Contains(kinds, kind)
	}
	for a, err := range r.Catalog.LinksBy(r.ctx, origin, ids) {
		if err != nil {
			return now, err
		}
		if ours(a.Batch) && (files == nil || files.Contains(uint32(a.File))) {
			now.links[a.Tag] = append(now.links[a.Tag], a)
		}
	}
	if !values {
		return now, nil
	}
	for a, err := range r.Catalog.ValuesBy(r.ctx, origin, nil, ids) {
		if err != nil {
			return now, err
		}
		if ours(a.Batch) && (files == nil || files.Contains(uint32(a.File))) {
			now.values[a.Key] = append(now.values[a.Key], a)
		}
	}
	return now, nil
}

func filesOf(b *roaring.Bitmap) []spar.FileID {
	ids := make([]spar.FileID, 0, b.GetCardinality())
	for it := b.Iterator(); it.HasNext(); {
		ids = append(ids, spar.FileID(it.Next()))
	}
	return ids
}

// finish sends out the rest, and with it the sources applied now.
func (r *run) finish(s *stage) error {
	if r.dry {
		return nil
	}
	to := s.news.to
	if err := r.flush(); err != nil {
		return err
	}
	// Rows that this run wrote itself are no news to it.
	mine := r.logged + r.names.created
	written := 0
	last := to
	for c, err := range r.Catalog.Changes(r.ctx, to) {
		if err != nil {
			return err
		}
		written++
		last = c.Seq
	}
	if written != mine {
		last = to // others wrote too: look at all of it again
	}
	// Batches that are open without having been begun here were cut off, and this run has completed them.
	open, err := r.Catalog.OpenBatches(r.ctx, kindPath, kindRule, kindFolders, kindFront, kindSidecar, kindTable)
	if err != nil {
		return err
	}
	applied, err := r.sourcesToWrite(s)
	if err != nil {
		return err
	}
	e := catalog.Edit{Applied: applied, Forgotten: s.gone, Ended: open, Cursor: catalog.Cursor{Follower: follower, Seq: last}}
	_, err = r.Catalog.Edit(r.ctx, e)
	return err
}
