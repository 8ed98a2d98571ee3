package pdfium

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Kinds of annotations, from fpdf_annot.h.
const (
	annotLink      = 2
	annotFreeText  = 3
	annotStamp     = 13
	annotPopup     = 16
	annotAttached  = 17
	annotWidget    = 20
	annotHidden    = 1 << 1 // flags, PDF 32000-1, 12.5.3
	annotNotViewed = 1 << 5
)

// Kinds of fields, from fpdf_formfill.h.
const (
	fieldButton = 1 + iota
	fieldCheckBox
	fieldRadio
	fieldCombo
	fieldList
	fieldText
)

// A Widget is a field of a form that somebody can fill in, where it stands on the page.
type Widget struct {
	Left, Bottom, Right, Top float32
	Name                     string // what the form calls it
	Value                    string // filled in, or chosen; "" where nothing is
	Box                      bool   // it is ticked or not, and has no value
	Ticked                   bool

	choice bool
}

// annotations are the content of a page beside its text.
type annotations struct {
	drawn   bool     // some are drawn
	written []string // free text
}

// readAnnotations collects the fields of a page, the remarks on it, and its free text. It leaves out hidden ones.
func (d *Doc) readAnnotations(ctx context.Context, page uint64, p *Page) (a annotations, err error) {
	n, err := d.in.call(ctx, "FPDFPage_GetAnnotCount", page)
	if err != nil {
		return a, err
	}
	for i := range min(int(int32(n)), maxFields) {
		annot, err := d.in.call(ctx, "FPDFPage_GetAnnot", page, uint64(i))
		if err != nil {
			return a, err
		}
		if annot == 0 {
			continue
		}
		if err := d.readAnnotation(ctx, annot, i, p, &a); err != nil {
			return a, err
		}
		if _, err := d.in.call(ctx, "FPDFPage_CloseAnnot", annot); err != nil {
			return a, err
		}
	}
	return a, nil
}

func (d *Doc) readAnnotation(ctx context.Context, annot uint64, index int, p *Page, a *annotations) error {
	flags, err := d.in.call(ctx, "FPDFAnnot_GetFlags", annot)
	if err != nil || flags&(annotHidden|annotNotViewed) != 0 {
		return err
	}
	kind, err := d.in.call(ctx, "FPDFAnnot_GetSubtype", annot)
	if err != nil {
		return err
	}
	switch kind {
	case annotLink, annotPopup:
	case annotStamp:
		a.drawn = true
	case annotFreeText:
		text, err := d.annotText(ctx, annot, "Contents")
		if err != nil {
			return err
		}
		a.drawn, a.written = true, append(a.written, text)
	case annotWidget:
		a.drawn = true
		return d.readWidget(ctx, annot, p)
	default:
		if kind == annotAttached {
			p.Attached = append(p.Attached, index)
		}
		text, err := d.annotText(ctx, annot, "Contents")
		if err != nil || text == "" {
			return err
		}
		by, err := d.annotText(ctx, annot, "T")
		if err != nil {
			return err
		}
		p.Notes = append(p.Notes, Note{By: by, Text: text})
	}
	return nil
}

// form begins the reading of the fields of the document, once.
func (d *Doc) form(ctx context.Context) (uint64, error) {
	const size, version = 256, 2
	if d.formInfo != 0 {
		return d.formHandle, nil
	}
	info, err := d.in.call(ctx, "malloc", size)
	if err != nil || info == 0 {
		return 0, err
	}
	if !d.in.module.Memory().Write(uint32(info), append([]byte{version}, make([]byte, size-1)...)) {
		return 0, ErrMemory
	}
	d.formInfo = info
	d.formHandle, err = d.in.call(ctx, "FPDFDOC_InitFormFillEnvironment", d.handle, info)
	return d.formHandle, err
}

func (d *Doc) closeForm(ctx context.Context) {
	if d.formHandle != 0 {
		_, _ = d.in.call(ctx, "FPDFDOC_ExitFormFillEnvironment", d.formHandle)
	}
	if d.formInfo != 0 {
		_, _ = d.in.call(ctx, "free", d.formInfo)
	}
}

// readWidget takes a field that says something: a value, or whether it is ticked.
func (d *Doc) readWidget(ctx context.Context, annot uint64, p *Page) error {
	form, err := d.form(ctx)
	if err != nil {
		return err
	}
	var kind uint64
	if form != 0 {
		if kind, err = d.in.call(ctx, "FPDFAnnot_GetFormFieldType", form, annot); err != nil {
			return err
		}
	}
	w := Widget{}
	if kind == 0 || int32(kind) < 0 { // no form lists it
		own, err := d.annotText(ctx, annot, "FT")
		if err != nil {
			return err
		}
		kind = map[string]uint64{"Tx": fieldText, "Ch": fieldCombo, "Btn": fieldCheckBox}[own]
		if w.Value, err = d.annotText(ctx, annot, "V"); err != nil {
			return err
		}
		form = 0
	}
	switch kind {
	case fieldCheckBox, fieldRadio:
		w.Box = true
		state, err := d.annotText(ctx, annot, "AS")
		if err != nil {
			return err
		}
		if state == "" { // it is pressed, or nobody can tell
			return nil
		}
		w.Value, w.Ticked = "", state != "Off"
	case fieldCombo, fieldList:
		w.choice = true
		if form != 0 {
			if w.Value, err = d.chosen(ctx, form, annot); err != nil {
				return err
			}
		}
		fallthrough
	case fieldText:
		if form != 0 && w.Value == "" {
			if w.Value, err = d.annotString(ctx, "FPDFAnnot_GetFormFieldValue", form, annot); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	w.Value = strings.Join(strings.Fields(w.Value), " ")
	if form != 0 {
		w.Name, err = d.annotString(ctx, "FPDFAnnot_GetFormFieldAlternateName", form, annot)
	} else {
		w.Name, err = d.annotText(ctx, annot, "TU")
	}
	if err != nil {
		return err
	}
	ok, err := d.in.call(ctx, "FPDFAnnot_GetRect", annot, uint64(d.in.buf))
	if err != nil || ok == 0 {
		return err
	}
	var r [4]float32 // left, top, right, bottom
	d.in.floats(0, r[:])
	w.Left, w.Right, w.Bottom, w.Top = min(r[0], r[2]), max(r[0], r[2]), min(r[1], r[3]), max(r[1], r[3])
	p.Widgets = append(p.Widgets, w)
	return nil
}

// chosen returns the labels of the chosen options of a list.
func (d *Doc) chosen(ctx context.Context, form, annot uint64) (string, error) {
	const most = 200
	n, err := d.in.call(ctx, "FPDFAnnot_GetOptionCount", form, annot)
	if err != nil {
		return "", err
	}
	var list []string
	for i := range min(int(int32(n)), most) {
		on, err := d.in.call(ctx, "FPDFAnnot_IsOptionSelected", form, annot, uint64(i))
		if err != nil {
			return "", err
		}
		if on == 0 {
			continue
		}
		label, err := d.annotString(ctx, "FPDFAnnot_GetOptionLabel", form, annot, uint64(i))
		if err != nil {
			return "", err
		}
		list = append(list, label)
	}
	return strings.Join(list, ", "), nil
}

// annotString is a text that a function of PDFium gives, with the room for it as its last arguments.
func (d *Doc) annotString(ctx context.Context, name string, args ...uint64) (string, error) {
	n, err := d.in.call(ctx, name, append(args, uint64(d.in.buf), bufSize)...)
	if err != nil || uint32(n) > bufSize {
		return "", err
	}
	return strings.TrimSpace(wide(d.in.scratch(0, uint32(n)))), nil
}

// annotText is a value of an annotation that is a text; "" for any other.
func (d *Doc) annotText(ctx context.Context, annot uint64, key string) (string, error) {
	const at, stringType, nameType, streamType = 256, 3, 4, 7 // of fpdfview.h
	name := d.in.put(0, key+"\x00")
	typ, err := d.in.call(ctx, "FPDFAnnot_GetValueType", annot, name)
	if err != nil || typ != stringType && typ != nameType && typ != streamType {
		return "", err
	}
	name = d.in.put(0, key+"\x00")
	n, err := d.in.call(ctx, "FPDFAnnot_GetStringValue", annot, name, name+at, bufSize-at)
	if err != nil || n > bufSize-at {
		return "", err
	}
	return strings.TrimSpace(wide(d.in.scratch(at, uint32(n)))), nil
}

// flatten makes the drawing of the annotations part of the page, in memory, and loads the page anew. It closes the given handle in any
// case.
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

// restore puts back the characters that a page had before it was flattened, if flattening lost their fonts. That happens because the page
// then has resources of its own, and the resources that all pages share no longer count. The characters drawn within its fields stay.
func (p *Page) restore(before *Page) {
	const most = 5 // one in so many characters may be lost
	counts := map[rune]int{}
	for _, c := range p.Chars {
		counts[c.Rune]++
	}
	lost, all := 0, 0
	for _, c := range before.Chars {
		if c.Run < 0 || c.Rune <= ' ' {
			continue
		}
		all++
		if counts[c.Rune]--; counts[c.Rune] < 0 {
			lost++
		}
	}
	if lost*most <= all {
		return
	}
	chars := before.Chars
	for _, c := range p.Chars {
		if c.Run >= 0 && slices.ContainsFunc(p.Widgets, func(w Widget) bool { return w.has(c) }) {
			c.Run += int32(len(before.Runs))
			chars = append(chars, c)
		}
	}
	p.Chars, p.Runs, p.Unknown, p.Cut = chars, append(before.Runs, p.Runs...), before.Unknown, p.Cut || before.Cut
}

// has reports whether a character stands within a field.
func (w Widget) has(c Char) bool {
	x, y := (c.Left+c.Right)/2, (c.Bottom+c.Top)/2
	return x > w.Left && x < w.Right && y > w.Bottom-1 && y < w.Top+1
}

// letters is what two ways to write a text have in common.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// takeValues takes out of a page the characters that draw the values of its fields, because the fields give these values themselves. For a
// choice, the drawing says what a reader sees.
func (p *Page) takeValues() {
	for i := range p.Widgets {
		w := &p.Widgets[i]
		var inside []int
		var text strings.Builder
		for k, c := range p.Chars {
			if w.has(c) {
				inside = append(inside, k)
				text.WriteRune(c.Rune)
			}
		}
		seen := strings.Join(strings.Fields(text.String()), " ")
		switch said := letters(w.Value); {
		case w.Box && len(inside) <= 2:
		case w.Box:
			continue
		case seen != "" && (w.choice || w.Value == ""):
			w.Value = seen
		case seen == "" || said == "" || !strings.Contains(letters(seen), said):
			continue // it draws something else, or nothing
		}
		if len(inside) > 0 {
			gone := map[int]bool{}
			for _, k := range inside {
				gone[k] = true
			}
			kept := p.Chars[:0]
			for k, c := range p.Chars {
				if !gone[k] {
					kept = append(kept, c)
				}
			}
			p.Chars = kept
		}
	}
}

// unseen gives the texts that the characters of the page do not show: programs may leave it to the viewer to draw them.
func unseen(texts []string, chars []Char) []string {
	if len(texts) == 0 {
		return nil
	}
	var b strings.Builder
	for _, c := range chars {
		b.WriteRune(c.Rune)
	}
	drawn := letters(b.String())
	var out []string
	for _, text := range texts {
		if seen := letters(text); text != "" && (seen == "" || !strings.Contains(drawn, seen)) {
			out = append(out, text)
		}
	}
	return out
}
