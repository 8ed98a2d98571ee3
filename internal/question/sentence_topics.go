package question

import (
	"cmp"
	"slices"
	"strings"
)

// A Theme is a piece of a sentence about the files' subject, with the tags that it names.
type Theme struct {
	Span
	Tags   []ThemeTag
	Either bool // a file about this or about the topic before is meant
}

// A ThemeTag is a tag that words name.
type ThemeTag struct {
	Name string
	How  How
}

// writings are nouns for writings, besides generic: they say nothing of the subject.
const writings = " study studies article articles research publication publications post posts text texts writing writings literature "

// IsTopic reports whether a part is a tag that a sentence names without a word such as "tagged".
func (part Part) IsTopic() bool {
	return part.Constraint.Key == "tag" && part.Guess && part.Doubt == nil && !part.Constraint.Not && len(part.Constraint.Any) == 0
}

// Themes divides what a sentence searches for into what names a tag that used holds for, the longest names first, and into phrases that name none. A phrase
// stays whole where within holds: a tag has all of its words in its name, as Arthroplasty, Replacement, Hip has those of hip replacement.
func (s Sentence) Themes(names *Vocabulary, used, within func(text string) bool) []Theme {
	pieces := slices.Clone(s.Keywords)
	for _, p := range s.Parts {
		if p.IsTopic() {
			pieces = append(pieces, p.Spans...)
		}
	}
	slices.SortFunc(pieces, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	t := themes{text: s.Text, tokens: lexemesOf(s.Text), names: names, used: used, whole: within}
	for _, piece := range pieces {
		from, to := t.within(piece)
		rest := from
		for i := from; i < to; {
			tags, n := t.named(i, to)
			if end := t.phraseEnd(i, to); n > 0 && n < end-i && !t.empty(i) && t.whole(t.text[t.tokens[i].start:t.tokens[end-1].end]) {
				tags, n = nil, end-i
			}
			if n == 0 {
				i++
				continue
			}
			t.phrases(rest, i)
			t.add(i, i+n, tags)
			i += n
			rest = i
		}
		t.phrases(rest, to)
	}
	t.join()
	return t.list
}

type themes struct {
	text   string
	tokens []lexeme
	names  *Vocabulary
	used   func(tag string) bool
	whole  func(words string) bool
	list   []Theme
}

// phraseEnd is where a phrase ends that begins at a token: before "and", "or" or a comma.
func (t *themes) phraseEnd(from, to int) int {
	end := from
	for end < to && !has(" and or und oder et ou y o ", t.tokens[end].low) && (end == from || !t.tokens[end].comma) {
		end++
	}
	return end
}

// within gives the tokens of a span.
func (t *themes) within(s Span) (from, to int) {
	from, _ = slices.BinarySearchFunc(t.tokens, s.Start, func(l lexeme, at int) int { return cmp.Compare(l.start, at) })
	for to = from; to < len(t.tokens) && t.tokens[to].end <= s.End; to++ {
	}
	return from, to
}

// named gives the tags that the longest phrase at a token names.
func (t *themes) named(at, end int) ([]ThemeTag, int) {
	for n := min(t.names.longest, end-at); n > 0; n-- {
		stems := make([]string, n)
		for i, l := range t.tokens[at : at+n] {
			stems[i] = l.stem
			if i > 0 && l.comma {
				stems = nil
				break
			}
		}
		first := t.tokens[at]
		if stems == nil || n == 1 && !first.quoted && t.empty(at) {
			continue
		}
		var tags []ThemeTag
		for _, found := range t.names.find(strings.Join(stems, " "), func(m name) bool { return m.key == "tag" }) {
			same := slices.ContainsFunc(tags, func(o ThemeTag) bool { return o.Name == found.value })
			if !same && t.used(found.value) && (!found.upper || n > 1 || strings.ToUpper(first.text) == first.text) {
				tags = append(tags, ThemeTag{found.value, found.how})
			}
		}
		if slices.ContainsFunc(tags, func(o ThemeTag) bool { return o.How == Exact }) {
			tags = slices.DeleteFunc(tags, func(o ThemeTag) bool { return o.How != Exact })
		}
		if len(tags) > 0 {
			return tags, n
		}
	}
	return nil, 0
}

// empty reports whether a word adds nothing to the search.
func (t *themes) empty(i int) bool {
	l := t.tokens[i]
	return !l.quoted && (Common(l.low, "en") || has(asking, l.low) || has(generic, l.stem) || has(writings, l.low) || has(bounds, l.low))
}

// phrases makes topics of tokens that name no tag. A noun before "about" means files.
func (t *themes) phrases(from, to int) {
	for from < to {
		end := t.phraseEnd(from, to)
		a, b := from, end
		for a < b && t.empty(a) {
			a++
		}
		for b > a && t.empty(b-1) {
			b--
		}
		opens := b < len(t.tokens) && (has(subject, t.tokens[b].low) || t.tokens[b].low == "on") && !t.tokens[b].comma
		if a < b && !opens {
			t.add(a, b, nil)
		}
		if from = end; end < to && !t.tokens[end].comma {
			from++
		}
	}
}

func (t *themes) add(from, to int, tags []ThemeTag) {
	t.list = append(t.list, Theme{Span: Span{t.tokens[from].start, t.tokens[to-1].end}, Tags: tags})
}

// join finds the topics that "or" joins to the ones before them. In a list, a comma stands for its last joining word.
func (t *themes) join() {
	either := false
	for i := len(t.list) - 1; i > 0; i-- {
		from, _ := t.within(Span{t.list[i-1].End, t.list[i].Start})
		next, _ := t.within(t.list[i].Span)
		comma, word := t.tokens[next].comma, ""
		for _, l := range t.tokens[min(from, next):next] {
			comma = comma || l.comma
			word += l.low + " "
		}
		switch word {
		case "or ", "oder ", "ou ", "o ":
			either = true
		default:
			either = either && comma && word == ""
		}
		t.list[i].Either = either
	}
}

// either reports whether a sentence joins two tags with "or", so that one of them is enough. Both are meant else.
func (p *sentenceParser) either(a, b Part) bool {
	last := 0
	for _, s := range a.Spans {
		last = max(last, s.End)
	}
	at := b.Spans[0].Start
	if at < last {
		return false
	}
	comma := p.tokens[b.first].comma
	for _, t := range p.tokens {
		if t.start >= last && t.end <= at {
			if t.low == "or" || t.low == "and" {
				return t.low == "or"
			}
			comma = comma || t.comma
		}
	}
	for _, t := range p.tokens[b.last+1:] {
		if comma && (t.low == "or" || t.low == "and") {
			return t.low == "or"
		}
	}
	return false
}

// HasWords reports whether a name has all words of a phrase that say something, whatever their forms.
func HasWords(name, words string) bool {
	in := " " + phrase(name) + " "
	some := false
	for _, w := range wordsOf(words) {
		if Common(w, "en") {
			continue
		}
		if some = true; !strings.Contains(in, " "+plain(stem(w))+" ") {
			return false
		}
	}
	return some
}
