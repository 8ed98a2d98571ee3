package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// A matcher is a condition bound to a column of a table.
type matcher struct {
	column int // -1: an item that only a group has
	fn     string
	op     string
	values []operand
	memo   map[string]int // by the text of a cell: which value it matched, of a streamed table
	totals bool           // the condition names a total
}

// An operand is the value of a condition.
type operand struct {
	Value
	folded string
	words  []string
}

func newOperand(text string) operand {
	o := operand{readAs(text, chunk.Custom{}), Fold(text), tokens(text)}
	if m := isoMonth.FindStringSubmatch(text); m != nil && o.Kind == spar.Date { // a plan writes months so; a cell may be a season
		if n, _ := strconv.Atoi(m[2]); n >= 1 && n <= 12 {
			o.Day.Month = n
		}
	}
	return o
}

const maxMemo = 1 << 16

func newMatcher(c Condition, column int, stream bool) *matcher {
	m := &matcher{column: column, fn: c.Item.Fn, op: c.Op}
	for _, v := range c.Values {
		m.values = append(m.values, newOperand(v))
		m.totals = m.totals || chunk.IsTotal([]string{v})
	}
	if stream {
		m.memo = map[string]int{}
	}
	return m
}

// match gives the number of the value that a row matches, counted from 0, or -1.
func (m *matcher) match(r *Row) int {
	if m.memo == nil {
		return m.value(r.cell(m.column))
	}
	text := r.text(m.column)
	n, ok := m.memo[text]
	if !ok {
		n = m.value(r.cell(m.column))
		if len(m.memo) < maxMemo {
			m.memo[strings.Clone(text)] = n
		}
	}
	return n
}

// value is match for a cell.
func (m *matcher) value(v *Value) int {
	of := *v
	switch m.fn {
	case "year":
		of = part(v, v.Day.Year)
	case "month":
		of = part(v, v.Day.Month)
	case "day":
		of = part(v, v.Day.Day)
	}
	for i := range m.values {
		if compare(&of, m.op, &m.values[i]) {
			return i
		}
	}
	return -1
}

// part gives a part of a date as a number. A number may be a year; any other value has no part.
func part(v *Value, n int) Value {
	if v.Kind == spar.Number && n == 0 && v.Number >= 1000 && v.Number < 3000 {
		return Value{Text: number(v.Number), Kind: spar.Number, Number: v.Number}
	}
	if v.Kind != spar.Date || n == 0 {
		return Value{}
	}
	return Value{Text: number(float64(n)), Kind: spar.Number, Number: float64(n)}
}

// compare reports whether a cell stands to an operand as op says. Texts are never less or greater.
func compare(v *Value, op string, o *operand) bool {
	switch op {
	case "=", "in":
		return equal(v, o)
	case "!=":
		return !equal(v, o)
	case "contains":
		return containsWords(v.Text, o.words)
	case "lacks":
		return !containsWords(v.Text, o.words)
	}
	d, ok := order(v, &o.Value)
	if !ok {
		return false
	}
	switch op {
	case "<":
		return d < 0
	case "<=":
		return d <= 0
	case ">":
		return d > 0
	}
	return d >= 0
}

// equal compares numbers by value, dates by the parts that the operand has, and texts folded.
func equal(v *Value, o *operand) bool {
	switch {
	case v.Text == "" || o.Text == "":
		return v.Text == o.Text
	case v.Kind == spar.Number && o.Kind == spar.Number && (o.Unit == "" || o.Unit == v.Unit):
		return v.Number == o.Number
	case v.Kind == spar.Date && o.Kind == spar.Date:
		return v.Day.Month == 0 && o.Day.Month > 0 && Fold(v.Text) == o.folded || v.Day.Year == o.Day.Year && (o.Day.Month == 0 || v.Day.Month == o.Day.Month) && (o.Day.Day == 0 || v.Day.Day == o.Day.Day)
	}
	f := Fold(v.Text)
	return f == o.folded || withoutRemark(f) == o.folded
}

// withoutRemark takes a remark in parentheses off the end of a text.
func withoutRemark(s string) string {
	if i := strings.LastIndexByte(s, '('); i > 0 && strings.HasSuffix(s, ")") {
		return strings.Trim(s[:i], ` "`)
	}
	return s
}

// order is below, at or above 0 as v is before, beside or behind o. Dates are compared by the parts that both have, and with
// a number by their years.
func order(v, o *Value) (int, bool) {
	sign := func(d float64) (int, bool) {
		switch {
		case d < 0:
			return -1, true
		case d > 0:
			return 1, true
		}
		return 0, true
	}
	switch {
	case v.Kind == spar.Number && o.Kind == spar.Number:
		return sign(v.Number - o.Number)
	case v.Kind == spar.Date && o.Kind == spar.Date:
		a, b := v.Day, o.Day
		if a.Year == 0 || b.Year == 0 {
			a.Year, b.Year = 0, 0
		}
		if a.Month == 0 || b.Month == 0 {
			a.Month, b.Month, a.Day, b.Day = 0, 0, 0, 0
		}
		if a.Day == 0 || b.Day == 0 {
			a.Day, b.Day = 0, 0
		}
		return sign(a.order() - b.order())
	case v.Kind == spar.Date && o.Kind == spar.Number && v.Day.Year > 0:
		return sign(float64(v.Day.Year) - o.Number)
	case v.Kind == spar.Number && o.Kind == spar.Date && o.Day.Year > 0 && v.Number >= 1000 && v.Number < 3000:
		return sign(v.Number - float64(o.Day.Year))
	}
	return 0, false
}

// containsWords reports whether the words stand side by side in a text.
func containsWords(text string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	in := tokens(text)
	for i := 0; i+len(words) <= len(in); i++ {
		if slices.Equal(in[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

// tokens gives the words and numbers of a text, folded; a number is one without the marks of its thousands.
func tokens(text string) []string {
	s := Fold(text)
	var list []string
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			j, point := i+1, false
			var b strings.Builder
			b.WriteByte(c)
			for j < len(s) {
				d := s[j]
				if d >= '0' && d <= '9' {
					b.WriteByte(d)
				} else if d == ',' && j+3 < len(s) && digits(s[j+1:j+4]) && (j+4 == len(s) || s[j+4] < '0' || s[j+4] > '9') && !point {
				} else if d == '.' && !point && j+1 < len(s) && s[j+1] >= '0' && s[j+1] <= '9' {
					b.WriteByte(d)
					point = true
				} else {
					break
				}
				j++
			}
			list = append(list, b.String())
			i = j
		case c < 0x80 && !(c >= 'a' && c <= 'z') && c != '#' && c != '+':
			i++
		default:
			j := i
			for k, r := range s[i:] {
				if !(unicode.IsLetter(r) || r >= 0x80 && unicode.IsNumber(r) || k == 0) {
					break
				}
				j = i + k + len(string(r))
			}
			if c == '#' || c == '+' || j > i {
				if j <= i {
					j = i + 1
				}
				if w := s[i:j]; c < 0x80 || strings.ContainsFunc(w, unicode.IsLetter) {
					list = append(list, w)
				}
			}
			i = j
		}
	}
	return list
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
