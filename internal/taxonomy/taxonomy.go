// Package taxonomy answers questions about the graph of tags: what lies below a tag, what above, and which of several tags are redundant.
// It is pure: tags come in, IDs go out. Catalog keeps the tags, index and explain ask.
//
// Where a vocabulary gives its tags positions, as MeSH does with tree numbers, a tag lies above tags that have a position below one of its
// own, and the links between them do not count: merged by tag, the positions of MeSH are a graph of another and far wider meaning (Section
// 5.2 of the SPAR paper derives ancestors from prefixes too). Elsewhere the links to parents decide. Cycles are tolerated. Tags that lie
// below each other behave as one tag.
package taxonomy

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// A Graph is the tags with their links and positions. It does not change.
//
// Its nodes are the tags, without their positions, and the positions, which have their tags below them. A tag with all tags below it is all
// that can be reached from it and its positions; from one position less may be reached. Inside, a tag is its place in ids.
type Graph struct {
	ids       []spar.TagID // ascending
	below     [][]int32    // by links to parents that count
	above     [][]int32
	links     [][]int32
	positions [][]int32 // in places
	places    []place
	at        map[spot]int32 // in places
	cycles    [][]int32
	cycle     map[int32][]int32 // the cycle that a tag is in
}

// A spot names a position, which means something in its vocabulary only.
type spot struct{ vocabulary, position string }

// A place is a position that some tag has.
type place struct {
	tags  []int32
	above int32 // the nearest place that this one continues, -1 for none
	below []int32
}

// New makes the graph of tags. A parent or a link that is not among them is ignored.
func New(tags []spar.Tag) *Graph {
	if !slices.IsSortedFunc(tags, func(a, b spar.Tag) int { return cmp.Compare(a.ID, b.ID) }) {
		tags = slices.SortedFunc(slices.Values(tags), func(a, b spar.Tag) int { return cmp.Compare(a.ID, b.ID) })
	}
	g := &Graph{
		ids:   make([]spar.TagID, len(tags)),
		below: make([][]int32, len(tags)), above: make([][]int32, len(tags)),
		links: make([][]int32, len(tags)), positions: make([][]int32, len(tags)),
		at: map[spot]int32{},
	}
	for i, t := range tags {
		g.ids[i] = t.ID
		vocabulary := t.Vocabulary()
		for _, p := range t.Positions {
			g.place(spot{vocabulary, p}, int32(i))
		}
	}
	for at, i := range g.at {
		g.places[i].above = -1
		for dot := strings.LastIndexByte(at.position, '.'); dot >= 0; dot = strings.LastIndexByte(at.position[:dot], '.') {
			if above, ok := g.at[spot{at.vocabulary, at.position[:dot]}]; ok {
				g.places[i].above = above
				g.places[above].below = append(g.places[above].below, i)
				break
			}
		}
	}
	for i, t := range tags {
		for _, id := range t.Parents {
			p, ok := g.node(id)
			if !ok || id == t.ID {
				continue
			}
			if !t.PositionsDecide(tags[p]) {
				g.above[i] = append(g.above[i], p)
				g.below[p] = append(g.below[p], int32(i))
			}
		}
		for _, id := range t.Links {
			if l, ok := g.node(id); ok {
				g.links[i] = append(g.links[i], l)
			}
		}
	}
	g.findCycles()
	return g
}

// node is the place of a tag in ids.
func (g *Graph) node(id spar.TagID) (int32, bool) {
	i, ok := slices.BinarySearch(g.ids, id)
	return int32(i), ok
}

func (g *Graph) place(at spot, tag int32) {
	i, ok := g.at[at]
	if !ok {
		i = int32(len(g.places))
		g.at[at] = i
		g.places = append(g.places, place{})
	}
	g.places[i].tags = append(g.places[i].tags, tag)
	g.positions[tag] = append(g.positions[tag], i)
}

// Ancestors is ids and all that lies above them in tags; see Graph.Ancestors.
func Ancestors(tags []spar.Tag, ids ...spar.TagID) map[spar.TagID]bool {
	return New(tags).Ancestors(ids...)
}

// Descendants is the closure of tags: themselves and all below them. Unknown tags are left out.
func (g *Graph) Descendants(tags ...spar.TagID) map[spar.TagID]bool {
	w := g.walk()
	for _, id := range tags {
		if i, ok := g.node(id); ok {
			w.whole(i)
			for _, same := range g.cycle[i] {
				w.whole(same)
			}
		}
	}
	w.down()
	return w.reached()
}

// DescendantsAt is the tags at one position of a vocabulary and all that lie below it there, with what hangs on these by
// links to parents; nothing when no tag has that position.
func (g *Graph) DescendantsAt(vocabulary, position string) map[spar.TagID]bool {
	w := g.walk()
	if i, ok := g.at[spot{vocabulary, position}]; ok {
		w.place(i)
	}
	w.down()
	return w.reached()
}

// WithLinks adds to a closure what its tags link to, and all below that. It does not follow links of tags that it adds so.
func (g *Graph) WithLinks(closure map[spar.TagID]bool) map[spar.TagID]bool {
	w := g.walk()
	for id := range closure {
		if i, ok := g.node(id); ok {
			for _, l := range g.links[i] {
				w.whole(l)
			}
		}
	}
	w.down()
	all := w.reached()
	maps.Copy(all, closure)
	return all
}

// Ancestors is the tags themselves and all above them. Unknown tags are left out.
func (g *Graph) Ancestors(tags ...spar.TagID) map[spar.TagID]bool {
	w := g.walk()
	for _, id := range tags {
		if i, ok := g.node(id); ok {
			w.tag(i)
		}
	}
	w.up()
	for i := range w.places { // a tag with a position above lies above, whatever is above its other ones
		for _, t := range g.places[i].tags {
			w.tags[t] = true
		}
	}
	for _, cycle := range g.cycles {
		if slices.ContainsFunc(cycle, func(i int32) bool { return w.tags[i] }) {
			for _, i := range cycle {
				w.tags[i] = true
			}
		}
	}
	return w.reached()
}

// Parents gives the tags right above one, ascending: by links, and by the positions that its own continue.
func (g *Graph) Parents(id spar.TagID) []spar.TagID {
	return g.around(id, g.above, func(p int32) []int32 { return []int32{g.places[p].above} })
}

// Children gives the tags right below one, ascending.
func (g *Graph) Children(id spar.TagID) []spar.TagID {
	return g.around(id, g.below, func(p int32) []int32 { return g.places[p].below })
}

func (g *Graph) around(id spar.TagID, linked [][]int32, next func(place int32) []int32) (list []spar.TagID) {
	i, ok := g.node(id)
	if !ok {
		return nil
	}
	for _, t := range linked[i] {
		list = append(list, g.ids[t])
	}
	for _, p := range g.positions[i] {
		for _, q := range next(p) {
			if q < 0 {
				continue
			}
			for _, t := range g.places[q].tags {
				list = append(list, g.ids[t])
			}
		}
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(t spar.TagID) bool { return t == id })
}

// Prune leaves of an ancestor and its descendant the ancestor: of the result, ascending, no tag lies below another. Of tags
// that lie below each other the one with the lowest ID stays. Unknown tags are left out. A descendant that has positions
// elsewhere too goes with what lies below it there; without positions the closure stays the same.
func (g *Graph) Prune(tags []spar.TagID) []spar.TagID {
	given := map[spar.TagID]set{} // with their ancestors
	for _, id := range tags {
		if _, ok := g.node(id); ok {
			given[id] = g.Ancestors(id)
		}
	}
	var kept []spar.TagID
	for _, id := range slices.Sorted(maps.Keys(given)) {
		above := given[id]
		covered := false
		for a := range above {
			if ways, ok := given[a]; ok && a != id && (!ways[id] || a < id) {
				covered = true
				break
			}
		}
		if !covered {
			kept = append(kept, id)
		}
	}
	return kept
}

// Cycles is the groups of tags that lie below each other, by links and by positions taken together: each ascending, the
// groups by their first tag. A group selects as one tag.
func (g *Graph) Cycles() [][]spar.TagID {
	var list [][]spar.TagID
	for _, cycle := range g.cycles {
		var ids []spar.TagID
		for _, i := range cycle {
			ids = append(ids, g.ids[i])
		}
		list = append(list, ids)
	}
	return list
}

func (g *Graph) findCycles() {
	below := make([][]int32, len(g.ids))
	for i := range below {
		below[i] = slices.Clone(g.below[i])
	}
	for _, p := range g.places {
		for _, i := range p.below {
			for _, upper := range p.tags {
				below[upper] = append(below[upper], g.places[i].tags...)
			}
		}
	}
	// Tarjan, Depth-First Search and Linear Graph Algorithms, 1972; with a stack of its own, since a graph can be deeper
	// than the one of the machine.
	var (
		order   = make([]int32, len(g.ids)) // from 1, as found
		low     = make([]int32, len(g.ids)) // the least order that is reachable through open tags
		found   int32
		open    []int32
		isOpen  = make([]bool, len(g.ids))
		visits  []visit
		entered = func(i int32) {
			found++
			order[i], low[i] = found, found
			open, isOpen[i] = append(open, i), true
			visits = append(visits, visit{tag: i})
		}
	)
	for root := range g.ids {
		if order[root] == 0 {
			entered(int32(root))
		}
		for len(visits) > 0 {
			v := &visits[len(visits)-1]
			if v.next < len(below[v.tag]) {
				child := below[v.tag][v.next]
				v.next++
				if order[child] == 0 {
					entered(child)
				} else if isOpen[child] {
					low[v.tag] = min(low[v.tag], order[child])
				}
				continue
			}
			i := v.tag
			visits = visits[:len(visits)-1]
			if len(visits) > 0 {
				above := visits[len(visits)-1].tag
				low[above] = min(low[above], low[i])
			}
			if low[i] != order[i] {
				continue
			}
			at := len(open) - 1
			for open[at] != i {
				at--
			}
			for _, member := range open[at:] {
				isOpen[member] = false
			}
			if len(open)-at > 1 {
				g.cycles = append(g.cycles, slices.Sorted(slices.Values(open[at:])))
			}
			open = open[:at]
		}
	}
	slices.SortFunc(g.cycles, slices.Compare)
	g.cycle = map[int32][]int32{}
	for _, cycle := range g.cycles {
		for _, i := range cycle {
			g.cycle[i] = cycle
		}
	}
}

// A visit is a tag whose children are being looked at.
type visit struct {
	tag  int32
	next int // child
}

type set = map[spar.TagID]bool

// A walk gathers all that it reaches: tags, without their positions, and places.
type walk struct {
	g        *Graph
	tags     map[int32]bool
	places   map[int32]bool
	toTags   []int32
	toPlaces []int32
}

func (g *Graph) walk() *walk { return &walk{g: g, tags: map[int32]bool{}, places: map[int32]bool{}} }

// reached is the tags gathered.
func (w *walk) reached() set {
	ids := make(set, len(w.tags))
	for i := range w.tags {
		ids[w.g.ids[i]] = true
	}
	return ids
}

func (w *walk) tag(i int32) {
	if !w.tags[i] {
		w.tags[i] = true
		w.toTags = append(w.toTags, i)
	}
}

func (w *walk) place(i int32) {
	if i >= 0 && !w.places[i] {
		w.places[i] = true
		w.toPlaces = append(w.toPlaces, i)
	}
}

// whole takes a tag with all of its positions.
func (w *walk) whole(tag int32) {
	w.tag(tag)
	for _, i := range w.g.positions[tag] {
		w.place(i)
	}
}

func (w *walk) down() {
	for {
		if n := len(w.toPlaces); n > 0 {
			p := w.g.places[w.toPlaces[n-1]]
			w.toPlaces = w.toPlaces[:n-1]
			for _, tag := range p.tags {
				w.tag(tag)
			}
			for _, i := range p.below {
				w.place(i)
			}
		} else if n := len(w.toTags); n > 0 {
			tag := w.toTags[n-1]
			w.toTags = w.toTags[:n-1]
			for _, child := range w.g.below[tag] {
				w.whole(child)
			}
		} else {
			return
		}
	}
}

// up goes every step of down backwards.
func (w *walk) up() {
	for {
		if n := len(w.toPlaces); n > 0 {
			p := w.g.places[w.toPlaces[n-1]]
			w.toPlaces = w.toPlaces[:n-1]
			w.place(p.above)
			for _, tag := range p.tags { // links lead to a tag with all of its positions
				for _, parent := range w.g.above[tag] {
					w.tag(parent)
				}
			}
		} else if n := len(w.toTags); n > 0 {
			tag := w.toTags[n-1]
			w.toTags = w.toTags[:n-1]
			for _, i := range w.g.positions[tag] {
				w.place(i)
			}
			for _, parent := range w.g.above[tag] {
				w.tag(parent)
			}
		} else {
			return
		}
	}
}
