package store

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// Slots are the vectors of one segment's passages, as they lie in the mapped file: read them inside [Guard]. The zero Slots has none. They
// stay valid until the column is closed.
//
// A slot is compared with its checksums when this process first uses it, each precision by itself, so that a search touches the exact form
// of few vectors only. Slots of a block without checksums are judged by properties of every vector: length 1, a scale that fits its values,
// two precisions that agree.
type Slots struct {
	dim     int
	present []byte
	coarse  []int8
	scales  []float32
	fine    []uint16
	sums    []uint32 // sumsPerSlot a slot; nil where the block has none
	name    uint32   // of the segment, as checksums begin
	checks  checks   // nil where nothing can be damaged
}

// Slots gives the vectors of a segment; blocks that another process allocated are seen after a Refresh.
func (c *Column) Slots(id spar.SegmentID) Slots {
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.blocks[id]
	if !ok || b.count == 0 {
		return Slots{}
	}
	coarse, scales, fine, length := layout(b.count, c.dim)
	data, _, err := c.mapped.bytes(b.offset, int64(length))
	if err != nil {
		return Slots{} // a file shorter than the database says holds no vectors there: they are made again
	}
	var sums []uint32
	if b.sums != 0 {
		part, _, err := c.mapped.bytes(b.sums, sumsLength(b.count))
		if err != nil {
			return Slots{}
		}
		sums = unsafe.Slice((*uint32)(unsafe.Pointer(&part[0])), sumsPerSlot*b.count)
	}
	if b.checks == nil {
		b.checks = newChecks(b.count)
		c.blocks[id] = b
	}
	return Slots{
		dim:     c.dim,
		present: data[:b.count],
		coarse:  unsafe.Slice((*int8)(unsafe.Pointer(&data[coarse])), b.count*c.dim),
		scales:  unsafe.Slice((*float32)(unsafe.Pointer(&data[scales])), b.count),
		fine:    unsafe.Slice((*uint16)(unsafe.Pointer(&data[fine])), b.count*c.dim),
		sums:    sums,
		name:    segmentName(id),
		checks:  b.checks,
	}
}

// Len is the number of slots, 0 when the segment has none yet.
func (s Slots) Len() int { return len(s.present) }

// Has reports whether slot i has a vector whose coarse form is as it was written.
func (s Slots) Has(i int) bool {
	return i < len(s.present) && s.written(i) && (s.checks.has(i, coarseChecked) || s.checkCoarse(i))
}

// Whole reports whether slot i has a vector that is as it was written in both forms.
func (s Slots) Whole(i int) bool {
	if !s.Has(i) {
		return false
	}
	_, ok := s.Fine(i)
	return ok
}

// Coarse gives the vectors of slots i to j as int8 values in a row. Not all of them need be present.
func (s Slots) Coarse(i, j int) []int8 { return s.coarse[i*s.dim : j*s.dim] }

// Scale is the factor of the int8 values of slot i.
func (s Slots) Scale(i int) float32 { return s.scales[i] }

// Fine is the vector of slot i, which it has, as float16 values; not ok where it is damaged.
func (s Slots) Fine(i int) (values []uint16, ok bool) {
	return s.fine[i*s.dim : (i+1)*s.dim], s.checks.has(i, fineChecked) || s.checkFine(i)
}

// Damaged reports whether a vector was written into slot i that is not there as it was written. A slot without a vector
// has three checksums that are 0; damage to one or two of them does not make it one with a vector.
func (s Slots) Damaged(i int) bool {
	if i >= len(s.present) || s.checks == nil || s.Whole(i) {
		return false
	}
	if s.sums == nil {
		return s.present[i] != 0 && !s.blank(i)
	}
	at := sumsPerSlot * i
	return s.sums[at] != 0 && s.sums[at+1] != 0 && s.sums[at+2] != 0
}

// written reports whether slot i says that it has a vector.
func (s *Slots) written(i int) bool {
	if s.sums != nil {
		return s.sums[sumsPerSlot*i] != 0
	}
	return s.present[i] == 1
}

func (s *Slots) checkCoarse(i int) bool {
	ok := true
	switch {
	case s.checks == nil:
		return true
	case s.sums != nil:
		scale := unsafe.Slice((*byte)(unsafe.Pointer(&s.scales[i])), 4)
		ok = sumOf(slotName(s.name, i), s.coarseBytes(i), scale) == s.sums[sumsPerSlot*i]
	default:
		ok = plausible(s.Coarse(i, i+1), s.scales[i])
	}
	if ok {
		s.checks.set(i, coarseChecked)
	}
	return ok
}

func (s *Slots) checkFine(i int) bool {
	ok := true
	switch {
	case s.checks == nil:
		return true
	case s.sums != nil:
		ok = sumOf(slotName(s.name, i), s.fineBytes(i)) == s.sums[sumsPerSlot*i+1]
	default:
		ok = disagreement(s.Coarse(i, i+1), s.scales[i], s.fine[i*s.dim:(i+1)*s.dim]) == nil
	}
	if ok {
		s.checks.set(i, fineChecked)
	}
	return ok
}

func (s *Slots) coarseBytes(i int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s.coarse[i*s.dim])), s.dim)
}

func (s *Slots) fineBytes(i int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s.fine[i*s.dim])), 2*s.dim)
}

// blank reports whether a slot is zero in all its values.
func (s *Slots) blank(i int) bool {
	for _, part := range [][]byte{s.coarseBytes(i), s.fineBytes(i)} {
		for _, b := range part {
			if b != 0 {
				return false
			}
		}
	}
	return s.scales[i] == 0
}

// plausible reports whether int8 values and their scale can be those of a vector of length 1: the greatest is 127, and the effect of
// rounding on the length is small.
func plausible(values []int8, scale float32) bool {
	top := int8(0)
	for _, v := range values {
		top = max(top, v, -max(v, -127))
	}
	length := float64(vec.Best().DotI8(values, values)) * float64(scale) * float64(scale)
	return top == 127 && scale > 0 && math.Abs(length-1) < .15
}

// The forms of a slot that a process has compared with their checksums.
const (
	coarseChecked = 1
	fineChecked   = 2
)

// checks remembers of the slots of a block which forms were found as they were written; 16 slots a word.
type checks []atomic.Uint32

func newChecks(slots int) checks { return make(checks, (slots+15)/16) }

func (c checks) has(i int, form uint32) bool {
	return c != nil && c[i>>4].Load()&(form<<(2*(i&15))) != 0
}

func (c checks) set(i int, form uint32) { c[i>>4].Or(form << (2 * (i & 15))) }

// forget makes slot i be checked again, after it was written.
func (c checks) forget(i int) {
	if c != nil {
		c[i>>4].And(^(uint32(coarseChecked|fineChecked) << (2 * (i & 15))))
	}
}

// segmentName and slotName are how the checksums of a slot begin.
func segmentName(id spar.SegmentID) uint32 { return crc32.Checksum(id[:], crcTable) }

func slotName(segment uint32, i int) uint32 {
	var n [4]byte
	binary.LittleEndian.PutUint32(n[:], uint32(i))
	return crc32.Update(segment, crcTable, n[:])
}

// sumOf is the checksum of parts in the slot of a name. It is never 0, which says that nothing was written.
func sumOf(name uint32, parts ...[]byte) uint32 {
	for _, p := range parts {
		name = crc32.Update(name, crcTable, p)
	}
	return max(name, 1)
}
