package versions

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

// A Period is a year, or a half, quarter or month of it.
type Period struct {
	Year  int
	Part  byte // 'H', 'Q', 'M'; 0 is the whole year
	Index int  // which half, quarter or month, from 1
}

// String is the period as an attribute says it: 2023, 2023-H1, 2023-Q3, 2023-07.
func (p Period) String() string {
	switch p.Part {
	case 'H', 'Q':
		return fmt.Sprintf("%d-%c%d", p.Year, p.Part, p.Index)
	case 'M':
		return fmt.Sprintf("%d-%02d", p.Year, p.Index)
	}
	return strconv.Itoa(p.Year)
}

// around gives the periods that hold p, and p: of a month its year and quarter.
func (p Period) around() []Period {
	list := []Period{{Year: p.Year}}
	if p.Part == 'M' {
		list = append(list, Period{p.Year, 'Q', (p.Index + 2) / 3})
	}
	if p.Part != 0 {
		list = append(list, p)
	}
	return list
}

// maxPeriods is how many a file can be about; one that names more is about none.
const maxPeriods = 40

// Periods gives the periods that a file is about, each with the periods around it, in order: from its name, else its title, else the first
// lines of its text, else the names of its sheets. Of the later sources only refinements of the first count. Years in the name of a product
// or a standard do not.
func Periods(name, title, head string, sheets []string) []Period {
	var found []Period
	take := func(list []Period) {
		if len(found) > 0 {
			list = slices.DeleteFunc(list, func(p Period) bool {
				return !slices.ContainsFunc(found, func(f Period) bool { return f.Year == p.Year })
			})
		}
		found = append(found, list...)
	}
	base := path.Base(strings.ReplaceAll(name, "!/", "/"))
	take(ofName(strings.TrimSuffix(base, path.Ext(base))))
	take(named(title))
	if len(found) == 0 {
		take(named(firstLine(head)))
	}
	take(said(head))
	if len(found) == 0 && len(sheets) <= maxPeriods {
		for _, s := range sheets {
			found = append(found, named(s)...)
		}
	}
	var out []Period
	for _, p := range found {
		out = append(out, p.around()...)
	}
	slices.SortFunc(out, func(a, b Period) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Index, b.Index))
	})
	if out = slices.Compact(out); len(out) > maxPeriods {
		return nil
	}
	return out
}

// titleLength is how many characters the first line of a text has at most where it is its title.
const titleLength = 120

// firstLine is the first line of a text, which is its title whatever the file declares; "" for a sentence and for a line of rights.
func firstLine(head string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(head), "\n")
	line = strings.TrimSpace(line)
	if utf8.RuneCountInString(line) > titleLength || strings.HasSuffix(line, ".") || ofRights.MatchString(line) || letters(line) < 4 {
		return ""
	}
	return line
}

// ofName reads the name of a file, whose year may be an early one where it stands apart: 1942_address.
func ofName(name string) []Period {
	if list := named(name); len(list) > 0 || !hasDigit(name) {
		return list
	}
	m := periods().early.FindStringSubmatch(periods().noYear.ReplaceAllString(name, " "))
	if m == nil {
		return nil
	}
	return []Period{{Year: year(m[1] + m[2])}}
}

// ofRights is a line that says whose a text is, with the years since when.
var ofRights = pattern.New(`(?i)©|\(c\)|copyright`)

// PeriodsIn gives the periods that a name, a title or a question names; a month it names does not count as its year too.
func PeriodsIn(text string) []Period { return named(text) }

// Series gives a file's name without the periods in it, and these periods. Files of one series differ in their subject.
func Series(share, file string) (key string, list []Period) {
	base := path.Base(strings.ReplaceAll(file, "!/", "/"))
	name := strings.TrimSuffix(base, path.Ext(base))
	if list = named(name); len(list) == 0 {
		return "", nil
	}
	p := periods()
	stem := strings.ToLower(p.gaps.ReplaceAllString(name, " "))
	for _, e := range []*regexp.Regexp{p.quarter, p.quarterAfter, p.quarterWord, p.half, p.month, p.monthBefore, p.fiscal, p.span} {
		stem = e.ReplaceAllString(stem, " ")
	}
	if strings.ContainsFunc(name, unicode.IsLetter) && list[0].Part == 'M' {
		stem = dayLeft.ReplaceAllString(stem, " ")
	}
	return share + "\x00" + unversioned(compiled().gaps.ReplaceAllString(stem, " "), true), list
}

// dayLeft is the day of a date whose month and year are taken away.
var dayLeft = pattern.New(`\b\d{1,2}(?:st|nd|rd|th|\.)? ?(?: |$)`)

var monthNames = []string{
	"january|januar|jänner|janvier|enero|jan", "february|februar|février|fevrier|febrero|feb|fév", "march|märz|maerz|mars|marzo|mar|mrz",
	"april|avril|abril|apr|avr|abr", "may|mai|mayo", "june|juni|juin|junio|jun", "july|juli|juillet|julio|jul", "august|août|aout|agosto|aug|ago",
	"september|septembre|septiembre|sept|sep", "october|oktober|octobre|octubre|oct|okt", "november|novembre|noviembre|nov", "december|dezember|décembre|decembre|diciembre|dec|dez|dic",
}

type periodPatterns struct {
	gaps, noYear, date, day, compact, quarter, quarterAfter, quarterWord, half, month, monthBefore, fiscal, span, year, early, ended, titled, ofData, spanOfData, listed, begins, ends *regexp.Regexp
}

const aYear = `((?:19[89]|20\d)\d)`

// anyYear is a year behind a word that says that it is one: old figures are kept too.
const anyYear = `((?:1[89]|20)\d\d)`

// data are the words with which a text says that it holds figures of a time.
const data = `(?:data|statistics|figures|results|survey|census|observations|accounts|votes?|minutes|period|years?|zahlen|statistik|erhebung|données|statistiques|datos|estadísticas)\b`

var periods = sync.OnceValue(func() *periodPatterns {
	months := `(` + strings.Join(monthNames, "|") + `)`
	ordinal := `(1st|2nd|3rd|4th|first|second|third|fourth|erstes|zweites|drittes|viertes|1er|[2-4]e|premier|deuxième|troisième|quatrième|primer|segundo|tercer|cuarto|[1-4]\.?)`
	quarter := `(?:quarter|quartal|trimestre)`
	of := `(?:,? (?:of|fiscal|fy|de|del|des|du|année|year|jahres|im|in))*,? `
	return &periodPatterns{
		gaps: regexp.MustCompile(`[_\s]+`),
		noYear: regexp.MustCompile(`(?i)\b(?:iso|iec|en|din|jpeg|cve|sa|ieee|ansi|rfc|nist|astm|windows|server|office|word|excel|outlook|exchange|sharepoint|studio` +
			`|agenda|vision|horizon|act of|law of|gesetz von|loi de|ley de|room|raum|street|suite|box|plz|zip)[ :.\d/-]{0,12}[ :.-]` + aYear + `\b|\b\d+:` + aYear + `\b`),
		date:         regexp.MustCompile(`(?:^|[^\d])` + aYear + `[-. ](0[1-9]|1[0-2])(?:[-. ]?(?:0[1-9]|[12]\d|3[01]))?(?:[^\d]|$)`),
		day:          regexp.MustCompile(`(?:^|[^\d])(?:0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.` + aYear + `(?:[^\d]|$)`),
		compact:      regexp.MustCompile(`(?:^|[^\d])` + aYear + `(0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?(?:[^\d]|$)`),
		quarter:      regexp.MustCompile(`(?i)\b(?:q|t|kw ?q)([1-4])[-/ ']{0,2}(?:fy ?)?((?:19[89]|20\d)\d|\d\d)\b`),
		quarterAfter: regexp.MustCompile(`(?i)\b` + aYear + `[-/ ]{0,2}(?:q|t)([1-4])\b|\b([1-4])[qt][-/ ']?((?:20)?\d\d)\b`),
		quarterWord:  regexp.MustCompile(`(?i)(?:^|[^\pL\d])` + ordinal + ` ` + quarter + of + aYear),
		half: regexp.MustCompile(`(?i)(?:^|[^\pL\d])(?:h([12])[-/ ]?|(first|1st|1\.?|1er|erstes|premier|primer|second|2nd|2\.?|2e|zweites|deuxième|segundo) (?:half` +
			`|halbjahr|semestre|semester)` + of + `)` + aYear),
		month:       regexp.MustCompile(`(?i)(?:^|[^\pL])` + months + `\.?(?: (?:de|del|of|\d{1,2},?))*[-/., ']{1,2}` + aYear + `\b`),
		monthBefore: regexp.MustCompile(`(?i)\b` + aYear + `[-/., ]{1,2}(?:(?:0[1-9]|1[0-2])[-. ])?` + months + `(?:[^\pL]|$)`),
		fiscal: regexp.MustCompile(`(?i)\b(?:fy|gj|fiscal(?: year)?|financial year|geschäftsjahr|wirtschaftsjahr|exercice|ejercicio)[-/ ']{0,2}(?:(?:19[89]` +
			`|20\d)\d[-/–])?((?:19[89]|20\d)\d|\d\d)\b`),
		span:   regexp.MustCompile(`\b` + aYear + ` ?(?:-|–|/|to|bis|à|a) ?((?:19[89]|20\d)\d|\d\d)\b`),
		year:   regexp.MustCompile(`(?:^|[^\d.,:/])` + aYear + `(?:[^\d]|$)`),
		early:  regexp.MustCompile(`^(1[789]\d\d)[-_ ]|[-_ (](19[0-7]\d)(?:[-_ )]|$)`),
		listed: regexp.MustCompile(`(?i)\b(?:years?|jahre?|années?|años?)[ :=]{1,3}(` + anyYear + `(?:,? (?:(?:or|and|und|oder|et|ou|y|o) )?` + anyYear + `){1,5})\b`),
		spanOfData: regexp.MustCompile(`(?i)\b` + data + `[^\n;]{0,90}?[ (:=,]` + anyYear + `(?:[.:]\d{1,2})?(?: ?[-–] ?| (?:to|through|until|bis|à|a) )((?:1[89]|20)\d\d` +
			`|\d\d)(?:[.:]\d{1,2})?\b`),
		begins: regexp.MustCompile(`(?im)^\W*(?:start|begin|first|from)[\w -]{0,12}[:=]\s*` + anyYear + `\b`),
		ends:   regexp.MustCompile(`(?im)^\W*(?:end|last|until|to)[\w -]{0,12}[:=]\s*` + anyYear + `\b`),
		ofData: regexp.MustCompile(`(?i)\b(?:data|statistics|figures|results|survey|census|accounts|votes?|minutes|statistik|erhebung|données|statistiques|datos` +
			`|estadísticas)\b` + `[^\n;.]{0,90}? (?:in|for|during|of|für|pour|para) (?:(` + strings.Join(monthNames, "|") + `),? )?((?:19\d|20\d)\d)\b`),
		ended: regexp.MustCompile(`(?i)\b(?:(?:fiscal |financial )?(?:year|quarter|month|period|(?:three|six|nine|twelve|3|6|9|12) months)(?:s)? end(?:ed|ing)` +
			`|(?:geschäfts|berichts)jahr|berichts(?:zeitraum|monat|periode|jahr)|abrechnungs(?:zeitraum|monat|periode)|reporting (?:period|month|year)|billing period` +
			`|période(?: de référence| de facturation)?|exercice(?: clos le)?|período(?: de facturación| del informe)?|ejercicio(?: cerrado el)?|(?:statement|service) period` +
			`|fiscal year|financial year)\b[^\n.;]{0,60}`),
		titled: regexp.MustCompile(`(?im)^[^\n]{0,60}\b(?:annual|quarterly|monthly|half-year(?:ly)?|interim|year-end|jahres|quartals|monats|halbjahres|geschäfts` +
			`|annuel(?:le)?|trimestriel(?:le)?|mensuel(?:le)?|anual|trimestral|mensual|budget|forecast|haushaltsplan|presupuesto)[^\n]{0,60}$`),
	}
})

// named reads a name or a title: any period in it.
func named(text string) (list []Period) {
	if !hasDigit(text) {
		return nil
	}
	p := periods()
	if len(text) > 300 {
		text = text[:300]
	}
	text = p.gaps.ReplaceAllString(text, " ")
	text = p.noYear.ReplaceAllString(text, " ")
	list = fine(text)
	m := p.span.FindStringSubmatch(text)
	if list != nil && (m == nil || len(m[2]) == 2) {
		return list
	}
	if m != nil {
		from, to := year(m[1]), year(m[2])
		if len(m[2]) == 2 {
			to += from/100*100 - 2000
		}
		if to > from && to-from < 30 {
			for y := from; y <= to; y++ {
				list = append(list, Period{Year: y})
			}
			return list
		}
	}
	if m := p.fiscal.FindStringSubmatch(text); m != nil {
		return []Period{{Year: year(m[1])}}
	}
	for _, m := range p.year.FindAllStringSubmatch(text, 6) {
		list = append(list, Period{Year: year(m[1])})
	}
	return list
}

// fine reads halves, quarters and months.
func fine(text string) (list []Period) {
	p := periods()
	for _, m := range p.quarter.FindAllStringSubmatch(text, 8) {
		list = append(list, Period{year(m[2]), 'Q', digit(m[1])})
	}
	for _, m := range p.quarterAfter.FindAllStringSubmatch(text, 8) {
		if m[1] != "" {
			list = append(list, Period{year(m[1]), 'Q', digit(m[2])})
		} else {
			list = append(list, Period{year(m[4]), 'Q', digit(m[3])})
		}
	}
	for _, m := range p.quarterWord.FindAllStringSubmatch(text, 8) {
		list = append(list, Period{year(m[2]), 'Q', rank(m[1])})
	}
	for _, m := range p.half.FindAllStringSubmatch(text, 4) {
		n := digit(m[1])
		if m[1] == "" {
			n = rank(m[2])
		}
		list = append(list, Period{year(m[3]), 'H', n})
	}
	for _, m := range p.month.FindAllStringSubmatch(text, 12) {
		list = append(list, Period{year(m[2]), 'M', month(m[1])})
	}
	for _, m := range p.monthBefore.FindAllStringSubmatch(text, 12) {
		list = append(list, Period{year(m[1]), 'M', month(m[2])})
	}
	for _, pattern := range []*regexp.Regexp{p.date, p.compact} {
		for _, m := range pattern.FindAllStringSubmatch(text, 12) {
			list = append(list, Period{year(m[1]), 'M', digit(m[2])})
		}
	}
	for _, m := range p.day.FindAllStringSubmatch(text, 12) {
		list = append(list, Period{year(m[2]), 'M', digit(m[1])})
	}
	return list
}

// longestAlone bounds the characters of a time that stands alone in a line, without the marks around it.
const longestAlone = 40

// mostAlone bounds the years on lines of their own that tell the subject of the text.
const mostAlone = 2

// hasAlone reports whether a line is so short that a time may stand alone in it.
func hasAlone(head string) bool {
	for line := range strings.Lines(head) {
		line = strings.TrimFunc(line, func(r rune) bool { return r >= utf8.RuneSelf || r != '_' && !isAlphanumeric(byte(r)) })
		if hasDigit(line) && utf8.RuneCountInString(line) <= longestAlone {
			return true
		}
	}
	return false
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// said reads the first lines of a text: a period only where they say that the text is about it.
func said(head string) (list []Period) {
	p := periods()
	if len(head) > 2000 {
		head = head[:2000]
	}
	if !hasDigit(head) {
		return nil
	}
	o := newOpening(head)
	for _, m := range o.findAll(sayings().ended, 3) {
		if strings.Contains(strings.ToLower(m), "year") || strings.Contains(strings.ToLower(m), "jahr") || strings.HasPrefix(strings.ToLower(m), "ex") || strings.HasPrefix(strings.ToLower(m), "ej") {
			for _, y := range p.year.FindAllStringSubmatch(m, 1) { // of a year that ended on a day, its year
				list = append(list, Period{Year: year(y[1])})
			}
			continue
		}
		list = append(list, fine(m)...)
	}
	for _, m := range o.findAll(sayings().titled, 2) {
		list = append(list, named(m)...)
	}
	if figures := figuresOf(head); len(figures) > 0 {
		return append(list, figures...)
	}
	return append(list, alone(head)...)
}

// figuresLength is how much of the beginning of a text may tell the time of its figures.
const figuresLength = 700

// figuresOf reads the time of a text's figures from one of its first sentences: "observations from 1935 to 1954", "year 1987 or 1990".
func figuresOf(head string) (list []Period) {
	p := periods()
	head = head[:min(len(head), figuresLength)]
	if !hasYear(head) {
		return nil
	}
	if from, to := p.begins.FindStringSubmatch(head), p.ends.FindStringSubmatch(head); from != nil && to != nil {
		return span(year(from[1]), year(to[1]))
	}
	for line := range strings.Lines(head) {
		if !hasYear(line) || ofRights.MatchString(line) {
			continue
		}
		line = p.gaps.ReplaceAllString(line, " ")
		if m := p.spanOfData.FindStringSubmatch(line); m != nil {
			from, to := year(m[1]), year(m[2])
			if len(m[2]) == 2 {
				to = from/100*100 + digit(m[2])
			}
			if list = span(from, to); list != nil {
				return list
			}
		}
		if m := p.listed.FindStringSubmatch(line); m != nil {
			for _, y := range fourDigits.FindAllString(m[1], -1) {
				list = append(list, Period{Year: year(y)})
			}
			return list
		}
		if m := p.ofData.FindStringSubmatch(line); m != nil {
			if m[1] != "" {
				return []Period{{year(m[2]), 'M', month(m[1])}}
			}
			return []Period{{Year: year(m[2])}}
		}
	}
	return nil
}

// span are the years from one to another, nil where it is none or too long.
func span(from, to int) (list []Period) {
	if to <= from || to-from >= maxPeriods {
		return nil
	}
	for y := from; y <= to; y++ {
		list = append(list, Period{Year: y})
	}
	return list
}

var fourDigits = pattern.New(`\d{4}`)

// aloneLines are the first lines of a text, where a time alone in a line may be the text's time.
const aloneLines = 8

// alone reads the first lines that are a time and hardly anything else. The rest of a broken sentence is none, nor the day of a signature,
// nor a line about rights. Times without anything in common are works that the text cites, or labels of a drawing.
func alone(head string) (list []Period) {
	if !hasAlone(head) {
		return nil
	}
	years, seen, before := map[int]bool{}, 0, ""
	for line := range strings.Lines(head) {
		text := strings.TrimFunc(strings.TrimSpace(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if text == "" {
			continue
		}
		seen++
		wrapped := before
		before = text
		if !hasDigit(text) || utf8.RuneCountInString(text) > longestAlone || ofRights.MatchString(line) || utf8.RuneCountInString(wrapped) > wrappedFrom {
			continue
		}
		if found := named(text); len(found) > 0 && besides(text) && !mastheads().aDay.MatchString(text) { // a day is that of its issue
			if seen <= aloneLines {
				list = append(list, found...)
			}
			for _, f := range found {
				years[f.Year] = true
			}
		}
	}
	if len(years) > mostAlone {
		return nil
	}
	return list
}

// wrappedFrom is how many characters a line has that may have been broken to fit a page.
const wrappedFrom = 50

// besides reports whether a line says little besides a time: no figures but a day and few letters.
func besides(line string) bool {
	p := periods()
	rest := line
	for _, e := range []*regexp.Regexp{p.quarter, p.quarterAfter, p.quarterWord, p.half, p.month, p.monthBefore, p.fiscal, p.span, p.date, p.day, p.year} {
		rest = e.ReplaceAllString(rest, " ")
	}
	figures := 0
	for _, f := range strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if figures += len(f); len(f) > 2 {
			return false
		}
	}
	return figures <= 2 && letters(rest) <= 12
}

// letters counts the letters outside the names of months.
func letters(line string) (n int) {
	for _, r := range periods().month.ReplaceAllString(line, "") {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 {
			n++
		}
	}
	return n
}

func year(s string) int {
	n, _ := strconv.Atoi(s)
	if n < 100 {
		n += 2000
	}
	return n
}

func digit(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// rank is the number of an ordinal.
func rank(word string) int {
	word = strings.ToLower(word)
	if word[0] >= '1' && word[0] <= '4' {
		return int(word[0] - '0')
	}
	for n, list := range []string{"first erstes premier primer", "second zweites deuxième segundo", "third drittes troisième tercer", "fourth viertes quatrième cuarto"} {
		if slices.Contains(strings.Fields(list), word) {
			return n + 1
		}
	}
	return 1
}

func month(name string) int {
	n, _ := monthOf(name)
	return max(n, 1)
}

// monthOf is the number of a month by its name in one of the languages.
func monthOf(name string) (int, bool) {
	name = strings.ToLower(name)
	for i, names := range monthNames {
		if slices.Contains(strings.Split(names, "|"), name) {
			return i + 1, true
		}
	}
	return 0, false
}
