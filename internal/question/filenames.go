package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FileNames are the names of very many files, kept so that those with some words in them are found without a look at each. It is filled once, by
// Add; then many may use it.
type FileNames struct {
	plain, folded strings.Builder // each name with a zero behind it; folded in lower case, byte for byte at the same place
	starts        []int
	ids           []uint32
}

// Add adds the name of a file.
func (n *FileNames) Add(id uint32, name string) {
	n.starts, n.ids = append(n.starts, n.plain.Len()), append(n.ids, id)
	n.plain.WriteString(name)
	n.plain.WriteByte(0)
	for i, r := range name {
		low := unicode.ToLower(r)
		if r == utf8.RuneError || utf8.RuneLen(low) != utf8.RuneLen(r) { // it would move what follows
			_, size := utf8.DecodeRuneInString(name[i:])
			n.folded.WriteString(name[i : i+size])
			continue
		}
		n.folded.WriteRune(low)
	}
	n.folded.WriteByte(0)
}

// Spellings are those of SpellingsOf, of the names of files for which may holds.
func (n *FileNames) Spellings(words string, whole bool, may func(id uint32) bool) []string {
	want := wordsOf(words)
	if len(want) == 0 {
		return nil
	}
	plain, folded := n.plain.String(), n.folded.String()
	rarest := slices.MaxFunc(want, func(a, b string) int { return len(a) - len(b) })
	count := spellingCount{want: want, whole: whole, ending: strings.Contains(words, "."), of: map[string]int{}}
	for at := 0; ; {
		i := strings.Index(folded[at:], rarest)
		if i < 0 {
			return count.list()
		}
		start := strings.LastIndexByte(folded[:at+i], 0) + 1
		end := at + i + strings.IndexByte(folded[at+i:], 0)
		at = end
		if name := plain[start:end]; count.has(name) {
			if file, ok := slices.BinarySearch(n.starts, start); ok && may(n.ids[file]) {
				count.add(name)
			}
		}
	}
}
