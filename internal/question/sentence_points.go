package question

import (
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
)

// months are their names in English, German, French and Spanish, short and long.
var months = map[string]time.Month{}

func init() {
	for i, list := range []string{
		"january jan januar janvier janv enero ene jänner", "february feb februar février fevrier févr febrero", "march mar märz maerz mrz mars marzo", "april apr avril avr abril abr",
		"may mai mayo", "june jun juni juin junio", "july jul juli juillet juil julio", "august aug août aout agosto ago",
		"september sep sept septembre septiembre", "october oct oktober okt octobre octubre", "november nov novembre noviembre", "december dec dezember dez décembre decembre diciembre dic",
	} {
		for _, w := range strings.Fields(list) {
			months[w] = time.Month(i + 1)
		}
	}
}

// Month is the number of a month by its name, 0 of any other word.
func Month(name string) int { return int(months[strings.ToLower(name)]) }

var (
	isoDay     = pattern.New(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	isoMonth   = pattern.New(`^(\d{4})[-/.](\d{1,2})$`)
	monthYear  = pattern.New(`^(\d{1,2})[/.](\d{4})$`)
	dayMonth   = pattern.New(`^(\d{1,2})([/.])(\d{1,2})[/.](\d{4})$`)
	yearRange  = pattern.New(`^(\d{4})[-–/](\d{4}|\d{2})$`)
	ordinal    = pattern.New(`^(\d{1,2})(?:st|nd|rd|th)?$`)
	quarterOf  = pattern.New(`^(q|h)([1-4])$`)
	quarterYr  = pattern.New(`^(q|h)([1-4])/(\d{4}|\d{2})$`)
	fiscalYear = pattern.New(`^fy(\d{4}|\d{2})$`)
	decade     = pattern.New(`^(\d{4})s$`)
)

func date(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func monthOf(y int, m time.Month) *dated {
	return &dated{from: date(y, m, 1), to: date(y, m+1, 0)}
}

func yearOf(y int) *dated { return &dated{from: date(y, 1, 1), to: date(y, 12, 31)} }

func partOf(y, n, months int) *dated {
	return &dated{from: date(y, time.Month((n-1)*months+1), 1), to: date(y, time.Month(n*months+1), 0)}
}

func (p *sentenceParser) fiscal(y int) *dated {
	if p.o.Fiscal == time.January {
		return yearOf(y)
	}
	return &dated{from: date(y-1, p.o.Fiscal, 1), to: date(y, p.o.Fiscal, 0)}
}

// today is the day of the sentence.
func (p *sentenceParser) today() time.Time {
	n := p.o.Now.UTC()
	return date(n.Year(), n.Month(), n.Day())
}

// year reads four digits, or two that mean a year near to now.
func (p *sentenceParser) year(at int, short bool) (int, bool) {
	if at >= len(p.tokens) || p.tokens[at].quoted || p.tokens[at].used {
		return 0, false
	}
	w := p.tokens[at].low
	n, err := strconv.Atoi(w)
	switch {
	case err != nil:
		return 0, false
	case len(w) == 4 && n >= 1900 && n <= p.o.Now.Year()+20:
		return n, true
	case len(w) == 2 && short:
		if n += 2000; n > p.o.Now.Year()+5 {
			n -= 100
		}
		return n, true
	}
	return 0, false
}

func century(text string, now int) int {
	n, _ := strconv.Atoi(text)
	if len(text) == 2 {
		if n += 2000; n > now+5 {
			n -= 100
		}
	}
	return n
}

// numbers in words, as far as sentences count things.
var figures = map[string]float64{"one": 1, "a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
	"twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "ninety": 90, "hundred": 100, "half": .5}

func figure(w string) (float64, bool) {
	if n, ok := figures[w]; ok {
		return n, true
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(w, ",", ""), 64)
	return n, err == nil && n >= 0
}

var orders = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}

// decades are the decades with names.
var decades = map[string]int{"fifties": 1950, "sixties": 1960, "seventies": 1970, "eighties": 1980, "nineties": 1990}

// seasons maps a season to its first month, north of the equator; a winter lies in two years.
var seasons = map[string]time.Month{"spring": time.March, "summer": time.June, "autumn": time.September, "fall": time.September}

const weekdays = " monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun "

// wordAt is the word at a place, "" for none.
func wordAt(p *sentenceParser, at int) string {
	if at < 0 || at >= len(p.tokens) || p.tokens[at].quoted {
		return ""
	}
	return p.tokens[at].low
}

// point reads a date at a token: what it names and how many tokens it takes; 0 if there is none.
func (p *sentenceParser) point(at int) (*dated, int) {
	if at >= len(p.tokens) || p.tokens[at].quoted || p.tokens[at].used {
		return nil, 0
	}
	for _, read := range []func(int) (*dated, int){p.pieces, p.timeAgo, p.weekday} {
		if d, n := read(at); n > 0 {
			return d, n
		}
	}
	t := p.tokens[at]
	w := t.low
	now := p.o.Now.Year()
	valid := func(y, m, d int) (*dated, bool) {
		if y < 1900 || m < 1 || m > 12 || d < 1 || d > date(y, time.Month(m+1), 0).Day() {
			return nil, false
		}
		day := date(y, time.Month(m), d)
		return &dated{from: day, to: day}, true
	}
	atoi := func(s string) int { n, _ := strconv.Atoi(s); return n }
	if m := isoDay.FindStringSubmatch(w); m != nil {
		if d, ok := valid(atoi(m[1]), atoi(m[2]), atoi(m[3])); ok {
			return d, 1
		}
	}
	if m := dayMonth.FindStringSubmatch(w); m != nil { // with full stops the day comes first; with strokes where it can only be that
		a, b := atoi(m[1]), atoi(m[3])
		if m[2] == "/" && a <= 12 {
			a, b = b, a
		}
		if d, ok := valid(atoi(m[4]), b, a); ok {
			return d, 1
		}
	}
	if m := yearRange.FindStringSubmatch(w); m != nil && !isoMonth.MatchString(w) {
		from, to := atoi(m[1]), century(m[2], now)
		if len(m[2]) == 2 {
			to = from/100*100 + atoi(m[2])
		}
		if from >= 1900 && to > from && to <= now+20 {
			return &dated{from: date(from, 1, 1), to: date(to, 12, 31)}, 1
		}
	}
	if m := isoMonth.FindStringSubmatch(w); m != nil && atoi(m[1]) >= 1900 && atoi(m[2]) >= 1 && atoi(m[2]) <= 12 {
		return monthOf(atoi(m[1]), time.Month(atoi(m[2]))), 1
	}
	if m := monthYear.FindStringSubmatch(w); m != nil && atoi(m[1]) >= 1 && atoi(m[1]) <= 12 {
		return monthOf(atoi(m[2]), time.Month(atoi(m[1]))), 1
	}
	if m := quarterYr.FindStringSubmatch(w); m != nil {
		return p.part(m[1], atoi(m[2]), century(m[3], now)), 1
	}
	if m := quarterOf.FindStringSubmatch(w); m != nil {
		n := atoi(m[2])
		if m[1] == "h" && n > 2 {
			return nil, 0
		}
		next := at + 1
		if p.is(next, "of") || p.is(next, "in") {
			next++
		}
		if y, ok := p.year(next, true); ok {
			return p.part(m[1], n, y), next + 1 - at
		}
		if of, k := p.point(p.past(next, " the ")); next > at+1 && k > 0 && of.to.Equal(of.from.AddDate(1, 0, -1)) { // Q3 of last year
			months := map[string]int{"q": 3, "h": 6}[m[1]]
			return &dated{from: of.from.AddDate(0, months*(n-1), 0), to: of.from.AddDate(0, months*n, -1)}, p.past(next, " the ") + k - at
		}
		if m[1] == "q" && t.capital {
			return p.part("q", n, now), 1
		}
		return nil, 0
	}
	if m := fiscalYear.FindStringSubmatch(w); m != nil {
		return p.fiscal(century(m[1], now)), 1
	}
	if w == "fy" {
		if y, ok := p.year(at+1, true); ok {
			return p.fiscal(y), 2
		}
	}
	if has(" fiscal financial ", w) && p.is(at+1, "year") {
		if y, ok := p.year(at+2, false); ok {
			return p.fiscal(y), 3
		}
		if m := yearRange.FindStringSubmatch(wordAt(p, at+2)); m != nil { // 2024/25 is named by its end
			to := atoi(m[2])
			if len(m[2]) == 2 {
				to += atoi(m[1]) / 100 * 100
			}
			if to == atoi(m[1])+1 {
				return p.fiscal(to), 3
			}
		}
	}
	if has(" fiscal financial ", w) { // fiscal 2025
		if y, ok := p.year(at+1, false); ok {
			return p.fiscal(y), 2
		}
	}
	if y := decades[w]; y > 0 && p.is(at-1, "the") {
		return &dated{from: date(y, 1, 1), to: date(y+9, 12, 31)}, 1
	}
	if m := decade.FindStringSubmatch(w); m != nil && atoi(m[1])%10 == 0 {
		return &dated{from: date(atoi(m[1]), 1, 1), to: date(atoi(m[1])+9, 12, 31)}, 1
	}
	if d, n := p.named(at); n > 0 {
		return d, n
	}
	if d, n := p.relative(at); n > 0 {
		return d, n
	}
	if y, ok := p.year(at, false); ok {
		// 2024 Q2
		if at+1 < len(p.tokens) {
			if m := quarterOf.FindStringSubmatch(p.tokens[at+1].low); m != nil && !p.tokens[at+1].comma {
				return p.part(m[1], atoi(m[2]), y), 2
			}
		}
		return yearOf(y), 1
	}
	return nil, 0
}

func (p *sentenceParser) part(kind string, n, year int) *dated {
	if kind == "h" {
		return partOf(year, min(n, 2), 6)
	}
	return partOf(year, n, 3)
}

// named reads dates with the name of a month, and ordered quarters and halves.
func (p *sentenceParser) named(at int) (*dated, int) {
	t := p.tokens[at]
	day := func(i int) int {
		if i < len(p.tokens) && !p.tokens[i].quoted {
			if m := ordinal.FindStringSubmatch(p.tokens[i].low); m != nil {
				if n, _ := strconv.Atoi(m[1]); n >= 1 && n <= 31 {
					return n
				}
			}
			if n := orders[p.tokens[i].low]; n > 0 && p.is(i+1, "of") { // the first of October
				return n
			}
		}
		return 0
	}
	month := func(i int) time.Month {
		if i < len(p.tokens) && !p.tokens[i].quoted && !p.asksLeave(i) &&
			(p.tokens[i].low != "may" && p.tokens[i].low != "mar" && p.tokens[i].low != "mars" || p.tokens[i].capital ||
				p.yearBehind(i) || p.objectOf(i)) {
			return months[p.tokens[i].low]
		}
		return 0
	}
	if m := month(at); m > 0 {
		n := at + 1
		if p.is(n, "of") {
			n++
		}
		if y, ok := p.year(n, false); ok { // March 2024
			return monthOf(y, m), n + 1 - at
		}
		if d := day(at + 1); d > 0 {
			if y, ok := p.year(at+2, false); ok { // March 5, 2024
				return &dated{from: date(y, m, d), to: date(y, m, d)}, 3
			}
			if y, ok := p.year(at+1, true); ok && len(p.tokens[at+1].low) == 2 { // March '24, May 25
				return monthOf(y, m), 2
			}
			return p.lately(m, d), 2
		}
		if y, ok := p.year(at+1, true); ok { // March '98
			return monthOf(y, m), 2
		}
		return p.latelyMonth(m), 1
	}
	if d := day(at); d > 0 {
		n := at + 1
		if p.is(n, "of") {
			n++
		}
		if m := month(n); m > 0 {
			if y, ok := p.year(n+1, true); ok {
				return &dated{from: date(y, m, d), to: date(y, m, d)}, n + 2 - at
			}
			return p.lately(m, d), n + 1 - at
		}
	}
	if d, n := p.feast(at); n > 0 {
		return d, n
	}
	if m := yearRange.FindStringSubmatch(wordAt(p, at+1)); t.low == "winter" && m != nil { // its months are of two years
		y, _ := strconv.Atoi(m[1])
		return &dated{from: date(y, time.December, 1), to: date(y+1, time.March, 0)}, 2
	}
	if s := seasons[t.low]; s > 0 { // the summer of 2023
		n := at + 1
		if verb := t.low == "fall" || t.low == "spring"; p.is(n, "of") || p.is(n, "in") && !verb { // sales fall in 2023
			n++
		}
		if y, ok := p.year(n, false); ok {
			return &dated{from: date(y, s, 1), to: date(y, s+3, 0)}, n + 1 - at
		}
	}
	return nil, 0
}

// feast reads the days of a year that have names: "Christmas 2024", "New Year's Eve 2023". Without a year it is the last one.
func (p *sentenceParser) feast(at int) (*dated, int) {
	month, day, n := time.December, 25, 1
	switch {
	case p.oneOf(at, " christmas xmas ") && !p.oneOf(at+1, " party card cards dinner menu "):
		n += btoi(p.is(at+1, "day"))
		if p.is(at+1, "eve") {
			day, n = 24, 2
		}
	case p.is(at, "new", "year", "eve"):
		day, n = 31, 3
	case p.is(at, "new", "year", "day"):
		month, day, n = time.January, 1, 3
	case p.is(at, "new", "year") && p.is(at-1, "the"): // since the new year
		month, day, n = time.January, 1, 2
	default:
		return nil, 0
	}
	next := at + n + btoi(p.oneOf(at+n, " of in "))
	if y, ok := p.year(next, false); ok {
		return &dated{from: date(y, month, day), to: date(y, month, day)}, next + 1 - at
	}
	return p.lately(month, day), n
}

// objectOf reports whether a token ends a phrase behind a preposition, where no verb stands: "the roster for may".
func (p *sentenceParser) objectOf(at int) bool {
	return p.oneOf(at-1, " for in of since until till from during before after by ") && !p.tokens[at].comma &&
		(at+1 == len(p.tokens) || p.tokens[at+1].comma || p.oneOf(at+1, links) || p.oneOf(at+1, " and or to "))
}

// yearBehind reports whether a year, in two or four digits, stands behind a token in its phrase: "may 25" in lower case is a month.
func (p *sentenceParser) yearBehind(at int) bool {
	_, ok := p.year(at+1, true)
	return ok && !p.tokens[at+1].comma
}
