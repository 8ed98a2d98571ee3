package backup

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// column has the bytes of a column that is mostly holes: parts at odd places, some side by side.
func column(size, parts int) []byte {
	b, r := make([]byte, size), rand.New(rand.NewPCG(1, 2))
	for range parts {
		at := r.IntN(size - 3000)
		for i := range 1 + r.IntN(3000) {
			b[at+i] = byte(r.IntN(256))
		}
	}
	return b
}

// inPieces writes bytes in pieces of odd lengths.
func inPieces(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for n := 1; len(b) > 0; n = n*3 + 1 {
			n = min(n%70001+1, len(b))
			if _, err := w.Write(b[:n]); err != nil {
				return err
			}
			b = b[n:]
		}
		return nil
	}
}

// TestHoles: a file of mostly zeros takes the room of the rest, in a tar file, in a folder and restored, and is read back as it was, by
// other programs too.
func TestHoles(t *testing.T) {
	const name = "packs/vectors/ab.col"
	for size, want := range map[int][]byte{0: {}, 4096: make([]byte, 4096), 70000: column(70000, 30), 64 << 20: column(64<<20-5, 40)} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			dir := t.TempDir()
			out, err := create(filepath.Join(dir, "b.tar"))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []string{name, "rules.yaml"} {
				if err := out.add(n, int64(len(want)), inPieces(want)); err != nil {
					t.Fatal(err)
				}
				if n == name && size > 1<<20 {
					if info, err := os.Stat(out.path()); err != nil || info.Size() > 1<<20 {
						t.Errorf("the tar file has %d bytes, %v", info.Size(), err)
					}
				}
			}
			if err := out.sync(); err != nil {
				t.Fatal(err)
			}
			whole := filepath.Join(dir, "whole.tar")
			if err := out.finish(whole); err != nil {
				t.Fatal(err)
			}
			to := folder(filepath.Join(dir, "restored"))
			seen := 0
			if err := open(whole, func(n string, r io.Reader) error {
				seen++
				return to.add(n, 0, func(w io.Writer) error { _, err := io.Copy(w, r); return err })
			}); err != nil || seen != 2 {
				t.Fatal(seen, err)
			}
			same := func(path string) {
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s is not what was saved: %d bytes of %d, %v", path, len(got), len(want), err)
				}
			}
			restored := filepath.Join(string(to), filepath.FromSlash(name))
			same(restored)
			same(filepath.Join(string(to), "rules.yaml"))
			var stat syscall.Stat_t
			if err := syscall.Stat(restored, &stat); err != nil || size > 1<<20 && stat.Blocks*512 > 1<<20 {
				t.Errorf("restored it takes %d bytes, %v", stat.Blocks*512, err)
			}
			if entries, _ := os.ReadDir(dir); len(entries) != 2 {
				t.Errorf("left over: %v", entries)
			}
			if gnu, err := exec.LookPath("tar"); err == nil {
				if said, err := exec.Command(gnu, "-xf", whole, "-C", dir).CombinedOutput(); err != nil {
					t.Fatalf("tar: %v: %s", err, said)
				}
				same(filepath.Join(dir, name))
			}
		})
	}
}

// TestSpans: a list of parts stays short enough to be read.
func TestSpans(t *testing.T) {
	var parts []part
	var body []byte
	for i := range int64(3 * mostParts) {
		parts = append(parts, part{i * 3 * holeSize, 1})
		body = append(body, byte(i%255+1))
	}
	size := parts[len(parts)-1].at + 1
	f, err := os.Create(filepath.Join(t.TempDir(), "t"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := len(spans(parts, size)); got > mostParts {
		t.Errorf("%d spans", got)
	}
	w := tarSink{f, tar.NewWriter(f)}
	if err := w.putParts("packs/vectors/ab.col", size, parts, bytes.NewReader(body)); err != nil {
		t.Fatal(err)
	}
	if err := w.w.Close(); err != nil {
		t.Fatal(err)
	}
	f.Seek(0, io.SeekStart)
	r := tar.NewReader(f)
	h, err := r.Next()
	if err != nil || h.Size != size {
		t.Fatal(h, err)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range parts {
		if got[p.at] != body[i] {
			t.Fatalf("part %d is lost", i)
		}
	}
}
