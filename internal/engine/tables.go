package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
)

// Tables gives the tables of a file of a share as a document of nothing else, from the text that is kept of it. The file is
// read first where it was not read, or has changed since.
func (e *Engine) Tables(ctx context.Context, who spar.Principal, share, path string) (*spar.Document, error) {
	file, text, err := e.textOf(ctx, who, share, path)
	if err != nil {
		return nil, err
	}
	passages, err := Range(text, 0, text.Len())
	if err != nil {
		return nil, err
	}
	doc := tablesOf(passages)
	doc.Format, doc.State, doc.Reason = file.Format, file.State, file.Reason
	return doc, nil
}

// tablesOf makes tables of the rows among passages. A label that is only in some rows, because the cells of others are empty
// or the bound of repeated labels was reached, holds for all.
func tablesOf(passages []spar.Passage) *spar.Document {
	type place struct {
		page, table int
		sheet       string
	}
	doc := &spar.Document{}
	var at place
	var open *spar.Table
	var last spar.Locator
	for _, p := range passages {
		if p.Kind != spar.RowPassage || len(p.Cells) == 0 {
			continue
		}
		l := p.Locator
		now := place{l.Page, l.Table, l.Sheet}
		if l.Table > 0 && at.table == l.Table {
			now.page = at.page // a table may go on over pages
		}
		if open == nil || now != at {
			at, open = now, &spar.Table{}
			doc.Blocks = append(doc.Blocks, spar.Block{Kind: spar.TableKind, Table: open, Locator: spar.Locator{Page: l.Page, Table: l.Table, Sheet: l.Sheet, Heading: l.Heading}})
			if first := p.Cells[0].Label; first > 0 && first <= len(p.Text) {
				open.Caption = strings.TrimSpace(p.Text[:first])
			}
			last = spar.Locator{}
		}
		goesOn := l == last && len(open.Rows) > 0
		if !goesOn {
			open.Rows = append(open.Rows, spar.Row{Locator: l})
			last = l
		}
		row := &open.Rows[len(open.Rows)-1]
		for _, c := range p.Cells {
			for len(row.Cells) < c.Column {
				row.Cells = append(row.Cells, "")
			}
			text := p.Text[c.Start:c.End]
			switch old := row.Cells[c.Column-1]; {
			case old == "":
				row.Cells[c.Column-1] = text
			case goesOn && c.Column > 1: // the first cell comes again in each passage of its row
				row.Cells[c.Column-1] = old + " " + text
			}
			if label := strings.TrimSuffix(strings.TrimSpace(p.Text[c.Label:c.Start]), ":"); label != "" {
				for len(open.Header) < c.Column {
					open.Header = append(open.Header, "")
				}
				open.Header[c.Column-1] = label
			}
		}
	}
	for _, b := range doc.Blocks {
		width := len(b.Table.Header)
		for _, r := range b.Table.Rows {
			width = max(width, len(r.Cells))
		}
		if b.Table.Header != nil {
			b.Table.Header = append(b.Table.Header, slices.Repeat([]string{""}, width-len(b.Table.Header))...)
		}
	}
	return doc
}
