package schema

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

const (
	maxFile       = 4 << 20 // bytes
	maxAttributes = 2000
	maxValues     = 20_000 // of one attribute
	maxName       = 200    // bytes
)

// Read reads a schema file. Where there is none the standard schema holds.
func Read(file string) (*Schema, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Standard(), nil
	}
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the schema file cannot be read: %w", err)
	}
	return Parse(file, text)
}

// Parse reads the text of a schema file, which it calls by its name in errors. It adds to the standard attributes; of
// one that has the name of a standard one it replaces what it states.
func Parse(file string, text []byte) (*Schema, error) {
	r := reader{Reader: yamlfile.Reader{File: "the schema " + file}}
	if len(text) > maxFile {
		return nil, r.Fail(nil, "", "it has %d bytes; at most %d are read", len(text), maxFile)
	}
	if !utf8.Valid(text) {
		return nil, r.Fail(nil, "", "it is not UTF-8; save it as UTF-8")
	}
	s := &Schema{File: file, Attributes: slices.Clone(Standard().Attributes)}
	s.complete()
	body, err := r.Document(text)
	if err != nil {
		return nil, err
	}
	err = r.Mapping(body, "", func(key string, k, v yamlfile.Node) error {
		switch key {
		case "attributes":
			return r.attributes(s, v)
		case "patterns":
			return r.patterns(s, v)
		}
		return r.Fail(k, key, "it does not exist; a schema has `attributes` and `patterns`")
	})
	if err != nil {
		return nil, err
	}
	if err := r.names(s); err != nil {
		return nil, err
	}
	s.complete()
	for i := range s.Patterns {
		if err := s.Patterns[i].compile(s); err != nil {
			return nil, spar.Errorf(spar.Invalid, "the schema %s, line %d, patterns: %q: %w", file, s.Patterns[i].Line, s.Patterns[i].Path, err)
		}
	}
	return s, nil
}

// A reader turns the nodes of a YAML file into a schema; its errors name file, line and key.
type reader struct {
	yamlfile.Reader
	lines map[string]int // of the attributes that the file defines
}

// nameOf matches what may name an attribute, so that it can be written in scopes and patterns without quotes.
var nameOf = pattern.New(`^[a-z0-9][a-z0-9_.-]*$`)

func (r *reader) attributes(s *Schema, n yamlfile.Node) error {
	r.lines = map[string]int{}
	return r.Mapping(n, "attributes", func(key string, k, v yamlfile.Node) error {
		at := yamlfile.Join("attributes", key)
		name := strings.ToLower(key)
		if !nameOf.MatchString(name) || len(name) > maxName || strings.HasPrefix(name, "attr.") {
			return r.Fail(k, at, "it cannot name an attribute; take letters a to z, digits, -, _ and ., such as %q", suggested(name))
		}
		a := Attribute{Name: name, Kind: spar.Text}
		i := slices.IndexFunc(s.Attributes, func(b Attribute) bool { return b.Name == name })
		if i >= 0 {
			a = s.Attributes[i]
			if r.lines[name] > 0 {
				return r.Fail(k, at, "it comes twice, in line %d too; keep one of them", r.lines[name])
			}
		}
		r.lines[name] = yamlfile.Line(k)
		if err := r.attribute(&a, v, at); err != nil {
			return err
		}
		if i >= 0 {
			s.Attributes[i] = a
			return nil
		}
		if len(s.Attributes) >= maxAttributes {
			return r.Fail(k, at, "there are more than %d attributes", maxAttributes)
		}
		s.Attributes = append(s.Attributes, a)
		return nil
	})
}

// suggested is a name that is allowed.
func suggested(name string) string {
	s := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, name), "-_.")
	if s == "" || strings.HasPrefix(s, "attr.") {
		return "project"
	}
	return s
}

func (r *reader) attribute(a *Attribute, n yamlfile.Node, at string) error {
	var kind, values, ordered yamlfile.Node
	err := r.Mapping(n, at, func(key string, k, v yamlfile.Node) (err error) {
		in := yamlfile.Join(at, key)
		switch key {
		case "type":
			kind = v
			var text string
			if text, err = r.Text(v, in); err != nil {
				return err
			}
			a.Kind = spar.Kind(text)
			if !slices.Contains([]spar.Kind{spar.Text, spar.Number, spar.Date}, a.Kind) {
				return r.Fail(v, in, "%q is no type; write text, number or date", text)
			}
			if a.Kind != spar.Text {
				a.Values, a.Ordered = nil, false // of the standard one
			}
		case "values":
			values = v
		case "ordered":
			ordered = v
			a.Ordered, err = r.Truth(v, in)
		case "many":
			a.Many, err = r.Truth(v, in)
		case "synonyms":
			var more []string
			more, err = r.Texts(v, in)
			a.Synonyms = append(slices.Clone(a.Synonyms), more...)
		case "label":
			a.Label, err = r.Text(v, in)
		case "description":
			a.Description, err = r.Text(v, in)
		case "unit":
			a.Unit, err = r.Text(v, in)
		case "from":
			a.From, err = r.origins(v, in)
		default:
			return r.Fail(k, in, "it does not exist; an attribute has type, values, ordered, many, synonyms, label, description, unit and from")
		}
		return err
	})
	if err != nil {
		return err
	}
	if values != nil {
		if a.Values, err = r.values(values, yamlfile.Join(at, "values")); err != nil {
			return err
		}
		if kind != nil && a.Kind != spar.Text {
			return r.Fail(kind, yamlfile.Join(at, "type"), "values are allowed one by one, so that they are texts; take out type or values")
		}
		a.Kind = spar.Text
	}
	if ordered != nil && a.Ordered && a.Values == nil {
		return r.Fail(ordered, yamlfile.Join(at, "ordered"), "there is nothing to order; write the values from the lowest to the highest")
	}
	a.index()
	return nil
}

// origins are what a file may name as such.
var origins = []spar.Origin{spar.ByPerson, spar.BySidecar, spar.ByRule, spar.ByPath, spar.ByReading}

func (r *reader) origins(n yamlfile.Node, at string) (list []spar.Origin, err error) {
	names, err := r.Texts(n, at)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(origins, spar.Origin(name)) {
			return nil, r.Fail(n, at, "%q is no origin; write some of person, sidecar, rule, path, reading", name)
		}
		list = append(list, spar.Origin(name))
	}
	if len(list) == 0 {
		return nil, r.Fail(n, at, "it names no origin; leave it out if all of them count")
	}
	return list, nil
}

// values reads allowed values: a list of names, where `name: [synonyms]` may replace a name, or a mapping of such.
func (r *reader) values(n yamlfile.Node, at string) ([]Value, error) {
	var list []Value
	lines := map[string]int{}
	add := func(name string, k, synonyms yamlfile.Node) error {
		if len(list) >= maxValues {
			return r.Fail(k, at, "there are more than %d values", maxValues)
		}
		v := Value{Name: name}
		var err error
		if v.Synonyms, err = r.Texts(synonyms, yamlfile.Join(at, name)); err != nil {
			return err
		}
		for _, word := range append([]string{name}, v.Synonyms...) {
			if len(word) > maxName {
				return r.Fail(k, yamlfile.Join(at, name), "it has %d bytes; at most %d", len(word), maxName)
			}
			c := caseless(word)
			if line, ok := lines[c]; ok && line != len(list) {
				return r.Fail(k, yamlfile.Join(at, name), "%q names %q already; a name stands for one value", word, list[line].Name)
			}
			lines[c] = len(list)
		}
		list = append(list, v)
		return nil
	}
	pair := func(key string, k, v yamlfile.Node) error { return add(key, k, v) }
	var err error
	if yamlfile.IsMapping(n) {
		err = r.Mapping(n, at, pair)
	} else {
		err = r.List(n, at, func(e yamlfile.Node) error {
			if yamlfile.IsMapping(e) {
				return r.Mapping(e, at, pair)
			}
			name, err := r.Text(e, at)
			if err != nil {
				return err
			}
			return add(name, e, nil)
		})
	}
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, r.Fail(n, at, "it names no value; leave it out if every value is allowed")
	}
	return list, nil
}

// patterns reads a list of patterns, each a text, or path and share.
func (r *reader) patterns(s *Schema, n yamlfile.Node) error {
	return r.List(n, "patterns", func(e yamlfile.Node) (err error) {
		p := Pattern{Line: yamlfile.Line(e)}
		if yamlfile.IsMapping(e) {
			err = r.Mapping(e, "patterns", func(key string, k, v yamlfile.Node) (err error) {
				p.Line = yamlfile.Line(k)
				switch key {
				case "path":
					p.Path, err = r.Text(v, "patterns.path")
				case "share":
					p.Share, err = r.Text(v, "patterns.share")
				default:
					err = r.Fail(k, yamlfile.Join("patterns", key), `it does not exist; a pattern has path and share; quote one that begins with a brace: "{department}/**"`)
				}
				return err
			})
			if err == nil && p.Path == "" {
				err = r.Fail(e, "patterns", `a path is missing; write path: "{department}/**"`)
			}
		} else {
			p.Path, err = r.Text(e, "patterns")
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(s.Patterns, func(q Pattern) bool { return q.Share == p.Share && q.Path == p.Path }) {
			return r.Fail(e, "patterns", "%s comes twice; keep one of them", p.Path)
		}
		s.Patterns = append(s.Patterns, p)
		return nil
	})
}

// names refuses a name or synonym that two attributes share.
func (r *reader) names(s *Schema) error {
	owner := map[string]string{}
	for _, a := range s.Attributes {
		for _, name := range append([]string{a.Name}, a.Synonyms...) {
			f := fold(name)
			other, ok := owner[f]
			if f == "" || ok && other != a.Name {
				line := max(r.lines[a.Name], r.lines[other])
				if f == "" {
					return spar.Errorf(spar.Invalid, "%s, line %d, attributes.%s: %q has no letter or digit and cannot name it", r.File, line, a.Name, name)
				}
				return spar.Errorf(spar.Invalid, "%s, line %d, attributes.%s: %q names %s too; a name stands for one attribute", r.File, line, a.Name, name, other)
			}
			owner[f] = a.Name
		}
	}
	return nil
}
