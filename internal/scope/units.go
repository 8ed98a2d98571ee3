package scope

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar"
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
