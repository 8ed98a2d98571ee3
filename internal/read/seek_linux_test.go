package read

import (
	"bytes"
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"
)

// Seek finds words in the bytes of text, in whatever case and wherever they stand, and says of what it could not look through that.
func TestSeek(t *testing.T) {
	packed := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	across := strings.Repeat("x", 256<<10-5) + " Grommet's"
	files := map[string]string{
		"a.md": "# Grommets\n\nThey hold cables.", "b.txt": "Nothing of agrommet.", "across.txt": across, "packed.txt.gz": packed("a GROMMET"), "none.txt.gz": packed("a washer"),
		"tar.gz": packed("ustar\x00 washer"), "bomb.txt.gz": packed(strings.Repeat(" ", seekUnpacked+1)), "broken.gz": packed("a grommet")[:12], "empty.txt": "",
		"paper.pdf": "%PDF-1.4\n(grommet) Tj", "wide.txt": "\xff\xfeg\x00r\x00o\x00", "large.txt": strings.Repeat("nothing here\n", seekBytes/10), "gone.txt": "grommet",
	}
	root, _ := lay(t, files)
	jobs := scan(t, root)
	if err := os.Remove(root + "/gone.txt"); err != nil {
		t.Fatal(err)
	}
	r := reader(t, &shelf{}, "worker", Options{Workers: 2, Ledger: &ledger{}, Marks: t.TempDir()})
	got := map[string]Sought{}
	for s, err := range r.Seek(t.Context(), slices.Values(jobs), []string{"grommet", "ferrule"}) {
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(jobs, func(j Job) bool { return j.File.ID == s.File })
		got[jobs[i].File.Path] = s
	}
	want := map[string][2]bool{ // looked, has
		"a.md": {true, true}, "b.txt": {true, false}, "across.txt": {true, true}, "packed.txt.gz": {true, true}, "none.txt.gz": {true, false}, "tar.gz": {false, false},
		"bomb.txt.gz": {false, false}, "broken.gz": {false, false}, "empty.txt": {true, false}, "paper.pdf": {false, false}, "wide.txt": {false, false}, "large.txt": {false, false},
		"gone.txt": {false, false},
	}
	for name, w := range want {
		if s, ok := got[name]; !ok || s.Looked != w[0] || s.Has != w[1] {
			t.Errorf("%s: %+v, want looked %v, has %v", name, s, w[0], w[1])
		}
	}
}
