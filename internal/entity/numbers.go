package entity

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
)

var (
	anyNumber   = regexp.MustCompile(`\d+(?:[.,'\x{00a0}\x{202f} ]\d{3})*(?:[.,]\d+)?`)
	numericDate = regexp.MustCompile(`\b(\d{1,2})([./-])(\d{1,2})[./-](\d{4}|\d{2})\b`)
	isoDate     = regexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`)
	yearFirst   = regexp.MustCompile(`\b(\d{4})[./](\d{1,2})[./](\d{1,2})\b`)
	dayMonth    = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(\pL{3,10})\.?,?\s+(?:de\s+)?(\d{4})\b`)
	monthDay    = regexp.MustCompile(`(?i)\b(\pL{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,\s*(\d{4})\b`)

	mailAddress = regexp.MustCompile(`(?i)\b[a-z0-9][a-z0-9._%+-]*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+\b`)
	phoneNumber = regexp.MustCompile(`(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{1,5}(?:[ .-]\d{2,8}){1,4}`)
	phoneWord   = regexp.MustCompile(`(?i)(?:phone|tel|fax|mobile|cell|call|telefon|tfn|téléphone|ph)[.:\s]{1,3}\(?$`)

	percentage = regexp.MustCompile(`[-−]?\d+(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b|prozent\b|procent\b)`)
	before     = regexp.MustCompile(`(?:([$€£¥]|US\$|A\$|C\$)\s?|\b(USD|EUR|GBP|CHF|SEK|NOK|DKK|JPY|CNY|CAD|AUD|INR|PLN)\s)[-−]?(` + anyNumber.String() + `)(?:\s?(thousand|million|billion|bn|mn|mio|mrd|k|m|b)\b)?`)
	behind     = regexp.MustCompile(`(` + anyNumber.String() + `)\s?(?:(thousand|million|billion|bn|mn|mio\.?|mrd\.?)\s)?(?:([€£¥])|(USD|EUR|GBP|CHF|SEK|NOK|DKK|JPY|CNY|CAD|AUD|INR|PLN|dollars|euros?|pounds|kronor|kr)\b)`)
)

// months are names and their shortest forms in the languages of Western Europe, without accents they are not told apart by.
var months = func() map[string]int {
	m := map[string]int{}
	for i, list := range []string{
		"january jan januar januari janvier enero ene gennaio gen janeiro jänner", "february feb februar februari février fév febrero febbraio fevereiro",
		"march mar märz mars marzo maart mrz março", "april apr avril avr abril aprile abr", "may mai maj mayo mei maggio maio", "june jun juni juin junio giugno junho",
		"july jul juli juillet julio luglio julho", "august aug augusti août agosto augustus", "september sep sept septembre septiembre settembre setembro",
		"october oct oktober okt octobre octubre ottobre outubro", "november nov novembre noviembre novembro", "december dec dezember dez décembre déc diciembre dicembre dezembro desember des",
	} {
		for name := range strings.FieldsSeq(list) {
			m[name] = i + 1
		}
	}
	return m
}()

func number(s string) int { n, _ := strconv.Atoi(s); return n }

// dates finds dates with a day. One of two figures that could each be the month is read as the rest of the file has it.
func (f *Finder) dates(t string) (found []Entity) {
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
	for _, m := range isoDate.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 1)), number(part(m, 2)), number(part(m, 3)))
	}
	for _, m := range yearFirst.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 1)), number(part(m, 2)), number(part(m, 3)))
	}
	for _, m := range dayMonth.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 3)), months[strings.ToLower(part(m, 2))], number(part(m, 1)))
	}
	for _, m := range monthDay.FindAllStringSubmatchIndex(t, -1) {
		add(m, number(part(m, 3)), months[strings.ToLower(part(m, 1))], number(part(m, 2)))
	}
	for _, m := range numericDate.FindAllStringSubmatchIndex(t, -1) {
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

// separator is the mark before the decimals of a number that can be read in one way only, 0 for others.
func separator(s string) byte {
	point, comma := strings.Count(s, "."), strings.Count(s, ",")
	last := max(strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ','))
	switch {
	case point+comma == 0:
		return 0
	case point > 0 && comma > 0:
		return s[last]
	case point > 1:
		return ','
	case comma > 1:
		return '.'
	case len(s)-last-1 != 3:
		return s[last]
	}
	return 0 // 1.234 is a thousand or one and some
}

// value reads a number; where it could be two the rest of the file decides.
func (f *Finder) value(s string) (float64, bool) {
	mark := separator(s)
	if mark == 0 {
		mark = '.'
		if f.comma {
			mark = ','
		}
	}
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case byte(r) == mark && r < 0x80:
			return '.'
		}
		return -1
	}, s)
	n, err := strconv.ParseFloat(plain, 64)
	return n, err == nil
}

var units = map[string]string{
	"$": "USD", "US$": "USD", "A$": "AUD", "C$": "CAD", "€": "EUR", "£": "GBP", "¥": "JPY", "dollars": "USD", "euro": "EUR", "euros": "EUR", "pounds": "GBP", "kronor": "SEK", "kr": "SEK",
}

// currencies are the words for money that the expressions know.
var currencies = strings.Fields("USD EUR GBP CHF SEK NOK DKK JPY CNY CAD AUD INR PLN dollars euro pounds kr")

var scales = map[string]float64{
	"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "mio": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9, "mrd": 1e9,
}

// amounts finds sums of money.
func (f *Finder) amounts(t string) (found []Entity) {
	add := func(m []int, figures, unit, scale string) {
		n, ok := f.value(figures)
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
	if !strings.ContainsAny(t, "$€£¥") && !holds(t, currencies...) {
		return nil
	}
	for _, m := range before.FindAllStringSubmatchIndex(t, -1) {
		add(m, part(m, 3), part(m, 1)+part(m, 2), part(m, 4))
	}
	for _, m := range behind.FindAllStringSubmatchIndex(t, -1) {
		add(m, part(m, 1), part(m, 3)+part(m, 4), part(m, 2))
	}
	return found
}

func (f *Finder) percentages(t string) (found []Entity) {
	if !holds(t, "%", "percent", "per cent", "prozent", "procent") {
		return nil
	}
	for _, m := range percentage.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		figures := anyNumber.FindString(s)
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

func mails(t string) (found []Entity) {
	for _, m := range mailAddress.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		found = append(found, Entity{Kind: Mail, Text: s, Value: text(strings.ToLower(s)), Start: m[0], End: m[1]})
	}
	return found
}

// phones finds numbers that begin with a plus, or stand behind a word that says what they are.
func phones(t string) (found []Entity) {
	for _, m := range phoneNumber.FindAllStringIndex(t, -1) {
		s := t[m[0]:m[1]]
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
		if n := len(digits); n < 7 || n > 15 || m[1] < len(t) && isDigit(t[m[1]]) {
			continue
		}
		if s[0] == '+' {
			digits = "+" + digits
		} else if !phoneWord.MatchString(t[max(0, m[0]-20):m[0]]) {
			continue
		}
		found = append(found, Entity{Kind: Phone, Text: s, Value: text(digits), Start: m[0], End: m[1]})
	}
	return found
}
