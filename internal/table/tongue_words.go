package table

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
)

// A spelt is a word, a number, a date, a code or a mark of a question as it is written.
type spelt struct {
	text string
	kind byte // w: word, n: number, d: date, c: code, o: ordinal, p: mark
}

func (w *spelt) word() bool { return w.kind == 'w' }

// writtenParts are a date, an ordinal, a code, a number, a word, and any other sign.
var writtenParts = pattern.New(`(\d{1,2}[./]\s?\d{1,2}[./](?:\d{4}|\d{2})\b|\b\d{4}-\d{2}-\d{2}\b)|(\b\d{1,2}(?:er|ère|ere|ème|eme|º|ª|°)(?:\b|\s|$))|` +
	`(\pL+[-_/]?\d(?:[\pL\d_/-]*[\pL\d])?|\d+(?:[-_/][\pL\d]+)+|\d+\pL[\pL\d]*)|(\d{1,3}(?:[.\x{a0}\x{202f}' ]\d{3})+(?:,\d+)?\b|\d+(?:[.,]\d+)*)|(\pL+)|(\S)`)

// asWords parts a question.
func asWords(text string) (list []spelt) {
	for _, m := range writtenParts.FindAllStringSubmatch(text, maxAsked*2) {
		for i, kind := range []byte("docnwp") {
			if s := m[i+1]; s != "" {
				list = append(list, spelt{strings.TrimSpace(s), kind})
				break
			}
		}
	}
	return list
}

var (
	groupedNumber = pattern.New(`^\d{1,3}(?:[.\x{a0}\x{202f}' ]\d{3})+(?:,\d+)?$`)
	dayWritten    = pattern.New(`^(\d{1,2})[./]\s?(\d{1,2})[./](\d{2,4})$`)
)

// inDigits writes a number as English does: 1.250,50 is 1250.50.
func inDigits(s string) string {
	if groupedNumber.MatchString(s) {
		s = strings.Map(func(r rune) rune {
			if r == ',' || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s)
	}
	return strings.Replace(s, ",", ".", 1)
}

// inDays writes a date with the day first as the planner reads it; "" where it is no date.
func inDays(s string) string {
	m := dayWritten.FindStringSubmatch(s)
	if m == nil {
		return s // 2024-01-03
	}
	day, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2])
	if day < 1 || day > 31 || month < 1 || month > 12 || len(m[3]) == 3 {
		return ""
	}
	if len(m[3]) == 2 {
		m[3] = "20" + m[3]
	}
	return strconv.Itoa(day) + " " + monthNames[month-1] + " " + m[3]
}

// isYear reports whether a word is a number of four digits that may be a year.
func (w *spelt) isYear() bool {
	return w.kind == 'n' && len(w.text) == 4 && (strings.HasPrefix(w.text, "19") || strings.HasPrefix(w.text, "20"))
}
