package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// readRDFXML reads SKOS as RDF/XML (https://www.w3.org/TR/rdf-syntax-grammar/).
func readRDFXML(s *source) (taxonomy.Vocabulary, error) {
	g := newGraph(s.remarks)
	r := &rdfReader{markup: s.markup(), emit: g.add}
	if err := r.document(); err != nil {
		return taxonomy.Vocabulary{}, r.at(err)
	}
	return g.vocabulary(s.Language), nil
}

// An rdfReader turns elements into statements as they stream by. It does not read features that SKOS files do not use: statements about
// statements (rdf:ID on a property, rdf:bagID, rdf:aboutEach).
type rdfReader struct {
	*markup
	blanks int
	depth  int
	emit   func(triple) error
}

const nsXML = "http://www.w3.org/XML/1998/namespace"

// A setting is what elements inherit.
type setting struct {
	base     *url.URL
	language string
}

func (s setting) of(e xml.StartElement) (setting, error) {
	for _, a := range e.Attr {
		switch {
		case a.Name.Local == "lang" && (a.Name.Space == nsXML || a.Name.Space == "xml"):
			s.language = strings.ToLower(a.Value)
		case a.Name.Local == "base" && (a.Name.Space == nsXML || a.Name.Space == "xml"):
			absolute, err := resolve(s.base, a.Value)
			if err != nil {
				return s, err
			}
			if s.base, err = url.Parse(absolute); err != nil {
				return s, spar.Errorf(spar.Invalid, "xml:base=%q is no IRI", a.Value)
			}
		}
	}
	return s, nil
}

// next is the next start or end of an element; text between them must be blank, unless text takes it.
func (r *rdfReader) next(text *strings.Builder) (xml.Token, error) {
	for {
		if r.depth < 2 {
			r.source.begin()
		}
		token, err := r.Token()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if r.depth++; r.depth > maxDepth {
				return nil, spar.Errorf(spar.Invalid, "elements are nested more than %d deep", maxDepth)
			}
			return t, nil
		case xml.EndElement:
			r.depth--
			return t, nil
		case xml.CharData:
			if text != nil {
				text.Write(t)
			} else if len(strings.TrimSpace(string(t))) > 0 {
				return nil, spar.Errorf(spar.Invalid, "the text %.40q stands where an element should be", string(t))
			}
		}
	}
}

func (r *rdfReader) document() error {
	for {
		token, err := r.next(nil)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		s, err := setting{}.of(start)
		if err != nil {
			return err
		}
		if start.Name != (xml.Name{Space: nsRDF, Local: "RDF"}) {
			if _, err := r.node(start, setting{}); err != nil {
				return err
			}
			continue
		}
		if err := r.nodes(s); err != nil {
			return err
		}
	}
}

// nodes reads node elements to the end of the one around them.
func (r *rdfReader) nodes(s setting) error {
	for {
		token, err := r.next(nil)
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			return nil
		}
		if _, err := r.node(start, s); err != nil {
			return err
		}
	}
}

func (r *rdfReader) blank() string {
	r.blanks++
	return fmt.Sprintf("_: %d", r.blanks)
}

// node reads a node element, which names a subject, with all statements about it.
func (r *rdfReader) node(start xml.StartElement, outer setting) (subject string, err error) {
	s, err := outer.of(start)
	if err != nil {
		return "", err
	}
	for _, a := range start.Attr {
		if a.Name.Space != nsRDF {
			continue
		}
		switch a.Name.Local {
		case "about":
			subject, err = resolve(s.base, a.Value)
		case "ID":
			subject, err = resolve(s.base, "#"+a.Value)
		case "nodeID":
			subject = "_:" + a.Value
		}
		if err != nil {
			return "", err
		}
	}
	if subject == "" {
		subject = r.blank()
	}
	if start.Name != (xml.Name{Space: nsRDF, Local: "Description"}) {
		if err := r.emit(triple{subject, nsRDF + "type", term{value: start.Name.Space + start.Name.Local}}); err != nil {
			return "", err
		}
	}
	if err := r.attributes(subject, start, s); err != nil {
		return "", err
	}
	return subject, r.properties(subject, s)
}

// attributes emits the statements in the attributes of an element.
func (r *rdfReader) attributes(subject string, e xml.StartElement, s setting) error {
	for _, a := range e.Attr {
		switch {
		case a.Name.Space == "" || a.Name.Space == "xmlns" || a.Name.Space == nsXML || a.Name.Space == "xml":
		case a.Name.Space == nsRDF && a.Name.Local == "type":
			if err := r.emit(triple{subject, nsRDF + "type", term{value: a.Value}}); err != nil {
				return err
			}
		case a.Name.Space == nsRDF && strings.Contains(" about ID nodeID resource parseType datatype ", " "+a.Name.Local+" "):
		case a.Name.Space == nsRDF && !strings.Contains(" value ", " "+a.Name.Local+" "):
			return spar.Errorf(spar.Invalid, "the attribute rdf:%s is not understood", a.Name.Local)
		default:
			if err := r.emit(triple{subject, a.Name.Space + a.Name.Local, term{value: a.Value, literal: true, language: s.language}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// properties reads property elements to the end of the node around them.
func (r *rdfReader) properties(subject string, s setting) error {
	for {
		token, err := r.next(nil)
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			return nil
		}
		if err := r.property(subject, start, s); err != nil {
			return err
		}
	}
}

func (r *rdfReader) property(subject string, start xml.StartElement, outer setting) error {
	s, err := outer.of(start)
	if err != nil {
		return err
	}
	predicate := start.Name.Space + start.Name.Local
	if start.Name.Space == "" {
		return spar.Errorf(spar.Invalid, "the property <%s> has no namespace", start.Name.Local)
	}
	var datatype, parse, object string
	said := false // by attributes of properties
	for _, a := range start.Attr {
		if a.Name.Space != nsRDF {
			said = said || a.Name.Space != "" && a.Name.Space != "xmlns" && a.Name.Space != nsXML && a.Name.Space != "xml"
			continue
		}
		switch a.Name.Local {
		case "resource":
			object, err = resolve(s.base, a.Value)
		case "nodeID":
			object = "_:" + a.Value
		case "datatype":
			datatype, err = resolve(s.base, a.Value)
		case "parseType":
			parse = a.Value
		case "ID":
			err = spar.Errorf(spar.Invalid, "rdf:ID on the property <%s>, a statement about a statement, is not understood", start.Name.Local)
		}
		if err != nil {
			return err
		}
	}
	switch parse {
	case "":
	case "Resource":
		object = r.blank()
		if err := r.emit(triple{subject, predicate, term{value: object}}); err != nil {
			return err
		}
		return r.properties(object, s)
	case "Collection":
		return r.collection(subject, predicate, s)
	case "Literal":
		return r.markupText(subject, predicate, s)
	default:
		return spar.Errorf(spar.Invalid, "rdf:parseType=%q is not understood", parse)
	}
	if object == "" && said {
		object = r.blank()
	}
	if object != "" {
		if err := r.emit(triple{subject, predicate, term{value: object}}); err != nil {
			return err
		}
		if err := r.attributes(object, start, s); err != nil {
			return err
		}
		token, err := r.next(nil)
		if err != nil {
			return err
		}
		if _, inside := token.(xml.StartElement); inside {
			return spar.Errorf(spar.Invalid, "the property <%s> has an object as an attribute and one inside", start.Name.Local)
		}
		return nil
	}
	var text strings.Builder
	token, err := r.next(&text)
	if err != nil {
		return err
	}
	inner, isNode := token.(xml.StartElement)
	if !isNode {
		l := term{value: text.String(), literal: true, datatype: datatype}
		if datatype == "" {
			l.language = s.language
		}
		return r.emit(triple{subject, predicate, l})
	}
	if strings.TrimSpace(text.String()) != "" {
		return spar.Errorf(spar.Invalid, "the property <%s> has both text and elements", start.Name.Local)
	}
	object, err = r.node(inner, s)
	if err != nil {
		return err
	}
	if err := r.emit(triple{subject, predicate, term{value: object}}); err != nil {
		return err
	}
	if token, err = r.next(nil); err != nil {
		return err
	}
	if _, more := token.(xml.StartElement); more {
		return spar.Errorf(spar.Invalid, "the property <%s> has more than one object", start.Name.Local)
	}
	return nil
}

// collection reads the nodes of a list.
func (r *rdfReader) collection(subject, predicate string, s setting) error {
	for {
		token, err := r.next(nil)
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			return r.emit(triple{subject, predicate, term{value: nsRDF + "nil"}})
		}
		item, err := r.node(start, s)
		if err != nil {
			return err
		}
		cell := r.blank()
		if err := r.emit(triple{subject, predicate, term{value: cell}}); err != nil {
			return err
		}
		if err := r.emit(triple{cell, nsRDF + "first", term{value: item}}); err != nil {
			return err
		}
		subject, predicate = cell, nsRDF+"rest"
	}
}

// markupText takes the text of markup.
func (r *rdfReader) markupText(subject, predicate string, s setting) error {
	var text strings.Builder
	for inside := 1; inside > 0; {
		token, err := r.next(&text)
		if err != nil {
			return err
		}
		if _, ok := token.(xml.StartElement); ok {
			inside++
		} else {
			inside--
		}
	}
	return r.emit(triple{subject, predicate, term{value: text.String(), literal: true, language: s.language}})
}
