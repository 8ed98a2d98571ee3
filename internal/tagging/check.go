package tagging

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// asks reports whether a rule's condition has a constraint on a key.
func (r *Rule) asks(key string) bool {
	return slices.ContainsFunc(r.Condition.scopes(), func(s spar.Scope) bool {
		for c := range scope.Leaves(s) {
			if c.Key == key || slices.ContainsFunc(c.Values, func(m spar.Match) bool { return (c.Key == "has" || c.Key == "unknown") && m.Text == key }) {
				return true
			}
		}
		return false
	})
}

// check refuses rules that mean nothing: rules for tags or scopes with unknown names. It also refuses a rule that asks for something that
// rules give, since then their order would decide.
func (r *Rules) check(ctx context.Context, s *index.Snapshot) error {
	fail := func(line int, rule, format string, args ...any) *spar.Error {
		return spar.Errorf(spar.Invalid, "%s, line %d, rule %q: %w", r.File, line, rule, spar.Errorf(spar.Invalid, format, args...))
	}
	graph := taxonomy.New(s.Tags())
	givesTag, givesKey := map[spar.TagID]string{}, map[string]string{}
	made := map[string]string{} // tags that rules create, by folded name
	for _, rule := range r.Rules {
		for _, name := range rule.Tags {
			m, err := taxonomy.Find(s.Tags(), name, nil)
			switch {
			case err == nil && m.Tag != 0:
				givesTag[m.Tag] = rule.Name
			case err == nil:
				return fail(rule.Line, rule.Name, "%q is a position in a vocabulary; name the tag itself", name)
			case spar.CodeOf(err) != spar.NotFound:
				return fail(rule.Line, rule.Name, "%w", err)
			case !rule.Create:
				return fail(rule.Line, rule.Name, "there is no tag %q: make it, or write create: true", name).Try(spar.Remedy{Do: spar.AddTag, Name: name})
			default:
				made[taxonomy.Fold(name)] = rule.Name
			}
		}
		for _, a := range rule.Attributes {
			if scope.IsFileKey(a.Key) {
				return fail(rule.Line, rule.Name, "%q is a key of the file itself and cannot be given", a.Key)
			}
			givesKey[a.Key] = rule.Name
		}
	}
	for _, rule := range r.Rules {
		for _, sc := range rule.Condition.scopes() {
			for c := range scope.Leaves(sc) {
				if err := r.independent(s, graph, *c, givesTag, givesKey, made); err != nil {
					return fail(rule.Line, rule.Name, "%w", err)
				}
			}
			if _, err := s.Eval(ctx, index.Rules, spar.Scope{Constraints: slices.Clone(sc.Constraints)}); err != nil {
				return fail(rule.Line, rule.Name, "%w", err)
			}
		}
	}
	return nil
}

// independent refuses a constraint on what rules give.
func (r *Rules) independent(s *index.Snapshot, graph *taxonomy.Graph, c spar.Constraint, tags map[spar.TagID]string, keys, made map[string]string) error {
	const why = "rules do not see what rules give; ask for what that rule asks for, or give both in one rule"
	text := scope.PrintConstraint(c)
	for _, v := range c.Values {
		key := c.Key
		if key == "has" || key == "unknown" {
			key = v.Text
			if key == "tag" && len(tags)+len(made) > 0 {
				return spar.Errorf(spar.Invalid, "%s depends on tags that rules give; %s", text, why)
			}
		}
		if c.Key == "tag" {
			if by := made[taxonomy.Fold(v.Text)]; by != "" {
				return spar.Errorf(spar.Invalid, "%s is given by rule %q; %s", text, by, why)
			}
			m, err := taxonomy.Find(s.Tags(), v.Text, nil)
			if err != nil {
				return err
			}
			for t := range graph.Closure(m) {
				if by := tags[t]; by != "" {
					return spar.Errorf(spar.Invalid, "%s holds for a tag that rule %q gives; %s", text, by, why)
				}
			}
			continue
		}
		if !scope.IsFileKey(key) {
			name := s.Schema().Key(strings.TrimPrefix(key, "attr."))
			if by := keys[name]; by != "" {
				return spar.Errorf(spar.Invalid, "%s asks for an attribute that rule %q gives; %s", text, by, why)
			}
		}
	}
	return nil
}

// of is the tag's name for a file, if it lies where Below says.
func (f Folders) of(file spar.File) (name string, ok bool) {
	if f.Share != "" && f.Share != file.Share {
		return "", false
	}
	folder := path.Dir(file.Path)
	if folder == "." {
		return "", false
	}
	parts := strings.Split(folder, "/")
	if len(parts) < f.Level {
		return "", false
	}
	for i := range parts {
		if doublestar.MatchUnvalidated(f.Below, strings.Join(parts[:i+1], "/")) {
			return parts[f.Level-1], true
		}
	}
	return "", false
}
