package tagging

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Levels of confidentiality are part of rights, so that a source which gives them and cannot be applied keeps files from
// those who are served, rather than let them through. Each source remembers the files whose level it cannot tell; the
// index hides them, and what changed since the last run. A source that is gone from the rules file goes on holding until
// somebody applies the rules or undoes it.

// labels reports whether a rule gives levels.
func (r *Rule) labels() bool {
	return slices.ContainsFunc(r.Attributes, func(g Given) bool { return g.Key == index.Confidentiality })
}

// patternLabels reports whether a pattern of paths gives levels.
func patternLabels(s *schema.Schema, p *schema.Pattern) bool {
	return slices.ContainsFunc(p.Keys(), func(k string) bool { return s.Key(k) == index.Confidentiality })
}

// keptVersion is the version of a source that is gone and goes on holding: whatever comes back is another one.
const keptVersion = "kept"

// unreadVersion is the version of a sidecar that could not be read, and is tried again in every run.
const unreadVersion = "unread"

// kept reports whether a source as it was applied is gone and goes on holding.
func kept(s catalog.Source) bool { return s.Labels && !s.Undone && string(s.Version) == keptVersion }

// judged says which of the files that a source was applied to it could not judge.
func (m *maker) judged(files, open *roaring.Bitmap) {
	if m.Labels {
		m.waiting.AndNot(files)
		m.waiting.Or(open)
	}
}

// keeps reports whether a source that is no more goes on holding: it gives levels, and nobody has said that they shall go.
// A sidecar that is gone from its share takes with it what it gave.
func (r *run) keeps(s *stage, was catalog.Source) bool {
	if s.order.all || !was.Labels || was.Undone {
		return false
	}
	switch was.Kind {
	case kindRule, kindPath:
		return true
	case kindSidecar:
		_, there := s.snapshot.Named(sidecarPlace(was.Name))
		return there
	}
	return false
}

// keep lets a source that is no more hold. What changed since waits: it can judge nothing any more. It reports whether it
// held before this run too.
func (r *run) keep(s *stage, was catalog.Source) (before bool) {
	m := &maker{Source: was, listed: true, kept: true, waiting: roaring.New(), report: r.report.of(was.Kind, was.Name)}
	m.Version = []byte(keptVersion)
	m.report.Gone = true
	m.waiting.Or(s.waited(was))
	m.waiting.Or(r.fresh)
	r.makers[keyOf(was)] = m
	return kept(was)
}

// waited is the files that waited for a source. If a source in force keeps an unreadable list, no snapshot could be taken, and there is no
// run.
func (s *stage) waited(was catalog.Source) *roaring.Bitmap {
	files, err := index.DecodeFiles(was.Waiting)
	if err != nil {
		return roaring.New()
	}
	return files
}

// lower reports whether values that a give offers are a lower level than some others. A text that is no level is the
// highest.
func (r *run) lower(offered, has []spar.Value) bool { return r.level(offered) < r.level(has) }

func (r *run) level(values []spar.Value) (highest int) {
	levels, ok := r.Schema.Attribute(index.Confidentiality)
	for _, v := range values {
		place := math.MaxInt
		if ok {
			if _, n, known := levels.Value(v.String()); known {
				place = n
			}
		}
		highest = max(highest, place)
	}
	return highest
}

// below is the files of a share in the folder of a sidecar and all below it, of some files; nil stands for all.
func (c *sidecar) below(snapshot *index.Snapshot, among *roaring.Bitmap) *roaring.Bitmap {
	files := roaring.New()
	add := func(f spar.File) {
		if folder := c.folder(); f.Share == c.file.Share && f.ID != c.file.ID && (folder == share.Root || strings.HasPrefix(f.Path, folder+"/")) {
			files.Add(uint32(f.ID))
		}
	}
	if among == nil {
		for f := range snapshot.All() {
			add(f)
		}
		return files
	}
	for it := among.Iterator(); it.HasNext(); {
		if f, ok := snapshot.File(spar.FileID(it.Next())); ok {
			add(f)
		}
	}
	return files
}

// settleSidecar records, after a sidecar was applied to some files, the files whose level it could not tell.
func (r *run) settleSidecar(s *stage, c *sidecar, files *roaring.Bitmap) {
	if !c.tried {
		return
	}
	if c.changed {
		files = nil
	}
	reach := c.below(s.snapshot, files)
	switch {
	case c.unread:
		c.Labels = true // it may
		c.waiting.Or(reach)
		return
	case c.table.partial:
		c.Labels = true
		c.judged(reach, reach)
		return
	}
	open := roaring.New()
	gives := false
	for i, row := range c.table.rows {
		gives = gives || row.unlabelled || slices.ContainsFunc(row.values, func(a spar.Attribute) bool { return a.Key == index.Confidentiality })
		if id, ok := c.files[i]; ok && row.unlabelled {
			open.Add(uint32(id))
		}
	}
	c.Labels = gives
	if c.changed {
		c.waiting.Clear()
	}
	c.judged(reach, roaring.And(open, reach))
}

// sourcesToWrite gives the sources to remember: the ones applied to all files now, and the ones whose waiting files changed.
func (r *run) sourcesToWrite(s *stage) ([]catalog.Source, error) {
	list := map[sourceKey]catalog.Source{}
	for _, d := range s.done {
		list[keyOf(d)] = d
	}
	for k, m := range r.makers {
		if !m.listed {
			continue // it only owns existing tags and values
		}
		was, known := s.applied[k]
		_, done := list[k]
		retry := m.unread && !m.broken && m.again
		if !done && !known && !retry || slices.ContainsFunc(s.gone, func(g catalog.Source) bool { return keyOf(g) == k }) {
			continue
		}
		now := m.Source
		if done {
			now.Version, now.Undone = list[k].Version, list[k].Undone
		}
		if retry {
			now.Version = []byte(unreadVersion)
		}
		now.Waiting = nil
		if m.Labels && m.waiting != nil {
			var err error
			if now.Waiting, err = index.EncodeFiles(roaring.And(m.waiting, s.snapshot.Files())); err != nil {
				return nil, err
			}
		}
		if done || now.Labels != was.Labels || !bytes.Equal(now.Waiting, was.Waiting) || !bytes.Equal(now.Version, was.Version) {
			list[k] = now
		}
	}
	var out []catalog.Source
	for _, k := range slices.SortedFunc(maps.Keys(list), func(a, b sourceKey) int {
		return strings.Compare(a.kind+"\x00"+a.name, b.kind+"\x00"+b.name)
	}) {
		out = append(out, list[k])
	}
	return out, nil
}

// markLabels says of sources that were applied before sources told so, and are gone, whether they gave levels.
func (t *Tagger) markLabels(ctx context.Context, applied map[sourceKey]catalog.Source, want []catalog.Source) error {
	for k, was := range applied {
		wanted := slices.ContainsFunc(want, func(s catalog.Source) bool { return keyOf(s) == k })
		if wanted || was.Labels || was.Undone || k.kind != kindRule && k.kind != kindPath && k.kind != kindSidecar {
			continue
		}
		keys, err := t.Catalog.KeysOfSource(ctx, k.kind, k.name)
		if err != nil {
			return err
		}
		if was.Labels = slices.ContainsFunc(keys, func(key string) bool { return t.Schema.Key(key) == index.Confidentiality }); was.Labels {
			applied[k] = was
		}
	}
	return nil
}

// Lag says why no level of any file is known: the rules file may give levels, and its present form was not applied; "" if it was.
func (t *Tagger) Lag(ctx context.Context) (why string, err error) {
	rules, broken := t.Rules()
	var want []catalog.Source
	if broken == nil {
		for _, s := range rules.sources(t.Schema) {
			if s.Labels {
				want = append(want, s)
			}
		}
		if len(want) == 0 {
			return "", nil
		}
	}
	force, err := t.Catalog.LabelSources(ctx)
	if err != nil {
		return "", err
	}
	if broken != nil {
		if len(force) > 0 || t.mentionsLabels() {
			return broken.Error(), nil
		}
		return "", nil
	}
	want = slices.DeleteFunc(want, func(s catalog.Source) bool {
		return slices.ContainsFunc(force, func(was catalog.Source) bool { return keyOf(was) == keyOf(s) && bytes.Equal(was.Version, s.Version) })
	})
	if len(want) == 0 {
		return "", nil
	}
	applied, err := t.applied(ctx) // including undone ones
	if err != nil {
		return "", err
	}
	for _, s := range want {
		if was, ok := applied[keyOf(s)]; !ok || !bytes.Equal(was.Version, s.Version) || !was.Labels && !was.Undone {
			return fmt.Sprintf("%s %s in %s was not applied since it changed", s.Kind, s.Name, filepath.Base(t.File)), nil
		}
	}
	return "", nil
}

// mentionsLabels reports whether a rules file that cannot be understood may speak of levels: by one of the names of the
// attribute, or by sidecars, which may have them. One that cannot be read may.
func (t *Tagger) mentionsLabels() bool {
	text, err := readRules(t.File)
	if err != nil || !utf8.Valid(text) {
		return true
	}
	names := []string{"sidecars", index.Confidentiality}
	if a, ok := t.Schema.Attribute(index.Confidentiality); ok {
		names = append(names, a.Synonyms...)
	}
	lower := strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(string(text)))
	return slices.ContainsFunc(names, func(n string) bool {
		return strings.Contains(lower, strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(n)))
	})
}

// Labels reports whether any source may give levels of confidentiality, in force or about to be.
func (t *Tagger) Labels(ctx context.Context) (bool, error) {
	rules, broken := t.Rules()
	if broken != nil && t.mentionsLabels() || slices.ContainsFunc(rules.sources(t.Schema), func(s catalog.Source) bool { return s.Labels }) {
		return true, nil
	}
	list, err := t.Catalog.LabelSources(ctx)
	return len(list) > 0, err
}

// A Gap is why the levels of some files are not known, so that those who are served are not told of them.
type Gap struct {
	All   bool // of all files
	Files int
	Why   string // with what people can do about it, for the operator
	Do    []spar.Remedy
}

var applyRules = []spar.Remedy{{Do: spar.ApplyRules}}

// Gaps lists the files whose level the rules have not told, and why.
func (t *Tagger) Gaps(ctx context.Context) (list []Gap, err error) {
	why, err := t.Lag(ctx)
	if err != nil {
		return nil, err
	}
	if why != "" {
		return []Gap{{All: true, Why: why, Do: applyRules}}, nil
	}
	sources, err := t.Catalog.LabelSources(ctx)
	if err != nil {
		return nil, err
	}
	waits, all, err := index.WaitingOf(ctx, t.Catalog)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		files, err := index.DecodeFiles(s.Waiting)
		if err != nil {
			return nil, err
		}
		waits.AndNot(files)
		n := int(files.GetCardinality())
		name := s.Kind + " " + s.Name
		switch {
		case kept(s):
			list = append(list, Gap{Files: n, Why: name + " is gone, and its labels hold: put it back, or apply the rules to take them away", Do: applyRules})
		case n == 0:
		case s.Kind == kindSidecar:
			list = append(list, Gap{Files: n, Why: name + " could not be applied to them: mend it, or take it out of the rules file, then apply the rules", Do: applyRules})
		default:
			list = append(list, Gap{Files: n, Why: name + " asks for text that was not read: ask a question over them yourself, or have them read in idle time", Do: []spar.Remedy{{Do: spar.ReadIdly}}})
		}
	}
	if all || !waits.IsEmpty() {
		list = append(list, Gap{All: all, Files: int(waits.GetCardinality()), Why: "rules were not applied since they changed", Do: applyRules})
	}
	return list, nil
}
