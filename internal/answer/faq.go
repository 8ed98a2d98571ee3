package answer

import (
	"slices"
)

// When a question in a list of questions and answers is the one that is asked, and how much is told of its answer.
const (
	faqSays  = .7 // part of the question, with the headings above it and the name of its file
	faqOwn   = .5 // part of the question, by itself
	faqAsked = .5 // of its own words, which must be among those of the question
	faqMost  = 3  // sentences, where few are wanted
)

// answeredThere gives the answer to a question that a file has in nearly the user's words. The answer starts at its beginning: "No." tells
// more than the next sentence, though that covers more of the question's words. It is nil where no likely statement answers such a
// question.
func (j *judge) answeredThere(all []choice, list []statement, c composition) []choice {
	best, most := choice{}, 0.0
	for _, s := range all {
		if s.chance < likely*all[0].chance {
			break
		}
		if s.asked < 0 || s.source != list[s.asked].source && j.sources[s.source].section != j.sources[list[s.asked].source].section {
			continue
		}
		a, from := j.asked[s.source], j.sources[s.source]
		a.near = nil
		if says := a.share(list[s.asked].text, from.Passage.Locator.Heading, nameText(from.Path)); says > most && a.share(list[s.asked].text) >= faqOwn {
			best, most = s, says
		}
	}
	if most < faqSays {
		return nil
	}
	at, a := best.asked, j.asked[best.source]
	if !a.asksThat(list[at].text) {
		return nil
	}
	limit := c.most
	if c.narrow {
		limit = min(limit, faqMost)
	}
	var chosen []choice
	for i := at + 1; i < len(list) && list[i].asked == at && len(chosen) < limit; i++ {
		chosen = append(chosen, choice{list[i], i, best.chance, best.says})
	}
	if !slices.ContainsFunc(chosen, func(s choice) bool { return s.index == best.index }) {
		chosen = append(chosen, best)
	}
	return chosen
}

// asksThat reports whether enough of the words of a question in a file are among those of the question that is asked.
func (a asked) asksThat(question string) bool {
	said, known := 0, 0
	for _, t := range sayingTerms(question, a.lang) {
		if said++; a.weight[t] > 0 {
			known++
		}
	}
	return float64(known) >= faqAsked*float64(said)
}

// withBegin adds the first sentence of an answer whose later sentence was chosen, below a heading that is the user's question.
func (j *judge) withBegin(chosen []choice, list []statement) []choice {
	for _, s := range chosen {
		from := j.sources[s.source]
		above, question := headings(from.Passage.Locator.Heading)
		a := j.asked[s.source]
		a.near = nil
		if question == "" || a.share(question) < faqOwn || a.share(question, above, nameText(from.Path)) < faqSays || !a.asksThat(question) {
			continue
		}
		i := s.index - s.place
		if b := list[i]; j.opens(b) && !b.item && !asks(b.text) && !slices.ContainsFunc(chosen, func(c choice) bool { return c.index == i || same(c.text, b.text) }) {
			return append(chosen, choice{b, i, s.chance, j.own(list, b)})
		}
	}
	return chosen
}

// opens reports whether a statement is the first below its heading: the first of the passages there, without a passage left out before it.
func (j *judge) opens(s statement) bool {
	first := j.sources[s.source]
	return s.place == 0 && (first.Index == 0 || !first.beside || slices.ContainsFunc(j.sources, func(o source) bool {
		return !o.beside && o.section == first.section && o.rank == first.rank && o.Index-first.Index < before
	}))
}
