package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Sign says why it is not sure that a constraint means what was read. An unsure constraint leaves out no file: it is a guess, and the
// user is asked.
type Sign string

// The signs of doubt.
const (
	OfNoun    Sign = "noun"       // it stands before an unknown noun, and may only qualify it: "the final exams"
	Attached  Sign = "attached"   // a date is joined to something that names no files: "the inspection on 20 June"
	OfName    Sign = "name"       // a date stands right behind a noun that nothing knows, and may be part of a name: "Ramadan 2024"
	WhichDate Sign = "which-date" // no word says which date of a file is meant, and no kind of document does: "in May"
	Unread    Sign = "unread"     // a word beside it that bounds, chooses or leaves out was not understood
	Added     Sign = "added"      // it may add to the sought files rather than narrow them: "drafts too"
	Named     Sign = "named"      // only words in names of files tell what to leave out: "not the reminders"
	Told      Sign = "told"       // it stands behind a verb that no rule read: "leases that tenants complained about in 2024"
	Unmet     Sign = "unmet"      // no file satisfies all that was said, and this is the least sure of it
)

// A Doubt is a sign with the words that it rests on; without words it rests on the whole sentence.
type Doubt struct {
	Sign Sign
	At   Span
}

// Words that change the words beside them, in an unknown way where no rule has read them.
var (
	bounding = words(`between or unless nothing none save than later earlier latest earliest least most including include includes inclusive exclusive
		until till around circa roughly approximately almost nearly rather versus vs regardless whether if even behalf`)
	denying = words(`avoid avoiding skip skipping drop dropping forget lacking missing ignore ignoring exclude excluded excluding omit omitted leave
		leaving unless nothing none save spare never without except hardly not no don't doesn't isn't aren't wasn't weren't`)
	links   = " from in on of for at by with within under since before after during per via to into as "
	passing = words(`again still yet once twice already ever often usually sometimes time though anyway so far ago up down off away back together
		either neither nor both thanks thx cheers pls plz asap anywhere somewhere elsewhere here there late early mid year years month
		months week weeks day days date dates`)
	// acting are forms of verbs that no ending gives away.
	acting = words(`done sent send came come comes went go goes got gave give gives put kept keep keeps held hold holds wrote write drew drawn took
		take takes saw seen knew know known said found find lost left made run ran set`)
	// shapes are stems of nouns that stand for the state of something: "in their final form".
	shapes = " form state shape stage status format version "
	// restricting are adverbs that take the "not" before them, so that it does not deny the words behind.
	restricting = " only just merely simply solely exclusively "
	determining = " the a an our my your their his her its this that these those one some any each every no another "
)

// doubts makes guesses of the constraints that are not sure where they stand.
func (p *sentenceParser) doubts() {
	if p.o.Question { // a question is all guesses
		return
	}
	p.clauses()
	doubts := make([]*Doubt, len(p.parts))
	for n := range p.parts {
		if part := &p.parts[n]; !part.Guess && !part.typed {
			for _, read := range []func(*Part) *Doubt{p.beforeNoun, p.attachedDate, p.dateOfName, p.anyDate,
				p.afterEvent, p.added, p.unreadBefore, p.unreadBehind, p.unreadDenial, p.inClause, p.doesSo, p.endOf, p.hedged} {
				if doubts[n] = read(part); doubts[n] != nil {
					break
				}
			}
		}
	}
	for n, d := range doubts {
		if d == nil {
			continue
		}
		for m := range p.parts { // alternatives are doubted together: the certain rest would leave out the others
			o, part := &p.parts[m], &p.parts[n]
			same := m == n ||
				d.Sign != Told && o.group == part.group && !o.Guess && !o.Constraint.Not && !part.Constraint.Not &&
					o.Constraint.Key == part.Constraint.Key && len(o.Constraint.Any) == 0 && joinable(o.Constraint, part.Constraint)
			if same && o.Doubt == nil && !o.typed {
				o.Guess, o.Doubt = true, d
			}
		}
	}
}

func (p *sentenceParser) doubt(sign Sign, from, to int) *Doubt {
	return &Doubt{sign, p.span(from, to)}
}

// strange reports whether a word stands at a token that nothing understood and that says something.
func (p *sentenceParser) strange(i int) bool {
	return i >= 0 && i < len(p.tokens) && !p.tokens[i].used && !p.tokens[i].quoted && !p.topic[i] && !p.empty(i) && !has(bounding+denying+links+passing, p.tokens[i].low)
}

// verbal reports whether a word looks like a verb or an adverb, as far as its ending tells.
func (p *sentenceParser) verbal(i int) bool {
	w := p.tokens[i].low
	return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ly") || has(acting, w)
}

// beforeNoun doubts a state, a level, a modality, a part of the body, a format or a date before an unknown noun, since it may only qualify
// the noun: "the final exams", "the PDF reader", "the 2022 inspection". It also doubts a state that belongs to something else: "the draft
// of a ship".
func (p *sentenceParser) beforeNoun(part *Part) *Doubt {
	at, key := part.last+1, part.Constraint.Key
	if at >= len(p.tokens) || p.tokens[at].comma || p.ofKind(part) {
		return nil
	}
	state := has(" doc-status confidentiality ", key)
	switch {
	case part.date != nil:
		if has(links, p.tokens[part.first].low) && !p.oneOf(part.first+1, determining) {
			return nil
		}
	case key == "folder":
		if part.first != part.last || p.tokens[part.first].quoted || p.called(part.first, part.last+1) != "" {
			return nil // "changelogs of Debian packages"
		}
	case !state && !has(" body-part modality type ", key):
		return nil
	}
	if state && part.first == part.last && p.is(at, "of") && p.tokens[part.first].stem == p.tokens[part.first].low {
		file := false
		for i := at + 1; i < len(p.tokens) && !p.tokens[i].comma && (p.is(i, "of") || !has(links, p.tokens[i].low)); i++ {
			file = file || p.heads(i)
		}
		if !file && at+1 < len(p.tokens) {
			return p.doubt(OfNoun, at, at+2)
		}
	}
	if !p.strange(at) || p.verbal(at) &&
		!(strings.HasSuffix(p.tokens[at].low, "ing") && at+1 < len(p.tokens) && p.heads(at+1)) ||
		state && p.tokens[part.last].stem != p.tokens[part.last].low ||
		key == "type" && p.tokens[at].stem != p.tokens[at].low { // "Word templates" are files, the PDF reader is none
		return nil
	}
	for i := at; i < len(p.tokens) && !p.tokens[i].comma && !has(links, p.tokens[i].low); i++ {
		if p.tokens[i].named && !has(" body-part modality ", key) && (!state || strings.HasSuffix(p.tokens[part.last].low, "ed")) || has(generic, p.tokens[i].stem) {
			return nil // "the final budget reports"
		}
	}
	return p.doubt(OfNoun, at, at+1)
}

// ofKind reports whether an adjective surely says something of files: it stands right behind their kind, as in "price lists final export", or before a
// noun for the state of something, as in "in their final form".
func (p *sentenceParser) ofKind(part *Part) bool {
	if at := part.last + 1; at < len(p.tokens) && !p.tokens[at].comma && has(shapes, p.tokens[at].stem) {
		return true
	}
	return !p.tokens[part.first].comma && slices.ContainsFunc(p.parts, func(o Part) bool {
		return o.last == part.first-1 && has(" type document-type ", o.Constraint.Key)
	})
}

// governor is the token before a part and the words that join it to what stands before, and the first of these words; -1 for none in the same phrase.
func (p *sentenceParser) governor(part *Part) (at int, link string) {
	at = part.first
	if part.first < part.last && has(links, p.tokens[at].low) {
		link = p.tokens[at].low
	}
	for at--; at >= 0 && !p.tokens[at+1].comma && (p.oneOf(at, determining) || has(links, p.tokens[at].low)); at-- {
		if has(links, p.tokens[at].low) {
			link = p.tokens[at].low
		}
	}
	if at < 0 || p.tokens[at+1].comma {
		return -1, ""
	}
	return at, link
}

// attachedDate doubts a date that is joined to an unknown noun phrase, or to a subject: "the merger in 2019".
func (p *sentenceParser) attachedDate(part *Part) *Doubt {
	if part.date == nil || part.date.keys != nil {
		return nil
	}
	at, link := p.governor(part)
	if at < 0 || link == "" {
		return nil
	}
	if p.topic[at] && has(" in of at during on ", link) {
		return p.doubt(Attached, at, at+1)
	}
	if p.oneOf(at, " date day ") && p.strange(at-1) { // "with a due date in June"
		return p.doubt(Attached, at-1, at+1)
	}
	if has(" from since before after ", link) || !p.strange(at) {
		return nil
	}
	from := at
	for from > 0 && !p.tokens[from].comma && p.strange(from-1) {
		from--
	}
	if known := from > 0 && p.tokens[from-1].named && !p.tokens[from].comma; !known && (p.oneOf(from-1, determining) || !p.verbal(at) && (from < at || p.oneOf(from-1, links))) {
		return p.doubt(Attached, from, at+1)
	}
	return nil
}

// dateOfName doubts a date right behind a noun that nothing knows, or behind a name that no rule took for files.
func (p *sentenceParser) dateOfName(part *Part) *Doubt {
	at := part.first - 1
	if part.date == nil || part.date.keys != nil || part.date.before || part.date.after || part.date.begins ||
		part.date.ends || at < 0 || p.tokens[part.first].comma || p.oneOf(part.first, links) ||
		has(links+determining+bounding+passing, p.tokens[at].low) {
		return nil
	}
	if t := p.tokens[at]; (p.strange(at) || p.topic[at]) && !p.verbal(at) || t.used && !t.named && t.capital && at > 0 {
		return p.doubt(OfName, at, part.first)
	}
	return nil
}

// anyDate doubts a date where no word and no kind of file says which of a file's dates it is, and where files have other dates than that of
// their change.
func (p *sentenceParser) anyDate(part *Part) *Doubt {
	if part.date == nil || part.date.keys != nil || part.Constraint.Key != "modified" {
		return nil
	}
	for i := part.first; i <= part.last; i++ {
		if p.oneOf(i, " older newer younger recent ") { // these mean the date of the change
			return nil
		}
	}
	for _, o := range p.parts {
		if !o.Constraint.Not && has(" type document-type modality name ext ", o.Constraint.Key) {
			return nil
		}
	}
	for _, key := range OtherDates {
		if p.names.has[key] {
			return &Doubt{Sign: WhichDate}
		}
	}
	return nil
}

// OtherDates are the dates that files may have beside that of their change.
var OtherDates = []string{"period", "study-date", "date", "effective"}

// afterEvent doubts a part that is no date behind a word that bounds times: "since Maria came back" tells of an event.
func (p *sentenceParser) afterEvent(part *Part) *Doubt {
	if at := part.first - 1; part.date == nil && at >= 0 && !p.tokens[part.first].comma && p.oneOf(at, " since after before until till when once while ") && part.Constraint.Key != "effective" {
		return p.doubt(Unread, at, at+1)
	}
	return nil
}

// besides reports whether another constraint with the same key stands at a place that fits.
func (p *sentenceParser) besides(part *Part, fits func(o *Part) bool) bool {
	for j := range p.parts {
		if o := &p.parts[j]; o != part && o.Constraint.Key == part.Constraint.Key && fits(o) {
			return true
		}
	}
	return false
}

// unreadBefore doubts what stands behind a word that bounds or chooses and that nothing read: "nearly", "on behalf of", "any format but".
func (p *sentenceParser) unreadBefore(part *Part) *Doubt {
	if part.Constraint.Not {
		return p.unreadCue(part)
	}
	at := part.first - 1
	for at >= 0 && !p.tokens[at+1].comma && p.oneOf(at, " the a an any all of from in for by those ") {
		at--
	}
	if at < 0 || p.tokens[at+1].comma || p.tokens[at].used {
		return nil
	}
	switch {
	case p.is(at, "but"):
		for i := range at {
			if p.leavesOut(i) || negated(wordAt(p, i)) { // "not the drafts but the final ones"
				return nil
			}
		}
		if p.besides(part, func(o *Part) bool { return o.last < at }) {
			return nil
		}
	case !p.oneOf(at, bounding), part.date == nil && at == part.first-1 && p.oneOf(at, " later latest earlier earliest most least ") && !p.oneOf(at-1, " at "): // "the latest drafts"
		return nil
	case p.is(at, "or") && p.besides(part, func(o *Part) bool { return o.last < at && o.last >= at-4 }):
		return nil // a list
	}
	return p.doubt(Unread, at, at+1)
}

// unreadCue doubts a part behind a word of exclusion that ends a phrase, or that stands in a condition: "drafts or not, all checklists".
func (p *sentenceParser) unreadCue(part *Part) *Doubt {
	for i := part.first; i >= 0; i-- {
		if p.oneOf(i, " not no without except excluding ") {
			if i < part.first && p.tokens[i+1].comma || p.oneOf(i-1, " or if whether ") {
				return p.doubt(Unread, i, i+1)
			}
			return nil
		}
	}
	return nil
}

// unreadBehind doubts what stands before such a word: "2022 or thereabouts", "May at the earliest".
func (p *sentenceParser) unreadBehind(part *Part) *Doubt {
	if part.Constraint.Not {
		return nil
	}
	at := part.last + 1
	for at < len(p.tokens) && !p.tokens[at].comma && p.oneOf(at, " at the and ") {
		at++
	}
	if at >= len(p.tokens) || p.tokens[at].comma || p.tokens[at].used || !p.oneOf(at, bounding) || p.oneOf(at, " between unless including include includes save if whether ") {
		return nil
	}
	if p.is(at, "or") && p.besides(part, func(o *Part) bool { return o.first > at && o.first <= at+4 }) {
		return nil
	}
	return p.doubt(Unread, at, at+1)
}

// unreadDenial doubts what stands behind a word that leaves out and that nothing read, up to a comma.
func (p *sentenceParser) unreadDenial(part *Part) *Doubt {
	if part.Constraint.Not {
		return nil
	}
	for i := part.first - 1; i >= 0 && !p.tokens[i+1].comma; i-- {
		if p.oneOf(i, denying) && !p.tokens[i].used && !p.withinName(i) {
			return p.doubt(Unread, i, i+1)
		}
	}
	return nil
}

// endOf doubts an end of validity, since most files tell only its beginning: "valid until 2027". It also doubts a date behind something
// true or false, since it may not be a date of the file: "orders paid in May".
func (p *sentenceParser) endOf(part *Part) *Doubt {
	switch {
	case part.date == nil || part.Constraint.Not:
	case part.Constraint.Key == "effective" && part.date.ends && p.oneOf(part.first, " until till "):
		return &Doubt{Sign: WhichDate}
	case part.date.keys == nil:
		for _, o := range p.parts {
			if o.last == part.first-1 && !p.tokens[part.first].comma && len(o.Constraint.Values) == 1 && has(" true false ", o.Constraint.Values[0].Text) {
				return &Doubt{Sign: WhichDate}
			}
		}
	}
	return nil
}

// hedged doubts a part that an adverb makes uncertain: "probably of the Cold Store", "ideally from 2024", "preferably the final ones".
func (p *sentenceParser) hedged(part *Part) *Doubt {
	at := part.first - 1
	for at >= 0 && !p.tokens[at+1].comma && (p.oneOf(at, determining) || p.oneOf(at, links)) {
		at--
	}
	if at < 0 || p.tokens[at+1].comma || p.tokens[at].used || p.topic[at] {
		return nil
	}
	if p.oneOf(at, " maybe perhaps ") ||
		strings.HasSuffix(p.tokens[at].low, "ly") && len(p.tokens[at].low) > 5 &&
			!p.oneOf(at, " only namely recently newly lately currently daily weekly monthly quarterly yearly kindly really exactly precisely ") {
		return p.doubt(Unread, at, at+1)
	}
	return nil
}

// added doubts a part that comes on top, where the sentence names nothing else of its kind to add it to.
func (p *sentenceParser) added(part *Part) *Doubt {
	if part.Constraint.Not || part.date != nil || p.besides(part, func(o *Part) bool { return !o.Constraint.Not }) {
		return nil
	}
	for i := part.first - 1; i >= 0 && !p.tokens[i+1].comma && part.Constraint.Key != "document-type"; i-- { // "not only the drafts"
		if p.is(i, "not") && p.oneOf(i+1, restricting) {
			return p.doubt(Added, i, i+2)
		}
	}
	behind := part.last + 1
	if behind < len(p.tokens) && !p.tokens[behind].comma && (p.oneOf(behind, " too also ") || p.is(behind, "as", "well")) {
		return p.doubt(Added, behind, behind+1)
	}
	before := part.first - 1
	for before >= 0 && p.oneOf(before, " the any all ") {
		before--
	}
	if before >= 0 && p.oneOf(before, " also plus including include includes even ") {
		return p.doubt(Added, before, before+1)
	}
	return nil
}

// Doubtful guesses the least sure part of a sentence where no file satisfies all parts and some file satisfies the others. count gives the
// number of files in a scope. It reports whether anything changed.
func (s *Sentence) Doubtful(count func(spar.Scope) int) bool {
	stated := s.without(-1)
	if len(stated.Constraints) < 2 || count(stated) > 0 {
		return false
	}
	least, most := -1, -1
	for i, part := range s.Parts {
		if part.Guess || count(s.without(i)) == 0 {
			continue
		}
		if d := part.unsure(count); d > most {
			least, most = i, d
		}
	}
	if least < 0 {
		return false
	}
	s.Parts[least].Guess, s.Parts[least].Doubt = true, &Doubt{Sign: Unmet}
	return true
}

// without is what a sentence states, but for one part.
func (s *Sentence) without(i int) (out spar.Scope) {
	for j, part := range s.Parts {
		if j != i && !part.Guess {
			out.Constraints = append(out.Constraints, part.Constraint)
		}
	}
	return out
}

// unsure ranks how readily a part is doubted, the higher the more: values that no file has; dates; near matches; parts that tell little.
func (part Part) unsure(count func(spar.Scope) int) int {
	switch key := part.Constraint.Key; {
	case count(spar.Scope{Constraints: []spar.Constraint{part.Constraint}}) == 0:
		return 6
	case part.date != nil && part.date.keys == nil:
		return 5
	case part.date != nil:
		return 4
	case key == "type" || key == "document-type": // slips too: a word that does not exist is sure to be one
		return 0
	case part.How == Partly || part.How == Near:
		return 3
	case has(" doc-status confidentiality doc-version body-part ", key):
		return 2
	}
	return 1
}
