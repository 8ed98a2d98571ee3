package format

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// The names that SKOS files are made of; see https://www.w3.org/TR/skos-reference/.
const (
	nsRDF   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS  = "http://www.w3.org/2000/01/rdf-schema#"
	nsXSD   = "http://www.w3.org/2001/XMLSchema#"
	nsOWL   = "http://www.w3.org/2002/07/owl#"
	nsSKOS  = "http://www.w3.org/2004/02/skos/core#"
	nsXL    = "http://www.w3.org/2008/05/skos-xl#"
	nsTerms = "http://purl.org/dc/terms/"

	// position is the type of notations that are positions in SPAR's sense. Others need not be: only some are built so that
	// one that continues another after a dot lies below it.
	position = "urn:spar:position"
)

// A term is a node of RDF: an IRI, a blank node, whose name begins with "_:", or a literal.
type term struct {
	value    string
	literal  bool
	language string // of a literal, in lower case
	datatype string
}

// A triple is a statement of RDF. Its subject and predicate are no literals.
type triple struct {
	subject, predicate string
	object             term
}

// A graph gathers statements about concepts. It forgets all others, and counts them.
type graph struct {
	nodes   map[string]*node
	remarks *taxonomy.Remarks
	size    int // statements kept
}

// A node holds the statements about one subject.
type node struct {
	concept, other             bool // by its type
	retired                    bool
	preferred, also, notes     []term // literals, or names of nodes that have one
	broader, narrower, related []string
	references                 []string // links in this direction only
	positions                  []string
	value                      []term // of a node that stands for a literal
}

// maxStatements bounds memory: some 200 bytes each.
const maxStatements = 20_000_000

func newGraph(r *taxonomy.Remarks) *graph { return &graph{nodes: map[string]*node{}, remarks: r} }

func (g *graph) add(t triple) error {
	n := g.nodes[t.subject]
	if n == nil {
		n = &node{}
		g.nodes[t.subject] = n
	}
	g.size++
	if g.size > maxStatements {
		return spar.Errorf(spar.Invalid, "there are more than %d statements", maxStatements)
	}
	link := func(list *[]string) {
		if t.object.literal {
			g.remarks.Add("literals where a concept should be were left out", t.object.value)
			return
		}
		*list = append(*list, t.object.value)
	}
	switch t.predicate {
	case nsRDF + "type":
		switch t.object.value {
		case nsSKOS + "Concept":
			n.concept = true
		case nsSKOS + "ConceptScheme", nsSKOS + "Collection", nsSKOS + "OrderedCollection", nsXL + "Label":
			n.other = true
		}
	case nsSKOS + "prefLabel", nsXL + "prefLabel":
		n.preferred = append(n.preferred, t.object)
	case nsSKOS + "altLabel", nsSKOS + "hiddenLabel", nsXL + "altLabel", nsXL + "hiddenLabel":
		n.also = append(n.also, t.object)
	case nsSKOS + "definition", nsSKOS + "scopeNote", nsSKOS + "note", nsSKOS + "example":
		n.notes = append(n.notes, t.object)
	case nsSKOS + "broader":
		link(&n.broader)
	case nsSKOS + "narrower":
		link(&n.narrower)
	case nsSKOS + "related":
		link(&n.related)
	case nsTerms + "references":
		link(&n.references)
	case nsSKOS + "notation":
		if t.object.datatype == position {
			n.positions = append(n.positions, t.object.value)
		} else {
			n.also = append(n.also, term{value: t.object.value, literal: true})
		}
	case nsOWL + "deprecated":
		n.retired = n.retired || t.object.value == "true" || t.object.value == "1"
	case nsRDF + "value", nsXL + "literalForm":
		n.value = append(n.value, t.object)
	default:
		g.size--
		g.remarks.Add("statements <"+t.predicate+"> are not kept", "")
	}
	return nil
}

// vocabulary makes concepts of the gathered statements, with labels of the language: its own name, other forms of the same language as
// synonyms. A concept without a label of the language takes its name and synonyms from labels without a language, or else of the first
// language by code.
func (g *graph) vocabulary(language string) taxonomy.Vocabulary {
	ids := slices.Sorted(maps.Keys(g.nodes))
	isConcept := func(id string) bool {
		n := g.nodes[id]
		return n != nil && !n.other && (n.concept || len(n.preferred) > 0) && !strings.HasPrefix(id, "_:")
	}
	broader, links := map[string][]string{}, map[string][]string{}
	for _, id := range ids {
		n := g.nodes[id]
		if !isConcept(id) {
			if n.concept && strings.HasPrefix(id, "_:") {
				g.remarks.Add("concepts without an IRI were left out", "")
			}
			continue
		}
		broader[id] = append(broader[id], n.broader...)
		for _, below := range n.narrower {
			broader[below] = append(broader[below], id)
		}
		links[id] = append(append(links[id], n.related...), n.references...)
		for _, other := range n.related { // SKOS: related is symmetric
			links[other] = append(links[other], id)
		}
	}
	var v taxonomy.Vocabulary
	for _, id := range ids {
		if !isConcept(id) {
			continue
		}
		n := g.nodes[id]
		c := taxonomy.Concept{ID: id, Parents: broader[id], Links: links[id], Positions: n.positions, Retired: n.retired}
		labels := g.literals(n.preferred)
		best := g.best(labels, language)
		c.Name = best.value
		theirs := language
		if best.language != "" && !speaks(best.language, language) {
			theirs = best.language
			g.remarks.Add("concepts without a label in the language asked for are called by another", c.Name)
		}
		for _, l := range append(labels[:len(labels):len(labels)], g.literals(n.also)...) {
			if l.language == "" || speaks(l.language, theirs) {
				c.Synonyms = append(c.Synonyms, l.value)
			} else {
				g.remarks.Add("labels in other languages are not kept", "")
			}
		}
		var notes []string
		for _, l := range g.literals(n.notes) {
			if text := strings.TrimSpace(l.value); (l.language == "" || speaks(l.language, theirs)) && text != "" && !slices.Contains(notes, text) {
				notes = append(notes, text)
			}
		}
		c.Notes = strings.Join(notes, "\n\n")
		v.Concepts = append(v.Concepts, c)
	}
	return ownIDs(v)
}

// literals is terms with those replaced that stand for literals.
func (g *graph) literals(list []term) []term {
	var out []term
	for _, t := range list {
		if t.literal {
			out = append(out, t)
		} else if n := g.nodes[t.value]; n != nil && len(n.value) > 0 {
			for _, l := range n.value {
				if l.literal {
					out = append(out, l)
				}
			}
		} else {
			g.remarks.Add("labels and notes that are no text were left out", t.value)
		}
	}
	return out
}

// best is the label to call a concept by.
func (g *graph) best(labels []term, language string) term {
	if len(labels) == 0 {
		return term{}
	}
	rank := func(t term) int {
		switch {
		case t.language == strings.ToLower(language):
			return 0
		case speaks(t.language, language):
			return 1
		case t.language == "":
			return 2
		}
		return 3
	}
	return slices.MinFunc(labels, func(a, b term) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(a.language, b.language), cmp.Compare(a.value, b.value))
	})
}

// speaks reports whether a tag such as "en-gb" is of the language asked for, "en": basic filtering of RFC 4647, section 3.3.1.
func speaks(tag, language string) bool {
	language = strings.ToLower(language)
	return tag == language || strings.HasPrefix(tag, language+"-") && language != ""
}
