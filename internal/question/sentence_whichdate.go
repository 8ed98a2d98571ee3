package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Words that say which date of a file is meant.
var dateVerbs = []struct {
	words string
	keys  []string
}{
	{" changed modified edited updated saved touched altered revised amended geändert ", []string{"modified"}},
	{" taken acquired performed scanned made recorded ", []string{"study-date", "created", "modified"}},
	{" force effective effect valid applicable applies applied binding ", []string{"effective"}},
	{" sent received mailed ", []string{"date", "modified"}},
	{" created ", []string{"created", "modified"}},
	{" written wrote authored drafted dated published ", []string{"date", "created", "modified"}},
}

// What ends then: verbs, and the attributes that say when something does.
const closing = " end ends ending ended expire expires expiring expired lapse lapses lapsing lapsed "

var closes = []string{"valid-until", "expires", "expiry", "expiry-date", "expiration-date", "end-date", "ends", "end"}

// ending is the file's own date for the end of its subject, where a verb at a token speaks of that; "" for none.
func (p *sentenceParser) ending(at int) string {
	if p.oneOf(at, closing) || p.is(at, "out") && p.oneOf(at-1, " run runs running ran ") {
		for _, key := range closes {
			if p.names.dates[key] == key {
				return key
			}
		}
	}
	return ""
}

// keysOfDates says for each span of time which date of a file it is about.
func (p *sentenceParser) keysOfDates() {
	for i := range p.parts {
		part := &p.parts[i]
		if part.date == nil {
			continue
		}
		of := p.dateOf(part)
		if part.Constraint.Key == "" {
			part.Constraint.Key = p.keyOfDate(part, of)
		}
		part.Constraint.Values = []spar.Match{part.date.match()}
		if m := &part.Constraint.Values[0]; part.Constraint.Key == "period" && m.Range && !of.kind { // as files write it
			if text := partOfYear(m.From, m.To); text != "" {
				*m = spar.Match{Text: text}
			}
		}
		for j := range part.Others {
			part.Others[j].Key = part.Constraint.Key
		}
	}
}

// partOfYear names a quarter or a half of a year by its first month and its last one.
func partOfYear(from, to string) string {
	year, first, _ := strings.Cut(from, "-")
	if !strings.HasPrefix(to, year+"-") {
		return ""
	}
	part := map[string]string{"01-03": "Q1", "04-06": "Q2", "07-09": "Q3", "10-12": "Q4", "01-06": "H1", "07-12": "H2"}[first+"-"+to[len(year)+1:]]
	if part == "" {
		return ""
	}
	return year + "-" + part
}

// A sought holds the files that a date belongs to.
type sought struct {
	among []spar.Constraint
	kind  bool // papers of a kind
	scan  bool
	own   bool // papers of a kind, or with an attribute of the share's own
}

// dateOf gathers the files that a date belongs to. An excluded part counts only where the date is excluded with it: "the bills, not the
// letters: April 2025".
func (p *sentenceParser) dateOf(date *Part) (s sought) {
	left := p.leftOut(date)
	for n := range p.parts {
		part := &p.parts[n]
		if part.group != date.group && part.group != 0 && date.group != 0 || part.date != nil || part.Constraint.Not ||
			part.Constraint.Key == "" || len(part.Constraint.Any) > 0 || !left && p.leftOut(part) {
			continue
		}
		switch key := part.Constraint.Key; {
		case has(" document-type type modality body-part department folder ", key):
			s.with(part.Constraint)
		case p.names.has[key] && !part.Guess && !has(anyPaper+weak+persons, key):
			s.with(part.Constraint)
			s.own = true
		}
		s.kind = s.kind || part.Constraint.Key == "document-type" || part.Constraint.Key == "folder"
		s.scan = s.scan || part.Constraint.Key == "modality" || part.Constraint.Key == "body-part"
	}
	s.own = s.own || s.kind
	return s
}

// with adds a constraint. Values of a key are alternatives.
func (s *sought) with(c spar.Constraint) {
	for i := range s.among {
		if o := &s.among[i]; o.Key == c.Key && joinable(*o, c) {
			o.Values = slices.Concat(o.Values, c.Values)
			return
		}
	}
	s.among = append(s.among, c)
}

// kinds are the kinds of document among the sought files' constraints.
func (s sought) kinds() []spar.Constraint {
	return slices.DeleteFunc(slices.Clone(s.among), func(c spar.Constraint) bool { return c.Key != "document-type" })
}

// anyPaper are keys that papers of every kind have.
const anyPaper = " share tag name path ext size pages slides doc-status confidentiality language "

// leftOut reports whether a word that leaves out stands before a part in its phrase.
func (p *sentenceParser) leftOut(part *Part) bool {
	for i := part.first - 1; i >= 0 && !p.tokens[i+1].comma && !p.is(i, "but"); i-- {
		if (p.leavesOut(i) || p.leavingOut(i) > 0) && !p.withinName(i) {
			return true
		}
	}
	return false
}

// keyOfDate goes by the word that speaks of the date, then by the dates that the chosen files have.
func (p *sentenceParser) keyOfDate(part *Part, of sought) string {
	try, spoken := []string{"period", "study-date", "date", "modified"}, part.date.keys != nil
	if spoken {
		try = part.date.keys
	}
	if !spoken && !of.kind && !of.scan && !p.o.Question && p.is(part.first, "for") && p.names.Dated != nil {
		if have, _ := p.names.Dated("period", of.among); have > 0 { // figures for a time are about it
			return "period"
		}
	}
	if !spoken && (part.last+1 < len(p.tokens)) && p.oneOf(part.last+1, " edition version issue ") {
		try = []string{"period", "effective", "date", "modified"}
	}
	if !spoken {
		switch {
		case of.scan:
			try = []string{"study-date", "date", "modified"}
		case !of.kind:
			try = []string{"date", "modified"}
		}
	}
	if spoken && (try[0] == "effective" || p.names.dateOf(try[0]) == try[0]) {
		return try[0]
	}
	for _, key := range try {
		if key == "modified" {
			return cmp.Or(p.recorded(of), key)
		}
		if !p.names.has[key] {
			continue
		}
		if p.names.Dated == nil {
			return key
		}
		have, all := p.names.Dated(key, of.among)
		if all == 0 { // the parts make no sense together
			have, all = p.names.Dated(key, of.kinds())
		}
		if have > 0 && 2*have >= all {
			if !spoken && !p.ofEach(key, of) { // files without this date would be left out
				part.Guess, part.Doubt = true, &Doubt{Sign: WhichDate}
			}
			return key
		}
	}
	return "modified"
}

// ofEach reports whether files of each kind that is sought have an attribute.
func (p *sentenceParser) ofEach(key string, of sought) bool {
	for _, kind := range of.kinds() {
		for _, v := range kind.Values {
			if have, all := p.names.Dated(key, []spar.Constraint{single(kind.Key, v.Text)}); have == 0 && all > 0 {
				return false
			}
		}
	}
	return true
}

// recorded is the only date of the files' subject that nearly all chosen files have: manifests "from May" are of ships that came then. It
// is "" for none or several.
func (p *sentenceParser) recorded(of sought) (found string) {
	if p.names.Dated == nil || !of.own {
		return ""
	}
	for key := range p.names.records {
		have, all := p.names.Dated(key, of.among)
		if all == 0 { // the parts make no sense together
			have, all = p.names.Dated(key, of.kinds())
		}
		if all > 0 && 10*have >= 9*all {
			if found != "" {
				return ""
			}
			found = key
		}
	}
	return found
}
