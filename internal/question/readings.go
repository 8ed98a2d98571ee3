package question

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// Readings gives the ways to read a question that may go on with earlier ones, the likeliest by its grammar first: FollowUp's reading, then
// readings that carry over other parts. The files tell the right one: a passage bears out both its new and its carried words. Where grammar
// alone decides there is one reading. Drew is as FollowUp's, for each.
func Readings(text string, turns []Turn) (list []Reading) {
	self, drew := FollowUp(text, turns)
	list = []Reading{{Text: self, Drew: drew}}
	if len(turns) == 0 || len(text) > longest || strings.TrimSpace(text) == "" {
		return list
	}
	if self != text && onFiles(text, turns[len(turns)-1]) != "" {
		return list // it says which files it means
	}
	r := reader{turns: turns, alone: self == text}
	lang := language(turns[len(turns)-1].Question)
	r.follower = &follower{grammar: grammars()[lang], lang: lang, turns: turns, drew: -1}
	rest, how := aimed(bare(text))
	switch {
	case how == elsewhere:
		return []Reading{{Text: asAsked(rest, text), Drew: -1}}
	case len(r.last()) > longest:
		return list
	}
	if s := r.plain(rest); s != "" {
		return []Reading{{Text: finished(s, lang), Drew: -1}}
	}
	switch {
	case how == back:
		r.back(rest)
	case how == corrects:
		r.corrects(rest)
	case self != text || r.hangs(rest):
		r.goesOn(rest)
	default:
		return list
	}
	if self == text && (how != none || r.hangs(rest) && (r.says(r.without(rest)) == 0 || atWhat.MatchString(rest))) { // as it stands it says nothing but that it goes on
		list = nil
	}
	for _, found := range r.found {
		found.Text = finished(found.Text, lang)
		if len(list) < mostReadings && !slices.ContainsFunc(list, func(o Reading) bool { return strings.EqualFold(o.Text, found.Text) }) {
			list = append(list, found)
		}
	}
	if len(list) == 0 {
		return []Reading{{Text: self, Drew: drew}}
	}
	return list
}

// A Reading is one way to read a question.
type Reading struct {
	Text string
	Drew int // the turn of whose answer words were taken, -1 for none
}

// mostReadings bounds them: each is searched for.
const mostReadings = 16

// How a question goes on, by its own words.
type goingOn int

const (
	none      goingOn = iota
	back              // to something earlier: "back to the contractor: ..."
	corrects          // the last question: "no, I meant ..."
	elsewhere         // not at all: "different thing: ..."
)

var (
	hesitates = pattern.New(`(?i)^(?:(?:h+m+|u+h*m*|e+r+m*|o+h|ah|ok(?:ay)?|well|right|alright|fine|wait|now|then|great|good|ähm?|äh|also|alors|bon|eh bien|bueno|pues)[\s,.:;!…-]+)+`)
	otherOne  = pattern.New(`(?i)^(?:(?:a |one |on a )?(?:different|other|another|new|unrelated|separate) (?:thing|question` +
		`|topic|subject|matter)|something (?:else|different)|change of (?:topic|subject)|(?:eine )?andere frage|etwas anderes` +
		`|autre (?:chose|question)|otra (?:cosa|pregunta))\s*[,.:;–-]+\s*`)
	goesBack = pattern.New(`(?i)^(?:and |but |so |und |et ` +
		`|y )?(?:(?:(?:let us |let's |to )?(?:go(?:ing)?|com(?:e|ing)|get(?:ting)?|return(?:ing)?|switch(?:ing)?) )?back to` +
		`|returning to|regarding|as (?:for|to)|concerning|about|on the (?:subject|topic) of|zurück zu[mr]?|noch ?mal zu[mr]?` +
		`|pour revenir (?:à|au|aux)|volviendo al?|sobre) (.+?)(?:\s*[,:;]\s+|\s+[–-]\s+)(.+)$`)
	before = pattern.New(`(?i)^(?:and |but |so )?(?:that|the|this) (.+?),? (?:from (?:before|earlier)` +
		`|(?:we|you|i) (?:mentioned|talked about|asked about|had)(?: (?:before|earlier))?|(?:mentioned )?(?:earlier|before))\s*[,:;]?\s+(.+)$`)
	denies = pattern.New(`(?i)^(?:(?:no|nope|nah|sorry|oops|ups|argh|actually|i mean|i meant|my mistake|my bad|pardon` +
		`|correction|rather|nein|doch nicht|quatsch|entschuldigung|ich meinte?|non|pardon|je voulais dire|perdón|quise decir` +
		`|quiero decir)(?:\s*[,.:;!–-]+\s*|\s+))+`)
	wrongOne  = pattern.New(`(?i)^(?:the |that was the |that is the |that's the )?wrong (?:\pL+\s*){1,2}?\s*[,.:;–-]+\s*(?:i (?:mean|meant|want|wanted|need) )?(.+)$`)
	saidBut   = pattern.New(`(?i)^i (?:said|wrote|typed|asked for|asked about) .+?,? but (?:i )?(?:want|wanted|need|needed|mean|meant|was after)(?: to know)? (.+)$`)
	notBut    = pattern.New(`(?i)^not (?:the |for |in |of |about )?.+?(?: one| ones)?(?:,| but) (?:but )?(.+)$`)
	insteadOf = pattern.New(`(?i)^(.+?),? (?:instead of|rather than|not) (?:the )?.+$`)
	wishes    = pattern.New(`(?i)^(?:i (?:need|want|wanted|mean|meant|was asking (?:for|about)|am asking (?:for|about))|it is|it's|that is|make that|make it) `)
	howWas    = pattern.New(`(?i)^(?:how|what) (?:was|is|were|are) (?:it|that|this|they|those|things)\s+(.+)$`)
	ofThem    = pattern.New(`(?i)^(which|what)(?: one| ones)?(?: of (?:these|those|them|the (?:two|three|four|five)))? (.+)$`)
	oneOf     = pattern.New(`(?i)^(?:which|what) (?:ones?\b|of (?:these|those|them)\b)`)
	atWhat    = pattern.New(`(?i)^(?:and )?(?:(?:up to|as of|out of|at|on|in|by|from|to|until|till|since|for|with|under|within` +
		`|after|before|about|to|per|bis|ab|seit|mit|an|auf|jusqu['’]à|à|depuis|hasta|desde|con|a) )(?:what|which|how|when|whom` +
		`|where|was|welche[rmns]?|wann|wie|wem|quel(?:le)?s?|quand|combien|qué|cuándo|cuánt[oa]s?)\b`)
	yearShift = pattern.New(`(?i)\b(?:(a|one|two|three|four|five|six|seven|eight|nine|ten|\d+) years? (later|after(?:wards)?` +
		`|on|earlier|before|ago)|the (?:year|season) (after|before)|the (next|following|previous|prior) year|(?:the )?(next|previous|last) one)\b`)
	aYear = pattern.New(`\b((?:19|20)\d\d)(?:([-/–])(\d\d(?:\d\d)?))?\b`)
)

var counts = map[string]int{"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}

// aimed takes away the words of a question that say how it goes on.
func aimed(text string) (rest string, how goingOn) {
	rest = strings.TrimSpace(hesitates.ReplaceAllString(text, ""))
	if m := otherOne.FindString(rest); m != "" && len(strings.Fields(rest[len(m):])) > 1 {
		return rest[len(m):], elsewhere
	}
	if goesBack.MatchString(rest) || before.MatchString(rest) {
		return rest, back
	}
	if m := denies.FindString(rest); m != "" && len(m) < len(rest) {
		return strings.TrimSpace(rest[len(m):]), corrects
	}
	if saidBut.MatchString(rest) || wrongOne.MatchString(rest) || notBut.MatchString(rest) {
		return rest, corrects
	}
	if rest == "" {
		return text, none
	}
	return rest, none
}

// asAsked gives the rest of a text with the question mark of the whole.
func asAsked(rest, text string) string {
	if strings.HasSuffix(strings.TrimSpace(text), "?") && !strings.HasSuffix(rest, "?") {
		return rest + "?"
	}
	return rest
}

// finished is a reading as a question.
func finished(s, lang string) string {
	s = strings.TrimRight(strings.Join(strings.Fields(s), " "), " ,;:?")
	if s == "" {
		return s
	}
	r := []rune(s)
	s = strings.ToUpper(string(r[0])) + string(r[1:]) + "?"
	if lang == "es" && !strings.HasPrefix(s, "¿") {
		s = "¿" + s
	}
	return s
}

// plain is a question that changes the year of the last one, or the time for which it is asked, in words that mean nothing else; "" for others.
func (r *reader) plain(text string) string {
	rest := r.led(strings.TrimSpace(denies.ReplaceAllString(text, "")))
	if len(strings.Fields(rest)) > 7 {
		return ""
	}
	if s := shifted(r.last(), rest); s != "" {
		return s
	}
	if m := howWas.FindStringSubmatch(rest); m != nil {
		if first, _, _ := strings.Cut(m[1], " "); in(r.preps, first) {
			return r.last() + " " + m[1]
		}
	}
	return ""
}

// led is a text without what joins it to the question before.
func (r *reader) led(text string) string {
	if m := r.lead.FindStringIndex(text + " "); m != nil && m[1] < len(text) {
		text = strings.TrimSpace(text[m[1]:])
		if r.tail != nil {
			text = r.tail.ReplaceAllString(text, "")
		}
	}
	return text
}

// A reader collects readings.
type reader struct {
	*follower
	turns []Turn
	found []Reading
	alone bool // grammar finds nothing that the question goes on with
}

func (r *reader) add(s string) {
	if s != "" {
		r.found = append(r.found, Reading{s, -1})
	}
}

// hangs reports whether a text is too little for a question of its own: a few words without a verb that asks, a question word behind a preposition, or
// one of things that were listed.
func (r *reader) hangs(text string) bool {
	says := 0
	for _, t := range tokens(text) {
		switch {
		case in(r.thing, t.word), in(r.folk, t.word), in(r.person, t.word), in(r.whose, t.word):
			return true
		case !r.function(t.word) && !r.asks.MatchString(t.word) && !in(r.verbs, t.word):
			says++
		}
	}
	return says <= 3 && !r.asks.MatchString(text) && len(strings.Fields(text)) <= 6 && r.lead.MatchString(text+" ") || says <= 1
}

// says counts the words of a text that say something.
func (r *reader) says(text string) (n int) {
	for _, t := range tokens(text) {
		if !r.function(t.word) && !r.asks.MatchString(t.word) && !in(r.verbs, t.word) {
			n++
		}
	}
	return n
}

// back reads a question that returns to an earlier turn.
func (r *reader) back(text string) {
	m := goesBack.FindStringSubmatch(text)
	if m == nil {
		m = before.FindStringSubmatch(text)
	}
	thing, rest := m[1], m[2]
	for i := len(r.turns) - 1; i >= 0; i-- {
		if !r.about(r.turns[i], thing) {
			continue
		}
		r.onto(rest, r.turns[:i+1])
	}
	for i := len(r.turns) - 1; i >= 0; i-- { // called by another name than the turn does
		r.onto(rest, r.turns[:i+1])
	}
	if len(r.found) == 0 {
		r.add(rest + " " + thing)
	}
}

// onto reads a question as going on with the last of some turns.
func (r *reader) onto(text string, turns []Turn) {
	self, drew := FollowUp(text, turns)
	f := *r.follower
	f.turns = turns
	if topic := f.topic(false); topic != "" {
		if self == text || strings.EqualFold(strings.TrimRight(self, "?"), strings.TrimRight(text, "?")) {
			r.add(r.unpronounced(text) + " " + topic)
			return
		}
		r.found = append(r.found, Reading{self, drew})
		r.add(r.unpronounced(text) + " " + topic)
	}
}

// about reports whether a turn was about a thing: its question has a word of the name.
func (r *reader) about(t Turn, thing string) bool {
	said := tokens(t.Question)
	for _, w := range tokens(thing) {
		if r.function(w.word) {
			continue
		}
		if slices.ContainsFunc(said, func(s token) bool { return alike(s.word, w.word) }) {
			return true
		}
	}
	return false
}

// unpronounced is a question without pronouns that stand for the words behind it.
func (r *reader) unpronounced(text string) string {
	list := tokens(text)
	for _, t := range slices.Backward(list) {
		if in(r.thing, t.word) || in(r.folk, t.word) || in(r.person, t.word) {
			text = text[:t.start] + text[t.end:]
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// corrects reads a question that corrects the last one.
func (r *reader) corrects(text string) {
	text = strings.TrimSpace(denies.ReplaceAllString(text, ""))
	for _, says := range []*pattern.Pattern{saidBut, wrongOne, notBut, insteadOf} {
		if m := says.FindStringSubmatch(text); m != nil {
			text = m[1]
			break
		}
	}
	r.instead(text)
}

// phrase is a name without the articles before it.
func (r *reader) phrase(text string) string {
	list := tokens(text)
	for len(list) > 1 && in(r.dets, list[0].word) {
		list = list[1:]
	}
	if len(list) == 0 {
		return text
	}
	return text[list[0].start:]
}

// goesOn reads a question that goes on with the last one in another way than its grammar tells.
func (r *reader) goesOn(text string) {
	rest := r.led(text)
	if rest == "" || r.ifs.MatchString(rest) {
		return
	}
	topic := r.topic(false)
	if m := ofThem.FindStringSubmatch(rest); m != nil && oneOf.MatchString(rest) && topic != "" {
		r.add(m[1] + " " + r.phrase(topic) + " " + m[2])
	}
	if !r.asks.MatchString(rest) && !atWhat.MatchString(rest) {
		r.instead(rest)
		return
	}
	asked := r.unpronounced(rest)
	last := len(r.turns) - 1
	for _, thing := range r.things(rest, last) {
		f := *r.follower
		f.given = thing
		s := f.pronouns(rest)
		if s == "" {
			s = asked + " " + thing
		}
		r.add(s)
	}
	if r.alone {
		r.add(rest + r.joiner() + bare(r.turns[last].Question))
	}
}

// without is a question without the word that asks.
func (f *follower) without(text string) string {
	if m := f.wh.FindStringIndex(text + " "); m != nil && m[1] < len(text) {
		return strings.TrimSpace(text[m[1]:])
	}
	return text
}

// instead puts a few words in the place of every thing that the last question names, and of the words that tell it apart from others of its kind.
func (r *reader) instead(fragment string) {
	last := r.last()
	phrase := fragment
	if list := tokens(fragment); len(list) > 1 && in(r.preps, list[0].word) {
		phrase = fragment[list[1].start:]
	}
	phrase = r.phrase(phrase)
	list, found := r.runs(last)
	pieces := r.pieces(list, found)
	put := func(from, to int, by string) {
		r.add(last[:list[from].start] + by + last[list[to-1].end:])
	}
	class := classOf(r.follower, tokens(phrase))
	var spans, alike [][2]int
	for _, p := range slices.Backward(pieces) {
		from := p.from
		for from < p.to-1 && in(r.dets, list[from].word) {
			from++
		}
		if class != "" { // of one kind: nothing else is changed
			for i := from; i < p.to; i++ {
				end := i
				for end < p.to && classOf(r.follower, list[end:end+1]) == class {
					end++
				}
				if end > i {
					alike = append(alike, [2]int{i, end})
					i = end
				}
			}
		}
		spans = append(spans, [2]int{from, p.to})
		for i := from; i < p.to && p.to-from > 1; i++ {
			if !upper(list[i].word) || r.lang == "de" {
				spans = append(spans, [2]int{i, i + 1})
				continue
			}
			end := i // names are not parted
			for end < p.to && upper(list[end].word) {
				end++
			}
			if end-i < p.to-from {
				spans = append(spans, [2]int{i, end})
			}
			i = end - 1
		}
	}
	if len(alike) > 0 {
		r.found = nil
		spans = alike
	}
	for _, s := range spans {
		put(s[0], s[1], phrase)
	}
	if len(alike) == 0 {
		r.add(last + " " + fragment)
	}
}

// shifted is a question about the year so many years before or after the one that it was about; "" where a text says no such thing.
func shifted(last, text string) string {
	m := yearShift.FindStringSubmatch(text)
	years := aYear.FindAllStringSubmatchIndex(last, -1)
	if m == nil || years == nil {
		return ""
	}
	by, way := 1, m[2]+m[3]+m[4]+m[5]
	if m[1] != "" {
		n, ok := counts[strings.ToLower(m[1])]
		if !ok {
			var err error
			if n, err = strconv.Atoi(m[1]); err != nil || n > 100 {
				return ""
			}
		}
		by = n
	}
	switch strings.ToLower(way) {
	case "earlier", "before", "ago", "previous", "prior", "last":
		by = -by
	}
	at := years[len(years)-1]
	year, _ := strconv.Atoi(last[at[2]:at[3]])
	to := strconv.Itoa(year + by)
	if at[4] >= 0 {
		second, _ := strconv.Atoi(last[at[6]:at[7]])
		next := strconv.Itoa(second + by)
		if at[7]-at[6] == 2 {
			next = strconv.Itoa((second + by + 100) % 100)
			if len(next) < 2 {
				next = "0" + next
			}
		}
		to += last[at[4]:at[5]] + next
	}
	return last[:at[0]] + to + last[at[1]:]
}
