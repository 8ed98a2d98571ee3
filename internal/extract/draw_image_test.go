package extract

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"github.com/sparsearch/spar/internal/spar"
)

// corner is a picture of 200 by 100 dots whose upper left quarter is red.
func corner() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 200, 100))
	for y := range 100 {
		for x := range 200 {
			m.Set(x, y, color.White)
			if x < 100 && y < 50 {
				m.Set(x, y, color.RGBA{255, 0, 0, 255})
			}
		}
	}
	return m
}

func drawingOfFile(t *testing.T, name string, raw []byte, page int, dots float64) (*Drawing, Result) {
	t.Helper()
	var out bytes.Buffer
	res := Draw(t.Context(), Input{Name: name, R: bytes.NewReader(raw), Size: int64(len(raw))}, page, dots, &out)
	if res.State != spar.OK {
		return nil, res
	}
	d, err := ReadDrawing(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return d, res
}

// at is the colour of a dot, given by parts of width and height.
func (d *Drawing) at(x, y float64) [3]byte {
	i := int(y*float64(d.Dots[1]))*d.Dots[0] + int(x*float64(d.Dots[0]))
	if d.Gray {
		return [3]byte{d.Pixels[i], d.Pixels[i], d.Pixels[i]}
	}
	return [3]byte(d.Pixels[3*i:])
}

func red(c [3]byte) bool { return c[0] > 200 && c[1] < 60 && c[2] < 60 }

// turnedJPEG is a JPEG file whose head says how it is to be turned.
func turnedJPEG(t *testing.T, how uint16) []byte {
	var raw bytes.Buffer
	if err := jpeg.Encode(&raw, corner(), nil); err != nil {
		t.Fatal(err)
	}
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01"), byte(how>>8), byte(how), 0, 0, 0, 0, 0, 0)
	segment := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2)), exif...)
	return append(append([]byte{0xff, 0xd8}, segment...), raw.Bytes()[2:]...)
}

func TestDrawImage(t *testing.T) {
	files := map[string]func(*bytes.Buffer) error{
		"a.png":  func(b *bytes.Buffer) error { return png.Encode(b, corner()) },
		"a.jpg":  func(b *bytes.Buffer) error { return jpeg.Encode(b, corner(), nil) },
		"a.gif":  func(b *bytes.Buffer) error { return gif.Encode(b, corner(), nil) },
		"a.bmp":  func(b *bytes.Buffer) error { return bmp.Encode(b, corner()) },
		"a.tiff": func(b *bytes.Buffer) error { return tiff.Encode(b, corner(), nil) },
	}
	for name, write := range files {
		var raw bytes.Buffer
		if err := write(&raw); err != nil {
			t.Fatal(err)
		}
		size, res := drawingOfFile(t, name, raw.Bytes(), 1, 0)
		if size == nil || size.Width != 150 || size.Height != 75 || !size.Scan || len(size.Words) != 0 || size.Pages != 1 {
			t.Fatalf("%s: %+v, %+v", name, size, res)
		}
		small, _ := drawingOfFile(t, name, raw.Bytes(), 1, 48)
		large, _ := drawingOfFile(t, name, raw.Bytes(), 1, 300)
		if small.Dots != [2]int{100, 50} || large.Dots != [2]int{200, 100} {
			t.Errorf("%s: %v and %v", name, small.Dots, large.Dots)
		}
		for _, d := range []*Drawing{small, large} {
			if !red(d.at(.25, .25)) || red(d.at(.75, .25)) || red(d.at(.25, .75)) {
				t.Errorf("%s: the red quarter is elsewhere", name)
			}
		}
		if _, res := drawingOfFile(t, name, raw.Bytes(), 2, 48); !strings.Contains(res.Reason, "no page 2") {
			t.Errorf("%s: %+v", name, res)
		}
		if _, res := drawingOfFile(t, name, raw.Bytes()[:raw.Len()/2], 1, 48); res.State == spar.OK && name != "a.jpg" && name != "a.gif" {
			t.Errorf("%s cut off: %+v", name, res)
		}
	}
}

// TestDrawTurned: a photograph stands as the camera was held.
func TestDrawTurned(t *testing.T) {
	where := map[uint16][2]float64{1: {.25, .25}, 2: {.75, .25}, 3: {.75, .75}, 4: {.25, .75}, 5: {.25, .25}, 6: {.75, .25}, 7: {.75, .75}, 8: {.25, .75}}
	for how, at := range where {
		d, res := drawingOfFile(t, "a.jpg", turnedJPEG(t, how), 1, 96)
		if d == nil {
			t.Fatalf("%+v", res)
		}
		if upright := how < 5; upright != (d.Dots == [2]int{200, 100}) || upright != (d.Width > d.Height) {
			t.Errorf("turned %d: %v, %g by %g", how, d.Dots, d.Width, d.Height)
		}
		for _, x := range []float64{.25, .75} {
			for _, y := range []float64{.25, .75} {
				if red(d.at(x, y)) != (at == [2]float64{x, y}) {
					t.Errorf("turned %d: red at %g, %g", how, x, y)
				}
			}
		}
	}
}

func TestDrawHuge(t *testing.T) {
	var raw bytes.Buffer
	png.Encode(&raw, image.NewGray(image.Rect(0, 0, 1, 1)))
	b := raw.Bytes()
	binary.BigEndian.PutUint32(b[16:], 60_000)
	binary.BigEndian.PutUint32(b[20:], 60_000)
	if _, res := drawingOfFile(t, "a.png", b, 1, 24); res.State != spar.TooBig || !strings.Contains(res.Reason, "60000 x 60000") {
		t.Errorf("%+v", res)
	}
}

// TestDrawThumbnail: an Office file is drawn by the picture that it carries of itself.
func TestDrawThumbnail(t *testing.T) {
	file := func(parts map[string][]byte) []byte {
		var raw bytes.Buffer
		z := zip.NewWriter(&raw)
		for name, body := range parts {
			w, _ := z.Create(name)
			w.Write(body)
		}
		z.Close()
		return raw.Bytes()
	}
	var picture bytes.Buffer
	jpeg.Encode(&picture, corner(), nil)
	types := []byte(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`)
	parts := map[string][]byte{"[Content_Types].xml": types, "ppt/presentation.xml": []byte("<p/>"), "docProps/thumbnail.jpeg": picture.Bytes()}
	d, res := drawingOfFile(t, "a.pptx", file(parts), 1, 24)
	if d == nil || res.Format != "pptx" || !red(d.at(.2, .2)) {
		t.Fatalf("%+v", res)
	}
	delete(parts, "docProps/thumbnail.jpeg")
	if _, res := drawingOfFile(t, "a.pptx", file(parts), 1, 24); res.State != spar.Unsupported {
		t.Errorf("%+v", res)
	}
}
