package table

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/unicode/norm"
)

// A Value is a cell: its text as written, and what it means. The zero Value is an empty cell.
type Value struct {
	Text   string
	Kind   spar.Kind
	Number float64
	Unit   string // beside the number: "%", "$"
	Day    Day    // of a date
}

// A Day is a date; unknown parts are 0.
type Day struct{ Year, Month, Day int }

// order is a number that sorts days as the calendar does; days without a year sort among themselves.
func (d Day) order() float64 { return float64((d.Year*12+d.Month)*32 + d.Day) }

// String writes the parts that are known, as 2004-07-05, 2004-07 or 07-05.
func (d Day) String() string {
	two := func(n int) string { return string([]byte{'0' + byte(n/10%10), '0' + byte(n%10)}) }
	switch {
	case d.Year > 0 && d.Month > 0 && d.Day > 0:
		return strconv.Itoa(d.Year) + "-" + two(d.Month) + "-" + two(d.Day)
	case d.Year > 0 && d.Month > 0:
		return strconv.Itoa(d.Year) + "-" + two(d.Month)
	case d.Year > 0:
		return strconv.Itoa(d.Year)
	}
	return two(d.Month) + "-" + two(d.Day)
}

// plain reads digits with at most one decimal point and a sign, as most cells of large files are.
func plain(s string) (float64, bool) {
	i := 0
	if s[0] == '-' {
		i = 1
	}
	if len(s)-i > 15 || len(s) == i {
		return 0, false
	}
	n, point := 0.0, 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + float64(c-'0')
		case c == '.' && point == 0 && i > 0 && i+1 < len(s):
			point = i
		default:
			return 0, false
		}
	}
	if point > 0 {
		if len(s)-point-1 == 3 { // may be thousands
			return 0, false
		}
		n /= tens[len(s)-point-1]
	}
	if s[0] == '-' {
		n = -n
	}
	return n, true
}

var noCustom chunk.Custom

var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// read gives the meaning of a cell as a column of data has it; see readAs.
func read(text string, custom chunk.Custom) Value { return readAs(text, custom) }

var (
	leading  = pattern.New(`^[~≈]?([-+−–]?[$€£¥]?\s?\d[\d,]*(?:\.\d+)?)(st|nd|rd|th|\.º|º|\.)?(?:\s*(%|[\pL°$€£][^\d]{0,24}|[(\[*†‡].*))?$`)
	clock    = pattern.New(`^\+?(?:(\d{1,3}):)?(\d{1,2}):(\d{2}(?:\.\d+)?)(?:\s*[(\[].*)?$`)
	dash     = pattern.New(`[‐‑‒–—−]`)
	marks    = pattern.New(`\s*(?:\[[^\]]{0,12}\]|[*†‡§]+)$`)
	yearSpan = pattern.New(`^((?:1[5-9]|20)\d\d)\s*[-/]\s*(?:\d{2}|\d{4}|present|now)$`)
	dayMonth = pattern.New(`(?i)^(?:(?:mon|tues?|wed|wednes|thu|thurs?|fri|sat|satur|sun)(?:day)?\.?,?\s+)?(?:(\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?\s+|)` + months + `\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?(?:,?\s+(\d{4}))?(?:[,;]?\s+\d{1,2}:\d{2}.{0,12}|\s*[(\[].*)?$`)
	isoMonth = pattern.New(`^((?:1[5-9]|20)\d\d)[-/](\d{1,2})$`)
)

const months = `(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`

// month is the number of a month by its English name or its beginning, 0 for none.
func month(name string) int {
	name = strings.ToLower(name)
	if len(name) < 3 {
		return 0
	}
	return (strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", name[:3]) + 3) / 3
}

// readAs gives the meaning of a cell. Beyond the numbers and dates that chunk reads, it knows numbers with a word behind them ("4th", "73
// kg", "1,201 (est.)"), times ("3:02.5", in seconds), and dates with missing parts.
func readAs(text string, custom chunk.Custom) Value {
	text = strings.TrimSpace(text)
	v := Value{Text: text, Kind: spar.Text}
	if text == "" || len(text) > 80 {
		return v
	}
	first := text[0]
	if first >= '0' && first <= '9' || first == '-' {
		if n, ok := plain(text); ok {
			v.Kind, v.Number = spar.Number, n
			return v
		}
		if len(text) == 10 && text[4] == '-' && text[7] == '-' {
			if t, err := time.Parse(time.DateOnly, text); err == nil {
				v.Kind, v.Day = spar.Date, Day{t.Year(), int(t.Month()), t.Day()}
				return v
			}
		}
	}
	if !strings.ContainsAny(text, "0123456789") {
		if m := dayMonth.FindStringSubmatch(text); m != nil && first >= 'A' {
			v.Kind, v.Day = spar.Date, Day{Month: month(m[2])}
		}
		return v
	}
	typed, unit := custom.Typed(text)
	switch typed.Kind {
	case spar.Number:
		v.Kind, v.Number, v.Unit = spar.Number, typed.Number, unit
		return v
	case spar.Date:
		v.Kind, v.Day = spar.Date, Day{typed.Date.Year(), int(typed.Date.Month()), typed.Date.Day()}
		return v
	}
	loosely(&v, custom)
	return v
}

// loosely reads a text that people understand as a number or a date though it has more beside it.
func loosely(v *Value, custom chunk.Custom) {
	s := marks.ReplaceAllString(dash.ReplaceAllString(v.Text, "-"), "")
	if m := dayMonth.FindStringSubmatch(s); m != nil {
		d := Day{Month: month(m[2])}
		d.Year, _ = strconv.Atoi(m[4])
		d.Day, _ = strconv.Atoi(m[1] + m[3])
		if d.Day <= 31 && (m[1] == "" || m[3] == "") {
			v.Kind, v.Day = spar.Date, d
			return
		}
	}
	if m := yearSpan.FindStringSubmatch(s); m != nil && !monthOf(s) {
		v.Kind = spar.Date
		v.Day.Year, _ = strconv.Atoi(m[1])
		return
	}
	if m := isoMonth.FindStringSubmatch(s); m != nil {
		if n, _ := strconv.Atoi(m[2]); n >= 1 && n <= 12 {
			v.Kind = spar.Date
			v.Day.Year, _ = strconv.Atoi(m[1])
			v.Day.Month = n
			return
		}
	}
	if m := clock.FindStringSubmatch(s); m != nil {
		hours, _ := strconv.ParseFloat("0"+m[1], 64)
		minutes, _ := strconv.ParseFloat(m[2], 64)
		seconds, _ := strconv.ParseFloat(m[3], 64)
		v.Kind, v.Number, v.Unit = spar.Number, hours*3600+minutes*60+seconds, "time"
		return
	}
	if m := leading.FindStringSubmatch(s); m != nil {
		typed, unit := custom.Typed(strings.TrimSpace(m[1]))
		if typed.Kind == spar.Number {
			v.Kind, v.Number, v.Unit = spar.Number, typed.Number, unit
			if word := strings.TrimSpace(m[3]); v.Unit == "" && word != "" && !strings.ContainsAny(word, "([*†‡") {
				v.Unit = word
			}
		}
	}
}

// monthOf reports whether a year with two digits behind it is a month, and no span of years, which ends after it begins: 2024-03.
func monthOf(s string) bool {
	m := isoMonth.FindStringSubmatch(s)
	return m != nil && len(m[2]) == 2 && m[2] >= "01" && m[2] <= "12" && m[2] <= m[1][2:]
}

// Fold brings a text to a form for comparison: lower case, no accents, plain quotes and dashes, single blanks, no marks of notes at its
// end.
func Fold(s string) string {
	ascii := true
	for i := range len(s) {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if !ascii {
		s = dash.ReplaceAllString(s, "-")
		var b strings.Builder
		for _, r := range norm.NFKD.String(s) {
			switch {
			case unicode.Is(unicode.Mn, r):
			case r == '‘' || r == '’' || r == '´' || r == '`':
				b.WriteByte('\'')
			case r == '“' || r == '”' || r == '«' || r == '»' || r == '„':
				b.WriteByte('"')
			default:
				b.WriteRune(r)
			}
		}
		s = b.String()
	}
	s = strings.ToLower(strings.TrimSpace(s))
	if len(s) > 0 && strings.IndexByte("]*", s[len(s)-1]) >= 0 {
		s = marks.ReplaceAllString(s, "")
	}
	s = strings.Trim(s, `"'`)
	if strings.Contains(s, "  ") || strings.ContainsAny(s, "\t\n") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return strings.TrimSuffix(s, ".")
}

// ReadDay reads a date as people write it. It returns the zero Day for any other text, and for a year alone.
func ReadDay(s string) Day {
	if v := readAs(s, noCustom); v.Kind == spar.Date && v.Day.Month > 0 {
		return v.Day
	}
	return Day{}
}
