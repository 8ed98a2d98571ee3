package format

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// writeTurtle writes SKOS. Links that go both ways are skos:related, others dcterms:references; a position is a notation
// of the type <urn:spar:position>. Identifiers that are no IRIs become ones that begin with urn:spar:concept:.
func writeTurtle(w io.Writer, v taxonomy.Vocabulary) error {
	fmt.Fprintf(w, "@prefix skos: <%s> .\n@prefix dcterms: <%s> .\n@prefix owl: <%s> .\n", nsSKOS, nsTerms, nsOWL)
	links := map[[2]string]bool{}
	for _, c := range v.Concepts {
		for _, l := range c.Links {
			links[[2]string{c.ID, l}] = true
		}
	}
	for _, c := range v.Concepts {
		fmt.Fprintf(w, "\n<%s> a skos:Concept ;\n\tskos:prefLabel %s", conceptIRI(c.ID), quoted(c.Name))
		for _, s := range c.Synonyms {
			fmt.Fprintf(w, " ;\n\tskos:altLabel %s", quoted(s))
		}
		if c.Notes != "" {
			fmt.Fprintf(w, " ;\n\tskos:scopeNote %s", quoted(c.Notes))
		}
		for _, p := range c.Parents {
			fmt.Fprintf(w, " ;\n\tskos:broader <%s>", conceptIRI(p))
		}
		for _, p := range c.Positions {
			fmt.Fprintf(w, " ;\n\tskos:notation %s^^<%s>", quoted(p), position)
		}
		for _, l := range c.Links {
			switch {
			case !links[[2]string{l, c.ID}]:
				fmt.Fprintf(w, " ;\n\tdcterms:references <%s>", conceptIRI(l))
			case c.ID < l:
				fmt.Fprintf(w, " ;\n\tskos:related <%s>", conceptIRI(l))
			}
		}
		if c.Retired {
			fmt.Fprint(w, " ;\n\towl:deprecated true")
		}
		if _, err := fmt.Fprint(w, " .\n"); err != nil {
			return err
		}
	}
	return nil
}

// ownIRI begins the IRIs of concepts that have none.
const ownIRI = "urn:spar:concept:"

var absolute = pattern.New("^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20<>\"{}|^`\\\\]*$")

func conceptIRI(id string) string {
	if absolute.MatchString(id) && !strings.HasPrefix(id, ownIRI) {
		return id
	}
	return ownIRI + url.PathEscape(id)
}

// conceptID gives back the identifier that conceptIRI wrote.
func conceptID(iri string) string {
	if rest, ok := strings.CutPrefix(iri, ownIRI); ok {
		if id, err := url.PathUnescape(rest); err == nil && id != "" {
			return id
		}
	}
	return iri
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func quoted(s string) string { return `"` + escapes.Replace(s) + `"` }

// ownIDs gives concepts that were written with IRIs of our own their identifiers back.
func ownIDs(v taxonomy.Vocabulary) taxonomy.Vocabulary {
	for i := range v.Concepts {
		c := &v.Concepts[i]
		c.ID = conceptID(c.ID)
		for _, list := range [][]string{c.Parents, c.Links} {
			for n, id := range list {
				list[n] = conceptID(id)
			}
		}
	}
	return v
}
