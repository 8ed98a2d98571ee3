package agree

import "slices"

// elsewhere finds an amount that the passages say of something else: the sentence that says most of the statement's words has another
// of the same measure, and none that has this one says nearly as much.
func (c *comparison) elsewhere(a *amount, close []*amount) *Finding {
	if a.unit == nil {
		return nil
	}
	best, holding := 0, 0 // words
	var other *amount
	for _, x := range c.all {
		has := false
		var rival *amount
		for i := range x.there.amounts {
			b := &x.there.amounts[i]
			switch {
			case a.equal(b) && a.measures(b):
				has = true
			case b.unit != nil && b.unit.family == a.unit.family && !b.month && !c.said.states(b):
				rival = b
			}
		}
		switch {
		case has:
			holding = max(holding, x.matched)
		case x.matched > best:
			best, other = x.matched, rival
		case x.matched == best && other == nil:
			other = rival
		}
	}
	if other == nil || best < holding+leastCloser || len(close) > 0 && c.known.states(a) {
		return nil
	}
	return &Finding{Unit, a.text, other.text}
}

// leastCloser is how many more words of a statement another sentence must say than the one that has its amount.
const leastCloser = 2

// states reports whether a sentence has an amount.
func (r *reading) states(a *amount) bool {
	return slices.ContainsFunc(r.amounts, func(b amount) bool { return b.equal(a) })
}

// A dated amount is one with the year that it is of.
type dated struct {
	value *amount
	year  float64
}

// years pairs the amounts of a sentence with its years: one by one where they are said to be so respectively, else with the year that
// stands right behind or before.
func (r *reading) years() (list []dated) {
	var values, years []*amount
	for i := range r.amounts {
		switch a := &r.amounts[i]; {
		case isYear(a):
			years = append(years, a)
		case !a.month && !r.dayOfMonth(a):
			values = append(values, a)
		}
	}
	if r.has(stemOf("respectively", r.lang)) && len(values) == len(years) {
		for i := range values {
			list = append(list, dated{values[i], years[i].value})
		}
		return list
	}
	for _, v := range values {
		for _, y := range years {
			if y.at > v.at && y.at <= v.end+4 && r.plain(v.end, y.at) {
				list = append(list, dated{v, y.value})
				break
			}
			if y.at < v.at && v.at <= y.end+3 && r.tokens[y.end].text == ":" {
				list = append(list, dated{v, y.value})
				break
			}
		}
	}
	return list
}

// isYear reports whether an amount looks like a year.
func isYear(a *amount) bool {
	return a.unit == nil && !a.words && !a.month && len(a.text) == 4 && a.value >= 1900 && a.value <= 2100
}

// dayOfMonth reports whether an amount is the day of a date.
func (r *reading) dayOfMonth(a *amount) bool {
	return a.at > 0 && r.tokens[a.at-1].is("month") || a.end < len(r.tokens) && r.tokens[a.end].is("month")
}

// plain reports whether nothing but words that tell little stands between two tokens.
func (r *reading) plain(from, to int) bool {
	for i := from; i < to; i++ {
		if t := &r.tokens[i]; t.mark || t.number || r.tells(t) && !t.is("unit") && !t.is("scale") && t.word != "fiscal" {
			return false
		}
	}
	return true
}

// times finds amounts that a statement says of another year than the passages.
func (c *comparison) times() (found []Finding) {
	var years []*amount
	for i := range c.said.amounts {
		if isYear(&c.said.amounts[i]) {
			years = append(years, &c.said.amounts[i])
		}
	}
	if len(years) != 1 {
		return nil
	}
	for i := range c.said.amounts {
		a := &c.said.amounts[i]
		if isYear(a) || a.month || c.said.dayOfMonth(a) {
			continue
		}
		other, agreed := 0., false
		for _, x := range c.sentences {
			for _, d := range x.years() {
				if !a.equal(d.value) {
					continue
				}
				if d.year == years[0].value {
					agreed = true
				} else {
					other = d.year
				}
			}
		}
		if other != 0 && !agreed {
			found = append(found, Finding{Unit, years[0].text, number(other)})
		}
	}
	return found
}
