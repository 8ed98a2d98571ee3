package pdfium

import (
	"context"
	"fmt"
	"strings"
	"unicode"
)

// Kinds of annotations, from fpdf_annot.h, whose text is no part of the page's own.
const (
	annotFreeText = 3
	annotStamp    = 13
	annotWidget   = 20
)

// A field is an annotation with text.
type field struct {
	value string // filled in, or written; "" where only the drawing of it says something
	drawn bool   // the drawing stands for the value: the label of a choice for what it exports
}

// readFields collects what was filled into form fields and written as free text. Hidden ones are left out, and buttons
// give no value, but what is drawn of them counts.
func (d *Doc) readFields(ctx context.Context, page uint64) ([]field, error) {
	n, err := d.in.call(ctx, "FPDFPage_GetAnnotCount", page)
	if err != nil {
		return nil, err
	}
	var fields []field
	for i := range min(int(int32(n)), maxFields) {
		annot, err := d.in.call(ctx, "FPDFPage_GetAnnot", page, uint64(i))
		if err != nil {
			return nil, err
		}
		if annot == 0 {
			continue
		}
		f, ok, err := d.readField(ctx, annot)
		if err != nil {
			return nil, err
		}
		if ok {
			fields = append(fields, f)
		}
		if _, err := d.in.call(ctx, "FPDFPage_CloseAnnot", annot); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

func (d *Doc) readField(ctx context.Context, annot uint64) (f field, ok bool, err error) {
	const hidden, noView = 1 << 1, 1 << 5 // PDF 32000-1, 12.5.3
	flags, err := d.in.call(ctx, "FPDFAnnot_GetFlags", annot)
	if err != nil || flags&(hidden|noView) != 0 {
		return f, false, err
	}
	kind, err := d.in.call(ctx, "FPDFAnnot_GetSubtype", annot)
	if err != nil {
		return f, false, err
	}
	switch kind {
	case annotStamp:
	case annotFreeText:
		f.value, err = d.annotText(ctx, annot, "Contents")
	case annotWidget:
		f.value, err = d.annotText(ctx, annot, "V")
		if err == nil && f.value != "" {
			f.drawn, err = d.isDrawnChoice(ctx, annot)
		}
	default:
		return f, false, nil
	}
	return f, true, err
}

// isDrawnChoice reports whether a field offers a choice, and the label of what was chosen is drawn.
func (d *Doc) isDrawnChoice(ctx context.Context, annot uint64) (bool, error) {
	const normal = 0
	name := d.in.put(0, "Opt\x00")
	has, err := d.in.call(ctx, "FPDFAnnot_HasKey", annot, name)
	if err != nil || has == 0 {
		return false, err
	}
	n, err := d.in.call(ctx, "FPDFAnnot_GetAP", annot, normal, 0, 0)
	if err != nil || n <= 2 || n > bufSize {
		return false, err
	}
	if n, err = d.in.call(ctx, "FPDFAnnot_GetAP", annot, normal, uint64(d.in.buf), bufSize); err != nil {
		return false, err
	}
	content := wide(d.in.scratch(0, uint32(n)))
	return strings.Contains(content, "Tj") || strings.Contains(content, "TJ"), nil
}

// annotText is a value of an annotation that is a text; "" for any other.
func (d *Doc) annotText(ctx context.Context, annot uint64, key string) (string, error) {
	const at, stringType, streamType = 256, 3, 7 // of fpdfview.h
	name := d.in.put(0, key+"\x00")
	typ, err := d.in.call(ctx, "FPDFAnnot_GetValueType", annot, name)
	if err != nil || typ != stringType && typ != streamType {
		return "", err
	}
	name = d.in.put(0, key+"\x00")
	n, err := d.in.call(ctx, "FPDFAnnot_GetStringValue", annot, name, name+at, bufSize-at)
	if err != nil || n > bufSize-at {
		return "", err
	}
	return strings.TrimSpace(wide(d.in.scratch(at, uint32(n)))), nil
}

// flatten has what is drawn of the annotations become part of the page, in memory, and loads the page anew. The handle
// that it is given is closed, whatever happens.
func (d *Doc) flatten(ctx context.Context, page uint64, index int) (uint64, error) {
	const forDisplay = 0
	_, err := d.in.call(ctx, "FPDFPage_Flatten", page, forDisplay)
	if _, closeErr := d.in.call(ctx, "FPDF_ClosePage", page); err == nil {
		err = closeErr
	}
	if err != nil {
		return 0, err
	}
	page, err = d.in.call(ctx, "FPDF_LoadPage", d.handle, uint64(index))
	if err == nil && page == 0 {
		err = fmt.Errorf("%w: page %d", ErrFormat, index+1)
	}
	return page, err
}

// unseen gives the values of fields that the characters of the page do not show: programs may fill in a form and leave it
// to the viewer to draw it.
func unseen(fields []field, chars []Char) []string {
	var b strings.Builder
	letter := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}
	var values []string
	for i, f := range fields {
		if i == 0 {
			for _, c := range chars {
				if r := letter(c.Rune); r >= 0 {
					b.WriteRune(r)
				}
			}
		}
		if f.value == "" || f.drawn {
			continue
		}
		if seen := strings.Map(letter, f.value); seen == "" || !strings.Contains(b.String(), seen) {
			values = append(values, f.value)
		}
	}
	return values
}
