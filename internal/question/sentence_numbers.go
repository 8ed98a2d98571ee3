package question

import "strconv"

// HasNumber marks an attribute as one whose values are numbers.
func (v *Vocabulary) HasNumber(key string) { v.numbers[key] = true }

// numbered reads what is said of attributes with numbers: "a rating of 4 or more", "severity above two", "severity 1".
func (p *sentenceParser) numbered() {
	for i := 0; i < len(p.tokens); i++ {
		if !p.free(i, i+1) || p.tokens[i].quoted {
			continue
		}
		key, n := p.key(i)
		if n == 0 || !p.names.numbers[key] {
			continue
		}
		at := p.past(i+n, " is are was were of = with ")
		sign, words := p.comparison(at)
		value, ok := figure(wordAt(p, at+words))
		to := at + words + 1
		if !ok || !p.free(i, to) || p.crosses(i, to) || p.unit(to) {
			continue
		}
		if sign == "" {
			behind := 0
			sign, behind = p.comparisonBehind(to)
			to += behind
		}
		begin := i
		for p.oneOf(begin-1, " with a an the having have has by whose of ") && p.free(begin-1, begin) {
			begin--
		}
		p.add(begin, to, single(key, sign+strconv.FormatFloat(value, 'f', -1, 64)), Exact)
		i = to - 1
	}
}

// unit reports whether a unit of size or length stands at a place.
func (p *sentenceParser) unit(at int) bool {
	_, ok := units[wordAt(p, at)]
	return ok
}
