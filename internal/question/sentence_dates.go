package question

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A dated is a span of time that a sentence names: days from From to To, both included, or open.
type dated struct {
	from, to time.Time
	before   bool     // all before from
	after    bool     // all after to
	begins   bool     // from is the begin, there is no end
	ends     bool     // to is the end, there is no begin
	lately   bool     // no year was said: it is the last that there was
	keys     []string // the dates of a file that the words beside it speak of, the likeliest first
}

// open reports whether a span of time goes on without an end, or until now.
func (d dated) open(today time.Time) bool { return d.turn(today) }

// turn makes the time before of a span that goes on until now, or the time until then of what comes after it. It reports false for others.
func (d *dated) turn(today time.Time) bool {
	switch {
	case d.begins:
		d.begins, d.ends = false, true // a file not touched since 2022 may have changed in it
	case d.after:
		d.after, d.ends = false, true
	case d.before:
		d.before, d.begins = false, true
	case d.ends:
		d.ends, d.after = false, true
	case d.to.Equal(today) && d.from.Before(d.to):
		d.before, d.to = true, d.from
	default:
		return false
	}
	return true
}

// match is a span of time as a value of the query language.
func (d dated) match() spar.Match {
	switch {
	case d.before:
		return spar.Match{Text: "<" + short(d.from, d.to)}
	case d.after:
		return spar.Match{Text: ">" + short(d.from, d.to)}
	case d.begins:
		return spar.Match{Range: true, From: begin(d.from, d.to)}
	case d.ends:
		return spar.Match{Range: true, To: short(d.from, d.to)}
	}
	if text := whole(d.from, d.to); text != "" {
		return spar.Match{Text: text}
	}
	// Whole years or months need no days.
	for _, layout := range []string{"2006", "2006-01"} {
		from, to := d.from.Format(layout), d.to.Format(layout)
		first, _ := time.Parse(layout, from)
		last, _ := time.Parse(layout, to)
		last = last.AddDate(btoi(layout == "2006"), btoi(layout == "2006-01"), -1)
		if first.Equal(d.from) && last.Equal(d.to) {
			return spar.Match{Range: true, From: from, To: to}
		}
	}
	return spar.Match{Range: true, From: d.from.Format(time.DateOnly), To: d.to.Format(time.DateOnly)}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// whole names a day, a month or a year, if a span of time is one.
func whole(from, to time.Time) string {
	switch {
	case from.Equal(to):
		return from.Format(time.DateOnly)
	case from.Day() == 1 && to.Equal(from.AddDate(0, 1, -1)):
		return from.Format("2006-01")
	case from.Day() == 1 && from.Month() == 1 && to.Equal(from.AddDate(1, 0, -1)):
		return from.Format("2006")
	}
	return ""
}

// short names the span, or its last day; begin its first.
func short(from, to time.Time) string {
	if text := whole(from, to); text != "" {
		return text
	}
	return to.Format(time.DateOnly)
}

func begin(from, to time.Time) string {
	if text := whole(from, to); text != "" {
		return text
	}
	return from.Format(time.DateOnly)
}

// dates marks the spans of time of a sentence with the words that bound them.
func (p *sentenceParser) dates() {
	for i := 0; i < len(p.tokens); i++ {
		if !p.free(i, i+1) {
			continue
		}
		if p.ages(i) {
			continue
		}
		if to := p.days(i); to > 0 {
			i = to - 1
			continue
		}
		if to := p.sameTime(i); to > 0 {
			i = to - 1
			continue
		}
		d, n := p.point(i)
		if n == 0 || p.counts(i, n) {
			continue
		}
		if _, m := p.longest(i, func(o name) bool { return has(persons, o.key) }); m > n { // May Lindqvist
			i += m - 1
			continue
		}
		from, to := i, i+n
		to += p.ofYear(i, to, d)
		n = to - i
		said := *d
		joined := false
		// between A and B, from A to B, A - B
		if j := to; j < len(p.tokens) {
			opens := p.before(i)
			dash := p.dash(j - 1)
			if p.oneOf(j, " to until till through bis ") && (p.oneOf(opens, " from between ") || p.oneOf(j, " to through ")) || p.oneOf(opens, " between ") && p.is(j, "and") || dash {
				next := j
				if !dash {
					next = p.past(j+1, " the end of ")
				}
				if next = p.past(next, weekdays); next >= len(p.tokens) {
					next = j
				}
				if e, m := p.point(next); m > 0 {
					m += p.ofYear(next, next+m, e)
					if day := p.dayInstead(i, n); day != nil && e.from.Equal(e.to) { // March 15 to April 2, 2024
						d = day
					}
					if begin := since(d, e); !begin.After(e.to) {
						said.from, said.to, to, joined = begin, e.to, next+m, true
						if p.oneOf(opens, " between from ") {
							from = opens
						}
					}
				}
			}
		}
		others := []spar.Constraint(nil)
		if !joined {
			from = p.bounded(i, n, &said)
			if p.oneOf(to, " on onwards onward ") && said.begins {
				to++
			}
			to = p.boundedBehind(to, &said)
			others = p.otherDates(i, n)
		}
		part := p.add(from, to, spar.Constraint{}, Exact)
		part.date, part.Others = &said, others
		i = to - 1
	}
	p.dayRanges()
	p.spoken()
}

// sameTime reads a span of time that was named before: "for the same months". It gives where that ends, 0 for none.
func (p *sentenceParser) sameTime(at int) int {
	if !p.is(at, "the", "same") || !p.oneOf(at+2, " day days week weeks month months quarter quarters year years period periods time dates date ") {
		return 0
	}
	for n := len(p.parts) - 1; n >= 0; n-- {
		if d := p.parts[n].date; d != nil {
			said := *d
			p.addDate(at-btoi(p.oneOf(at-1, " for of in from on ")), at+3, &said)
			return at + 3
		}
	}
	return 0
}

// ofYear sets the year of a date for which none was said by what stands right behind it: "March last year", "this month last year". It gives how many
// tokens that takes.
func (p *sentenceParser) ofYear(first, at int, d *dated) int {
	if !d.lately && !(p.is(first, "this") && p.oneOf(first+1, " month quarter ")) || at >= len(p.tokens) || p.tokens[at].comma {
		return 0
	}
	next := p.past(at, " of in ")
	if !p.oneOf(next, " this last previous ") || !p.is(next+1, "year") {
		return 0
	}
	of, n := p.relative(next)
	months := int(d.to.AddDate(0, 0, 1).Month()-d.from.Month()+12) % 12
	from := date(of.from.Year(), d.from.Month(), d.from.Day())
	if d.from.Equal(d.to) {
		d.from, d.to = from, from
	} else {
		d.from, d.to = from, from.AddDate(0, months, -1)
	}
	d.lately = false
	return next + n - at
}

// since is where the first of two dates that stand for a span of time begins. One without a year, as in "between March and June 2024", is
// in that of the second, or in the year before where it would come after it.
func since(first, second *dated) time.Time {
	if !first.lately {
		return first.from
	}
	from := date(second.to.Year(), first.from.Month(), first.from.Day())
	if from.After(second.to) {
		from = from.AddDate(-1, 0, 0)
	}
	return from
}

// boundsOfDates are the words, several each, that make a bound of the date behind them, the longer ones first.
var boundsOfDates = func() (list []bound) {
	for words, b := range map[string]bound{
		"up to and including": {ends: true}, "to and including": {ends: true}, "until and including": {ends: true}, "not later than": {ends: true}, "no later than": {ends: true},
		"up to but not including": {before: true}, "until but not including": {before: true}, "not after": {ends: true},
		"not before": {begins: true}, "no earlier than": {begins: true}, "not earlier than": {begins: true}, "no older than": {begins: true},
		"not older than": {begins: true}, "no newer than": {ends: true}, "not newer than": {ends: true}, "later than": {after: true}, "newer than": {after: true},
		"more recent than": {after: true}, "earlier than": {before: true}, "older than": {before: true}, "since the end of": {after: true}, "after the end of": {after: true},
		"until the end of": {ends: true}, "before the end of": {ends: true}, "up to the end of": {ends: true}, "since the beginning of": {begins: true}, "since the start of": {begins: true},
		"from the beginning of": {begins: true}, "from the start of": {begins: true}, "before the beginning of": {before: true}, "before the start of": {before: true},
		"on or after": {begins: true}, "on or before": {ends: true}, "in or after": {begins: true}, "in or before": {ends: true}, "by the end of": {ends: true},
		"starting from": {begins: true}, "starting in": {begins: true}, "prior to": {before: true}, ">": {after: true}, "<": {before: true}, ">=": {begins: true}, "<=": {ends: true},
	} {
		b.words = strings.Fields(words)
		list = append(list, b)
	}
	slices.SortFunc(list, func(a, b bound) int {
		return cmp.Or(len(b.words)-len(a.words), slices.Compare(a.words, b.words))
	})
	return list
}()

type bound struct {
	words                       []string
	begins, ends, before, after bool // as of a dated
}

// bounded reads the word before a date that makes a bound of it, and gives where the whole begins.
func (p *sentenceParser) bounded(at, n int, d *dated) int {
	from := at
	if p.is(from-1, "the") {
		from--
	}
	for _, b := range boundsOfDates {
		if n := len(b.words); p.is(from-n, b.words...) && p.free(from-n, from) {
			d.begins, d.ends, d.before, d.after = b.begins, b.ends, b.before, b.after
			return from - n
		}
	}
	switch {
	case (p.is(from-2, "more", "than") || p.is(from-2, "less", "than")) && p.is(at+2, "ago"): // to the day
		k, _ := figure(wordAt(p, at))
		day, _ := ago(p.today(), k, wordAt(p, at+1))
		d.from, d.to, d.before, d.begins = day, day, p.is(from-2, "more"), p.is(from-2, "less")
		from -= 2
	case p.is(from-1, "since"), p.is(from-1, "seit"), p.is(from-1, "depuis"), p.is(from-1, "desde"):
		d.begins = true
		from--
	case p.is(from-1, "from") && (p.is(at+n, "on") && !p.tokens[at+n].comma || p.oneOf(at+n, " onwards onward ")):
		d.begins = true
		from--
	case p.is(from-1, "after"):
		d.after = true
		from--
	case p.is(from-1, "before"):
		d.before = true
		from--
	case p.oneOf(from-1, " until till bis by "), p.is(from-2, "up", "to"):
		d.ends = true
		from--
		if p.is(from-1, "up") {
			from--
		}
	case p.is(from-4, "by", "the", "end", "of"):
		d.ends = true
		from -= 4
	case p.oneOf(from-1, " from in of for during on dated within over im vom von en de "):
		from--
	default:
		from = at
	}
	return from
}

// boundedBehind reads the words behind a date that make a bound of it, and gives where they end.
func (p *sentenceParser) boundedBehind(at int, d *dated) int {
	if d.begins || d.ends || d.before || d.after {
		return at
	}
	switch {
	case p.is(at, "at", "the", "latest"):
		d.ends = true
		return at + 3
	case p.is(at, "at", "the", "earliest"):
		d.begins = true
		return at + 3
	case p.is(at, "or") && p.oneOf(at+1, " later newer after younger "), p.is(at, "and") && p.oneOf(at+1, " later newer after onwards "):
		d.begins = true
		return at + 2
	case p.oneOf(at, " or and ") && p.oneOf(at+1, " earlier older before "):
		d.ends = true
		return at + 2
	}
	return at
}

// counts reports whether a number that looks like a year counts something, such as "2000 files" or "2020 pages", or names a standard.
func (p *sentenceParser) counts(at, n int) bool {
	if n != 1 || len(p.tokens[at].low) != 4 {
		return false
	}
	if _, err := strconv.Atoi(p.tokens[at].low); err != nil {
		return false
	}
	return p.oneOf(at+1, " bytes byte kb mb gb pages page rows words characters ") || p.oneOf(at-1, " iso version number no nr page article section room ")
}

// ages reads what counts back from now: "older than two years", "newer than 3 months", "two weeks ago".
func (p *sentenceParser) ages(at int) bool {
	older, newer := p.oneOf(at, " older "), p.oneOf(at, " newer younger ")
	from := at
	if p.oneOf(at-1, " no not ") && p.free(at-1, at) { // no older than two months
		from, older, newer = at-1, newer, older
	}
	if (older || newer) && p.is(at+1, "than") && at+3 < len(p.tokens) {
		n, ok := figure(p.tokens[at+2].low)
		if !ok {
			return false
		}
		day, ok := ago(p.today(), n, p.tokens[at+3].low)
		if !ok {
			return false
		}
		d := &dated{from: day, to: day}
		d.before, d.begins = older, newer
		p.add(from, at+4, spar.Constraint{Key: "modified"}, Exact).date = d
		return true
	}
	return false
}

// dayInstead is the day that "May 25" and the like name besides a month of a year.
func (p *sentenceParser) dayInstead(at, n int) *dated {
	m, d := p.monthAt(at), p.dayOf(at+1)
	if n != 2 || m == 0 || d == 0 {
		return nil
	}
	return p.lately(m, d)
}

// dayRanges reads "1 and 20 March 2025" where only the second date has its month.
func (p *sentenceParser) dayRanges() {
	for i := range p.parts {
		part := &p.parts[i]
		if part.date == nil || part.date.from != part.date.to {
			continue
		}
		at := part.first
		if p.oneOf(at-1, weekdays) { // Monday 3 and Friday 7 March
			at--
		}
		j := at - 1 // and, to
		if !p.oneOf(j, " and to bis ") || j < 1 {
			continue
		}
		m := ordinal.FindStringSubmatch(p.tokens[j-1].low)
		first := j - 2
		if p.oneOf(first, weekdays) {
			first--
		}
		if m == nil || p.tokens[j-1].used || !p.oneOf(first, " between from ") {
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if n < 1 || n >= part.date.to.Day() {
			continue
		}
		part.date.from = date(part.date.to.Year(), part.date.to.Month(), n)
		part.date.begins, part.date.ends, part.date.before, part.date.after = false, false, false, false
		part.first = first
		p.use(part.first, at)
		part.Spans = []Span{p.span(part.first, part.last+1)}
	}
}

// otherDates are what the same words may mean besides: "May 25" is a month and a day.
func (p *sentenceParser) otherDates(at, n int) []spar.Constraint {
	if n != 2 {
		return nil
	}
	m := months[p.tokens[at].low]
	d, err := strconv.Atoi(p.tokens[at+1].low)
	apostrophe := p.tokens[at+1].start - p.tokens[at].end
	if m == 0 || err != nil || len(p.tokens[at+1].low) != 2 || d < 1 || d > 31 || apostrophe != 1 || d > p.o.Now.Year()-2000+1 {
		return nil
	}
	other := p.lately(m, d)
	return []spar.Constraint{{Values: []spar.Match{other.match()}}}
}

// spoken reads the words that say which date of a file a span of time is about.
func (p *sentenceParser) spoken() {
	for n := range p.parts {
		part := &p.parts[n]
		if part.date == nil || part.Constraint.Key != "" {
			continue
		}
		for i := part.first - 1; i >= max(0, part.first-5) && part.date.keys == nil; i-- {
			if i+1 < part.first && p.tokens[i+1].comma {
				break
			}
			if found, n := p.longest(i, nil); n > 1 && len(found) > 0 { // tasting notes are no verb
				continue
			}
			if key := p.ending(i); key != "" {
				part.date.keys = []string{key}
				p.use(i-btoi(p.is(i, "out")), i+1)
				continue
			}
			for _, v := range dateVerbs {
				if !p.oneOf(i, v.words) && !p.didSo(i, v.words) || p.is(i, "made") && p.is(i+1, "of") {
					continue
				}
				part.date.keys = v.keys
				p.use(i, i+1)
				if p.oneOf(i-1, " in into took take takes came last became ") {
					p.use(i-1, i)
				}
				if p.oneOf(i-2, " came come took ") {
					p.use(i-2, i-1)
				}
				break
			}
			// "expires in 2027" has a date of its own
			if key := p.names.dateOf(wordAt(p, i)); key != "" && part.date.keys == nil && !p.tokens[i].used {
				part.date.keys = []string{key}
				p.use(i, i+1)
			}
		}
	}
}

// didSo reports whether one of some verbs stands at a token in its plain form, behind a form of do: "what did Accounts save".
func (p *sentenceParser) didSo(at int, verbs string) bool {
	if w := wordAt(p, at); w == "" || !has(verbs, w+"d") && !has(verbs, w+"ed") {
		return false
	}
	for i := at - 1; i >= 0 && !p.tokens[i+1].comma; i-- {
		if p.oneOf(i, " did do does ") {
			return true
		}
	}
	return false
}

// events are bounds that no date gives: "since the merger". Nobody but who asks knows when that was.
func (p *sentenceParser) events(s *Sentence) {
	for i := range p.tokens {
		if !p.oneOf(i, " since after before until ") || p.tokens[i].used || i+1 >= len(p.tokens) || p.tokens[i+1].used || p.topic[i] {
			continue
		}
		j := i + 1
		for j < len(p.tokens) && !p.tokens[j].used && !p.tokens[j].comma && !p.oneOf(j, " about from by with without except not in that which ") {
			j++
		}
		for n := range p.parts { // "before the merger in 2024": nobody knows whether that is before 2024
			if part := &p.parts[n]; part.date != nil && part.first >= j && p.past(j, " in of ") >= part.first-1 && !part.date.begins && !part.date.ends && !part.date.before && !part.date.after {
				part.Guess = true
			}
		}
		if j == i+1 || !p.oneOf(i+1, " the our my their his her its this that a an ") && !p.tokens[i+1].capital {
			continue
		}
		s.Unclear = append(s.Unclear, Unclear{Span: p.span(i, j)})
		p.use(i, j)
	}
}
