package table

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// Phrases that people put around a question: greetings, hesitations, assumptions, repetitions in other words. Grammar tells most of them:
// an interjection before a comma, a clause whose subject is the speaker or the listener and whose verb is one of asking or thinking, a
// relative clause that ends with "is".

// saying lists verbs of asking, thinking and knowing that stand behind I, we or you.
const saying = `(?:ask|asking|wonder|wondering|know|say|think|believe|suppose|guess|reckon|imagine|see|hear|understand|tell|presume|assume|gather|recall|remember|check|find out|trouble you|bother you|be so bold|enquire|inquire|mind)`

// asides are said around a question and are left out of it.
var asides = rewritings(
	`(?i)^\s*(?:(?:and|so|but|yeah|yea|yes|yep|yup|no|nope|right|sure|of course|certainly|well|hi|hiya|hello|hey|okay|ok|oh|ah|um|uh|er|erm|hmm|now|look|listen|sorry|pardon me|excuse me|apologies|good (?:morning|afternoon|evening|day)|greetings|thanks|thank you|cheers|please|say|actually|anyway|alright|all right|great|perfect|fine|lovely|hang on|hold on|wait|one (?:moment|sec|second|minute)|just a (?:moment|sec|second|minute)|bear with me|(?:just |only )?(?:one |a |another |my |the )?(?:very |more |last |final |next |other |quick |small |short |brief |simple |easy )+(?:one|question|thing|query|request|favou?r|point)(?: (?:more|only|for you|though|please))?)(?: (?:then|there|again|all|everyone|everybody|team|folks|guys|both|now|so|please|too))?\s*(?:[,;:!–—]| -|\.{2,3}|…)\s*)+`, ``,
	`(?i)[,;(–—] ?(?:(?:if|in case|so|as|do|does|did|would|could|can|may|might|should|whether|unless|provided|what|that) )?(?:only |just |so )?(?:I|we|you)(?: (?:may|might|can|could|would|do|did|don't|am|are|just|only|simply|ever|also|happen to|not|have to|must|want to|like to|don't|permit|allow|please))*(?: `+saying+`)(?: (?:me|us|you|that|so|my asking|asking|it|this|off-?hand|by heart|of))*\s*([,;.?!)–—]|$)`, ` $1`,
	`(?i)[,;(–—] ?(?:as|or so|so) (?:[\pL ]{1,40} )?(?:claims?|claimed|says?|said|tells?|told|thinks?|thought|believes?|believed|hear|heard|suggests?|suggested|alleges?|alleged|maintains?|was told|am told|were told|rumoured|reported)(?: (?:me|us|it|so))?\s*([,;.?!)–—]|$)`, ` $1`,
	`(?i)[,;(–—] ?(?:by the way|by the by|mind you|you know|you see|to be sure|for once|as it were|if memory serves|off the top of your head|in your opinion|for that matter|come to think of it|while (?:you are|I am|we are) (?:at it|on it|here)|just so (?:I|we) (?:know|have it)|just curious|out of (?:interest|curiosity)|no names(?: needed| necessary| please)?|thanks(?: a lot| in advance| so much)?|thank you|cheers|ta|pls|plz|kindly|do tell|go on|okay|ok|right|eh|huh|hm+|tell me|dear|mate|love|folks|sir|madam)\b\s*([,;.?!)–—]|$)`, ` $1`,
	`(?i)[,;(–—] ?(?:if|would|could) you (?:would|could|will|can|might)? ?(?:please )?(?:be|are) (?:so (?:kind|good)|kind enough|good enough|that kind)(?: as)?(?: to (?:tell|say|check|look)(?: me| it up)?)?\s*([,;.?!)–—]|$)`, ` $1`,
	`(?i)(\d),? (?:that is |i\.\s?e\.,? |being |so |which is |meaning )?(?:the )?(?:very )?(?:lowest|highest|best|worst|top|bottom|poorest|maximum|minimum) (?:possible )?(?:mark|score|grade|rating|level|value|one|note|category|figure)(?: possible| of all| there is)?\s*([,;.?!)–—]|$)`, `$1 $2`,
	`(?i)\b(?:the )?(?:very )?(?:lowest|highest|best|worst|top|bottom|poorest|maximum|minimum) (?:possible )?(mark|score|grade|rating)(?: possible)?(?:,|:)? (?:of |which is |i\.\s?e\. |namely |that is )?(?:a )?(\d)\b`, `a $1 of $2`,
	`(?i)\b(earns?|earned|earning|paid|pays?) better\b`, `$1 more`, `(?i)\bbetter paid\b`, `paid more`, `(?i)\b(earns?|earned|earning|paid|pays?) worse\b`, `$1 less`, `(?i)\bworse paid\b`, `paid less`,
	`(?i)\b(?:I|we)(?: would|'d| am|'m| are)?(?: be| really| also| just)*(?: very| most| quite| so)? (?:glad|happy|pleased|grateful|thankful|obliged|keen|delighted|curious|eager)(?: to (?:hear|know|learn|see|have|find out|be told)| for| about| if you (?:could|would|can) (?:tell me|say|give me|let me have|let me know|look up|find out))? (the|a|an|how|what|which|who|whose|where|when|whether|our|your|all|every)\b`, `$1`,
	`(?i)\b(\pL{4,}),? or not\b`, `whether $1`,
	`(?i)\b(of|is|are|at) (?:just|only|merely|a mere) (\d)`, `$1 $2`,
	`(?i)\b(?:in relation|relative|relatively|in proportion|proportional|measured against|compared) to (?:their|its|the|his|her) (?:total )?(?:numbers?|size|headcount|strength|group)\b`, `percentage`,
	`(?i)\b(?:longest|most time|longest time) (?:that )?(?:anyone|anybody|someone|somebody|any \pL+|an? \pL+) (?:has |have |had )?(?:ever )?(?:stayed|been|worked|served|remained)(?: here| (?:with|at|for|in) (?:us|the (?:company|firm|organi[sz]ation|business|club)))`, `longest tenure`,
	`(?i)^\s*(?:rank|sort|order) (?:the |our |all )?(\pL+s) (?:by|according to) (?:their |the )?(?:headcount|size|number of (?:people|staff|employees|members|rows))`, `headcount per $1`,
	`(?i)\b(?:pls|plz|plse|thx|tks|asap|fyi|btw)\b`, ` `,
	`(?i)\b(?:may|might|can|could|should) (?:I|we) (?:just |please |kindly |be so bold as to )?(?:ask|enquire|inquire|trouble you for|bother you for|have|get|request)(?: you| to know| to see| about| for| again)*\b`, ` `,
	`(?i)\b(?:would|could|can|do|might) you (?:please |kindly |just )?(?:happen to |by chance |perhaps )?(?:know|have|tell me|say|check|find out|look up|work out)(?: for me)? (whether|if|how|what|which|who|whose|where|when|the)\b`, ` $1`,
	`(?i)^(?:and |so |but )?(?:what|all|the (?:\pL+ )?(?:thing|figure|number|bit|piece of information|information|answer|detail|question|point|fact|value)s?|the one thing|everything) (?:that |which )?(?:I|we|my \pL+|our \pL+|the \pL+|they|he|she|\pL+ and I)(?: (?:would|will|do|am|are|is|really|also|still|just|only|now|actually))* (?:need|needs|want|wants|like|love|require|requires|seek|seeks|ask|asks|lack|lacks|after|missing|looking|wondering|wonder|interested|keen|curious|trying|hoping|wish|wishes|have to|must|interests|puzzles|bothers)\b[^,.;?!]{0,60}? (?:is|are|would be|:)(?: simply| just| only| this| as follows)?:?,? (the|a|an|how|what|which|who|whose|where|when|whether|our|your|all|every|each|by)\b`, `$1`,
	`(?i)^(?:the|my|our|your|his|her) (?:[\pL&-]+ ){1,4}?(?:has |have |had |is |are |was |were |would |now |just |also )*(?:asks?|asked|asking|wants?|wanted|wanting|needs?|needed|requests?|requested|requires?|required|like|enquires?|enquired|inquires?|inquired|wonders?|wondered|wondering|interested|curious|demands?|demanded)(?: me| us| you)?(?: for| to know| to see| to have| to be told| about| in| as to| after)* (the|a|an|how|what|which|who|whose|where|when|whether|our|your|all|every)\b`, `$1`,
	`(?i)[,;(] ?(?:all|every|any|both) (?:\pL+ )?(?:types?|kinds?|sorts?|sites?|jobs?|departments?|groups?|ages?|years|months|regions?|branches|categories|ranks|levels|grades|of (?:them|it|these|those)) (?:being )?(?:counted|included|taken together|put together|together|combined|considered|in one|in total)\b`, ` `,
	`(?i)[,;(] ?(?:the )?column total\b`, `, in total`,
	`(?i)[,;:–—] ?(?:what|how much)(?: is| are| would be| remains| does that leave)(?: the)? ?(?:left over|remainder|rest|remaining)?\s*([.?!]|$)`, `$1`,
	`(?i)\b(compare|take|consider|set against each other) (?:the |these )?(?:two|three|both|following|\d)(?: following)? (\pL+s)[,:] `, `$1 `,
	`(?i)\b(?:is|are|was|were) (\d[\d,.]*) (now|today|already|at present)\b`, `is $1`,
	`(?i)\b(?:satisf(?:y|ies)|meets?|fulfil?ls?|match(?:es)?) (?:both|all|the|these|those|following|two|of|three|\d)*(?: (?:both|all|the|these|those|following|two|of|three|\d))* ?(?:conditions?|criteri(?:a|on)|requirements?|tests?)\b(?: that)?:?`, ` with `,
	`(?i)[,;(–—] ?(?:I mean|that is|that is to say|in other words|which is to say|or rather|i\.\s?e\.?),? (who|which|what|how|whose|where|when)\b`, " \x01 $1",
	`(?i)[,;(–—] ?(?:I mean(?: to say)?|that is to say|in other words|i\.\s?e\.?|meaning)[,:]? `, `, namely `,
	`(?i)(^|[.;:] ?|\b(?:need|want|about|take|check|have|for|whether|if|also) )(\d{1,7})(?:,|:)? (what|which|who|whose|how|when|where|has|have|is|was|does|did|are|were|left|paid)\b`, `${1}number $2, $3`,
	`(?i)(^|[.;:] ?)(\d{1,7}): `, `${1}number $2, `,
	`\s*(?:-+>|→|⇒)\s*`, `, `,
)

// restated finds a clause that the question repeats in other words, and drops the repetition. It is apart from the asides.
var restated = pattern.New(`(?i)(^|[,;.?!] ?)[^,;.?!]*(?:\b(?:who|which|what|how|whose|where|when)\b)[^,;.?!]*\x01 (who|which|what|how|whose|where|when)\b`)

// restates reports whether a word is said once more in other words behind it: the heaviest loaders, namely those with the largest payload.
func (r *reader) restates(i int) bool {
	for j := i + 1; j < min(i+4, len(r.q.words)); j++ {
		if r.q.words[j].text == "namely" {
			return r.q.words[j].sentence == r.q.words[i].sentence && !r.q.words[i].isNumber && !r.q.words[i].capital
		}
	}
	return false
}

// judgedByColumn reports whether a word has a superlative whose measure the question names: the most expensive, by monthly pay.
func (r *reader) judgedByColumn(i int) bool {
	if i == 0 || !cachedSet("most least best worst")[r.q.words[i-1].text] && !r.q.words[i].super {
		return false
	}
	for j := i + 1; j+1 < len(r.q.words); j++ {
		if r.q.words[j].text == "by" {
			for j++; j < len(r.q.words) && (articles[r.q.words[j].text] || operations[r.q.words[j].text] || r.q.words[j].common); j++ {
			}
			a := r.atomOver(j)
			return a != nil && a.values == nil && r.t.Columns[a.column].Kind == spar.Number
		}
	}
	return false
}

// markVerbs are verbs for giving a mark.
var markVerbs = wordSet("graded rated scored marked assessed appraised evaluated awarded given got ranked judged")

// marked reports whether a verb for giving marks stands before a mark and its subject: graded 4 on performance.
func (r *reader) marked(i int, list []atom) bool {
	q := r.q.words
	return markVerbs[q[i].text] && i+3 < len(q) && q[i+1].isNumber && slices.ContainsFunc(list, func(a atom) bool {
		return a.values == nil && a.from > i+2 && a.from <= i+5 && (a.full || a.all) && r.t.Columns[a.column].Kind == spar.Number && r.rates(i+2, a.from)
	})
}

// saysKeys finds a word that asks for the names of rows and nothing else: by number, the IDs will do, the numbers of those who.
func (r *reader) saysKeys() bool {
	q := r.q.words
	for i := range q {
		if r.key < 0 || r.inAtom(i) || !naming[q[i].text] || !r.hasKeyWord(i) || i > 0 && cachedSet("how many total")[q[i-1].text] {
			continue
		}
		next, ends := "", i+1 == len(q) || q[i+1].sentence != q[i].sentence
		if !ends {
			next = q[i+1].text
		}
		plural := strings.HasSuffix(q[i].text, "s")
		last := ends || cachedSet("please will suffice suffices do only is are needed wanted required enough belong belongs would")[next]
		lone := i > 0 && cachedSet("by only just the their its a their please")[q[i-1].text] || i == 0 || q[i-1].sentence != q[i].sentence
		ofThose := plural && next == "of" && i+2 < len(q) && (articles[q[i+2].text] || cachedSet("all everyone everybody anyone those")[q[i+2].text])
		if last && (plural || lone) || ofThose {
			r.used[i] = true
			return true
		}
	}
	return false
}

// keyAlone reports whether a sentence only says that it wants the names of rows: I only need the number; names, please.
func (r *reader) keyAlone(from, to int) bool {
	key := false
	for i := from; i < to; i++ {
		w := &r.q.words[i]
		switch {
		case r.key >= 0 && naming[w.text] && r.hasKeyWord(i) && !(i > from && cachedSet("many total")[r.q.words[i-1].text]):
			key = true
		case w.isNumber || whichWords[w.text] && w.text != "list" && w.text != "give" || w.text == "of" || w.text == "how" || r.atomOver(i) != nil && r.atomOver(i).column != r.key:
			return false
		case !common[w.text] && !neutral[w.text] && !fillers[w.text] && !telling[w.text] && !askingWords[w.text] && !cachedSet("suffice suffices plenty sufficient all do only required wanted")[w.text]:
			return false
		}
	}
	return key
}

// hasKeyWord reports whether a word for names and numbers is the one that the key of the table has.
func (r *reader) hasKeyWord(i int) bool {
	kind := "number"
	if w := r.q.words[i].text; strings.HasPrefix(w, "name") {
		kind = "name"
	} else if strings.HasPrefix(w, "code") {
		kind = "code"
	}
	return slices.ContainsFunc(r.labels[r.key], func(l labelled) bool { return l.stem == kind })
}

// chances are questions for a share that speak of how likely something is.
var chances = rewritings(
	`(?i)^(?:and |so )?(?:given|assuming|provided|supposing|suppose|granted|if|when)(?: that)? (?:someone|somebody|anyone|a person|a man or woman|one|you|they|an? [\pL-]+) ([^,;?!]{3,80}?),? (?:then )?(?:what(?: is| are| would be| were)|how (?:great|big|large|high|strong|good) (?:is|are|would be))(?: the)? (?:probability|probabilities|likelihood|chances?|odds|risk)(?:,? (?:in|as an?|expressed in|expressed as an?) (?:per ?cents?|percentages?|%),?)? (?:that|of|for)?(?: them| him| her)? ?(?:they|he|she|it|this person|the person|he or she|that person)? ?([^,;?!]{3,80})`, `of those who $1, what percentage $2`,
	`(?i)^(?:and |so )?(?:given|assuming|provided|supposing|suppose|granted|if|when)(?: that)? (?:someone|somebody|anyone|a person|one|you|they|an? [\pL-]+) ([^,;?!]{3,80}?),? (?:then )?how (?:likely|probable|plausible)(?: is it| are they| is he| is she)?(?:,? (?:in|as an?) (?:per ?cents?|percentages?|%),?)? (?:that|to) ?(?:they|he|she|it|this person|the person)? ?([^,;?!]{3,80})`, `of those who $1, what percentage $2`,
	`(?i)\b(?:what(?: is| are| would be)|how (?:great|big|large|high|strong|good) (?:is|are)|state|give(?: me)?|calculate|compute)?(?: the)? (?:probability|likelihood|chances?|odds)(?:,? (?:in|as an?|expressed in|expressed as an?) (?:per ?cents?|percentages?|%),?)? (?:that|of|for) (?:an?|any|one)(?: (?:random|randomly|arbitrary|arbitrarily|given|single))*(?: (?:chosen|picked|selected|drawn))? ([^,;?!]{3,80})`, ` what percentage of the $1`,
	`(?i)\b(?:an?|one|any) ([\pL -]{2,40}?),? (?:drawn|picked|chosen|selected|taken) (?:at random|randomly|by lot|blindly)(?: from| out of| among)?\b`, `the $1 in`,
	`(?i)\b(?:randomly|arbitrarily) (?:drawn|picked|chosen|selected)\b|\bat random\b`, ` `,
	`(?i)\bexpected (number|value|amount)\b`, `average $1`,
)

// judgedBy rewrites phrases that name the figure to judge by, or the figures to compare.
var judgedBy = rewritings(
	`(?i),? ?\b(?:going|judging|judged|measured|gauged|reckoned|rated|ranked|assessed|to judge|to go|if (?:you|we|one) (?:go|judge|measure|rank))(?: (?:it|them|this|that|purely|only|simply|just))? (?:by|on|from|in terms of|according to)\b`, ` by`,
	`(?i)\b(tabulate|tabulated|plot|chart|graph|cross-?tabulate|set out|lay out|map)((?: \pL+){1,8}) (?:against|versus|vs\.?|over) `, `show$2 by `,
	`(?i)\black(?:s|ed|ing)? (an?|any|the|\pL)`, `without $1`,
)

// aroundLeft takes from a question the phrases that stand around its core.
func aroundLeft(text string) string {
	for range 2 {
		for _, r := range asides {
			text = r.from.ReplaceAllString(text, r.to)
		}
	}
	text = strings.ReplaceAll(restated.ReplaceAllString(text, `$1$2`), "\x01", ",")
	for _, r := range chances {
		text = r.from.ReplaceAllString(text, r.to)
	}
	for _, r := range judgedBy {
		text = r.from.ReplaceAllString(text, r.to)
	}
	return wordByWord(text)
}

// wordByWord puts a noun that is said twice around "by" into the form for groups: branch by branch, role for role.
func wordByWord(text string) string {
	words := strings.Fields(text)
	for i := 0; i+2 < len(words); i++ {
		w := strings.ToLower(strings.Trim(words[i], `,;:(`))
		if by := strings.ToLower(words[i+1]); (by == "by" || by == "for") && len(w) > 3 && w == strings.ToLower(strings.Trim(words[i+2], `,;:.?!)`)) {
			words[i], words[i+1] = "per", strings.Trim(words[i], `,;:(`)
			words[i+2] = strings.TrimLeft(words[i+2][len(w):], " ")
		}
	}
	return strings.Join(words, " ")
}
