package service

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract"
)

// The resolution at which pages are drawn, in dots to the inch.
const (
	usualDots = 96
	leastDots = 24
	mostDots  = 300
)

// A Picture is a page as a file of the format PNG. It is made here of pixels: what draws the page gives nothing that a browser reads.
type Picture struct {
	PNG         []byte
	Page, Pages int
	Marked      string // as of api.View
}

// Picture draws the page of a PDF on which a place stands, with dots to the inch, 0 being what screens have, and marks what was cited
// where that is wanted.
func (s *Service) Picture(ctx context.Context, who spar.Principal, look Look, dots int, mark bool) (Picture, error) {
	switch {
	case dots == 0:
		dots = usualDots
	case dots < leastDots || dots > mostDots:
		return Picture{}, spar.Errorf(spar.Invalid, "pictures have %d to %d dots to the inch, not %d", leastDots, mostDots, dots)
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return Picture{}, err
	}
	a, err := s.located(ctx, v, look)
	if err != nil {
		return Picture{}, err
	}
	out := Picture{Marked: engine.MarkedNone}
	page := max(1, a.Locator.Page)
	var boxes [][]float64
	if mark {
		look.At = a.String()
		shown, err := s.View(ctx, who, look)
		if err != nil {
			return Picture{}, err
		}
		if shown.Page != nil {
			page, boxes, out.Marked = shown.Page.Number, shown.Page.Marks, shown.Marked
		}
	}
	d, err := s.engine.Draw(ctx, who, a.Share, a.Path, page, float64(dots))
	if err != nil {
		return Picture{}, err
	}
	if len(d.Pixels) == 0 {
		return Picture{}, spar.Errorf(spar.NotFound, "there is no picture of %s", a)
	}
	out.Page, out.Pages = d.Page, d.Pages
	out.PNG, err = encode(d, boxes)
	return out, err
}

// encode makes a PNG file of a drawing. Speed goes before size: it is looked at once.
func encode(d *extract.Drawing, boxes [][]float64) ([]byte, error) {
	at := image.Rect(0, 0, d.Dots[0], d.Dots[1])
	var img image.Image
	switch {
	case d.Gray && len(boxes) == 0:
		img = &image.Gray{Pix: d.Pixels, Stride: at.Dx(), Rect: at}
	default:
		full := image.NewRGBA(at)
		for i := range at.Dx() * at.Dy() {
			p := full.Pix[4*i : 4*i+4 : 4*i+4]
			if d.Gray {
				p[0], p[1], p[2] = d.Pixels[i], d.Pixels[i], d.Pixels[i]
			} else {
				copy(p, d.Pixels[3*i:3*i+3])
			}
			p[3] = 255
		}
		done := make([]bool, at.Dx()*at.Dy())
		for _, b := range boxes {
			shade(full, done, b, float64(at.Dx())/d.Width, float64(at.Dy())/d.Height)
		}
		img = full
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img)
	return out.Bytes(), err
}

// shade lays the colour of a marker pen over a box: what is dark stays dark.
func shade(img *image.RGBA, done []bool, box []float64, x, y float64) {
	pen := color.RGBA{255, 232, 105, 255}
	r := image.Rect(int(box[0]*x)-1, int(box[1]*y), int(box[2]*x)+2, int(box[3]*y)+1).Intersect(img.Rect)
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			if i := py*img.Rect.Dx() + px; done[i] { // lines overlap
				continue
			} else {
				done[i] = true
			}
			p := img.Pix[img.PixOffset(px, py):]
			p[0], p[1], p[2] = uint8(int(p[0])*int(pen.R)/255), uint8(int(p[1])*int(pen.G)/255), uint8(int(p[2])*int(pen.B)/255)
		}
	}
}
