package agree

import (
	"slices"

	"github.com/sparsearch/spar/internal/chunk"
)

// denials finds denials that only one side has, and limits such as "only" that only one side has.
func (c *comparison) denials() (found []Finding) {
	if c.rest {
		return nil
	}
	if !c.agrees() {
		return nil // in other words a denial may be said without one
	}
	for _, d := range c.said.denials {
		if !c.said.contrasts(d.at) && !c.said.ends(d.at) && !c.denied(d.focus, d.beside) {
			found = append(found, Finding{Denial, c.said.tokens[d.at].text, ""})
		}
	}
	for _, p := range c.said.poles {
		if p.denies && !c.said.ends(p.at) && !c.denied(c.said.focus(p.at), c.said.beside(p.at)) && !c.speaks(p) {
			found = append(found, Finding{Denial, p.text, ""})
		}
	}
	leavesOut := func(a *alignment) bool { return a.there.first("only", "limits", "save") >= 0 || a.there.denies() }
	if i := c.said.first("only"); i >= 0 && !c.said.supposes(i) && !c.said.measures(i+1) && !slices.ContainsFunc(c.chosen, leavesOut) {
		found = append(found, Finding{Denial, c.said.tokens[i].text, ""})
	}
	if i := c.said.first("plan"); i >= 0 && !c.has("plan", "plans") {
		found = append(found, Finding{Word, c.said.tokens[i].text, ""})
	}
	if i := c.duty(); i >= 0 {
		found = append(found, Finding{Word, c.said.tokens[i].text, ""})
	}
	if c.said.denies() {
		return found
	}
	there := c.chosen[0].there
	for _, d := range there.denials {
		covered := 0
		for stem := range d.focus {
			if c.said.has(stem) {
				covered++
			}
		}
		if covered >= 2 && float64(covered) >= leastDenied*float64(len(d.focus)) {
			found = append(found, Finding{Denial, "", there.tokens[d.at].text})
		}
	}
	return found
}

// leastDenied is the part of a passage's denial that a statement must repeat to contradict it.
const leastDenied = .6

// denied reports whether a sentence denies something that stands in a focus, or says no to what shares two words with the statement.
func (c *comparison) denied(focus, beside map[string]bool) bool {
	if c.close() {
		there := c.chosen[0].there
		return there.first("only", "save") >= 0 || there.turns(c.said) ||
			slices.ContainsFunc(there.denials, func(d denial) bool { return len(beside) == 0 || meet(beside, d.beside) }) ||
			slices.ContainsFunc(there.poles, func(p pole) bool { return p.denies && meet(beside, p.focus) })
	}
	for _, a := range c.all {
		if a.asked >= 2 && (a.there.first("only", "limits", "save") >= 0 || a.there.turns(c.said)) {
			return true
		}
		for _, o := range a.there.denials {
			if a.asked >= 2 || meet(focus, o.focus) || len(focus) == 0 {
				return true
			}
		}
		for _, p := range a.there.poles {
			if p.denies && (a.asked >= 2 || meet(focus, p.focus)) {
				return true
			}
		}
	}
	return false
}

// leastAgreed is how much of a statement one sentence must say so that a word which it lacks tells something.
const leastAgreed = .5

// agrees reports whether one sentence says most of the statement.
func (c *comparison) agrees() bool {
	return len(c.chosen) > 0 && float64(c.chosen[0].matched) >= leastAgreed*float64(len(c.said.content))
}

// How much of a statement one sentence must say to be all that it is compared with: then it is nearly a quotation.
const (
	leastClose = .8
	fewClose   = 3 // words
)

// close reports whether one sentence says nearly all of the statement.
func (c *comparison) close() bool {
	n := len(c.said.content)
	return n >= fewClose && !c.chosen[0].there.asks && float64(c.chosen[0].matched) >= leastClose*float64(n)
}

// near are the sentences whose words a statement may have.
func (c *comparison) near() []*alignment {
	if c.close() {
		return c.chosen[:1]
	}
	return c.all
}

// speaks reports whether a compared sentence has a word of an opposite, so that their poles are compared. If the sentence is nearly the
// statement, it must have the same word.
func (c *comparison) speaks(said pole) bool {
	same := func(p pole) bool { return p.concept == said.concept && (p.sign == said.sign || !c.close()) }
	return slices.ContainsFunc(c.near(), func(a *alignment) bool { return a.asked >= 1 && slices.ContainsFunc(a.there.poles, same) })
}

// turns reports whether a sentence has a word of a statement with a syllable before it that denies it: unused for used.
func (r *reading) turns(said *reading) bool {
	return slices.ContainsFunc(r.content, func(i int) bool {
		return slices.ContainsFunc(said.content, func(j int) bool { return negates(r.tokens[i].word, said.tokens[j].word, r.lang) })
	})
}

// denies reports whether a sentence denies something, with whatever word.
func (r *reading) denies() bool {
	return len(r.denials) > 0 || slices.ContainsFunc(r.poles, func(p pole) bool { return p.denies })
}

// first is the first token of some kinds; -1 for none.
func (r *reading) first(kinds ...string) int {
	return slices.IndexFunc(r.tokens, func(t token) bool {
		return !t.within && slices.ContainsFunc(t.senses, func(s sense) bool { return slices.Contains(kinds, s.kind) })
	})
}

// has reports whether any sentence has a word of some kinds.
func (c *comparison) has(kinds ...string) bool {
	return slices.ContainsFunc(c.sentences, func(r *reading) bool { return r.first(kinds...) >= 0 })
}

// duty is a word of the statement for a duty where no sentence has one, nor anything that bounds or forbids; -1 for none.
func (c *comparison) duty() int {
	i := slices.IndexFunc(c.said.tokens, func(t token) bool { return t.is("duty") && !t.within })
	if i < 0 || c.has("duty", "limits", "only", "save", "bound", "deny") || slices.ContainsFunc(c.sentences, func(r *reading) bool {
		return r.denies() || len(r.tokens) > 0 && r.commands()
	}) {
		return -1
	}
	return i
}

// measures reports whether an amount begins at a token, with what bounds it.
func (r *reading) measures(i int) bool {
	return slices.ContainsFunc(r.amounts, func(a amount) bool { return a.at >= i && a.at <= i+2 })
}

// ends reports whether nothing stands behind a token that could be denied: "with the drug than without".
func (r *reading) ends(i int) bool { return i+1 == len(r.tokens) || r.tokens[i+1].text == "." }

// supposes reports whether a token stands in a clause that begins with if or the like.
func (r *reading) supposes(i int) bool {
	for j := i; j >= 0 && r.tokens[j].clause == r.tokens[i].clause; j-- {
		switch r.tokens[j].word {
		case "if", "when", "wenn", "falls", "si", "quand", "lorsque", "cuando":
			return true
		}
	}
	return false
}

func (r *reading) has(stem string) bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool { return t.stem == stem })
}

func meet(a, b map[string]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

// contrasts reports whether a token only sets something apart from the statement: "the employee, not the airline".
func (r *reading) contrasts(i int) bool {
	if r.lang == "en" && r.tokens[i].word != "not" || i == 0 || r.tokens[i-1].text != "," {
		return false
	}
	return i+1 < len(r.tokens) && (chunk.Common(r.tokens[i+1].word, r.lang) || r.tokens[i+1].name)
}

// commands reports whether a sentence begins with a verb that tells somebody to do something, as lists of steps do.
func (r *reading) commands() bool {
	for i := range r.tokens {
		if t := &r.tokens[i]; !t.mark && !t.number {
			return r.tells(t) && i+1 < len(r.tokens) && (r.tokens[i+1].is("each") || chunk.Common(r.tokens[i+1].word, r.lang))
		}
	}
	return false
}

// opposites finds words for which the passages say the opposite.
func (c *comparison) opposites() (found []Finding) {
	if c.rest {
		return nil
	}
	for _, p := range c.said.poles {
		against := ""
		agreed := false
		for _, a := range c.near() {
			for _, o := range a.there.poles {
				switch {
				case o.concept != p.concept:
				case o.sign == p.sign:
					agreed = agreed || !c.close() || meet(p.focus, o.focus) || len(p.focus) == 0
				case p.denies != o.denies && a.there.first("only", "save") >= 0, a.turned(p.at, o.at):
				case against == "" && (a.asked >= 2 || slices.Contains(c.chosen, a)) && meet(p.focus, o.focus):
					against = o.text
				}
			}
		}
		if against != "" && !agreed {
			found = append(found, Finding{Opposite, p.text, against})
		}
	}
	return found
}

// turned reports whether what stands before a word of a statement stands behind one of the sentence, and the other way round: A is
// more than B, and B is less than A.
func (a *alignment) turned(said, there int) bool {
	crossed, straight := 0, 0
	for _, i := range a.said.content {
		to := a.to[i]
		if to < 0 || i == said || to == there {
			continue
		}
		if (i < said) == (to < there) {
			straight++
		} else {
			crossed++
		}
	}
	return crossed > straight
}

// flips reports whether the statement has a word for whose opposite the sentence has.
func (a *alignment) flips() bool {
	return slices.ContainsFunc(a.said.poles, func(p pole) bool {
		return slices.ContainsFunc(a.there.poles, func(o pole) bool { return o.concept == p.concept && o.sign != p.sign })
	})
}
