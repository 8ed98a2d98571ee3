package entity

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// separator is the mark before the decimals of a number that can be read in one way only, 0 for others.
func separator(s string) byte {
	point, comma := strings.Count(s, "."), strings.Count(s, ",")
	last := max(strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ','))
	switch {
	case point+comma == 0:
		return 0
	case point > 0 && comma > 0:
		return s[last]
	case point > 1:
		return ','
	case comma > 1:
		return '.'
	case len(s)-last-1 != 3:
		return s[last]
	}
	return 0 // 1.234 is a thousand or one and some
}

// value reads a number; where it could be two the rest of the file decides.
func (f *Finder) value(s string) (float64, bool) {
	mark := separator(s)
	if mark == 0 {
		mark = '.'
		if f.comma {
			mark = ','
		}
	}
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case byte(r) == mark && r < 0x80:
			return '.'
		}
		return -1
	}, s)
	n, err := strconv.ParseFloat(plain, 64)
	return n, err == nil
}

var units = map[string]string{
	"$": "USD", "US$": "USD", "A$": "AUD", "C$": "CAD", "€": "EUR", "£": "GBP", "¥": "JPY", "dollars": "USD", "euro": "EUR", "euros": "EUR", "pounds": "GBP", "kronor": "SEK", "kr": "SEK",
}

var (
	signs      = []string{"US$", "A$", "C$", "$", "€", "£", "¥"} // of money, before a number; behind one those without a dollar
	currencies = strings.Fields("USD EUR GBP CHF SEK NOK DKK JPY CNY CAD AUD INR PLN")
	monies     = append(strings.Fields("€ £ ¥ dollars euros euro pounds kronor kr"), currencies...) // behind a number
	factors    = strings.Fields("thousand million billion bn mn mio mrd k m b")                     // behind money and a number
	multiples  = strings.Fields("thousand million billion bn mn mio. mio mrd. mrd")                 // between a number and money
)

var scales = map[string]float64{
	"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "mio": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9, "mrd": 1e9,
}

// amounts finds sums of money: "$ 5 million", "USD 5", then "5 million EUR".
func (f *Finder) amounts(w window, found []Entity) []Entity {
	t, end := w.text, 0
	for _, g := range w.all {
		if g.start < end {
			continue
		}
		if start, unit := moneyBefore(t, end, g.start); unit != "" {
			last := numberAt(t, g.start)
			to, scale := factor(t, last)
			found, end = f.amount(found, t, start, to, t[g.start:last], unit, scale), to
		}
	}
	end = 0
	for i := 0; i < len(w.all); {
		start := w.all[i].start
		if start < end {
			i++
			continue
		}
		last, next := lastOf(t, w.all, i)
		if to, unit, scale := moneyBehind(t, last); unit != "" {
			found, end = f.amount(found, t, start, to, t[start:last], unit, scale), to
		}
		i = next
	}
	return found
}

func (f *Finder) amount(found []Entity, t string, start, end int, figures, unit, scale string) []Entity {
	n, ok := f.value(figures)
	if !ok {
		return found
	}
	if by := scales[strings.TrimSuffix(scale, ".")]; by != 0 {
		n *= by
	}
	if name := units[unit]; name != "" {
		unit = name
	}
	return append(found, Entity{Kind: Amount, Text: t[start:end], Value: spar.Value{Kind: spar.Number, Number: n}, Unit: unit, Start: start, End: end})
}

// moneyBefore gives the currency before the number that begins at i, and where it begins, not before from; "" if none does.
func moneyBefore(t string, from, i int) (start int, unit string) {
	i = minus(t, i)
	spaced := i > 0 && isSpace(t[i-1])
	if spaced {
		i--
	}
	if i == 0 {
		return 0, ""
	}
	if last := t[i-1]; last == '$' || last >= utf8.RuneSelf {
		for _, s := range signs {
			if i-len(s) >= from && strings.HasSuffix(t[:i], s) {
				return i - len(s), s
			}
		}
	} else if at := i - 3; spaced && last >= 'D' && last <= 'Y' && at >= from && wordBegins(t, at) && slices.Contains(currencies, t[at:i]) {
		return at, t[at:i]
	}
	return 0, ""
}

// minus gives where a minus before i begins; i if none stands there.
func minus(t string, i int) int {
	switch {
	case i > 0 && t[i-1] == '-':
		return i - 1
	case strings.HasSuffix(t[:i], "−"):
		return i - len("−")
	}
	return i
}

// factor gives the end of what multiplies the number that ends at i, and itself; i and "" if nothing does.
func factor(t string, i int) (end int, scale string) {
	at := space(t, i)
	for _, s := range factors {
		if strings.HasPrefix(t[at:], s) && wordEnds(t, at+len(s)) {
			return at + len(s), s
		}
	}
	return i, ""
}

// lastOf gives the end of the number that begins with the i-th figures, and the next figures that another may begin with. A
// group of more than three digits is none, but may be decimals.
func lastOf(t string, all []figures, i int) (end, next int) {
	end, next = all[i].end, i+1
	for {
		to := group(t, end)
		if to == end || to < len(t) && isDigit(t[to]) {
			return decimals(t, end), next
		}
		end = to
		next++
	}
}

// moneyBehind gives the currency behind the number that ends at i, where it ends, and what multiplies it; "" if none is there.
func moneyBehind(t string, i int) (end int, unit, scale string) {
	i = space(t, i)
	if i == len(t) {
		return 0, "", ""
	}
	switch t[i] {
	case 't', 'm', 'b':
		for _, s := range multiples {
			if at := i + len(s); strings.HasPrefix(t[i:], s) && at < len(t) && isSpace(t[at]) {
				if unit := moneyAt(t, at+1); unit != "" {
					return at + 1 + len(unit), unit, s
				}
			}
		}
	}
	unit = moneyAt(t, i)
	return i + len(unit), unit, ""
}

// moneyAt gives the currency that begins at i.
func moneyAt(t string, i int) string {
	if i == len(t) || t[i] < utf8.RuneSelf && strings.IndexByte("dekpUEGCSNDJAIP", t[i]) < 0 {
		return ""
	}
	for _, s := range monies {
		if strings.HasPrefix(t[i:], s) && (s[0] >= utf8.RuneSelf || wordEnds(t, i+len(s))) {
			return s
		}
	}
	return ""
}

var percents = []string{"percent", "per cent", "prozent", "procent"}

func percentages(w window, found []Entity) []Entity {
	t, end := w.text, 0
	for _, g := range w.all {
		start := g.start
		if start < end {
			continue
		}
		to := percent(t, decimals(t, g.end))
		if to < 0 {
			continue
		}
		if at := minus(t, start); at >= end {
			start = at
		}
		end = to
		figures := t[g.start:numberAt(t, g.start)]
		if separator(figures) == 0 && strings.ContainsAny(figures, ".,") { // 1.234 % is seldom more than a thousand
			figures = strings.ReplaceAll(figures, ",", ".")
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(figures, ",", "."), 64)
		if err != nil {
			continue
		}
		if start < g.start {
			n = -n
		}
		found = append(found, Entity{Kind: Percent, Text: t[start:to], Value: spar.Value{Kind: spar.Number, Number: n}, Start: start, End: to})
	}
	return found
}

// percent gives the end of the word that says that the number which ends at i is a percentage, -1 if none does.
func percent(t string, i int) int {
	i = space(t, i)
	switch {
	case i == len(t):
	case t[i] == '%':
		return i + 1
	case t[i] == 'p':
		for _, s := range percents {
			if strings.HasPrefix(t[i:], s) && wordEnds(t, i+len(s)) {
				return i + len(s)
			}
		}
	}
	return -1
}
