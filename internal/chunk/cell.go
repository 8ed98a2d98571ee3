package chunk

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
	spar "github.com/sparsearch/spar/internal/spar"
)

var (
	cellNumber = pattern.New(`^([-+−–]?)\s*(\D{0,4}?)\s*([-+−–]?)(\d[\d.,'’ \x{a0}\x{202f}]*(?:[eE][-+]?\d{1,3})?)\s*(\D{0,4}?)$`)
	cellDate   = pattern.New(`^\d{1,4}[-./ ](?:\d{1,2}|[A-Za-z]{3,9})[-./ ]\d{2,4}`)
	threes     = pattern.New(`^\d{1,3}(?:[,.'’ \x{a0}\x{202f}]\d{3})+$`)
	symbols    = map[string]bool{"": true, "$": true, "us$": true, "€": true, "£": true, "¥": true, "%": true, "usd": true,
		"eur": true, "chf": true, "gbp": true, "jpy": true, "fr.": true, "‰": true, "°c": true, "k": true, "m": true, "bn": true,
		"kg": true, "km": true, "h": true, "x": true}
)

// dateLayouts are the ways to write a date that can be read in one way only.
var dateLayouts = []string{"2006-1-2", "2006/1/2", "2006.1.2", "2.1.2006", "2 January 2006", "2 Jan 2006", "2-Jan-2006",
	"2-Jan-06", "2006-1-2 15:04", "2006-1-2 15:04:05", time.RFC3339, "2006-01-02T15:04:05"}

// noteMark is the mark of a footnote behind a figure: "1,216 (a)", "7*", "12 (3)".
var noteMark = pattern.New(`^(.*[\d%)])(?:\s*(?:[*†‡§]+|[¹²³⁴⁵⁶⁷⁸⁹]+|\([a-z]\)|\[[a-z0-9]{1,2}\])|\s+\(\d{1,2}\))$`)

// Typed reads the text of a cell: a number with the symbol or unit beside it, such as % or $, a date, or a text. An ambiguous cell, such as
// 03/04/2020, is a text. Parentheses around a number are a minus; a lone comma or point before three digits parts thousands if it is a
// comma.
func Typed(cell string) (v spar.Value, unit string) {
	cell = strings.TrimSpace(cell)
	if v, ok := plainCell(cell); ok {
		return v, ""
	}
	return typed(cell)
}

// typed is Typed by expressions alone, for a cell without blanks around it.
func typed(cell string) (v spar.Value, unit string) {
	text := spar.Value{Kind: spar.Text, Text: cell}
	if bare := withoutMark(cell); bare != cell { // of a footnote
		if v, unit = Typed(bare); v.Kind == spar.Number {
			return v, unit
		}
		return text, ""
	}
	if cell == "" || len(cell) > 60 || !strings.ContainsAny(cell, "0123456789") {
		return text, ""
	}
	if cellDate.MatchString(cell) {
		for _, layout := range dateLayouts {
			if t, err := time.Parse(layout, cell); err == nil {
				return spar.Value{Kind: spar.Date, Date: t.UTC()}, ""
			}
		}
	}
	inner, negative := cell, false
	if strings.HasPrefix(cell, "(") && strings.HasSuffix(cell, ")") {
		inner, negative = strings.TrimSpace(cell[1:len(cell)-1]), true
	} else if i := strings.IndexByte(cell, '('); i > 0 && i <= 4 && strings.HasSuffix(cell, ")") { // $ (12)
		inner, negative = strings.TrimSpace(cell[:i])+cell[i+1:len(cell)-1], true
	}
	m := cellNumber.FindStringSubmatch(inner)
	if m == nil {
		return text, ""
	}
	before, after := strings.ToLower(strings.TrimSpace(m[2])), strings.ToLower(strings.TrimSpace(m[5]))
	if !symbols[before] || !symbols[after] || before != "" && after != "" && before != "$" {
		return text, ""
	}
	n, ok := readNumber(strings.TrimSpace(m[4]))
	if !ok {
		return text, ""
	}
	if m[1] != "" && m[1] != "+" || m[3] != "" && m[3] != "+" || negative {
		n = -n
	}
	unit = strings.TrimSpace(m[5])
	if unit == "" {
		unit = strings.TrimSpace(m[2])
	}
	return spar.Value{Kind: spar.Number, Number: n}, unit
}

// plainCell reads the commonest cells of large tables as the expressions do, without them: figures with at most one point, and dates such
// as 2020-12-31.
func plainCell(cell string) (spar.Value, bool) {
	const mostFigures = 15 // that a float64 keeps
	if cell == "" || len(cell) > mostFigures || cell[0] < '0' || cell[0] > '9' {
		return spar.Value{}, false
	}
	points, hyphens := 0, 0
	for i := range len(cell) {
		switch c := cell[i]; {
		case c == '.':
			points++
		case c == '-':
			hyphens++
		case c < '0' || c > '9':
			return spar.Value{}, false
		}
	}
	switch {
	case hyphens == 0 && points <= 1:
		n, err := strconv.ParseFloat(cell, 64)
		return spar.Value{Kind: spar.Number, Number: n}, err == nil
	case hyphens == 2 && points == 0 && len(cell) == len(time.DateOnly):
		t, err := time.Parse(time.DateOnly, cell)
		return spar.Value{Kind: spar.Date, Date: t}, err == nil
	}
	return spar.Value{}, false
}

// withoutMark takes the mark of a footnote off a cell.
func withoutMark(cell string) string {
	if n := len(cell); n == 0 || cell[n-1] < 0x80 && strings.IndexByte("*)]", cell[n-1]) < 0 {
		return cell
	}
	return noteMark.ReplaceAllString(cell, "$1")
}

// readNumber reads digits with their separators.
func readNumber(s string) (float64, bool) {
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i:]
	}
	point := strings.LastIndexByte(mantissa, '.')
	comma := strings.LastIndexByte(mantissa, ',')
	whole, rest := mantissa, ""
	switch {
	case point >= 0 && (comma < point) && (comma >= 0 || strings.Count(mantissa, ".") == 1):
		whole, rest = mantissa[:point], mantissa[point+1:]
	case comma >= 0 && (point >= 0 || strings.Count(mantissa, ",") == 1 && !threes.MatchString(mantissa)):
		whole, rest = mantissa[:comma], mantissa[comma+1:]
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, whole)
	if whole != digits && !threes.MatchString(whole) || strings.Trim(rest, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(digits+"."+rest+exponent, 64)
	return n, err == nil && !math.IsInf(n, 0)
}

var unitPart = pattern.New(`(?i)\(([^()]{1,80})\)\s*$` +
	`|\b((?:in|en) (?:(?:us\$|usd|eur|chf|gbp|\$|€|£) )?(?:thousands?|millions?|billions?|tausend|millionen|milliers|mio\.?|mrd\.?` +
	`|tsd\.?|teur|keur|percent|prozent|%|usd|eur|chf|gbp|us\$|dollars|euros?|days|hours|years|kg` +
	`|km)(?: (?:of )?(?:us dollars|dollars|euros?|usd|eur|chf|gbp))?)(?:[^\p{L}]|$)|\[([^\[\]]{1,20})\]\s*$`)

// unitLike tells a unit in parentheses from a remark.
var unitLike = pattern.New(`(?i)^(?:in ` +
	`|en )?(?:(?:us\$|usd|eur|teur|keur|chf|gbp|jpy|[tk]?€|\$|£|¥|%|percent|prozent|rmb|cad|aud|us|in|kg|g|t|km|m|cm|mm|m²|m2|km²` +
	`|h|hours?|days?|months?|years?|min|s|ms|kwh|mwh|gwh|mw|kw|°c|thousands?|millions?|billions?|tausend|millionen|milliers|bn|mn` +
	`|mio\.?|mrd\.?|tsd\.?|'?000s?|dollars?|euros?|of|units?|shares?|pcs|tonnes?|litres?|l)[ ,/.']*)+$`)

var (
	unitRest = pattern.New(`(?i)[,;]? *\b(?:except|unless|other than|außer|sauf|excepto)\b.*$`)
	unitEnd  = pattern.New(`(?i)\s((?:us|a|c|nz|s)?[$€£¥] ?(?:'?000s?|m|bn|mn|k|thousands?|millions?|billions?)?|%)$`)
)

// Unit is the unit of figures in a label or caption, such as "USD million" of "Revenue (USD million)", "" for none.
func Unit(label string) string {
	label = strings.ReplaceAll(label, "’", "'")
	for _, m := range unitPart.FindAllStringSubmatch(label, -1) {
		for _, u := range m[1:] {
			if u = strings.TrimSpace(unitRest.ReplaceAllString(u, "")); u != "" && unitLike.MatchString(u) {
				return u
			}
		}
	}
	if m := unitEnd.FindStringSubmatch(label); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// wholeUnit is Unit for a label that may be nothing but a unit, as the lowest of several often is.
func wholeUnit(label string) string {
	if u := Unit(label); u != "" {
		return u
	}
	if u := strings.ReplaceAll(strings.Trim(label, "()[] "), "’", "'"); len(u) <= 40 && unitLike.MatchString(u) {
		return u
	}
	return ""
}
