package question

import (
	"regexp"
	"strings"
	"sync"
)

// A grammar is what one language needs to tell that a question goes on with an earlier one.
type grammar struct {
	lead     *regexp.Regexp // what joins a question to the one before: "and", "what about"; its first group is a preposition that belongs to the rest
	about    *regexp.Regexp // of the lead: "what about", after which another object comes
	tail     *regexp.Regexp // what ends a lead that stands around the rest, as German "wie sieht es mit ... aus"
	asks     *regexp.Regexp // what begins a whole question
	wh       *regexp.Regexp // the question words
	filler   *regexp.Regexp // a pronoun that stands for nothing, as in "is it possible to"
	ordinal  *regexp.Regexp // "the second one"; a group is the ordinal
	where    string         // the preposition of a place that "there" stood for
	of       string         // joins a noun and what it belongs to
	on       string         // joins a statement and its subject
	happens  string         // begins the question for what follows from a condition
	says     string         // begins the question for the document that has the earlier answer
	verbs    string         // commonest verbs, in the forms of questions
	empty    string         // words that say nothing by themselves, beside those of every question
	preps    string
	dets     string
	subjects string // pronouns before which and behind which verbs stand
	people   string
	months   string
	self     string // nouns that this and these say when of, not what of: "this year"
	thing    string // pronouns for things
	folk     string // pronouns for several
	person   string // pronouns for one person
	whose    string // possessives
	these    string // demonstratives, alone or before a noun
	there    string
	clitic   *regexp.Regexp // a pronoun before its verb at the end; the topic follows the verb
	ifs      *regexp.Regexp // what begins a condition
	versions string         // words for versions, which are of something
	ordinals []string       // from the first, forms parted by |; the last one is the last
}

func words(s string) string { return " " + strings.Join(strings.Fields(s), " ") + " " }

func in(list, w string) bool { return strings.Contains(list, " "+strings.ToLower(w)+" ") }

var grammars = sync.OnceValue(func() map[string]*grammar {
	return map[string]*grammar{"en": englishGrammar(), "de": germanGrammar(), "fr": frenchGrammar(), "es": spanishGrammar()}
})

func englishGrammar() *grammar {
	return &grammar{
		lead: regexp.MustCompile(`(?i)^(?:(?:and|or|but|so|also|then|ok(?:ay)?)[\s,]+)*(?:(?:what|how) about|what of` +
			`|(?:(?:is it |are they )?the )?same (?:question )?(?:(for|in|with) )` +
			`|(?:only|just|not) (for|in|at|on|with|to|from|during) |(?:no,|sorry,?) (?:i (?:mean|meant) )?|i (?:mean|meant) |and` +
			`|or|but|also|even)\s*\b`),
		about: regexp.MustCompile(`(?i)(?:what|how) about|what of|same|no,|sorry|mean`),
		asks: regexp.MustCompile(`(?i)^(?:what|who|whom|whose|when|where|why|which|how|since when|until when|by when` +
			`|for how|in which|in what|is|are|was|were|do|does|did|can|could|may|might|must|should|will|would|has|have|had|list` +
			`|name|give|show|tell|compare|explain|summari[sz]e|define|find)\b`),
		wh: regexp.MustCompile(`(?i)^(?:(?:at |in |on )?(?:what|which) (?:time|month|year|day|date|week|kind of \pL+` +
			`|sort of \pL+|type of \pL+)|for how long|since when|until when|by when` +
			`|how (?:long|often|much|many|soon|far|old|large|big|high|wide|deep|fast|quickly|expensive|small|short|tall|heavy` +
			`|strict|late|early|easy|hard|well|safe)|what|who|whom|whose|when|where|why|which|how)\b(?: not)?`),
		filler: regexp.MustCompile(`(?i)\b(?:(?:is|was|would) it (?:still |ever |also )?(?:possible|allowed|true` +
			`|necessary|required|mandatory|ok|okay|legal|permitted|forbidden|enough|safe|better|best|worth|illegal|compulsory` +
			`|obligatory|customary)\b.*\b(?:to|that|for|if)\b` +
			`|(?:does|do|did|will|would|can) it (?:usually |typically )?(?:take|cost|need)\b.*\b(?:to|until|before|for)\b` +
			`|it (?:is|was) (?:possible|allowed|necessary|required)` +
			`|it (?:department|support|team|security|policy|equipment|help ?desk|manager|staff|services?|systems?|infrastructure` +
			`|budget|infrastructure)\b|rain|(?:is|are|was|were) there\b|there (?:is|are|was|were)\b|IT\b)`),
		ordinal: regexp.MustCompile(`(?i)\b(?:the )?(first|second|third|fourth|fifth|last|former|latter) (?:one|option` +
			`|item|point|entry|of (?:them|these|those))\b|\bthe (first|second|third|fourth|fifth|last|former|latter)\s*\??$|\bthe (former|latter)\b`),
		ifs:      regexp.MustCompile(`(?i)^(?:what |even |and |only )?(?:if|unless|in case)\b`),
		versions: words(`version versions draft drafts old older previous earlier former new newer current latest original edition revision v1 v2 v3 first last final predecessor before`),
		ordinals: []string{"first|former", "second", "third", "fourth", "fifth", "last|latter"},
		where:    "in", of: "of", on: "about", happens: "What happens ", says: "Which document answers: ",
		verbs: words(`get gets got need needs apply applies applied expire expires expired end ends ended start starts started begin begins began last lasts lasted cover covers covered include includes included receive receives received
			require requires required take takes took taken mean means meant say says said use uses used approve approves approved sign signs signed decide decides decided happen happens happened work works change changes changed
			cost costs pay pays paid own owns owned lead leads led manage manages managed run runs write writes wrote written send sends sent make makes made count counts include go goes hold holds held become becomes
			replace replaces replaced belong belongs keep keeps kept renew renews renewed cancel cancels cancelled terminate terminated increase increased claim claims claimed submit submits submitted request requested report reports
			reported book books booked agree agreed allow allowed allows exist exists return returns returned come comes came know knows give gives gave given ask asks asked find found inform informed responsible valid due cancel
			open opens close closes closed order orders ordered deliver delivers delivered set sets publish published introduced introduce meet meets met check checks checked see stand stands stay stays buy buys bought sell sells sold going finish finishes finished`),
		empty: words(`so true still case now also too today else more valid right correct not exactly then yet already ` +
			`only same different there any anything available possible it its they them their he him his she her hers this that ` +
			`these those one ones please there be been being not me us they many much long often old soon far since until`),
		preps: words(`of for in on at by with from to about under over after before since until during within without ` +
			`between against per than into through across as via behind around above below beside along`),
		dets:     words(`the a an my our your their its his her any some all every each no this that these those`),
		subjects: words(`i we you they he she it one to who`),
		people: words(`people persons employees employee staff workers contractors contractor freelancers managers ` +
			`manager interns intern apprentices trainees part-timers part-time full-time temps volunteers customers clients ` +
			`suppliers vendors partners students members directors executives visitors guests consultants engineers drivers ` +
			`nurses teachers tenants parents fathers mothers children dependants residents pensioners retirees newcomers starters subcontractors`),
		months: words(`january february march april may june july august september october november december monday ` +
			`mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays`),
		self:  words(`year month week quarter time morning afternoon days company firm organisation organization share folder question`),
		thing: words(`it`), folk: words(`they them`), person: words(`he him she her`), whose: words(`its their his her theirs`), these: words(`this that these those`), there: words(`there`),
	}
}

func germanGrammar() *grammar {
	return &grammar{
		lead: regexp.MustCompile(`(?i)^(?:(?:und|oder|aber|also|ok(?:ay)?)[\s,]+)*(?:was ist mit` +
			`|wie ist (?:es|das) (?:mit|(bei|für|in|im) )|wie sieht (?:es|das) (?:mit|(bei|für|in|im) )|wie steht es (?:mit|um)` +
			`|was gilt (für|bei|in|im) |gilt das (?:auch|gleiche|selbe|dasselbe) (für|bei|in|im) |dasselbe (für|bei|in|im) ` +
			`|(?:auch|nur|nicht|sogar) (für|bei|in|im|an|am|mit|ab) |nein, (?:ich (?:meine|meinte) )?|ich (?:meine|meinte) |und|oder|aber)\s*`),
		about: regexp.MustCompile(`(?i)was ist mit|wie |was gilt|gilt das|dasselbe|nein|meinte?`),
		tail:  regexp.MustCompile(`(?i)\s+aus\s*$`),
		asks: regexp.MustCompile(`(?i)^(?:was|wer|wem|wen|wessen|wann|wo|wohin|woher|warum|wieso|weshalb|wie|wieviel` +
			`|welche[rsnm]?|seit wann|bis wann|ab wann|für wie|in welche[rmn]?|ist|sind|war|waren|gilt|gelten|hat|haben|habe|kann` +
			`|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|gibt|bekomme[nt]?|bekommt|nenne|liste|zeige|vergleiche` +
			`|erkläre|fasse|finde|besteht|zählt|steht|braucht)\b`),
		wh: regexp.MustCompile(`(?i)^(?:seit wann|bis wann|ab wann` +
			`|wie ?(?:viele?|lange|oft|hoch|teuer|weit|groß|alt)|was|wer|wem|wen|wessen|wann|wo|wohin|warum|wieso|weshalb|wie` +
			`|welche[rsnm]?)\b(?: nicht)?`),
		filler: regexp.MustCompile(`(?i)\b(?:gibt es|es gibt|gab es|geht es|handelt es sich|braucht es|es sich` +
			`|(?:ist|war|wäre) es (?:möglich|erlaubt|nötig|notwendig|verboten|pflicht|erforderlich|wahr)` +
			`|dauert es,? (?:bis|ein|den|die|das|einen)|kostet es,?|was ist das für)`),
		ordinal: regexp.MustCompile(`(?i)\b(?:der|die|das|den|dem) (erste|zweite|dritte|vierte|fünfte|letzte|erstere` +
			`|letztere)[nrs]?(?:\s*\??$|\s+(?:davon|von|kostet|ist|gilt|hat|dauert|wird|war|bedeutet|an|aus))`),
		ifs: regexp.MustCompile(`(?i)^(?:was(?: ist)?,? |auch |und |selbst )?(?:wenn|falls)\b`),
		versions: words(`version versionen fassung fassungen entwurf entwürfe alte alten alter ältere frühere früheren ` +
			`vorherige vorherigen neue neuen aktuelle aktuellen letzte letzten ausgabe stand v1 v2 v3 erste zweite`),
		ordinals: []string{"erste|erstere", "zweite", "dritte", "vierte", "fünfte", "letzte|letztere"},
		where:    "in", of: "von", on: "über", happens: "Was passiert, ", says: "In welchem Dokument steht: ",
		verbs: words(`gilt gelten galt dauert dauern läuft endet enden beginnt beginnen beantrage beantragt beantragen genehmigt genehmigen unterschreibt unterschrieben unterzeichnet entscheidet entschieden bekommt bekomme bekommen bezahlt zahlt zahlen kostet kosten
			braucht brauche brauchen bedeutet heißt passiert ändert geändert verlängert verlängern kündigen gekündigt leitet geleitet erhält erhalten steht stehen hängt zählt zählen gehört gehören geschrieben schreibt erlaubt verlangt nimmt nehmen macht machen gemacht
			tun verantwortlich zuständig gültig fällig meldet melden gemeldet bestellt beträgt betrug anmelden abgeben abgegeben abläuft ab eingeführt beschlossen vereinbart geliefert liefert liefern übernimmt trägt tragen prüft geprüft freigegeben gibt gab`),
		empty: words(`so noch immer auch jetzt nun heute wahr richtig fall gleich schon nur denn dann nicht mehr ` +
			`aktuell das dies er sie es ihn ihm ihr davon dafür dazu darin damit dabei daran darüber darauf dort da hier lange ` +
			`viel viele hoch oft wann seit bis ab warum gleiche selbe einer eine eines sich wer wem wen wessen`),
		preps:    words(`für in im ins an am auf aus bei beim mit nach von vom zu zum zur über unter vor seit bis während ohne zwischen gegen pro je durch um wegen ab innerhalb hinter`),
		dets:     words(`der die das den dem des ein eine einen einem eines einer mein meine unser unsere dieser diese dieses diesen diesem alle jeder jede jedes kein keine ihr ihre sein seine`),
		subjects: words(`ich wir man sie er es wer`),
		people: words(`mitarbeiter mitarbeitende mitarbeitern mitarbeiterinnen angestellte angestellten beschäftigte ` +
			`beschäftigten arbeitnehmer praktikanten praktikant auszubildende auszubildenden azubis leiharbeiter freiberufler ` +
			`teilzeitkräfte teilzeit vollzeit führungskräfte kunden lieferanten partner studenten werkstudenten mitglieder ` +
			`besucher gäste berater eltern väter mütter kinder mieter aushilfen minijobber rentner`),
		months: words(`januar februar märz april mai juni juli august september oktober november dezember`),
		self:   words(`jahr jahres monat monats woche quartal tage tagen firma unternehmen mal frage`),
		thing:  words(`er es ihn ihm`), folk: words(`sie ihnen`), person: words(``), whose: words(`sein seine seinen seiner seines ihr ihre ihren ihrer ihres deren dessen`),
		these:  words(`dies dieser diese dieses diesen diesem das dasselbe davon dafür dazu darin damit dabei daran darüber darauf`),
		there:  words(`dort`),
		clitic: regexp.MustCompile(`(?i)\b(?:hat|haben|kann|können|muss|müssen|darf|soll|wird|werden|wurde|wurden)\s+(die|der|den|dem)\s+(\S+)$`),
	}
}

func frenchGrammar() *grammar {
	return &grammar{
		lead: regexp.MustCompile(`(?i)^(?:(?:et|ou|mais|alors|ok)[\s,]+)*(?:qu['’]en est[- ]il (?:de la |de l['’]|du ` +
			`|des |de |d['’]|(pour|à|en|dans) )|quid (?:de la |de l['’]|du |des |de |d['’])` +
			`|(?:c['’]est |est-ce )?(?:la même chose|pareil|le même) (pour|à|en|dans|chez) ` +
			`|(?:aussi|seulement|pas|même) (pour|à|en|dans|chez|avec) |non, (?:je (?:veux|voulais) dire )?|je (?:veux|voulais) dire |et|ou|mais)\s*`),
		about: regexp.MustCompile(`(?i)qu['’]en est|quid|même|pareil|non,|dire`),
		asks: regexp.MustCompile(`(?i)^(?:que|qu['’]|qui|quoi|quand|où|pourquoi|comment|combien|quels?|quelles?` +
			`|depuis quand|jusqu['’]à quand|à partir de quand|dans quels?|est|sont|était|a|ont|peut|peut-on|puis-je|faut|faut-il` +
			`|doit|y a-t-il|liste|cite|donne|montre|compare|explique|résume|trouve|\S+-t-(?:il|elle|on)` +
			`|\S+-(?:il|elle|ils|elles|on|je|vous|nous|ce))(?:[\s'’]|$)`),
		wh: regexp.MustCompile(`(?i)^(?:depuis quand|jusqu['’]à quand|à partir de quand|combien de temps|combien|qui|quand|où|pourquoi|comment|quels?|quelles?|que|quoi)(?: pas)?(?:\s|$)`),
		filler: regexp.MustCompile(`(?i)\b(?:y a-t-il|il y a|il y avait|faut-il|il faut|s['’]agit-il|il s['’]agit` +
			`|est-il (?:possible|permis|obligatoire|interdit|nécessaire|prévu|vrai)|existe-t-il|ce qu[ei'’]|n['’]est-ce pas|qu['’]est-ce|est-ce qu)`),
		ordinal: regexp.MustCompile(`(?i)\b(?:le|la|les) (premier|première|deuxième|second|seconde|troisième|quatrième` +
			`|cinquième|dernier|dernière)(?:\s*\??$|\s+(?:d['’]entre|coûte|est|a|dure|option))|\b(?:ce|cette) (dernier|dernière)\b`),
		ifs:      regexp.MustCompile(`(?i)^(?:et |même |que se passe-t-il )?(?:si|s['’]ils?)\b`),
		versions: words(`version versions brouillon projet ancienne ancien précédente précédent nouvelle nouveau actuelle actuel dernière édition v1 v2 v3`),
		ordinals: []string{"premier|première", "deuxième|second|seconde", "troisième", "quatrième", "cinquième", "dernier|dernière"},
		where:    "à", of: "de", on: "sur", happens: "Que se passe-t-il ", says: "Quel document répond : ",
		verbs: words(`dure durent coûte coûtent commence finit expire signe signé signée signer valide validé valider approuve approuvé décide décidé paie paye payer paient reçoit reçoivent obtient obtenir demande demander faire fait font signifie
			applique s'applique change changé concerne prend prendre sert dirige écrit écrire renouvelle renouveler résilier verse versé contient couvre inclut exige responsable valable vigueur autorise autorisé dépend remplace remplacé droit livre livrer`),
		empty: words(`cas encore toujours aussi vrai ainsi maintenant aujourd'hui même pas plus il elle ils elles lui ` +
			`leur cela ça ceci c ce cette ces cet y en là combien temps depuis jusqu'à quand t l le la les que qui se ne a ont été être est-ce s'il`),
		preps:    words(`de du des d pour à au aux en dans sur avec chez par sous après avant depuis pendant sans entre contre vers hors`),
		dets:     words(`le la les l un une des mon ma mes notre nos votre vos ce cet cette ces tout tous toute toutes chaque leur leurs son sa ses`),
		subjects: words(`je nous vous on il elle qui`),
		people: words(`salariés salarié employés employé stagiaires stagiaire apprentis apprenti prestataires cadres ` +
			`cadre intérimaires clients fournisseurs partenaires étudiants membres visiteurs consultants parents pères mères ` +
			`enfants bénévoles locataires alternants saisonniers indépendants retraités ouvriers`),
		months: words(`janvier février mars avril mai juin juillet août septembre octobre novembre décembre`),
		self:   words(`année an mois semaine trimestre jour jours fois entreprise société question`),
		thing:  words(`il elle celui-ci celle-ci lui`), folk: words(`ils elles ceux-ci celles-ci eux`), person: words(``), whose: words(`son sa ses leur leurs`),
		these:  words(`cela ça ceci ce cet cette ces`),
		there:  words(`là là-bas`),
		clitic: regexp.MustCompile(`(?i)\b(?:qui|quand|comment|où|on|je|nous|vous|peut|doit|faut-il|il)\s+(?:ne\s+)?(l['’]|la |le |les |y |en )\s*(\S+(?: \S+){0,2})$`),
	}
}

func spanishGrammar() *grammar {
	return &grammar{
		lead: regexp.MustCompile(`(?i)^[¿\s]*(?:(?:y|e|o|pero|entonces|ok)[\s,]+)*[¿]?(?:qué hay (?:de la |del ` +
			`|de los |de las |de )|qué pasa (?:con|(en) )|qué tal|cómo es (para|en) |(?:es )?lo mismo (para|en|con)` +
			`|(?:también|solo|sólo|incluso) (para|en|con)|no,(?: (?:quiero|quise) decir)?|(?:quiero|quise) decir|y|e|o|pero)\s+`),
		about: regexp.MustCompile(`(?i)qué hay|qué pasa|qué tal|cómo es|lo mismo|no,|decir`),
		asks: regexp.MustCompile(`(?i)^[¿\s]*(?:qué|quién|quiénes|cuándo|dónde|cómo|cuál|cuáles|cuánt[oa]s?|por qué` +
			`|desde cuándo|hasta cuándo|a partir de cuándo|en qué|para qué|es|son|era|está|están|hay|puede|pueden|puedo|podemos` +
			`|debe|tiene|tienen|se|sigue|siguen|existe|lista|nombra|muestra|compara|explica|resume|busca|dura|vale|cuesta|aplica)(?:\s|$)`),
		wh:       regexp.MustCompile(`(?i)^[¿\s]*(?:desde cuándo|hasta cuándo|a partir de cuándo|por qué|cuánto tiempo|cuánt[oa]s?|qué|quién|quiénes|cuándo|dónde|cómo|cuál|cuáles)(?: no)?(?:\s|$)`),
		filler:   regexp.MustCompile(`(?i)\b(?:es posible|lo que|los que|las que|la que|lo mismo que)`),
		ordinal:  regexp.MustCompile(`(?i)(?:^|[\s¿])(?:el|la|los|las) (primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|últim[oa])(?:\s*\??$|\s+(?:de ellos|de ellas|cuesta|es|tiene|dura|opción))`),
		ifs:      regexp.MustCompile(`(?i)^[¿\s]*(?:y |incluso |aunque |qué pasa )?(?:si)\s`),
		versions: words(`versión versiones borrador antigua antiguo anterior anteriores nueva nuevo actual última edición v1 v2 v3`),
		ordinals: []string{"primero|primera|primer", "segundo|segunda", "tercero|tercera|tercer", "cuarto|cuarta", "quinto|quinta", "último|última"},
		where:    "en", of: "de", on: "sobre", happens: "Qué pasa ", says: "Qué documento responde: ",
		verbs: words(`dura duran cuesta cuestan empieza comienza termina vence firmó firma firmado aprueba aprobó aprobado decide decidió paga pagan pagó recibe reciben obtiene solicita solicitar solicito pide pedir hacer hace significa aplica aplican cambia cambió cambiado
			toma sirve dirige escribió renueva renovar cancela cancelar cubre incluye exige responsable válido vigente sigue siguen siendo corresponde corresponden vale depende entrega entregar entregado sustituye autoriza autorizado pasa lleva`),
		empty: words(`así aún todavía también ahora hoy cierto verdad mismo misma caso ya no más él ella ellos ellas ` +
			`eso esto ello ese esa esos esas este esta estos estas lo la los las le les se allí ahí tiempo cuándo cuánto desde hasta`),
		preps:    words(`de del para en con por a al sobre según desde hasta durante sin entre contra tras antes después bajo`),
		dets:     words(`el la los las un una unos unas mi mis nuestro nuestra nuestros nuestras su sus este esta ese esa estos estas esos esas todo todos toda todas cada`),
		subjects: words(`yo nosotros usted quién quien`),
		people: words(`empleados empleado trabajadores trabajador becarios becario contratistas autónomos directivos ` +
			`clientes proveedores socios estudiantes miembros visitantes consultores padres madres hijos voluntarios inquilinos ` +
			`aprendices temporales jubilados`),
		months: words(`enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`),
		self:   words(`año mes semana trimestre día días vez empresa compañía pregunta`),
		thing:  words(`él ella ello`), folk: words(`ellos ellas`), person: words(``), whose: words(`su sus`),
		these:  words(`eso esto ese esa esos esas este esta estos estas`),
		there:  words(`allí ahí`),
		clitic: regexp.MustCompile(`(?i)(?:^|[\s¿])(?:quién|quiénes|quien|cómo|cuándo|dónde|se|no|me|nos|por qué|puedo|debo)\s+(lo |la |los |las )(\S+(?: \S+)?)$`),
	}
}
