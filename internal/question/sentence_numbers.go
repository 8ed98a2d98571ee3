package question

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// HasNumber marks an attribute as one whose values are numbers.
func (v *Vocabulary) HasNumber(key string) { v.numbers[key] = true }

// measures are words for units by what the names of attributes call them.
var measures = map[string]string{"gram": "g", "gramme": "g", "kilo": "kg", "kilogram": "kg", "tonne": "t", "ton": "t",
	"millimetre": "mm", "millimeter": "mm", "centimetre": "cm", "centimeter": "cm", "metre": "m", "meter": "m", "kilometre": "km", "kilometer": "km",
	"litre": "l", "liter": "l", "euro": "eur", "dollar": "usd", "pound": "gbp", "hour": "h", "minute": "min", "second": "s", "percent": "pct"}

// measured is the one attribute with numbers whose name ends in the unit that a token names: 500 g are of weight-g; "" for none.
func (p *sentenceParser) measured(at int) string {
	if at >= len(p.tokens) || p.tokens[at].quoted || p.tokens[at].comma {
		return ""
	}
	found := ""
	for key := range p.names.numbers {
		words := wordsOf(key)
		if last := words[max(0, len(words)-1):]; len(words) > 1 &&
			slices.ContainsFunc([]string{p.tokens[at].low, p.tokens[at].stem, measures[p.tokens[at].stem]},
				func(u string) bool { return slices.Contains(last, u) }) {
			if found != "" {
				return ""
			}
			found = key
		}
	}
	return found
}

// units reads numbers with the unit that the name of an attribute ends in: "heavier than 500 g", "weighing 100 to 200 grams", "above 3,000 euros".
func (p *sentenceParser) inUnits() {
	for i := range p.tokens {
		low, ok := figure(wordAt(p, i))
		if !ok || !p.free(i, i+1) || !strings.ContainsAny(wordAt(p, i), "0123456789") {
			continue
		}
		text := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
		if high, ok := figure(wordAt(p, i+2)); ok && (p.is(i+1, "to") || p.is(i+1, "and") && p.is(i-1, "between")) {
			if key := p.measured(i + 3); key != "" && p.free(i, i+4) {
				p.add(i-btoi(p.oneOf(i-1, " between from ")), i+4, spar.Constraint{Key: key, Values: []spar.Match{{Range: true, From: text(low), To: text(high)}}}, Exact)
			}
			continue
		}
		key := p.measured(i + 1)
		if key == "" || !p.free(i, i+2) {
			continue
		}
		sign, from := "", i
		for n := 1; n <= 3 && from == i; n++ {
			if s, words := p.comparison(i - n); words == n {
				sign, from = s, i-n
			}
		}
		if w := wordAt(p, i-2); from == i && p.is(i-1, "than") && strings.HasSuffix(w, "er") {
			sign, from = ">", i-2
			if has(" lighter younger lower cheaper slower nearer closer thinner narrower ", w) {
				sign = "<"
			}
		}
		to := i + 2
		if sign == "" {
			behind := 0
			sign, behind = p.comparisonBehind(to)
			to += behind
		}
		p.add(from, to, single(key, sign+text(low)), Exact)
	}
}

// numbered reads bounds on attributes with numbers: "a rating of 4 or more", "severity above two", "severity 1".
func (p *sentenceParser) numbered() {
	p.inUnits()
	for i := 0; i < len(p.tokens); i++ {
		if !p.free(i, i+1) || p.tokens[i].quoted {
			continue
		}
		key, n := p.key(i)
		if n == 0 || !p.names.numbers[key] {
			continue
		}
		at := p.past(i+n, " is are was were of = with ")
		sign, words := p.comparison(at)
		value, ok := figure(wordAt(p, at+words))
		to := at + words + 1
		if !ok || !p.free(i, to) || p.crosses(i, to) || p.unit(to) {
			continue
		}
		if sign == "" {
			behind := 0
			sign, behind = p.comparisonBehind(to)
			to += behind
		}
		begin := i
		for p.oneOf(begin-1, " with a an the having have has by whose of ") && p.free(begin-1, begin) {
			begin--
		}
		c := single(key, sign+strconv.FormatFloat(value, 'f', -1, 64))
		for sign == "" && p.oneOf(to, " and or ") { // trenches 1 and 2
			more, ok := figure(wordAt(p, to+1))
			if !ok || !p.free(to, to+2) || p.unit(to+2) || p.measured(to+2) != "" {
				break
			}
			c.Values, to = append(c.Values, spar.Match{Text: strconv.FormatFloat(more, 'f', -1, 64)}), to+2
		}
		p.add(begin, to, c, Exact)
		i = to - 1
	}
}

// unit reports whether a unit of size or length stands at a place.
func (p *sentenceParser) unit(at int) bool {
	_, ok := units[wordAt(p, at)]
	return ok
}
