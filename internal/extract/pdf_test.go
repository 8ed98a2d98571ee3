package extract_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	"github.com/sparsearch/spar/internal/spar"
)

// needPDFium skips the test when PDFium is not built in, or fails it when SPAR_REQUIRE names it.
func needPDFium(t testing.TB) {
	t.Helper()
	if pdfium.Available() {
		return
	}
	if pdfRequired("pdfium") {
		t.Fatal("PDFium is required but not built in: run scripts/assets.sh pdfium")
	}
	t.Skip("PDFium is not built in: run scripts/assets.sh pdfium")
}

// needPDFData gives a folder of public data, or skips the test.
func needPDFData(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(os.Getenv("SPAR_EVAL_DATA"), name)
	if _, err := os.Stat(dir); os.Getenv("SPAR_EVAL_DATA") == "" || err != nil {
		if pdfRequired("data") {
			t.Fatalf("%s is required but not there: set SPAR_EVAL_DATA", name)
		}
		t.Skipf("%s is not there: set SPAR_EVAL_DATA to the folder of public data", name)
	}
	return dir
}

func pdfRequired(what string) bool {
	return slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), what)
}

// pdfCache is where the tests keep PDFium's compiled code: like the program, in the user's cache.
func pdfCache(t testing.TB) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir()
	}
	return filepath.Join(dir, "spar", "wasm")
}

func readPDF(t testing.TB, file string) *spar.Document {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	return extract.Document(ctx, extract.Input{Name: filepath.Base(file), R: f, Size: st.Size(), CacheDir: pdfCache(t)})
}

// pdfsUnder lists the PDF files below dir.
func pdfsUnder(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".pdf") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// pdfOriginal is what a test compares a PDF with: the document that it was made from.
type pdfOriginal struct {
	headings []string
	rows     [][]string
	words    []string
}

var (
	originalHeading   = regexp.MustCompile(`^ {0,3}(#{1,6})\s+(.*?)\s*#*$`)
	originalLink      = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	originalTag       = regexp.MustCompile(`</?[a-zA-Z][^>]*>`)
	originalSeparator = regexp.MustCompile(`^\|?[\s:|-]+$`)
)

func pdfSource(text string) pdfOriginal {
	var md pdfOriginal
	for line := range strings.Lines(text) {
		line = originalTag.ReplaceAllString(originalLink.ReplaceAllString(strings.TrimRight(line, "\r\n "), "$1"), " ")
		if m := originalHeading.FindStringSubmatch(line); m != nil {
			md.headings = append(md.headings, squeeze(m[2]))
		}
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "|") && !originalSeparator.MatchString(trimmed) {
			var row []string
			for cell := range strings.SplitSeq(strings.Trim(trimmed, "|"), "|") {
				row = append(row, squeeze(cell))
			}
			md.rows = append(md.rows, row)
		}
		md.words = append(md.words, pdfWords(line)...)
	}
	return md
}

// squeeze is s in lower case with only its letters and digits, so that marks, quotes and breaks do not matter.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func pdfWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// inCommon counts the elements of want that are in got, each as often as it is there.
func inCommon(want, got []string) int {
	left := map[string]int{}
	for _, g := range got {
		left[g]++
	}
	n := 0
	for _, w := range want {
		if left[w] > 0 {
			left[w]--
			n++
		}
	}
	return n
}

// pdfContents are the texts of a document, by kind.
func pdfContents(doc *spar.Document) (headings []string, rows []string, cells []string, all []string) {
	addRow := func(row []string) {
		rows = append(rows, squeeze(strings.Join(row, "")))
		for _, c := range row {
			cells = append(cells, squeeze(c))
			all = append(all, pdfWords(c)...)
		}
	}
	for _, b := range doc.Blocks {
		if b.Kind == spar.Heading {
			headings = append(headings, squeeze(b.Text))
		}
		all = append(all, pdfWords(b.Text)...)
		if b.Table != nil {
			addRow(b.Table.Header)
			for _, r := range b.Table.Rows {
				addRow(r.Cells)
			}
		}
	}
	return headings, rows, cells, all
}

// TestPDFAgainstMarkdown reads the PDFs of three firms' shares and compares headings, words and table rows with the
// Markdown files that they were made from.
func TestPDFAgainstMarkdown(t *testing.T) {
	needPDFium(t)
	share := filepath.Join(needPDFData(t, "rag_multi_corpus"), "share")
	files, err := filepath.Glob(filepath.Join(share, "*", "pdf", "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no PDFs below %s: %v", share, err)
	}
	type ratio struct{ hit, of int }
	var headingRecall, headingPrecision, wordRecall, rowRecall, cellRecall ratio
	for _, file := range files {
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(file)), "md", strings.TrimSuffix(filepath.Base(file), ".pdf")+".md"))
		if err != nil {
			continue
		}
		md := pdfSource(string(raw))
		doc := readPDF(t, file)
		if doc.State != spar.OK {
			t.Errorf("%s: state %s (%s), want ok", file, doc.State, doc.Reason)
			continue
		}
		headings, rows, cells, all := pdfContents(doc)
		hit := inCommon(md.headings, headings)
		headingRecall = ratio{headingRecall.hit + hit, headingRecall.of + len(md.headings)}
		headingPrecision = ratio{headingPrecision.hit + hit, headingPrecision.of + len(headings)}
		wordRecall = ratio{wordRecall.hit + inCommon(md.words, all), wordRecall.of + len(md.words)}
		var mdRows, mdCells []string
		for _, row := range md.rows {
			mdRows = append(mdRows, strings.Join(row, ""))
			for _, c := range row {
				if c != "" {
					mdCells = append(mdCells, c)
				}
			}
		}
		rowRecall = ratio{rowRecall.hit + inCommon(mdRows, rows), rowRecall.of + len(mdRows)}
		cellRecall = ratio{cellRecall.hit + inCommon(mdCells, cells), cellRecall.of + len(mdCells)}
		if testing.Verbose() && (hit < len(md.headings) || hit < len(headings) || inCommon(mdRows, rows) < len(mdRows)) {
			t.Logf("%s: headings %d of %d, %d found; rows %d of %d", file, hit, len(md.headings), len(headings), inCommon(mdRows, rows), len(mdRows))
		}
	}
	for _, m := range []struct {
		name  string
		got   ratio
		floor float64
	}{
		{"heading recall", headingRecall, .97},
		{"heading precision", headingPrecision, .94},
		{"word recall", wordRecall, .99},
		{"table row recall", rowRecall, .96},
		{"table cell recall", cellRecall, .93},
	} {
		got := float64(m.got.hit) / float64(max(1, m.got.of))
		t.Logf("%s %.4f (%d of %d)", m.name, got, m.got.hit, m.got.of)
		if got < m.floor {
			t.Errorf("%s is %.4f, want at least %.2f", m.name, got, m.floor)
		}
	}
}

// readMade reads a PDF that the test made.
func readMade(t testing.TB, raw []byte) *spar.Document {
	t.Helper()
	return extract.Document(t.Context(), extract.Input{Name: "made.pdf", R: bytes.NewReader(raw), Size: int64(len(raw)), CacheDir: pdfCache(t)})
}

// outline writes a document for comparison: one line a block.
func outline(doc *spar.Document) []string {
	var out []string
	for _, b := range doc.Blocks {
		s := fmt.Sprintf("%d %s", b.Locator.Page, b.Kind)
		if b.Level > 0 {
			s += fmt.Sprint(b.Level)
		}
		out = append(out, s+": "+b.Text)
		if b.Table != nil {
			out = append(out, "  "+strings.Join(b.Table.Header, " | "))
			for _, r := range b.Table.Rows {
				out = append(out, fmt.Sprintf("  %s (page %d, row %d)", strings.Join(r.Cells, " | "), r.Locator.Page, r.Locator.Row))
			}
		}
	}
	return out
}

func TestPDFStructure(t *testing.T) {
	needPDFium(t)
	row := func(p *pdftest.Page, y float64, bold bool, cells ...string) {
		for i, c := range cells {
			p.Text(72+150*float64(i), y, 10, bold, c)
		}
	}
	one := new(pdftest.Page).Text(72, 720, 18, true, "Leave policy").
		Lines(690, "Every employee may take leave. The rules are the same for all of the compa-", "ny and hold from the first day on.").
		Text(72, 640, 13, true, "1.1 Kinds of leave").
		Lines(620, "1. Annual leave", "2. Parental leave, which may be taken by both of the parents one after the", "other")
	one.Rule(72, 560, 500, 560).Rule(72, 542, 500, 542).Rule(72, 490, 500, 490)
	row(one, 548, true, "Kind", "Days", "Notice")
	row(one, 528, false, "Annual", "30", "two weeks")
	row(one, 516, false, "Parental", "90", "two months")
	row(one, 504, false, "Sick", "10", "none")
	pages := []*pdftest.Page{one}
	for _, text := range []string{"Second page, longer than its header.", "A third page, no shorter than that.", "The fourth page and last of them all."} {
		pages = append(pages, new(pdftest.Page).Lines(690, text))
	}
	for i, p := range pages {
		p.Text(72, 770, 8, false, "Acme Corporation").Text(300, 30, 8, false, fmt.Sprint(i+1))
	}
	got := readMade(t, pdftest.Write(map[string]string{"Title": "Policy", "CreationDate": "D:20240229113000+02'00'"}, pages...))

	want := []string{
		"1 heading1: Leave policy",
		"1 paragraph: Every employee may take leave. The rules are the same for all of the company and hold from the first day on.",
		"1 heading2: 1.1 Kinds of leave",
		"1 list-item: 1. Annual leave",
		"1 list-item: 2. Parental leave, which may be taken by both of the parents one after the other",
		"1 table: ",
		"  Kind | Days | Notice",
		"  Annual | 30 | two weeks (page 1, row 2)",
		"  Parental | 90 | two months (page 1, row 3)",
		"  Sick | 10 | none (page 1, row 4)",
		"1 paragraph: Acme Corporation",
		"2 paragraph: Second page, longer than its header.",
		"3 paragraph: A third page, no shorter than that.",
		"4 paragraph: The fourth page and last of them all.",
	}
	if diff := cmp.Diff(want, outline(got)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
	if got.State != spar.OK {
		t.Errorf("state = %s (%s), want ok", got.State, got.Reason)
	}
	wantProperties := []spar.Property{
		{Key: "title", Value: spar.Value{Kind: spar.Text, Text: "Policy"}},
		{Key: "created", Value: spar.Value{Kind: spar.Date, Date: time.Date(2024, 2, 29, 9, 30, 0, 0, time.UTC)}},
		{Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 4}},
	}
	if diff := cmp.Diff(wantProperties, got.Properties); diff != "" {
		t.Errorf("properties differ (-want +got):\n%s", diff)
	}
}

// Columns of prose are read one after the other, not across.
func TestPDFColumns(t *testing.T) {
	needPDFium(t)
	p := new(pdftest.Page)
	for column, x := range []float64{72, 320} {
		for i := range 12 {
			p.Text(x, 700-12*float64(i), 10, false, fmt.Sprintf("column %d line %d goes on and on", column+1, i+1))
		}
	}
	doc := readMade(t, pdftest.Write(nil, p))
	var text strings.Builder
	for _, b := range doc.Blocks {
		if b.Kind != spar.Paragraph {
			t.Errorf("there is a block of kind %s, want paragraphs", b.Kind)
		}
		text.WriteString(b.Text + " ")
	}
	last, first := strings.Index(text.String(), "column 1 line 12"), strings.Index(text.String(), "column 2 line 1 ")
	if last < 0 || first < last {
		t.Errorf("the second column begins at %d, the first ends at %d: %q", first, last, text.String())
	}
}

func TestPDFStates(t *testing.T) {
	needPDFium(t)
	text := func() *pdftest.Page {
		return new(pdftest.Page).Lines(700, "A page with enough text on it to be no scan.")
	}
	picture := func() *pdftest.Page { return new(pdftest.Page).Picture(0, 0, 612, 792) }
	for _, c := range []struct {
		name   string
		raw    []byte
		want   spar.State
		reason string // a part of it
	}{
		{"text", pdftest.Write(nil, text()), spar.OK, ""},
		{"blank", pdftest.Write(nil, new(pdftest.Page)), spar.NoText, "no text"},
		{"scan", pdftest.Write(nil, picture(), picture()), spar.NeedsOCR, "2 pages"},
		{"scan with a page number", pdftest.Write(nil, picture().Text(300, 30, 8, false, "1")), spar.NeedsOCR, "1 page"},
		{"text and scan", pdftest.Write(nil, text(), picture()), spar.Partial, "page 2"},
		{"no PDF after the header", []byte("%PDF-1.4\n1 0 obj"), spar.Corrupt, "damaged"},
		{"no pages", pdftest.Write(nil), spar.Corrupt, ""},
		{"a tree of pages that holds itself", []byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n" +
			"2 0 obj\n<</Type/Pages/Parent 3 0 R/Kids[3 0 R 2 0 R]/Count 1000000>>\nendobj\n" +
			"3 0 obj\n<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1000000>>\nendobj\ntrailer\n<</Root 1 0 R>>\n"), spar.Corrupt, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := readMade(t, c.raw)
			if doc.State != c.want || !strings.Contains(doc.Reason, c.reason) {
				t.Errorf("state = %s (%s), want %s (...%s...)", doc.State, doc.Reason, c.want, c.reason)
			}
			if doc.State != spar.OK && doc.Reason == "" {
				t.Error("there is no reason")
			}
		})
	}
}

// TestPDFCorpus reads damaged, encrypted and odd PDFs of a public corpus. Each gets a state, with a reason unless it is ok; files known to
// need a password say so. SPAR_LONG=1 reads all files; otherwise TestFormatCorpus of package read reads the files of more than a megabyte.
func TestPDFCorpus(t *testing.T) {
	needPDFium(t)
	if testing.Short() {
		t.Skip("takes most of a minute")
	}
	dir := needPDFData(t, "format_corpus")
	encrypted := map[string]bool{
		"encryption_openpassword.pdf": true, "simple-open-password.pdf": true, "simple-open-nocopy-password.pdf": true,
		"lorem-ipsum-openprintcopypw.pdf": true, "lorem-ipsum-plus-image-openprintcopypw.pdf": true,
		"lorem-ipsum-plus-image-updated-opencopyprintpw.pdf": true,
	}
	states, ok := map[spar.State]int{}, 67
	all := os.Getenv("SPAR_LONG") == "1"
	if all {
		ok = 75
	}
	for _, file := range pdfsUnder(t, dir) {
		if st, err := os.Stat(file); err == nil && st.Size() > 1<<20 && !all {
			continue
		}
		doc := readPDF(t, file)
		states[doc.State]++
		if (doc.Reason == "") != (doc.State == spar.OK) {
			t.Errorf("%s: state %s with reason %q", file, doc.State, doc.Reason)
		}
		if got := doc.State == spar.Encrypted; got != encrypted[filepath.Base(file)] {
			t.Errorf("%s: state %s (%s), encrypted is %v", file, doc.State, doc.Reason, !got)
		}
		if doc.State == spar.Unread || doc.State == spar.TooBig {
			t.Errorf("%s: state %s (%s)", file, doc.State, doc.Reason)
		}
	}
	t.Logf("states: %v", states)
	if states[spar.OK] < ok {
		t.Errorf("%d files are ok, want at least %d", states[spar.OK], ok)
	}
}

func FuzzPDF(f *testing.F) {
	needPDFium(f)
	f.Add(pdftest.Write(map[string]string{"Title": "seed"}, new(pdftest.Page).Text(72, 700, 18, true, "Heading").Lines(670, "one", "two")))
	f.Add(pdftest.Write(nil, new(pdftest.Page).Rule(72, 700, 300, 700).Rule(72, 650, 300, 650).Lines(680, "a  b", "c  d"), new(pdftest.Page)))
	f.Add(pdftest.Write(nil, new(pdftest.Page).Picture(0, 0, 612, 792).Raw("BT /F1 10 Tf 0 1 -1 0 300 300 Tm (turned) Tj ET")))
	f.Add([]byte("%PDF-1.7\ntrailer<</Root 1 0 R>>"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		doc := extract.Document(ctx, extract.Input{Name: "fuzz.pdf", R: bytes.NewReader(raw), Size: int64(len(raw)), CacheDir: pdfCache(t)})
		if (doc.Reason == "") != (doc.State == spar.OK) {
			t.Errorf("state %s with reason %q", doc.State, doc.Reason)
		}
		if strings.Contains(doc.Reason, "the reader failed") {
			t.Errorf("a panic: %s", doc.Reason)
		}
	})
}

// BenchmarkPDF reads a document of 50 pages of text with headings; pages/s is one core's.
func BenchmarkPDF(b *testing.B) {
	needPDFium(b)
	var pages []*pdftest.Page
	for n := range 50 {
		p := new(pdftest.Page).Text(72, 740, 14, true, fmt.Sprintf("Section %d", n+1))
		for i := range 50 {
			p.Text(72, 715-12*float64(i), 10, false, "The quick brown fox jumps over the lazy dog and then does so once more for the page.")
		}
		pages = append(pages, p)
	}
	raw := pdftest.Write(nil, pages...)
	readMade(b, raw) // compiles
	b.ResetTimer()
	n := 0
	for b.Loop() {
		if doc := readMade(b, raw); doc.State != spar.OK {
			b.Fatal(doc.Reason)
		}
		n += len(pages)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pages/s")
}
