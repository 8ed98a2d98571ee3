package taxonomy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The bounds of a vocabulary. Longer parts are cut or left out with a remark, since files come from anywhere.
const (
	MaxConcepts = 2_000_000
	maxID       = 500      // bytes
	maxName     = 800      // bytes; a tag's name may be 1000, for what tells it from others of that name
	maxNotes    = 64 << 10 // bytes
	maxMany     = 20_000   // synonyms, parents, positions or links of one concept
)

// A Vocabulary is concepts as a file defines them.
type Vocabulary struct {
	Name     string // see ValidName; "" when the file does not say
	Concepts []Concept
}

// A Concept is one entry of a vocabulary. Parents and Links name others by their IDs.
type Concept struct {
	ID        string
	Name      string
	Synonyms  []string
	Notes     string
	Parents   []string
	Positions []string // as spar.Tag's
	Links     []string // as spar.Tag's
	Retired   bool     // kept by its vocabulary for old uses only
}

// A Remark is what reading a vocabulary left out or changed, and how often.
type Remark struct {
	What     string
	Count    int
	Examples []string // a few
}

// Remarks counts remarks of the same kind together.
type Remarks []Remark

// maxExamples is how many examples a remark keeps.
const maxExamples = 5

// Add counts one more remark.
func (r *Remarks) Add(what, example string) {
	i := slices.IndexFunc(*r, func(x Remark) bool { return x.What == what })
	if i < 0 {
		i = len(*r)
		*r = append(*r, Remark{What: what})
	}
	x := &(*r)[i]
	x.Count++
	if example != "" && len(x.Examples) < maxExamples && !slices.Contains(x.Examples, example) {
		x.Examples = append(x.Examples, example)
	}
}

// ValidName refuses a name that cannot stand before the colon of a key.
func ValidName(vocabulary string) error {
	bad := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r))
	}
	if vocabulary == "" || len(vocabulary) > 64 || strings.ContainsFunc(vocabulary, bad) {
		return spar.Errorf(spar.Invalid, "%q cannot name a vocabulary: take up to 64 letters a to z, digits, and - _ .", vocabulary)
	}
	return nil
}

// Fold is a name as it is compared: without letter case, in composed form, without space around it.
func Fold(name string) string {
	name = strings.TrimSpace(name)
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return cases.Fold().String(norm.NFC.String(name))
}

// Normalize brings a vocabulary into its normal form, so that equal ones are equal: names are trimmed and within bounds, nothing is there
// twice, lists are sorted, and every parent and link is a concept. Parents that positions imply are added to concepts with no parents.
// Remarks tell the left-out parts. Two concepts with one ID are an error.
func (v *Vocabulary) Normalize() (Remarks, error) {
	var r Remarks
	if len(v.Concepts) > MaxConcepts {
		return nil, spar.Errorf(spar.Invalid, "the vocabulary has %d concepts; at most %d are read", len(v.Concepts), MaxConcepts)
	}
	at := make(map[string]int, len(v.Concepts))
	for i := range v.Concepts {
		c := &v.Concepts[i]
		c.ID, c.Name = strings.TrimSpace(c.ID), line(c.Name, &r)
		if c.ID == "" {
			c.ID = c.Name
		}
		if c.ID == "" || len(c.ID) > maxID && c.ID != c.Name || !utf8.ValidString(c.ID) || strings.ContainsFunc(c.ID, unicode.IsControl) {
			return nil, spar.Errorf(spar.Invalid, "concept %d (%q): its identifier %.80q must be one line of text of 1 to %d bytes", i+1, c.Name, c.ID, maxID)
		}
		c.ID = cut(c.ID, maxID)
		if _, twice := at[c.ID]; twice {
			return nil, spar.Errorf(spar.Invalid, "two concepts have the identifier %q: give each its own", c.ID)
		}
		at[c.ID] = i
		if c.Name == "" {
			r.Add("concepts without a name are called by their identifier", c.ID)
			c.Name = c.ID
		}
		if len(c.Name) > maxName {
			r.Add(fmt.Sprintf("names longer than %d bytes were cut", maxName), c.ID)
			c.Name = cut(c.Name, maxName)
		}
		c.synonyms(&r)
		c.Notes = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(c.Notes, "\uFFFD"), "\r\n", "\n"), "\x00", ""))
		if len(c.Notes) > maxNotes {
			r.Add(fmt.Sprintf("notes longer than %d bytes were cut", maxNotes), c.ID)
			c.Notes = strings.TrimSpace(cut(c.Notes, maxNotes))
		}
		c.positions(&r)
	}
	for i := range v.Concepts {
		c := &v.Concepts[i]
		c.Parents = known(c.Parents, c, at, "parents that are not in the file were left out", &r)
	}
	v.placedParents()
	for i := range v.Concepts {
		c := &v.Concepts[i]
		c.Links = known(c.Links, c, at, "links to what is not in the file were left out", &r)
	}
	slices.SortFunc(v.Concepts, func(a, b Concept) int { return cmp.Compare(a.ID, b.ID) })
	return r, nil
}

// line makes one line of text of a name.
func line(s string, r *Remarks) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
		return strings.TrimSpace(s)
	}
	if !utf8.ValidString(s) {
		r.Add("names that are not valid UTF-8 were repaired", "")
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, s))
}

// cut shortens s to at most n bytes, between characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n])
}

func (c *Concept) synonyms(r *Remarks) {
	seen := map[string]string{Fold(c.Name): ""}
	for _, s := range c.Synonyms {
		s = line(s, r)
		if s == "" {
			continue
		}
		if len(s) > maxName {
			r.Add(fmt.Sprintf("synonyms longer than %d bytes were left out", maxName), c.ID)
			continue
		}
		if len(seen) > maxMany {
			r.Add(fmt.Sprintf("synonyms beyond the first %d of a concept were left out", maxMany), c.ID)
			break
		}
		if folded := Fold(s); folded != "" {
			if _, twice := seen[folded]; !twice {
				seen[folded] = s
			}
		}
	}
	folded := make([]string, 0, len(seen))
	for f, s := range seen {
		if s != "" {
			folded = append(folded, f)
		}
	}
	slices.Sort(folded)
	c.Synonyms = nil
	for _, f := range folded {
		c.Synonyms = append(c.Synonyms, seen[f])
	}
}

func (c *Concept) positions(r *Remarks) {
	var list []string
	for _, p := range c.Positions {
		p = strings.TrimSpace(p)
		if p == "" {
			continue
		}
		if len(p) > maxID || !utf8.ValidString(p) || strings.ContainsFunc(p, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) || strings.Count(p, ".") > maxDepth {
			r.Add("positions that are too long or deep or have spaces in them were left out", c.ID)
			continue
		}
		list = append(list, p)
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) > maxMany {
		r.Add(fmt.Sprintf("positions beyond the first %d of a concept were left out", maxMany), c.ID)
		list = list[:maxMany]
	}
	c.Positions = list
}

// maxDepth is how many steps down a position may lead.
const maxDepth = 100

// placedParents gives concepts with positions and no parents those at the nearest positions above.
func (v *Vocabulary) placedParents() {
	at := map[string][]string{}
	for _, c := range v.Concepts {
		for _, p := range c.Positions {
			at[p] = append(at[p], c.ID)
		}
	}
	for i := range v.Concepts {
		c := &v.Concepts[i]
		if len(c.Parents) > 0 {
			continue
		}
		for _, p := range c.Positions {
			for dot := strings.LastIndexByte(p, '.'); dot >= 0; dot = strings.LastIndexByte(p[:dot], '.') {
				if above := at[p[:dot]]; len(above) > 0 {
					for _, id := range above {
						if id != c.ID {
							c.Parents = append(c.Parents, id)
						}
					}
					break
				}
			}
		}
		slices.Sort(c.Parents)
		c.Parents = slices.Compact(c.Parents)
	}
}

// known is the IDs of list that are concepts, sorted.
func known(list []string, c *Concept, at map[string]int, complaint string, r *Remarks) []string {
	var ids []string
	for _, id := range list {
		if id = cut(strings.TrimSpace(id), maxID); id == "" {
			continue
		}
		switch _, ok := at[id]; {
		case id == c.ID:
			r.Add("links of a concept to itself were left out", c.ID)
		case !ok:
			r.Add(complaint, id)
		default:
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > maxMany {
		r.Add(fmt.Sprintf("parents or links beyond the first %d of a concept were left out", maxMany), c.ID)
		ids = ids[:maxMany]
	}
	return ids
}
