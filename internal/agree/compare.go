package agree

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
)

// A comparison is of one statement with the sentences of its passages.
type comparison struct {
	said      *reading
	lang      string
	sentences []*reading
	known     *reading
	all       []*alignment
	chosen    []*alignment // of the sentences that say most of it, the best first
}

// Of the sentences of its passages a statement is compared with the best, and with others that say what the best lacks.
const (
	mostChosen = 3
	leastMore  = 2 // words or numbers that another sentence must add
)

// choose finds the sentences that say most of the statement.
func (c *comparison) choose() {
	for i, s := range c.sentences {
		a := align(c.said, s)
		if a.asked = a.matched; i > 0 && c.sentences[i-1].asks {
			a.asked += c.all[i-1].matched
		}
		c.all = append(c.all, a)
	}
	covered := map[int]bool{}
	for len(c.chosen) < mostChosen {
		var best *alignment
		most := 0.
		for _, a := range c.all {
			w := a.worth()
			if len(c.chosen) > 0 {
				w = 0
				for _, i := range c.said.content {
					if a.to[i] >= 0 && !covered[i] {
						w++
					}
				}
			}
			if w > most && !slices.Contains(c.chosen, a) {
				best, most = a, w
			}
		}
		if best == nil || len(c.chosen) > 0 && most < leastMore {
			return
		}
		c.chosen = append(c.chosen, best)
		for i, to := range best.to {
			covered[i] = covered[i] || to >= 0
		}
	}
}

// figures finds numbers that the passages lack, and those that have another unit, period or bound there.
func (c *comparison) figures() (found []Finding) {
	var all []*amount
	where := map[*amount]*reading{}
	for _, r := range c.sentences {
		for i := range r.amounts {
			all = append(all, &r.amounts[i])
			where[&r.amounts[i]] = r
		}
	}
	for i := range c.known.amounts {
		all = append(all, &c.known.amounts[i])
	}
	for i := range c.said.amounts {
		a := &c.said.amounts[i]
		var same, close []*amount
		for _, b := range all {
			if !a.equal(b) || a.month && !b.month && b.value > 12 {
				continue
			}
			same = append(same, b)
			if slices.ContainsFunc(c.chosen, func(x *alignment) bool { return x.there == where[b] }) {
				close = append(close, b)
			}
		}
		if len(same) == 0 {
			if !a.month && !(a.words && a.value <= 1) && !apart(a, all) {
				found = append(found, Finding{Number, a.text, ""})
			}
			continue
		}
		if a.month {
			continue
		}
		if f := c.elsewhere(a, close); f != nil {
			found = append(found, *f)
			continue
		}
		if len(close) > 0 {
			same = close
		}
		if measured := slices.DeleteFunc(slices.Clone(same), func(b *amount) bool {
			return a.unit == nil || b.unit == nil || a.unit.family != b.unit.family
		}); len(measured) > 0 {
			same = measured
		}
		var first *Finding
		for _, b := range same {
			f := c.differ(a, b, where[b])
			if f == nil {
				first = nil
				break
			}
			if first == nil {
				first = f
			}
		}
		if first != nil {
			found = append(found, *first)
		}
	}
	return found
}

// apart reports whether an amount is the years between two that stand there.
func apart(a *amount, all []*amount) bool {
	year := func(b *amount) bool { return b.unit == nil && b.value >= 1900 && b.value <= 2100 }
	return a.unit != nil && a.unit.dim == "month" && a.unit.value == 12 && slices.ContainsFunc(all, func(x *amount) bool {
		return year(x) && slices.ContainsFunc(all, func(y *amount) bool { return year(y) && y.value-x.value == a.value })
	})
}

// differ says how an amount is said otherwise where its value is the same; nil if it is not.
func (c *comparison) differ(a, b *amount, there *reading) *Finding {
	if there == nil { // of the question or a name
		return nil
	}
	if !a.measures(b) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.unit != nil && b.unit == nil && !c.says(a.unit) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.rate != nil && b.rate != nil && (a.rate.dim != b.rate.dim || a.rate.value != b.rate.value) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.rate != nil && b.rate == nil && !there.says(a.rate) && !c.says(a.rate) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.bound*b.bound < 0 {
		return &Finding{Bound, c.said.boundText(a), there.boundText(b)}
	}
	if a.bound != 0 && b.bound == 0 && !there.leans(a.bound) {
		return &Finding{Bound, c.said.boundText(a), b.text}
	}
	return nil
}

// boundText is an amount with what bounds it.
func (r *reading) boundText(a *amount) string {
	from := a.at
	for j := a.at - 1; j >= 0 && j >= a.at-5; j-- {
		if r.tokens[j].is("bound") {
			from = j
		}
	}
	return r.written(from, a.end)
}

// leans reports whether a sentence has another word that bounds.
func (r *reading) leans(sign int) bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool {
		return slices.ContainsFunc(t.senses, func(s sense) bool { return s.kind == "bound" && s.sign == sign })
	})
}

// says reports whether a sentence has a unit.
func (r *reading) says(u *sense) bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool {
		s := t.sense("unit")
		return s != nil && s.dim == u.dim && s.value == u.value
	})
}

// says reports whether any sentence or what is known has a unit: a table says it in its head.
func (c *comparison) says(u *sense) bool {
	return c.known.says(u) || slices.ContainsFunc(c.sentences, func(r *reading) bool { return r.says(u) })
}

// names finds words with capitals that stand nowhere.
func (c *comparison) names(e Evidence) (found []Finding) {
	have := map[string]bool{}
	for _, r := range append(slices.Clone(c.sentences), c.known) {
		for i := range r.tokens {
			have[r.tokens[i].stem], have[r.tokens[i].word] = true, true
		}
	}
	plain := strings.ToLower(strings.Join(e.Passages, "\n") + "\n" + e.Known)
	for i := range c.said.tokens {
		t := &c.said.tokens[i]
		if t.name && !have[t.stem] && !t.is("unit") && !t.is("month") && !t.is("deny") && !formal[t.word] && !(len(t.word) > 3 && strings.Contains(plain, t.word)) && c.said.tells(t) {
			found = append(found, Finding{Name, t.text, ""})
		}
	}
	return found
}

// denials finds what one denies and the other does not, and what one says of that only.
func (c *comparison) denials() (found []Finding) {
	for _, d := range c.said.denials {
		if !c.said.contrasts(d.at) && !c.denied(d.focus, d.beside) {
			found = append(found, Finding{Denial, c.said.tokens[d.at].text, ""})
		}
	}
	for _, p := range c.said.poles {
		if p.denies && !c.denied(c.said.focus(p.at), c.said.beside(p.at)) && !c.speaks(p) {
			found = append(found, Finding{Denial, p.text, ""})
		}
	}
	if i := c.said.first("only"); i >= 0 && !c.said.supposes(i) && !slices.ContainsFunc(c.chosen, func(a *alignment) bool { return a.there.first("only", "limits") >= 0 || a.there.denies() }) {
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

// leastDenied is the part of what a passage denies that a statement must say to say it without the denial.
const leastDenied = .6

// denied reports whether a sentence denies something that stands in a focus, or says no to what shares two words with the statement.
func (c *comparison) denied(focus, beside map[string]bool) bool {
	if c.close() {
		there := c.chosen[0].there
		return slices.ContainsFunc(there.denials, func(d denial) bool { return len(beside) == 0 || meet(beside, d.beside) }) ||
			slices.ContainsFunc(there.poles, func(p pole) bool { return p.denies && meet(beside, p.focus) })
	}
	for _, a := range c.all {
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

// speaks reports whether a sentence that is compared has a word of an opposite: what it says is compared then. One that is nearly the
// statement has the same.
func (c *comparison) speaks(said pole) bool {
	return slices.ContainsFunc(c.near(), func(a *alignment) bool {
		return a.asked >= 1 && slices.ContainsFunc(a.there.poles, func(p pole) bool { return p.concept == said.concept && (p.sign == said.sign || !c.close()) })
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

// duty is a word of the statement for what must be done where no sentence has one, nor anything that bounds or forbids; -1 for none.
func (c *comparison) duty() int {
	i := slices.IndexFunc(c.said.tokens, func(t token) bool { return t.is("duty") && !t.within })
	if i < 0 || c.has("duty", "limits", "only", "bound", "deny") || slices.ContainsFunc(c.sentences, func(r *reading) bool {
		return r.denies() || len(r.tokens) > 0 && r.commands()
	}) {
		return -1
	}
	return i
}

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

// contrasts reports whether a token only sets something apart from what is said: "the employee, not the airline".
func (r *reading) contrasts(i int) bool {
	if r.lang == "en" && r.tokens[i].word != "not" || i == 0 || r.tokens[i-1].text != "," {
		return false
	}
	return i+1 < len(r.tokens) && (chunk.Common(r.tokens[i+1].word, r.lang) || r.tokens[i+1].name)
}

// opposites finds words for which the passages say the opposite.
func (c *comparison) opposites() (found []Finding) {
	for _, p := range c.said.poles {
		against := ""
		agreed := false
		for _, a := range c.near() {
			for _, o := range a.there.poles {
				switch {
				case o.concept != p.concept:
				case o.sign == p.sign:
					agreed = agreed || !c.close() || meet(p.focus, o.focus) || len(p.focus) == 0
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

// commands reports whether a sentence begins with a verb that tells somebody to do something, as lists of steps do.
func (r *reading) commands() bool {
	for i := range r.tokens {
		if t := &r.tokens[i]; !t.mark && !t.number {
			return r.tells(t) && i+1 < len(r.tokens) && (r.tokens[i+1].is("each") || r.tokens[i+1].word == "the" || r.tokens[i+1].word == "your")
		}
	}
	return false
}
