package schema

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A Pattern takes attributes out of the paths of files: "{department}/{year:number}/**". A capture takes a non-empty
// piece of one component, as short as it may be; one of type number takes digits, one of type date 2019, 2019-05 or
// 2019-05-31. Apart from captures a pattern is a glob: * for anything but a slash, ? for one character, ** for any
// number of folders, at its end for everything below.
type Pattern struct {
	Share string // the name of the share that it is for; "" for all
	Path  string
	Line  int `json:"-"` // of the schema file

	expression *regexp.Regexp
	captures   []capture
}

type capture struct {
	key  string
	kind spar.Kind
}

// capturePattern matches what may stand between braces.
var capturePattern = pattern.New(`^\s*([\pL\pN][\pL\pN_. -]*?)\s*(?::\s*(text|number|date)\s*)?$`)

// captured are the texts that a capture of a kind takes. Paths are bytes and may hold line breaks; (?s) is set.
var captured = map[spar.Kind]string{spar.Text: `([^/]+?)`, spar.Number: `([0-9]+(?:\.[0-9]+)?)`, spar.Date: `([0-9]{4}(?:-[0-9]{2}){0,2})`}

const (
	maxPattern  = 1000 // bytes
	maxCaptures = 20
)

// compile makes the pattern's expression. Names in it are looked up in s.
func (p *Pattern) compile(s *Schema) error {
	if len(p.Path) > maxPattern {
		return fmt.Errorf("it has %d bytes; at most %d are read", len(p.Path), maxPattern)
	}
	var out strings.Builder
	out.WriteString(`(?s)\A`)
	p.captures = nil
	for rest := strings.TrimPrefix(p.Path, "/"); rest != ""; {
		switch {
		case rest == "**":
			out.WriteString(`.+`)
			rest = ""
		case strings.HasPrefix(rest, "**/"):
			out.WriteString(`(?:.+/)?`)
			rest = rest[3:]
		case rest[0] == '*':
			out.WriteString(`[^/]*`)
			rest = strings.TrimLeft(rest, "*")
		case rest[0] == '?':
			out.WriteString(`[^/]`)
			rest = rest[1:]
		case rest[0] == '{':
			inside, after, ok := strings.Cut(rest[1:], "}")
			m := capturePattern.FindStringSubmatch(inside)
			if !ok || m == nil {
				return fmt.Errorf("%q is not a capture; write {name}, {name:number} or {name:date}", rest)
			}
			c := capture{key: s.Key(m[1]), kind: spar.Kind(m[2])}
			if a, ok := s.Attribute(m[1]); ok {
				switch {
				case c.kind == "":
					c.kind = a.Kind
				case c.kind != a.Kind:
					return fmt.Errorf("{%s} takes a %s, and %s is a %s; leave the type out", inside, c.kind, a.Name, a.Kind)
				}
				if !a.Counts(spar.ByPath) {
					return fmt.Errorf("{%s} is found by a path, and `from` of %s does not name path", inside, a.Name)
				}
			} else if c.kind == "" {
				c.kind = spar.Text
			}
			if slices.ContainsFunc(p.captures, func(d capture) bool { return d.key == c.key }) {
				return fmt.Errorf("{%s} comes twice", inside)
			}
			p.captures = append(p.captures, c)
			out.WriteString(captured[c.kind])
			rest = after
		case rest[0] == '}':
			return fmt.Errorf("a } stands without its {")
		default:
			n := max(strings.IndexAny(rest, "*?{}"), 0)
			if n == 0 {
				n = len(rest)
			}
			out.WriteString(regexp.QuoteMeta(rest[:n]))
			rest = rest[n:]
		}
	}
	out.WriteString(`\z`)
	if len(p.captures) == 0 {
		return fmt.Errorf("it captures nothing; write {department}/** to take the name of a folder")
	}
	if len(p.captures) > maxCaptures {
		return fmt.Errorf("it captures %d attributes; at most %d", len(p.captures), maxCaptures)
	}
	var err error
	p.expression, err = regexp.Compile(out.String())
	return err
}

// Captures yields the attributes that a pattern takes out of a path, as it stands there: a value need not be allowed.
func (p *Pattern) Captures(share, path string) iter.Seq2[string, spar.Value] {
	return func(yield func(string, spar.Value) bool) {
		if p.Share != "" && p.Share != share {
			return
		}
		m := p.expression.FindStringSubmatch(path)
		if m == nil {
			return
		}
		for i, c := range p.captures {
			text := strings.TrimSpace(strings.ToValidUTF8(m[i+1], "\uFFFD"))
			v, ok := (&Attribute{Kind: c.kind}).Convert(spar.Value{Kind: spar.Text, Text: text})
			if text != "" && ok && !yield(c.key, v) {
				return
			}
		}
	}
}

// Keys lists the attributes that a pattern takes.
func (p *Pattern) Keys() []string {
	var keys []string
	for _, c := range p.captures {
		keys = append(keys, c.key)
	}
	return keys
}

// OfPath is the attributes that some of the schema's patterns take out of a path, allowed values under their own names.
// Where several patterns take an attribute that has one value, the first that matches gives it.
func (s *Schema) OfPath(share, path string, patterns []Pattern) (list []spar.Attribute) {
	taken := map[string]int{} // key to the pattern that gave it
	for i := range patterns {
		for key, v := range patterns[i].Captures(share, path) {
			a, known := s.Attribute(key)
			if by, ok := taken[key]; ok && by != i && !(known && a.Many) {
				continue
			}
			taken[key] = i
			if known {
				if allowed, ok := a.Convert(v); ok {
					v = allowed
				}
			}
			b := spar.Attribute{Key: key, Value: v, Origin: spar.ByPath}
			if !slices.Contains(list, b) {
				list = append(list, b)
			}
		}
	}
	return list
}
