package store

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

func unit(r *rand.Rand, dim int) []float32 {
	v, sum := make([]float32, dim), 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

func segmentID(b byte) spar.SegmentID { return spar.SegmentID{b} }

// checkSlot compares a slot with the vector that was put into it.
func checkSlot(t *testing.T, s Slots, i int, want []float32) {
	t.Helper()
	if !s.Has(i) {
		t.Fatalf("slot %d has no vector", i)
	}
	fine := make([]float32, len(want))
	half, ok := s.Fine(i)
	if !ok {
		t.Fatalf("slot %d is damaged", i)
	}
	vec.Best().Widen(fine, half)
	coarse := s.Coarse(i, i+1)
	for j := range want {
		if d := math.Abs(float64(fine[j] - want[j])); d > 1e-3 {
			t.Fatalf("slot %d dimension %d: float16 %v, want %v", i, j, fine[j], want[j])
		}
		if d := math.Abs(float64(float32(coarse[j])*s.Scale(i) - want[j])); d > float64(s.Scale(i))/2+1e-6 {
			t.Fatalf("slot %d dimension %d: int8 %d times %v, want %v", i, j, coarse[j], s.Scale(i), want[j])
		}
	}
}

func openStore(t *testing.T, dir string) *Store {
	t.Helper()
	d := dbtest.Open(t, dir, Schema)
	s, err := Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); d.Close() })
	return s
}

// TestColumn: vectors put by one process are seen by another after a refresh, in their slots, and of other recipes
// nothing is seen.
func TestColumn(t *testing.T) { dbtest.Each(t, testColumn) }

func testColumn(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	const dim = 48
	r := rand.New(rand.NewPCG(1, 2))
	one, two := openStore(t, dir), openStore(t, dir)
	a, err := one.Column(ctx, "encoder/1", dim)
	if err != nil {
		t.Fatal(err)
	}
	b, err := two.Column(ctx, "encoder/1", dim)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	defer b.Close()
	want := map[spar.SegmentID]map[int][]float32{}
	put := func(c *Column, id spar.SegmentID, n int, slots ...int) {
		t.Helper()
		var list []Vector
		for _, i := range slots {
			if want[id] == nil {
				want[id] = map[int][]float32{}
			}
			if want[id][i] == nil {
				want[id][i] = unit(r, dim)
			}
			list = append(list, Vector{id, n, i, want[id][i]})
		}
		if err := c.Put(ctx, list); err != nil {
			t.Fatal(err)
		}
	}
	put(a, segmentID(1), 70, 0, 69, 3)
	put(b, segmentID(2), 1, 0)
	put(b, segmentID(1), 70, 3, 4) // a slot that the other has filled, and one beside it
	put(a, segmentID(3), 5, 2)
	for _, c := range []*Column{a, b} {
		if err := c.Refresh(ctx); err != nil {
			t.Fatal(err)
		}
		for id, slots := range want {
			s := c.Slots(id)
			present := 0
			for i := range s.Len() {
				if s.Has(i) {
					present++
				}
			}
			if present != len(slots) {
				t.Errorf("segment %s has %d vectors, want %d", id, present, len(slots))
			}
			for i, v := range slots {
				checkSlot(t, s, i, v)
			}
		}
	}
	if s := a.Slots(segmentID(9)); s.Len() != 0 || s.Has(0) {
		t.Error("a segment that was never embedded has vectors")
	}
	other, err := one.Column(ctx, "encoder/2", dim)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if other.Slots(segmentID(1)).Len() != 0 {
		t.Error("vectors of one encoder are seen through another's column")
	}
	if _, err := one.Column(ctx, "encoder/1", dim+1); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a column of another dimension: %v, want an invalid-error", err)
	}
	if err := a.Put(ctx, []Vector{{segmentID(1), 70, 70, unit(r, dim)}}); err == nil {
		t.Error("a vector beyond the last slot was taken")
	}
}

// TestPurgeVectors: dead vectors are zero in the file, and everything else stays.
func TestPurgeVectors(t *testing.T) { dbtest.Each(t, testPurgeVectors) }

func testPurgeVectors(t *testing.T) {
	ctx := context.Background()
	s := openStore(t, t.TempDir())
	c, err := s.Column(ctx, "e", 8)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v := unit(rand.New(rand.NewPCG(3, 4)), 8)
	if err := c.Put(ctx, []Vector{{segmentID(1), 2, 1, v}, {segmentID(2), 2, 0, v}}); err != nil {
		t.Fatal(err)
	}
	dead := c.Slots(segmentID(1))
	if err := s.purgeVectors(ctx, always(func(id spar.SegmentID) bool { return id == segmentID(2) })); err != nil {
		t.Fatal(err)
	}
	half, _ := dead.Fine(1)
	for _, x := range half {
		if x != 0 {
			t.Fatal("a purged vector is still in the file")
		}
	}
	if err := c.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	if c.Slots(segmentID(1)).Len() != 0 {
		t.Error("a purged segment has slots")
	}
	checkSlot(t, c.Slots(segmentID(2)), 0, v)
	// A purge may come between the allocation of a block and the writing of its vectors: nobody needs them then.
	if err := c.put(ctx, Vector{segmentID(1), 2, 0, v}); err != nil {
		t.Errorf("a vector of a purged segment: %v", err)
	}
	if err := c.put(ctx, Vector{segmentID(2), 3, 0, v}); err == nil {
		t.Error("a vector of a segment of another length is stored")
	}
}

// A column whose file was deleted takes vectors again, also in the last block, which nothing lies behind.
func TestColumnWithoutItsFile(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	const dim = 48
	r := rand.New(rand.NewPCG(1, 2))
	s := openStore(t, dir)
	v := unit(r, dim)
	for round := range 2 {
		c, err := s.Column(ctx, "encoder/1", dim)
		if err != nil {
			t.Fatal(err)
		}
		if n := c.Slots(segmentID(1)).Len(); n != 0 {
			t.Errorf("round %d: %d slots before the first vector", round, n)
		}
		if err := c.Put(ctx, []Vector{{segmentID(1), 70, 3, v}}); err != nil {
			t.Fatal(err)
		}
		if s := c.Slots(segmentID(1)); s.Len() != 70 || !s.Has(3) {
			t.Fatalf("round %d: the vector is not there", round)
		}
		checkSlot(t, c.Slots(segmentID(1)), 3, v)
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(s.columnPath("encoder/1")); err != nil {
			t.Fatal(err)
		}
	}
}
