package extract

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// properties writes the properties of a document one a line.
func properties(doc *spar.Document) []string {
	var out []string
	for _, p := range doc.Properties {
		v := p.Value.Text
		switch p.Value.Kind {
		case spar.Number:
			v = fmt.Sprint(p.Value.Number)
		case spar.Date:
			v = p.Value.Date.Format(time.RFC3339)
		}
		out = append(out, p.Key+"="+v)
	}
	return out
}

// exif is a directory with a camera, a date and a place, in one order of bytes.
func exif() string {
	var b bytes.Buffer
	le := binary.LittleEndian
	entry := func(tag, kind uint16, count, value uint32) {
		_ = binary.Write(&b, le, tag)
		_ = binary.Write(&b, le, kind)
		_ = binary.Write(&b, le, count)
		_ = binary.Write(&b, le, value)
	}
	b.WriteString("II*\x00\x08\x00\x00\x00")
	_ = binary.Write(&b, le, uint16(5))
	entry(0x0100, 3, 1, 7)
	entry(0x0101, 3, 1, 5)
	entry(0x0110, 2, 8, 200)
	entry(0x9003, 2, 20, 210)
	entry(0x8825, 4, 1, 240)
	b.Write(make([]byte, 200-b.Len()))
	b.WriteString("Camera1\x00\x00\x002020:01:31 10:00:00\x00")
	b.Write(make([]byte, 240-b.Len()))
	_ = binary.Write(&b, le, uint16(4))
	entry(1, 2, 2, 'N')
	entry(2, 5, 3, 300)
	entry(3, 2, 2, 'W')
	entry(4, 5, 3, 300)
	b.Write(make([]byte, 300-b.Len()))
	_ = binary.Write(&b, le, []uint32{46, 1, 30, 1, 0, 1})
	return b.String()
}

func TestImage(t *testing.T) {
	gray := image.NewGray(image.Rect(0, 0, 7, 5))
	encode := func(f func(*bytes.Buffer) error) string {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	jpg := encode(func(b *bytes.Buffer) error { return jpeg.Encode(b, gray, nil) })
	e := "Exif\x00\x00" + exif()
	app1 := "\xff\xe1" + string([]byte{byte((len(e) + 2) >> 8), byte(len(e) + 2)}) + e
	size := []string{"width=7", "height=5"}
	camera := append([]string{"camera=Camera1", "created=2020-01-31T10:00:00Z", "gps=46.500000, -46.500000"}, size...)
	for _, c := range []struct {
		format, content string
		want            []string
	}{
		{"png", encode(func(b *bytes.Buffer) error { return png.Encode(b, gray) }), size},
		{"gif", encode(func(b *bytes.Buffer) error { return gif.Encode(b, gray, nil) }), size},
		{"jpg", jpg, size},
		{"jpg", jpg[:2] + app1 + jpg[2:], camera},
		{"tiff", exif(), camera},
		{"webp", "RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x04\x00\x00", size},
		{"bmp", "BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x07\x00\x00\x00\xfb\xff\xff\xff\x01\x00\x18\x00", size},
	} {
		doc := document(t, "a.txt", c.content)
		if diff := cmp.Diff(c.want, properties(doc)); doc.Format != c.format || doc.State != spar.NeedsOCR || diff != "" {
			t.Errorf("%s: %s, %s, %s (-want +got):\n%s", c.format, doc.Format, doc.State, doc.Reason, diff)
		}
	}
}

// dicomElementOf is an element with its value, in explicit form or not.
func dicomElementOf(group, element uint16, vr, value string) string {
	b := binary.LittleEndian.AppendUint16(nil, group)
	b = binary.LittleEndian.AppendUint16(b, element)
	if len(value)%2 == 1 {
		value += " "
	}
	switch {
	case vr == "":
		b = binary.LittleEndian.AppendUint32(b, uint32(len(value)))
	case dicomLong[vr]:
		b = append(b, vr+"\x00\x00"...)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(value)))
	default:
		b = append(b, vr...)
		b = binary.LittleEndian.AppendUint16(b, uint16(len(value)))
	}
	return string(b) + value
}

func dicomFile(syntax, body string) string {
	return strings.Repeat("\x00", 128) + "DICM" + dicomElementOf(2, 0x10, "UI", syntax) + body
}

func TestDICOM(t *testing.T) {
	set := func(vr bool) string {
		v := func(s string) string {
			if vr {
				return s
			}
			return ""
		}
		return dicomElementOf(8, 5, v("CS"), "ISO_IR 100") + dicomElementOf(8, 0x20, v("DA"), "20200131") + dicomElementOf(8, 0x60, v("CS"), "CT") + dicomElementOf(8, 0x80, v("LO"), "Spital Z\xfcrich") +
			dicomElementOf(8, 0x1140, v("SQ"), dicomElementOf(0xfffe, 0xe000, "", dicomElementOf(8, 0x60, v("CS"), "XX"))) + dicomElementOf(0x18, 0x15, v("CS"), "CHEST") + dicomElementOf(0x7fe0, 0x10, v("OW"), "xxxx") + "junk"
	}
	want := []string{"study-date=2020-01-31T00:00:00Z", "modality=CT", "institution=Spital Zürich", "body-part=CHEST"}
	for name, content := range map[string]string{
		"explicit": dicomFile("1.2.840.10008.1.2.1\x00", set(true)), "implicit": dicomFile("1.2.840.10008.1.2\x00", set(false)), "bare explicit": set(true), "bare implicit": set(false),
	} {
		doc := checkOutline(t, "a", content, "Study date: 2020-01-31\nModality: CT\nInstitution: Spital Zürich\nBody part: CHEST")
		if diff := cmp.Diff(want, properties(doc)); doc.State != spar.OK || diff != "" {
			t.Errorf("%s: %s, %s (-want +got):\n%s", name, doc.State, doc.Reason, diff)
		}
	}
	deep := dicomFile("1.2.840.10008.1.2.1", dicomElementOf(8, 0x60, "CS", "CT")+strings.Repeat("\x08\x00\x40\x11SQ\x00\x00\xff\xff\xff\xff\xfe\xff\x00\xe0\xff\xff\xff\xff", 1000))
	if doc := document(t, "a", deep); doc.State != spar.Partial {
		t.Errorf("deep: %s (%s)", doc.State, doc.Reason)
	}
	if doc := document(t, "a", dicomFile("1.2.840.10008.1.2.1", dicomElementOf(8, 0x60, "CS", "CT")+"\x08\x00\x80\x00LO\xff")); doc.State != spar.Partial {
		t.Errorf("cut off: %s (%s)", doc.State, doc.Reason)
	}
}

// The reader names the patient only if this is wanted, and never in the text.
func TestDICOMPatient(t *testing.T) {
	file := func(name string) string {
		return dicomFile("1.2.840.10008.1.2.1\x00", dicomElementOf(8, 5, "CS", "ISO_IR 192")+dicomElementOf(8, 0x60, "CS", "CT")+dicomElementOf(0x10, 0x10, "PN", name)+dicomElementOf(0x10, 0x20, "LO", "4711"))
	}
	for name, want := range map[string]string{"Doe^John^Q^Dr": "Doe, John Q", "Müller^Anna=other": "Müller, Anna", "=山田^太郎": "山田, 太郎", "Doe": "Doe", "^^^": ""} {
		for _, wanted := range []bool{false, true} {
			content := file(name)
			doc := Document(t.Context(), Input{Name: "a", R: strings.NewReader(content), Size: int64(len(content)), Patient: wanted})
			list := []string{"modality=CT"}
			if wanted && want != "" {
				list = append(list, "patient-name="+want)
			}
			if wanted {
				list = append(list, "patient-id=4711")
			}
			if diff := cmp.Diff(list, properties(doc)); diff != "" || len(doc.Blocks) != 1 || doc.Blocks[0].Text != "Modality: CT" {
				t.Errorf("%q, wanted %v: %s %+v", name, wanted, diff, doc.Blocks)
			}
		}
	}
}

// A directory of files has its patients in sequences, whose ends are known or not; each item has a character set of its own. Pieces of pixels are no elements.
func TestDICOMPatientsInSequences(t *testing.T) {
	who := func(set, name, id string) string {
		return dicomElementOf(8, 5, "CS", set) + dicomElementOf(8, 0x60, "CS", "XX") + dicomElementOf(0x10, 0x10, "PN", name) + dicomElementOf(0x10, 0x20, "LO", id)
	}
	item := func(body string) string { return dicomElementOf(0xfffe, 0xe000, "", body) }
	open := func(tag, vr string) string { return tag + vr + "\x00\x00\xff\xff\xff\xff" }
	const end, endItem, anyItem = "\xfe\xff\xdd\xe0\x00\x00\x00\x00", "\xfe\xff\x0d\xe0\x00\x00\x00\x00", "\xfe\xff\x00\xe0\xff\xff\xff\xff"
	ann, lee := who("ISO_IR 100", "M\xfcller^Ann", "A1"), who(`\ISO 2022 IR 149`, "Lee^Jin=\x1b$)C\xc0\xcc^\x1b$)C\xc1\xf8", "B2")
	want := []string{"patient-name=Müller, Ann", "patient-id=A1", "patient-name=Lee, Jin", "patient-id=B2", "body-part=CHEST"}
	last := dicomElementOf(0x18, 0x15, "CS", "CHEST")
	for name, body := range map[string]string{
		"known ends":         dicomElementOf(4, 0x1220, "SQ", item(ann)+item(lee)) + last,
		"ends that are told": open("\x04\x00\x20\x12", "SQ") + anyItem + ann + endItem + item(lee) + end + last,
		"one within another": dicomElementOf(4, 0x1220, "SQ", item(ann+dicomElementOf(0x10, 0x1002, "SQ", item(lee)))) + last,
		"of no known kind":   dicomElementOf(9, 0x1001, "UN", item(ann)) + dicomElementOf(4, 0x1220, "SQ", item(lee)) + last,
		"beside pixels": open("\x88\x00\x00\x02", "SQ") + anyItem + open("\xe0\x7f\x10\x00", "OB") + item(who("ISO_IR 100", "No^Body", "X")) + end + ann + endItem + end +
			dicomElementOf(4, 0x1220, "SQ", item(lee)) + last,
	} {
		content := dicomFile("1.2.840.10008.1.2.1\x00", body)
		for _, wanted := range []bool{true, false} {
			doc := Document(t.Context(), Input{Name: "a", R: strings.NewReader(content), Size: int64(len(content)), Patient: wanted})
			list := want
			if !wanted {
				list = want[4:]
			}
			if diff := cmp.Diff(list, properties(doc)); diff != "" || doc.State != spar.OK {
				t.Errorf("%s, wanted %v: %s %s %s", name, wanted, doc.State, doc.Reason, diff)
			}
		}
	}
	deep := ann
	for range 100 {
		deep = dicomElementOf(4, 0x1220, "SQ", item(deep))
	}
	content := dicomFile("1.2.840.10008.1.2.1\x00", dicomElementOf(8, 0x60, "CS", "CT")+deep)
	if doc := Document(t.Context(), Input{Name: "a", R: strings.NewReader(content), Size: int64(len(content)), Patient: true}); doc.State != spar.Partial {
		t.Errorf("deep: %s (%s)", doc.State, doc.Reason)
	}
	katakana := dicomFile("1.2.840.10008.1.2.1\x00", who(`ISO 2022 IR 13\ISO 2022 IR 87`, "\xd4\xcf\xc0\xde^\xc0\xdb\xb3=\x1b$B;3ED\x1b(J^\x1b$BB@O:\x1b(J", "C3"))
	doc := Document(t.Context(), Input{Name: "a", R: strings.NewReader(katakana), Size: int64(len(katakana)), Patient: true})
	if got := properties(doc); !slices.Contains(got, "patient-name=ﾔﾏﾀﾞ, ﾀﾛｳ") {
		t.Errorf("katakana: %q", got)
	}
}

func TestEPUB(t *testing.T) {
	checkOutline(t, "a.epub", ziptest.Of("mimetype", "application/epub+zip", "META-INF/container.xml", `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
		"OEBPS/book.opf", `<package xmlns:dc="dc"><metadata><dc:title>The Book</dc:title></metadata><manifest><item id="a" href="a.xhtml"/><item id="b" href="b%20c.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>`,
		"OEBPS/a.xhtml", `<html><head><title>x</title></head><body><p>second</p></body></html>`, "OEBPS/b c.xhtml", `<html><body><h2>One</h2><p>first</p></body></html>`),
		"# The Book", "## One", "first", "second")
}

// A file that is no document says what it is, and the message asks nobody to save it as one. Compiled code differs from a file that may
// hold text.
func TestNotDocuments(t *testing.T) {
	const elf = "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	for name, content := range map[string]string{
		"a.pyc": "\xa7\r\r\n\x00\x00\x00\x00\x10\x20\x30\x40\x00\x01\x00\x00\xe3\x00\x00\x00", "a.ps": "%!PS-Adobe-3.0\n/x 1 def\n",
		"a.jar": ziptest.Of("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"), "a.so": elf + "\x03\x00", "a.wasm": "\x00asm\x01\x00\x00\x00",
		"A.class": "\xca\xfe\xba\xbe\x00\x00\x00\x41\x00\x1d", "a.o": elf + "\x01\x00", "run": elf + "\x02\x00", "core": elf + "\x04\x00", "a.elf": elf + "\x00\xfe", "a.exe": "MZ\x90\x00\x03\x00\x00\x00",
	} {
		want := spar.Program
		if name == "a.ps" || name == "a.jar" {
			want = spar.Unsupported
		}
		doc := document(t, name, content)
		if doc.State != want || strings.Contains(doc.Reason, "DOCX") || !strings.HasPrefix(doc.Reason, "it is ") {
			t.Errorf("%s: %s %q", name, doc.State, doc.Reason)
		}
	}
}
