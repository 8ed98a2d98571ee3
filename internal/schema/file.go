package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/sparsearch/spar"
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
	r := reader{file: file}
	if len(text) > maxFile {
		return nil, r.fail(nil, "", "it has %d bytes; at most %d are read", len(text), maxFile)
	}
	if !utf8.Valid(text) {
		return nil, r.fail(nil, "", "it is not UTF-8; save it as UTF-8")
	}
	s := &Schema{File: file, Attributes: slices.Clone(Standard().Attributes)}
	s.complete()
	body, err := r.yaml(text)
	if err != nil {
		return nil, err
	}
	err = r.mapping(body, "", func(key string, k, v ast.Node) error {
		switch key {
		case "attributes":
			return r.attributes(s, v)
		case "patterns":
			return r.patterns(s, v)
		}
		return r.fail(k, key, "it does not exist; a schema has `attributes` and `patterns`")
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
	file  string
	lines map[string]int // of the attributes that the file defines
}

func (r *reader) fail(n ast.Node, key, format string, args ...any) error {
	where := "the schema " + r.file
	if n != nil && n.GetToken() != nil {
		where += fmt.Sprintf(", line %d", n.GetToken().Position.Line)
	}
	if key != "" {
		where += ", " + key
	}
	return spar.Errorf(spar.Invalid, "%s: %s", where, fmt.Sprintf(format, args...))
}

// yaml parses the text; the parser's faults are errors too.
func (r *reader) yaml(text []byte) (body ast.Node, err error) {
	f, err := yamlfile.Parse(text)
	var fault yaml.Error
	if errors.As(err, &fault) && fault.GetToken() != nil {
		return nil, spar.Errorf(spar.Invalid, "the schema %s, line %d: it is not YAML: %s", r.file, fault.GetToken().Position.Line, fault.GetMessage())
	}
	if err != nil {
		return nil, r.fail(nil, "", "it is not YAML: %v", err)
	}
	for _, d := range f.Docs {
		switch {
		case d.Body == nil || d.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, r.fail(d.Body, "", "a second document begins here; take out the line ---")
		default:
			body = d.Body
		}
	}
	return body, nil
}

// mapping calls f with each key of a mapping and its value, in order. Nothing is an empty mapping.
func (r *reader) mapping(n ast.Node, at string, f func(key string, k, v ast.Node) error) error {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return r.fail(n, at, "it is a %s; write lines of the form `name: value` below it", n.Type())
	}
	seen := map[string]bool{}
	for _, v := range values {
		key, err := r.text(v.Key, at)
		if err != nil {
			return err
		}
		if seen[key] {
			return r.fail(v.Key, join(at, key), "it comes twice; keep one of them")
		}
		seen[key] = true
		if err := f(key, v.Key, v.Value); err != nil {
			return err
		}
	}
	return nil
}

func join(at, key string) string { return strings.TrimPrefix(at+"."+key, ".") }

// text gives a scalar as it is written.
func (r *reader) text(n ast.Node, at string) (string, error) {
	var text string
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		text = n.GetToken().Value
	case nil, *ast.NullNode:
		return "", r.fail(n, at, "a text is missing")
	default:
		return "", r.fail(n, at, "it is a %s; write a text", n.Type())
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsAny(text, "\x00\n\r") {
		return "", r.fail(n, at, "%q is not a line of text", text)
	}
	return text, nil
}

// texts gives a list of texts, or the one that stands in its place.
func (r *reader) texts(n ast.Node, at string) ([]string, error) {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		if n == nil || n.Type() == ast.NullType {
			return nil, nil
		}
		one, err := r.text(n, at)
		return []string{one}, err
	}
	var out []string
	for _, e := range list.Values {
		t, err := r.text(e, at)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

func (r *reader) yes(n ast.Node, at string) (bool, error) {
	b, ok := n.(*ast.BoolNode)
	if !ok {
		return false, r.fail(n, at, "write true or false")
	}
	return b.Value, nil
}

// nameOf matches what may name an attribute, so that it can be written in scopes and patterns without quotes.
var nameOf = regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]*$`)

func (r *reader) attributes(s *Schema, n ast.Node) error {
	r.lines = map[string]int{}
	return r.mapping(n, "attributes", func(key string, k, v ast.Node) error {
		at := join("attributes", key)
		name := strings.ToLower(key)
		if !nameOf.MatchString(name) || len(name) > maxName || strings.HasPrefix(name, "attr.") {
			return r.fail(k, at, "it cannot name an attribute; take letters a to z, digits, -, _ and ., such as %q", suggested(name))
		}
		a := Attribute{Name: name, Kind: spar.Text}
		i := slices.IndexFunc(s.Attributes, func(b Attribute) bool { return b.Name == name })
		if i >= 0 {
			a = s.Attributes[i]
			if r.lines[name] > 0 {
				return r.fail(k, at, "it comes twice, in line %d too; keep one of them", r.lines[name])
			}
		}
		r.lines[name] = k.GetToken().Position.Line
		if err := r.attribute(&a, v, at); err != nil {
			return err
		}
		if i >= 0 {
			s.Attributes[i] = a
			return nil
		}
		if len(s.Attributes) >= maxAttributes {
			return r.fail(k, at, "there are more than %d attributes", maxAttributes)
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

func (r *reader) attribute(a *Attribute, n ast.Node, at string) error {
	var kind, values, ordered ast.Node
	err := r.mapping(n, at, func(key string, k, v ast.Node) (err error) {
		in := join(at, key)
		switch key {
		case "type":
			kind = v
			var text string
			if text, err = r.text(v, in); err != nil {
				return err
			}
			a.Kind = spar.Kind(text)
			if !slices.Contains([]spar.Kind{spar.Text, spar.Number, spar.Date}, a.Kind) {
				return r.fail(v, in, "%q is no type; write text, number or date", text)
			}
			if a.Kind != spar.Text {
				a.Values, a.Ordered = nil, false // of the standard one
			}
		case "values":
			values = v
		case "ordered":
			ordered = v
			a.Ordered, err = r.yes(v, in)
		case "many":
			a.Many, err = r.yes(v, in)
		case "synonyms":
			var more []string
			more, err = r.texts(v, in)
			a.Synonyms = append(slices.Clone(a.Synonyms), more...)
		case "description":
			a.Description, err = r.text(v, in)
		case "unit":
			a.Unit, err = r.text(v, in)
		case "from":
			a.From, err = r.origins(v, in)
		default:
			return r.fail(k, in, "it does not exist; an attribute has type, values, ordered, many, synonyms, description, unit and from")
		}
		return err
	})
	if err != nil {
		return err
	}
	if values != nil {
		if a.Values, err = r.values(values, join(at, "values")); err != nil {
			return err
		}
		if kind != nil && a.Kind != spar.Text {
			return r.fail(kind, join(at, "type"), "values are allowed one by one, so that they are texts; take out type or values")
		}
		a.Kind = spar.Text
	}
	if ordered != nil && a.Ordered && a.Values == nil {
		return r.fail(ordered, join(at, "ordered"), "there is nothing to order; write the values from the lowest to the highest")
	}
	a.index()
	return nil
}

// origins are what a file may name as such.
var origins = []spar.Origin{spar.ByPerson, spar.BySidecar, spar.ByRule, spar.ByPath, spar.ByReading}

func (r *reader) origins(n ast.Node, at string) (list []spar.Origin, err error) {
	names, err := r.texts(n, at)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(origins, spar.Origin(name)) {
			return nil, r.fail(n, at, "%q is no origin; write some of person, sidecar, rule, path, reading", name)
		}
		list = append(list, spar.Origin(name))
	}
	if len(list) == 0 {
		return nil, r.fail(n, at, "it names no origin; leave it out if all of them count")
	}
	return list, nil
}

// values reads allowed values: a list of them, in which `name: [synonyms]` may stand for a name, or a mapping of such.
func (r *reader) values(n ast.Node, at string) ([]Value, error) {
	var list []Value
	lines := map[string]int{}
	add := func(name string, k, synonyms ast.Node) error {
		if len(list) >= maxValues {
			return r.fail(k, at, "there are more than %d values", maxValues)
		}
		v := Value{Name: name}
		var err error
		if v.Synonyms, err = r.texts(synonyms, join(at, name)); err != nil {
			return err
		}
		for _, word := range append([]string{name}, v.Synonyms...) {
			if len(word) > maxName {
				return r.fail(k, join(at, name), "it has %d bytes; at most %d", len(word), maxName)
			}
			c := caseless(word)
			if line, ok := lines[c]; ok && line != len(list) {
				return r.fail(k, join(at, name), "%q names %q already; a name stands for one value", word, list[line].Name)
			}
			lines[c] = len(list)
		}
		list = append(list, v)
		return nil
	}
	pair := func(key string, k, v ast.Node) error { return add(key, k, v) }
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		if err := r.mapping(n, at, pair); err != nil {
			return nil, err
		}
	} else {
		for _, e := range seq.Values {
			var err error
			switch e.(type) {
			case *ast.MappingNode, *ast.MappingValueNode:
				err = r.mapping(e, at, pair)
			default:
				var name string
				if name, err = r.text(e, at); err == nil {
					err = add(name, e, nil)
				}
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if len(list) == 0 {
		return nil, r.fail(n, at, "it names no value; leave it out if every value is allowed")
	}
	return list, nil
}

// patterns reads a list of patterns, each a text, or path and share.
func (r *reader) patterns(s *Schema, n ast.Node) error {
	if n == nil || n.Type() == ast.NullType {
		return nil
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return r.fail(n, "patterns", "it is a %s; write a list of lines that begin with -", n.Type())
	}
	for _, e := range seq.Values {
		p := Pattern{}
		if e.GetToken() != nil {
			p.Line = e.GetToken().Position.Line
		}
		var err error
		switch e.(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
			err = r.mapping(e, "patterns", func(key string, k, v ast.Node) (err error) {
				p.Line = k.GetToken().Position.Line
				switch key {
				case "path":
					p.Path, err = r.text(v, "patterns.path")
				case "share":
					p.Share, err = r.text(v, "patterns.share")
				default:
					err = r.fail(k, join("patterns", key), `it does not exist; a pattern has path and share; quote one that begins with a brace: "{department}/**"`)
				}
				return err
			})
			if err == nil && p.Path == "" {
				err = r.fail(e, "patterns", `a path is missing; write path: "{department}/**"`)
			}
		default:
			p.Path, err = r.text(e, "patterns")
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(s.Patterns, func(q Pattern) bool { return q.Share == p.Share && q.Path == p.Path }) {
			return r.fail(e, "patterns", "%s comes twice; keep one of them", p.Path)
		}
		s.Patterns = append(s.Patterns, p)
	}
	return nil
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
					return spar.Errorf(spar.Invalid, "the schema %s, line %d, attributes.%s: %q has no letter or digit and cannot name it", r.file, line, a.Name, name)
				}
				return spar.Errorf(spar.Invalid, "the schema %s, line %d, attributes.%s: %q names %s too; a name stands for one attribute", r.file, line, a.Name, name, other)
			}
			owner[f] = a.Name
		}
	}
	return nil
}
