package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Tables returns the tables of a file, from its stored text, as a document with nothing else. It first reads a file that is unread or has
// changed.
func (e *texts) Tables(ctx context.Context, who spar.Principal, share, path string) (*spar.Document, error) {
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

// Rows reads a file of a share from its beginning and emits its blocks as they come. It holds none and keeps none. Of tables it gives the
// columns asked for, counted from 0, or all for nil; see read.Reader.Rows. The file need not have been read before. A file that is gone, or
// that who may not read, is not found. An error of emit ends the reading and is returned.
func (e *texts) Rows(ctx context.Context, who spar.Principal, share, path string, columns []int, emit func(spar.Block) error) (doc *spar.Document, err error) {
	return e.someRows(ctx, who, share, path, columns, nil, emit)
}

// someRows is Rows where only some rows are wanted; nil wants all.
func (e *texts) someRows(ctx context.Context, who spar.Principal, share, path string, columns []int, only *extract.RowFilter, emit func(spar.Block) error) (doc *spar.Document, err error) {
	var broken error // blocks that were handed on are not handed on again
	err = e.asItLies(ctx, who, share, path, func(r *read.Reader, j read.Job) (err error) {
		handed := false
		doc, err = r.RowsOf(ctx, j, columns, only, func(b spar.Block) error {
			handed = true
			return emit(b)
		})
		if handed {
			broken, err = err, nil
		}
		return err
	})
	if broken != nil {
		return doc, broken
	}
	return doc, err
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

// Sheets returns the names of a file's sheets that hold something, in their order.
func (e *texts) Sheets(ctx context.Context, who spar.Principal, share, path string) (list []string, err error) {
	_, text, err := e.textOf(ctx, who, share, path)
	if err != nil {
		return nil, err
	}
	for h, err := range text.Heads() {
		if err != nil {
			return nil, err
		}
		if s := h.Locator.Sheet; s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list, nil
}
