package chunk

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spellings adds words for what people write in several ways, behind the other words of a text:
//
//   - a date with a day as ISO 8601 writes it: "4 March 2031", "March 4th, 2031", "4. März 2031" and "04.03.2031" give 2031-03-04.
//     Where either figure may be the month, none is added.
//   - a number whose thousands are parted by blanks: "2 345 678" gives 2345678.
//   - what looks like a telephone number by its last seven and nine figures: "+49 (0)89 123-4567" gives +1234567 and +891234567.
//   - names that a sign tells apart: "C#", "C++", ".NET".
func (t *tokenizer) spellings() {
	s, phone := t.text, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isFigure(c):
			end := i + digits(s[i:])
			if !wordBefore(s, i) {
				if end-i == 4 {
					t.add(dateAt(s, i, end))
				} else if end-i < 4 && end+4 <= len(s) && s[end] == ' ' {
					t.add(grouped(s, i, end))
				}
				if i >= phone && (end-i > 1 || i > 0 && (s[i-1] == '+' || s[i-1] == '(')) {
					phone = t.telephone(i)
				}
			}
			i = end - 1
		case c == '#' || c == '+' && strings.HasPrefix(s[i:], "++"):
			if i > 0 && isASCIILetter(s[i-1]) && !wordBefore(s, i-1) {
				name := s[i-1 : i+1]
				if c == '+' {
					name += "+"
				}
				t.add(name)
			}
		case c == '.' && (i == 0 || s[i-1] == ' ' || s[i-1] == '\n' || s[i-1] == '('):
			end := i + 1
			for end < len(s) && isASCIILetter(s[end]) {
				end++
			}
			if end > i+2 {
				t.add(s[i:end])
			}
		}
	}
}

func isFigure(c byte) bool { return c >= '0' && c <= '9' }

// digits counts the figures with which a text begins.
func digits(s string) (n int) {
	for n < len(s) && isFigure(s[n]) {
		n++
	}
	return n
}

// wordBefore reports whether a letter or figure stands before a place.
func wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_'
}

// wordBehind reports whether a letter or figure stands at a place.
func wordBehind(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// grouped is a number whose first figures stand in s[i:end], with groups of three behind blanks; "" where there are none.
func grouped(s string, i, end int) string {
	if i > 1 && s[i-1] == ' ' && isFigure(s[i-2]) {
		return "" // within a longer one
	}
	number := s[i:end]
	for end < len(s) && s[end] == ' ' && digits(s[end+1:]) == 3 {
		number += s[end+1 : end+4]
		end += 4
	}
	if end == i+len(number) || wordBehind(s, end) || end < len(s) && (s[end] == '-' || s[end] == '/') {
		return ""
	}
	if end+1 < len(s) && (s[end] == ',' || s[end] == '.') {
		if n := digits(s[end+1:]); n > 0 && n != 3 {
			number += "." + s[end+1:end+1+n]
		}
	}
	return number
}

// monthNames are the months in the languages of Western Europe, with their short forms.
var monthNames = func() map[string]int {
	m := map[string]int{}
	for i, list := range []string{
		"january jan januar januari janvier janv enero ene gennaio gen janeiro jänner", "february feb februar februari février févr fév febrero febbraio fevereiro",
		"march mar märz mars marzo maart mrz março", "april apr avril avr abril aprile abr", "may mai maj mayo mei maggio maio", "june jun juni juin junio giugno junho",
		"july jul juli juillet juil julio luglio julho", "august aug augusti août agosto augustus", "september sep sept septembre septiembre settembre setembro",
		"october oct oktober okt octobre octubre ottobre outubro", "november nov novembre noviembre novembro", "december dec dezember dez décembre déc diciembre dicembre dezembro desember des",
	} {
		for name := range strings.FieldsSeq(list) {
			m[name] = i + 1
		}
	}
	return m
}()

// dateAt is the date whose year stands in s[i:end], in ISO form; "" where it is none, is doubtful, or is written so.
func dateAt(s string, i, end int) string {
	year, _ := strconv.Atoi(s[i:end])
	if year < 1000 || year > 2999 || wordBehind(s, end) {
		return ""
	}
	first, a, before := lastPart(s[:i])
	second, b, _ := lastPart(before)
	if month := monthNames[first]; month > 0 { // 4 March 2031
		return isoDate(year, month, ordinalNumber(second))
	}
	if month := monthNames[second]; month > 0 { // March 4, 2031
		return isoDate(year, month, ordinalNumber(first))
	}
	x, _ := strconv.Atoi(second)
	y, _ := strconv.Atoi(first)
	switch {
	case len(first) > 2 || len(second) > 2 || a != b:
	case a == ".": // 4.3.2031
		return isoDate(year, y, x)
	case a == "/" && (x > 12 || x == y):
		return isoDate(year, y, x)
	case a == "/" && y > 12:
		return isoDate(year, x, y)
	}
	return ""
}

// lastPart is the last word of a text, what stands behind it, and what stands before it. A preposition between the parts of a date is
// taken for a blank.
func lastPart(s string) (part, behind, before string) {
	const far = 40 // no month is longer, with what stands beside it
	s = s[max(0, len(s)-far):]
	word := func(s string) (string, string) {
		end := strings.TrimRight(s, " .,/-\n")
		start := strings.LastIndexAny(end, " .,/-\n()") + 1
		return end[start:], s[:start]
	}
	part, before = word(s)
	if part == "de" || part == "of" || part == "del" {
		part, before = word(before)
		return part, " ", before
	}
	return part, s[len(before)+len(part):], before
}

// ordinalNumber is the number of a day such as "4", "4th", "1er"; 0 of anything else.
func ordinalNumber(s string) int {
	n := digits(s)
	switch s[n:] {
	case "", "st", "nd", "rd", "th", "er", "º":
		day, _ := strconv.Atoi(s[:n])
		return day
	}
	return 0
}

func isoDate(year, month, day int) string {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

// telephone adds the last figures of what begins with the figure at i, if it looks like a telephone number. It gives the end of what it
// looked at.
func (t *tokenizer) telephone(i int) (end int) {
	const fewest, national, most = 7, 9, 15
	s := t.text
	international := i > 0 && s[i-1] == '+'
	marked := international || i > 0 && s[i-1] == '(' || s[i] == '0'
	var all []byte
	var groups []string
	signs := ""
	for end = i; end < len(s); {
		n := digits(s[end:])
		all = append(all, s[end:end+n]...)
		groups = append(groups, s[end:end+n])
		end += n
		gap := 0
		for gap < 2 && end+gap < len(s) && strings.IndexByte(" -/.()", s[end+gap]) >= 0 {
			gap++
		}
		if gap == 0 || end+gap == len(s) || !isFigure(s[end+gap]) {
			break
		}
		signs += s[end : end+gap]
		end += gap
	}
	last := groups[len(groups)-1]
	switch {
	case len(all) < fewest || len(all) > most || wordBehind(s, end):
		return end
	case len(groups) == 1 && !international && !(s[i] == '0' && len(all) >= national):
		return end // a number as any other
	case !marked && !(strings.HasSuffix(signs, "-") && len(last) == 4 && len(groups[len(groups)-2]) == 3):
		return end
	case len(groups) == 3 && len(groups[0]) < 3 && len(groups[1]) < 3 && len(last) == 4 && !international:
		return end // a date
	case strings.Contains(signs, ".") && (len(groups) < 3 || len(groups[0]) < 2 && !international):
		return end
	case strings.Trim(signs, " ") == "" && !international && len(all) < national:
		return end
	}
	for _, n := range []int{fewest, national} {
		if len(all) >= n {
			t.add("+" + string(all[len(all)-n:]))
		}
	}
	return end
}

// withoutEnding is a part number of letters and figures without the letters behind its last figure: M5799 of M5799DWF.
func withoutEnding(word string) string {
	const shortest, longest, ending = 4, 16, 4
	end := strings.LastIndexAny(word, "0123456789") + 1
	if end < shortest || end == len(word) || len(word) > longest || len(word)-end > ending || end-strings.IndexAny(word, "0123456789") < 3 {
		return ""
	}
	return word[:end]
}
