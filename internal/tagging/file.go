package tagging

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

const (
	maxFile  = 4 << 20 // bytes of a rules file
	maxRules = 5000
	maxDepth = 20 // of conditions in conditions
	maxWords = 5000
	maxText  = 16 << 10 // bytes of one text in the file
)

// readRules reads the text of a rules file.
func readRules(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > maxFile {
		return nil, spar.Errorf(spar.Invalid, "%s has %d bytes; at most %d are read", file, info.Size(), maxFile)
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "the rules file cannot be read: %w", err)
	}
	return text, nil
}

// Parse reads the text of a rules file, which its errors call by the name given. Values of attributes are typed by the
// schema.
func Parse(file string, text []byte, s *schema.Schema) (Rules, error) {
	r := reader{yaml: yamlfile.Reader{File: file, Most: maxText, Lines: true}, schema: s}
	rules := Rules{File: file}
	if len(text) > maxFile {
		return rules, spar.Errorf(spar.Invalid, "%s has %d bytes; at most %d are read", file, len(text), maxFile)
	}
	if !utf8.Valid(text) {
		return rules, spar.Errorf(spar.Invalid, "%s is not UTF-8; save it as UTF-8", file)
	}
	body, err := r.yaml.Document(text)
	if err != nil {
		return rules, err
	}
	return rules, r.mapping(body, func(key string, k, v yamlfile.Node) error {
		switch key {
		case "rules":
			return r.yaml.List(v, "", func(n yamlfile.Node) error {
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
			return r.each(v, func(n yamlfile.Node) error {
				f, err := r.folders(n)
				rules.Folders = append(rules.Folders, f)
				return err
			})
		case "front-matter":
			return r.each(v, func(n yamlfile.Node) error {
				f, err := r.frontMatter(n)
				rules.FrontMatter = append(rules.FrontMatter, f)
				return err
			})
		case "sidecars":
			return r.each(v, func(n yamlfile.Node) error {
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
	yaml   yamlfile.Reader
	schema *schema.Schema
	inRule string // the name of the rule that is being read
	depth  int
}

func (r *reader) at() string {
	if r.inRule == "" {
		return ""
	}
	return fmt.Sprintf("rule %q", r.inRule)
}

func (r *reader) fail(n yamlfile.Node, format string, args ...any) error {
	return r.yaml.Fail(n, r.at(), format, args...)
}

func (r *reader) mapping(n yamlfile.Node, f func(key string, k, v yamlfile.Node) error) error {
	return r.yaml.Mapping(n, r.at(), f)
}

func (r *reader) each(n yamlfile.Node, f func(yamlfile.Node) error) error {
	return r.yaml.Each(n, r.at(), f)
}

func (r *reader) text(n yamlfile.Node) (string, error) { return r.yaml.Text(n, r.at()) }

func (r *reader) yes(n yamlfile.Node) (bool, error) { return r.yaml.Truth(n, r.at()) }

// texts is at least one text.
func (r *reader) texts(n yamlfile.Node) ([]string, error) {
	list, err := r.yaml.Texts(n, r.at())
	if err == nil && len(list) == 0 {
		err = r.fail(n, "a value is missing")
	}
	return list, err
}

func (r *reader) rule(n yamlfile.Node) (rule Rule, err error) {
	rule = Rule{Line: yamlfile.Line(n), Confidence: 1}
	defer func() { r.inRule = "" }()
	// The name comes first in errors, wherever it stands.
	if err := r.mapping(n, func(key string, k, v yamlfile.Node) (err error) {
		if key == "name" {
			rule.Name, err = r.text(v)
			rule.Line = yamlfile.Line(k)
		}
		return err
	}); err != nil {
		return rule, err
	}
	if rule.Name == "" || strings.ContainsAny(rule.Name, "\n\r") || len(rule.Name) > 200 {
		return rule, r.fail(n, "a rule needs a name of one line")
	}
	r.inRule = rule.Name
	err = r.mapping(n, func(key string, k, v yamlfile.Node) (err error) {
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

func (r *reader) attributes(n yamlfile.Node) (list []Given, err error) {
	err = r.mapping(n, func(key string, k, v yamlfile.Node) error {
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
func (r *reader) part(c *Condition, key string, v yamlfile.Node) (known bool, err error) {
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
			if constraint.Guess {
				return true, r.fail(v, "%s is a guess, and a guess decides nothing; take out the ~", scope.PrintConstraint(constraint))
			}
		}
		for constraint := range scope.Leaves(c.When) {
			switch {
			case constraint.Key == spar.Saved:
				return true, r.fail(v, "%s belongs to a person and may change; write what it stands for", scope.PrintConstraint(*constraint))
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
func (r *reader) conditions(n yamlfile.Node) (list []Condition, err error) {
	if r.depth++; r.depth > maxDepth {
		return nil, r.fail(n, "conditions lie in each other more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	err = r.each(n, func(e yamlfile.Node) error {
		var c Condition
		if yamlfile.IsString(e) {
			if _, err := r.part(&c, "when", e); err != nil {
				return err
			}
		} else if err := r.mapping(e, func(key string, k, v yamlfile.Node) error {
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
func (r *reader) content(n yamlfile.Node) (*Text, error) {
	t := &Text{}
	err := r.mapping(n, func(key string, k, v yamlfile.Node) (err error) {
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

func (r *reader) folders(n yamlfile.Node) (f Folders, err error) {
	f = Folders{Line: yamlfile.Line(n)}
	err = r.mapping(n, func(key string, k, v yamlfile.Node) (err error) {
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

func (r *reader) frontMatter(n yamlfile.Node) (f FrontMatter, err error) {
	f = FrontMatter{Line: yamlfile.Line(n)}
	if yamlfile.IsString(n) {
		f.Tags, err = r.texts(n)
		return f, err
	}
	err = r.mapping(n, func(key string, k, v yamlfile.Node) (err error) {
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

func (r *reader) sidecars(n yamlfile.Node) (s Sidecars, err error) {
	s = Sidecars{Line: yamlfile.Line(n)}
	if yamlfile.IsString(n) {
		s.Files, err = r.glob(n)
		return s, err
	}
	err = r.mapping(n, func(key string, k, v yamlfile.Node) (err error) {
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

func (r *reader) glob(n yamlfile.Node) (string, error) {
	g, err := r.text(n)
	if err == nil && !doublestar.ValidatePattern(g) {
		err = r.fail(n, "%q is not a glob; * stands for anything but a slash, ** for anything, ? for one character, [ab] for one of them", g)
	}
	return strings.Trim(g, "/"), err
}
