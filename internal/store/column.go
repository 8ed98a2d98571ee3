package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// A Column holds the vectors that one encoder recipe made of passages. Vectors of two recipes never share a column, so that a change of
// encoder never mixes them.
//
// Its file is DIR/vectors/NAME.col, NAME a digest of the recipe. The passages of a segment have their slots side by side in one block. The
// block is allocated in the database, and sparse in the file, when the first of them gets a vector:
//
//	presence   one byte a slot: 1 once its vector is on the disk; read only where the block has no sums
//	coarse     dim int8 values a slot: the vector divided by its scale
//	scales     one float32 a slot
//	fine       dim float16 values a slot
//	sums       three checksums a slot, 0 before it is written: of its coarse values with their scale, of its fine values,
//	           of these two checksums
//
// each part padded to 64 bytes, integers and floats little-endian. A checksum is the CRC-32C of the segment's name, the number of the slot
// (4 bytes) and the values, so that a misplaced vector is found too. A slot is written once, and again when it is found damaged; two
// writers of one slot write the same. A block whose segment was purged is a hole in the file and is never used again.
//
// History: until 2026-11 blocks had no sums. The sums that such a block gets later lie where the database says, not behind the block.
type Column struct {
	store *Store
	id    int64
	dim   int
	file  *os.File

	mapped *pack

	writing sync.Mutex // one Put at a time; who only looks vectors up does not wait for it

	mu        sync.Mutex // of what follows; neither the database nor the disk is waited for under it
	blocks    map[spar.SegmentID]block
	allocated int64 // how many blocks were made known by Put and Slots; it tells which a Refresh may have missed
	asked     int64 // Refreshes that began
	refreshed int64 // the last of them whose blocks are here
}

// A block is the place of a segment's slots in the column's file.
type block struct {
	offset int64
	count  int
	sums   int64 // where its checksums lie, 0 while it has none
	checks checks
	known  int64 // allocated when a Put made it known here
}

const slotAlign = 64

func padded(n int) int { return (n + slotAlign - 1) / slotAlign * slotAlign }

// The parts of a block by their offset in it, and its length.
func layout(count, dim int) (coarse, scales, fine, length int) {
	coarse = padded(count)
	scales = coarse + padded(count*dim)
	fine = scales + padded(4*count)
	return coarse, scales, fine, fine + padded(2*count*dim)
}

// Column opens the column of an encoder recipe, made if it is not there; dim is the number of dimensions.
func (s *Store) Column(ctx context.Context, recipe string, dim int) (*Column, error) {
	c := &Column{store: s, dim: dim, blocks: map[spar.SegmentID]block{}}
	within, how := s.db.Write, os.O_RDWR|os.O_CREATE
	if s.db.ReadOnly() != nil {
		within, how = s.db.Read, os.O_RDONLY
	}
	err := within(ctx, func(tx *db.Tx) error {
		if how != os.O_RDONLY {
			if _, err := tx.ExecContext(ctx, insertColumn, recipe, dim); err != nil {
				return err
			}
		}
		var stored int
		if err := tx.QueryRowContext(ctx, selectColumn, recipe).Scan(&c.id, &stored); err != nil {
			return err
		}
		if stored != dim {
			return spar.Errorf(spar.Invalid, "the encoder %q makes vectors of %d dimensions and made some of %d before; a changed encoder needs another name", recipe, dim, stored)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	path := s.columnPath(recipe)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if c.file, err = os.OpenFile(path, how, 0o600); err != nil {
		return nil, err
	}
	if c.mapped, err = openPack(path); err != nil {
		return nil, errors.Join(err, c.file.Close())
	}
	return c, c.Refresh(ctx)
}

// Close unmaps and closes the file; no Slots may be used after it.
func (c *Column) Close() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return errors.Join(c.mapped.close(), c.file.Close())
}

// Refresh makes the column see the blocks that any process has allocated by now. Vectors put into blocks that it knows
// are seen without it.
func (c *Column) Refresh(ctx context.Context) error {
	c.mu.Lock()
	c.asked++
	mine, since := c.asked, c.allocated
	c.mu.Unlock()
	blocks := map[spar.SegmentID]block{}
	err := c.store.db.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.QueryContext(ctx, selectBlocks, c.id)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id sql.RawBytes
			var b block
			if err := rows.Scan(&id, &b.offset, &b.count, &b.sums); err != nil {
				return err
			}
			blocks[spar.SegmentID(id)] = b
		}
		return rows.Err()
	})
	if err == nil {
		c.take(blocks, mine, since)
	}
	return err
}

// take makes the column see the blocks that a Refresh found. A later Refresh found all that this one did. This one may have missed changes
// by Put since it began.
func (c *Column) take(blocks map[spar.SegmentID]block, refresh, since int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if refresh < c.refreshed {
		return
	}
	c.refreshed = refresh
	for id, was := range c.blocks {
		b, found := blocks[id]
		switch {
		case was.known > since:
			blocks[id] = was
		case found && was.offset == b.offset && was.sums == b.sums:
			b.checks = was.checks
			blocks[id] = b
		}
	}
	c.blocks = blocks
}

// block gives the block of a segment, as far as this process knows of it.
func (c *Column) block(id spar.SegmentID) (block, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.blocks[id]
	return b, ok
}

// learn makes blocks known that Put allocated or sealed.
func (c *Column) learn(blocks map[spar.SegmentID]block) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.allocated++
	for id, b := range blocks {
		b.checks, b.known = newChecks(b.count), c.allocated
		c.blocks[id] = b
	}
}

// Segments lists the segments that have slots, in the order of their names.
func (c *Column) Segments() []spar.SegmentID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.SortedFunc(maps.Keys(c.blocks), func(a, b spar.SegmentID) int { return bytes.Compare(a[:], b[:]) })
}

// A Vector is the embedding of one passage of a segment that has Len passages.
type Vector struct {
	Segment spar.SegmentID
	Len     int
	Index   int
	Values  []float32 // of length 1
}

// Put stores vectors. When it returns they are on the disk and every reader that refreshes sees them.
func (c *Column) Put(ctx context.Context, vectors []Vector) error {
	if len(vectors) == 0 || c.store.db.ReadOnly() != nil { // who made them has them
		return nil
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.allocate(ctx, vectors); err != nil {
		return err
	}
	for _, v := range vectors {
		if err := c.put(ctx, v); err != nil {
			return err
		}
	}
	if err := durable.Sync(c.file); err != nil {
		return err
	}
	durable.Step("mark vectors")
	return nil
}

// put stores one vector in the block of its segment. Where a purge has taken the block meanwhile no file has that text any more, and
// nobody needs the vector.
func (c *Column) put(ctx context.Context, v Vector) error {
	b, ok := c.block(v.Segment)
	if !ok {
		return nil
	}
	if b.count != v.Len || v.Index < 0 || v.Index >= b.count || len(v.Values) != c.dim {
		return fmt.Errorf("a vector of %d dimensions for passage %d of %d does not fit its column", len(v.Values), v.Index, v.Len)
	}
	if b.sums == 0 {
		if err := c.seal(ctx, v.Segment, &b); err != nil {
			return err
		}
	}
	if err := c.write(v, b); err != nil {
		return err
	}
	if now, ok := c.block(v.Segment); ok { // somebody may have begun to check slots meanwhile
		now.checks.forget(v.Index)
	}
	return nil
}

// write puts a vector into its slot, the checksums last: a crash before all of it is on the disk costs the vector, never
// its truth.
func (c *Column) write(v Vector, b block) error {
	coarse, scales, fine, _ := layout(b.count, c.dim)
	row, scale, exact := encodeVector(v.Values)
	for _, w := range []struct {
		data []byte
		at   int64
	}{
		{row, b.offset + int64(coarse+v.Index*c.dim)},
		{scale, b.offset + int64(scales+4*v.Index)},
		{exact, b.offset + int64(fine+2*v.Index*c.dim)},
		{slotSums(segmentName(v.Segment), v.Index, row, scale, exact), b.sums + int64(4*sumsPerSlot*v.Index)},
	} {
		if _, err := c.file.WriteAt(w.data, w.at); err != nil {
			return err
		}
	}
	return nil
}

// allocate gives blocks to segments without one, and makes sure that the file holds the existing blocks: somebody may have deleted it. The
// database keeps two processes from taking the same place.
func (c *Column) allocate(ctx context.Context, vectors []Vector) error {
	info, err := c.file.Stat()
	if err != nil {
		return err
	}
	missing, short := map[spar.SegmentID]int{}, false
	for _, v := range vectors {
		b, ok := c.block(v.Segment)
		if !ok {
			missing[v.Segment] = v.Len
			continue
		}
		for _, part := range b.parts(c.dim) {
			short = short || part.offset+part.length > info.Size()
		}
	}
	if len(missing) == 0 && !short {
		return nil
	}
	made := map[spar.SegmentID]block{}
	err = c.store.db.Write(ctx, func(tx *db.Tx) error {
		var end int64
		if err := tx.QueryRowContext(ctx, selectFinish, c.id).Scan(&end); err != nil {
			return err
		}
		for id, count := range missing {
			var b block
			err := tx.QueryRowContext(ctx, selectBlock, c.id, id[:]).Scan(&b.offset, &b.count, &b.sums)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			if err != nil {
				_, _, _, length := layout(count, c.dim)
				b = block{offset: end, count: count, sums: end + int64(length)}
				end = b.sums + sumsLength(count)
				if _, err := tx.ExecContext(ctx, insertBlock, c.id, id[:], b.offset, b.count, b.sums); err != nil {
					return err
				}
			}
			made[id] = b
		}
		if err := grow(c.file, end); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, updateFinish, end, c.id)
		return err
	})
	if err == nil {
		c.learn(made)
	}
	return err
}

// grow makes a file, sparsely, at least so long. It is called in a write transaction, and so by one process at a time.
func grow(f *os.File, to int64) error {
	info, err := f.Stat()
	if err != nil || info.Size() >= to {
		return err
	}
	return f.Truncate(to)
}

// encodeVector makes the three stored forms of a vector: int8 values, their scale, and float16 values.
func encodeVector(values []float32) (row, scale, exact []byte) {
	coarse, fine := make([]int8, len(values)), make([]uint16, len(values))
	unit := vec.QuantizeI8(coarse, values)
	vec.Best().Narrow(fine, values)
	row, exact = make([]byte, len(values)), make([]byte, 0, 2*len(values))
	for i, v := range coarse {
		row[i] = byte(v)
	}
	for _, v := range fine {
		exact = binary.LittleEndian.AppendUint16(exact, v)
	}
	return row, binary.LittleEndian.AppendUint32(nil, math.Float32bits(unit)), exact
}

// purgeVectors makes holes of the blocks of segments that are not live, in every column: the vectors are physically
// gone, and the space with them.
func (s *Store) purgeVectors(ctx context.Context, live Live) error {
	var list []columnBlock
	dead := func(tx *db.Tx, some []spar.SegmentID, of []columnBlock) ([]columnBlock, error) {
		is, err := live(ctx, tx, some)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(of, func(b columnBlock) bool { return is(b.id) }), nil
	}
	err := s.db.Read(ctx, func(tx *db.Tx) error {
		blocks, err := queryBlocks(ctx, tx, selectAllBlocks)
		if err != nil || len(blocks) == 0 {
			return err
		}
		list, err = dead(tx, nil, blocks)
		return err
	})
	if err != nil || len(list) == 0 {
		return err
	}
	files := map[string]*os.File{}
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	for _, d := range list {
		f := files[d.recipe]
		if f == nil {
			if f, err = os.OpenFile(s.columnPath(d.recipe), os.O_RDWR, 0); errors.Is(err, fs.ErrNotExist) {
				continue // the column was removed, with all vectors in it
			} else if err != nil {
				return err
			}
			files[d.recipe] = f
		}
		for _, part := range d.parts(d.dim) {
			if err := punch(f, part.offset, part.length); err != nil {
				return err
			}
		}
	}
	for _, f := range files {
		if err := durable.Sync(f); err != nil {
			return err
		}
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		ids := make([]spar.SegmentID, len(list))
		for i, d := range list {
			ids[i] = d.id
		}
		// A block whose segment a file has got meanwhile stays, for vectors that are made anew.
		still, err := dead(tx, ids, slices.Clone(list))
		if err != nil {
			return err
		}
		for _, d := range still {
			if _, err := tx.ExecContext(ctx, deleteBlock, d.column, d.id[:]); err != nil {
				return err
			}
		}
		return nil
	})
}

// columnPath is the file of an encoder recipe's column.
func (s *Store) columnPath(recipe string) string {
	sum := sha256.Sum256([]byte(recipe))
	return filepath.Join(s.dir, "vectors", hex.EncodeToString(sum[:8])+".col")
}

// zero overwrites part of a file.
func zero(f *os.File, offset, n int64) error {
	blank := make([]byte, 64<<10)
	for n > 0 {
		k := min(n, int64(len(blank)))
		if _, err := f.WriteAt(blank[:k], offset); err != nil {
			return err
		}
		offset, n = offset+k, n-k
	}
	return nil
}
