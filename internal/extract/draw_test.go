package extract

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	"github.com/sparsearch/spar/internal/spar"
)

func TestDraw(t *testing.T) {
	if !pdfium.Available() {
		t.Skip("PDFium is not built in")
	}
	raw := pdftest.Write(nil, new(pdftest.Page).Text(100, 700, 20, true, "One"), new(pdftest.Page).Text(100, 700, 10, false, "Paid leave of 21 days").Text(400, 700, 10, false, "right"))
	var out bytes.Buffer
	in := Input{Name: "a.pdf", R: bytes.NewReader(raw), Size: int64(len(raw))}
	draw := func(dots float64) *Drawing {
		t.Helper()
		out.Reset()
		if res := Draw(t.Context(), in, 2, dots, &out); res.State != spar.OK {
			t.Fatalf("%+v", res)
		}
		d, err := ReadDrawing(bytes.Clone(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	d, picture := draw(0), draw(72)
	var words []string
	for _, w := range d.Words {
		words = append(words, w.Text)
	}
	if got := strings.Join(words, "|"); got != "Paid|leave|of|21|days|right" || d.Page != 2 || d.Pages != 2 || picture.Dots != [2]int{612, 792} || !picture.Gray || len(picture.Pixels) != 612*792 || d.Scan {
		t.Errorf("%s, page %d of %d, %v", got, d.Page, d.Pages, d.Dots)
	}
	if b := d.Words[0].Box; b[0] < 99 || b[0] > 101 || b[1] < 75 || b[3] > 100 || b[2] < b[0]+15 {
		t.Errorf("the first word stands at %v", b)
	}
	for page, text := range map[int]string{0: "has no page 0", 3: "has no page 3"} {
		if res := Draw(t.Context(), in, page, 72, &out); !strings.Contains(res.Reason, text) {
			t.Errorf("%+v", res)
		}
	}
	if res := Draw(t.Context(), Input{Name: "a.txt", R: strings.NewReader("text"), Size: 4}, 1, 72, &out); res.State != spar.Unsupported {
		t.Errorf("%+v", res)
	}
}

// FuzzReadDrawing: whatever a worker sends, ReadDrawing takes only a picture of the stated size, and boxes on the page.
func FuzzReadDrawing(f *testing.F) {
	write := func(d Drawing) {
		var b bytes.Buffer
		if err := writeDrawing(&b, &d); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	write(Drawing{Page: 1, Pages: 1, Width: 10, Height: 10, Dots: [2]int{2, 1}, Pixels: make([]byte, 6), Words: []Word{{"a", [4]float32{1, 2, 3, 4}}}})
	write(Drawing{Page: 1, Pages: 1, Width: 10, Height: 10, Words: []Word{{"a", [4]float32{-1, 9, 3, 1e30}}}})
	write(Drawing{Page: 2, Pages: 1, Width: -1, Height: 1e300, Dots: [2]int{1 << 40, 1 << 40}})
	head, _ := json.Marshal(Drawing{Page: 1, Pages: 1, Width: 1, Height: 1, Gray: true, Dots: [2]int{3, 3}})
	f.Add(append(binary.LittleEndian.AppendUint32(nil, uint32(len(head)+100)), head...))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := ReadDrawing(b)
		if err != nil {
			return
		}
		depth := 3
		if d.Gray && d.Dots[0] > 0 {
			depth = 1
		}
		if d.Dots[0]*d.Dots[1]*depth != len(d.Pixels) || d.Dots[0] < 0 || d.Page < 1 || d.Page > d.Pages || len(d.Words) > maxWords {
			t.Fatalf("%d by %d pixels in %d bytes, page %d of %d", d.Dots[0], d.Dots[1], len(d.Pixels), d.Page, d.Pages)
		}
		for _, w := range d.Words {
			if x := w.Box; !(x[0] >= 0 && x[0] <= x[2] && float64(x[2]) <= d.Width+1e-3*d.Width && x[1] >= 0 && x[1] <= x[3]) {
				t.Fatalf("a word at %v of a page of %g by %g", x, d.Width, d.Height)
			}
		}
	})
}
