package question

import (
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// Which says which version of a document a follow-up asks for, seen from the one that the answer before it cites.
type Which string

// The versions that a follow-up can ask for.
const (
	Earlier Which = "earlier" // the one before: "last year's list?", "how was it before?"
	InForce Which = "inforce" // the one that holds: "and now?"
	Later   Which = "later"   // the one after, or else the one in force: "and the new one?"
	Drafted Which = "draft"   // one that is not agreed
	Oldest  Which = "oldest"  // the first of all
	OfYear  Which = "year"    // the one that held before a year: "until 2024"
)

// An Edition is the part of a follow-up that asks the last question of another version of the same document.
type Edition struct {
	Which Which
	Until int      // for OfYear: the year before which the version held
	Last  string   // the last question, without its words for its own version
	Names []string // what the follow-up calls the document, in lower case: the version must be called so, or the last question must say it
	lang  string
}

// sayWhich are the words for versions by language, the first that fits first. Words of time alone are among them, because what held at another time stands in
// another version. A group is a year.
var sayWhich = map[string][]struct {
	which Which
	says  *pattern.Pattern
}{
	"en": {
		{OfYear, pattern.New(`(?i)\b(?:before|until|till|up to|prior to) ((?:19|20)\d\d)\b`)},
		{Drafted, pattern.New(`(?i)\b(?:new |latest |current )?drafts?(?: versions?)?\b`)},
		{Oldest, pattern.New(`(?i)\b(?:(?:very )?(?:first|original|oldest) (?:one|version|edition|issue)|originally|in the beginning)\b`)},
		{Earlier, pattern.New(`(?i)\b(?:(?:the )?(?:year|season|term|version|edition|issue|one` +
			`|time) before(?: (?:that|it|this))?|(?:the )?last (?:year|season|term)(?:['’]s)?|the last one` +
			`|before (?:that|it|this|now|then)|before$|previous(?:ly)?|former(?:ly)?|earlier|older|old|superseded|outdated` +
			`|predecessor|until (?:then|now|recently)|in the past|used to)\b`)},
		{Later, pattern.New(`(?i)\b(?:(?:the )?(?:year|season|term|version|edition|issue|one) after(?: (?:that|it|this))?` +
			`|next (?:year|season|term)(?:['’]s)?|the next one|newer|new|after (?:that|it|this))\b`)},
		{InForce, pattern.New(`(?i)\b(?:right now|now|nowadays|today(?:['’]s)?|these days|at present|at the moment` +
			`|current(?:ly)?|present(?:ly)?|latest|newest|in force|this (?:year|season|term)(?:['’]s)?)\b`)},
	},
	"de": {
		{OfYear, pattern.New(`(?i)\b(?:vor|bis) ((?:19|20)\d\d)\b`)},
		{Drafted, pattern.New(`(?i)(?:^|\s)(?:neue[nrm]? )?entw[uü]rf(?:e[ns]?|s)?\b`)},
		{Oldest, pattern.New(`(?i)\b(?:(?:erste|ursprüngliche|älteste)[nrs]? (?:fassung|version|ausgabe)|ursprünglich|anfangs)\b`)},
		{Earlier, pattern.New(`(?i)\b(?:davor|vorher|zuvor|damals|früher(?:e[nrms]?)?|vorherige[nrms]?` +
			`|vorige[nrms]?(?: (?:jahr|saison))?|letzte[nrms]? (?:jahr(?:es)?|saison)|im vorjahr|bisher(?:ige[nrms]?)?` +
			`|ältere[nrms]?|alte[nrms]?)(?:\s|$)`)},
		{Later, pattern.New(`(?i)\b(?:danach|nächste[nrms]? (?:jahr(?:es)?|saison)|neuere[nrms]?|neue[nrms]?)\b`)},
		{InForce, pattern.New(`(?i)\b(?:jetzt|nun|heute|derzeit|zur ?zeit|momentan|inzwischen|aktuell(?:e[nrms]?)?|geltende[nrms]?|gültige[nrms]?|neueste[nrms]?)\b`)},
	},
	"fr": {
		{OfYear, pattern.New(`(?i)(?:\bavant|jusqu['’]en) ((?:19|20)\d\d)\b`)},
		{Drafted, pattern.New(`(?i)\b(?:nouveau )?brouillons?\b`)},
		{Oldest, pattern.New(`(?i)\b(?:première (?:version|édition)|au début|à l['’]origine)`)},
		{Earlier, pattern.New(`(?i)(?:^|\s)(?:avant(?: (?:ça|cela))?$|auparavant|autrefois` +
			`|l['’]an(?:née)? (?:dernière?|passée?|précédente?|d['’]avant)|précédente?s?|ancien(?:ne)?s?|celle d['’]avant` +
			`|celui d['’]avant)(?:\s|$)`)},
		{Later, pattern.New(`(?i)\b(?:l['’]an(?:née)? (?:prochaine?|suivante?|d['’]après)|prochaine?s?|nouve(?:au|lle|aux|lles))(?:\s|$)`)},
		{InForce, pattern.New(`(?i)\b(?:maintenant|aujourd['’]hui|actuel(?:le|s|les|lement)?|en vigueur|désormais|en ce moment)\b`)},
	},
	"es": {
		{OfYear, pattern.New(`(?i)\b(?:antes de|hasta) ((?:19|20)\d\d)\b`)},
		{Drafted, pattern.New(`(?i)\b(?:nuevo )?borrador(?:es)?\b`)},
		{Oldest, pattern.New(`(?i)\b(?:primera (?:versión|edición)|al principio)`)},
		{Earlier, pattern.New(`(?i)\b(?:antes(?: de (?:eso|esto))?$|anteriormente|anterior(?:es)?|(?:el )?año (?:pasado|anterior)|(?:la )?temporada (?:pasada|anterior)|antigu[oa]s?)(?:\s|$)`)},
		{Later, pattern.New(`(?i)\b(?:(?:el )?(?:año|temporada) (?:próxim[oa]|siguiente|que viene)|próxim[oa]s?|nuev[oa]s?)(?:\s|$)`)},
		{InForce, pattern.New(`(?i)\b(?:ahora|hoy|actual(?:es|mente)?|vigentes?|en vigor|en este momento)\b`)},
	},
}

// mostOfEdition is how many words a follow-up has at most that asks for a version and for nothing else.
const mostOfEdition = 12

// nounsToo are the words of asks that may be nouns: "last year's list".
const nounsToo = " list name show compare find define liste finde cite lista nombra muestra "

// AsksEdition reports whether a text asks the last question of another version of what answered it: it says which version, and nothing besides that is not in the
// name of a document. A question with an object of its own does not.
func AsksEdition(text string, turns []Turn) (e Edition, ok bool) {
	if len(turns) == 0 || len(text) > longest || len(strings.Fields(text)) > mostOfEdition {
		return e, false
	}
	last := turns[len(turns)-1].Question
	lang := language(last)
	f := &follower{grammar: grammars()[lang], lang: lang, turns: turns, drew: -1}
	r := reader{turns: turns, follower: f}
	if len(f.last()) > longest {
		return e, false
	}
	rest, how := aimed(bare(text))
	if how == elsewhere || how == back {
		return e, false
	}
	if shifted(r.last(), r.led(rest)) != "" { // the year that it says is that of the question
		return e, false
	}
	rest = r.led(strings.TrimSpace(wishes.ReplaceAllString(rest, "")))
	for _, s := range sayWhich[lang] {
		m := s.says.FindStringSubmatchIndex(rest)
		if m == nil {
			continue
		}
		e.Which = s.which
		if len(m) > 2 && m[2] >= 0 {
			e.Until, _ = strconv.Atoi(rest[m[2]:m[3]])
		}
		rest = strings.TrimSpace(rest[:m[0]] + " " + rest[m[1]:])
		break
	}
	if e.Which == "" {
		return e, false
	}
	for _, t := range tokens(rest) {
		w := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(t.word, "'s"), "’s"))
		switch {
		case in(nounsToo, w):
			e.Names = append(e.Names, w)
		case f.function(w), in(f.verbs, w), f.asks.MatchString(w) && wordOf(f.asks, w), in(f.self, w), in(f.versions, w), in(f.thing, w), in(f.folk, w), in(f.these, w), Common(w, lang), Light(w, lang):
		default:
			e.Names = append(e.Names, w)
		}
	}
	e.lang, e.Last = lang, undated(f.last(), lang)
	return e, e.Last != ""
}

// inYear is a year with what binds it to a question: "in 2022", "from 2018".
var inYear = pattern.New(`(?i)\s*\b(?:(?:in|of|from|for|since|im jahre?|seit|von|en|de|del|depuis|desde) )?(?:19|20)\d\d(?:[-/–]\d{2,4})?\b`)

// undated is a question without the words that say which version or year it is asked of.
func undated(text, lang string) string {
	short := inYear.ReplaceAllString(text, "")
	for _, s := range sayWhich[lang] {
		if s.which == InForce || s.which == Later || s.which == Earlier || s.which == Drafted {
			short = s.says.ReplaceAllString(short, " ")
		}
	}
	short = strings.Join(strings.Fields(short), " ")
	if len(strings.Fields(short)) < 2 {
		return strings.Join(strings.Fields(text), " ")
	}
	return short
}

// Of asks the last question of a document by its name.
func (e Edition) Of(name string) string {
	by := map[string]string{"en": "according to", "de": "laut", "fr": "selon", "es": "según"}[e.lang]
	return finished(strings.TrimRight(e.Last, " ?.!")+" "+by+" "+name, e.lang)
}
