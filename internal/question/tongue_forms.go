package question

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// forms are the words of the names of a vocabulary, by the base of their forms in a language. They are gathered when a sentence in the
// language is first read.
type forms struct {
	mu sync.Mutex
	of map[string]map[string][]string
}

// form gives the word of a name whose inflected form a word is: "verträgen" of "vertrag" or "verträge". It is "" for none, and where a name
// has the word itself. A kind of document goes before a folder or tag with the word's exact spelling, as in English, where both forms are
// one.
func (v *Vocabulary) form(stem, word, lang string) string {
	if !inflected(word) {
		return ""
	}
	best, most := "", -1
	for _, w := range v.akin(word, lang) {
		n := 0
		for n < len(w) && n < len(stem) && w[n] == stem[n] {
			n++
		}
		if w == stem {
			n = 100
		}
		if v.isKind(w) {
			n += 1000
		}
		if n > most || n == most && w < best {
			best, most = w, n
		}
	}
	if best == stem {
		return ""
	}
	return best
}

func inflected(word string) bool {
	return utf8.RuneCountInString(word) >= leastForm && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
}

// isKind reports whether a stem names a kind of documents.
func (v *Vocabulary) isKind(stem string) bool {
	return slices.ContainsFunc(v.phrases[stem], func(n name) bool { return n.key == "document-type" })
}

// own reports whether files have values of attributes that a word names in one of its forms. Folders, shares and tags may be called anything.
func (v *Vocabulary) own(word, lang string, keys func(string) bool) bool {
	fits := func(n name) bool { return !n.weak && !has(" folder share tag ", n.key) && keys(n.key) }
	if slices.ContainsFunc(v.phrases[phrase(word)], fits) {
		return true
	}
	return inflected(word) && slices.ContainsFunc(v.akin(word, lang), func(w string) bool { return slices.ContainsFunc(v.phrases[w], fits) })
}

// head is the kind of documents or the tag that a German compound is one of: "Mietverträge" are contracts; "" for none.
func (v *Vocabulary) head(word string) string {
	if utf8.RuneCountInString(word) < leastCompound {
		return ""
	}
	for at := range word {
		if utf8.RuneCountInString(word[:at]) < 3 {
			continue
		}
		if utf8.RuneCountInString(word[at:]) < leastHead {
			break
		}
		for _, w := range v.akin(word[at:], "de") {
			if slices.ContainsFunc(v.phrases[w], func(n name) bool { return n.key == "document-type" || n.key == "tag" }) {
				return w
			}
		}
	}
	return ""
}

// Letters of a word with forms, of a compound, and of its last part.
const (
	leastForm     = 4
	leastCompound = 9
	leastHead     = 5
)

// akin are the words of names that share their base with a word. In German, where many words differ by their ending alone, one of the two
// must be the base itself.
func (v *Vocabulary) akin(word, lang string) (list []string) {
	of := v.formsIn(lang)
	whole := folded(word, lang)
	for _, bare := range cuts(whole, lang) {
		for _, w := range of[bare] {
			if full := folded(w, lang); (lang != "de" || full == bare || whole == bare) && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// formsIn gives the words of names by their base, the word without an ending.
func (v *Vocabulary) formsIn(lang string) map[string][]string {
	v.forms.mu.Lock()
	defer v.forms.mu.Unlock()
	if v.forms.of == nil {
		v.forms.of = map[string]map[string][]string{}
	}
	list := v.forms.of[lang]
	if list == nil {
		list = map[string][]string{}
		met := map[string]bool{}
		for words, of := range v.phrases {
			if !slices.ContainsFunc(of, func(n name) bool { return !n.weak }) {
				continue
			}
			for w := range strings.FieldsSeq(words) {
				if !met[w] && utf8.RuneCountInString(w) >= leastForm {
					met[w] = true
					for _, bare := range cuts(folded(w, lang), lang) {
						list[bare] = append(list[bare], w)
					}
				}
			}
		}
		v.forms.of[lang] = list
	}
	return list
}

// wordEndings are those of the forms of nouns and adjectives.
var wordEndings = map[string][]string{
	"de": {"en", "ern", "er", "em", "es", "e", "n", "s"},
	"fr": {"es", "s", "x", "e", "le", "les", "ne", "nes"},
	"es": {"as", "os", "es", "a", "o", "e", "s"},
}

// cuts are a word, and the word without each ending that it may have.
func cuts(w, lang string) []string {
	list := []string{w}
	for _, e := range wordEndings[lang] {
		if r := strings.TrimSuffix(w, e); r != w && utf8.RuneCountInString(r) >= 3 {
			list = append(list, r)
		}
	}
	if r, ok := strings.CutSuffix(w, "aux"); ok && lang == "fr" {
		list = append(list, r+"al", r+"ail")
	}
	return list
}
