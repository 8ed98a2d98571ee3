package extract

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// docPages are pages of formatting for paragraphs that end at the given places: the first byte of each list is the style,
// the rest are changes.
func docPage(word8 bool, from int, paras ...any) string {
	page := make([]byte, 512)
	n := len(paras) / 2
	binary.LittleEndian.PutUint32(page, uint32(from))
	width, at := 13, 510
	if !word8 {
		width = 7
	}
	for i := range n {
		binary.LittleEndian.PutUint32(page[4*i+4:], uint32(paras[2*i].(int)))
		list := paras[2*i+1].(string)
		if !word8 && len(list)%2 != 0 {
			list += "\x00"
		}
		if word8 && len(list)%2 == 0 {
			list += "\x00"
		}
		at = (at - len(list) - 1) &^ 1
		page[at] = byte((len(list) + 1) / 2)
		copy(page[at+1:], list)
		page[4*(n+1)+width*i] = byte(at / 2)
	}
	page[511] = byte(n)
	return string(page)
}

// charPage is a page of formatting for runs of characters.
func charPage(from int, runs ...any) string {
	page := make([]byte, 512)
	n := len(runs) / 2
	binary.LittleEndian.PutUint32(page, uint32(from))
	at := 510
	for i := range n {
		binary.LittleEndian.PutUint32(page[4*i+4:], uint32(runs[2*i].(int)))
		if list := runs[2*i+1].(string); list != "" {
			at = (at - len(list) - 1) &^ 1
			page[at] = byte(len(list))
			copy(page[at+1:], list)
			page[4*(n+1)+i] = byte(at / 2)
		}
	}
	page[511] = byte(n)
	return string(page)
}

// docStyles8 are the styles normal, heading 2, and one based on it.
func docStyles8() string {
	style := func(sti, base int, name string) string {
		std := pack(sti, base<<4|1, 0, 0, 0, len(name), wide(name), 0)
		return pack(len(std)) + std
	}
	return pack(18, 3, 10, strings.Repeat("\x00", 14)) + style(0, 0xFFF, "Normal") + style(2, 0, "heading 2") + style(0xFFE, 1, "Mine")
}

// word97 is a Word 97 document of two pieces: 8-bit text, then UTF-16. Its paragraphs are formatted by their styles and
// marks.
func word97(flags int) string {
	narrow := "Title\rA \x13 HYPERLINK \"x\" \x14link\x15 caf\xe9, hidden here\r"
	rest := "Größe\rName\x07Age\x07\x07Ann\x0712\x07\x07Point\rend\r\x02 note\r"
	const at = 1024
	text := narrow + strings.Repeat("\x00", len(narrow)%2)
	wideAt := at + len(text)
	text += wide(rest)
	text += strings.Repeat("\x00", 512-len(text)%512)
	pages := at + len(text)
	place := func(s string) int { return wideAt + len(wide(rest[:strings.Index(rest, s)])) }
	cellMark := "\x00\x00\x16\x24\x01"
	rowMark := cellMark + "\x17\x24\x01"
	text += docPage(true, at, at+6, "\x02\x00", wideAt, "\x00\x00", place("Name"), "\x01\x00", place("Age"), cellMark, place("\x07Ann"), cellMark, place("Ann"), rowMark,
		place("12"), cellMark, place("\x07Point"), cellMark, place("Point"), rowMark, place("end"), "\x00\x00\x0b\x46\x01\x00", wideAt+len(wide(rest)), "\x00\x00")
	hidden := at + strings.Index(narrow, "hidden")
	text += charPage(at, hidden, "", hidden+7, "\x3c\x08\x01", wideAt+len(wide(rest)), "")
	chars := len(narrow) + len([]rune(rest))
	clx := pack(uint8(2), uint32(4*3+8*2), uint32(0), uint32(len(narrow)), uint32(chars), 0, uint32(at*2|1<<30), 0, 0, uint32(wideAt), 0)
	styles := docStyles8()
	paras := pack(uint32(at), uint32(wideAt+len(wide(rest))), uint32(pages/512))
	runs := pack(uint32(at), uint32(wideAt+len(wide(rest))), uint32(pages/512+1))
	table := styles + clx + paras + runs
	head := make([]byte, at)
	le := binary.LittleEndian
	le.PutUint16(head, 0xA5EC)
	le.PutUint16(head[2:], 0xC1)
	le.PutUint16(head[0x0A:], uint16(flags|0x0200))
	note := len(" note\r") + 1
	le.PutUint32(head[0x4C:], uint32(chars-note))
	le.PutUint32(head[0x50:], uint32(note))
	put := func(at, from, n int) {
		le.PutUint32(head[at:], uint32(from))
		le.PutUint32(head[at+4:], uint32(n))
	}
	put(0xA2, 0, len(styles))
	put(0x1A2, len(styles), len(clx))
	put(0x102, len(styles)+len(clx), len(paras))
	put(0xFA, len(styles)+len(clx)+len(paras), len(runs))
	return oleWith("WordDocument", string(head)+text, "1Table", table)
}

func TestDOC(t *testing.T) {
	checkOutline(t, "a.doc", word97(0), "## Title", "A link café, here", "## Größe", "= Name | Age", "| Ann | 12", "- Point", "end", "note: note")
}

// word6 is a Word 6 document whose only font is Cyrillic.
func word6(version int) string {
	text := "\xcf\xf0\xe8\xe2\xe5\xf2\rFrom \xd0\xee\xf1\xf1\xe8\xff\r"
	const at = 512
	font := pack(uint8(10), uint8(0), 400, uint8(204), uint8(0), "Arial\x00")
	body := text + strings.Repeat("\x00", 512-len(text))
	body += charPage(at, at+len(text), "\x5d\x00\x00")
	runs := pack(uint32(at), uint32(at+len(text)), 2)
	fonts := pack(2+len(font)) + font
	head := make([]byte, at)
	le := binary.LittleEndian
	le.PutUint16(head, 0xA5DC)
	le.PutUint16(head[2:], uint16(version))
	le.PutUint32(head[0x18:], at)
	le.PutUint32(head[0x1C:], uint32(at+len(text)))
	le.PutUint32(head[0x34:], uint32(len(text)))
	le.PutUint32(head[0xB8:], uint32(at+len(body)))
	le.PutUint32(head[0xBC:], uint32(len(runs)))
	le.PutUint32(head[0xD0:], uint32(at+len(body)+len(runs)))
	le.PutUint32(head[0xD4:], uint32(len(fonts)))
	return oleWith("WordDocument", string(head)+body+runs+fonts)
}

func TestDOCFontCharset(t *testing.T) {
	checkOutline(t, "a.doc", word6(104), "Привет", "From Россия")
}

func TestDOCStates(t *testing.T) {
	for _, c := range []struct {
		name, content string
		state         spar.State
		reason        string
	}{
		{"password", word97(0x0100), spar.Encrypted, "password"},
		{"old", word6(45), spar.Unsupported, "older than 6"},
		{"no text", oleWith("WordDocument", ""), spar.Corrupt, "cut off"},
		{"no table", strings.Replace(word97(0), wide("1Table"), wide("9Table"), 1), spar.Corrupt, "missing"},
	} {
		doc := document(t, "a.doc", c.content)
		if doc.State != c.state || !strings.Contains(doc.Reason, c.reason) {
			t.Errorf("%s: got %q (%s), want %q (... %s ...)", c.name, doc.State, doc.Reason, c.state, c.reason)
		}
	}
}

// streamsOf takes a compound file apart.
func streamsOf(f *testing.F, file string, names ...string) (list []string) {
	in := input("a", file)
	in.Limits = in.Limits.withDefaults()
	c, err := openCompound(&in)
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		content := ""
		if s := c.open(0, name); s != nil {
			content = string(s.bytes(0, s.size))
		}
		list = append(list, content)
	}
	return list
}

// FuzzDOC changes the streams of a document; the container around them is sound. See FuzzOLE.
func FuzzDOC(f *testing.F) {
	for _, file := range []string{word97(0), word6(104), word6(101)} {
		s := streamsOf(f, file, "WordDocument", "1Table")
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, document, table string) {
		fuzzed(t, "a.doc", oleWith("WordDocument", document, "0Table", table, "1Table", table))
	})
}
