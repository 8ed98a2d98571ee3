package pdfium

import (
	"context"
	"fmt"
	"image"
	"math"
)

// MaxPixels bounds a picture that Render makes.
const MaxPixels = 40 << 20

// Render draws the page with the given index, which begins at 0, in shades of gray on white, with dots to the inch; fewer
// where the picture would have more than MaxPixels.
func (d *Doc) Render(ctx context.Context, index int, dots float64) (*image.Gray, error) {
	ctx = withFile(ctx, d.in.file)
	page, err := d.in.call(ctx, "FPDF_LoadPage", d.handle, uint64(index))
	if err != nil {
		return nil, err
	}
	if page == 0 {
		return nil, fmt.Errorf("%w: page %d", ErrFormat, index+1)
	}
	img, err := d.render(ctx, page, dots)
	if _, closeErr := d.in.call(ctx, "FPDF_ClosePage", page); err == nil {
		err = closeErr
	}
	return img, err
}

func (d *Doc) render(ctx context.Context, page uint64, dots float64) (*image.Gray, error) {
	size, err := d.size(ctx, page)
	if err != nil {
		return nil, err
	}
	width, height := pixels(size, dots, MaxPixels)
	img := image.NewGray(image.Rect(0, 0, width, height))
	err = d.draw(ctx, page, gray, width, height, func(y int, row []byte) { copy(img.Pix[y*img.Stride:][:width], row) })
	return img, err
}

// Forms of the pixels of a bitmap, from fpdfview.h, and the bytes of each.
const (
	gray = 1 // one byte
	bgrx = 3 // four
)

// size is the width and the height of a page as it is seen, in points.
func (d *Doc) size(ctx context.Context, page uint64) (size [2]float64, err error) {
	for i, fn := range []string{"FPDF_GetPageWidthF", "FPDF_GetPageHeightF"} {
		v, err := d.in.call(ctx, fn, page)
		if err != nil {
			return size, err
		}
		size[i] = float64(finite(math.Float32frombits(uint32(v))))
	}
	if !(size[0] > 0 && size[1] > 0) {
		return size, fmt.Errorf("%w: a page without a size", ErrFormat)
	}
	return size, nil
}

// pixels is the size of the picture of a page with dots to the inch, or fewer where it would have more than most.
func pixels(size [2]float64, dots, most float64) (width, height int) {
	scale := min(dots/72, math.Sqrt(most/(size[0]*size[1])))
	// A page that is far wider than high has rows of one pixel, and is cut.
	side := func(points float64) int { return int(min(max(1, points*scale), most)) }
	return side(size[0]), side(size[1])
}

// draw draws a page on white and hands on the rows of its pixels, which are valid for the call only.
func (d *Doc) draw(ctx context.Context, page, form uint64, width, height int, take func(y int, row []byte)) error {
	bitmap, err := d.in.call(ctx, "FPDFBitmap_CreateEx", uint64(width), uint64(height), form, 0, 0)
	if err != nil {
		return err
	}
	if bitmap == 0 {
		return ErrMemory
	}
	err = d.drawInto(ctx, page, bitmap, form, width, height, take)
	if _, closeErr := d.in.call(ctx, "FPDFBitmap_Destroy", bitmap); err == nil {
		err = closeErr
	}
	return err
}

func (d *Doc) drawInto(ctx context.Context, page, bitmap, form uint64, width, height int, take func(y int, row []byte)) error {
	const annotations = 1 // FPDF_ANNOT
	w, h := uint64(width), uint64(height)
	for _, step := range []struct {
		fn   string
		args []uint64
	}{
		{"FPDFBitmap_FillRect", []uint64{bitmap, 0, 0, w, h, 0xFFFFFFFF}},
		{"FPDF_RenderPageBitmap", []uint64{bitmap, page, 0, 0, w, h, 0, annotations}},
	} {
		if _, err := d.in.call(ctx, step.fn, step.args...); err != nil {
			return err
		}
	}
	stride, err := d.in.call(ctx, "FPDFBitmap_GetStride", bitmap)
	if err != nil {
		return err
	}
	at, err := d.in.call(ctx, "FPDFBitmap_GetBuffer", bitmap)
	if err != nil {
		return err
	}
	row := w
	if form == bgrx {
		row = 4 * w
	}
	if stride < row || stride > 4*w+64 {
		return fmt.Errorf("%w: a picture with rows of %d bytes", ErrCrash, stride)
	}
	all, ok := d.in.module.Memory().Read(uint32(at), uint32(stride*h))
	if !ok {
		return fmt.Errorf("%w: a picture outside of its memory", ErrCrash)
	}
	for y := range h {
		take(int(y), all[y*stride:][:row])
	}
	return nil
}
