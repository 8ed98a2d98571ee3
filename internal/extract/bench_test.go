package extract

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkExtract reads all files of one format of rag_multi_corpus.
func BenchmarkExtract(b *testing.B) {
	for _, format := range []string{"md", "html", "docx"} {
		b.Run(format, func(b *testing.B) {
			root := dataFolder(b, "rag_multi_corpus")
			var files []string
			var bytes int64
			err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
				if err != nil || !strings.HasSuffix(path, "."+format) {
					return err
				}
				raw, err := os.ReadFile(path)
				files, bytes = append(files, string(raw)), bytes+int64(len(raw))
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(bytes)
			for b.Loop() {
				for _, raw := range files {
					Extract(context.Background(), Input{Name: "a." + format, R: strings.NewReader(raw), Size: int64(len(raw))}, func(Item) error { return nil })
				}
			}
			b.ReportMetric(float64(len(files)*b.N)/b.Elapsed().Seconds(), "files/s")
		})
	}
	b.Run("csv", func(b *testing.B) {
		in := Input{Name: "a.csv", R: looped{"1,some text,\"a, b\",2021-03-04,12.50\n", 16 << 20}, Size: 16 << 20}
		b.SetBytes(in.Size)
		for b.Loop() {
			Extract(context.Background(), in, func(Item) error { return nil })
		}
	})
}
