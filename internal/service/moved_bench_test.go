package service_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
)

// BenchmarkMoved looks for renamed paths in a scope of 390 paths over 11,000 files: without a move, after a move of a file in another
// folder, and after a move of the folder of one of the paths.
func BenchmarkMoved(b *testing.B) { dbtest.EachBench(b, benchMoved) }

func benchMoved(b *testing.B) {
	const folders, each, named = 550, 20, 390
	h := enginetest.Open(b, nil, func(o *engine.Options) { o.Database = dbtest.Database(b, o.Dir) })
	s := service.New(h.Opened, service.Options{})
	var paths []string
	for i := range folders {
		dir := filepath.Join(h.Root, fmt.Sprintf("unit%03d", i))
		if err := os.Mkdir(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for j := range each {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.md", j)), []byte{'a'}, 0o644); err != nil {
				b.Fatal(err)
			}
		}
		if i < named {
			paths = append(paths, filepath.Base(dir)+"/**")
		}
	}
	scan := func() {
		for _, err := range s.Scan(b.Context(), owner, api.ScanRequest{What: []string{"docs"}}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	scan()
	scope := "path:(" + strings.Join(paths, " | ") + ")"
	notes := func(b *testing.B, want int) {
		for b.Loop() {
			if got, err := s.ScopeNotes(b.Context(), owner, scope); err != nil || len(got) != want {
				b.Fatal(got, err)
			}
		}
	}
	b.Run("none", func(b *testing.B) { notes(b, 0) })
	for i, name := range []string{"another", "one"} {
		from := filepath.Join(h.Root, fmt.Sprintf("unit%03d", folders-1-i*(folders-1)))
		if err := os.Rename(from, from+"-then"); err != nil {
			b.Fatal(err)
		}
		scan()
		b.Run(name, func(b *testing.B) { notes(b, i) })
	}
}
