package versions

import (
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
)

// dateForms are the ways to write a date that are read.
var dateForms = []string{time.DateOnly, "2006/01/02", "2 January 2006", "January 2, 2006", "January 2 2006", "2 Jan 2006",
	"02.01.2006", "2.1.2006", "02/01/2006", "January 2006", "January, 2006", "2006"}

// dayOrdinal is the number of a day as English writes it.
var dayOrdinal = pattern.New(`^(\d{1,2})(?:st|nd|rd|th)(,?)$`)

// plainDates are ways to write a date that are read where they can be read in one way only.
var plainDates = []string{"1/2/2006", "1/2/06", "2/1/06"}

func date(text string) (time.Time, bool) {
	words := strings.Fields(text)
	for i, w := range words { // months of other languages, and days as in "1. Januar" and "1er janvier"
		if n, ok := monthOf(strings.TrimRight(w, ".,")); ok {
			words[i] = time.Month(n).String() + w[len(strings.TrimRight(w, ".,")):]
			if i > 0 {
				words[i-1] = strings.TrimSuffix(strings.TrimSuffix(words[i-1], "."), "er")
			}
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "de" || w == "del" || w == "of" })
	for i, w := range words { // "Jan 19th, 2003"
		if ordinal := dayOrdinal.FindStringSubmatch(w); ordinal != nil {
			words[i] = ordinal[1] + ordinal[2]
		} else if len(w) > 4 && strings.HasSuffix(w, ".") {
			words[i] = strings.TrimSuffix(w, ".")
		}
	}
	text = strings.Trim(strings.Join(words, " "), " .,;")
	for _, form := range dateForms {
		if t, err := time.Parse(form, text); err == nil {
			return t, true
		}
	}
	for _, form := range plainDates {
		if t, err := time.Parse(form, text); err == nil && t.Day() > 12 { // else it could be read in two ways
			return t, true
		}
	}
	return time.Time{}, false
}
