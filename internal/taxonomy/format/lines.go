package format

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// readMeSHLines reads descriptors with the keys ui, name, tree_numbers, terms, permuted_terms, parents (identifiers) and pharm_actions
// (names of classes). Terms of both kinds become synonyms: only together do they have every written form of a heading.
func readMeSHLines(s *source) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	drugs := map[string][]string{} // by name of the class
	ids := map[string]string{}
	err := s.lines(func(_ int, line []byte) error {
		var r struct {
			UI       string   `json:"ui"`
			Name     string   `json:"name"`
			Trees    []string `json:"tree_numbers"`
			Terms    []string `json:"terms"`
			Permuted []string `json:"permuted_terms"`
			Actions  []string `json:"pharm_actions"`
			Parents  []string `json:"parents"`
			Scope    string   `json:"scope_note"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		for _, class := range r.Actions {
			drugs[class] = append(drugs[class], r.UI)
		}
		ids[r.Name] = r.UI
		v.Concepts = append(v.Concepts, taxonomy.Concept{ID: r.UI, Name: r.Name, Notes: r.Scope, Synonyms: append(r.Terms, r.Permuted...), Parents: r.Parents, Positions: r.Trees})
		return tooMany(v)
	})
	byID := map[string][]string{}
	for class, list := range drugs {
		id, ok := ids[class]
		if !ok {
			id = class
		}
		byID[id] = append(byID[id], list...)
	}
	linkClasses(&v, byID, s.remarks)
	return v, err
}

// A record is a concept as JSON and YAML have it.
type record struct {
	ID        string   `json:"id,omitempty" yaml:"id,omitempty"`
	Name      string   `json:"name" yaml:"name"`
	Synonyms  []string `json:"synonyms,omitempty" yaml:"synonyms,omitempty"`
	Notes     string   `json:"notes,omitempty" yaml:"notes,omitempty"`
	Parents   []string `json:"parents,omitempty" yaml:"parents,omitempty"`
	Positions []string `json:"positions,omitempty" yaml:"positions,omitempty"`
	Links     []string `json:"links,omitempty" yaml:"links,omitempty"`
	Retired   bool     `json:"retired,omitempty" yaml:"retired,omitempty"`
}

// readLines reads a concept a line. A key that is not known is an error: it may be a slip of the pen.
func readLines(s *source) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	err := s.lines(func(_ int, line []byte) error {
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		var r record
		if err := d.Decode(&r); err != nil {
			return err
		}
		if d.More() {
			return spar.Errorf(spar.Invalid, "there is more than one object on the line")
		}
		v.Concepts = append(v.Concepts, taxonomy.Concept(r))
		return tooMany(v)
	})
	return byNames(v), err
}

func writeLines(w io.Writer, v taxonomy.Vocabulary) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, c := range v.Concepts {
		if err := e.Encode(record(c)); err != nil {
			return err
		}
	}
	return nil
}

// byNames lets parents and links that are not identifiers be names, where one concept only has that name.
func byNames(v taxonomy.Vocabulary) taxonomy.Vocabulary {
	ids := make(map[string]bool, len(v.Concepts))
	names := make(map[string]string, len(v.Concepts))
	for i := range v.Concepts {
		c := &v.Concepts[i]
		if c.ID == "" {
			c.ID = c.Name
		}
		ids[c.ID] = true
		folded := taxonomy.Fold(c.Name)
		if _, twice := names[folded]; twice {
			names[folded] = ""
		} else {
			names[folded] = c.ID
		}
	}
	for i := range v.Concepts {
		for _, list := range [][]string{v.Concepts[i].Parents, v.Concepts[i].Links} {
			for n, id := range list {
				if named := names[taxonomy.Fold(id)]; !ids[id] && named != "" {
					list[n] = named
				}
			}
		}
	}
	return v
}
