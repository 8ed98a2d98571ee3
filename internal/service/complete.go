package service

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/taxonomy"
)

const (
	completeWalk = 20_000 // files that are looked at for the next folder of a path
	longest      = 80     // bytes of a value that completes a word
)

// Names gives the names of a kind, such as "share", "tag", "attribute", "type", "workspace", "vocabulary", "rule", "model" or
// "rights", that the asker may know of. Where something is wrong there are none.
func (s *Service) Names(ctx context.Context, who spar.Principal, kind string) iter.Seq[string] {
	v, err := s.view(ctx, who)
	if err != nil {
		return slices.Values([]string(nil))
	}
	var list []string
	switch kind {
	case "tag":
		return v.tagNames()
	case "attribute":
		return v.attributeNames()
	case "type":
		list = v.types()
	case "share":
		for _, share := range v.shares {
			list = append(list, share.Name)
		}
	case "workspace":
		all, _ := s.Workspaces(ctx, who)
		for _, ws := range all {
			list = append(list, ws.Name)
		}
	case "saved", "saved scope":
		all, _ := s.SavedScopes(ctx, who)
		for _, one := range all {
			if list = append(list, one.Name); one.Owner != who.Owner() {
				list[len(list)-1] = one.Owner + "/" + one.Name
			}
		}
	case "vocabulary":
		all, _, _ := s.Vocabularies(ctx, who)
		for _, one := range all {
			list = append(list, one.Name)
		}
	case "rule":
		all, _ := s.Rules(ctx, who)
		for _, r := range all {
			if r.Kind == "rule" {
				list = append(list, r.Name)
			}
		}
	case "model":
		list = s.models(who)
	case "rights":
		list = slices.Sorted(maps.Values(policies))
	}
	return slices.Values(list)
}

// models are the names of models. Which were added is the owner's business.
func (s *Service) models(who spar.Principal) []string {
	if who.May(spar.CanAdminister) {
		return models.Names(s.engine.Dir())
	}
	return []string{models.Precise}
}

// Meant is a hint at the name that was meant where an error says that there is none, or "".
func (s *Service) Meant(ctx context.Context, who spar.Principal, fault error) string {
	var unknown nearest.Unknown
	if !errors.As(fault, &unknown) {
		return ""
	}
	return nearest.Hint(unknown.Name, s.Names(ctx, who, unknown.Kind))
}

// Complete gives what a word that somebody types may become: one of the Names of a kind, an "encoder", a "scope" with another
// constraint, or the next folder of a "path".
func (s *Service) Complete(ctx context.Context, who spar.Principal, kind, begin string) iter.Seq[string] {
	switch kind {
	case "encoder":
		return begins(slices.Values(append(s.models(who), models.Auto, models.None)), begin)
	case "scope", "path":
		v, err := s.view(ctx, who)
		switch {
		case err != nil:
			return slices.Values([]string(nil))
		case kind == "path":
			return v.paths(begin)
		}
		return v.scopes(begin)
	}
	return begins(s.Names(ctx, who, kind), begin)
}

// begins is those names that begin with a text, letter case aside.
func begins(names iter.Seq[string], begin string) iter.Seq[string] {
	folded := taxonomy.Fold(begin)
	return func(yield func(string) bool) {
		for name := range names {
			if strings.HasPrefix(taxonomy.Fold(name), folded) && !yield(name) {
				return
			}
		}
	}
}

// tagNames are the names and synonyms of the tags that the asker may know of.
func (v view) tagNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, t := range v.TagsFor(v.who) {
			for _, name := range append([]string{t.Name}, t.Synonyms...) {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// attributeNames are the attributes of the schema and those of the files that the asker may read.
func (v view) attributeNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, d := range v.Schema().Attributes {
			if !yield(d.Name) {
				return
			}
		}
		for f, err := range v.Facets(v.who, spar.Scope{}, nil, 1) {
			if err != nil || !yield(f.Key) {
				return
			}
		}
	}
}

// types is the formats of the files that the asker may read; where there are none, all that SPAR reads.
func (v view) types() []string {
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(v.ByFormat(readable.Known)))
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	if len(names) == 0 {
		return extract.Names()
	}
	return names
}

// scopes completes the last constraint of a scope: first its key, then its value.
func (v view) scopes(begin string) iter.Seq[string] {
	at := lastConstraint(begin)
	before, last := begin[:at], begin[at:]
	for strings.HasPrefix(last, "~") || strings.HasPrefix(last, "-") {
		before, last = before+last[:1], last[1:]
	}
	key, value, valued := strings.Cut(last, ":")
	return func(yield func(string) bool) {
		if !valued {
			keys := slices.Sorted(slices.Values(scope.FileKeys()))
			for name := range v.attributeNames() {
				keys = append(keys, scope.AttributeKey(name))
			}
			for name := range begins(slices.Values(keys), key) {
				if !yield(before + name + ":") {
					return
				}
			}
			return
		}
		key = strings.ToLower(strings.Trim(key, `"`))
		for text := range begins(v.valuesOf(key), strings.TrimPrefix(value, `"`)) {
			if !yield(before + scope.PrintConstraint(spar.Constraint{Key: key, Values: []spar.Match{{Text: text}}})) {
				return
			}
		}
	}
}

// lastConstraint is where the last constraint of a text begins that may not be whole.
func lastConstraint(text string) int {
	at, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ' ' && !quoted:
			at = i + 1
		}
	}
	return at
}

// valuesOf is the values that a key of a scope may be given.
func (v view) valuesOf(key string) iter.Seq[string] {
	switch key {
	case "share":
		return func(yield func(string) bool) {
			for _, s := range v.shares {
				if !yield(s.Name) {
					return
				}
			}
		}
	case "type":
		return slices.Values(v.types())
	case "tag", "linked":
		return v.tagNames()
	case "has", "unknown":
		return v.attributeNames()
	case "state":
		return func(yield func(string) bool) {
			for _, s := range spar.States() {
				if !yield(string(s)) {
					return
				}
			}
		}
	}
	return func(yield func(string) bool) {
		if scope.IsFileKey(key) {
			return
		}
		definition := v.Attribute(scope.AttributeName(key))
		for _, text := range definition.Values {
			if !yield(text) {
				return
			}
		}
		for f, err := range v.Facets(v.who, spar.Scope{}, func(k string) bool { return k == definition.Key }, mostValues) {
			for _, c := range f.Values {
				if text := c.Value.String(); err != nil || len(text) <= longest && !yield(text) {
					return
				}
			}
		}
	}
}

// paths completes share:path, folder by folder, of the files that the asker may read.
func (v view) paths(begin string) iter.Seq[string] {
	share, path, ok := strings.Cut(begin, ":")
	return func(yield func(string) bool) {
		if !ok {
			for name := range begins(v.valuesOf("share"), begin) {
				if !yield(name + ":") {
					return
				}
			}
			return
		}
		glob := scope.EscapeGlob(path) + "*"
		under := spar.Constraint{Key: "path", Values: []spar.Match{{Text: glob}, {Text: glob + "/**"}}}
		selected, err := v.selection(spar.Scope{Constraints: []spar.Constraint{inShare(share), under}})
		if err != nil {
			return
		}
		last, n := "", 0
		for f := range v.In(roaring.Or(selected.Known, selected.Unknown)) {
			if n++; n > completeWalk {
				return
			}
			if !strings.HasPrefix(f.Path, path) {
				continue // its accents are written in another way
			}
			next := f.Path
			if i := strings.IndexByte(f.Path[len(path):], '/'); i >= 0 {
				next = f.Path[:len(path)+i+1]
			}
			if next != last && !yield(share+":"+next) {
				return
			}
			last = next
		}
	}
}
