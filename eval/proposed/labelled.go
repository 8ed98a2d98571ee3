package proposed

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/propose"
)

// A Labelling says how often the words that label a group stand in the name of the class that it is most like.
type Labelling struct {
	Of     string   `json:"of"`     // folders, or tags
	Groups int      `json:"groups"` // that have a class of the name's kind
	First  int      `json:"first"`  // of them, with the first word in the name
	Any    int      `json:"any"`    // with any of the three words
	Items  int      `json:"items"`  // of all these groups
	Said   int      `json:"said"`   // of the groups with any
	Chance float64  `json:"chance"` // the part of groups that the labels of other groups would fit, on the average
	Wrong  []string `json:"wrong"`
}

// labelled compares labels with names. names are those of the class that fits a group best, by its place; nil: it has none.
func labelled(of string, groups []propose.Group, names [][]string) (l Labelling) {
	l.Of = of
	says := func(words []propose.Word, names []string) (first, any bool) {
		terms := chunk.Terms(strings.Join(names, "\n"), "en")
		for i, w := range words[:min(3, len(words))] {
			if t := chunk.Terms(w.Text, "en"); len(t) > 0 && slices.Contains(terms, t[0]) {
				first, any = first || i == 0, true
			}
		}
		return first, any
	}
	pairs, fits := 0, 0
	for g, one := range groups {
		if names[g] == nil {
			continue
		}
		l.Groups, l.Items = l.Groups+1, l.Items+len(one.Items)
		first, any := says(one.Words, names[g])
		if first {
			l.First++
		}
		if any {
			l.Any, l.Said = l.Any+1, l.Said+len(one.Items)
		} else {
			var words []string
			for _, w := range one.Words[:min(3, len(one.Words))] {
				words = append(words, w.Text)
			}
			l.Wrong = append(l.Wrong, strings.Join(words, ", ")+": "+strings.Join(names[g][:1], ""))
		}
		for other := range groups {
			if other != g && names[other] != nil {
				if pairs++; func() bool { _, any := says(groups[other].Words, names[g]); return any }() {
					fits++
				}
			}
		}
	}
	l.Chance = float64(fits) / float64(max(1, pairs))
	return l
}

// bestTags are the names of the tag that fits each group best, by F1 over its items; has are the tags of each item.
func bestTags(items []propose.Item, groups []propose.Group, has func(id uint32) []string, named func(tag string) []string) [][]string {
	all := map[string]int{}
	for _, it := range items {
		for _, t := range has(it.ID) {
			all[t]++
		}
	}
	out := make([][]string, len(groups))
	for g, one := range groups {
		in := map[string]int{}
		for _, i := range one.Items {
			for _, t := range has(items[i].ID) {
				in[t]++
			}
		}
		best, most := "", 0.
		for t, n := range in {
			if f := 2 * float64(n) / float64(len(one.Items)+all[t]); f > most || f == most && t < best {
				best, most = t, f
			}
		}
		if best != "" {
			out[g] = named(best)
		}
	}
	return out
}

// bestClasses are the names of the class that most items of each group have.
func bestClasses(items []propose.Item, groups []propose.Group, of func(propose.Item) string) [][]string {
	out := make([][]string, len(groups))
	for g, one := range groups {
		in := map[string]int{}
		for _, i := range one.Items {
			if c := of(items[i]); c != "" {
				in[c]++
			}
		}
		best := ""
		for c, n := range in {
			if n > in[best] || n == in[best] && c < best {
				best = c
			}
		}
		if best != "" {
			out[g] = []string{best}
		}
	}
	return out
}
