package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Words that say how something is asked may be those of a label, too: state, total, number. This file tells which they are by where they
// stand.

// commands are verbs that may begin a question, and that labels have as nouns.
var commands = wordSet("state name count list rank order rate report show note record value quote price class group detail figure model")

// operations are words for operations that labels have as well.
var operations = wordSet("total sum average mean count median maximum minimum max min overall aggregate")

// kindWords are heads of labels whose preceding word names the rows: a house type is the type of a house.
var kindWords = wordSet("type kind class categori status id number name code date titl model group size state")

// withoutForm drops the words that could name columns but only say how to ask.
func (r *reader) withoutForm(list []atom) []atom {
	return slices.DeleteFunc(list, func(a atom) bool {
		if a.values != nil || a.near {
			return false
		}
		if a.words == 1 && (r.isCommand(a.from) || r.marked(a.from, list) || r.saysOften(a.from) && !r.written(&a)) || r.isOperation(&a, list) {
			return true
		}
		return a.words == 1 && (!a.full && r.isRowBy(&a) || !a.spoken && r.table[r.q.words[a.from].stem] && !r.written(&a))
	})
}

// saysOften reports whether "times" stands behind "how many", which asks for a number of rows and no time.
func (r *reader) saysOften(i int) bool {
	return r.q.words[i].text == "times" && i > 1 && r.q.words[i-1].text == "many" && r.q.words[i-2].text == "how"
}

// written reports whether a label has a word as it stands, or one of its kind: translations are no translators.
func (r *reader) written(a *atom) bool { return r.hasWord(a.column, r.q.words[a.from].text) }

// hasWord reports whether the label of a column has a word as it stands, or the same of one or of many.
func (r *reader) hasWord(c int, w string) bool {
	words := tokens(camel(r.t.Columns[c].Label))
	return slices.Contains(words, w) || slices.Contains(words, strings.TrimSuffix(w, "s")) || slices.Contains(words, w+"s")
}

// isCommand reports whether a word is the verb that begins its sentence: state the number of orders.
func (r *reader) isCommand(i int) bool {
	q := r.q.words
	if !commands[q[i].text] || i+1 >= len(q) {
		return false
	}
	begins := i == 0 || q[i-1].sentence != q[i].sentence || i < 4 && !slices.ContainsFunc(q[:i], func(w asking) bool { return !cachedSet("please kindly could would can you now so and to i")[w.text] })
	return begins && (cachedSet("the a an all me us how which what their our")[q[i+1].text] || i > 0)
}

// isOperation reports whether a word for an operation stands before its column: the total quantity, where one column is the total and
// another the quantity; the total of Total.
func (r *reader) isOperation(a *atom, list []atom) bool {
	if a.words != 1 || !operations[r.q.words[a.from].text] {
		return false
	}
	return slices.ContainsFunc(list, func(b atom) bool {
		if b.values != nil || b.column == r.key || b.from < a.to || b.from > a.to+2 || b.weak || r.t.Columns[b.column].Kind != spar.Number {
			return false
		}
		for i := a.to; i < b.from; i++ {
			if !linking[r.q.words[i].text] {
				return false
			}
		}
		return b.all || b.spoken
	})
}

// isRowBy reports whether a word of a label names the rows, as a noun in the plural.
func (r *reader) isRowBy(a *atom) bool {
	w := &r.q.words[a.from]
	if w.text == w.stem || w.text[len(w.text)-1] != 's' && a.from+1 < len(r.q.words) && !r.standsForRow(a.from) {
		return false
	}
	return !r.isFlag(a.column) && r.modifies(a.column, w.stem) && r.standsForRow(a.from)
}

// modifies reports whether a word stands in a label before one that says only that it is a kind, a status or a name of it.
func (r *reader) modifies(c int, stem string) bool {
	label, head := r.labels[c], r.heads[c]
	return len(label) > 1 && head < len(label) && kindWords[label[head].stem] && label[head].stem != stem && slices.ContainsFunc(label, func(l labelled) bool { return l.stem == stem })
}

// standsForRow reports whether a word stands where questions say of what they ask: how many houses, the number of houses, which houses.
func (r *reader) standsForRow(i int) bool {
	q := r.q.words
	j := i - 1
	for j >= 0 && (articles[q[j].text] || cachedSet("all of every each different single any")[q[j].text] || r.inAtom(j)) && q[j].text != "of" {
		j--
	}
	if i+1 < len(q) && cachedSet("with in that who which whose where from of are is have has were at by per do")[q[i+1].text] || i+1 == len(q) {
		return true
	}
	return j < 0 || cachedSet("many of number count which what list show are much all for more over among tally on")[q[j].text]
}

// onlyRow reports whether a word that fits a label only names the rows: the orders, where one column is called Ordered On, or the number of
// bookings, where the key is the booking.
func (r *reader) onlyRow(a *atom) bool {
	w := r.q.words[a.from].text
	one := strings.TrimSuffix(w, "s")
	words := tokens(camel(r.t.Columns[a.column].Label))
	if !slices.Contains(words, w) && !slices.Contains(words, one) {
		return true
	}
	if a.column != r.key || w == one || slices.Contains(words, w) {
		return false
	}
	for j := a.from - 1; j >= max(0, a.from-4); j-- {
		if cachedSet("many number count tally share percentage percent more most")[r.q.words[j].text] {
			return true
		}
	}
	for j := a.to; j < min(len(r.q.words), a.to+4); j++ {
		if w := &r.q.words[j]; (cachedSet("many number count tally")[w.text] || w.text == "n" && !w.capital && j+1 == len(r.q.words)) && !r.inAtom(j) {
			return true // music cases, number
		}
	}
	return false
}

// relationVerbs join rows to their values: orders placed on the web, bookings taken by phone.
var relationVerbs = wordSet(`place places placed placing take takes took taken taking handle handles handled handling hold holds held run runs ran carry carries carried out
	conduct conducts conducted perform performs performed process processes processed serve serves served manage manages managed deal deals dealt come comes came coming arrive arrives arrived
	go goes went gone going send sends sent make makes made do does did done give gives gave given find finds found finding choose chooses chose chosen bring brings brought receive receives received lead leads led teach teaches taught
	live lives living reside resides residing dwell dwells use uses used using get gets got put puts through via onto into toward towards everything anything start starts started attended undertake undertaken undertook execute executed write writes wrote written`)

// relates reports whether a word is a verb between the question and the value that limits it: which rep handled SO-5040. Between a named
// column and a named row any verb may stand, for the column gives the meaning; elsewhere only a verb that says nothing.
func (r *reader) relates(i int) bool {
	w := r.q.words[i].text
	if relationVerbs[w] {
		return true
	}
	key := slices.ContainsFunc(r.conds, func(c said) bool { return c.key && c.from > i && c.from <= i+3 })
	return key && strings.HasSuffix(w, "ed") && slices.ContainsFunc(r.atoms, func(a atom) bool {
		return a.values == nil && a.to == i && a.from > 0 && whichWords[r.q.words[a.from-1].text]
	})
}

// designations say of a row only that it has a value: jobs marked as a rush, where Paid says no.
var designations = wordSet("marked flagged labelled labeled tagged classed classified logged entered described counted treated down says say saying reads read stands")

// designates reports whether a word says that a row has the value behind it, or belongs to those of the value before it: the Leeds lot.
func (r *reader) designates(i int) bool {
	if cachedSet("lot bunch crowd ones")[r.q.words[i].text] {
		return i > 0 && slices.ContainsFunc(r.conds, func(c said) bool { return c.to == i })
	}
	return designations[r.q.words[i].text] && slices.ContainsFunc(r.conds, func(c said) bool {
		if c.from <= i || c.from > i+4 {
			return false
		}
		for j := i + 1; j < c.from; j++ {
			if w := r.q.words[j].text; !articles[w] && !linking[w] && !deny[w] && !r.inAtom(j) {
				return false
			}
		}
		return true
	})
}

// naming are words for the names of rows.
var naming = wordSet("name names code codes no nos nr nrs number numbers id ids")

// namesKey reports whether a word behind the name of a column says that its cells are names or numbers: event codes, job nos, boat names.
func (r *reader) namesKey(i int) bool {
	return naming[r.q.words[i].text] && slices.ContainsFunc(r.atoms, func(a atom) bool {
		return a.values == nil && a.to == i && r.t.Columns[a.column].Kind == spar.Text
	})
}

// opposites are words that deny the one behind them.
var opposites = map[string]string{"failed": "passed", "fail": "passed", "outstanding": "paid", "owing": "paid", "owed": "paid", "unsettled": "paid", "absent": "present", "inactive": "active", "invalid": "valid", "lost": "won"}

// deniedAtoms are words that say no of a column of yes and no: undelivered, unpaid, failed where one column is called Passed.
func (r *reader) deniedAtoms(s *stems) (list []atom) {
	for i := range r.q.words {
		w := r.q.words[i].text
		if len(r.x.words[r.q.words[i].stem]) > 0 || r.inLabels(&r.q.words[i]) {
			continue
		}
		yes, ok := opposites[w]
		if !ok {
			for _, prefix := range []string{"un", "non", "in", "im"} {
				if rest, cut := strings.CutPrefix(w, prefix); cut && len(rest) >= 4 {
					yes, ok = rest, true
					break
				}
			}
		}
		if !ok {
			continue
		}
		of := asking{text: yes, stem: s.of(yes)}
		for c := range r.labels {
			if flag, is := r.x.flags[c]; is && slices.ContainsFunc(r.labels[c], func(l labelled) bool { return fits(&of, l.stem) >= 0.9 }) {
				no := []string{flag[1]}
				list = append(list, atom{from: i, to: i + 1, column: c, values: no, by: map[int][]string{c: no}, words: 1, strength: 1, full: true, all: true})
				break
			}
		}
	}
	return list
}

// asksOf is standsForRow for a word that nothing explains: one of many, also behind whose they are or how they are ("Ann's jobs", "boiler jobs"),
// or a single one behind which and any, behind a superlative that is a column itself ("cheapest system"), or as what does something ("what does a
// system cost").
func (r *reader) asksOf(i int) bool {
	q := r.q.words
	if r.verbPlace(i) || naming[q[i].text] {
		return false // if it rains
	}
	if i+1 < len(q) && q[i+1].text == "of" {
		j := i + 2
		for j < len(q) && articles[q[j].text] {
			j++
		}
		if a := r.atomOver(j); a == nil || a.values == nil {
			return false
		}
	}
	var left *atom
	if i > 0 {
		left = r.atomOver(i - 1)
		if q[i-1].text == "s" && i > 1 {
			left = r.atomOver(i - 2)
		}
	}
	if strings.HasSuffix(q[i].text, "s") && q[i].text != q[i].stem {
		return r.standsForRow(i) || left != nil && left.values != nil
	}
	switch {
	case i > 0 && cachedSet("which any every each")[q[i-1].text]:
		return r.standsForRow(i)
	case i > 1 && (q[i-1].text == "a" || q[i-1].text == "an"):
		return cachedSet("does do did there would")[q[i-2].text]
	}
	return left != nil && left.values == nil && q[i-1].super && !strings.HasSuffix(q[i-1].text, "er") && left.to == i && left.to-left.from == 1
}
