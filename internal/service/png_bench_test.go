package service

import (
	"bytes"
	"os"
	"testing"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// BenchmarkPicture is what the server itself does for the picture of a page: it takes what a worker has drawn and writes the PNG.
func BenchmarkPicture(b *testing.B) {
	if !pdfium.Available() {
		b.Skip("built without PDFium")
	}
	f, err := os.Open("../../testdata/sample/share/hiring-staying-or-changing-jobs/term-extensions.pdf")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	var drawn bytes.Buffer
	if res := extract.Draw(b.Context(), extract.Input{Name: "a.pdf", R: f, Size: info.Size()}, 2, 96, &drawn); res.Reason != "" {
		b.Fatal(res.Reason)
	}
	size := 0
	for b.Loop() {
		d, err := extract.ReadDrawing(drawn.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		png, err := encode(d, nil)
		if err != nil {
			b.Fatal(err)
		}
		size = len(png)
	}
	b.ReportMetric(float64(size), "bytes")
}
