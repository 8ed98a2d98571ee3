package pdfium

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"
)

// PDFium leaves out of the text a text object whose glyphs have no extent. Glyphs of a font that neither the document nor the system has
// have none. So vertical Japanese text, and text set letter by letter in such a font, was lost. Therefore PDFium finds one font in the
// system, made here. It has the same glyph for all characters of East Asia, which is as large as they are and draws nothing.
const (
	fontFolder = "/usr/share/fonts"
	fontName   = "blank.ttf"
	fontPath   = fontFolder + "/" + fontName
	fontEm     = 1000
)

// blankFont is that font, as TrueType.
var blankFont = sync.OnceValue(func() []byte {
	// A contour that goes to the upper right corner and back encloses nothing. Each point is on it, and given by words.
	glyph := words(1, 0, -120, fontEm, 880, 1, 0, 0x0101, 0, fontEm, 0, -120, fontEm, 0)
	tables := []struct {
		tag  string
		data []byte
	}{
		{"OS/2", cat(words(4, fontEm, 400, 5, 0), make([]byte, 68), u32s(1<<17|1<<18|1<<19|1<<20, 0), words(0, 880, 0, 32, 2))},
		{"cmap", cat(words(0, 1, 3, 10), u32s(12), words(13, 0), u32s(16+3*12, 0, 3,
			0x2e80, 0xd7ff, 1, 0xf900, 0xffef, 1, 0x20000, 0x3ffff, 1))},
		{"glyf", glyph},
		{"head", cat(u32s(1<<16, 1<<16, 0, 0x5f0f3cf5), words(3, fontEm), make([]byte, 16), words(0, -120, fontEm, 880, 0, 8, 2, 1, 0))},
		{"hhea", words(1, 0, 880, -120, 0, fontEm, 0, 0, fontEm, 1, 0, 0, 0, 0, 0, 0, 0, 1)},
		{"hmtx", words(fontEm, 0, 0)},
		{"loca", u32s(0, 0, len(glyph))},
		{"maxp", cat(u32s(1<<16), words(2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0))},
		{"name", cat(words(0, 1, 18, 1, 0, 0, 1, len("Blank"), 0), []byte("Blank\x00"))},
		{"post", cat(u32s(3<<16, 0), make([]byte, 24))},
	}
	head := words(0, 0, len(tables), 128, 3, 16*len(tables)-128)
	head[1] = 1
	at := len(head) + 16*len(tables)
	var body []byte
	for _, t := range tables {
		head = cat(head, []byte(t.tag), u32s(0, at+len(body), len(t.data)))
		body = cat(body, t.data, make([]byte, -len(t.data)&3))
	}
	return slices.Concat(head, body)
})

// words are numbers of 16 bits, as font files have them.
func words(numbers ...int) []byte {
	var out []byte
	for _, n := range numbers {
		out = binary.BigEndian.AppendUint16(out, uint16(n))
	}
	return out
}

func u32s(numbers ...int) []byte {
	var out []byte
	for _, n := range numbers {
		out = binary.BigEndian.AppendUint32(out, uint32(n))
	}
	return out
}

// listing is the entry of the font in its folder: a struct dirent of Emscripten's.
func listing() []byte {
	const length, nameAt, regular = 280, 19, 8
	b := make([]byte, length)
	binary.LittleEndian.PutUint64(b, 1)
	binary.LittleEndian.PutUint64(b[8:], 1)
	binary.LittleEndian.PutUint16(b[16:], length)
	b[18] = regular
	copy(b[nameAt:], fontName)
	return b
}

// newFontFile is the blank font as a file.
func newFontFile() *file {
	f := &file{}
	f.set(bytes.NewReader(blankFont()), int64(len(blankFont())))
	return f
}
