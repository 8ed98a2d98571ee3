package entity

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// The simple version of Finder, by regular expressions: Finder must find the same.

type refFinder struct {
	ids      []Pattern
	dayFirst bool
	comma    bool // stands before the decimals
}

func refNew(texts []string, lang string, ids []Pattern) *refFinder {
	f := &refFinder{ids: ids, dayFirst: true, comma: lang != "" && lang != "en"}
	day, month := 0, 0
	comma, point := 0, 0
	for _, t := range texts {
		for _, m := range refNumericDate.FindAllStringSubmatch(t, 1000) {
			a, b := number(m[1]), number(m[3])
			switch {
			case a > 12 && b <= 12 && a <= 31:
				day++
			case b > 12 && a <= 12 && b <= 31:
				month++
			}
		}
		for _, m := range refAnyNumber.FindAllString(t, 1000) {
			switch separator(m) {
			case ',':
				comma++
			case '.':
				point++
			}
		}
	}
	if month > day {
		f.dayFirst = false
	}
	if comma != point {
		f.comma = comma > point
	}
	return f
}

func (f *refFinder) Find(text string) []Entity { return f.FindWith(text, nil) }

func (f *refFinder) FindWith(text string, named []Entity) []Entity {
	var found []Entity
	var taken refSpans
	take := func(list []Entity, by By) {
		for _, e := range list {
			if taken.free(e.Start, e.End) {
				taken = append(taken, refSpan{e.Start, e.End})
				e.By = by
				found = append(found, e)
			}
		}
	}
	for _, find := range []func(string) []Entity{refNear(refIsAt, refMails), refNear(refIsDigit, f.identifiers), refNear(refIsDigit, f.dates), refNear(refIsDigit, f.amounts), refNear(refIsDigit, f.percentages), refNear(refIsDigit, refPhones)} {
		take(find(text), ByRules)
	}
	take(named, ByModel)
	take(refNames(text), ByDictionary)
	slices.SortFunc(found, func(a, b Entity) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

func refIsDigit(b byte) bool { return b >= '0' && b <= '9' }

func refIsAt(b byte) bool { return b == '@' }

const refAround = 64

func refNear(sign func(byte) bool, find func(string) []Entity) func(string) []Entity {
	return func(t string) (found []Entity) {
		for i := 0; i < len(t); {
			if !sign(t[i]) {
				i++
				continue
			}
			start, end := i, i+1
			for next := i + 1; next < len(t) && next < end+2*refAround; next++ {
				if sign(t[next]) {
					end = next + 1
				}
			}
			// Words are not cut, as far as they are such.
			start, last := max(0, start-refAround), min(len(t), end+refAround)
			for n := 0; start > 0 && n < refAround && t[start-1] > ' '; n++ {
				start--
			}
			for n := 0; last < len(t) && n < refAround && t[last] > ' '; n++ {
				last++
			}
			for _, e := range find(t[start:last]) {
				e.Start, e.End = e.Start+start, e.End+start
				found = append(found, e)
			}
			i = end + 2*refAround
		}
		return found
	}
}

type refSpan struct{ start, end int }

type refSpans []refSpan

func (s refSpans) free(start, end int) bool {
	for _, t := range s {
		if start < t.end && t.start < end {
			return false
		}
	}
	return true
}

func (f *refFinder) identifiers(t string) (found []Entity) {
	lower := strings.ToLower(t)
	for _, p := range f.ids {
		if p.label > 0 && !refHolds(lower, standard.words(p.label)...) {
			continue
		}
		for _, m := range p.Expr.FindAllStringSubmatchIndex(t, -1) {
			from, to := m[0], m[1]
			if len(m) > 3 && m[2] >= 0 {
				from, to = m[2], m[3]
			}
			s := t[from:to]
			if len(strings.TrimLeft(s, "0123456789")) == 0 && len(s) < 3 {
				continue // "order 2" is a place in a list
			}
			found = append(found, Entity{Kind: p.Kind, Text: s, Value: text(strings.ToUpper(s)), Start: from, End: to})
		}
	}
	return found
}

func refHolds(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

var (
	refAnyNumber   = regexp.MustCompile(`\d+(?:[.,'\x{00a0}\x{202f} ]\d{3})*(?:[.,]\d+)?`)
	refNumericDate = regexp.MustCompile(`\b(\d{1,2})([./-])(\d{1,2})[./-](\d{4}|\d{2})\b`)
	refIsoDate     = regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`)
	refYearFirst   = regexp.MustCompile(`\b(\d{4})[./](\d{1,2})[./](\d{1,2})\b`)
	refDayMonth    = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(\pL{3,10})\.?,?\s+(?:de\s+)?(\d{4})\b`)
	refMonthDay    = regexp.MustCompile(`(?i)\b(\pL{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,\s*(\d{4})\b`)

	refMailAddress = regexp.MustCompile(`(?i)\b[a-z0-9][a-z0-9._%+-]*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+\b`)
	refPhoneNumber = regexp.MustCompile(`(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{1,5}(?:[ .-]\d{2,8}){1,4}`)
	refPhoneWord   = regexp.MustCompile(`(?i)(?:phone|tel|fax|mobile|cell|call|telefon|tfn|téléphone|ph)[.:\s]{1,3}\(?$`)

	refPercentage = regexp.MustCompile(`[-−]?\d+(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b|prozent\b|procent\b)`)
	refBefore     = regexp.MustCompile(`(?:([$€£¥]|US\$|A\$|C\$)\s?|\b(USD|EUR|GBP|CHF|SEK|NOK|DKK|JPY|CNY|CAD|AUD|INR|PLN)\s)[-−]?(` + refAnyNumber.String() + `)(?:\s?(thousand|million|billion|bn|mn|mio|mrd|k|m|b)\b)?`)
	refBehind     = regexp.MustCompile(`(` + refAnyNumber.String() + `)\s?(?:(thousand|million|billion|bn|mn|mio\.?|mrd\.?)\s)?(?:([€£¥])|(USD|EUR|GBP|CHF|SEK|NOK|DKK|JPY|CNY|CAD|AUD|INR|PLN|dollars|euros?|pounds|kronor|kr)\b)`)
)

func (f *refFinder) dates(t string) (found []Entity) {
	add := func(m []int, year, month, day int) {
		if year < 100 { // of two figures: a file of this century or the last
			if year += 2000; year > 2040 {
				year -= 100
			}
		}
		if v, ok := date(year, month, day); ok {
			found = append(found, Entity{Kind: Date, Text: t[m[0]:m[1]], Value: v, Start: m[0], End: m[1]})
		}
	}
	part := func(m []int, i int) string { return t[m[2*i]:m[2*i+1]] }
	for _, m := range refIsoDate.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 1)), number(part(m, 2)), number(part(m, 3)))
	}
	for _, m := range refYearFirst.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 1)), number(part(m, 2)), number(part(m, 3)))
	}
	for _, m := range refDayMonth.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 3)), months[strings.ToLower(part(m, 2))], number(part(m, 1)))
	}
	for _, m := range refMonthDay.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 3)), months[strings.ToLower(part(m, 1))], number(part(m, 2)))
	}
	for _, m := range refNumericDate.FindAllStringSubmatchIndex(t, -1) {
		a, b, year := number(part(m, 1)), number(part(m, 3)), number(part(m, 4))
		if sep := part(m, 2); t[m[7]] != sep[0] || len(part(m, 4)) == 2 && len(part(m, 1)+part(m, 3)) < 4 {
			continue // 1.2-2020 is none, nor is 3.4.12, a section
		}
		switch {
		case a > 12:
			add(m, year, b, a)
		case b > 12:
			add(m, year, a, b)
		case f.dayFirst || part(m, 2) == ".":
			add(m, year, b, a)
		default:
			add(m, year, a, b)
		}
	}
	return found
}

var refCurrencies = strings.Fields("USD EUR GBP CHF SEK NOK DKK JPY CNY CAD AUD INR PLN dollars euro pounds kr")

func (f *refFinder) amounts(t string) (found []Entity) {
	add := func(m []int, figures, unit, scale string) {
		n, ok := (&Finder{comma: f.comma}).value(figures)
		if !ok {
			return
		}
		if by := scales[strings.ToLower(strings.TrimSuffix(scale, "."))]; by != 0 {
			n *= by
		}
		if name := units[unit]; name != "" {
			unit = name
		}
		found = append(found, Entity{Kind: Amount, Text: t[m[0]:m[1]], Value: spar.Value{Kind: spar.Number, Number: n}, Unit: unit, Start: m[0], End: m[1]})
	}
	part := func(m []int, i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return t[m[2*i]:m[2*i+1]]
	}
	if !strings.ContainsAny(t, "$€£¥") && !refHolds(t, refCurrencies...) {
		return nil
	}
	for _, m := range refBefore.FindAllStringSubmatchIndex(t, -1) {
		add(m, part(m, 3), part(m, 1)+part(m, 2), part(m, 4))
	}
	for _, m := range refBehind.FindAllStringSubmatchIndex(t, -1) {
		add(m, part(m, 1), part(m, 3)+part(m, 4), part(m, 2))
	}
	return found
}

func (f *refFinder) percentages(t string) (found []Entity) {
	if !refHolds(t, "%", "percent", "per cent", "prozent", "procent") {
		return nil
	}
	for _, m := range refPercentage.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		figures := refAnyNumber.FindString(s)
		if separator(figures) == 0 && strings.ContainsAny(figures, ".,") { // 1.234 % is seldom more than a thousand
			figures = strings.ReplaceAll(figures, ",", ".")
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(figures, ",", "."), 64)
		if err != nil {
			continue
		}
		if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "−") {
			n = -n
		}
		found = append(found, Entity{Kind: Percent, Text: s, Value: spar.Value{Kind: spar.Number, Number: n}, Start: m[0], End: m[1]})
	}
	return found
}

func refMails(t string) (found []Entity) {
	for _, m := range refMailAddress.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		found = append(found, Entity{Kind: Mail, Text: s, Value: text(strings.ToLower(s)), Start: m[0], End: m[1]})
	}
	return found
}

func refPhones(t string) (found []Entity) {
	for _, m := range refPhoneNumber.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
		if n := len(digits); n < 7 || n > 15 || m[1] < len(t) && refIsDigit(t[m[1]]) {
			continue
		}
		if s[0] == '+' {
			digits = "+" + digits
		} else if !refPhoneWord.MatchString(t[max(0, m[0]-20):m[0]]) {
			continue
		}
		found = append(found, Entity{Kind: Phone, Text: s, Value: text(digits), Start: m[0], End: m[1]})
	}
	return found
}
