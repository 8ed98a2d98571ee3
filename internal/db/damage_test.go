package db_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db"
)

// TestCheckFindsWhatACopyFinds copies each page of a small database over each other one: what Check finds sound can be copied, and its
// tables can be written to.
func TestCheckFindsWhatACopyFinds(t *testing.T) {
	dir := t.TempDir()
	d, err := db.Open(t.Context(), dir, things)
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, "INSERT INTO things (name) VALUES (?)", "a")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(dir, db.FileName))
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	pages, damaged := len(good)/page, 0
	for to := 1; to < pages; to++ {
		for from := range pages {
			if from == to {
				continue
			}
			bad := bytes.Clone(good)
			copy(bad[to*page:], good[from*page:(from+1)*page])
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, db.FileName), bad, 0o600); err != nil {
				t.Fatal(err)
			}
			d, err := db.Open(t.Context(), dir, things)
			if err != nil {
				continue // it says so itself
			}
			found := d.Check(t.Context())
			backup := filepath.Join(dir, "copy")
			if err := os.Mkdir(backup, 0o700); err != nil {
				t.Fatal(err)
			}
			copied := d.CopyTo(t.Context(), backup, things)
			if copied == nil {
				copied = try(d, "INSERT INTO things (name) VALUES (?)", "b")
			}
			if copied == nil {
				copied = try(d, "INSERT INTO parts (thing, n) VALUES (1, 1)")
			}
			if found == nil && copied != nil {
				t.Errorf("page %d over page %d: Check finds nothing, and %v", from+1, to+1, copied)
			}
			if found != nil {
				damaged++
			}
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if damaged < pages {
		t.Errorf("%d pages, and Check found damage %d times", pages, damaged)
	}
}
