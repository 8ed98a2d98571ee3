package question

import (
	"strings"
	"time"
)

// asksLeave reports whether "may" is no month: "May I have", "May mean platelet volume predict".
func (p *sentenceParser) asksLeave(at int) bool {
	if !p.is(at, "may") {
		return false
	}
	if p.oneOf(at+1, " i we you he she it they one ") {
		return true
	}
	next := wordAt(p, at+1)
	return at == 0 && next != "" && !strings.ContainsAny(next, "0123456789") && !has(" of and or to till until was is ", next) && !p.tokens[at+1].comma
}

// lately is the last time that a day came.
func (p *sentenceParser) lately(m time.Month, d int) *dated {
	y := p.o.Now.Year()
	if date(y, m, d).After(p.today()) {
		y--
	}
	return &dated{from: date(y, m, d), to: date(y, m, d), lately: true}
}

func (p *sentenceParser) latelyMonth(m time.Month) *dated {
	y := p.o.Now.Year()
	if date(y, m, 1).After(p.today()) {
		y--
	}
	d := monthOf(y, m)
	d.lately = true
	return d
}

// relative reads spans of time that count from now.
func (p *sentenceParser) relative(at int) (*dated, int) {
	today := p.today()
	w := p.tokens[at].low
	switch w {
	case "today":
		return &dated{from: today, to: today}, 1
	case "year", "month", "quarter", "week": // the year before last
		if p.is(at+1, "before", "last") {
			switch w {
			case "year":
				return yearOf(today.Year() - 2), 3
			case "month":
				first := date(today.Year(), today.Month()-2, 1)
				return monthOf(first.Year(), first.Month()), 3
			case "quarter":
				first := date(today.Year(), (today.Month()-1)/3*3-5, 1)
				return partOf(first.Year(), int(first.Month()-1)/3+1, 3), 3
			}
			monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7-14)
			return &dated{from: monday, to: monday.AddDate(0, 0, 6)}, 3
		}
	case "yesterday":
		return &dated{from: today.AddDate(0, 0, -1), to: today.AddDate(0, 0, -1)}, 1
	}
	back := -1
	switch {
	case has(" last previous past ", w):
	case has(" this current ", w):
		back = 0
	case has(" next coming following ", w):
		back = 1
	default:
		return nil, 0
	}
	if at+1 >= len(p.tokens) {
		return nil, 0
	}
	unit := p.tokens[at+1].low
	if has(" fiscal financial business ", unit) && p.is(at+2, "year") {
		y := today.Year()
		if p.o.Fiscal > time.January && today.Month() >= p.o.Fiscal {
			y++
		}
		return p.fiscal(y + back), 3
	}
	switch unit {
	case "year":
		return yearOf(today.Year() + back), 2
	case "month":
		first := date(today.Year(), today.Month()+time.Month(back), 1)
		return monthOf(first.Year(), first.Month()), 2
	case "quarter":
		first := date(today.Year(), (today.Month()-1)/3*3+1+time.Month(3*back), 1)
		return partOf(first.Year(), int(first.Month()-1)/3+1, 3), 2
	case "week":
		monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7+7*back)
		return &dated{from: monday, to: monday.AddDate(0, 0, 6)}, 2
	}
	if m := months[unit]; m > 0 && back == 0 && !p.asksLeave(at+1) { // this November
		return monthOf(today.Year(), m), 2
	}
	if unit == "winter" && back <= 0 { // the last one that is over, or has begun; its months are of two years
		y := today.Year()
		if back < 0 && !date(y, time.March, 0).Before(today) || back == 0 && date(y, time.December, 1).After(today) {
			y--
		}
		if back == 0 {
			y++
		}
		return &dated{from: date(y-1, time.December, 1), to: date(y, time.March, 0)}, 2
	}
	if m := months[unit]; m > 0 && back < 0 { // last March
		return p.latelyMonth(m), 2
	}
	if s := seasons[unit]; s > 0 && back <= 0 { // last autumn, this spring: the last one that is over, or has begun
		y := today.Year()
		if d := date(y, s+3, 0); back < 0 && !d.Before(today) || back == 0 && date(y, s, 1).After(today) {
			y--
		}
		return &dated{from: date(y, s, 1), to: date(y, s+3, 0)}, 2
	}
	if n, ok := figure(unit); ok && back > 0 { // within the next two years
		if to, ok := ago(today, -n, wordAt(p, at+2)); ok && !p.oneOf(at+2, " hour hours ") {
			return &dated{from: today, to: to}, 3
		}
	}
	if n, ok := figure(unit); ok && back < 0 && at+2 < len(p.tokens) {
		if p.oneOf(at+2, " quarter quarters ") { // the past quarters
			begin := date(today.Year(), (today.Month()-1)/3*3+1, 1)
			return &dated{from: begin.AddDate(0, -3*int(n), 0), to: begin.AddDate(0, 0, -1)}, 3
		}
		if from, ok := ago(today, n, p.tokens[at+2].low); ok {
			return &dated{from: from, to: today}, 3
		}
	}
	return nil, 0
}

// ago is a day some time before another.
func ago(day time.Time, n float64, unit string) (time.Time, bool) {
	k := int(n)
	switch strings.TrimSuffix(unit, "s") {
	case "hour":
		return day.AddDate(0, 0, -(k+23)/24), true
	case "day":
		return day.AddDate(0, 0, -k), true
	case "week":
		return day.AddDate(0, 0, -7*k), true
	case "month":
		return day.AddDate(0, -k, 0), true
	case "quarter":
		return day.AddDate(0, -3*k, 0), true
	case "year":
		return day.AddDate(-k, 0, 0), true
	}
	return day, false
}
