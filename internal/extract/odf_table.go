package extract

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// repeated reads how often a row or cell is repeated.
func repeated(v string) int {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		return 1
	}
	return min(n, maxSheetRow)
}

// maxRepeatedRows is how many copies of a row with text are handed on.
const maxRepeatedRows = 1000

func (o *odfReader) tableStart(t xml.StartElement) error {
	if len(o.tables) >= o.out.limits.Depth {
		return refuse(ErrTooBig, "its tables are nested more than %d deep", o.out.limits.Depth)
	}
	tb := &odfTable{}
	if o.sheets && len(o.tables) == 0 {
		name := attr(t, "name")
		if err := o.out.textProperty("sheet", name); err != nil {
			return err
		}
		w, err := o.out.sheet(name, o.hidden[attr(t, "style-name")])
		if err != nil {
			return err
		}
		tb.sheet = w
	} else {
		tb.grid = grid{out: o.out, at: o.at(), guess: true}
	}
	o.tables = append(o.tables, tb)
	return nil
}

func (o *odfReader) cellStart(t xml.StartElement) {
	tb := o.table()
	if tb == nil {
		return
	}
	tb.repeat = repeated(attr(t, "number-columns-repeated"))
	tb.cell = &cell{cols: min(number(attr(t, "number-columns-spanned"), 1), 1000), rows: min(number(attr(t, "number-rows-spanned"), 1), maxSheetRow), header: tb.head}
	tb.text.Reset()
	tb.value, tb.lone = "", odfValue(t)
	if attr(t, "value-type") == "date" { // the text shown depends on the locale, the value does not
		tb.value = strings.Replace(strings.TrimSuffix(attr(t, "date-value"), "T00:00:00"), "T", " ", 1)
	}
	if t.Name.Local == "covered-table-cell" {
		tb.cell.cols, tb.cell.rows = -1, 0
	}
}

func (o *odfReader) cellEnd() {
	tb := o.table()
	if tb == nil || tb.cell == nil {
		return
	}
	c := *tb.cell
	tb.cell = nil
	c.text = squeeze(tb.text.String())
	if c.text == "" && c.cols >= 0 { // some writers leave the display to the reader
		c.text = tb.lone
	}
	if c.text != "" && tb.value != "" {
		seen := c.text
		c.text, c.shown = tb.value, &seen
	}
	limit := o.out.limits.Columns
	covered := c.cols < 0
	if tb.sheet != nil {
		text := cut(clean(c.text), maxCellText)
		if covered {
			text = ""
		}
		if !covered && (c.cols > 1 || c.rows > 1) {
			left := len(tb.values)
			tb.sheet.merge(merge{top: tb.row + 1, bottom: tb.row + max(1, c.rows), left: left, right: left + max(1, c.cols) - 1})
		}
		for range min(tb.repeat, limit-len(tb.values)) {
			tb.values = append(tb.values, text)
			if c.shown != nil && !covered {
				tb.shown = append(tb.shown, spar.ShownCell{Column: len(tb.values), Text: *c.shown})
			}
		}
		return
	}
	if covered {
		return // the grid knows what covers it
	}
	for range min(tb.repeat, limit-len(tb.cells)) {
		tb.cells = append(tb.cells, c)
	}
}

func (o *odfReader) rowEnd() error {
	tb := o.table()
	if tb == nil {
		return nil
	}
	if tb.sheet == nil {
		cells := tb.cells
		tb.cells = nil
		if len(cells) == 0 {
			return nil
		}
		return tb.grid.add(cells, o.at())
	}
	values, shown := tb.values, tb.shown
	tb.values, tb.shown = nil, nil
	if !hasText(values) && len(tb.sheet.active) == 0 {
		tb.row += tb.rows
		return nil
	}
	n := min(tb.rows, maxRepeatedRows)
	for i := range n {
		if err := tb.sheet.row(tb.row+1+i, slices.Clone(values), slices.Clone(shown)); err != nil {
			return err
		}
	}
	tb.row += tb.rows
	return nil
}

func (o *odfReader) tableEnd() error {
	tb := o.table()
	if tb == nil {
		return nil
	}
	o.tables = o.tables[:len(o.tables)-1]
	if tb.sheet != nil {
		return tb.sheet.close()
	}
	if outer := o.table(); outer != nil && outer.cell != nil && tb.grid.table == nil && len(tb.grid.waiting) > 0 && outer.sheet == nil {
		// a small table within a cell is text of that cell
		for _, r := range tb.grid.waiting {
			outer.text.WriteString(" " + strings.Join(r.cells, " "))
		}
		return nil
	}
	return tb.grid.close()
}

// odfValue is the value of a cell as its attributes say it, for a cell without text; "" for a formula's text.
func odfValue(t xml.StartElement) string {
	switch attr(t, "value-type") {
	case "float", "currency":
		return attr(t, "value")
	case "percentage":
		if v, err := strconv.ParseFloat(attr(t, "value"), 64); err == nil {
			return generalNumber(v*100) + "%"
		}
	case "string":
		return attr(t, "string-value")
	case "boolean":
		return strings.ToUpper(attr(t, "boolean-value"))
	case "date":
		return strings.Replace(strings.TrimSuffix(attr(t, "date-value"), "T00:00:00"), "T", " ", 1)
	}
	return ""
}
