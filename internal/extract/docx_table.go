package extract

import (
	"encoding/xml"
	"strconv"

	"github.com/sparsearch/spar/internal/spar"
)

func (w *wordReader) tableStart() error {
	if t := w.table(); t != nil && t.cell != nil {
		if err := w.becomeText(t, true); err != nil {
			return err
		}
	}
	if len(w.tables) >= w.out.limits.Depth {
		return refuse(ErrTooBig, "its tables are nested more than %d deep", w.out.limits.Depth)
	}
	// In headers tables only put lines beside each other.
	layout := w.kind == spar.RunningHeader || w.kind == spar.RunningFooter
	w.tables = append(w.tables, &wordTable{layout: layout, grid: grid{out: w.out, guess: true}})
	return nil
}

// tableProperty takes what belongs to the innermost table.
func (w *wordReader) tableProperty(t *wordTable, s xml.StartElement) {
	switch s.Name.Local {
	case "tblLook":
		look, _ := strconv.ParseUint(attr(s, "val"), 16, 32)
		t.grid.firstRow = isOn(attr(s, "firstRow"), look&0x20 != 0)
	case "tblCaption":
		t.grid.caption = attr(s, "val")
	case "tblHeader":
		t.header = onOff(s) > 0
	case "gridBefore":
		if n := min(number(attr(s, "val"), 0), w.out.limits.Columns); n > 0 {
			t.cells = append(t.cells, cell{cols: n})
		}
	case "tc":
		t.cell, t.plain = &cell{}, false
		t.text.Reset()
	case "gridSpan":
		if t.cell != nil {
			t.cell.cols = min(number(attr(s, "val"), 1), 1000)
		}
	case "vMerge":
		if t.cell != nil {
			t.cell.above = attr(s, "val") != "restart"
		}
	}
}

func (w *wordReader) cellEnd() error {
	t := w.table()
	if t == nil || t.cell == nil {
		return nil
	}
	t.cell.text = squeeze(t.text.String())
	t.cell.bold = !t.plain && t.cell.text != ""
	t.cell.header = t.header
	if !t.layout && !t.rowText && len(t.cells) < w.out.limits.Columns {
		t.cells = append(t.cells, *t.cell)
	}
	t.cell = nil
	return nil
}

func (w *wordReader) rowEnd() error {
	t := w.table()
	if t == nil {
		return nil
	}
	cells := t.cells
	t.cells, t.header, t.rowText = nil, false, false
	if len(cells) == 0 || t.layout || w.survey != nil {
		return nil
	}
	return t.grid.add(cells, spar.Locator{})
}

func (w *wordReader) tableEnd() error {
	t := w.table()
	if t == nil {
		return nil
	}
	if err := w.cellEnd(); err != nil {
		return err
	}
	if err := w.rowEnd(); err != nil {
		return err
	}
	w.tables = w.tables[:len(w.tables)-1]
	if w.survey != nil {
		return nil
	}
	return t.grid.close()
}

// becomeText is called when a block that cannot be in a cell comes in the open cell of t. It emits the rows so far. The rest of this row,
// or of the table, is text.
func (w *wordReader) becomeText(t *wordTable, rowOnly bool) error {
	text := squeeze(t.text.String())
	t.text.Reset()
	cells := t.cells
	t.cells = nil
	t.rowText = t.rowText || rowOnly
	t.layout = t.layout || !rowOnly
	if w.survey != nil {
		return nil
	}
	if err := t.grid.flush(); err != nil {
		return err
	}
	for _, c := range append(cells, cell{text: text}) {
		if err := w.out.paragraph(c.text, spar.Locator{}); err != nil {
			return err
		}
	}
	return nil
}
