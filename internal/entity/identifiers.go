package entity

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// A Pattern finds the identifiers of one kind: what the expression's group, or else all of it, matches.
type Pattern struct {
	Kind Kind // such as "invoice"
	Expr *regexp.Regexp

	words []string // one of which must be there, in lower case; nil where that is not known
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
		return Pattern{}, spar.Errorf(spar.Invalid, "the pattern of %q matches the empty text", kind)
	}
	return Pattern{Kind: Kind(kind), Expr: re}, nil
}

var kindName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,40}$`)

// maxPatterns is how many patterns a file may have.
const maxPatterns = 200

// Parse reads a file of patterns, which it calls by its name in errors: YAML, a line a kind with its regular expression (RE2),
// of which the first group is the identifier, or all of it. A kind of the standard ones is replaced; an empty expression
// leaves it out.
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

// labelled finds what stands behind a word such as "invoice no.": figures, perhaps with letters and hyphens between.
func labelled(kind, words string) Pattern {
	return Pattern{words: strings.Split(strings.ReplaceAll(words, `\`, ""), "|"), Kind: Kind(kind), Expr: regexp.MustCompile(`(?i)\b(?:` + words + `)(?:[ -]?(?:no|nr|num|number|nummer|id|ref|code)\b)?\.?[:#]?\s{0,2}#?\s?((?-i:[A-Z]{0,5})[-/]?\d[\dA-Za-z]*(?:[-/.][\dA-Za-z]+)*)`)}
}

// Standard are the kinds of identifiers that are found without a setting.
func Standard() []Pattern {
	return []Pattern{
		labelled("invoice", `invoice|inv\.|rechnung|faktura|facture`),
		labelled("case", `case|docket|file no|aktenzeichen|dossier|ärende`),
		labelled("patient", `patient|mrn|medical record`),
		labelled("part", `part|p/n|article|artikel|item no|sku`),
		labelled("order", `order|purchase order|po|bestellung|commande`),
		labelled("contract", `contract|agreement|vertrag|contrat`),
		labelled("project", `project|projekt|projet`),
	}
}

func (f *Finder) identifiers(t string) (found []Entity) {
	lower := strings.ToLower(t)
	for _, p := range f.ids {
		if p.words != nil && !holds(lower, p.words...) {
			continue
		}
		for _, m := range p.Expr.FindAllStringSubmatchIndex(t, -1) {
			from, to := m[0], m[1]
			if len(m) > 3 && m[2] >= 0 {
				from, to = m[2], m[3]
			}
			s := t[from:to]
			if len(strings.TrimLeft(s, "0123456789")) == 0 && len(s) < 3 {
				continue // "order 2" is a place in a list
			}
			found = append(found, Entity{Kind: p.Kind, Text: s, Value: text(strings.ToUpper(s)), Start: from, End: to})
		}
	}
	return found
}

// holds reports whether a text has one of some words in it.
func holds(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
