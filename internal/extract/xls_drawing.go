package extract

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Records for the content of a sheet beside its cells (MS-XLS, 2.4.179, 2.4.181 and 2.4.329).
const (
	biffNote    = 0x1C
	biffObj     = 0x5D
	biffTxO     = 0x1B6
	xlsNoteKind = 0x19 // of an object
)

const (
	maxXLSBoxes = 10_000 // of a sheet
	maxXLSDrawn = 8 << 20
)

// xlsDrawing gathers text boxes and comments of a sheet, which are handed on behind its cells.
type xlsDrawing struct {
	kind, id int // of the last object
	boxes    []string
	texts    map[int]string // of comments, by their object
	notes    []xlsNote
	size     int
}

type xlsNote struct {
	row, col, id int
	text         string
}

// drawn takes a record of content beside the cells. It returns false for any other record.
func (x *xlsCells) drawn() bool {
	b, w := x.book, &x.drawing
	d := b.r.data
	switch b.r.id {
	case biffObj:
		w.kind, w.id = -1, -1
		if b.version == 8 && u16(d, 0) == 0x15 {
			w.kind, w.id = u16(d, 4), u16(d, 6)
		}
	case biffTxO:
		text := b.objectText()
		if w.size += len(text) + 64; text == "" || w.size > maxXLSDrawn {
			break
		}
		switch {
		case w.kind == xlsNoteKind && len(w.texts) < maxXLSBoxes:
			if w.texts == nil {
				w.texts = map[int]string{}
			}
			w.texts[w.id] = text
		case w.kind != xlsNoteKind && len(w.boxes) < maxXLSBoxes:
			w.boxes = append(w.boxes, text)
		}
	case biffNote:
		if len(d) < 6 || len(w.notes) >= maxXLSBoxes {
			break
		}
		n := xlsNote{row: u16(d, 0), col: u16(d, 2), id: -1}
		switch {
		case b.version == 8:
			n.id = u16(d, 6)
		case n.row == 0xFFFF: // the note before goes on
			if k := len(w.notes) - 1; k >= 0 && w.size < maxXLSDrawn {
				w.notes[k].text += b.text.decode(piece(d, 6, int64(u16(d, 4))))
				w.size += len(d)
			}
			return true
		default:
			n.text = b.text.decode(piece(d, 6, int64(u16(d, 4))))
			w.size += len(d)
		}
		w.notes = append(w.notes, n)
	default:
		return false
	}
	return true
}

// objectText decodes the text of an object, which stands in the records that continue the current one.
func (b *xlsBook) objectText() string {
	if b.version < 8 {
		return ""
	}
	left := int64(u16(b.r.data, 10))
	var text strings.Builder
	for left > 0 && b.r.peek() == biffContinue && b.r.next() && len(b.r.data) > 1 {
		unit := int64(1)
		if b.r.data[0]&1 != 0 {
			unit = 2
		}
		n := min(left, int64(len(b.r.data)-1)/unit)
		if n == 0 {
			break
		}
		text.WriteString(unicodeChars(b.r.data[1:], n, b.r.data[0]))
		left -= n
	}
	return strings.ReplaceAll(text.String(), "\r", "\n")
}

// emit hands on the text boxes and the comments with their cells.
func (w *xlsDrawing) emit(sheet *sheetWriter) error {
	at := spar.Locator{Sheet: sheet.name}
	for _, text := range w.boxes {
		if err := sheet.out.block(spar.Block{Kind: spar.Aside, Text: squeezeLines(text), Locator: at}); err != nil {
			return err
		}
	}
	slices.SortStableFunc(w.notes, func(a, b xlsNote) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	for _, n := range w.notes {
		text := n.text
		if n.id >= 0 {
			text = w.texts[n.id]
		}
		if text = squeezeLines(text); text == "" {
			continue
		}
		at.Row = n.row + 1
		if err := sheet.out.block(spar.Block{Kind: spar.Comment, Text: labelled(cellName(at.Row, n.col)+":", text), Locator: at}); err != nil {
			return err
		}
	}
	return nil
}
