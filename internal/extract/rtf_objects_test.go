package extract

import (
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

// Files within RTF are members; a link, a picture of an object and what is cut off are none.
func TestObjectsOfRTF(t *testing.T) {
	object := func(format uint32, class, content string) string {
		data := pack(uint32(0x501), format, uint32(len(class)+1), class+"\x00", uint32(0), uint32(0), uint32(len(content)), content)
		return `{\object\objemb{\*\objclass X}{\*\objdata ` + hex.EncodeToString([]byte(data)) + "\n}{\\result picture }}"
	}
	label := func(s string) string { return pack(uint32(len(s)), wide(s)) }
	path := "C:\\T\\a.csv\x00"
	packed := pack(2, "a.csv\x00", path, 0, 3, uint32(len(path)), path, uint32(8), "bolt,77\n")
	document := oleWith("WordDocument", "w")
	content := `{\rtf1 before\par ` + object(2, "Package", packed) + object(1, "Word.Document.8", document) + object(2, "Word.Document.8", document) + object(2, "AcroExch", "%PDF-1.4 plan") +
		object(2, "Package", packed+label(`C:\T\b.csv`)+label("b.csv")) + object(2, "Equation.3", "x") + `{\*\objdata 0105}after\par}`
	list, got, res := members(t, "a.rtf", content)
	var names []string
	for _, m := range list {
		names = append(names, m.Name)
	}
	if diff := cmp.Diff([]string{"a.csv", "object 3.doc", "object 4.pdf", "b.csv"}, names); diff != "" || res.State != spar.OK {
		t.Errorf("%s (-want +got):\n%s", res.State, diff)
	}
	if diff := cmp.Diff([]string{"bolt,77\n", document, "%PDF-1.4 plan", "bolt,77\n"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	checkOutline(t, "a.rtf", content, "before", "picture picture picture picture picture picture after")
}
