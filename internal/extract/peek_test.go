package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// peeked collects what Properties hands on, by key.
func peeked(in Input) (Result, map[string][]spar.Value, int64) {
	got := map[string][]spar.Value{}
	res, n := Properties(context.Background(), in, func(p spar.Property) error {
		got[p.Key] = append(got[p.Key], p.Value)
		return nil
	})
	return res, got, n
}

// samePeek compares reading the properties alone with reading the whole file: both must give the same values for each key.
func samePeek(t *testing.T, name string, content []byte) (keys []string) {
	t.Helper()
	in := Input{Name: name, R: bytes.NewReader(content), Size: int64(len(content))}
	_, got, _ := peeked(in)
	whole := map[string][]spar.Value{}
	for _, p := range Document(context.Background(), in).Properties {
		whole[p.Key] = append(whole[p.Key], p.Value)
	}
	for key, values := range got {
		if !cmp.Equal(values, whole[key]) {
			t.Errorf("%s: %s: %s", name, key, cmp.Diff(whole[key], values))
		}
	}
	return slices.Sorted(maps.Keys(got))
}

func TestPropertiesOnly(t *testing.T) {
	mail := "From: Ada <ada@example.org>\nTo: bob@example.org\nCc: cy@example.org\nSubject: Minutes\nDate: Mon, 2 Jan 2006 15:04:05 +0000\nMessage-ID: <1@x>\n\nBody.\n"
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"a.eml", []byte(mail), "cc date from message-id subject to"},
		{"a.md", []byte("---\ntitle: Plan\nauthor: Ada\n---\n\n# Plan\n\nText.\n"), "author title"},
		{"a.html", []byte("<html><head><title>Plan</title><meta name=author content=Ada></head><body><p>Text</p></body></html>"), "author title"},
		{"a.rtf", []byte(`{\rtf1{\info{\title Plan}{\author Ada}{\creatim\yr2001\mo2\dy3\hr4\min5}}\pard Text\par}`), "author created title"},
		{"a.docx", ziptest.Parts(map[string]string{
			"word/document.xml":  `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:body></w:document>`,
			"docProps/core.xml":  `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Plan</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>`,
			"docProps/app.xml":   `<Properties><Pages>7</Pages></Properties>`,
			"word/numbering.xml": "damaged", "_rels/.rels": "",
		}), "author pages title"},
		{"a.txt", []byte("Plain text."), ""},
		{"a.csv", []byte("a,b\n1,2\n"), ""},
		{"a.bin", []byte("\x00\x01\x02\x03"), ""},
	} {
		if got := strings.Join(samePeek(t, c.name, c.content), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A hole is a zip-based file with size bytes of zeros between its first and its other parts; nothing of it is in memory.
type hole struct {
	head, tail []byte
	size       int64
}

func (h *hole) ReadAt(p []byte, off int64) (int, error) {
	for i := range p {
		switch at := off + int64(i); {
		case at < int64(len(h.head)):
			p[i] = h.head[at]
		case at < int64(len(h.head))+h.size:
			p[i] = 0
		case at < int64(len(h.head)+len(h.tail))+h.size:
			p[i] = h.tail[at-int64(len(h.head))-h.size]
		default:
			return i, io.EOF
		}
	}
	return len(p), nil
}

// Reading the properties of a large file reads only a little: of a Word document of 200 MB, its directory and two small parts.
func TestPropertiesOfLargeFile(t *testing.T) {
	const size = 200 << 20
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	put := func(name, text string) {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, text)
	}
	put("[Content_Types].xml", "<Types/>")
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	head := bytes.Clone(b.Bytes())
	b.Reset()
	tail := zip.NewWriter(&b)
	tail.SetOffset(int64(len(head)) + size)
	w = tail
	put("word/document.xml", `<w:document xmlns:w="w"><w:body/></w:document>`)
	put("docProps/core.xml", `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Plan</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>`)
	put("docProps/app.xml", `<Properties><Pages>700</Pages></Properties>`)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	h := &hole{head: head, tail: b.Bytes(), size: size}
	res, got, n := peeked(Input{Name: "large.docx", R: h, Size: int64(len(h.head)+len(h.tail)) + size})
	if res.Format != "docx" || got["author"][0].Text != "Ada" || got["pages"][0].Number != 700 {
		t.Errorf("%+v %v", res, got)
	}
	if n > 200<<10 {
		t.Errorf("%d bytes were read", n)
	}
	t.Logf("%d bytes were read of %d MB", n, size>>20)
}

// TestPropertiesOfRealFiles compares with whole readings over the files at hand, and says how much was read.
func TestPropertiesOfRealFiles(t *testing.T) {
	root := filepath.Join(os.Getenv("SPAR_EVAL_DATA"), "format_corpus")
	if _, err := os.Stat(root); os.Getenv("SPAR_EVAL_DATA") == "" || err != nil {
		t.Skip("format_corpus is not there: set SPAR_EVAL_DATA to the folder of public data")
	}
	type tally struct{ files, with, read, size int64 }
	by := map[string]*tally{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil || len(content) > 300<<10 {
			return err
		}
		res, got, n := peeked(Input{Name: filepath.Base(path), R: bytes.NewReader(content), Size: int64(len(content))})
		if !HasProperties(res.Format) {
			return nil
		}
		a := by[res.Format]
		if a != nil && a.files == 12 {
			return nil // whole readings take long
		}
		if a == nil {
			a = &tally{}
			by[res.Format] = a
		}
		a.files, a.read, a.size = a.files+1, a.read+n, a.size+int64(len(content))
		if len(got) > 0 {
			a.with++
		}
		samePeek(t, filepath.Base(path), content)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range slices.Sorted(maps.Keys(by)) {
		a := by[f]
		t.Logf("%-9s %4d files, %4d with properties, %6d of %8d bytes a file", f, a.files, a.with, a.read/a.files, a.size/a.files)
	}
	if len(by) < 5 {
		t.Errorf("only %d formats", len(by))
	}
}
