package question

import (
	"regexp"
	"strings"
	"sync"
)

// aspects are by language the begins of questions for an aspect of something: the price of a boat, the warranty of a pump, the licence that a program
// has. The aspect is the first group.
var aspects = sync.OnceValue(func() map[string][]*regexp.Regexp {
	out := map[string][]*regexp.Regexp{}
	for lang, list := range map[string][]string{
		"en": {
			`(?:what is|what's|what was|what are|what were) (?:the|our|my|your|their|its) ((?:[\pL-]+ ){1,3}?)(?:of|for|in|at|on|to|that|which|per|with)\b`,
			`(?:how (?:long|much|high|large|big|old|far)) (?:is|are|was|were) (?:the|our|my) ((?:[\pL-]+ ){1,3}?)(?:of|for|in|at|on|to|that|which|per|with)\b`,
			`(?:which|what) ((?:[\pL-]+ ){1,2}?)(?:does|do|did|has|have|had)\b`,
		},
		"de": {
			`(?:was ist|wie (?:ist|lautet|hoch ist|lang ist|groß ist)) (?:der|die|das|unser|unsere) ((?:[\pL-]+ ){1,2}?)(?:der|des|von|vom|für|in|im|an|am|auf|zu|zum|zur|bei|beim)\b`,
			`(?:welche[rsn]?) ([\pL-]+ )(?:hat|haben)\b`,
		},
		"fr": {`(?:quelle?s? (?:est|sont|était)) (?:la |le |les |l['’]|notre |nos )((?:[\pL-]+ ){1,2}?)(?:de|du|des|d['’]|pour|à|au|en|dans)\b`},
		"es": {`(?:cuál(?:es)? (?:es|son|era)) (?:el |la |los |las |nuestr[oa]s? )((?:[\pL-]+ ){1,2}?)(?:de|del|para|en|a|al)\b`},
	} {
		for _, pattern := range list {
			out[lang] = append(out[lang], regexp.MustCompile(`(?i)^[¿¡\s]*`+courtesy[lang]+pattern))
		}
	}
	return out
})

// loose are aspects that files seldom name: a text may tell the purpose of a thing without the word purpose.
var loose = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`purpose reason reasons difference differences role main advantage advantages benefit benefits goal aim meaning way ways matter point impact effect effects
		name names process importance significance relationship connection background story situation idea thing things kind kinds type types sort sorts part parts use uses best first last
		next total most least common key primary biggest largest highest lowest main consequence consequences result results steps requirement requirements condition conditions feature features
		rule rules definition status information details number amount list company person people place time date day year people
		zweck grund unterschied vorteil ziel bedeutung rolle art teil name raison but différence rôle avantage nom fin razón diferencia papel ventaja objetivo nombre`) {
		m[w] = true
	}
	return m
}()

// Aspect is what a question asks for of something, in its words; "" where it does not say so, or in a word that files seldom say.
func (q Question) Aspect() string {
	for _, e := range aspects()[q.Lang] {
		m := e.FindStringSubmatch(q.Text)
		if m == nil {
			continue
		}
		words := strings.Fields(m[1])
		if loose[strings.ToLower(words[len(words)-1])] {
			return ""
		}
		return strings.Join(words, " ")
	}
	return ""
}
