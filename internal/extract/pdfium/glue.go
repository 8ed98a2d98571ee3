package pdfium

// Asking PDFium for one property of one character is a call across the border of WebAssembly, which costs near a
// microsecond, most of it for the watch over the context. So the loop over a page's characters runs inside: glueModule
// is a module of one function, assembled here by hand, that calls PDFium's functions and leaves one record a character
// in PDFium's memory:
//
//	collect(textpage, from, to, out):
//	  for ; from < to; from++, out += recordSize:
//	    u32 out[0]  = FPDFText_GetUnicode(textpage, from)
//	    u32 out[4]  = FPDFText_GetTextObject(textpage, from)
//	    FPDFText_GetLooseCharBox(textpage, from, &out[8])          // f32 left, top, right, bottom
//	    FPDFText_GetCharOrigin(textpage, from, &out[24], &out[32]) // f64 x, y
const recordSize = 40

// pdfiumName is the name that the glue finds PDFium by.
const pdfiumName = "pdfium"

// The parts of the binary format used here: https://webassembly.github.io/spec/core/binary/
const (
	typeI32, typeFunc, typeVoid                         = 0x7f, 0x60, 0x40
	sectionType, sectionImport, sectionFunc             = 1, 2, 3
	sectionExport, sectionCode                          = 7, 10
	kindFunc, kindMemory                                = 0, 2
	opBlock, opLoop, opEnd, opBr, opBrIf, opCall        = 0x02, 0x03, 0x0b, 0x0c, 0x0d, 0x10
	opDrop, opGet, opSet, opStore, opConst, opGE, opAdd = 0x1a, 0x20, 0x21, 0x36, 0x41, 0x4e, 0x6a
)

// glueModule assembles the module.
func glueModule() []byte {
	const textPage, from, to, out = 0, 1, 2, 3 // the parameters
	const getUnicode, getObject, getBox, getOrigin = 0, 1, 2, 3
	at := func(offset byte) []byte { return []byte{opGet, out, opConst, offset, opAdd} }
	char := []byte{opGet, textPage, opGet, from}
	store := func(offset byte) []byte { return []byte{opStore, 2, offset} } // aligned to 4

	body := cat([]byte{0}, // no locals
		[]byte{opBlock, typeVoid, opLoop, typeVoid},
		[]byte{opGet, from, opGet, to, opGE, opBrIf, 1},
		[]byte{opGet, out}, char, []byte{opCall, getUnicode}, store(0),
		[]byte{opGet, out}, char, []byte{opCall, getObject}, store(4),
		char, at(8), []byte{opCall, getBox, opDrop},
		char, at(24), at(32), []byte{opCall, getOrigin, opDrop},
		[]byte{opGet, from, opConst, 1, opAdd, opSet, from},
		at(recordSize), []byte{opSet, out},
		[]byte{opBr, 0, opEnd, opEnd, opEnd})

	imported := func(name string, typ byte) []byte {
		return cat(text(pdfiumName), text(name), []byte{kindFunc, typ})
	}
	return cat([]byte("\x00asm\x01\x00\x00\x00"),
		section(sectionType,
			signature(2, 1), signature(3, 1), signature(4, 1), signature(4, 0)),
		section(sectionImport,
			imported("FPDFText_GetUnicode", 0), imported("FPDFText_GetTextObject", 0),
			imported("FPDFText_GetLooseCharBox", 1), imported("FPDFText_GetCharOrigin", 2),
			cat(text(pdfiumName), text("memory"), []byte{kindMemory, 0, 1})),
		section(sectionFunc, []byte{3}),
		section(sectionExport, cat(text("collect"), []byte{kindFunc, 4})),
		section(sectionCode, cat(size(len(body)), body)))
}

// section is a section holding a vector of entries.
func section(id byte, entries ...[]byte) []byte {
	content := cat(append([][]byte{size(len(entries))}, entries...)...)
	return cat([]byte{id}, size(len(content)), content)
}

// signature is the type of a function of i32s.
func signature(params, results int) []byte {
	s := []byte{typeFunc, byte(params)}
	for range params {
		s = append(s, typeI32)
	}
	s = append(s, byte(results))
	for range results {
		s = append(s, typeI32)
	}
	return s
}

func text(s string) []byte { return cat(size(len(s)), []byte(s)) }

// size is n in LEB128; two bytes are enough here.
func size(n int) []byte {
	if n < 0x80 {
		return []byte{byte(n)}
	}
	return []byte{byte(n) | 0x80, byte(n >> 7)}
}

func cat(parts ...[]byte) []byte {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
