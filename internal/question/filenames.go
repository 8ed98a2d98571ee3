package question

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// FileNames are the names of very many files, kept so that those with some words in them are found without a look at each. It is filled once, by
// Add; then many may use it.
type FileNames struct {
	plain, folded strings.Builder // each name with a zero behind it; folded in lower case, byte for byte at the same place
	starts        []int
	ids           []uint32

	sorting sync.Once
	wholly  []hashed // names by their words without the ending
}

// A hashed is a name by its words.
type hashed struct {
	words uint64
	file  int // in starts
}

// hashOf is of the words of a name without its ending.
func hashOf(name string) uint64 {
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	return hashOfWords(wordsOf(name))
}

func hashOfWords(words []string) uint64 {
	h := fnv.New64a()
	for _, w := range words {
		_, _ = h.Write([]byte(w))
		_, _ = h.Write([]byte{' '})
	}
	return h.Sum64()
}

// sort puts the names in the order of their hashes, once.
func (n *FileNames) sort() {
	plain := n.plain.String()
	n.wholly = make([]hashed, len(n.starts))
	for i, start := range n.starts {
		end := len(plain) - 1
		if i+1 < len(n.starts) {
			end = n.starts[i+1] - 1
		}
		n.wholly[i] = hashed{hashOf(plain[start:end]), i}
	}
	slices.SortFunc(n.wholly, func(a, b hashed) int { return cmp.Or(cmp.Compare(a.words, b.words), a.file-b.file) })
}

// called counts the names that are nothing but the words. Where the words have an ending nobody knows how many of them it is.
func (n *FileNames) called(count *spellingCount, may func(id uint32) bool) {
	n.sorting.Do(n.sort)
	least := len(count.want)
	if count.ending {
		least = 0
	}
	for k := least; k <= len(count.want); k++ {
		n.hashed(hashOfWords(count.want[:k]), count, may)
	}
}

// hashed counts those of the names with a hash that are the words.
func (n *FileNames) hashed(want uint64, count *spellingCount, may func(id uint32) bool) {
	plain := n.plain.String()
	at, _ := slices.BinarySearchFunc(n.wholly, want, func(h hashed, want uint64) int { return cmp.Compare(h.words, want) })
	for ; at < len(n.wholly) && n.wholly[at].words == want; at++ {
		start := n.starts[n.wholly[at].file]
		name := plain[start : start+strings.IndexByte(plain[start:], 0)]
		count.add(name, func() bool { return may(n.ids[n.wholly[at].file]) })
	}
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

// Spellings are as of SpellingsOf, of the names of files that may accepts.
func (n *FileNames) Spellings(words string, whole bool, may func(id uint32) bool) []string {
	want := wordsOf(words)
	if len(want) == 0 {
		return nil
	}
	count := spellingCount{want: want, whole: whole, ending: strings.Contains(words, "."), of: map[string]int{}}
	if whole {
		n.called(&count, may)
		return count.list()
	}
	plain, folded := n.plain.String(), n.folded.String()
	rarest := slices.MaxFunc(want, func(a, b string) int { return len(a) - len(b) })
	for at := 0; ; {
		i := strings.Index(folded[at:], rarest)
		if i < 0 {
			return count.list()
		}
		start := strings.LastIndexByte(folded[:at+i], 0) + 1
		end := at + i + strings.IndexByte(folded[at+i:], 0)
		at = end
		count.add(plain[start:end], func() bool {
			file, ok := slices.BinarySearch(n.starts, start)
			return ok && may(n.ids[file])
		})
	}
}
