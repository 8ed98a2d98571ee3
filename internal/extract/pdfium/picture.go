package pdfium

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
)

// MaxColoured bounds a picture that Draw makes: a page of A4 at 300 dots to the inch has some less.
const MaxColoured = 9 << 20

// A Picture is a page as its reader sees it, and the characters on it.
type Picture struct {
	Size   [2]float64 // width and height in points, as the page is seen
	Dots   [2]int     // width and height in pixels; 0 where none were asked for
	Gray   bool       // a pixel is one byte; else three: red, green, blue
	Pixels []byte
	Chars  []Char // with their cells in points from the upper left corner of the page as it is seen; X and Y are not set
	Cut    bool   // there are more characters than were taken
}

// Draw gives the characters of the page with the given index, which begins at 0, where text is wanted, and draws it in colour with dots
// to the inch, fewer where the picture would have more than MaxColoured pixels; 0 dots draw nothing.
func (d *Doc) Draw(ctx context.Context, index int, dots float64, text bool) (*Picture, error) {
	ctx = withFile(ctx, d.in.file)
	page, err := d.in.call(ctx, "FPDF_LoadPage", d.handle, uint64(index))
	if err != nil {
		return nil, err
	}
	if page == 0 {
		return nil, fmt.Errorf("%w: page %d", ErrFormat, index+1)
	}
	beside, err := d.readAnnotations(ctx, page, &Page{})
	if err == nil && beside.drawn { // as Page reads it, so that the same characters are there
		page, err = d.flatten(ctx, page, index)
	}
	if err != nil {
		return nil, err
	}
	p, err := d.picture(ctx, page, dots, text)
	if _, closeErr := d.in.call(ctx, "FPDF_ClosePage", page); err == nil {
		err = closeErr
	}
	return p, err
}

func (d *Doc) picture(ctx context.Context, page uint64, dots float64, text bool) (*Picture, error) {
	size, err := d.size(ctx, page)
	if err != nil {
		return nil, err
	}
	p := &Picture{Size: size}
	if text {
		if err := d.placed(ctx, page, p); err != nil {
			return nil, err
		}
	}
	if dots <= 0 {
		return p, nil
	}
	width, height := pixels(size, dots, MaxColoured)
	p.Dots, p.Pixels = [2]int{width, height}, make([]byte, 3*width*height)
	coloured := byte(0)
	err = d.draw(ctx, page, bgrx, width, height, func(y int, row []byte) {
		to := p.Pixels[3*width*y:][:3*width]
		for len(row) >= 4 && len(to) >= 3 {
			b, g, r := row[0], row[1], row[2]
			coloured |= b ^ g | g ^ r
			to[0], to[1], to[2] = r, g, b
			row, to = row[4:], to[3:]
		}
	})
	p.Gray = coloured == 0
	if err == nil && p.Gray {
		for i := range width * height {
			p.Pixels[i] = p.Pixels[3*i]
		}
		p.Pixels = p.Pixels[:width*height]
	}
	return p, err
}

// placed adds the characters of a page to its picture.
func (d *Doc) placed(ctx context.Context, page uint64, p *Picture) error {
	var text Page
	if err := d.readText(ctx, page, &text); err != nil {
		return err
	}
	seen, err := d.seen(ctx, page, p.Size)
	if err != nil {
		return err
	}
	p.Chars, p.Cut = text.Chars, text.Cut
	for i, c := range p.Chars {
		x0, y0 := seen.apply(c.Left, c.Bottom)
		x1, y1 := seen.apply(c.Right, c.Top)
		p.Chars[i] = Char{Rune: c.Rune, Run: c.Run, Left: min(x0, x1), Right: max(x0, x1), Top: min(y0, y1), Bottom: max(y0, y1)}
	}
	return nil
}

// seen maps the coordinates of a page to points from the upper left corner of its visible part: pages are turned and cropped.
func (d *Doc) seen(ctx context.Context, page uint64, size [2]float64) (m matrix, err error) {
	// PDFium gives whole numbers, so that a point is many of them.
	const fine, span = 64, 1000
	var at [3][2]float64
	for i, from := range [3][2]float64{{0, 0}, {span, 0}, {0, span}} {
		to := uint64(d.in.buf)
		if _, err := d.in.call(ctx, "FPDF_PageToDevice", page, 0, 0, uint64(uint32(size[0]*fine)), uint64(uint32(size[1]*fine)), 0,
			math.Float64bits(from[0]), math.Float64bits(from[1]), to, to+4); err != nil {
			return m, err
		}
		b := d.in.scratch(0, 8)
		at[i] = [2]float64{float64(int32(binary.LittleEndian.Uint32(b))) / fine, float64(int32(binary.LittleEndian.Uint32(b[4:]))) / fine}
	}
	return matrix{
		float32((at[1][0] - at[0][0]) / span), float32((at[1][1] - at[0][1]) / span),
		float32((at[2][0] - at[0][0]) / span), float32((at[2][1] - at[0][1]) / span),
		float32(at[0][0]), float32(at[0][1]),
	}, nil
}
