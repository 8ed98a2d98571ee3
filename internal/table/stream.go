package table

import (
	"errors"
	"iter"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// HeadRows is how many rows of a streamed table are held: the types of its columns, and the values that questions name, are
// those of these rows.
const HeadRows = 5000

// errEnough ends a reading whose rows are not wanted any more.
var errEnough = errors.New("enough rows")

// Partly is the error of a reading that left out some of the file and gave the rest. A table with missing rows says so.
type Partly struct{ Reason string }

func (p *Partly) Error() string { return "it was read in part only: " + p.Reason }

// Streamed gives the one table of a file too large to be held. Each call of read reads the file from its beginning and hands on
// its blocks, until emit returns an error, which read returns; cells of other columns than the given ones, counted from 0, may come
// empty, nil asks for all. Lone says that the format has one table a file; else the file is read to its end to see that. Nil without
// an error says that the file has no table or several.
func Streamed(name string, lone bool, read func(columns []int, emit func(spar.Block) error) error) (*Table, error) {
	head := &spar.Document{State: spar.OK}
	rows, more, several := 0, false, false
	err := read(nil, func(b spar.Block) error {
		if b.Table == nil {
			return nil
		}
		if rows >= HeadRows {
			if more, several = true, !b.Table.Continued; several {
				return errEnough
			}
			return nil
		}
		head.Blocks = append(head.Blocks, b)
		if rows += len(b.Table.Rows); rows >= HeadRows && lone {
			more = true
			return errEnough
		}
		return nil
	})
	var part *Partly
	if errors.As(err, &part) {
		head.State, head.Reason, err = spar.Partial, part.Reason, nil
	}
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	list := Of(head, func(spar.Locator, int) string { return name })
	if len(list) != 1 || several {
		return nil, nil
	}
	t := list[0]
	if !more {
		return t, nil // these are all
	}
	t.More = func(columns []int) iter.Seq2[*Row, error] {
		return func(yield func(*Row, error) bool) {
			row := &Row{Cells: make([]Value, len(t.Columns)), typed: make([]bool, len(t.Columns)), columns: t.Columns}
			err := read(columns, func(b spar.Block) error {
				if b.Table == nil {
					return nil
				}
				for i := range b.Table.Rows {
					r := &b.Table.Rows[i]
					row.At, row.raw = r.Locator, r.Cells
					row.At.Bytes = spar.Span{}
					row.Total = maybeTotal(r.Cells) && chunk.IsTotal(r.Cells)
					clear(row.typed)
					if !yield(row, nil) {
						return errEnough
					}
				}
				return nil
			})
			if part := (*Partly)(nil); errors.As(err, &part) {
				t.Cut = part.Reason
				return
			}
			if err != nil && !errors.Is(err, errEnough) {
				yield(&Row{}, err)
			}
		}
	}
	return t, nil
}

// maybeTotal tells most rows that are no totals without looking at all of their first cell.
func maybeTotal(cells []string) bool {
	for _, c := range cells {
		if c == "" {
			continue
		}
		return len(c) >= 3 && (c[0] > '9' || c[0] < '0')
	}
	return false
}
