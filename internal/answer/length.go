package answer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Length is how much an answer says.
type Length string

// The lengths. All choose statements alike; a short answer tells the likeliest, a long one more that bears on the question.
const (
	Usual Length = ""
	Short Length = "short"
	Long  Length = "long"
)

// Bounds of a short answer and of a long one.
const (
	shortItems = 3  // of a list
	longMost   = 40 // statements of an answer that is not the one sentence
	longAfter  = 12 // passages behind a hit that a long answer looks at
)

// of is a composition at a length.
func (l Length) of(c composition) composition {
	if l != Long {
		return c
	}
	c.least /= 2
	if c.narrow {
		c.most *= 2
	} else {
		c.most = longMost
	}
	return c
}

// shortened is the likeliest part of the chosen statements: one statement, with its introduction, or the first items of a list that
// answers.
func shortened(chosen []choice, wants func(text string) bool, contradicts func(a, b choice) bool) []choice {
	if len(chosen) == 0 {
		return chosen
	}
	best := slices.MaxFunc(chosen, func(a, b choice) int {
		says := func(c choice) int {
			if wants(c.text) {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(says(a), says(b)), cmp.Compare(a.chance, b.chance), cmp.Compare(a.says, b.says), cmp.Compare(b.index, a.index))
	})
	list := best.lead // the list whose first items are told
	if slices.ContainsFunc(chosen, func(c choice) bool { return c.lead == best.index }) {
		list = best.index
	}
	if list < 0 {
		return slices.DeleteFunc(slices.Clone(chosen), func(c choice) bool { return c.index != best.index && !contradicts(best, c) })
	}
	items := 0
	return slices.DeleteFunc(slices.Clone(chosen), func(c choice) bool {
		if c.lead == list {
			items++
			return items > shortItems
		}
		return c.index != list
	})
}

// listsOf says for each list in an answer, by the statement that introduces it, how many items the answer has and how many there are. It
// follows a list beyond the passages read so far.
func listsOf(ctx context.Context, chosen []choice, said []statement, found []source, o Options) map[int][2]int {
	of := map[int][2]int{}
	for _, c := range chosen {
		if c.lead >= 0 && c.item {
			n := of[c.lead]
			of[c.lead] = [2]int{n[0] + 1, 0}
		}
	}
	for lead, n := range of {
		last := -1
		for i := lead + 1; i < len(said) && said[i].lead == lead; i++ {
			if i == lead+1 || said[i].block != said[i-1].block {
				n[1]++
			}
			last = i
		}
		shown := map[int]bool{} // a sentence of an item stands for it
		for _, c := range chosen {
			if c.lead == lead {
				shown[c.block] = true
			}
		}
		n[0] = len(shown)
		if last >= 0 && (last+1 == len(said) || found[said[last+1].source].section != found[said[last].source].section) {
			n[1] += following(ctx, found, said[lead+1:last+1], o)
		}
		of[lead] = n
	}
	return of
}

// mostFollowing is how many passages a list is followed for.
const mostFollowing = 40

// following counts the items of a list behind the last passage that was looked at.
func following(ctx context.Context, found []source, list []statement, o Options) (items int) {
	var l itemised
	for _, s := range list {
		l.take(block{text: s.text, item: s.marked}, true)
	}
	at := list[len(list)-1].source
	from := found[at]
	for at+1 < len(found) && found[at+1].section == from.section && found[at+1].Index == found[at].Index+1 {
		at++
	}
	if o.Text == nil || from.Passage.Kind != spar.TextPassage {
		return 0
	}
	text, err := o.Text(ctx, from.Segment)
	if err != nil {
		return 0
	}
	before := found[at].Passage.Text
	for i := found[at].Index + 1; i < min(text.Len(), found[at].Index+1+mostFollowing); i++ {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.TextPassage || p.Locator.Heading != from.Passage.Locator.Heading {
			return items
		}
		rest := strings.TrimLeft(p.Text[Overlap(before, p.Text):], " \n")
		blocks := partedBlocks(rest, partsWithin(p.Parts, len(p.Text)-len(rest), 0))
		for n, b := range blocks {
			if b.code || !l.take(b, n+1 < len(blocks) && blocks[n+1].item) {
				return items
			}
			items++
		}
		before = p.Text
	}
	return items
}

// ofList is the count behind the introduction of a list that an answer shows only in part.
func ofList(b spar.Bullet) string {
	if b.Of <= b.Shown {
		return ""
	}
	return fmt.Sprintf(" (%d, of which %d shown)", b.Of, b.Shown)
}

// wish tells a model how long an answer is wanted.
func (l Length) wish() string {
	switch l {
	case Short:
		return "\nAnswer with one statement.\n"
	case Long:
		return "\nAnswer in full, with all that the excerpts say about it.\n"
	}
	return ""
}
