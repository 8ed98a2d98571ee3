package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// document reads content as a file of that name.
func document(t testing.TB, name, content string) *spar.Document {
	t.Helper()
	doc := Document(context.Background(), Input{Name: name, R: strings.NewReader(content), Size: int64(len(content))})
	checkDocument(t, doc, int64(len(content)))
	return doc
}

// checkDocument holds for every document whatever it was made from.
func checkDocument(t testing.TB, doc *spar.Document, size int64) {
	t.Helper()
	if doc.State == "" || doc.State == spar.Unread || doc.State.Skipped() && doc.Reason == "" {
		t.Errorf("state %q with reason %q", doc.State, doc.Reason)
	}
	if doc.State.Searchable() != (len(doc.Blocks) > 0) {
		t.Errorf("state %q with %d blocks", doc.State, len(doc.Blocks))
	}
	text := func(s string, at spar.Locator) {
		if !utf8.ValidString(s) || strings.Contains(s, "\x00") {
			t.Errorf("text is not clean: %q", s)
		}
		if b := at.Bytes; b.Start < 0 || b.End > size || b.Start > b.End {
			t.Errorf("bytes %v are outside of the file's %d", b, size)
		}
	}
	for _, b := range doc.Blocks {
		text(b.Text, b.Locator)
		if (b.Kind == spar.TableKind) != (b.Table != nil) || (b.Kind == spar.Heading) != (b.Level > 0) {
			t.Errorf("block is inconsistent: %+v", b)
		}
		if b.Table == nil {
			continue
		}
		if len(b.Table.Rows) > maxTableRows {
			t.Errorf("a table block has %d rows", len(b.Table.Rows))
		}
		for _, r := range b.Table.Rows {
			for _, c := range r.Cells {
				text(c, r.Locator)
			}
		}
	}
}

// outline writes the blocks of a document one a line.
func outline(doc *spar.Document) []string {
	var out []string
	for _, b := range doc.Blocks {
		switch b.Kind {
		case spar.Heading:
			out = append(out, strings.Repeat("#", b.Level)+" "+b.Text)
		case spar.RunningHeader, spar.RunningFooter, spar.Note, spar.Aside, spar.Comment, spar.Contents:
			out = append(out, string(b.Kind)+": "+b.Text)
		case spar.ListItem:
			out = append(out, "- "+b.Text)
		case spar.CodeBlock:
			out = append(out, "` "+b.Text)
		case spar.TableKind:
			if b.Table.Caption != "" {
				out = append(out, "caption: "+b.Table.Caption)
			}
			if b.Table.Header != nil && !b.Table.Continued {
				out = append(out, "= "+strings.Join(b.Table.Header, " | "))
			}
			for _, r := range b.Table.Rows {
				out = append(out, "| "+strings.Join(r.Cells, " | "))
			}
		default:
			out = append(out, b.Text)
		}
	}
	return out
}

// checkOutline compares the outline of what content gives.
func checkOutline(t *testing.T, name, content string, want ...string) *spar.Document {
	t.Helper()
	doc := document(t, name, content)
	if diff := cmp.Diff(want, outline(doc)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
	return doc
}

// oleFile is the smallest compound file whose directory has a stream of that name.
func oleFile(stream string) string {
	b := make([]byte, 512*3)
	copy(b, oleMagic)
	b[30] = 9
	for i := 76; i < 512; i++ {
		b[i] = 0xff
	}
	copy(b[76:], []byte{1, 0, 0, 0})                                       // the table is sector 1
	copy(b[48:], []byte{0, 0, 0, 0})                                       // the directory sector 0
	copy(b[1024:], []byte{0xfe, 0xff, 0xff, 0xff, 0xfd, 0xff, 0xff, 0xff}) // which is a chain of one
	for i, r := range stream {
		b[512+2*i] = byte(r)
	}
	b[512+64] = byte(2 * (len(stream) + 1))
	return string(b)
}

func TestStates(t *testing.T) {
	word := ziptest.Of("word/document.xml", `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>`)
	for _, c := range []struct {
		name, file, content string
		format              string
		state               spar.State
		reason              string
	}{
		{"empty", "a.txt", "", "", spar.NoText, "empty"},
		{"blank", "a.txt", " \n\n", "text", spar.NoText, "no text"},
		{"text", "a", "Hello", "text", spar.OK, ""},
		{"noise", "a.txt", "\x01\x02\x03\x04\x00\x05\x80\x90", "", spar.Unsupported, "binary"},
		{"late zeros", "a.bin", strings.Repeat("\x00", 1<<16), "", spar.Unsupported, "binary"},
		{"word", "a.docx", word, "docx", spar.OK, ""},
		{"word by content", "a.txt", word, "docx", spar.OK, ""},
		{"word cut off", "a.docx", word[:len(word)/2], "docx", spar.Corrupt, "cannot be unpacked"},
		{"no word inside", "a.docx", ziptest.Of("x.txt", "Hello"), "docx", spar.Corrupt, "renamed"},
		{"broken word", "a.docx", ziptest.Of("word/document.xml", `<w:document xmlns:w="w"><w:body><w:p`), "docx", spar.Corrupt, "damaged"},
		{"half a word", "a.docx", ziptest.Of("word/document.xml", `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p><w:p`), "docx", spar.Partial, "damaged"},
		{"encrypted", "a.docx", oleFile("EncryptedPackage"), "docx", spar.Encrypted, "password"},
		{"old word", "a.doc", oleFile("WordDocument"), "doc", spar.Corrupt, "cannot be found"},
		{"old excel", "a.doc", oleFile("Workbook"), "xls", spar.Corrupt, "cannot be found"},
		{"mail", "a.doc", oleFile("__properties_version1.0"), "msg", spar.NoText, "no text"},
		{"excel", "a.docx", ziptest.Of("xl/workbook.xml", "<x/>"), "xlsx", spar.NoText, "no text"},
		{"slides", "a.pptx", ziptest.Of("ppt/presentation.xml", "<x/>"), "pptx", spar.NoText, "no text"},
		{"odt", "a.odt", ziptest.Of("mimetype", "application/vnd.oasis.opendocument.text"), "odt", spar.Corrupt, "without content"},
		{"archive", "a.zip", ziptest.Of("x.txt", "Hello"), "zip", spar.Container, "1 file"},
		{"picture", "a.txt", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "png", spar.Corrupt, "picture"},
		{"rich text", "a.doc", `{\rtf1\ansi Hello}`, "rtf", spar.OK, ""},
		{"gzip", "a.csv", "\x1f\x8b\x08\x00\x00\x00\x00\x00", "gz", spar.Corrupt, "gzip header"},
		{"title only", "a.md", "---\ntitle: Moved\n---\n", "markdown", spar.OK, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, c.file, c.content)
			if doc.Format != c.format || doc.State != c.state || !strings.Contains(doc.Reason, c.reason) {
				t.Errorf("got %q %q (%s), want %q %q (... %s ...)", doc.Format, doc.State, doc.Reason, c.format, c.state, c.reason)
			}
		})
	}
}

// zeros is a reader of zero bytes.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestZipBomb(t *testing.T) {
	for _, name := range []string{"zeros.bin", "word/document.xml"} {
		var buf bytes.Buffer
		w := zip.NewWriter(&buf)
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(f, zeros{}, 256<<20); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		doc := document(t, "bomb.docx", buf.String())
		if doc.State != spar.TooBig || doc.Reason == "" {
			t.Errorf("%s: got %q (%s)", name, doc.State, doc.Reason)
		}
	}
}

func TestPartLimits(t *testing.T) {
	var body strings.Builder
	body.WriteString(`<w:document xmlns:w="w"><w:body>`)
	for i := range 3000 {
		body.WriteString("<w:p><w:r><w:t>Paragraph " + strings.Repeat("x", i%50) + "</w:t></w:r></w:p>")
	}
	content := ziptest.Of("word/document.xml", body.String())
	for name, limits := range map[string]Limits{
		"part": {Part: 50 << 10}, "inflated": {Inflated: 250 << 10}, "text": {Text: 1000}, "blocks": {Blocks: 10},
	} {
		doc := Document(context.Background(), Input{Name: "a.docx", R: strings.NewReader(content), Size: int64(len(content)), Limits: limits})
		if doc.State != spar.Partial || doc.Reason == "" || len(doc.Blocks) == 0 {
			t.Errorf("%s: got %q (%s) with %d blocks", name, doc.State, doc.Reason, len(doc.Blocks))
		}
	}
	content = ziptest.Of("a", "", "b", "", "c", "")
	doc := Document(context.Background(), Input{Name: "a.docx", R: strings.NewReader(content), Size: int64(len(content)), Limits: Limits{Entries: 2}})
	if doc.State != spar.TooBig {
		t.Errorf("entries: got %q (%s)", doc.State, doc.Reason)
	}
}

// faulty gives an error from some byte on.
type faulty struct {
	r    io.ReaderAt
	from int64
	err  error
}

func (f faulty) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > f.from {
		n, _ := f.r.ReadAt(p[:max(0, min(int64(len(p)), f.from-off))], off)
		return n, f.err
	}
	return f.r.ReadAt(p, off)
}

func TestReadFaults(t *testing.T) {
	content := strings.Repeat("A line of text.\n", 20_000)
	for _, c := range []struct {
		err   error
		state spar.State
	}{{io.EOF, spar.Vanished}, {errors.New("input/output error"), spar.Denied}} {
		doc := Document(context.Background(), Input{Name: "a.txt", R: faulty{strings.NewReader(content), 100_000, c.err}, Size: int64(len(content))})
		if doc.State != c.state || doc.Reason == "" {
			t.Errorf("%v: got %q (%s), want %q", c.err, doc.State, doc.Reason, c.state)
		}
	}
}

func TestStopped(t *testing.T) {
	content := strings.Repeat("A line of text.\n\n", 100)
	in := Input{Name: "a.txt", R: strings.NewReader(content), Size: int64(len(content))}
	n := 0
	res := Extract(context.Background(), in, func(Item) error {
		n++
		return errors.New("full")
	})
	if res.State != spar.Unread || n != 1 {
		t.Errorf("after an error of emit: %q, called %d times", res.State, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res := Extract(ctx, in, func(Item) error { return nil }); res.State != spar.Unread {
		t.Errorf("after cancellation: %q", res.State)
	}
	ctx, cancel = context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	if res := Extract(ctx, in, func(Item) error { return nil }); res.State != spar.TooBig {
		t.Errorf("after the deadline: %q", res.State)
	}
}

func TestPanicIsCorrupt(t *testing.T) {
	state, reason := conclude(guard(func() error { panic("index out of range") }), false, false)
	if state != spar.Corrupt || strings.Contains(reason, "goroutine") || !strings.Contains(reason, "index out of range") {
		t.Errorf("got %q (%s)", state, reason)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct{ head, name, want string }{
		{"%PDF-1.4", "a.txt", "pdf"},
		{"# Title", "a.md", "markdown"},
		{"# Title", "a.txt", "text"},
		{"a;b", "a.csv", "csv"},
		{"<!DOCTYPE html><p>x", "a.md", "html"},
		{"\xef\xbb\xbf<html><p>x", "", "html"},
		{"<p>fragment</p>", "a.html", "html"},
		{"<p align=center>", "README.md", "markdown"},
		{"<\x00h\x00t\x00m\x00l\x00>\x00x\x00y\x00", "a", "html"},
		{"{\\rtf1", "a.txt", "rtf"},
		{"\x00\x01\x02\x03", "a.txt", ""},
		{"", "a.txt", ""},
	} {
		if got := Detect([]byte(c.head), c.name); got != c.want {
			t.Errorf("Detect(%q, %q) = %q, want %q", c.head, c.name, got, c.want)
		}
	}
}

func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range formats {
		if seen[f.name] || f.version < 1 || f.detect == nil || f.extract == nil || !strings.HasPrefix(Recipe(f.name), f.name+"/") {
			t.Errorf("format %q is listed wrongly", f.name)
		}
		seen[f.name] = true
	}
}

// The recipe of a family changes with the version of each member.
func TestFamilies(t *testing.T) {
	version := func(format string) (n int) {
		if _, err := fmt.Sscanf(Recipe(format), format+"/%d", &n); err != nil {
			t.Fatalf("recipe %q: %v", Recipe(format), err)
		}
		return n
	}
	for head, members := range families {
		sum := 0
		for _, m := range members {
			if version(m) == 0 || !slices.Contains(Detected(m), head) || Detected(m)[0] != m {
				t.Errorf("%s of %s: version %d, detected as %q", m, head, version(m), Detected(m))
			}
			sum += version(m)
		}
		if version(head) < sum {
			t.Errorf("%s has version %d, its members %d", head, version(head), sum)
		}
	}
	if got := Detected("markdown"); !slices.Equal(got, []string{"markdown"}) {
		t.Errorf("markdown is detected as %q", got)
	}
}

// detectedIn is what the first bytes of a file say.
func detectedIn(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return Detect(data[:min(len(data), headSize)], filepath.Base(path))
}

func TestFormatCorpus(t *testing.T) {
	root := dataFolder(t, "format_corpus")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.EqualFold(filepath.Ext(path), ".pdf") {
			return err
		}
		st, err := os.Stat(path)
		if err != nil {
			return err
		}
		files++
		doc := readFile(t, path)
		checkDocument(t, doc, st.Size())
		if strings.Contains(doc.Reason, errPanic.Error()) {
			t.Errorf("%s: %s", path, doc.Reason)
		}
		if name := detectedIn(t, path); doc.State.Searchable() && !slices.Contains(Detected(doc.Format), name) {
			t.Errorf("%s is %s and was taken for %s", path, doc.Format, name)
		}
		return nil
	})
	if err != nil || files < 150 {
		t.Errorf("%d files: %v", files, err)
	}
}
