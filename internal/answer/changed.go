package answer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds of a comparison of two versions.
const (
	versionPassages = 60 // of each that are compared
	mostChanges     = 5
	alike           = .4 // of the words of two statements that both have, so that one is what became of the other
	asMuchAsked     = .5 // the least part of the share of the question that the best-fitting change has
)

// A change is a statement of an older version and what became of it; one of them may be missing.
type change struct {
	old, new  int // of the statements of each version; -1: none
	says      float64
	different bool // in a figure
}

// changed tells what became of a document between the two of its versions that a comparison names: the statements that differ,
// those of the older version before those of the newer.
func changed(ctx context.Context, q question.Question, sides []Found, o Options) (spar.Answer, bool) {
	var none spar.Answer
	if o.Text == nil {
		return none, false
	}
	hits, of, _, _ := editions(ctx, q, statements(interleaved(sides)), o)
	var pair [2]*spar.Hit
	for i := range pair {
		side, _ := q.Side(i)
		for _, h := range hits {
			e := of[fileOf(h)]
			if e == nil || !e.member || i == 1 && e.family != of[fileOf(*pair[0])].family {
				continue
			}
			if named(side, e.Version) || asksOld.MatchString(q.Sides[i]+" one") && !e.inForce && !e.draft() || asksNew.MatchString(q.Sides[i]) && e.inForce {
				pair[i] = &h
				break
			}
		}
		if pair[i] == nil {
			return none, false
		}
	}
	if fileOf(*pair[0]) == fileOf(*pair[1]) {
		return none, false
	}
	var texts [2][]statement
	var from [2][]source
	for i, h := range pair {
		from[i] = wholeFile(ctx, *h, o)
		texts[i] = statementsOf(from[i])
	}
	first, _ := q.Side(0)
	title := pair[0].Passage.Locator.Outermost()
	words := newAsked(question.Without(unversioned(first.Content), q.Lang), pair[0].Passage.Lang, sides[0].Weights).
		without(titleOf(texts[0], from[0], *pair[0])+" "+title, source{Hit: spar.Hit{Path: pair[0].Path + " " + strings.Join(q.Sides, " ")}})
	list := changesOf(texts, func(i int, s statement) float64 {
		return words.share(s.text, from[i][s.source].Passage.Locator.Heading)
	})
	if len(list) == 0 {
		return none, false
	}
	best := slices.MaxFunc(list, func(a, b change) int { return cmp.Compare(a.says, b.says) }).says
	if words.total > 0 && best == 0 {
		return none, false
	}
	list = slices.DeleteFunc(list, func(c change) bool { return c.says < asMuchAsked*best })
	slices.SortStableFunc(list, func(a, b change) int {
		rank := func(c change) int {
			switch {
			case c.different:
				return 0
			case c.old >= 0 && c.new >= 0:
				return 1
			}
			return 2
		}
		return cmp.Compare(rank(a), rank(b))
	})
	var a spar.Answer
	var lines []string
	number := map[[2]int]int{}
	for _, c := range list[:min(len(list), mostChanges)] {
		for i, at := range []int{c.old, c.new} {
			if at < 0 {
				continue
			}
			s := texts[i][at]
			src := from[i][s.source]
			key := [2]int{i, s.source}
			if number[key] == 0 {
				number[key] = len(a.Citations) + 1
				a.Citations = append(a.Citations, citation(number[key], src.Hit, of[fileOf(src.Hit)]))
			}
			text := of[fileOf(src.Hit)].Label() + ": " + unmarked(s.text)
			a.Bullets = append(a.Bullets, spar.Bullet{Text: text, Citations: []int{number[key]}})
			lines = append(lines, "- "+text+" "+marker(number[key]))
		}
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// wholeFile is the passages of a hit's file, as far as versions are compared.
func wholeFile(ctx context.Context, h spar.Hit, o Options) []source {
	text, err := o.Text(ctx, h.Segment)
	if err != nil {
		return []source{{Hit: h}}
	}
	var list []source
	section := 0
	for i := range min(text.Len(), versionPassages) {
		p, err := text.Passage(i)
		if err != nil || p.Kind == spar.CardPassage {
			continue
		}
		if len(list) > 0 && list[len(list)-1].Passage.Locator.Heading != p.Locator.Heading {
			section++
		}
		list = append(list, source{Hit: beside(h, p, i), section: section})
	}
	return list
}

// changesOf pairs the statements of two versions that are alike and not the same; statements without a counterpart came or went.
func changesOf(texts [2][]statement, says func(int, statement) float64) (list []change) {
	terms := [2][]map[string]bool{}
	for i, t := range texts {
		for _, s := range t {
			set := map[string]bool{}
			for _, w := range chunk.Terms(s.text, "en") {
				set[w] = true
			}
			terms[i] = append(terms[i], set)
		}
	}
	skip := func(s statement) bool {
		return s.code || s.title || len(s.text) < leastText || strings.HasSuffix(s.text, ":")
	}
	taken := map[int]bool{} // of the older
	for j, s := range texts[1] {
		if skip(s) {
			continue
		}
		best, at := alike, -1
		same := false
		for i, t := range texts[0] {
			if letters(t.text) == letters(s.text) {
				taken[i], same = true, true
				break
			}
			if v := overlapOf(terms[0][i], terms[1][j]); !taken[i] && !skip(t) && v >= best {
				best, at = v, i
			}
		}
		if same || versionLine(s.text) {
			continue
		}
		c := change{old: at, new: j, says: says(1, s)}
		if at >= 0 {
			taken[at] = true
			c.different = !slices.Equal(amount.FindAllString(texts[0][at].text, -1), amount.FindAllString(s.text, -1))
		}
		list = append(list, c)
	}
	for i, t := range texts[0] {
		if !taken[i] && !skip(t) && !versionLine(t.text) {
			list = append(list, change{old: i, new: -1, says: says(0, t)})
		}
	}
	return list
}

// versionLine reports whether a statement only says which version its file is.
func versionLine(text string) bool {
	return versionSaid.MatchString(text)
}

func overlapOf(a, b map[string]bool) float64 {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	if all := len(a) + len(b) - n; all > 0 {
		return float64(n) / float64(all)
	}
	return 0
}
