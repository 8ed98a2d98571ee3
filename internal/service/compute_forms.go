package service

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/table"
)

// withoutNames returns a question without the words that name files of a group, and without the prepositions before them: they say
// nothing about rows.
func withoutNames(question string, words []string) string {
	fields := strings.Fields(question)
	var kept []string
	for i, f := range fields {
		if !slices.ContainsFunc(nameWords(f), func(a string) bool { return slices.ContainsFunc(words, func(w string) bool { return sameName(w, a) }) }) {
			kept = append(kept, f)
			continue
		}
		if n := len(kept); n > 0 && slices.Contains([]string{"in", "of", "for", "during", "from", "at", "im", "von", "vom", "en", "au", "du", "de", "del"}, strings.ToLower(kept[n-1])) {
			kept = kept[:n-1]
		}
		if end := f[len(f)-1]; i == len(fields)-1 && (end == '?' || end == '.') && len(kept) > 0 {
			kept[len(kept)-1] += string(end)
		}
	}
	return strings.Join(kept, " ")
}

// A family is one table, or several tables of one form that are computed together.
type family struct {
	table *table.Table
	names []string // the names of all its tables
}

// families groups tables of one form. A group has all of its tables, or the tables whose files the question names. asked is the question;
// if there is one group, it lacks these names.
func families(question string, places []tablePlace) (list []family, asked string) {
	tables := make([]*table.Table, len(places))
	for i := range places {
		tables[i] = places[i].Table
	}
	asked = question
	groups := table.Forms(tables)
	for _, group := range groups {
		group, words := namedIn(question, group, places)
		if len(groups) == 1 && len(words) > 0 {
			asked = withoutNames(question, words)
		}
		f := family{table: tables[group[0]]}
		var parts []*table.Table
		for _, i := range group {
			f.names, parts = append(f.names, places[i].Name), append(parts, tables[i])
		}
		if len(parts) > 1 {
			f.table = table.Union(parts)
		}
		list = append(list, f)
	}
	return list, asked
}

// all turns a plan over the first table of a family into one over all its tables.
func (f family) all(p table.Plan) table.Plan {
	p.From = f.names
	return p
}

// namedIn returns the tables of a group whose names share a word with the question that not all names have; all tables if there is no
// such word: "of January" means january.csv and 2024-jan.csv. It also returns these words.
func namedIn(question string, group []int, places []tablePlace) (named []int, by []string) {
	if len(group) == 1 {
		return group, nil
	}
	count := map[string]int{}
	words := make([][]string, len(group))
	for n, i := range group {
		name := path.Base(strings.ReplaceAll(places[i].path, `\`, "/"))
		words[n] = nameWords(strings.TrimSuffix(name, path.Ext(name)) + " " + places[i].Locator.Sheet)
		if m := yearMonth.FindStringSubmatch(name); m != nil {
			words[n] = append(words[n], monthNames[int(m[1][0]-'0')*10+int(m[1][1]-'0')-1])
		}
		for _, w := range words[n] {
			count[w]++
		}
	}
	asked := nameWords(question)
	for n, i := range group {
		for _, w := range words[n] {
			if count[w] < len(group) && slices.ContainsFunc(asked, func(a string) bool { return sameName(w, a) }) {
				if by = append(by, w); len(named) == 0 || named[len(named)-1] != i {
					named = append(named, i)
				}
			}
		}
	}
	if len(named) == 0 {
		return group, nil
	}
	return named, by
}

// yearMonth matches a year with a month in a file name that has no day.
var yearMonth = pattern.New(`(?:19|20)\d\d[-_. ]?(0[1-9]|1[0-2])(?:$|[-_. ]?[^-_. \d])`)

// nameWords returns the words and numbers of a name, each once.
func nameWords(s string) (list []string) {
	var b strings.Builder
	digit := false
	end := func() {
		if w := b.String(); w != "" && !slices.Contains(list, w) {
			list = append(list, w)
		}
		b.Reset()
	}
	for _, r := range strings.ToLower(s) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			continue
		}
		if unicode.IsDigit(r) != digit {
			if b.Len() > 1 || digit { // q1 is one word, jan24 are two
				end()
			}
		}
		digit = unicode.IsDigit(r)
		b.WriteRune(r)
	}
	end()
	return list
}

var monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// sameName reports whether a word of a name matches a word of a question; months may be cut to three letters.
func sameName(name, asked string) bool {
	if name == asked {
		return len(name) > 1
	}
	full := func(w string) string {
		if len(w) >= 3 {
			for _, m := range monthNames {
				if strings.HasPrefix(m, w) {
					return m
				}
			}
		}
		return w
	}
	return full(name) == full(asked) && full(name) != name || full(asked) != asked && full(asked) == full(name)
}
