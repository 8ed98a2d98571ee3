package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// Short words in labels: words with a point behind them, and words without a vowel.
var pointed = pattern.New(`(\pL{2,6})[.?]`)

const vowels = "aeiouy"

// abridgements gives the words of labels that are no whole words: Insp., Hrs, Cert.
func (t *Table) abridgements() (list []string) {
	for _, c := range t.Columns {
		label := camel(c.Label)
		for _, m := range pointed.FindAllStringSubmatch(label, -1) {
			list = append(list, Fold(m[1]))
		}
		for _, w := range tokens(label) {
			if len(w) >= 3 && len(w) <= 6 && (!strings.ContainsAny(w, vowels) || cutShort(w)) {
				list = append(list, w)
			}
		}
	}
	return list
}

// cutShort reports whether a word ends as only the beginning of a longer one does: Insp, Descr, Approx is none.
func cutShort(w string) bool {
	return len(w) >= 3 && slices.ContainsFunc([]string{"nsp", "scr", "gr", "tr", "br", "cr", "dr", "pr", "fr", "bl", "pl", "cl", "gl", "tn", "ptd", "bj", "dj", "rj", "sm", "cv", "rv", "dm", "jt"}, func(end string) bool { return strings.HasSuffix(w, end) })
}

// abridges reports whether a short word stands for a long one: it begins it, or has its consonants in their order, and its first letter.
func abridges(short, long string) bool {
	if len(long) < len(short)+2 && long != short {
		return false
	}
	if strings.HasPrefix(long, short) && len(short) >= 3 {
		return true
	}
	if short[0] != long[0] || strings.ContainsAny(short, vowels) || len(long) > 3*len(short)+2 {
		return false
	}
	at := 1
	for i := 1; i < len(short); i++ {
		k := strings.IndexByte(long[at:], short[i])
		if k < 0 {
			return false
		}
		at += k + 1
	}
	return true
}

// headOf gives the word of a label that a compound ends in: the keeper of a beekeeper. "" for none.
func (x *index) headOf(w *asking) string {
	if fillers[w.text] || askingWords[w.text] || len(x.words[w.stem]) > 0 || x.labelHas(w.stem) || slices.Contains(x.joined, w.stem) {
		return ""
	}
	for _, l := range x.labels {
		for _, st := range l {
			if one := strings.TrimSuffix(w.text, "s"); len(st) >= 5 && len(one) >= len(st)+3 && strings.HasSuffix(one, st) {
				return st
			}
		}
	}
	return ""
}

// shortened takes words that neither labels nor cells have for the short words of labels that stand for them: the inspection of Insp. Date.
func (q *asked) shortened(x *index, s *stems) {
	for i := range q.words {
		w := &q.words[i]
		if w.isNumber || len(w.text) < 4 || common[w.text] || linking[w.text] || len(x.words[w.stem]) > 0 || x.labelHas(w.stem) {
			continue
		}
		found := ""
		for _, short := range x.short {
			if abridges(short, w.text) && short != found {
				if found != "" {
					found = ""
					break // it may be either
				}
				found = short
			}
		}
		if found != "" {
			w.stem = s.of(found)
		}
	}
}
