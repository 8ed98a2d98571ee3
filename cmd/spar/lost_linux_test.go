package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLostCatalog takes the catalog away, which must not look as if there never had been one.
func TestLostCatalog(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	root, data := smallShare(t, p), p.data(t, nil)
	p.must(t, exitOK, call{data: data, args: []string{"ask", root, "when does the gate open?"}})
	left, err := filepath.Glob(filepath.Join(data, "catalog.db*"))
	if err != nil || len(left) == 0 {
		t.Fatal(left, err)
	}
	for _, name := range left {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, says := range []bool{true, false} {
		r := p.must(t, exitOK, call{data: data, args: []string{"status"}})
		if strings.Contains(r.err, "the catalog is gone") != says {
			t.Errorf("a notice %v, but: %s", says, r.err)
		}
	}
}
