package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// The statements of a sentence about files stand in the phrase that names them, or behind a verb that a rule read. The words behind another
// verb are about something else: "leases that tenants complained about in 2024", "invoices disputed since May", "recipes Rory Quince
// doesn't like".

// Closed classes of English words.
const (
	relatives   = " that which who whom whose where when while "
	auxiliaries = " am is are was were be been being has have had having do does did will would can could may might shall should must cannot "
	pronouns    = " i we you he she it they me us him them one somebody someone nobody anybody everybody everyone people "
)

// strong are the past forms of strong and irregular verbs that are not also nouns or adjectives of everyday.
var strong = words(`arose awoke ate beaten became become began begun bent bitten bled blew blown bore borne bought bound bred broke broken brought
	built burnt came caught chose chosen clung crept dealt dealing drank drawn dreamt drew driven drove dug eaten fallen fed fell felt
	fled flew flown forgot forgotten fought found froze frozen gave given gone got gotten grew grown heard held hid hidden hung kept
	knew known laid learnt led lent lit lost meant met mown overtook overtaken paid proved proven put ran rang risen rode rose said
	sang sank saw seen sent shaken shook shot shown shrank shrunk slept slid sold sought spent spoke spoken sprang spun stole stolen
	stood struck stuck stung swam swept swore sworn swung taken taught threw thrown told took tore torn understood undertook
	undertaken went withdrew withdrawn withheld woke woken won wore worn wove wound wrote written`)

// making are verbs whose subject is an author, in their forms.
var making = words(`write writes wrote written author authors authored draft drafts drafted sign signs signed prepare prepares prepared make makes
	made create creates created compose composes composed compile compiles compiled draw draws drew drawn produce produces produced
	issue issues issued file files filed record records recorded type types typed pen penned did do report reports reported submit
	submits submitted publish publishes published edit edits edited change changes changed modify modifies modified update updates
	updated save saves saved revise revises revised take takes took taken`)

// placing are verbs for where files lie, their marks, who has them, and that they, or events in them, came or happened.
var placing = words(`stored kept filed saved lying put located found marked flagged labelled labeled tagged called named titled dated held placed
	sitting belonging starting beginning ending made done came come comes coming went go goes going happened happens occurred hold
	holds have has got keep keeps own owns possess given received`)

// clauses marks for each token the verb that no rule read and in whose clause it stands; -1 for none.
func (p *sentenceParser) clauses() {
	p.clause = make([]int, len(p.tokens))
	for i := range p.clause {
		p.clause[i] = -1
	}
	verb := -1
	for i := range p.tokens {
		if i > 0 && (p.tokens[i].comma || p.dashed(i) || p.is(i, "but")) || p.oneOf(i, requesting) && !p.oneOf(i-1, " that which who whom ") {
			verb = -1
		}
		p.clause[i] = max(p.clause[i], verb)
		if p.unreadVerb(i) || p.active(i) {
			verb = i
		}
		if p.oneOf(i, " over for with before after to against than between ") {
			p.complement(i)
		}
	}
}

// active reports whether a participle that was read as a state is a verb with an object: "procedures that replaced those of 2021".
func (p *sentenceParser) active(i int) bool {
	return strings.HasSuffix(p.tokens[i].low, "ed") && p.oneOf(i+1, determining) && slices.ContainsFunc(p.parts, func(o Part) bool {
		return o.first == i && o.last == i && has(" doc-status confidentiality ", o.Constraint.Key)
	})
}

// complement marks files of a kind that a preposition joins to files of another kind, and the words that go with them: "letters over unpaid
// orders", "checklists before a CT". The user does not seek these.
func (p *sentenceParser) complement(at int) {
	kind := false
	for i := at - 1; i >= 0 && !p.tokens[i+1].comma; i-- {
		kind = kind || p.heads(i)
	}
	if !kind {
		return
	}
	for i := at + 1; i < len(p.tokens) && !p.tokens[i].comma && !has(links+" and or plus ", p.tokens[i].low); i++ {
		for _, part := range p.parts {
			if part.first == i && has(" document-type modality ", part.Constraint.Key) {
				for j := at + 1; j <= part.last; j++ {
					p.clause[j] = at
				}
				return
			}
		}
	}
}

// word reports whether an unread word stands at a token that is no word of a closed class.
func (p *sentenceParser) word(i int) bool {
	if i < len(p.tokens) && p.tokens[i].verb {
		return p.strange(i)
	}
	return p.strange(i) && !p.tokens[i].capital &&
		!has(relatives+auxiliaries+pronouns+determining+making+placing+requesting, p.tokens[i].low) &&
		strings.Trim(p.tokens[i].low, "abcdefghijklmnopqrstuvwxyzäöüß'’") == ""
}

// kin is the last token before a place, without auxiliaries, adverbs and denials.
func (p *sentenceParser) kin(at int) int {
	for at--; at >= 0 && (p.oneOf(at, auxiliaries) || p.oneOf(at, " not never also still just already ever only then to ") ||
		negated(wordAt(p, at)) || p.strange(at) && strings.HasSuffix(p.tokens[at].low, "ly")); {
		at--
	}
	return at
}

// unreadVerb reports whether a verb stands at a token that no rule read, by its place and its form: behind an auxiliary, a pronoun or a
// relative pronoun; in the past; or in -ing behind words for files.
func (p *sentenceParser) unreadVerb(i int) bool {
	if !p.word(i) {
		return false
	}
	w := p.tokens[i].low
	next := i + 1
	// Before a name of files it is an adjective: "disputed invoices".
	if next < len(p.tokens) && !p.tokens[next].comma && p.heads(next) {
		return false
	}
	if i == 0 || p.tokens[i].comma {
		return false
	}
	if p.tokens[i].verb {
		return true
	}
	kin := p.kin(i)
	clear := true // no comma between
	for k := kin + 1; k <= i; k++ {
		clear = clear && k >= 0 && !p.tokens[k].comma
	}
	if clear && kin >= 0 {
		switch {
		case p.oneOf(kin, " i we ") && kin < i-1: // "I have to read the minutes" asks for them
			return false
		case kin < i-1 && !p.is(i-1, "to") && !strings.HasSuffix(w, "ly"): // behind an auxiliary
			return true
		case p.oneOf(kin, " which who whom where when ") || p.is(kin, "that") && kin > 0 && !p.oneOf(kin-1, links):
			return !p.finite(i + 1) // "that tenants complained about"
		case p.oneOf(kin, " i we you he she they it nobody somebody everybody "):
			return true
		}
	}
	if has(strong, w) || strings.HasSuffix(w, "ed") && len(w) > 3 && !strings.HasSuffix(w, "eed") {
		return !p.oneOf(i-1, determining) && !p.oneOf(i-1, links)
	}
	return strings.HasSuffix(w, "ing") && len(w) > 5 && p.tokens[i-1].named
}

// finite reports whether a verb in the past or an auxiliary stands at a token, whose subject is then what stands before it.
func (p *sentenceParser) finite(i int) bool {
	if i >= len(p.tokens) || p.tokens[i].comma {
		return false
	}
	return p.oneOf(i, auxiliaries) || p.word(i) && (has(strong, p.tokens[i].low) || strings.HasSuffix(p.tokens[i].low, "ed"))
}

// heads reports whether what names files begins at a token, a kind or a format.
func (p *sentenceParser) heads(at int) bool {
	for _, part := range p.parts {
		if part.first == at && has(" document-type type modality ", part.Constraint.Key) {
			return true
		}
	}
	return has(generic, p.tokens[at].stem)
}

// inClause doubts what stands in the clause of a verb that no rule read.
func (p *sentenceParser) inClause(part *Part) *Doubt {
	if p.active(part.first) {
		return p.doubt(Told, part.first, part.first+1)
	}
	verb := p.clause[part.first]
	if part.Doubt != nil || verb < 0 || part.Constraint.Not || part.date != nil && part.date.keys != nil ||
		p.clause[part.last] != verb || part.Constraint.Key == "period" && p.is(part.first, "for") ||
		verb == part.first-1 && (p.is(part.first, "by") || p.names.numbers[part.Constraint.Key]) { // dictated by N. Ferrow, weighing 100 grams
		return nil
	}
	return p.doubt(Told, verb, verb+1)
}

// personal reports whether a part names somebody, or what may be somebody.
func (p *sentenceParser) personal(part *Part) bool {
	return has(people, part.Constraint.Key) || slices.ContainsFunc(part.Others, func(o spar.Constraint) bool { return has(persons, o.Key) })
}

// doesSo doubts a person who does something other than write or make the sought files: "recipes Rory Quince doesn't like", "leases Callum
// Reyes asked for". A verb of making in the past needs nothing more: "the reports Leila Haddad dictated". It also doubts a person who
// receives: "letters to Petra Lomax".
func (p *sentenceParser) doesSo(part *Part) *Doubt {
	if part.Constraint.Not || !p.personal(part) || has(" folder share patient ", part.Constraint.Key) {
		return nil
	}
	at := part.last + 1
	helped := false
	for at < len(p.tokens) && !p.tokens[at].comma && (p.oneOf(at, auxiliaries) || negated(wordAt(p, at)) || p.oneOf(at, " not never also still just already ever ")) {
		helped = helped || !p.oneOf(at, " has have had also already ")
		at++
	}
	if at < len(p.tokens) && !p.tokens[at].comma && !p.tokens[at].named && !p.oneOf(at, making) &&
		!has(relatives+determining+links+bounding+denying+passing+pronouns+" and or but ", p.tokens[at].low) &&
		!has(generic, p.tokens[at].stem) && !p.leavesOut(at) {
		w := p.tokens[at].low
		past := has(strong, w) || strings.HasSuffix(w, "ed") && len(w) > 3
		more := at+1 < len(p.tokens) && !p.tokens[at+1].comma && (p.oneOf(at+1, " for about to with on after me us him them you ") || p.oneOf(at+1, determining))
		more = more || p.is(at+1, "from") && at+2 < len(p.tokens) && !slices.ContainsFunc(p.parts, func(o Part) bool { return o.date != nil && o.first <= at+2 && o.last >= at+1 })
		if past && (helped || more) || !past && helped || !past && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && p.oneOf(at+1, links+determining) {
			return p.doubt(Told, at, at+1)
		}
	}
	if by := part.first; p.is(by, "by") && by > 0 && p.tokens[by-1].named && strings.HasSuffix(p.tokens[by-1].low, "ed") && !p.oneOf(by-1, making) { // who approved it need not have written it
		return p.doubt(Told, by-1, by+1)
	}
	before := part.first - 1
	for before >= 0 && !p.tokens[before+1].comma && (p.oneOf(before, determining) || p.oneOf(before, titles)) {
		before--
	}
	if before >= 0 && !p.tokens[before+1].comma && p.oneOf(before, " to with ") && has(" author department ", part.Constraint.Key) {
		return p.doubt(Told, before, before+1)
	}
	return nil
}
