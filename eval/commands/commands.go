// Package commands has sentences of users that name files, with the scope in the query language that each means. Each half has a
// generated share: a hospital (a), a research institute (b), a clinic (c), a port authority (d), a film festival (e), a
// brewery (f), an archaeological service (g) or a driving-test authority (h). Halves a to d and f also use the handbook of 18F and
// RAG-Multi-Corpus. Halves i and j use the generated shares of a, d and g. Halves tongues-a and tongues-b are in German, French
// and Spanish.
//
// The authors of c, of d, of e, and of g and h did not know the program. The author of f knew how the program doubts, and wrote f
// before reading how it understands. The author of i and j had read only the attributes of the shares. Halves b, e, h and
// tongues-b are held back for reporting: nobody looks at their misread sentences. Only spar-eval uses the package.
//
// The gold follows the words. A scan "from May 2025" was taken then (study-date), and a manifest is of a ship that
// arrived then; an entry was received then, a clipping published, an interview recorded and a meeting held. Invoices, minutes and
// other papers that come by the month, "for" or "from May 2025", are about that month (period). "In force since" and "took effect"
// mean effective. "Changed", "saved", "edited", and a format without a kind of document ("PDFs from 2024"), mean modified.
// A subject ("about diabetes") is no part of the scope but stands in About.
package commands

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

//go:embed a b c d e f g h i j tongues-a tongues-b
var halves embed.FS

// Seed is the seed of the published figures.
const Seed = 1

// The names of the shares.
const (
	Hospital   = "hospital"   // generated, half a
	Institute  = "institute"  // generated, half b
	Clinic     = "clinic"     // generated, half c
	Seaport    = "seaport"    // generated, half d
	Festival   = "festival"   // generated, half e
	Brewery    = "brewery"    // generated, half f
	Excavation = "excavation" // generated, half g
	Licensing  = "licensing"  // generated, half h
	Handbook   = "handbook"
	Firms      = "firms"
)

// What a sentence wants.
const (
	Query  = "query"  // to see files
	Build  = "build"  // a workspace made of them
	Update = "update" // a workspace brought up to date
	Reset  = "reset"  // a workspace emptied
)

// A Case is a sentence and what it means.
type Case struct {
	ID         string `json:"id"`
	Share      string `json:"share"`
	Phenomenon string `json:"phenomenon"` // the difficulty, such as "negation"
	Text       string `json:"text"`

	Command    string   `json:"command"`
	Scope      string   `json:"scope"`                // in the query language; empty: all files
	Same       []string `json:"same,omitempty"`       // other scopes that mean the same and give the same files
	May        []string `json:"may,omitempty"`        // scopes with other files that the sentence may mean as well
	About      string   `json:"about,omitempty"`      // words for the search
	Associated bool     `json:"associated,omitempty"` // the sentence also asks for files that belong to these
	Ask        string   `json:"ask,omitempty"`        // words that the program must ask about; Scope is without them
}

// A Set is one half.
type Set struct {
	Half   string
	Now    string // the reference date, as 2025-06-18
	Fiscal int    // the first month of the fiscal year, which is named by the year of its end
	Shares []*Share
	Cases  []Case
}

// now is the reference date of a half.
var now = map[string]string{"a": "2025-06-18", "b": "2025-11-05", "c": "2025-06-13", "d": "2025-10-09", "e": "2025-08-27", "f": "2025-06-11", "g": "2025-10-22", "h": "2025-07-16", "i": "2025-10-22", "j": "2025-10-22", "tongues-a": "2025-06-18", "tongues-b": "2025-06-18"}

// over names the halves whose generated shares a half uses; a half that is not listed uses its own.
var over = map[string]string{"i": "adg", "j": "adg"}

// quota is the number of cases of a half over each share. If a half uses several generated shares, each has a file of its name.
var quota = []struct {
	file string
	n    map[string]int // by half
}{
	{"generated", map[string]int{"a": 197, "b": 92, "c": 116, "d": 75, "e": 110, "f": 73, "g": 108, "h": 115}},
	{Hospital, map[string]int{"i": 25, "j": 25}},
	{Seaport, map[string]int{"i": 25, "j": 25}},
	{Excavation, map[string]int{"i": 25, "j": 25}},
	{"de-altenau", map[string]int{"tongues-a": 25}},
	{"fr-bellerive", map[string]int{"tongues-a": 25}},
	{"es-valdoro", map[string]int{"tongues-a": 25}},
	{"de-hafenmuseum", map[string]int{"tongues-b": 25}},
	{"fr-chantelune", map[string]int{"tongues-b": 25}},
	{"es-faro", map[string]int{"tongues-b": 25}},
	{Handbook, map[string]int{"a": 69, "b": 32, "c": 32, "d": 13, "f": 12}},
	{Firms, map[string]int{"a": 67, "b": 32, "c": 32, "d": 12, "f": 12}},
}

// Make makes a half, "a" to "j", "tongues-a" or "tongues-b", over the folder of public data.
func Make(data, half string, seed uint64) (*Set, error) {
	s := &Set{Half: half, Now: now[half], Fiscal: 4}
	if err := s.addShares(data, seed); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, uint64(half[0])))
	for _, q := range quota {
		if q.n[half] == 0 {
			continue
		}
		b, err := halves.ReadFile(half + "/" + q.file + ".txt")
		if err != nil {
			return nil, fmt.Errorf("commands: %w", err)
		}
		values, templates, err := readTemplates(string(b))
		if err != nil {
			return nil, fmt.Errorf("commands: half %s: %s: %w", half, q.file, err)
		}
		cases, err := draw(s.share(q.file), values, templates, q.n[half], random)
		if err != nil {
			return nil, fmt.Errorf("commands: half %s: %s: %w", half, q.file, err)
		}
		s.Cases = append(s.Cases, cases...)
	}
	for i := range s.Cases {
		s.Cases[i].ID = fmt.Sprintf("%s%03d", half, i+1)
	}
	return s, nil
}

// addShares makes the shares of a half, and reads those of public data.
func (s *Set) addShares(data string, seed uint64) error {
	if isTongues(s.Half) {
		for _, name := range slices.Sorted(maps.Keys(tongueShares[s.Half])) {
			s.Shares = append(s.Shares, generateTongue(s.Half, name, seed))
		}
		return nil
	}
	for _, of := range cmp.Or(over[s.Half], s.Half) {
		generated, err := Generate(string(of), seed)
		if err != nil {
			return err
		}
		s.Shares = append(s.Shares, generated)
	}
	for _, read := range []func(string) (*Share, error){readHandbook, readFirms} {
		share, err := read(data)
		if err != nil {
			return fmt.Errorf("commands: %w", err)
		}
		s.Shares = append(s.Shares, share)
	}
	return nil
}

// share returns the share for the sentences of a file: the share of that name, or else the first.
func (s *Set) share(file string) *Share {
	i := slices.IndexFunc(s.Shares, func(of *Share) bool { return of.Name == file })
	return s.Shares[max(i, 0)]
}

// draw fills templates in turn until there are n cases. It keeps a case only if its scope has some files and not all, and if
// each exclusion with "-" excludes files; among scans with associated files, drafts come with the latter.
func draw(share *Share, values map[string][]value, templates []Case, n int, random *rand.Rand) ([]Case, error) {
	var cases []Case
	asked := map[string]bool{}
	for round := 0; len(cases) < n; round++ {
		before := len(cases)
		for _, template := range templates {
			if len(cases) == n {
				break
			}
			if round > 0 && !strings.Contains(template.Text, "{") {
				continue
			}
			made, tries := Case{}, 0
			for ; tries < 200; tries++ {
				filled, err := fill(template, values, random)
				if err != nil {
					return nil, err
				}
				found, err := share.Files.in(filled.Scope)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", filled.Text, err)
				}
				whole, err := share.Files.in(positive(filled.Scope))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", filled.Text, err)
				}
				excludes := positive(filled.Scope) == filled.Scope || len(whole) > len(found) || filled.Associated
				if asked[filled.Text] || !excludes || filled.Scope != "" && (len(found) == 0 || len(found) == len(share.Files)) {
					continue
				}
				made = filled
				break
			}
			if made.Text == "" {
				if round == 0 {
					return nil, spar.Errorf(spar.Invalid, "no files for %q: %s", template.Text, template.Scope)
				}
				continue
			}
			asked[made.Text] = true
			made.Share = share.Name
			cases = append(cases, made)
		}
		if len(cases) == before {
			return nil, spar.Errorf(spar.Invalid, "the templates give only %d sentences over %s", before, share.Name)
		}
	}
	return cases, nil
}

// Sum returns the SHA-256 of the cases and the generated share, as JSON.
func (s *Set) Sum() string {
	b, err := json.Marshal([]any{s.Now, s.Fiscal, s.Shares[0], s.Cases})
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// readTemplates reads values, one "name = text => scope | ..." a line, then templates. A template has the lines "? phenomenon | sentence",
// "= scope" (with [x / y] for alternatives), "~ another scope that means the same", "or: a scope of other files that may be meant",
// "about: words", "ask: words", "command: name" and "associated". A value without "=>" is the same in both; " / " separates several
// texts of one value.
func readTemplates(text string) (map[string][]value, []Case, error) {
	values := map[string][]value{}
	var cases []Case
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		mark, rest, _ := strings.Cut(line, " ")
		if name, list, ok := strings.Cut(line, " = "); ok && len(cases) == 0 && mark != "?" {
			for v := range strings.SplitSeq(list, " | ") {
				texts, scope, different := strings.Cut(v, " => ")
				if !different {
					scope = texts
				}
				values[name] = append(values[name], value{strings.Split(texts, " / "), scope})
			}
			continue
		}
		if mark == "?" {
			phenomenon, asked, ok := strings.Cut(rest, " | ")
			if !ok {
				return nil, nil, spar.Errorf(spar.Invalid, "no phenomenon and sentence: %q", line)
			}
			cases = append(cases, Case{Phenomenon: phenomenon, Text: asked, Command: Query})
			continue
		}
		if len(cases) == 0 {
			return nil, nil, spar.Errorf(spar.Invalid, "no value and no template: %q", line)
		}
		c := &cases[len(cases)-1]
		switch mark {
		case "=":
			same := alternatives(rest)
			c.Scope, c.Same = same[0], append(c.Same, same[1:]...)
		case "~":
			c.Same = append(c.Same, alternatives(rest)...)
		case "or:":
			c.May = append(c.May, alternatives(rest)...)
		case "about:":
			c.About = rest
		case "ask:":
			c.Ask = rest
		case "command:":
			c.Command = rest
		case "associated":
			c.Associated = true
		default:
			return nil, nil, spar.Errorf(spar.Invalid, "no line of a template: %q", line)
		}
	}
	return values, cases, nil
}

// alternatives returns the scopes of a line; "[x / y / ]" stands for x, y or nothing.
func alternatives(line string) []string {
	before, rest, ok := strings.Cut(line, "[")
	if !ok {
		return []string{strings.TrimSpace(line)}
	}
	list, after, _ := strings.Cut(rest, "]")
	var all []string
	for choice := range strings.SplitSeq(list, " / ") {
		for _, end := range alternatives(after) {
			all = append(all, strings.TrimSpace(before+strings.TrimSpace(choice)+" "+end))
		}
	}
	return all
}

// A value fills a placeholder: one of its texts in the sentence, its scope elsewhere.
type value struct {
	texts []string
	scope string
}

// fill replaces every {name}, and {name 2} by another value of the same list.
func fill(template Case, values map[string][]value, random *rand.Rand) (Case, error) {
	c := template
	c.Same = append([]string(nil), template.Same...)
	taken := map[string]bool{}
	for {
		_, rest, ok := strings.Cut(c.Text, "{")
		if !ok {
			break
		}
		place, _, _ := strings.Cut(rest, "}")
		name, _, _ := strings.Cut(place, " ")
		list := values[name]
		if len(list) == 0 {
			return Case{}, spar.Errorf(spar.Invalid, "no values for {%s}: %s", name, template.Text)
		}
		v := list[random.IntN(len(list))]
		for taken[name+v.scope] {
			v = list[random.IntN(len(list))]
		}
		taken[name+v.scope] = true
		mark := "{" + place + "}"
		c.Text = strings.ReplaceAll(c.Text, mark, v.texts[random.IntN(len(v.texts))])
		for _, s := range append([]*string{&c.Scope, &c.About, &c.Ask}, pointers(c.Same)...) {
			*s = strings.ReplaceAll(*s, mark, v.scope)
		}
	}
	if strings.Contains(c.Scope, "{") {
		return Case{}, spar.Errorf(spar.Invalid, "a placeholder is only in the scope: %s", c.Scope)
	}
	return c, nil
}

func pointers(texts []string) []*string {
	var all []*string
	for i := range texts {
		all = append(all, &texts[i])
	}
	return all
}
