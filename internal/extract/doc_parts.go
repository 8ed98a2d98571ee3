package extract

import (
	"sort"
)

// docPiece says where characters start to end stand in the main stream (MS-DOC, 2.9.177).
type docPiece struct {
	start, end int64
	at         int64
	wide       bool // UTF-16
}

const (
	maxPieces = 1 << 20
	maxTable  = 64 << 20 // bytes of one structure of the table stream
)

// readPieces reads the list of pieces. A document without one is a single piece.
func (d *docReader) readPieces() error {
	b := d.table.bytes(d.h.clx.at, min(d.h.clx.n, maxTable))
	for at := 0; at < len(b); {
		switch b[at] {
		case 1: // formatting that pieces refer to
			at += 3 + u16(b, at+1)
			continue
		case 2:
			if list := piece(b, at+5, u32(b, at+1)); len(list) >= 16 {
				d.addPieces(list)
			}
		}
		break
	}
	if len(d.pieces) == 0 {
		n := max(0, d.h.fcMac-d.h.fcMin)
		if d.h.word8 || n == 0 || d.h.fcMin >= d.main.size {
			return refuse(ErrCorrupt, "its list of pieces is damaged")
		}
		d.pieces = []docPiece{{0, min(n, d.main.size-d.h.fcMin), d.h.fcMin, false}}
	}
	return nil
}

func (d *docReader) addPieces(list []byte) {
	n := (len(list) - 4) / 12
	for i := range min(n, maxPieces) {
		p := docPiece{start: u32(list, 4*i), end: u32(list, 4*i+4), at: u32(list, 4*(n+1)+8*i+2)}
		if p.end <= p.start || p.end >= 1<<31 || len(d.pieces) > 0 && p.start < d.pieces[len(d.pieces)-1].end {
			continue
		}
		if d.h.word8 {
			if p.wide = p.at&(1<<30) == 0; !p.wide {
				p.at = (p.at &^ (1 << 30)) / 2
			}
		}
		unit := int64(1)
		if p.wide {
			unit = 2
		}
		if left := (d.main.size - p.at) / unit; p.end-p.start > left {
			p.end = p.start + max(0, left)
		}
		if p.end > p.start {
			d.pieces = append(d.pieces, p)
		}
	}
}

// docRuns finds the formatting of a place in the main stream: a list says which page of 512 bytes has it (MS-DOC,
// 2.8.5 and 2.8.6). One page is held at a time.
type docRuns struct {
	d     *docReader
	paras bool
	ends  []uint32 // of the places that each page knows
	pages []uint32
	page  []byte
	held  int // index of page
}

func newDocRuns(d *docReader, at docPlace, paras bool) *docRuns {
	r := &docRuns{d: d, paras: paras, held: -1}
	b := d.table.bytes(at.at, min(at.n, maxTable))
	width := 4 // of a page number; in Word 6 two bytes
	if !d.h.word8 {
		width = 2
	}
	n := (len(b) - 4) / (4 + width)
	for i := range max(0, n) {
		r.ends = append(r.ends, uint32(u32(b, 4*i+4)))
		number := uint32(u16(b, 4*(n+1)+width*i))
		if width == 4 {
			number = uint32(u32(b, 4*(n+1)+width*i)) & 0x3FFFFF
		}
		r.pages = append(r.pages, number)
	}
	return r
}

// find gives the formatting at a place and where it ends.
func (r *docRuns) find(at int64) ([]byte, int64) {
	i := sort.Search(len(r.ends), func(i int) bool { return int64(r.ends[i]) > at })
	if i == len(r.ends) {
		return nil, 1 << 40
	}
	if i != r.held {
		r.page, r.held = r.d.main.bytes(int64(r.pages[i])*512, 512), i
	}
	if len(r.page) < 512 {
		return nil, int64(r.ends[i])
	}
	n := int(r.page[511])
	if n == 0 || 4*(n+1) > 511 {
		return nil, int64(r.ends[i])
	}
	k := sort.Search(n, func(k int) bool { return u32(r.page, 4*k+4) > at })
	switch {
	case k == n:
		return nil, int64(r.ends[i])
	case u32(r.page, 4*k) > at:
		return nil, u32(r.page, 4*k)
	}
	return r.properties(n, k), u32(r.page, 4*k+4)
}

// properties gives the k-th of n lists of changes of the page held; that of a paragraph begins with its style, in
// one byte and without its upper half in case of Word 8: see para.
func (r *docRuns) properties(n, k int) []byte {
	b := r.page
	if !r.paras {
		at := 2 * int(b[min(510, 4*(n+1)+k)])
		if at == 0 {
			return nil
		}
		return piece(b[:511], at+1, int64(b[at]))
	}
	width := 13
	if !r.d.h.word8 {
		width = 7
	}
	entry := 4*(n+1) + width*k
	if entry >= 511 {
		return nil
	}
	at := 2 * int(b[entry])
	if at == 0 || at >= 510 {
		return nil
	}
	size := 2 * int(b[at])
	switch {
	case r.d.h.word8 && size == 0:
		at++
		size = 2 * int(b[at])
	case r.d.h.word8:
		size--
	}
	return piece(b[:511], at+1, int64(size))
}

// docPara is the formatting of a paragraph, as far as it matters.
type docPara struct {
	level    int // of a heading
	list     int // the instance of a list, from 1
	depth    int // the level in it
	item     bool
	contents bool // of a table of contents
	inTable  bool
	rowEnd   bool
	header   bool  // of a row: it is repeated on every page
	cells    []int // of a row: the flags of its cells
}

// para reads the formatting of the paragraph whose end mark stands at a place.
func (d *docReader) para(at int64) docPara {
	var p docPara
	b, _ := d.paras.find(at)
	skip := 2
	style := u16(b, 0)
	if !d.h.word8 { // a byte, and a height
		skip = 1
		if len(b) > 0 {
			style = int(b[0])
		}
	}
	if s := d.style(style); s != nil {
		p.level, p.contents, p.list, p.depth = s.level, s.contents, s.list, s.depth
		p.item = p.list > 0
	}
	if len(b) > skip {
		d.sprms(b[skip:], func(op int, arg []byte) {
			on := len(arg) > 0 && arg[0] != 0
			switch {
			case d.h.word8 && op == 0x2416, !d.h.word8 && op == 24:
				p.inTable = on
			case d.h.word8 && op == 0x2417, !d.h.word8 && op == 25:
				p.rowEnd = on
			case d.h.word8 && op == 0x460B:
				p.list = docInstanceOf(arg)
				p.item = p.list > 0
			case d.h.word8 && op == 0x260A && len(arg) > 0:
				p.depth = int(arg[0])
			case !d.h.word8 && op == 12:
				p.item = true
			case d.h.word8 && op == 0x2640:
				p.level = outlineLevel(arg)
			case d.h.word8 && op == 0x3404, !d.h.word8 && op == 186:
				p.header = on
			case d.h.word8 && op == 0xD608:
				n := 0
				if len(arg) > 0 {
					n = int(arg[0])
				}
				for i := range n {
					if at := 1 + 2*(n+1) + 20*i; at+2 <= len(arg) {
						p.cells = append(p.cells, u16(arg, at))
					}
				}
			}
		})
	}
	return p
}

// docInstanceOf reads the place of an instance of a list, 0 for none; negative ones are of paragraphs without a label.
func docInstanceOf(arg []byte) int {
	if n := u16(arg, 0); n <= 0x7FE {
		return n
	}
	return 0
}

func outlineLevel(arg []byte) int {
	if len(arg) > 0 && arg[0] < 9 {
		return int(arg[0]) + 1
	}
	return 0
}

// sprms calls f for each change of a list (MS-DOC, 2.2.5.1): an operation and its argument.
func (d *docReader) sprms(b []byte, f func(op int, arg []byte)) {
	for len(b) > 0 {
		var op, skip, size int
		if d.h.word8 {
			if len(b) < 3 {
				return
			}
			op, skip = u16(b, 0), 2
			switch op >> 13 {
			case 0, 1:
				size = 1
			case 2, 4, 5:
				size = 2
			case 3:
				size = 4
			case 7:
				size = 3
			case 6:
				skip, size = 3, int(b[2])
				if op == 0xD608 { // the definition of a table has two bytes of length, that count one of them
					skip, size = 4, u16(b, 2)-1
				} else if op == 0xC615 && size == 255 {
					return
				}
			}
		} else {
			op, skip = int(b[0]), 1
			if size = oldSprmSize(op); size < 0 {
				if len(b) < 3 {
					return
				}
				skip, size = 2, int(b[1])
				if op == 187 || op == 190 {
					skip, size = 3, u16(b, 1)-1
				}
			}
		}
		if size < 0 || skip+size > len(b) {
			return
		}
		f(op, b[skip:skip+size])
		b = b[skip+size:]
	}
}

// oldSprmSize is the size of an argument in Word 6 and 95; -1 if the argument begins with its length.
func oldSprmSize(op int) int {
	switch op {
	case 3, 12, 15, 23, 68, 81, 103, 108, 187, 188, 190, 191:
		return -1
	case 2, 16, 17, 18, 19, 21, 22, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 46, 47, 48, 49, 69, 72, 80, 93, 96, 97, 99, 101,
		105, 106, 107, 109, 110, 121, 122, 123, 124, 140, 141, 144, 145, 148, 149, 154, 155, 156, 157, 160, 161, 164, 165, 166, 167, 168, 169, 170,
		171, 182, 183, 184, 189, 195, 197, 198:
		return 2
	case 73, 95, 136, 137:
		return 3
	case 20, 70, 74, 192, 194, 196, 200:
		return 4
	case 193, 199:
		return 5
	case 120:
		return 12
	}
	return 1
}

// docStyle is a style, as far as it matters.
type docStyle struct {
	level    int
	list     int // the instance of a list, -1 when it says nothing
	depth    int // the level in it, -1 when it says nothing
	contents bool
	font     int // -1 when it says nothing
}

const maxDocStyles = 4096 // their numbers have twelve bits

// readStyles reads the sheet of styles (MS-DOC, 2.9.271).
func (d *docReader) readStyles() {
	b := d.table.bytes(d.h.styles.at, min(d.h.styles.n, maxTable))
	head := u16(b, 0)
	n, base := min(u16(b, 2), maxDocStyles), u16(b, 4)
	parents := make([]int, n)
	d.styles = make([]docStyle, n)
	at := 2 + head
	for i := range n {
		d.styles[i] = docStyle{list: -1, depth: -1, font: -1}
		parents[i] = 0xFFF
		size := u16(b, at)
		std := piece(b, at+2, int64(size))
		at += 2 + size
		if len(std) < 8 {
			continue
		}
		parents[i] = u16(std, 2) >> 4
		s := &d.styles[i]
		switch sti := u16(std, 0) & 0xFFF; {
		case sti >= 1 && sti <= 9:
			s.level = sti
		case sti >= 19 && sti <= 27:
			s.contents = true
		case sti == 62:
			s.level = 1 // the title
		}
		if u16(std, 2)&0xF == 1 {
			d.styleChanges(std, base, s)
		}
	}
	for i := range d.styles { // from the styles they are based on
		s := &d.styles[i]
		for p, depth := parents[i], 0; p < n && depth < 12; p, depth = parents[p], depth+1 {
			if s.level == 0 {
				s.level = d.styles[p].level
			}
			if s.font < 0 {
				s.font = d.styles[p].font
			}
			if s.list < 0 {
				s.list = d.styles[p].list
			}
			if s.depth < 0 {
				s.depth = d.styles[p].depth
			}
		}
	}
}

// styleChanges reads the formatting of a paragraph style: behind the name a list for the paragraph, then one for its
// characters.
func (d *docReader) styleChanges(std []byte, base int, s *docStyle) {
	at := base
	if d.h.word8 {
		at += 2 + 2*u16(std, base) + 2
	} else if base < len(std) {
		at += 1 + int(std[base]) + 1
	}
	for i := range 2 {
		at += at & 1
		size := u16(std, at)
		b := piece(std, at+2, int64(size))
		at += 2 + size
		if i == 0 {
			b = piece(b, 2, int64(len(b)))
		}
		d.sprms(b, func(op int, arg []byte) {
			switch {
			case d.h.word8 && op == 0x2640 && i == 0:
				s.level = outlineLevel(arg)
			case d.h.word8 && op == 0x460B && i == 0:
				s.list = docInstanceOf(arg)
			case d.h.word8 && op == 0x260A && i == 0 && len(arg) > 0:
				s.depth = int(arg[0])
			case !d.h.word8 && op == 93 && i == 1:
				s.font = u16(arg, 0)
			}
		})
	}
}

func (d *docReader) style(i int) *docStyle {
	if i < 0 || i >= len(d.styles) {
		return nil
	}
	return &d.styles[i]
}

// fontCodePages maps the character sets of fonts (MS-WMF, 2.1.1.5) to code pages.
var fontCodePages = map[byte]int{
	0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251,
	222: 874, 238: 1250, 255: 437,
}

// languagePages maps primary languages (MS-LCID) to code pages, for text whose font says nothing.
var languagePages = map[int]int{
	0x01: 1256, 0x02: 1251, 0x04: 936, 0x05: 1250, 0x08: 1253, 0x0D: 1255, 0x0E: 1250, 0x11: 932, 0x12: 949, 0x15: 1250, 0x18: 1250, 0x19: 1251, 0x1A: 1250,
	0x1B: 1250, 0x1E: 874, 0x1F: 1254, 0x22: 1251, 0x23: 1251, 0x24: 1250, 0x25: 1257, 0x26: 1257, 0x27: 1257, 0x2A: 1258, 0x2F: 1251,
}

// readFonts reads the character set of each font (MS-DOC, 2.9.285). Only 8-bit text of Word 6 and 95 needs them.
func (d *docReader) readFonts() {
	d.text = codePage(1252)
	if n := languagePages[d.h.lid&0x3FF]; n != 0 {
		d.text = codePage(n)
	}
	if d.h.lid == 0x0404 || d.h.lid == 0x0C04 {
		d.text = codePage(950)
	}
	if d.h.word8 {
		return
	}
	b := d.table.bytes(d.h.fonts.at, min(d.h.fonts.n, 1<<20))
	for at := 2; at+6 <= len(b); at += int(b[at]) + 1 {
		var cs charset
		if n, known := fontCodePages[b[at+4]]; known && b[at+4] != 255 {
			cs = codePage(n)
		}
		d.fonts = append(d.fonts, cs)
		if b[at] == 0 {
			break
		}
	}
}
