package question

import "strings"

// Words of remarks.
const (
	// speakers are subjects of clauses that tell of the one who asks and of other people, not of files.
	speakers = " i i'm i've i'd i'll we we're we've we'd we'll he he's she she's you you're somebody someone "
	// requesting are verbs and similar words of clauses that request or mean something, whoever their subject is.
	requesting = " need needs needed want wants wanted like likes love looking look looks search searching seek seeking " +
		"require requires request requests ask asks asked asking see find get fetch show give send bring pull collect gather wish wishes " +
		// and hedges, since the user seeks even a thing only believed
		"interested after mean means meant think believe guess suppose assume remember recall reckon know "
	// hesitating are what speakers begin with.
	hesitating = " and but so well um uh er hm ok okay hi hello hey please sorry thanks then also "
	// reasons open clauses that say why.
	reasons = " because for as since while when now given seeing "
	// whose are the words before somebody who belongs to the one who asks.
	whose = " my our his her their the a "
)

// remarks puts aside words about the asker and their reasons, and not about files: "I am from nursing", "we close the books this week",
// "because our lawyer asked for it", "on behalf of Dr Brandt", "drafts or not". A name in them is no constraint.
func (p *sentenceParser) remarks(s *Sentence) {
	for at := 0; at < len(p.tokens); {
		to := at + 1
		for to < len(p.tokens) && !p.tokens[to].comma && !p.dashed(to) && !p.opensReason(to) && !p.opensRequest(to) {
			to++
		}
		from, end := p.remark(at, to)
		if next := p.past(to, " so and therefore thus "); from >= end && to < len(p.tokens) && p.opensRequest(next) && (next > to || p.oneOf(p.past(at, hesitating), reasons)) {
			from, end = at, to // "the auditors come on Monday, so I need", "for the inspection on 20 June we need"
		}
		if from >= end && (p.is(to-1, "so") && to < len(p.tokens) && p.tokens[to].comma || p.statement(at, to)) {
			from, end = at, to // "the scanner is booked, so: the records"
		}
		if from < end {
			p.setAside(s, from, end)
		} else {
			p.behalf(s, at, to)
		}
		at = to
	}
}

// opensRequest reports whether somebody begins to say at a token what they want: "I need", "we would like", "and show me".
func (p *sentenceParser) opensRequest(at int) bool {
	if p.oneOf(at, " and ") && (p.is(at+1, "would", "like") || p.is(at+1, "would", "love")) || p.oneOf(p.past(at, " and "), " i'm we're ") && at > 0 && p.oneOf(p.past(at, " and ")+1, " after ") {
		return true // "and I'm after"
	}
	if p.is(at, "and") && p.oneOf(at+1, " can't cannot couldn't ") && p.oneOf(at+2, " find see locate open ") ||
		at > 0 && p.oneOf(at, " i we ") && (p.is(at+1, "have", "to") || p.oneOf(at+1, " must can't cannot couldn't ")) &&
			!p.oneOf(at-1, " that which what whatever whom who files documents ") {
		return true // "I'm in Outreach and can't find", "as a volunteer I have to read"
	}
	return p.oneOf(at, " and ") && p.oneOf(at+1, " need want require show give send get find ") ||
		p.oneOf(at, " i we i'd we'd ") && at > 0 && !p.oneOf(at-1, " that which what whatever whom who files documents ") &&
			p.oneOf(p.past(at+1, " would really also just now urgently "), " need want like require ")
}

// setAside marks tokens as a remark.
func (p *sentenceParser) setAside(s *Sentence, from, to int) {
	for from < to && p.tokens[from].used {
		from++
	}
	if from < to && p.free(from, to) {
		s.Aside = append(s.Aside, p.span(from, to))
		p.use(from, to)
	}
}

// dashed reports whether a dash between words stands before a token.
func (p *sentenceParser) dashed(at int) bool {
	between := p.text[p.tokens[at-1].end:p.tokens[at].start]
	return strings.Contains(between, " - ") || strings.ContainsAny(between, "–—")
}

// opensReason reports whether a clause that says why begins at a token, without a comma before it.
func (p *sentenceParser) opensReason(at int) bool {
	return p.oneOf(at, " because ") || p.oneOf(at, " since as while ") && p.oneOf(at+1, speakers)
}

// remark is the part of a clause that is a remark, from > end for none.
func (p *sentenceParser) remark(at, to int) (from, end int) {
	begin := p.past(at, hesitating)
	if begin >= to {
		return to, at
	}
	if named := p.tokens[begin].capital &&
		(p.is(begin+1, "here") || begin+2 < to && p.tokens[begin+1].capital && p.is(begin+2, "here")); named ||
		p.is(begin, "this", "is") && begin+2 < to && p.tokens[begin+2].capital {
		return begin, to // Hedda here from Safety
	}
	indifferent := p.is(to-2, "or", "not") || p.oneOf(begin, " whether regardless irrespective ") || p.is(begin, "no", "matter")
	// the wanted thing follows
	exists := to < len(p.tokens) && (p.is(begin, "there", "is") || p.is(begin, "there", "are") || p.oneOf(begin, " there's "))
	if indifferent || exists || p.oneOf(begin, " because ") {
		return begin, to
	}
	subject := p.past(begin, reasons)
	if end := p.reports(subject, to); end > subject {
		return begin, end
	}
	asks := -1
	for i := subject; i < to && asks < 0; i++ {
		if p.oneOf(i, requesting) && !p.oneOf(i-1, " that which who whom we i you they to ") && !(p.is(i, "after") && !p.oneOf(i-1, " am i'm are we're is ")) {
			asks = i
		}
	}
	speaks := p.oneOf(subject, speakers) && !(p.oneOf(subject, " i we ") && (p.is(subject+1, "have", "to") || p.is(subject+1, "must"))) // "I have to read the minutes"
	for i := subject; i < to && speaks; i++ {
		speaks = !p.oneOf(i, requesting)
	}
	switch {
	case speaks && subject+1 < to:
		return begin, to
	case asks > subject && p.requests(subject, asks):
		return begin, asks // the head nurse would like
	}
	return to, at
}

// statement reports whether a whole sentence says something that is no request and names no files, before another that does: "My cousin works at the
// City Museum. I want the loans."
func (p *sentenceParser) statement(from, to int) bool {
	if to >= len(p.tokens) || !strings.ContainsAny(p.text[p.tokens[to-1].end:p.tokens[to].start], ".!") || from > 0 && !strings.ContainsAny(p.text[p.tokens[from-1].end:p.tokens[from].start], ".!?") {
		return false
	}
	files := func(i int) bool {
		return p.kindOf(i) || fileTypes[p.tokens[i].stem] != nil || has(generic, p.tokens[i].stem)
	}
	said := p.oneOf(from, " my our his her their ")
	for i := from; i < to; i++ {
		if p.tokens[i].quoted || p.tokens[i].used || p.oneOf(i, requesting) || has(asking, p.tokens[i].low) && !has(auxiliaries, p.tokens[i].low) || files(i) {
			return false
		}
		said = said || i > from && (p.oneOf(i, auxiliaries) || has(strong, p.tokens[i].low))
	}
	for i := to; i < len(p.tokens) && said; i++ {
		if files(i) {
			return true
		}
	}
	return false
}

// requests reports whether the verb at a place asks for something in the name of the subject between the places: "the head nurse would like",
// "Legal needs". A noun such as a look or a request does not.
func (p *sentenceParser) requests(subject, verb int) bool {
	if p.oneOf(verb-1, " the a an this my our ") || subject >= verb {
		return false
	}
	for i := subject; i < verb; i++ {
		if p.oneOf(i, " that which whose whom of with not no without about in from show give get find files documents ") || p.tokens[i].quoted {
			return false
		}
	}
	said := p.oneOf(verb, " needs wants likes wishes requires requests asks seeks ") || p.oneOf(verb-1, " would is are 'd keeps keep ")
	return said && (p.oneOf(subject, whose) || p.tokens[subject].capital)
}

// saying are forms of verbs for reporting others' words.
const saying = " says said tells told mentions mentioned claims claimed thinks thought reckons reckoned believes believed "

// reports is where the words end with which somebody is said to have told something, at for none: "Kurt from Personnel says that".
func (p *sentenceParser) reports(at, to int) int {
	if at >= to || !p.partOfName(at) && !p.oneOf(at, " my our his her their he she they ") {
		return at
	}
	for i := at + 1; i < min(to, at+6); i++ {
		switch {
		case p.oneOf(i, saying):
			return p.past(i+1, " me us that ")
		case p.oneOf(i, " that which who whose ") || p.tokens[i].quoted:
			return at
		}
	}
	return at
}

// behalf puts aside for whom something is sought: "on behalf of Dr Brandt".
func (p *sentenceParser) behalf(s *Sentence, from, to int) {
	for i := from; i+3 < to; i++ {
		if p.is(i, "on", "behalf", "of") {
			end := i + 3
			for end < to && (p.tokens[end].capital || p.oneOf(end, whose)) {
				end++
			}
			p.setAside(s, i, end)
			return
		}
	}
}

// prefaced makes guesses of dates and states that are named before a colon beside words that say nothing of files: "One final request for today: ...".
func (p *sentenceParser) prefaced() {
	for i := 1; i < len(p.tokens); i++ {
		if !strings.ContainsRune(p.text[p.tokens[i-1].end:p.tokens[i].start], ':') {
			continue
		}
		for j := range i {
			if !p.tokens[j].used && !p.empty(j) {
				for n := range p.parts {
					part := &p.parts[n]
					part.Guess = part.Guess || part.last < i && (part.date != nil || part.Constraint.Key == "doc-status")
				}
				return
			}
		}
		return
	}
}
