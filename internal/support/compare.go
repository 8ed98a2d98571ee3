package support

import (
	"maps"
	"slices"
	"strings"
)

// A comparison is of one statement with the sentences of its passages.
type comparison struct {
	said      *reading
	lang      string
	sentences []*reading
	known     *reading
	chosen    []*alignment // of the sentences that say most of it, the best first
}

// Of the sentences of its passages a statement is compared with the best, and with others that say what the best lacks.
const (
	mostChosen = 3
	leastMore  = 2 // words or numbers that another sentence must add
)

// choose finds the sentences that say most of the statement.
func (c *comparison) choose() {
	list := make([]*alignment, len(c.sentences))
	for i, s := range c.sentences {
		list[i] = align(c.said, s)
	}
	covered := map[int]bool{}
	for len(c.chosen) < mostChosen {
		var best *alignment
		most := 0.
		for _, a := range list {
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
			if !a.month && !(a.words && a.value <= 1) {
				found = append(found, Finding{Number, a.text, ""})
			}
			continue
		}
		if a.month {
			continue
		}
		if len(close) > 0 {
			same = close
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
		if t.name && !have[t.stem] && !t.is("month") && !t.is("deny") && !formal[t.word] && !strings.Contains(plain, t.word) && c.said.tells(t) {
			found = append(found, Finding{Name, t.text, ""})
		}
	}
	return found
}

// denials finds what one denies and the other does not.
func (c *comparison) denials() (found []Finding) {
	for _, d := range c.said.denials {
		if !c.denied(d) {
			found = append(found, Finding{Denial, c.said.tokens[d.at].text, ""})
		}
	}
	if c.said.denies() {
		return found
	}
	for n, a := range c.chosen {
		for _, d := range a.there.denials {
			covered, of := 0, 0
			for stem := range d.focus {
				of++
				if c.said.has(stem) {
					covered++
				}
			}
			if n == 0 && of > 0 && float64(covered) >= leastDenied*float64(of) && covered >= 2 {
				found = append(found, Finding{Denial, "", a.there.tokens[d.at].text})
			}
		}
	}
	return found
}

// leastDenied is the part of what a passage denies that a statement must say to say it without the denial.
const leastDenied = .6

// denied reports whether a sentence denies what a statement denies.
func (c *comparison) denied(d denial) bool {
	for _, a := range c.chosen {
		for _, o := range a.there.denials {
			if meet(d.focus, o.focus) || len(d.focus) == 0 {
				return true
			}
		}
		for _, p := range a.there.poles {
			if p.sign < 0 && meet(d.focus, p.focus) {
				return true
			}
		}
	}
	return false
}

// denies reports whether a sentence denies something, with whatever word.
func (r *reading) denies() bool {
	return len(r.denials) > 0 || slices.ContainsFunc(r.poles, func(p pole) bool { return p.sign < 0 })
}

func (r *reading) has(stem string) bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool { return t.stem == stem })
}

func meet(a, b map[string]bool) bool {
	for k := range maps.Keys(a) {
		if b[k] {
			return true
		}
	}
	return false
}

// opposites finds words for which the passages say the opposite.
func (c *comparison) opposites() (found []Finding) {
	for _, p := range c.said.poles {
		against := ""
		agreed := false
		for _, a := range c.chosen {
			for _, o := range a.there.poles {
				switch {
				case o.concept != p.concept:
				case o.sign == p.sign:
					agreed = true
				case against == "" && meet(p.focus, o.focus):
					against = a.there.tokens[o.at].text
				}
			}
		}
		if against != "" && !agreed {
			found = append(found, Finding{Opposite, c.said.tokens[p.at].text, against})
		}
	}
	return found
}
