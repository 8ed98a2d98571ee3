package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// negate turns round what stands behind "not", "without", "except" and the like.
func (p *sentenceParser) negate() {
	p.leftBehind()
	for i := range p.tokens { // which leaves out all else
		if p.oneOf(i, " nothing none nobody ") && p.is(i+1, "but") {
			p.use(i, i+2)
		}
	}
	for i := 0; i < len(p.tokens); i++ {
		cue := i
		if !p.leavesOut(i) {
			n := p.leavingOut(i)
			if n == 0 {
				continue
			}
			i += n - 1
		}
		if p.is(i, "not") && p.oneOf(i+1, restricting) { // which leaves out nothing
			p.use(i, i+2)
			continue
		}
		if p.tokens[i].used || p.withinName(i) || p.is(i, "no", "matter") || p.oneOf(i+1, " sure necessarily ") && p.is(i, "not") {
			continue
		}
		near := p.oneOf(i, adjoining) && !p.allBut(i)
		to := i + 1
		for to < len(p.tokens) && !p.oneOf(to, " but only including ") && !(p.oneOf(to-1, " and then ") && p.oneOf(to, " need want give show get send bring find i we ")) && !p.closes(i, to) {
			to++
		}
		var inside []int
		for j := range p.parts {
			if p.parts[j].first > i && p.parts[j].first < to && !p.parts[j].turned {
				inside = append(inside, j)
			}
		}
		if lacks := p.lacking(i+1, to); len(lacks) > 0 {
			inside = lacks
		}
		if len(inside) == 0 {
			inside = p.deniedNames(i+1, to)
		}
		if near && !slices.ContainsFunc(inside, func(j int) bool { return p.behind(i, p.parts[j].first) }) {
			continue
		}
		for _, j := range inside {
			p.parts[j].Guess = p.parts[j].Guess || !p.reaches(i, p.parts[j].first)
		}
		p.use(cue, i+1)
		if p.is(i, "non") {
			inside = inside[:min(1, len(inside))]
		}
		p.turn(cue, inside)
		i = to - 1
	}
}

// didNot is where a clause ends that says at a token what somebody did not make, 0 for none: "photos that Wilf did not take", "but Ivy did not".
func (p *sentenceParser) didNot(part *Part) int {
	at := part.last + 1
	if !p.oneOf(part.first-1, " that which but ") || !p.personal(part) || !p.oneOf(at, " did has have had does do didn't hasn't haven't doesn't ") {
		return 0
	}
	to := at + 1
	if !negated(wordAt(p, at)) {
		if !p.is(to, "not") {
			return 0
		}
		to++
	}
	if to == len(p.tokens) || p.tokens[to].comma {
		return to
	}
	if p.oneOf(to, making) || p.names.agent(wordAt(p, to)) == part.Constraint.Key {
		return to + 1
	}
	return 0
}

// leftBehind turns round what stands before "left out", "excluded" and the like, and who did not do something.
func (p *sentenceParser) leftBehind() {
	for n := range p.parts {
		part := &p.parts[n]
		at := part.last + 1
		for at < len(p.tokens) && !p.tokens[at].comma && has(generic, p.tokens[at].stem) { // returned items left aside
			at++
		}
		if part.turned || at >= len(p.tokens) || p.tokens[at].comma {
			continue
		}
		if to := p.didNot(part); to > 0 {
			part.Constraint.Not, part.turned = true, true
			part.Spans[0].End = p.tokens[to-1].end
			p.use(at, to)
			continue
		}
		for _, cue := range []string{"left out", "left aside", "excluded", "omitted", "excepted", "not included", "not needed", "not wanted"} {
			if words := strings.Fields(cue); p.is(at, words...) && p.free(at, at+len(words)) {
				part.Constraint.Not, part.turned = true, true
				part.Spans[0].End = p.tokens[at+len(words)-1].end
				p.use(at, at+len(words))
				break
			}
		}
	}
}

// leavingOut gives the number of words at a token that together exclude the words behind them; 0 for none.
func (p *sentenceParser) leavingOut(at int) int {
	for _, cue := range []string{"with the exception of", "other than", "apart from", "aside from", "leave out",
		"leaving out", "rather than", "instead of", "save for", "save those", "leave aside", "leaving aside"} {
		if words := strings.Fields(cue); p.is(at, words...) && p.free(at, at+len(words)) {
			return len(words)
		}
	}
	return 0
}

// leavesOut reports whether a word leaves out what stands behind it. Some do so only beside others: "but skip", "anyone but".
func (p *sentenceParser) leavesOut(at int) bool {
	switch {
	case p.oneOf(at, " not no none without except excluding excepting omitting minus non besides outside neither unless barring ohne nicht sans sin kein keine "):
		return true
	case p.is(at, "less"):
		return p.oneOf(at+1, determining)
	case p.is(at, "nothing"):
		return p.oneOf(at+1, " from in of by below under about on older newer later earlier called named ")
	case negated(wordAt(p, at)): // who doesn't know or have something leaves nothing out
		return (!p.oneOf(at-1, " i we ") || p.oneOf(at+1, " need want ")) && !p.oneOf(at+1, " know remember recall find see care mind forget ")
	case p.oneOf(at, " skip omit exclude ignore "):
		return at == 0 || p.oneOf(at-1, " but and please then ") || p.tokens[at].comma
	case p.is(at, "but"):
		return p.allBut(at) ||
			(p.oneOf(at-1, " anyone anybody anything everyone everybody everything all any ") ||
				p.oneOf(at-2, " any every each no ")) && !p.oneOf(at+1, " skip omit exclude ignore not no without ")
	}
	return false
}

// allBut reports whether "but" leaves out of all that is named right before it: "all incident reports but".
func (p *sentenceParser) allBut(at int) bool {
	return p.is(at, "but") && !p.tokens[at].comma && slices.ContainsFunc(p.parts, func(o Part) bool { return o.last == at-1 && p.oneOf(o.first-1, " all any every each ") })
}

// lacking makes a part of an attribute that is said not to be there: "records that have no box", "invoices without a period".
func (p *sentenceParser) lacking(from, to int) []int {
	at := p.past(from, " a an any the have had having ")
	if at >= to || p.o.Question {
		return nil
	}
	if at >= len(p.tokens) {
		return nil
	}
	key, n := p.key(at)
	if n == 0 {
		key, n = p.lastOfKey(at), 1
	}
	if key == "" || at+n < to && !p.oneOf(at+n, " and or at yet ") && !p.oneOf(at+n, links) {
		return nil
	}
	p.add(at, at+n, single("has", key), Exact)
	return []int{len(p.parts) - 1}
}

// deniedNames makes parts of exclusions by names of files, where nothing else in them is known: "except social-media and blogging". It
// doubts words that names only contain.
func (p *sentenceParser) deniedNames(from, to int) []int {
	if p.names.Spelled == nil || p.o.Question {
		return nil
	}
	var texts []string
	first, last, whole := -1, -1, true
	for i := from; i < to; {
		if p.oneOf(i, " the a an any all those ones one called named and or nor page pages file files ") {
			i++
			continue
		}
		end := to
		for end > i && !(p.free(i, end) && len(p.names.Spelled(p.plain(i, end), true)) > 0) {
			end--
		}
		if end == i { // no whole name
			for end = p.unbroken(i); end < to && p.strange(end); end++ {
			}
			if whole = false; end > to || !p.free(i, end) || !p.strange(i) || p.verbal(i) || len(p.names.Spelled(p.plain(i, end), false)) == 0 {
				return nil
			}
		}
		if first < 0 {
			first = i
		}
		texts, last, i = append(texts, p.plain(i, end)), end, end
	}
	switch {
	case first < 0:
		return nil
	case whole:
		p.addName(first, last, equals, false, texts...)
	default:
		p.addName(first, last, holds, false, texts...)
		part := &p.parts[len(p.parts)-1]
		part.Guess, part.Doubt = true, &Doubt{Sign: Named, At: part.Spans[0]}
	}
	return []int{len(p.parts) - 1}
}

// adjoining are words that leave out only what stands right behind them, and otherwise mean something else: the outside temperature in
// 2024, skip lists, all but one.
const adjoining = " outside skip omit exclude ignore non minus but "

// reaches reports whether a word that excludes surely reaches a place. It does not where another thing stands between them and the place
// may only qualify that: "Without figures from 2024" need not leave out files from 2024.
func (p *sentenceParser) reaches(at, place int) bool {
	for i := at + 1; i < place; i++ {
		if p.leavesOut(i) { // none from A and none from B
			continue
		}
		if p.oneOf(i, " where when if ") { // "except where drafts were used"
			return false
		}
		if p.verbal(i) && p.oneOf(i+1, links) { // not handled by
			i++
			continue
		}
		if !p.tokens[i].used && !p.empty(i) && !p.oneOf(i, passing) &&
			!p.oneOf(i, " anything anyone whatever those lies lie marked flagged labelled any one ones below under old older new "+
				"newer other nor or and as well signed written authored made sent taken come comes coming belong belongs stand stands ") {
			return false
		}
	}
	return true
}

// behind reports whether nothing of content stands between a word and a place.
func (p *sentenceParser) behind(at, place int) bool {
	for i := at + 1; i < place; i++ {
		if !p.tokens[i].used &&
			!p.oneOf(i, " the a an any all of our my your their this that these those which is are in from for by with anything "+
				"everything file files document documents whatever lies lie below under within inside ") {
			return false
		}
	}
	return true
}

// withinName reports whether a token is part of a name with hyphens, such as the option --no-recurse, so that it negates nothing. In
// "non-drafts" it negates.
func (p *sentenceParser) withinName(i int) bool {
	t := p.tokens[i]
	before, after := p.text[:t.start], p.text[t.end:]
	return strings.HasSuffix(before, "-") || strings.HasPrefix(after, "-") && len(after) > 1 && after[1] != ' ' && t.low != "non"
}

// closes reports whether a comma ends an exclusion. A comma within a list does not, nor does a bracket that adds to it.
func (p *sentenceParser) closes(from, at int) bool {
	return p.tokens[at].comma && at > from+1 && !p.oneOf(at, " and or nor ") && !strings.HasSuffix(p.text[:p.tokens[at].start], "(")
}

// turn negates parts. A part that a preposition joins to another is left out only together with it: "not the drafts of 2024".
func (p *sentenceParser) turn(cue int, inside []int) {
	if len(inside) > 0 {
		slices.SortFunc(inside, func(a, b int) int { return cmp.Compare(p.parts[a].first, p.parts[b].first) })
		lead := &p.parts[inside[0]]
		lead.Spans[0].Start = p.tokens[cue].start // "not the drafts" is one piece
		if p.oneOf(cue-1, " but and ") {
			lead.Spans[0].Start = p.tokens[cue-1].start
		}
	}
	var group []int
	flush := func() {
		switch {
		case len(group) == 1:
			p.parts[group[0]].Constraint.Not = true
		case len(group) > 1:
			lead := &p.parts[group[0]]
			all := spar.Scope{}
			for _, g := range group {
				all.Constraints = append(all.Constraints, p.parts[g].Constraint)
				if g != group[0] {
					lead.Spans = append(lead.Spans, p.parts[g].Spans...)
					p.parts[g].Constraint.Key = "" // it is part of the group
				}
			}
			lead.Constraint = spar.Constraint{Not: true, Any: []spar.Scope{all}}
		}
		group = nil
	}
	for n, j := range inside {
		part := p.parts[j]
		if n > 0 {
			before := p.parts[inside[n-1]]
			list := false
			for k := before.last + 1; k < part.first; k++ {
				list = list || p.oneOf(k, " and or nor ") || p.tokens[k].comma
			}
			if list || before.Constraint.Key == part.Constraint.Key {
				flush()
			}
		}
		group = append(group, j)
	}
	flush()
	p.parts = slices.DeleteFunc(p.parts, func(part Part) bool { return part.Constraint.Key == "" && len(part.Constraint.Any) == 0 })
}
