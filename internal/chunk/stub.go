package chunk

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A stub follows the rows of one table and tells which of them only name those below: "Deferred tax assets:", or the day of
// a balance. Such a name holds until the next one of its kind, or a total, ends it.
type stub struct {
	width         int
	names         bool // the first column has names of rows and no label of its own
	period, group string
	opened        bool // the row before was a group's name
}

var (
	stubPeriod = pattern.New(`(?i)\b(?:(?:19|20)\d\d|fy ?\d\d)\W*$`)
	stubUnit   = pattern.New(`(?i)^\W*(?:in|\$|€|£|amounts|dollars|usd|eur)\b`)
	totalName  = pattern.New(`(?i)^(?:(?:grand|net|overall|sub)[ -]?)?(?:totals?|subtotals?|sum|zwischensumme|gesamt\pL*|insgesamt|summe|somme|sous-total|total général|suma|subtotales)\b|\btotals?\W*$`)
)

// maxGroup is the bytes of a name that is repeated in the rows below it.
const maxGroup = 160

// newStub is for a table with a header, which may be nil.
func newStub(header []string) stub {
	first := ""
	if len(header) > 0 {
		first = strings.TrimSpace(header[0])
	}
	return stub{width: len(header),
		names: len(header) > 0 && (first == "" || stubUnit.MatchString(first) || stubPeriod.MatchString(first) ||
			strings.HasSuffix(first, ",") || strings.HasSuffix(first, ":"))}
}

// add takes the next row, and reports whether it is only a name.
func (s *stub) add(cells []string) bool {
	s.width = max(s.width, len(cells))
	at, filled := 0, 0
	for i, c := range cells {
		if strings.TrimSpace(c) != "" {
			at, filled = i, filled+1
		}
	}
	text := ""
	if filled == 1 {
		text = strings.TrimSpace(cells[at])
	}
	named := filled == 1 && len(text) <= maxGroup && s.width > 2 && (strings.ContainsFunc(text, isLetter) || stubPeriod.MatchString(text)) &&
		(s.names || at == 0 && (strings.HasSuffix(text, ":") || stubPeriod.MatchString(text)))
	switch {
	case !named:
		if filled > 0 && IsTotal(cells) {
			s.group = ""
		}
	case stubPeriod.MatchString(text):
		s.period, s.group = strings.TrimSuffix(text, ":"), ""
	case s.opened && s.group != "" && len(s.group)+len(text) < maxGroup:
		s.group += " / " + strings.TrimSuffix(text, ":")
	default:
		s.group = strings.TrimSuffix(text, ":")
	}
	s.opened = named
	return named
}

// name is what holds for the present row, "" where nothing does.
func (s *stub) name() string {
	if s.period != "" && s.group != "" {
		return s.period + " / " + s.group
	}
	return s.period + s.group
}

func isLetter(r rune) bool { return r >= utf8.RuneSelf || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// IsTotal reports whether a row calls itself the sum of others.
func IsTotal(cells []string) bool {
	for _, c := range cells {
		if c = strings.TrimSpace(c); c != "" {
			return len(c) <= maxGroup && totalName.MatchString(c)
		}
	}
	return false
}

// findTotals marks the rows that sum up others: rows that say so, and rows without a name whose figures are the sums of the rows since the
// last group, total or such row.
func (t *Table) findTotals() {
	from := 0
	for i := range t.Rows {
		r := &t.Rows[i]
		switch {
		case r.Named:
			from = i + 1
		case r.Total:
			from = i + 1
		case i-from >= 2 && len(r.Cells) > 0 && r.Cells[0].Column > 1 && t.sums(from, i):
			r.Total = true
			from = i + 1
		}
	}
}

// sums reports whether the figures of row n are the sums of those in rows [from, n).
func (t *Table) sums(from, n int) bool {
	for _, c := range t.Rows[n].Cells {
		if c.Value.Kind != spar.Number {
			return false
		}
		sum := 0.0
		for _, r := range t.Rows[from:n] {
			for _, other := range r.Cells {
				if other.Column == c.Column && other.Value.Kind == spar.Number {
					sum += other.Value.Number
				}
			}
		}
		if math.Abs(sum-c.Value.Number) > 0.006*math.Max(1, float64(n-from))*math.Max(1, math.Abs(c.Value.Number)*1e-4) {
			return false
		}
	}
	return true
}
