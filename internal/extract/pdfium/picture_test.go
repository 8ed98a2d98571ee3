package pdfium_test

import (
	"math"
	"os"
	"testing"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
)

// The boxes of characters lie where the picture has ink, whichever way the page is turned and cropped.
func TestDraw(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	for _, page := range []string{"", "/Rotate 90", "/Rotate 180", "/Rotate 270", "/CropBox [50 100 500 750]", "/CropBox [50 100 500 750] /Rotate 90"} {
		raw := pdftest.Write(nil, new(pdftest.Page).Entries(page).Text(100, 700, 20, true, "HHHH").Raw("1 0 0 rg 100 300 50 50 re f\n"))
		d, err := open(t, rt, raw)
		if err != nil {
			t.Fatal(err)
		}
		p, err := d.Draw(t.Context(), 0, 144, true)
		d.Close()
		if err != nil || p.Gray || len(p.Pixels) != 3*p.Dots[0]*p.Dots[1] || len(p.Chars) != 4 {
			t.Fatalf("%q: %d by %d, %d bytes, %d characters, %v", page, p.Dots[0], p.Dots[1], len(p.Pixels), len(p.Chars), err)
		}
		if w := math.Abs(float64(p.Dots[0]) - 2*p.Size[0]); w > 1 {
			t.Errorf("%q: %d pixels for %g points", page, p.Dots[0], p.Size[0])
		}
		red, inside, outside := 0, 0, 0
		for y := range p.Dots[1] {
			for x := range p.Dots[0] {
				px := p.Pixels[3*(y*p.Dots[0]+x):]
				switch {
				case px[0] > 200 && px[1] < 50:
					red++
				case px[0] < 100:
					in := false
					for _, c := range p.Chars {
						in = in || float32(x) >= 2*c.Left-2 && float32(x) <= 2*c.Right+2 && float32(y) >= 2*c.Top-2 && float32(y) <= 2*c.Bottom+2
					}
					if in {
						inside++
					} else {
						outside++
					}
				}
			}
		}
		if inside < 100 || outside > 0 || red < 9000 {
			t.Errorf("%q: %d dark pixels in the boxes, %d outside of them, %d red ones", page, inside, outside, red)
		}
	}
}

func TestDrawGray(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	d, err := open(t, rt, pdftest.Write(nil, new(pdftest.Page).Text(100, 700, 20, true, "some text")))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Draw(t.Context(), 0, 72, true)
	if err != nil || !p.Gray || len(p.Pixels) != 612*792 || p.Dots != [2]int{612, 792} {
		t.Fatalf("%v, %v, %d bytes, %v", p.Gray, p.Dots, len(p.Pixels), err)
	}
	words, err := d.Draw(t.Context(), 0, 0, true)
	if err != nil || words.Pixels != nil || len(words.Chars) != len(p.Chars) {
		t.Errorf("without a picture: %d characters, %d bytes, %v", len(words.Chars), len(words.Pixels), err)
	}
	if large, err := d.Draw(t.Context(), 0, 100_000, false); err != nil || large.Dots[0]*large.Dots[1] > pdfium.MaxColoured {
		t.Errorf("%v, %v", large.Dots, err)
	}
	if _, err := d.Draw(t.Context(), 5, 72, true); err == nil {
		t.Error("a page that is not there is drawn")
	}
}

func BenchmarkDraw(b *testing.B) {
	rt := newRuntime(b, pdfium.Options{})
	raw, err := os.ReadFile("../../../testdata/sample/share/hiring-staying-or-changing-jobs/term-extensions.pdf")
	if err != nil {
		b.Fatal(err)
	}
	for _, dots := range []float64{0, 96} {
		b.Run(map[float64]string{0: "words", 96: "96dpi"}[dots], func(b *testing.B) {
			for b.Loop() {
				d, err := open(b, rt, raw)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := d.Draw(b.Context(), 1, dots, dots == 0); err != nil {
					b.Fatal(err)
				}
				d.Close()
			}
		})
	}
}
