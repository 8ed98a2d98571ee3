package service

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// RulesFile returns the path of the rules file to an administrator, and its name to everybody.
func (s *Service) RulesFile(who spar.Principal) string {
	file := s.engine.Tagger().File
	if !who.May(spar.CanAdminister) {
		file = filepath.Base(file)
	}
	return file
}

// Rules lists rules, patterns and sidecars with their state.
func (s *Service) Rules(ctx context.Context, who spar.Principal) ([]api.Rule, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	known, err := s.knownRules(ctx, v)
	list := make([]api.Rule, len(known))
	for i, k := range known {
		list[i] = api.Rule{Schema: api.RuleSchema, Kind: k.Kind, Name: k.Name, State: string(k.State)}
		if r, out := k.Rule, &list[i]; r != nil {
			out.Gives, out.Tags, out.Confidence, out.Review = r.Gives(), r.Tags, r.Confidence, string(r.Review)
			if v.seesAll() {
				out.Line, out.Condition = r.Line, r.Condition.String()
			}
			for _, g := range r.Attributes {
				out.Attributes = append(out.Attributes, g.Key)
			}
		}
	}
	return list, err
}

// knownRules returns the state of the rules that the asker may know of. An asker who does not see all files gets only rules whose tags
// exist for them.
func (s *Service) knownRules(ctx context.Context, v view) (list []tagging.Status, err error) {
	all, err := s.engine.Tagger().List(ctx)
	if v.seesAll() || err != nil {
		return all, v.ofRules(err)
	}
	names := map[string]bool{}
	for _, t := range v.TagsFor(v.who) {
		for _, name := range append([]string{t.Name, t.Key}, t.Synonyms...) {
			names[taxonomy.Fold(name)] = true
		}
	}
	for _, one := range all {
		if one.Rule != nil && !slices.ContainsFunc(one.Rule.Tags, func(t string) bool { return !names[taxonomy.Fold(t)] }) {
			list = append(list, one)
		}
	}
	return list, nil
}

// ofRules returns an error of the rules file as the asker may see it: the file names tags and folders that only the person who runs SPAR
// may know of.
func (v view) ofRules(err error) error {
	if err == nil || v.seesAll() || errors.Is(err, context.Canceled) {
		return err
	}
	return spar.Errorf(spar.CodeOf(err), "the rules cannot be used as they stand; who runs SPAR here is told why")
}

// CheckRules reads the rules file, and counts its contents if it has no fault.
func (s *Service) CheckRules(ctx context.Context, who spar.Principal) (api.RuleCheck, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return api.RuleCheck{}, err
	}
	out := api.RuleCheck{Schema: api.RuleCheckSchema, File: s.RulesFile(who)}
	r, err := s.engine.Tagger().Check(ctx)
	if err != nil {
		return out, v.ofRules(err)
	}
	if !v.seesAll() {
		known, err := s.knownRules(ctx, v)
		out.Rules = len(known)
		return out, err
	}
	out.Rules, out.Folders, out.FrontMatter, out.Sidecars = len(r.Rules), len(r.Folders), len(r.FrontMatter), len(r.Sidecars)
	return out, nil
}

// TestRules says what rules, all without a name, would do to the files of a scope, and changes nothing. It lists at most most files per
// rule, 0 for all, but counts all.
func (s *Service) TestRules(ctx context.Context, who spar.Principal, names []string, text string, most int) (list []api.RuleTest, sums []api.RuleSum, err error) {
	if err := must(who, spar.CanCurate); err != nil {
		return nil, nil, err
	}
	if most < 0 {
		return nil, nil, spar.Errorf(spar.Invalid, "%d files of each rule were asked for; ask for at least 1, or 0 for all", most)
	}
	v, selected, err := s.selected(ctx, who, text)
	if err != nil {
		return nil, nil, err
	}
	if names, err = s.rulesNamed(ctx, v, names); err != nil || len(names) == 0 && !v.seesAll() {
		return nil, nil, err
	}
	verdicts, err := s.engine.Tagger().Test(ctx, names, roaring.Or(selected.Known, selected.Unknown))
	shown := 0
	for _, d := range verdicts {
		if n := len(sums); n == 0 || sums[n-1].Rule != d.Rule {
			sums, shown = append(sums, api.RuleSum{Rule: d.Rule}), 0
		}
		sum := &sums[len(sums)-1]
		switch d.Truth {
		case scope.True:
			sum.Holds++
		case scope.Unknown:
			sum.Undecided++
		default:
			sum.Not++
			continue
		}
		if f, ok := v.File(d.File); ok && (most == 0 || shown < most) {
			shown++
			list = append(list, api.RuleTest{Schema: api.RuleTestSchema, Rule: d.Rule, FileName: nameOf(f), Truth: d.Truth.String(), Evidence: d.Evidence})
		}
	}
	return list, sums, v.ofRules(err)
}

// rulesNamed returns the names of the rules to apply. Without a name, an asker who does not see all files gets the rules that they may
// know of.
func (s *Service) rulesNamed(ctx context.Context, v view, names []string) ([]string, error) {
	if v.seesAll() {
		return names, nil
	}
	known, err := s.knownRules(ctx, v)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.ContainsFunc(known, func(k tagging.Status) bool { return k.Name == name }) {
			return nil, spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "rule", Name: name}).Try(spar.Remedy{Do: spar.ListRules})
		}
	}
	if len(names) == 0 {
		for _, k := range known {
			names = append(names, k.Name)
		}
	}
	return names, nil
}

// ApplyRules applies the named rules again, undone results included; without a name it applies everything in the rules file. With a share
// it applies only rules, to the files of that share. An asker who does not see all files applies them to the files that they may read. A
// dry run says what would change.
func (s *Service) ApplyRules(ctx context.Context, who spar.Principal, names []string, share string, dry bool) (api.Tagging, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return api.Tagging{}, err
	}
	if share == "" && v.seesAll() {
		r, err := s.engine.Tagger().Apply(ctx, names, dry)
		if err != nil {
			return api.Tagging{}, err
		}
		return s.tagging(ctx, who, r, dry)
	}
	var in spar.Scope
	if share != "" {
		in.Constraints = []spar.Constraint{inShare(share)}
	}
	if err := v.knows(scope.Print(in), in); err != nil {
		return api.Tagging{}, err
	}
	selected, err := v.selection(in)
	if err != nil {
		return api.Tagging{}, err
	}
	if v.seesAll() {
		selected.Known.Or(selected.Denied)
	} else if names, err = s.rulesNamed(ctx, v, names); err != nil || len(names) == 0 {
		return api.Tagging{Schema: api.TaggingSchema, DryRun: dry, Sources: []api.TaggingSource{}}, err
	}
	r, err := s.engine.Tagger().ApplyTo(ctx, names, selected.Known, dry)
	if err != nil {
		return api.Tagging{}, v.ofRules(err)
	}
	if !v.seesAll() {
		r.Makers = slices.DeleteFunc(r.Makers, func(m *tagging.Made) bool { return !slices.Contains(names, m.Name) })
		r.Missing, r.Trouble = nil, nil
	}
	return s.tagging(ctx, who, r, dry)
}

// ApplyTable gives the files of a share what a table of this machine says of them. Applied again, it replaces what it gave
// before. create makes the tags that do not exist. It is for who runs SPAR: the table may name any file, and lies anywhere.
func (s *Service) ApplyTable(ctx context.Context, who spar.Principal, file, share string, create, dry bool) (api.Tagging, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Tagging{}, err
	}
	if share == "" {
		return api.Tagging{}, spar.Errorf(spar.Invalid, "say with a share which files the table speaks of")
	}
	r, err := s.engine.Tagger().Table(ctx, file, share, create, dry)
	if err != nil {
		return api.Tagging{}, err
	}
	return s.tagging(ctx, who, r, dry)
}

// tagging is what rules and sidecars made, with examples among the files that the asker may know of.
func (s *Service) tagging(ctx context.Context, who spar.Principal, r tagging.Report, dry bool) (api.Tagging, error) {
	out := taggingOf(r)
	out.DryRun = dry
	v, err := s.view(ctx, who)
	if err != nil {
		return out, err
	}
	seen, err := v.visible()
	if err != nil {
		return out, err
	}
	named := func(ids []spar.FileID) (list []api.FileName) {
		for _, id := range ids {
			if f, ok := v.File(id); ok && seen.Contains(uint32(id)) {
				list = append(list, nameOf(f))
			}
		}
		return list
	}
	for i, m := range r.Makers {
		out.Sources[i].Given, out.Sources[i].Taken = named(m.Given), named(m.Taken)
	}
	return out, nil
}

// ReadProperties reads what unread files of a scope say of themselves: at most so many files, 0 for all of them, until the
// budget is spent, 0 for no limit.
func (s *Service) ReadProperties(ctx context.Context, who spar.Principal, text string, most int, budget time.Duration, progress func(done, total int, path string)) (api.Properties, error) {
	if err := must(who, spar.CanOperate); err != nil {
		return api.Properties{}, err
	}
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.Properties{}, err
	}
	r, err := s.engine.ReadProperties(ctx, engine.Selection{Who: who, Scope: sc, Budget: order.Of(budget)}, most, progress)
	if err == nil {
		_, err = s.engine.Tag(ctx)
	}
	return api.Properties{Schema: api.PropertiesSchema, Files: r.Files, Found: r.Found, Bytes: r.Bytes, Left: r.Left}, err
}
