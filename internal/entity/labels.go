package entity

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A label is a word behind which an identifier of a kind may stand, as in "invoice no.": figures, perhaps with letters and
// hyphens between.
type label struct {
	id   int // of its kind, from 1 on
	kind Kind
	word string // in lower case
}

// labels find what the expressions of their kinds match. They look before figures only.
type labels struct {
	all   []label
	by    [utf8.RuneSelf << 1][]label // by the first byte of the word, in either case
	reach int                         // the most bytes from the begin of a word to the figures
}

// standard are the labels of the kinds that are found without a setting, several languages each.
var standard = newLabels(
	"invoice", "invoice|inv.|rechnung|faktura|facture",
	"case", "case|docket|file no|aktenzeichen|dossier|ärende",
	"patient", "patient|mrn|medical record",
	"part", "part|p/n|article|artikel|item no|sku",
	"order", "order|purchase order|po|bestellung|commande",
	"contract", "contract|agreement|vertrag|contrat",
	"project", "project|projekt|projet",
)

// newLabels makes labels of kinds, each with its words.
func newLabels(kinds ...string) *labels {
	l := &labels{}
	for i := 0; i < len(kinds); i += 2 {
		for w := range strings.SplitSeq(kinds[i+1], "|") {
			a := label{i/2 + 1, Kind(kinds[i]), w}
			l.all = append(l.all, a)
			l.reach = max(l.reach, len(w)+maxBetween)
			first, _ := utf8.DecodeRuneInString(w)
			lower, upper := w[0], string(unicode.ToUpper(first))[0]
			l.by[lower] = append(l.by[lower], a)
			if upper != lower {
				l.by[upper] = append(l.by[upper], a)
			}
		}
	}
	return l
}

// words are those of one kind.
func (l *labels) words(id int) (list []string) {
	for _, a := range l.all {
		if a.id == id {
			list = append(list, a.word)
		}
	}
	return list
}

// Standard are the kinds of identifiers that are found without a setting.
func Standard() (list []Pattern) {
	for i, a := range standard.all {
		if i > 0 && standard.all[i-1].id == a.id {
			continue
		}
		words := strings.Join(standard.words(a.id), "|")
		list = append(list, Pattern{label: a.id, Kind: a.kind,
			Expr: regexp.MustCompile(`(?i)\b(?:` + strings.ReplaceAll(words, ".", `\.`) +
				`)(?:[ -]?(?:no|nr|num|number|nummer|id|ref|code)\b)?(?:\.?[:#]?\s{0,2}#?\s?` +
				`|[-/])((?:(?-i:[A-Z]{1,5})[-/]?)?\d[\dA-Za-z]*(?:[-/.][\dA-Za-z]+)*)`)})
	}
	return list
}

// What may stand between a label and the figures of its identifier.
var numbering = []string{"no", "nr", "num", "number", "nummer", "id", "ref", "code"}

const (
	maxBetween  = len("-number.:  # ") + maxCapitals + len("-")
	maxCapitals = 5
)

// A labelled is an identifier behind a label.
type labelled struct {
	label      int
	start, end int
}

// find adds the identifiers of a window to found. Those of one label do not overlap.
func (l *labels) find(w window, found []labelled) []labelled {
	t, last := w.text, 0
	for _, g := range w.all {
		for i := max(last, g.start-l.reach); i < g.start; i++ {
			list := l.by[t[i]]
			if list == nil || !border(t, i) {
				continue
			}
			for _, a := range list {
				if len(a.word) > g.start-i || !strings.EqualFold(t[i:i+len(a.word)], a.word) || overlaps(found, a.id, i) {
					continue
				}
				if start, end := behindLabel(t, i+len(a.word)); end > 0 {
					found = append(found, labelled{a.id, start, end})
				}
			}
		}
		last = g.end
	}
	return found
}

// overlaps reports whether the last identifier of a label goes beyond i.
func overlaps(found []labelled, label, i int) bool {
	for _, m := range slices.Backward(found) {
		if m.label == label {
			return i < m.end
		}
	}
	return false
}

// behindLabel gives the identifier behind a label that ends at i; 0, 0 if there is none.
func behindLabel(t string, i int) (start, end int) {
	at := i
	if t[at] == ' ' || t[at] == '-' {
		at++
	}
	for _, s := range numbering {
		if fold(t, at, s) && wordEnds(t, at+len(s)) {
			if start, end = identifierAt(t, at+len(s)); end > 0 {
				return start, end
			}
		}
	}
	return identifierAt(t, i)
}

// identifierAt gives the identifier at i, behind a mark, a sign of number and space, which may all be missing.
func identifierAt(t string, i int) (start, end int) {
	if has(t, i, "-/") { // "invoice-2020/17"; a minus behind a blank is one
		i++
		if i == len(t) || t[i] < '0' || t[i] > '9' {
			return 0, 0
		}
	}
	if has(t, i, ".") {
		i++
	}
	if has(t, i, ":#") {
		i++
	}
	i = space(t, space(t, i))
	if has(t, i, "#") {
		i++
	}
	i = space(t, i)
	start = i
	for n := 0; n < maxCapitals && i < len(t) && t[i] >= 'A' && t[i] <= 'Z'; n++ {
		i++
	}
	if i > start && has(t, i, "-/") {
		i++
	}
	if i == len(t) || !isDigit(t[i]) {
		return 0, 0
	}
	i = alnums(t, i)
	for has(t, i, "-/.") {
		next := alnums(t, i+1)
		if next == i+1 {
			break
		}
		i = next
	}
	return start, i
}

// has reports whether one of some bytes stands at i.
func has(t string, i int, bytes string) bool {
	return i < len(t) && strings.IndexByte(bytes, t[i]) >= 0
}

// alnums gives the end of the letters and digits that begin at i.
func alnums(t string, i int) int {
	for i < len(t) && t[i] != '_' && isWord(t[i]) {
		i++
	}
	return i
}
