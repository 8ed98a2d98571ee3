package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Files within Office documents are members, whatever program wrote them. The data of charts and formulas are no members.
func TestEmbedded(t *testing.T) {
	const relation = `<Relationships><Relationship Id="a" Type="http://x/package" Target="../embeddings/chart.xlsx"/></Relationships>`
	native := func(label, content string) string {
		path := "C:\\TEMP\\" + label + "\x00"
		inner := pack(2, label+"\x00", "C:\\"+label+"\x00", 0, 3, uint32(len(path)), path, uint32(len(content)), content)
		return oleWith("\x01Ole10Native", pack(uint32(len(inner)), inner))
	}
	packed := native("Pr\xfcfung.csv", "bolt,77\n")
	const odf = "application/vnd.oasis.opendocument."
	sheet := `<office:document-content><table:table table:name="Inner"/></office:document-content>`
	for _, c := range []struct {
		file, content string
		want          []string
	}{
		{"a.docx", word(t, para("", "See below."), "word/embeddings/sheet1.xlsx", "PK the book", "word/embeddings/chart.xlsx", "PK",
			"word/charts/_rels/chart1.xml.rels", relation, "word/embeddings/oleObject1.bin", packed,
			"word/embeddings/oleObject2.bin", oleWith("Equation Native", "x"),
			"word/embeddings/oleObject3.bin", oleWith("CONTENTS", "%PDF-1.4 the plan"),
			"word/embeddings/oleObject4.bin", oleWith("WordDocument", "w")),
			[]string{"sheet1.xlsx: PK the book", "Prüfung.csv: bolt,77\n", "oleObject3.pdf: %PDF-1.4 the plan",
				"oleObject4.doc: " + oleWith("WordDocument", "w")}},
		{"a.odt", ziptest.Of("mimetype", odf+"text", "content.xml", "<office:text><text:p>See below.</text:p></office:text>",
			"META-INF/manifest.xml", `<manifest:manifest>`+
				`<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="`+odf+`spreadsheet"/>`+
				`<manifest:file-entry manifest:full-path="Object 2/" manifest:media-type="`+odf+`formula"/></manifest:manifest>`,
			"Object 1/content.xml", sheet, "Object 2/content.xml", "<math/>", "Object 3", packed, "ObjectReplacements/Object 1", "a picture"),
			[]string{"Object 1.ods: ods " + sheet, "Prüfung.csv: bolt,77\n"}},
	} {
		input := Input{Name: c.file, R: strings.NewReader(c.content), Size: int64(len(c.content))}
		var got []string
		res := Extract(t.Context(), input, func(it Item) error {
			if it.Member == nil {
				return nil
			}
			var b strings.Builder
			if res := Unpack(t.Context(), input, *it.Member, &b); res.State != spar.OK {
				t.Errorf("%s: %s (%s)", it.Member.Name, res.State, res.Reason)
			}
			text := b.String()
			if strings.HasSuffix(it.Member.Name, ".ods") { // packed anew
				inner := &Input{R: strings.NewReader(text), Size: int64(len(text)), Limits: Limits{}.withDefaults()}
				z, err := openContainer(inner)
				if err != nil {
					t.Fatal(err)
				}
				text = zipKind(z) + " " + opening(z, "content.xml", 1000)
			}
			got = append(got, fmt.Sprintf("%s: %s", it.Member.Name, text))
			return nil
		})
		if diff := cmp.Diff(c.want, got); diff != "" || res.State != spar.OK {
			t.Errorf("%s: %s (%s), members differ (-want +got):\n%s", c.file, res.State, res.Reason, diff)
		}
		if res := Unpack(t.Context(), input, spar.Member{At: 0}, &strings.Builder{}); res.State != spar.Corrupt {
			t.Errorf("%s: a part that is no file of its own was unpacked (%s)", c.file, res.State)
		}
	}
	if name, content := packaged([]byte(strings.Repeat("\x02\x00", 40))); content != nil || name != "" {
		t.Errorf("nonsense is a file %q", name)
	}
	broken := word(t, para("", "See below."), "word/embeddings/oleObject1.bin", packed[:700])
	doc := document(t, "a.docx", broken)
	if !slices.Contains([]spar.State{spar.OK, spar.Partial}, doc.State) {
		t.Errorf("a damaged object: %s (%s)", doc.State, doc.Reason)
	}
}

// Objects within Office files of before 2007 are members too, those that are documents as compound files of their own.
func TestObjects(t *testing.T) {
	const path = "C:\\a.csv\x00"
	inner := pack(2, "a.csv\x00", path, 0, 3, uint32(len(path)), path, uint32(8), "bolt,77\n")
	native := pack(uint32(len(inner)), inner)
	book := biffBook("Inner")
	for _, c := range []struct{ file, content, want string }{
		{"a.xls", oleWith("Workbook", biffBook("Outer"), "MBD01/\x01Ole10Native", native, "MBD02/Workbook", book, "MBD02/Deep/er", "x", "MBD02/Long", strings.Repeat("x", 5000),
			"MBD03/Equation Native", "x"), "a.csv: bolt,77; object 2.xls: Inner"},
		{"a.ppt", oldDeck(0xE391C05F), "object 1.xls: Inner"},
		{"a.msg", message("__attach_version1.0_#00000000/__substg1.0_3701000D/Workbook", book), "plan.pdf.xls: Inner"},
	} {
		input := Input{Name: c.file, R: strings.NewReader(c.content), Size: int64(len(c.content))}
		var got []string
		Extract(t.Context(), input, func(it Item) error {
			if it.Member == nil {
				return nil
			}
			var b strings.Builder
			if res := Unpack(t.Context(), input, *it.Member, &b); res.State != spar.OK {
				t.Errorf("%s: %s: %s (%s)", c.file, it.Member.Name, res.State, res.Reason)
			}
			text := strings.TrimSpace(b.String())
			if strings.HasPrefix(b.String(), string(oleMagic)) {
				text = document(t, "a.xls", b.String()).Blocks[1].Table.Header[0]
			}
			got = append(got, it.Member.Name+": "+text)
			return nil
		})
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
		if res := Unpack(t.Context(), input, spar.Member{At: 1 << 20}, &strings.Builder{}); res.State != spar.Corrupt {
			t.Errorf("%s: an object that is not there was unpacked (%s)", c.file, res.State)
		}
	}
}
