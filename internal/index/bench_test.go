package index

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// invention is a snapshot of an invented catalog of SPAR_BENCH_FILES files, so many tags and so many on each file.
func invention(b *testing.B, tags, perFile int) (*catalog.Catalog, *Snapshot) {
	files, err := strconv.Atoi(os.Getenv("SPAR_BENCH_FILES"))
	if err != nil {
		files = 50_000
	}
	dir := b.TempDir()
	d, err := db.Open(b.Context(), dir, catalog.Schema)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	if err := invented.Fill(b.Context(), d, invented.Options{Files: files, Tags: tags, PerFile: perFile, Seed: 1, Root: dir}); err != nil {
		b.Fatal(err)
	}
	c := catalog.New(d)
	x := New(c, filepath.Join(dir, Folder), Options{})
	if err := x.Rebuild(b.Context()); err != nil {
		b.Fatal(err)
	}
	s, err := x.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return c, s
}

// BenchmarkSelect selects the files with one of five hundred tags and of four years.
func BenchmarkSelect(b *testing.B) {
	_, s := invention(b, 20_000, 5)
	for _, text := range []string{"modified:2010..2013", "tag:%[1]q", "tag:%[1]q modified:2010..2013"} {
		if strings.Contains(text, "%") {
			text = fmt.Sprintf(text, invented.Group(6))
		}
		sc, err := scope.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			found := 0
			for b.Loop() {
				sel, err := s.Eval(b.Context(), spar.Principal{All: true}, sc)
				if err != nil {
					b.Fatal(err)
				}
				found = int(sel.Known.GetCardinality())
			}
			b.ReportMetric(float64(found), "files")
		})
	}
}

// BenchmarkFacets counts all attributes, by the saved index and file by file. ms/first is until the first key is counted.
func BenchmarkFacets(b *testing.B) {
	c, s := invention(b, 1000, 1)
	for name, who := range map[string]spar.Principal{"all": {All: true}, "somebody": {UID: 1, Groups: []uint32{100}}} {
		b.Run(name, func(b *testing.B) {
			var first time.Duration
			for b.Loop() {
				start, n := time.Now(), 0
				for _, err := range s.Facets(b.Context(), who, spar.Scope{}, nil, 3) {
					if err != nil {
						b.Fatal(err)
					}
					if n == 0 {
						first += time.Since(start)
					}
					n++
				}
				if n == 0 {
					b.Skip("they may read no file with an attribute")
				}
			}
			b.ReportMetric(float64(first.Microseconds())/1000/float64(b.N), "ms/first")
		})
	}
	b.Run("file by file", func(b *testing.B) {
		ref, err := Load(b.Context(), c, nil)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := ref.Facets(spar.Principal{All: true}, spar.Scope{}, 3); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkOr selects by alternatives of five hundred tags each, and by both, beside three predicates on attributes.
func BenchmarkOr(b *testing.B) {
	_, s := invention(b, 20_000, 5)
	groups := make([]string, 2)
	for i := range groups {
		var names []string
		for _, t := range s.Tags()[2000+500*i:][:500] {
			names = append(names, fmt.Sprintf("%q", t.Name))
		}
		groups[i] = "tag:(" + strings.Join(names, "|") + ")"
	}
	const rest = " author:A* pages:1..20 -has:nosuch"
	for name, text := range map[string]string{"and": groups[0] + " " + groups[1] + rest, "or": "(" + groups[0] + " or " + groups[1] + ")" + rest} {
		sc, err := scope.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Eval(b.Context(), spar.Principal{All: true}, sc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
