package extract

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// text shows v; false where the format says nothing of it.
func (f shownFormat) text(v float64, date1904 bool) (string, bool) {
	s, minus := f.section(v)
	if s == nil {
		return "", false
	}
	if s.isDate {
		return s.date(v, date1904)
	}
	text := s.number(math.Abs(v))
	if minus && strings.ContainsAny(text, "123456789") {
		text = "-" + strings.TrimLeft(text, " ")
	}
	return strings.TrimSpace(text), true
}

// section gives the section for v, and whether the minus of a negative number is to be written.
func (f shownFormat) section(v float64) (*shownSection, bool) {
	n := min(len(f), 3)
	if n == 0 {
		return nil, false
	}
	if f[0].condition != "" || n > 1 && f[1].condition != "" {
		for i := range f[:n] {
			if f[i].condition == "" || f[i].holds(v) {
				return &f[i], v < 0
			}
		}
		return nil, false
	}
	switch {
	case v < 0 && n > 1:
		return &f[1], false
	case v == 0 && n > 2:
		return &f[2], false
	}
	return &f[0], v < 0
}

func (s *shownSection) holds(v float64) bool {
	switch s.condition {
	case "<":
		return v < s.bound
	case "<=":
		return v <= s.bound
	case ">":
		return v > s.bound
	case ">=":
		return v >= s.bound
	case "<>":
		return v != s.bound
	}
	return v == s.bound
}

// number shows a number that is not negative.
func (s *shownSection) number(v float64) string {
	for range s.percent {
		v *= 100
	}
	for range min(s.scale, 10) {
		v /= 1000
	}
	whole, decimals, point, exponent, fraction := 0, 0, -1, -1, -1
	for i, t := range s.tokens {
		switch t.kind {
		case 'G':
			return s.around(i, generalNumber(v))
		case '.':
			point = i
		case 'E':
			exponent = i
		case '/':
			fraction = i
		case '0', '#', '?':
			switch {
			case exponent >= 0:
			case point >= 0:
				decimals++
			default:
				whole++
			}
		}
	}
	if fraction >= 0 {
		return s.fraction(v, fraction)
	}
	power := 0
	if exponent >= 0 {
		v, power = mantissa(v, max(1, whole), min(decimals, 15))
	}
	digits := strconv.FormatFloat(halfUp(v, min(decimals, 15)), 'f', min(decimals, 15), 64)
	before, after, _ := strings.Cut(digits, ".")
	before = strings.TrimLeft(before, "0")
	var b strings.Builder
	left, first, seen := whole, true, 0
	inExponent := false
	for _, t := range s.tokens {
		switch t.kind {
		case 'L':
			b.WriteString(t.text)
		case '.':
			if first && before != "" { // no place before the point
				b.WriteString(before)
			}
			first = false
			if strings.Trim(after, "0") != "" || s.zeros() {
				b.WriteByte('.')
			}
		case 'E':
			sign := ""
			if power < 0 {
				sign = "-"
			} else if t.n > 0 {
				sign = "+"
			}
			places := 0
			for _, p := range s.tokens[exponent:] {
				if p.kind == '0' {
					places++
				}
			}
			fmt.Fprintf(&b, "E%s%0*d", sign, places, max(power, -power))
			inExponent = true
		case '0', '#', '?':
			switch {
			case inExponent:
			case seen < whole:
				seen++
				s.wholeDigit(&b, before, t.kind, left, first)
				first = false
				left--
			default:
				if i := seen - whole; i < len(after) && (t.kind == '0' || strings.Trim(after[i:], "0") != "") {
					b.WriteByte(after[i])
				}
				seen++
			}
		}
	}
	return b.String()
}

// zeros reports whether decimals are written even where they are zeros.
func (s *shownSection) zeros() bool {
	behind := false
	for _, t := range s.tokens {
		if behind && t.kind == '0' {
			return true
		}
		behind = behind || t.kind == '.'
	}
	return false
}

// wholeDigit writes the digit for one place of a number. left counts the places still to come, with this one. The first place takes all
// digits before it, too.
func (s *shownSection) wholeDigit(b *strings.Builder, digits string, kind byte, left int, first bool) {
	from := len(digits) - left
	if first && from > 0 {
		for i := range from {
			b.WriteByte(digits[i])
			if rest := len(digits) - i - 1; s.thousands && rest%3 == 0 && rest > 0 {
				b.WriteByte(',')
			}
		}
	}
	switch {
	case from >= 0 && from < len(digits):
		b.WriteByte(digits[from])
	case kind == '0':
		b.WriteByte('0')
	case kind == '?':
		b.WriteByte(' ')
		return
	default:
		return
	}
	if s.thousands && left > 1 && (left-1)%3 == 0 {
		b.WriteByte(',')
	}
}

// around writes text in the place of the token with that index, and the literals beside it.
func (s *shownSection) around(at int, text string) string {
	var b strings.Builder
	for i, t := range s.tokens {
		switch {
		case i == at:
			b.WriteString(text)
		case t.kind == 'L':
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// mantissa writes v as a number with at most so many digits before the point, and the power of ten that it lacks.
func mantissa(v float64, whole, decimals int) (float64, int) {
	if v == 0 {
		return 0, 0
	}
	power := int(math.Floor(math.Log10(v)))
	if whole > 1 {
		power -= ((power % whole) + whole) % whole
	}
	m := v / math.Pow10(power)
	if math.IsInf(m, 0) || math.IsNaN(m) {
		return v, 0
	}
	if half := math.Pow10(-decimals) / 2; m+half >= math.Pow10(whole) && whole == 1 {
		m, power = m/10, power+1
	}
	return m, power
}

// fraction shows a number as a whole one and a fraction, whose denominator stands in the format or has as many digits.
func (s *shownSection) fraction(v float64, slash int) string {
	var fixed, places, top int
	begin := slash // of the places of the numerator
	for begin > 0 && strings.IndexByte("0#?", s.tokens[begin-1].kind) >= 0 {
		begin--
		top++
	}
	end := slash + 1
	for ; end < len(s.tokens) && (strings.IndexByte("0#?", s.tokens[end].kind) >= 0 || s.tokens[end].kind == 'L' && strings.Trim(s.tokens[end].text, "0123456789") == ""); end++ {
		if s.tokens[end].kind == 'L' {
			fixed, _ = strconv.Atoi(s.tokens[end].text)
		} else {
			places++
		}
	}
	mixed := false
	for _, t := range s.tokens[:begin] {
		mixed = mixed || strings.IndexByte("0#?", t.kind) >= 0
	}
	if v > 1e15 || top == 0 || fixed == 0 && places == 0 {
		return generalNumber(v)
	}
	whole, rest := 0.0, v
	if mixed {
		whole = math.Floor(v)
		rest = v - whole
	}
	n, d := nearest(rest, fixed, places)
	if mixed && n == d {
		whole, n = whole+1, 0
	}
	text := ""
	if mixed && (whole > 0 || n == 0) {
		text = strconv.FormatFloat(whole, 'f', 0, 64)
	}
	if n > 0 || !mixed {
		text = strings.TrimSpace(fmt.Sprintf("%s %d/%d", text, n, d))
	}
	return text
}

// nearest is the fraction nearest to v with the denominator fixed, or else of at most so many digits.
func nearest(v float64, fixed, digits int) (n, d int) {
	if fixed > 0 {
		return int(math.Round(v * float64(fixed))), fixed
	}
	best := math.Inf(1)
	for i := 1; i < int(math.Pow10(min(digits, 3))); i++ {
		k := math.Round(v * float64(i))
		if off := math.Abs(v - k/float64(i)); off < best-1e-12 {
			best, n, d = off, int(k), i
		}
	}
	return n, d
}

// date shows a serial number of days. It returns false for a number outside the range of dates.
func (s *shownSection) date(v float64, date1904 bool) (string, bool) {
	if v < 0 || v >= 2958466 {
		return "", false
	}
	parts := 0
	for _, t := range s.tokens {
		if t.kind == 'f' {
			parts = t.n
		}
	}
	unit := math.Pow10(parts)
	ticks := int64(math.Round(v * 86400 * unit))
	perDay := int64(86400 * unit)
	t := serialEpoch(v, date1904).AddDate(0, 0, int(ticks/perDay)).Add(time.Duration(float64(ticks%perDay) / unit * float64(time.Second)))
	seconds := ticks / int64(unit)
	var b strings.Builder
	for _, k := range s.tokens {
		switch k.kind {
		case 'L':
			b.WriteString(k.text)
		case '.':
			b.WriteByte('.')
		case 'y':
			if k.n <= 2 {
				b.WriteString(t.Format("06"))
			} else {
				b.WriteString(t.Format("2006"))
			}
		case 'm':
			switch {
			case k.n == 5:
				b.WriteString(t.Format("January")[:1])
			default:
				b.WriteString(t.Format([]string{"1", "01", "Jan", "January"}[min(k.n, 4)-1]))
			}
		case 'd':
			b.WriteString(t.Format([]string{"2", "02", "Mon", "Monday"}[min(k.n, 4)-1]))
		case 'h':
			hour := seconds / 3600
			switch {
			case k.all:
			case s.halfDay:
				hour = (hour%24+11)%12 + 1
			default:
				hour %= 24
			}
			fmt.Fprintf(&b, "%0*d", min(k.n, 9), hour)
		case 'n':
			minute := seconds / 60
			if !k.all {
				minute %= 60
			}
			fmt.Fprintf(&b, "%0*d", min(k.n, 9), minute)
		case 's':
			second := seconds
			if !k.all {
				second %= 60
			}
			fmt.Fprintf(&b, "%0*d", min(k.n, 9), second)
		case 'f':
			fmt.Fprintf(&b, ".%0*d", parts, ticks%int64(unit))
		case 'a':
			b.WriteString(t.Format("PM"))
		}
	}
	return strings.TrimSpace(b.String()), true
}
