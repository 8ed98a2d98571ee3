package extract

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"unicode"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
)

// A Drawing is a page as its reader sees it. Lengths are in points, from the upper left corner.
type Drawing struct {
	Page, Pages   int // from 1
	Width, Height float64
	Dots          [2]int `json:",omitzero"` // width and height of the picture in pixels; zero of words
	Gray          bool   // a pixel is one byte; else three: red, green, blue
	Scan          bool   // the page is a picture of text; not known with a picture
	Words         []Word
	More          bool // there are more words

	Pixels []byte `json:"-"` // rows from the top
}

// A Word is a piece of a page without blanks. Box is its left, top, right and bottom edge.
type Word struct {
	Text string
	Box  [4]float32
}

// The bounds of the words and the head of a drawing.
const (
	maxWords    = 30_000
	maxWord     = 200     // bytes; a longer one is several
	maxDrawHead = 8 << 20 // bytes
)

// Draw writes a Drawing of a page for ReadDrawing: a picture with dots to the inch, or its words for 0 dots. Besides PDF it draws pictures,
// and the small ones that Office files carry of themselves; each is one page without words. The state of the result is OK when it did.
func Draw(ctx context.Context, in Input, page int, dots float64, w io.Writer) Result {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	in.R = src
	res := Result{}
	err := guard(func() error {
		name, _, err := identify(&in)
		res.Format = name
		if err != nil {
			return err
		}
		d, err := drawAs(ctx, &in, name, page, dots)
		if err != nil {
			return err
		}
		return writeDrawing(w, d)
	})
	if src.err != nil {
		err = src.err
	}
	if res.State, res.Reason = conclude(err, false, false); err == nil {
		res.State, res.Reason = spar.OK, ""
	}
	return res
}

// drawAs draws a page of a file of a format.
func drawAs(ctx context.Context, in *Input, format string, page int, dots float64) (d *Drawing, err error) {
	inside, packed := thumbnails[format]
	switch {
	case format != "pdf" && page != 1 && (packed || decoders[format] != nil):
		return nil, refuse(ErrCorrupt, "the file has no page %d", page)
	case packed:
		return drawThumbnail(ctx, in, inside, dots)
	case decoders[format] != nil:
		return drawImage(ctx, in, dots)
	case format != "pdf":
		return nil, refuse(ErrUnsupported, "only pages of PDF files can be drawn, and pictures")
	case !pdfium.Available():
		return nil, refuse(ErrUnsupported, "this binary was built without PDFium: build it with make")
	}
	err = thePDFEngine.use(ctx, in, func(rt *pdfium.Runtime) error {
		r := pdfReader{runtime: rt, in: in}
		defer r.close()
		if err := r.open(ctx); err != nil {
			return err
		}
		if page < 1 || page > r.doc.Pages() {
			return refuse(ErrCorrupt, "the file has no page %d", page)
		}
		p, err := r.doc.Draw(ctx, page-1, dots, dots == 0)
		if err != nil {
			return pageFault(ctx, err)
		}
		d = drawingOf(p, page, r.doc.Pages())
		return nil
	})
	return d, err
}

func drawingOf(p *pdfium.Picture, page, pages int) *Drawing {
	d := &Drawing{Page: page, Pages: pages, Width: p.Size[0], Height: p.Size[1], Dots: p.Dots, Gray: p.Gray, Pixels: p.Pixels, Words: []Word{}, More: p.Cut}
	open := false
	seen := 0
	for _, c := range p.Chars {
		if c.Run < 0 || unicode.IsSpace(c.Rune) || c.Rune < ' ' {
			open = false
			continue
		}
		if seen++; len(d.Words) == 0 || !open || len(d.Words[len(d.Words)-1].Text) > maxWord || apart(d.Words[len(d.Words)-1].Box, c) {
			if len(d.Words) == maxWords {
				d.More = true
				break
			}
			d.Words = append(d.Words, Word{Box: [4]float32{c.Left, c.Top, c.Right, c.Bottom}})
		}
		w := &d.Words[len(d.Words)-1]
		w.Text += string(c.Rune)
		w.Box = [4]float32{min(w.Box[0], c.Left), min(w.Box[1], c.Top), max(w.Box[2], c.Right), max(w.Box[3], c.Bottom)}
		open = true
	}
	d.Scan = seen < scanChars
	return d
}

// apart reports whether a character stands away from the word before it: PDFium sometimes gives no blank where a line or a column
// ends.
func apart(word [4]float32, c pdfium.Char) bool {
	high := max(word[3]-word[1], c.Bottom-c.Top, 1)
	return c.Left > word[2]+2*high || c.Right < word[0]-2*high || c.Top > word[3]+high || c.Bottom < word[1]-high
}

// writeDrawing writes the length of the drawing's head, then the head as JSON, then the pixels.
func writeDrawing(w io.Writer, d *Drawing) error {
	head, err := json.Marshal(d)
	if err != nil {
		return err
	}
	var length [4]byte
	binary.LittleEndian.PutUint32(length[:], uint32(len(head)))
	for _, part := range [][]byte{length[:], head, d.Pixels} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// MaxDrawing is how many bytes Draw writes at most.
const MaxDrawing = 4 + maxDrawHead + 3*pdfium.MaxColoured

// ReadDrawing reads what Draw wrote, and believes none of it.
func ReadDrawing(b []byte) (*Drawing, error) {
	if len(b) < 4 {
		return nil, fmt.Errorf("a drawing of %d bytes", len(b))
	}
	length := binary.LittleEndian.Uint32(b)
	b = b[4:]
	if length > maxDrawHead || int64(length) > int64(len(b)) {
		return nil, fmt.Errorf("a drawing of which %d bytes are said", length)
	}
	d := &Drawing{}
	if err := json.Unmarshal(b[:length], d); err != nil {
		return nil, err
	}
	d.Pixels = b[length:]
	depth := 3
	if d.Gray && d.Dots != [2]int{} {
		depth = 1
	}
	w, h := d.Dots[0], d.Dots[1]
	switch {
	case d.Page < 1 || d.Page > d.Pages || !within(d.Width) || !within(d.Height):
		return nil, fmt.Errorf("a page %d of %d, %g by %g points", d.Page, d.Pages, d.Width, d.Height)
	case w < 0 || h < 0 || (w == 0) != (h == 0) || w > pdfium.MaxColoured || h > pdfium.MaxColoured || int64(w)*int64(h) > pdfium.MaxColoured || w*h*depth != len(d.Pixels):
		return nil, fmt.Errorf("a picture of %d by %d pixels in %d bytes", w, h, len(d.Pixels))
	case len(d.Words) > maxWords:
		return nil, fmt.Errorf("a page of %d words", len(d.Words))
	}
	for i := range d.Words {
		box := &d.Words[i].Box
		for j := range box {
			most := d.Width
			if j%2 == 1 {
				most = d.Height
			}
			box[j] = float32(min(max(float64(box[j]), 0), most)) // what a page hides of a word is not marked
		}
		if box[2] < box[0] || box[3] < box[1] {
			*box = [4]float32{}
		}
	}
	return d, nil
}

// within reports whether a length can be that of a page.
func within(points float64) bool { return points > 0 && points <= 1e6 && !math.IsNaN(points) }
