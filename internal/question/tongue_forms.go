package question

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// forms are the words of the names of a vocabulary by what their forms in a language have in common. They are gathered when a sentence in the language is first read.
type forms struct {
	mu sync.Mutex
	of map[string]map[string][]string
}

// form is the word of a name that files have of which another word is a form: "verträgen" of "vertrag" or "verträge"; "" where the word itself stands in a name, and where there is none. A kind of
// documents goes before a folder or a tag that is written as the word is, as in English, where their forms are one.
func (v *Vocabulary) form(stem, word, lang string) string {
	if utf8.RuneCountInString(word) < leastForm || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return ""
	}
	list := v.formsIn(lang)[formless(word, lang)]
	best, most := "", -1
	for _, w := range list {
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

// isKind reports whether a stem names a kind of documents.
func (v *Vocabulary) isKind(stem string) bool {
	return slices.ContainsFunc(v.phrases[stem], func(n name) bool { return n.key == "document-type" })
}

// head is the kind of documents or the tag that a German compound is one of: "Mietverträge" are contracts; "" for none.
func (v *Vocabulary) head(word string) string {
	if utf8.RuneCountInString(word) < leastCompound {
		return ""
	}
	of := v.formsIn("de")
	for at := range word {
		if utf8.RuneCountInString(word[:at]) < 3 {
			continue
		}
		if utf8.RuneCountInString(word[at:]) < leastHead {
			break
		}
		for _, w := range of[formless(word[at:], "de")] {
			if slices.ContainsFunc(v.phrases[w], func(n name) bool { return n.key == "document-type" || n.key == "tag" }) {
				return w
			}
		}
	}
	return ""
}

// Letters of a compound, and of its last part.
const (
	leastCompound = 9
	leastHead     = 5
)

// formsIn are the words of names by what their forms in a language have in common.
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
		for name, of := range v.phrases {
			weak := true
			for _, n := range of {
				weak = weak && n.weak
			}
			if weak {
				continue
			}
			for w := range strings.FieldsSeq(name) {
				if !met[w] && utf8.RuneCountInString(w) >= leastForm {
					met[w] = true
					list[formless(w, lang)] = append(list[formless(w, lang)], w)
				}
			}
		}
		v.forms.of[lang] = list
	}
	return list
}

// leastForm is the number of letters below which a word has no form but itself.
const leastForm = 4

// formless is what the forms of a noun or adjective have in common.
func formless(w, lang string) string {
	w = folded(strings.ToLower(w), lang)
	cut := func(endings ...string) {
		for _, e := range endings {
			if r := strings.TrimSuffix(w, e); r != w && utf8.RuneCountInString(r) >= 3 {
				w = r
				return
			}
		}
	}
	switch lang {
	case "de":
		cut("en", "ern", "er", "em", "es", "e", "n", "s")
	case "fr":
		if strings.HasSuffix(w, "aux") && !strings.HasSuffix(w, "eaux") {
			return strings.TrimSuffix(w, "aux") + "al"
		}
		cut("es", "s", "x", "e")
	case "es":
		cut("as", "os", "es", "a", "o", "e", "s")
	}
	return w
}
