package embed

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxWord is the greatest number of characters of a word that is looked up; longer ones are [UNK].
const maxWord = 100

// A wordpiece splits text into the tokens of a vocabulary as BERT does (Devlin et al. 2018; the behaviour is that of
// Hugging Face's BertNormalizer, BertPreTokenizer and WordPiece). It may be used by many goroutines.
type wordpiece struct {
	vocab   *vocab
	first   table // tokens that begin a word
	next    table // tokens that continue one, without ##
	cls     int32
	sep     int32
	unk     int32
	special map[string]int32
	marks   [256]bool // the bytes that special tokens begin with
}

func newWordpiece(v *vocab) *wordpiece {
	w := &wordpiece{vocab: v, special: map[string]int32{}}
	var next int
	for _, t := range v.Tokens {
		if strings.HasPrefix(t, "##") {
			next++
		}
	}
	w.first, w.next = newTable(len(v.Tokens)-next), newTable(next)
	for i, t := range v.Tokens {
		id := int32(i)
		if rest, ok := strings.CutPrefix(t, "##"); ok {
			w.next.add(rest, id)
		} else {
			w.first.add(t, id)
		}
		if slices.Contains(v.Special, t) {
			w.special[t] = id
			w.marks[t[0]] = true
		}
	}
	w.cls, w.sep, w.unk = w.special[v.Begin], w.special[v.End], w.special["[UNK]"]
	return w
}

// encode appends the ids of text to dst, [CLS] and [SEP] around them, at most limit in all; limit 0 is none. It
// reads no more of text than it needs.
func (w *wordpiece) encode(dst []int32, text string, limit int) []int32 {
	e := encoding{w: w, ids: append(dst, w.cls), end: int(^uint(0) >> 1)}
	if limit > 0 {
		e.end = len(dst) + limit - 1
	}
	e.run(text)
	if len(e.ids) > e.end {
		e.ids = e.ids[:e.end]
	}
	return append(e.ids, w.sep)
}

// An encoding is one text on its way through a wordpiece.
type encoding struct {
	w     *wordpiece
	ids   []int32
	end   int                   // once ids has so many, the rest of the text does not matter
	word  [4*maxWord + 4]byte   // the word so far, normalised
	n     int                   // bytes of it
	chars int                   // characters of it, counted on when they no longer fit
	run8  []byte                // characters beyond ASCII that wait for their decomposition
	hash  [4*maxWord + 5]uint32 // of the prefixes of the word
}

// ASCII characters by what becomes of them; a letter or digit becomes itself in lower case.
const (
	asciiDrop  = 1 // control characters
	asciiSpace = 2
	asciiPunct = 3
)

var asciiClass = func() (class [128]uint8) {
	for c := range class {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			class[c] = asciiSpace
		case c < ' ' || c == 0x7f:
			class[c] = asciiDrop
		case c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~':
			class[c] = asciiPunct
		}
	}
	return class
}()

func (e *encoding) run(text string) {
	lower := e.w.vocab.Lower
	for i := 0; i < len(text) && len(e.ids) < e.end; {
		c := text[i]
		if c >= utf8.RuneSelf {
			i += e.beyondASCII(text[i:])
			continue
		}
		if e.w.marks[c] {
			if n := e.specialAt(text[i:]); n > 0 {
				i += n
				continue
			}
		}
		i++
		switch asciiClass[c] {
		case asciiSpace:
			e.flush()
		case asciiPunct:
			e.flush()
			e.word[0], e.n, e.chars = c, 1, 1
			e.flush()
		case asciiDrop:
		default:
			if lower && c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			if e.chars < maxWord {
				e.word[e.n] = c
				e.n++
			}
			e.chars++
		}
	}
	e.flush()
}

// specialAt takes a special token at the beginning of text and returns its length, 0 when there is none.
func (e *encoding) specialAt(text string) int {
	for s, id := range e.w.special {
		if strings.HasPrefix(text, s) || len(text) >= len(s) && e.w.vocab.Lower && slices.Contains(e.w.vocab.Folded, s) && strings.EqualFold(text[:len(s)], s) {
			e.flush()
			e.ids = append(e.ids, id)
			return len(s)
		}
	}
	return 0
}

// put appends a normalised character to the word.
func (e *encoding) put(r rune) {
	if e.chars < maxWord {
		e.n += utf8.EncodeRune(e.word[e.n:], r)
	}
	e.chars++
}

// flush ends the word: the longest token that begins it, then the longest that continues it, and so on; [UNK] for
// the whole word when that leads nowhere.
func (e *encoding) flush() {
	word, chars := e.word[:e.n], e.chars
	e.n, e.chars = 0, 0
	if chars == 0 {
		return
	}
	if chars > maxWord {
		e.ids = append(e.ids, e.w.unk)
		return
	}
	begin := len(e.ids)
	t := &e.w.first
	for len(word) > 0 {
		n := min(len(word), t.longest)
		h := hashStart
		for i := range n {
			h = hashNext(h, word[i])
			e.hash[i] = h
		}
		for ; n > 0; n-- {
			if id, ok := t.find(word[:n], e.hash[n-1]); ok {
				e.ids = append(e.ids, id)
				break
			}
		}
		if n == 0 {
			e.ids = append(e.ids[:begin], e.w.unk)
			return
		}
		word = word[n:]
		t = &e.w.next
	}
}

// A table finds tokens by their bytes: open addressing, at most half full.
type table struct {
	slots   []slot
	keys    []string // by slot
	longest int      // bytes of the longest key
}

type slot struct {
	hash uint32
	id   int32 // -1: empty
}

const hashStart uint32 = 2166136261

// hashNext is FNV-1a.
func hashNext(h uint32, c byte) uint32 { return (h ^ uint32(c)) * 16777619 }

func newTable(n int) table {
	size := 4
	for size < 3*n {
		size *= 2
	}
	t := table{slots: make([]slot, size), keys: make([]string, size)}
	for i := range t.slots {
		t.slots[i].id = -1
	}
	return t
}

func (t *table) at(h uint32) int { return int((h ^ h>>15) & uint32(len(t.slots)-1)) }

// add lets the first of two equal keys win.
func (t *table) add(key string, id int32) {
	h := hashStart
	for i := range len(key) {
		h = hashNext(h, key[i])
	}
	for i := t.at(h); ; i = (i + 1) & (len(t.slots) - 1) {
		if t.slots[i].id < 0 {
			t.slots[i], t.keys[i] = slot{h, id}, key
			t.longest = max(t.longest, len(key))
			return
		}
		if t.keys[i] == key {
			return
		}
	}
}

func (t *table) find(key []byte, h uint32) (int32, bool) {
	for i := t.at(h); ; i = (i + 1) & (len(t.slots) - 1) {
		s := t.slots[i]
		if s.id < 0 {
			return 0, false
		}
		if s.hash == h && t.keys[i] == string(key) {
			return s.id, true
		}
	}
}
