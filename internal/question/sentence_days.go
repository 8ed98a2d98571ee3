package question

import (
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
)

var dayToDay = pattern.New(`^(\d{1,2})(?:st|nd|rd|th)?[-–](\d{1,2})(?:st|nd|rd|th)?$`)

// dayOf reads a token as a day of a month; 0 if it is none.
func (p *sentenceParser) dayOf(at int) int {
	if at < 0 || at >= len(p.tokens) || p.tokens[at].quoted || p.tokens[at].used {
		return 0
	}
	m := ordinal.FindStringSubmatch(p.tokens[at].low)
	if m == nil {
		return 0
	}
	if n, _ := strconv.Atoi(m[1]); n >= 1 && n <= 31 {
		return n
	}
	return 0
}

// monthAt reads the name of a month at a token; 0 if there is none.
func (p *sentenceParser) monthAt(at int) time.Month {
	if at < 0 || at >= len(p.tokens) || p.tokens[at].quoted || p.tokens[at].used || p.asksLeave(at) {
		return 0
	}
	if w := p.tokens[at]; w.low != "may" && w.low != "mar" && w.low != "mars" || w.capital {
		return months[w.low]
	}
	return 0
}

// dash reports whether nothing but a dash parts a token from the next.
func (p *sentenceParser) dash(at int) bool {
	if at < 0 || at+1 >= len(p.tokens) {
		return false
	}
	between := strings.TrimSpace(p.text[p.tokens[at].end:p.tokens[at+1].start])
	return between == "-" || between == "–" || between == "—"
}

// past is the first token behind some words.
func (p *sentenceParser) past(at int, words string) int {
	for p.oneOf(at, words) {
		at++
	}
	return at
}

// days reads days of one month that share its name: "3-7 March 2025", "March 3 to 7, 2025", "between the 3rd and the 7th of March", "on the 3rd, 4th
// and 5th of March 2025". It returns where they end, and 0 if there are none here.
func (p *sentenceParser) days(at int) int {
	if !p.free(at, at+1) || p.tokens[at].quoted {
		return 0
	}
	month, i := p.monthAt(at), at
	if month > 0 {
		i = p.past(at+1, " the ")
	}
	first, last, list := p.dayOf(i), 0, []int(nil)
	switch m := dayToDay.FindStringSubmatch(p.tokens[min(i, len(p.tokens)-1)].low); {
	case i >= len(p.tokens):
		return 0
	case m != nil && !p.tokens[i].used:
		first, _ = strconv.Atoi(m[1])
		last, _ = strconv.Atoi(m[2])
		i++
	case first == 0:
		return 0
	default:
		list = append(list, first)
		bounded := p.oneOf(p.before(at), " between from ")
		for i++; ; {
			next := i
			to := p.dash(i-1) || p.oneOf(i, " to until till through bis ") || bounded && p.is(i, "and")
			and := p.oneOf(i, " and or ") || i < len(p.tokens) && p.tokens[i].comma
			if !to && !and {
				break
			}
			if p.oneOf(i, " to until till through bis and or ") {
				next++
			}
			next = p.past(next, " and or the ")
			d := p.dayOf(next)
			// A number behind a comma is a year rather than a day.
			if d == 0 || month > 0 && len(p.tokens[next].low) > 2 && p.tokens[next].low == strconv.Itoa(d) {
				break
			}
			if i = next + 1; to {
				last = d
				break
			}
			list = append(list, d)
		}
		if last == 0 && len(list) < 2 {
			return 0
		}
	}
	if month == 0 {
		if i = p.past(i, " of "); p.monthAt(i) == 0 {
			return 0
		}
		month = p.monthAt(i)
		i++
	}
	year, to := p.lately(month, first).from.Year(), i
	for _, n := range []int{i, p.past(i, " of in ")} {
		if y, ok := p.year(n, false); ok {
			year, to = y, n+1
			break
		}
	}
	day := func(d int) (time.Time, bool) { return date(year, month, d), d <= date(year, month+1, 0).Day() }
	if last > 0 {
		from, ok := day(first)
		end, fits := day(last)
		if !ok || !fits || last <= first {
			return 0
		}
		begin := at
		if b := p.before(at); p.oneOf(b, " between from in on ") {
			begin = b
		}
		p.addDate(begin, to, &dated{from: from, to: end})
		return to
	}
	for n, d := range list {
		on, ok := day(d)
		if !ok {
			return 0
		}
		if n == 0 {
			begin := at
			if b := p.before(at); p.oneOf(b, " on from of ") {
				begin = b
			}
			p.addDate(begin, to, &dated{from: on, to: on})
			continue
		}
		part := p.parts[len(p.parts)-1]
		part.date = &dated{from: on, to: on}
		p.parts = append(p.parts, part)
	}
	return to
}

// before is the token in front of a place and its article.
func (p *sentenceParser) before(at int) int {
	for at--; p.oneOf(at, " the ") || p.oneOf(at, weekdays); {
		at--
	}
	return at
}

// addDate makes a part of tokens that name a span of time.
func (p *sentenceParser) addDate(from, to int, d *dated) {
	part := p.add(from, to, single("", ""), Exact)
	part.Constraint.Values, part.date = nil, d
}

// pieces reads a piece of a span of time: "the first week of March 2025", "the second half of May", "the last three months of 2024", "the first half-year
// 2024", "the second quarter of last year", "the week of 5 March 2025". Where a piece has no sharp edge, as early March has none, the whole is meant rather
// than too little.
func (p *sentenceParser) pieces(at int) (*dated, int) {
	if p.is(at, "week", "of") {
		next := p.past(at+2, " the ")
		if d, n := p.point(next); n > 0 && d.from.Equal(d.to) {
			monday := d.from.AddDate(0, 0, -(int(d.from.Weekday())+6)%7)
			return &dated{from: monday, to: monday.AddDate(0, 0, 6)}, next + n - at
		}
	}
	n := orders[wordAt(p, at)]
	if n == 0 {
		return nil, 0
	}
	count, next := 1, at+1
	if k, ok := figure(wordAt(p, next)); ok && k >= 1 && k == float64(int(k)) { // the last three months of 2024
		count, next = int(k), next+1
	}
	unit := strings.TrimSuffix(wordAt(p, next), "s")
	if !has(" day week month quarter half ", unit) || count > 1 && n > 1 {
		return nil, 0
	}
	next++
	if unit == "half" && p.is(next, "year") && !p.tokens[next].comma { // the first half-year
		next++
	}
	of, m := p.point(p.past(next, " of in the "))
	if m == 0 || p.tokens[next].comma || of.before || of.after || of.begins || of.ends {
		return nil, 0
	}
	if next = p.past(next, " of in the ") + m; unit == "half" { // of a year, a quarter or a month
		months := 0
		for !of.from.AddDate(0, months, 0).After(of.to) {
			months++
		}
		middle := of.from.AddDate(0, months/2, 0)
		if months == 1 {
			middle = of.from.AddDate(0, 0, 15)
		}
		switch {
		case count > 1 || n > 2 || of.from.Day() != 1 || months > 1 && months%2 > 0:
			return nil, 0
		case n == 1:
			return &dated{from: of.from, to: middle.AddDate(0, 0, -1)}, next - at
		}
		return &dated{from: middle, to: of.to}, next - at
	}
	behind := func(day time.Time, k int) time.Time { // some units later
		switch unit {
		case "day":
			return day.AddDate(0, 0, k)
		case "week":
			return day.AddDate(0, 0, 7*k)
		case "month":
			return day.AddDate(0, k, 0)
		}
		return day.AddDate(0, 3*k, 0)
	}
	out, end := &dated{}, of.to.AddDate(0, 0, 1)
	if n > 0 {
		out.from = behind(of.from, n-1)
		out.to = behind(out.from, count).AddDate(0, 0, -1)
	} else {
		out.from, out.to = behind(end, -count), of.to
	}
	if out.from.Before(of.from) || out.to.After(of.to) || of.from.Equal(out.from) && of.to.Equal(out.to) {
		return nil, 0
	}
	return out, next - at
}

// timeAgo reads "two days ago", "three weeks ago": that day, or the whole week, month or year.
func (p *sentenceParser) timeAgo(at int) (*dated, int) {
	n, ok := figure(wordAt(p, at))
	if !ok || !p.is(at+2, "ago") {
		return nil, 0
	}
	unit := wordAt(p, at+1)
	day, ok := ago(p.today(), n, unit)
	if !ok {
		return nil, 0
	}
	switch strings.TrimSuffix(unit, "s") {
	case "week":
		monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
		return &dated{from: monday, to: monday.AddDate(0, 0, 6)}, 3
	case "month":
		return monthOf(day.Year(), day.Month()), 3
	case "quarter":
		return partOf(day.Year(), int(day.Month()-1)/3+1, 3), 3
	case "year":
		return yearOf(day.Year()), 3
	}
	return &dated{from: day, to: day}, 3
}

// weekday reads "last Monday", "since Monday", "on Friday": the last day of that name.
func (p *sentenceParser) weekday(at int) (*dated, int) {
	i := at
	if p.oneOf(at, " last this ") {
		i++
	} else if !p.oneOf(at-1, " since after before until till by on ") {
		return nil, 0
	}
	for d := range 7 {
		name := time.Weekday(d).String()
		if p.is(i, strings.ToLower(name)) && p.tokens[i].capital {
			back := (int(p.today().Weekday()) - d + 7) % 7
			if p.is(at, "last") && back == 0 {
				back = 7
			}
			day := p.today().AddDate(0, 0, -back)
			return &dated{from: day, to: day}, i + 1 - at
		}
	}
	return nil, 0
}
