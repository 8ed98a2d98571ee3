package extract_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A form is read as its fields: each value beside its label, ticks and choices as a reader sees them.
func TestPDFForm(t *testing.T) {
	needPDFium(t)
	draw := func(s string) string { return "BT /F1 10 Tf 2 5 Td (" + s + ") Tj ET" }
	field := func(kind, name, more string) string {
		return "/Subtype /Widget /FT " + kind + " /T (" + name + ") " + more
	}
	p := new(pdftest.Page).Text(72, 740, 10, false, "Application for a permit").
		Text(72, 705, 10, false, "Name of applicant:").Text(72, 675, 10, false, "Number plate").Text(72, 645, 10, false, "Zone:").
		Text(95, 615, 10, false, "Electric vehicle").Text(95, 585, 10, false, "Diesel").Text(72, 560, 10, false, "Remarks").
		Annot(200, 700, field("/Tx", "a", "/V (Mara Oldenkott)"), draw("Mara Oldenkott")).
		Annot(200, 670, field("/Tx", "b", "/V (KX-QD 4711)"), "").
		Annot(200, 640, field("/Ch", "c", "/Opt [[(a) (Harbour)] [(b) (Market)]] /V (b)"), draw("Market")).
		Annot(72, 535, field("/Tx", "f", "/V (Parks at night)"), draw("Parks at night")).
		Annot(72, 300, field("/Tx", "g", "/TU (Office use) /V (granted)"), "").
		Raw("")
	for _, box := range []struct {
		y     float64
		state string
	}{{610, "Yes"}, {580, "Off"}} {
		p.Annot(75, box.y, field("/Btn", fmt.Sprint(box.y), "/AS /"+box.state), "")
	}
	raw := pdftest.Write(nil, p)
	raw = bytes.ReplaceAll(raw, []byte("/Rect [75 610 275 630]"), []byte("/Rect [75 610 90 630] "))
	raw = bytes.ReplaceAll(raw, []byte("/Rect [75 580 275 600]"), []byte("/Rect [75 580 90 600] "))
	want := []string{
		"1 paragraph: Application for a permit",
		"1 paragraph: Name of applicant: Mara Oldenkott",
		"1 paragraph: Number plate: KX-QD 4711",
		"1 paragraph: Zone: Market",
		"1 paragraph: ☒ Electric vehicle",
		"1 paragraph: ☐ Diesel",
		"1 paragraph: Remarks: Parks at night",
		"1 paragraph: Office use: granted",
	}
	if diff := cmp.Diff(want, outline(readMade(t, raw))); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Files within a document, and those of remarks, are its members; remarks are comments.
func TestPDFAttachments(t *testing.T) {
	needPDFium(t)
	stream := func(entries, s string) string {
		return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(s), s)
	}
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >> >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R " +
			"/Resources << /Font << /F1 5 0 R >> >> /Annots [8 0 R 9 0 R] >>",
		stream("", "BT /F1 10 Tf 72 700 Td (The figures are attached.) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Filespec /F (figures.csv) /EF << /F 7 0 R >> >>",
		stream("/Type /EmbeddedFile", "item,amount\nWheels,8123\n"),
		"<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /T (Ann) /Contents (Check the Brindisi invoice.) >>",
		"<< /Type /Annot /Subtype /FileAttachment /Rect [0 50 20 70] /FS << /Type /Filespec /F (/tmp/plan.txt) /EF << /F 10 0 R >> >> >>",
		stream("/Type /EmbeddedFile", "The plan."),
	} {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	b.WriteString("trailer\n<< /Root 1 0 R >>\n")
	raw := b.String()
	input := func() extract.Input {
		return extract.Input{Name: "made.pdf", R: strings.NewReader(raw), Size: int64(len(raw)), CacheDir: pdfCache(t)}
	}
	doc := extract.Document(t.Context(), input())
	want := []string{"1 paragraph: The figures are attached.", "1 comment: Ann: Check the Brindisi invoice."}
	if diff := cmp.Diff(want, outline(doc)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
	var found []spar.Member
	res := extract.Extract(t.Context(), input(), func(it extract.Item) error {
		if it.Member != nil {
			found = append(found, *it.Member)
		}
		return nil
	})
	var members []string
	for _, m := range found { // PDFium is at one file at a time
		var content bytes.Buffer
		if res := extract.Unpack(t.Context(), input(), m, &content); res.State != spar.OK {
			t.Errorf("%s: %s (%s)", m.Name, res.State, res.Reason)
		}
		members = append(members, fmt.Sprintf("%s %d: %s", m.Name, m.Size, content.String()))
	}
	if diff := cmp.Diff([]string{"figures.csv 24: item,amount\nWheels,8123\n", "plan.txt 9: The plan."}, members); diff != "" ||
		res.State != spar.OK {
		t.Errorf("%s (%s): members differ (-want +got):\n%s", res.State, res.Reason, diff)
	}
	if res := extract.Unpack(t.Context(), input(), spar.Member{At: 1<<40 + 7}, io.Discard); res.State == spar.OK {
		t.Error("a file that is not there was unpacked")
	}
}

// TestPDFFontsOfAllPages reads a form whose fonts are named once for all pages, which flattening its fields hides.
func TestPDFFontsOfAllPages(t *testing.T) {
	needPDFium(t)
	drawing := "BT /F2 10 Tf 2 4 Td (Salzburg) Tj ET"
	pdf := "%PDF-1.7\n" +
		"1 0 obj << /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >> endobj\n" +
		"2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 5 0 R >> >> >> endobj\n" +
		"3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Annots [6 0 R] >> endobj\n" +
		"4 0 obj << /Length 48 >> stream\nBT /F1 12 Tf 50 300 Td (ABCDEEB) Tj 0 -40 Td (ABDCB) Tj ET\nendstream endobj\n" +
		"5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /S /t /r /a /e] >> >> endobj\n" +
		"6 0 obj << /Type /Annot /Subtype /Widget /FT /Tx /T (Town) /V (Salzburg) /Rect [150 255 350 275] /F 4 /AP << /N 7 0 R >> >> endobj\n" +
		fmt.Sprintf("7 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F2 8 0 R >> >> /Length %d >> stream\n%s\nendstream endobj\n", len(drawing), drawing) +
		"8 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj\ntrailer << /Root 1 0 R >>\n"
	pdf = strings.Replace(pdf, "/Length 48", fmt.Sprintf("/Length %d", len("BT /F1 12 Tf 50 300 Td (ABCDEEB) Tj 0 -40 Td (ABDCB) Tj ET")), 1)
	want := []string{"1 paragraph: Straeet", "1 paragraph: Start: Salzburg"}
	if diff := cmp.Diff(want, outline(readMade(t, []byte(pdf)))); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}
