package question

import (
	"cmp"
	"slices"
	"strings"
)

// partOfName reports whether a word at a token, with a capital, is a part of the name of a person or place.
func (p *sentenceParser) partOfName(at int) bool {
	return at < len(p.tokens) && !p.tokens[at].quoted && p.tokens[at].capital &&
		slices.ContainsFunc(p.names.parts[p.tokens[at].stem], func(n name) bool { return has(people, n.key) })
}

// shortened marks the begin of the name of a department behind a word that calls for one: "from the lab".
func (p *sentenceParser) shortened() {
	for i, t := range p.tokens {
		if t.used || t.quoted || p.topic[i] || len(t.low) < 3 || Common(t.low, "en") || has(asking, t.low) || has(generic, t.stem) {
			continue
		}
		j := i - 1
		for p.oneOf(j, " the our ") {
			j--
		}
		if j == i-1 && !p.oneOf(j, " from of by in at ") || j < i-1 && !p.oneOf(j, " from of by in at for ") {
			continue
		}
		meant := ""
		for _, department := range p.names.departments {
			if strings.HasPrefix(strings.ToLower(department), t.low) && meant != department {
				if meant != "" {
					return
				}
				meant = department
			}
		}
		if meant != "" {
			from, to := p.around(i, i+1, "department")
			p.add(from, to, single("department", meant), Partly)
		}
	}
}

// capital reports whether a word stands at a token that begins with a capital letter, or may do so: in a sentence without any, a part of the name of a
// person behind a title, or one that is no other word.
func (p *sentenceParser) capital(at int) bool {
	t := p.tokens[at]
	if t.capital || slices.ContainsFunc(p.tokens[1:], func(o lexeme) bool { return o.capital }) || !slices.ContainsFunc(p.names.parts[t.stem], func(n name) bool { return has(persons, n.key) }) {
		return t.capital
	}
	return p.oneOf(at-1, titles) || p.names.Right != nil && !p.names.Right(t.low)
}

// proper reports whether a word stands at a token that is none but in names.
func (p *sentenceParser) proper(at int) bool {
	t := p.tokens[at]
	return t.capital && len(t.low) > 3 && p.names.Right != nil && !p.names.Right(t.low) && !p.names.Right(t.stem)
}

// partly marks parts of names, initials with a family name, and names with slips.
func (p *sentenceParser) partly(s *Sentence) {
	for i := 0; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.used || t.quoted || !p.capital(i) || p.topic[i] || Common(t.low, "en") || has(asking, t.low) || has(generic, t.stem) {
			continue
		}
		// The run of words with capitals, without titles.
		to := i + 1
		for to < len(p.tokens) && to < i+4 && p.free(to, to+1) && p.capital(to) && !p.tokens[to].comma && !p.topic[to] {
			to++
		}
		for end := to; end > i; end-- {
			n := p.person(s, i, end)
			if n == 0 {
				n = p.misspelt(i, end)
			}
			if n > 0 {
				i += n - 1
				break
			}
		}
	}
}

const titles = " dr prof mr mrs ms doctor professor herr frau "

// mostWithPart bounds the names that share a word, so that the word still tells them apart: thousands of folders are called "project" and a
// number.
const mostWithPart = 500

// person marks a part of a name: all of the words are of the name, initials too.
func (p *sentenceParser) person(s *Sentence, from, end int) int {
	begin, to := from, end
	for from < to && has(titles, p.tokens[from].low) {
		from++
	}
	if from == to {
		return 0
	}
	key := p.called(begin, to)
	var fits []name
	for i := from; i < end; i++ {
		with := p.names.parts[p.tokens[i].stem]
		if len(with) > mostWithPart { // another word of the name tells more, or none does
			continue
		}
		for _, n := range with {
			if n.key == "folder" && end == from+1 && !slices.Contains(wordsOf(n.value), p.tokens[from].low) { // NEWS is no new-supervisor-playbook
				continue
			}
			if (has(people, n.key) || p.proper(i)) && p.consists(n, from, end) && !slices.ContainsFunc(fits, func(m name) bool { return m.key == n.key && m.value == n.value }) {
				fits = append(fits, n)
			}
		}
	}
	if key != "" && slices.ContainsFunc(fits, func(n name) bool { return n.key == key }) {
		fits = slices.DeleteFunc(fits, func(n name) bool { return n.key != key })
	}
	if len(fits) == 0 {
		return 0
	}
	slices.SortFunc(fits, func(a, b name) int {
		return cmp.Or(cmp.Compare(rank(a.key), rank(b.key)), cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value))
	})
	values := map[string]bool{}
	for _, n := range fits {
		values[n.value] = true
	}
	first, last := p.around(begin, end, fits[0].key)
	if len(values) > 1 {
		u := Unclear{Span: p.span(begin, end)}
		for _, n := range fits[:min(5, len(fits))] {
			u.Choices = append(u.Choices, single(n.key, n.value))
		}
		s.Unclear = append(s.Unclear, u)
		p.use(first, last)
		return end - begin
	}
	part := p.add(first, last, single(fits[0].key, fits[0].value), Partly)
	for _, n := range fits[1:] {
		part.Others = append(part.Others, single(n.key, n.value))
	}
	return end - begin
}

// consists reports whether the words of tokens are words or initials of a name.
func (p *sentenceParser) consists(n name, from, to int) bool {
	words := strings.Fields(phrase(n.value))
	return !slices.ContainsFunc(p.tokens[from:to], func(t lexeme) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return w == t.stem || len(t.low) == 1 && strings.HasPrefix(w, t.low) })
	})
}

// misspelt marks a name whose words are misspelt. If only one of several words is there, it has to be long.
func (p *sentenceParser) misspelt(from, end int) int {
	options := []map[int]string{{}}
	slips := 0
	for i := from; i < end; i++ {
		stem := p.tokens[i].stem
		if len(p.names.parts[stem]) > 0 || len(p.names.phrases[stem]) > 0 {
			continue
		}
		near := p.names.spelt(stem)
		if len(near) == 0 {
			continue
		}
		slips++
		var next []map[int]string
		for _, o := range options {
			for _, w := range near[:min(4, len(near))] {
				with := map[int]string{i: w}
				for k, v := range o {
					with[k] = v
				}
				next = append(next, with)
			}
		}
		options = next[:min(len(next), 16)]
	}
	if slips == 0 {
		return 0
	}
	var fits []name
	for _, o := range options {
		for _, n := range p.names.find(p.stems(from, end, o), nil) {
			if has(people, n.key) {
				fits = append(fits, n)
			}
		}
	}
	if len(fits) == 0 && end-from == 1 && len(p.tokens[from].low) >= 6 {
		for _, o := range options {
			with := p.names.parts[o[from]]
			if len(with) > mostWithPart {
				continue
			}
			for _, n := range with {
				if has(people, n.key) {
					fits = append(fits, n)
				}
			}
		}
	}
	if len(fits) == 0 {
		return 0
	}
	key := p.called(from, end)
	slices.SortFunc(fits, func(a, b name) int {
		return cmp.Or(cmp.Compare(btoi(b.key == key), btoi(a.key == key)), cmp.Compare(rank(a.key), rank(b.key)), cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value))
	})
	for _, other := range fits[1:] {
		if other.value != fits[0].value {
			return 0 // it may be either
		}
	}
	first, last := p.around(from, end, fits[0].key)
	p.add(first, last, single(fits[0].key, fits[0].value), Near)
	return end - from
}
