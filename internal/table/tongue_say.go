package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A told is a question in the planner's English.
type told struct {
	question string
	english  string
	lang     string
	words    map[string]string // what the user wrote, by the English for it
}

// A piece is English for words of a question.
type piece struct {
	english string
	kind    byte // of grounding; f: words of grammar, o: operations, n: numbers, t: times, u: not understood, p: marks
	from    string
	column  int // of a value
}

// english says a question in the planner's English, in the words of a table. One in English comes back as it is.
func (p *Planner) english(question string, t *Table) *told {
	x := p.stems.indexOf(t)
	if d := x.told.Load(); d != nil && d.question == question {
		return d
	}
	d := say(question, t, x)
	x.told.Store(d)
	return d
}

func say(question string, t *Table, x *index) *told {
	d := &told{question: question, english: question}
	tongue := tongueOf(question, x.foreign())
	if tongue == nil {
		d.english = withoutItsName(overForeign(question, t, x), t)
		return d
	}
	words := asWords(question)
	s := &sayer{tongue: tongue, words: words, ground: groundOf(tongue, words, t, x), t: t}
	d.lang, d.words = tongue.lang, map[string]string{}
	for i := 0; i < len(words); {
		i += s.next(i)
	}
	s.pieces = slices.DeleteFunc(s.pieces, func(p piece) bool { return p.english == "" })
	for i := len(s.pieces) - 2; i >= 0; i-- { // im Jahr 2024
		if next := s.pieces[i+1]; s.pieces[i].english == "year" && (next.kind == 't' || next.kind == 'n' || next.english == "between") {
			s.pieces = slices.Delete(s.pieces, i, i+1)
		}
	}
	s.spans()
	if len(s.pieces) > 0 && s.pieces[0].kind == 'r' { // Aufträge über 500 €
		s.pieces = slices.Insert(s.pieces, 0, piece{english: "list", kind: 'o', column: -1})
	}
	s.who()
	s.bareTime()
	s.dated()
	s.priced()
	var b strings.Builder
	for _, p := range s.pieces {
		if p.english == "" {
			continue
		}
		if b.Len() > 0 && p.kind != 'p' {
			b.WriteByte(' ')
		}
		b.WriteString(p.english)
		for _, w := range tokens(camel(p.english)) {
			if d.words[w] == "" {
				d.words[w] = p.from
			}
		}
	}
	d.english = b.String()
	return d
}

var (
	moneyWords = wordSet("euros euro € $ £ dollars")
	bounding   = map[string]string{"more than": ">", "less than": "<", "at least": ">=", "at most": "<="}
)

// back puts the user's words in the place of their English where a reason quotes them.
func (d *told) back(reason string) string {
	if d.lang == "" || reason == "" {
		return reason
	}
	return quotedWords.ReplaceAllStringFunc(reason, func(quoted string) string {
		var list []string
		for _, w := range strings.Fields(strings.Trim(quoted, `"`)) {
			from := d.words[w]
			if from == "" {
				return quoted
			}
			if len(list) == 0 || list[len(list)-1] != from {
				list = append(list, from)
			}
		}
		return `"` + strings.Join(list, " ") + `"`
	})
}

// word gives what the user wrote for an English word.
func (d *told) word(w string) string {
	if from := d.words[w]; from != "" {
		return from
	}
	return w
}

var quotedWords = pattern.New(`"[^"]+"`)

// AsksFigure reports whether a question in German, French or Spanish asks for a number: how many, how often, what percentage.
func AsksFigure(question string) bool {
	t := tongueOf(question, false)
	if t == nil {
		return false
	}
	s := &sayer{tongue: t, words: asWords(question)}
	for i := range s.words {
		if turn, n := s.turn(i); n > 0 && (strings.HasPrefix(turn.to[0].english, "how many") || strings.HasPrefix(turn.to[0].english, "how often") || strings.HasPrefix(turn.to[0].english, "what percentage")) {
			return true
		}
	}
	return false
}

// A sayer says one question.
type sayer struct {
	tongue *tongue
	words  []spelt
	ground *ground
	t      *Table
	pieces []piece
}

// next says what stands at a place, and gives how many words that takes.
func (s *sayer) next(i int) int {
	w := &s.words[i]
	if w.kind == 'p' {
		switch {
		case w.text == "." && i+1 < len(s.words) && (i == 0 || len(s.words[i-1].text) < surely || !s.capital(i+1)): // Lfd. Nr.
		case strings.Contains("?,.;:!", w.text):
			s.add(w.text, 'p', w.text)
		case strings.Contains("€$£%<>=+", w.text):
			s.add(w.text, 'n', w.text)
		}
		return 1
	}
	if n := s.time(i); n > 0 {
		return n
	}
	ph, n := s.turn(i)
	g := s.ground.at(s.words, i)
	own := g.n > 0 && (g.kind == 'c' || g.kind == 'v' || g.kind == 'r' && ph.verb) && (g.n > n || ph.verb || g.n == n && g.exact && !g.part && (!ph.little && n == 1 || i > 0 && s.capital(i)))
	if g.kind == 'v' && g.n == 1 && yesNo[folded(g.said, "")] != "" {
		g.said, own = yesNo[folded(g.said, "")], false
	}
	switch {
	case n > 0 && g.n == 1 && g.part && g.kind == 'c' && unitWords[ph.to[0].english]:
		s.part(g, s.text(i, 1))
		return 1
	case (n == 0 || own) && g.n == 1 && g.part && g.kind == 'c':
		s.part(g, s.text(i, 1))
		return 1
	case n == 0 && g.n > 0, own:
		s.add(g.said, g.kind, s.text(i, g.n))
		if g.kind == 'v' {
			s.pieces[len(s.pieces)-1].column = g.column
		}
		return g.n
	case n > 0:
		return s.phrase(i, ph, n)
	case w.kind == 'n':
		s.add(inDigits(w.text), 'n', w.text)
	case w.kind == 'o':
		s.add(strings.TrimFunc(w.text, func(r rune) bool { return !unicode.IsDigit(r) }), 'n', w.text)
	case w.kind == 'c':
		s.add(w.text, 'v', w.text)
	default:
		s.unknown(w.text)
	}
	return 1
}

// part says a column by a word of its label. A second one of the same label adds nothing.
func (s *sayer) part(g grounding, from string) {
	for k := range s.pieces {
		if p := &s.pieces[k]; p.kind == 'c' && p.english == g.said && p.from != from {
			p.from += " " + from
			return
		}
	}
	s.add(g.said, 'c', from)
}

// yesNo is English for words for yes and no.
var yesNo = map[string]string{"ja": "yes", "oui": "yes", "si": "yes", "nein": "no", "non": "no", "no": "no"}

// unknown keeps a word that nothing explains. One that English has for something else is marked, so that it stays one that nothing explains.
func (s *sayer) unknown(w string) {
	said := w
	last := s.last()
	if s.tongue.lang == "de" && (last == "how many" || last == "which" || last == "the" || last == "number" || last == "all") {
		said = strings.ToLower(w) // a noun, and no name
	}
	for _, t := range tokens(w) {
		if common[t] || neutral[t] || linking[t] || fillers[t] || askingWords[t] || numerals[t] > 0 || topWords[t] || unitWords[t] || len(t) < 3 {
			said = "zz" + said
			break
		}
	}
	s.add(said, 'u', w)
}

func (s *sayer) last() string {
	if len(s.pieces) == 0 {
		return ""
	}
	return s.pieces[len(s.pieces)-1].english
}

func (s *sayer) add(english string, kind byte, from string) {
	s.pieces = append(s.pieces, piece{english: english, kind: kind, from: from, column: -1})
}

func (s *sayer) text(i, n int) string {
	var list []string
	for _, w := range s.words[i:min(i+n, len(s.words))] {
		if w.kind != 'p' {
			list = append(list, w.text)
		}
	}
	return strings.Join(list, " ")
}

func (s *sayer) capital(i int) bool {
	r, _ := utf8.DecodeRuneInString(s.words[i].text)
	return unicode.IsUpper(r)
}

// turn finds the longest words of a language that stand at a place.
func (s *sayer) turn(i int) (best turn, n int) {
	raw := strings.ToLower(s.words[i].text)
	f := folded(raw, s.tongue.lang)
	lists := [][]turn{s.tongue.exact[raw], s.tongue.exact[f]}
	if len(f) >= 3 {
		lists = append(lists, s.tongue.open[f[:3]])
	}
	accent := false
	for k, list := range lists {
		for _, t := range list {
			m := s.fits(t.words, i)
			if m > n || m == n && m > 0 && k == 0 && raw != f && !accent {
				best, n, accent = t, m, k == 0 && raw != f
			}
		}
	}
	if t, ok := s.tongue.verbs[root(f, s.tongue.lang)]; ok && n == 0 && s.words[i].word() && len(f) > surely {
		return t, 1
	}
	return best, n
}

// fits gives how many words from a place are those of a turn; hyphens and apostrophes may stand between.
func (s *sayer) fits(turn []string, i int) int {
	j := i
	for _, want := range turn {
		for j < len(s.words) && j > i && s.words[j].kind == 'p' && strings.Contains("'’-", s.words[j].text) {
			j++
		}
		if j >= len(s.words) || s.words[j].kind == 'p' {
			return 0
		}
		w := strings.ToLower(s.words[j].text)
		f := folded(w, s.tongue.lang)
		begin, open := strings.CutSuffix(want, "~")
		if !(w == want || f == want || open && strings.HasPrefix(f, begin) && len(f)-len(begin) <= 3) {
			return 0
		}
		j++
	}
	return j - i
}

// phrase says words of grammar or of an operation by what follows them.
func (s *sayer) phrase(i int, t turn, n int) int {
	kind := byte('o')
	if t.little {
		kind = 'f'
	}
	for _, a := range t.to {
		english := a.english
		if a.thing != "" {
			label := s.called(a.thing)
			if label == "" {
				continue
			}
			english = strings.Replace(english, "*"+a.thing, label, 1)
		} else if a.before != "" && !s.before(a.before, i+n) {
			continue
		}
		if isUnit := unitWords[english] && english != "year" && english != "month" && english != "day" && !moneyWords[english]; isUnit {
			if label := s.measured(english); label != "" && (i == 0 || s.words[i-1].kind != 'n') {
				s.add(label, 'c', s.text(i, n))
				return n
			}
		}
		s.place(english, kind, t, s.text(i, n))
		return n
	}
	s.add("", 'f', s.text(i, n))
	return n
}

// measured gives the label of the one column whose figures are in a unit; "" for none.
func (s *sayer) measured(unit string) string {
	return s.only(func(c *Column) bool {
		if c.Kind != spar.Number || strings.Contains(c.Label, "/") {
			return false
		}
		if unitNames[strings.Trim(Fold(c.Unit), ".")] == unit || unitNames[Fold(c.Label)] == unit {
			return true
		}
		i := s.t.column(c.Label)
		for n := range s.t.Rows[:min(len(s.t.Rows), fewRows)] {
			if v := s.t.Rows[n].cell(i); v.Unit != "" {
				return unitNames[Fold(v.Unit)] == unit
			}
		}
		return false
	})
}

// unitNames are units as labels and cells write them, with the reader's word.
var unitNames = map[string]string{"kg": "kg", "t": "tonnes", "km": "km", "m": "metres", "l": "litres", "h": "hours", "std": "hours", "min": "minutes", "hours": "hours", "stunden": "hours", "heures": "hours", "horas": "hours"}

// called gives the label of the one column that is a thing; "" where none is.
func (s *sayer) called(thing string) string {
	found := ""
	for n, th := range thingsKnown().list {
		if th.english != thing {
			continue
		}
		for _, l := range s.ground.labels {
			for _, m := range l.things {
				if m == n {
					if found != "" && found != l.said {
						return ""
					}
					found = l.said
				}
			}
		}
	}
	return found
}

// place adds an operation; one that stands behind its noun goes before it, as English has it.
func (s *sayer) place(english string, kind byte, t turn, from string) {
	at := len(s.pieces)
	if t.behind {
		for at > 0 && strings.IndexByte("cvre", s.pieces[at-1].kind) >= 0 || at > 0 && at < len(s.pieces) && s.pieces[at-1].kind == 'b' {
			at--
		}
	}
	if at == len(s.pieces) {
		s.add(english, kind, from)
		return
	}
	if bare, ok := strings.CutPrefix(english, "the "); ok && at > 0 && s.pieces[at-1].english == "the" {
		english = bare
	}
	s.pieces = append(s.pieces, piece{})
	copy(s.pieces[at+1:], s.pieces[at:])
	s.pieces[at] = piece{english: english, kind: 'b', from: from, column: -1}
}

// before reports whether the next word is of a kind, articles left out.
func (s *sayer) before(kind string, j int) bool {
	for j < len(s.words) {
		t, n := s.turn(j)
		if n == 1 && t.little && (t.to[0].english == "the" || t.to[0].english == "a" || t.to[0].english == "their") || s.words[j].kind == 'p' && strings.Contains("'’-", s.words[j].text) {
			j++
			continue
		}
		break
	}
	if j >= len(s.words) {
		return false
	}
	w := &s.words[j]
	n, _, isTime := s.timeAt(j)
	isTime = isTime && n > 0
	switch kind {
	case "time":
		return isTime || w.kind == 'd'
	case "number":
		if _, ok := numerals[s.english1(j)]; ok && !isTime {
			return true
		}
		return w.kind == 'n' && (!isTime || w.isYear() && s.money(j+1))
	case "column", "value", "rows":
		g := s.ground.at(s.words, j)
		return g.n > 0 && (kind == "column" && g.kind == 'c' || kind == "value" && g.kind == 'v' || kind == "rows" && g.kind == 'r')
	}
	return false
}

// english1 is the English for one word that has one.
func (s *sayer) english1(i int) string {
	if t, n := s.turn(i); n == 1 {
		return t.to[0].english
	}
	return ""
}

// money reports whether a unit of figures stands at a place, so that the number before it is no year.
func (s *sayer) money(i int) bool {
	return i < len(s.words) && (strings.Contains("€$£%", s.words[i].text) || unitWords[s.english1(i)] && s.english1(i) != "year")
}
