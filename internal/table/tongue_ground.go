package table

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A grounding is the part of a table that words of a question stand for.
type grounding struct {
	n      int    // words of the question
	said   string // in the words of the table
	kind   byte   // c: column, v: value, r: rows, e: English for a thing
	column int
	exact  bool // it is written as the question writes it
	part   bool // of a cell or label of several words
}

// A ground is a table as the words of a question are compared with it.
type ground struct {
	t       *tongue
	x       *index
	labels  []groundLabel
	rows    map[string]bool // roots of words for its rows
	things  map[int]bool    // that its rows are
	figures []bool          // columns of numbers
	values  []groundValue   // values with a word like one of the question
}

type groundLabel struct {
	said   string   // the label in words
	folded []string // its words
	roots  []string
	things []int // what it is
}

type groundValue struct {
	text   string
	folded []string
	roots  []string
	column int
}

// small are words inside labels, which a question may leave out or inflect.
var small = wordSet("de du des d la le les l el los las del der die das von für fur und et y of the in en à a")

// inBrackets is a unit in a label: "Arbeitszeit (Min.)".
var inBrackets = pattern.New(`\([^)]*\)`)

// spareLabel are words of labels for units.
var spareLabel = wordSet("eur euro euros usd chf tsd")

// groundOf makes the side of a table that the words of a question are compared with.
func groundOf(t *tongue, words []spelt, table *Table, x *index) *ground {
	g := &ground{t: t, x: x, rows: map[string]bool{}, things: map[int]bool{}}
	for _, c := range table.Columns {
		var l groundLabel
		said := tokens(camel(inBrackets.ReplaceAllString(c.Label, " ")))
		if len(said) == 0 {
			said = tokens(camel(c.Label))
		}
		for _, w := range said {
			if small[w] || len(said) > 1 && (spareLabel[w] || w[0] >= '0' && w[0] <= '9') {
				continue
			}
			f := folded(w, t.lang)
			l.folded, l.roots = append(l.folded, f), append(l.roots, root(f, t.lang))
		}
		if len(said) > 1 {
			said = slices.DeleteFunc(said, func(w string) bool { return w[0] >= '0' && w[0] <= '9' })
		}
		l.said = strings.Join(said, " ")
		l.things = g.thingsOf(l.folded)
		g.figures = append(g.figures, c.Kind == spar.Number)
		g.labels = append(g.labels, l)
	}
	g.rowsOf(table)
	begins := map[string]bool{}
	begun := func(s string) bool { return len(s) >= 2 && begins[s[:2]] }
	for i := range words {
		if f := folded(words[i].text, t.lang); len(f) >= 2 {
			begins[f[:2]] = true
			for _, n := range t.nouns[root(f, t.lang)] {
				for _, list := range thingsKnown().list[n].roots {
					for _, r := range list {
						begins[r[:min(2, len(r))]] = true
					}
				}
			}
		}
	}
	for i := range x.values {
		v := &x.values[i]
		if len(v.stems) > 6 || !slices.ContainsFunc(v.stems, func(s string) bool { return begun(s) || begun(folded(s, t.lang)) }) {
			continue
		}
		out := groundValue{text: v.text, column: v.column}
		for _, w := range tokens(v.text) {
			f := folded(w, t.lang)
			out.folded, out.roots = append(out.folded, f), append(out.roots, root(f, t.lang))
		}
		g.values = append(g.values, out)
	}
	return g
}

// thingsOf gives the things that a label or a name is of: its head is called so in any language.
func (g *ground) thingsOf(words []string) (list []int) {
	set := thingsKnown()
	for _, w := range words {
		before := len(list)
		add := func(of []int) {
			for _, n := range of {
				if !slices.Contains(list, n) {
					list = append(list, n)
				}
			}
		}
		for _, lang := range langs {
			add(set.nouns[lang][root(folded(w, lang), lang)])
		}
		for i := 3; i+4 <= len(w) && len(list) == before; i++ { // Monatslohn is a Lohn
			if f := folded(w[i:], "de"); set.german[f] {
				add(set.nouns["de"][root(f, "de")])
			}
		}
	}
	return list
}

// rowsOf finds the words for the rows of a table: in the name of its file, and in the label of the key.
func (g *ground) rowsOf(table *Table) {
	name := table.Name
	if at := strings.IndexByte(name, '#'); at >= 0 {
		name = name[:at]
	}
	name = filepath.Base(strings.ReplaceAll(name, ":", "/"))
	words := tokens(camel(strings.TrimSuffix(name, filepath.Ext(name))))
	words = slices.DeleteFunc(words, func(w string) bool { return w[0] >= '0' && w[0] <= '9' })
	if len(words) > 3 {
		words = nil
	}
	if more := tokens(camel(table.Locator.Sheet)); len(more) <= 2 {
		words = append(words, more...)
	}
	if key := table.keyed(); key >= 0 {
		for _, w := range g.labels[key].folded {
			if things := g.thingsOf([]string{w}); !slices.ContainsFunc(things, g.isName) {
				words = append(words, w)
			}
			for _, tail := range keyTails { // Auftragsnummer
				if b, ok := strings.CutSuffix(w, tail); ok && len(b) >= 4 {
					words = append(words, b)
				}
			}
		}
	}
	for _, w := range words {
		if f := folded(w, g.t.lang); len(f) >= 4 && !noRow[w] {
			g.rows[root(f, g.t.lang)] = true
			for _, n := range g.thingsOf([]string{w}) {
				g.things[n] = true
			}
		}
	}
}

var keyTails = []string{"nummer", "nr", "id", "code", "kennung", "name", "schlussel"}

// isName reports whether a thing tells other things apart, and is none itself.
func (g *ground) isName(n int) bool {
	switch thingsKnown().list[n].english {
	case "number", "id", "name", "date":
		return true
	}
	return false
}

// isMoney reports whether a thing is an amount of money, whatever it is for.
func (g *ground) isMoney(n int) bool {
	switch thingsKnown().list[n].english {
	case "amount", "price", "total", "cost":
		return true
	}
	return false
}

// at gives the part of the table that the words from a place stand for; n is 0 for nothing.
func (g *ground) at(words []spelt, i int) grounding {
	best := grounding{}
	better := func(n grounding) {
		if n.n > best.n || n.n == best.n && (n.exact && !best.exact || n.exact == best.exact && best.part && !n.part) {
			best = n
		}
	}
	for c := range g.labels {
		if n, exact := g.run(words, i, g.labels[c].folded, g.labels[c].roots); n > 0 {
			better(grounding{n: n, said: g.labels[c].said, kind: 'c', column: c, exact: exact})
		}
	}
	for k := range g.values {
		v := &g.values[k]
		if n, exact := g.run(words, i, v.folded, v.roots); n > 0 {
			better(grounding{n: n, said: v.text, kind: 'v', column: v.column, exact: exact})
		}
	}
	if best.n > 0 || !words[i].word() {
		return best
	}
	f := folded(words[i].text, g.t.lang)
	if len(f) < 3 {
		return best
	}
	return g.word(f)
}

// run reports how many words from a place are those of a label or a value, all of them.
func (g *ground) run(words []spelt, i int, fold, roots []string) (n int, exact bool) {
	if len(fold) == 0 {
		return 0, false
	}
	exact = true
	k, j := 0, i
	for ; j < len(words) && k < len(fold); j++ {
		switch {
		case words[j].kind == 'p':
			if k == 0 {
				return 0, false
			}
			continue
		}
		f := strings.ToLower(words[j].text)
		if words[j].kind == 'w' {
			f = folded(f, g.t.lang)
		}
		switch {
		case f == fold[k]:
			k++
		case words[j].kind == 'c':
			parts := tokens(words[j].text)
			if len(parts) > len(fold)-k || !slices.Equal(parts, fold[k:k+len(parts)]) {
				return 0, false
			}
			k += len(parts)
		case words[j].kind == 'w' && len(f) >= 3 && len(fold[k]) >= 3 && root(f, g.t.lang) == roots[k]:
			exact = false
			k++
		case k > 0 && small[f]:
		default:
			return 0, false
		}
	}
	if k < len(fold) {
		return 0, false
	}
	return j - i, exact
}

// word finds one word of content: a part of a label or a cell, a word for the rows, a compound with one of them, or the same thing by
// another name.
func (g *ground) word(f string) grounding {
	r := root(f, g.t.lang)
	if g.rows[r] || g.t.rows[r] {
		return grounding{n: 1, said: "rows", kind: 'r'}
	}
	if out := g.partOf(f, r); out.n > 0 {
		return out
	}
	if out := g.same(r); out.n > 0 {
		return out
	}
	if g.t.lang == "de" {
		if out := g.compound(f); out.n > 0 {
			return out
		}
	}
	if g.rowVerb(f) {
		return grounding{n: 1, said: "are", kind: 'a'}
	}
	for _, n := range g.t.nouns[r] {
		return grounding{n: 1, said: thingsKnown().list[n].english, kind: 'e'}
	}
	return grounding{}
}

// partOf finds a word among those of labels and cells of several words.
func (g *ground) partOf(f, r string) grounding {
	found := grounding{}
	for c := range g.labels {
		l := &g.labels[c]
		at := slices.Index(l.roots, r)
		if at < 0 {
			continue
		}
		if found.n > 0 {
			found.said = l.folded[at] // the words of several labels: the reader asks which
			return found
		}
		found = grounding{n: 1, said: l.folded[at], kind: 'c', column: c, part: true, exact: l.folded[at] == f}
	}
	if found.n > 0 { // of one label, and its kind
		l := &g.labels[found.column]
		head := 0
		if g.t.lang == "de" {
			head = len(l.roots) - 1
		}
		if l.roots[head] == r {
			found.said = l.said
		}
		return found
	}
	for k := range g.values {
		v := &g.values[k]
		if at := slices.Index(v.roots, r); at >= 0 && (found.n == 0 || v.folded[at] == f) {
			found = grounding{n: 1, said: v.folded[at], kind: 'v', column: v.column, part: true, exact: v.folded[at] == f}
			if found.exact {
				break
			}
		}
	}
	return found
}

// same finds a column, a cell or the rows that are the same thing by another name.
func (g *ground) same(r string) grounding {
	things := slices.DeleteFunc(slices.Clone(g.t.nouns[r]), func(n int) bool { return thingsKnown().list[n].english == "total" }) // of labels alone
	if len(things) == 0 {
		return grounding{}
	}
	column, whole := -1, false
	for c := range g.labels {
		l := &g.labels[c]
		if !slices.ContainsFunc(things, func(n int) bool { return slices.Contains(l.things, n) }) {
			continue
		}
		one := len(l.folded) == 1
		switch {
		case column < 0 || one && !whole:
			column, whole = c, one
		case one == whole:
			return grounding{}
		}
	}
	if column < 0 && slices.ContainsFunc(things, g.isMoney) { // "what it cost" is its total
		for c := range g.labels {
			if g.figures[c] && slices.ContainsFunc(g.labels[c].things, g.isMoney) {
				if column >= 0 {
					return grounding{}
				}
				column = c
			}
		}
	}
	if column >= 0 {
		return grounding{n: 1, said: g.labels[column].said, kind: 'c', column: column}
	}
	for _, n := range things {
		for _, lang := range langs {
			for _, other := range thingsKnown().list[n].roots[lang] {
				for k := range g.values {
					if v := &g.values[k]; len(v.folded) == 1 && root(folded(v.folded[0], lang), lang) == other {
						return grounding{n: 1, said: v.text, kind: 'v', column: v.column}
					}
				}
			}
		}
	}
	if slices.ContainsFunc(things, func(n int) bool { return g.things[n] }) {
		return grounding{n: 1, said: "rows", kind: 'r'}
	}
	return grounding{}
}

// figureTails are last parts of compounds that say that something is a figure.
var figureTails = []string{"betrag", "kosten", "preis", "summe", "einnahmen", "ausgaben", "zahl", "anzahl", "menge", "wert", "hohe", "dauer", "zeit", "satz", "stand"}

// compound divides a German word: an operation or the rows before a part of the table, or a part of a label that is itself a compound.
func (g *ground) compound(f string) grounding {
	for c := range g.labels { // Gebühreneinnahmen, of a column of figures Gebühr
		if l := &g.labels[c]; len(l.roots) == 1 && g.figures[c] {
			for _, tail := range figureTails {
				if b, ok := strings.CutSuffix(f, tail); ok && len(b) >= 3 && root(b, "de") == l.roots[0] {
					return grounding{n: 1, said: l.said, kind: 'c', column: c}
				}
			}
		}
	}
	for _, p := range g.t.prefixes {
		rest, ok := strings.CutPrefix(f, p.words[0])
		for ok && len(rest) >= 3 {
			if out := g.whole(rest); out.n > 0 {
				out.said = p.to[0].english + " " + out.said
				return out
			}
			if rest, ok = strings.CutPrefix(rest, "s"); !ok && (rest == "summe" || rest == "zahl" || rest == "anzahl") {
				return grounding{n: 1, said: map[string]string{"summe": "total", "zahl": "number", "anzahl": "number"}[rest], kind: 'a'}
			}
		}
	}
	for at := 4; at+3 <= len(f); at++ {
		head := strings.TrimSuffix(f[:at], "s")
		if r := root(head, "de"); g.rows[r] || len(r) > 3 && g.rowThing(r) {
			if out := g.whole(f[at:]); out.n > 0 && out.kind == 'c' {
				return out
			}
		}
	}
	return grounding{}
}

func (g *ground) rowThing(r string) bool {
	return slices.ContainsFunc(g.t.nouns[r], func(n int) bool { return g.things[n] })
}

// whole finds a column, a cell or the rows by one word that is no compound.
func (g *ground) whole(f string) grounding {
	r := root(f, g.t.lang)
	for c := range g.labels {
		if l := &g.labels[c]; len(l.roots) == 1 && l.roots[0] == r {
			return grounding{n: 1, said: l.said, kind: 'c', column: c}
		}
	}
	if g.rows[r] {
		return grounding{n: 1, said: "rows", kind: 'r'}
	}
	if out := g.partOf(f, r); out.n > 0 {
		return out
	}
	if out := g.same(r); out.n > 0 {
		return out
	}
	return grounding{}
}

// rowVerb reports whether a word is the verb of the word for rows: delivered of deliveries.
func (g *ground) rowVerb(f string) bool {
	stem := strings.TrimPrefix(f, "ge")
	for _, end := range []string{"te", "ten", "t", "en", "ees", "ee", "es", "e", "adas", "ados", "ada", "ado", "er"} {
		if b, ok := strings.CutSuffix(stem, end); ok && len(b) >= 5 {
			for r := range g.rows {
				if strings.HasPrefix(r, b) {
					return true
				}
			}
		}
	}
	return false
}
