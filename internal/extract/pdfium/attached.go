package pdfium

import (
	"context"
	"encoding/binary"
	"io"
)

// maxAttached bounds the files of one document that are listed.
const maxAttached = 5000

// An Attachment is a file within the document.
type Attachment struct {
	Name string
	Size int64
}

// Attachments lists the files that the document as a whole has.
func (d *Doc) Attachments(ctx context.Context) ([]Attachment, error) {
	ctx = withFile(ctx, d.in.file)
	n, err := d.in.call(ctx, "FPDFDoc_GetAttachmentCount", d.handle)
	if err != nil {
		return nil, err
	}
	var list []Attachment
	for i := range min(int(int32(n)), maxAttached) {
		at, err := d.in.call(ctx, "FPDFDoc_GetAttachment", d.handle, uint64(i))
		if err != nil {
			return nil, err
		}
		a := Attachment{}
		if at != 0 {
			if a, err = d.attachment(ctx, at); err != nil {
				return nil, err
			}
		}
		list = append(list, a)
	}
	return list, nil
}

// attachment returns the name and the length of an attached file.
func (d *Doc) attachment(ctx context.Context, at uint64) (a Attachment, err error) {
	if a.Name, err = d.annotString(ctx, "FPDFAttachment_GetName", at); err != nil {
		return a, err
	}
	_, err = d.in.call(ctx, "FPDFAttachment_GetFile", at, 0, 0, uint64(d.in.buf))
	a.Size = int64(binary.LittleEndian.Uint32(d.in.scratch(0, 4)))
	return a, err
}

// WriteAttachment writes the bytes of a file of the document, by its place in Attachments.
func (d *Doc) WriteAttachment(ctx context.Context, index int, w io.Writer) error {
	ctx = withFile(ctx, d.in.file)
	at, err := d.in.call(ctx, "FPDFDoc_GetAttachment", d.handle, uint64(index))
	if err != nil {
		return err
	}
	return d.writeFile(ctx, at, w)
}

// attached gives the file of an annotation of a page to do, whose handle is good as long as that runs.
func (d *Doc) attached(ctx context.Context, page, annotation int, do func(ctx context.Context, at uint64) error) error {
	ctx = withFile(ctx, d.in.file)
	handle, err := d.in.call(ctx, "FPDF_LoadPage", d.handle, uint64(page))
	if err != nil || handle == 0 {
		return err
	}
	annot, err := d.in.call(ctx, "FPDFPage_GetAnnot", handle, uint64(annotation))
	if err == nil && annot != 0 {
		at, fault := d.in.call(ctx, "FPDFAnnot_GetFileAttachment", annot)
		if err = fault; err == nil && at != 0 {
			err = do(ctx, at)
		}
		if err == nil {
			_, err = d.in.call(ctx, "FPDFPage_CloseAnnot", annot)
		}
	}
	if _, closed := d.in.call(ctx, "FPDF_ClosePage", handle); err == nil {
		err = closed
	}
	return err
}

// Attached is the file of an annotation; both numbers begin at 0.
func (d *Doc) Attached(ctx context.Context, page, annotation int) (a Attachment, err error) {
	err = d.attached(ctx, page, annotation, func(ctx context.Context, at uint64) (err error) {
		a, err = d.attachment(ctx, at)
		return err
	})
	return a, err
}

// WriteAttached writes the bytes of the file of an annotation.
func (d *Doc) WriteAttached(ctx context.Context, page, annotation int, w io.Writer) error {
	return d.attached(ctx, page, annotation, func(ctx context.Context, at uint64) error { return d.writeFile(ctx, at, w) })
}

func (d *Doc) writeFile(ctx context.Context, at uint64, w io.Writer) error {
	if at == 0 {
		return ErrFormat
	}
	out := uint64(d.in.buf)
	ok, err := d.in.call(ctx, "FPDFAttachment_GetFile", at, 0, 0, out)
	size := uint64(binary.LittleEndian.Uint32(d.in.scratch(0, 4)))
	if err != nil || ok == 0 || size == 0 {
		return err
	}
	room, err := d.in.call(ctx, "malloc", size)
	if err != nil {
		return err
	}
	if room == 0 {
		return ErrMemory
	}
	if _, err := d.in.call(ctx, "FPDFAttachment_GetFile", at, room, size, out); err != nil {
		return err
	}
	b, inside := d.in.module.Memory().Read(uint32(room), uint32(size))
	if !inside {
		return ErrMemory
	}
	if _, err := w.Write(b); err != nil {
		return err
	}
	_, err = d.in.call(ctx, "free", room)
	return err
}
