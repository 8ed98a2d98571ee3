package extract

import (
	"encoding/xml"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// readAround reads the content of a sheet beside its cells: comments with their cells, text boxes, and the labels of charts and diagrams.
func (b *workbook) readAround(s bookSheet) error {
	rels, err := b.c.relations(s.part)
	if err != nil {
		return nil // the cells are read; without the list nothing of this is found
	}
	at := spar.Locator{Sheet: squeeze(clean(s.name))}
	faults := faultList{}
	for _, r := range rels {
		var err error
		switch {
		case r.kind == "comments" && strings.HasSuffix(strings.ToLower(r.target), ".bin"):
			err = b.binaryComments(r.target, at)
		case r.kind == "comments":
			err = b.readComments(r.target, at)
		case r.kind == "drawing":
			err = b.readDrawing(r.target, at)
		}
		if err := faults.pass(err); err != nil {
			return err
		}
	}
	return faults.first
}

// readComments reads the comments of a sheet (ECMA-376 part 1, clause 18.7).
func (b *workbook) readComments(part string, at spar.Locator) error {
	var text strings.Builder
	cell, in, skip := "", false, 0
	return b.c.tokens(part, func(tok xml.Token, depth int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "comment":
				cell = attr(t, "ref")
				text.Reset()
			case "t":
				in = cell != "" && skip == 0
			case "rPh":
				if skip == 0 {
					skip = depth
				}
			}
		case xml.CharData:
			if in && text.Len() < maxCellText {
				text.Write(t)
			}
		case xml.EndElement:
			if depth == skip {
				skip = 0
			}
			switch t.Name.Local {
			case "t":
				in = false
			case "comment":
				at.Row, _, _ = cellAddress(cell)
				name := cut(cell, 20)
				cell = ""
				return b.comment(name, text.String(), at)
			}
		}
		return nil
	})
}

// comment hands on the comment of a cell after its name.
func (b *workbook) comment(cell, text string, at spar.Locator) error {
	return b.out.block(spar.Block{Kind: spar.Comment, Text: labelled(cell+":", squeezeLines(cellText(text))), Locator: at})
}

// readDrawing reads the text boxes of a sheet's drawing, then the titles of its charts, and its diagrams. The values of charts are in cells
// already.
func (b *workbook) readDrawing(part string, at spar.Locator) error {
	var text strings.Builder
	in, skip := false, 0
	err := b.c.tokens(part, func(tok xml.Token, depth int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch {
			case skip > 0:
			case t.Name.Local == "Fallback":
				skip = depth
			case t.Name.Local == "t":
				in = t.Name.Space == "a"
			case t.Name.Local == "br":
				text.WriteByte('\n')
			}
		case xml.CharData:
			if in && skip == 0 && text.Len() < maxCellText {
				text.Write(t)
			}
		case xml.EndElement:
			if depth == skip {
				skip = 0
			}
			switch t.Name.Local {
			case "t":
				in = false
			case "p":
				line := squeezeLines(text.String())
				text.Reset()
				return b.out.block(spar.Block{Kind: spar.Aside, Text: line, Locator: at})
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	rels, err := b.c.relations(part)
	if err != nil {
		return nil // as above
	}
	faults := faultList{}
	for _, r := range rels {
		if r.kind == "chart" || r.kind == "diagramData" {
			if err := faults.pass(readLabels(b.c, r.target, spar.Aside, at, b.out, false)); err != nil {
				return err
			}
		}
	}
	return faults.first
}
