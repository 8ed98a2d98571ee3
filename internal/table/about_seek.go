package table

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var whoSaid = pattern.New(`(?i)\b(?:who|whom|whose)\b`)

// soughtKin are words for things that columns have, besides the kin of all questions.
var soughtKin = func() map[string]int {
	m := map[string]int{}
	for i, line := range []string{
		"mail mails email emails e-mail", "phone telephone tel mobile cell fax", "postcode zip postal plz", "amount amounts value values sum total totals price prices cost costs", "firm company organisation organization business",
		"surname lastname family", "forename firstname given", "town city", "remark remarks note notes comment comments", "birthday birthdate dob birth", "website url web homepage link", "identifier id key number no nr", "old age built made manufactured",
	} {
		for w := range strings.FieldsSeq(line) {
			m[w] = i + 1
		}
	}
	return m
}()

// lightNouns say little beside another noun: a phone number, an address of mail.
var lightNouns = wordSet("number numbers address addresses name names date dates amount amounts figure figures")

// idle words name nothing that a question could look for.
var idle = wordSet(`the a an our my your their his her its this that these those of for in on at to with and or is are was were be kept recorded stored listed given found shown written said held column columns field fields
	something anything to do deal concerned concerning related connected there here or per
	data information info value values each every all any some one who whom how much many has have had do does did`)

// seeks finds the columns that a question looks for: by label, else by the form of their cells, else by meaning.
func (p *Planner) seeks(ctx context.Context, a About, tables []*Table) (About, bool, error) {
	words := slices.DeleteFunc(tokens(camel(strings.NewReplacer("'s", "", "’s", "", "e-mail", "email").Replace(a.Sought))), func(w string) bool { return idle[w] })
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return extreme(w) || aboutNouns[w] && len(words) == 1 }) {
		return a, false, nil
	}
	type found struct{ table, column, score int }
	var list []found
	core := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return lightNouns[w] })
	for _, i := range a.Tables {
		names := tables[i].nameWords()
		var persons []bool
		if whoSaid.MatchString(a.Sought) {
			if persons, _ = tables[i].people(); !slices.Contains(persons, true) {
				persons = nil
			}
		}
		for c := range tables[i].Columns {
			s := tables[i].suits(c, words, names)
			if len(core) > 0 {
				s = max(s, tables[i].suits(c, core, names))
			}
			if persons != nil { // who has the key: a column of people, and no key
				if s /= 10; persons[c] {
					s += 50
				}
			}
			if s > 0 {
				list = append(list, found{i, c, s})
			}
		}
	}
	if len(list) == 0 && a.Aspect == OfFile { // no column: a table that is called so
		called := slices.DeleteFunc(slices.Clone(a.Tables), func(i int) bool {
			return slices.ContainsFunc(words, func(w string) bool { return !tables[i].calls(w) })
		})
		if len(called) > 0 {
			a.Aspect, a.Tables, a.Named = OfTable, called, true
			return a, true, nil
		}
	}
	if len(list) == 0 {
		return p.nearColumns(ctx, a, words, tables)
	}
	slices.SortStableFunc(list, func(x, y found) int { return cmp.Compare(y.score, x.score) })
	a.Columns = map[int][]int{}
	for _, f := range list {
		if f.score == list[0].score {
			a.Columns[f.table] = append(a.Columns[f.table], f.column)
		}
	}
	a.Tables = slices.DeleteFunc(slices.Clone(a.Tables), func(i int) bool { return a.Columns[i] == nil })
	return a, true, nil
}

// extreme reports whether a word asks for the most or the least of something, which the rows say.
func extreme(w string) bool {
	return cachedSet("most least best worst fewest maximum minimum max min top average")[w] || len(w) > 5 && strings.HasSuffix(w, "est") && !cachedSet("interest request forest invest harvest guest contest")[w]
}

// suits rates how well a column suits the sought words; 0 means not at all. The label must have the head word: the last one, or the last
// before "of". The table's name may have the others.
func (t *Table) suits(c int, words, names []string) int {
	label := tokens(camel(strings.ReplaceAll(strings.ToLower(t.Columns[c].Label), "e-mail", "email")))
	same := func(a, b string) bool {
		return sameNoun(a, b) || soughtKin[a] > 0 && soughtKin[a] == soughtKin[b] || soughtKin[singular(a)] > 0 && soughtKin[singular(a)] == soughtKin[singular(b)]
	}
	in := func(list []string, w string, same func(a, b string) bool) bool {
		return slices.ContainsFunc(list, func(l string) bool { return same(l, w) })
	}
	exact, kin, ofName := 0, 0, 0
	headed := false
	for i, w := range words {
		switch {
		case !t.Columns[c].Unnamed && in(label, w, sameNoun):
			exact++
			headed = headed || i == len(words)-1 || i == 0
		case !t.Columns[c].Unnamed && in(label, w, same):
			kin++
			headed = headed || i == len(words)-1 || i == 0
		case in(names, w, sameNoun):
			ofName++
		}
	}
	last := words[len(words)-1]
	if soughtKin[last] == soughtKin["mail"] || soughtKin[words[0]] == soughtKin["mail"] {
		if t.form(c) == "mail" {
			return 100
		}
	}
	switch {
	case exact+kin == 0:
		return 0
	case exact+kin == len(words):
		score := 60 + 10*exact
		if exact == len(label) {
			score += 5
		}
		return score
	case headed && in(label, last, same) && exact+kin+ofName == len(words):
		return 40 + 5*exact
	case headed && !lightNouns[last] && in(label, last, same) && len(words)-exact-kin-ofName == 1: // a phone number is no order ID
		return 20 + exact
	}
	return 0
}

// form is what the first texts of a column share: mail, web; "" for nothing.
func (t *Table) form(c int) string {
	mail, filled := 0, 0
	for i := range t.Rows[:min(len(t.Rows), 200)] {
		if text := t.Rows[i].cell(c).Text; text != "" {
			if filled++; mailForm.MatchString(text) {
				mail++
			}
		}
	}
	if filled > 0 && 5*mail >= 4*filled {
		return "mail"
	}
	return ""
}

// nearColumns takes the columns whose labels are clearly nearest in meaning to the sought words. If no label is, the tables have no such
// column.
func (p *Planner) nearColumns(ctx context.Context, a About, words []string, tables []*Table) (About, bool, error) {
	if p.meaning == nil {
		return a, true, nil
	}
	if err := p.meaning.ready(ctx, p.lexicon); err != nil || p.meaning.failed {
		return a, true, err
	}
	type found struct {
		table, column int
		near          float32
	}
	own := slices.DeleteFunc(slices.Clone(words), func(w string) bool { // words for the owner make nothing alike
		return slices.ContainsFunc(a.Tables, func(i int) bool {
			return tables[i].labelled([]string{w}) >= 0 || slices.ContainsFunc(tables[i].nameWords(), func(n string) bool { return sameNoun(n, w) })
		})
	})
	if len(own) == 0 {
		return a, true, nil
	}
	texts := []string{strings.Join(own, " ")}
	var list []found
	for _, i := range a.Tables {
		for c := range tables[i].Columns {
			if !tables[i].Columns[c].Unnamed && len(list) < maxNearColumns {
				list, texts = append(list, found{i, c, 0}), append(texts, strings.Join(tokens(camel(tables[i].Columns[c].Label)), " "))
			}
		}
	}
	if len(list) == 0 {
		return a, true, nil
	}
	vectors, err := p.meaning.encoder.Embed(ctx, texts)
	if err != nil {
		return a, false, err
	}
	for n := range list {
		list[n].near = dot(vectors[0], vectors[n+1])
	}
	slices.SortStableFunc(list, func(x, y found) int { return cmp.Compare(y.near, x.near) })
	if list[0].near < near {
		return a, true, nil
	}
	a.Columns = map[int][]int{}
	for _, f := range list {
		if f.near >= list[0].near-justNearer {
			a.Columns[f.table] = append(a.Columns[f.table], f.column)
		}
	}
	a.Tables = slices.DeleteFunc(slices.Clone(a.Tables), func(i int) bool { return a.Columns[i] == nil })
	return a, true, nil
}

// maxNearColumns bounds the labels that are compared by meaning.
const maxNearColumns = 500

// kindSaid is the kind of columns that a question names.
func kindSaid(words string) spar.Kind {
	switch w := strings.ToLower(words); {
	case strings.HasPrefix(w, "date"), strings.HasPrefix(w, "time"), w == "days":
		return spar.Date
	case strings.HasPrefix(w, "num"), strings.HasPrefix(w, "fig"), strings.HasPrefix(w, "amount"):
		return spar.Number
	}
	return spar.Text
}
