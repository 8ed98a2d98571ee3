package index

import (
	"cmp"
	"slices"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// A TagLine is a tag in the printed tree. A tag with several parents has a line below each of them, and its own
// subtree below the first only.
type TagLine struct {
	Tag     spar.Tag
	Depth   int
	Again   bool     // its subtree stands above
	Parents []string // names
	Files   int      // with the tag itself
	Below   int      // with the tag or one below it
}

// TagTree gives the whole vocabulary as a tree, siblings by name, counted over the files that who may read. Tags whose
// parents form a cycle with no way in from above hang from the first of them by name.
func (s *Snapshot) TagTree(who spar.Principal) ([]TagLine, error) {
	all, err := s.Eval(who, spar.Scope{})
	if err != nil {
		return nil, err
	}
	graph := taxonomy.New(s.tags)
	files, below := map[spar.TagID]int{}, map[spar.TagID]int{}
	above := map[spar.TagID]map[spar.TagID]bool{}
	for f := range s.In(all.Known) {
		covered := map[spar.TagID]bool{}
		for _, t := range s.tagsOf[f.ID] {
			files[t]++
			if above[t] == nil {
				above[t] = graph.Ancestors(t)
			}
			covered[t] = true
			for a := range above[t] {
				covered[a] = true
			}
		}
		for t := range covered {
			below[t]++
		}
	}

	byName := slices.SortedFunc(slices.Values(s.tags), func(a, b spar.Tag) int { return cmp.Compare(a.Name, b.Name) })
	children := map[spar.TagID][]spar.Tag{}
	names := map[spar.TagID]string{}
	for _, t := range byName {
		names[t.ID] = t.Name
		for _, p := range t.Parents {
			children[p] = append(children[p], t)
		}
	}
	var lines []TagLine
	printed := map[spar.TagID]bool{}
	var add func(t spar.Tag, depth int)
	add = func(t spar.Tag, depth int) {
		line := TagLine{Tag: t, Depth: depth, Again: printed[t.ID], Files: files[t.ID], Below: below[t.ID]}
		for _, p := range t.Parents {
			line.Parents = append(line.Parents, names[p])
		}
		lines = append(lines, line)
		if line.Again {
			return
		}
		printed[t.ID] = true
		for _, c := range children[t.ID] {
			add(c, depth+1)
		}
	}
	for _, t := range byName {
		if len(t.Parents) == 0 {
			add(t, 0)
		}
	}
	for _, t := range byName {
		if !printed[t.ID] {
			add(t, 0)
		}
	}
	return lines, nil
}
