package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/vec"
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
		blocks, err = queryBlocks(ctx, tx)
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
	var column, end int64
	var opening error
	for _, b := range blocks {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		if b.column != column {
			if f != nil {
				f.Close()
			}
			column, end = b.column, 0
			c.Columns++
			if f, opening = os.Open(s.columnPath(b.recipe)); opening != nil && !errors.Is(opening, fs.ErrNotExist) {
				return c, opening
			}
		}
		if opening != nil {
			continue // a column that was removed is made again
		}
		n, err := checkBlock(f, b)
		if b.offset < end {
			err = errors.Join(err, errors.New("it lies on the block before it"))
		}
		_, _, _, length := layout(b.count, b.dim)
		end = b.offset + int64(length)
		c.Vectors += n
		if err != nil {
			c.Faults = append(c.Faults, ColumnFault{b.recipe, f.Name(), b.id, err})
		}
	}
	return c, nil
}

// checkBlock reads the vectors of one segment and says how many there are.
func checkBlock(f *os.File, b columnBlock) (vectors int, err error) {
	coarse, scales, fine, length := layout(b.count, b.dim)
	data := make([]byte, length)
	if _, err := f.ReadAt(data, b.offset); err != nil {
		info, e := f.Stat()
		if e == nil && info.Size() <= b.offset+int64(length) {
			return 0, nil // cut off: its vectors are not there, and are made again
		}
		return 0, err
	}
	exact := make([]float32, b.dim)
	half := make([]uint16, b.dim)
	for i := range b.count {
		switch data[i] {
		case 0:
			continue
		case 1:
			vectors++
		default:
			return vectors, fmt.Errorf("passage %d: the mark that says whether it has a vector is %d", i, data[i])
		}
		scale := math.Float32frombits(uint32(data[scales+4*i]) | uint32(data[scales+4*i+1])<<8 | uint32(data[scales+4*i+2])<<16 | uint32(data[scales+4*i+3])<<24)
		for j := range half {
			at := fine + 2*(i*b.dim+j)
			half[j] = uint16(data[at]) | uint16(data[at+1])<<8
		}
		vec.Best().Widen(exact, half)
		var sum float64
		for j, x := range exact {
			sum += float64(x) * float64(x)
			rough := float64(int8(data[coarse+i*b.dim+j])) * float64(scale)
			if d := math.Abs(rough - float64(x)); !(d <= 0.51*float64(scale)+1e-3) {
				return vectors, fmt.Errorf("passage %d: its vector is %v in one precision and %v in the other at dimension %d", i, rough, x, j)
			}
		}
		if !(math.Abs(sum-1) < 0.02) {
			return vectors, fmt.Errorf("passage %d: its vector has the length %.3f instead of 1", i, math.Sqrt(sum))
		}
	}
	return vectors, nil
}
