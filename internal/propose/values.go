package propose

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
)

// ValueSigns name what the chance of a value is told by: all that tells of a tag, and what tells of the form of a document.
var ValueSigns = append(slices.Clone(Signs), "in_name", "ends_name", "in_title", "in_headings", "stated", "phrases", "ahead", "format", "other_format", "in_folder", "rows", "other_rows")

// A Form is what a file shows beside its words.
type Form struct {
	Key    []string // names of the attribute, as a line such as "Department: Finance" has them
	Format string
	Name   string // without the ending
	Folder string
	Paths  []string // of headings
	Texts  []string
	Rows   float64 // part of the passages that are rows of tables
}

const (
	mostStated = 8    // words of a line that states a value
	fewLines   = 12   // lines at the beginning in which a marking in capitals states a value
	readLines  = 4000 // bytes of a text in which lines are looked at
)

//go:embed kinds.json
var kindsFile []byte

// A kind is what most documents of a value have in common, whatever an organisation calls it.
type kind struct {
	Phrases []string `json:"phrases"`
	Formats []string `json:"formats"`
	Rows    bool     `json:"rows"` // they are made of rows
}

var kinds = sync.OnceValues(func() (map[string]kind, error) {
	m := map[string]kind{}
	return m, json.Unmarshal(kindsFile, &m)
})

//go:embed values.json
var valuesFile []byte

// StatedValues is the shipped model of values.
var StatedValues = sync.OnceValues(func() (m calibrate.Model, err error) {
	if err = json.Unmarshal(valuesFile, &m); err == nil {
		err = m.Check(ValueSigns)
	}
	return m, err
})

// Unweighed is a model that says nothing, for Candidates whose signs alone count.
func Unweighed() calibrate.Model {
	return calibrate.Model{Weights: make([]float64, len(Signs)), Curve: calibrate.Curve{{Score: 0, Chance: 0}}}
}

// Values returns the chance of each value of a closed list, the greatest first. values are the list, as tags, and found is what
// Candidates says of them. Of an equal chance the earlier value of the list comes first.
func Values(values []spar.Tag, found []Candidate, form Form, m calibrate.Model) ([]Candidate, error) {
	known, err := kinds()
	if err != nil {
		return nil, err
	}
	body := spelled(strings.Join(form.Paths, "\n") + "\n" + strings.Join(form.Texts, "\n"))
	name := spelled(form.Name)
	phrases, met, best, other := make([]int, len(values)), make([][]string, len(values)), [2]int{}, false
	for i, v := range values {
		for _, p := range known[strings.ToLower(v.Name)].Phrases {
			if strings.Contains(body, spelled(p)) {
				phrases[i]++
				met[i] = append(met[i], p)
			}
		}
		if phrases[i] > best[0] {
			best = [2]int{phrases[i], best[0]}
		} else {
			best[1] = max(best[1], phrases[i])
		}
		other = other || slices.Contains(known[strings.ToLower(v.Name)].Formats, form.Format)
	}
	list := make([]Candidate, len(values))
	title := titleOf(form)
	for i, v := range values {
		c := Candidate{Tag: v.ID, Signs: make([]float64, len(Signs)), Text: -1}
		for _, votes := range []int{common, few, many} { // nobody has it, and nobody near it
			c.Signs[votes] = logit(.5 / unseen)
		}
		if at := slices.IndexFunc(found, func(o Candidate) bool { return o.Tag == v.ID }); at >= 0 {
			c = found[at]
		}
		if c.Said != "" && !slices.ContainsFunc(namesOf(v), func(n string) bool { return strings.Contains(body, spelled(n)) || strings.Contains(name, spelled(n)) }) {
			c.Signs = slices.Clone(c.Signs) // the text has its stem, in another word
			for _, sign := range []int{said, byName, words, inside, early} {
				c.Signs[sign] = 0
			}
			c.Said, c.Text = "", -1
		}
		own := slices.Contains(known[strings.ToLower(v.Name)].Formats, form.Format)
		rival := best[0]
		if phrases[i] == best[0] {
			rival = best[1]
		}
		named, ends := says(form.Name, v)
		titled, last := says(title, v)
		filed, _ := says(form.Folder, v)
		rows, others := 0.0, 0.0 // a text with tables is what its words say, however much of it they are
		if other {
			if rows = form.Rows; !known[strings.ToLower(v.Name)].Rows {
				rows, others = others, rows
			}
		}
		headed := 0.0
		for _, p := range form.Paths {
			if yes, _ := says(p, v); yes {
				headed += 1 / float64(len(form.Paths))
			}
		}
		stated, words := statedBy(form, v)
		c.Signs = append(slices.Clone(c.Signs), sign(named), sign(ends || last), sign(titled), headed, sign(stated), math.Log1p(float64(phrases[i])),
			float64(phrases[i]-rival)/float64(1+max(phrases[i], rival)), sign(own), sign(other && !own), sign(filed), rows, others)
		if stated {
			c.Said, c.Text = words, 1
		} else if named && c.Said == "" {
			c.Said, c.Text = v.Name, 0
		}
		if filed {
			c.Folder = form.Folder
		}
		c.Phrases = met[i][:min(len(met[i]), 3)]
		if own {
			c.Format = form.Format
		}
		c.Chance = m.Chance(c.Signs)
		list[i] = c
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		switch x, y := m.Sum(a.Signs), m.Sum(b.Signs); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list, nil
}

// titleOf returns the outermost heading, or else the first line.
func titleOf(form Form) string {
	for _, p := range form.Paths {
		if title, _, _ := strings.Cut(p, " > "); title != "" {
			return title
		}
	}
	if len(form.Texts) == 0 {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(form.Texts[0]), "\n")
	return line
}

// says reports whether a text has a name of a value, and whether it ends with it.
func says(text string, v spar.Tag) (yes, ends bool) {
	terms := spelled(text)
	for _, name := range namesOf(v) {
		if !telling(name, chunk.Terms(name, "en")) && !slices.Contains(strings.Fields(text), name) { // IT is no “it”
			continue
		}
		if n := spelled(name); strings.TrimSpace(n) != "" && strings.Contains(terms, n) {
			yes, ends = true, ends || strings.HasSuffix(strings.TrimRight(terms, "0123456789 "), strings.TrimRight(n, " "))
		}
	}
	return yes, ends
}

func namesOf(v spar.Tag) []string { return append([]string{v.Name}, v.Synonyms...) }

// spelled is the words of a text as they are written, in lower case and without the ending of an English plural, between single spaces. Stems would make
// findings of "find", and a Spanish report, informe, of "information".
func spelled(text string) string {
	list := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	for i, w := range list {
		switch {
		case len(w) > 4 && strings.HasSuffix(w, "ies"):
			list[i] = w[:len(w)-3] + "y"
		case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
			list[i] = w[:len(w)-1]
		}
	}
	return " " + strings.Join(list, " ") + " "
}

// statedBy reports whether a line states a value, and returns the line: "Department: Finance", or near the beginning a line in capitals
// that consists of a name of the value and little else, such as "STRICTLY CONFIDENTIAL".
func statedBy(form Form, v spar.Tag) (bool, string) {
	lines := 0
	for _, text := range form.Texts {
		for line := range strings.Lines(text[:min(len(text), readLines)]) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			lines++
			words := strings.Fields(line)
			if len(words) > mostStated {
				continue
			}
			if key, value, ok := strings.Cut(line, ":"); ok && slices.ContainsFunc(form.Key, func(k string) bool { return strings.EqualFold(strings.TrimSpace(key), k) }) && is(value, v) {
				return true, line
			}
			if lines <= fewLines && is(line, v) && line == strings.ToUpper(line) && strings.ContainsFunc(line, unicode.IsLetter) {
				return true, line
			}
		}
	}
	return false, ""
}

// is reports whether a text is a name of a value, alone.
func is(text string, v spar.Tag) bool {
	terms := strings.Join(chunk.Terms(text, "en"), " ")
	return terms != "" && slices.ContainsFunc(append([]string{v.Name}, v.Synonyms...), func(n string) bool { return strings.Join(chunk.Terms(n, "en"), " ") == terms })
}
