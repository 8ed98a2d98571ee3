// Package taxonomy answers questions about the graph of tags: what lies below a tag, what above, and which of several
// tags say the same twice. It is pure: tags come in, IDs go out. Catalog keeps the tags, index and explain ask.
//
// Cycles are tolerated. Tags of one cycle lie below each other, so they behave as one tag.
package taxonomy

import (
	"slices"

	spar "github.com/sparsearch/spar"
)

// A Graph is the tags with their links in both directions. It does not change.
type Graph struct {
	ids      []spar.TagID // ascending
	parents  map[spar.TagID][]spar.TagID
	children map[spar.TagID][]spar.TagID
}

// New makes the graph of tags. A parent that is not among them is ignored.
func New(tags []spar.Tag) *Graph {
	g := &Graph{parents: make(map[spar.TagID][]spar.TagID, len(tags)), children: map[spar.TagID][]spar.TagID{}}
	for _, t := range tags {
		g.parents[t.ID] = nil
		g.ids = append(g.ids, t.ID)
	}
	slices.Sort(g.ids)
	for _, t := range tags {
		for _, p := range t.Parents {
			if _, ok := g.parents[p]; ok && p != t.ID {
				g.parents[t.ID] = append(g.parents[t.ID], p)
				g.children[p] = append(g.children[p], t.ID)
			}
		}
	}
	return g
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
func (g *Graph) Descendants(tags ...spar.TagID) map[spar.TagID]bool { return g.walk(g.children, tags) }

// Ancestors is the tags themselves and all above them. Unknown tags are left out.
func (g *Graph) Ancestors(tags ...spar.TagID) map[spar.TagID]bool { return g.walk(g.parents, tags) }

// Prune leaves of an ancestor and its descendant the ancestor: the result, ascending, has the same closure as tags and no
// tag below another. Of tags in one cycle the one with the lowest ID stays.
func (g *Graph) Prune(tags []spar.TagID) []spar.TagID {
	given := set{}
	for _, id := range tags {
		if _, ok := g.parents[id]; ok {
			given[id] = true
		}
	}
	var kept []spar.TagID
	for _, id := range g.ids {
		if given[id] && !g.covered(id, given) {
			kept = append(kept, id)
		}
	}
	return kept
}

// covered reports whether a tag of given other than id lies above it, and not also below it with a higher ID.
func (g *Graph) covered(id spar.TagID, given set) bool {
	var below set // made when it is needed
	for above := range g.walk(g.parents, []spar.TagID{id}) {
		if above == id || !given[above] {
			continue
		}
		if below == nil {
			below = g.walk(g.children, []spar.TagID{id})
		}
		if !below[above] || above < id {
			return true
		}
	}
	return false
}

// Cycles is the groups of tags that lie below each other: each ascending, the groups by their first tag.
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

// walk is what is reachable from tags, themselves included.
func (g *Graph) walk(links map[spar.TagID][]spar.TagID, tags []spar.TagID) set {
	found := set{}
	var todo []spar.TagID
	visit := func(id spar.TagID) {
		if !found[id] {
			found[id] = true
			todo = append(todo, id)
		}
	}
	for _, id := range tags {
		if _, ok := g.parents[id]; ok {
			visit(id)
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, next := range links[id] {
			visit(next)
		}
	}
	return found
}
