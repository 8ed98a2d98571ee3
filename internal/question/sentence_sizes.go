package question

import (
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// sizes reads bounds of size and of length: "larger than 5 MB", "more than 20 pages".
func (p *sentenceParser) sizes() {
	for i := range p.tokens {
		if p.sizeRange(i) {
			continue
		}
		sign, n := p.comparison(i)
		value, unit, m := p.quantity(i + n)
		behind := 0
		if sign == "" && m > 0 {
			sign, behind = p.comparisonBehind(i + m)
		}
		if m == 0 || sign == "" {
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
		if p.free(from, i+n+m+behind) {
			p.add(from, i+n+m+behind, single(key, sign+strconv.FormatFloat(value, 'f', -1, 64)+unit), Exact)
		}
	}
}

// sizeRange reads "between 500 kB and 2 MB".
func (p *sentenceParser) sizeRange(at int) bool {
	if !p.oneOf(at, " between from ") {
		return false
	}
	low, unit, n := p.quantity(at + 1)
	if number, ok := figure(wordAt(p, at+1)); n == 0 && ok && p.oneOf(at+2, " and to ") { // between 3 and 4 MB
		if _, of, m := p.quantity(at + 3); m > 0 {
			low, unit, n = number, of, 1
		}
	}
	if n == 0 || !p.oneOf(at+1+n, " and to ") {
		return false
	}
	high, other, m := p.quantity(at + 2 + n)
	if m == 0 || !p.free(at, at+2+n+m) || (unit == "pages" || unit == "slides") != (other == "pages" || other == "slides") {
		return false
	}
	text := func(v float64, unit string) string { return strconv.FormatFloat(v, 'f', -1, 64) + unit }
	key := "size"
	if unit == "pages" || unit == "slides" {
		key, unit, other = unit, "", ""
	}
	p.add(at, at+2+n+m, spar.Constraint{Key: key, Values: []spar.Match{{Range: true, From: text(low, unit), To: text(high, other)}}}, Exact)
	return true
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
		{">", ">"}, {"<", "<"}, {">=", ">="}, {"<=", "<="},
	} {
		words := strings.Fields(c.words)
		if p.is(at, words...) {
			return c.sign, len(words)
		}
	}
	return "", 0
}

// comparisonBehind reads the words of a bound that stand behind a quantity.
func (p *sentenceParser) comparisonBehind(at int) (string, int) {
	for _, c := range []struct{ sign, words string }{
		{">=", "and more"}, {">=", "or more"}, {">=", "and above"}, {">=", "or above"}, {">=", "and up"},
		{">=", "and larger"}, {">=", "or larger"}, {">=", "or bigger"}, {">=", "and over"}, {">=", "or over"},
		{">=", "or higher"}, {">=", "and higher"},
		{"<=", "and less"}, {"<=", "or less"}, {"<=", "or fewer"}, {"<=", "or smaller"}, {"<=", "and smaller"},
		{"<=", "and below"}, {"<=", "or below"}, {"<=", "or lower"}, {"<=", "and lower"}, {"<=", "at most"}, {">=", "at least"},
	} {
		if words := strings.Fields(c.words); p.is(at, words...) {
			return c.sign, len(words)
		}
	}
	return "", 0
}

var units = map[string]string{"kb": "kB", "kilobyte": "kB", "kib": "KiB", "mb": "MB", "megabyte": "MB", "mib": "MiB", "gb": "GB",
	"gigabyte": "GB", "gib": "GiB", "byte": "", "page": "pages", "slide": "slides"}

var glued = pattern.New(`^(\d+(?:\.\d+)?)(kb|mb|gb|kib|mib|gib)$`)

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
	if p.is(next, "and", "a", "half") { // seven and a half
		v, next = v+.5, next+3
	}
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

var shortVersion = pattern.New(`^v(\d+(?:\.\d+)*)$`)

// versions reads "version 2", "v2" and "revision B".
func (p *sentenceParser) versions() {
	for i := range p.tokens {
		if !p.free(i, i+1) {
			continue
		}
		if m := shortVersion.FindStringSubmatch(p.tokens[i].low); m != nil && !p.tokens[i].quoted { // v3 of the procedures
			to := i + 1
			if p.is(to, "of") {
				to++
			}
			p.add(i, to, single("doc-version", m[1]), Exact)
			continue
		}
		if n := orders[wordAt(p, i)]; n > 0 && p.oneOf(i+1, " version revision rev ") && p.free(i, i+2) { // the second version
			to := i + 2
			if p.is(to, "of") {
				to++
			}
			p.add(i, to, single("doc-version", strconv.Itoa(n)), Exact)
			continue
		}
		if p.oneOf(i, " later newer higher after ") && (p.is(i+1, "than", "version") || p.is(i, "after", "version")) {
			j := i + 2 + btoi(p.is(i+1, "than"))
			if _, ok := figure(wordAt(p, j)); ok && p.free(i, j+1) {
				p.add(i, j+1, single("doc-version", ">"+wordAt(p, j)), Exact)
				continue
			}
		}
		if p.oneOf(i, " versions revisions revs ") ||
			p.oneOf(i, " version revision rev ") && p.oneOf(i+2, " and or ") &&
				strings.ContainsAny(wordAt(p, i+3), "0123456789") && len(wordAt(p, i+3)) < 4 { // versions 1 and 2
			c, j := spar.Constraint{Key: "doc-version"}, i+1
			for {
				if _, ok := figure(wordAt(p, j)); !ok || !p.free(j, j+1) || !strings.ContainsAny(wordAt(p, j), "0123456789") {
					break
				}
				c.Values = append(c.Values, spar.Match{Text: wordAt(p, j)})
				if j++; p.oneOf(j, " and or ") && strings.ContainsAny(wordAt(p, j+1), "0123456789") {
					j++
				}
			}
			if len(c.Values) > 0 {
				if p.is(j, "of") {
					j++
				}
				p.add(i, j, c, Exact)
				continue
			}
		}
		if p.oneOf(i, " version revision rev release ") && i+1 < len(p.tokens) && p.free(i+1, i+2) && strings.ContainsAny(p.tokens[i+1].low, "0123456789") {
			to, sign := i+2, ""
			if behind := 0; p.oneOf(to, " or and ") && p.oneOf(to+1, " later newer onwards ") {
				sign, to = ">=", to+2
			} else if p.oneOf(to, " or and ") && p.oneOf(to+1, " earlier older ") {
				sign, to = "<=", to+2
			} else if sign, behind = p.comparisonBehind(to); behind > 0 {
				to += behind
			}
			if p.is(to, "of") {
				to++
			}
			p.add(i, to, single("doc-version", sign+strings.TrimPrefix(p.tokens[i+1].low, "v")), Exact)
		}
	}
}
