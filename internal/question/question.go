// Package question says what a question asks for, by its words and its grammar alone. It finds the form of the answer, and the content that
// remains once the words that carry the form are gone ("how many", "what does ... mean"). It knows English, German, French and Spanish; any
// other form is a fact. It is pure.
package question

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

// A Form is what kind of answer a question asks for.
type Form string

// The forms.
const (
	Fact       Form = "fact"
	Definition Form = "definition"
	Boolean    Form = "boolean"
	Procedure  Form = "procedure"
	List       Form = "list"
	Comparison Form = "comparison"
	Count      Form = "count"
	Version    Form = "version" // which version is in force, or the latest
	Summary    Form = "summary"
	Files      Form = "files" // the files themselves, not their content
	Several    Form = "several"
)

// A Question is the parsed form of a text.
type Question struct {
	Text    string
	Lang    string // en, de, fr or es
	Form    Form
	Content string     // the text without the words that carry its form; never empty where Text is not
	Sides   []string   // the two things that a comparison tells apart
	Parts   []Question // of Several, in order

	sides [2]string // the question about each side alone
	topic bool      // they are compared in something
}

// Parse understands a text.
func Parse(text string) Question {
	text = strings.Join(strings.Fields(text), " ")
	lang := language(text)
	if asked, told := aside(text); told != "" {
		q := Parse(asked)
		q.Text, q.Lang = asked+" "+told, lang
		q.Content += " " + told
		return q
	}
	if parts := split(text, lang); len(parts) > 1 {
		q := Question{Text: text, Lang: lang, Form: Several, Content: text}
		for _, p := range parts {
			q.Parts = append(q.Parts, one(p, lang))
		}
		return q
	}
	return one(text, lang)
}

// aside splits a text into the sentence that asks and the sentences that give the reason: "A customer tells me that she is moving. What do
// I do?"
func aside(text string) (asked, told string) {
	if strings.Count(text, "?") != 1 || strings.ContainsAny(text, "¿¡") {
		return text, ""
	}
	before, after, _ := strings.Cut(text, "?")
	at := -1
	for _, m := range sentenceEnd.FindAllStringIndex(before, -1) {
		at = m[1]
	}
	if at > 0 && len(strings.Fields(before[:at])) >= 3 {
		told = strings.TrimSpace(before[:at])
		before = before[at:]
	}
	if after = strings.TrimSpace(after); len(strings.Fields(after)) >= 3 {
		told = strings.TrimSpace(told + " " + after)
	}
	if told == "" || len(strings.Fields(before)) < 2 {
		return text, ""
	}
	return strings.TrimSpace(before) + "?", told
}

// sentenceEnd is where a sentence ends that goes before a question: behind a word in small letters of four or more, so that no abbreviation is
// taken for it.
var sentenceEnd = pattern.New(`\p{Ll}{4,}[.!] +`)

// Sought gives the text to search files for: the whole question, or its content alone where the other words would mislead. "what does ...
// mean" would find files about meaning.
func (q Question) Sought() string {
	switch q.Form {
	case Definition, Summary, Files, Version:
		return q.Content
	}
	return q.Text
}

// one understands a text that asks for one thing. The first rule that fits decides.
func one(text, lang string) Question {
	q := Question{Text: text, Lang: lang, Form: Fact}
	bare := strings.TrimRight(text, " ?!.")
	bare = strings.TrimLeft(courteous.ReplaceAllString(bare, ""), " ¿¡")
	for _, r := range compiled()[lang] {
		m := r.expr.FindStringSubmatchIndex(bare)
		if m == nil || r.unless != nil && r.unless.MatchString(bare) {
			continue
		}
		q.Form, q.Content = r.form, content(bare, m)
		if q.Form == Comparison {
			q.compare(bare, m, r.expr)
		}
		break
	}
	if strings.TrimSpace(q.Content) == "" {
		q.Content = bare
	}
	if strings.TrimSpace(q.Content) == "" {
		q.Content = text
	}
	return q
}

// courteous is courtesy at the end of a question.
var courteous = pattern.New(`(?i)[, ]+(?:please|pls|thanks|thank you|bitte|danke|merci|s['’]il (?:te|vous) plaît|por favor|gracias)$`)

// content is a text without a match, but with the groups of the match.
func content(text string, m []int) string {
	parts := []string{text[:m[0]]}
	for i := 2; i+1 < len(m); i += 2 {
		if m[i] >= 0 {
			parts = append(parts, text[m[i]:m[i+1]])
		}
	}
	return strings.Join(strings.Fields(strings.Join(append(parts, text[m[1]:]), " ")), " ")
}

// split divides a text into the questions that it joins: sentences that end in a question mark, and clauses that go on with
// "and how", "und wie" and the like. A part is at least three words.
func split(text, lang string) []string {
	var parts []string
	add := func(p string) bool {
		p = strings.TrimLeft(strings.TrimSpace(p), ",; ")
		if len(strings.Fields(p)) < 3 {
			return false
		}
		parts = append(parts, p)
		return true
	}
	for _, sentence := range strings.SplitAfter(text, "?") {
		if strings.TrimSpace(sentence) == "" {
			continue
		}
		rest := sentence
		for {
			at := joins()[lang].FindStringSubmatchIndex(rest)
			if at == nil || len(strings.Fields(rest[:at[0]])) < 3 || len(strings.Fields(rest[at[2]:])) < 3 || between.MatchString(rest[:at[0]]) {
				break
			}
			add(rest[:at[0]])
			rest = rest[at[2]:]
		}
		if !add(rest) && len(parts) == 0 {
			return nil
		}
	}
	return parts
}

// between opens a pair: the "and" that follows joins the two sides of a comparison.
var between = pattern.New(`(?i)\b(?:between|zwischen|entre|both)\b`)

// joins is by language what goes on with another question, which begins with its first group.
var joins = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)[,;]?\s+and(?:\s+(?:also|then))?\s+((?:(?:at|in|on|to|by|for|from|with|of|since|until|under)\s+(?:which|what|whom)|what|how|who|whom|whose|when|where|why|which)\b)`),
		"de": regexp.MustCompile(`(?i)[,;]?\s+und(?:\s+(?:auch|dann))?\s+((?:was|wie|wer|wem|wen|wessen|wann|wo|wohin|warum|wieso|welche[rsnm]?)\b)`),
		"fr": regexp.MustCompile(`(?i)[,;]?\s+et(?:\s+(?:aussi|puis))?\s+((?:que|qui|quoi|comment|quand|où|pourquoi|combien|quels?|quelles?)[\s'’])`),
		"es": regexp.MustCompile(`(?i)[,;]?\s+y(?:\s+(?:también|luego))?\s+(¿?(?:qué|cómo|quién|quiénes|cuándo|dónde|por qué|cuál|cuáles|cuánto|cuánta|cuántos|cuántas)[\s])`),
	}
})

// common are short words that show the language of a question.
var common = map[string]string{
	"en": " the is are were what how who when where why which do does did can of for to in on and my our we i you a an it this that with from list compare define many much should may must ",
	"de": words(`in der die das den dem des ist sind war waren was wie wer wann wo warum welche welcher welches kann von für zu im in auf und mein
		unser wir ich sie ein eine einen einem es dieser mit aus nenne vergleiche viele viel muss darf soll gibt bei zur zum nicht man
		steht welchen welchem etwas über unter nach bedeutet heißt wieviel wieviele kriege kriegen kriegt bekomme bekommt bekommen haben
		habe`),
	"fr": words(`le la les l un une des du de est sont était que qui quoi comment quand où pourquoi quel quelle quels quelles peut pour à dans sur
		et mon notre nous je vous il elle ce cette avec combien résume compare liste y a`),
	"es": words(`el la los las un una unos de del es son era qué quién cómo cuándo dónde cuál cuáles puede para en sobre y mi nuestro nosotros yo
		usted este esta con cuántos cuántas cuánto resume compara lista hay se que por`),
}

// Without is a question's text without the words that every question has in its language.
func Without(text, lang string) string {
	fields := strings.Fields(text)
	if lang == "fr" { // remplace-t-on
		for i, w := range fields {
			if m := turned.FindStringSubmatchIndex(w); m != nil && !Common(strings.ToLower(w[:m[0]]), lang) && !Light(strings.ToLower(w[:m[0]]), lang) {
				fields[i] = w[:m[0]] + w[m[3]:]
			}
		}
	}
	return strings.Join(slices.DeleteFunc(fields, func(w string) bool {
		w = strings.Trim(strings.ToLower(w), ".,;:!?¿¡'’\"()")
		if at := strings.IndexAny(w, "'’"); at > 0 && at <= 2 && lang == "fr" { // j'ai, qu'elle
			_, size := utf8.DecodeRuneInString(w[at:])
			w = w[at+size:]
		}
		if m := turned.FindStringIndex(w); m != nil && lang == "fr" { // puis-je
			return true
		}
		return Common(w, lang)
	}), " ")
}

// turned is a pronoun behind its verb.
var turned = pattern.New(`-((?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce))(?:[.,;:!?]*)$`)

// asides are words that tell nothing of a question's subject, besides the ones of common: lists of the commonest words of texts do not have
// them. The closed classes of grammar (pronouns, possessives, prepositions, conjunctions and auxiliaries) follow in closed.
var asides = map[string]string{
	"de": words(`lange oft hoch hab habe haben hat wird werden wurde müssen dürfen können sollen mir mich uns unsere unserer unserem unseren meine
		meinen meiner meinem ihr ihre diese jede jeder jedes ab bis vom beim am an als auch nun noch eigentlich bitte wieviel wieviele tun
		macht machen passiert`),
	"fr": " ai avons avez dois doit faut faire fait mes nos vos ma notre votre leur leurs au aux par ne pas plus d j n s qu si lorsque être sera désormais ",
	"es": " he ha han tengo tiene tenemos nuestra mis sus su lo le me nos al a si cada hago hace hacer debo puedo cuánta cuánto ahora desde hasta cuantos cuantas cuanto como donde ",
}

// closed are the words of the closed classes of grammar, in all of their forms: pronouns and possessives, words that ask, prepositions with their articles, conjunctions, auxiliary and modal
// verbs, and what grades or denies.
var closed = map[string]string{
	"de": words(`ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen man wem wen wessen dein deine deinen deinem deiner euer eure euren seine seinen seinem seiner ihren ihrem ihrer unsrer dieses diesen diesem jenes jener jenen
		welchem welchen welches woher wohin womit wofür wodurch worauf worüber wieso weshalb durch für gegen ohne um bis an auf hinter neben zwischen seit während wegen trotz statt aufs ans ins fürs ums übers unters im am beim vom zum zur
		und oder aber denn sondern wenn falls ob dass weil da damit obwohl bevor nachdem sobald solange als wie bin bist ist sind seid war waren gewesen habe hast hat haben hatte hatten werde wirst wird werden wurde wurden worden würde würden
		kann kannst können konnte muss musst müssen musste darf darfst dürfen durfte soll sollst sollen sollte will willst wollen wollte mag mögen möchte möchten kein keine keinen keinem keiner nicht nichts nie niemals mehr sehr zu so`),
	"fr": words(`je tu il elle on nous vous ils elles me te se le la les lui leur y en moi toi soi eux mon ma mes ton ta tes son sa ses notre nos votre vos leurs ce cet cette ces cela ça ceci celui celle ceux celles qui que quoi dont où quel quelle quels quelles
		lequel laquelle à de en dans par pour sur sous avec sans chez vers entre contre depuis pendant avant après jusque jusqu dès et ou mais donc ni car si quand lorsque puisque comme parce afin suis es est sommes êtes sont étais était étions étaient
		serai sera serons serez seront serait être ai as a avons avez ont avais avait avaient aura auront aurait eu avoir peux peut pouvons pouvez peuvent dois doit devons devez doivent veux veut voulons voulez veulent faut ne pas plus jamais rien
		très trop aussi plusieurs`),
	"es": words(`yo tú él ella ello nosotros nosotras vosotros ellos ellas usted ustedes me te se nos os lo la los las le les mi mis tu tus su sus nuestro nuestra nuestros nuestras vuestro este esta estos estas ese esa esos esas eso esto aquel qué quién quiénes
		cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas a ante bajo con contra de del al desde en entre hacia hasta para por según sin sobre tras y e o u pero sino ni si cuando donde como porque que aunque mientras soy eres es somos son era
		eran fue fueron ser sido estoy está estamos están estaba he has ha hemos han había habían haber hay puedo puede podemos pueden debo debe debemos deben quiero quiere queremos quieren no nunca nada más muy ya`),
}

// Common reports whether a word in lower case is one that every question has in its language.
func Common(word, lang string) bool {
	return strings.Contains(common[lang], " "+word+" ") || strings.Contains(asides[lang], " "+word+" ") || in(closed[lang], word)
}

// Empty reports whether a text names nothing that files could be about: every question in its language may have each of its words, and they
// ask for no summary and no list of files.
func Empty(text string) bool {
	q := Parse(text)
	return q.Form == Fact && !strings.ContainsFunc(q.Text, unicode.IsDigit) && !slices.ContainsFunc(strings.Fields(q.Text), func(w string) bool {
		w = strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }))
		return w != "" && !Common(w, q.Lang)
	})
}

// possessive is the genitive that English alone writes so: "was the crew's absence paid" has more words that German has, too.
var possessive = pattern.New(`\pL['’]s(?:\s|$)`)

// outweighs is the number of closed-class words that one word of common counts for. So closed-class words decide only between languages
// that tie on words of common, since "me", "am" and "has" are words of several.
const outweighs = 20

// language is the language with most of a question's common words. English decides where none has any.
func language(text string) string {
	if strings.ContainsAny(text, "¿¡") {
		return "es"
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t,.;:!?'’\"()«»„“-", r) })
	best, most := "en", 0
	switch { // letters that tell languages apart, where words do not
	case strings.ContainsAny(text, "äöüßÄÖÜ"):
		best = "de"
	case strings.ContainsAny(text, "àâçèêëîïôœùÀÇÉÈÊ"):
		best = "fr"
	case strings.ContainsAny(text, "ñóíúÑ"):
		best = "es"
	}
	for _, lang := range []string{"en", "de", "fr", "es"} {
		n := 0
		if lang == "en" && possessive.MatchString(text) {
			n += outweighs
		}
		for _, w := range words {
			switch {
			case strings.Contains(common[lang], " "+w+" "):
				n += outweighs
			case len(w) > 1 && (in(closed[lang], w) || lang == "en" && in(formWords[lang], w)):
				n++
			}
		}
		if n > most && n >= outweighs { // "company car" is not French
			best, most = lang, n
		}
	}
	return best
}
