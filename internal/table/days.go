package table

import (
	"strconv"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	dottedDay  = pattern.New(`\b(\d{1,2})[./](\d{1,2})[./]((?:1[5-9]|20)\d\d)\b`)
	nthOfMonth = pattern.New(`(?i)(?:\bthe )?\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ` + months + `\b`)
	theYear    = pattern.New(`(?i)\b(?:the )?years? ((?:1[5-9]|20)\d\d)\b`)
	monthSpan  = pattern.New(`(?i)(?:\b(?:from|between) )?\b` + months + ` ?(?:to|till|until|through|and|-|–|\+) ?` + months + `(?: of)?,? ((?:1[5-9]|20)\d\d)\b`)
	monthList  = pattern.New(`(?i)\b` + months + `, ?` + months + `,? (?:and|or) ` + months + `(?: of)?,? ((?:1[5-9]|20)\d\d)\b`)
	daySpan    = pattern.New(`(?i)(?:\b(?:from|between) )?(?:\bthe )?\b(\d{1,2}) ` + months + `\.? ?(?:to|till|until|through|and|-|–) ?(?:the )?(\d{1,2}) ` + months + `\.?,? ((?:1[5-9]|20)\d\d)\b`)
	ofYear     = pattern.New(`(?i)\b` + months + ` of ((?:1[5-9]|20)\d\d)\b`)
)

var monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// datesWritten writes dates of a question with the names of their months, so that its words are not taken for numbers. Which of two small
// numbers is the month is left open where both may be.
func datesWritten(text string) string {
	write := func(day, month, year string) (string, bool) {
		d, _ := strconv.Atoi(day)
		m, _ := strconv.Atoi(month)
		if d < 1 || d > 31 || m < 1 || m > 12 {
			return "", false
		}
		return strconv.Itoa(d) + " " + monthNames[m-1] + " " + year, true
	}
	text = dottedDay.ReplaceAllStringFunc(text, func(s string) string {
		m := dottedDay.FindStringSubmatch(s)
		first, _ := strconv.Atoi(m[1])
		second, _ := strconv.Atoi(m[2])
		slash := s[len(m[1])] == '/'
		if slash && first <= 12 && second <= 12 && first != second {
			return s
		}
		if slash && second > 12 {
			m[1], m[2] = m[2], m[1]
		}
		if day, ok := write(m[1], m[2], m[3]); ok {
			return day
		}
		return s
	})
	text = monthList.ReplaceAllStringFunc(text, func(s string) string {
		m := monthList.FindStringSubmatch(s)
		if a, b, c := month(m[1]), month(m[2]), month(m[3]); b != a+1 || c != b+1 {
			return s
		}
		return "between " + m[1] + " " + m[4] + " and " + m[3] + " " + m[4]
	})
	text = monthSpan.ReplaceAllString(text, "between $1 $3 and $2 $3")
	text = nthOfMonth.ReplaceAllString(text, "$1 $2")
	text = daySpan.ReplaceAllString(text, "between $1 $2 $5 and $3 $4 $5")
	text = ofYear.ReplaceAllString(text, "$1 $2")
	return theYear.ReplaceAllString(text, "$1")
}

// isDay reports whether the text at a word is a date or may be a year.
func (r *reader) isDay(i int, text string) bool {
	w := r.q.words[i]
	return newOperand(text).Kind == spar.Date || w.number >= 1000 && w.number < 3000 && w.number == float64(int(w.number))
}

// dateNamed is the one column of dates that the sentence of a word names: inspected in 2025. -1 for none, or several.
func (r *reader) dateNamed(at int) (int, *atom) {
	var found *atom
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values != nil || a.taken || r.t.Columns[a.column].Kind != spar.Date || len(a.others) > 0 && !a.full || r.q.words[a.from].sentence != r.q.words[at].sentence {
			continue
		}
		if found != nil && found.column != a.column {
			return -1, nil
		}
		found = a
	}
	if found == nil {
		return -1, nil
	}
	return found.column, found
}

// yearly tells which columns of numbers are years.
func (t *Table) yearly() []bool {
	list := make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		list[i] = c.Kind == spar.Number
		for n := range t.Rows[:min(len(t.Rows), sampleRows)] {
			if v := t.Rows[n].cell(i); v.Text != "" && (v.Unit != "" || v.Number != float64(int(v.Number)) || v.Number < 1600 || v.Number > 2100) {
				list[i] = false
			}
		}
	}
	return list
}

// byAge are words for an extreme that swap its end over dates: the lowest date is the oldest.
var byAge = wordSet("oldest newest youngest longest shortest")

// inTime turns the direction of a word for the most that is said of age where the column has dates: the oldest has the first.
func (f *former) inTime(measure *atom) {
	if f.super >= 0 && measure != nil && byAge[f.q.words[f.super].text] && (f.t.Columns[measure.column].Kind == spar.Date || f.x.yearly[measure.column]) {
		f.low = !f.low
	}
}

// asksWhen reports whether the question asks for the date or year itself that a superlative is of.
func (f *former) asksWhen(measure *atom) bool {
	if f.t.Columns[measure.column].Kind != spar.Date && !f.x.yearly[measure.column] {
		return false
	}
	for i := 1; i < len(f.q.words); i++ {
		if cachedSet("year date day")[f.q.words[i].text] && cachedSet("what which")[f.q.words[i-1].text] {
			return true
		}
	}
	return f.q.words[0].text == "when"
}

// ageAtoms are words for the oldest and newest where one column alone has years.
func (r *reader) ageAtoms() (list []atom) {
	found := r.t.only(func(c int, _ *Column) bool { return r.x.yearly[c] })
	for i := range r.q.words {
		if found >= 0 && cachedSet("oldest newest older newer")[r.q.words[i].text] && !r.inLabels(&r.q.words[i]) && r.ageColumn() < 0 {
			list = append(list, atom{from: i, to: i + 1, column: found, words: 1, strength: 0.9, full: true, all: true, spoken: true, unit: true})
		}
	}
	return list
}
