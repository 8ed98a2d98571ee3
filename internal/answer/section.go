package answer

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// When a section answers how something is done, and how much is told of it.
const (
	sectionHits    = 6   // among which its passages are looked for
	sectionSays    = .8  // part of the question, by the headings above it and the name of its file
	sectionOwn     = .6  // part of the question, by its own heading
	sectionAsked   = .75 // of its own heading's words, which must be among those of the question
	mostOfSection  = 60  // passages
	mostSentences  = 6   // that are told of a section without steps
	leastListItems = 2   // fewer make no list
)

// sectionTold answers how to do something with the section whose heading names it, in its order: its steps with the text between them or,
// where it has none, its first sentences. Sentences chosen one by one lose the order, and mix in ones of other sections.
func sectionTold(ctx context.Context, q question.Question, hits []spar.Hit, w Weights, of map[foundFile]*edition, o Options) (a spar.Answer, ok bool) {
	if q.Form != question.Procedure || o.Text == nil {
		return a, false
	}
	var best *spar.Hit
	most := 0.0
	for i, h := range hits[:min(len(hits), sectionHits)] {
		if h.Passage.Kind != spar.TextPassage {
			continue
		}
		if says := headedAs(q, h, w); says > most {
			best, most = &hits[i], says
		}
	}
	if best == nil {
		return a, false
	}
	text, err := o.Text(ctx, best.Segment)
	if err != nil {
		return a, false
	}
	found := sectionOf(text, *best)
	said := statementsOf(found)
	told := stepsWithin(said)
	limit := map[Length]int{Short: shortItems, Long: longMost, Usual: compositions[question.Procedure].most}[o.Length]
	if o.Bullets > 0 {
		limit = o.Bullets
	}
	if len(told) == 0 {
		told = slices.DeleteFunc(slices.Clone(said), func(s statement) bool {
			return !s.code && (s.title || asks(s.text) || isLabel(s))
		})
		if o.Length == Usual && !inSteps(told) {
			limit = min(limit, mostSentences)
		}
	}
	told = slices.DeleteFunc(told, func(s statement) bool { return !s.code && isNoise(s.text, q.Form) })
	if len(told) == 0 {
		return a, false
	}
	if all := len(told); all > limit {
		if told[limit].isShown() && told[limit-1].at == told[limit].shows {
			limit++
		}
		told = told[:limit]
		a.Notes = append(a.Notes, fmt.Sprintf("%d statements of the section, of which %d are shown", all, limit))
	}
	var lines []string
	var cited []spar.Hit
	number := map[int]int{} // of the citation of a source
	for _, s := range told {
		from := found[s.source].Hit
		if number[s.source] == 0 {
			number[s.source] = len(a.Citations) + 1
			a.Citations = append(a.Citations, citation(number[s.source], from, of[fileOf(from)]))
			cited = append(cited, from)
		}
		b, note := spar.Bullet{Text: unmarked(s.text), Citations: []int{number[s.source]}}, ""
		if s.code {
			b, note = codeShown(s.text, number[s.source])
		}
		a.Bullets, lines = append(a.Bullets, b), append(lines, Lines(b))
		a.Notes = append(a.Notes, noted(note)...)
	}
	if lost := missing(ctx, q, false, hits, cited, w, o); len(lost) > 0 {
		return spar.Answer{}, false
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// headedAs is how much of a question the headings above a hit say, 0 where its own heading is about something else.
func headedAs(q question.Question, h spar.Hit, w Weights) float64 {
	headings, own := h.Passage.Locator.Headings(), h.Passage.Locator.Innermost()
	a := newAsked(sayingWords(q), h.Passage.Lang, w)
	said, known := 0, 0
	for _, t := range sayingTerms(own, h.Passage.Lang) {
		if said++; a.weight[t] > 0 {
			known++
		}
	}
	says := a.share(append(headings, nameText(path.Base(h.Path)))...)
	if says < sectionSays || a.share(own) < sectionOwn || float64(known) < sectionAsked*float64(said) {
		return 0
	}
	return says
}

// headings parts a path of headings into those above and, where the last of them is a question, that one.
func headings(path string) (above, question string) {
	at := strings.LastIndex(path, " > ")
	if own := path[max(at, 0):]; !asks(own) {
		return path, ""
	}
	if at < 0 {
		return "", path
	}
	return path[:at], path[at+len(" > "):]
}

// sectionOf is the passages below the heading of a hit, in the order of its file.
func sectionOf(text Text, h spar.Hit) (list []source) {
	for i := range text.Len() {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.TextPassage || p.Locator.Sheet != h.Passage.Locator.Sheet {
			continue
		}
		heading := p.Locator.Heading
		if heading != h.Passage.Locator.Heading && !strings.HasPrefix(heading, h.Passage.Locator.Heading+" > ") {
			if len(list) > 0 && i > h.Index {
				break
			}
			list = nil // another section of the same name
			continue
		}
		s := source{Hit: beside(h, p, i)}
		if n := len(list); n > 0 {
			if s.section = list[n-1].section; list[n-1].Passage.Locator.Heading != heading {
				s.section++
			}
		}
		if list = append(list, s); len(list) == mostOfSection {
			break
		}
	}
	return list
}

// inSteps reports whether statements are those of short blocks, as the items of lists are whose marks are not in the text, or go with what
// introduces a list.
func inSteps(said []statement) bool {
	blocks, items := 0, 0
	for i, s := range said {
		if i == 0 || said[i-1].block != s.block {
			blocks++
		}
		if s.item {
			items++
		}
	}
	return items >= leastListItems || blocks >= leastSteps && len(said) < 2*blocks
}

// stepsWithin are the steps of a section in its order, from what introduces the first to the last, with what stands between them; none
// where it has no list. Behind the last it takes as much as the longest of the others has.
func stepsWithin(said []statement) []statement {
	first, last, items, longest := -1, -1, 0, 0
	for i, s := range said {
		if !s.marked {
			continue
		}
		if first < 0 {
			first = i
		}
		if last < 0 || said[last].block != s.block {
			items++
		}
		if last >= 0 {
			longest = max(longest, i-last-1)
		}
		last = i
	}
	if items < leastListItems {
		return nil
	}
	if lead := said[first].lead; lead >= 0 && lead < first {
		first = lead
	}
	return said[first:min(len(said), last+1+longest)]
}
