package chunk

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// endingAccents are the letters with accents that stand in endings of a language and that its stemmer knows.
var endingAccents = map[string]string{
	"es": "áéíóú", "pt": "áâãçéêíóôõú", "fr": "âéèêîôûç", "it": "àèéìòù", "ro": "ăâîșț", "hu": "áéíóöőúüű", "ga": "áéíóú", "fi": "äö", "tr": "çğıöşü",
}

// An ending is so many letters at most, so many of them written without their accents, behind so many others.
const (
	accentedEnding = 5
	accentsLost    = 2
	beforeEnding   = 3
)

// Accented gives the other terms that a word typed without accents may stand for in a language: a stemmer takes "ción" away and not "cion",
// so the term of organizacion is not that of organización. An accent within the rest of a word needs no other term, since Stem takes it away.
func (a *Analyzer) Accented(word, lang string) []string {
	accents := endingAccents[lang]
	if accents == "" || !isASCIIWord(word) {
		return nil
	}
	var out []string
	plain := a.Stem(word, lang)
	letters := []rune(word)
	var put func(from, left int)
	put = func(from, left int) {
		for i := from; i < len(letters) && left > 0; i++ {
			typed := letters[i]
			for _, r := range accents {
				if base, _ := utf8.DecodeRuneInString(fold(string(r))); base != typed {
					continue
				}
				letters[i] = r
				s := a.Stem(string(letters), lang) // whose last letter the stemmer may have put there
				if s != plain && strings.HasPrefix(word, s[:min(len(s), max(len(s)-1, beforeEnding))]) && !slices.Contains(out, s) {
					out = append(out, s)
				}
				put(i+1, left-1)
			}
			letters[i] = typed
		}
	}
	put(max(beforeEnding, len(letters)-accentedEnding), accentsLost)
	return out
}
