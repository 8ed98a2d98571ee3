package tagging

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// ofRules applies rules: changed rules to all files, and all rules to the changed files.
func (r *run) ofRules(s *stage) error {
	var changed, others []*Rule
	makers, place := map[*Rule]*maker{}, map[*maker]int{}
	for i := range s.rules.Rules {
		rule := &s.rules.Rules[i]
		source := s.rules.source(i)
		affected := s.news.tags && rule.asks("tag") || s.news.shares && rule.asks("share")
		m, again := r.enlist(s, source, spar.ByRule, s.rules.detail(rule), affected)
		makers[rule], place[m] = m, i
		switch {
		case s.order.dry && !s.order.all && !slices.Contains(s.order.names, rule.Name):
			others = append(others, rule) // only looked at where they give the same
		case again:
			changed = append(changed, rule)
		case !m.Undone:
			others = append(others, rule)
		}
	}
	var gone []catalog.Source
	if !s.order.dry || s.order.all {
		gone = r.dismiss(s, kindRule)
	}
	if len(changed)+len(gone) > 0 {
		if err := r.changedRules(s, changed, others, gone, makers, place); err != nil {
			return err
		}
		if err := r.flush(); err != nil {
			return err
		}
	}
	if s.order.dry || s.news.files.IsEmpty() || len(changed)+len(others)+len(gone) == 0 {
		return nil
	}
	w := newWorld(s.snapshot, filesOf(s.news.files), r.Segments)
	work := slices.Concat(changed, others)
	slices.SortFunc(work, func(a, b *Rule) int { return cmp.Compare(place[makers[a]], place[makers[b]]) }) // of equals the first holds
	gives, err := r.evaluate(w, work, makers)
	if err != nil {
		return err
	}
	now, err := r.there(spar.ByRule, []string{kindRule}, w.files, true)
	if err != nil {
		return err
	}
	return r.settle(w.files, gives, now)
}

// detail describes a rule, in its batches.
func (r *Rules) detail(rule *Rule) string {
	return fmt.Sprintf("%s, line %d: %s -> %s", filepath.Base(r.File), rule.Line, rule.Condition, rule.Gives())
}

// changedRules applies rules to all files. Other rules are looked at as far as they give the same to the same files.
func (r *run) changedRules(s *stage, changed, others []*Rule, gone []catalog.Source, makers map[*Rule]*maker, place map[*maker]int) error {
	all := newWorld(s.snapshot, nil, r.Segments)
	gives, err := r.evaluate(all, changed, makers)
	if err != nil {
		return err
	}
	for _, rule := range changed {
		gone = append(gone, makers[rule].Source)
	}
	x, err := r.reached(gives, gone)
	if err != nil {
		return err
	}
	if related := r.related(others, x); len(related) > 0 {
		more, err := r.evaluate(newWorld(s.snapshot, filesOf(x.files), r.Segments), related, makers)
		if err != nil {
			return err
		}
		// The order of the file decides which of two rules holds.
		gives = append(gives, more...)
		slices.SortStableFunc(gives, func(a, b give) int { return cmp.Compare(place[a.by], place[b.by]) })
	}
	gives = slices.DeleteFunc(gives, func(g give) bool { return g.tag != 0 && !x.tags[g.tag] || g.tag == 0 && !x.keys[g.key] })
	now, err := r.madeOf(x)
	if err != nil {
		return err
	}
	return r.settle(x.files, gives, now)
}

// reach is what a change of rules may alter: tags and attributes, and the files that have them.
type reach struct {
	tags  map[spar.TagID]bool
	keys  map[string]bool
	files *roaring.Bitmap
}

// reached gathers the present gives of rules and the earlier ones of sources.
func (r *run) reached(gives []give, sources []catalog.Source) (reach, error) {
	x := reach{map[spar.TagID]bool{}, map[string]bool{}, roaring.New()}
	for _, g := range gives {
		if x.files.Or(g.known); g.tag != 0 {
			x.tags[g.tag] = true
		} else {
			x.keys[g.key] = true
		}
	}
	for _, was := range sources {
		had, err := r.Catalog.TagsOfSource(r.ctx, was.Kind, was.Name)
		if err != nil {
			return x, err
		}
		for _, t := range had {
			x.tags[t] = true
		}
		values, err := r.Catalog.KeysOfSource(r.ctx, was.Kind, was.Name)
		if err != nil {
			return x, err
		}
		for _, k := range values {
			x.keys[k] = true
		}
		made, err := r.Catalog.Made(r.ctx, was.Kind, was.Name)
		if err != nil {
			return x, err
		}
		for _, id := range made {
			x.files.Add(uint32(id))
		}
	}
	return x, nil
}

// related gives the rules that give one of these tags or attributes, too.
func (r *run) related(rules []*Rule, x reach) []*Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(rule *Rule) bool {
		for _, a := range rule.Attributes {
			if x.keys[a.Key] {
				return false
			}
		}
		for _, name := range rule.Tags {
			if id, err := r.names.tag(name); err != nil || x.tags[id] {
				return false
			}
		}
		return true
	})
}

// madeOf gives the rules' earlier tags and attributes in x: of a few files all that they have, else tag by tag.
func (r *run) madeOf(x reach) (made, error) {
	if x.files.GetCardinality() <= r.few() {
		now, err := r.there(spar.ByRule, []string{kindRule}, x.files, true)
		if err != nil {
			return now, err
		}
		maps.DeleteFunc(now.links, func(t spar.TagID, _ []spar.Assignment) bool { return !x.tags[t] })
		maps.DeleteFunc(now.values, func(k string, _ []spar.Attribute) bool { return !x.keys[k] })
		return now, nil
	}
	now := made{map[spar.TagID][]spar.Assignment{}, map[string][]spar.Attribute{}}
	for t := range x.tags {
		for a, err := range r.Catalog.LinksTo(r.ctx, t, spar.ByRule) {
			if err != nil {
				return now, err
			}
			now.links[t] = append(now.links[t], a)
		}
	}
	if len(x.keys) > 0 {
		for a, err := range r.Catalog.ValuesBy(r.ctx, spar.ByRule, sorted(x.keys), nil) {
			if err != nil {
				return now, err
			}
			now.values[a.Key] = append(now.values[a.Key], a)
		}
	}
	return now, nil
}

// evaluate says what rules give to the files of a world.
func (r *run) evaluate(w *world, rules []*Rule, makers map[*Rule]*maker) (gives []give, err error) {
	found, err := w.match(r.ctx, rules)
	if err != nil {
		return nil, err
	}
	if r.report.Damaged == nil {
		r.report.Damaged = map[spar.FileID]spar.SegmentID{}
	}
	maps.Copy(r.report.Damaged, w.damaged)
	for i, rule := range rules {
		m := makers[rule]
		m.report.Undecided = max(m.report.Undecided, int(found[i].open.GetCardinality()))
		m.judged(w.files, found[i].open)
		g := give{by: m, truths: found[i].truths, confidence: rule.Confidence, review: rule.Review, evidence: func(id spar.FileID) string {
			if e := found[i].evidence[id]; e != "" {
				return fmt.Sprintf("rule %s: %s", rule.Name, e)
			}
			return fmt.Sprintf("rule %s", rule.Name)
		}}
		for _, name := range rule.Tags {
			if g.tag, err = r.names.tag(name); err == nil && g.tag == 0 && rule.Create {
				g.tag, err = r.names.make(name, "")
			}
			switch {
			case err != nil:
				return nil, err
			case g.tag == 0:
				return nil, spar.Errorf(spar.NotFound, "line %d, rule %q: there is no tag %q", rule.Line, rule.Name, name)
			}
			gives = append(gives, g)
		}
		g.tag = 0
		for _, a := range rule.Attributes {
			g.key, g.values = a.Key, func(spar.FileID) []spar.Value { return a.Values }
			gives = append(gives, g)
		}
	}
	return gives, nil
}

// ofFolders makes tags of the names of folders.
func (r *run) ofFolders(s *stage) error {
	if s.order.dry && !s.order.all {
		return nil
	}
	makers := make([]*maker, len(s.rules.Folders))
	everything := false
	for i, f := range s.rules.Folders {
		line := f.Line
		f.Line = 0
		source := catalog.Source{Kind: kindFolders, Name: f.String(), Version: digest(f)}
		detail := fmt.Sprintf("%s, line %d: folder %d of the paths below %s", filepath.Base(s.rules.File), line, f.Level, f.Below)
		var again bool
		makers[i], again = r.enlist(s, source, spar.ByPath, detail, s.news.tags && !f.Create || s.news.shares)
		everything = everything || again
	}
	everything = len(r.dismiss(s, kindFolders)) > 0 || everything
	if !everything && (len(makers) == 0 || s.news.files.IsEmpty()) {
		return nil
	}
	var only []spar.FileID
	if !everything {
		only = filesOf(s.news.files)
	}
	w := newWorld(s.snapshot, only, r.Segments)
	var gives []give
	for i, f := range s.rules.Folders {
		if makers[i].Undone {
			continue
		}
		byName := map[string]*roaring.Bitmap{}
		for it := w.files.Iterator(); it.HasNext(); {
			id := it.Next()
			file, _ := s.snapshot.File(spar.FileID(id))
			if name, ok := f.of(file); ok {
				if byName[name] == nil {
					byName[name] = roaring.New()
				}
				byName[name].Add(id)
			}
		}
		for _, name := range sorted(byName) {
			tag, err := r.names.ofShare(name, f.Parent, f.Create, Missing{Kind: kindFolders, Where: f.String()}, int(byName[name].GetCardinality()))
			if err != nil {
				return err
			}
			if tag != 0 {
				gives = append(gives, give{by: makers[i], truths: truths{byName[name], roaring.New()}, tag: tag, confidence: 1,
					evidence: func(spar.FileID) string { return "folder " + strings.ToValidUTF8(name, "\uFFFD") }})
			}
		}
	}
	scope := w.files
	if everything {
		scope = nil
	}
	now, err := r.there(spar.ByPath, []string{kindFolders}, scope, false)
	if err != nil {
		return err
	}
	return r.settle(w.files, gives, now)
}
