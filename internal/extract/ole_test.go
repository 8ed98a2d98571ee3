package extract

import (
	"encoding/binary"
	"sort"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

// oleWith is a compound file with streams, given as path and content by turns; a path may lead through storages. Small
// streams lie in the mini stream.
func oleWith(streams ...string) string {
	type entry struct {
		name     string
		kind     byte
		children []int
		content  string
		start    uint32
	}
	entries := []*entry{{name: "Root Entry", kind: 5}}
	for i := 0; i+1 < len(streams); i += 2 {
		at := 0
		parts := strings.Split(streams[i], "/")
		for k, name := range parts {
			found := -1
			for _, c := range entries[at].children {
				if entries[c].name == name {
					found = c
				}
			}
			if found < 0 {
				kind := byte(oleStorage)
				if k == len(parts)-1 {
					kind = oleStream
				}
				entries = append(entries, &entry{name: name, kind: kind})
				found = len(entries) - 1
				entries[at].children = append(entries[at].children, found)
			}
			at = found
		}
		entries[at].content = streams[i+1]
	}
	const free, end = 0xFFFFFFFF, 0xFFFFFFFE
	var body, mini []byte
	var fat, miniFAT []uint32
	chain := func(table *[]uint32, data *[]byte, content string, unit int) uint32 {
		start := uint32(len(*table))
		for n := (len(content) + unit - 1) / unit; n > 0; n-- {
			*table = append(*table, uint32(len(*table)+1))
		}
		(*table)[len(*table)-1] = end
		*data = append(*data, content...)
		*data = append(*data, make([]byte, len(*table)*unit-len(*data))...)
		return start
	}
	for _, e := range entries {
		switch {
		case e.kind != oleStream || e.content == "":
			e.start = end
		case len(e.content) < 4096:
			e.start = chain(&miniFAT, &mini, e.content, 64)
		default:
			e.start = chain(&fat, &body, e.content, 512)
		}
	}
	le := binary.LittleEndian
	words := func(w []uint32) string {
		var b []byte
		for _, v := range w {
			b = le.AppendUint32(b, v)
		}
		for len(b)%512 != 0 {
			b = le.AppendUint32(b, free)
		}
		return string(b)
	}
	miniStart, miniTable := uint32(end), uint32(end)
	if len(mini) > 0 {
		miniStart = chain(&fat, &body, string(mini), 512)
		miniTable = chain(&fat, &body, words(miniFAT), 512)
	}
	var dir []byte
	for i, e := range entries {
		b := make([]byte, 128)
		name := utf16.Encode([]rune(e.name))
		for k, u := range name {
			le.PutUint16(b[2*k:], u)
		}
		le.PutUint16(b[64:], uint16(2*len(name)+2))
		b[66] = e.kind
		le.PutUint32(b[68:], free)
		le.PutUint32(b[72:], free)
		le.PutUint32(b[76:], free)
		sort.Ints(e.children)
		for k, c := range e.children { // a list, by the sibling to the right
			if k == 0 {
				le.PutUint32(b[76:], uint32(c))
			}
		}
		le.PutUint32(b[116:], e.start)
		le.PutUint64(b[120:], uint64(len(e.content)))
		if i == 0 {
			le.PutUint32(b[116:], miniStart)
			le.PutUint64(b[120:], uint64(len(mini)))
		}
		dir = append(dir, b...)
	}
	for _, e := range entries {
		for k := 0; k+1 < len(e.children); k++ {
			le.PutUint32(dir[128*e.children[k]+72:], uint32(e.children[k+1]))
		}
	}
	dirStart := chain(&fat, &body, string(dir), 512)
	tables := (len(fat) + 127) / 128
	for (len(fat)+tables+127)/128 > tables {
		tables++
	}
	head := make([]byte, 512)
	copy(head, oleMagic)
	le.PutUint16(head[24:], 0x3E)
	le.PutUint16(head[26:], 3)
	le.PutUint16(head[28:], 0xFFFE)
	le.PutUint16(head[30:], 9)
	le.PutUint16(head[32:], 6)
	le.PutUint32(head[44:], uint32(tables))
	le.PutUint32(head[48:], dirStart)
	le.PutUint32(head[56:], 4096)
	le.PutUint32(head[60:], miniTable)
	le.PutUint32(head[68:], end)
	for i := range 109 {
		v := uint32(free)
		if i < tables {
			v = uint32(len(fat) + i)
		}
		le.PutUint32(head[76+4*i:], v)
	}
	for range tables {
		fat = append(fat, 0xFFFFFFFD)
	}
	return string(head) + string(body) + words(fat)
}

// pack writes numbers of two or four bytes, and texts as they are.
func pack(values ...any) string {
	var b []byte
	for _, v := range values {
		switch v := v.(type) {
		case uint8:
			b = append(b, v)
		case int:
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, v)
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, v)
		case string:
			b = append(b, v...)
		}
	}
	return string(b)
}

// wide is a text in UTF-16.
func wide(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

func TestCompound(t *testing.T) {
	long := strings.Repeat("0123456789", 1000)
	file := oleWith("a", "short", "dir/b", long, "dir/deep/c", "x")
	c, err := openCompound(&Input{R: strings.NewReader(file), Size: int64(len(file))})
	if err != nil {
		t.Fatal(err)
	}
	dir := c.index[oleKey{0, "dir"}]
	deep := c.index[oleKey{dir, "deep"}]
	for _, s := range []struct {
		storage    int
		name, want string
	}{{0, "A", "short"}, {dir, "b", long}, {deep, "c", "x"}} {
		got := c.open(s.storage, s.name)
		if got == nil || string(got.bytes(0, 1<<20)) != s.want {
			t.Errorf("stream %q is read wrongly", s.name)
		}
	}
	if c.open(0, "b") != nil || c.open(0, "dir") != nil {
		t.Error("a stream is found where none is")
	}
	if got := string(c.open(dir, "b").bytes(5001, 5)); got != "12345" {
		t.Errorf("from the middle: %q", got)
	}
}

// A chain that loops, or leaves the file, ends; nothing is read more often than the file is long.
func TestCompoundLoop(t *testing.T) {
	file := []byte(oleWith("b", strings.Repeat("x", 10_000)))
	fat := len(file) - 512
	for i := 0; i < 512; i += 4 {
		binary.LittleEndian.PutUint32(file[fat+i:], 0)
	}
	c, err := openCompound(&Input{R: strings.NewReader(string(file)), Size: int64(len(file))})
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.entries {
		c.entries[i].size = 1 << 40
		if s := c.chain(c.entries[i].start, 1<<40, false); s.size > int64(len(file)) {
			t.Errorf("a stream of %d bytes comes out of a file of %d", s.size, len(file))
		}
	}
}

// summary is a property set with a title, an author, pages and a date.
func summary(page int) string {
	author := "J\xfcrgen\x00"
	if page == 1251 {
		author = "\xc8\xe2\xe0\xed\x00"
	}
	values := []string{pack(uint32(2), page, 0), pack(uint32(30), uint32(6), "Title\x00\x00\x00"), pack(uint32(30), uint32(len(author)), author+"\x00"),
		pack(uint32(3), uint32(7)), pack(uint32(64), uint64(132_000_000_000_000_000))}
	ids := []uint32{1, 2, 4, 14, 12}
	at := 8 + 8*len(ids)
	list, data := "", ""
	for i, v := range values {
		list += pack(ids[i], uint32(at+len(data)))
		data += v
	}
	section := pack(uint32(8+len(list)+len(data)), uint32(len(ids))) + list + data
	return pack(0xFFFE, 0, uint32(0), strings.Repeat("\x00", 16), uint32(1), strings.Repeat("\x00", 16), uint32(48)) + section
}

func TestOLEProperties(t *testing.T) {
	for page, author := range map[int]string{1252: "Jürgen", 1251: "Иван"} {
		doc := document(t, "a.xls", oleWith("Workbook", biffBook("x"), "\x05SummaryInformation", summary(page)))
		got := map[string]spar.Value{}
		for _, p := range doc.Properties {
			got[p.Key] = p.Value
		}
		want := map[string]spar.Value{
			"title": {Kind: spar.Text, Text: "Title"}, "author": {Kind: spar.Text, Text: author}, "pages": {Kind: spar.Number, Number: 7},
			"created": {Kind: spar.Date, Date: time.Date(2019, 4, 17, 18, 40, 0, 0, time.UTC)}, "sheet": {Kind: spar.Text, Text: "Prices"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
