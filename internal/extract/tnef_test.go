package extract

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// tnefAttribute writes one attribute.
func tnefAttribute(level byte, id uint32, data string) string {
	b := binary.LittleEndian.AppendUint32([]byte{level}, id)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return string(b) + data + "\x00\x00"
}

func TestTNEF(t *testing.T) {
	properties := "\x01\x00\x00\x00" + "\x1e\x00\x07\x37" + "\x01\x00\x00\x00" + "\x0e\x00\x00\x00" + "figures-2031\x00\x00\x00\x00" // the long name of a file
	content := tnefMagic + "\x01\x00" + tnefAttribute(1, 0x00018004, "Weir\x00") + tnefAttribute(1, 0x0002800C, "The weir costs 88000 crowns.\x00") +
		tnefAttribute(2, 0x00069002, "") + tnefAttribute(2, 0x00018010, "FIGURE~1.CSV\x00") + tnefAttribute(2, 0x0006800F, "part,price\n") + tnefAttribute(2, 0x00069005, properties)
	doc := checkOutline(t, "winmail.dat", content, "# Weir", "The weir costs 88000 crowns.")
	if doc.Format != "tnef" {
		t.Errorf("format is %q", doc.Format)
	}
	in := Input{Name: "winmail.dat", R: strings.NewReader(content), Size: int64(len(content))}
	var members []spar.Member
	Extract(t.Context(), in, func(it Item) error {
		if it.Member != nil {
			members = append(members, *it.Member)
		}
		return nil
	})
	if len(members) != 1 || members[0].Name != "figures-2031" {
		t.Fatalf("members are %v", members)
	}
	var b bytes.Buffer
	if res := Unpack(t.Context(), in, members[0], &b); res.State != spar.OK || b.String() != "part,price\n" {
		t.Errorf("%s (%s): %q", res.State, res.Reason, b.String())
	}
	for n := range len(content) { // cut off anywhere, it keeps the part before
		if doc := document(t, "winmail.dat", content[:n]); n > 100 && len(doc.Blocks) == 0 {
			t.Fatalf("cut at %d: %s (%s)", n, doc.State, doc.Reason)
		}
	}
}
