package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// maxYAML is bytes: the parser takes some hundred times as much memory.
const maxYAML = 64 << 20

// readYAML reads a list of concepts below the key "concepts", each with the keys of record and with "children"; or a tree of names. It
// refuses aliases, since a small file with them can mean a huge one.
func readYAML(s *source) (v taxonomy.Vocabulary, err error) {
	data, err := s.whole()
	if err == nil && len(data) > maxYAML {
		err = spar.Errorf(spar.Invalid, "YAML is read up to %d MiB: export the vocabulary as CSV or JSON lines", maxYAML>>20)
	}
	if err != nil {
		return v, err
	}
	defer func() { // the parser trusts its input in places
		if r := recover(); r != nil {
			err = spar.Errorf(spar.Invalid, "the file is not YAML: %v", r)
		}
	}()
	tokens := lexer.Tokenize(string(data))
	if err := shallow(tokens); err != nil {
		return v, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n") // the rest draws a picture
		return v, spar.Errorf(spar.Invalid, "%s", first)
	}
	r := yamlReader{at: map[string]int{}}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if err := r.document(doc.Body); err != nil {
			return v, err
		}
	}
	return byNames(r.vocabulary), nil
}

// shallow refuses nesting that would exhaust the stack of the parser, and aliases.
func shallow(tokens token.Tokens) error {
	flow := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.AliasType, token.AnchorType, token.MergeKeyType:
			return spar.Errorf(spar.Invalid, "line %d, column %d: anchors and aliases are not read: write the value out", t.Position.Line, t.Position.Column)
		case token.SequenceEntryType, token.MappingValueType, token.MappingKeyType:
			if t.Type == token.SequenceEntryType && t.Position.Column > 10*maxDepth {
				flow = maxDepth + 1
			}
		}
		if flow > maxDepth {
			return spar.Errorf(spar.Invalid, "line %d, column %d: values are nested more than %d deep", t.Position.Line, t.Position.Column, maxDepth)
		}
	}
	return nil
}

// A yamlReader makes concepts of nodes. A name that stands in several places of a tree is one concept with several parents.
type yamlReader struct {
	vocabulary taxonomy.Vocabulary
	at         map[string]int // by identifier
	depth      int
}

func (r *yamlReader) fail(n ast.Node, format string, args ...any) error {
	p := n.GetToken().Position
	return spar.Errorf(spar.Invalid, "line %d, column %d: %w", p.Line, p.Column, fmt.Errorf(format, args...))
}

// pairs is the keys and values of a mapping, nil for another node.
func pairs(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

// scalar is the text of a node as it was written.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NanNode, *ast.InfinityNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func empty(n ast.Node) bool {
	_, null := n.(*ast.NullNode)
	return n == nil || null
}

func (r *yamlReader) document(n ast.Node) error {
	for _, p := range pairs(n) {
		if key, _ := scalar(p.Key); key == "concepts" {
			return r.flat(n)
		}
	}
	return r.tree(n, "")
}

func (r *yamlReader) flat(n ast.Node) error {
	for _, p := range pairs(n) {
		switch key, _ := scalar(p.Key); key {
		case "vocabulary":
			r.vocabulary.Name, _ = scalar(p.Value)
		case "concepts":
			if _, ok := p.Value.(*ast.SequenceNode); !ok && !empty(p.Value) {
				return r.fail(p.Value, "concepts should be a list")
			}
			if err := r.tree(p.Value, ""); err != nil {
				return err
			}
		default:
			return r.fail(p.Key, "the key %q is not known beside %q", key, "concepts")
		}
	}
	return nil
}

// tree reads concepts that stand below a parent.
func (r *yamlReader) tree(n ast.Node, parent string) error {
	if r.depth++; r.depth > maxDepth {
		return r.fail(n, "concepts are nested more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	if empty(n) {
		return nil
	}
	if list, ok := n.(*ast.SequenceNode); ok {
		for _, item := range list.Values {
			if err := r.tree(item, parent); err != nil {
				return err
			}
		}
		return nil
	}
	if name, ok := scalar(n); ok {
		_, err := r.concept(n, taxonomy.Concept{Name: name}, parent)
		return err
	}
	list := pairs(n)
	if list == nil {
		if _, ok := n.(*ast.MappingNode); ok { // {}
			return nil
		}
		return r.fail(n, "%s is not understood", n.Type())
	}
	if slices.ContainsFunc(list, func(p *ast.MappingValueNode) bool { key, _ := scalar(p.Key); return key == "name" }) {
		return r.record(n, list, parent)
	}
	for _, p := range list {
		name, ok := scalar(p.Key)
		if !ok {
			return r.fail(p.Key, "the name of a concept should stand here")
		}
		id, err := r.concept(p.Key, taxonomy.Concept{Name: name}, parent)
		if err != nil {
			return err
		}
		if err := r.tree(p.Value, id); err != nil {
			return err
		}
	}
	return nil
}

// record reads a concept with its keys.
func (r *yamlReader) record(n ast.Node, list []*ast.MappingValueNode, parent string) error {
	var c taxonomy.Concept
	var children ast.Node
	for _, p := range list {
		key, _ := scalar(p.Key)
		var err error
		switch key {
		case "id":
			c.ID, err = r.text(p.Value)
		case "name":
			c.Name, err = r.text(p.Value)
		case "notes":
			c.Notes, err = r.text(p.Value)
		case "synonyms":
			c.Synonyms, err = r.texts(p.Value)
		case "parents":
			c.Parents, err = r.texts(p.Value)
		case "positions":
			c.Positions, err = r.texts(p.Value)
		case "links":
			c.Links, err = r.texts(p.Value)
		case "retired":
			var text string
			if text, err = r.text(p.Value); err == nil {
				if c.Retired, err = truth(text); err != nil {
					err = r.fail(p.Value, "retired must be true or false")
				}
			}
		case "children":
			children = p.Value
		default:
			err = r.fail(p.Key, "the key %q of a concept is not known", key)
		}
		if err != nil {
			return err
		}
	}
	id, err := r.concept(n, c, parent)
	if err != nil || children == nil {
		return err
	}
	return r.tree(children, id)
}

func (r *yamlReader) text(n ast.Node) (string, error) {
	if empty(n) {
		return "", nil
	}
	text, ok := scalar(n)
	if !ok {
		return "", r.fail(n, "a text should stand here")
	}
	return text, nil
}

// texts reads a list of texts, or one.
func (r *yamlReader) texts(n ast.Node) ([]string, error) {
	if empty(n) {
		return nil, nil
	}
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		text, err := r.text(n)
		return []string{text}, err
	}
	var texts []string
	for _, item := range list.Values {
		text, err := r.text(item)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// concept adds a concept below a parent, or another parent to one that is there.
func (r *yamlReader) concept(n ast.Node, c taxonomy.Concept, parent string) (id string, err error) {
	c.Name, c.ID = strings.TrimSpace(c.Name), strings.TrimSpace(c.ID)
	if c.Name == "" {
		return "", r.fail(n, "a concept has no name")
	}
	if c.ID == "" {
		c.ID = c.Name
	}
	i, known := r.at[c.ID]
	if !known {
		i = len(r.vocabulary.Concepts)
		r.at[c.ID] = i
		r.vocabulary.Concepts = append(r.vocabulary.Concepts, taxonomy.Concept{ID: c.ID, Name: c.Name})
		if err := tooMany(r.vocabulary); err != nil {
			return "", err
		}
	}
	have := &r.vocabulary.Concepts[i]
	if have.Name != c.Name || c.Notes != "" && have.Notes != "" && c.Notes != have.Notes {
		return "", r.fail(n, "two concepts have the identifier %q", c.ID)
	}
	if c.Notes != "" {
		have.Notes = c.Notes
	}
	have.Synonyms = append(have.Synonyms, c.Synonyms...)
	have.Parents = append(have.Parents, c.Parents...)
	have.Positions = append(have.Positions, c.Positions...)
	have.Links = append(have.Links, c.Links...)
	have.Retired = have.Retired || c.Retired
	if parent != "" {
		have.Parents = append(have.Parents, parent)
	}
	return c.ID, nil
}

var plainYAML = pattern.New(`^[A-Za-z][A-Za-z0-9]*([ .-][A-Za-z0-9]+)*$`)

// yamlText writes a text so that it is read as one: a JSON string is a YAML one too.
func yamlText(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf":
	default:
		if plainYAML.MatchString(s) {
			return s
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // a string in memory: it cannot fail
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

func writeYAML(w io.Writer, v taxonomy.Vocabulary) error {
	if v.Name != "" {
		fmt.Fprintf(w, "vocabulary: %s\n", yamlText(v.Name))
	}
	fmt.Fprint(w, "concepts:\n")
	for _, c := range v.Concepts {
		fmt.Fprintf(w, "  - id: %s\n    name: %s\n", yamlText(c.ID), yamlText(c.Name))
		if c.Notes != "" {
			fmt.Fprintf(w, "    notes: %s\n", yamlText(c.Notes))
		}
		for _, list := range []struct {
			key    string
			values []string
		}{{"synonyms", c.Synonyms}, {"parents", c.Parents}, {"positions", c.Positions}, {"links", c.Links}} {
			if len(list.values) == 0 {
				continue
			}
			fmt.Fprintf(w, "    %s:\n", list.key)
			for _, s := range list.values {
				fmt.Fprintf(w, "      - %s\n", yamlText(s))
			}
		}
		if c.Retired {
			fmt.Fprint(w, "    retired: true\n")
		}
		if _, err := fmt.Fprint(w, ""); err != nil {
			return err
		}
	}
	return nil
}
