package extract

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// numberFormat shows a number as a spreadsheet does (ECMA-376 part 1, clauses 18.8.30 and 18.8.31): literals, decimals,
// thousands, per cent, and which numbers are dates. Dates are written year first, whatever their format, so that they
// mean one day only; shown has them as the cell does.
type numberFormat struct {
	sections []numberSection // for positive, negative, and zero numbers
	look     shownFormat     // as the cell shows them, nil where that is the same
}

type numberSection struct {
	prefix, suffix string
	digits         bool // it has places for digits
	least, most    int  // decimals
	thousands      bool
	scale          int // powers of a thousand that are left out
	percent        bool
	general        bool // also where the rest is beyond this reader: fractions, exponents
	date, time     bool
	elapsed        bool // a duration that goes on beyond a day
	code           bool // it fills up with zeros, as a post code or an account has them: what is shown is what is meant
}

// builtinFormats are the formats that files name by number only. Those of 27 to 36 and 50 to 58 are dates in East
// Asian locales, and nothing in others.
var builtinFormats = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "$#,##0;-$#,##0", 6: "$#,##0;-$#,##0", 7: "$#,##0.00;-$#,##0.00", 8: "$#,##0.00;-$#,##0.00",
	9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "mm/dd/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
	19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "mm/dd/yyyy hh:mm", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00",
	40: "#,##0.00;-#,##0.00", 41: "#,##0;-#,##0", 42: "$#,##0;-$#,##0", 43: "#,##0.00;-#,##0.00", 44: "$#,##0.00;-$#,##0.00", 45: "mm:ss", 46: "[h]:mm:ss",
	47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}

// builtinFormat is the format with that number, general when it says nothing.
func builtinFormat(id int) numberFormat {
	if id >= 27 && id <= 36 || id >= 50 && id <= 58 {
		return numberFormat{sections: []numberSection{{date: true}}}
	}
	return parseNumberFormat(builtinFormats[id])
}

// maxNumberFormat bounds a format's code, which in files of honest programs has at most 255 characters.
const maxNumberFormat = 1000

// parseNumberFormat reads a format code such as `#,##0.00 "kg";[Red]-0`.
func parseNumberFormat(code string) numberFormat {
	code = cut(code, maxNumberFormat)
	var f numberFormat
	if code != "" && !strings.EqualFold(code, "general") {
		f.look = parseShown(code)
	}
	for len(f.sections) < 3 {
		s, rest, more := parseSection(code)
		f.sections = append(f.sections, s)
		if !more {
			break
		}
		code = rest
	}
	return f
}

// parseSection reads one section up to its semicolon.
func parseSection(code string) (s numberSection, rest string, more bool) {
	literal := func(text string) {
		if s.digits {
			s.suffix += text
		} else {
			s.prefix += text
		}
	}
	if strings.HasPrefix(strings.ToLower(code), "general") || code == "" {
		s.general = true
	}
	point, exotic, minutes, zeros, others := false, false, false, 0, 0
	r := []rune(code)
	for i := 0; i < len(r); i++ {
		switch c := r[i]; c {
		case ';':
			rest, more = string(r[i+1:]), true
			i = len(r)
		case '"':
			end := i + 1
			for end < len(r) && r[end] != '"' {
				end++
			}
			literal(string(r[i+1 : end]))
			i = end
		case '\\':
			if i++; i < len(r) {
				literal(string(r[i]))
			}
		case '_':
			i++
			literal(" ")
		case '*':
			i++
		case '[':
			end := i + 1
			for end < len(r) && r[end] != ']' {
				end++
			}
			inside := strings.ToLower(string(r[i+1 : end]))
			switch {
			case strings.HasPrefix(inside, "$"):
				symbol, _, _ := strings.Cut(string(r[i+2:end]), "-")
				literal(symbol)
			case inside != "" && strings.Trim(inside, "hms") == "":
				s.time, s.elapsed = true, true
			}
			i = end
		case '0', '#', '?':
			s.digits = true
			if c == '0' {
				zeros++
			} else {
				others++
			}
			if point {
				s.most++
				if c == '0' {
					s.least = s.most
				}
			}
			s.scale = 0
		case '.':
			point = point || s.digits || i+1 < len(r) && (r[i+1] == '0' || r[i+1] == '#')
		case ',':
			if s.digits {
				s.thousands = s.thousands || !point
				s.scale++
			}
		case '%':
			s.percent = true
			literal("%")
		case 'E', 'e':
			if s.digits && i+1 < len(r) && (r[i+1] == '+' || r[i+1] == '-') {
				exotic = true
			} else {
				s.date = true
			}
		case '/':
			exotic = exotic || s.digits
		case 'y', 'Y', 'd', 'D', 'b', 'B':
			s.date = true
		case 'g', 'G':
			s.date = s.date || !s.general
		case 'm', 'M':
			minutes = true
		case 'h', 'H', 's', 'S':
			s.time = true
		case 'A', 'a':
			if strings.HasPrefix(strings.ToUpper(string(r[i:min(len(r), i+5)])), "AM/PM") {
				i += 4
			} else if strings.HasPrefix(strings.ToUpper(string(r[i:min(len(r), i+3)])), "A/P") {
				i += 2
			}
		case '@':
			s.general = true
		case '$', '€', '£', '¥', '-', '+', '(', ')', ' ', ':', '\'':
			literal(string(c))
		}
	}
	if s.general {
		return numberSection{general: true}, rest, more
	}
	if minutes && !s.time {
		s.date = true
	}
	s.general = exotic && !s.date && !s.time
	s.code = zeros > 2 && others == 0 && !point && !exotic && !s.thousands && !s.percent && !s.date && !s.time
	if s.scale > 0 && s.thousands { // the comma between thousands is none at the end
		trimmed := strings.TrimRight(string(r), "; ")
		if !strings.HasSuffix(trimmed, ",") {
			s.scale = 0
		}
	}
	return s, rest, more
}

// shown is v as its cell shows it.
func (f numberFormat) shown(v float64, date1904 bool) string {
	if f.look == nil || math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) >= 1e15 {
		return f.text(v, date1904)
	}
	text, ok := f.look.text(v, date1904)
	if !ok {
		return f.text(v, date1904)
	}
	return text
}

// text writes v; date1904 is the epoch that old Macintosh files count days from.
func (f numberFormat) text(v float64, date1904 bool) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	s := numberSection{general: true}
	own := false // a section for negative numbers shows the sign itself
	switch n := len(f.sections); {
	case n == 0:
	case v < 0 && n > 1:
		s, own = f.sections[1], true
	case v == 0 && n > 2:
		s = f.sections[2]
	default:
		s = f.sections[0]
	}
	if s.code {
		if text, ok := f.look.text(v, date1904); ok && math.Abs(v) < 1e15 {
			return text
		}
	}
	switch {
	case s.date || s.time:
		if text, ok := serialDate(v, s, date1904); ok {
			return text
		}
		return generalNumber(v)
	case s.general || math.Abs(v) >= 1e15:
		return generalNumber(v)
	case !s.digits:
		if text := strings.TrimSpace(s.prefix); text != "" {
			return text
		}
		return generalNumber(v)
	}
	if s.percent {
		v *= 100
	}
	for range min(s.scale, 5) {
		v /= 1000
	}
	digits := strconv.FormatFloat(halfUp(math.Abs(v), min(s.most, 15)), 'f', min(s.most, 15), 64)
	for n := s.most; n > s.least && strings.HasSuffix(digits, "0"); n-- {
		digits = digits[:len(digits)-1]
	}
	digits = strings.TrimSuffix(digits, ".")
	if s.thousands {
		digits = groupThousands(digits)
	}
	sign := ""
	if v < 0 && !own && strings.Trim(digits, "0.,") != "" {
		sign = "-"
	}
	return strings.TrimSpace(sign + strings.TrimLeft(s.prefix, " ") + digits + s.suffix)
}

// halfUp nudges a number that ends in a half, as far as the 15 digits of spreadsheets tell, so that it rounds upwards. Other numbers stay
// on their side.
func halfUp(v float64, decimals int) float64 {
	if nudge := v * 1e-15; nudge < math.Pow10(-decimals)/20 {
		return v + nudge
	}
	return v
}

func groupThousands(digits string) string {
	whole, fraction, point := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		whole += "." + fraction
	}
	return whole
}

// generalNumber writes v with the 15 digits that a spreadsheet keeps.
func generalNumber(v float64) string {
	if v == 0 {
		return "0"
	}
	if a := math.Abs(v); a < 1e-9 || a >= 1e15 {
		return strconv.FormatFloat(v, 'g', 15, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if err != nil {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// serialDate writes a serial number of days as date, time or duration. It returns false for a number outside the range of dates.
func serialDate(v float64, s numberSection, date1904 bool) (string, bool) {
	if v < 0 || v >= 2958466 {
		return "", false
	}
	seconds := int64(math.Round(v * 86400))
	if s.elapsed && !s.date {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60), true
	}
	t := serialEpoch(v, date1904).AddDate(0, 0, int(seconds/86400)).Add(time.Duration(seconds%86400) * time.Second)
	layout := "2006-01-02"
	if s.time || !s.date {
		clock := "15:04"
		if t.Second() != 0 {
			clock = "15:04:05"
		}
		if layout += " " + clock; !s.date || v < 1 {
			layout = clock
		}
	}
	return t.Format(layout), true
}

// serialEpoch is the day that v counts from.
func serialEpoch(v float64, date1904 bool) time.Time {
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case date1904:
		return time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60: // the 29th of February 1900, which never was, is day 60
		return epoch.AddDate(0, 0, 1)
	}
	return epoch
}
