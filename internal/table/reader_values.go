package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// maxPartWords bounds the words of a value that may be said in part.
const maxPartWords = 4

// valueAtoms are runs of words that are cells of columns of texts, or of one with few values a part of them.
func (r *reader) valueAtoms() []atom {
	type spot struct {
		from, to int
		part     bool
	}
	at := map[spot]map[int][]string{}
	put := func(from, to int, part bool, column int, text string) {
		sp := spot{from, to, part}
		if at[sp] == nil {
			at[sp] = map[int][]string{}
		}
		if !slices.Contains(at[sp][column], text) {
			at[sp][column] = append(at[sp][column], text)
		}
	}
	kinds := valueKin()
	var list []atom
	for _, v := range r.x.values {
		kind := r.t.Columns[v.column].Kind
		inPlace := r.t.Columns[v.column].words[strings.ToLower(v.text)]
		if kind == spar.Number && !inPlace || len(v.stems) == 0 || r.isFlag(v.column) || r.t.Columns[v.column].Unnamed {
			continue
		}
		letters := 0
		for _, st := range v.stems {
			letters += len(st)
		}
		for i := range r.q.words {
			if i > 0 && unitWords[r.q.words[i].text] && (r.q.words[i-1].text == "a" || r.q.words[i-1].text == "per" || r.q.words[i-1].isNumber) {
				continue // 2,000 a year
			}
			if kind == spar.Date && r.q.words[i].isNumber && r.isDay(i, r.q.words[i].text) && len(v.stems) > 1 {
				continue // 2021 is a year of all its days
			}
			if kind == spar.Date && i > 0 && cachedSet("between from and to until before after since")[r.q.words[i-1].text] {
				continue // a bound
			}
			n := 0 // words that are the cell's, in any order
			seen := map[string]bool{}
			for i+n < len(r.q.words) && n < len(v.stems) {
				w := &r.q.words[i+n]
				k := slices.IndexFunc(v.stems, func(st string) bool {
					return !seen[st] && (st == w.stem || st == w.text || len(v.stems) > 1 && len(st) >= 5 && fits(w, st) >= 0.9)
				})
				if k < 0 {
					break
				}
				if linking[w.text] && k != n {
					break // translated in January is not in translation
				}
				seen[v.stems[k]] = true
				n++
			}
			if n > 1 && n == len(v.stems) && linking[r.q.words[i+n-1].text] && v.stems[n-1] != r.q.words[i+n-1].stem {
				n-- // what links is in its place
			}
			few := inPlace || r.x.counts[v.column] <= few
			switch {
			case n == 1 && len(v.stems) == 1 && few && len(v.text) <= 3 && v.text == strings.ToUpper(v.text) && r.q.words[i].capital && strings.EqualFold(v.text, r.q.words[i].text):
				put(i, i+1, false, v.column, v.text) // of energy label D, of clarity IF
			case n == len(v.stems) && (n > 1 || !common[r.q.words[i].text] || strings.EqualFold(v.text, r.q.words[i].text) && letters > 2 && !linking[r.q.words[i].text] && !common[r.q.words[i].text]):
				put(i, i+n, false, v.column, v.text)
			case n > 0 && kind != spar.Date && few && letters >= 4 && len(v.stems) <= maxPartWords && slices.ContainsFunc(r.q.words[i:i+n], func(w asking) bool { return !common[w.text] && !neutral[w.text] && len(w.text) >= 4 && !r.inLabels(&w) }) && !(n == 1 && (relationVerbs[r.q.words[i].text] || r.verbPlace(i))):
				switch r.unsaid(v.text, i, i+n) {
				case denied:
					list = append(list, atom{from: i, to: i + n, column: v.column, values: []string{v.text}, by: map[int][]string{v.column: {v.text}}, words: n, part: true, opposite: true, strength: 0.5})
				case "":
					put(i, i+n, true, v.column, v.text)
				}
			case n == 0 && few && len(v.stems) == 1 && kinds[v.stems[0]] != 0 && kinds[v.stems[0]] == kinds[r.q.words[i].stem]:
				put(i, i+1, false, v.column, v.text)
			case n == 0 && few && len(v.stems) == 1 && !r.inLabels(&r.q.words[i]) && sameRoot(r.q.words[i].text, Fold(v.text)):
				put(i, i+1, false, v.column, v.text) // the German ones are those of Germany
			case n == 0 && few && len(v.stems) > 1 && len(r.q.words[i].text) > 1 && !common[r.q.words[i].text] && !linking[r.q.words[i].text] && !r.inLabels(&r.q.words[i]) && initials(v.text) == r.q.words[i].text:
				put(i, i+1, false, v.column, v.text)
			case n == 0 && few && len(v.stems) > 1 && i+1 < len(r.q.words) && initials(v.text) == r.q.words[i].text+r.q.words[i+1].text:
				put(i, i+2, false, v.column, v.text)
			case n == 0 && few && len(v.stems) > 1 && i+2 < len(r.q.words) && r.q.words[i+1].text == "and" && (strings.Contains(v.text, "&") || slices.Contains(tokens(v.text), "and")) && initials(v.text) == r.q.words[i].text+r.q.words[i+2].text:
				put(i, i+3, false, v.column, v.text)
			}
		}
	}
	for sp, columns := range at {
		a := atom{from: sp.from, to: sp.to, column: -1, words: sp.to - sp.from, full: !sp.part, part: sp.part, strength: 1.05}
		if sp.part {
			a.strength = 0.5
		}
		for c := range r.t.Columns {
			texts := columns[c]
			if texts == nil {
				continue
			}
			if len(texts) > 1 && !sp.part { // "sales" is no value where "Sales" and "SALES" are two
				texts = []string{r.asWritten(texts, sp.from, sp.to)}
			}
			if a.column < 0 {
				a.column, a.values, a.by = c, texts, columns
			} else {
				a.others = append(a.others, c)
			}
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b atom) int { return cmp.Or(a.from-b.from, a.to-b.to, b2i(a.part)-b2i(b.part)) })
	return list
}

// The words of a cell that a question leaves out may change the meaning of its other words.
const (
	denied = "denied" // not measured, where it is measured that is said
	other  = "other"  // in translation, where translations are said
)

// unsaid says what the first word of a cell does to a part of the cell that stands without it: it denies it, or makes another thing of it; "" for
// nothing.
func (r *reader) unsaid(cell string, from, to int) string {
	words := tokens(camel(cell))
	said := r.q.words[from:to]
	if len(words) < 2 || slices.ContainsFunc(said, func(w asking) bool { return w.text == words[0] }) {
		return ""
	}
	q := r.q.words
	switch {
	case cachedSet("not no non never")[words[0]]:
		return denied
	case cachedSet("in on at")[words[0]] && from > 0 && (q[from-1].text == "outside" || q[from-1].text == "off" || from > 1 && q[from-1].text == "of" && q[from-2].text == "out"):
		return denied // out of traffic, where cells say in traffic
	case cachedSet("in on at under out off without")[words[0]]:
		for _, w := range said {
			if !slices.Contains(words, w.text) {
				return other
			}
		}
		if from > 0 && cachedSet("in on at under off without outside")[q[from-1].text] {
			return other
		}
	}
	return ""
}

// asWritten gives the one of several cells of the same stems that is written as the question has it, in one or in many: violas are no violins.
func (r *reader) asWritten(texts []string, from, to int) string {
	said := r.q.phrase(from, to)
	for _, text := range texts {
		if cell := strings.Join(tokens(camel(text)), " "); cell == said || cell == strings.TrimSuffix(said, "s") || cell == strings.TrimSuffix(said, "es") {
			return text
		}
	}
	return texts[0]
}

// inLabels reports whether a label has the word.
func (r *reader) inLabels(w *asking) bool {
	return slices.ContainsFunc(r.labels, func(words []labelled) bool {
		return slices.ContainsFunc(words, func(l labelled) bool { return l.stem == w.stem })
	})
}

// initials are the first letters of the words of a text, without those of linking words.
func initials(text string) string {
	var b strings.Builder
	for _, w := range tokens(camel(text)) {
		if !linking[w] {
			b.WriteString(w[:1])
		}
	}
	return b.String()
}

func (r *reader) isFlag(c int) bool { _, ok := r.x.flags[c]; return ok }

// settle chooses among the columns that have a value: the one that is named, else the one of another value beside it.
func (r *reader) settle() string {
	for i := range r.atoms {
		if a := &r.atoms[i]; a.values == nil && len(a.others) > 0 && !a.full {
			r.prefer(a)
		}
	}
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values == nil || len(a.others) == 0 {
			continue
		}
		columns := append([]int{a.column}, a.others...)
		chosen := -1
		near := 4
		for _, b := range r.atoms {
			if b.values != nil || !slices.Contains(columns, b.column) || len(b.others) > 0 && !b.full {
				continue
			}
			if d := max(b.from-a.to, a.from-b.to); d < near {
				near, chosen = d, b.column
			}
		}
		if chosen < 0 {
			for _, b := range r.atoms {
				if b.values != nil && len(b.others) == 0 && slices.Contains(columns, b.column) && (b.from != a.from) && r.q.has(orWords) {
					chosen = b.column
				}
			}
		}
		for _, c := range columns { // how many words did Ann translate, who may be a reviser, too
			if chosen < 0 && slices.ContainsFunc(r.q.words, func(w asking) bool { return r.x.persons[c] && r.does(w.text, c) }) {
				chosen = c
			}
		}
		if chosen < 0 {
			r.doubted = append([]int{a.from}, columns...)
			labels := make([]string, len(columns))
			for k, c := range columns {
				labels[k] = r.t.Columns[c].Label
			}
			return fmt.Sprintf("%q is a value of %s; say which is meant", r.q.phrase(a.from, a.to), strings.Join(labels, " and of "))
		}
		r.move(a, chosen)
	}
	return ""
}

// prefer resolves words that several labels have: to the label that the question says more of elsewhere, or that it names surely.
func (r *reader) prefer(a *atom) {
	most, best, second := 0.0, -1, 0.0
	for _, c := range append([]int{a.column}, a.others...) {
		sum := 0.0
		for _, b := range r.atoms {
			if b.values == nil && b.column == c && b.from != a.from && len(b.others) == 0 {
				sum += 2
			}
		}
		for i := range r.q.words {
			w := &r.q.words[i]
			if i >= a.from && i < a.to || r.inAtom(i) || linking[w.text] || common[w.text] || r.isRow(w) {
				continue
			}
			for _, l := range r.labels[c] {
				if fits(w, l.stem) >= 0.9 {
					sum += l.weight
				}
			}
		}
		if sum > most {
			most, best, second = sum, c, most
		} else {
			second = max(second, sum)
		}
	}
	if best >= 0 && most > second {
		r.move(a, best)
	}
}

// move takes an atom for one of another column that its words name, too.
func (r *reader) move(a *atom, column int) {
	if a.column == column {
		a.others = nil
		return
	}
	if a.values != nil {
		a.values = a.by[column]
	}
	a.column, a.others = column, nil
}
