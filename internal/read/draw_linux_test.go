package read

import (
	"image/color"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	"github.com/sparsearch/spar/internal/spar"
)

// A page that takes too long to be drawn has no picture, and stops neither the next page nor the readers.
func TestDrawTooLong(t *testing.T) {
	if !pdfium.Available() {
		t.Skip("built without PDFium")
	}
	healthy := string(pdftest.Write(nil, new(pdftest.Page).Text(100, 700, 20, true, "some text").Raw("1 0 0 rg 100 300 50 50 re f\n")))
	bomb := string(pdftest.Write(nil, new(pdftest.Page).Raw("1 0 0 rg\n"+strings.Repeat("0 0 m 612 792 l 612 0 l 0 792 l f\n", 100_000))))
	cache := t.TempDir()
	r := reader(t, &shelf{}, "worker", Options{Workers: 1, CacheDir: cache, drawTime: time.Second})
	for _, format := range []string{"text", formatPDF} { // PDF's needs are there before its first file
		r.Ready(t.Context(), format)
		if kept, err := os.ReadDir(cache); err != nil || (len(kept) > 0) != (format == formatPDF) {
			t.Errorf("ready for %s: %v is kept, %v", format, kept, err)
		}
	}
	_, jobs := lay(t, map[string]string{"a.pdf": healthy, "b.pdf": bomb})
	good := func() *extract.Drawing {
		t.Helper()
		d, err := r.Draw(t.Context(), jobs[0], 1, 72)
		if err != nil || d.Gray || d.Dots != [2]int{612, 792} {
			t.Fatalf("%+v, %v", d, err)
		}
		return d
	}
	good()
	if d, err := r.Draw(t.Context(), jobs[1], 1, 96); spar.CodeOf(err) != spar.NotFound || !strings.Contains(err.Error(), "longer") || d != nil {
		t.Errorf("a picture that takes too long: %v", err)
	}
	d := good()
	at := 3 * ((792-325)*612 + 125)
	if got := (color.RGBA{d.Pixels[at], d.Pixels[at+1], d.Pixels[at+2], 255}); got != (color.RGBA{255, 0, 0, 255}) {
		t.Errorf("in the middle of the red square is %v", got)
	}
}

// A file at which a worker did not stop in time is read again with care, so that what can be had of it is.
func TestReadWithCare(t *testing.T) {
	book, s := &ledger{}, &shelf{}
	r := reader(t, s, "actor", Options{Workers: 1, Timeout: 300 * time.Millisecond, Ledger: book})
	_, jobs := lay(t, map[string]string{"a.txt": "!headlong", "b.txt": "After."})
	found := readAll(t, r, jobs)
	if f := found["a.txt"]; f.State != spar.OK || s.text(f.Segment) != "read with care" {
		t.Errorf("%s %q, text %q", f.State, f.Reason, s.text(f.Segment))
	}
	if f := found["b.txt"]; f.State != spar.OK {
		t.Errorf("%s %q", f.State, f.Reason)
	}
	if book.writes != 2 || len(book.n) != 0 {
		t.Errorf("what is remembered: %d notes, %v", book.writes, book.n)
	}
}
