package scope

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// ofPeople are attributes whose values are names of people. Each is found by what NamesIn gives, too.
const ofPeople = " author from to cc bcc sender manager editor modified-by patient patient-name attendee "

// NamesIn gives the names that find a person's full name, besides the whole: of "Ada Byron <ada@northwind.ie>" the name, the address and
// Byron, of "Holloway, Ann" Holloway.
func NamesIn(text string) (list []string) {
	name, rest, addressed := strings.Cut(text, "<")
	name = strings.Trim(name, " \"'")
	if address, _, closed := strings.Cut(rest, ">"); addressed && closed {
		list = append(list, name, strings.TrimSpace(address))
	}
	family := name
	if last, first, inverted := strings.Cut(name, ","); inverted && strings.TrimSpace(first) != "" {
		family = last
	} else if words := strings.Fields(name); len(words) > 1 && len(words) < 6 {
		family = words[len(words)-1]
	}
	if family = strings.TrimSpace(family); family != text && !strings.ContainsFunc(family, func(r rune) bool { return unicode.IsDigit(r) || r == '@' }) {
		list = append(list, family)
	}
	return slices.DeleteFunc(list, func(n string) bool { return n == "" })
}

// inPeriod holds for the times that a file is about which lie within that of a match: 2019 has 2019-Q2, and 2019-Q2 has 2019-05.
func inPeriod(m spar.Match, matches func(spar.Value) bool) func(spar.Value) bool {
	asked := m
	if from, to, ok := partOfYear(m.Text); ok && !m.Range {
		asked = spar.Match{Range: true, From: from.Format(time.DateOnly), To: to.AddDate(0, 0, -1).Format(time.DateOnly)}
	}
	in, err := dates(asked)
	if err != nil {
		return matches
	}
	return func(v spar.Value) bool {
		if matches(v) || v.Kind != spar.Text {
			return matches(v)
		}
		from, to, ok := partOfYear(v.Text)
		return ok && in.holds(from) && in.holds(to.Add(-time.Second))
	}
}

// partOfYear reads a year, a half, a quarter or a month, as 2023, 2023-H1, 2023-Q3 or 2023-07: its first moment, and that of what follows.
func partOfYear(text string) (from, to time.Time, ok bool) {
	year, part, parted := strings.Cut(strings.ToUpper(text), "-")
	y, err := strconv.Atoi(year)
	if err != nil || len(year) != 4 || parted && len(part) != 2 {
		return from, to, false
	}
	first, months := 1, 12
	if parted {
		n, err := strconv.Atoi(strings.TrimLeft(part, "HQ"))
		months = map[byte]int{'H': 6, 'Q': 3}[part[0]]
		if months == 0 {
			months = 1
		}
		if first = (n-1)*months + 1; err != nil || n < 1 || first > 12 {
			return from, to, false
		}
	}
	from = time.Date(y, time.Month(first), 1, 0, 0, 0, 0, time.UTC)
	return from, from.AddDate(0, months, 0), true
}
