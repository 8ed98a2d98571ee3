package service

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostBlamed = 20     // constraints to try without
	mostValues = 10_000 // most frequent values of an attribute to compare a mistyped one with
)

// Diagnose says what may be wrong with a scope that selects no file: it looks at each constraint without which the scope would select
// some. It looks only at what the asker may know of.
func (s *Service) Diagnose(ctx context.Context, who spar.Principal, text string) (hints []string, err error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return nil, err
	}
	for i, c := range sc.Constraints {
		if c.Guess || i == mostBlamed {
			continue
		}
		rest := slices.Delete(slices.Clone(sc.Constraints), i, i+1)
		n := v.files(rest)
		if n.IsEmpty() {
			continue
		}
		hint := ""
		switch {
		case c.Not:
		case c.Key == "path" || c.Key == "name" || c.Key == "folder":
			if hint = v.inOtherCase(rest, c); hint == "" {
				hint = pathHint(c)
			}
		case !scope.IsFileKey(c.Key):
			hint = v.attributeHint(c)
		}
		if hint == "" && len(sc.Constraints) > 1 {
			hint = "without " + scope.PrintConstraint(c) + " there would be " + Plural(int(n.GetCardinality()), "file", "files")
		}
		if hint != "" {
			hints = append(hints, hint)
		}
	}
	return hints, nil
}

// files returns the files that constraints select, including the ones that only reading can decide.
func (v view) files(constraints []spar.Constraint) *roaring.Bitmap {
	selected, err := v.selection(spar.Scope{Constraints: constraints})
	if err != nil {
		return roaring.New() // the scope itself was evaluated before, so it is not at fault
	}
	return roaring.FastOr(selected.Known, selected.Unknown, selected.Denied)
}

// inOtherCase says which files a constraint on paths would select regardless of letter case.
func (v view) inOtherCase(rest []spar.Constraint, c spar.Constraint) string {
	any := spar.Constraint{Key: c.Key}
	for _, m := range c.Values {
		glob := scope.AnyCase(m.Text)
		if c.Key == "folder" {
			any.Key, glob = "path", "**/"+scope.AnyCase(scope.EscapeGlob(m.Text))+"/**"
		}
		any.Values = append(any.Values, spar.Match{Text: glob})
	}
	found := v.files(append(rest, any))
	n := int(found.GetCardinality())
	if n == 0 {
		return ""
	}
	hint := "nothing matches " + scope.PrintConstraint(c) + "; " + Plural(n, "file matches", "files match") + " without regard to letter case"
	for f := range v.In(found) {
		hint += ", such as " + strconv.Quote(f.Share+":"+f.Path)
		break
	}
	for _, spell := range []func(string) string{strings.ToLower, strings.ToUpper} {
		other := spar.Constraint{Key: c.Key}
		for _, m := range c.Values {
			other.Values = append(other.Values, spar.Match{Text: spell(m.Text)})
		}
		if v.files(append(rest, other)).Equals(found) {
			return hint + ": write " + scope.PrintConstraint(other)
		}
	}
	return hint
}

// pathHint says why a constraint on paths may have found nothing.
func pathHint(c spar.Constraint) string {
	for _, m := range c.Values {
		switch {
		case c.Key != "path":
		case strings.HasPrefix(m.Text, "/"):
			return "paths begin below the root of a share, without a slash"
		case !strings.ContainsAny(m.Text, "*?[{"):
			return "what is below a folder is path:" + path.Clean(m.Text) + "/**"
		}
	}
	return ""
}

// attributeHint names the attribute, or its value, that the asker probably meant.
func (v view) attributeHint(c spar.Constraint) string {
	name := scope.AttributeName(c.Key)
	if note := v.noAttribute(name); note != "" {
		return note
	}
	key, facet := v.Attribute(name).Key, index.Facet{}
	for f, err := range v.Facets(v.ctx, v.who, spar.Scope{}, func(k string) bool { return k == key }, mostValues) {
		if err != nil {
			return ""
		}
		facet = f
	}
	for _, m := range c.Values {
		if m.Range || m.Text == "" {
			continue
		}
		near := nearest.Hint(m.Text, func(yield func(string) bool) {
			for _, have := range facet.Values {
				if have.Value.Kind == spar.Text && !yield(have.Value.Text) {
					return
				}
			}
		})
		if near != "" {
			return "nothing matches " + scope.PrintConstraint(c) + near
		}
	}
	return ""
}
