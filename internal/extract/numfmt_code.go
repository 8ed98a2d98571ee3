package extract

import (
	"strconv"
	"strings"
)

// shownToken is a piece of a format code: a literal, a place for a digit, a part of a date.
type shownToken struct {
	kind byte   // 'L' literal, '0' '#' '?' digits, '.' point, 'E' exponent, '/' of a fraction, 'G' general; y m d h n s f a of dates, n for minutes
	text string // of a literal
	n    int    // letters of a part of a date; of 'E' 1 when a plus is written
	all  bool   // of a time: it goes on beyond the next larger unit
}

// shownSection is one of the up to four parts of a format code.
type shownSection struct {
	tokens    []shownToken
	condition string // "" for none, else one of < <= > >= = <>
	bound     float64
	thousands bool
	scale     int // powers of a thousand that are left out
	percent   int
	isDate    bool
	halfDay   bool // hours to twelve
}

// shownFormat shows a number as its cell does (ECMA-376 part 1, clauses 18.8.30 and 18.8.31), names of days and months in
// English.
type shownFormat []shownSection

func parseShown(code string) shownFormat {
	var f shownFormat
	code = cut(code, maxNumberFormat)
	for len(f) < 4 {
		s, rest, more := parseShownSection(code)
		f = append(f, s)
		if !more {
			break
		}
		code = rest
	}
	return f
}

// parseShownSection reads one section up to its semicolon.
func parseShownSection(code string) (s shownSection, rest string, more bool) {
	literal := func(text string) {
		if k := len(s.tokens) - 1; k >= 0 && s.tokens[k].kind == 'L' {
			s.tokens[k].text += text
		} else {
			s.tokens = append(s.tokens, shownToken{kind: 'L', text: text})
		}
	}
	lower := strings.ToLower(code)
	digits, commas, point, exponent := 0, 0, false, false
	r := []rune(code)
	for i := 0; i < len(r); i++ {
		c := r[i]
		switch {
		case c == ';':
			rest, more = string(r[i+1:]), true
			i = len(r)
		case c == '"':
			end := i + 1
			for end < len(r) && r[end] != '"' {
				end++
			}
			literal(string(r[i+1 : end]))
			i = end
		case c == '\\':
			if i++; i < len(r) {
				literal(string(r[i]))
			}
		case c == '_':
			i++
			literal(" ")
		case c == '*': // fills the cell
			if i++; i < len(r) && r[i] == ' ' {
				literal(" ")
			}
		case c == '[':
			end := i + 1
			for end < len(r) && r[end] != ']' {
				end++
			}
			system := s.bracket(string(r[i+1:end]), literal)
			i = end
			for system && i+1 < len(r) && r[i+1] != ';' { // what follows is for programs that do not know it
				i++
			}
		case c == '0' || c == '#' || c == '?':
			if commas > 0 && digits > 0 && !point {
				s.thousands = true
			}
			commas = 0
			digits++
			s.tokens = append(s.tokens, shownToken{kind: byte(c)})
		case c == ',' && digits > 0 && !exponent:
			commas++
		case c == '.' && !s.isDate && !point && (digits > 0 || i+1 < len(r) && strings.ContainsRune("0#?", r[i+1])):
			s.scale, commas, point = s.scale+commas, 0, true
			s.tokens = append(s.tokens, shownToken{kind: '.'})
		case c == '.' && s.isDate && i+1 < len(r) && r[i+1] == '0':
			n := 0
			for i+1 < len(r) && r[i+1] == '0' {
				i++
				n++
			}
			s.tokens = append(s.tokens, shownToken{kind: 'f', n: min(n, 9)})
		case (c == 'E' || c == 'e') && digits > 0 && i+1 < len(r) && (r[i+1] == '+' || r[i+1] == '-'):
			n := 0
			if r[i+1] == '+' {
				n = 1
			}
			i++
			exponent = true
			s.tokens = append(s.tokens, shownToken{kind: 'E', n: n})
		case c == '/' && digits > 0:
			s.tokens = append(s.tokens, shownToken{kind: '/'})
		case c == '%':
			s.percent++
			literal("%")
		case (c == 'g' || c == 'G') && strings.HasPrefix(lower[min(len(lower), len(string(r[:i]))):], "general"):
			s.tokens = append(s.tokens, shownToken{kind: 'G'})
			i += len("general") - 1
		case strings.ContainsRune("yYmMdDhHsSeE", c):
			n := 1
			for i+1 < len(r) && (r[i+1] == c || r[i+1] == c^0x20) {
				i++
				n++
			}
			kind := byte(c | 0x20)
			if kind == 'e' { // the year of an era, in most locales that of ours
				kind, n = 'y', 4
			}
			s.isDate = true
			s.tokens = append(s.tokens, shownToken{kind: kind, n: n})
		case c == 'A' || c == 'a':
			switch rest := strings.ToUpper(string(r[i:min(len(r), i+5)])); {
			case strings.HasPrefix(rest, "AM/PM"):
				i += 4
			case strings.HasPrefix(rest, "A/P"):
				i += 2
			default:
				literal(string(c))
				continue
			}
			s.isDate, s.halfDay = true, true
			s.tokens = append(s.tokens, shownToken{kind: 'a'})
		case c == '@':
			s.tokens = append(s.tokens, shownToken{kind: 'G'})
		default:
			literal(string(c))
		}
	}
	s.scale += commas
	s.minutes()
	return s, rest, more
}

// bracket takes the content of brackets: a currency, a condition or an elapsed time. It leaves out colours. It reports whether the content
// was a format of the system.
func (s *shownSection) bracket(inside string, literal func(string)) (system bool) {
	lower := strings.ToLower(inside)
	switch {
	case strings.HasPrefix(inside, "$"):
		symbol, locale, _ := strings.Cut(inside[1:], "-")
		literal(symbol)
		switch strings.ToUpper(locale) {
		case "F800":
			s.system("dddd, mmmm dd, yyyy")
			return true
		case "F400":
			s.system("h:mm:ss AM/PM")
			return true
		}
	case inside != "" && strings.ContainsAny(inside[:1], "<>="):
		digits := strings.TrimLeft(inside, "<>=")
		if bound, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); err == nil {
			s.condition, s.bound = inside[:len(inside)-len(digits)], bound
		}
	case lower != "" && strings.Trim(lower, lower[:1]) == "" && strings.Contains("hms", lower[:1]):
		s.isDate = true
		s.tokens = append(s.tokens, shownToken{kind: lower[0], n: len(lower), all: true})
	}
	return false
}

// system takes a format that the reader's system would set, as an American one does.
func (s *shownSection) system(code string) {
	own, _, _ := parseShownSection(code)
	own.condition, own.bound = s.condition, s.bound
	*s = own
}

// minutes tells minutes from months: they follow hours or come before seconds.
func (s *shownSection) minutes() {
	last := -1
	for i, t := range s.tokens {
		switch t.kind {
		case 'm':
			if t.all || last >= 0 && s.tokens[last].kind == 'h' && t.n <= 2 {
				s.tokens[i].kind = 'n'
			}
		case 's':
			if last >= 0 && s.tokens[last].kind == 'm' && s.tokens[last].n <= 2 {
				s.tokens[last].kind = 'n'
			}
		}
		if strings.IndexByte("ymdhns", s.tokens[i].kind) >= 0 {
			last = i
		}
	}
}
