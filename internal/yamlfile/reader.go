package yamlfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/sparsearch/spar/internal/spar"
)

// A Node is a part of a file.
type Node = ast.Node

// A Reader makes things of the nodes of one file; its errors name file, line and place.
type Reader struct {
	File  string // what errors call it
	Most  int    // bytes of a text; 0 for no bound
	Lines bool   // a text may have several lines
}

// Fail is the error of a node; at, if not empty, names its place beside the line.
func (r *Reader) Fail(n Node, at, format string, args ...any) error {
	where := r.File
	if line := Line(n); line > 0 {
		where += fmt.Sprintf(", line %d", line)
	}
	if at != "" {
		where += ", " + at
	}
	return spar.Errorf(spar.Invalid, "%s: %s", where, fmt.Sprintf(format, args...))
}

// Line is that of a node, counted from 1; 0 when it has none.
func Line(n Node) int {
	if n == nil || n.GetToken() == nil {
		return 0
	}
	return n.GetToken().Position.Line
}

// Join is the place of a key.
func Join(at, key string) string { return strings.TrimPrefix(at+"."+key, ".") }

// Document parses the one document of a file, nil when it is empty.
func (r *Reader) Document(text []byte) (body Node, err error) {
	f, err := Parse(text)
	var fault yaml.Error
	if errors.As(err, &fault) && fault.GetToken() != nil {
		return nil, spar.Errorf(spar.Invalid, "%s, line %d: it is not YAML: %s", r.File, fault.GetToken().Position.Line, fault.GetMessage())
	}
	if err != nil {
		return nil, r.Fail(nil, "", "it is not YAML: %v", err)
	}
	for _, d := range f.Docs {
		switch {
		case d.Body == nil || d.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, r.Fail(d.Body, "", "a second document begins here; take out the line ---")
		default:
			body = d.Body
		}
	}
	return body, nil
}

// Nothing reports whether nothing stands in the place of a value.
func Nothing(n Node) bool { return n == nil || n.Type() == ast.NullType }

// IsMapping reports whether a node is a mapping.
func IsMapping(n Node) bool {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return true
	}
	return false
}

// IsString reports whether a node is a text, and no number or truth value.
func IsString(n Node) bool {
	_, ok := n.(*ast.StringNode)
	return ok
}

// Mapping calls f with each key of a mapping and its value, in order. Nothing is an empty mapping.
func (r *Reader) Mapping(n Node, at string, f func(key string, k, v Node) error) error {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return r.Fail(n, at, "here is a %s; write lines of the form `name: value`", kind(n))
	}
	for _, v := range values { // the parser refuses a key that comes twice
		key, err := r.Text(v.Key, at)
		if err != nil {
			return err
		}
		if err := f(key, v.Key, v.Value); err != nil {
			return err
		}
	}
	return nil
}

func kind(n Node) string { return strings.ToLower(n.Type().String()) }

// List calls f with each element of a list. Nothing is an empty list.
func (r *Reader) List(n Node, at string, f func(Node) error) error {
	if Nothing(n) {
		return nil
	}
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return r.Fail(n, at, "here is a %s; write a list of lines that begin with -", kind(n))
	}
	for _, e := range list.Values {
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}

// Each is List, where one element may stand for a list of one.
func (r *Reader) Each(n Node, at string, f func(Node) error) error {
	if _, ok := n.(*ast.SequenceNode); ok || Nothing(n) {
		return r.List(n, at, f)
	}
	return f(n)
}

// Text gives a scalar as it is written.
func (r *Reader) Text(n Node, at string) (string, error) {
	var text string
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		text = n.GetToken().Value
	case nil, *ast.NullNode:
		return "", r.Fail(n, at, "a value is missing")
	default:
		return "", r.Fail(n, at, "here is a %s; write a text, between quotes if it begins with one of [ { * & -", kind(n))
	}
	text = strings.TrimSpace(text)
	switch {
	case text == "" || strings.ContainsRune(text, 0) || !r.Lines && strings.ContainsAny(text, "\n\r"):
		return "", r.Fail(n, at, "%q is not a line of text", text)
	case r.Most > 0 && len(text) > r.Most:
		return "", r.Fail(n, at, "the text has %d bytes; at most %d are read", len(text), r.Most)
	}
	return text, nil
}

// Texts gives a list of texts, or the one that stands in its place.
func (r *Reader) Texts(n Node, at string) (list []string, err error) {
	err = r.Each(n, at, func(e Node) error {
		t, err := r.Text(e, at)
		list = append(list, t)
		return err
	})
	return list, err
}

// Truth reads true or false.
func (r *Reader) Truth(n Node, at string) (bool, error) {
	b, ok := n.(*ast.BoolNode)
	if !ok {
		return false, r.Fail(n, at, "write true or false")
	}
	return b.Value, nil
}
