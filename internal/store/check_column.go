package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A ColumnFault is a block of vectors that is not what it should be.
type ColumnFault struct {
	Recipe  string
	File    string
	Segment spar.SegmentID
	Err     error
}

// CheckedColumns says what a check of the columns found.
type CheckedColumns struct {
	Columns int
	Vectors int
	Faults  []ColumnFault
}

// CheckColumns reads every vector. A vector is kept in two precisions, which must say the same, and has length 1. It
// changes nothing. A purge waits for it.
func (s *Store) CheckColumns(ctx context.Context) (c CheckedColumns, err error) {
	hold, err := s.Hold(ctx)
	if err != nil {
		return c, err
	}
	defer hold.Close()
	var blocks []columnBlock
	if err := s.db.Read(ctx, func(tx *db.Tx) error {
		blocks, err = queryBlocks(ctx, tx, selectAllBlocks)
		return err
	}); err != nil {
		return c, err
	}
	var f *os.File
	defer func() {
		if f != nil {
			f.Close()
		}
	}()
	var column int64
	var ranges []blockRange // of the column
	overlap := func() {
		for _, r := range overlapping(ranges) {
			c.Faults = append(c.Faults, ColumnFault{r.recipe, s.columnPath(r.recipe), r.id, errors.New("it lies on another block")})
		}
		ranges = ranges[:0]
	}
	var opening error
	for _, b := range blocks {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		if b.column != column {
			overlap()
			if f != nil {
				f.Close()
			}
			column = b.column
			c.Columns++
			if f, opening = os.Open(s.columnPath(b.recipe)); opening != nil && !errors.Is(opening, fs.ErrNotExist) {
				return c, opening
			}
		}
		if opening != nil {
			continue // a column that was removed is made again
		}
		n, err := checkBlock(f, b)
		for _, p := range b.parts(b.dim) {
			ranges = append(ranges, blockRange{p, b.recipe, b.id})
		}
		c.Vectors += n
		if err != nil {
			c.Faults = append(c.Faults, ColumnFault{b.recipe, f.Name(), b.id, err})
		}
	}
	overlap()
	return c, nil
}

// A blockRange is a range of a column's file that a segment has.
type blockRange struct {
	part
	recipe string
	id     spar.SegmentID
}

// overlapping gives the ranges that begin before the end of the one before them.
func overlapping(list []blockRange) (found []blockRange) {
	slices.SortFunc(list, func(a, b blockRange) int { return cmp.Compare(a.offset, b.offset) })
	for i := 1; i < len(list); i++ {
		if list[i].offset < list[i-1].offset+list[i-1].length {
			found = append(found, list[i])
		}
	}
	return found
}

// checkBlock reads the vectors of one segment and says how many there are.
func checkBlock(f *os.File, b columnBlock) (vectors int, err error) {
	var data [2][]byte // vectors, checksums
	for i, part := range b.parts(b.dim) {
		data[i] = make([]byte, part.length)
		if _, err := f.ReadAt(data[i], part.offset); err != nil {
			info, e := f.Stat()
			if e == nil && info.Size() <= part.offset+part.length {
				return 0, nil // cut off: its vectors are not there, and are made again
			}
			return 0, err
		}
	}
	coarse, scales, fine, _ := layout(b.count, b.dim)
	for i := range b.count {
		row := data[0][coarse+i*b.dim:][:b.dim]
		scale := data[0][scales+4*i:][:4]
		exact := data[0][fine+2*i*b.dim:][:2*b.dim]
		if b.sums != 0 {
			sums := data[1][4*sumsPerSlot*i:][:4*sumsPerSlot]
			if bytes.Equal(sums, make([]byte, len(sums))) {
				continue
			}
			vectors++
			if !bytes.Equal(sums, slotSums(segmentName(b.id), i, row, scale, exact)) {
				return vectors, fmt.Errorf("passage %d: its vector does not match its checksum", i)
			}
		} else {
			switch data[0][i] {
			case 0:
				continue
			case 1:
				vectors++
			default:
				return vectors, fmt.Errorf("passage %d: the mark that says whether it has a vector is %d", i, data[0][i])
			}
		}
		if err := disagreement(signed(row), math.Float32frombits(binary.LittleEndian.Uint32(scale)), halves(exact)); err != nil {
			return vectors, fmt.Errorf("passage %d: %w", i, err)
		}
	}
	return vectors, nil
}
