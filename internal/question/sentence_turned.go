package question

import "strings"

// unchanged are words with which a span of time says when something did not happen.
const unchanged = " untouched unchanged unmodified unedited unopened unaltered never nobody "

// verbsOfChange are what somebody did not do since.
const verbsOfChange = " changed modified edited updated saved touched altered revised amended opened read looked used written "

// turnDates turns dates round behind words that deny a change: files that nobody has touched since 2022 changed before. If the end of the
// denial is not clear, the parts within become guesses.
func (p *sentenceParser) turnDates() {
	for i := 0; i < len(p.tokens); i++ {
		if !p.denies(i) {
			continue
		}
		to := i + 1
		for to < len(p.tokens) && !p.oneOf(to, " but which whose ") && !p.closes(i, to) && to < i+12 {
			to++
		}
		p.duration(i, to)
		for j := range p.parts {
			part := &p.parts[j]
			if part.first <= i || part.first >= to || part.turned {
				continue
			}
			if len(part.Constraint.Values) == 1 && part.Constraint.Values[0].Text == "true" && (p.is(i, "nobody") || p.is(i, "never") || p.is(i, "no", "one")) { // permits nobody has signed
				part.Constraint.Not, part.turned = true, true
				continue
			}
			if part.date == nil {
				if p.is(i, "no", "longer") && part.Constraint.Key == "doc-status" && p.behind(i+1, part.first) {
					part.Constraint.Not, part.turned = true, true
					p.use(i, i+2)
					continue
				}
				part.Guess = part.Guess || !p.oneOf(i, " untouched unchanged unmodified unedited unopened unaltered not ") && !strings.HasSuffix(p.tokens[i].low, "t")
				continue
			}
			if plain := !part.date.open(p.today()); plain && (p.is(i, "not") || negated(wordAt(p, i))) {
				continue // "not changed in 2022" is left out like anything else
			}
			part.turned = true
			if p.is(i, "no", "longer") { // valid since
				part.Guess, part.Constraint.Not = true, true
				continue
			}
			if part.date.turn(p.today()) {
				part.Spans[0].Start = min(part.Spans[0].Start, p.tokens[i].start)
			} else {
				part.Constraint.Not = true
			}
			p.use(i, i+1)
			if p.is(i, "no", "one") {
				p.use(i, i+2)
			}
		}
		i = to - 1
	}
}

// duration reads for how long something did not happen: "nobody has touched for two years".
func (p *sentenceParser) duration(from, to int) {
	for i := from + 1; i+2 < to; i++ {
		if !p.oneOf(i, " for in ") || !p.free(i, i+3) {
			continue
		}
		n, ok := figure(wordAt(p, i+1))
		if !ok {
			continue
		}
		if day, ok := ago(p.today(), n, wordAt(p, i+2)); ok {
			p.addDate(i, i+3, &dated{from: day, to: day, begins: true, keys: []string{"modified"}})
		}
	}
}

// denies reports whether a token opens a clause that says that something did not happen: "nobody has touched", "not changed since".
func (p *sentenceParser) denies(at int) bool {
	switch {
	case p.oneOf(at, unchanged), p.is(at, "no", "one"), p.is(at, "no", "longer"):
		return true
	case p.is(at, "not") || negated(wordAt(p, at)):
		// Behind anything but the verb stands an exclusion: "not the drafts written in 2024".
		return p.oneOf(p.past(at+1, " been being yet ever have has had recently "), verbsOfChange)
	}
	return false
}

// negated reports whether a word ends in the short form of not, as hasn't does. Who can't find something leaves nothing out.
func negated(w string) bool {
	w = strings.ReplaceAll(w, "’", "'")
	return strings.HasSuffix(w, "n't") && !has(" can't couldn't won't wouldn't shouldn't mustn't ", w)
}
