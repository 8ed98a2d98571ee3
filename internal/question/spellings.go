package question

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SpellingsOf gives globs for how names of files write some words, the most frequent first. With whole, the globs fit names of exactly
// these words, with ".*" for an ending where the words have none; else they fit any part of a name. Letter case and the characters between
// words do not count. Special characters of globs are escaped.
func SpellingsOf(names iter.Seq[string], words string, whole bool) []string {
	count := spellingCount{want: wordsOf(words), whole: whole, ending: strings.Contains(words, "."), of: map[string]int{}}
	if len(count.want) == 0 {
		return nil
	}
	for name := range names {
		count.add(name, nil)
	}
	return count.list()
}

// A spellingCount counts how names write some words.
type spellingCount struct {
	want          []string
	whole, ending bool // all of a name; with its ending
	of            map[string]int
}

// add counts the pieces of a name that are the words, if may is nil or holds.
func (c *spellingCount) add(name string, may func() bool) {
	for piece := range c.in(name) {
		if may != nil && !may() {
			return
		}
		may = nil
		if _, ok := c.of[piece]; !ok {
			piece = strings.Clone(piece)
		}
		c.of[piece]++
	}
}

// in gives the pieces of a name that are the words.
func (c *spellingCount) in(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if c.whole {
			bare := name
			if dot := strings.LastIndexByte(name, '.'); dot > 0 && !c.ending {
				bare = name[:dot]
			}
			if isWords(bare, c.want) {
				yield(name[:min(len(name), len(bare)+1)]) // a full stop at the end stands for any ending
			}
			return
		}
		for i := indexFold(name, c.want[0]); i >= 0; i = indexFrom(name, c.want[0], i+1) {
			if end := pieceAt(name, i, c.want); end > 0 && !yield(name[i:end]) {
				return
			}
		}
	}
}

// list gives the spellings, the most frequent first.
func (c *spellingCount) list() []string {
	list := make([]string, 0, len(c.of))
	for text := range c.of {
		list = append(list, text)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(c.of[b]-c.of[a], strings.Compare(a, b)) })
	for i, text := range list {
		if list[i] = globs.Replace(text); c.whole && !c.ending && strings.HasSuffix(text, ".") {
			list[i] += "*"
		}
	}
	return list
}

// isWords reports whether a name is some words, in lower case, and nothing else but what stands between words.
func isWords(name string, want []string) bool {
	n := 0
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if n >= len(want) || !strings.EqualFold(word, want[n]) {
			return false
		}
		n++
	}
	return n == len(want)
}

// indexFold is where a word in lower case begins in a name, whatever the letter case there; -1 for nowhere. A word may be a part of one.
func indexFold(name, word string) int {
	for i := 0; i+len(word) <= len(name); i++ {
		if b := name[i]; (b|0x20 == word[0]|0x20 || b >= utf8.RuneSelf) && strings.EqualFold(name[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

func indexFrom(name, word string, from int) int {
	if i := indexFold(name[from:], word); i >= 0 {
		return from + i
	}
	return -1
}

// pieceAt gives the end of some words in a name where the first begins at a place; 0 where the others do not follow.
func pieceAt(name string, at int, want []string) int {
	end := at + len(want[0])
	for _, w := range want[1:] {
		next := end
		for next < len(name) {
			r, n := utf8.DecodeRuneInString(name[next:])
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				break
			}
			next += n
		}
		if next == end || next+len(w) > len(name) || !strings.EqualFold(name[next:next+len(w)], w) {
			return 0
		}
		end = next + len(w)
	}
	return end
}

// globs escapes the signs of globs.
var globs = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)
