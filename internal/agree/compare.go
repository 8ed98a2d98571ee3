package agree

import (
	"slices"
	"strings"
)

// A comparison is of one statement with the sentences of its passages.
type comparison struct {
	said      *reading
	lang      string
	sentences []*reading
	known     *reading
	all       []*alignment
	rest      bool         // it speaks of the rest, they of a part: no fee from 20 pounds, for a fee below
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

// figures finds numbers that the passages lack, and numbers with another unit, period or bound there.
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
			if !a.month && !(a.words && a.value <= 1) && !c.apart(a, all) && !c.ranks(a) && !c.counts(a) {
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

// ranks reports whether an amount is the number of an ordinal that stands there, Q2 for the second quarter, or is a fraction.
func (c *comparison) ranks(a *amount) bool {
	if a.words && a.end < len(c.said.tokens) {
		next := a.end
		if c.said.tokens[next].text == "-" {
			next++
		}
		if next < len(c.said.tokens) && c.said.tokens[next].is("ordinal") {
			return true
		}
	}
	return slices.ContainsFunc(c.sentences, func(r *reading) bool {
		return slices.ContainsFunc(r.tokens, func(t token) bool { return t.is("ordinal") && t.sense("ordinal").value == a.value })
	})
}

// mostCounted is how many things one counts at a glance.
const mostCounted = 4

// counts reports whether an amount may count the things that the passages list: a few, in words, where the passages give no number of these
// things.
func (c *comparison) counts(a *amount) bool {
	if !a.words || a.unit != nil || a.value > mostCounted || a.end >= len(c.said.tokens) {
		return false
	}
	of := c.said.tokens[a.end].stem
	return !slices.ContainsFunc(c.sentences, func(r *reading) bool {
		return slices.ContainsFunc(r.amounts, func(b amount) bool {
			behind := r.tokens[b.end:min(b.end+3, len(r.tokens))]
			return !isYear(&b) && !b.month && slices.ContainsFunc(behind, func(t token) bool { return t.stem == of })
		})
	})
}

// apart reports whether an amount is the years between two that stand there, or the difference of two amounts of one sentence.
func (c *comparison) apart(a *amount, all []*amount) bool {
	year := a.unit != nil && a.unit.dim == "month" && a.unit.value == 12
	if year && slices.ContainsFunc(all, func(x *amount) bool {
		return isYear(x) && slices.ContainsFunc(all, func(y *amount) bool { return isYear(y) && same(y.value-x.value, a.value) })
	}) {
		return true
	}
	return a.unit != nil && slices.ContainsFunc(c.sentences, func(r *reading) bool {
		return slices.ContainsFunc(r.amounts, func(x amount) bool {
			return slices.ContainsFunc(r.amounts, func(y amount) bool {
				return x.unit != nil && y.unit != nil && x.unit.dim == a.unit.dim && y.unit.dim == a.unit.dim &&
					same(y.value*y.unit.value-x.value*x.unit.value, a.value*a.unit.value)
			})
		})
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
	if a.unit != nil && b.unit == nil && !b.shares(a) && !c.says(a.unit) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.rate != nil && b.rate != nil && (a.rate.dim != b.rate.dim || a.rate.value != b.rate.value) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.rate != nil && b.rate == nil && !there.says(a.rate) && !c.says(a.rate) {
		return &Finding{Unit, a.text, b.text}
	}
	if a.bound*b.bound < 0 {
		if c.said.denies() != there.denies() {
			c.rest = true
			return nil
		}
		return &Finding{Bound, c.said.boundText(a), there.boundText(b)}
	}
	if a.bound != 0 && b.bound == 0 && !there.leans(a.bound) && there.first("limits", "only") < 0 && c.agrees() {
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

// says reports whether any sentence or the known facts have a unit: a table has it in its head.
func (c *comparison) says(u *sense) bool {
	return c.known.says(u) || slices.ContainsFunc(c.sentences, func(r *reading) bool { return r.says(u) })
}

// shortName is the letters of names that are not looked for within other words.
const shortName = 3

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
		if !t.name || len(t.word) == 1 || have[t.stem] || t.is("unit") || t.is("month") || t.is("deny") || t.is("little") || !c.said.tells(t) {
			continue
		}
		if len(t.word) <= shortName || !strings.Contains(plain, t.word) {
			found = append(found, Finding{Name, t.text, ""})
		}
	}
	return found
}
