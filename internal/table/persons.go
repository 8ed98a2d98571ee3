package table

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// agentEnds are the ends of nouns for those who do something, or to whom it is done: owner, inspector, assignee.
var agentEnds = []string{"er", "or", "ist", "ee", "man", "woman"}

// people tells which columns have people in their cells and say what these do: the label is a noun for somebody who does it, and most cells
// are names of two words or more. coded tells which have cells with digits, which programs give, or without capitals, which are no names.
func (t *Table) people() (persons, coded []bool) {
	persons, coded = make([]bool, len(t.Columns)), make([]bool, len(t.Columns))
	for c, col := range t.Columns {
		if col.Kind != spar.Text {
			continue
		}
		names, codes, cells := 0, 0, 0
		for n := range t.Rows[:min(len(t.Rows), sampleRows)] {
			text := t.Rows[n].cell(c).Text
			if text == "" {
				continue
			}
			cells++
			if strings.ContainsAny(text, "0123456789") {
				codes++
			} else if isName(text) {
				names++
			} else if unicode.IsLower([]rune(text)[0]) {
				codes++
			}
		}
		coded[c] = 2*codes > cells
		words := tokens(camel(col.Label))
		persons[c] = 2*names > cells && len(words) > 0 && slices.ContainsFunc(agentEnds, func(end string) bool { return strings.HasSuffix(words[len(words)-1], end) })
	}
	return persons, coded
}

// isName reports whether a text is of two to five words that begin with capitals, as names of people are.
func isName(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 5 {
		return false
	}
	capitals := 0
	for _, w := range words {
		if r := []rune(w); unicode.IsUpper(r[0]) {
			capitals++
		}
	}
	return capitals >= 2 && capitals >= len(words)-1
}

// does reports whether a verb says what the people of a column do: inspected of an inspector, keeps of a keeper.
func (r *reader) does(verb string, c int) bool {
	words := tokens(camel(r.t.Columns[c].Label))
	if len(words) == 0 {
		return false
	}
	for _, end := range agentEnds {
		if stem, ok := strings.CutSuffix(words[len(words)-1], end); ok && len(stem) >= 3 && strings.HasPrefix(verb, stem) {
			return true
		}
	}
	return false
}

// saysAgent reports whether a word is the verb of people whom the question asks for or limits rows by: who walks it, how many does Ann
// walk.
func (r *reader) saysAgent(i int) bool {
	for c, is := range r.x.persons {
		if !is || !r.does(r.q.words[i].text, c) {
			continue
		}
		if slices.ContainsFunc(r.conds, func(s said) bool { return s.column == c }) || slices.ContainsFunc(r.interrogatives(), func(at int) bool { return cachedSet("who whose whom")[r.q.words[at].text] }) {
			return true
		}
	}
	return false
}

// lightVerbs say of somebody only that the row is theirs.
var lightVerbs = wordSet("is was are were has have had do does did handle handles handled look looks looked deal deals dealt work works worked responsible charge care cares cared belong belongs belonging own owns owned")

// verbBehind bounds how far behind "who" its verb stands: by whom was the dog in pen 4 walked.
const verbBehind = 8

// personAsked is the column of people that a "who" or "whose" at a word asks for. It is the column of the people who do what the verb says,
// or the only column of people where the verb says nothing of its own. It is -1 where there is none, or where the question asks for rows.
func (r *reader) personAsked(at int) int {
	found, free := -1, 0
	for c, is := range r.x.persons {
		if !is || slices.ContainsFunc(r.conds, func(s said) bool { return s.column == c }) {
			continue
		}
		for i := at + 1; i < min(at+verbBehind, len(r.q.words)); i++ {
			if r.does(r.q.words[i].text, c) {
				return c
			}
		}
		found, free = c, free+1
	}
	i := at + 1
	for i < len(r.q.words) && (auxiliary[r.q.words[i].text] || articles[r.q.words[i].text] || r.q.words[i].text == "been" || slices.ContainsFunc(r.conds, func(c said) bool { return c.key && c.from <= i && i < c.to })) {
		i++
	}
	light := i == len(r.q.words) || i > at+1 && linking[r.q.words[i].text] || lightVerbs[r.q.words[i].text] || r.q.words[at].text == "whose"
	if free != 1 || !light || r.q.words[at].text != "whose" && i < len(r.q.words) && r.isRow(&r.q.words[i]) {
		return -1
	}
	return found
}

// interrogatives are the words that ask, one for each part of a question that "and" joins: who, and when.
func (r *reader) interrogatives() (list []int) {
	for i := range r.q.words {
		if !cachedSet("who whose whom when where what which how")[r.q.words[i].text] {
			continue
		}
		if i+1 < len(r.q.words) && (r.q.words[i+1].text == "or" || r.q.words[i].text == "whose" && r.namesColumn(i+1)) {
			continue // who or what; whose score is 4
		}
		j := i - 1
		if j >= 0 && cachedSet("by on in at of for from to until since with")[r.q.words[j].text] {
			j--
		}
		if j > 0 && r.q.words[j].text == "and" && r.q.words[i].text != "how" && slices.ContainsFunc(r.q.words[1:j], func(w asking) bool { return w.text == "that" || w.text == r.q.words[i].text && w.text == "which" }) && !r.asksFirst(i) {
			continue // those which are stored and which leak
		}
		if j < 0 || r.q.words[j].text == "and" || r.q.words[j].sentence != r.q.words[i].sentence {
			list = append(list, i)
		}
	}
	return list
}

// namesColumn reports whether a word is one of the name of a column.
func (r *reader) namesColumn(i int) bool {
	a := r.atomOver(i)
	return a != nil && a.values == nil
}

// asksFirst reports whether the first word of the sentence of a word asks, too.
func (r *reader) asksFirst(i int) bool {
	for i > 0 && r.q.words[i-1].sentence == r.q.words[i].sentence {
		i--
	}
	return whichWords[r.q.words[i].text] && !cachedSet("name list show give find")[r.q.words[i].text] || r.q.words[i].text == "how" || r.q.words[i].text == "when"
}

// alsoAsked adds the columns that a question asks for by its interrogatives alone: who worked on it, when was that.
func (f *former) alsoAsked(columns []int) []int {
	for _, i := range f.interrogatives() {
		c := -1
		switch f.q.words[i].text {
		case "who", "whose", "whom":
			if slices.ContainsFunc(columns, func(c int) bool { return f.x.persons[c] }) {
				continue
			}
			c = f.personAsked(i)
		case "when":
			if slices.ContainsFunc(columns, func(c int) bool { return f.t.Columns[c].Kind == spar.Date || f.saysTime(c) }) {
				continue
			}
			c = f.t.only(isDate)
		}
		if c < 0 || slices.Contains(columns, c) {
			continue
		}
		if columns = append(columns, c); len(columns) > 1 && i == 0 {
			columns = append([]int{c}, columns[:len(columns)-1]...)
		}
	}
	return columns
}

// names is the column that names rows in the answer: the column of the people asked for, else the key.
func (f *former) names() int {
	if list := f.interrogatives(); len(list) > 0 && list[0] == 0 && cachedSet("who whose")[f.q.words[0].text] && !f.people {
		if c := f.personAsked(0); c >= 0 {
			return c
		}
	}
	return f.key
}
