package store

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// unseal gives the blocks of a column the form from before checksums: marks before the vectors, nothing else.
func unseal(t *testing.T, s *Store, recipe string) {
	t.Helper()
	f, err := os.OpenFile(s.columnPath(recipe), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := s.db.Write(t.Context(), func(tx *db.Tx) error {
		blocks, err := queryBlocks(t.Context(), tx, selectAllBlocks)
		if err != nil {
			return err
		}
		for _, b := range blocks {
			sums := make([]byte, sumsLength(b.count))
			if _, err := f.ReadAt(sums, b.sums); err != nil {
				return err
			}
			for i := range b.count {
				if binary.LittleEndian.Uint32(sums[4*sumsPerSlot*i:]) != 0 {
					if _, err := f.WriteAt([]byte{1}, b.offset+int64(i)); err != nil {
						return err
					}
				}
			}
			if err := zero(f, b.sums, sumsLength(b.count)); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(t.Context(), "UPDATE blocks SET sums = 0")
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// place gives where the parts of a slot lie in the file of the first block.
func slotPlaces(count, dim, i int) (coarse, scale, fine int64) {
	c, s, f, _ := layout(count, dim)
	return int64(c + i*dim), int64(s + 4*i), int64(f + 2*i*dim)
}

func sumsColumn(t *testing.T, s *Store, dim int) *Column {
	t.Helper()
	c, err := s.Column(t.Context(), "e", dim)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestSums: whatever is damaged of a slot, signs and places included, is found by the next process, and mended by Put.
func TestSums(t *testing.T) {
	const dim, count = 48, 6
	r := rand.New(rand.NewPCG(1, 2))
	v := make([][]float32, count)
	for i := range v {
		v[i] = unit(r, dim)
	}
	id := segmentID(1)
	coarse, scale, fine := slotPlaces(count, dim, 2)
	for name, damage := range map[string]func(f *os.File) error{
		"the sign of a coarse value": func(f *os.File) error { return flipBits(f, coarse+3, 0x80) },
		"the sign of a fine value":   func(f *os.File) error { return flipBits(f, fine+7, 0x80) },
		"the scale":                  func(f *os.File) error { return flipBits(f, scale+3, 0x40) },
		"a checksum":                 func(f *os.File) error { return flipBits(f, sumsPlace(count, dim)+4*sumsPerSlot*2+5, 0x01) },
		"another's vector": func(f *os.File) error {
			c, s, x := slotPlaces(count, dim, 1)
			at := sumsPlace(count, dim) + 4*sumsPerSlot
			for _, m := range [][3]int64{{c, coarse, dim}, {s, scale, 4}, {x, fine, 2 * dim}, {at, at + 4*sumsPerSlot, 4 * sumsPerSlot}} {
				b := make([]byte, m[2])
				if _, err := f.ReadAt(b, m[0]); err != nil {
					return err
				}
				if _, err := f.WriteAt(b, m[1]); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, t.TempDir())
			c := sumsColumn(t, s, dim)
			if err := c.Put(t.Context(), []Vector{{id, count, 1, v[1]}, {id, count, 2, v[2]}, {id, count, 4, v[4]}}); err != nil {
				t.Fatal(err)
			}
			if err := damage(c.file); err != nil {
				t.Fatal(err)
			}
			slots := c.Slots(id)
			for i := range count {
				if is, want := slots.Damaged(i), i == 2; is != want {
					t.Errorf("slot %d is damaged: %v, want %v", i, is, want)
				}
				if is, want := slots.Whole(i), i == 1 || i == 4; is != want {
					t.Errorf("slot %d is whole: %v, want %v", i, is, want)
				}
			}
			if found, err := s.CheckColumns(t.Context()); err != nil || len(found.Faults) != 1 || found.Vectors == 0 {
				t.Errorf("a check finds %+v, %v; want one fault", found, err)
			}
			if err := c.Put(t.Context(), []Vector{{id, count, 2, v[2]}}); err != nil {
				t.Fatal(err)
			}
			checkSlot(t, slots, 2, v[2])
			if found, err := s.CheckColumns(t.Context()); err != nil || len(found.Faults) != 0 || found.Vectors != 3 {
				t.Errorf("a check finds %+v, %v; want none and 3 vectors", found, err)
			}
		})
	}
}

func sumsPlace(count, dim int) int64 {
	_, _, _, length := layout(count, dim)
	return int64(length)
}

func flipBits(f *os.File, at int64, mask byte) error {
	b := []byte{0}
	if _, err := f.ReadAt(b, at); err != nil {
		return err
	}
	b[0] ^= mask
	_, err := f.WriteAt(b, at)
	return err
}

// TestSealVectors: vectors of an older SPAR are used as they are, judged by properties of every vector, and get checksums by and by; none
// is made again for that.
func TestSealVectors(t *testing.T) { dbtest.Each(t, testSealVectors) }

func testSealVectors(t *testing.T) {
	const dim, count = 48, 6
	ctx := t.Context()
	r := rand.New(rand.NewPCG(1, 2))
	s := openStore(t, t.TempDir())
	c := sumsColumn(t, s, dim)
	want := map[spar.SegmentID]map[int][]float32{}
	var list []Vector
	for b := range 4 {
		id := segmentID(byte(b + 1))
		want[id] = map[int][]float32{}
		for _, i := range []int{0, 2, 5} {
			want[id][i] = unit(r, dim)
			list = append(list, Vector{id, count, i, want[id][i]})
		}
	}
	if err := c.Put(ctx, list); err != nil {
		t.Fatal(err)
	}
	unseal(t, s, "e")
	look := func(damaged int) {
		t.Helper()
		if err := c.Refresh(ctx); err != nil {
			t.Fatal(err)
		}
		found := 0
		for id, vectors := range want {
			slots := c.Slots(id)
			for i := range count {
				v, ok := vectors[i]
				switch {
				case slots.Damaged(i):
					found++
				case ok:
					checkSlot(t, slots, i, v)
				case slots.Has(i):
					t.Errorf("segment %s has a vector in slot %d, which nobody put", id, i)
				}
			}
		}
		if found != damaged {
			t.Errorf("%d slots are damaged, want %d", found, damaged)
		}
	}
	look(0)

	// A vector into a block without checksums gives it some; the others are as they were.
	id := segmentID(1)
	want[id][3] = unit(r, dim)
	if err := c.Put(ctx, []Vector{{id, count, 3, want[id][3]}}); err != nil {
		t.Fatal(err)
	}
	if c.blocks[id].sums == 0 {
		t.Error("a block that was written to has no checksums")
	}
	look(0)

	// Damage that shows without checksums: a length that is not 1, a scale that is none, forms that differ.
	second := c.blocks[segmentID(2)].offset
	coarse, scale, fine := slotPlaces(count, dim, 2)
	for _, at := range []struct {
		place int64
		mask  byte
	}{{coarse, 0x70}, {scale + 3, 0x40}, {fine + 1, 0x40}} {
		if err := flipBits(c.file, second+at.place, at.mask); err != nil {
			t.Fatal(err)
		}
		fresh := sumsColumn(t, s, dim)
		if !fresh.Slots(segmentID(2)).Damaged(2) {
			t.Errorf("damage at %d is not found", at.place)
		}
		if err := flipBits(c.file, second+at.place, at.mask); err != nil {
			t.Fatal(err)
		}
	}

	// A vector that is damaged while the rest gets its checksums gets none.
	if err := flipBits(c.file, second+scale+3, 0x40); err != nil {
		t.Fatal(err)
	}
	if n, err := s.SealVectors(ctx, 2); n != 2 || err != nil {
		t.Fatalf("%d blocks were sealed, %v; want 2", n, err)
	}
	if n, err := s.SealVectors(ctx, math.MaxInt); n != 1 || err != nil {
		t.Fatalf("%d blocks were sealed, %v; want the last", n, err)
	}
	if n, err := s.SealVectors(ctx, math.MaxInt); n != 0 || err != nil {
		t.Fatalf("%d blocks were sealed again, %v", n, err)
	}
	delete(want[segmentID(2)], 2)
	look(0)
	if found, err := s.CheckColumns(ctx); err != nil || len(found.Faults) != 0 || found.Vectors != 12 {
		t.Errorf("a check finds %+v, %v; want 12 vectors and no fault", found, err)
	}
	if err := flipBits(c.file, c.blocks[segmentID(3)].offset+fine+9, 0x80); err != nil {
		t.Fatal(err)
	}
	fresh := sumsColumn(t, s, dim)
	if !fresh.Slots(segmentID(3)).Damaged(2) {
		t.Error("a sign that was flipped after the block got checksums is not found")
	}
}
