// Package schema says which attributes files may have: their names and synonyms, types, allowed values and where they
// come from. A file that people write adds to the standard attributes, and names the patterns of paths that hold
// attributes. It stands beside scope, which it gives the meaning of names, and knows no files.
package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// A Schema is the attributes that files may have. It is immutable; a file may have attributes that are not in it, which
// then take every value.
type Schema struct {
	File       string // that it was read from; "" for the standard one
	Attributes []Attribute
	Patterns   []Pattern

	names map[string]int // folded names and synonyms to places in Attributes
}

// An Attribute says what SPAR knows of one key.
type Attribute struct {
	Name        string        // lower case; the key in the catalog and in scopes
	Synonyms    []string      // other names, in scopes and in documents' own data
	Kind        spar.Kind     // of its values
	Values      []Value       // the allowed ones; nil for any
	Usual       []Value       `json:"-"` // proposed where Values allow any; they forbid none
	Ordered     bool          // Values go from low to high
	Many        bool          // a file may have several values, from several origins
	From        []spar.Origin // the origins that count; nil for all
	Label       string        `json:"-"` // what people call it, "" for its name in words; it is no part of what Digest names
	Description string
	Unit        string
	Standard    bool // known without a file

	exact, folded map[string]int // names and synonyms of values to places in Values; -1 where several share one
}

// A Value is one allowed value of an attribute.
type Value struct {
	Name     string   `json:"name"`
	Synonyms []string `json:"synonyms,omitempty"`
}

// index makes the look-ups of a.
func (a *Attribute) index() {
	a.exact, a.folded = map[string]int{}, map[string]int{}
	add := func(m map[string]int, key string, i int) {
		if j, ok := m[key]; ok && j != i {
			i = -1
		}
		m[key] = i
	}
	for i, v := range a.Values {
		for _, name := range append([]string{v.Name}, v.Synonyms...) {
			add(a.exact, caseless(name), i)
			if f := fold(name); f != "" {
				add(a.folded, f, i)
			}
		}
	}
}

// Value finds an allowed value by its name or a synonym, letter case aside, and failing that punctuation aside.
func (a *Attribute) Value(text string) (name string, place int, ok bool) {
	i, ok := a.exact[caseless(text)]
	if !ok {
		i, ok = a.folded[fold(text)]
	}
	if !ok || i < 0 {
		return "", 0, false
	}
	return a.Values[i].Name, i, true
}

// ValueNames lists the allowed values, nil for any.
func (a *Attribute) ValueNames() []string {
	var names []string
	for _, v := range a.Values {
		names = append(names, v.Name)
	}
	return names
}

// Convert gives a value in the attribute's type, an allowed value under its own name. It refuses any other value.
func (a *Attribute) Convert(v spar.Value) (spar.Value, bool) {
	if a.Values != nil {
		name, _, ok := a.Value(v.String())
		return spar.Value{Kind: spar.Text, Text: name}, ok
	}
	if v.Kind == a.Kind {
		return v, true
	}
	switch a.Kind {
	case spar.Number:
		n, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
		return spar.Value{Kind: spar.Number, Number: n}, v.Kind == spar.Text && err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
	case spar.Date:
		t, ok := date(v.String())
		return spar.Value{Kind: spar.Date, Date: t}, ok
	default:
		return spar.Value{Kind: spar.Text, Text: v.String()}, true
	}
}

// date reads a time, or the first moment of a day, a month or a year.
func date(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.DateOnly, "2006-01", "2006", time.RFC3339, time.DateTime} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// Proposed returns the values that may be proposed for files: of an attribute of the organisation the allowed ones, of a standard one
// these if it has usual ones. nil: none.
func (a *Attribute) Proposed() []Value {
	switch {
	case a.Many || !a.Counts(spar.ByPerson) || a.Standard && a.Usual == nil:
		return nil
	case a.Values != nil:
		return a.Values
	}
	return a.Usual
}

// Counts reports whether values of an origin count.
func (a *Attribute) Counts(o spar.Origin) bool { return a.From == nil || slices.Contains(a.From, o) }

// Label is people's name for the attribute under a key: the schema's, and else the key in words, such as "Study date".
func (s *Schema) Label(key string) string {
	if a, ok := s.Attribute(key); ok && a.Label != "" {
		return a.Label
	}
	words := strings.Join(strings.FieldsFunc(key, func(r rune) bool { return r == '-' || r == '_' || r == '.' || unicode.IsSpace(r) }), " ")
	if words == "" {
		return key
	}
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// Attribute finds an attribute by its name or a synonym, letter case and punctuation aside.
func (s *Schema) Attribute(name string) (*Attribute, bool) {
	i, ok := s.names[fold(name)]
	if !ok {
		return nil, false
	}
	return &s.Attributes[i], true
}

// Key is the main name of an attribute; name may be a synonym of it. A name that the schema does not know stands for itself, in lower case.
func (s *Schema) Key(name string) string {
	if a, ok := s.Attribute(name); ok {
		return a.Name
	}
	return strings.ToLower(name)
}

// Parse reads a value that a person wrote for a key. The values of a key that is not in the schema are what they look like:
// numbers, dates with their day, and texts.
func (s *Schema) Parse(key, text string) (spar.Value, error) {
	v := spar.Value{Kind: spar.Text, Text: strings.TrimSpace(text)}
	if v.Text == "" || len(v.Text) > maxValue {
		return v, spar.Errorf(spar.Invalid, "the value of %s has %d bytes; take 1 to %d", key, len(v.Text), maxValue)
	}
	a, ok := s.Attribute(key)
	if !ok {
		if n, err := strconv.ParseFloat(v.Text, 64); err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			return spar.Value{Kind: spar.Number, Number: n}, nil
		}
		if t, ok := date(v.Text); ok {
			return spar.Value{Kind: spar.Date, Date: t}, nil
		}
		return v, nil
	}
	out, ok := a.Convert(v)
	if ok {
		return out, nil
	}
	switch {
	case a.Values != nil:
		return v, spar.Errorf(spar.Invalid, "%q is no %s; write one of: %s", v.Text, a.Name, strings.Join(a.ValueNames(), ", "))
	case a.Kind == spar.Date:
		return v, spar.Errorf(spar.Invalid, "%s is a date and %q is none; write 2019-05-31", a.Name, v.Text)
	default:
		return v, spar.Errorf(spar.Invalid, "%s is a number and %q is none", a.Name, v.Text)
	}
}

// maxValue bounds a value in bytes.
const maxValue = 16 << 10

// Digest names what the schema says; it changes when anything in it does.
func (s *Schema) Digest() string {
	text, err := json.Marshal(struct {
		A []Attribute
		P []Pattern
	}{s.Attributes, s.Patterns})
	if err != nil {
		panic("schema: " + err.Error()) // it is made of texts and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// complete makes the look-ups of s. Where two attributes share a name the first has it; the reader refuses that.
func (s *Schema) complete() *Schema {
	s.names = map[string]int{}
	for i := range s.Attributes {
		a := &s.Attributes[i]
		a.index()
		for _, name := range append([]string{a.Name}, a.Synonyms...) {
			if _, ok := s.names[fold(name)]; !ok {
				s.names[fold(name)] = i
			}
		}
	}
	return s
}

// caseless is a text as names are compared first.
func caseless(s string) string { return cases.Fold().String(norm.NFC.String(strings.TrimSpace(s))) }

// fold is a text as names are compared next: its words, without what stands between them.
func fold(s string) string {
	return strings.Join(strings.FieldsFunc(caseless(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}), " ")
}
