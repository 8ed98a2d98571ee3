package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// bounds are words that end a phrase begun before them.
const bounds = " from in by since before after with without not except but excluding of for that which whose and or under below to over "

// cued reads values behind the name of their attribute: "with the keyword onboarding", "titled Code of conduct", "tagged HR".
func (p *sentenceParser) cued() {
	for i := 0; i < len(p.tokens); i++ {
		if !p.free(i, i+1) || p.tokens[i].quoted {
			continue
		}
		// X among their keywords
		if p.oneOf(i, " among as in ") {
			j := i + 1
			for p.oneOf(j, " the their its a ") {
				j++
			}
			if key, n := p.key(j); n > 0 && (p.is(i, "among") || has(weak, key)) && i > 0 {
				if from, found := p.endingAt(i, key); found != nil {
					begin := from
					for p.oneOf(begin-1, " with have has having that ") {
						begin--
					}
					p.add(begin, j+n, single(key, found.value), found.how)
					i = j + n - 1
					continue
				}
			}
		}
		key, n := "", 0
		switch {
		case p.oneOf(i, " tagged tag tags labelled labeled "):
			key, n = "tag", 1
		case p.oneOf(i, " titled entitled "):
			key, n = "title", 1
		default:
			key, n = p.key(i)
		}
		if n == 0 {
			continue
		}
		j := i + n
		for p.oneOf(j, " is are of the with called named by as = ") {
			j++
		}
		if j >= len(p.tokens) || !p.free(j, j+1) {
			continue
		}
		only := func(m name) bool { return m.key == key }
		begin := i
		for p.oneOf(begin-1, " with the a having have has by whose of for on ") && p.free(begin-1, begin) {
			begin--
		}
		if found, m := p.longest(j, only); m > 0 {
			i = p.valuesAt(begin, j, m, key, found[0])
			continue
		}
		if n := p.partOf(key, j); n > 0 { // agent Kestrel
			i = p.parts[len(p.parts)-1].last
			continue
		}
		if key != "title" && !p.tokens[j].quoted || n == 0 {
			continue
		}
		// A title that nothing has as a value: its words in a row.
		to := j + 1
		if !p.tokens[j].quoted {
			for to < len(p.tokens) && !p.tokens[to].comma && p.free(to, to+1) {
				to++
			}
		}
		value := strings.Trim(p.text[p.tokens[j].start:p.tokens[to-1].end], `"“”`)
		p.add(begin, to, single(key, "*"+value+"*"), Partly)
		i = to - 1
	}
}

// valuesAt marks a list of values from a token on; the first value has m tokens: keywords are X or Y. Files must have all tags of a list
// unless "or" joins them. It gives the last token.
func (p *sentenceParser) valuesAt(begin, at, m int, key string, first name) int {
	c := single(key, first.value)
	either := key != "tag" || p.o.Question
	for to := at + m; p.oneOf(to, " or and ") || to < len(p.tokens) && p.tokens[to].comma; {
		next := to + btoi(p.oneOf(to, " or and "))
		more, n := p.longest(min(next, len(p.tokens)-1), func(m name) bool { return m.key == key })
		if n == 0 || next >= len(p.tokens) {
			break
		}
		either = either || p.is(to, "or")
		c.Values, m = append(c.Values, spar.Match{Text: more[0].value}), next+n-at
		to = at + m
	}
	both := []spar.Match{}
	if !either {
		c.Values, both = c.Values[:1:1], c.Values[1:]
	}
	last := p.add(begin, at+m, c, first.how).last
	for _, v := range both {
		p.add(begin, at+m, single(key, v.Text), first.how)
	}
	return last
}

// partOf marks a word with a capital behind the name of an attribute that stands in one of its values alone. It gives where that ends, 0 for none.
func (p *sentenceParser) partOf(key string, at int) int {
	if !p.tokens[at].capital || p.tokens[at].quoted || p.tokens[at].comma {
		return 0
	}
	found := slices.DeleteFunc(slices.Clone(p.names.parts[p.tokens[at].stem]), func(n name) bool { return n.key != key })
	if len(found) != 1 {
		return 0
	}
	p.add(at-1, at+1, single(key, found[0].value), Partly)
	return at + 1
}

// key reads the name of an attribute at a token.
func (p *sentenceParser) key(at int) (string, int) {
	for n := min(3, len(p.tokens)-at); n > 0; n-- {
		var words []string
		for _, t := range p.tokens[at : at+n] {
			words = append(words, t.stem)
		}
		if key := p.names.keys[strings.Join(words, " ")]; key != "" && p.names.has[key] && p.free(at, at+n) {
			return key, n
		}
	}
	return "", 0
}

// lastOfKey is the only attribute whose name ends in the word at a token: "status" is the document's. It is "" for none or several.
func (p *sentenceParser) lastOfKey(at int) (found string) {
	if !p.free(at, at+1) {
		return ""
	}
	for key := range p.names.has {
		if words := wordsOf(key); len(words) > 1 && words[len(words)-1] == p.tokens[at].low {
			if found != "" {
				return ""
			}
			found = key
		}
	}
	return found
}

// endingAt finds the longest value of a key whose last word stands before a token.
func (p *sentenceParser) endingAt(at int, key string) (int, *name) {
	for from := max(0, at-p.names.longest); from < at; from++ {
		if !p.free(from, at) {
			continue
		}
		if found := p.names.find(p.stems(from, at, nil), func(n name) bool { return n.key == key }); len(found) > 0 {
			return from, &found[0]
		}
	}
	return 0, nil
}
