package store

import (
	"fmt"
	"sync"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
)

// TestFirstPack has several writers meet in an empty store: each gets a pack, also where another is quicker at taking the
// one that it made.
func TestFirstPack(t *testing.T) { dbtest.Each(t, testFirstPack) }

func testFirstPack(t *testing.T) {
	const writers = 6
	for round := range 10 {
		dir := t.TempDir()
		var stores []*Store
		for range writers {
			stores = append(stores, open(t, dir))
		}
		var all sync.WaitGroup
		for i, s := range stores {
			all.Go(func() {
				if err := s.Put(t.Context(), id(fmt.Sprint(round, i)), text("some text")); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for i := range stores {
			if ok, err := stores[0].Has(t.Context(), id(fmt.Sprint(round, i))); !ok || err != nil {
				t.Errorf("segment %d of round %d: %v, %v", i, round, ok, err)
			}
		}
	}
}
