package retrieve

import (
	"crypto/sha256"
	"testing"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/store"
)

func openStore(t testing.TB) *store.Store {
	t.Helper()
	dir := t.TempDir()
	d, err := db.Open(t.Context(), dir, store.Schema)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); d.Close() })
	return s
}

func put(t testing.TB, s *store.Store, name string, ps []spar.Passage) *store.Segment {
	t.Helper()
	id := segmentID(name)
	if err := s.Put(t.Context(), id, ps); err != nil {
		t.Fatal(err)
	}
	seg, err := s.Segment(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return seg
}

func segmentID(name string) spar.SegmentID { return sha256.Sum256([]byte(name)) }
