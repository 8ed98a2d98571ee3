package entity

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// months are names and their shortest forms in the languages of Western Europe, without accents they are not told apart by.
var months = func() map[string]int {
	m := map[string]int{}
	for i, list := range []string{
		"january jan januar januari janvier enero ene gennaio gen janeiro jänner", "february feb februar februari février fév febrero febbraio fevereiro",
		"march mar märz mars marzo maart mrz março", "april apr avril avr abril aprile abr", "may mai maj mayo mei maggio maio", "june jun juni juin junio giugno junho",
		"july jul juli juillet julio luglio julho", "august aug augusti août agosto augustus", "september sep sept septembre septiembre settembre setembro",
		"october oct oktober okt octobre octubre ottobre outubro", "november nov novembre noviembre novembro", "december dec dezember dez décembre déc diciembre dicembre dezembro desember des",
	} {
		for name := range strings.FieldsSeq(list) {
			m[name] = i + 1
		}
	}
	return m
}()

func number(s string) int { n, _ := strconv.Atoi(s); return n }

// dates finds dates with a day. One of two figures that could each be the month is read as the rest of the file has it.
func (f *Finder) dates(w window, found []Entity) []Entity {
	t := w.text
	add := func(start, end, year, month, day int) {
		if year < 100 { // of two figures: a file of this century or the last
			if year += 2000; year > 2040 {
				year -= 100
			}
		}
		if v, ok := date(year, month, day); ok {
			found = append(found, Entity{Kind: Date, Text: t[start:end], Value: v, Start: start, End: end})
		}
	}
	for i := range w.all {
		if y, m, d, ok := triple(t, w.all[i:]); ok && y.len() == 4 && m.len() == 2 && d.len() == 2 && t[y.end] == '-' && t[m.end] == '-' {
			add(y.start, d.end, number(y.of(t)), number(m.of(t)), number(d.of(t)))
		}
	}
	for i := range w.all {
		if y, m, d, ok := triple(t, w.all[i:]); ok && y.len() == 4 && m.len() <= 2 && d.len() <= 2 && t[y.end] != '-' && t[m.end] != '-' {
			add(y.start, d.end, number(y.of(t)), number(m.of(t)), number(d.of(t)))
		}
	}
	for i, day := range w.all {
		if month, year, ok := monthBehind(t, w.all[i:]); ok {
			add(day.start, year.end, number(year.of(t)), month, number(day.of(t)))
		}
	}
	for i, day := range w.all {
		if start, month, year, ok := monthBefore(t, w.all[i:]); ok {
			add(start, year.end, number(year.of(t)), month, number(day.of(t)))
		}
	}
	for i := 0; i < len(w.all); i++ {
		a, b, y, ok := inFigures(t, w.all[i:])
		if !ok {
			continue
		}
		i += 2
		if t[b.end] != t[a.end] || y.len() == 2 && a.len()+b.len() < 4 {
			continue // 1.2-2020 is none, nor is 3.4.12, a section
		}
		first, second, year := number(a.of(t)), number(b.of(t)), number(y.of(t))
		switch {
		case first > 12:
			add(a.start, y.end, year, second, first)
		case second > 12:
			add(a.start, y.end, year, first, second)
		case f.dayFirst || t[a.end] == '.':
			add(a.start, y.end, year, second, first)
		default:
			add(a.start, y.end, year, first, second)
		}
	}
	return found
}

// triple gives the first three figures if they stand alone with one of . / - between.
func triple(t string, all []figures) (a, b, c figures, ok bool) {
	if len(all) < 3 || all[1].start != all[0].end+1 || all[2].start != all[1].end+1 {
		return a, b, c, false
	}
	a, b, c = all[0], all[1], all[2]
	return a, b, c, separates(t[a.end]) && separates(t[b.end]) && wordBegins(t, a.start) && wordEnds(t, c.end)
}

func separates(b byte) bool { return b == '.' || b == '/' || b == '-' }

// inFigures gives the three figures of a date that begins with the first of all: day and month, or month and day, and the year.
func inFigures(t string, all []figures) (a, b, year figures, ok bool) {
	a, b, year, ok = triple(t, all)
	return a, b, year, ok && a.len() <= 2 && b.len() <= 2 && (year.len() == 4 || year.len() == 2)
}

// monthBehind gives month and year behind a day, which is the first of all: "5th of May, 2021".
func monthBehind(t string, all []figures) (month int, year figures, ok bool) {
	if len(all) < 2 || all[0].len() > 2 || all[1].len() != 4 || !wordBegins(t, all[0].start) || !wordEnds(t, all[1].end) {
		return 0, year, false
	}
	i := ordinal(t, all[0].end)
	switch {
	case i > all[0].end:
	case t[i] == '.':
		i++
	case fold(t, i, "er"):
		i += 2
	}
	begin := spaces(t, i)
	if begin == i {
		return 0, year, false
	}
	begin = joined(t, begin, "of", "de")
	end, n := begin, 0
	for n <= maxMonth {
		r, size := utf8.DecodeRuneInString(t[end:])
		if !unicode.IsLetter(r) {
			break
		}
		end += size
		n++
	}
	if n < minMonth || n > maxMonth {
		return 0, year, false
	}
	i = end
	if i < len(t) && t[i] == '.' {
		i++
	}
	if i < len(t) && t[i] == ',' {
		i++
	}
	if i = spaces(t, i); !isSpace(t[i-1]) || joined(t, i, "de") != all[1].start {
		return 0, year, false
	}
	month, ok = months[strings.ToLower(t[begin:end])]
	return month, all[1], ok
}

// The letters of a month.
const (
	minMonth = 3
	maxMonth = 10
)

// monthBefore gives month and year around a day, which is the first of all, and where the month begins: "May 5th, 2021".
func monthBefore(t string, all []figures) (start, month int, year figures, ok bool) {
	if len(all) < 2 || all[0].len() > 2 || all[1].len() != 4 || !wordEnds(t, all[1].end) {
		return 0, 0, year, false
	}
	if i := ordinal(t, all[0].end); t[i] != ',' || spaces(t, i+1) != all[1].start {
		return 0, 0, year, false
	}
	end := all[0].start
	for end > 0 && isSpace(t[end-1]) {
		end--
	}
	if end == all[0].start {
		return 0, 0, year, false
	}
	end = len(strings.TrimSuffix(t[:end], "."))
	start = -1
	for i, n := end, 1; n <= maxMonth; n++ {
		r, size := utf8.DecodeLastRuneInString(t[:i])
		if !unicode.IsLetter(r) {
			break
		}
		if i -= size; n >= minMonth && border(t, i) {
			start = i
		}
	}
	if start < 0 {
		return 0, 0, year, false
	}
	month, ok = months[strings.ToLower(t[start:end])]
	return start, month, all[1], ok
}

// ordinal gives the end of the letters that make an ordinal of the number before i; i if there are none.
func ordinal(t string, i int) int {
	for _, s := range [...]string{"st", "nd", "rd", "th"} {
		if fold(t, i, s) {
			return i + len(s)
		}
	}
	if strings.HasPrefix(t[i:], "ſ") && fold(t, i+len("ſ"), "t") {
		return i + len("ſt")
	}
	return i
}

// joined gives what stands behind one of some words and space at i; i if none of them does.
func joined(t string, i int, words ...string) int {
	for _, w := range words {
		if fold(t, i, w) {
			if end := spaces(t, i+len(w)); end > i+len(w) {
				return end
			}
		}
	}
	return i
}

// fold reports whether lower-case ASCII letters stand at i, in either case.
func fold(t string, i int, letters string) bool {
	if i+len(letters) > len(t) {
		return false
	}
	for n := range len(letters) {
		if t[i+n]|0x20 != letters[n] {
			return false
		}
	}
	return true
}
