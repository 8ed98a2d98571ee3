package read

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"golang.org/x/sys/unix"
)

// realStore opens a store in a new folder.
func realStore(t testing.TB) *store.Store {
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

// The sample share, by the real readers, into the real store.
func TestSample(t *testing.T) {
	s := realStore(t)
	cache := t.TempDir()
	r := reader(t, s, "worker", Options{CacheDir: cache})
	jobs := scan(t, filepath.Join("..", "..", "testdata", "sample", "share"))
	root, err := filepath.Abs(jobs[0].Root)
	if err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		jobs[i].Root = root
	}
	formats := map[string]int{}
	for name, f := range readAll(t, r, jobs) {
		if f.Format == "pdf" && !pdfium.Available() {
			if f.State != spar.Unsupported || f.Reason == "" {
				t.Errorf("%s: %s %q", name, f.State, f.Reason)
			}
			continue
		}
		formats[f.Format]++
		if f.State == spar.NoText && f.Version.Size == 0 || f.State == spar.Encrypted && f.Format == "pdf" {
			continue // the sample has such files too
		}
		if f.State != spar.OK {
			t.Errorf("%s: %s %q", name, f.State, f.Reason)
			continue
		}
		seg, err := s.Segment(t.Context(), f.Segment)
		if err != nil {
			t.Fatal(err)
		}
		if seg.Len() == 0 {
			t.Errorf("%s: no passages", name)
		}
	}
	for _, format := range []string{"markdown", "text", "html", "docx"} {
		if formats[format] == 0 {
			t.Errorf("no file of format %s was read: %v", format, formats)
		}
	}
	if !pdfium.Available() {
		t.Skip("PDF was not tried: this binary is built without PDFium (make assets)")
	}
	if formats["pdf"] == 0 {
		t.Errorf("no PDF was read: %v", formats)
	}
	if code, err := filepath.Glob(filepath.Join(cache, "*", "*")); len(code) == 0 || err != nil {
		t.Errorf("no compiled code is kept: %v", err)
	}
}

// A table of very many short rows makes as many passages as a file can have; the parent must hold them.
func TestManyRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("number,name,value\n")
	for i := range 200_000 {
		fmt.Fprintf(&b, "%d,item %d,%d\n", i, i%977, i*i%7919)
	}
	root, jobs := lay(t, map[string]string{"rows.csv": b.String(), "note.txt": "A note beside it."})
	_ = root
	s := &shelf{}
	found := readAll(t, reader(t, s, "worker", Options{Workers: 2}), jobs)
	if f := found["rows.csv"]; f.State != spar.OK || len(s.items[f.Segment]) < 200_000 {
		t.Errorf("%s %q, %d passages", f.State, f.Reason, len(s.items[f.Segment]))
	}
	if f := found["note.txt"]; f.State != spar.OK {
		t.Errorf("%s %q", f.State, f.Reason)
	}
}

// dataDir is the folder of evaluation data.
func dataDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("SPAR_EVAL_DATA")
	if _, err := os.Stat(dir); dir == "" || err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatal("SPAR_EVAL_DATA names no folder, and SPAR_REQUIRE asks for it")
		}
		t.Skip("SPAR_EVAL_DATA names no folder with the evaluation data")
	}
	return dir
}

// Every odd and broken file of the corpus ends in a state with a reason, and no process takes more than it may. PDF files of
// up to a megabyte are left to TestPDFCorpus of package extract, which leaves the larger ones to this; SPAR_LONG=1 has both read all.
func TestFormatCorpus(t *testing.T) {
	jobs := scan(t, filepath.Join(dataDir(t), "format_corpus"))
	if !dbtest.Long() {
		jobs = slices.DeleteFunc(jobs, func(j Job) bool {
			return strings.EqualFold(filepath.Ext(j.File.Path), ".pdf") && j.File.Size <= 1<<20
		})
	}
	if len(jobs) == 0 {
		t.Fatal("the corpus is empty")
	}
	states := map[spar.State]int{}
	for name, f := range readAll(t, reader(t, realStore(t), "worker", Options{CacheDir: t.TempDir()}), jobs) {
		states[f.State]++
		if f.State.Skipped() && f.Reason == "" {
			t.Errorf("%s: %s without a reason", name, f.State)
		}
		if f.State == spar.Unread || f.State == spar.Vanished {
			t.Errorf("%s: %s %q", name, f.State, f.Reason)
		}
	}
	t.Logf("states %v", states)
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &used); err != nil {
		t.Fatal(err)
	}
	t.Logf("the largest worker so far: %d MB", used.Maxrss>>10)
	if used.Maxrss<<10 > 5<<29 {
		t.Errorf("a worker held %d MB", used.Maxrss>>10)
	}
}

func BenchmarkSmallFiles(b *testing.B) {
	const n = 2000
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("%02d/file-%04d.md", i%40, i)] = fmt.Sprintf("---\ntitle: File %d\n---\n# File %d\n\nWhat stands in file %d is short.\n\n- one\n- two\n\n## Part\n\n%s\n",
			i, i, i, strings.Repeat("A sentence of some words that go on for a while. ", 20))
	}
	_, jobs := lay(b, files)
	benchmark(b, jobs)
}

// BenchmarkCorpus reads real files to the end: text, passages, terms and entities.
func BenchmarkCorpus(b *testing.B) {
	jobs := scan(b, filepath.Join(dataDir(b), "rag_multi_corpus", "share"))
	for _, ext := range []string{".md", ".docx", ".html", ".pdf"} {
		b.Run(ext[1:], func(b *testing.B) {
			benchmark(b, slices.DeleteFunc(slices.Clone(jobs), func(j Job) bool { return filepath.Ext(j.File.Path) != ext }))
		})
	}
}

// benchmark reads jobs into a store that forgets, and into a real one. It tells the processor time of this process and its
// workers beside the time that passed, which depends on what else runs.
func benchmark(b *testing.B, jobs []Job) {
	for name, open := range map[string]func() segmentStore{
		"memory": func() segmentStore { return &shelf{} }, "store": func() segmentStore { return realStore(b) },
	} {
		b.Run(name, func(b *testing.B) {
			r := reader(b, nil, "worker", Options{CacheDir: b.TempDir(), Entities: entity.Standard()})
			r.store = &shelf{}
			readAll(b, r, jobs[:min(4, len(jobs))]) // starts the workers
			size := int64(0)
			for _, j := range jobs {
				size += j.File.Size
			}
			var used time.Duration
			for b.Loop() {
				b.StopTimer()
				r.store = open()
				before := allTime(b, r)
				b.StartTimer()
				readAll(b, r, jobs)
				used += allTime(b, r) - before
			}
			b.ReportMetric(used.Seconds()*1e3/(float64(b.N)*float64(size)/1e6), "CPU-ms/MB")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(jobs)), "µs/file")
			b.ReportMetric(float64(b.N*len(jobs))/b.Elapsed().Seconds(), "files/s")
		})
	}
}

// allTime is the processor time that this process and the workers of a reader have used.
func allTime(b *testing.B, r *Reader) time.Duration {
	b.Helper()
	var self unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &self); err != nil {
		b.Fatal(err)
	}
	return time.Duration(self.Utime.Nano()+self.Stime.Nano()) + processorTime(r)
}
