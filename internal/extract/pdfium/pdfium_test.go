package pdfium_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
)

// newRuntime skips the test when PDFium is not built in, or fails it when SPAR_REQUIRE names it.
func newRuntime(t testing.TB, o pdfium.Options) *pdfium.Runtime {
	t.Helper()
	if !pdfium.Available() {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "pdfium") {
			t.Fatal("PDFium is required but not built in: run scripts/assets.sh pdfium")
		}
		t.Skip("PDFium is not built in: run scripts/assets.sh pdfium")
	}
	if dir, err := os.UserCacheDir(); err == nil {
		o.CacheDir = filepath.Join(dir, "spar", "wasm")
	}
	rt, err := pdfium.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rt.Close(context.Background()) })
	return rt
}

func open(t testing.TB, rt *pdfium.Runtime, raw []byte) (*pdfium.Doc, error) {
	t.Helper()
	return rt.Open(t.Context(), bytes.NewReader(raw), int64(len(raw)))
}

func textOf(p *pdfium.Page) string {
	var b strings.Builder
	for _, c := range p.Chars {
		b.WriteRune(c.Rune)
	}
	return b.String()
}

func TestPage(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	page := new(pdftest.Page).Text(100, 700, 20, true, "Title").Text(100, 650, 10, false, "some text").
		Rule(100, 600, 300, 600).Picture(0, 0, 306, 396)
	d, err := open(t, rt, pdftest.Write(map[string]string{"Title": "A title"}, page))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if got := d.Pages(); got != 1 {
		t.Errorf("pages = %d, want 1", got)
	}
	if got, err := d.Meta(t.Context(), "Title"); got != "A title" || err != nil {
		t.Errorf("title = %q (%v), want %q", got, err, "A title")
	}
	p, err := d.Page(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := textOf(p), "Title\r\nsome text"; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
	if p.Width != 612 || p.Height != 792 || p.Images != 1 || p.Covered < .24 || p.Covered > .26 {
		t.Errorf("page is %v by %v with %d pictures covering %v, want 612 by 792, 1 and a quarter", p.Width, p.Height, p.Images, p.Covered)
	}
	if want := []pdfium.Rule{{X0: 100, Y0: 600, X1: 300, Y1: 600}}; !slices.Equal(p.Rules, want) {
		t.Errorf("rules = %v, want %v", p.Rules, want)
	}
	first, last := p.Chars[0], p.Chars[len(p.Chars)-1]
	if first.X != 100 || first.Y != 700 || first.Right <= first.Left || first.Top <= first.Bottom {
		t.Errorf("first character stands at %+v, want it to begin at 100, 700", first)
	}
	if r := p.Runs[first.Run]; r.Size != 20 || !strings.Contains(r.Font.Name, "Bold") {
		t.Errorf("first run is %v points of %q, want 20 of a bold font", r.Size, r.Font.Name)
	}
	if r := p.Runs[last.Run]; r.Size != 10 || r.Font.Name != "Helvetica" {
		t.Errorf("last run is %v points of %q, want 10 of Helvetica", r.Size, r.Font.Name)
	}
}

// The fields of a form say what was filled in and where, drawn or not; what else is drawn stands on the page.
func TestFields(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	draw := func(s string) string { return "BT /F1 10 Tf 2 5 Td (" + s + ") Tj ET" }
	page := new(pdftest.Page).Text(72, 700, 10, false, "Form").
		Annot(72, 600, "/Subtype /Widget /FT /Tx /T (a) /V (drawn as it is)", draw("drawn as it is")).
		Annot(72, 570, "/Subtype /Widget /FT /Tx /T (b) /V (not drawn)", "").
		Annot(72, 540, "/Subtype /Widget /FT /Tx /T (c) /V (new value)", draw("old value")).
		Annot(72, 510, "/Subtype /Widget /FT /Ch /T (d) /Opt [[(DE) (Germany)] [(FR) (France)]] /V (FR)", draw("France")).
		Annot(72, 480, "/Subtype /Widget /FT /Btn /T (e) /V /Off", "").
		Annot(72, 450, "/Subtype /Widget /FT /Btn /T (f)", draw("Press me")).
		Annot(72, 420, "/Subtype /Widget /FT /Tx /F 2 /T (g) /V (hidden)", draw("hidden")).
		Annot(72, 390, "/Subtype /FreeText /Contents (a note)", draw("a note")).
		Annot(72, 360, "/Subtype /FreeText /Contents (another note)", "").
		Annot(72, 330, "/Subtype /Widget /FT /Btn /T (h) /TU (Electric) /AS /Yes", "").
		Annot(72, 300, "/Subtype /Text /T (Ann) /Contents (a remark)", "")
	d, err := open(t, rt, pdftest.Write(nil, page, new(pdftest.Page).Lines(700, "next page")))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Page(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(textOf(p)), " ")
	if want := "Form old value Press me a note"; text != want {
		t.Errorf("text = %q, want %q", text, want)
	}
	var fields []string
	for _, w := range p.Widgets {
		fields = append(fields, fmt.Sprint(w.Left, w.Bottom, " ", w.Name, w.Value, w.Box, w.Ticked))
	}
	want := []string{"72 600 drawn as it isfalse false", "72 570 not drawnfalse false", "72 540 new valuefalse false", "72 510 Francefalse false",
		"72 330 Electrictrue true"}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("fields differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"another note"}, p.Fields); diff != "" {
		t.Errorf("what is written differs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]pdfium.Note{{By: "Ann", Text: "a remark"}}, p.Notes); diff != "" {
		t.Errorf("notes differ (-want +got):\n%s", diff)
	}
	if p, err = d.Page(t.Context(), 1); err != nil || textOf(p) != "next page" {
		t.Errorf("the page after it: %q (%v)", textOf(p), err)
	}
}

// Text beyond the sheet is left out; a negative size turns text round.
func TestPlaces(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	page := new(pdftest.Page).Text(72, 700, 10, false, "inside").Text(72, 900, 10, false, "above").Text(-300, 700, 10, false, "left of it").
		Raw("BT /F1 -10 Tf 1 0 0 1 300 300 Tm (turned) Tj ET\n")
	d, err := open(t, rt, pdftest.Write(nil, page))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Page(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(strings.Fields(textOf(p)), " "), "inside turned"; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
	last := p.Runs[len(p.Runs)-1]
	if last.Size != 10 || last.Angle > -179 && last.Angle < 179 {
		t.Errorf("the turned text is %v points at %v degrees, want 10 at 180", last.Size, last.Angle)
	}
}

// TestRuntimeGoesOn opens documents that fail in their ways, each followed by a healthy one.
func TestRuntimeGoesOn(t *testing.T) {
	for _, headlong := range []bool{false, true} {
		t.Run(fmt.Sprint("headlong=", headlong), func(t *testing.T) { goesOn(t, newRuntime(t, pdfium.Options{Memory: 32 << 20, Headlong: headlong})) })
	}
}

func goesOn(t *testing.T, rt *pdfium.Runtime) {
	healthy := pdftest.Write(nil, new(pdftest.Page).Lines(700, "healthy"))
	bomb := pdftest.Write(nil, new(pdftest.Page).Raw(strings.Repeat("          ", 30<<20/10)+"BT /F1 10 Tf (x) Tj ET"))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		raw  []byte
		want error // nil: any outcome will do
	}{
		{"garbage", t.Context(), []byte("%PDF-1.7\nthis is not one"), pdfium.ErrFormat},
		{"empty", t.Context(), nil, pdfium.ErrFormat},
		{"cancelled", cancelled, healthy, context.Canceled},
		{"more than the memory", t.Context(), bomb, nil},
		{"cut short", t.Context(), healthy[:len(healthy)/2], nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := rt.Open(c.ctx, bytes.NewReader(c.raw), int64(len(c.raw)))
			if err == nil {
				for i := range d.Pages() {
					if _, pageErr := d.Page(c.ctx, i); pageErr != nil {
						t.Logf("page %d: %v", i+1, pageErr)
						err = pageErr
					}
				}
				d.Close()
			}
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("error = %v, want %v", err, c.want)
			}
			d, err = open(t, rt, healthy)
			if err != nil {
				t.Fatalf("a healthy document after it: %v", err)
			}
			defer d.Close()
			p, err := d.Page(t.Context(), 0)
			if err != nil {
				t.Fatalf("a healthy page after it: %v", err)
			}
			if got := textOf(p); got != "healthy" {
				t.Errorf("text of the healthy document = %q", got)
			}
		})
	}
}

// A file that cannot be read is told apart from one that is damaged.
func TestReadFault(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	fault := errors.New("the disk is gone")
	_, err := rt.Open(t.Context(), faulty{fault}, 1<<20)
	if !errors.Is(err, fault) {
		t.Errorf("error = %v, want %v", err, fault)
	}
}

type faulty struct{ err error }

func (f faulty) ReadAt([]byte, int64) (int, error) { return 0, f.err }

func BenchmarkPage(b *testing.B) {
	rt := newRuntime(b, pdfium.Options{})
	p := new(pdftest.Page)
	for y := 720.0; y > 72; y -= 12 {
		p.Lines(y, "The quick brown fox jumps over the lazy dog, and then it does so once more for the page.")
	}
	raw := pdftest.Write(nil, p)
	b.ResetTimer()
	for b.Loop() {
		d, err := open(b, rt, raw)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.Page(b.Context(), 0); err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
}

// BenchmarkNew is what a process pays once, with the compiled code in the cache.
func BenchmarkNew(b *testing.B) {
	newRuntime(b, pdfium.Options{}) // fills the cache
	b.ResetTimer()
	for b.Loop() {
		rt := newRuntime(b, pdfium.Options{})
		d, err := open(b, rt, pdftest.Write(nil, new(pdftest.Page)))
		if err != nil {
			b.Fatal(err)
		}
		d.Close()
	}
}

// A document may spell a letter beside two glyphs: a sign, and the letter as a form whose width PDFium does not know.
func TestSpelledToTheLeft(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	spell := func(text, glyphs string) string {
		return "/Span << /ActualText <FEFF" + text + "> >> BDC BT /F1 20 Tf " + glyphs + " ET EMC\n"
	}
	page := new(pdftest.Page).Raw(spell("05D505B9", "1 0 0 1 104 706 Tm (.) Tj 1 0 0 1 100 700 Tm (H) Tj") + spell("0628", "1 0 0 1 90 700 Tm (l) Tj"))
	d, err := open(t, rt, pdftest.Write(nil, page))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Page(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[rune]pdfium.Char{}
	for _, c := range p.Chars {
		found[c.Rune] = c
	}
	vav, beh := found['ו'], found['ب']
	if vav.Left < 99 || vav.Left > 103 || vav.Right < 110 || vav.Right > 115 || vav.Y != 700 || found[0x5b9].Y != 700 {
		t.Errorf("the letter of both glyphs stands at %+v, its sign at %+v", vav, found[0x5b9])
	}
	if beh.X != 90 || beh.Left > 92 || beh.Right < 91 || beh.Right > 96 {
		t.Errorf("a narrow form stands at %+v", beh)
	}
}

func TestStretch(t *testing.T) {
	rt := newRuntime(t, pdfium.Options{})
	text := "/Span << /ActualText <FEFF0628> >> BDC BT /F1 20 Tf 1 0 0 1 120 700 Tm (l) Tj ET EMC\n" +
		"BT /F1 20 Tf 1 0 0 1 110 700 Tm (-) Tj ET\n"
	d, err := open(t, rt, pdftest.Write(nil, new(pdftest.Page).Raw(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p, err := d.Page(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := textOf(p); strings.ContainsRune(got, 'ـ') || !strings.Contains(got, "-") {
		t.Errorf("a hyphen, whose ink does not fill its cell, was read as a stroke: %q", got)
	}
}
