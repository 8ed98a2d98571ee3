package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
)

// What a part of a German compound says of the whole, and the whole of its part: a kind of holiday is a holiday, and what the rules of holidays say
// is about holidays.
const (
	headSays     = .7
	modifierSays = .5
)

// What parts of compounds must be, in bytes of terms.
const (
	leastHead     = 4
	leastModifier = 5
	leastRest     = 3 // what is left of the compound
)

// compounds marks the terms of a German question that a term of a text is a compound of, or a part of, by how far it stands for them.
func (a asked) compounds(t string, partly map[string]float64) {
	if len(t) < leastHead {
		return
	}
	for q := range a.weight {
		whole, part := t, q
		if len(q) > len(t) {
			whole, part = q, t
		}
		if len(whole)-len(part) < leastRest || len(part) < leastHead {
			continue
		}
		switch {
		case strings.HasSuffix(whole, part) && !prefixes[whole[:len(whole)-len(part)]]:
			partly[q] = max(partly[q], headSays)
		case len(part) >= leastModifier && strings.HasPrefix(whole, part):
			partly[q] = max(partly[q], modifierSays)
		}
	}
}

// prefixes make another word of one, and no compound: a Vertrag is no Trag.
var prefixes = func() map[string]bool {
	m := map[string]bool{}
	for _, p := range strings.Fields("ver zer ent emp miss be ge er un auf aus ein ab an vor nach zu bei mit um durch uber unter wider wieder hin her los ruck gegen") {
		m[p] = true
	}
	return m
}()

// measures are nouns by which a question says what kind of thing it wants, not what it is about.
var measures = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`geld betrag summe euro cent prozent preis kosten tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minuten uhr uhrzeit zeit frist dauer datum termin
		mal art weise grund temperatur grad höhe länge zahl anzahl menge name nummer ort stelle fall ding dinge sache person personen leute`) {
		m[w] = true
	}
	return m
}()

// nounsUnsaid are the nouns that a German question is about, where the hits say none of them, not even a part of one or a word that stands for it.
// Nouns have capitals there, so that they can be told from the verbs that files may have too.
func nounsUnsaid(q question.Question, hits []spar.Hit, w Weights) (nouns []string) {
	if q.Lang != "de" {
		return nil
	}
	for i, word := range strings.FieldsFunc(q.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }) {
		lower := strings.ToLower(word)
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(r) || i == 0 && len(strings.Fields(q.Text)) > 3 || measures[lower] || chunk.Common(lower, "de") || question.Common(lower, "de") || question.Light(lower, "de") {
			continue
		}
		asked := newAsked(word, "de", w).related(word, q)
		if asked.total == 0 || slices.ContainsFunc(hits, func(h spar.Hit) bool { return asked.share(h.Passage.Ranked(), nameText(h.Path), h.Path) > 0 }) {
			return nil
		}
		nouns = append(nouns, word)
	}
	return nouns
}
