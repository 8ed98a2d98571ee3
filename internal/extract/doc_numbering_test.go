package extract

import (
	"strings"
	"testing"
)

// docLevel is one level of a list: its format, and a label with the bytes 0 to 8 for the levels' numbers.
func docLevel(start int, format byte, label string) string {
	return pack(uint32(start), format, uint8(0)) + strings.Repeat("\x00", 18) + pack(uint8(0), uint8(0), uint8(0), uint8(0), len(label), wide(label))
}

func TestDOCLists(t *testing.T) {
	head := func(id int, simple uint8) string {
		return pack(uint32(id)) + strings.Repeat("\x00", 22) + pack(simple, uint8(0))
	}
	nine := docLevel(1, 0, "\x00.") + docLevel(1, 4, "\x00.\x01)") + strings.Repeat(docLevel(1, 23, "*"), 7)
	lists := pack(2) + head(11, 1) + head(12, 0) + docLevel(3, 2, "(\x00)") + nine
	instance := func(id int, changes uint8) string {
		return pack(uint32(id), uint32(0), uint32(0), changes, uint8(0), 0)
	}
	instances := pack(uint32(3)) + instance(12, 0) + instance(12, 2) + instance(11, 0) +
		pack(uint32(0)) + pack(uint32(0)) + pack(uint32(7), uint32(0x10)) + pack(uint32(0), uint32(0x31)) + docLevel(5, 3, "\x01-") + pack(uint32(0))
	read := func(lists, instances string) *docReader {
		h := docHeader{word8: true, lists: docPlace{0, int64(len(lists))}, instances: docPlace{int64(len(lists)), int64(len(instances))}}
		c, err := openCompound(&Input{R: strings.NewReader(oleWith("1Table", lists+instances)), Size: int64(len(oleWith("1Table", lists+instances)))})
		if err != nil {
			t.Fatal(err)
		}
		d := &docReader{h: h, table: c.open(0, "1Table")}
		d.readLists()
		return d
	}
	d := read(lists, instances)
	var got []string
	for _, p := range [][2]int{{1, 0}, {1, 1}, {1, 1}, {1, 2}, {1, 0}, {2, 0}, {2, 1}, {2, 1}, {3, 0}, {3, 0}, {4, 0}, {0, 0}, {1, -1}, {1, 200}} {
		got = append(got, d.lists.next(p[0], p[1]))
	}
	if got, want := strings.Join(got, " "), "1. 1.a) 1.b)  2. 7. E- F- (iii) (iv)   8. "; got != want {
		t.Errorf("labels %q, want %q", got, want)
	}
	for n := range len(lists) {
		read(lists[:n], instances).lists.next(1, 0)
	}
	for n := range len(instances) {
		read(lists, instances[:n]).lists.next(2, 1)
	}
}
