package question

import (
	"regexp"
	"strconv"
	"strings"
)

// sizes reads bounds of size and of length: "larger than 5 MB", "more than 20 pages".
func (p *sentenceParser) sizes() {
	for i := range p.tokens {
		sign, n := p.comparison(i)
		if n == 0 {
			continue
		}
		value, unit, m := p.quantity(i + n)
		if m == 0 {
			continue
		}
		key := "size"
		switch unit {
		case "page", "pages":
			key, unit = "pages", ""
		case "slide", "slides":
			key, unit = "slides", ""
		}
		from := i
		if p.oneOf(i-1, " are is with of ") {
			from = i - 1
		}
		if p.free(from, i+n+m) {
			p.add(from, i+n+m, single(key, sign+strconv.FormatFloat(value, 'f', -1, 64)+unit), Exact)
		}
	}
}

// comparison reads the words of a bound: its sign and how many words it has.
func (p *sentenceParser) comparison(at int) (string, int) {
	for _, c := range []struct {
		sign  string
		words string
	}{
		{">", "larger than"}, {">", "bigger than"}, {">", "greater than"}, {">", "longer than"}, {">", "more than"}, {">", "over"}, {">", "above"}, {">", "exceeding"},
		{"<", "smaller than"}, {"<", "shorter than"}, {"<", "less than"}, {"<", "fewer than"}, {"<", "under"}, {"<", "below"},
		{">=", "at least"}, {"<=", "at most"}, {"<=", "up to"}, {">=", "no less than"}, {"<=", "no more than"},
	} {
		words := strings.Fields(c.words)
		if p.is(at, words...) {
			return c.sign, len(words)
		}
	}
	return "", 0
}

var units = map[string]string{"kb": "kB", "kilobyte": "kB", "kib": "KiB", "mb": "MB", "megabyte": "MB", "mib": "MiB", "gb": "GB", "gigabyte": "GB", "gib": "GiB", "byte": "", "page": "pages", "slide": "slides"}

var glued = regexp.MustCompile(`^(\d+(?:\.\d+)?)(kb|mb|gb|kib|mib|gib)$`)

// quantity reads a number with its unit: "5 MB", "5MB", "half a megabyte".
func (p *sentenceParser) quantity(at int) (value float64, unit string, n int) {
	if at >= len(p.tokens) {
		return 0, "", 0
	}
	if m := glued.FindStringSubmatch(p.tokens[at].low); m != nil {
		v, _ := strconv.ParseFloat(m[1], 64)
		return v, units[m[2]], 1
	}
	v, ok := figure(p.tokens[at].low)
	if !ok {
		return 0, "", 0
	}
	next := at + 1
	if p.tokens[at].low == "half" && p.oneOf(next, " a an ") {
		next++
	}
	if next >= len(p.tokens) {
		return 0, "", 0
	}
	u, ok := units[p.tokens[next].stem]
	if !ok {
		u, ok = units[p.tokens[next].low]
	}
	if !ok {
		return 0, "", 0
	}
	if v != float64(int(v)) && has(" kB MB GB ", u) { // half a megabyte is 500 kB
		smaller := map[string]string{"kB": "", "MB": "kB", "GB": "MB"}
		v, u = v*1000, smaller[u]
	}
	return v, u, next + 1 - at
}

// versions reads "version 2", "v2" and "revision B".
func (p *sentenceParser) versions() {
	for i := range p.tokens {
		if !p.free(i, i+1) {
			continue
		}
		if p.oneOf(i, " version revision release ") && i+1 < len(p.tokens) && p.free(i+1, i+2) && strings.ContainsAny(p.tokens[i+1].low, "0123456789") {
			to := i + 2
			if p.is(to, "of") {
				to++
			}
			p.add(i, to, single("doc-version", strings.TrimPrefix(p.tokens[i+1].low, "v")), Exact)
		}
	}
}
