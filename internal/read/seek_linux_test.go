package read

import (
	"archive/zip"
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
	office := func(members ...string) string { // names and contents
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i := 0; i < len(members); i += 2 {
			f, err := w.Create(members[i])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte(members[i+1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const kinds = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	across := strings.Repeat("x", 256<<10-5) + " Grommet's"
	files := map[string]string{
		"a.md": "# Grommets\n\nThey hold cables.", "b.txt": "Nothing of agrommet.", "across.txt": across, "packed.txt.gz": packed("a GROMMET"), "none.txt.gz": packed("a washer"),
		"tar.gz": packed("ustar\x00 washer"), "bomb.txt.gz": packed(strings.Repeat(" ", seekUnpacked+1)), "broken.gz": packed("a grommet")[:12], "empty.txt": "",
		"paper.pdf": "%PDF-1.4\n(grommet) Tj", "wide.txt": "\xff\xfeg\x00r\x00o\x00", "large.txt": strings.Repeat("nothing here\n", seekBytes/10), "gone.txt": "grommet",
		"parted.docx": office("[Content_Types].xml", kinds, "word/document.xml", "<w:p><w:t>The gr</w:t></w:r><w:r><w:t>OMMET</w:t></w:p>"),
		"washer.docx": office("[Content_Types].xml", kinds, "word/document.xml", `<w:p w:name="grommet"><w:t>A washer</w:t></w:p>`, "word/media/image1.png", "grommet"),
		"within.docx": office("[Content_Types].xml", kinds, "word/document.xml", "<w:t>A washer</w:t>", "word/embeddings/other.xlsx", "PK"),
		"coded.docx":  office("[Content_Types].xml", kinds, "word/document.xml", "<w:t>A &#103;rommet</w:t>"),
		"bomb.docx":   office("[Content_Types].xml", kinds, "word/document.xml", strings.Repeat(" ", seekTotal+1)),
		"broken.docx": office("[Content_Types].xml", kinds, "word/document.xml", "<w:t>A grommet</w:t>")[:60],
		"sheet.xlsx":  office("[Content_Types].xml", kinds, "xl/workbook.xml", "<t>grommet</t>"),
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
		"gone.txt": {false, false}, "parted.docx": {true, true}, "washer.docx": {true, false}, "within.docx": {false, false}, "coded.docx": {false, false},
		"bomb.docx": {false, false}, "broken.docx": {false, false}, "sheet.xlsx": {false, false},
	}
	for name, w := range want {
		if s, ok := got[name]; !ok || s.Looked != w[0] || s.Has != w[1] {
			t.Errorf("%s: %+v, want looked %v, has %v", name, s, w[0], w[1])
		}
	}
}
