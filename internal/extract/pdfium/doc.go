package pdfium

import (
	"context"
	"fmt"
	"strings"
)

// A Doc is an open document.
type Doc struct {
	runtime *Runtime
	in      *instance
	handle  uint64
	pages   int
	fonts   map[uint64]*Font

	formInfo, formHandle uint64 // once a field was read
}

// PDFium's error codes, from fpdfview.h.
const (
	codeFile     = 2
	codeFormat   = 3
	codePassword = 4
	codeSecurity = 5
)

func (d *Doc) open(ctx context.Context) error {
	ctx = withFile(ctx, d.in.file)
	path := d.in.put(0, documentPath+"\x00")
	handle, err := d.in.call(ctx, "FPDF_LoadDocument", path, 0)
	if err != nil {
		return err
	}
	if handle == 0 {
		code, err := d.in.call(ctx, "FPDF_GetLastError")
		switch {
		case err != nil:
			return err
		case d.in.file.err != nil:
			return d.in.file.err
		case d.in.file.refused:
			return ErrMemory
		case code == codePassword:
			return ErrPassword
		case code == codeSecurity:
			return ErrSecurity
		case code == codeFile, code == codeFormat:
			return ErrFormat
		}
		return fmt.Errorf("%w (PDFium's code %d)", ErrFormat, code)
	}
	d.handle, d.fonts = handle, map[uint64]*Font{}
	n, err := d.in.call(ctx, "FPDF_GetPageCount", handle)
	d.pages = max(0, int(int32(n)))
	return err
}

// Close gives the instance back for the next document.
func (d *Doc) Close() {
	if d.in == nil {
		return
	}
	if d.handle != 0 && !d.in.dead {
		// Closing walks what the document built; an instance that fails at it is thrown away.
		ctx := withFile(context.Background(), d.in.file)
		d.closeForm(ctx)
		d.in.call(ctx, "FPDF_CloseDocument", d.handle)
	}
	d.runtime.release(d.in)
	d.in = nil
}

// Pages is the number of pages.
func (d *Doc) Pages() int { return d.pages }

// Meta is a value of the document's information dictionary: "Title", "Author", "Subject", "Keywords", "Creator",
// "Producer", "CreationDate", "ModDate"; "" when it has none. Dates look like "D:20240131120000+01'00'".
func (d *Doc) Meta(ctx context.Context, key string) (string, error) {
	const at = 256
	tag := d.in.put(0, key+"\x00")
	n, err := d.in.call(withFile(ctx, d.in.file), "FPDF_GetMetaText", d.handle, tag, tag+at, bufSize-at)
	if err != nil || n > bufSize-at { // PDFium writes nothing into a buffer that is too small
		return "", err
	}
	return strings.TrimSpace(wide(d.in.scratch(at, uint32(n)))), nil
}
