package extract

import (
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// maxNestedTables bounds the tables that are open at once; deeper ones are taken as text.
const maxNestedTables = 32

func (p *htmlReader) top() *htmlTable {
	if len(p.tables) == 0 {
		return nil
	}
	return p.tables[len(p.tables)-1]
}

func (p *htmlReader) tableStart(tag string, attrs map[string]string) error {
	if tag == "table" {
		if t := p.openCell(); t != nil {
			if err := p.becomeLayout(t, true); err != nil {
				return err
			}
		}
		if err := p.flush(); err != nil {
			return err
		}
		if err := p.settle(false); err != nil {
			return err
		}
		p.level = 0
		if len(p.tables) < maxNestedTables {
			t := &htmlTable{layout: attrs["role"] == "presentation" || attrs["role"] == "none"}
			t.grid = grid{out: p.out, at: p.where(p.tokenAt), guess: true}
			p.tables = append(p.tables, t)
		}
		return nil
	}
	t := p.top()
	if t == nil {
		return p.flush()
	}
	switch tag {
	case "caption":
		t.caption = true
	case "thead", "tbody", "tfoot":
		if err := p.rowEnd(t); err != nil {
			return err
		}
		t.head = tag == "thead"
	case "tr":
		if err := p.rowEnd(t); err != nil {
			return err
		}
		t.rowAt = p.tokenAt
	case "td", "th":
		if err := p.cellEnd(t); err != nil {
			return err
		}
		if err := p.flush(); err != nil {
			return err
		}
		p.item, p.level = false, 0
		t.cell = &cell{cols: spanOf(attrs["colspan"]), rows: spanOf(attrs["rowspan"]), header: tag == "th" || t.head}
		t.plain = false
		t.rowAt = t.rowAt.Union(p.tokenAt)
	}
	return nil
}

func (p *htmlReader) tableTagEnd(tag string) error {
	t := p.top()
	if t == nil {
		return p.flush()
	}
	switch tag {
	case "table":
		return p.tableEnd()
	case "caption":
		return p.captionEnd(t)
	case "td", "th":
		return p.cellEnd(t)
	case "tr":
		t.rowAt = t.rowAt.Union(p.tokenAt)
		return p.rowEnd(t)
	}
	err := p.rowEnd(t)
	t.head = false
	return err
}

func (p *htmlReader) captionEnd(t *htmlTable) error {
	if !t.caption {
		return nil
	}
	t.caption = false
	t.grid.caption = squeeze(p.text.String())
	p.text.Reset()
	p.links.reset()
	p.at = spar.Span{}
	return nil
}

// cellEnd ends the open cell of t.
func (p *htmlReader) cellEnd(t *htmlTable) error {
	if t.caption {
		if err := p.captionEnd(t); err != nil {
			return err
		}
	}
	if t.cell == nil {
		return nil
	}
	if t.layout || t.rowText {
		t.cell = nil
		return p.flush()
	}
	t.cell.text = squeeze(p.text.String())
	t.cell.bold = !t.plain && t.cell.text != ""
	p.text.Reset()
	p.links.reset()
	p.at = spar.Span{}
	if len(t.cells) < p.out.limits.Columns {
		t.cells = append(t.cells, *t.cell)
	}
	t.cell = nil
	return nil
}

// rowEnd ends the open row of t.
func (p *htmlReader) rowEnd(t *htmlTable) error {
	if err := p.cellEnd(t); err != nil {
		return err
	}
	cells, at := t.cells, p.where(t.rowAt)
	t.cells, t.rowAt, t.rowText = nil, spar.Span{}, false
	if len(cells) == 0 {
		return nil
	}
	if err := p.settle(false); err != nil {
		return err
	}
	return t.grid.add(cells, at)
}

func (p *htmlReader) tableEnd() error {
	t := p.top()
	if err := p.rowEnd(t); err != nil {
		return err
	}
	p.tables = p.tables[:len(p.tables)-1]
	if err := t.grid.close(); err != nil {
		return err
	}
	return p.flush()
}

// becomeLayout is called when a block that cannot be in a cell begins within a cell of t. It emits the content of t so far. The rest of the
// row, or of the table, is text.
func (p *htmlReader) becomeLayout(t *htmlTable, rowOnly bool) error {
	if err := p.settle(false); err != nil {
		return err
	}
	if err := t.grid.flush(); err != nil {
		return err
	}
	for _, c := range t.cells {
		if err := p.out.paragraph(c.text, p.where(t.rowAt)); err != nil {
			return err
		}
	}
	t.cells, t.layout, t.rowText = nil, t.layout || !rowOnly, t.rowText || rowOnly
	if strings.TrimSpace(p.text.String()) == "" {
		p.text.Reset()
	}
	return nil
}

// openCell is the table whose cell takes text now.
func (p *htmlReader) openCell() *htmlTable {
	if len(p.tables) == 0 {
		return nil
	}
	if t := p.tables[len(p.tables)-1]; t.cell != nil && !t.layout && !t.rowText {
		return t
	}
	return nil
}

// spanOf reads a colspan or rowspan.
func spanOf(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 1000)
}
