package read

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	"github.com/sparsearch/spar/internal/spar"
)

// outsider is a reader that may use other programs.
func outsider(t testing.TB, s segmentStore) *Reader {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return reader(t, s, "worker", Options{Confine: []string{self, "confine"}, CacheDir: t.TempDir()})
}

// TestOutsideIsConfined has a shell try what other programs must not do to this machine.
func TestOutsideIsConfined(t *testing.T) {
	r := outsider(t, &shelf{})
	shell := func(script string) (string, error) {
		return r.run(t.Context(), "/bin/sh", []string{"-c", script}, strings.NewReader("some input"))
	}
	if out, err := shell("cat; echo; echo $HOME $SECRET"); err != nil || out != "some input\n/nonexistent\n" {
		t.Errorf("%q, %v", out, err)
	}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if !Landlock() {
		t.Skip("this kernel has no Landlock, so that paths stay open")
	}
	for _, script := range []string{"cat " + secret, "echo x > " + secret, "cat /etc/passwd", "rm " + secret, "touch /tmp/made-by-a-confined-program"} {
		if out, err := shell(script); err == nil {
			t.Errorf("%s: %q", script, out)
		}
	}
	if b, err := os.ReadFile(secret); string(b) != "secret" || err != nil {
		t.Errorf("a confined program changed a file: %q, %v", b, err)
	}
	t.Setenv("SECRET", "shown")
	if out, err := shell("echo $SECRET"); err != nil || strings.Contains(out, "shown") {
		t.Errorf("it sees the environment: %q, %v", out, err)
	}
	r.o.Text = 1000
	if _, err := shell("yes"); err == nil {
		t.Error("a program may say as much as it likes")
	}
}

func TestRecognised(t *testing.T) {
	word := func(block, para, line int, sure float64, text string) string {
		return fmt.Sprintf("5\t1\t%d\t%d\t%d\t1\t0\t0\t9\t9\t%v\t%s\n", block, para, line, sure, text)
	}
	tsv := "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n" +
		word(1, 1, 1, 90, "Two") + word(1, 1, 1, 80, "words") + word(1, 1, 2, 70, "below") + word(1, 2, 1, 100, "Next") + word(2, 1, 1, 60, "last") + word(2, 1, 1, 95, " ") + "rubbish\n" + word(2, 1, 1, 500, "unsure")
	blocks, confidence, words := recognised(tsv, 3)
	var got []string
	for _, b := range blocks {
		got = append(got, fmt.Sprint(b.Locator.Page, " ", b.Text))
	}
	if diff := cmp.Diff([]string{"3 Two words\nbelow", "3 Next", "3 last"}, got); diff != "" || confidence != 80 || words != 5 {
		t.Errorf("%v, %d: %s", confidence, words, diff)
	}
}

// TestRecover has other programs read files that the built-in readers refuse, as far as they are installed.
func TestRecover(t *testing.T) {
	root, jobs := lay(t, map[string]string{
		"picture.png": "\x89PNG\r\n\x1a\n" + strings.Repeat("x", 100),
		"broken.pdf":  "%PDF-1.4\nnothing of a PDF",
	})
	_ = root
	s := &shelf{}
	r := outsider(t, s)
	tried := 0
	for _, j := range jobs {
		switch filepath.Ext(j.File.Path) {
		case ".png":
			j.File.State, j.File.Format = spar.NeedsOCR, "png"
		case ".pdf":
			j.File.State, j.File.Format = spar.Corrupt, "pdf"
		}
		j.File.Reason = "as it was"
		if len(r.o.Recoverers(j.File)) == 0 {
			t.Logf("no program for %s is installed", j.File.Path)
			continue
		}
		tried++
		f, err := r.Recover(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		// Neither file can be read by anybody: the state stays, and the reason says who tried.
		if f.State.Searchable() || !strings.HasPrefix(f.Reason, "as it was; ") {
			t.Errorf("%s: %s (%s)", j.File.Path, f.State, f.Reason)
		}
	}
	if tried == 0 {
		t.Skip("neither tesseract nor pdftotext is installed")
	}
}

// TestRecogniseScan has the text of a scanned page found, where tesseract is installed.
func TestRecogniseScan(t *testing.T) {
	if recogniser.Path() == "" {
		t.Skip("tesseract is not installed")
	}
	if !pdfium.Available() {
		t.Skip("this binary is built without PDFium (make assets)")
	}
	// A page with text, drawn by PDFium, is the picture that a scanner makes.
	page := pdftest.Write(nil, new(pdftest.Page).Text(72, 700, 16, false, "The boiler was replaced in 1994.").Text(72, 600, 16, false, "Signed by the engineer."))
	rt, err := pdfium.New(t.Context(), pdfium.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close(t.Context())
	doc, err := rt.Open(t.Context(), bytes.NewReader(page), int64(len(page)))
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	img, err := doc.Render(t.Context(), 0, 150)
	if err != nil {
		t.Fatal(err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, img); err != nil {
		t.Fatal(err)
	}
	_, jobs := lay(t, map[string]string{"scan.png": picture.String()})
	jobs[0].File.State, jobs[0].File.Format = spar.NeedsOCR, "png"
	s := &shelf{}
	f, err := outsider(t, s).Recover(t.Context(), jobs[0])
	if err != nil || f.State != spar.OK {
		t.Fatalf("%s (%s), %v", f.State, f.Reason, err)
	}
	text := s.text(f.Segment)
	for _, want := range []string{"The boiler was replaced in 1994.", "Signed by the engineer."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	by := map[string]bool{}
	for _, p := range f.Properties {
		by[p.Key] = p.Key != "ocr-confidence" || p.Value.Number > 50
	}
	if !by["read-by"] || !by["ocr-confidence"] {
		t.Errorf("properties %v", f.Properties)
	}
}
