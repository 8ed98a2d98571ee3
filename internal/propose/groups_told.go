package propose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
)

const (
	tellingPart  = .6 // of a group that has to be in a folder for the folder to stand for it
	mostLookedAt = 60 // items of a group in which the spelling of words is looked up
)

// tell says of each group what sets it apart: words that many of its items have and few of the others, by the log-odds of both over
// their spread, and the folder that most of it is in. A word counts by how often it stands in a name or a heading where it stands at all:
// words that name things do, and words that only hold a sentence together do not.
func tell(items []Item, groups []Group) {
	all, titled, within := map[string]int{}, map[string]int{}, make([]map[string]int, len(groups))
	total := 0
	for g := range groups {
		within[g] = map[string]int{}
		for _, i := range groups[g].Items {
			total++
			for _, t := range distinctTerms(tellingTerms(items[i].Name + " " + items[i].Titles + " " + items[i].Text)) {
				all[t]++
				within[g][t]++
			}
			for _, t := range distinctTerms(tellingTerms(items[i].Name + " " + items[i].Titles)) {
				titled[t]++
			}
		}
	}
	for g := range groups {
		n := float64(len(groups[g].Items))
		type scored struct {
			term  string
			score float64
		}
		var list []scored
		for t, k := range within[g] {
			if 5*k < len(groups[g].Items) || k < min(2, len(groups[g].Items)) {
				continue
			}
			in, out := float64(k)+.5, float64(all[t]-k)+.5
			odds := math.Log(in/(n-float64(k)+.5)) - math.Log(out/(float64(total)-n-out+1))
			if odds > 0 && titled[t] > 0 {
				list = append(list, scored{t, odds / math.Sqrt(1/in+1/out) * float64(titled[t]) / float64(all[t])})
			}
		}
		slices.SortFunc(list, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.term, b.term)) })
		for _, s := range list[:min(len(list), wordsOfGroup)] {
			groups[g].Words = append(groups[g].Words, Word{spelt(s.term, items, groups[g].Items), within[g][s.term]})
		}
		groups[g].Folder, groups[g].InFolder = folderOfGroup(items, groups[g].Items)
	}
}

// spelt returns how most items write a term.
func spelt(term string, items []Item, of []int) string {
	times := map[string]int{}
	for _, i := range of[:min(len(of), mostLookedAt)] {
		for _, w := range strings.FieldsFunc(items[i].Name+" "+items[i].Text, func(r rune) bool { return strings.ContainsRune(" \t\n_-.,;:()/\"'", r) }) {
			if terms := chunk.Terms(w, "en"); len(terms) == 1 && terms[0] == term {
				times[strings.ToLower(w)]++
			}
		}
	}
	best := term
	for w, n := range times {
		if n > times[best] || n == times[best] && (len(w) < len(best) || len(w) == len(best) && w < best) {
			best = w
		}
	}
	return best
}

// folderOfGroup returns the narrowest folder that most of some items are in.
func folderOfGroup(items []Item, of []int) (folder string, count int) {
	in := map[string]int{}
	for _, i := range of {
		for _, f := range foldersOf(items[i].Folder) {
			in[f]++
		}
	}
	for f, n := range in {
		if float64(n) < tellingPart*float64(len(of)) || !strings.Contains(f, ":") || strings.HasSuffix(f, ":.") {
			continue
		}
		if len(f) > len(folder) || len(f) == len(folder) && f < folder {
			folder, count = f, n
		}
	}
	return folder, count
}
