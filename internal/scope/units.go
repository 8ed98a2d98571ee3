package scope

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Period reads a date of a scope, "2019", "2019-05" or "2019-05-31", as the span of time [start, end) it names, in UTC.
func Period(text string) (start, end time.Time, err error) {
	for _, form := range []struct {
		layout              string
		years, months, days int
	}{{"2006", 1, 0, 0}, {"2006-01", 0, 1, 0}, {"2006-01-02", 0, 0, 1}} {
		if t, err := time.ParseInLocation(form.layout, text, time.UTC); err == nil {
			return t, t.AddDate(form.years, form.months, form.days), nil
		}
	}
	return start, end, spar.Errorf(spar.Invalid, "%q is not a date; write 2019, 2019-05 or 2019-05-31", text)
}

// Size reads a number of bytes: "1500", "20kB", "1.5MB", "2GiB". The units kB, MB, GB, TB are powers of 1000 and KiB,
// MiB, GiB, TiB powers of 1024, as in IEC 80000-13; case does not matter.
func Size(text string) (float64, error) {
	units := []struct {
		suffix string
		factor float64
	}{
		{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
		{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
		{"k", 1e3}, {"m", 1e6}, {"g", 1e9}, {"t", 1e12}, {"b", 1},
	}
	number, factor := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, u := range units {
		if rest, ok := strings.CutSuffix(number, u.suffix); ok {
			number, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, spar.Errorf(spar.Invalid, "%q is not a size; write bytes or 20kB, 1.5MB, 2GiB", text)
	}
	return v * factor, nil
}

// number reads a decimal number.
func number(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) {
		return 0, spar.Errorf(spar.Invalid, "%q is not a number", text)
	}
	return v, nil
}

// maxAge bounds the number in an age, so that it names a time that exists.
const maxAge = 10_000

// before is the time that lies an age before now; more adds to the number of the age. Months and years are those of the
// calendar.
func before(now time.Time, age string, more int) (time.Time, error) {
	digits := 0
	for digits < len(age) && age[digits] >= '0' && age[digits] <= '9' {
		digits++
	}
	n, err := strconv.Atoi(age[:digits])
	if err == nil && n <= maxAge {
		n += more
		switch age[digits:] {
		case "h":
			return now.Add(-time.Duration(n) * time.Hour), nil
		case "d":
			return now.AddDate(0, 0, -n), nil
		case "w":
			return now.AddDate(0, 0, -7*n), nil
		case "mo":
			return now.AddDate(0, -n, 0), nil
		case "y":
			return now.AddDate(-n, 0, 0), nil
		}
	}
	return time.Time{}, spar.Errorf(spar.Invalid, "%q is not an age; write 12h, 30d, 6w, 18mo or 2y, of at most %d units", age, maxAge)
}

// comparison splits ">=5" into ">=" and "5"; sign is "" where there is none.
func comparison(text string) (sign, rest string) {
	for _, s := range []string{">=", "<=", ">", "<"} {
		if rest, ok := strings.CutPrefix(text, s); ok {
			return s, strings.TrimSpace(rest)
		}
	}
	return "", text
}

// A numberRange holds for the numbers from one to another.
type numberRange struct {
	from, to     float64
	above, below bool // the end itself does not belong
}

func (r numberRange) holds(n float64) bool {
	return (r.from < n || r.from == n && !r.above) && (n < r.to || n == r.to && !r.below)
}

// numbers turns a match into a range, with the numbers in it read by read.
func numbers(m spar.Match, read func(string) (float64, error)) (r numberRange, err error) {
	r.from, r.to = math.Inf(-1), math.Inf(1)
	if !m.Range {
		sign, text := comparison(m.Text)
		n, err := read(text)
		switch sign {
		case "":
			r.from, r.to = n, n
		case ">", ">=":
			r.from, r.above = n, sign == ">"
		default:
			r.to, r.below = n, sign == "<"
		}
		return r, err
	}
	if m.From != "" {
		if r.from, err = read(m.From); err != nil {
			return r, err
		}
	}
	if m.To != "" {
		if r.to, err = read(m.To); err != nil {
			return r, err
		}
	}
	if r.from > r.to {
		return r, backwards(m)
	}
	return r, nil
}

// A dateRange holds for the times in [from, to); the zero time leaves an end open.
type dateRange struct{ from, to time.Time }

func (r dateRange) holds(t time.Time) bool {
	return (r.from.IsZero() || !t.Before(r.from)) && (r.to.IsZero() || t.Before(r.to))
}

// dates turns a match into a range. A date names a span of time: what lies after it lies after all of the span.
func dates(m spar.Match) (r dateRange, err error) {
	if !m.Range {
		sign, text := comparison(m.Text)
		start, end, err := Period(text)
		switch sign {
		case "":
			r = dateRange{start, end}
		case ">":
			r.from = end
		case ">=":
			r.from = start
		case "<":
			r.to = start
		case "<=":
			r.to = end
		}
		return r, err
	}
	if m.From != "" {
		if r.from, _, err = Period(m.From); err != nil {
			return r, err
		}
	}
	if m.To != "" {
		if _, r.to, err = Period(m.To); err != nil {
			return r, err
		}
	}
	if m.From != "" && m.To != "" && !r.from.Before(r.to) {
		return r, backwards(m)
	}
	return r, nil
}

// ages turns a match into the range of the times that lie so long before now. A single age goes up to the next one of
// its unit: 2y is from two years to less than three.
func ages(m spar.Match, now time.Time) (r dateRange, err error) {
	const instant = time.Nanosecond // ranges are open at their end
	if !m.Range {
		sign, text := comparison(m.Text)
		at, err := before(now, text, 0)
		if err != nil {
			return r, err
		}
		switch sign {
		case "":
			older, err := before(now, text, 1)
			return dateRange{older.Add(instant), at.Add(instant)}, err
		case ">":
			r.to = at
		case ">=":
			r.to = at.Add(instant)
		case "<":
			r.from = at.Add(instant)
		case "<=":
			r.from = at
		}
		return r, nil
	}
	if m.From != "" {
		if r.to, err = before(now, m.From, 0); err != nil {
			return r, err
		}
		r.to = r.to.Add(instant)
	}
	if m.To != "" {
		if r.from, err = before(now, m.To, 0); err != nil {
			return r, err
		}
	}
	if m.From != "" && m.To != "" && !r.from.Before(r.to) {
		return r, backwards(m)
	}
	return r, nil
}

func backwards(m spar.Match) error {
	return spar.Errorf(spar.Invalid, "the range %s..%s ends before it begins", m.From, m.To)
}
