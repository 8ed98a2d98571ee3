package tagging

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// A Text is a condition on the text of a file; all that it states must hold. Words are compared whole, whatever their
// case (chunk.Words); several words mean these words side by side.
type Text struct {
	Any    []string // one of them is there
	All    []string // each is there
	Phrase []string // one of them is there; the same as Any, for exact phrases
	Regex  []string // one of them matches within a passage, in the syntax of RE2
	Fuzzy  []string // a word within an edit distance of one of them is there: "word" within 1, "word~2" within 2

	any, all []words
	regex    []*regexp.Regexp
	fuzzy    []fuzzy
}

type words []string

type fuzzy struct {
	word     []rune
	distance int
}

// String prints the condition.
func (t *Text) String() string {
	var parts []string
	for _, p := range []struct {
		name string
		list []string
	}{{"any", t.Any}, {"all", t.All}, {"phrase", t.Phrase}, {"regex", t.Regex}, {"fuzzy", t.Fuzzy}} {
		if len(p.list) > 0 {
			parts = append(parts, fmt.Sprintf("%s: %q", p.name, p.list))
		}
	}
	return strings.Join(parts, ", ")
}

// compile makes what matching needs, and refuses what can match nothing.
func (t *Text) compile() error {
	if n := len(t.Any) + len(t.All) + len(t.Phrase) + len(t.Regex) + len(t.Fuzzy); n > maxWords {
		return spar.Errorf(spar.Invalid, "%d words and phrases are too many for one rule; at most %d", n, maxWords)
	}
	phrases := func(list []string) (out []words, err error) {
		for _, p := range list {
			w := chunk.Words(p)
			if len(w) == 0 {
				return nil, spar.Errorf(spar.Invalid, "%q has no word in it; use regex: for signs", p)
			}
			out = append(out, w)
		}
		return out, nil
	}
	var err error
	if t.any, err = phrases(slices.Concat(t.Any, t.Phrase)); err != nil {
		return err
	}
	if len(t.Any) > 0 && len(t.Phrase) > 0 {
		return spar.Errorf(spar.Invalid, "any and phrase say the same here; put the phrases into any, or write all: [{text: ...}, {text: ...}] if both must hold")
	}
	if t.all, err = phrases(t.All); err != nil {
		return err
	}
	t.regex, t.fuzzy = nil, nil
	for _, r := range t.Regex {
		re, err := regexp.Compile(r)
		if err != nil {
			return spar.Errorf(spar.Invalid, "%q is not a regular expression: %v; the syntax is RE2's, without look-around and back-references", r, err)
		}
		if re.MatchString("") {
			return spar.Errorf(spar.Invalid, "the regular expression %q matches every text: let it ask for at least one character", r)
		}
		t.regex = append(t.regex, re)
	}
	for _, f := range t.Fuzzy {
		word, distance, given := strings.Cut(f, "~")
		w := chunk.Words(word)
		if len(w) != 1 {
			return spar.Errorf(spar.Invalid, "fuzzy takes single words and %q is none; write liability, or liability~2", f)
		}
		z := fuzzy{word: []rune(w[0]), distance: 1}
		if given && distance == "2" {
			z.distance = 2
		} else if given && distance != "1" {
			return spar.Errorf(spar.Invalid, "the distance in %q is 1 or 2", f)
		}
		if len(z.word) < 3*z.distance {
			return spar.Errorf(spar.Invalid, "%q is too short: nearly every word is %d letters away from it", f, z.distance)
		}
		t.fuzzy = append(t.fuzzy, z)
	}
	return nil
}

// content is the text of one file as conditions look at it.
type content struct {
	passages []spar.Passage
	words    []string
	at       []int // the passage of each word
	distinct []string
	where    map[string]int // a place in words of each distinct word
}

// newContent takes passages in reading order. Neighbours of one section are taken to be one text, so that words on both
// sides of a cut stand side by side; between others stands a word that there is not.
func newContent(passages []spar.Passage) *content {
	c := &content{passages: passages, where: map[string]int{}}
	add := func(i int, text string) {
		for _, w := range chunk.Words(text) {
			if _, met := c.where[w]; !met {
				c.where[w] = len(c.words)
				c.distinct = append(c.distinct, w)
			}
			c.words, c.at = append(c.words, w), append(c.at, i)
		}
	}
	var before spar.Passage
	for i, p := range passages {
		same := i > 0 && p.Locator.Heading == before.Locator.Heading
		if !same || p.Kind != spar.TextPassage || before.Kind != spar.TextPassage {
			c.words, c.at = append(c.words, ""), append(c.at, i)
		}
		if !same && p.Locator.Heading != "" {
			add(i, p.Locator.Heading)
			c.words, c.at = append(c.words, ""), append(c.at, i)
		}
		add(i, p.Text)
		before = p
	}
	return c
}

// match reports whether the condition holds, and with what words, for a person.
func (t *Text) match(c *content) (evidence string, ok bool) {
	var found []string
	note := func(i int, text string) {
		found = append(found, text+placeOf(c.passages[c.at[i]].Locator))
	}
	for _, p := range t.all {
		i := c.find(p)
		if i < 0 {
			return "", false
		}
		note(i, strings.Join(p, " "))
	}
	if len(t.any) > 0 {
		i := -1
		for _, p := range t.any {
			if i = c.find(p); i >= 0 {
				note(i, strings.Join(p, " "))
				break
			}
		}
		if i < 0 {
			return "", false
		}
	}
	if len(t.fuzzy) > 0 {
		i := c.near(t.fuzzy)
		if i < 0 {
			return "", false
		}
		note(i, c.words[i])
	}
	if len(t.regex) > 0 {
		text, place, ok := c.regex(t.regex)
		if !ok {
			return "", false
		}
		found = append(found, text+place)
	}
	return cut(strings.Join(found, ", "), 200), true
}

// find is the place of words side by side, -1 for nowhere.
func (c *content) find(p words) int {
	first, ok := c.where[p[0]]
	if !ok {
		return -1
	}
	if len(p) == 1 {
		return first
	}
	for i := first; i+len(p) <= len(c.words); i++ {
		if c.words[i] == p[0] && slices.Equal(c.words[i:i+len(p)], p) {
			return i
		}
	}
	return -1
}

// near is the place of a word within the distance of one of those given.
func (c *content) near(list []fuzzy) int {
	for _, z := range list {
		for _, w := range c.distinct {
			if within(z.word, w, z.distance) {
				return c.where[w]
			}
		}
	}
	return -1
}

func (c *content) regex(list []*regexp.Regexp) (text, place string, ok bool) {
	for _, re := range list {
		for _, p := range c.passages {
			if m := re.FindString(p.Text); m != "" {
				return strings.Join(strings.Fields(m), " "), placeOf(p.Locator), true
			}
		}
	}
	return "", "", false
}

// placeOf is a place for a person, " (p. 2, Terms)", or "".
func placeOf(l spar.Locator) string {
	var parts []string
	if l.Page > 0 {
		parts = append(parts, fmt.Sprintf("p. %d", l.Page))
	}
	if l.Sheet != "" {
		parts = append(parts, l.Sheet)
	}
	if l.Row > 0 {
		parts = append(parts, fmt.Sprintf("row %d", l.Row))
	}
	if l.Heading != "" {
		parts = append(parts, l.Heading)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// within reports whether a word is at most max insertions, deletions, substitutions and swaps of neighbours away from
// another (optimal string alignment).
func within(a []rune, word string, max int) bool {
	n := utf8.RuneCountInString(word)
	if n > len(a)+max || n < len(a)-max {
		return false
	}
	b := []rune(word)
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			d := 1
			if a[i-1] == b[j-1] {
				d = 0
			}
			now[j] = min(last[j-1]+d, last[j]+1, now[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			best = min(best, now[j])
		}
		if best > max {
			return false
		}
		before, last, now = last, now, before
	}
	return last[len(b)] <= max
}

// cut shortens a text at a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
