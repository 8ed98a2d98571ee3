package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	dayMonthYear = pattern.New(`(?i)(?:(\d{1,2})\.? (?:de )?)?(\pL{3,10}) (?:de )?((?:19|20)\d\d)\b`)
	monthDayYear = pattern.New(`(?i)(\pL{3,10}) (\d{1,2}), ((?:19|20)\d\d)\b`)
	numericDay   = pattern.New(`\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b`)
)

// days are the days and months that a text names, as 2006-01-02 or 2006-01.
func days(text string) (list []string) {
	add := func(year, day string, month int) {
		s := fmt.Sprintf("%s-%02d", year, month)
		if day != "" {
			s += fmt.Sprintf("-%02s", day)
		}
		list = append(list, s)
	}
	for _, m := range dayMonthYear.FindAllStringSubmatch(text, -1) {
		if n := question.Month(m[2]); n > 0 {
			add(m[3], m[1], n)
		}
	}
	for _, m := range monthDayYear.FindAllStringSubmatch(text, -1) {
		if n := question.Month(m[1]); n > 0 {
			add(m[3], m[2], n)
		}
	}
	return append(list, numericDay.FindAllString(text, -1)...)
}

// aboutDay is how many bytes of a text's beginning may tell its day.
const aboutDay = 120

// ofDay brings forward the hits whose file is of the day or the month that a question names, by its name, headings or first words: a
// decision of another day is no answer.
func ofDay(q question.Question, hits []spar.Hit) []spar.Hit {
	asked := days(q.Text)
	if len(asked) == 0 {
		return hits
	}
	var first, rest []spar.Hit
	of := map[foundFile]bool{}
	for _, h := range hits {
		head := ""
		if h.Index == 0 {
			head = h.Passage.Text[:min(len(h.Passage.Text), aboutDay)]
		}
		if slices.ContainsFunc(days(strings.NewReplacer("_", " ").Replace(h.Path)+"\n"+h.Passage.Locator.Heading+"\n"+head), func(d string) bool {
			return slices.ContainsFunc(asked, func(a string) bool { return strings.HasPrefix(d, a) })
		}) {
			of[fileOf(h)] = true
		}
	}
	for _, h := range hits {
		if of[fileOf(h)] {
			first = append(first, h)
		} else {
			rest = append(rest, h)
		}
	}
	if len(first) == 0 {
		return hits
	}
	if q.Form == question.Summary || q.Form == question.List {
		return first
	}
	return append(first, rest...)
}
