package pdfium

import (
	"context"
	"math"
)

// matrix maps (x, y) to (a x + c y + e, b x + d y + f).
type matrix [6]float32

var identity = matrix{1, 0, 0, 1, 0, 0}

// then is the matrix that does m first and n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) apply(x, y float32) (float32, float32) {
	return finite(m[0]*x + m[2]*y + m[4]), finite(m[1]*x + m[3]*y + m[5])
}

// Kinds of page objects, from fpdf_edit.h.
const (
	objectText  = 1
	objectPath  = 2
	objectImage = 3
	objectForm  = 5
)

// An objectWalk looks through the objects of a page for pictures and lines.
type objectWalk struct {
	d    *Doc
	page *Page
	left int // objects that may still be looked at

	segments int // of paths, that were looked at

	spellings map[uint64]*spelling // by mark
}

// walk looks at the n objects that the function get returns for parent. It stops silently at its bounds: a page with more objects is read
// all the same.
func (w *objectWalk) walk(ctx context.Context, get string, parent uint64, n int, m matrix, depth int) error {
	for i := range n {
		if w.left--; w.left < 0 {
			return nil
		}
		object, err := w.d.in.call(ctx, get, parent, uint64(i))
		if err != nil {
			return err
		}
		kind, err := w.d.in.call(ctx, "FPDFPageObj_GetType", object)
		if err != nil {
			return err
		}
		switch kind {
		case objectText:
			err = w.spread(ctx, object, m)
		case objectImage:
			w.page.Images++
			err = w.cover(ctx, object, m)
		case objectPath:
			if len(w.page.Rules) < maxRules && w.segments < maxSegments {
				err = w.path(ctx, object, m)
			}
		case objectForm:
			err = w.form(ctx, object, m, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *objectWalk) form(ctx context.Context, object uint64, m matrix, depth int) error {
	if depth >= maxNesting {
		return nil
	}
	own, err := w.matrixOf(ctx, object)
	if err != nil {
		return err
	}
	n, err := w.d.in.call(ctx, "FPDFFormObj_CountObjects", object)
	if err != nil {
		return err
	}
	return w.walk(ctx, "FPDFFormObj_GetObject", object, int(int32(n)), own.then(m), depth+1)
}

func (w *objectWalk) matrixOf(ctx context.Context, object uint64) (matrix, error) {
	m := identity
	ok, err := w.d.in.call(ctx, "FPDFPageObj_GetMatrix", object, uint64(w.d.in.buf))
	if err == nil && ok != 0 {
		w.d.in.floats(0, m[:])
	}
	return m, err
}

// cover adds the area of a picture to what pictures cover.
func (w *objectWalk) cover(ctx context.Context, object uint64, m matrix) error {
	b, err := w.bounds(ctx, object, m)
	if all := float64(w.page.Width) * float64(w.page.Height); err == nil && all > 0 {
		area := float64(b[2]-b[0]) * float64(b[3]-b[1]) / all
		w.page.Covered = min(1, w.page.Covered+float32(math.Abs(area)))
	}
	return err
}

// bounds are two corners of an object on the page; nothing where PDFium does not know them.
func (w *objectWalk) bounds(ctx context.Context, object uint64, m matrix) (b [4]float32, err error) {
	at := uint64(w.d.in.buf)
	ok, err := w.d.in.call(ctx, "FPDFPageObj_GetBounds", object, at, at+4, at+8, at+12)
	if err != nil || ok == 0 {
		return b, err
	}
	w.d.in.floats(0, b[:])
	b[0], b[1] = m.apply(b[0], b[1])
	b[2], b[3] = m.apply(b[2], b[3])
	return b, nil
}

// path collects the lines of a path along an axis. A path of many segments is a drawing, not a table.
func (w *objectWalk) path(ctx context.Context, object uint64, m matrix) error {
	const most, segmentLine, segmentMove = 2000, 0, 2
	n, err := w.d.in.call(ctx, "FPDFPath_CountSegments", object)
	if err != nil || int32(n) < 2 || int32(n) > most {
		return err
	}
	own, err := w.matrixOf(ctx, object)
	if err != nil {
		return err
	}
	m = own.then(m)
	w.segments += int(n)
	var x, y, startX, startY float32
	for i := range n {
		segment, err := w.d.in.call(ctx, "FPDFPath_GetPathSegment", object, i)
		if err != nil {
			return err
		}
		kind, err := w.d.in.call(ctx, "FPDFPathSegment_GetType", segment)
		if err != nil {
			return err
		}
		at := uint64(w.d.in.buf)
		if _, err := w.d.in.call(ctx, "FPDFPathSegment_GetPoint", segment, at, at+4); err != nil {
			return err
		}
		var point [2]float32
		w.d.in.floats(0, point[:])
		nx, ny := m.apply(point[0], point[1])
		switch kind {
		case segmentMove:
			startX, startY = nx, ny
		case segmentLine:
			w.rule(x, y, nx, ny)
		}
		x, y = nx, ny
		closes, err := w.d.in.call(ctx, "FPDFPathSegment_GetClose", segment)
		if err != nil {
			return err
		}
		if closes != 0 {
			w.rule(x, y, startX, startY)
			x, y = startX, startY
		}
	}
	return nil
}

// rule keeps the line when it is straight along an axis and longer than the dot of a dotted one.
func (w *objectWalk) rule(x0, y0, x1, y1 float32) {
	const slack, shortest = 0.6, 4
	dx, dy := float32(math.Abs(float64(x1-x0))), float32(math.Abs(float64(y1-y0)))
	r := Rule{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
	switch {
	case len(w.page.Rules) >= maxRules:
		return
	case dy <= slack && dx >= shortest:
		r.Y0 = (r.Y0 + r.Y1) / 2
		r.Y1 = r.Y0
	case dx <= slack && dy >= shortest:
		r.X0 = (r.X0 + r.X1) / 2
		r.X1 = r.X0
	default:
		return
	}
	w.page.Rules = append(w.page.Rules, r)
}
