package schema

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Mention is a piece of a text that names an attribute, or one of its allowed values.
type Mention struct {
	Attribute  string
	Value      string  // the allowed value; "" where the attribute alone is named
	Start, End int     // bytes of the text, [Start, End)
	Share      float64 // of the words of the value's name that are there, from 0 to 1; 1 for an attribute
}

// Find gives the attributes that a text mentions, from left to right, none over another. "Cardiology dept" names the value Cardiology of
// department: values are found by name and synonym, letter case, punctuation and a plural's s aside, and the name of the attribute beside
// them belongs to the mention. Where that name stands beside them some words of a value are enough, if no other value has as many. Of two
// readings of a piece the longer one is taken.
func (s *Schema) Find(text string) []Mention {
	words := wordsOf(text)
	if len(words) == 0 {
		return nil
	}
	var found []Mention
	for i := range s.Attributes {
		a := &s.Attributes[i]
		var named [][2]int // where the attribute's own name stands, in words
		for _, name := range append([]string{a.Name}, a.Synonyms...) {
			named = append(named, places(words, name)...)
		}
		for _, at := range named {
			if !slices.Contains(prepositions, words[at[0]].text) {
				found = append(found, mention(words, a.Name, "", at, 1))
			}
		}
		for _, v := range a.Values {
			for _, name := range append([]string{v.Name}, v.Synonyms...) {
				for _, at := range places(words, name) {
					found = append(found, mention(words, a.Name, v.Name, beside(words, at, named), 1))
				}
			}
		}
		for _, at := range named {
			if m, ok := partly(words, a, at); ok {
				found = append(found, m)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Mention) int { // the best first
		return cmp.Or(cmp.Compare(b.End-b.Start, a.End-a.Start), cmp.Compare(b.Share, a.Share), cmp.Compare(min(1, len(b.Value)), min(1, len(a.Value))), cmp.Compare(a.Start, b.Start))
	})
	var out []Mention
	for _, m := range found {
		if !slices.ContainsFunc(out, func(o Mention) bool { return m.Start < o.End && o.Start < m.End }) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b Mention) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// A word of a text, as it is compared, and where it stands.
type word struct {
	text       string
	start, end int
}

func wordsOf(text string) (words []word) {
	start := -1
	add := func(end int) {
		if start >= 0 {
			words = append(words, word{singular(caseless(text[start:end])), start, end})
			start = -1
		}
	}
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		add(i)
	}
	add(len(text))
	return words
}

// singular takes off the s of a plural; short words keep it, and so do words such as "access".
func singular(w string) string {
	if utf8.RuneCountInString(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		return w[:len(w)-1]
	}
	return w
}

// places lists where the words of a name stand one after the other, as [first, last] words.
func places(words []word, name string) (list [][2]int) {
	want := wordsOf(name)
	if len(want) == 0 {
		return nil
	}
	for i := 0; i+len(want) <= len(words); i++ {
		if slices.EqualFunc(words[i:i+len(want)], want, func(a, b word) bool { return a.text == b.text }) {
			list = append(list, [2]int{i, i + len(want) - 1})
		}
	}
	return list
}

// prepositions are names of attributes that name none where they stand alone in a sentence.
var prepositions = []string{"from", "to"}

// between are words that may stand between an attribute's name and its value.
var between = []string{"of", "is", "the"}

// gap reports whether two pieces stand beside each other but for words that may stand between, and no sentence ends.
func gap(words []word, first, second [2]int) bool {
	if second[0] <= first[1] || second[0]-first[1] > 3 {
		return false
	}
	for _, w := range words[first[1]+1 : second[0]] {
		if !slices.Contains(between, w.text) {
			return false
		}
	}
	return true
}

// beside widens a piece by the attribute's name next to it.
func beside(words []word, at [2]int, named [][2]int) [2]int {
	for _, n := range named {
		if gap(words, n, at) {
			return [2]int{n[0], at[1]}
		}
		if n[0] == at[1]+1 {
			return [2]int{at[0], n[1]}
		}
	}
	return at
}

// partly looks beside an attribute's name for a value that is there with some of its words only.
func partly(words []word, a *Attribute, at [2]int) (Mention, bool) {
	var best Mention
	ties := true
	for _, v := range a.Values {
		for _, name := range append([]string{v.Name}, v.Synonyms...) {
			want := wordsOf(name)
			has := func(i int) bool {
				return i >= 0 && i < len(words) && len(words[i].text) > 2 && slices.ContainsFunc(want, func(w word) bool { return w.text == words[i].text })
			}
			span := at
			for has(span[0] - 1) {
				span[0]--
			}
			if span == at {
				for next := at[1] + 1; next < len(words) && next <= at[1]+3; next++ {
					if has(next) {
						for span[1] = next; has(span[1] + 1); {
							span[1]++
						}
						break
					}
					if !slices.Contains(between, words[next].text) {
						break
					}
				}
			}
			n := span[1] - span[0] - (at[1] - at[0])
			if span == at || n > len(want) {
				continue
			}
			m := mention(words, a.Name, v.Name, span, float64(n)/float64(len(want)))
			switch {
			case m.Share > best.Share:
				best, ties = m, false
			case m.Share == best.Share && m.Value != best.Value:
				ties = true
			}
		}
	}
	return best, !ties
}

func mention(words []word, attribute, value string, at [2]int, share float64) Mention {
	return Mention{attribute, value, words[at[0]].start, words[at[1]].end, share}
}
