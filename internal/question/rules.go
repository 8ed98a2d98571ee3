package question

import (
	"regexp"
	"strings"
	"sync"
)

// A rule recognises a form. In its pattern a blank is any white space, and _ stands for the subject of the question, which is content; the
// rest of the match carries the form. ¹ and ² are the sides of a comparison. A pattern that begins with ^ may follow some courtesy.
type rule struct {
	form    Form
	pattern string
	unless  string // what must not match; "" for nothing
}

type compiledRule struct {
	form         Form
	expr, unless *regexp.Regexp
}

// courtesy is what may stand before a question that begins.
var courtesy = map[string]string{
	"en": `(?:please |kindly |(?:can|could|would) you (?:please )?(?:tell me |explain |show me )?|tell me |i (?:want|need|would like) to know |do you know ){0,2}`,
	"de": `(?:bitte |(?:kannst|können) (?:du|sie) (?:mir )?(?:bitte )?(?:sagen,? )?|sag(?:e|en sie)? mir,? |ich möchte wissen,? ){0,2}`,
	"fr": `(?:s'il (?:te|vous) plaît,? |(?:peux-tu|pouvez-vous) (?:me )?(?:dire )?|dis-moi |dites-moi ){0,2}`,
	"es": `(?:por favor,? |(?:puedes|puede usted|podrías) (?:decirme )?|dime |dígame ){0,2}`,
}

var compiled = sync.OnceValue(func() map[string][]compiledRule {
	out := map[string][]compiledRule{}
	for lang, list := range map[string][]rule{"en": english, "de": german, "fr": french, "es": spanish} {
		for _, r := range list {
			c := compiledRule{form: r.form, expr: expression(r.pattern+"$", lang)}
			if r.unless != "" {
				c.unless = expression(r.unless, lang)
			}
			out[lang] = append(out[lang], c)
		}
	}
	return out
})

func expression(pattern, lang string) *regexp.Regexp {
	begin := ""
	if rest, ok := strings.CutPrefix(pattern, "^"); ok {
		begin, pattern = `^[¿¡\s]*`+courtesy[lang], rest
	}
	pattern = strings.NewReplacer("_", `(.+?)`, "¹", `(?P<a>.+?)`, "²", `(?P<b>.+?)`).Replace(pattern)
	return regexp.MustCompile(`(?i)` + strings.ReplaceAll(begin+pattern, " ", `\s+`))
}

// comparative are words that say which of two has more.
const comparative = `better|worse|more|less|fewer|most|least|\S{2,}er`

// papers are words for files.
const papers = `drafts?|agreements?|contracts?|lease|letters?|minutes|reports?|polic(?:y|ies)|forms?|templates?|checklists?|handbooks?|guides?|presentations?|memos?`

var english = []rule{
	{Files, `^(?:which|what|in which|in what) (?:of the |of our )?(?:files?|documents?|papers?|emails?|e-mails?|mails?` +
		`|spreadsheets?|pdfs?|slides|presentations?) (?:do |does |did |are |is |were |have |has )?` +
		`(?:mention |mentions |say something about |talk about |speak of |refer to |deal with |discuss )?_`,
		`(?:files?|documents?|papers?) (?:do|should|must|can) (?:i|we|you) `},
	{Files, `^(?:which|what) _ (?:files?|documents?|papers?|spreadsheets?|pdfs?|presentations?) (?:(?:are|is) (?:there|here)|do (?:we|you|they) have|exist)(?: here)?$`, ``},
	{Files, `^(?:find|show|get|give|open|fetch|search for|look for|locate)(?: me)?(?: the| all| any| every| all the| our` +
		`| a)? _ (?:files?|documents?|checklists?|templates?|forms?|spreadsheets?|presentations?|slides|memos?|minutes|reports?` +
		`|contracts?|letters?)`, ``},
	{Files, `^(?:find|fetch|locate)(?: me)?(?: the| all| any)? (?:files?|documents?|papers?|emails?) (?:about |on |that mention |that |with |from |by |of )?_`, ``},
	{Files, `^(?:find|fetch|locate|search for|look for)(?: me)? (?:the |all |our |an? )?((?:` + papers + `)\b.*)`, ``},
	{Files, `^(?:find|fetch|locate|search for|look for)(?: me)? (?:the |all |our |an? )?(\S+(?: \S+)? (?:` + papers +
		`)\b.*)`, `^(?:\S+ ){1,4}?(?:in|of|from|on|at|for|to|by|with|under|about) (?:the |our |an? )?(?:\S+ )?(?:` + papers + `)\b`},
	{Files, `^_,? (?:which|what|in which|in what) (?:file|document|paper|folder)(?: is (?:it|that|this)(?: in)?)?`, `^(?:what|which|who|when|where|how|why|is|are|do|does|did)\b`},
	{Files, `^where (?:is|are|can i find|do i find|is kept) (?:the|our|a` +
		`|an) (\S+(?: \S+){0,2} ?(?:files?|documents?|templates?|forms?|contracts?|agreements?|policy|policies|handbooks?|guides?` +
		`|spreadsheets?|presentations?|report|minutes)\b.*)`, ``},
	{Files, `^where (?:is|are|can i find|do i find|is kept) (?:the|our|a` +
		`|an) ((?:files?|documents?|templates?|forms?|contracts?|agreements?|policy|policies|handbooks?|guides?|spreadsheets?` +
		`|presentations?|report|minutes)\b.*)`, ``},
	{Files, `^what (?:did|has|have) _ (?:write|written|publish|published)(?: about _)?`, ``},
	{Version, `^(?:in|since|from|with|by) (?:which|what) (?:version|release|revision|edition)(?: of _)? (?:is|was|were|are|did|do|does|has|have|can|could) _`, ``},
	{Version, `^(?:which|what) (?:\S+ ){0,2}?(?:version|release|revision` +
		`|edition)(?: of _)? ((?:first |also )?(?:introduced|added|adds|removed|removes|fixed|fixes|brought|brings|changed|changes` +
		`|dropped|drops|deprecated|has|had|supports|supported|includes|included|requires|required|contains|contained|needs|needed) .+)`, ``},
	{Version, `^(?:which|what)(?: is)?(?: the)? (?:latest |current |newest |most recent |valid )?(?:version|revision|edition` +
		`|issue|draft)(?: number)?(?: of)? _(?: (?:is|are) (?:in force|valid|current|the latest|up to date))?`, ``},
	{Version, `^(?:what|which) (\S+(?: \S+){0,3}) (?:is|are) (?:now |currently |still )?(?:valid|in force|current|applicable|binding)(?: now| today| at the moment| currently)?`, ``},
	{Version, `^(?:what|which) (\S+(?: \S+){0,3}) (?:is|are) the (?:valid|current|latest|newest|binding) one`, ``},
	{Version, `^(?:what|which) (?:issue|version|edition|revision) of _ (?:counts|applies|holds|is in use|is used|is in force|binds)(?: now| today| at the moment| currently)?`, ``},
	{Version, `^(?:what|which) (\S+(?: \S+){0,3}) (?:applies|apply|holds|counts) (?:now|today|at the moment|currently)`, ``},
	{Version, `^(?:what|which) (\S+ (?:rules|policy|plan|guidelines?|terms|procedure|agreement|charter|manual|handbook|regulations?)) (?:is|are) (?:in use|used)(?: now| today)?`, ``},
	{Version, `^(?:what|which) is the (?:latest|current|newest|most recent|valid) _`,
		`^what is the (?:latest|current|newest|most recent|valid) (?:\S+ )?(?:price|rate|fee|cost|number|value|limit|balance` +
			`|amount|status|salary|budget|address|date|deadline)`},
	{Version, `^(?:is|are) _ (?:still )?(?:in force|up to date|superseded|outdated|obsolete|the latest version|the current version)`, ``},
	{Comparison, `^compare ¹ (?:and|with|to|against) ²`, ``},
	{Comparison, `^(?:what is|what's|what are|explain|describe|is there|are there) (?:the |a |any )?differences?(?: in _)? (?:between|of) ¹ and ²`, ``},
	{Comparison, `^how (?:do|does|did|is|are) ¹ (?:differ|different) (?:from|to) ²`, ``},
	{Comparison, `^how (?:do|does|did) ¹ compare (?:to|with|against) ²`, ``},
	{Comparison, `^how (?:has|have|did|do|does|is|are|was|were) _ (?:changed?|differ|different|developed?|evolved?) (?:between|from|in) ¹ (?:and|to) ²`, ``},
	{Comparison, `^how do ¹ and ² (?:differ|compare)(?: (?:in|on|by) _)?`, ``},
	{Comparison, `^what (?:has |have |is |are )?(?:the )?(?:changed?|changes|different|differs|new)(?: in _)? (?:between|from) ¹ (?:and|to) ²`, ``},
	{Comparison, `^(?:did|has|have|was|were|is|are|do|does) _ (?:go(?:ne|es)? up|go(?:ne|es)? down|rise|risen|fall|fallen` +
		`|grown?|shrunk|increased?|decreased?|changed?|raised|lowered|reduced) (?:between|from) ¹ (?:and|to) ²`, ``},
	{Comparison, `^(?:did|has|have|was|were|is|are|do|does)(?: there)? (?:more|fewer|less) _ (?:in|at|on|with|for|under) ¹ (?:or|than)(?: in| at| on| with| for| under)? ²`, ``},
	{Comparison, `^(?:is|are|was|were|do|does|did|has|have) ¹ (?:` + comparative + `)( .*?)? than ²`,
		`(?:` + comparative + `)(?: \S+)? than (?:\d|one |two |three |four |five |six |seven |eight |nine |ten |twelve |half |twice )`},
	{Comparison, `^(?:which|who|what|where|when)( [^,:]*?)??(?: (?:is|are|has|have|was|were|had|costs?|takes?|gets?))?(?: the)? (?:` + comparative + `)( [^,:]*)?[,:] ¹ or ²`, ``},
	{Comparison, `^(?:which|who|what|where|when)( [^,:]*)[,:] ¹ or ²`, ``},
	{Comparison, `^_,? (?:in|at|under|with) ¹ and (?:in|at|under|with) ²`, `^(?:list|summari[sz]e|find|show)\b`},
	{Comparison, `^(?:(?:how|what|which) )?¹,? (?:compared|in comparison|as opposed) (?:to|with) ²`, ``},
	{Comparison, `¹ (?:versus|vs\.?) ²`, ``},
	{Comparison, `^(?:is|are|was|were|do|does|did)( .*?)?? (?:` + comparative + `)( .*?)?? (?:in|at|on|with|for|under) ¹ or (?:in|at|on|with|for|under) ²`, ``},
	{Count, `^how many _`, ``},
	{Count, `^(?:what is|what's|give)(?: me)? the (?:total )?(?:number|count) of _`, ``},
	{Count, `^(?:total )?number of _`, ``},
	{Count, `^count (?:the |all |all the )?_`, ``},
	{Summary, `^(?:summari[sz]e|sum up|recap) _`, ``},
	{Summary, `^(?:a |short )?(?:summary|overview|outline) of _`, ``},
	{Summary, `^tell me (?:something |more |all )?about _`, ``},
	{Summary, `^(?:give|write|make)(?: me)? (?:a|an)(?: short| brief| quick)? (?:summary|overview|outline) (?:of|on) _`, ``},
	{Summary, `^(?:what is|what's) _ about`, ``},
	{Summary, `^what (?:are the main points|does it say in|is said in) (?:of |in )?_`, ``},
	{Summary, `^what (?:was|were|has been|is) (?:decided|discussed|agreed|resolved)(?: (?:in|at|on|by|during) _)`, ``},
	{Summary, `^what did _ (?:decide|discuss|agree|resolve)(?: on| in| at)?(?: _)?`, ``},
	{Summary, `^list (?:the|all) decisions (?:of|from|by) _`, ``},
	{Fact, `^(?:what|how) (?:do|does|did|is|are) _ (?:say|state|tell us|write) (?:about|on|regarding|of) _`, ``},
	{List, `^(?:what|what's|which things) (?:is |are |was |were |got |has been )?(?:new|added|changed|fixed|removed|deprecated` +
		`|improved|introduced)(?:(?:,| or| and) (?:new|added|changed|fixed|removed|deprecated|improved|introduced))* (?:in|with|by|for|since) _`, ``},
	{Definition, `^what (?:does|do|did) _ (?:mean|stand for|refer to)`, ``},
	{Definition, `^(?:.*\W)?["“„«](.+?)["”“»]\W.*\bwhat (?:do|does|did|is|are|would) (?:they|he|she|it|this|that|you|we|people` +
		`|i) (?:really |actually )?(?:mean|meant|meaning|refer to)(?: by (?:that|it|this))?`, ``},
	{Definition, `^what (?:does|do) (?:the )?((?:\S+ )?\S+)(?: (?:command|program|tool|script|option|package|module|function` +
		`|flag|setting|utility))? (?:actually |really )?do`,
		`^what (?:does|do) (?:.* )?(?:i|we|you|one|they|he|she|it|people|teams?|office|department|board|staff|employees?|everyone` +
			`|somebody|someone|company|group|committee|division|unit)\b`},
	{Definition, `^(?:explain|what is|what's|what are) (?:me |to me |us )?(?:an? |the )?["“„«](.+?)["”“»](?: (?:in|at|for|with|around|among) .+)?`, ``},
	{Definition, `^(?:explain|define|describe|clarify)(?: me| to me| us)? the (?:term|word|expression|abbreviation|acronym|phrase|concept) _`, ``},
	{Definition, `^(?:define|what is meant by|what is the (?:meaning|definition) of|definition of|meaning of) _`, ``},
	{Definition, `^(?:what is|what's|what are) (?:an?) _`, `(?:an? (?:good|typical|normal|valid|maximum|minimum)|the|per|of|for|in|on|by) `},
	{Definition, `^(?:what is|what's|what are) (\S+(?: \S+){0,2})`,
		`(?:^what is|^what's|^what are) (?:the|our|my|your|this|that|their|his|her|its|these|those|said|known|left|included` +
			`|covered|needed|required|due)\b`},
	{Procedure, `^(?:what are |which are |list |give me |describe )?(?:all )?(?:the )?steps (?:to|for|in|of|when) _`, ``},
	{Procedure, `^how (?:is|are) (an? \S+(?: \S+)?? \S+ed)`, ``},
	{Procedure, `^how (?:is|are) _ (?:handled|done|processed|performed|carried out|organi[sz]ed|treated|dealt with|taken back` +
		`|returned|registered|reported|requested|ordered|installed|set up|prepared|approved)`, ``},
	{Procedure, `^what (?:does|do|must|should) _ have to do (?:to|for|when|before|after)`, ``},
	{Procedure, `^(?:what is|what's|describe|explain) the (?:process|procedure|workflow|way) (?:for|to|of) _`, ``},
	{Procedure, `^(?:explain |describe |show me |walk me through )?how to _`, ``},
	{Procedure, `^_,? step by step`, ``},
	{Procedure, `^what (?:has|have|needs?) to be (?:done|arranged|prepared|checked|organi[sz]ed|in place|filled in|submitted|observed) (?:before|to|for|when|if|so that|in order to) _`, ``},
	{Procedure, `^how (?:do|can|should|would|must|could|shall) (?:i|we|you|one|they|someone|somebody|staff|employees?|an? \S+) _`, ``},
	{Procedure, `^what (?:do|should|must|shall|can) (?:i|we|you|one) (?:have to |need to )?do(?: now| then| next)?`, ``},
	{Procedure, `^what (?:do|should|must|shall) (?:i|we|you|one) (?:have to |need to )?do (?:to|if|when|before|after|with|about) _`, ``},
	{List, `^(?:list|enumerate|name)(?: me)?(?: all| every)?(?: the| of the| of our)? _`, `^name (?:of|for) `},
	{List, `^(?:what|which) (?:types|kinds|sorts|categories|examples) of _`, ``},
	{List, `^(?:what|which) are(?: all)? (?:the|our) _`, ``},
	{List, `^(?:which|what) ((?:\S+ ){0,2}\S+[^s\s]s (?:are|were|have|do|does|can|must|should|may|did|need` +
		`|apply|count|exist) .+)`, `^(?:which|what) (?:days|hours|times|costs|is|are|was|were|does|has|do)\b`},
	{Boolean, `^(?:is|are|was|were|am|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|isn't|aren't` +
		`|doesn't|don't|can't) _`, `^(?:can|could|would|will|do) you (?:tell|explain|show|list|give|know)`},
}

var german = []rule{
	{Files, `^(?:in )?welche[nmrs]? (?:dateien|datei|dokumente?n?|unterlagen|mails|e-mails|tabellen|präsentationen) _`, `unterlagen (?:brauche|benötige|muss)`},
	{Files, `^(?:finde|suche|such|zeige?|öffne|hole)(?: mir)?(?: alle| die| das| den| eine| einen| ein)? _`, ``},
	{Files, `^was hat _ (?:über _ )?geschrieben`, ``},
	{Version, `^(?:was ist|welche[rs]? ist|welche)(?: die| der| das)?(?: aktuelle| letzte| neueste| gültige)? (?:version` +
		`|fassung|ausgabe|stand)(?: von| des| der| vom)? _(?: (?:gilt|ist gültig|ist in kraft|ist aktuell))?`, ``},
	{Version, `^(?:ist|sind|gilt|gelten) _ (?:noch )?(?:gültig|aktuell|in kraft|überholt|veraltet)`, ``},
	{Comparison, `^(?:was ist |was sind |worin besteht |erkläre? )?(?:der|den|die)? ?unterschiede? zwischen ¹ und ²`, ``},
	{Comparison, `^vergleiche? ¹ (?:und|mit) ²`, ``},
	{Comparison, `^(?:worin|wie) unterscheide[nt] sich ¹ (?:und|von) ²`, ``},
	{Count, `^wie ?viele _`, ``},
	{Count, `^(?:wie hoch ist |wie groß ist |was ist )?die (?:an)?zahl (?:der|von|aller) _`, ``},
	{Summary, `^fass(?:e|en sie)? _ zusammen`, ``},
	{Summary, `^(?:gib|geben sie|schreibe?)(?: mir)? (?:eine?n?) (?:kurze[nr]? )?(?:zusammenfassung|überblick)(?: von| über| zu| der| des)? _`, ``},
	{Summary, `^(?:worum geht es (?:in|bei)|was steht in) _`, ``},
	{Definition, `^was (?:bedeutet|bedeuten|heißt|heissen|versteht man unter|ist gemeint mit) _`, ``},
	{Definition, `^(?:definiere|definition von|wofür steht) _`, ``},
	{Definition, `^was (?:ist|sind) (?:eine?|unter) _`, ``},
	{Definition, `^was (?:ist|sind) (\S+(?: \S+)?)`, `^was (?:ist|sind) (?:der|die|das|den|unser\S*|mein\S*|dieser?s?|zu)\b`},
	{Procedure, `^(?:(?:was|welche|nenne)(?: sind)? )?(?:die )?schritte (?:zu|zur|zum|für|bei) _`, ``},
	{Procedure, `^wie (?:läuft|funktioniert|geht) _(?: ab)?`, ``},
	{Procedure, `^wie (\S+ (?:ich|man|wir|mitarbeiter|jemand) .+)`, `^wie (?:viel|lange|hoch|oft|groß|weit|alt|heißt|teuer)\b`},
	{Procedure, `^was (?:muss|soll|sollte|kann) (?:ich|man|wir) (?:tun|machen)(?:,? (?:wenn|um|damit))? _`, ``},
	{List, `^(?:nenne|liste|zähle?|nennen sie)(?: mir)?(?: alle| die)? _(?: auf)?`, ``},
	{List, `^welche (?:arten|sorten|formen|beispiele)(?: von| der)? _`, ``},
	{List, `^welche _`, `^welche \S+ (?:ist|hat|gilt|wird|war|kann)\b`},
	{Boolean, `^(?:ist|sind|war|waren|hat|haben|habe|kann|können|darf|dürfen|muss|müssen|soll|sollen|sollte|wird|werden|gibt` +
		`|gilt|gelten|bekomme|bekommt|bekommen|braucht|brauche|brauchen|zählt|zahlt|steht) _`, ``},
}

var french = []rule{
	{Files, `^(?:dans )?(?:quels?|quelles?) (?:fichiers?|documents?|courriels?|mails?|tableaux?|présentations?) _`, `documents (?:faut|dois|doit|devons)`},
	{Files, `^(?:trouve[rz]?|montre[rz]?|cherche[rz]?|ouvre[rz]?)(?:-moi)?(?: tous les| toutes les| les| le| la| un| une)? _`, ``},
	{Files, `^qu['’](?:a|ont) écrit _`, ``},
	{Version, `^(?:quelle est |quelle )?(?:la )?(?:dernière |version actuelle|version en vigueur|version)(?:version)?(?: de la| de l['’]| du| de| des)? ?_(?: est (?:en vigueur|valable|à jour))?`, ``},
	{Version, `^(?:est-ce que )?_ (?:est|sont)(?:-il|-elle|-ils|-elles)? (?:encore |toujours )?(?:en vigueur|valables?|à jour|périmée?s?)`, ``},
	{Comparison, `^(?:quelles? (?:est|sont) |explique[rz]? )?(?:la |les )?différences? entre ¹ et ²`, ``},
	{Comparison, `^compare[rz]? ¹ (?:et|avec|à) ²`, ``},
	{Count, `^combien (?:de |d['’])_`, `^combien de temps`},
	{Count, `^(?:quel est )?le nombre (?:total )?(?:de |d['’]|des )_`, ``},
	{Summary, `^(?:résume[rz]?|résumé (?:de|du)) _`, ``},
	{Summary, `^(?:fais|faites|donne[rz]?|écris)(?:-moi)? une? (?:bref |brève |court )?(?:résumé|synthèse|aperçu) (?:de la |de l['’]|du |de |des )_`, ``},
	{Summary, `^de quoi (?:parle|traite|s['’]agit-il dans) _`, ``},
	{Definition, `^qu['’]est[- ]ce qu(?:e c['’]est qu)?(?:e |['’])(?:une? |l['’]|la |le |les )?_`, ``},
	{Definition, `^que (?:signifie|veut dire|signifient) _`, ``},
	{Definition, `^(?:définis|définissez|définition (?:de la |de l['’]|du |de )|c['’]est quoi) ?_`, ``},
	{Procedure, `^(?:quelles sont )?(?:les )?étapes (?:pour|de|d['’]|à) ?_`, ``},
	{Procedure, `^quelle est la (?:procédure|démarche|marche à suivre) (?:pour|de|d['’]) ?_`, ``},
	{Procedure, `^(?:explique[rz]?(?:-moi)? )?comment _`, `^comment (?:s['’]appelle|se nomme|se porte)`},
	{Procedure, `^que (?:dois-je|faut-il|doit-on|devons-nous) faire (?:pour|si|quand|avant|après|en cas de) _`, ``},
	{List, `^(?:liste[rz]?|énumère[rz]?|cite[rz]?|nomme[rz]?|donne[rz]?(?:-moi)? la liste (?:de|des|du))(?: tous les| toutes les| les| la| le)? _`, ``},
	{List, `^(?:quels|quelles)(?: sont)?(?: les| nos| vos)? _`, ``},
	{Boolean, `^(?:est[- ]ce qu(?:e |['’]))_`, ``},
	{Boolean, `^((?:\S+ ){0,6}\S+-(?:t-)?(?:il|elle|on|ils|elles|je|vous|nous|ce)\b.*)`, `^(?:qu|où|combien|comment|pourquoi|quand|à qu|de qu)`},
}

var spanish = []rule{
	{Files, `^(?:en )?(?:qué|cuáles) (?:archivos?|documentos?|ficheros?|correos?|hojas|presentaciones) _`, `documentos (?:necesito|hacen falta|debo|se necesitan)`},
	{Files, `^(?:busca|encuentra|muestra|abre|encuéntrame|muéstrame|búscame)(?: todos los| todas las| los| las| el| la| un| una)? _`, ``},
	{Files, `^qué (?:ha escrito|escribió) _`, ``},
	{Version, `^(?:cuál es |qué )?(?:la )?(?:última versión|versión (?:actual|vigente|más reciente)|versión)(?: del?| de la)? _(?: (?:está|es|sigue) (?:vigente|en vigor|actual))?`, ``},
	{Version, `^(?:sigue|siguen|está|están) _ (?:vigentes?|en vigor|actualizad[oa]s?|obsolet[oa]s?)`, ``},
	{Version, `^(?:sigue|siguen|está|están) (?:vigentes?|en vigor|actualizad[oa]s?|obsolet[oa]s?) _`, ``},
	{Comparison, `^(?:cuál es |cuáles son |explica )?(?:la |las )?diferencias? entre ¹ y ²`, ``},
	{Comparison, `^compara ¹ (?:y|con) ²`, ``},
	{Count, `^cuánt[oa]s _`, ``},
	{Count, `^(?:cuál es )?el número (?:total )?de _`, ``},
	{Summary, `^(?:resume|resumen del?|haz un (?:breve )?resumen del?|dame un (?:breve )?resumen del?) _`, ``},
	{Summary, `^de qué (?:trata|habla) _`, ``},
	{Definition, `^qué (?:significa|significan|quiere decir|se entiende por) _`, ``},
	{Definition, `^(?:define|definición de) _`, ``},
	{Definition, `^qué (?:es|son) (?:una? |los |las |el |la )?_`, ``},
	{Procedure, `^(?:cuáles son )?(?:los )?pasos (?:para|de) _`, ``},
	{Procedure, `^cuál es el (?:procedimiento|proceso|trámite) (?:para|de) _`, ``},
	{Procedure, `^(?:explica )?cómo _`, `^cómo (?:se llama|es|está)\b`},
	{Procedure, `^qué (?:debo|tengo que|hay que|debemos) hacer (?:para|si|cuando|antes de|después de) _`, ``},
	{List, `^(?:lista|enumera|nombra|menciona)(?: todos los| todas las| los| las)? _`, ``},
	{List, `^cuáles(?: son)?(?: los| las| nuestros| nuestras)? _`, ``},
	{List, `^qué (\S+s (?:hay|son|tienen|necesito|se|existen|están) .+)`, ``},
	{Boolean, `^(?:es|son|era|está|están|hay|puede|pueden|puedo|podemos|debe|deben|debo|tiene|tienen|tengo|se puede|existe|existen|necesito|necesita|hace falta) _`, ``},
}
