package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// The resolution of drawn pages, in dots per inch.
const (
	LeastDots = 24
	usualDots = 96
	mostDots  = 300
)

// A Picture is a page as a PNG file. SPAR makes it from pixels: nothing that the drawing program writes reaches a browser.
type Picture struct {
	PNG         []byte
	Page, Pages int
	Marked      string // as of api.View
	Tag         string // the same for the same picture
	Same        bool   // it equals the one that the client has, so nothing was drawn
}

// drawnAs is part of the tags of pictures. It changes when SPAR draws the same page differently.
const drawnAs = "2"

// Picture draws the page of a PDF with a place, or another file that can be drawn, with dots per inch, 0 for the resolution of screens, and
// marks the cited part of a PDF if mark is set.
func (s *Service) Picture(ctx context.Context, who spar.Principal, look Look, dots int, mark bool) (Picture, error) {
	switch {
	case dots == 0:
		dots = usualDots
	case dots < LeastDots || dots > mostDots:
		return Picture{}, spar.Errorf(spar.Invalid, "pictures have %d to %d dots to the inch, not %d", LeastDots, mostDots, dots)
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
	is, err := s.engine.Identity(ctx, who, a.Share, a.Path)
	if err != nil {
		return Picture{}, err
	}
	if is != "" {
		if out.Tag = pictureTag(drawnAs, is, a.Locator.String(), fmt.Sprint(dots, mark), look.Quote); out.Tag == look.Have {
			out.Same = true
			return out, nil
		}
	}
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
	if out.Tag == "" {
		out.Tag = pictureTag(string(out.PNG))
		out.Same = out.Tag == look.Have
	}
	return out, err
}

func pictureTag(parts ...string) string {
	sum := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(sum, "%d %s", len(p), p)
	}
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// encode makes a PNG file of a drawing, with the boxes marked. Speed matters more than size: people look at it once.
func encode(d *extract.Drawing, boxes [][]float64) ([]byte, error) {
	if len(boxes) == 0 {
		return writePNG(d.Dots[0], d.Dots[1], d.Gray, d.Pixels)
	}
	at := image.Rect(0, 0, d.Dots[0], d.Dots[1])
	pixels := make([]byte, 0, 3*at.Dx()*at.Dy())
	if d.Gray {
		for _, g := range d.Pixels {
			pixels = append(pixels, g, g, g)
		}
	} else {
		pixels = append(pixels, d.Pixels...)
	}
	done := make([]bool, at.Dx()*at.Dy())
	for _, b := range boxes {
		shade(pixels, at, done, b, float64(at.Dx())/d.Width, float64(at.Dy())/d.Height)
	}
	return writePNG(at.Dx(), at.Dy(), false, pixels)
}

// pen is the colour of a marker pen: red, green, blue.
var pen = [3]int{255, 232, 105}

// shade lays the colour of the pen over a box: dark pixels stay dark.
func shade(pixels []byte, at image.Rectangle, done []bool, box []float64, x, y float64) {
	r := image.Rect(int(box[0]*x)-1, int(box[1]*y), int(box[2]*x)+2, int(box[3]*y)+1).Intersect(at)
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			i := py*at.Dx() + px
			if done[i] { // lines overlap
				continue
			}
			done[i] = true
			for c, p := range pixels[3*i : 3*i+3] {
				pixels[3*i+c] = byte(int(p) * pen[c] / 255)
			}
		}
	}
}
