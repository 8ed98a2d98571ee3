package extract

import (
	"sort"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// maxMerges bounds the merged ranges of one sheet.
const maxMerges = 100_000

// merge is a range of cells shown as one; rows and columns count from 1 and 0.
type merge struct {
	top, bottom, left, right int
	text                     string
}

// sheetWriter makes tables of the rows of a sheet: it expands merged ranges, ends a table at blank rows, takes rows of
// one text above a table as its caption, and finds header rows of several levels. Cells keep their column, so that the
// cell at index 1 of row 7 is B7.
type sheetWriter struct {
	out     *sink
	name    string
	merges  []merge // by top row
	active  []merge // that reach the current row; no two share a column
	last    int     // row
	waiting []sheetRow
	grid    *grid
	header  []string // of the table before
	levels  [][]string
	title   []string // lines that stood alone before the last blank row
	titleAt int      // the last row of them
}

type sheetRow struct {
	n      int
	cells  []string
	shown  []spar.ShownCell // their displayed text
	across bool             // a cell of it spans columns
	down   int              // the last row that a cell of it spans
}

// defaultSheet is a name that programs give to a sheet nobody named.
var defaultSheet = pattern.New(`(?i)^(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|planilha|folha|лист|blad|ark|arkusz|list|munka|taul|sayfa|table|工作表|シート)[ _]?\d*$`)

// sheet begins a sheet. Its name becomes a heading as soon as the sheet holds something. A default name does so only if another heading
// would hold for the sheet, too. A hidden sheet gets a property.
func (s *sink) sheet(name string, hidden bool) (*sheetWriter, error) {
	name = squeeze(clean(name))
	s.sheetName = ""
	if s.sheetHeads || !defaultSheet.MatchString(name) {
		s.sheetName = name
	}
	w := &sheetWriter{out: s, name: name}
	if hidden {
		return w, s.textProperty("hidden-sheet", name)
	}
	return w, nil
}

// merge adds a merged range before its first row comes; ranges come by their top row, or are sorted.
func (w *sheetWriter) merge(m merge) {
	if len(w.merges) < maxMerges && m.top <= m.bottom && m.left <= m.right && (m.top < m.bottom || m.left < m.right) {
		w.merges = append(w.merges, m)
	}
}

// sortMerges must follow when ranges were added in no order.
func (w *sheetWriter) sortMerges() {
	sort.SliceStable(w.merges, func(i, j int) bool { return w.merges[i].top < w.merges[j].top })
}

// row adds row n; n grows from row to row. cells is by column. shown has texts that cells display and that differ from their values. Both
// are kept.
func (w *sheetWriter) row(n int, cells []string, shown []spar.ShownCell) error {
	cells = cells[:min(len(cells), w.out.limits.Columns)]
	row := sheetRow{n: n, down: n, shown: shown}
	row.cells = w.expand(&row, cells)
	for len(row.cells) > 0 && strings.TrimSpace(row.cells[len(row.cells)-1]) == "" {
		row.cells = row.cells[:len(row.cells)-1]
	}
	if len(row.cells) == 0 {
		return nil
	}
	if w.last > 0 && n > w.last+1 {
		if err := w.end(); err != nil {
			return err
		}
	}
	w.last = n
	if w.grid != nil {
		return w.send(row)
	}
	w.waiting = append(w.waiting, row)
	if len(w.waiting) < gridLookahead-1 {
		return nil
	}
	return w.begin()
}

// expand fills the cells of merged ranges with the text of their first.
func (w *sheetWriter) expand(row *sheetRow, cells []string) []string {
	if len(w.merges) == 0 && len(w.active) == 0 {
		return cells
	}
	reach := w.active[:0]
	taken := map[int]bool{}
	for _, m := range w.active {
		if m.bottom >= row.n {
			reach = append(reach, m)
			for c := m.left; c <= m.right; c++ {
				taken[c] = true
			}
		}
	}
	w.active = reach
	for len(w.merges) > 0 && w.merges[0].top <= row.n {
		m := w.merges[0]
		w.merges = w.merges[1:]
		m.right = min(m.right, w.out.limits.Columns-1)
		free := m.bottom >= row.n && m.left <= m.right
		for c := m.left; c <= m.right && free; c++ {
			free = !taken[c]
		}
		if !free || m.top < row.n {
			continue
		}
		for c := m.left; c <= m.right; c++ {
			taken[c] = true
		}
		if m.left < len(cells) {
			m.text = cells[m.left]
		}
		w.active = append(w.active, m)
	}
	for _, m := range w.active {
		if m.text == "" {
			continue
		}
		for len(cells) <= m.right {
			cells = append(cells, "")
		}
		for c := m.left; c <= m.right; c++ {
			cells[c] = m.text
			if c > m.left || row.n > m.top {
				row.shown = append(row.shown, spar.ShownCell{Column: c + 1})
			}
		}
		row.across = row.across || m.right > m.left
		if m.top == row.n {
			row.down = max(row.down, m.bottom)
		}
	}
	return cells
}

// begin settles what the waiting rows are: lines with one text each, or such lines above a table and the table's first rows.
func (w *sheetWriter) begin() error {
	lines := 0
	for lines < len(w.waiting) && w.waiting[lines].single() {
		lines++
	}
	rest := w.waiting[lines:]
	var caption, texts []string
	for i, r := range w.waiting[:lines] {
		if len(rest) > 0 && lines-i <= 3 && len(r.text()) <= 200 {
			caption = append(caption, r.text())
			continue
		}
		texts = append(texts, cut(r.text(), maxCaption))
		if err := w.out.paragraph(r.text(), spar.Locator{Sheet: w.name, Row: r.n}); err != nil {
			return err
		}
	}
	w.waiting = nil
	if len(rest) == 0 {
		w.title, w.titleAt = texts[max(0, len(texts)-3):], w.last
		return nil
	}
	if len(caption) == 0 && len(w.title) > 0 && rest[0].n <= w.titleAt+3 {
		caption = w.title
	}
	w.title = nil
	w.grid = &grid{out: w.out, caption: strings.Join(caption, "\n"), at: spar.Locator{Sheet: w.name}, guess: true}
	looks := make([]headRow, len(rest))
	for i, r := range rest {
		looks[i] = headRow{r.cells, r.across, r.down - r.n}
	}
	headers := headerLevels(looks)
	for i, r := range rest {
		if err := w.grid.add(r.row(i < headers), spar.Locator{Sheet: w.name, Row: r.n}); err != nil {
			return err
		}
	}
	if w.grid.table != nil || !w.fits(rest) {
		return nil
	}
	if n, _ := w.grid.headerRows(); n == 0 {
		w.grid.inherit, w.grid.inheritLevels = w.header, w.levels
	}
	return nil
}

// fits reports whether rows without a header of their own can go on the table before.
func (w *sheetWriter) fits(rows []sheetRow) bool {
	for _, r := range rows {
		if len(r.cells) > len(w.header) {
			return false
		}
	}
	return true
}

func (w *sheetWriter) send(r sheetRow) error {
	return w.grid.add(r.row(false), spar.Locator{Sheet: w.name, Row: r.n})
}

// end ends the table at a blank row.
func (w *sheetWriter) end() error {
	if w.grid == nil && len(w.waiting) > 0 {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if w.grid == nil {
		return nil
	}
	g := w.grid
	w.grid = nil
	err := g.close()
	if g.table != nil && g.table.header != nil {
		w.header, w.levels = g.table.header, g.table.levels
	}
	return err
}

// close emits the rest of the sheet.
func (w *sheetWriter) close() error { return w.end() }

// single reports whether the row holds one text only, in one cell or merged ones.
func (r sheetRow) single() bool {
	text := r.text()
	for _, c := range r.cells {
		if c != "" && strings.TrimSpace(c) != "" && strings.TrimSpace(c) != text {
			return false
		}
	}
	filled := 0
	for _, c := range r.cells {
		if strings.TrimSpace(c) != "" {
			filled++
		}
	}
	return filled == 1 || r.across
}

func (r sheetRow) text() string {
	for _, c := range r.cells {
		if c = strings.TrimSpace(c); c != "" {
			return c
		}
	}
	return ""
}

func (r sheetRow) row(header bool) []cell {
	cells := make([]cell, len(r.cells))
	for i, c := range r.cells {
		cells[i] = cell{text: c, header: header}
	}
	for i := range r.shown {
		if k := r.shown[i].Column - 1; k < len(cells) {
			cells[k].shown = &r.shown[i].Text
		}
	}
	return cells
}
