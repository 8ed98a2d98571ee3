package versions

import (
	"regexp"
	"strconv"
	"strings"
)

// ordinals are the words that number editions.
var ordinals = func() map[string]int {
	m := map[string]int{}
	for _, list := range []string{
		"first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
		"erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
		"première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
		"primera segunda tercera cuarta quinta sexta séptima octava novena décima",
	} {
		for i, word := range strings.Fields(list) {
			m[word] = i + 1
		}
	}
	return m
}()

// issueOf is the number of the issue or the edition that a text names first, and how it writes that; 0 where it names none.
func issueOf(text string) (int, string) {
	p := compiled()
	if m := p.issue.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n, strings.ToLower(m[0])
	}
	m := p.ordinal.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	word := strings.ToLower(m[1])
	if n, err := strconv.Atoi(strings.TrimRight(word, ".stndrheaèmº")); err == nil {
		return n, strings.ToLower(m[0])
	}
	return ordinals[word], strings.ToLower(m[0])
}

// issueSaid is issueOf for a line at the beginning of a text: the issue that the text is, not one that it mentions.
func issueSaid(o opening) (int, string) {
	for _, m := range o.findAll(sayings().saidIssue, 3) {
		if n, written := issueOf(m); n > 0 {
			return n, written
		}
	}
	return 0, ""
}

// Issues are the numbers of issues and editions that a text names, as it writes them in figures.
func Issues(text string) (list []string) {
	p := compiled()
	for _, e := range []*regexp.Regexp{p.issue, p.ordinal} {
		for _, m := range e.FindAllString(text, 4) {
			if n, _ := issueOf(m); n > 0 {
				list = append(list, strconv.Itoa(n))
			}
		}
	}
	return list
}
