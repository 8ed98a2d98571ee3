package answer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
)

// Words for numbers and words for times, in the languages of questions.
var (
	numberWord = pattern.New(`(?i)(?:^|[^\pL])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\pL+)?|hundred|thousand|million|half|third|quarter|once|twice|double|no|none|nobody|nothing|never|free|unlimited|not limited|no limit|several|few|all|both|every|each|single|dozen|` +
		`eine?[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\pL*zehn|\pL*zig|dreißig|\pL*hundert|\pL*tausend|mehrere|wenige|unbeschränkt|halbe?|kein\pL*|nichts|kostenlos|unbegrenzt|alle|jede[rnsm]?|` +
		`une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt\pL*|trente|quarante|cinquante|soixante|cent|mille|plusieurs|illimité\pL*|demi|aucune?|gratuit\pL*|chaque|` +
		`una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\pL+|veinti?\pL*|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil|vari[oa]s|ilimitad[oa]|medi[oa]|ningun[oa]?|gratis|cada)(?:[^\pL]|$)`)
	timeWord = pattern.New(`(?i)(?:^|[^\pL])(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|morning|afternoon|evening|night|spring|summer|autumn|winter|day|days|daily|week|weeks|weekly|month|months|monthly|year|years|yearly|annually|quarter|hours?|minutes?|today|tomorrow|yesterday|now|immediately|always|never|after|before|once|until|as soon as|when|while|during|` +
		`januar|februar|märz|mai|juni|juli|oktober|dezember|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|mittags?|mitternacht|morgens?|abends?|nachts?|frühling|sommer|herbst|tage?n?|täglich|wochen?|wöchentlich|monate?n?s?|monatlich|jahre?n?s?|jährlich|stunden?|uhr|heute|sofort|immer|nie|nach|vor|bis|sobald|wenn|während|` +
		`janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|midi|minuit|matin|soir|jours?|semaines?|mois|ans?|années?|heures?|après|avant|jusqu|dès|pendant|` +
		`enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mediodía|medianoche|mañana|tarde|noche|días?|semanas?|mes|meses|años?|horas?|después|antes|hasta|durante)(?:[^\pL]|$)`)
	// A condition says when something is done, though not when it was.
	conditionWord = pattern.New(`(?i)(?:^|[^\pL])(?:if|unless|whenever|in case|as long as|provided|falls|sofern|solange|außer|si|lorsque?|quand|sauf|cuando|salvo|siempre que)(?:[^\pL]|$)`)

	yearWord    = pattern.New(`\b(?:1[3-9]|20)\d\d\b`)
	phoneWord   = pattern.New(`(?i)(?:\+|\b)\d(?:[ ()/.-]{0,2}\d){4,}\b|\b(?:ext(?:ension)?|phone|tel(?:ephone)?|dial|ring|call|hotline|desk|mobile)\b\W{0,3}(?:\pL+ ){0,3}\d{2,}`)
	releaseWord = pattern.New(`(?i)(?:\d+\.\d+|\b(?:version|release|revision|edition|rev|v)\.? ?\w*\d|\b(?:19|20)\d\d\b)`)
)

// wanted reports whether a text may name something of the kind that a question asks for.
func wanted(q question.Question) func(text string) bool {
	switch q.Wants() {
	case question.Figure:
		return func(text string) bool {
			return strings.ContainsFunc(text, unicode.IsDigit) || numberWord.MatchString(text)
		}
	case question.Time:
		return func(text string) bool {
			return strings.ContainsFunc(text, unicode.IsDigit) || numberWord.MatchString(text) || timeWord.MatchString(text) ||
				(q.Lang != "en" || future.MatchString(q.Text)) && conditionWord.MatchString(text)
		}
	case question.Year:
		return yearWord.MatchString
	case question.Phone:
		return phoneWord.MatchString
	case question.Mail:
		return func(text string) bool { return strings.Contains(text, "@") }
	case question.Person, question.Name:
		return func(text string) bool { return newName(text, q) }
	case question.Release:
		return releaseWord.MatchString
	case question.Reason:
		return reasonSaid.MatchString
	case question.Truth:
		return truthSaid.MatchString
	}
	return func(string) bool { return true }
}

// mustSay reports whether an answer that names nothing of a kind is none: a reason and whether something is so may be told without the words that
// show them.
func mustSay(kind question.Want) bool {
	return kind != question.Anything && kind != question.Reason && kind != question.Truth
}

// saysWanted reports whether any chosen statement, with its introduction and the text above it, names something of the wanted kind. A
// person may be named by a role, where the statement covers words of the question.
func saysWanted(q question.Question, chosen []choice, said []statement, j *judge) bool {
	kind := q.Wants()
	if !mustSay(kind) || len(chosen) == 0 {
		return true
	}
	names := wanted(q)
	return slices.ContainsFunc(chosen, func(s choice) bool {
		text := s.text
		if s.lead >= 0 {
			text += "\n" + said[s.lead].text
		}
		if kind == question.Release || (kind == question.Time || kind == question.Year) && !future.MatchString(q.Text) {
			text += "\n" + j.sources[s.source].Passage.Locator.Heading + "\n" + j.sources[s.source].Path
		}
		return names(text) || kind == question.Person && s.says > 0
	})
}

// future are questions for a time that is said of the thing asked for, not by the date of what tells of it.
var future = pattern.New(`(?i)^\W*(?:by |until |till |from |since )?when (?:do|does|will|must|should|can|may|is|are|has to|have to)\b`)

// newName reports whether a text names somebody whom the question does not: it has a word with a capital that is not in it.
func newName(text string, q question.Question) bool {
	asked := strings.Fields(nameText(q.Text))
	for i, field := range strings.Fields(text) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if i == 0 && len(strings.Fields(text)) > 2 && !strings.Contains(field, ",") {
			continue
		}
		if isName(word, false, "en") && !slices.ContainsFunc(asked, func(a string) bool { return strings.EqualFold(a, word) }) {
			return true
		}
	}
	return false
}
