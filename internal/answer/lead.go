package answer

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// Which statement leads is told by reading the likeliest with the question, each below its subject: signs of words choose what is said, and
// seldom tell which part of it answers. docs/decisions/0183-what-leads.md.

// reader gives the log odds that statements answer, read with the question; nil where nothing reads.
func (j *judge) reader(ctx context.Context, q question.Question, o Options) func([]choice) []float64 {
	if o.Verifier == nil || q.Lang != "en" {
		return nil
	}
	return func(all []choice) []float64 {
		texts, odds := make([]string, len(all)), make([]float64, len(all))
		for i, c := range all {
			texts[i] = j.below(c.statement)
		}
		read, err := o.Verifier.Score(ctx, q.Text, texts)
		if err != nil || len(read) != len(all) {
			return nil
		}
		for i, v := range read {
			odds[i] = float64(v)
		}
		return odds
	}
}

// below is a statement as it is read: below the name of its file and its headings, behind the subject of its paragraph and what introduces it.
func (j *judge) below(s statement) string {
	from, text := j.sources[s.source], unmarked(s.text)
	if s.under != "" && !strings.HasPrefix(text, s.under) {
		text = s.under + ": " + text
	}
	if at := max(s.lead, s.asked); at >= 0 {
		text = unmarked(j.list[at].text) + " " + text
	}
	name := path.Base(from.Path)
	return nameText(strings.TrimSuffix(name, path.Ext(name))) + "\n" + from.Passage.Locator.Heading + "\n" + text
}

// leading adds to the chosen statements, which are among all, the one that likeliest answers, and gives it the greatest chance. lead is its
// index, -1 where nothing was read.
func (j *judge) leading(all, chosen []choice) (_ []choice, lead int) {
	if j.read == nil || len(chosen) == 0 {
		return chosen, -1
	}
	most := j.by.Reads
	list := slices.DeleteFunc(slices.Clone(all), func(c choice) bool {
		most--
		return most < 0 && !slices.ContainsFunc(chosen, func(s choice) bool { return s.index == c.index })
	})
	odds := j.read(list)
	if odds == nil {
		return chosen, -1
	}
	best, top := 0, math.Inf(-1)
	for i, c := range list {
		if sum := math.Log(c.chance/(1-c.chance)) + j.by.Read*odds[i]; sum > top {
			best, top = i, sum
		}
	}
	c := list[best]
	j.odds = odds[best]
	for _, s := range chosen {
		c.chance = max(c.chance, s.chance)
	}
	at := slices.IndexFunc(chosen, func(s choice) bool { return s.index == c.index || same(s.text, c.text) })
	if at < 0 {
		return append(chosen, c), c.index
	}
	chosen[at].chance = c.chance
	return chosen, chosen[at].index
}

// ledBy puts a statement in front, except an item of a list that is told: that stays behind what introduces it.
func ledBy(chosen []choice, lead int) []choice {
	at := slices.IndexFunc(chosen, func(c choice) bool { return c.index == lead })
	if at <= 0 || slices.ContainsFunc(chosen, func(c choice) bool { return c.index == chosen[at].lead }) {
		return chosen
	}
	return slices.Insert(slices.Delete(slices.Clone(chosen), at, at+1), 0, chosen[at])
}

// under names what a statement is about where it does not name it itself: of an item, what introduces its list, without which it may say the
// contrary; of others that say less than is asked, the subject of their paragraph or their heading.
func (j *judge) under(s choice, line string, told []choice) string {
	from, lead := j.sources[s.source].Passage, s.lead
	introduced := lead >= 0 && introduces(j.list, lead)
	if s.code || from.Kind != spar.TextPassage || !introduced && j.asked[s.source].share(line) >= 1 || slices.ContainsFunc(told, func(c choice) bool { return c.index == lead }) {
		return ""
	}
	name, longest := from.Locator.Innermost(), longTitle
	if slices.ContainsFunc(j.sources, func(o source) bool { // of two sections that are called alike the ones above tell which it is
		return fileOf(o.Hit) == fileOf(j.sources[s.source].Hit) && o.Passage.Locator.Innermost() == name && o.Passage.Locator.Heading != from.Locator.Heading
	}) {
		above := strings.Split(from.Locator.Heading, " > ")
		name = strings.Join(above[max(0, len(above)-2):], ", ")
	}
	switch {
	case s.under != "":
		name = s.under
	case lead >= 0:
		name, longest = unmarked(j.list[lead].text), longLead
	}
	name = strings.TrimRight(name, ": ")
	if utf8.RuneCountInString(name) > longest || strings.Contains(letters(line), letters(name)) {
		return ""
	}
	return name
}

// longLead is the characters of the longest statement that is told in front of an item of its list.
const longLead = 200

// untold is a label, or "" where it stands before a statement of the same source right above.
func untold(label string, above []spar.Bullet, source int) string {
	for _, b := range slices.Backward(above) {
		if b.Citations[0] != source {
			break
		}
		if b.Under != "" {
			if b.Under == label {
				return ""
			}
			break
		}
	}
	return label
}

// citedAt is which of the answer's citations a unit has first; behind all where it has none.
func (b *widener) citedAt(u *wide) int {
	at := slices.IndexFunc(b.answer.Citations, func(c spar.Citation) bool {
		return c.Segment == u.At.Segment && c.Share == u.Share && c.Path == u.Path && u.First <= c.Index && c.Index <= u.Last
	})
	return cmp.Or(at+1, len(b.answer.Citations)+1)
}
