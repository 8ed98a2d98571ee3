package question

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// grouped divides a sentence at "and" into groups of different kinds of files, each with constraints of its own: "timesheets for May and
// invoices for June", "Roman pits and Saxon ditches". A file has to satisfy one of the groups. Where only the last one has more words, as
// in "invoices and leases from 2024", these may hold for all, and there is one group.
func (p *sentenceParser) grouped() {
	if p.o.Question {
		return
	}
	slices.SortStableFunc(p.parts, func(a, b Part) int { return a.first - b.first })
	groups := [][]int{nil}
	for n := range p.parts {
		part := &p.parts[n]
		if n > 0 && p.conjoined(p.parts[n-1].last+1, part.first) && len(groups[len(groups)-1]) > 0 {
			groups = append(groups, nil)
		} else if part.first > 0 && p.tokens[part.first].comma {
			if len(groups) > 1 { // a part behind a comma holds for all
				break
			}
			groups = [][]int{nil}
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], n)
	}
	if len(groups) < 2 || !p.own(groups) {
		return
	}
	for g, list := range groups {
		for _, n := range list {
			p.parts[n].group = g + 1
		}
	}
}

// conjoined reports whether a word between two places joins what stands there.
func (p *sentenceParser) conjoined(from, to int) bool {
	for i := from; i < to; i++ {
		if p.oneOf(i, " and or plus ") && !p.tokens[i].used {
			return true
		}
	}
	return false
}

// own reports whether each of some groups says something of files of its own kind: each has one kind that no other has, and one but the last says more
// behind it; or all speak of the same two attributes or more.
func (p *sentenceParser) own(groups [][]int) bool {
	kinds, more, same := map[string]int{}, false, true
	first := ""
	for g, list := range groups {
		keys, of := "", 0
		for _, n := range list {
			part := &p.parts[n]
			if part.turned || part.Guess {
				return false
			}
			if part.Constraint.Key == "document-type" {
				kinds[part.Constraint.Values[0].Text]++
				of++
			} else if of > 0 && g < len(groups)-1 {
				more = true
			}
			keys += " " + part.Constraint.Key
		}
		if of > 1 {
			return false
		}
		if g == 0 {
			first = keys
		}
		same = same && keys == first && len(list) > 1
	}
	return len(kinds) == len(groups) && more || same && first != ""
}

// together makes one part of all groups. No group may have a guess; where one has, the parts of single groups become guesses.
func (p *sentenceParser) together() {
	lead, sure := -1, true
	for n := range p.parts {
		if part := &p.parts[n]; part.group > 0 {
			sure = sure && !part.Guess && !part.Constraint.Not && len(part.Constraint.Any) == 0
			if lead < 0 {
				lead = n
			}
		}
	}
	if lead < 0 {
		return
	}
	if !sure {
		for n := range p.parts {
			if part := &p.parts[n]; part.group > 0 && part.Constraint.Key != "document-type" && !part.Guess && !part.Constraint.Not {
				part.Guess, part.Doubt = true, &Doubt{Sign: Unread, At: part.Spans[0]}
			}
		}
		return
	}
	var any []spar.Scope
	var spans []Span
	group := 0
	for _, part := range p.parts {
		if part.group == 0 {
			continue
		}
		if part.group != group {
			group, any = part.group, append(any, spar.Scope{})
		}
		in := &any[len(any)-1]
		in.Constraints = append(in.Constraints, part.Constraint)
		spans = append(spans, part.Spans...)
	}
	all := Part{Spans: spans, Constraint: spar.Constraint{Any: any}, How: Exact, first: p.parts[lead].first, last: p.parts[lead].last}
	p.parts[lead] = all
	p.parts = slices.DeleteFunc(p.parts, func(part Part) bool { return part.group > 0 })
}

// borne gives what names a value of several attributes the one that files of the kind have that is sought: the permits of a firm have it as their
// developer, letters as their correspondent.
func (p *sentenceParser) borne() {
	if p.names.Dated == nil || p.o.Question {
		return
	}
	for n := range p.parts {
		part := &p.parts[n]
		if len(part.Others) == 0 || part.date != nil || len(part.Constraint.Values) != 1 || has(" document-type type modality folder share tag name ", part.Constraint.Key) {
			continue
		}
		var kind []spar.Constraint
		for _, o := range p.parts {
			if o.Constraint.Key == "document-type" && !o.Constraint.Not && (o.group == part.group || part.group == 0 || o.group == 0) {
				kind = append(kind, o.Constraint)
			}
		}
		if len(kind) == 0 { // by all else that is sure
			for _, o := range p.parts {
				if o.date == nil && !o.Constraint.Not && !o.Guess && len(o.Others) == 0 && len(o.Constraint.Any) == 0 && o.group == part.group {
					kind = append(kind, o.Constraint)
				}
			}
		} else if len(kind) > 1 {
			continue
		}
		if have, of := p.names.Dated(part.Constraint.Key, kind); have > 0 || of == 0 {
			continue
		}
		for i, o := range part.Others {
			if has(" folder share tag ", o.Key) {
				continue
			}
			if have, _ := p.names.Dated(o.Key, kind); have > 0 {
				part.Others[i].Key, part.Others[i].Values, part.Constraint = part.Constraint.Key, part.Constraint.Values, single(o.Key, o.Values[0].Text)
				break
			}
		}
	}
}
