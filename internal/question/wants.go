package question

import (
	"regexp"
	"sync"
)

// A Want is what kind of thing an answer must name.
type Want string

// The kinds.
const (
	Anything Want = ""
	Person   Want = "person" // who, also by a role
	Time     Want = "time"   // when
	Figure   Want = "figure" // how much, how long, the price of
	Release  Want = "version"
	Year     Want = "year"
	Phone    Want = "phone"  // a number to ring
	Mail     Want = "mail"   // an address of mail
	Name     Want = "name"   // of a firm or the like
	Reason   Want = "reason" // why
	Truth    Want = "truth"  // whether something is so
)

// wants are by language the begins of questions for something of a kind, after courtesy.
var wants = sync.OnceValue(func() map[string]map[Want]*regexp.Regexp {
	out := map[string]map[Want]*regexp.Regexp{}
	for lang, kinds := range map[string]map[Want]string{
		"en": {
			Reason: `(?:why|how come|for (?:what|which) reason|what(?: is| was|'s) the (?:reason|cause))\b`,
			Person: `(?:who|whom|whose|to whom|(?:what|which) (?:person|employee|colleague)|what is the name of the (?:person|head|manager))\b`,
			Year:   `(?:(?:in|since|from|until|by) )?(?:what|which) year\b`,
			Phone: `(?:(?:what is|what's|what are|give me|on|under) )?(?:(?:the|our|which` +
				`|what) )?(?:\S+ ){0,2}(?:phone|telephone|mobile|fax|hotline|emergency) numbers?\b` +
				`|(?:what is|what's) (?:the |our )?(?:\S+ )?extension of\b`,
			Mail: `(?:(?:what is|what's|what are|give me|to|at|under) )?(?:(?:the|our|which|what) )?(?:\S+ ){0,2}e-?mail address(?:es)?\b`,
			Name: `(?:(?:what is|what's) (?:the )?)?names? of\b|(?:to |by |from |with |for )?(?:which|what) (?:company|firm|supplier|contractor|vendor|bank|insurer|agency|bidder|publisher|manufacturer)\b`,
			Time: `(?:when|since when|until when|till when|by when|from when|(?:at |on |in |by |until )?(?:what|which) (?:time|day|date|year|month|week|weekday))\b`,
			Figure: `(?:how (?:much|many|long|old|often|far|high|large|big|tall|fast|wide|deep|heavy|early|soon)` +
				`|(?:(?:what is|what's|what was|what are) )?(?:the|our|my)? ?(?:\S+ )?(?:price|cost|costs|fee|fees|salary` +
				`|phone number|telephone number|extension|amount|percentage|interest rate|rate|budget|number|maximum|minimum|size` +
				`|weight|length|height|age))\b`,
			Release: `(?:(?:in|since|from|with|by) (?:which|what) (?:version|release|revision|edition)` +
				`|(?:which|what) (?:\S+ ){0,2}?(?:version|release|revision|edition)(?: of .+?)? (?:did|has|have|had|can|could` +
				`|first|also|introduced|added|adds|removed|removes|fixed|fixes|brought|brings|changed|changes|dropped|drops` +
				`|deprecated|supports?|supported|includes?|included|requires?|required|contains?|contained|needs?|needed))\b`,
		},
		"de": {
			Person: `(?:wer|wem|wen|wessen|an wen|bei wem|mit wem)\b`,
			Time:   `(?:wann|seit wann|bis wann|ab wann|um wie viel uhr|an welchem (?:tag|datum)|in welchem (?:jahr|monat))\b`,
			Figure: `(?:(?:um |auf |an |in )?wie ?viele?n?` +
				`|wie (?:lange|hoch|teuer|alt|oft|weit|groß|schwer|schnell|breit)` +
				`|(?:bei |bis zu |ab |mit |auf )?welche[rmns]? (?:temperatur|betrag|summe|prozentsatz|höhe|preis|länge|gewicht)` +
				`|in welcher höhe|was kostet|was kosten)(?:\P{L}|$)`,
		},
		"fr": {
			Person: `(?:qui|à qui|de qui|avec qui)\s(?:est|sont|a|dirige|s|d|p|r|v|c|m)`,
			Time:   `(?:quand|depuis quand|jusqu['’]à quand|à quelle (?:heure|date)|en quelle année)(?:\s|$)`,
			Figure: `(?:(?:de |à |jusqu['’]à )?combien` +
				`|(?:à |jusqu['’]à |de |pour )?quel(?:le)? (?:température|somme|montant|prix|pourcentage|hauteur|taux|durée)` +
				`|quel(?:le)? (?:est|était) (?:le |la |l['’])(?:prix|coût|montant|tarif|taux|nombre|budget|poids|taille` +
				`|température|plafond))(?:\P{L}|$)`,
		},
		"es": {
			Person: `(?:quién|quiénes|a quién|con quién|de quién)(?:\s|$)`,
			Time:   `(?:cuándo|desde cuándo|hasta cuándo|a qué hora|en qué (?:año|mes|fecha))(?:\s|$)`,
			Figure: `(?:(?:a |de |en |hasta |con |por )?cuánt[oa]s?` +
				`|(?:a |hasta |de |por |con )?qué (?:temperatura|importe|cantidad|precio|porcentaje|suma)` +
				`|cuál (?:es|era) (?:el|la) (?:precio|coste|importe|tarifa|número|presupuesto|peso|temperatura|límite))(?:\P{L}|$)`,
		},
	} {
		out[lang] = map[Want]*regexp.Regexp{}
		for kind, pattern := range kinds {
			out[lang][kind] = regexp.MustCompile(`(?i)^[¿¡\s]*` + courtesy[lang] + pattern)
		}
	}
	return out
})

// Wants says what kind of thing the answer must name. A Reason and a Truth may also be told without words that show it.
func (q Question) Wants() Want {
	switch {
	case q.Form == Count:
		return Figure
	case q.Form == Boolean && q.Lang == "en":
		return Truth
	}
	for _, kind := range []Want{Release, Reason, Person, Phone, Mail, Year, Name, Time, Figure} {
		if e := wants()[q.Lang][kind]; e != nil && e.MatchString(q.Text) && (kind != Release || q.Form == Version) {
			return kind
		}
	}
	return Anything
}
