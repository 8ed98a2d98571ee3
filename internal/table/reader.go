package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A reader assumes that every word of a question means something: a column, a value, a bound, an operation on them, or nothing by its
// nature. It is sure where it explains every word; an unexplained word is a reason to refuse.
type reader struct {
	lexicon *lexicon
	stems   *stems
	known   []atom          // found in another way
	table   map[string]bool // stems of the table's name
	named   map[string]bool // words of it that stand for a row, while others of their stem do not

	q      *asked
	t      *Table
	x      *index
	key    int // the column that names rows, -1 for none
	labels [][]labelled
	heads  []int           // the head word of a label: an income, a distance
	rows   map[string]bool // stems that stand for a row of the table
	people bool            // rows are people
	atoms  []atom          // in the order of the question
	used   []bool          // words that are explained
	conds  []said
	cols   []atom // columns that are no labels of conditions

	alternates [][]Condition // a row must fit one

	noun   *atom // a word that may name the rows, or some of them
	asRows bool  // it is taken to name them
	asPart bool  // it is taken to say which

	doubted []int // the first of the words that may mean several columns, and these
}

// A labelled is a word of a label with its weight: the fewer labels have it, the more it says.
type labelled struct {
	stem   string
	weight float64
	spare  bool // of a unit, which need not be said
}

// An atom is a run of words that stands for a column, or for a value of one.
type atom struct {
	from, to int
	column   int
	others   []int            // columns that the words name as well
	values   []string         // cells; nil where the column itself is named
	by       map[int][]string // those of each column that has some
	part     bool             // the words are a part of the cells
	opposite bool             // and the rest of the cell denies it: measured, of "not measured"
	full     bool             // all of the label or cell is said
	all      bool             // the same, or by kindred words
	words    int              // that fit
	strength float64
	taken    bool   // as the label of a condition
	spoken   bool   // the lexicon has the words
	said     string // the key of its phrase
	near     bool   // the words are near to it in meaning
	weak     bool   // and they count where nothing else names a column
	unit     bool   // the words are a unit, or a quantity measured in it
}

var identifier = pattern.New(`(?i)(?:\b(?:id|no|nr\.?|number|code|key)$|\bn(?:ummer|um[eé]ro|úmero)\b|#)`)

// linking are words that stand between those of a label and say nothing by themselves.
var linking = wordSet("of the in a an and to for with by s on at from since per their his her its has have had been is are was were do does did current currently they he she as our we us")

// neutral are words that any question may have beside its subject.
var neutral = wordSet(`your yours register work works working worked job hold holds belong belongs exist exists get gets got employed currently record records row rows entry entries item items
	data dataset table file sheet list overall entire whole together altogether one ones someone everyone everybody anyone those people persons person
	case cases happen make made say see want know need please what's per cent compare compared comparing comparison versus vs if given terms value values
	figure figures company firm organisation organization business workforce headcount size big high large long small great low often frequent popular common
	exactly equal equals equal currently still now today already there here just who's employees' amounts stands stand lies rank ranked sorted order ordered
	bigger exceed exceeds exceeding gap compare against taken across breakdown broken split group grouped grouping respective respectively respect goes go going falls fall
	report reported total totals sum overall combined average averages averaged mean typical typically avg usual normally median middle minimum maximum min max share proportion
	fraction percentage percent quota ratio slice portion part rate how large count counted counting tally
	minus plus less subtract subtracted difference differ distinct different unique various except excluding besides without never least most top bottom best worst
	base pool ones anybody nobody likely prone likelier leads leading lead win highest lowest largest smallest greatest fewest biggest ahead come comes belong account accounts make makes up yes no true false than`)

// fillers are words of people who ask, which say nothing of what they ask.
var fillers = wordSet(`break breaks held attended attend attends somebody someone sees see situation regularly placed taking passed sorry although though employ employs set whether ago outnumber
	outnumbers outnumbered quickly kindly really actually basically simply roughly precisely honestly frankly exactly altogether
	fully folks folk guys staffers staffer staff colleagues colleague workers worker workmates doing does do done having being making
	getting got become became ended end ending ends up put puts putting bring brings brought turn turned turns keep keeps kept
	receive receives received return fetch extract retrieve compute calculate determine display provide output report obtain select
	state specify identify print write say show tell remind query lookup look looking check checking pull pulling frequency aggregate
	arithmetic numerical inclusive descending ascending respectively accordingly namely ie eg full whole complete added adding lumped
	together tied comes came stands bit little rather quite very somewhat slightly fairly pretty rest else yet already ever fresh
	tally behind each every fall falls into category categories kind kinds sort sorts type types group groups bucket buckets draws
	draw drew commands command clocks clock clocking telling told asked crowded populated numerous terms term sense way ways point
	view perspective regard regards concerning relation related average out overall across throughout within inside among amongst
	them they him himself herself themselves numbers d ll ve re m anyone anybody let lets us me like want wanted would wish love need
	needed please thanks thank enough fine okay instead hit happen veterans veteran chosen existing listed recorded shown given stated roster
	database spreadsheet worksheet csv tab column columns field fields people person persons human humans individual individuals
	member members head heads body bodies soul souls`)

// grades are words behind a label that only name its kind of value.
var grades = wordSet("level levels number score scores value values rating type types category categories status grade class code")

// unitWords are words behind a number that name its unit.
var unitWords = wordSet("year years yr yrs month months mth mths day days hour hours minute minutes percent dollar dollars euro euros pound pounds usd eur gbp km kilometres kilometers miles mile kg g gram grams tonne tonnes litre litres liter liters cm mm metre metres meter meters points times")

// newReader reads the words of a question as those of a table.
func newReader(q *asked, t *Table, x *index, s *stems, lex *lexicon) *reader {
	r := &reader{lexicon: lex, stems: s, q: q, t: t, x: x, key: t.keyed(), rows: map[string]bool{}, table: map[string]bool{}, named: map[string]bool{}, used: make([]bool, len(q.words))}
	spread := map[string]int{}
	for i := range t.Columns {
		var words []labelled
		if _, ok := t.made(i); ok {
			r.labels, r.heads = append(r.labels, nil), append(r.heads, 0)
			continue
		}
		for _, st := range s.labelWords(t.Columns[i].Label) {
			if !linking[st] && !slices.ContainsFunc(words, func(w labelled) bool { return w.stem == st }) {
				words = append(words, labelled{stem: st})
				spread[st]++
			}
		}
		for _, st := range s.labelWords(unitPart(t.Columns[i].Label)) {
			if k := slices.IndexFunc(words, func(w labelled) bool { return w.stem == st }); k >= 0 && len(words) > 1 {
				words[k].spare = true
			}
		}
		r.labels = append(r.labels, words)
		r.heads = append(r.heads, s.head(t.Columns[i].Label, words))
	}
	for i := range r.labels {
		for j := range r.labels[i] {
			if r.labels[i][j].weight = 1 / float64(spread[r.labels[i][j].stem]); r.labels[i][j].spare {
				r.labels[i][j].weight = 0
			}
		}
	}
	for _, words := range r.labels {
		for _, w := range words {
			r.people = r.people || w.stem == s.of("gender") || w.stem == s.of("sex") || w.stem == s.of("marital")
		}
	}
	if r.key >= 0 {
		for _, w := range r.labels[r.key] {
			if w.stem != s.of("number") && w.stem != s.of("name") && w.stem != s.of("code") && w.stem != s.of("key") {
				r.rows[w.stem] = true
				r.people = r.people || akin(w.stem, s.of("person"))
			}
		}
	}
	r.rowsByName(s)
	if q.row != "" {
		r.rows[q.row] = true
	}
	return r
}

// headBonus is the extra weight of a label's head word over the words that qualify it.
const headBonus = 0.2

// doneWords stand behind a noun and name what was done with it: the price paid, the time spent.
var doneWords = wordSet("paid spent used due taken sold booked owed made given received done held lost won kept left run earned needed required requested")

// head gives the place of a label's head word: the last one before a linking word.
func (s *stems) head(label string, words []labelled) int {
	last := 0
	list := tokens(camel(label))
	if n := len(list); n > 2 && cachedSet("last this per a each current previous")[list[n-2]] && spans[list[n-1]] || n > 2 && list[n-2] == "as" {
		list = list[:n-2] // visits last year, years as member
	}
	for _, w := range list {
		if full, ok := short[w]; ok {
			w = full
		}
		if linking[w] && w != "s" && last >= 0 && len(words) > 0 && s.of(w) != words[last].stem {
			if slices.IndexFunc(words, func(l labelled) bool { return l.stem == s.of(w) }) < 0 && w != "last" {
				return last
			}
			continue
		}
		if k := slices.IndexFunc(words, func(l labelled) bool { return l.stem == s.of(w) }); k >= 0 && !(k > 0 && doneWords[w]) {
			last = k
		}
	}
	return last
}

// keyed is the column that names rows, -1 where none has a value of its own in each row.
func (t *Table) keyed() int {
	i := t.naming()
	if len(t.Columns) == 0 || !t.Columns[i].Key {
		return -1
	}
	for c, col := range t.Columns { // a column of identifiers before one of figures that happen to differ
		if col.Key && identifier.MatchString(camel(col.Label)) {
			return c
		}
	}
	if t.Columns[i].Kind == spar.Number && len(t.Rows) > 2 && slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Key && c.Kind == spar.Text }) {
		i = slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key && c.Kind == spar.Text })
	}
	if t.Columns[i].Unnamed && t.Columns[i].Kind == spar.Number {
		return -1 // rows that are only counted: nobody names them by that
	}
	return i
}

// annotate finds the columns and values that the question names. Where two overlap it keeps the one that says more.
func (r *reader) annotate() {
	cells := r.valueAtoms()
	spoken := slices.DeleteFunc(r.lexiconAtoms(), func(a atom) bool { // of education, a bachelor is no single
		return a.values != nil && slices.ContainsFunc(cells, func(b atom) bool { return b.full && b.from <= a.from && a.to <= b.to })
	})
	list := slices.Concat(r.columnAtoms(), cells, spoken, r.deniedAtoms(r.stems), r.unitAtoms(), r.ageAtoms())
	list = r.besideRelations(list)
	r.atoms = slices.Clone(r.q.known)
	for _, i := range r.q.spent {
		r.used[i] = true
	}
	if len(r.known) > 0 {
		r.atoms = append(r.atoms, r.known...)
		list = slices.DeleteFunc(list, func(a atom) bool {
			return slices.ContainsFunc(r.known, func(b atom) bool { return a.from < b.to && b.from < a.to })
		})
	}
	slices.SortStableFunc(list, func(a, b atom) int {
		return cmp.Or(cmp.Compare(b.words, a.words), cmp.Compare(b2i(b.full), b2i(a.full)), cmp.Compare(b.strength, a.strength), cmp.Compare(b2i(b.values != nil), b2i(a.values != nil)))
	})
	list = r.withoutRows(r.withoutForm(list))
	for _, a := range list {
		if a.values == nil && a.words == 1 && (!a.full || a.spoken) && grades[r.q.words[a.from].text] && a.from > 0 && slices.ContainsFunc(list, func(b atom) bool { return b.full && b.to == a.from }) {
			r.used[a.from] = true // education level: the level of Education
			continue
		}
		if a.values == nil && a.words == 1 && r.isRow(&r.q.words[a.from]) && (!a.full || r.onlyRow(&a)) {
			continue
		}
		if !slices.ContainsFunc(r.atoms, func(b atom) bool { return a.from < b.to && b.from < a.to }) {
			r.atoms = append(r.atoms, a)
		}
	}
	r.atoms = slices.DeleteFunc(r.atoms, func(a atom) bool {
		spare := !a.near && r.repeats(&a)
		for i := a.from; spare && i < a.to; i++ {
			r.used[i] = true
		}
		return spare
	})
	slices.SortFunc(r.atoms, func(a, b atom) int { return a.from - b.from })
	for i := range r.atoms {
		if a := &r.atoms[i]; r.noun == nil && !r.asPart && r.maySayRows(a) {
			noun := *a
			r.noun = &noun
		}
	}
	for _, a := range r.atoms {
		for i := a.from; i < a.to; i++ {
			r.used[i] = true
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fits is how well a word of the question stands for one of a label.
func fits(w *asking, stem string) float64 {
	switch {
	case w.stem == stem || w.text == stem:
		return 1
	case !common[w.text] && len(w.stem) >= 4 && len(stem) >= 4 && (strings.HasPrefix(w.stem, stem) || strings.HasPrefix(stem, w.stem)) && min(len(w.stem), len(stem))*10 >= 7*max(len(w.stem), len(stem)):
		return 0.9
	case akin(w.stem, stem), together(spokenKin(), w.stem, stem):
		return 0.75
	}
	return 0
}

// fitsIn is fits for a label of a column. Only the exact word for a number or an id fits a key: a quantity is no order number.
func (r *reader) fitsIn(c int, w *asking, stem string) float64 {
	s := fits(w, stem)
	if s == 0.75 && (c == r.key && stem == "number" || r.x.clocks[c] && slices.Contains(dimensions()[w.text], "time") && w.text != "time") {
		return 0 // a duration is no time of the day
	}
	return s
}

// columnAtoms are runs of words that name columns, each with the columns that it names best.
func (r *reader) columnAtoms() []atom {
	type spot struct{ from, to int }
	at := map[spot][]atom{}
	for c, label := range r.labels {
		if len(label) == 0 {
			continue
		}
		all := 0.0
		for _, l := range label {
			all += l.weight
		}
		for begin := range r.q.words {
			got := make([]float64, len(label))
			words, exact, end := 0, 0, begin
			place, inOrder, opened := 0, true, -1 // in the label
			for i := begin; i < len(r.q.words) && i < begin+2*len(label)+3; i++ {
				w := &r.q.words[i]
				best, which := 0.0, -1
				for k, l := range label {
					if s := r.fitsIn(c, w, l.stem); s > got[k] || s == 0.75 {
						if s > best {
							best, which = s, k
						}
					}
				}
				if again := which >= 0 && best == 0.75 && got[which] == 0.75 && end == i; again {
					end = i + 1 // the longest time: two words for one
					continue
				}
				if which >= 0 && words > 0 && (best < 0.9 || exact < words) && r.joinsAt(i) || words > exact && which >= 0 && r.isCell(w) {
					break // position and level are two columns
				}
				if which >= 0 && words > 0 && which < place && i > end && r.q.words[i-1].text == "in" {
					break // the tenure of managers in years
				}
				if which >= 0 && words > 0 && i > end && r.isCell(w) && slices.ContainsFunc(r.q.words[end:i], func(w asking) bool { return auxiliary[w.text] }) {
					break // years have managers
				}
				if which >= 0 && got[which] > 0 && got[which] < best && which == opened {
					break // the run that begins here says it better
				}
				if which >= 0 && got[which] > 0 && i > 0 && (best <= got[which] || linking[r.q.words[i-1].text] && r.q.words[max(end, i-2)].text == "and" || r.q.words[i-1].text == "and") || w.text == "total" && i > 0 && r.q.words[i-1].text == "in" {
					which = -1
				}
				if which < 0 {
					if i == begin || !linking[w.text] {
						break
					}
					continue
				}
				for k, l := range label { // one word may say two of a label: a position is a job role
					if s := r.fitsIn(c, w, l.stem); k == which || s > got[k] && best < 1 || s > got[k] && s == 0.75 {
						got[k] = max(got[k], s)
					}
				}
				inOrder = inOrder && which >= place
				if words == 0 {
					opened = which
				}
				place = which
				words++
				if best >= 0.9 {
					exact++
				}
				end = i + 1
			}
			if words == 0 {
				continue
			}
			sum, full := 0.0, true
			for k, l := range label {
				sum += got[k] * l.weight
				full = full && (got[k] > 0 || l.spare)
			}
			a := atom{from: begin, to: end, column: c, words: words, strength: sum/all + 0.1*float64(exact), full: full && exact == words, all: full}
			if w := r.q.words[begin].text; words == 1 && strings.HasSuffix(w, "ed") && !strings.Contains(strings.ToLower(r.t.Columns[c].Label), w) {
				a.strength -= 0.2 // who departed is no department
			}
			if h := r.heads[c]; words == 1 && exact == 0 && !full && h < len(got) && got[h] == 0 && len(label) > 1 {
				continue // an income is no price that was paid
			}
			if words > 1 && inOrder {
				a.strength += 0.05
			}
			if h := r.heads[c]; h < len(got) && got[h] > 0 {
				a.strength += headBonus
			}
			at[spot{begin, end}] = append(at[spot{begin, end}], a)
		}
		for i := 0; i+1 < len(r.q.words) && len(label) == 1; i++ { // the unit price is the unitprice, who dropped out is a dropout
			if a, b := &r.q.words[i], &r.q.words[i+1]; a.joined == r.x.joined[c] || r.isFlag(c) && a.stem+b.text == r.x.joined[c] && len(b.text) > 1 {
				at[spot{i, i + 2}] = append(at[spot{i, i + 2}], atom{from: i, to: i + 2, column: c, words: 2, strength: 1.5, full: true, all: true})
			}
		}
		for i := range r.q.words { // overtime is OverTime
			if r.q.words[i].stem == r.x.joined[c] && len(label) > 1 {
				at[spot{i, i + 1}] = append(at[spot{i, i + 1}], atom{from: i, to: i + 1, column: c, words: 1, strength: 1.5, full: true, all: true})
			}
		}
	}
	var list []atom
	for sp, named := range at {
		w := &r.q.words[sp.from]
		if sp.to == sp.from+1 && w.isNumber {
			continue
		}
		named = slices.DeleteFunc(named, func(a atom) bool { return r.emptyName(a) })
		if len(named) == 0 {
			continue
		}
		slices.SortStableFunc(named, func(a, b atom) int {
			return cmp.Or(cmp.Compare(b2i(b.full), b2i(a.full)), cmp.Compare(b2i(r.literally(sp.from, sp.to, b.column)), b2i(r.literally(sp.from, sp.to, a.column))), cmp.Compare(b.strength, a.strength))
		})
		best := named[0]
		for _, o := range named[1:] {
			if o.column == best.column || best.full && !o.full || r.constant(o.column) || best.words > 1 && r.literally(sp.from, sp.to, best.column) && !r.literally(sp.from, sp.to, o.column) {
				continue
			}
			// Words that several labels have tell them apart only where one label is said whole, or is kin while the other says it.
			if best.full == o.full && (best.strength-o.strength < 0.15 || r.literally(sp.from, sp.to, o.column) && r.literally(sp.from, sp.to, best.column)) {
				best.others = append(best.others, o.column)
			}
		}
		if r.constant(best.column) && !best.full {
			if len(best.others) == 0 {
				continue
			}
			best.column, best.others = best.others[0], best.others[1:]
		}
		if best.strength < 0.25 {
			continue
		}
		list = append(list, best)
	}
	slices.SortFunc(list, func(a, b atom) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	return list
}

// joinsAt reports whether "and" stands before a word, or before its article.
func (r *reader) joinsAt(i int) bool {
	if i > 1 && articles[r.q.words[i-1].text] {
		i--
	}
	return i > 0 && r.q.words[i-1].text == "and"
}

// literally reports whether a label has all words of a run; linking words do not count.
func (r *reader) literally(from, to, column int) bool {
	for i := from; i < to; i++ {
		w := &r.q.words[i]
		if !linking[w.text] && !slices.ContainsFunc(r.labels[column], func(l labelled) bool { return fits(w, l.stem) >= 0.9 }) {
			return false
		}
	}
	return true
}

func (r *reader) constant(c int) bool { return len(r.t.Rows) > 20 && r.x.counts[c] <= 1 }
