package engine

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/read"
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

// Rows has a file of a share read from its beginning, and hands on its blocks as they come: it holds none of them and keeps none.
// Of tables it gives the columns that are asked for, from 0, or all for nil; see read.Reader.Rows. The file need not have been
// read before. One that is gone, or that who may not read, is not found. An error of emit ends it and is returned.
func (e *Engine) Rows(ctx context.Context, who spar.Principal, share, path string, columns []int, emit func(spar.Block) error) (*spar.Document, error) {
	q := Request{Selection: Selection{Who: who, doubts: newDoubts(who)}}
	handed := false
	for range refreshes {
		snapshot, file, stale, err := e.current(ctx, q.Selection, share, path)
		if err != nil {
			return nil, err
		}
		if stale {
			continue
		}
		j, err := e.jobOf(ctx, file)
		if err != nil {
			return nil, err
		}
		if j.File.ID != file.ID { // where it lies shows when what it lies in is read
			if _, err := e.readUnread(ctx, q, snapshot, roaring.BitmapOf(uint32(j.File.ID))); err != nil {
				return nil, err
			}
			continue
		}
		reader, err := e.reader()
		if err != nil {
			return nil, err
		}
		doc, err := reader.RowsOf(ctx, j, columns, func(b spar.Block) error {
			handed = true
			return emit(b)
		})
		if !errors.Is(err, read.ErrChanged) || handed {
			return doc, err
		}
	}
	return nil, spar.Errorf(spar.Unavailable, "%s:%s goes on changing; ask again when that has ended", share, path)
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
