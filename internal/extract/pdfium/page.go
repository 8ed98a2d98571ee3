package pdfium

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"unicode"
)

// A Page is the content of a page. Coordinates are in points, from the left and from the bottom, before the page's own rotation.
type Page struct {
	Width, Height float32
	Chars         []Char   // in the order that PDFium reads the page in
	Runs          []Run    // of characters, see Char.Run
	Images        int      // pictures
	Covered       float32  // how much of the page they cover, from 0 to 1
	Rules         []Rule   // straight lines along an axis: borders of tables, underlines
	Widgets       []Widget // fields of a form; what draws their values is not among the characters
	Fields        []string // free text on the page that is not drawn
	Notes         []Note   // what readers remarked
	Attached      []int    // which annotations have files
	Unknown       int      // characters whose meaning no font tells; they have the number of their glyph instead
	Cut           bool     // there is more than was taken

	guessed []guess
}

// A Note is a remark on a page.
type Note struct{ By, Text string }

// A Char is a character.
type Char struct {
	Rune                     rune
	Run                      int32   // index in Page.Runs; -1 for blanks and line ends that PDFium put between words
	X, Y                     float32 // its origin, on the baseline
	Left, Bottom, Right, Top float32 // its cell: from origin to advance, from descent to ascent
}

// A Run is how neighbouring characters of one text object are set.
type Run struct {
	Font  *Font
	Size  float32 // of the font as seen on the page, in points
	Angle float32 // of the baseline in degrees, anticlockwise, from -180 to 180

	spelling *spelling // nil as long as nobody asked
}

// A Font is a font of the document.
type Font struct {
	Name   string // such as "ABCDEF+Helvetica-Bold"
	Weight int    // 400 is regular, 700 bold; 0 is not known
	Flags  int    // of the font descriptor (PDF 32000-1, 9.8.2): fixed pitch 1, italic 64, force bold 1 << 18

	handle   uint64
	asked    int           // how many of its characters were asked for their meaning
	lacking  bool          // some have none
	leftward int           // how many letters of scripts that run to the left came
	dropped  int           // how many parts of such letters were dropped
	letters  map[rune]rune // by glyph, from the font's own table; nil as long as it was not read
}

// A Rule is a line along an axis, from (X0, Y0) to (X1, Y1) with X0 <= X1 and Y0 <= Y1. Either both X or both Y are equal.
type Rule struct{ X0, Y0, X1, Y1 float32 }

const (
	maxChars    = 1 << 20 // of a page
	maxObjects  = 20_000  // of a page that are looked at for pictures and lines
	maxRules    = 5000    // of a page
	maxSegments = 10_000  // of paths of a page that are looked at for lines
	maxFields   = 2000    // of a page
	maxNesting  = 4       // of form objects
)

// Page reads the page with the given index, which begins at 0.
func (d *Doc) Page(ctx context.Context, index int) (*Page, error) {
	ctx = withFile(ctx, d.in.file)
	handle, err := d.in.call(ctx, "FPDF_LoadPage", d.handle, uint64(index))
	if err != nil {
		return nil, err
	}
	if handle == 0 {
		return nil, fmt.Errorf("%w: page %d", ErrFormat, index+1)
	}
	p := &Page{}
	beside, err := d.readAnnotations(ctx, handle, p)
	before := &Page{}
	if err == nil && beside.drawn {
		if err = d.readText(ctx, handle, before); err == nil {
			handle, err = d.flatten(ctx, handle, index)
		}
	}
	if err != nil {
		return nil, err
	}
	err = d.readPage(ctx, handle, p)
	p.restore(before)
	p.mendPages()
	p.takeValues()
	p.Fields = unseen(beside.written, p.Chars)
	if _, closeErr := d.in.call(ctx, "FPDF_ClosePage", handle); err == nil {
		err = closeErr
	}
	return p, err
}

func (d *Doc) readPage(ctx context.Context, page uint64, p *Page) error {
	for _, dim := range []struct {
		fn   string
		into *float32
	}{{"FPDF_GetPageWidthF", &p.Width}, {"FPDF_GetPageHeightF", &p.Height}} {
		v, err := d.in.call(ctx, dim.fn, page)
		if err != nil {
			return err
		}
		*dim.into = finite(math.Float32frombits(uint32(v)))
	}
	if err := d.readText(ctx, page, p); err != nil {
		return err
	}
	n, err := d.in.call(ctx, "FPDFPage_CountObjects", page)
	if err != nil {
		return err
	}
	w := objectWalk{d: d, page: p, left: maxObjects, spellings: p.spellings()}
	err = w.walk(ctx, "FPDFPage_GetObject", page, int(int32(n)), identity, 0)
	p.settleSpelled()
	return err
}

// bounds is the sheet in the coordinates of the page, as left, bottom, right and top; false when it is not known. What
// a crop box hides of it counts: programs crop pages and leave their text.
func (d *Doc) bounds(ctx context.Context, page uint64) (b [4]float32, ok bool, err error) {
	at := uint64(d.in.buf)
	found, err := d.in.call(ctx, "FPDFPage_GetMediaBox", page, at, at+4, at+8, at+12)
	if err == nil && found == 0 { // it may be given for all pages at once
		if found, err = d.in.call(ctx, "FPDFPage_GetCropBox", page, at, at+4, at+8, at+12); err != nil || found != 0 {
			return b, false, err
		}
		found, err = d.in.call(ctx, "FPDF_GetPageBoundingBox", page, at)
		d.in.floats(0, b[:])
		b[1], b[3] = b[3], b[1] // that one begins at the top
	} else {
		d.in.floats(0, b[:])
	}
	return b, err == nil && found != 0 && b[0] < b[2] && b[1] < b[3], err
}

func (d *Doc) readText(ctx context.Context, page uint64, p *Page) error {
	textPage, err := d.in.call(ctx, "FPDFText_LoadPage", page)
	if err != nil || textPage == 0 {
		return err
	}
	n, err := d.in.call(ctx, "FPDFText_CountChars", textPage)
	if err != nil {
		return err
	}
	total := max(0, int(int32(n)))
	if total > maxChars {
		total, p.Cut = maxChars, true
	}
	sheet, bounded, err := d.bounds(ctx, page)
	if err != nil {
		return err
	}
	p.Chars = make([]Char, 0, total)
	last := uint32(0)
	const batch = (bufSize / 2) / recordSize // the other half is free for what newRun asks
	records := make([]byte, 0, batch*recordSize)
	for from := 0; from < total; from += batch {
		to := min(from+batch, total)
		if _, err := d.in.invoke(ctx, d.in.collect, textPage, uint64(from), uint64(to), uint64(d.in.buf)); err != nil {
			return err
		}
		records = append(records[:0], d.in.scratch(0, uint32((to-from)*recordSize))...)
		for i := from; i < to; i++ {
			c, object := decodeChar(records[(i-from)*recordSize:])
			if bounded && object != 0 && (c.Right < sheet[0] || c.Left > sheet[2] || c.Top < sheet[1] || c.Bottom > sheet[3]) {
				continue // beyond the edge, where nobody sees it
			}
			if object != 0 {
				if object != last {
					if err := d.newRun(ctx, p, textPage, i, object); err != nil {
						return err
					}
					last = object
				}
				c.Run = int32(len(p.Runs) - 1)
				p.repeatLost(c)
				if err := d.meaning(ctx, textPage, i, p, &c); err != nil {
					return err
				}
				if err := d.settle(ctx, textPage, i, &p.Runs[c.Run], &c, object); err != nil {
					return err
				}
			}
			p.Chars = append(p.Chars, c)
		}
	}
	p.believe()
	_, err = d.in.call(ctx, "FPDFText_ClosePage", textPage)
	return err
}

// repeatLost puts back the second of two equal letters, before c. PDFium drops a letter that lies upon an equal one, judged by the font's
// stated size. For a font of drawings (Type 3), that size is often many times the visible one.
func (p *Page) repeatLost(c Char) {
	run := &p.Runs[c.Run]
	if high := c.Top - c.Bottom; high <= 0 || run.Size <= 3*high {
		return
	}
	if len(p.Chars) == 0 {
		return
	}
	last := p.Chars[len(p.Chars)-1]
	wide := last.Right - last.Left
	if last.Run != c.Run || run.Angle != 0 || wide <= 0 || c.Y != last.Y || unicode.IsSpace(last.Rune) {
		return
	}
	if gap := c.Left - last.Right; gap > 0.95*wide && gap < 1.05*wide && wide < 0.07*run.Size {
		last.X, last.Left, last.Right = last.X+wide, last.Left+wide, last.Right+wide
		p.Chars = append(p.Chars, last)
	}
}

// decodeChar reads a record of the glue.
func decodeChar(b []byte) (c Char, object uint32) {
	u32 := func(i int) uint32 { return binary.LittleEndian.Uint32(b[i:]) }
	f32 := func(i int) float32 { return finite(math.Float32frombits(u32(i))) }
	f64 := func(i int) float32 {
		return finite(float32(math.Float64frombits(binary.LittleEndian.Uint64(b[i:]))))
	}
	c = Char{
		Rune: rune(u32(0)), Run: -1,
		Left: f32(8), Top: f32(12), Right: f32(16), Bottom: f32(20),
		X: f64(24), Y: f64(32),
	}
	if c.Rune < 0 || c.Rune > 0x10ffff || 0xd800 <= c.Rune && c.Rune < 0xe000 {
		c.Rune = 0xfffd
	}
	return c, u32(4)
}

// newRun appends the run that begins with character i, which belongs to a text object.
func (d *Doc) newRun(ctx context.Context, p *Page, textPage uint64, i int, object uint32) error {
	size, err := d.in.call(ctx, "FPDFText_GetFontSize", textPage, uint64(i))
	if err != nil {
		return err
	}
	if _, err := d.in.call(ctx, "FPDFText_GetMatrix", textPage, uint64(i), uint64(d.in.buf)); err != nil {
		return err
	}
	var m [6]float32
	d.in.floats(0, m[:])
	font, err := d.font(ctx, object)
	if err != nil {
		return err
	}
	points := math.Float64frombits(size)
	if points < 0 { // a negative size turns the letters round
		m[0], m[1] = -m[0], -m[1]
	}
	p.Runs = append(p.Runs, Run{
		Font:  font,
		Size:  finite(float32(math.Abs(points) * math.Hypot(float64(m[2]), float64(m[3])))),
		Angle: float32(math.Atan2(float64(m[1]), float64(m[0])) * 180 / math.Pi),
	})
	return nil
}

// font is the font of a text object; each is asked for once.
func (d *Doc) font(ctx context.Context, object uint32) (*Font, error) {
	handle, err := d.in.call(ctx, "FPDFTextObj_GetFont", uint64(object))
	if err != nil {
		return nil, err
	}
	if f := d.fonts[handle]; f != nil {
		return f, nil
	}
	f := &Font{handle: handle}
	if handle != 0 {
		const room = 1024
		n, err := d.in.call(ctx, "FPDFFont_GetBaseFontName", handle, uint64(d.in.buf), room)
		if err != nil {
			return nil, err
		}
		if n <= room {
			f.Name = strings.TrimRight(string(d.in.scratch(0, uint32(n))), "\x00")
		}
		weight, err := d.in.call(ctx, "FPDFFont_GetWeight", handle)
		if err != nil {
			return nil, err
		}
		flags, err := d.in.call(ctx, "FPDFFont_GetFlags", handle)
		if err != nil {
			return nil, err
		}
		f.Weight, f.Flags = max(0, int(int32(weight))), max(0, int(int32(flags)))
	}
	d.fonts[handle] = f
	return f, nil
}
