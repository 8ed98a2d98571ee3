package table

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
)

// A concept is something that several registers have a column for, with the phrases that people use for it.
type concept struct {
	name   string     // for a person
	labels [][]string // stems; a label is of the concept where it has all of one of them, its head among them
	values [][]string // stems of cells; nil where the column itself is meant
	number bool       // only a column of figures is of the concept
}

// A phrase is words by their stems; org stands for those of the organisation that speaks.
type phrase struct {
	text  string // as the lexicon has it, without marks
	stems []string
	weak  bool // it counts where nothing else names a column
	of    int  // the concept
}

// key names the phrase of its concept.
func (p phrase) key() string { return strconv.Itoa(p.of) + " " + strings.Join(p.stems, " ") }

const org = "{org}"

//go:embed lexicon.txt
var lexiconText string

// A lexicon has the phrases of all concepts by their first word.
type lexicon struct {
	concepts []concept
	by       map[string][]phrase
}

var lexiconOf = sync.OnceValue(func() *lexicon { return parseLexicon(lexiconText) })

// parseLexicon reads lines as the head of lexicon.txt explains them. It panics at a line of another form, which the first test meets.
func parseLexicon(text string) *lexicon {
	var s stems
	x := &lexicon{by: map[string][]phrase{}}
	list := func(part string) (out [][]string) {
		for _, p := range strings.Split(part, ",") {
			var words []string
			for _, w := range strings.Fields(p) {
				switch {
				case w == org:
					words = append(words, org)
				case articles[w]:
				case strings.HasSuffix(w, "!"): // this form of the word alone
					words = append(words, w)
				case strings.HasSuffix(w, "?"):
					words = append(words, s.of(strings.TrimSuffix(w, "?"))+"?")
				default:
					words = append(words, s.of(w))
				}
			}
			if len(words) > 0 {
				out = append(out, words)
			}
		}
		return out
	}
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		left, right, ok := strings.Cut(line, ":")
		if !ok {
			panic("lexicon: " + line)
		}
		left, number := strings.CutPrefix(left, "(number)")
		labels, values, _ := strings.Cut(left, "=")
		for _, text := range strings.Split(right, ",") {
			for _, words := range list(text) {
				last, weak := strings.CutSuffix(words[len(words)-1], "?")
				words[len(words)-1] = last
				x.by[words[0]] = append(x.by[words[0]], phrase{plainPhrase(text), words, weak, len(x.concepts)})
			}
		}
		name := strings.TrimSpace(strings.Split(labels, ",")[0])
		if values != "" {
			name += " " + strings.TrimSpace(strings.Split(values, ",")[0])
		}
		x.concepts = append(x.concepts, concept{name, list(labels), list(values), number})
	}
	return x
}

// articles may stand between the words of a phrase.
var articles = wordSet("a an the our their his her its my your this that these those")

var orgWords = wordSet("us company firm organisation organization business employer corporation we house")

// A meant is what a concept may mean in a table: columns, with the cells of each where it is a value.
type meant struct {
	columns []int
	values  map[int][]string
}

// meansOf gives what each concept means in a table.
func (r *reader) meansOf() []meant {
	r.x.meansOnce.Do(func() {
		for i := range lexiconOf().concepts {
			r.x.means = append(r.x.means, r.meaning(&lexiconOf().concepts[i]))
		}
	})
	return r.x.means
}

// meaning finds the columns whose labels have the least beside a name of the concept.
func (r *reader) meaning(c *concept) (m meant) {
	best := 99
	for col, label := range r.labels {
		extra := 99
		for _, p := range c.labels {
			if len(p) == 1 && p[0] == r.x.joined[col] {
				extra = 0 // OverTime is overtime
				continue
			}
			if len(p) > len(label) || len(p) == 1 && len(p) < len(label) && p[0] != label[r.heads[col]].stem {
				continue
			}
			if !slices.ContainsFunc(p, func(st string) bool {
				return !slices.ContainsFunc(label, func(l labelled) bool { return l.stem == st })
			}) {
				extra = min(extra, len(label)-len(p))
			}
		}
		if extra > best || extra == 99 || r.t.Columns[col].Unnamed || c.number && r.t.Columns[col].Kind != spar.Number {
			continue
		}
		var cells []string
		if c.values != nil {
			if cells = r.x.cellsOf(col, c.values); cells == nil {
				continue
			}
		}
		if extra < best {
			best, m = extra, meant{values: map[int][]string{}}
		}
		m.columns = append(m.columns, col)
		if c.values != nil {
			m.values[col] = cells
		}
	}
	return m
}

// cellsOf gives the first of some values that a cell of the column has.
func (x *index) cellsOf(col int, values [][]string) []string {
	if x.counts[col] > few {
		return nil
	}
	for _, want := range values {
		for i := range x.values {
			v := &x.values[i]
			if v.column == col && len(v.stems) == len(want) && !slices.ContainsFunc(v.stems, func(st string) bool { return !slices.Contains(want, st) }) {
				return []string{v.text}
			}
		}
	}
	return nil
}

// saidAt gives how many words of the question from one on are a phrase; 0 where they are none.
func (q *asked) saidAt(i int, p []string) int {
	at := i
	for k, st := range p {
		for k > 0 && at < len(q.words) && articles[q.words[at].text] && q.words[at].stem != st {
			at++
		}
		if at >= len(q.words) {
			return 0
		}
		if w := &q.words[at]; !sounds(w, st) {
			return 0
		}
		at++
	}
	return at - i
}

// content counts the words of a run that do not only link others.
func (q *asked) content(from, to int) (n int) {
	for _, w := range q.words[from:to] {
		if !linking[w.text] && !articles[w.text] {
			n++
		}
	}
	return max(n, 1)
}

// sounds reports whether a word is one of a phrase.
func sounds(w *asking, st string) bool {
	if st == org {
		return orgWords[w.text]
	}
	if exact, ok := strings.CutSuffix(st, "!"); ok {
		return w.text == exact
	}
	return w.stem == st || w.text == st
}

// roleOf reports whether the last word of a phrase is the label of the value behind it: in the role of a manager is no time in a role.
func (r *reader) roleOf(a *atom) bool {
	q := r.q.words
	if a.to+1 >= len(q) || a.to-a.from < 2 || !cachedSet("of as")[q[a.to].text] || a.by[a.column] != nil {
		return false
	}
	j := a.to + 1
	for j+1 < len(q) && articles[q[j].text] {
		j++
	}
	for _, v := range r.x.words[q[j].stem] {
		if c := r.x.values[v].column; c != a.column && slices.ContainsFunc(r.labels[c], func(l labelled) bool { return l.stem == q[a.to-1].stem }) {
			return true
		}
	}
	return false
}

// lexiconAtoms are runs of words that the lexicon has for columns and values.
func (r *reader) lexiconAtoms() (list []atom) {
	lex := r.lexicon
	means := r.meansOf()
	type spot struct {
		from, to int
		value    bool
	}
	at := map[spot]int{}
	var blocked [][2]int // turns of speech for a column that the table lacks
	for i := range r.q.words {
		phrases := lex.by[r.q.words[i].stem]
		if orgWords[r.q.words[i].text] {
			phrases = slices.Concat(phrases, lex.by[org])
		}
		for _, p := range slices.Concat(phrases, lex.by[r.q.words[i].text+"!"]) {
			n := r.q.saidAt(i, p.stems)
			m := &means[p.of]
			if n > 1 && len(m.columns) == 0 && lex.concepts[p.of].values == nil {
				blocked = append(blocked, [2]int{i, i + n}) // "left over" has not left
			}
			if n == 0 || len(m.columns) == 0 {
				continue
			}
			sp := spot{i, i + n, lex.concepts[p.of].values != nil}
			k, ok := at[sp]
			if !ok {
				k = len(list)
				at[sp] = k
				list = append(list, atom{from: i, to: i + n, column: -1, said: p.key(), words: r.q.content(i, i+n), strength: 1.05 + 0.2*float64(len(p.stems)) - 0.01*float64(len(p.stems)), all: true, spoken: true, weak: p.weak, by: map[int][]string{}})
			}
			a := &list[k]
			for _, c := range m.columns {
				switch {
				case a.column == c || slices.Contains(a.others, c):
					continue
				case a.column < 0:
					a.column = c
				default:
					a.others = append(a.others, c)
				}
				a.by[c] = m.values[c]
			}
		}
	}
	list = slices.DeleteFunc(list, func(a atom) bool {
		return r.roleOf(&a) || a.to == a.from+1 && a.by[a.column] != nil && slices.ContainsFunc(blocked, func(b [2]int) bool { return b[0] == a.from && b[1] > a.to })
	})
	for i := range list {
		a := &list[i]
		a.full, a.values = len(a.others) == 0, a.by[a.column]
	}
	return list
}
