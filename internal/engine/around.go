package engine

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
)

// Whole gives a file as it is now with the passages that were made of it, as Place does. Of a file without text there are none, and
// why says why; where it was not read it is.
func (e *Engine) Whole(ctx context.Context, who spar.Principal, share, path string) (f spar.File, passages []spar.Passage, why string, err error) {
	f, passages, err = e.textOf(ctx, who, share, path)
	if spar.CodeOf(err) != spar.NotFound {
		return f, passages, "", err
	}
	snapshot, selection, fault := e.sel(ctx, Selection{Who: who})
	if fault != nil {
		return f, nil, "", fault
	}
	f, ok := snapshot.Named(share, path)
	if !ok || !selection.Known.Contains(uint32(f.ID)) || f.State.Searchable() || f.State == spar.Unread {
		return spar.File{}, nil, "", err
	}
	return f, nil, err.Error(), nil
}

// At gives the numbers of the passages that stand at a place, and of those only the ones with a quote where there is one. Cards and
// whole tables, which repeat the rows beside them, are left out unless nothing else is there.
func At(passages []spar.Passage, l spar.Locator, quote string) (list []int) {
	q := letters(quote)
	for _, repeats := range []bool{false, true} {
		for i, p := range passages {
			if at(p.Locator, l) && (p.Kind == spar.TablePassage || p.Kind == spar.CardPassage) == repeats && (q == "" || holdsQuote(p, q)) {
				list = append(list, i)
			}
		}
		if len(list) > 0 {
			break
		}
	}
	return list
}

// holdsQuote reports whether a passage has the letters of a quote, or the quote those of the passage.
func holdsQuote(p spar.Passage, quote string) bool {
	text := letters(p.Text)
	return text != "" && (strings.Contains(text, quote) || strings.Contains(quote, text))
}

// A GridRow is a row of a sheet or a table: its cells, or the text of one that belongs to no table.
type GridRow struct {
	Row   int
	Cells []string // by column
	Text  string
}

// A Grid is a sheet, or a table of a document, as its rows were read.
type Grid struct {
	Labels []string // of the columns, by the header of the table in which the place stands
	Rows   []GridRow
	Sheets []string // of the file
}

// GridOf puts the rows of the sheet, or else the table, in which a place stands into their order.
func GridOf(passages []spar.Passage, l spar.Locator) Grid {
	var g Grid
	rows := map[int]*GridRow{}
	row := func(n int) *GridRow {
		if rows[n] == nil {
			rows[n] = &GridRow{Row: n}
		}
		return rows[n]
	}
	same := func(o spar.Locator) bool {
		if l.Sheet != "" {
			return o.Sheet == l.Sheet
		}
		return o.Sheet == "" && (l.Table == 0 || o.Table == l.Table)
	}
	for _, p := range passages {
		if s := p.Locator.Sheet; s != "" && !slices.Contains(g.Sheets, s) {
			g.Sheets = append(g.Sheets, s)
		}
		if p.Kind == spar.TextPassage && p.Locator.Row > 0 && same(p.Locator) {
			r := row(p.Locator.Row)
			r.Text = strings.TrimPrefix(r.Text+"\n"+p.Text, "\n")
		}
	}
	for _, b := range tablesOf(passages).Blocks {
		if !same(b.Locator) {
			continue
		}
		here := l.Row == 0 && g.Labels == nil
		for _, r := range b.Table.Rows {
			row(r.Locator.Row).Cells = r.Cells
			here = here || r.Locator.Row == l.Row
		}
		if here {
			g.Labels = b.Table.Header
		}
	}
	g.Rows = make([]GridRow, 0, len(rows))
	for _, n := range slices.Sorted(maps.Keys(rows)) {
		g.Rows = append(g.Rows, *rows[n])
	}
	return g
}
