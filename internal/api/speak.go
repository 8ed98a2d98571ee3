package api

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/tongue"
)

// ofFigures begins the lines of what stands around computed values.
const ofFigures = "figure:"

// cutShort matches what stands behind the values of a list that are not all shown.
var cutShort = regexp.MustCompile(`\.\.\. \((\d+) of (\d+)\)$`)

// rowsOf matches what stands behind the plan in the statement of a computed answer.
var rowsOf = regexp.MustCompile(`^(\d+) rows? of (.*)\)$`)

// filesOf matches what stands for the name of a file where there are several.
var filesOf = regexp.MustCompile(`^(\d+) files(:.*)?$`)

// Speak says the statement that was computed in a language: its plan, its figures and the rows that it comes from. Other statements are in
// the language of the files, and stay.
func (a Answer) Speak(language string) any {
	if a.Computed == nil || a.Computed.Spoken == "" {
		return a
	}
	for i, b := range a.Bullets {
		said, is := computedIn(language, b.Text, a.Computed.Spoken)
		if !is {
			continue
		}
		a.Answer = strings.Replace(a.Answer, b.Text, said, 1)
		a.Bullets = slices.Clone(a.Bullets)
		a.Bullets[i].Text = said
		break
	}
	return a
}

// computedIn says a statement such as "6502.93 (average of Income; 1470 rows of staff.csv)" in a language; false where it is none.
func computedIn(language, text, plan string) (string, bool) {
	values, rest, is := strings.Cut(text, " ("+plan+"; ")
	rows := rowsOf.FindStringSubmatch(rest)
	if !is || rows == nil {
		return text, false
	}
	form := "{values} ({plan}; {n} rows of {name})"
	if rows[1] == "1" {
		form = "{values} ({plan}; {n} row of {name})"
	}
	name := rows[2]
	if m := filesOf.FindStringSubmatch(name); m != nil {
		name = tongue.Filled(language, ofFigures, "{n} files", "{n}", m[1]) + m[2]
	}
	return tongue.Filled(language, ofFigures, form, "{values}", FiguresIn(language, values), "{plan}", tongue.Plan(language, plan),
		"{n}", tongue.Figures(language, rows[1]), "{name}", name), true
}

// FiguresIn says computed values in a language.
func FiguresIn(language, values string) string {
	if m := cutShort.FindStringSubmatch(values); m != nil {
		values = strings.TrimSuffix(values, m[0])
		return tongue.Figures(language, strings.TrimSuffix(values, "; ")) + "; " + tongue.Filled(language, ofFigures, "... ({n} of {all})", "{n}", m[1], "{all}", m[2])
	}
	return tongue.Figures(language, values)
}

// Speak says a reading of a question over a table in a language.
func (r TableReading) Speak(language string) any {
	r.Value = FiguresIn(language, r.Value)
	return r
}
