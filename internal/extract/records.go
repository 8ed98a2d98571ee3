package extract

import (
	"context"
)

// Records calls f with each record of a delimited table in turn, its row from 1 and its cells, whatever the file is
// called: the encoding, the delimiter and the quote are found as for the text of a table, and nothing is taken for a
// caption. It ends at the first error of f. Rows beyond a limit are cut, which is an ErrPartial at the end.
func Records(ctx context.Context, in Input, f func(row int, cells []string) error) error {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	in.R = src
	err := guard(func() error {
		if in.Size == 0 {
			return nil
		}
		cs, err := findCharset(&in, "")
		if err != nil {
			return err
		}
		d, skip, err := sniffDialect(&in, cs)
		if err != nil {
			return err
		}
		p := csvParser{d: d, columns: in.Limits.Columns}
		n := 0
		for l, err := range lines(&in, cs) {
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if n++; n == 1 && skip {
				p.row++
				continue
			}
			if rec, ok := p.line(l); ok {
				if err := f(rec.row, rec.cells); err != nil {
					return err
				}
			}
		}
		if rec, ok := p.end(); ok {
			if err := f(rec.row, rec.cells); err != nil {
				return err
			}
		}
		if p.cutRow > 0 {
			return refuse(ErrPartial, "row %d is longer than %s or has more than %d columns", p.cutRow, size(maxRecord), in.Limits.Columns)
		}
		return nil
	})
	if src.err != nil {
		err = src.err
	}
	return err
}
