package entity

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// A Pattern finds the identifiers of one kind: what the expression's group, or else all of it, matches.
type Pattern struct {
	Kind Kind // such as "invoice"
	Expr *regexp.Regexp

	label int // of the standard ones, that labels find too; 0 for others
}

// Compile makes a Pattern of a kind and an expression in the syntax of RE2.
func Compile(kind, expr string) (Pattern, error) {
	if !kindName.MatchString(kind) {
		return Pattern{}, spar.Errorf(spar.Invalid, "%q cannot name a kind of identifiers: take lower-case letters, digits and '-'", kind)
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return Pattern{}, spar.Errorf(spar.Invalid, "the pattern of %q is no regular expression: %w", kind, err)
	}
	if re.MatchString("") {
		return Pattern{}, spar.Errorf(spar.Invalid, "the pattern of %q matches the empty text: let it ask for at least one character", kind)
	}
	return Pattern{Kind: Kind(kind), Expr: re}, nil
}

var kindName = pattern.New(`^[a-z][a-z0-9-]{0,40}$`)

// maxPatterns is how many patterns a file may have.
const maxPatterns = 200

// Parse reads a file of patterns; errors call it by name. It is YAML, a line a kind with its regular expression (RE2): the first group is
// the identifier, or else the whole match. A line replaces the standard pattern of its kind; an empty expression drops the kind.
func Parse(file string, data []byte) ([]Pattern, error) {
	var lines yaml.MapSlice
	if err := yamlfile.Decode(data, &lines); err != nil {
		return nil, spar.Errorf(spar.Invalid, "%s is no list of patterns (a line each, such as `ticket: 'TCK-[0-9]+'`): %w", file, err)
	}
	if len(lines) > maxPatterns {
		return nil, spar.Errorf(spar.Invalid, "%s has %d patterns; at most %d are read", file, len(lines), maxPatterns)
	}
	list := Standard()
	for _, line := range lines {
		kind, expr := fmt.Sprint(line.Key), fmt.Sprint(line.Value)
		list = slices.DeleteFunc(list, func(p Pattern) bool { return p.Kind == Kind(kind) })
		if line.Value == nil || expr == "" {
			continue
		}
		p, err := Compile(kind, expr)
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "%s: %w", file, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// identifiers finds what the patterns of a Finder match.
func (f *Finder) identifiers(w window, found []Entity) []Entity {
	t := w.text
	odd := strings.Contains(t, "ſ") || strings.Contains(t, kelvin) // ASCII in the other case only: left to expressions
	lower := ""
	if odd {
		lower = strings.ToLower(t)
	} else {
		f.labelled = standard.find(w, f.labelled[:0])
	}
	for _, p := range f.ids {
		if p.label > 0 && !odd {
			for _, m := range f.labelled {
				if m.label == p.label {
					found = identifier(found, t, p.Kind, m.start, m.end)
				}
			}
			continue
		}
		if p.label > 0 && !slices.ContainsFunc(standard.words(p.label), func(w string) bool { return strings.Contains(lower, w) }) {
			continue
		}
		for _, m := range p.Expr.FindAllStringSubmatchIndex(t, -1) {
			from, to := m[0], m[1]
			if len(m) > 3 && m[2] >= 0 {
				from, to = m[2], m[3]
			}
			found = identifier(found, t, p.Kind, from, to)
		}
	}
	return found
}

func identifier(found []Entity, t string, kind Kind, start, end int) []Entity {
	s := t[start:end]
	if len(s) < 3 && strings.Trim(s, "0123456789") == "" {
		return found // "order 2" is a place in a list
	}
	return append(found, Entity{Kind: kind, Text: s, Value: text(strings.ToUpper(s)), Start: start, End: end})
}
