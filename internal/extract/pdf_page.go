package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"unicode"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
)

// HasText is why a page is not drawn: it needs no OCR.
const HasText = "the page has text of its own"

// NeedOCR is part of the reason for a PDF file with pages that are pictures.
const NeedOCR = "pictures without text, which need OCR"

// pageDots is the resolution that pages are drawn at. Programs that recognise text ask for it.
const pageDots = 300

// unpackPDF writes a file that the document holds, or draws a page, found by its number from 1 on, if it is a picture without text, as a
// portable graymap. A page with text is refused, and one behind the last is errNoMember.
func unpackPDF(ctx context.Context, in *Input, m spar.Member, w io.Writer) error {
	if !pdfium.Available() {
		return refuse(ErrUnsupported, "this binary was built without PDFium: build it with make")
	}
	return thePDFEngine.use(ctx, in, func(rt *pdfium.Runtime) error {
		r := pdfReader{runtime: rt, in: in}
		defer r.close()
		if err := r.open(ctx); err != nil {
			return err
		}
		if m.At >= pdfAttachment {
			return r.unpack(ctx, m.At, w)
		}
		if m.At < 1 || m.At > int64(min(r.doc.Pages(), maxPDFPages)) {
			return errNoMember
		}
		page, err := r.doc.Page(ctx, int(m.At-1))
		if err != nil {
			return pageFault(ctx, err)
		}
		if !isScan(page) {
			return refuse(ErrUnsupported, HasText)
		}
		img, err := r.doc.Render(ctx, int(m.At-1), pageDots)
		if err != nil {
			return pageFault(ctx, err)
		}
		size := img.Bounds()
		if _, err := fmt.Fprintf(w, "P5\n%d %d\n255\n", size.Dx(), size.Dy()); err != nil {
			return err
		}
		_, err = w.Write(img.Pix)
		return err
	})
}

func pageFault(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, pdfium.ErrMemory):
		return refuse(ErrTooBig, "the page cannot be drawn: %v", err)
	}
	return refuse(ErrCorrupt, "the page cannot be drawn: %v", err)
}

// characters counts the visible characters of a page.
func characters(p *pdfium.Page) (n int) {
	for _, c := range p.Chars {
		if c.Run >= 0 && c.Rune > ' ' && !unicode.IsSpace(c.Rune) {
			n++
		}
	}
	return n
}

// isScan reports whether a page is a picture of text, or of letters that nothing explains, which only eyes can read.
func isScan(p *pdfium.Page) bool { return characters(p) < scanChars && p.Images > 0 || unreadable(p) }

// unreadable reports whether most letters of a page are numbers of glyphs.
func unreadable(p *pdfium.Page) bool { return p.Unknown >= scanChars && 2*p.Unknown > characters(p) }
