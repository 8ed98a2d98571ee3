package tagging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/yamlfile"
)

const (
	maxFile  = 4 << 20 // bytes of a rules file
	maxRules = 5000
	maxDepth = 20 // of conditions in conditions
	maxWords = 5000
	maxText  = 16 << 10 // bytes of one text in the file
)

// Read reads a rules file. Where there is none there are no rules.
func Read(file string, s *schema.Schema) (Rules, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Rules{File: file}, nil
	}
	if err == nil && info.Size() > maxFile {
		return Rules{}, spar.Errorf(spar.Invalid, "%s has %d bytes; at most %d are read", file, info.Size(), maxFile)
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return Rules{}, spar.Errorf(spar.Invalid, "the rules file cannot be read: %w", err)
	}
	return Parse(file, text, s)
}

// Parse reads the text of a rules file, which its errors call by the name given. Values of attributes are typed by the
// schema.
func Parse(file string, text []byte, s *schema.Schema) (Rules, error) {
	r := reader{file: file, schema: s}
	rules := Rules{File: file}
	if len(text) > maxFile {
		return rules, spar.Errorf(spar.Invalid, "%s has %d bytes; at most %d are read", file, len(text), maxFile)
	}
	if !utf8.Valid(text) {
		return rules, spar.Errorf(spar.Invalid, "%s is not UTF-8; save it as UTF-8", file)
	}
	body, err := r.yaml(text)
	if err != nil {
		return rules, err
	}
	return rules, r.mapping(body, func(key string, k, v ast.Node) error {
		switch key {
		case "rules":
			return r.list(v, func(n ast.Node) error {
				rule, err := r.rule(n)
				if err != nil {
					return err
				}
				if i := slices.IndexFunc(rules.Rules, func(o Rule) bool { return o.Name == rule.Name }); i >= 0 {
					return r.fail(n, "line %d has a rule %q already; give this one another name", rules.Rules[i].Line, rule.Name)
				}
				if len(rules.Rules) == maxRules {
					return r.fail(n, "there are more than %d rules; let one rule name several values, as in path:(a/**|b/**)", maxRules)
				}
				rules.Rules = append(rules.Rules, rule)
				return nil
			})
		case "folders-as-tags":
			return r.each(v, func(n ast.Node) error {
				f, err := r.folders(n)
				rules.Folders = append(rules.Folders, f)
				return err
			})
		case "front-matter":
			return r.each(v, func(n ast.Node) error {
				f, err := r.frontMatter(n)
				rules.FrontMatter = append(rules.FrontMatter, f)
				return err
			})
		case "sidecars":
			return r.each(v, func(n ast.Node) error {
				s, err := r.sidecars(n)
				rules.Sidecars = append(rules.Sidecars, s)
				return err
			})
		}
		return r.fail(k, "there is no %q; a rules file has rules, folders-as-tags, front-matter and sidecars", key)
	})
}

// A reader makes rules of YAML; its errors name file, line and, within one, the rule.
type reader struct {
	file   string
	schema *schema.Schema
	inRule string // the name of the rule that is being read
	depth  int
}

func (r *reader) fail(n ast.Node, format string, args ...any) error {
	where := r.file
	if n != nil && n.GetToken() != nil {
		where += fmt.Sprintf(", line %d", n.GetToken().Position.Line)
	}
	if r.inRule != "" {
		where += fmt.Sprintf(", rule %q", r.inRule)
	}
	return spar.Errorf(spar.Invalid, "%s: %s", where, fmt.Sprintf(format, args...))
}

func line(n ast.Node) int {
	if n == nil || n.GetToken() == nil {
		return 0
	}
	return n.GetToken().Position.Line
}

// yaml parses the text; a fault of the parser is an error too.
func (r *reader) yaml(text []byte) (body ast.Node, err error) {
	f, err := yamlfile.Parse(text)
	var fault yaml.Error
	if errors.As(err, &fault) && fault.GetToken() != nil {
		return nil, spar.Errorf(spar.Invalid, "%s, line %d: it is not YAML: %s", r.file, fault.GetToken().Position.Line, fault.GetMessage())
	}
	if err != nil {
		return nil, r.fail(nil, "it is not YAML: %v", err)
	}
	for _, d := range f.Docs {
		switch {
		case d.Body == nil || d.Body.Type() == ast.CommentType:
		case body != nil:
			return nil, r.fail(d.Body, "a second document begins here; take out the line ---")
		default:
			body = d.Body
		}
	}
	return body, nil
}

// mapping calls f with each key of a mapping and its value, in order. Nothing is an empty mapping.
func (r *reader) mapping(n ast.Node, f func(key string, k, v ast.Node) error) error {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		return r.fail(n, "here is a %s; write lines of the form `name: value`", strings.ToLower(n.Type().String()))
	}
	seen := map[string]bool{}
	for _, v := range values {
		key, err := r.text(v.Key)
		if err != nil {
			return err
		}
		if seen[key] {
			return r.fail(v.Key, "%s comes twice; keep one of them", key)
		}
		seen[key] = true
		if err := f(key, v.Key, v.Value); err != nil {
			return err
		}
	}
	return nil
}

// list calls f with each element of a list.
func (r *reader) list(n ast.Node, f func(ast.Node) error) error {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		for _, e := range n.Values {
			if err := f(e); err != nil {
				return err
			}
		}
		return nil
	}
	return r.fail(n, "here is a %s; write a list of lines that begin with -", strings.ToLower(n.Type().String()))
}

// each is list, where one element may stand for a list of one.
func (r *reader) each(n ast.Node, f func(ast.Node) error) error {
	switch n.(type) {
	case nil, *ast.NullNode, *ast.SequenceNode:
		return r.list(n, f)
	}
	return f(n)
}

// text gives a scalar as it is written.
func (r *reader) text(n ast.Node) (string, error) {
	var text string
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		text = n.GetToken().Value
	case nil, *ast.NullNode:
		return "", r.fail(n, "a value is missing")
	default:
		return "", r.fail(n, "here is a %s; write a text, between quotes if it begins with one of [ { * & -", strings.ToLower(n.Type().String()))
	}
	if text = strings.TrimSpace(text); text == "" || len(text) > maxText || strings.ContainsRune(text, 0) {
		return "", r.fail(n, "a text of 1 to %d bytes is needed here", maxText)
	}
	return text, nil
}

func (r *reader) texts(n ast.Node) (list []string, err error) {
	err = r.each(n, func(e ast.Node) error {
		t, err := r.text(e)
		list = append(list, t)
		return err
	})
	if err == nil && len(list) == 0 {
		err = r.fail(n, "a value is missing")
	}
	return list, err
}

func (r *reader) yes(n ast.Node) (bool, error) {
	if b, ok := n.(*ast.BoolNode); ok {
		return b.Value, nil
	}
	return false, r.fail(n, "write true or false")
}

func (r *reader) rule(n ast.Node) (rule Rule, err error) {
	rule = Rule{Line: line(n), Confidence: 1}
	defer func() { r.inRule = "" }()
	// The name comes first in errors, wherever it stands.
	if err := r.mapping(n, func(key string, k, v ast.Node) (err error) {
		if key == "name" {
			rule.Name, err = r.text(v)
			rule.Line = line(k)
		}
		return err
	}); err != nil {
		return rule, err
	}
	if rule.Name == "" || strings.ContainsAny(rule.Name, "\n\r") || len(rule.Name) > 200 {
		return rule, r.fail(n, "a rule needs a name of one line")
	}
	r.inRule = rule.Name
	err = r.mapping(n, func(key string, k, v ast.Node) (err error) {
		switch key {
		case "name":
		case "tags", "tag":
			rule.Tags, err = r.texts(v)
		case "attributes":
			rule.Attributes, err = r.attributes(v)
		case "confidence":
			var text string
			if text, err = r.text(v); err == nil {
				rule.Confidence, err = strconv.ParseFloat(text, 64)
				if err != nil || !(rule.Confidence > 0 && rule.Confidence <= 1) {
					err = r.fail(v, "the confidence is %q; write a number above 0 and up to 1", text)
				}
			}
		case "review":
			var text string
			if text, err = r.text(v); err == nil {
				if rule.Review = spar.Review(text); rule.Review != spar.Pending {
					err = r.fail(v, "review is %q; write pending, or leave it out", text)
				}
			}
		case "create":
			rule.Create, err = r.yes(v)
		default:
			var known bool
			if known, err = r.part(&rule.Condition, key, v); err == nil && !known {
				err = r.fail(k, "a rule has no %q; it has name, when, text, all, any, not, tags, attributes, confidence, review and create", key)
			}
		}
		return err
	})
	switch {
	case err != nil:
	case rule.Condition.String() == "":
		err = r.fail(n, "it has no condition; write when: and a scope, such as when: path:finance/**, or when: path:** for all files")
	case len(rule.Tags) == 0 && len(rule.Attributes) == 0:
		err = r.fail(n, "it gives nothing; write tags: or attributes:")
	}
	return rule, err
}

func (r *reader) attributes(n ast.Node) (list []Given, err error) {
	err = r.mapping(n, func(key string, k, v ast.Node) error {
		g := Given{Key: r.schema.Key(strings.TrimPrefix(key, "attr."))}
		if key == "" || len(key) > 200 || strings.ContainsAny(key, " \t:") {
			return r.fail(k, "%q cannot name an attribute; take letters, digits, - and _", key)
		}
		texts, err := r.texts(v)
		for _, t := range texts {
			value, err := r.schema.Parse(g.Key, t)
			if err != nil {
				return r.fail(v, "%v", err)
			}
			g.Values = append(g.Values, value)
		}
		list = append(list, g)
		return err
	})
	return list, err
}

// part reads one part of a condition; known is false where the key is none.
func (r *reader) part(c *Condition, key string, v ast.Node) (known bool, err error) {
	switch key {
	case "when":
		text, err := r.text(v)
		if err != nil {
			return true, err
		}
		if c.When, err = scope.Parse(text); err != nil {
			return true, r.fail(v, "%v", err)
		}
		for _, constraint := range c.When.Constraints {
			switch {
			case constraint.Guess:
				return true, r.fail(v, "%s is a guess, and a guess decides nothing; take out the ~", scope.PrintConstraint(constraint))
			case constraint.Key == "age":
				return true, r.fail(v, "an age changes while nothing happens to the file; write modified:2019..2021")
			}
		}
	case "text":
		c.Text, err = r.content(v)
	case "all":
		c.All, err = r.conditions(v)
	case "any":
		c.Any, err = r.conditions(v)
	case "not":
		var not []Condition
		if not, err = r.conditions(v); err == nil && len(not) > 1 {
			err = r.fail(v, "not takes one condition; write not: {any: [...]} or not: {all: [...]}")
		}
		if err == nil {
			c.Not = &not[0]
		}
	default:
		return false, nil
	}
	return true, err
}

// conditions reads a list of conditions, or one. A text stands for a scope.
func (r *reader) conditions(n ast.Node) (list []Condition, err error) {
	if r.depth++; r.depth > maxDepth {
		return nil, r.fail(n, "conditions lie in each other more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	err = r.each(n, func(e ast.Node) error {
		var c Condition
		if _, ok := e.(*ast.StringNode); ok {
			if _, err := r.part(&c, "when", e); err != nil {
				return err
			}
		} else if err := r.mapping(e, func(key string, k, v ast.Node) error {
			known, err := r.part(&c, key, v)
			if err == nil && !known {
				err = r.fail(k, "a condition has no %q; it has when, text, all, any and not; put a scope between [ ] or { } into quotes", key)
			}
			return err
		}); err != nil {
			return err
		}
		if c.String() == "" {
			return r.fail(e, "a condition is empty; write when:, text:, all:, any: or not:")
		}
		list = append(list, c)
		return nil
	})
	if err == nil && len(list) == 0 {
		err = r.fail(n, "a condition is missing")
	}
	return list, err
}

// content reads a condition on the text.
func (r *reader) content(n ast.Node) (*Text, error) {
	t := &Text{}
	err := r.mapping(n, func(key string, k, v ast.Node) (err error) {
		var list []string
		if list, err = r.texts(v); err != nil {
			return err
		}
		switch key {
		case "any":
			t.Any = list
		case "all":
			t.All = list
		case "phrase":
			t.Phrase = list
		case "regex":
			t.Regex = list
		case "fuzzy":
			t.Fuzzy = list
		default:
			return r.fail(k, "a text condition has no %q; it has any, all, phrase, regex and fuzzy", key)
		}
		if err := t.compile(); err != nil {
			return r.fail(v, "%v", err)
		}
		return nil
	})
	if err == nil && t.String() == "" {
		err = r.fail(n, "the text condition is empty; write any:, all:, phrase:, regex: or fuzzy: below it")
	}
	return t, err
}

func (r *reader) folders(n ast.Node) (f Folders, err error) {
	f = Folders{Line: line(n)}
	err = r.mapping(n, func(key string, k, v ast.Node) (err error) {
		switch key {
		case "share":
			f.Share, err = r.text(v)
		case "below":
			f.Below, err = r.glob(v)
		case "level":
			var text string
			if text, err = r.text(v); err == nil {
				if f.Level, err = strconv.Atoi(text); err != nil || f.Level < 1 || f.Level > 100 {
					err = r.fail(v, "the level is %q; write which folder of the path is the tag, 1 for the first", text)
				}
			}
		case "create":
			f.Create, err = r.yes(v)
		case "parent":
			f.Parent, err = r.text(v)
		default:
			err = r.fail(k, "folders-as-tags has no %q; it has below, level, share, create and parent", key)
		}
		return err
	})
	if err == nil && (f.Level == 0 || f.Below == "") {
		err = r.fail(n, `folders-as-tags needs below and level, such as {below: "projects/*", level: 2}`)
	}
	return f, err
}

func (r *reader) frontMatter(n ast.Node) (f FrontMatter, err error) {
	f = FrontMatter{Line: line(n)}
	if _, ok := n.(*ast.StringNode); ok {
		f.Tags, err = r.texts(n)
		return f, err
	}
	err = r.mapping(n, func(key string, k, v ast.Node) (err error) {
		switch key {
		case "tags":
			f.Tags, err = r.texts(v)
			for i, t := range f.Tags {
				f.Tags[i] = strings.ToLower(t)
			}
		case "create":
			f.Create, err = r.yes(v)
		case "parent":
			f.Parent, err = r.text(v)
		default:
			err = r.fail(k, "front-matter has no %q; it has tags, create and parent", key)
		}
		return err
	})
	if err == nil && len(f.Tags) == 0 {
		err = r.fail(n, "front-matter needs the names of the fields that hold tags, such as {tags: [tags, keywords]}")
	}
	return f, err
}

func (r *reader) sidecars(n ast.Node) (s Sidecars, err error) {
	s = Sidecars{Line: line(n)}
	if _, ok := n.(*ast.StringNode); ok {
		s.Files, err = r.glob(n)
		return s, err
	}
	err = r.mapping(n, func(key string, k, v ast.Node) (err error) {
		switch key {
		case "share":
			s.Share, err = r.text(v)
		case "files":
			s.Files, err = r.glob(v)
		case "create":
			s.Create, err = r.yes(v)
		case "parent":
			s.Parent, err = r.text(v)
		default:
			err = r.fail(k, "sidecars has no %q; it has files, share, create and parent", key)
		}
		return err
	})
	if err == nil && s.Files == "" {
		err = r.fail(n, `sidecars needs files, such as {files: "**/metadata.csv"}`)
	}
	return s, err
}

func (r *reader) glob(n ast.Node) (string, error) {
	g, err := r.text(n)
	if err == nil && !doublestar.ValidatePattern(g) {
		err = r.fail(n, "%q is not a glob; * stands for anything but a slash, ** for anything, ? for one character, [ab] for one of them", g)
	}
	return strings.Trim(g, "/"), err
}
