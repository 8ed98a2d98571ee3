// Package pdftest writes small PDF files for tests: pages of text set in the standard fonts, lines and pictures.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// A Page is the content of a page, in points from its lower left corner. Its size is 612 by 792.
type Page struct {
	content strings.Builder
	annots  []annot
	entries string
}

// annot is an annotation: entries of its dictionary, and the operators that draw it; "" has it drawn by the viewer.
type annot struct{ entries, drawing string }

// Text sets s with its baseline beginning at (x, y). Characters beyond ASCII are not known to it.
func (p *Page) Text(x, y, size float64, bold bool, s string) *Page {
	font := "F1"
	if bold {
		font = "F2"
	}
	escaped := strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(s)
	fmt.Fprintf(&p.content, "BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", font, size, x, y, escaped)
	return p
}

// Lines sets lines of the regular font at 10 points, 12 points apart, from (72, y) down.
func (p *Page) Lines(y float64, lines ...string) *Page {
	for i, s := range lines {
		p.Text(72, y-12*float64(i), 10, false, s)
	}
	return p
}

// Rule draws a line.
func (p *Page) Rule(x0, y0, x1, y1 float64) *Page {
	fmt.Fprintf(&p.content, "0.5 w %g %g m %g %g l S\n", x0, y0, x1, y1)
	return p
}

// Picture fills the rectangle with a picture of one pixel.
func (p *Page) Picture(x, y, width, height float64) *Page {
	fmt.Fprintf(&p.content, "q %g 0 0 %g %g %g cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n", width, height, x, y)
	return p
}

// Annot puts an annotation on the page, with the given entries of its dictionary, such as "/Subtype /Widget /FT /Tx
// /V (text)", in the rectangle of 200 by 20 points at (x, y). drawing are the operators that draw it, "" for none.
func (p *Page) Annot(x, y float64, entries, drawing string) *Page {
	p.annots = append(p.annots, annot{fmt.Sprintf("/Rect [%g %g %g %g] %s", x, y, x+200, y+20, entries), drawing})
	return p
}

// Entries adds entries to the dictionary of the page, such as "/Rotate 90".
func (p *Page) Entries(s string) *Page {
	p.entries += " " + s
	return p
}

// Raw appends operators.
func (p *Page) Raw(s string) *Page {
	p.content.WriteString(s)
	return p
}

// Write makes a file of the pages. info holds entries of the information dictionary, such as "Title".
func Write(info map[string]string, pages ...*Page) []byte {
	w := writer{}
	w.b.WriteString("%PDF-1.4\n")
	const catalog, tree, infoObject, regular, bold, first = 1, 2, 3, 4, 5, 6
	var kids []string
	for i := range pages {
		kids = append(kids, fmt.Sprintf("%d 0 R", first+2*i))
	}
	w.object(catalog, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", tree))
	w.object(tree, fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(pages)))
	var entries strings.Builder
	for k, v := range info {
		fmt.Fprintf(&entries, " /%s (%s)", k, v)
	}
	w.object(infoObject, "<<"+entries.String()+" >>")
	for object, name := range map[int]string{regular: "Helvetica", bold: "Helvetica-Bold"} {
		w.object(object, fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>", name))
	}
	next := first + 2*len(pages) // of the objects of annotations
	for i, p := range pages {
		n := first + 2*i
		var annots strings.Builder
		for _, a := range p.annots {
			drawing := ""
			if a.drawing != "" {
				drawing = fmt.Sprintf("/AP << /N %d 0 R >>", next+1)
				w.object(next+1, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 %d 0 R >> >> /Length %d >>\nstream\n%s\nendstream",
					regular, len(a.drawing), a.drawing))
			} else {
				w.object(next+1, "null")
			}
			w.object(next, fmt.Sprintf("<< /Type /Annot %s %s >>", a.entries, drawing))
			fmt.Fprintf(&annots, " %d 0 R", next)
			next += 2
		}
		w.object(n, fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Annots [%s] "+
			"/Resources << /Font << /F1 %d 0 R /F2 %d 0 R >> >>%s >>", tree, n+1, annots.String(), regular, bold, p.entries))
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		z.Write([]byte(p.content.String()))
		z.Close()
		w.object(n+1, fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", packed.Len(), packed.String()))
	}
	return w.finish(catalog, infoObject)
}

// writer writes objects and remembers where they are.
type writer struct {
	b       bytes.Buffer
	offsets map[int]int
}

func (w *writer) object(n int, body string) {
	if w.offsets == nil {
		w.offsets = map[int]int{}
	}
	w.offsets[n] = w.b.Len()
	fmt.Fprintf(&w.b, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (w *writer) finish(root, info int) []byte {
	at := w.b.Len()
	fmt.Fprintf(&w.b, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for n := 1; n <= len(w.offsets); n++ {
		fmt.Fprintf(&w.b, "%010d 00000 n \n", w.offsets[n])
	}
	fmt.Fprintf(&w.b, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets)+1, root, info, at)
	return w.b.Bytes()
}
