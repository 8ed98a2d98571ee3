package extract_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium"
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
		{"heading recall", headingRecall, .9},
		{"heading precision", headingPrecision, .9},
		{"word recall", wordRecall, .97},
		{"table row recall", rowRecall, .7},
		{"table cell recall", cellRecall, .8},
	} {
		got := float64(m.got.hit) / float64(max(1, m.got.of))
		t.Logf("%s %.4f (%d of %d)", m.name, got, m.got.hit, m.got.of)
		if got < m.floor {
			t.Errorf("%s is %.4f, want at least %.2f", m.name, got, m.floor)
		}
	}
}
