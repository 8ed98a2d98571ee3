package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

func detectVSDX(head []byte, name string) int {
	switch {
	case !bytes.HasPrefix(head, zipMagic):
		return 0
	case bytes.Contains(head, []byte("visio/document")), bytes.Contains(head, []byte("visio/pages")):
		return 80
	case hasExt(name, ".vsdx", ".vsdm", ".vstx"):
		return 40
	}
	return 0
}

// extractVSDX reads a drawing of Visio (MS-VSDX) page by page: the name of the page, then what each shape says. A shape without a text of
// its own says what its master does.
func extractVSDX(_ context.Context, in *Input, out *sink) error {
	c, err := openContainer(in)
	if err != nil {
		return err
	}
	if err := coreProperties(c, out); err != nil {
		return err
	}
	if err := out.told(); err != nil {
		return err
	}
	faults := faultList{}
	masters := map[string]string{}
	list, err := visioParts(c, "visio/masters/masters.xml", "Master")
	faults.note(err)
	for _, m := range list {
		faults.note(visioShapes(c, m.part, nil, func(text string) error {
			masters[m.id] = strings.TrimSpace(masters[m.id] + " " + text)
			return nil
		}))
	}
	pages, err := visioParts(c, "visio/pages/pages.xml", "Page")
	if err != nil && len(pages) == 0 {
		return err
	}
	faults.note(err)
	for i, p := range pages {
		at := spar.Locator{Page: i + 1}
		if err := out.heading(1, p.name, at); err != nil {
			return err
		}
		err := visioShapes(c, p.part, masters, func(text string) error { return out.paragraph(text, at) })
		if err := faults.pass(err); err != nil {
			return err
		}
	}
	return faults.first
}

// A visioPart is a page or a master in the list of them.
type visioPart struct{ id, name, part string }

func visioParts(c *container, part, element string) (list []visioPart, err error) {
	rels, err := c.relations(part)
	if err != nil {
		return nil, err
	}
	err = c.tokens(part, func(tok xml.Token, _ int) error {
		s, ok := tok.(xml.StartElement)
		switch {
		case !ok:
		case s.Name.Local == element && len(list) < c.limits.Entries:
			list = append(list, visioPart{id: attr(s, "ID"), name: strings.TrimSpace(attr(s, "Name"))})
		case s.Name.Local == "Rel" && len(list) > 0:
			list[len(list)-1].part = targetOf(rels, relationID(s))
		}
		return nil
	})
	return list, err
}

// visioShapes emits the texts of the shapes of a part, in drawing order.
func visioShapes(c *container, part string, masters map[string]string, say func(string) error) error {
	type shape struct {
		master string
		said   bool
	}
	var open []shape
	var text strings.Builder
	inside := false
	return c.tokens(part, func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "Shape":
				open = append(open, shape{master: attr(t, "Master")})
			case "Text":
				inside = true
				text.Reset()
			}
		case xml.CharData:
			if inside && text.Len() < maxCellText {
				text.Write(t)
			}
		case xml.EndElement:
			switch {
			case t.Name.Local == "Text" && inside:
				inside = false
				if len(open) > 0 {
					open[len(open)-1].said = true
				}
				return say(squeezeLines(text.String()))
			case t.Name.Local == "Shape" && len(open) > 0:
				last := open[len(open)-1]
				open = open[:len(open)-1]
				if text := masters[last.master]; !last.said && text != "" {
					return say(text)
				}
			}
		}
		return nil
	})
}
