package answer

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/question"
)

// A composition is how much of what was found answers a question of one form.
type composition struct {
	narrow bool    // the sentence that says it, and no more
	list   bool    // a list that is introduced in the words of the question is all of the answer
	most   int     // statements
	least  float64 // part of the chance of the best statement that another needs
}

// compositions by form. A fact is said in a sentence or two; what is told step by step, listed, compared or summed up is
// taken whole from where it stands.
var compositions = map[question.Form]composition{
	question.Fact:       {narrow: true, most: 4, least: .3},
	question.Definition: {narrow: true, most: 2, least: .5},
	question.Boolean:    {narrow: true, most: 3, least: .5},
	question.Count:      {narrow: true, most: 2, least: .5},
	question.Version:    {narrow: true, most: 2, least: .5},
	question.Procedure:  {list: true, most: 14, least: .35},
	question.List:       {list: true, most: 14, least: .35},
	question.Comparison: {most: 14, least: .35},
	question.Summary:    {most: 14, least: .35},
	question.Files:      {narrow: true, most: 5, least: .3},
	question.Several:    {most: 14, least: .35},
}

// What tells that a passage answers, fitted by logistic regression to the passages that answer the questions of one half of
// a public set: how well it was ranked beside the best, how near it is in meaning, what it says of the question, and whether
// it stands beside the best or only beside a hit.
type features struct {
	rank, beside, cosine, says, sameSection   float64
	own, length, figure, defines, kind, cover float64 // of the statement
}

func (f features) wide() float64 {
	return logistic(-12.4 + 7.5*f.rank + 8.1*f.beside + 3.2*f.cosine + 1.7*f.says + .9*f.sameSection)
}

func (f features) narrow() float64 {
	return logistic(-10.5 + 7.6*f.rank + 7.3*f.beside + 2.6*f.cosine + f.sameSection + 2*f.own - .26*f.length + .5*f.figure + .7*f.kind + 2*f.defines + f.cover)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// usualCosine is how near a hit is where meaning was not compared.
const usualCosine = .7

// A judge tells how likely statements answer a question.
type judge struct {
	sources []source
	figure  bool       // one is asked for
	term    *term      // whose definition is asked for; nil: none is
	asked   []asked    // by source
	besides []asked    // by source: without the words that stand above it anyway
	says    []features // by source, without what is the statement's own

	text  string
	wants question.Want
	kind  func(string) bool // whether a text names something of the kind that is asked for
	names []string
	said  []uint64 // which of the names, by source
	above []uint64 // of them those that stand above it or in the name of its file
	list  []statement
	past  bool // what was is asked for
	files bool // files are asked for

	versions bool   // which version holds, or since when, may be asked for
	later    int    // the statement that took the place of what another said, -1: none
	before   uint64 // the names that the other's place says

	aspect func(lang string, texts ...string) bool // whether texts name the aspect that is asked for
}

// code is the name of a product, a form or the like that has letters and figures.
var code = regexp.MustCompile(`\b\p{Lu}{1,6}[-/]\d[\w.-]*\w\b`)

func newJudge(q question.Question, list []source, said []statement, w Weights, of map[foundFile]*edition) *judge {
	j := &judge{sources: list, list: said, figure: asksFigure(q), text: q.Text, wants: q.Wants(), kind: wanted(q), names: append(names(q), code.FindAllString(q.Text, -1)...), files: q.Form == question.Files, later: -1, versions: q.Form == question.Version || asksVersion.MatchString(q.Text), aspect: saysAspect(q), past: asksOld.MatchString(q.Text) && !howOld.MatchString(q.Text)}
	if q.Form == question.Definition {
		j.term = newTerm(q.Content)
	}
	top, best := 0.0, -1
	for i, s := range list {
		top = max(top, s.Score)
		if s.rank == 0 && !s.beside {
			best = i
		}
	}
	compared := slices.ContainsFunc(list, func(s source) bool { return s.Cosine > 0 })
	known, near := map[string]asked{}, map[string]*nearWords{}
	words := unversioned(sayingWords(q))
	if q.Wants() == question.Release || strings.TrimSpace(words) == "" {
		words = sayingWords(q)
	}
	for _, s := range list {
		a, ok := known[s.Passage.Lang]
		if !ok {
			a = newAsked(words, s.Passage.Lang, w).related(words, q)
			known[s.Passage.Lang] = a
		}
		f := features{cosine: s.Cosine, says: a.share(s.Passage.Ranked(), nameText(s.Path))}
		if !compared && !s.beside {
			f.cosine = usualCosine
		}
		if s.beside {
			f.beside = 1
		} else if top > 0 {
			f.rank = s.Score / top
		}
		if s.whole && 7.6*f.rank+2.6*f.cosine < 7.3 { // its file is found by what the question names, and its clause by nothing else
			f.rank, f.cosine, f.beside = 0, 0, 1
		}
		if best >= 0 && fileOf(s.Hit) == fileOf(list[best].Hit) && s.Passage.Locator.Heading == list[best].Passage.Locator.Heading {
			f.sameSection = 1
		}
		about := ""
		if e := of[fileOf(s.Hit)]; e != nil {
			about = e.head
		}
		title := titleOf(said, list, s.Hit)
		for _, n := range j.names {
			if says(about, n) || s.Passage.Kind == spar.RowPassage && says(s.Passage.Text, n) {
				title += "\n" + n
			}
		}
		besides := a.without(title, s)
		if near[s.Passage.Lang] == nil {
			near[s.Passage.Lang] = newNearWords(words, s.Passage.Lang, a.weight)
		}
		besides.near = near[s.Passage.Lang]
		j.asked, j.says, j.besides = append(j.asked, a), append(j.says, f), append(j.besides, besides)
		j.said = append(j.said, saidBy(j.names, s, about))
		place := s
		place.Passage.Text = ""
		j.above = append(j.above, saidBy(j.names, place, ""))
	}
	return j
}

// chance is how likely a statement belongs to the answer.
func (j *judge) chance(list []statement, s statement, narrow bool) float64 {
	f := j.says[s.source]
	if !narrow {
		return f.wide()
	}
	f.own = j.own(list, s)
	f.length = math.Log(float64(1 + utf8.RuneCountInString(s.text)/6))
	f.defines = j.term.weigh(s.text)
	f.cover = j.cover(list, s)
	if j.figure && strings.ContainsFunc(s.text, unicode.IsDigit) {
		f.figure = 1
	}
	if j.wants != question.Anything && j.kind(s.text) {
		f.kind = 1
	}
	chance := f.narrow()
	if !j.past && (was.MatchString(s.text) || quoted.MatchString(s.text)) {
		chance *= wasChance
	}
	lead := ""
	if s.lead >= 0 {
		lead = list[s.lead].text
	}
	if s.asked >= 0 {
		lead += "\n" + list[s.asked].text
	}
	if heading := j.sources[s.source].Passage.Locator.Heading; !j.aspect(j.sources[s.source].Passage.Lang, s.text, s.under, lead, heading) {
		chance *= silentChance
	}
	if f.own == 0 && (j.wants != question.Anything || j.sources[s.source].whole) && !j.headed(s.source) {
		chance *= silentChance
	}
	return chance
}

// cover is what a statement says of the question with all that stands above it.
func (j *judge) cover(list []statement, s statement) float64 {
	src := j.sources[s.source]
	a := j.asked[s.source]
	a.near = j.besides[s.source].near
	texts := []string{s.text, s.under, src.Passage.Locator.Heading, nameText(src.Path), titleOf(list, j.sources, src.Hit)}
	for _, at := range []int{s.lead, s.asked} {
		if at >= 0 {
			texts = append(texts, list[at].text)
		}
	}
	return a.share(texts...)
}

// silentChance is the part of its chance that a statement keeps which says nothing of what is asked, where what stands above it does not either.
const silentChance = .35

// headed reports whether what stands above a source says most of what is asked, besides names.
func (j *judge) headed(source int) bool {
	return j.besides[source].unnamed(j.names).total <= (1-unheaded)*j.asked[source].unnamed(j.names).total
}

// asksVersion are words of questions that what a file says of itself as a version may answer.
var asksVersion = regexp.MustCompile(`(?i)\b(?:versions?|revisions?|issues?|editions?|drafts?|valid|in force|effective|replace[sd]?|supersede[sd]?|approved|adopted|withdrawn|(?:since|from) when|gültig|fassung|vigueur|vigente)\b`)

// was is what a text says of what no longer holds, beside what does; wasChance is the part of its chance that it keeps where a question asks
// for what does.
var was = regexp.MustCompile(`(?i)^\W*(?:(?:it|this|that|they|these|the \pL+) (?:was|were|cost|took) [^.;]{1,60}\b(?:before|until then)\W*$|before:|previously\b|formerly\b|until (?:then|(?:the end of )?(?:\pL+ )?(?:19|20)\d\d)\b|up to (?:the end of )?(?:\pL+ )?(?:19|20)\d\d\b|(?:bisher|früher|zuvor)\b|auparavant\b|anteriormente\b)`)

const wasChance = .4

// quoted is what a mail quotes of the one that it replies to.
var quoted = regexp.MustCompile(`^(?:>|On [^\n]{6,80} wrote:|Am [^\n]{6,80} schrieb|Le [^\n]{6,80} a écrit)|(?:^|[.!?] )> ?>`)

// own is what a statement says of the question in its own words, those of the question that it answers among them. A name that
// stands above it or in the name of its file counts for nothing: the sentence that repeats it is no better than the next.
func (j *judge) own(list []statement, s statement) float64 {
	a := j.besides[s.source]
	if a.total == 0 {
		a = j.asked[s.source]
	}
	if s.asked >= 0 {
		return a.share(list[s.asked].text, s.text)
	}
	return a.share(s.text, s.under)
}

// A chosen statement, with how likely it answers.
type choice struct {
	statement
	index  int
	chance float64
	says   float64 // of the question, in its own words
}

// isLabel reports whether a statement is but the name of something, such as an item of a list of links.
func isLabel(s statement) bool {
	return !ends(s.text) && len(strings.Fields(s.text)) < leastWords && !strings.ContainsFunc(s.text, unicode.IsDigit)
}

// leastWords is of how many words a statement is that does not end as a sentence does and still says something.
const leastWords = 5

// leastText is the characters of the shortest statement: "Warning!" says nothing.
const leastText = 12

// saysToo is what a sentence must say of the question, as a part of what the likely one says that says most, where the form wants no
// more than the sentence that answers. The items of its list need not.
const saysToo = .4

// likely is the part of the chance of the best statement from which on another may be the one that answers.
const likely = .5

// choose takes the statements that answer, no two of which say the same: in the order of the hits, those of one text in its
// order, and an item of a list behind what introduces it.
func choose(list []statement, j *judge, c composition, may func(statement) bool) []choice {
	var all []choice
	for i, s := range list {
		// A question answers nothing, however much it resembles the one that was asked; nor does what introduces a list, but
		// with the list.
		if strings.HasSuffix(s.text, "?") || strings.HasSuffix(s.text, ":") && !(c.narrow && introduces(list, i)) || s.title || utf8.RuneCountInString(s.text) < leastText || !c.narrow && !c.list && isLabel(s) || !may(s) || j.addsNothing(s) || !j.versions && versionLine(s.text) && j.own(list, s) == 0 {
			continue
		}
		all = append(all, choice{s, i, j.chance(list, s, c.narrow), j.own(list, s)})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.chance, a.chance) })
	if (c.narrow || c.list) && j.term == nil { // what a term means is not changed by where it moved
		all = unchanged(all, j)
	}
	if c.narrow {
		all = j.ofNamed(all)
	}
	most := 0.0 // that a likely statement says
	for _, s := range all {
		if s.chance >= likely*all[0].chance {
			most = max(most, s.says)
		}
	}
	var chosen []choice
	for _, s := range all {
		if len(chosen) == c.most || s.chance < c.least*all[0].chance {
			break
		}
		if c.narrow && s.says < saysToo*most && (s.lead < 0 || s.lead != all[0].lead) {
			continue
		}
		if !slices.ContainsFunc(chosen, func(d choice) bool { return same(s.text, d.text) }) {
			chosen = append(chosen, s)
		}
	}
	if c.narrow {
		chosen = j.withItems(j.ofKind(chosen, list), list)
	} else {
		chosen = wholeLists(chosen, all, c.most, func(lead int) bool { return c.list && j.own(list, list[lead]) >= leadSays })
	}
	if c.list {
		chosen = listAsked(chosen, list, j)
	}
	chosen = j.withoutAlike(chosen)
	for _, s := range chosen {
		// A whole sentence may only seem to be an item; the answer to a narrow question does without what stands before it.
		if c.narrow && ends(s.text) {
			continue
		}
		if s.lead >= 0 && !slices.ContainsFunc(chosen, func(d choice) bool { return d.index == s.lead }) {
			chosen = append(chosen, choice{list[s.lead], s.lead, s.chance, s.says})
		}
	}
	return j.arranged(chosen, c.narrow)
}

// arranged puts statements of one section side by side, as they stand there. The section that was ranked best comes first; where one
// sentence is wanted, that of the likeliest.
func (j *judge) arranged(chosen []choice, likeliest bool) []choice {
	first := map[int]float64{} // of the sections
	for _, s := range chosen {
		src := j.sources[s.source]
		at := float64(src.rank)
		if likeliest {
			at = -s.chance
		}
		if r, ok := first[src.section]; !ok || at < r {
			first[src.section] = at
		}
	}
	slices.SortStableFunc(chosen, func(a, b choice) int {
		x, y := j.sources[a.source].section, j.sources[b.source].section
		return cmp.Or(cmp.Compare(first[x], first[y]), cmp.Compare(x, y), cmp.Compare(a.index, b.index))
	})
	return chosen
}

// unheaded is the part of what is asked that must stand above a statement, in headings, titles and the name of the file, where the statement
// itself says nothing of it.
const unheaded = .6

// why begins questions for a reason, which is seldom told in their words.
var why = regexp.MustCompile(`(?i)^\W*(?:why|how come|warum|wieso|weshalb|pourquoi|por qué)\b`)

// tells reports whether any of the chosen statements says something of what is asked, besides names, or stands below headings that say
// most of it, or names something of the kind that is asked for.
func (j *judge) tells(chosen []choice, list []statement) bool {
	return len(chosen) == 0 || why.MatchString(j.text) || slices.ContainsFunc(chosen, func(s choice) bool {
		if j.wants != question.Anything && j.kind(s.text) || j.headed(s.source) {
			return true
		}
		text := s.text
		if s.lead >= 0 {
			text += "\n" + list[s.lead].text
		}
		if s.asked >= 0 {
			text += "\n" + list[s.asked].text
		}
		if !ends(s.text) && j.sources[s.source].Passage.Kind == spar.TextPassage {
			text += "\n" + j.sources[s.source].Passage.Text
		}
		return j.nearly(s.source).unnamed(j.names).share(text) > 0
	})
}

// nearly is what is asked of a source, where words count that mean nearly the same: not of measures, of which files name many.
func (j *judge) nearly(source int) asked {
	a := j.asked[source]
	n := j.besides[source].near
	if n == nil {
		return a
	}
	terms := map[string][]float32{}
	for t, v := range n.terms {
		if !countedIn[t] && !countedIn[strings.TrimSuffix(t, "s")] {
			terms[t] = v
		}
	}
	a.near = n.only(terms)
	return a
}

// introduces reports whether a statement introduces items that were found with it.
func introduces(list []statement, i int) bool {
	return i+1 < len(list) && list[i+1].lead == i
}

// saysLess is the part of what a statement with the kind of thing that is asked for says of the question up to which another without it is left out.
const saysLess = .6

// ofKind leaves out the statements that name nothing of the kind that is asked for, where another does that says more of the question.
func (j *judge) ofKind(chosen []choice, list []statement) []choice {
	if j.wants == question.Anything {
		return chosen
	}
	kind := func(s choice) bool {
		return j.kind(s.text) || s.lead >= 0 && j.kind(list[s.lead].text) || strings.HasSuffix(s.text, ":")
	}
	says := -1.
	for _, s := range chosen {
		if kind(s) {
			says = max(says, s.says)
		}
	}
	return slices.DeleteFunc(chosen, func(s choice) bool { return !kind(s) && s.says <= saysLess*says })
}

// withItems adds the items of lists whose introduction was chosen, and those of lists of which one was chosen whose introduction says as much of
// the question as any.
func (j *judge) withItems(chosen []choice, list []statement) []choice {
	for _, s := range slices.Clone(chosen) {
		if s.lead < 0 || ends(s.text) || j.own(list, list[s.lead]) < s.says || slices.ContainsFunc(chosen, func(d choice) bool { return d.index == s.lead }) {
			continue
		}
		chosen = append(chosen, choice{list[s.lead], s.lead, s.chance, s.says})
	}
	for _, s := range chosen {
		for i := s.index + 1; introduces(list, s.index) && i < len(list) && list[i].lead == s.index; i++ {
			if !slices.ContainsFunc(chosen, func(d choice) bool { return d.index == i }) {
				chosen = append(chosen, choice{list[i], i, s.chance, s.says})
			}
		}
	}
	return chosen
}

// changes are the words of a statement that changes what an earlier one said, such as a decision or an amendment.
var changes = regexp.MustCompile(`(?i)\b(?:instead of|rather than|no longer|moves?|moved|put off|postpone[ds]?|rais(?:es?|ed)|lower(?:s|ed)|increase[ds]?|reduce[ds]?|revised?|extended (?:to|until)|(?:agreed|set|fixed|approved) (?:a |the )?new|new (?:\pL+ )?(?:dates?|deadline|forecast|price|fee|figure|limit|estimate|term)|statt|anstelle|anstatt|verschoben|verschiebt|erhöht|gesenkt|au lieu de|report(?:é|ée|e)|en lugar de|aplaza(?:da|do)?)\b`)

// amount is a figure or a date as it is written.
var amount = regexp.MustCompile(`(?:\d{1,2}\.? \pL+ \d{4}|\pL+ \d{1,2}, \d{4}|\d[\d.,]*\d|\d)`)

// reference is the number of an item of minutes or of a document that a text names.
var reference = regexp.MustCompile(`\b\d{1,4}/\d{1,4}\b`)

// again reports whether one statement has a word of another that says something.
func again(a, b, lang string) bool {
	have := sayingTerms(b, lang)
	return slices.ContainsFunc(sayingTerms(a, lang), func(t string) bool {
		return !strings.ContainsFunc(t, unicode.IsDigit) && months[t] == 0 && slices.Contains(have, t)
	})
}

// What a statement that changes another must say of the question beside the best one, and how likely it must be.
const (
	changeSays   = .5
	changeChance = .1
)

// unchanged leaves out what a later statement among them changed: those with a figure or a date that it names as the old one,
// and where it says as much of the question as any, those of other files. It comes first.
func unchanged(all []choice, j *judge) []choice {
	if len(all) == 0 {
		return all
	}
	says := 0.0
	for _, s := range all[:min(len(all), 20)] {
		says = max(says, s.says)
	}
	at := slices.IndexFunc(all, func(s choice) bool {
		return changes.MatchString(s.text) && s.says >= changeSays*says && (s.says > 0 || j.wants != question.Anything && j.kind(s.text)) && s.chance >= changeChance*all[0].chance
	})
	if at < 0 {
		return all
	}
	c := all[at]
	of := fileOf(j.sources[c.source].Hit)
	old := amount.FindAllString(c.text, -1)
	replaced, before := false, uint64(0)
	latest := asksNew.MatchString(j.text) && j.kind(c.text)
	rest := slices.DeleteFunc(slices.Clone(all), func(s choice) bool {
		switch {
		case s.index == c.index:
			return true
		case fileOf(j.sources[s.source].Hit) == of:
			// A log: what stands further down took the place of what it says again with other figures.
			gone := s.source == c.source && s.index < c.index && j.wants != question.Anything && amount.MatchString(s.text) && amount.MatchString(c.text) && again(c.text, s.text, j.sources[c.source].Passage.Lang)
			replaced = replaced || gone
			return gone
		}
		gone := latest && j.said[s.source]&^j.said[c.source] == 0 || slices.ContainsFunc(reference.FindAllString(c.text, -1), func(r string) bool { return strings.Contains(s.under+" "+s.text, r) }) || slices.ContainsFunc(amount.FindAllString(s.text, -1), func(a string) bool { return len(a) > 2 && slices.Contains(old, a) }) || c.says >= .9*says
		replaced = replaced || gone
		if gone {
			before |= j.said[s.source]
		}
		return gone
	})
	if !replaced {
		return all
	}
	j.later, j.before = c.index, before
	c.chance = max(c.chance, all[0].chance)
	return append([]choice{c}, rest...)
}

// listAsked leaves what is no item of a list out where a list is introduced in the words of the question.
func listAsked(chosen []choice, list []statement, j *judge) []choice {
	items := map[int]int{} // chosen, by what introduces them in the words of the question
	for _, s := range chosen {
		if s.lead >= 0 && j.own(list, list[s.lead]) >= leadSays {
			items[s.lead]++
		}
	}
	if !slices.ContainsFunc(chosen, func(s choice) bool { return items[s.lead] > 1 }) {
		return chosen
	}
	return slices.DeleteFunc(chosen, func(s choice) bool { return items[s.lead] == 0 })
}

// leadSays is how much of a question a line must say whose list answers it.
const leadSays = .6

// wholeLists adds the items that are left of lists of which half was chosen, or some where the list is asked for: a list is told
// whole, or not at all.
func wholeLists(chosen, all []choice, most int, asked func(lead int) bool) []choice {
	taken, items := map[int]int{}, map[int]int{}
	for _, s := range all {
		items[s.lead]++
	}
	for _, s := range chosen {
		taken[s.lead]++
	}
	for _, s := range all {
		if s.lead < 0 || len(chosen) >= most || taken[s.lead] == 0 || 2*taken[s.lead] < items[s.lead] && !asked(s.lead) {
			continue
		}
		if !slices.ContainsFunc(chosen, func(d choice) bool { return d.index == s.index || same(d.text, s.text) }) {
			chosen = append(chosen, s)
		}
	}
	return chosen
}

// measured are the beginnings of questions for one figure or one time, which a statement without any does not answer.
var measured = []string{
	"how much ", "how long ", "how old ", "how often ", "how far ", "when ", "at what time ", "what year ", "what date ", "what time ",
	"wann ", "wie lange ", "wie hoch ", "wie teuer ", "wie alt ", "wie oft ", "quand ", "combien ", "cuándo ", "cuánto ", "cuánta ",
}

func asksFigure(q question.Question) bool {
	text := strings.ToLower(strings.TrimLeft(q.Text, "¿ ")) + " "
	return q.Form == question.Count || slices.ContainsFunc(measured, func(m string) bool { return strings.HasPrefix(text, m) })
}
