package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

const benchFiles = 100_000

// benchTree makes benchFiles small files, 200 a folder.
func benchTree(b *testing.B) string {
	b.Helper()
	root := b.TempDir()
	for i := range benchFiles {
		dir := filepath.Join(root, fmt.Sprintf("department %02d/project %03d", i/200%20, i/200))
		if i%200 == 0 {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("minutes of meeting %05d.txt", i)), []byte("x"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return root
}

func perFile(b *testing.B) {
	b.ReportMetric(float64(b.N)*benchFiles/b.Elapsed().Seconds(), "files/s")
}

func BenchmarkWalk(b *testing.B) {
	root := benchTree(b)
	for b.Loop() {
		n := 0
		for l, err := range share.Walk(b.Context(), root, share.WalkOptions{}) {
			if err != nil {
				b.Fatal(err)
			}
			n += l.Count
		}
		if n < benchFiles {
			b.Fatalf("%d entries", n)
		}
	}
	perFile(b)
}

func BenchmarkScanFirst(b *testing.B) { dbtest.EachBench(b, benchScanFirst) }

func benchScanFirst(b *testing.B) {
	root := benchTree(b)
	for b.Loop() {
		b.StopTimer()
		h := openHouse(b, root)
		b.StartTimer()
		if r := h.scan(); r.Added != benchFiles {
			b.Fatalf("%+v", r)
		}
	}
	perFile(b)
}

func BenchmarkScanUnchanged(b *testing.B) { dbtest.EachBench(b, benchScanUnchanged) }

func benchScanUnchanged(b *testing.B) {
	h := openHouse(b, benchTree(b))
	h.scan()
	for b.Loop() {
		if r := h.scan(); r.Unchanged != benchFiles {
			b.Fatalf("%+v", r)
		}
	}
	perFile(b)
}

func BenchmarkFiles(b *testing.B) { dbtest.EachBench(b, benchListing) }

func benchListing(b *testing.B) {
	h := openHouse(b, benchTree(b))
	h.scan()
	for b.Loop() {
		n := 0
		for _, err := range h.Files(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != benchFiles {
			b.Fatalf("%d files", n)
		}
	}
	perFile(b)
}

func BenchmarkRecord(b *testing.B) { dbtest.EachBench(b, benchRecord) }

func benchRecord(b *testing.B) {
	h := openHouse(b, benchTree(b))
	h.scan()
	var findings []spar.Finding
	for f := range h.Files(b.Context()) {
		v := f.Version()
		v.Hash[0] = 1
		findings = append(findings, spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.SegmentID{1},
			Properties: []spar.Property{{Key: "title", Value: spar.Value{Kind: spar.Text, Text: "a title"}}, {Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 3}}}})
		if len(findings) == 1000 {
			break
		}
	}
	for b.Loop() {
		if n, err := h.Record(b.Context(), findings...); err != nil || n != len(findings) {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(b.N*len(findings))/b.Elapsed().Seconds(), "findings/s")
}
