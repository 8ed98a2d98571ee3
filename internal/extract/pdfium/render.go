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
	var size [2]float64
	for i, fn := range []string{"FPDF_GetPageWidthF", "FPDF_GetPageHeightF"} {
		v, err := d.in.call(ctx, fn, page)
		if err != nil {
			return nil, err
		}
		size[i] = float64(finite(math.Float32frombits(uint32(v))))
	}
	if !(size[0] > 0 && size[1] > 0) {
		return nil, fmt.Errorf("%w: a page without a size", ErrFormat)
	}
	scale := min(dots/72, math.Sqrt(MaxPixels/(size[0]*size[1])))
	width, height := max(1, int(size[0]*scale)), max(1, int(size[1]*scale))
	const gray = 1 // FPDFBitmap_Gray
	bitmap, err := d.in.call(ctx, "FPDFBitmap_CreateEx", uint64(width), uint64(height), gray, 0, 0)
	if err != nil {
		return nil, err
	}
	if bitmap == 0 {
		return nil, ErrMemory
	}
	img, err := d.draw(ctx, page, bitmap, width, height)
	if _, closeErr := d.in.call(ctx, "FPDFBitmap_Destroy", bitmap); err == nil {
		err = closeErr
	}
	return img, err
}

func (d *Doc) draw(ctx context.Context, page, bitmap uint64, width, height int) (*image.Gray, error) {
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
			return nil, err
		}
	}
	stride, err := d.in.call(ctx, "FPDFBitmap_GetStride", bitmap)
	if err != nil {
		return nil, err
	}
	at, err := d.in.call(ctx, "FPDFBitmap_GetBuffer", bitmap)
	if err != nil {
		return nil, err
	}
	if stride < w || stride > 4*w+64 {
		return nil, fmt.Errorf("%w: a picture with rows of %d bytes", ErrCrash, stride)
	}
	pixels, ok := d.in.module.Memory().Read(uint32(at), uint32(stride*h))
	if !ok {
		return nil, fmt.Errorf("%w: a picture outside of its memory", ErrCrash)
	}
	img := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		copy(img.Pix[y*img.Stride:][:width], pixels[y*int(stride):])
	}
	return img, nil
}
