package agree

import (
	"math"
	"strconv"
	"strings"
)

// An amount is a number with its unit, its rate, and whether it is a bound.
type amount struct {
	at, end int // tokens: the number's
	value   float64
	unit    *sense
	rate    *sense // a night, per week
	bound   int    // 1: at least; -1: at most
	about   bool
	text    string // as written, with its unit
	words   bool   // it is written in words

	afternoon bool // an hour that is counted anew from noon
	month     bool
}

// numbers makes one token of the words of a number and of what multiplies it: "one hundred thirty", "1.2 million".
func (r *reading) numbers(lex *lexicon) {
	for i := 0; i < len(r.tokens); i++ {
		t := &r.tokens[i]
		if t.number {
			r.scaled(i, t.value, i+1)
			continue
		}
		end, value := r.spelled(i, lex)
		if end == i {
			continue
		}
		t.number, t.value = true, value
		for j := i + 1; j < end; j++ {
			r.tokens[j].within = true
		}
		i = r.scaled(i, value, end) - 1
	}
}

// scaled multiplies the number at i by the scale that stands at end.
func (r *reading) scaled(i int, value float64, end int) int {
	if value == .5 && end+1 < len(r.tokens) && r.tokens[end].word == "a" && r.tokens[end+1].is("scale") {
		end++
	}
	for end < len(r.tokens) {
		s := r.tokens[end].sense("scale")
		if s == nil && r.tokens[end].word == "m" && i > 0 && r.tokens[i-1].is("unit") {
			s = millions
		}
		if s == nil || len(r.tokens[end].word) == 1 && r.tokens[end].text != r.tokens[end].word {
			break
		}
		value *= s.value
		r.tokens[end].within = true
		end++
	}
	r.tokens[i].value = value
	return end
}

// millions is what a single m behind an amount of money stands for.
var millions = &sense{kind: "scale", value: 1e6}

// spelled reads a number in words that begins at i, and gives its end; i where none does. One alone is an article, too.
func (r *reading) spelled(i int, lex *lexicon) (end int, value float64) {
	total, current, parts := 0., 0., 0
	j := i
	for ; j < len(r.tokens); j++ {
		t := &r.tokens[j]
		if t.within && j == i {
			return i, 0
		}
		if parts > 0 && j+1 < len(r.tokens) && (t.text == "-" || t.word == "and" || t.word == "y" || t.word == "et") {
			next := &r.tokens[j+1]
			n, tens := next.sense("number"), current >= 20 && math.Mod(current, 10) == 0
			joins := math.Mod(current, 100) == 0 || tens && t.word != "and" && n != nil && n.value < 10 || lex.lang == "fr"
			if n != nil && n.value > 0 && n.value < 100 && joins ||
				t.text == "-" && next.is("ordinal") && tens {
				continue
			}
		}
		if s := t.sense("scale"); s != nil && len(t.word) > 2 && (parts > 0 || j > 0 && (r.tokens[j-1].word == "a" || r.lang != "en")) {
			total += max(1, current) * s.value
			current = 0
			parts++
			continue
		}
		if parts > 0 && lex.lang == "en" && t.word == "and" && j+2 < len(r.tokens) && r.tokens[j+1].word == "a" && r.tokens[j+2].word == "half" {
			return j + 3, total + current + .5
		}
		if o := t.sense("ordinal"); o != nil && parts > 0 && current >= 20 && r.tokens[j-1].text == "-" {
			return j + 1, total + current + o.value // twenty-first
		}
		if parts == 0 && lex.lang == "en" && strings.HasSuffix(t.word, "s") && t.stem == "hundr" {
			break
		}
		values := compound(t.word, lex)
		if values == nil {
			break
		}
		if t.is("unit") && parts == 0 {
			break
		}
		for _, v := range values {
			switch {
			case v == 100 && current > 0 && current < 100, lex.lang == "fr" && v == 20 && current == 4:
				current *= v
			default:
				current += v
			}
			parts++
		}
	}
	for j > i && (r.tokens[j-1].text == "-" || r.tokens[j-1].word == "and" || r.tokens[j-1].word == "y" || r.tokens[j-1].word == "et") {
		j--
	}
	value = total + current
	if parts == 0 || parts == 1 && value == 1 {
		return i, 0
	}
	return j, value
}

// compound is the numbers that a word is written of: one, or in German several.
func compound(word string, lex *lexicon) (values []float64) {
	if s := exactNumber(word, lex); s != nil {
		return []float64{s.value}
	}
	if lex.lang != "de" {
		return nil
	}
	for rest := word; rest != ""; {
		if tail, ok := strings.CutPrefix(rest, "und"); ok && len(values) > 0 {
			rest = tail
			continue
		}
		found := false
		for n := len(rest); n >= 3 && !found; n-- {
			if s := exactNumber(rest[:n], lex); s != nil {
				values, rest, found = append(values, s.value), rest[n:], true
			} else if rest[:n] == "tausend" {
				sum := 0.
				for _, v := range values {
					sum += v
				}
				values, rest, found = []float64{max(1, sum) * 1000}, rest[n:], true
			}
		}
		if !found {
			return nil
		}
	}
	return values
}

func exactNumber(word string, lex *lexicon) *sense {
	for _, s := range lex.senses[stemOf(word, lex.lang)] {
		if s.kind == "number" {
			return &s
		}
	}
	return nil
}

// quantities finds the amounts of the sentence.
func (r *reading) quantities() {
	for i := range r.tokens {
		t := &r.tokens[i]
		if !t.number {
			if m := t.sense("month"); m != nil && !t.within && t.text != t.word && r.besideNumber(i) {
				r.amounts = append(r.amounts, amount{at: i, end: i + 1, value: m.value, text: t.text, month: true})
			}
			continue
		}
		if r.minutes(i) || r.change(i) {
			continue
		}
		a := amount{at: i, end: i + 1, value: t.value}
		digit := t.text[0] >= '0' && t.text[0] <= '9'
		a.words = !digit
		for a.end < len(r.tokens) && r.tokens[a.end].within {
			a.end++
		}
		from, to := i, a.end
		if i > 0 && r.tokens[i-1].is("unit") && r.tokens[i-1].sense("unit").family == "money" {
			a.unit, from = r.tokens[i-1].sense("unit"), i-1
		}
		for j := a.end; a.unit == nil && j < len(r.tokens) && j < a.end+4; j++ {
			u := &r.tokens[j]
			s := u.sense("unit")
			if s != nil && (s.family != "time" || !likeYear(t)) {
				a.unit, to = s, j+1
			}
			if s != nil || u.text != "-" && !u.is("between") && !(a.value < 1 && u.is("each")) {
				break // half an hour is .5 hours
			}
		}
		if r.change(to) {
			a.value += r.tokens[to].value / 100
		}
		if r.dayOfMonth(&a) {
			a.unit, to = nil, a.end
		}
		r.rate(&a, &to)
		r.bound(&a)
		a.text = r.written(from, to)
		a.afternoon = a.value < 12 && r.afternoon(to)
		r.amounts = append(r.amounts, a)
	}
}

// afternoon reports whether pm stands at a token, or behind the minutes there.
func (r *reading) afternoon(i int) bool {
	if i+1 < len(r.tokens) && r.tokens[i].text == ":" && r.tokens[i+1].number {
		i += 2
	}
	if i+2 < len(r.tokens) && r.tokens[i].word == "p" && r.tokens[i+1].text == "." && r.tokens[i+2].word == "m" {
		return true
	}
	return i < len(r.tokens) && r.tokens[i].word == "pm"
}

// minutes reports whether a number is the full hour's minutes of a time: 15:00.
func (r *reading) minutes(i int) bool {
	return i > 1 && r.tokens[i].text == "00" && r.tokens[i-1].text == ":" && r.tokens[i-2].number
}

// change reports whether a number in words is the small coin behind the large one: one dollar fifty.
func (r *reading) change(i int) bool {
	if i < 2 || i >= len(r.tokens) {
		return false
	}
	t := &r.tokens[i]
	if !t.number || t.value >= 100 || t.text[0] >= '0' && t.text[0] <= '9' {
		return false
	}
	s := r.tokens[i-1].sense("unit")
	return s != nil && s.family == "money" && len(r.tokens[i-1].word) > 3 && (r.tokens[i-2].number || r.tokens[i-2].is("number"))
}

// likeYear reports whether a number is written as years are.
func likeYear(t *token) bool {
	return len(t.text) == 4 && t.number && t.value >= 1900 && t.value <= 2100
}

// besideNumber reports whether a number stands right beside a token.
func (r *reading) besideNumber(i int) bool {
	for _, j := range []int{i - 2, i - 1, i + 1} {
		if j >= 0 && j < len(r.tokens) && r.tokens[j].number {
			return true
		}
	}
	return false
}

// rate finds the unit that an amount is for each of: "a night", "per week", "weekly".
func (r *reading) rate(a *amount, to *int) {
	for j := *to; j < len(r.tokens) && j < *to+4; j++ {
		t := &r.tokens[j]
		if t.mark && t.text != "/" && t.text != "-" || t.number || t.is("clause") {
			return
		}
		if s := t.sense("unit"); s != nil && s.family == "time" && a.unit != nil && a.unit.family != "time" {
			adverb := strings.HasSuffix(t.word, "ly") || strings.HasSuffix(t.word, "lich") || t.word == "annum"
			if adverb || j > 0 && (r.tokens[j-1].is("each") || j > 1 && r.tokens[j-2].is("each")) {
				a.rate, *to = s, j+1
			}
			return
		}
		if s := t.sense("unit"); s != nil && s.family == "time" && j > 0 && r.tokens[j-1].is("each") {
			a.rate, *to = s, j+1
			return
		}
	}
}

// bound finds whether an amount is the least or the most.
func (r *reading) bound(a *amount) {
	if a.end < len(r.tokens) && r.tokens[a.end].text == "+" {
		a.bound = 1
		return
	}
	if a.unit != nil && a.unit.family == "time" && r.ahead(a) {
		return // at least two days before, and up to two days before, is one deadline
	}
	for j := a.at - 1; j >= 0 && j >= a.at-6; j-- {
		t := &r.tokens[j]
		switch s := t.sense("bound"); {
		case t.is("about"):
			a.about = true
		case s != nil:
			a.bound = s.sign
			return
		case t.within, t.sense("unit") != nil && t.sense("unit").family == "money", t.word == "a", t.text == "(":
		default:
			j = 0
		}
	}
	for j := a.end; j < len(r.tokens) && j < a.end+4; j++ {
		if s := r.tokens[j].sense("behind"); s != nil {
			a.bound = s.sign
			return
		}
	}
}

// ahead reports whether a time is one before something.
func (r *reading) ahead(a *amount) bool {
	for j := a.end; j < len(r.tokens) && j < a.end+5 && !r.tokens[j].mark; j++ {
		if s := r.tokens[j].sense("ahead"); s != nil {
			return true
		}
	}
	return false
}

// written is tokens as they stand in the text.
func (r *reading) written(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		t := &r.tokens[i]
		if i > from && !(t.mark || t.text == "%") && !strings.Contains("$€£¥/-", r.tokens[i-1].text) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// equal reports whether two amounts are of one value: as they stand, converted, or rounded where one says so.
func (a *amount) equal(b *amount) bool {
	if same(a.value, b.value) || a.afternoon && same(a.value+12, b.value) || b.afternoon && same(a.value, b.value+12) {
		return true
	}
	if a.unit != nil && b.unit != nil && (a.unit.dim == b.unit.dim && same(a.value*a.unit.value, b.value*b.unit.value) ||
		a.unit.family == "money" && b.unit.family == "money" && same(a.value*hundredth(a.unit), b.value*hundredth(b.unit))) {
		return true
	}
	if a.shares(b) || b.shares(a) {
		return true
	}
	return (a.about || a.bound != 0) && !isYear(a) && !isYear(b) && rounds(a.value, b.value)
}

// hundredth is what a unit of money counts of the whole one.
func hundredth(u *sense) float64 {
	if u.dim == "cent" {
		return .01
	}
	return 1
}

// shares reports whether an amount is a part, such as half, that another says in percent.
func (a *amount) shares(b *amount) bool {
	return a.unit == nil && b.unit != nil && b.unit.dim == "%" && same(a.value*100, b.value)
}

// number writes a number.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func same(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }

// rounds reports whether x is y with fewer digits.
func rounds(x, y float64) bool {
	if x = math.Abs(x); x < 2 {
		return false
	}
	place := math.Pow(10, math.Floor(math.Log10(x)))
	for range 3 {
		if n := x / place; math.Abs(n-math.Round(n)) < 1e-6 {
			return math.Abs(x-math.Abs(y)) <= place/2
		}
		place /= 10
	}
	return false
}

// measures reports whether two units can stand for each other: the value of the amounts is the same already. Pounds are money or a weight.
func (a *amount) measures(b *amount) bool {
	if a.unit == nil || b.unit == nil || a.unit.dim == b.unit.dim && (a.unit.value == b.unit.value || !same(a.value, b.value)) {
		return true
	}
	x, y := a.unit.dim, b.unit.dim
	if a.unit.family == "money" && b.unit.family == "money" && (x == "cent") != (y == "cent") {
		return !same(a.value, b.value)
	}
	return x == "gbp" && y == "lb" || x == "lb" && y == "gbp"
}
