package question

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SpellingsOf gives the ways in which names of files write some words, the most frequent first: with whole those names that are nothing but the
// words, without their endings unless the words have one, else any that hold them. Letter case does not count, nor what stands between words. Signs
// of globs are escaped.
func SpellingsOf(names iter.Seq[string], words string, whole bool) []string {
	want := wordsOf(words)
	if len(want) == 0 {
		return nil
	}
	ending := strings.Contains(words, ".")
	count := map[string]int{}
	for name := range names {
		i := indexFold(name, want[0])
		if i < 0 {
			continue
		}
		if !whole {
			for ; i >= 0; i = indexFrom(name, want[0], i+1) {
				if end := pieceAt(name, i, want); end > 0 {
					count[strings.Clone(name[i:end])]++
				}
			}
			continue
		}
		if dot := strings.LastIndexByte(name, '.'); dot > 0 && !ending {
			name = name[:dot]
		}
		if slices.Equal(wordsOf(name), want) {
			count[strings.Clone(name)]++
		}
	}
	list := make([]string, 0, len(count))
	for text := range count {
		list = append(list, text)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) })
	for i, text := range list {
		list[i] = globs.Replace(text)
	}
	return list
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

// pieceAt is where some words end in a name of which the first begins at a place; 0 where the others do not follow.
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
