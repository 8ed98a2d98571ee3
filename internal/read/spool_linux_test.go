package read

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// tarGZ makes an archive of n members with size random letters each.
func tarGZ(t testing.TB, n, size int) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		text := make([]byte, size)
		for k := range text {
			text[k] = "abcdefghijklmnop     "[r.IntN(21)]
		}
		copy(text, fmt.Sprintf("Member %d. ", i))
		if err := w.WriteHeader(&tar.Header{Name: fmt.Sprintf("d/%04d.txt", i), Size: int64(size), Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// readMembers reads an archive and then every step-th of its members.
func readMembers(t testing.TB, r *Reader, root string, step int) (found map[string]spar.Finding, cpu time.Duration) {
	t.Helper()
	jobs, err := jobsIn(root)
	if err != nil {
		t.Fatal(err)
	}
	outer := jobs[0]
	var container spar.Finding
	for f, err := range r.Read(t.Context(), func(yield func(Job) bool) { yield(outer) }) {
		if err != nil {
			t.Fatal(err)
		}
		container = f
	}
	outer.File.Hash, outer.File.Format, outer.File.State = container.Version.Hash, container.Format, container.State
	var members []Job
	for i, m := range container.Members {
		if i%step == 0 {
			members = append(members, Job{Root: root, File: spar.File{ID: spar.FileID(100 + i), Path: outer.File.Path + "!/" + m.Name, Size: m.Size, ModTime: m.ModTime}, Container: &outer, At: m.At})
		}
	}
	names := map[spar.FileID]string{}
	for _, m := range members {
		names[m.File.ID] = m.File.Path
	}
	time0 := processorTime(r)
	found = map[string]spar.Finding{}
	for f, err := range r.Read(t.Context(), func(yield func(Job) bool) {
		for _, m := range members {
			if !yield(m) {
				return
			}
		}
	}) {
		if err != nil {
			t.Fatal(err)
		}
		found[names[f.Version.File]] = f
	}
	return found, processorTime(r) - time0
}

// processorTime is that of the workers that live.
func processorTime(r *Reader) (sum time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p := range r.live {
		sum += p.time()
	}
	return sum
}

// The members of a compressed archive are unpacked in one pass, and equal those unpacked one by one.
func TestOnePass(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a.tar.gz"), tarGZ(t, 60, 2000))
	alone, together := &shelf{}, &shelf{}
	one := reader(t, alone, "worker", Options{Workers: 2, single: true})
	all := reader(t, together, "worker", Options{Workers: 2})
	want, _ := readMembers(t, one, root, 1)
	got, _ := readMembers(t, all, root, 1)
	if len(want) != 60 || len(got) != 60 || one.passes.Load() != 0 || all.passes.Load() != 1 {
		t.Errorf("%d and %d findings after %d and %d passes", len(want), len(got), one.passes.Load(), all.passes.Load())
	}
	for name, f := range want {
		g := got[name]
		if f.State != spar.OK || g.State != f.State || g.Version.Hash != f.Version.Hash || together.text(g.Segment) != alone.text(f.Segment) || !strings.HasPrefix(alone.text(f.Segment), "Member ") {
			t.Errorf("%s: %+v, by itself %+v", name, g, f)
		}
	}
	// An archive that has changed by now gives nothing of its old members.
	write(t, filepath.Join(root, "a.tar.gz"), tarGZ(t, 61, 100))
	jobs, _ := jobsIn(root)
	jobs[0].File.Size--
	jobs[0].File.Format, jobs[0].File.Hash = "gz", spar.Hash{1}
	for range 3 {
		f := readAll(t, all, []Job{{Root: root, File: spar.File{ID: 9, Path: "a.tar.gz!/d/0000.txt"}, Container: &jobs[0]}})
		if len(f) != 1 || f[""].Version.File != jobs[0].File.ID || f[""].State != spar.Container || len(f[""].Members) != 61 {
			t.Errorf("%+v", f)
		}
	}
}

// BenchmarkTarGZ reads every fortieth of 2,000 members of 20 kB, in one pass and one by one; it tells processor seconds of the
// workers for each.
func BenchmarkTarGZ(b *testing.B) {
	root := b.TempDir()
	write(b, filepath.Join(root, "a.tar.gz"), tarGZ(b, 2000, 20_000))
	for _, single := range []bool{false, true} {
		b.Run(map[bool]string{false: "together", true: "single"}[single], func(b *testing.B) {
			var cpu time.Duration
			for range b.N {
				r := reader(b, &shelf{}, "worker", Options{Workers: 1, single: single})
				found, took := readMembers(b, r, root, 40)
				if len(found) != 50 {
					b.Fatal(len(found))
				}
				cpu += took
				r.Close()
			}
			b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// An archive in another one is unpacked twice at most, and not for each of its members, which equal those unpacked one by one.
func TestNestedOnce(t *testing.T) {
	const n = 40
	var files []string
	for i := range n {
		files = append(files, fmt.Sprintf("d/%02d.txt", i), fmt.Sprintf("Member %d.", i))
	}
	root, jobs := lay(t, map[string]string{"outer.zip": ziptest.Of("inner.zip", ziptest.Of(files...))})
	texts := func(o Options) (*Reader, map[string]string) {
		s := &shelf{}
		r := reader(t, s, "worker", o)
		outer := jobs[0]
		known := func(j *Job, path string) []spar.Member {
			f := readAll(t, r, []Job{*j})[path]
			j.File.Hash, j.File.Format, j.File.State = f.Version.Hash, f.Format, f.State
			return f.Members
		}
		inner := Job{Root: root, File: spar.File{ID: 50, Path: "outer.zip!/inner.zip"}, Container: &outer, At: known(&outer, "outer.zip")[0].At}
		inner.File.Size = int64(len(ziptest.Of(files...)))
		var members []Job
		for i, m := range known(&inner, inner.File.Path) {
			members = append(members, Job{Root: root, File: spar.File{ID: spar.FileID(100 + i), Path: inner.File.Path + "!/" + m.Name, Size: m.Size, ModTime: m.ModTime}, Container: &inner, At: m.At})
		}
		said := map[string]string{}
		for path, f := range readAll(t, r, members) {
			said[path] = string(f.State) + ": " + s.text(f.Segment)
		}
		return r, said
	}
	one, want := texts(Options{Workers: 2, single: true})
	all, got := texts(Options{Workers: 2})
	if one.unnested.Load() != 0 || all.unnested.Load() != 1 {
		t.Errorf("%d and %d archives were held", one.unnested.Load(), all.unnested.Load())
	}
	if d := cmp.Diff(want, got); d != "" || len(got) != n || got["outer.zip!/inner.zip!/d/07.txt"] != "ok: Member 7." {
		t.Errorf("%d texts; -want +got\n%s", len(got), d)
	}
}
