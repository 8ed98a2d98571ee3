package service

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// topValues bounds the values of each attribute in a list of attributes.
const topValues = 3

// Attributes lists the keys that files of a scope can be filtered by, each with its most frequent values.
func (s *Service) Attributes(ctx context.Context, who spar.Principal, text string) iter.Seq2[api.Facet, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.Facet]) error {
		v, sc, err := s.scoped(ctx, who, text)
		if err != nil {
			return err
		}
		for f, err := range v.Facets(v.ctx, who, sc, nil, topValues) {
			if err != nil {
				return err
			}
			out.send(facetOf(f, v.Schema()))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

// Values returns one attribute of the files of a scope with its most frequent values, at most top; 0: all. A key that none of the files
// has looks like one that does not exist.
func (s *Service) Values(ctx context.Context, who spar.Principal, text, name string, top int) (api.Facet, error) {
	if top < 0 {
		return api.Facet{}, spar.Errorf(spar.Invalid, "the limit must not be negative; 0 gives all values")
	}
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.Facet{}, err
	}
	if top == 0 {
		top = int(^uint(0) >> 1)
	}
	key := v.Attribute(scope.AttributeName(strings.ToLower(name))).Key
	var f index.Facet
	for f, err = range v.Facets(v.ctx, who, sc, func(k string) bool { return k == key }, top) {
		if err != nil {
			return api.Facet{}, err
		}
	}
	if f.Key != "" {
		return facetOf(f, v.Schema()), nil
	}
	if f, err = v.Nothing(v.ctx, who, sc, key); err != nil {
		return api.Facet{}, err
	}
	if _, ok := v.Schema().Attribute(key); !ok {
		return api.Facet{}, spar.Errorf(spar.NotFound, "%w in these files (%s not read yet)", nearest.Unknown{Kind: "attribute", Name: key}, spar.Phrase(Plural(f.Unknown, "file was", "files were"))).
			Try(spar.Remedy{Do: spar.ListAttributes})
	}
	return facetOf(f, v.Schema()), nil
}

// scoped returns a view of the present index, and a parsed scope.
func (s *Service) scoped(ctx context.Context, who spar.Principal, text string) (view, spar.Scope, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return v, spar.Scope{}, err
	}
	sc, err := v.parse(text)
	return v, sc, err
}

func facetOf(f index.Facet, names *schema.Schema) api.Facet {
	out := api.Facet{
		Schema: api.FacetSchema, Key: f.Key, Scope: scope.AttributeKey(f.Key), Label: names.Label(f.Key), Types: append([]spar.Kind{}, f.Kinds...), Origins: append([]spar.Origin{}, f.Origins...),
		Present: f.Present, Missing: f.Missing, Unknown: f.Unknown, Distinct: f.Distinct, Values: []api.ValueCount{},
	}
	if f.Low.Kind != "" {
		out.Low, out.High = &f.Low, &f.High
	}
	for _, v := range f.Values {
		out.Values = append(out.Values, api.ValueCount(v))
	}
	return out
}

// AttributeTypes lists the attributes and path patterns of the schema. Only an administrator learns where its file is.
func (s *Service) AttributeTypes(_ context.Context, who spar.Principal) (api.AttributeList, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.AttributeList{}, err
	}
	names, err := s.engine.Schema()
	if err != nil {
		return api.AttributeList{}, err
	}
	out := api.AttributeList{Schema: api.AttributeListSchema, Patterns: []api.PathPattern{}}
	if who.May(spar.CanAdminister) {
		out.File = names.File
	}
	for _, d := range names.Attributes {
		one := api.AttributeType{
			Name: d.Name, Label: names.Label(d.Name), Type: d.Kind, Ordered: d.Ordered, Many: d.Many, Synonyms: d.Synonyms, From: d.From, Unit: d.Unit,
			Description: d.Description, Standard: d.Standard,
		}
		for _, v := range d.Values {
			one.Values = append(one.Values, api.AllowedValue{Name: v.Name, Synonyms: v.Synonyms})
		}
		out.Attributes = append(out.Attributes, one)
	}
	for _, p := range names.Patterns {
		out.Patterns = append(out.Patterns, api.PathPattern{Share: p.Share, Path: p.Path, Attributes: p.Keys()})
	}
	return out, nil
}

// AttributeFaults lists values of files that the schema does not allow; they do not count.
func (s *Service) AttributeFaults(ctx context.Context, who spar.Principal) ([]api.AttributeFault, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	faults, err := v.Disallowed(v.ctx, who)
	if err != nil {
		return nil, err
	}
	list := make([]api.AttributeFault, len(faults))
	for i, f := range faults {
		list[i] = api.AttributeFault{Schema: api.AttributeFaultSchema, Key: f.Key, Value: f.Value, Origin: f.Origin, Why: whyNot(f), Files: []api.FileName{}}
		for _, file := range f.Files {
			list[i].Files = append(list[i].Files, nameOf(file))
		}
	}
	return list, nil
}

func nameOf(f spar.File) api.FileName { return api.FileName{Share: f.Share, Path: api.PathOf(f.Path)} }

func whyNot(f index.Disallowed) string {
	switch {
	case !f.Definition.Counts(f.Origin):
		return "the schema takes it from " + joined(f.Definition.From) + " only"
	case f.Definition.Values == nil:
		return "not a " + string(f.Definition.Kind)
	}
	return "not one of: " + strings.Join(f.Definition.ValueNames(), ", ")
}

func joined[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = string(v)
	}
	return strings.Join(texts, ", ")
}

// setAtOnce bounds the files that get attributes in one transaction.
const setAtOnce = 5000

// SetAttributes sets attributes of files. A key that is given several times gets several values.
func (s *Service) SetAttributes(ctx context.Context, who spar.Principal, t api.Target, set []api.KeyValue) (api.AttributeChange, error) {
	out := api.AttributeChange{Schema: api.AttributeChangeSchema, Done: "set"}
	names, err := s.engine.Schema()
	if err != nil {
		return out, err
	}
	values := make([]spar.Attribute, len(set))
	for i, kv := range set {
		key, err := settable(names, kv.Key)
		if err != nil {
			return out, err
		}
		v, err := names.Parse(key, kv.Value)
		if err != nil {
			return out, err
		}
		values[i] = spar.Attribute{Key: key, Value: v}
	}
	if len(set) == 0 {
		return out, spar.Errorf(spar.Invalid, "say what to set: a key and its value")
	}
	_, files, undecided, err := s.curated(ctx, who, t)
	if err != nil {
		return out, err
	}
	out.Matched, out.Undecided = len(files), undecided
	for part := range slices.Chunk(files, setAtOnce) {
		var all []spar.Attribute
		for _, f := range part {
			for _, v := range values {
				v.File = f.ID
				all = append(all, v)
			}
		}
		changed, err := s.catalog.SetAttributes(ctx, all)
		if err != nil {
			return out, err
		}
		out.Changed += changed
	}
	return out, nil
}

// UnsetAttributes removes attributes that people set on files, also those set under a name that is now a synonym. Removed from several
// files at once, they go to the trash.
func (s *Service) UnsetAttributes(ctx context.Context, who spar.Principal, t api.Target, names []string) (api.AttributeChange, error) {
	out := api.AttributeChange{Schema: api.AttributeChangeSchema, Done: "unset"}
	if len(names) == 0 {
		return out, spar.Errorf(spar.Invalid, "say which attributes to unset, by their keys")
	}
	v, files, undecided, err := s.curated(ctx, who, t)
	if err != nil {
		return out, err
	}
	out.Matched, out.Undecided = len(files), undecided
	var meant []string
	for _, n := range names {
		if key := v.Schema().Key(scope.AttributeName(strings.ToLower(n))); !slices.Contains(meant, key) {
			meant = append(meant, key)
		}
	}
	stored := map[spar.FileID][]string{}
	for _, f := range files {
		list, err := s.catalog.AttributesOf(ctx, f.ID)
		if err != nil {
			return out, err
		}
		for _, b := range list {
			if b.Origin == spar.ByPerson && slices.Contains(meant, v.Schema().Key(b.Key)) && !slices.Contains(stored[f.ID], b.Key) {
				stored[f.ID] = append(stored[f.ID], b.Key)
			}
		}
	}
	if len(files) == 1 {
		out.Changed, err = s.catalog.UnsetAttributes(ctx, []spar.FileID{files[0].ID}, stored[files[0].ID])
		return out, err
	}
	gone, changed, err := s.engine.UnsetAttributes(ctx, strings.Join(meant, ", "), stored, removers(who)...)
	if out.Changed = changed; err == nil && changed > 0 {
		var kept api.Trashed
		kept, err = s.trashed(ctx, who, gone, nil)
		out.Trash, out.Until = kept.ID, kept.Until
	}
	return out, err
}

// settable returns the schema's name for a key, or an error if people may not set it.
func settable(names *schema.Schema, key string) (string, error) {
	name := scope.AttributeName(strings.ToLower(strings.TrimSpace(key)))
	def, known := names.Attribute(name)
	switch {
	case name == "" || len(name) > 200 || !utf8.ValidString(name) || strings.ContainsFunc(name, unnameable):
		return "", spar.Errorf(spar.Invalid, "%q cannot name an attribute", key)
	case known && !def.Counts(spar.ByPerson):
		return "", spar.Errorf(spar.Invalid, "the schema takes %s from %s only; add person to its `from`", def.Name, joined(def.From))
	case known:
		return def.Name, nil
	case scope.IsFileKey(name):
		return "", spar.Errorf(spar.Invalid, "%s is a property of the file itself and cannot be set; choose another name", name)
	}
	return name, nil
}

func unnameable(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }

// curated returns the files of a change to an asker who may make it, and the number of further files that only reading can decide.
func (s *Service) curated(ctx context.Context, who spar.Principal, t api.Target) (v view, files []spar.File, undecided int, err error) {
	if err := must(who, spar.CanCurate); err != nil {
		return v, nil, 0, err
	}
	switch {
	case len(t.Files) > 0 && t.Scope != "":
		return v, nil, 0, spar.Errorf(spar.Invalid, "name files or say which by a scope, not both")
	case len(t.Files) == 0 && t.Scope == "":
		return v, nil, 0, spar.Errorf(spar.Invalid, "name files, or say which by a scope; path:** is all of them")
	}
	v, sc, err := s.scoped(ctx, who, t.Scope)
	if err != nil {
		return v, nil, 0, err
	}
	for _, name := range t.Files {
		_, f, err := s.file(ctx, v, name)
		if err != nil {
			return v, nil, 0, err
		}
		files = append(files, f)
	}
	if len(t.Files) > 0 {
		return v, files, 0, nil
	}
	selected, err := v.selection(sc)
	if err != nil {
		return v, nil, 0, err
	}
	selected.Known.Or(selected.Denied)
	return v, slices.Collect(v.In(selected.Known)), int(selected.Unknown.GetCardinality()), nil
}
