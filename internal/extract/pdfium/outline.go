package pdfium

import (
	"context"
	"strings"
)

// The bounds of an outline: it may lead back to itself.
const (
	maxOutline      = 10_000
	maxOutlineDepth = 32
)

// An Entry of an outline is a line that a viewer lists beside the pages.
type Entry struct {
	Title string
	Page  int // 1-based, where it leads; 0 if that is no page of the document
	Level int // from 1
}

// Outline returns the outline of the document, in its order, at most maxOutline entries.
func (d *Doc) Outline(ctx context.Context) ([]Entry, error) {
	w := outlineWalk{d: d}
	err := w.below(withFile(ctx, d.in.file), 0, 1)
	return w.entries, err
}

type outlineWalk struct {
	d       *Doc
	entries []Entry
}

// below takes the entries below parent; 0 is the top.
func (w *outlineWalk) below(ctx context.Context, parent uint64, level int) error {
	at, err := w.d.in.call(ctx, "FPDFBookmark_GetFirstChild", w.d.handle, parent)
	for err == nil && at != 0 && len(w.entries) < maxOutline {
		e := Entry{Level: level}
		if e.Title, err = w.title(ctx, at); err != nil {
			return err
		}
		if e.Page, err = w.page(ctx, at); err != nil {
			return err
		}
		w.entries = append(w.entries, e)
		if level < maxOutlineDepth {
			if err := w.below(ctx, at, level+1); err != nil {
				return err
			}
		}
		at, err = w.d.in.call(ctx, "FPDFBookmark_GetNextSibling", w.d.handle, at)
	}
	return err
}

func (w *outlineWalk) title(ctx context.Context, bookmark uint64) (string, error) {
	n, err := w.d.in.call(ctx, "FPDFBookmark_GetTitle", bookmark, uint64(w.d.in.buf), bufSize)
	if err != nil || n > bufSize { // PDFium writes nothing into a buffer that is too small
		return "", err
	}
	return strings.TrimSpace(wide(w.d.in.scratch(0, uint32(n)))), nil
}

// page is where a bookmark leads, by itself or by its action.
func (w *outlineWalk) page(ctx context.Context, bookmark uint64) (int, error) {
	dest, err := w.d.in.call(ctx, "FPDFBookmark_GetDest", w.d.handle, bookmark)
	if err != nil {
		return 0, err
	}
	if dest == 0 {
		action, err := w.d.in.call(ctx, "FPDFBookmark_GetAction", bookmark)
		if err != nil || action == 0 {
			return 0, err
		}
		if dest, err = w.d.in.call(ctx, "FPDFAction_GetDest", w.d.handle, action); err != nil || dest == 0 {
			return 0, err
		}
	}
	n, err := w.d.in.call(ctx, "FPDFDest_GetDestPageIndex", w.d.handle, dest)
	return max(0, int(int32(n))+1), err
}
