package index

import (
	"cmp"
	"maps"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
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

// TagTree gives the tags that exist for who as a tree, siblings by name, counted over the files that who may read. Tags whose
// parents form a cycle with no way in from above hang from the first of them by name.
func (s *Snapshot) TagTree(who spar.Principal) ([]TagLine, error) {
	files, below, err := s.CountTags(who)
	if err != nil {
		return nil, err
	}
	return tree(s.TagsFor(who), files, below), nil
}

// CountTags gives how many files that who may read have each tag, and how many have it or one below it. Tags on no file
// are left out.
func (s *Snapshot) CountTags(who spar.Principal) (files, below map[spar.TagID]int, err error) {
	return s.CountTagsIn(who, nil)
}

// CountTagsIn is CountTags over the files of a set; nil is all files.
func (s *Snapshot) CountTagsIn(who spar.Principal, set *roaring.Bitmap) (files, below map[spar.TagID]int, err error) {
	defer runtime.KeepAlive(s)
	c := newTagCounts(s.lexicon)
	r := s.readable(who)
	for _, f := range r.changed().open {
		if set == nil || set.Contains(uint32(f.ID)) {
			c.add(f.tags)
		}
	}
	if s.base != nil {
		may := r.open
		if set != nil {
			may = roaring.And(may, set)
		}
		s.countBase(may, c)
	}
	return c.files, c.below, nil
}

// countBase counts files of the base: each once for every tag that lies above one of its own.
func (s *Snapshot) countBase(may *roaring.Bitmap, c *tagCounts) {
	size := len(s.base.tagAt)
	for _, t := range s.lexicon.tags {
		size = max(size, int(t.ID)+1)
	}
	above := make([][]uint32, size) // by tag
	for id, at := range s.base.tagAt {
		if at.Count > 0 {
			for a := range c.ancestors(spar.TagID(id)) {
				above[id] = append(above[id], uint32(a))
			}
		}
	}
	files, below, last := make([]int, size), make([]int, size), make([]uint32, size)
	ids := make([]uint32, 4096)
	for it := may.ManyIterator(); ; {
		n := it.NextMany(ids)
		if n == 0 {
			break
		}
		for _, id := range ids[:n] {
			row, _ := s.base.row(id)
			for _, t := range list(row, s.base.tagEnd, s.base.tagList) {
				if len(above[t]) > 0 { // else it was removed
					files[t]++
				}
				for _, a := range above[t] {
					if last[a] != id {
						last[a] = id
						below[a]++
					}
				}
			}
		}
	}
	for t := range size {
		if below[t] > 0 {
			c.below[spar.TagID(t)] += below[t]
		}
		if files[t] > 0 {
			c.files[spar.TagID(t)] += files[t]
		}
	}
}

// tagCounts counts files by tag.
type tagCounts struct {
	graph *taxonomy.Graph
	above map[spar.TagID]map[spar.TagID]bool
	files map[spar.TagID]int // with the tag itself
	below map[spar.TagID]int // with the tag or one below it
}

func newTagCounts(l *lexicon) *tagCounts {
	return &tagCounts{l.graph(), map[spar.TagID]map[spar.TagID]bool{}, map[spar.TagID]int{}, map[spar.TagID]int{}}
}

// ancestors is a tag and all above it.
func (c *tagCounts) ancestors(t spar.TagID) map[spar.TagID]bool {
	if c.above[t] == nil {
		c.above[t] = c.graph.Ancestors(t)
	}
	return c.above[t]
}

// add counts a file that has tags.
func (c *tagCounts) add(tags []spar.TagID) {
	covered := map[spar.TagID]bool{}
	for _, t := range tags {
		c.files[t]++
		maps.Copy(covered, c.ancestors(t))
	}
	for t := range covered {
		c.below[t]++
	}
}

// tree lists the graph of tags with counts.
func tree(tags []spar.Tag, files, below map[spar.TagID]int) []TagLine {
	byName := slices.SortedFunc(slices.Values(tags), func(a, b spar.Tag) int { return cmp.Compare(a.Name, b.Name) })
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
	return lines
}
