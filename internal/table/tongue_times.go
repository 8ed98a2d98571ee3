package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// How times are said in other languages: months, quarters, days, and spans between two of them.

// bareTime names the column that is called date and nothing else for a time that the question gives of none, where there are several columns of dates.
func (s *sayer) bareTime() {
	at := slices.IndexFunc(s.pieces, func(p piece) bool { return p.kind == 't' })
	column, dates := "", 0
	for c := range s.t.Columns {
		if s.t.Columns[c].Kind != spar.Date {
			continue
		}
		l := s.ground.labels[c]
		if dates++; len(l.roots) == 1 && slices.ContainsFunc(l.things, func(n int) bool { return thingsKnown().list[n].english == "date" }) {
			column = l.said
		}
		if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.kind == 'c' && p.english == l.said }) {
			return
		}
	}
	if at < 0 || column == "" || dates < 2 {
		return
	}
	for at > 0 && strings.Contains(" between from on in of the before after since until to and ", " "+s.pieces[at-1].english+" ") {
		at--
	}
	s.pieces = slices.Insert(s.pieces, at, piece{english: "with " + column, kind: 'c', column: -1})
}

// spans says from one figure or date to another as between them: 1700 bis 1735.
func (s *sayer) spans() {
	for i := 1; i+1 < len(s.pieces); i++ {
		a, b := i-1, i+1
		if english := s.pieces[i].english; english != "until" && english != "at most" && english != "to" {
			continue
		}
		for b+1 < len(s.pieces) && (s.pieces[b].english == "the" || s.pieces[b].english == "") {
			b++
		}
		bounds := func(k int) bool {
			return k >= 0 && (s.pieces[k].kind == 'n' || s.pieces[k].kind == 't') && s.pieces[k].english != "" && !strings.HasPrefix(s.pieces[k].english, "between")
		}
		if !bounds(a) || !bounds(b) {
			continue
		}
		if first, second := s.pieces[a].english, s.pieces[b].english; s.pieces[a].kind == 'n' && s.pieces[b].kind == 't' { // du 1er au 15 juillet 2024
			if _, month, ok := strings.Cut(second, " "); ok && len(first) <= 2 {
				s.pieces[a].english = first + " " + month
			}
		}
		s.pieces[i].english = "and"
		from := a
		for from > 0 && (s.pieces[from-1].english == "from" || s.pieces[from-1].english == "of" || s.pieces[from-1].english == "the" || s.pieces[from-1].english == "since" || s.pieces[from-1].english == "in" || s.pieces[from-1].english == "at least" || s.pieces[from-1].english == "on") {
			from--
		}
		s.pieces = slices.Replace(s.pieces, from, a, piece{english: "between", kind: 'o', column: -1})
	}
}

// dated names the column of dates where the latest or earliest of the rows is asked for by when it was.
func (s *sayer) dated() {
	when := slices.ContainsFunc(s.pieces, func(p piece) bool { return p.english == "when" })
	column := s.only(func(c *Column) bool { return c.Kind == spar.Date })
	for i := 1; i < len(s.pieces) && when && column != ""; i++ {
		if before := s.pieces[i-1].english; s.pieces[i].kind == 'r' && (strings.HasSuffix(before, "latest") || strings.HasSuffix(before, "earliest")) {
			s.pieces[i].english, s.pieces[i].kind = column, 'c'
		}
	}
}

// time says a date, a month, a year or a quarter.
func (s *sayer) time(i int) int {
	n, english, ok := s.timeAt(i)
	if !ok {
		return 0
	}
	if strings.HasPrefix(english, "between ") && len(s.pieces) > 0 { // in the first quarter
		for len(s.pieces) > 0 && (s.last() == "the" || s.last() == "in" || s.last() == "of") {
			s.pieces = s.pieces[:len(s.pieces)-1]
		}
	}
	s.add(english, 't', s.text(i, n))
	return n
}

// timeAt reads a date, a month, a year or a quarter.
func (s *sayer) timeAt(i int) (n int, english string, ok bool) {
	w := &s.words[i]
	skip := func(j int) int { // de enero de 2024; 1. März
		for j < len(s.words) && (s.words[j].text == "." || s.words[j].text == "'" || s.words[j].text == "’" || j > i && strings.Contains(" de del du des d ", " "+strings.ToLower(s.words[j].text)+" ")) {
			j++
		}
		return j
	}
	month := func(j int) string {
		if j < len(s.words) && s.words[j].word() {
			if e := s.english1(j); monthWords[strings.ToLower(e)] > 0 {
				return e
			}
		}
		return ""
	}
	year := func(j int) (string, int) {
		if k := skip(j); k < len(s.words) && s.words[k].isYear() {
			return s.words[k].text, k + 1
		}
		return "", j
	}
	switch {
	case w.kind == 'd':
		day := inDays(w.text)
		return 1, day, day != ""
	case w.kind == 'n' && len(w.text) <= 2, w.kind == 'o':
		digits := strings.TrimFunc(w.text, func(r rune) bool { return !unicode.IsDigit(r) })
		j := skip(i + 1)
		if m := month(j); m != "" {
			y, end := year(j + 1)
			return end - i, strings.TrimSpace(digits + " " + m + " " + y), true
		}
		if j < len(s.words) && s.english1(j) == "quarter" {
			return s.quarter(digits, i, j+1, year)
		}
	case w.kind == 'c' && len(w.text) == 2:
		if q := strings.ToUpper(w.text); (q[0] == 'Q' || q[0] == 'T') && q[1] >= '1' && q[1] <= '4' {
			return s.quarter(q[1:], i, i+1, year)
		}
	case w.isYear() && !s.money(i+1):
		return 1, w.text, true
	case w.word():
		if t, k := s.turn(i); k == 2 && strings.HasSuffix(t.to[0].english, " quarter") {
			return s.quarter(t.to[0].english[:1], i, i+2, year)
		}
		if m := month(i); m != "" && s.ground.at(s.words, i).kind != 'v' {
			y, end := year(i + 1)
			return end - i, strings.TrimSpace(m + " " + y), true
		}
	}
	return 0, "", false
}

// quarter says a quarter of a year by the days that it goes from and to.
func (s *sayer) quarter(number string, i, j int, year func(int) (string, int)) (n int, english string, ok bool) {
	y, end := year(j)
	q, _ := strconv.Atoi(number)
	if y == "" || q < 1 || q > 4 {
		return 0, "", false
	}
	first, last := monthNames[3*q-3], monthNames[3*q-1]
	days := map[int]string{1: "31", 2: "30", 3: "30", 4: "31"}[q]
	return end - i, "between 1 " + first + " " + y + " and " + days + " " + last + " " + y, true
}
