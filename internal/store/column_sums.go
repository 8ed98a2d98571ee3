package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"unsafe"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// sumsPerSlot is how many checksums a slot has: of its coarse values with their scale, of its fine values, and of these two.
const sumsPerSlot = 3

// sumsLength is that of the checksums of a block.
func sumsLength(slots int) int64 { return int64(padded(4 * sumsPerSlot * slots)) }

// slotSums makes the checksums of slot i.
func slotSums(segment uint32, i int, row, scale, exact []byte) []byte {
	name := slotName(segment, i)
	sums := binary.LittleEndian.AppendUint32(make([]byte, 0, 4*sumsPerSlot), sumOf(name, row, scale))
	sums = binary.LittleEndian.AppendUint32(sums, sumOf(name, exact))
	return binary.LittleEndian.AppendUint32(sums, sumOf(name, sums))
}

// parts are the ranges of the file that a block has: its vectors and, if it has any, its checksums.
func (b block) parts(dim int) []part {
	_, _, _, length := layout(b.count, dim)
	list := []part{{b.offset, int64(length)}}
	if b.sums != 0 {
		list = append(list, part{b.sums, sumsLength(b.count)})
	}
	return list
}

// SealVectors gives checksums to at most so many blocks of vectors that have none, which only those of an older SPAR
// lack, and says how many got some. A vector that cannot be right gets none: it is made again when it is needed.
func (s *Store) SealVectors(ctx context.Context, most int) (sealed int, err error) {
	hold, err := s.Hold(ctx)
	if err != nil {
		return 0, err
	}
	defer hold.Close()
	var blocks []columnBlock
	if err := s.db.Read(ctx, func(tx *db.Tx) error {
		blocks, err = queryBlocks(ctx, tx, selectUnsealed)
		return err
	}); err != nil {
		return 0, err
	}
	files := map[string]*os.File{}
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	for _, b := range blocks {
		if sealed == most {
			break
		}
		if err := ctx.Err(); err != nil {
			return sealed, err
		}
		f := files[b.recipe]
		if f == nil {
			if f, err = os.OpenFile(s.columnPath(b.recipe), os.O_RDWR, 0); errors.Is(err, fs.ErrNotExist) {
				continue // a column that was removed is made again
			} else if err != nil {
				return sealed, err
			}
			files[b.recipe] = f
		}
		if ok, err := s.sealBlock(ctx, f, &b); err != nil {
			return sealed, err
		} else if ok {
			sealed++
		}
	}
	return sealed, nil
}

// seal gives checksums to a block of a column that is about to be written to.
func (c *Column) seal(ctx context.Context, id spar.SegmentID, b *block) error {
	of := columnBlock{column: c.id, dim: c.dim, id: id, block: *b}
	ok, err := c.store.sealBlock(ctx, c.file, &of)
	if err == nil && !ok {
		err = fmt.Errorf("the vectors of segment %s lie behind the end of %s", id, c.file.Name())
	}
	if err != nil {
		return err
	}
	c.learn(map[spar.SegmentID]block{id: of.block})
	*b, _ = c.block(id)
	return nil
}

// sealBlock makes the checksums of a block and says in the database where they are. Another process may be quicker: then
// its checksums are the block's. It does nothing to a block that the file does not hold whole.
func (s *Store) sealBlock(ctx context.Context, f *os.File, b *columnBlock) (bool, error) {
	_, _, _, length := layout(b.count, b.dim)
	data := make([]byte, length)
	if _, err := f.ReadAt(data, b.offset); err != nil {
		info, e := f.Stat()
		if e == nil && info.Size() < b.offset+int64(length) {
			err = nil
		}
		return false, err
	}
	// The place first, and for good: what a crash leaves there belongs to no block.
	var at int64
	if err := s.db.Write(ctx, func(tx *db.Tx) error {
		if err := tx.QueryRowContext(ctx, selectFinish, b.column).Scan(&at); err != nil {
			return err
		}
		if err := grow(f, at+sumsLength(b.count)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, updateFinish, at+sumsLength(b.count), b.column)
		return err
	}); err != nil {
		return false, err
	}
	if _, err := f.WriteAt(sumsOf(data, b), at); err != nil {
		return false, err
	}
	if err := durable.Sync(f); err != nil {
		return false, err
	}
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := tx.ExecContext(ctx, sealBlock, at, b.column, b.id[:], b.offset); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, selectBlock, b.column, b.id[:]).Scan(&b.offset, &b.count, &b.sums)
	})
	return err == nil, err
}

// sumsOf makes the checksums of a block's vectors, 0 for missing or corrupt ones.
func sumsOf(data []byte, b *columnBlock) []byte {
	coarse, scales, fine, _ := layout(b.count, b.dim)
	sums := make([]byte, sumsLength(b.count))
	for i := range b.count {
		row := data[coarse+i*b.dim:][:b.dim]
		scale := data[scales+4*i:][:4]
		exact := data[fine+2*i*b.dim:][:2*b.dim]
		if data[i] != 1 || disagreement(signed(row), math.Float32frombits(binary.LittleEndian.Uint32(scale)), halves(exact)) != nil {
			continue
		}
		copy(sums[4*sumsPerSlot*i:], slotSums(segmentName(b.id), i, row, scale, exact))
	}
	return sums
}

// disagreement says in what the two forms of a vector contradict each other, or that it has not length 1.
func disagreement(row []int8, scale float32, half []uint16) error {
	exact := make([]float32, len(half))
	vec.Best().Widen(exact, half)
	var sum float64
	for j, x := range exact {
		sum += float64(x) * float64(x)
		rough := float64(row[j]) * float64(scale)
		if d := math.Abs(rough - float64(x)); !(d <= 0.51*float64(scale)+1e-3) {
			return fmt.Errorf("its vector is %v in one precision and %v in the other at dimension %d", rough, x, j)
		}
	}
	if !(math.Abs(sum-1) < 0.02) {
		return fmt.Errorf("its vector has the length %.3f instead of 1", math.Sqrt(sum))
	}
	return nil
}

func signed(b []byte) []int8 { return unsafe.Slice((*int8)(unsafe.Pointer(&b[0])), len(b)) }

func halves(b []byte) []uint16 {
	list := make([]uint16, len(b)/2)
	for i := range list {
		list[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return list
}
