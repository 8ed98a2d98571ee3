package table

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sparsearch/spar/internal/spar"
)

// An index is the side of a table that questions are compared with: the words of labels, and of the values in cells.
type index struct {
	labels [][]string        // stems, by column
	joined []string          // labels without blanks
	values []indexed         // different texts of columns
	words  map[string][]int  // values by the stem of a word
	counts []int             // different values, by column
	flags  map[int][2]string // columns of yes and no, with how they write it
	units  []int             // of figures, by column: a place among measures, -1 for none
	short  []string          // words of labels that are cut short
	blank  []int             // cells without a value, by column
	none   [][]string        // what stands in these, by column, "" first
	yearly []bool            // columns of years that are no dates
	clocks []bool            // columns of times of the day

	persons []bool // columns of people by what they do
	coded   []bool // columns of names with digits

	meansOnce sync.Once
	means     []meant // of each concept of the lexicon

	told atomic.Pointer[told] // the last question in English
	near sync.Map             // of *meanings: *places, what words may mean by likeness
}

type indexed struct {
	column int
	text   string
	stems  []string
	rows   int
}

// few is how many different values a column of kinds may have.
const few = 40

// Bounds of an index.
const (
	maxIndexedRows   = 50_000
	maxIndexedValues = 200_000
	maxIndexedWords  = 12 // of one value
)

// indexOf gives the index of a table, which the first question makes.
func (s *stems) indexOf(t *Table) *index {
	t.once.Do(func() { t.index = s.makeIndex(t) })
	return t.index
}

// makeIndex reads the first rows of a table.
func (s *stems) makeIndex(t *Table) *index {
	x := &index{words: map[string][]int{}, counts: make([]int, len(t.Columns)), flags: map[int][2]string{}, units: t.measured(), short: t.abridgements(), blank: make([]int, len(t.Columns)), none: make([][]string, len(t.Columns)), yearly: t.yearly()}
	x.persons, x.coded = t.people()
	x.clocks = t.clocks()
	seen := make([]map[string]int, len(t.Columns))
	for i, c := range t.Columns {
		x.labels = append(x.labels, s.labelWords(c.Label))
		x.joined = append(x.joined, s.of(strings.Join(tokens(c.Label), "")))
		seen[i] = map[string]int{}
	}
	for n := range t.Rows[:min(len(t.Rows), maxIndexedRows)] {
		r := &t.Rows[n]
		for i := range t.Columns {
			text := r.cell(i).Text
			if !r.Total && (text == "" || t.Columns[i].Kind != spar.Text && (noValue[strings.ToLower(text)] || t.Columns[i].words[strings.ToLower(text)] && deniesFirst(text))) {
				if x.blank[i]++; !slices.Contains(x.none[i], text) {
					x.none[i] = append(x.none[i], text)
				}
			}
			if text == "" || len(text) > 200 {
				continue
			}
			if at, ok := seen[i][text]; ok {
				x.values[at].rows++
				continue
			}
			if len(x.values) >= maxIndexedValues {
				continue
			}
			seen[i][text] = len(x.values)
			v := indexed{column: i, text: text, rows: 1}
			words := tokens(camel(strings.ReplaceAll(text, "&", " and ")))
			for _, w := range words[:min(len(words), maxIndexedWords)] {
				st := s.of(w)
				v.stems = append(v.stems, st)
				if list := x.words[st]; len(list) == 0 || list[len(list)-1] != len(x.values) {
					x.words[st] = append(list, len(x.values))
				}
			}
			x.values = append(x.values, v)
			x.counts[i]++
		}
	}
	for i := range t.Columns {
		if yes, ok := halfFlag(seen[i], x.blank[i]); ok {
			x.flags[i] = [2]string{yes, ""}
		}
		if x.counts[i] < 2 || x.counts[i] > 6 {
			continue
		}
		var yes, no string // some write Yes, and others yes
		other := false
		for _, text := range slices.Sorted(maps.Keys(seen[i])) {
			switch folded := strings.ToLower(text); folded {
			case "yes", "y", "true", "ja", "oui", "sí", "si", "wahr", "vrai", "verdadero":
				other = other || yes != "" && folded != strings.ToLower(yes)
				yes = text
			case "no", "n", "false", "nein", "non", "falsch", "faux", "falso":
				other = other || no != "" && folded != strings.ToLower(no)
				no = text
			default:
				other = true
			}
		}
		if yes != "" && no != "" && !other {
			x.flags[i] = [2]string{yes, no}
		}
	}
	return x
}

// deniesFirst reports whether a cell begins with a denial: not measured.
func deniesFirst(text string) bool {
	words := tokens(text)
	return len(words) > 1 && cachedSet("not no non never")[words[0]]
}

// flagLinks takes the name of a column of yes and no for yes, and for no where a word before it denies.
func (q *asked) flagLinks(t *Table, x *index, named []mention) (list []link) {
	for c := range t.Columns {
		flag, ok := x.flags[c]
		m := named[c]
		if !ok || m.score < 0.5 || m.from < 0 {
			continue
		}
		value, kind := flag[0], "flag"
		for _, w := range q.words[max(0, m.from-3):m.from] {
			switch w.text {
			case "not", "no", "without", "never", "didn", "don", "doesn", "haven", "hasn", "nor":
				value, kind = flag[1], "flag not"
			}
		}
		for _, w := range q.words[m.to:min(len(q.words), m.to+3)] {
			if strings.EqualFold(w.text, flag[1]) {
				value, kind = flag[1], "flag not"
			}
		}
		list = append(list, link{column: c, from: m.from, to: m.to, kind: kind, words: 1,
			cond: []Condition{{Item{Labels: []string{t.Columns[c].Label}}, "=", []string{value}}}})
	}
	return list
}

// headWeight is what the last word of a label counts more than the others: MonthlyIncome is an income.
const headWeight = 0.5

// A mention is a column that words of a question name.
type mention struct {
	column   int
	score    float64 // share of the label's words that the question has, 1 at most
	from, to int     // words of the question
	at       []int
}

// mentions gives, by column, how well the question names it.
func (q *asked) mentions(x *index) []mention {
	list := make([]mention, len(x.labels))
	for c, label := range x.labels {
		m := mention{column: c, from: -1}
		if len(label) == 0 {
			list[c] = m
			continue
		}
		// The window of the question that has the most of the label.
		for begin := range q.words {
			got, end := 0.0, begin
			var at []int
			used := map[int]bool{}
			for i := begin; i < len(q.words) && i < begin+len(label)+2; i++ {
				best, which := 0.0, -1
				for k, l := range label {
					if used[k] {
						continue
					}
					if s := alike(&q.words[i], l); s > best {
						best, which = s, k
					}
				}
				if which >= 0 {
					used[which] = true
					if got += best; which == len(label)-1 {
						got += headWeight * best
					}
					end = i + 1
					at = append(at, i)
				} else if i == begin {
					break
				}
			}
			if score := got / (float64(len(label)) + headWeight); score > m.score+1e-9 {
				m.score, m.from, m.to, m.at = score, begin, end, at
			}
		}
		for i := range q.words { // overtime is OverTime
			if q.words[i].stem == x.joined[c] && m.score < 1 {
				m = mention{c, 1, i, i + 1, []int{i}}
			}
			if m.score < 1 && len(label) == 1 && i+1 < len(q.words) && q.words[i].joined == x.joined[c] {
				m = mention{c, 1, i, i + 2, []int{i, i + 1}}
			}
		}
		list[c] = m
	}
	return list
}

// alike is how well a word of a question stands for one of a label.
func alike(w *asking, label string) float64 {
	switch {
	case w.stem == label || w.text == label:
		return 1
	case len(w.stem) > 4 && len(label) > 4 && (strings.HasPrefix(w.stem, label) || strings.HasPrefix(label, w.stem)):
		return 0.9
	case akin(w.stem, label):
		return 0.6
	}
	return 0
}

// A link is a condition that words of a question may mean.
type link struct {
	column   int
	cond     []Condition // one, or two for a range
	from, to int
	kind     string // how the words and the condition fit: exact, part, root, bound, year
	words    int    // of content
	rows     int    // of the sample that have the value, 0 where not known
	whole    bool   // the words are all of the cell's
}

// maxLinks bounds the conditions that are tried.
const maxLinks = 14

// links gives conditions for the words of a question, the likeliest first.
func (q *asked) links(t *Table, x *index, named []mention) []link {
	var list []link
	list = append(list, q.valueLinks(t, x)...)
	list = append(list, q.flagLinks(t, x, named)...)
	list = append(list, q.bounds(t, named)...)
	list = append(list, q.monthLinks(t, named)...)
	weigh := func(l link) float64 {
		s := float64(l.words)*2 + named[l.column].score
		switch l.kind {
		case "exact", "bound":
			s += 2
		case "year":
			s++
		case "flag", "flag not":
			s += 1.5
		case "root":
			s -= 1.5
		}
		if l.whole {
			s++
		}
		if m := named[l.column]; m.score >= 0.5 && m.from >= 0 && (abs(m.to-l.from) <= 2 || abs(l.to-m.from) <= 2) {
			s += 2
		}
		return s
	}
	slices.SortStableFunc(list, func(a, b link) int { return cmp.Compare(weigh(b), weigh(a)) })
	return list[:min(len(list), maxLinks)]
}

func abs(n int) int { return max(n, -n) }

// before and behind are the words that make a bound of a number.
var before = map[string]string{
	"more than": ">", "greater than": ">", "higher than": ">", "larger than": ">", "bigger than": ">", "longer than": ">", "older than": ">", "later than": ">", "over": ">", "above": ">", "after": ">", "exceeding": ">", "exceeds": ">", "exceed": ">", "exceeded": ">", "beyond": ">", "better than": ">", "taller than": ">",
	"less than": "<", "fewer than": "<", "lower than": "<", "smaller than": "<", "shorter than": "<", "younger than": "<", "earlier than": "<", "under": "<", "below": "<", "before": "<", "prior to": "<", "lesser than": "<", "worse than": "<",
	"at least": ">=", "no less than": ">=", "minimum of": ">=", "since": ">=", "starting in": ">=", "starting from": ">=", "from": ">=", "not less than": ">=", "no fewer than": ">=",
	"at most": "<=", "no more than": "<=", "maximum of": "<=", "up to": "<=", "until": "<=", "not more than": "<=", "by": "<=",
	"exactly": "=", "equal to": "=", "equals": "=", "of": "=", "is": "=", "in": "=", "": "=",
}

var behind = map[string]string{
	"or more": ">=", "or higher": ">=", "or greater": ">=", "or above": ">=", "or over": ">=", "or later": ">=", "and above": ">=", "and up": ">=", "or better": ">=", "or further": ">=", "or farther": ">=", "and more": ">=", "upwards": ">=", "or older": ">=", "or longer": ">=", "plus": ">=", "and over": ">=",
	"or less": "<=", "or fewer": "<=", "or lower": "<=", "or below": "<=", "or earlier": "<=", "and below": "<=", "or under": "<=", "or younger": "<=", "or shorter": "<=",
}

// bounds finds numbers and dates that limit a column of numbers or dates.
func (q *asked) bounds(t *Table, named []mention) []link {
	var list []link
	for i := range q.words {
		v, end, ok := q.value(i)
		if !ok {
			continue
		}
		ops, from := "", i
		to := end
		for n := 3; n >= 1 && ops == ""; n-- {
			if i >= n {
				if op, ok := before[q.phrase(i-n, i)]; ok {
					ops, from = op, i-n
				}
			}
		}
		if end+2 <= len(q.words) {
			if op, ok := behind[q.phrase(end, end+2)]; ok {
				ops, to = op, end+2
			}
		}
		weak := ops == "" || ops == "=" || ops == ">=" && q.words[from].text == "from" || ops == "<=" && q.words[from].text == "by"
		var second string
		if end+1 < len(q.words) && (q.words[end].text == "and" || q.words[end].text == "to") && i > 0 && (q.words[i-1].text == "between" || q.words[i-1].text == "from") {
			if v2, end2, ok := q.value(end + 1); ok {
				second, to, from, weak = v2, end2, i-1, false
			}
		}
		for c, col := range t.Columns {
			if col.Kind == spar.Text || col.Kind == "" {
				continue
			}
			o := newOperand(v)
			if col.Kind == spar.Number && o.Kind == spar.Date {
				continue
			}
			if col.Kind == spar.Date && o.Kind == spar.Number && (o.Number < 1000 || o.Number > 2999) {
				continue
			}
			it := Item{Labels: []string{col.Label}}
			l := link{column: c, from: from, to: to, kind: "bound", words: 1}
			switch {
			case second != "":
				l.cond = []Condition{{it, ">=", []string{v}}, {it, "<=", []string{second}}}
			case weak && ops == ">=", weak && ops == "<=":
				continue
			case weak:
				if named[c].score < 0.5 && !(col.Kind == spar.Date) {
					continue
				}
				l.kind = "equal"
				if col.Kind == spar.Date && o.Kind == spar.Number {
					continue // a link of values has it as a year
				}
				l.cond = []Condition{{it, "=", []string{v}}}
			default:
				if col.Kind == spar.Date && o.Kind == spar.Number {
					it.Fn = "year"
				}
				l.cond = []Condition{{it, ops, []string{v}}}
			}
			list = append(list, l)
		}
	}
	return list
}

// value reads a number or a date that begins at a word, and gives where it ends.
func (q *asked) value(i int) (text string, end int, ok bool) {
	for n := 4; n >= 2; n-- {
		if i+n <= len(q.words) {
			s := q.phrase(i, i+n)
			if m := dayMonth.FindStringSubmatch(s); m != nil && (m[1] != "" || m[3] != "" || m[4] != "") && monthWord(q, i, i+n) {
				v := Value{Text: s}
				if loosely(&v, noCustom); v.Kind == spar.Date {
					return v.Day.String(), i + n, v.Day.Year > 0
				}
			}
		}
	}
	w := q.words[i]
	if !w.isNumber {
		return "", 0, false
	}
	if i+3 <= len(q.words) && len(w.text) == 4 && len(q.words[i+1].text) == 2 && len(q.words[i+2].text) == 2 { // 2024-08-31
		if v := readAs(w.text+"-"+q.words[i+1].text+"-"+q.words[i+2].text, noCustom); v.Kind == spar.Date {
			return v.Text, i + 3, true
		}
	}
	end = i + 1
	if end < len(q.words) && multiples[q.words[end].text] > 0 {
		end++
	}
	return number(w.number), end, true
}

// monthWord reports whether words form a date and nothing else.
func monthWord(q *asked, i, j int) bool {
	return !slices.ContainsFunc(q.words[i:j], func(w asking) bool { return !w.isNumber && month(w.text) == 0 && w.text != "of" && w.text != "the" })
}
