package format

import (
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
	"golang.org/x/net/html/charset"
)

// A markup is XML read as a stream of records. The standard library expands no entity that a document defines, and
// fetches no definition.
type markup struct {
	*xml.Decoder
	source *source
}

func (s *source) markup() *markup {
	d := xml.NewDecoder(&noControls{s.Reader, s.remarks})
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if strings.HasPrefix(strings.ToLower(label), "utf-16") {
			return in, nil // told by its mark, and decoded already
		}
		return charset.NewReaderLabel(label, in)
	}
	return &markup{d, s}
}

// noControls leaves out the control characters that XML does not allow, which some vocabularies have.
type noControls struct {
	r       io.Reader
	remarks *taxonomy.Remarks
}

func (c *noControls) Read(p []byte) (int, error) {
	for {
		n, err := c.r.Read(p)
		kept := 0
		for _, b := range p[:n] {
			if b < ' ' && b != '\t' && b != '\n' && b != '\r' {
				c.remarks.Add("control characters that XML does not allow were left out", "")
				continue
			}
			p[kept] = b
			kept++
		}
		if kept > 0 || err != nil || n == 0 {
			return kept, err
		}
	}
}

// records calls f with the start of each element below the root.
func (m *markup) records(root func(xml.StartElement) error, f func(xml.StartElement) error) error {
	depth := 0
	for {
		m.source.begin()
		token, err := m.Token()
		if errors.Is(err, io.EOF) && depth == 0 {
			return nil
		}
		if err != nil {
			return m.at(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				if err := root(t); err != nil {
					return m.at(err)
				}
				depth++
				continue
			}
			if err := f(t); err != nil {
				return m.at(err)
			}
		case xml.EndElement:
			depth--
		}
	}
}

// at says where an error is.
func (m *markup) at(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return err // which says the line
	}
	line, column := m.InputPos()
	return spar.Errorf(spar.CodeOf(err), "line %d, column %d: %w", line, column, err)
}

// A meshRecord is a DescriptorRecord, as far as it is used.
type meshRecord struct {
	UI         string   `xml:"DescriptorUI"`
	Name       string   `xml:"DescriptorName>String"`
	Annotation string   `xml:"Annotation"`
	Trees      []string `xml:"TreeNumberList>TreeNumber"`
	Actions    []string `xml:"PharmacologicalActionList>PharmacologicalAction>DescriptorReferredTo>DescriptorUI"`
	Related    []string `xml:"SeeRelatedList>SeeRelatedDescriptor>DescriptorReferredTo>DescriptorUI"`
	Concepts   []struct {
		Preferred string   `xml:"PreferredConceptYN,attr"`
		Name      string   `xml:"ConceptName>String"`
		Scope     string   `xml:"ScopeNote"`
		Terms     []string `xml:"TermList>Term>String"`
	} `xml:"ConceptList>Concept"`
}

// readMeSH reads NLM's file of descriptors: https://www.nlm.nih.gov/mesh/xml_data_elements.html. Pharmacological actions
// stand in the records of drugs, and become links from a class to its drugs.
func readMeSH(s *source) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	m := s.markup()
	drugs := map[string][]string{}
	err := m.records(func(root xml.StartElement) error {
		if root.Name.Local != "DescriptorRecordSet" {
			return spar.Errorf(spar.Invalid, "the root is <%s>, not <DescriptorRecordSet>: of MeSH's files, take that of the descriptors", root.Name.Local)
		}
		return nil
	}, func(start xml.StartElement) error {
		if start.Name.Local != "DescriptorRecord" {
			s.remarks.Add("elements that are no descriptors were left out", start.Name.Local)
			return m.Skip()
		}
		var r meshRecord
		if err := m.DecodeElement(&r, &start); err != nil {
			return err
		}
		if len(r.Related) > 0 {
			s.remarks.Add("references of the kind \"see related\" are not kept", r.UI)
		}
		c := taxonomy.Concept{ID: strings.TrimSpace(r.UI), Name: r.Name, Positions: r.Trees}
		var notes []string
		for _, concept := range r.Concepts {
			c.Synonyms = append(c.Synonyms, concept.Terms...)
			scope := strings.TrimSpace(concept.Scope)
			switch {
			case scope == "":
			case concept.Preferred == "Y":
				notes = slices.Insert(notes, 0, scope)
			default:
				notes = append(notes, strings.TrimSpace(concept.Name)+": "+scope)
			}
		}
		if a := strings.TrimSpace(r.Annotation); a != "" {
			notes = append(notes, "Annotation: "+a)
		}
		c.Notes = strings.Join(notes, "\n\n")
		for _, class := range r.Actions {
			class = strings.TrimSpace(class)
			drugs[class] = append(drugs[class], c.ID)
		}
		v.Concepts = append(v.Concepts, c)
		return tooMany(v)
	})
	linkClasses(&v, drugs, s.remarks)
	return v, err
}

// linkClasses gives classes the links to their drugs.
func linkClasses(v *taxonomy.Vocabulary, drugs map[string][]string, r *taxonomy.Remarks) {
	for i := range v.Concepts {
		c := &v.Concepts[i]
		c.Links = append(c.Links, drugs[c.ID]...)
		delete(drugs, c.ID)
	}
	for _, class := range slices.Sorted(maps.Keys(drugs)) {
		r.Add("pharmacological actions that are not in the file were left out", class)
	}
}

func tooMany(v taxonomy.Vocabulary) error {
	if len(v.Concepts) > taxonomy.MaxConcepts {
		return spar.Errorf(spar.Invalid, "there are more than %d concepts", taxonomy.MaxConcepts)
	}
	return nil
}

// readTrees reads NLM's file of tree numbers, a NAME;NUMBER a line. It knows descriptors by their names only.
func readTrees(s *source) (taxonomy.Vocabulary, error) {
	var v taxonomy.Vocabulary
	at := map[string]int{}
	err := s.lines(func(_ int, line []byte) error {
		semicolon := strings.LastIndexByte(string(line), ';')
		if semicolon < 1 {
			return spar.Errorf(spar.Invalid, "%.80q is not a heading, a semicolon and a tree number", line)
		}
		name := strings.TrimSpace(string(line[:semicolon]))
		i, ok := at[name]
		if !ok {
			i = len(v.Concepts)
			at[name] = i
			v.Concepts = append(v.Concepts, taxonomy.Concept{ID: name, Name: name})
		}
		v.Concepts[i].Positions = append(v.Concepts[i].Positions, string(line[semicolon+1:]))
		return tooMany(v)
	})
	return v, err
}
