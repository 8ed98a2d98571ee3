package extract

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// decoders are those of the formats of pictures that are drawn.
var decoders = map[string]func(io.Reader) (image.Image, error){
	"png": png.Decode, "jpg": jpeg.Decode, "gif": gif.Decode, "tiff": tiff.Decode, "bmp": bmp.Decode, "webp": webp.Decode,
}

// thumbnails are where Office files keep a small picture of their first page or slide: ECMA-376 part 2, section 14, and OpenDocument 1.3 part
// 2, section 3.8.
var thumbnails = map[string][]string{
	"docx": ooxmlThumbnails, "pptx": ooxmlThumbnails, "xlsx": ooxmlThumbnails,
	"odt": {"thumbnails/thumbnail.png"}, "odp": {"thumbnails/thumbnail.png"}, "ods": {"thumbnails/thumbnail.png"},
}

var ooxmlThumbnails = []string{"docprops/thumbnail.jpeg", "docprops/thumbnail.jpg", "docprops/thumbnail.png"}

// The bounds of pictures.
const (
	maxImage     = 50 << 20 // pixels that are decoded
	maxThumbnail = 8 << 20  // bytes of a picture within a file
	finer        = 4        // dots each way that make one of a smaller picture
	usualDots    = 96       // to the inch, of a picture that is no page
	longestSide  = 842      // points that such a picture has at most, as A4 has
)

// drawImage draws a picture as a page of its own. It is no larger than A4, so that dots to the inch mean as much as on a page, and is never
// enlarged.
func drawImage(ctx context.Context, in *Input, dots float64) (*Drawing, error) {
	x, err := readImage(in, &sink{ctx: ctx, limits: in.Limits, emit: func(Item) error { return nil }})
	if err != nil {
		return nil, err
	}
	if int64(x.width)*int64(x.height) > maxImage {
		return nil, refuse(ErrTooBig, "it is a picture of %d x %d dots; up to %d million are drawn", x.width, x.height, maxImage>>20)
	}
	if x.turned >= 5 { // it lies on its side
		x.width, x.height = x.height, x.width
	}
	side := float64(max(x.width, x.height))
	points := min(72./usualDots, longestSide/side) // of a dot of the picture
	d := &Drawing{Page: 1, Pages: 1, Width: points * float64(x.width), Height: points * float64(x.height), Words: []Word{}, Scan: true}
	if dots <= 0 {
		return d, nil
	}
	head := make([]byte, min(in.Size, 64))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return nil, err
	}
	decode := decoders[imageKind(head)]
	if decode == nil {
		return nil, refuse(ErrUnsupported, "it is a picture of a kind that cannot be drawn")
	}
	m, err := decode(io.NewSectionReader(in.R, 0, in.Size))
	if err != nil {
		return nil, refuse(ErrCorrupt, "the picture cannot be decoded (%v): open it with another program, and save it anew", err)
	}
	if b := m.Bounds(); int64(b.Dx())*int64(b.Dy()) > maxImage || b.Empty() {
		return nil, refuse(ErrCorrupt, "the picture has another size than its head says")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d, d.paint(m, x.turned, min(1, points*dots/72))
}

// paint puts a picture into a drawing, scaled and turned, on white.
func (d *Drawing) paint(m image.Image, turned int, scale float64) error {
	b := m.Bounds()
	scale = min(scale, math.Sqrt(pdfium.MaxColoured/float64(b.Dx()*b.Dy())))
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(scale*float64(b.Dx()))), max(1, int(scale*float64(b.Dy())))))
	draw.Draw(small, small.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	width, height := small.Rect.Dx(), small.Rect.Dy()
	if finer*scale < 1 { // of so many dots a few are enough
		some := image.NewRGBA(image.Rect(0, 0, finer*width, finer*height))
		draw.NearestNeighbor.Scale(some, some.Rect, m, b, draw.Src, nil)
		m, b = some, some.Rect
	}
	draw.BiLinear.Scale(small, small.Rect, m, b, draw.Over, nil)
	d.Dots = [2]int{width, height}
	if turned >= 5 && turned <= 8 {
		d.Dots = [2]int{height, width}
	}
	d.Gray = true
	for i := 0; i < len(small.Pix) && d.Gray; i += 4 {
		d.Gray = small.Pix[i] == small.Pix[i+1] && small.Pix[i] == small.Pix[i+2]
	}
	each := 3
	if d.Gray {
		each = 1
	}
	d.Pixels = make([]byte, 0, each*width*height)
	for y := range d.Dots[1] {
		for x := range d.Dots[0] {
			from := small.PixOffset(unturned(turned, x, y, width, height))
			d.Pixels = append(d.Pixels, small.Pix[from:from+each]...)
		}
	}
	return nil
}

// unturned is where a dot of a picture that is seen upright stands in the picture as it is kept, whose width and height are given; turned is the
// field Orientation of TIFF 6.0.
func unturned(turned, x, y, width, height int) (int, int) {
	switch turned {
	case 2:
		return width - 1 - x, y
	case 3:
		return width - 1 - x, height - 1 - y
	case 4:
		return x, height - 1 - y
	case 5:
		return y, x
	case 6:
		return y, height - 1 - x
	case 7:
		return width - 1 - y, height - 1 - x
	case 8:
		return width - 1 - y, x
	}
	return x, y
}

// drawThumbnail draws the small picture that a file carries of itself.
func drawThumbnail(ctx context.Context, in *Input, names []string, dots float64) (*Drawing, error) {
	c, err := openContainer(in)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if c.files[name] == nil {
			continue
		}
		r, err := c.part(name)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		raw, err := io.ReadAll(io.LimitReader(r, maxThumbnail+1))
		switch {
		case err != nil:
			return nil, err
		case len(raw) > maxThumbnail:
			return nil, refuse(ErrTooBig, "the picture in the file has more than %d MiB", maxThumbnail>>20)
		}
		return drawImage(ctx, &Input{R: bytes.NewReader(raw), Size: int64(len(raw)), Limits: in.Limits}, dots)
	}
	return nil, refuse(ErrUnsupported, "the file has no picture of itself")
}

// Drawn reports whether pages of a format can be drawn, apart from what a file carries of itself.
func Drawn(format string) bool { return format == "pdf" || decoders[format] != nil }
