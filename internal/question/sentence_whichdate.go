package question

import "github.com/sparsearch/spar"

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

// keysOfDates says for each span of time which date of a file it is about.
func (p *sentenceParser) keysOfDates() {
	for i := range p.parts {
		part := &p.parts[i]
		if part.date == nil {
			continue
		}
		if part.Constraint.Key == "" {
			part.Constraint.Key = p.keyOfDate(part, p.dateOf(part))
		}
		part.Constraint.Values = []spar.Match{part.date.match()}
		for j := range part.Others {
			part.Others[j].Key = part.Constraint.Key
		}
	}
}

// A sought is what a date is a date of.
type sought struct {
	among []spar.Constraint
	kind  bool // papers of a kind
	scan  bool
}

// dateOf gathers what a date is a date of. What is left out is that only where the date is left out with it: "the bills, not the letters: April 2025".
func (p *sentenceParser) dateOf(date *Part) (s sought) {
	left := p.leftOut(date)
	for n := range p.parts {
		part := &p.parts[n]
		if part.date != nil || part.Constraint.Not || part.Constraint.Key == "" || len(part.Constraint.Any) > 0 || !left && p.leftOut(part) {
			continue
		}
		switch part.Constraint.Key {
		case "document-type", "type", "modality", "body-part", "department", "folder":
			s.among = append(s.among, part.Constraint)
		}
		s.kind = s.kind || part.Constraint.Key == "document-type" || part.Constraint.Key == "folder"
		s.scan = s.scan || part.Constraint.Key == "modality" || part.Constraint.Key == "body-part"
	}
	return s
}

// leftOut reports whether a word that leaves out stands before a part in its phrase.
func (p *sentenceParser) leftOut(part *Part) bool {
	for i := part.first - 1; i >= 0 && !p.tokens[i+1].comma && !p.is(i, "but"); i-- {
		if (p.leavesOut(i) || p.leavingOut(i) > 0) && !p.withinName(i) {
			return true
		}
	}
	return false
}

// keyOfDate goes by the word that speaks of it, then by what the files that are meant have.
func (p *sentenceParser) keyOfDate(part *Part, of sought) string {
	try, spoken := []string{"period", "study-date", "date", "modified"}, part.date.keys != nil
	if spoken {
		try = part.date.keys
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
	if spoken && (try[0] == "effective" || p.names.dates[root(try[0])] == try[0]) {
		return try[0]
	}
	for _, key := range try {
		if key == "modified" {
			break
		}
		if !p.names.has[key] {
			continue
		}
		if p.names.Dated == nil {
			return key
		}
		if have, all := p.names.Dated(key, of.among); have > 0 && 2*have >= all {
			return key
		}
	}
	return "modified"
}
