// Package taxonomy answers questions about the graph of tags: what lies below a tag, what above, and which of several
// tags say the same twice. It is pure: tags come in, IDs go out. Catalog keeps the tags, index and explain ask.
//
// Where a vocabulary gives its tags positions, as MeSH does with tree numbers, a tag lies above those that have a position
// below one of its own, and the links between them do not count: merged by tag, the positions of MeSH are a graph of
// another and far wider meaning (Section 5.2 of the SPAR paper derives ancestors from prefixes too). Elsewhere the links to
// parents say what lies above. Cycles are tolerated. Tags of one cycle of links lie below each other, so they behave as
// one tag.
package taxonomy

import (
	"slices"
	"strings"

	spar "github.com/sparsearch/spar"
)

// A Graph is the tags with their links and positions. It does not change.
//
// Its nodes are the tags, without their positions, and the positions, below each of which are its tags. A tag and all
// below it is what is reachable from it and its positions; what is reachable from one position may be less.
type Graph struct {
	ids       []spar.TagID // ascending
	parents   map[spar.TagID][]spar.TagID
	children  map[spar.TagID][]spar.TagID
	places    []place
	positions map[spar.TagID][]int        // in places
	at        map[spot]int                // in places
	below     map[spar.TagID][]spar.TagID // children by links that count
	above     map[spar.TagID][]spar.TagID
}

// A spot names a position, which means something in its vocabulary only.
type spot struct{ vocabulary, position string }

// A place is a position that some tag has.
type place struct {
	tags  []spar.TagID
	above int // the nearest place that this one continues, -1 for none
	below []int
}

// New makes the graph of tags. A parent that is not among them is ignored.
func New(tags []spar.Tag) *Graph {
	g := &Graph{
		parents: make(map[spar.TagID][]spar.TagID, len(tags)), children: map[spar.TagID][]spar.TagID{},
		positions: map[spar.TagID][]int{}, at: map[spot]int{},
		below: map[spar.TagID][]spar.TagID{}, above: map[spar.TagID][]spar.TagID{},
	}
	placed := map[spar.TagID]string{} // the vocabularies of tags with positions
	for _, t := range tags {
		g.parents[t.ID] = nil
		g.ids = append(g.ids, t.ID)
		for _, p := range t.Positions {
			g.place(spot{t.Vocabulary(), p}, t.ID)
			placed[t.ID] = t.Vocabulary()
		}
	}
	slices.Sort(g.ids)
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
	for _, t := range tags {
		own, isPlaced := placed[t.ID]
		for _, p := range t.Parents {
			if _, ok := g.parents[p]; !ok || p == t.ID {
				continue
			}
			g.parents[t.ID] = append(g.parents[t.ID], p)
			g.children[p] = append(g.children[p], t.ID)
			if theirs, ok := placed[p]; !ok || !isPlaced || theirs != own {
				g.above[t.ID] = append(g.above[t.ID], p)
				g.below[p] = append(g.below[p], t.ID)
			}
		}
	}
	return g
}

func (g *Graph) place(at spot, tag spar.TagID) {
	i, ok := g.at[at]
	if !ok {
		i = len(g.places)
		g.at[at] = i
		g.places = append(g.places, place{})
	}
	g.places[i].tags = append(g.places[i].tags, tag)
	g.positions[tag] = append(g.positions[tag], i)
}

// Closure is ids and all that lies below them in tags; see Graph.Descendants.
func Closure(tags []spar.Tag, ids ...spar.TagID) map[spar.TagID]bool {
	return New(tags).Descendants(ids...)
}

// Ancestors is ids and all that lies above them in tags; see Graph.Ancestors.
func Ancestors(tags []spar.Tag, ids ...spar.TagID) map[spar.TagID]bool {
	return New(tags).Ancestors(ids...)
}

// Descendants is the closure of tags: themselves and all below them. Unknown tags are left out.
func (g *Graph) Descendants(tags ...spar.TagID) map[spar.TagID]bool {
	w := walk{g: g, tags: set{}, places: map[int]bool{}}
	for _, id := range tags {
		if _, ok := g.parents[id]; ok {
			w.whole(id)
		}
	}
	w.down()
	return w.tags
}

// DescendantsAt is the tags at one position of a vocabulary and all that lie below it there, with what hangs on these by
// links; nothing when no tag has that position.
func (g *Graph) DescendantsAt(vocabulary, position string) map[spar.TagID]bool {
	w := walk{g: g, tags: set{}, places: map[int]bool{}}
	if i, ok := g.at[spot{vocabulary, position}]; ok {
		w.place(i)
	}
	w.down()
	return w.tags
}

// Ancestors is the tags themselves and all above them. Unknown tags are left out.
func (g *Graph) Ancestors(tags ...spar.TagID) map[spar.TagID]bool {
	w := walk{g: g, tags: set{}, places: map[int]bool{}}
	for _, id := range tags {
		if _, ok := g.parents[id]; ok {
			w.tag(id)
		}
	}
	w.up()
	for i := range w.places { // a tag with a position above lies above, whatever is above its other ones
		for _, id := range g.places[i].tags {
			w.tags[id] = true
		}
	}
	return w.tags
}

// Prune leaves of an ancestor and its descendant the ancestor: of the result, ascending, no tag lies below another. Of tags
// that lie below each other the one with the lowest ID stays. Unknown tags are left out. A descendant that has positions
// elsewhere too goes with what lies below it there; without positions the closure stays the same.
func (g *Graph) Prune(tags []spar.TagID) []spar.TagID {
	given := map[spar.TagID]set{} // with their ancestors
	for _, id := range tags {
		if _, ok := g.parents[id]; ok {
			given[id] = g.Ancestors(id)
		}
	}
	var kept []spar.TagID
	for _, id := range g.ids {
		above, ok := given[id]
		if !ok {
			continue
		}
		covered := false
		for a := range given {
			if a != id && above[a] && (!given[a][id] || a < id) {
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

// Cycles is the groups of tags whose links to parents lead from each to each other, positions aside: each ascending, the groups by their first tag.
func (g *Graph) Cycles() [][]spar.TagID {
	// Tarjan, Depth-First Search and Linear Graph Algorithms, 1972; with a stack of its own, since a graph can be deeper
	// than the one of the machine.
	var (
		cycles  [][]spar.TagID
		order   = map[spar.TagID]int{} // from 1, as found
		low     = map[spar.TagID]int{} // the least order that is reachable through open tags
		open    []spar.TagID
		isOpen  = set{}
		visits  []visit
		entered = func(id spar.TagID) {
			order[id] = len(order) + 1
			low[id] = order[id]
			open, isOpen[id] = append(open, id), true
			visits = append(visits, visit{id: id})
		}
	)
	for _, root := range g.ids {
		if order[root] == 0 {
			entered(root)
		}
		for len(visits) > 0 {
			v := &visits[len(visits)-1]
			if below := g.children[v.id]; v.next < len(below) {
				child := below[v.next]
				v.next++
				if order[child] == 0 {
					entered(child)
				} else if isOpen[child] {
					low[v.id] = min(low[v.id], order[child])
				}
				continue
			}
			id := v.id
			visits = visits[:len(visits)-1]
			if len(visits) > 0 {
				above := visits[len(visits)-1].id
				low[above] = min(low[above], low[id])
			}
			if low[id] != order[id] {
				continue
			}
			at := slices.Index(open, id)
			group := slices.Sorted(slices.Values(open[at:]))
			open = open[:at]
			for _, member := range group {
				delete(isOpen, member)
			}
			if len(group) > 1 {
				cycles = append(cycles, group)
			}
		}
	}
	slices.SortFunc(cycles, slices.Compare)
	return cycles
}

// A visit is a tag whose children are being looked at.
type visit struct {
	id   spar.TagID
	next int // child
}

type set = map[spar.TagID]bool

// A walk gathers what is reachable: tags, without their positions, and places.
type walk struct {
	g        *Graph
	tags     set
	places   map[int]bool
	toTags   []spar.TagID
	toPlaces []int
}

func (w *walk) tag(id spar.TagID) {
	if !w.tags[id] {
		w.tags[id] = true
		w.toTags = append(w.toTags, id)
	}
}

func (w *walk) place(i int) {
	if i >= 0 && !w.places[i] {
		w.places[i] = true
		w.toPlaces = append(w.toPlaces, i)
	}
}

// whole takes a tag with all of its positions.
func (w *walk) whole(id spar.TagID) {
	w.tag(id)
	for _, i := range w.g.positions[id] {
		w.place(i)
	}
}

func (w *walk) down() {
	for {
		if n := len(w.toPlaces); n > 0 {
			p := w.g.places[w.toPlaces[n-1]]
			w.toPlaces = w.toPlaces[:n-1]
			for _, id := range p.tags {
				w.tag(id)
			}
			for _, i := range p.below {
				w.place(i)
			}
		} else if n := len(w.toTags); n > 0 {
			id := w.toTags[n-1]
			w.toTags = w.toTags[:n-1]
			for _, child := range w.g.below[id] {
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
			for _, id := range p.tags { // links lead to a tag with all of its positions
				for _, parent := range w.g.above[id] {
					w.tag(parent)
				}
			}
		} else if n := len(w.toTags); n > 0 {
			id := w.toTags[n-1]
			w.toTags = w.toTags[:n-1]
			for _, i := range w.g.positions[id] {
				w.place(i)
			}
			for _, parent := range w.g.above[id] {
				w.tag(parent)
			}
		} else {
			return
		}
	}
}
