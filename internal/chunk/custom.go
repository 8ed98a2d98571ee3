package chunk

import (
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Custom is how cells that can be read in two ways are meant in a column, a table or a file. The zero Custom is not known:
// such a date is a text then, and such a number is read as Typed says.
type Custom struct {
	Dates   Order
	Decimal byte // before the decimals: '.', ',' or 0
}

// Order is which comes first in dates of three figures with the year last.
type Order string

// The orders.
const (
	DayFirst   Order = "day"
	MonthFirst Order = "month"
)

// Or fills the unknown parts of c from other.
func (c Custom) Or(other Custom) Custom {
	if c.Dates == "" {
		c.Dates = other.Dates
	}
	if c.Decimal == 0 {
		c.Decimal = other.Decimal
	}
	return c
}

// Evidence counts the cells that can be read in one way only, and so tell how the others are meant. The zero Evidence is
// none; evidence of several columns is added up.
type Evidence struct{ day, month, comma, point int }

// Add takes a cell.
func (e *Evidence) Add(cell string) {
	cell = strings.TrimSpace(cell)
	if cell == "" || len(cell) > 60 || !hasDigits(cell) {
		return
	}
	if m := inFigures(cell); m != nil {
		switch a, b := atoi(m[1]), atoi(m[3]); {
		case a > 12 && a <= 31 && b <= 12:
			e.day++
		case b > 12 && b <= 31 && a <= 12:
			e.month++
		}
		return
	}
	if !strings.ContainsAny(cell, ".,") {
		return
	}
	if m := cellNumber.FindStringSubmatch(strings.Trim(cell, "()")); m != nil {
		switch decimalMark(strings.TrimSpace(m[4])) {
		case ',':
			e.comma++
		case '.':
			e.point++
		}
	}
}

// hasDigits reports whether a cell has an ASCII digit, as every number and date has.
func hasDigits(cell string) bool {
	for i := range len(cell) {
		if cell[i] >= '0' && cell[i] <= '9' {
			return true
		}
	}
	return false
}

// Join adds other evidence.
func (e *Evidence) Join(other Evidence) {
	e.day, e.month, e.comma, e.point = e.day+other.day, e.month+other.month, e.comma+other.comma, e.point+other.point
}

// Custom is the custom of most cells.
func (e Evidence) Custom() (c Custom) {
	switch {
	case e.day > e.month:
		c.Dates = DayFirst
	case e.month > e.day:
		c.Dates = MonthFirst
	}
	switch {
	case e.comma > e.point:
		c.Decimal = ','
	case e.point > e.comma:
		c.Decimal = '.'
	}
	return c
}

// figures is a date of three figures with the year last, and what may stand behind it, a time.
var figures = pattern.New(`^(\d{1,2})([./-])(\d{1,2})([./-])(\d{4}|\d{2})(?:,?[ T](\d{1,2}:\d{2}(?::\d{2})?))?$`)

// inFigures gives what figures finds in a cell; most cells do not even begin so.
func inFigures(cell string) []string {
	if len(cell) < 6 || strings.IndexByte("./-", cell[1]) < 0 && strings.IndexByte("./-", cell[2]) < 0 {
		return nil
	}
	return figures.FindStringSubmatch(cell)
}

// twoWays is a number that can be read in two ways: a lone mark before three digits.
var twoWays = pattern.New(`^\d{1,3}[.,]\d{3}$`)

func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

// decimalMark is the mark before the decimals of a number that can be read in one way only, 0 of another.
func decimalMark(s string) byte {
	point, comma := strings.Count(s, "."), strings.Count(s, ",")
	last := max(strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ','))
	switch {
	case point+comma == 0 || strings.ContainsAny(s, "eE"):
		return 0
	case point > 0 && comma > 0:
		return s[last]
	case point > 1:
		return ','
	case comma > 1:
		return '.'
	case !twoWays.MatchString(s):
		return s[last]
	}
	return 0
}

// Ambiguous reports whether the evidence of others decides how a cell is read.
func Ambiguous(cell string) bool {
	cell = strings.TrimSpace(cell)
	if !hasDigits(cell) {
		return false
	}
	if m := inFigures(cell); m != nil {
		a, b := atoi(m[1]), atoi(m[3])
		return m[2] == m[4] && m[2] != "." && a >= 1 && a <= 12 && b >= 1 && b <= 12 && a != b
	}
	if !strings.ContainsAny(cell, ".,") {
		return false
	}
	m := cellNumber.FindStringSubmatch(strings.Trim(cell, "()"))
	return m != nil && twoWays.MatchString(strings.TrimSpace(m[4]))
}

// Typed is the function Typed for a cell of a place with this custom.
func (c Custom) Typed(cell string) (v spar.Value, unit string) {
	trimmed := strings.TrimSpace(cell)
	if !hasDigits(trimmed) {
		return spar.Value{Kind: spar.Text, Text: trimmed}, ""
	}
	if m := inFigures(trimmed); m != nil && m[2] == m[4] {
		if t, ok := c.date(m); ok {
			return spar.Value{Kind: spar.Date, Date: t}, ""
		}
		return spar.Value{Kind: spar.Text, Text: trimmed}, ""
	}
	v, unit = Typed(cell)
	if v.Kind == spar.Number && c.Decimal != 0 && Ambiguous(cell) {
		// Typed assumed that commas part thousands; here points do.
		if isPoint := strings.ContainsRune(trimmed, '.'); isPoint && c.Decimal == ',' {
			v.Number *= 1000
		} else if !isPoint && c.Decimal == ',' {
			v.Number /= 1000
		}
	}
	return v, unit
}

// date reads three figures; a year of two is of this century or the last.
func (c Custom) date(m []string) (time.Time, bool) {
	a, b, year := atoi(m[1]), atoi(m[3]), atoi(m[5])
	if len(m[5]) == 2 {
		if m[2] == "." && len(m[1])+len(m[3]) < 4 {
			return time.Time{}, false // 3.4.12 is a section
		}
		if year += 2000; year > 2040 {
			year -= 100
		}
	}
	order := c.Dates
	switch {
	case a > 12 || a == b || m[2] == ".":
		order = DayFirst
	case b > 12:
		order = MonthFirst
	}
	day, month := a, b
	switch order {
	case MonthFirst:
		day, month = b, a
	case "":
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Day() != day || int(t.Month()) != month || year < 1500 || year > 2200 {
		return time.Time{}, false
	}
	for _, layout := range []string{"15:04:05", "15:04"} {
		if at, err := time.Parse(layout, m[6]); err == nil {
			return t.Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute + time.Duration(at.Second())*time.Second), true
		}
	}
	return t, m[6] == ""
}
