package extract

import (
	"encoding/xml"
	"errors"
	"io"

	"github.com/sparsearch/spar/internal/spar"
)

// newXML is a decoder of any declared encoding. Entities of the document's own are not expanded, whatever they say.
func newXML(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		if cs, ok := byName(label); ok && cs.enc != nil {
			return cs.enc.NewDecoder().Reader(r), nil
		}
		return r, nil
	}
	return d
}

// tokens hands the tokens of a part to f with the depth at which each stands: the root's tags have depth 1. It is an
// error when the part ends before its root does; an absent part is empty.
func (c *container) tokens(name string, f func(tok xml.Token, depth int) error) error {
	r, err := c.part(name)
	if r == nil || err != nil {
		return err
	}
	defer r.Close()
	return eachToken(newXML(r), name, f)
}

// eachToken is tokens for any decoder.
func eachToken(d *xml.Decoder, name string, f func(tok xml.Token, depth int) error) error {
	depth := 0
	for {
		tok, err := d.RawToken()
		if err == io.EOF && depth <= 0 {
			return nil
		}
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return xmlError(name, err)
		}
		switch tok.(type) {
		case xml.StartElement:
			if depth++; depth > maxXMLDepth {
				return refuse(ErrTooBig, "its elements are nested more than %d deep", maxXMLDepth)
			}
			err = f(tok, depth)
		case xml.EndElement:
			err = f(tok, depth)
			depth--
		case xml.CharData, xml.Directive:
			err = f(tok, depth)
		}
		if err != nil {
			return err
		}
	}
}

// targetOf returns the target of the relationship with that id; "" if there is none.
func targetOf(relations []relation, id string) string {
	for _, r := range relations {
		if r.id == id {
			return r.target
		}
	}
	return ""
}

// relationID is the value of an r:id attribute; a plain id is another thing.
func relationID(s xml.StartElement) string {
	for _, a := range s.Attr {
		if a.Name.Local == "id" && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// isCorrupt reports whether err says that one part is damaged, while others may be sound.
func isCorrupt(err error) bool {
	return errors.Is(err, ErrCorrupt) && !errors.Is(err, errRead) && !errors.Is(err, errChanged)
}

// inner lets read emit the content of a part of the file. Places in it are not places in the file, and the part's title and properties are
// not the file's.
func (s *sink) inner(read func(*sink) error) error {
	if err := s.finish(); err != nil {
		return err
	}
	part := *s
	part.part, part.properties = true, 0
	part.emit = func(it Item) error {
		if it.Block == nil {
			return nil
		}
		it.Block.Locator.Bytes = spar.Span{}
		if t := it.Block.Table; t != nil {
			for i := range t.Rows {
				t.Rows[i].Locator.Bytes = spar.Span{}
			}
		}
		return s.emit(it)
	}
	err := read(&part)
	s.text, s.blocks, s.tables, s.handed, s.beyond, s.err = part.text, part.blocks, part.tables, part.handed, part.beyond, part.err
	return err
}
