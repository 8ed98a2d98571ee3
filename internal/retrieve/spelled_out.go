package retrieve

import (
	"slices"
	"strings"
)

var (
	umlautsOut = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa", "æ", "ae")
	// Behind a, e and q "ue" is two sounds: Frauen, Steuer, Quelle.
	umlautsIn = strings.NewReplacer("aue", "aue", "eue", "eue", "que", "que", "ae", "ä", "oe", "ö", "ue", "ü")
)

// withUmlauts are the languages in which ae, oe and ue are mostly umlauts spelled out.
var withUmlauts = []string{"de", "da", "no", "nb", "nn", "sv"}

// spelledOut gives the other spelling of a word with umlauts, for a keyboard that has none or has them: Müller and Mueller. In most
// languages "poet" is no "pöt", which has the term of "pot".
func spelledOut(word, lang string) []string {
	if out := umlautsOut.Replace(word); out != word {
		return []string{out}
	}
	if in := umlautsIn.Replace(word); in != word && slices.Contains(withUmlauts, lang) {
		return []string{in}
	}
	return nil
}

// spelledOut is a word with umlauts, or with those spelled out, as the files write it.
func (n *speller) spelledOut(word string) (to string, err error) {
	other := umlautsOut.Replace(word)
	if other == word {
		other = umlautsIn.Replace(word)
	}
	if other == word {
		return "", nil
	}
	sharp := strings.NewReplacer("ß", "ss")
	for _, segment := range n.all() {
		if err := n.ctx.Err(); err != nil {
			return "", err
		}
		for _, lang := range segment.Languages() {
			n.written(segment, n.a.Stem(other, lang), func(field, w string) bool {
				if sharp.Replace(w) == sharp.Replace(other) {
					to = field
				}
				return to == ""
			}, func() bool { return to == "" })
			if to != "" {
				return to, nil
			}
		}
	}
	return "", nil
}
