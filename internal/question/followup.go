package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

var (
	ordinalTail  = pattern.New(`(?i)^(?:one|option|item|point|entry|of (?:them|these|those)|davon|d['’]entre|de ellos|de ellas|opción)$`)
	strongEnding = pattern.New(`^[nrs]?`)
	pleased      = pattern.New(`(?i)[\s,]+(?:please|pls|thanks|bitte|danke|s['’]il (?:te|vous) plaît|merci|por favor|gracias)$`)
	echoes       = pattern.New(`(?i)[\s,]+(?:i mean|i meant|is what i meant?|meine ich|je veux dire|quiero decir|too|as well|then|auch|denn|aussi|alors|también|entonces)$`)
	thanks       = pattern.New(`(?i)^(?:(?:ok(?:ay)?|thanks|thank you|great|good|perfect|danke|prima|super|alles klar|merci` +
		`|d['’]accord|gracias|vale)(?: (?:a lot|so much|very much|schön|sehr|beaucoup))?[.,!;]+\s+)+`)
	whereSaid = pattern.New(`(?i)^(?:and )?(?:where (?:does it say|is (?:it|that|this) (?:said|written|stated|from)` +
		`|did you (?:find|get|read))(?: (?:that|this|so|it))?` +
		`|(?:in )?(?:which|what) (?:document|file|paper)(?: (?:is (?:it|that|this)(?: in)?|says (?:that|this|so|it)))?` +
		`|(?:und )?(?:wo steht (?:das|dies|es)|in welche[rm] (?:dokument|datei)(?: steht (?:das|dies|es))?)` +
		`|où (?:est-ce|c['’]est) (?:écrit|dit)|dans quel (?:document|fichier)(?: est-ce)?` +
		`|dónde (?:dice|pone|está escrito)(?: (?:eso|esto))?|en qué (?:documento|archivo)(?: (?:dice|está) (?:eso|esto))?)$`)
	moreOfIt = pattern.New(`(?i)^(?:(?:tell me |give me |any )?more(?: details?| information)?(?: about (?:it|that|this))?` +
		`|go on|elaborate|mehr(?: dazu| darüber| details| informationen)?|plus de (?:détails|précisions)` +
		`|más (?:detalles|información)(?: sobre (?:eso|esto))?)$`)
	tells      = pattern.New(`(?i)\b(?:say|says|said|sagt|sagte|steht|stand|dit|disait|dice|decía)$`)
	mark       = pattern.New(`^(?:[-*•]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+`)
	verbEnding = pattern.New(`(?:é|ée|és|ait|ont|ent|ait|era|ó|aron|ieron|aba|ará|ado|ido|a|e)$`)
	shortIs    = pattern.New(`(?i)^((?:and )?(?:what|who|where|when|how))s `)
	contracted = pattern.New(`(?i)\b(what|who|where|when|how|that|it)['’]s\b`)
	inverted   = pattern.New(`-(?:t-)?$`)
)

// A Turn is an earlier question of a conversation, self-contained, and the statements of its answer in their order.
type Turn struct {
	Question string
	Answer   []string
	OfText   bool // it was answered by the text of files, and not as a question about files themselves
}

// FollowUp makes a question that goes on with earlier ones self-contained. It fills in from the last turns the words left out ("and for
// Berlin?", "why?"), and replaces pronouns ("who signed it?") and places in a list ("the second one"). A self-contained question stays as
// it is, byte for byte. drew is the turn whose answer gave words, -1 for none.
//
// It goes by the grammar of single words, and knows no parts of speech but the ones it lists. Where it is unsure it keeps more of the
// earlier question rather than less: the words of a search count more than its grammar.
func FollowUp(text string, turns []Turn) (self string, drew int) {
	if len(turns) == 0 || strings.TrimSpace(text) == "" || len(text) > longest {
		return text, -1
	}
	last := turns[len(turns)-1]
	if len(last.Question) > longest {
		return text, -1
	}
	if self = onFiles(text, last); self != "" {
		return finished(self, "en"), -1
	}
	lang := language(last.Question)
	f := &follower{grammar: grammars()[lang], lang: lang, turns: turns, drew: -1}
	self = f.rewrite(bare(text))
	if self == "" {
		return text, -1
	}
	self = strings.Join(strings.Fields(self), " ")
	r, size := utf8.DecodeRuneInString(self)
	self = string(unicode.ToUpper(r)) + self[size:] + "?"
	if lang == "es" && !strings.HasPrefix(self, "¿") {
		r, size := utf8.DecodeRuneInString(self)
		self = "¿" + string(unicode.ToUpper(r)) + self[size:]
	}
	return self, f.drew
}

// longest is how many bytes a question has at most that goes on with another, or that another goes on with.
const longest = 600

// bare is a question without what begins and ends one.
func bare(text string) string {
	text = strings.TrimLeft(strings.TrimRight(strings.Join(strings.Fields(text), " "), " ?!.…"), " ¿¡")
	text = shortIs.ReplaceAllString(contracted.ReplaceAllString(text, "${1} is"), "${1} is ")
	text = strings.TrimRight(pleased.ReplaceAllString(thanks.ReplaceAllString(text, ""), ""), " ,")
	if short := echoes.ReplaceAllString(text, ""); len(strings.Fields(short)) > 1 {
		return short
	}
	return text
}

// A follower makes one question self-contained.
type follower struct {
	*grammar
	lang  string
	turns []Turn
	drew  int
	given string // the meaning of a pronoun; "": the subject of the last turns
}

func (f *follower) last() string { return rooted(bare(f.turns[len(f.turns)-1].Question)) }

// rooted is the question that another one was put before, "when does the lease end" of "Since when: when does the lease end": what goes on with both goes on with it, so
// that a conversation does not drag all of its words along.
func rooted(text string) string {
	head, rest, ok := strings.Cut(text, ": ")
	if rest = strings.TrimSpace(rest); !ok || len(strings.Fields(head)) > mostHead || len(strings.Fields(rest)) < 3 || !upper(rest) && !strings.HasPrefix(rest, "¿") {
		return text
	}
	return rooted(rest)
}

// mostHead is how many words are put before a question at most.
const mostHead = 8

// rewrite gives the question that is meant, or "" where it is the one that was asked.
func (f *follower) rewrite(text string) string {
	switch {
	case whereSaid.MatchString(text):
		return f.says + f.last()
	case moreOfIt.MatchString(text):
		if topic := f.topic(false); topic != "" {
			return strings.TrimSuffix(map[string]string{"en": "What else is said about", "de": "Was steht sonst über", "fr": "Que dit-on d'autre sur", "es": "Qué más se dice sobre"}[f.lang], " ") + " " + topic
		}
	}
	rest, lead := text, ""
	if m := f.lead.FindStringSubmatchIndex(text + " "); m != nil {
		lead, rest = text[:min(m[1], len(text))], strings.TrimSpace(text[min(m[1], len(text)):])
		for i := 2; i+1 < len(m); i += 2 {
			if m[i] >= 0 { // a preposition that belongs to the rest
				rest = strings.TrimSpace(text[m[i]:min(m[i+1], len(text))]) + " " + rest
			}
		}
		if f.tail != nil && f.about.MatchString(lead) {
			rest = f.tail.ReplaceAllString(rest, "")
		}
	}
	rest = strings.TrimLeft(rest, " ¿¡,")
	if rest == "" {
		return ""
	}
	if f.ifs.MatchString(rest) && !strings.Contains(rest, ",") {
		return f.condition(rest, even.MatchString(lead+rest))
	}
	named := f.byPlace(rest)
	if onlyAsks.MatchString(rest) {
		return f.complete(rest)
	}
	if !f.asks.MatchString(rest) {
		first, _, _ := strings.Cut(rest, " ")
		if lead == "" && named == "" && f.lang == "en" && f.has(rest, f.thing, f.folk, " its their ") && len(strings.Fields(rest)) > 2 { // "composer of it"
			if self := f.pronouns(rest); self != "" {
				return self
			}
		}
		switch {
		case named != "":
			return f.slot(named, true)
		case lead == "" && !(in(f.preps, strings.TrimRight(first, "'’")) && len(strings.Fields(rest)) <= 6) && !f.another(rest):
			return "" // words that are searched for
		}
		if said := f.otherVersion(rest); said != "" {
			return said
		}
		rest = theOne.ReplaceAllString(rest, "$1 ")
		if said := f.aroundIt(rest); said != "" {
			return said
		}
		if f.has(rest, f.thing, f.folk, f.person, f.these) {
			if self := f.pronouns(rest); self != "" {
				rest = self
			}
		}
		return f.slot(rest, f.about.MatchString(lead))
	}
	if named != "" {
		return named
	}
	if short := f.fragmentOfClause(rest); short != "" {
		return short
	}
	if self := f.pronouns(rest); self != "" {
		return self
	}
	if f.incomplete(rest) {
		return f.complete(rest)
	}
	return ""
}

// theOne stands for the noun of the last question: "the one with Globex".
var theOne = pattern.New(`(?i)^(?:the ones?|celui|celle|ceux|celles|(?:der|die|das|den)(?:jenigen?)?|el|la|los|las) (with|for|in|from|of|by|mit|von|für|in|avec|de|du|pour|con|para)\s+`)

// after are the words for a time before or after the last named thing, by the preposition in them.
var after = map[string]string{
	"after": "after", "afterwards": "after", "before": "before", "danach": "nach", "nachher": "nach", "davor": "vor", "vorher": "vor", "après": "après", "avant": "avant",
	"después": "después de", "antes": "antes de", "without": "without",
}

// condition asks the last question for a case, "what if I leave in March?". Where the case happens to the subject of that question, "and if
// I miss it?", it asks what follows. holds ("even if") asks whether the answer still holds.
func (f *follower) condition(text string, holds bool) string {
	for _, lead := range []string{"what ", "and ", "was ist, ", "was, ", "was ", "und ", "et ", "que se passe-t-il ", "y ", "qué pasa "} {
		if len(text) > len(lead) && strings.EqualFold(text[:len(lead)], lead) {
			text = text[len(lead):]
		}
	}
	thing := f.has(text, f.thing) // the case is one of the question's subject, not of the answer
	if self := f.pronouns(text); self != "" {
		if text = self; thing && !holds {
			return f.happens + text
		}
	}
	return f.last() + " " + text
}

// even begins a condition that an answer still holds under.
var even = pattern.New(`(?i)\b(?:even|only|selbst|auch|nur|même|seulement|incluso|aunque|solo|sólo) (?:if|unless|in case|wenn|falls|si)\b`)

// otherVersion puts the word that tells one version from others in the place of that of the last question, "the previous one" of "the current stable release"; "" where
// one of them says more, or none.
func (f *follower) otherVersion(fragment string) string {
	word := func(text string) (found token, n int) {
		for _, t := range tokens(text) {
			if in(f.versions, t.word) && !upper(t.word) && !in(kindsOfVersion, t.word) {
				found, n = t, n+1
			}
		}
		return found, n
	}
	now, n := word(fragment)
	for _, t := range tokens(fragment) {
		if t != now && !f.function(t.word) {
			return ""
		}
	}
	text := f.last()
	was, m := word(text)
	if n != 1 || m != 1 || strings.EqualFold(now.word, was.word) {
		return ""
	}
	return text[:was.start] + now.word + text[was.end:]
}

// kindsOfVersion are the nouns among the words for versions.
var kindsOfVersion = words(`version versions draft drafts original edition revision v1 v2 v3 predecessor before versionen fassung fassungen ausgabe stand
	brouillon projet édition versión versiones borrador edición`)

// another reports whether a few words name nothing but another thing of a kind that the last question named.
func (f *follower) another(text string) bool {
	list := tokens(text)
	class := classOf(f, list)
	if len(list) > 3 || class == "" || class == "number" {
		return false
	}
	if class == "year" {
		return true
	}
	for _, t := range list {
		if class == "name" && !upper(t.word) {
			return false
		}
	}
	said, found := f.runs(f.last())
	for _, p := range f.pieces(said, found) {
		if classOf(f, said[p.from:p.to]) == class {
			return true
		}
	}
	return false
}

// aroundIt reads "and after?", "and without it?" as a time or a circumstance of the last named thing; "" for all else.
func (f *follower) aroundIt(fragment string) string {
	list := tokens(fragment)
	if len(list) == 0 || len(list) > 2 || len(list) == 2 && !(in(f.thing, list[1].word) || in(f.these, list[1].word)) {
		return ""
	}
	prep := after[strings.ToLower(list[0].word)]
	if len(list) == 2 {
		if prep = strings.ToLower(list[0].word); !in(f.preps, prep) {
			return ""
		}
	}
	text := f.last()
	said, found := f.runs(text)
	pieces := f.pieces(said, found)
	if prep == "" || len(pieces) == 0 {
		return ""
	}
	p := pieces[len(pieces)-1]
	from := p.from
	if from > 0 && in(f.preps, said[from-1].word) {
		from--
	}
	return text[:said[from].start] + prep + " " + text[said[p.from].start:]
}

// byPlace replaces "the second one" by the thing at that place of the last list, or of the last comparison; "" where nothing is named so.
func (f *follower) byPlace(text string) string {
	m := f.ordinal.FindStringSubmatchIndex(text)
	if m == nil {
		return ""
	}
	begin, end := -1, -1
	for i := 2; i+1 < len(m); i += 2 {
		if m[i] >= 0 {
			begin, end = m[i], m[i+1]
		}
	}
	n := slices.IndexFunc(f.ordinals, func(forms string) bool {
		return slices.Contains(strings.Split(forms, "|"), strings.ToLower(text[begin:end])) || slices.ContainsFunc(strings.Split(forms, "|"), func(form string) bool {
			return f.lang == "de" && strings.HasPrefix(strings.ToLower(text[begin:end]), form)
		})
	})
	item := ""
	prev := Parse(f.turns[len(f.turns)-1].Question)
	items := prev.Sides
	drawn := false
	if len(items) < 2 {
		items, drawn = listed(f.said(len(f.turns)-1)), true
	}
	switch {
	case n < 0 || len(items) < 2:
		return ""
	case n == len(f.ordinals)-1:
		item = items[len(items)-1]
	case n < len(items):
		item = items[n]
	default:
		return ""
	}
	if drawn {
		f.drew = len(f.turns) - 1
	}
	from, to := m[0], m[1]
	// Words behind the ordinal stay, except "one", "option" and the like.
	if tail := strings.TrimSpace(text[end:to]); tail != "" && !ordinalTail.MatchString(tail) {
		to = end
		if f.lang == "de" { // its ending
			to = end + len(strongEnding.FindString(text[end:]))
		}
	}
	return strings.TrimSpace(text[:from] + " " + item + " " + text[to:])
}

// said are the first statements of a turn's answer.
func (f *follower) said(turn int) (list []string) {
	for _, text := range f.turns[turn].Answer[:min(len(f.turns[turn].Answer), 50)] {
		list = append(list, strings.ToValidUTF8(text[:min(len(text), 4000)], ""))
	}
	return list
}

// listed are the things that the statements of an answer list: the items of one list, or the statements.
func listed(answer []string) (items []string) {
	for _, text := range answer {
		var list []string
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if mark.MatchString(line) {
				list = append(list, mark.ReplaceAllString(line, ""))
			}
		}
		if len(list) > 1 {
			items = nil
			for _, l := range list {
				items = append(items, shortened(l))
			}
			return items
		}
		items = append(items, shortened(text))
	}
	return items
}

// shortened is the begin of a statement, up to where it says more of what it names.
func shortened(text string) string {
	text = mark.ReplaceAllString(strings.TrimSpace(text), "")
	if head, _, ok := strings.Cut(text, ": "); ok && len(strings.Fields(head)) <= 6 {
		return head
	}
	fields := strings.Fields(text)
	return strings.TrimRight(strings.Join(fields[:min(len(fields), 12)], " "), ".,;:")
}

func (f *follower) has(text string, lists ...string) bool {
	for _, t := range tokens(text) {
		for _, list := range lists {
			if in(list, t.word) {
				return true
			}
		}
	}
	return false
}

// fragmentOfClause completes a question word that only a circumstance follows, "how many in Berlin", with the rest of the last question.
func (f *follower) fragmentOfClause(text string) string {
	m := f.wh.FindStringIndex(text + " ")
	if m == nil {
		return ""
	}
	wh, rest := strings.TrimSpace(text[:min(m[1], len(text))]), strings.TrimSpace(text[min(m[1], len(text)):])
	first, _, _ := strings.Cut(rest, " ")
	if rest == "" || !in(f.preps, first) || len(strings.Fields(rest)) > 6 {
		return ""
	}
	for _, t := range tokens(rest) {
		if in(f.verbs, t.word) || f.asks.MatchString(t.word) && !in(f.preps, t.word) {
			return ""
		}
	}
	prev := f.last()
	if p := f.wh.FindStringIndex(prev + " "); p != nil && strings.EqualFold(strings.TrimSpace(prev[:min(p[1], len(prev))]), wh) {
		return f.slot(rest, false)
	}
	return wh + " " + rest + f.joiner() + prev
}

func (f *follower) joiner() string {
	if f.lang == "fr" {
		return " : "
	}
	return ": "
}

// incomplete reports whether a question says nothing of what it asks about but how.
func (f *follower) incomplete(text string) bool {
	list := tokens(text)
	wh := f.wh.FindStringIndex(text + " ")
	versioned := f.has(text, f.versions)
	for i, t := range list {
		switch {
		case wh != nil && t.start < wh[1]:
		case in(f.empty, t.word), in(common[f.lang], t.word), in(f.verbs, t.word), in(f.preps, t.word), in(f.dets, t.word), in(f.subjects, t.word):
		case f.asks.MatchString(t.word):
		case in(f.versions, t.word) || versioned && plainNumber.MatchString(t.word):
		case i > 0 && in(f.subjects, list[i-1].word) && i == len(list)-1 && !upper(t.word):
		default:
			return false
		}
	}
	return true
}

// complete gives a question without a subject the subject of the last one, or all of the last one where only a question word came.
func (f *follower) complete(text string) string {
	prev := f.last()
	m := f.wh.FindStringIndex(text + " ")
	if m != nil && m[1] >= len(text) {
		if p := f.wh.FindStringIndex(prev + " "); p != nil {
			// "When does the lease end?" "Why?"
			rest := strings.TrimSpace(prev[min(p[1], len(prev)):])
			if first, _, _ := strings.Cut(rest, " "); f.asks.MatchString(first) &&
				in(" when where why how wann wo warum wie quand où pourquoi comment cuándo dónde cómo ",
					strings.TrimSpace(prev[:min(p[1], len(prev))])) {
				return text + " " + rest
			}
		}
		return text + f.joiner() + prev
	}
	if does := f.deed(prev); does != "" {
		return text + f.joiner() + does
	}
	if m := onlyAsks.FindString(text); m != "" { // "until what time?"
		if p := f.wh.FindStringIndex(fromWord(prev)); p != nil {
			if rest := strings.TrimSpace(fromWord(prev)[min(p[1], len(fromWord(prev))):]); rest != "" {
				return text + " " + rest
			}
		}
		return text + f.joiner() + prev
	}
	topic := f.topic(false)
	if topic == "" {
		return text + f.joiner() + prev
	}
	if tells.MatchString(text) {
		return text + " " + f.on + " " + topic
	}
	return text + " " + topic
}

// onlyAsks is a question that is nothing but a question word behind a preposition, with the kind of thing that it asks for.
var onlyAsks = pattern.New(`(?i)^(?:up to|as of|at|on|in|by|from|to|until|till|since|for|with|after|before|bis|ab|seit|mit|an|auf` +
	`|um|jusqu['’]à|à|depuis|hasta|desde|con|a) (?:what|which|how|when|whom|where|was|welche[rmns]?|wann|wie|wem|quel(?:le)?s?` +
	`|quand|combien|qué|cuándo|cuánt[oa]s?)(?: \pL+)?$`)

// beginsWith is a preposition before the word that asks.
var beginsWith = pattern.New(`(?i)^(?:up to|as of|at|on|in|by|from|to|until|till|since|for|with|after|before|bis|ab|seit|mit|an|auf|um|à|depuis|hasta|desde|con|a) `)

// fromWord is a question that begins with the word that asks, with a space behind.
func fromWord(text string) string { return beginsWith.ReplaceAllString(text, "") + " " }

// deed is somebody's act in a question that names them only as I or we: "return a phone".
func (f *follower) deed(text string) string {
	list := tokens(text)
	for i, t := range list {
		if i > 0 && i+1 < len(list) && in(" i we you one ich wir man je nous on yo nosotros se ", t.word) {
			return text[list[i+1].start:]
		}
		if i > 4 || !f.function(t.word) && !f.asks.MatchString(t.word) && !in(f.verbs, t.word) {
			break
		}
	}
	return ""
}
