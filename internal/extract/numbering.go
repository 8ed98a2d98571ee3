package extract

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxListLevels is how deeply the lists of text documents nest.
const maxListLevels = 10

// maxLabelTemplate bounds the pattern of a label, in bytes.
const maxLabelTemplate = 200

// listLevel says how the items of one level are numbered.
type listLevel struct {
	start   int
	format  string // as in ECMA-376, ST_NumberFormat; "bullet" for items without a number, "" for decimal
	label   string // with the runes 1 to 10 for the numbers of those levels, such as "\x01.\x02)"
	restart int    // an item of a level up to this one begins it anew; 0 for none, -1 for all above it
	legal   bool   // the numbers of all levels are decimal
}

// A numbering counts the items of one list.
type numbering struct {
	count [maxListLevels]int
	begun [maxListLevels]bool
}

// next counts an item of a level, from 0, and gives its label; "" for a bullet.
func (n *numbering) next(levels *[maxListLevels]listLevel, level int) string {
	level = max(0, min(level, maxListLevels-1))
	for i := range level {
		if !n.begun[i] { // a level that was passed over shows where it would have begun
			n.count[i], n.begun[i] = levels[i].start, true
		}
	}
	if n.begun[level] {
		n.count[level]++
	} else {
		n.count[level], n.begun[level] = levels[level].start, true
	}
	for i := level + 1; i < maxListLevels; i++ {
		if r := levels[i].restart; r < 0 || level < r {
			n.begun[i] = false
		}
	}
	l := &levels[level]
	if l.format == "bullet" {
		return ""
	}
	var b strings.Builder
	for _, c := range l.label {
		if c == 0 || c > maxListLevels {
			b.WriteRune(c)
			continue
		}
		i := int(c) - 1
		format := levels[i].format
		if l.legal && format != "none" {
			format = "decimal"
		}
		if i <= level {
			b.WriteString(listNumeral(n.count[i], format))
		}
	}
	label := squeeze(b.String())
	if !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return "" // a bullet of another kind
	}
	return label
}

// listNumeral writes a number of a list; formats that are not known as decimals.
func listNumeral(n int, format string) string {
	switch format {
	case "none", "bullet":
		return ""
	case "decimalZero":
		if n >= 0 && n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "lowerLetter", "upperLetter":
		if n < 1 || n > 26*30 {
			break
		}
		s := strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1) // z is followed by aa, bb
		if format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman", "upperRoman":
		if n < 1 || n > 3999 {
			break
		}
		s := romanNumeral(n)
		if format == "upperRoman" {
			s = strings.ToUpper(s)
		}
		return s
	case "ordinal":
		switch {
		case n%100/10 == 1:
		case n%10 == 1:
			return strconv.Itoa(n) + "st"
		case n%10 == 2:
			return strconv.Itoa(n) + "nd"
		case n%10 == 3:
			return strconv.Itoa(n) + "rd"
		}
		return strconv.Itoa(n) + "th"
	}
	return strconv.Itoa(n)
}

func romanNumeral(n int) string {
	var b strings.Builder
	for _, r := range []struct {
		value  int
		digits string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.digits)
		}
	}
	return b.String()
}

// labelled puts the label of a list before a text; a text without anything else stays empty.
func labelled(label, text string) string {
	if label == "" || text == "" {
		return text
	}
	return label + " " + text
}

// percentLabel turns the %1 to %9 of a label in Office Open XML into the runes of listLevel.
func percentLabel(text string) string {
	text = cut(text, maxLabelTemplate)
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] == '%' && i+1 < len(text) && text[i+1] >= '1' && text[i+1] <= '9' {
			b.WriteByte(text[i+1] - '0')
			i += 2
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if r > maxListLevels {
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}
