package versions

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

// A masthead is the version data in the lines above the first prose of a text: in its title, in fields, in the first entry of a list of
// changes, in the first line of a page of a manual.
type masthead struct {
	number  string // "" where it says none
	issued  time.Time
	says    []string
	changes bool // it is a list of changes, which speaks of other things in every line but this
}

// The lines that are looked at, and how long a line is that may be a title.
const (
	mastheadLines = 60
	titleLines    = 4
	headLines     = 12
)

type mastheadPatterns struct {
	tight, named, joined, inParentheses, ended, marked, version, stamp, field, alone, atEnd, byAuthor, entry, dayFirst,
	person, signed, keyword, manual, quoted, dated, anyNumber, anyDate, aDay *regexp.Regexp
}

const (
	// aNumber is a version in figures, which may be that of a candidate for it.
	aNumber = `v?(\d{1,4}(?:\.\d{1,5}){0,4})(?:[-~.]?(?:snapshot|alpha|beta|rc|pre|dev)[-.\d]*)?`
	// aDotted is a version that cannot be a count.
	aDotted = `v?(\d{1,4}(?:\.\d{1,5}){1,4})(?:[-~.]?(?:snapshot|alpha|beta|rc|pre|dev)[-.\d]*)?`
	// aDay is a day, and aTime a day or a month.
	aDay = `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}(?:\.|er|st|nd|rd|th)? (?:de |of )?\pL{3,10}\.?,? (?:de )?\d{4}` +
		`|\pL{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{4})`
	aTime = `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}(?:\.|er|st|nd|rd|th)? (?:de |of )?\pL{3,10}\.?,? (?:de )?\d{4}` +
		`|\pL{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{4}|\pL{3,10}\.?,? \d{4})`
	// aVersion is a word for a version.
	aVersion = `(?:version|release|edition|revision|rev\.?|ver\.|fassung|versión|édition|edición|versione)`
)

var mastheads = sync.OnceValue(func() *mastheadPatterns {
	return &mastheadPatterns{
		tight: regexp.MustCompile(`^\pL[\w+. -]{0,50}[ _]v?(\d{1,4}(?:\.\d{1,5}){2,4})$`),
		named: regexp.MustCompile(`(?i)^\pL[\w+. -]{0,40} (?:v(\d{1,4}(?:\.\d{1,5}){1,4})|(\d{1,4}(?:\.\d{1,5}){2,4})) (?:\pL+ ){0,3}(?:notes|manual|guide|reference` +
			`|documentation|api|handbook)$`),
		joined:        regexp.MustCompile(`^\pL[\w+]*(?:-\pL[\w+]*)*-v?(\d{1,4}(?:\.\d{1,5}){1,4})(?:\.\pL{2,4})?(?:$|[:\s])`),
		inParentheses: regexp.MustCompile(`(?i)\(\pL[\w+. -]{0,40} ` + aDotted + `(?: api| documentation| manual)?\)$`),
		ended:         regexp.MustCompile(`(?i)^.{0,80}?\b` + aVersion + ` ` + aNumber + `\)?$`),
		marked:        regexp.MustCompile(`(?i)^v(\d{1,4}(?:\.\d{1,5}){1,4})(?:,? +` + aTime + `)?(?:$|:)`),
		version: regexp.MustCompile(`(?i)^(?:(?:document|for|für|pour|para) )?` + aVersion + `(?: (?:no\.?|number))?\W{0,4}` + aNumber + `(?: \(([^()]{1,20})\))?(?:$` +
			`|\W{1,5}(?:(?:of|from|dated|released|ratified|approved|adopted|issued|published|vom|du|de) )?(?:on )?` + aTime + `\)?(?:$|\W)|\W*$)`),
		stamp: regexp.MustCompile(`(?i)^` + aVersion + `\W{1,4}(\d{4}[-/]\d{2}[-/]\d{2}),? v?(\d{1,4}(?:\.\d{1,5}){0,4})$`),
		dated: regexp.MustCompile(`(?i)\b` + aVersion + ` ` + aNumber + `(?: \([^()]{1,20}\))?\W{1,4}` + aDay),
		field: regexp.MustCompile(`(?i)^(?:this (?:page|document|file|manual) was )?(?:date|dated|last[- ](?:updated?|modified|changed?|revised|edited|modification)|updated` +
			`|revised|rev(?:ision)?[- ]?date|release(?:d| date)|published|issued|date of issue|as of|datum|letzte änderung|stand|` +
			`dernière (?:mise à jour|modification)|fecha|última (?:actualización|modificación))(?: on)?\W{1,4}` + aDay + `(?:$|\W)`),
		alone:    regexp.MustCompile(`(?i)^` + aTime + `$`),
		atEnd:    regexp.MustCompile(`(?i)\S {3,}` + aTime + `$`),
		byAuthor: regexp.MustCompile(`^(?:\p{Lu}[\pL.’'-]*,? ){2,6}` + aDay + `$`),
		entry: regexp.MustCompile(`(?i)^(?:(?:(?:noteworthy )?changes in|what'?s new in|new in) )?(?:(?:version|release) )?(?:\pL[\w+.-]* )?(?:(?:version` +
			`|release) )?[\[(]?` + `(?:\d:)?v?(\d{1,8}(?:\.\d{1,5}){1,4})[a-z]?(?:[-+~.]?(?:snapshot|alpha|beta|rc|pre` +
			`|dev)[-.\d]*)?(?:[-+~][\w.+~-]*)?[\])]?(?: [a-z-]+; urgency=\w+)?(?:(?: [-–—] |[ :,–—(-]{1,3})(?:released? |on )?` + aTime + `\)?(?: \[\w+\])?)?:?$`),
		dayFirst:  regexp.MustCompile(`(?i)^(\d{4}-\d{2}-\d{2})\W{1,3}(?:version|release|v) ?` + aNumber),
		person:    regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})\s+\pL[^<]{2,60}<[^>\s]+@[^>\s]+>$`),
		signed:    regexp.MustCompile(`^\s?-- .{2,80}<[^>]*>\s+` + `(?:\pL{3}, )?(\d{1,2} \pL{3} \d{4})`),
		keyword:   regexp.MustCompile(`\$(Revision|Date|Id): ([^$\n]{2,120})\$`),
		manual:    regexp.MustCompile(`(?m)^\.(?:TH\s+(?:"[^"]*"|\S+)\s+"?\w+"?\s+(.*)|Dd\s+(.*))$`),
		quoted:    regexp.MustCompile(`"([^"]*)"|(\S+)`),
		anyNumber: regexp.MustCompile(`\bv?(\d{1,4}(?:\.\d{1,5}){1,4})\b`),
		aDay:      regexp.MustCompile(`(?i)\b` + aDay + `\b|\b\d{4}-\d{2}-\d{2}`),
		anyDate:   regexp.MustCompile(`(?i)\b` + aTime),
	}
})

// mastheadOf reads the begin of a text.
func mastheadOf(text string) (m masthead) {
	if !hasDigit(text) {
		return m
	}
	lines := mastheadLinesOf(text)
	if m.ofManual(text) || m.ofChanges(lines) {
		return m
	}
	m.ofKeywords(text[:min(len(text), 1000)])
	p := mastheads()
	for i, line := range lines {
		if i >= headLines {
			break
		}
		if !hasDigit(line) { // no pattern fits
			continue
		}
		if found := p.version.FindStringSubmatch(line); found != nil && !compiled().ofOther.MatchString(line[min(len(line), strings.Index(line, found[1])+len(found[1])):]) {
			m.version(found[1], line)
			m.day(found[2], line)
			m.day(found[3], line)
		} else if found := p.stamp.FindStringSubmatch(line); found != nil {
			m.version(found[2], line)
			m.day(found[1], line)
		} else if found := p.dayFirst.FindStringSubmatch(line); found != nil && i == 0 {
			m.version(found[2], line)
			m.day(found[1], line)
		} else if found := p.marked.FindStringSubmatch(line); found != nil && i < titleLines {
			m.version(found[1], line)
			m.day(found[2], line)
		}
		if found := p.field.FindStringSubmatch(line); found != nil {
			m.day(found[1], line)
		}
		if m.issued.IsZero() && hasYear(line) {
			if found := p.dated.FindStringSubmatch(line); found != nil {
				m.day(found[2], line)
			}
		}
		if i < titleLines {
			m.ofTitle(line)
		}
	}
	for i, line := range lines[:min(len(lines), headLines)] {
		if !hasDigit(line) {
			continue
		}
		found := p.atEnd.FindStringSubmatch(line)
		if alone := p.alone.FindStringSubmatch(strings.Trim(line, "()[] .,")); alone != nil && (m.number != "" || i > 0 && isDay(alone[1])) && i < 8 {
			found = alone
		}
		if by := p.byAuthor.FindStringSubmatch(line); by != nil && i > 0 && i < titleLines {
			found = by
		}
		if found != nil {
			m.day(found[1], line)
		}
	}
	return m
}

// isDay reports whether a time is a day. A month may be the one that a newsletter or a report is about.
func isDay(text string) bool {
	groups := 0
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' && (i == 0 || text[i-1] < '0' || text[i-1] > '9') {
			groups++
		}
	}
	return groups > 1
}

// hasYear reports whether a line has four digits in a row, as each day that is read does.
func hasYear(line string) bool {
	run := 0
	for i := range len(line) {
		if line[i] < '0' || line[i] > '9' {
			run = 0
		} else if run++; run == 4 {
			return true
		}
	}
	return false
}

// mastheadLinesOf are the first lines of a text, without what marks a comment, a heading or a field in front of them.
func mastheadLinesOf(text string) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "#*=%@|_~`\"“”"))
		if rest := strings.TrimPrefix(line, ":"); rest != line {
			line = rest // a field: ":Version: 1"
		}
		if !strings.ContainsFunc(line, func(r rune) bool {
			return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf
		}) {
			continue
		}
		if lines = append(lines, line); len(lines) == mastheadLines {
			break
		}
	}
	return lines
}

// version takes a number, unless one is known. A year alone is none: beside "Edition 2018" one may stand that says "used since 1 June 2024" and no
// number, and years are compared by themselves.
func (m *masthead) version(number, says string) {
	if m.number == "" && number != "" && (len(number) < 4 || strings.Contains(number, ".")) {
		m.number = number
		m.said(says)
	}
}

// day takes a day, or the first of a month, unless one is known or no such time is written there.
func (m *masthead) day(text, says string) {
	if text == "" || !m.issued.IsZero() {
		return
	}
	if t, ok := date(text); ok {
		m.issued = t
		m.said(says)
	}
}

// said keeps a line that something was taken from. Of one that is long, as a paragraph may be, it keeps the begin.
func (m *masthead) said(line string) {
	if r := []rune(line); len(r) > titleLength {
		line = strings.TrimSpace(string(r[:titleLength])) + "…"
	}
	if !slices.Contains(m.says, line) {
		m.says = append(m.says, line)
	}
}

// ofTitle reads one of the first lines, if it may be a title: a name with its version.
func (m *masthead) ofTitle(line string) {
	if utf8.RuneCountInString(line) > titleLength {
		return
	}
	p := mastheads()
	if at := ofRights.FindStringIndex(line); at != nil {
		line = strings.TrimSpace(line[:at[0]])
	}
	for _, e := range []*regexp.Regexp{p.joined, p.tight, p.named, p.inParentheses, p.ended} {
		found := e.FindStringSubmatchIndex(line)
		if found == nil {
			continue
		}
		for n := 2; n+1 < len(found); n += 2 { // its only group that is there has the number
			if found[n] >= 0 && !ofSomethingElse(line[:found[n]]) && !compiled().saidReplaces.MatchString(line) {
				m.version(line[found[n]:found[n+1]], line)
			}
		}
		return
	}
}

// ofSomethingElse reports whether a version behind some words is that of another thing: "Fixes since", "Released under the General Licence version".
func ofSomethingElse(before string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(before)), func(w string) bool {
		w = strings.Trim(w, "(),.:;")
		return relating[w] && w != "of" && w != "to" || w == "under" || w == "and" || strings.HasPrefix(w, "licen") || strings.HasPrefix(w, "lizenz")
	})
}

// ofKeywords reads what a system of versions writes into a text.
func (m *masthead) ofKeywords(text string) {
	if !strings.Contains(text, "$") {
		return
	}
	p := mastheads()
	for _, found := range p.keyword.FindAllStringSubmatch(text, 4) {
		if found[1] != "Date" {
			if n := p.anyNumber.FindStringSubmatch(found[2]); n != nil {
				m.version(n[1], found[0])
			}
		}
		if d := p.anyDate.FindStringSubmatch(found[2]); d != nil {
			m.day(d[1], found[0])
		}
	}
}

// ofManual reads the first line of the source of a page of a manual: its day, and its program with the version.
func (m *masthead) ofManual(text string) bool {
	p := mastheads()
	if !strings.Contains(text, ".TH ") && !strings.Contains(text, ".Dd ") {
		return false
	}
	found := p.manual.FindStringSubmatch(text)
	if found == nil {
		return false
	}
	m.day(strings.TrimPrefix(dayIn(found[1]+found[2]), "$Mdocdate: "), found[0])
	for i, field := range p.quoted.FindAllStringSubmatch(found[1], 3) {
		if n := p.anyNumber.FindStringSubmatch(field[1] + field[2]); n != nil && i > 0 {
			m.version(n[1], found[0])
		}
	}
	return true
}

func dayIn(text string) string {
	if d := mastheads().anyDate.FindStringSubmatch(text); d != nil {
		return d[1]
	}
	return ""
}

// ofChanges reads a list of changes, newest first: the version and the day of its first entry. A text is one where lines that are versions and nothing else
// count down, where its title says so, or where days and their authors stand above what they did.
func (m *masthead) ofChanges(lines []string) bool {
	p := mastheads()
	if len(lines) == 0 {
		return false
	}
	if first := p.person.FindStringSubmatch(lines[0]); first != nil {
		m.day(first[1], lines[0])
		for _, line := range lines[1:] {
			if p.person.MatchString(line) {
				break
			}
			if e := p.entry.FindStringSubmatch(line); e != nil {
				m.version(e[1], line)
			}
		}
		m.changes = true
		return true
	}
	titled, first := compiled().beside.MatchString(strings.ToLower(lines[0])) || historic.MatchString(lines[0]), -1
	for i, line := range lines {
		if !hasDigit(line) {
			continue
		}
		e := p.entry.FindStringSubmatch(line)
		switch {
		case first < 0 && i < headLines && e != nil:
			m.number, first = e[1], i
			m.says = []string{line}
			m.day(e[2], line)
		case first >= 0 && m.issued.IsZero() && p.signed.MatchString(line):
			m.day(p.signed.FindStringSubmatch(line)[1], line)
		}
		if e != nil && first >= 0 && i > first {
			if i > first+1 && slices.Compare(digits(m.number), digits(e[1])) > 0 { // something was changed between them
				m.changes = true
				return true
			}
			break
		}
	}
	if first < 0 || !titled && !strings.Contains(lines[first], "; urgency=") {
		*m = masthead{}
		return false
	}
	m.changes = true
	return true
}

// historic is a title of a list of changes.
var historic = pattern.New(`(?i)^(?:(?:release|version|revision|change) (?:history|log)|change ?log|history|releases|versionsgeschichte|änderungen|historique|historial)\b`)
