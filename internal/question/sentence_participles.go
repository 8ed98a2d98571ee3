package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// participles reads an undated event of files by the attribute of that name. "permits that have expired" have the day before today;
// "decided appeals" and "finds that are boxed" have an attribute that only some files of the kind have; "undecided" ones lack it. An
// attribute of all files of the kind leaves out nothing.
func (p *sentenceParser) participles() {
	if p.names.Dated == nil || p.o.Question {
		return
	}
	for i := range p.tokens {
		w := wordAt(p, i)
		if !p.free(i, i+1) || p.topic[i] || !strings.HasSuffix(w, "ed") && !has(strong, w) || !p.tells(i) {
			continue
		}
		key, not := p.happened(w), false
		if rest, ok := strings.CutPrefix(w, "un"); ok && key == "" {
			key, not = p.happened(rest), true
		}
		if key == "" {
			continue
		}
		kind := p.soughtKinds()
		switch have, of := p.names.Dated(key, kind); {
		case len(kind) == 0 || have == 0:
		case p.names.dates[key] == key && !p.names.records[key]:
			part := p.add(i, i+1, spar.Constraint{Key: key, Not: not}, Exact)
			part.date, part.turned = &dated{from: p.today(), to: p.today(), before: true, keys: []string{key}}, not
		case have < of:
			part := p.add(i, i+1, single("has", key), Exact)
			part.Constraint.Not, part.turned = not, not
		}
	}
}

// tells reports whether a participle at a token says something of files: it stands behind a form of to be or to have, or before a name of files, and no
// phrase behind it says more.
func (p *sentenceParser) tells(at int) bool {
	if at+1 < len(p.tokens) && !p.tokens[at+1].comma {
		if p.kindAt(at+1) || p.heads(at+1) {
			return true
		}
		if !p.oneOf(at+1, " and or already yet ") {
			return false
		}
	}
	return p.oneOf(at-1, auxiliaries) || p.oneOf(at-1, " already not never yet ") || at > 0 && p.heads(at-1) || negated(wordAt(p, at-1))
}

// happened is the attribute that a participle names: "expired" that of what expires, "boxed" that of the box; "" for none.
func (p *sentenceParser) happened(w string) string {
	if key := p.names.dateOf(w); key != "" {
		return key
	}
	for _, ending := range []string{"ed", "d"} {
		if key := p.names.keys[strings.TrimSuffix(w, ending)]; key != "" && p.names.has[key] && !p.names.numbers[key] && len(p.names.find(phrase(key), nil)) == 0 {
			return key
		}
	}
	return ""
}

// soughtKinds are the constraints on the kind of the sought files.
func (p *sentenceParser) soughtKinds() (list []spar.Constraint) {
	for _, o := range p.parts {
		if !o.Constraint.Not && !o.Guess && has(" document-type type department folder ", o.Constraint.Key) {
			i := slices.IndexFunc(list, func(c spar.Constraint) bool { return c.Key == o.Constraint.Key })
			if i < 0 {
				list = append(list, o.Constraint)
				continue
			}
			list[i].Values = slices.Concat(list[i].Values, o.Constraint.Values)
		}
	}
	return list
}

// kindAt reports whether a kind of document is named at a token, in the same phrase.
func (p *sentenceParser) kindAt(at int) bool {
	return slices.ContainsFunc(p.parts, func(part Part) bool {
		return part.first == at && !p.tokens[at].comma && part.Constraint.Key == "document-type"
	})
}
