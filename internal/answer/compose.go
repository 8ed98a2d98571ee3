package answer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// A composition is the part of the hits that answers a question of one form.
type composition struct {
	narrow bool    // the sentence that says it, and no more
	list   bool    // a list that is introduced in the words of the question is all of the answer
	most   int     // statements
	least  float64 // part of the chance of the best statement that another needs; of a narrow one a Saying has it
}

// compositions say how to compose each form of answer. A fact takes a sentence or two; steps, lists, comparisons and summaries are taken
// whole from their place.
var compositions = map[question.Form]composition{
	question.Fact:       {narrow: true, most: 4},
	question.Definition: {narrow: true, most: 2},
	question.Boolean:    {narrow: true, most: 3},
	question.Count:      {narrow: true, most: 2},
	question.Version:    {narrow: true, most: 2},
	question.Procedure:  {list: true, most: 14, least: .35},
	question.List:       {list: true, most: 14, least: .35},
	question.Comparison: {most: 14, least: .35},
	question.Summary:    {most: 14, least: .35},
	question.Files:      {narrow: true, most: 5},
	question.Several:    {most: 14, least: .35},
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

// isField reports whether a text is a field of a form with its value, which may be as short as "Paid: no".
func isField(text string) bool { return labelled.MatchString(text) && !ends(text) }

var labelled = pattern.New(`^\pL[\pL /-]+: ?\S`)

// leastText is the characters of the shortest statement, but of an item of a list that is asked for: "Warning!" says nothing.
const leastText = 12

// likely is the least part of the best statement's chance that lets another be the one that answers.
const likely = .5

// choose takes the statements that answer, and no two that say the same. They stand in the order of the hits, within one text in its order,
// and an item of a list behind its introduction.
func choose(list []statement, j *judge, c composition, may func(statement) bool) []choice {
	if j.may == nil {
		j.may = j.candidates(list, c, may)
	}
	var all []choice
	for _, i := range j.may {
		all = append(all, choice{list[i], i, j.chance(list, list[i], c.narrow), j.own(list, list[i])})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.chance, a.chance) })
	if (c.narrow || c.list) && j.term == nil { // moves do not change the meaning of a term
		all = unchanged(all, j)
	}
	if c.narrow {
		all = j.ofNamed(all)
	}
	if there := j.answeredThere(all, list, c); there != nil {
		return j.arranged(there, c.narrow)
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
		if c.narrow && s.says < j.by.SaysToo*most && (s.lead < 0 || s.lead != all[0].lead) {
			continue
		}
		if !slices.ContainsFunc(chosen, func(d choice) bool { return same(s.text, d.text) }) {
			chosen = append(chosen, s)
		}
	}
	if c.narrow {
		chosen = j.withBegin(j.withTruth(j.withFields(j.withItems(j.ofKind(chosen, list), list), list), list), list)
	} else {
		chosen = wholeLists(chosen, all, c.most, func(lead int) bool { return c.list && j.own(list, list[lead]) >= leadSays })
	}
	if c.list {
		chosen = listAsked(j.ofSections(chosen, list), list, j)
	}
	chosen = j.untranslated(j.withoutAlike(chosen))
	lead := -1
	if c.narrow {
		chosen, lead = j.leading(all, chosen)
	}
	for _, s := range chosen {
		// A whole sentence may only seem to be an item; the answer to a narrow question does without what stands before it.
		if c.narrow && ends(s.text) {
			continue
		}
		if s.lead >= 0 && !slices.ContainsFunc(chosen, func(d choice) bool { return d.index == s.lead }) {
			chosen = append(chosen, choice{list[s.lead], s.lead, s.chance, s.says})
		}
	}
	return ledBy(j.arranged(chosen, c.narrow), lead)
}

// candidates are the statements that an answer may say. A question is none, even one like the user's; the introduction of a list is one
// only with the list.
func (j *judge) candidates(list []statement, c composition, may func(statement) bool) []int {
	all := []int{}
	for i, s := range list {
		if s.isShown() || j.term != nil && j.otherField(s) || asks(s.text) || strings.HasSuffix(s.text, ":") && !((c.narrow || introducesCode(list, i)) && introduces(list, i)) || s.title || utf8.RuneCountInString(s.text) < leastText && !(c.list && s.lead >= 0) && !j.inForm(s) || !c.narrow && !c.list && isLabel(s) || !may(s) || isNoise(s.text, j.form) || j.addsNothing(s) || !j.versions && versionLine(s.text) && j.own(list, s) == 0 {
			continue
		}
		all = append(all, i)
	}
	return all
}

// arranged puts statements of one section side by side, as they stand there. A section is the text below one heading of a file; in text
// without headings it is the text found together. The best ranked section comes first; for a one-sentence answer, the section of the
// likeliest statement.
func (j *judge) arranged(chosen []choice, likeliest bool) []choice {
	type place struct {
		of      foundFile
		heading string
		section int
	}
	placeOf := func(s choice) place {
		src := j.sources[s.source]
		if src.Passage.Kind == spar.TextPassage && src.Passage.Locator.Heading != "" {
			return place{of: fileOf(src.Hit), heading: src.Passage.Locator.Heading}
		}
		return place{section: src.section + 1}
	}
	first := map[place]float64{}
	for _, s := range chosen {
		at := float64(j.sources[s.source].rank)
		if likeliest {
			at = -s.chance
		}
		if r, ok := first[placeOf(s)]; !ok || at < r {
			first[placeOf(s)] = at
		}
	}
	number := map[place]int{} // of places with the same first, in their order
	for _, s := range chosen {
		if p := placeOf(s); number[p] == 0 {
			number[p] = len(number) + 1
		}
	}
	slices.SortStableFunc(chosen, func(a, b choice) int {
		x, y := placeOf(a), placeOf(b)
		if x != y {
			return cmp.Or(cmp.Compare(first[x], first[y]), cmp.Compare(number[x], number[y]))
		}
		return cmp.Or(cmp.Compare(j.sources[a.source].Index, j.sources[b.source].Index), cmp.Compare(a.index, b.index))
	})
	return chosen
}

// sectionCover is the least part of the question that a section with all above it must cover, relative to the best section, for a list or
// the steps of a procedure.
const sectionCover = .75

// ofSections leaves out statements of sections that cover far less of the question than another.
func (j *judge) ofSections(chosen []choice, list []statement) []choice {
	covers := map[int]float64{}
	most := 0.0
	for _, s := range chosen {
		at := j.sources[s.source].section
		covers[at] = max(covers[at], j.cover(list, s.statement, nil))
		most = max(most, covers[at])
	}
	return slices.DeleteFunc(chosen, func(s choice) bool { return covers[j.sources[s.source].section] < sectionCover*most })
}

// unheaded is the part of the question that headings, titles and the name of the file must say above a statement that says nothing of it.
const unheaded = .6

// why begins questions for a reason, which is seldom told in their words.
var why = pattern.New(`(?i)^\W*(?:why|how come|warum|wieso|weshalb|pourquoi|por qué)\b`)

// tells reports whether any chosen statement covers a word of the question besides names, stands below headings that cover most of it, or
// names something of the wanted kind.
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

// nearly gives the question's words for a source, where words of nearly the same meaning count too. Measures do not, since files name many
// of them.
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

// saysLess applies where a statement has the wanted kind of thing: one without it is left out if it covers less than this part of that
// one's share of the question.
const saysLess = .6

// ofKind leaves out the statements that name nothing of the kind that is asked for, where another does that says more of the question.
func (j *judge) ofKind(chosen []choice, list []statement) []choice {
	if j.wants == question.Anything || j.wants == question.Truth {
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

// withItems adds the items of lists whose introduction was chosen. Where an item was chosen whose introduction covers as much of the
// question as any statement, it adds the introduction and the other items.
func (j *judge) withItems(chosen []choice, list []statement) []choice {
	for _, s := range slices.Clone(chosen) {
		if s.lead < 0 || ends(s.text) || j.own(list, list[s.lead]) < s.says || slices.ContainsFunc(chosen, func(d choice) bool { return d.index == s.lead }) {
			continue
		}
		chosen = append(chosen, choice{list[s.lead], s.lead, s.chance, s.says})
	}
	if j.form == question.Count && slices.ContainsFunc(chosen, func(s choice) bool { return j.kind(s.text) && introduces(list, s.index) }) {
		return chosen // "four findings:" says how many there are
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

// withTruth adds a sentence that says yes or no to the chosen statements of a question for a truth, where none of them does. It takes one
// beside them: "If we miss an appointment we credit 38 pounds to your account. You need not ask for it." The sentence must have a word of
// the question that the others lack.
func (j *judge) withTruth(chosen []choice, list []statement) []choice {
	if j.wants != question.Truth || slices.ContainsFunc(chosen, func(s choice) bool { return polarSaid.MatchString(s.text) }) {
		return chosen
	}
	var best choice
	most := 0.0
	for _, s := range chosen {
		a := j.asked[s.source]
		says := a.share(s.text)
		for _, i := range []int{s.index - 1, s.index + 1} {
			if i < 0 || i >= len(list) || list[i].block != s.block || !truthSaid.MatchString(list[i].text) || asks(list[i].text) {
				continue
			}
			if more := a.share(s.text, list[i].text) - says; more > most {
				best, most = choice{list[i], i, s.chance, j.own(list, list[i])}, more
			}
		}
	}
	if most == 0 {
		return chosen
	}
	return append(chosen, best)
}

// changes are the words of a statement that changes an earlier one, such as a decision or an amendment.
var changes = pattern.New(`(?i)\b(?:instead of|in place of|rather than|no longer|(?:is|are) now|moves?|moved|put off|postpone[ds]?|rais(?:es?|ed)|lower(?:s|ed)|increase[ds]?|reduce[ds]?|revised?|extended (?:to|until)|(?:agreed|set|fixed|approved) (?:a |the )?new|new (?:\pL+ )?(?:dates?|deadline|forecast|price|fee|figure|limit|estimate|term)|statt|anstelle|anstatt|verschoben|verschiebt|erhöht|gesenkt|au lieu de|report(?:é|ée|e)|en lugar de|aplaza(?:da|do)?)\b`)

// amount is a figure or a date as it is written.
var amount = pattern.New(`(?:\d{1,2}\.? \pL+ \d{4}|\pL+ \d{1,2}, \d{4}|\d[\d.,]*\d|\d)`)

// reference is the number of an item of minutes or of a document that a text names.
var reference = pattern.New(`\b\d{1,4}/\d{1,4}\b`)

// again reports whether one statement has a word of another that says something.
func again(a, b, lang string) bool {
	have := sayingTerms(b, lang)
	return slices.ContainsFunc(sayingTerms(a, lang), func(t string) bool {
		return !strings.ContainsFunc(t, unicode.IsDigit) && question.Month(t) == 0 && slices.Contains(have, t)
	})
}

// The least share of the question, beside the best statement's, and the least chance, of a statement that changes another.
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
		return j.unamended(all)
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
			// A log: a later entry replaces one that it repeats with other figures.
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

// listAsked keeps only items of a list where the words of the question introduce that list.
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

// wholeLists adds the other items of a list when half of them were chosen, or some where the question asks for the list. An answer tells a
// list whole, or not at all.
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
