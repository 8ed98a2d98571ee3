package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// The weights of a part of a German compound for the whole, and of the whole for its part: a kind of holiday is a holiday, and the rules of
// holidays are about holidays.
const (
	headSays     = .7
	modifierSays = .5
)

// What parts of compounds must be, in bytes of terms.
const (
	leastHead     = 4
	leastModifier = 4
	leastRest     = 3 // the rest of the compound
)

// kin marks the terms of a question that a term of a text is of one family with, or in German a compound of or a part of, by how far it stands for
// them.
func (a asked) kin(t string, partly map[string]float64) {
	if len(t) < leastHead || chunk.Common(t, a.lang) || question.Common(t, a.lang) { // a Haubentaucher is no "auch"
		return
	}
	for q := range a.weight {
		if q[0] == t[0] && chunk.Kin(q, t, a.lang) {
			partly[q] = max(partly[q], relatedSays)
		}
		if a.lang != "de" {
			continue
		}
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

// measures are nouns for the kind of thing that a question wants, not for its subject.
var measures = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`geld betrag summe euro cent prozent preis kosten tag tage tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minuten uhr uhrzeit zeit frist dauer datum termin
		mal art weise grund temperatur grad höhe länge zahl anzahl menge name nummer ort stelle fall ding dinge sache person personen leute kilometer meter
		argent somme montant prix coût tarif centimes pour jour jours semaine semaines mois an ans année années heure heures date délai durée temps fois température degrés hauteur nombre nom lieu endroit personnes gens kilomètre kilomètres mètres
		cas raison sorte type chose dinero importe suma precio coste tarifa céntimos ciento día días semana semanas mes meses año años hora horas fecha plazo duración tiempo vez veces grados altura número nombre lugar sitio
		personas gente kilómetro kilómetros metros caso razón tipo cosa`) {
		m[w] = true
	}
	return m
}()

// articles are by language the words behind which nouns stand, where nouns have no capitals.
var articles = map[string]string{
	"fr": " de d le la les l un une des du au aux mon ma mes notre nos votre vos son sa ses leur leurs cet cette ces ",
	"es": " de el la los las un una unos unas del al mi mis su sus nuestro nuestra nuestros nuestras este esta estos estas ",
}

// behindArticle is how many words behind an article may be its noun: one may be an adjective.
const behindArticle = 2

// nounsOf are the words of a question in German, French or Spanish that may be the nouns which it is about.
func nounsOf(q question.Question) (nouns []string) {
	near, words := 0, strings.FieldsFunc(q.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' })
	for i, word := range words {
		lower := strings.ToLower(word)
		if strings.Contains(articles[q.Lang], " "+lower+" ") {
			near = behindArticle
			continue
		}
		if q.Lang == "fr" && strings.Contains(word, "-") && !unicode.IsUpper(rune(word[0])) { // fait-on
			near = 0
			continue
		}
		says := !measures[lower] && !chunk.Common(lower, q.Lang) && !question.Common(lower, q.Lang) && !question.Light(lower, q.Lang)
		r, _ := utf8.DecodeRuneInString(word)
		switch noun := near > 0 || unicode.IsUpper(r) && i > 0; {
		case q.Lang == "de" && says && unicode.IsUpper(r) && (i > 0 || len(words) <= 3), q.Lang != "de" && says && noun:
			nouns = append(nouns, word)
			near--
		case near > 0 && !says && !measures[lower]: // an adjective
			near--
		}
	}
	return nouns
}

// leastNouns is the part of the weight of its nouns that hits must say of a German question. In French and Spanish articles tell nouns less surely than capitals do.
const leastNouns = .5

// nounsUnsaid are the subject nouns of a German, French or Spanish question that no hit has, nor a part or another word of: all of them, or
// in German most by their weights, so that the rarest counts most. Verbs, which files may have too, are no subject; but a rare verb in a
// hit counts for the question.
func nounsUnsaid(q question.Question, hits []spar.Hit, w Weights) (unsaid []string) {
	if q.Lang == "en" {
		return nil
	}
	saying := func(word string) (weight, part float64) {
		asked := newAsked(word, q.Lang, w).related(word, q)
		for _, h := range hits {
			part = max(part, asked.share(h.Passage.Ranked(), nameText(h.Path), h.Path))
		}
		return asked.total, part
	}
	all, said := 0., 0.
	for _, word := range nounsOf(q) {
		weight, part := saying(word)
		if weight == 0 {
			return nil
		}
		if all, said = all+weight, said+part*weight; part == 0 {
			unsaid = append(unsaid, word)
		}
	}
	if said == 0 {
		return unsaid
	}
	if q.Lang != "de" {
		return nil
	}
	for _, word := range strings.Fields(sayingWords(q)) {
		if weight, part := saying(word); part > 0 && !capitalised(word) && !question.Light(strings.ToLower(word), q.Lang) {
			all, said = all+weight, said+part*weight
		}
	}
	if said >= leastNouns*all {
		return nil
	}
	return unsaid
}

// lightWeight is the part of its weight that a word keeps which questions are made of.
const lightWeight = .3

// lightTerms are the terms of those words of a question that questions are made of in a language.
func lightTerms(text, lang string) map[string]bool {
	var terms map[string]bool
	for _, w := range chunk.Words(text) {
		if question.Light(w, lang) {
			if terms == nil {
				terms = map[string]bool{}
			}
			for _, t := range chunk.Terms(w, lang) {
				terms[t] = true
			}
		}
	}
	return terms
}

// verbWeight is the part of its weight that a verb or an adjective counts if no file has it. Nouns name the subject of a question; its verb
// may be put in many ways.
const verbWeight = .5

// verbTerms are the terms of the German words of a question in small letters that stand nowhere, where its nouns have capitals: they are verbs, adjectives or adverbs.
func verbTerms(text, lang string, w Weights) map[string]bool {
	fields := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if lang != "de" || !slices.ContainsFunc(fields[min(1, len(fields)):], capitalised) {
		return nil
	}
	terms := map[string]bool{}
	for _, f := range fields {
		if !capitalised(f) && w.Nowhere(f) {
			for _, t := range chunk.Terms(f, lang) {
				terms[t] = true
			}
		}
	}
	return terms
}

func capitalised(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}
