package table

import (
	"github.com/sparsearch/spar/internal/chunk"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
)

// A rewriting puts what people write in many ways into the one that the reader knows.
type rewriting struct {
	from *pattern.Pattern
	to   string
}

func rewritings(pairs ...string) (list []rewriting) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, rewriting{pattern.New(pairs[i]), pairs[i+1]})
	}
	return list
}

const firsts = `(?:best|highest|lowest|biggest|largest|smallest|oldest|youngest|worst|longest|shortest|most|least|top)`

// notations are signs, ranges and ages; the order matters.
var notations = rewritings(
	`\(s\)`, `s`,
	`(\pL) \+ (\pL)`, `$1 and $2`,
	`(?i)\b(?:i\.\s?e|e\.\s?g)\.,?`, ` `,
	`(?i)\bper cents?\b`, `percent`,
	`(\d[\d,.]*)\s*(?:<=|≤)\s*([\pL][\pL ]*?)\s*(?:<=|≤)\s*(\d[\d,.]*)`, `$2 between $1 and $3`,
	`(\d)['’](\d{3})\b`, `$1$2`, `(\d)['’](\d{3})\b`, `$1$2`,
	`(\pL)>(\pL)`, `$1 $2`,
	`(?i)(^|\s)w/o\s`, `$1 without `, `(?i)(^|\s)w/?\s`, `$1 with `,
	`(?i)[,;]? ?\(?\b(?:incl\.?|inclusive|(?:both|the) (?:days|limits|ends|bounds|dates|years) (?:are )?(?:included|inclusive)|both (?:included|inclusive))\)?(\?|,|$)`, `$1`,
	`\s*(?:!=|<>|≠)\s*`, ` not `,
	`\s*(?:>=|=>|≥)\s*`, ` at least `,
	`\s*(?:<=|=<|≤)\s*`, ` at most `,
	`\s*>\s*`, ` more than `,
	`\s*<\s*`, ` less than `,
	`\s*==?\s*`, ` equals `,
	`(\d)\s*\+([^\w]|$)`, `$1 or more$2`,
	`(?i)\b(?:no\.|nr\.?|num\.?|nos\.?) of\b`, `number of`,
	`\b(CHF|EUR|USD|GBP|SEK|NOK|DKK|PLN|JPY) ?(\d[\d,.]*)`, `$2 $1`,
	`(?i)\b(?:another|other) than\b`, `not`,
	`(?i)\b(?:another|an?other|a different|any other|other) (\pL+(?: \pL+)?) than\b`, `$1 not`,
	`(?i)\b(under|over|above|below)[- ](\d+)s\b`, `$1 $2 years old`,
	`(?i)\b(\d+)[- ]year[- ]olds?\b`, `aged $1`,
	`(?i)\b(?:in|of) (?:their|her|his|the) (\d0)s\b`, `aged between $1 and ${1}!`,
	`(^|[^\d\pL-])(\d{1,6})\s*[-–—]\s*(\d{1,6})([^\d-]|$)`, `${1}between $2 and $3$4`,
	`(?i)\bbetween between\b`, `between`,
	`(?i)\bfrom between\b`, `between`,
	`(?i)\bages? between\b`, `aged between`,
	`(?i)(\d)\s*%`, `$1 percent`,
	`%`, ` percentage `,
	`£\s?(\d[\d,.]*(?: (?:thousand|million|billion))?)`, `$1 pounds`, `€\s?(\d[\d,.]*(?: (?:thousand|million|billion))?)`, `$1 euros`,
	`(\d)\s?£`, `$1 pounds`, `(\d)\s?€`, `$1 euros`,
	`(?i)\bfour[- ]figure\b`, `between 1000 and 9999`,
	`(?i)\bfive[- ]figure\b`, `between 10000 and 99999`,
	`(?i)\bsix[- ]figure\b`, `between 100000 and 999999`,
	`(?i)\bemp\.?(\s+(?:#|no|nr|number|id)\b)`, `employee$1`,
	`(?i)\bsince (more than |over |at least )?(\d+) years\b`, `for $1$2 years`,
)

// contractions are written in full, so that an m is none of "I'm".
var contractions = rewritings(
	`(?i)\b(what|who|how|where|that)s\b`, `$1 is`, `(?i)\b(do|does|did|is|are|was|were|has|have|had|would|could|should)nt\b`, `$1 not`,
	`(?i)\bI'm\b`, `I am`, `(?i)'ve\b`, ` have`, `(?i)'d\b`, ` would`, `(?i)'ll\b`, ` will`, `(?i)'re\b`, ` are`,
	`(?i)\bcan't\b|\bcannot\b`, `can not`, `(?i)\bwon't\b`, `will not`, `(?i)n't\b`, ` not`,
	`(?i)\b(what|who|where|that|there|it|he|she|how|which|let)'s\b`, `$1 is`,
)

// manners are turns of speech that ask for nothing, or say it in a longer way.
var manners = rewritings(
	`(?i)\bat (?:the|that) time(\s*(?:[?.,;!]|$))`, `$1`,
	`(?i)\bin the months? of ((?:january|february|march|april|may|june|july|august|september|october|november|december)\b)`, `in $1`,
	`(?i)^(?:(?:are|is|were|was) there|(?:have|had|do|did|has|does) (?:we|you|they)(?: have| got)?)? ?any ([^?;:]{2,90}?),? and which(?: ones?)?(\s*\??)$`, `which $1$2`,
	`(?i)\bso to speak\b`, ` `,
	`(?i)[,;(] ?I mean\b,?`, `,`,
	`(?i)\b(?:supposed|meant) to (?:be )?`, ` `,
	`(?i)[,;] ((?:I|we) (?:am|are|have|need|want|must|will)\b)`, `. $1`,
	`(?i),? ?\b(?:the (?:one|person|fellow|guy|lady|man|woman) )?(?:that |which |who |whom )?(?:we|I|you) (?:just |already )?(?:talked|spoke|were talking|were speaking|asked|heard|mentioned|discussed|met|had)(?: (?:about|of|with|to|on))?(?: (?:yesterday|earlier|before|today|this morning|last (?:week|month|time)))\b`, ` `,
	`(?i)(^|[\s,;:])# ?(\pL)`, `${1}number of $2`,
	`(?i)\b(?:out )?of every (?:hundred|100) ([^,;?]{2,60}), how many\b`, `what percentage of the total $1`,
	`(?i)\bin every (?:hundred|100) ([^,;?]{2,60}), how many\b`, `what percentage of the $1`,
	`(?i)\bhow far ([^,.;?!]{1,60}?) (?:away )?from (?:the |our |their )?(?:office|work|company|workplace|job)\b`, `what is the distance from home $1`,
	`(?i)\band (?:what|how) (?:is|are|was|were|about)(?: it)?(?: the)?(?: same)?(?: (?:top|highest|lowest|average|mean|total|median|most|least))? (among|for|of|in)\b`, `and $1`,
	`(?i)\b(?:what|which|how (?:big|large|great|small) a) part of\b`, `what share of`,
	`(?i),? ?(?:and )?(?:when |with )?\b(?:name )?(?:each|every|every one|all|any)(?: one)?(?: of (?:them|these|those))? (?:(?:is |being )?(?:counted|named|listed) )?(?:just |only |the )?(?:once|one time)(?: only)?\b`, ` distinct `,
	`(?i),? ?\bnot counting (?:anybody|anyone|any|anything|them|it|the same(?: \pL+)?)(?: one)? (?:twice|double)\b`, ` distinct `,
	`(?i),? ?(?:and |but )?(?:I|we)? ?(?:honestly |really )?(?:had|have|has)? ?\b(?:no|any) (?:idea|clue|doubt|problem|rush|hurry|worries)\b`, ` `,
	`(?i)\bto be (?:exact|precise|honest)\b`, ` `,
	`(?i)\bby any chance\b`, ` `,
	`(?i)\bif (?:any|possible|we count all together|you can|you could|you would|you please)\b`, ` `,
	`(?i)\bno matter (?:where|what|which|how|who)\b[^,.;?!]*`, ` `,
	`(?i)\bregardless of [^,.;?!]*`, ` `,
	`(?i)\b(?:rather than|instead of|and not|not) (?:in )?(?:sheer|absolute|raw|mere|plain) (?:numbers?|counts?|figures?)\b`, ` `,
	`(?i)\bI mean the one they have now\b`, ` `,
	`(?i),? ?(?:sorted |ordered |ranked |listed )?(?:in )?\b(?:descending|ascending)(?: order)?\b`, ` `,
	`(?i),? ?\bfrom (?:the )?(?:top down|top to bottom|high to low|highest to lowest|largest to smallest|best to worst)\b`, ` `,
	`(?i),? ?(?:the )?\b`+firsts+`(?:[- ](?:paid|earning|earners?))? (?:ones? |comes? )first\b`, ` `,
	`(?i)[,;] ?(?:the )?\b`+firsts+`(?:[- ](?:paid|earning|earners?))? first\b`, ` `,
	`(?i),? ?\bfirst the `+firsts+`\b`, ` `,
	`(?i)^(.*\b(?:most|least|top|`+firsts+`|\pL{3,}est)\b.*?)[,;] ?(?:the )?(?:\pL{2,}(?:est|er)|best|worst)(?: ones?)? first\b`, `$1`,
	`(?i),? ?\bwith the `+firsts+` (?:\pL+ )?(?:at the top|on top|in front|first)(?: of (?:the|your) list)?`, ` `,
	`(?i)\bhow long (?:has|have|had|did|does|do|is|are|was|were) ([^,.;?!]{1,60}?) (?:(?:been|worked|work|working|stayed|stay|served|employed) )+(?:(?:for|with|at|in|by) )?(?:us|here|the company|the firm|our company|our firm|the organi[sz]ation|the business)\b`, `what is the tenure of $1`,
	`(?i)\b(worked?|been|employed|works)((?: [a-z]+){0,2}) (?:before|previously|in the past)\b`, `$1$2`,
	`(?i)\b(?:teenagers?|teens)\b`, `people aged between 13 and 19`,
	`(?i)\bhow (?:big|large) is (?:the|our) ((?:\S+ ){0,3}?)(workforce|team|staff|department|headcount|company|crew|personnel|firm)\b`, `how many people in the $1$2`,
	`(?i)\b(?:(?:have|has) )?passed the age of\b`, `older than`,
	`(?i)\bturned (\d)`, `aged $1`,
	`(?i)\bhow (?:happy|satisfied|content|pleased) (?:is|are|was|were) ([^,.;?!]{1,60}?) (?:with|in|at) (?:their|his|her|the|our)? ?(jobs?|work|environment|relationships?|surroundings|workplace)\b`, `what is the satisfaction with the $2 of $1`,
	`(?i)\bon or after\b`, `since`, `(?i)\bon or before\b`, `until`,
	`(?i)\b(?:since|for) how many years\b`, `how many years`,
	`(?i)\b(pay|salary|wage|wages|income) (?:go|went|gone|goes) up\b`, `$1 rise`,
	`(?i)\b(below|above|under|over) the age of\b`, `aged $1`,
	`(?i)\bhow (?:are|is) ((?:the |our )?[^,.;?!]{1,40}?) (?:distributed|spread|split|divided) (?:over|across|among|between|by|into|on)\b`, `how many $1 by`,
	`(?i)\bsize of (?:the|our) ((?:\S+ ){0,2}?)(workforce|staff|company|team|department|crew|personnel)\b`, `number of people in the $1$2`,
	`(?i)\bpast (\d\d)\b`, `over $1`,
	`(?i)\bmost distant\b`, `farthest`,
	`(?i)\b(?:looking|considering|focusing|focussing|counting)(?: only| just)?(?: at| on)?\b`, `among`,
	`(?i)\bas well as\b`, `and`,
	`(?i)\b(?:is |are )?not yet (\d)`, ` under $1`,
	`(?i)\b(?:percentage[- ]wise|proportionally|proportionately|relatively speaking)\b`, `percentage`,
	`(?i)\b(?:has|have) gone (?:the )?longest\b`, `is longest`,
	`(?i)\bmost recent(?:ly)?\b`, `latest`, `(?i)\bleast recent(?:ly)?\b`, `earliest`,
	`(?i)\bmost far(?: away)?\b`, `farthest`, `(?i)\bmost old\b`, `oldest`, `(?i)\bmost young\b`, `youngest`, `(?i)\bmost (?:small|low)\b`, `lowest`,
	`(?i)\bmost (?:big|high|large)\b`, `highest`, `(?i)\bmost long\b`, `longest`, `(?i)\bmost short\b`, `shortest`, `(?i)\bmost cheap\b`, `cheapest`,
	`(?i)\b(?:fattest|juiciest|plumpest|heftiest|steepest|chunkiest)\b`, `highest`, `(?i)\b(?:puniest|meagerest|meagrest|skimpiest|tiniest|leanest)\b`, `lowest`,
	`(?i)\bhow (?:big|large) (?:is|was|are|were) (?:the |our )?(?:group|club|number|set|circle|crowd|camp|pool|bunch|crew|share of people)\b`, `how many`,
	`(?i)\bhow (?:fat|high|hefty|steep) (?:is|was|are|were)\b`, `what is`,
	`(?i)\bstill on (?:the|our) (?:payroll|books)\b`, `still employed`,
	`(?i)\bon (?:the|our) (?:payroll|books|clock|roster|list)\b`, ` `,
	`(?i)\b(?:does|would|will) that leave(?: us)?(?: with)?\b`, ` `,
	`(?i)\bmak(?:e|es|ing) up\b`, `account for`,
	`(?i)\b(?:he or she|she or he|s/he|he/she)\b`, `they`, `(?i)\b(?:his or her|her or his|his/her)\b`, `their`, `(?i)\b(?:him or her|her or him)\b`, `them`,
	`(?i)\b(?:liv(?:e|es|ing)|commut(?:e|es|ing)|travel(?:s|ling)?|resid(?:e|es|ing)) ((?:more than|less than|further than|farther than|over|under|at least|at most) )?(\d[\d,.]*)( ?km| kilomet(?:re|er)s| miles)? (?:away )?from (?:the |our )?(?:office|work|home|company|workplace|job)\b`, `distance from home $1$2$3`,
	`(?i)\bwhat (?:are|were) the (?:two |both )?(?:figures|values|numbers)\b`, `both figures`,
	`(?i)\bsurplus\b`, `difference`,
	`(?i)\bhow much (persons|people|employees|workers|men|women|orders|items|times)\b`, `how many $1`,
	`(?i)\bwould you(?: mind| please| kindly)?\??$`, ` `,
	`(?i)\bstrip(?:ping)? out\b|\bleav(?:e|ing) aside\b|\bset(?:ting)? aside\b|\bleav(?:e|ing) out\b|\b(?:apart|aside) from\b|\bnot counting\b|\bdisregarding\b|\bignoring\b|\banything but\b|\bother than\b`, `excluding`,
	`(?i)\bhow many percents?\b`, `what percentage`,
	`(?i)\bin (?:percentage|percent) terms\b`, `what percentage`,
	`(?i)\bwhich percent(?:age)?\b`, `what percentage`,
	`(?i)\bdelta\b`, `difference`,
	`(?i)\b(?:nobody|no one|none)\b`, `nobody`,
	`(?i)\bstand(?:s|ing)? at\b`, `is`,
	`(?i)\bwhat (?:do|does|did) ([^,.;?!]{1,90}?) (?:come|amount|add up) to\b`, `what is the total of $1`,
	`(?i)\bcame to\b|\bcomes to\b|\bamounts to\b|\bamounted to\b`, `is`,
	`(?i)\bsince (?:s?he|they) (?:was|were|has been|have been)? ?(?:last )?`, `since last `,
)

var decades = map[string]int{"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70}

var (
	decade    = pattern.New(`(?i)\b(?:in|of) (?:their|her|his|the) (twenties|thirties|forties|fifties|sixties|seventies)\b`)
	tens30s   = pattern.New(`and (\d)0!`)
	thousands = pattern.New(`(?i)\b(\d+(?:\.\d+)?)\s?k\b`)
	choices   = pattern.New(`\{([^{}]*)\}`)
)

var tensOf = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}

var (
	tensAndOnes = pattern.New(`(?i)\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine)\b`)
	teens       = pattern.New(`(?i)\b(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)\b`)
	teenOf      = map[string]int{"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19}
)

var spelled = pattern.New(`(?i)\b(?:thirty|forty|fifty|sixty|seventy|eighty|ninety)\b`)

// plainly rewrites a question in the words and signs that the reader knows.
func plainly(text string) string {
	text = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "\n", ". ").Replace(text)
	text = choices.ReplaceAllStringFunc(text, func(s string) string {
		return strings.ReplaceAll(strings.Trim(s, "{}"), ",", " or")
	})
	text = thousands.ReplaceAllStringFunc(text, func(s string) string {
		n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimRight(s, "kK")), 64)
		if err != nil {
			return s
		}
		return number(1000 * n)
	})
	text = decade.ReplaceAllStringFunc(text, func(s string) string {
		f := strings.Fields(strings.ToLower(s))
		n := decades[f[len(f)-1]]
		return "aged between " + strconv.Itoa(n) + " and " + strconv.Itoa(n+9)
	})
	text = tensAndOnes.ReplaceAllStringFunc(text, func(s string) string {
		m := tensAndOnes.FindStringSubmatch(strings.ToLower(s))
		return strconv.Itoa(tensOf[m[1]] + int(numerals[m[2]]))
	})
	text = teens.ReplaceAllStringFunc(text, func(s string) string { return strconv.Itoa(teenOf[strings.ToLower(s)]) })
	text = spelled.ReplaceAllStringFunc(text, func(s string) string { return strconv.Itoa(tensOf[strings.ToLower(s)]) })
	for _, r := range contractions {
		text = r.from.ReplaceAllString(text, r.to)
	}
	text = datesWritten(aroundLeft(text))
	for _, r := range emptied {
		text = r.from.ReplaceAllString(text, r.to)
	}
	for _, r := range notations {
		text = r.from.ReplaceAllString(text, r.to)
	}
	for _, r := range turnings {
		text = r.from.ReplaceAllString(text, r.to)
	}
	text = tens30s.ReplaceAllString(text, "and ${1}9")
	for _, r := range manners {
		text = r.from.ReplaceAllString(text, r.to)
	}
	return text
}

// sentences parts a text where one ends: at a mark that blanks or nothing follow, and a letter comes before.
func sentences(text string) (list []string) {
	from := 0
	runes := []rune(text)
	for i, r := range runes {
		if (r == '.' || r == '?' || r == '!' || r == ';' || r == ':') && (i+1 == len(runes) || unicode.IsSpace(runes[i+1])) {
			if r == '.' && i > 1 && abbreviated[strings.ToLower(lastWord(runes[from:i]))] {
				continue
			}
			list = append(list, string(runes[from:i+1]))
			from = i + 1
		}
	}
	return append(list, string(runes[from:]))
}

var calendar = wordSet("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december")

var abbreviated = wordSet("no nr vs emp dept approx avg mr mrs dr st etc incl max min")

func lastWord(runes []rune) string {
	f := strings.Fields(string(runes))
	if len(f) == 0 {
		return ""
	}
	return strings.Trim(f[len(f)-1], "(,")
}

// askPlain is ask for the reader: it knows which sentence a word is of, and which words have a capital.
func (s *stems) askPlain(text string) asked {
	plain := plainly(text)
	q := asked{text: text, both: strings.Contains(plain, "both figures")}
	for n, sentence := range sentences(plain) {
		capital := map[string]bool{}
		for i, f := range strings.Fields(sentence) {
			if r := []rune(strings.TrimLeft(f, `"'(`)); i > 0 && len(r) > 0 && (len(r) > 1 || r[0] != 'I') && unicode.IsUpper(r[0]) && !calendar[strings.ToLower(strings.Trim(f, ".,;:"))] {
				for _, w := range tokens(f) {
					capital[w] = true
				}
			}
		}
		for _, w := range s.ask(sentence).words {
			if len(q.words) < maxAsked {
				w.sentence, w.capital = n, capital[w.text]
				q.words = append(q.words, w)
			}
		}
	}
	return q.joined()
}

// abridged are words that registers write in full.
var abridged = map[string]string{
	"rep": "representative", "reps": "representatives", "exec": "executive", "execs": "executives", "tech": "technician", "techs": "technicians", "lab": "laboratory", "labs": "laboratories",
	"mgr": "manager", "mgrs": "managers", "dept": "department", "depts": "departments", "dir": "director", "dirs": "directors", "admin": "administrator", "admins": "administrators",
	"eng": "engineer", "engs": "engineers", "dev": "developer", "devs": "developers", "asst": "assistant", "assoc": "associate", "acct": "account", "prof": "professor", "uni": "university",
	"mktg": "marketing", "govt": "government", "mfg": "manufacturing", "intl": "international", "temp": "temporary", "sr": "senior", "jr": "junior", "pct": "percent", "emp": "employee", "emps": "employees",
	"boss": "manager", "bosses": "managers", "scis": "sciences", "maths": "mathematics", "ops": "operations", "med": "medical",
}

// unabridged writes words in full that neither a label nor a cell has as they are.
func (q *asked) unabridged(x *index, s *stems) {
	for i := range q.words {
		w := &q.words[i]
		if w.text == "quantity" && !x.labelHas(w.stem) {
			w.text, w.stem = "number", s.of("number") // of rows
		}
		if full, ok := short[w.text]; ok && len(w.text) > 1 && !w.common && len(x.words[w.stem]) == 0 && x.labelHas(s.of(full)) {
			w.stem = s.of(full) // yr 1, where a label is Yield Yr 1
			continue
		}
		if n := ordinals[w.text]; n != "" && i+1 < len(q.words) && x.labelHasBoth(n, q.words[i+1].stem) {
			w.text, w.stem, w.common, w.super = n, n, false, false // the first year, which a label has as Yr 1
			continue
		}
		if abbreviation := x.abbreviation(w, s); abbreviation != "" {
			w.text, w.stem = abbreviation, abbreviation
			continue
		}
		if head := x.headOf(w); head != "" {
			w.stem = head
			continue
		}
		full, ok := abridged[w.text]
		if one, many := strings.CutSuffix(w.text, "s"); !ok && many && len(one) > 1 && !chunk.Common(w.text, "en") && w.stem == w.text && len(x.words[w.stem]) == 0 && len(x.words[one]) > 0 {
			w.text, w.stem = one, one // DVDs
			continue
		}
		if !ok || len(x.words[w.stem]) > 0 {
			continue
		}
		if st := s.of(full); len(x.words[st]) > 0 || x.labelHas(st) {
			w.text, w.stem = full, st
		}
	}
}

// abbreviation gives the short form that cells have in place of a word: Prof for professors.
func (x *index) abbreviation(w *asking, s *stems) string {
	if len(x.words[w.stem]) > 0 || x.labelHas(w.stem) {
		return ""
	}
	for short, full := range abridged {
		if len(x.words[short]) > 0 && s.of(full) == w.stem {
			return short
		}
	}
	return ""
}

var ordinals = map[string]string{"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}

// labelHasBoth reports whether one label has two stems.
func (x *index) labelHasBoth(a, b string) bool {
	return slices.ContainsFunc(x.labels, func(l []string) bool { return slices.Contains(l, a) && slices.Contains(l, b) })
}

func (x *index) labelHas(stem string) bool {
	for _, l := range x.labels {
		for _, st := range l {
			if st == stem {
				return true
			}
		}
	}
	return false
}
