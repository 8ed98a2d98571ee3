package answer

import (
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// rows makes the rows [from, to) of a table the text of a unit.
func (b *widener) rows(u *wide, text Text, from, to int) {
	u.Kind, u.At.From, u.At.To, u.At.Start, u.At.End = spar.RowsUnit, from, to, 0, 0
	u.First, u.Last = from, to-1
	if text == nil {
		return
	}
	var lines []string
	var passages []spar.Passage
	for i := from; i < to; i++ {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.RowPassage {
			break
		}
		passages = append(passages, p)
		lines = append(lines, strings.TrimSpace(p.Text))
	}
	if len(passages) == 0 {
		return
	}
	u.Text, u.Columns, u.Cells = strings.Join(lines, "\n"), nil, nil
	most := 0
	labels := map[int]string{}
	for _, p := range passages {
		for _, c := range p.Cells {
			most = max(most, c.Column)
			if label := strings.TrimRight(strings.TrimSpace(p.Text[c.Label:c.Start]), ": "); label != "" {
				labels[c.Column] = label
			}
		}
	}
	if most == 0 || most > mostColumns {
		return
	}
	for column := 1; column <= most; column++ {
		u.Columns = append(u.Columns, labels[column])
	}
	for _, p := range passages {
		row := make([]spar.UnitCell, most)
		for _, c := range p.Cells {
			row[c.Column-1] = spar.UnitCell{Row: p.Locator.Row, Column: c.Column, Text: strings.TrimSpace(p.Text[c.Start:c.End]), Open: c.Address(p.Locator)}
		}
		u.Cells = append(u.Cells, row...)
	}
	u.Columns, u.Cells = withoutEmpty(u.Columns, u.Cells)
}

// mostColumns is the columns up to which rows are told as a table beside their text.
const mostColumns = 100

// withoutEmpty leaves out columns without a cell in any row.
func withoutEmpty(columns []string, cells []spar.UnitCell) ([]string, []spar.UnitCell) {
	used := make([]bool, len(columns))
	for i, c := range cells {
		used[i%len(columns)] = used[i%len(columns)] || c.Column > 0
	}
	var kept []string
	var rest []spar.UnitCell
	for i, c := range cells {
		if used[i%len(columns)] {
			rest = append(rest, c)
		}
	}
	for i, label := range columns {
		if used[i] {
			kept = append(kept, label)
		}
	}
	return kept, rest
}

// rowsOf are the consecutive rows of a small table that cover most of the question; none where its rows are not stored.
func (b *widener) rowsOf(text Text, h spar.Hit) (from, to int) {
	if text == nil {
		return 0, 0
	}
	a := newAsked(sayingWords(b.q), h.Passage.Lang, b.w)
	at, most := -1, 0.
	for i := h.Index + 1; i < text.Len() && i <= h.Index+mostRows; i++ {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.RowPassage || p.Locator.Table != h.Passage.Locator.Table || p.Locator.Sheet != h.Passage.Locator.Sheet {
			break
		}
		if says := a.share(p.Text); at < 0 || says > most {
			at, most = i, says
		}
	}
	if at < 0 {
		return 0, 0
	}
	return at, at + 1
}

// mostRows is the rows of a small table that are looked at.
const mostRows = 200
