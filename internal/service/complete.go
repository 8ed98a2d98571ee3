package service

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

const (
	completeWalk = 20_000 // files to look at for the next folder of a path
	longest      = 80     // bytes of a value that completes a word
)

// Names returns the names of a kind, such as "share", "tag", "attribute", "type", "workspace", "vocabulary", "rule", "model" or "rights",
// that the asker may know of; none after an error.
func (s *Service) Names(ctx context.Context, who spar.Principal, kind string) iter.Seq[string] {
	v, err := s.view(ctx, who)
	if err != nil {
		return slices.Values([]string(nil))
	}
	var list []string
	switch kind {
	case "tag":
		return completer{v}.tagNames()
	case "attribute":
		return v.attributeNames()
	case "type":
		list = completer{v}.types()
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
				list[len(list)-1] = accounts.Ref(one.Owner + "/" + one.Name)
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

// models returns the names of models. Only an administrator sees which were added.
func (s *Service) models(who spar.Principal) []string {
	if who.May(spar.CanAdminister) {
		return models.Names(s.engine.Dir())
	}
	return []string{models.Precise}
}

// Meant returns a hint at the name that was probably meant if an error says that a name does not exist; or "".
func (s *Service) Meant(ctx context.Context, who spar.Principal, fault error) string {
	var unknown nearest.Unknown
	if !errors.As(fault, &unknown) {
		return ""
	}
	return nearest.Hint(unknown.Name, s.Names(ctx, who, unknown.Kind))
}

// Complete returns completions of a word: the Names of a kind, an "encoder", a "scope" with another constraint, or the next folder of a
// "path". A constraint comes with the number of files that it would select for the asker.
func (s *Service) Complete(ctx context.Context, who spar.Principal, kind, begin string) iter.Seq[api.Completion] {
	switch kind {
	case "encoder":
		return uncounted(begins(slices.Values(append(s.models(who), models.Auto, models.None)), begin))
	case "scope", "path", "tag", "share", "type", "attribute":
		v, err := s.view(ctx, who)
		switch {
		case err != nil:
			return uncounted(slices.Values([]string(nil)))
		case kind == "path":
			return uncounted(completer{v}.paths(begin))
		case kind == "attribute":
			return beginning(completer{v}.has(), begin)
		case kind == "scope":
			return s.scopes(ctx, v, begin)
		}
		return beginning(completer{v}.valuesOf(kind), begin)
	}
	return uncounted(begins(s.Names(ctx, who, kind), begin))
}

// uncounted returns completions without numbers of files.
func uncounted(names iter.Seq[string]) iter.Seq[api.Completion] {
	return func(yield func(api.Completion) bool) {
		for name := range names {
			if !yield(api.Completion{Text: name}) {
				return
			}
		}
	}
}

func counted(text string, files int) api.Completion { return api.Completion{Text: text, Files: &files} }

// beginning returns the completions that begin with a text, ignoring case.
func beginning(list iter.Seq[api.Completion], begin string) iter.Seq[api.Completion] {
	folded := taxonomy.Fold(begin)
	return func(yield func(api.Completion) bool) {
		for c := range list {
			if strings.HasPrefix(taxonomy.Fold(c.Text), folded) && !yield(c) {
				return
			}
		}
	}
}

// begins returns the names that begin with a text, ignoring case.
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

// A completer completes words for one asker.
type completer struct{ view }

// tagNames returns the names and synonyms of the tags that the asker may know of.
func (v completer) tagNames() iter.Seq[string] {
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

// attributeNames returns the attributes of the schema and of the files that the asker may read.
func (v view) attributeNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, d := range v.Schema().Attributes {
			if !yield(d.Name) {
				return
			}
		}
		for f, err := range v.Facets(v.ctx, v.who, spar.Scope{}, nil, 1) {
			if err != nil || !yield(f.Key) {
				return
			}
		}
	}
}

// types returns the formats of the files that the asker may read; without such files, all formats that SPAR reads.
func (v completer) types() []string {
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

// scopes completes the last constraint of a scope: first its key, then its value; or the name of a saved scope.
func (s *Service) scopes(ctx context.Context, v view, begin string) iter.Seq[api.Completion] {
	at := lastConstraint(begin)
	before, last := begin[:at], begin[at:]
	for strings.HasPrefix(last, "~") || strings.HasPrefix(last, "-") || strings.HasPrefix(last, "(") {
		before, last = before+last[:1], last[1:]
	}
	key, value, valued := strings.Cut(last, ":")
	return func(yield func(api.Completion) bool) {
		if name, ok := strings.CutPrefix(last, "@"); ok {
			for c := range beginning(s.savedNames(ctx, v.who), strings.TrimPrefix(name, `"`)) {
				c.Text = before + scope.PrintConstraint(spar.Constraint{Key: spar.Saved, Values: []spar.Match{{Text: c.Text}}})
				if !yield(c) {
					return
				}
			}
			return
		}
		if !valued {
			for c := range beginning(completer{v}.keys(), key) {
				c.Text = before + c.Text + ":"
				if !yield(c) {
					return
				}
			}
			return
		}
		key = strings.ToLower(strings.Trim(key, `"`))
		for c := range beginning(completer{v}.valuesOf(key), strings.TrimPrefix(value, `"`)) {
			c.Text = before + scope.PrintConstraint(spar.Constraint{Key: key, Values: []spar.Match{{Text: c.Text}}})
			if !yield(c) {
				return
			}
		}
	}
}

// keys returns the keys that a constraint may have; an attribute comes with the number of files that have it.
func (v completer) keys() iter.Seq[api.Completion] {
	list := map[string]api.Completion{}
	for _, key := range scope.FileKeys() {
		list[key] = api.Completion{Text: key}
	}
	for _, d := range v.Schema().Attributes {
		list[scope.AttributeKey(d.Name)] = counted(scope.AttributeKey(d.Name), 0)
	}
	for f, err := range v.Facets(v.ctx, v.who, spar.Scope{}, nil, 1) {
		if err != nil {
			break
		}
		list[scope.AttributeKey(f.Key)] = counted(scope.AttributeKey(f.Key), f.Present)
	}
	return func(yield func(api.Completion) bool) {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			if !yield(list[name]) {
				return
			}
		}
	}
}

// mostCounted bounds the saved scopes whose files are counted: counting takes as long as selecting.
const mostCounted = 20

// savedNames returns the saved scopes that the asker may use; the first ones have the number of files that they select.
func (s *Service) savedNames(ctx context.Context, who spar.Principal) iter.Seq[api.Completion] {
	return func(yield func(api.Completion) bool) {
		n := 0
		for name := range s.Names(ctx, who, "saved") {
			c := api.Completion{Text: name}
			if n++; n <= mostCounted {
				if one, err := s.SavedScope(ctx, who, name); err == nil && one.Coverage != nil { // no number if something it refers to is gone
					c = counted(name, one.Coverage.InScope)
				}
			}
			if !yield(c) {
				return
			}
		}
	}
}

// lastConstraint returns the start of the last constraint of a text, which may be incomplete.
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

// countedTags returns the names and synonyms of the tags that the asker may know of, with the number of files that have the tag or one
// below it.
func (v completer) countedTags() iter.Seq[api.Completion] {
	return func(yield func(api.Completion) bool) {
		_, below, err := v.CountTags(v.who)
		for _, t := range v.TagsFor(v.who) {
			for i, name := range append([]string{t.Name}, t.Synonyms...) {
				if i > 0 && strings.EqualFold(name, t.Name) {
					continue // a synonym that says nothing new
				}
				c := counted(name, below[t.ID])
				if err != nil {
					c.Files = nil
				}
				if !yield(c) {
					return
				}
			}
		}
	}
}

// valuesOf returns possible values of a key of a scope.
func (v completer) valuesOf(key string) iter.Seq[api.Completion] {
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return uncounted(slices.Values([]string(nil)))
	}
	sizes := func(by map[string]*roaring.Bitmap, names []string) iter.Seq[api.Completion] {
		return func(yield func(api.Completion) bool) {
			for _, name := range names {
				n := 0
				if files := by[name]; files != nil {
					n = int(files.GetCardinality())
				}
				if !yield(counted(name, n)) {
					return
				}
			}
		}
	}
	switch key {
	case "share":
		var names []string
		for _, s := range v.shares {
			names = append(names, s.Name)
		}
		return sizes(v.ByShare(readable.Known), names)
	case "type":
		return sizes(v.ByFormat(readable.Known), v.types())
	case "tag":
		return v.countedTags()
	case "linked":
		return uncounted(v.tagNames())
	case "has":
		return v.has()
	case "unknown":
		return uncounted(v.attributeNames())
	case "state":
		by, names := map[string]*roaring.Bitmap{}, []string{}
		for state, files := range v.ByState(readable.Known) {
			by[string(state)] = files
		}
		for _, s := range spar.States() {
			names = append(names, string(s))
		}
		return sizes(by, names)
	}
	return func(yield func(api.Completion) bool) {
		if scope.IsFileKey(key) {
			return
		}
		definition := v.Attribute(scope.AttributeName(key))
		told := map[string]bool{}
		for f, err := range v.Facets(v.ctx, v.who, spar.Scope{}, func(k string) bool { return k == definition.Key }, mostValues) {
			for _, c := range f.Values {
				text := c.Value.String()
				if err != nil || len(text) <= longest && !yield(counted(text, c.Files)) {
					return
				}
				told[text] = true
			}
		}
		for _, text := range definition.Values {
			if !told[text] && !yield(counted(text, 0)) {
				return
			}
		}
	}
}

// has returns the attributes with the number of files that have each.
func (v completer) has() iter.Seq[api.Completion] {
	return func(yield func(api.Completion) bool) {
		present := map[string]int{}
		for f, err := range v.Facets(v.ctx, v.who, spar.Scope{}, nil, 1) {
			if err != nil {
				break
			}
			present[f.Key] = f.Present
		}
		for name := range v.attributeNames() {
			if !yield(counted(name, present[name])) {
				return
			}
		}
	}
}

// paths completes share:path folder by folder, over the files that the asker may read.
func (v completer) paths(begin string) iter.Seq[string] {
	share, path, ok := strings.Cut(begin, ":")
	return func(yield func(string) bool) {
		if !ok {
			for c := range beginning(v.valuesOf("share"), begin) {
				if !yield(c.Text + ":") {
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
				continue // its accents are encoded differently
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
