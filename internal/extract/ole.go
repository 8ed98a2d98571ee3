package extract

import (
	"encoding/binary"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// oleStreams are the streams that tell compound files apart, the more telling ones first.
var oleStreams = []struct{ stream, name string }{
	{"EncryptedPackage", "ooxml-encrypted"},
	{"__properties_version1.0", "msg"},
	{"WordDocument", "doc"},
	{"Workbook", "xls"},
	{"Book", "xls"},
	{"PowerPoint Document", "ppt"},
	{"PP40", "powerpoint-4"},
	{"VisioDocument", "vsd"},
	{"Quill", "publisher"},
	{"NativeContent_MAIN", "quattro"},
	{"PerfectOffice_MAIN", "wordperfect"},
	{"MatOST", "works"},
	{"WksSSWorkBook", "works"},
	{"StarWriterDocument", "staroffice-writer"},
	{"StarCalcDocument", "staroffice-calc"},
	{"StarDrawDocument", "staroffice-draw"},
	{"StarDrawDocument3", "staroffice-draw"},
	{"\x05HwpSummaryInformation", "hwp"},
	{"BodyText", "hwp"},
	{"CONTENTS", "works"},
}

// oleKind names the format of a compound file by the streams of its root. Streams of embedded objects count only if the root has none of
// them. A damaged file is known by the streams that can be found.
func oleKind(in *Input) string {
	c, err := openCompound(in)
	if err != nil {
		return "ole"
	}
	for _, anywhere := range []bool{false, true} {
		for _, s := range oleStreams {
			for _, e := range c.entries {
				if strings.EqualFold(e.name, s.stream) && (anywhere || e.kind != 0 && e.parent == 0) {
					return s.name
				}
			}
		}
	}
	return "ole"
}

const (
	maxOLEEntries = 100_000
	oleEnd        = 0xFFFFFFFA // sector numbers from here on mark ends and free space
	oleStorage    = 1
	oleStream     = 2
)

// compound is a compound file (MS-CFB): a file system in a file. It holds the allocation tables and the directory, which are a small share
// of the file's size, and reads streams in place. A chain that loops, leaves the file or is cut off ends there, so that the part before can
// be read.
type compound struct {
	r       io.ReaderAt
	size    int64
	sector  int64 // bytes
	cutoff  int64 // smaller streams lie in the mini stream
	fat     []uint32
	miniFAT []uint32
	mini    *stream
	entries []oleEntry // the first is the root
	index   map[oleKey]int
}

// oleEntry is an entry of the directory.
type oleEntry struct {
	name               string
	kind               byte
	left, right, child uint32
	parent             int
	start              uint32
	size               int64
}

type oleKey struct {
	parent int
	name   string // in lower case
}

// openCompound reads the tables of in, once.
func openCompound(in *Input) (*compound, error) {
	if in.ole == nil {
		c, err := readCompound(in)
		if err != nil {
			return nil, err
		}
		in.ole = c
	}
	return in.ole, nil
}

func readCompound(in *Input) (*compound, error) {
	head := make([]byte, 512)
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return nil, refuse(ErrCorrupt, "its compound file header is cut off (%v)", err)
	}
	le := binary.LittleEndian
	shift := le.Uint16(head[30:])
	if shift != 9 && shift != 12 {
		return nil, refuse(ErrCorrupt, "its compound file header is damaged (sectors of 2^%d bytes)", shift)
	}
	c := &compound{r: in.R, size: in.Size, sector: 1 << shift, cutoff: int64(le.Uint32(head[56:]))}
	if c.cutoff == 0 || c.cutoff > 1<<16 {
		c.cutoff = 4096
	}
	if err := c.readFAT(head); err != nil {
		return nil, err
	}
	if err := c.readDirectory(le.Uint32(head[48:])); err != nil {
		return nil, err
	}
	c.mini = c.chain(c.entries[0].start, c.entries[0].size, false)
	table := c.chain(le.Uint32(head[60:]), c.size, false)
	c.miniFAT = table.words(table.size / 4)
	return c, nil
}

// sectors is how many sectors the file can have.
func (c *compound) sectors() int64 { return (c.size - 1) / c.sector }

// readFAT reads the allocation table: the numbers of its sectors stand in the header, and beyond 109 in a chain.
func (c *compound) readFAT(head []byte) error {
	le := binary.LittleEndian
	perSector := c.sector / 4
	limit := c.sectors()/perSector + 1
	var tables []uint32
	add := func(list []byte) {
		for i := 0; i+4 <= len(list) && int64(len(tables)) < limit; i += 4 {
			if s := le.Uint32(list[i:]); s < oleEnd {
				tables = append(tables, s)
			}
		}
	}
	add(head[76:512])
	buf := make([]byte, c.sector)
	next := le.Uint32(head[68:])
	for range limit {
		if next >= oleEnd || int64(len(tables)) >= limit {
			break
		}
		if n, _ := c.r.ReadAt(buf, (int64(next)+1)*c.sector); n < len(buf) {
			break
		}
		add(buf[:len(buf)-4])
		next = le.Uint32(buf[len(buf)-4:])
	}
	for _, t := range tables {
		n, _ := c.r.ReadAt(buf, (int64(t)+1)*c.sector)
		for i := 0; i+4 <= n; i += 4 {
			c.fat = append(c.fat, le.Uint32(buf[i:]))
		}
		for i := n / 4; i < int(perSector); i++ {
			c.fat = append(c.fat, 0xFFFFFFFF)
		}
	}
	if len(c.fat) == 0 {
		return refuse(ErrCorrupt, "its compound file has no allocation table")
	}
	return nil
}

// readDirectory reads the entries and finds the parent of each. An entry that the tree does not reach belongs to the root.
func (c *compound) readDirectory(start uint32) error {
	dir := c.chain(start, c.size, false)
	le := binary.LittleEndian
	e := make([]byte, 128)
	for at := int64(0); at+128 <= dir.size && len(c.entries) < maxOLEEntries; at += 128 {
		if n, _ := dir.ReadAt(e, at); n < len(e) {
			break
		}
		length := min(int(le.Uint16(e[64:])), 64)
		entry := oleEntry{kind: e[66], left: le.Uint32(e[68:]), right: le.Uint32(e[72:]), child: le.Uint32(e[76:]),
			start: le.Uint32(e[116:]), size: int64(le.Uint64(e[120:]))}
		if length >= 2 {
			entry.name = utf16Text(e[:length-2])
		}
		if c.sector == 512 {
			entry.size &= 0xFFFFFFFF // the upper half may be anything in these
		}
		if entry.size < 0 {
			entry.size = 0
		}
		c.entries = append(c.entries, entry)
	}
	if len(c.entries) == 0 {
		return refuse(ErrCorrupt, "its compound file has no directory")
	}
	type node struct {
		at     uint32
		parent int
	}
	seen := make([]bool, len(c.entries))
	seen[0] = true
	for todo := []node{{c.entries[0].child, 0}}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int64(n.at) >= int64(len(seen)) || seen[n.at] {
			continue
		}
		seen[n.at] = true
		e := &c.entries[n.at]
		e.parent = n.parent
		todo = append(todo, node{e.left, n.parent}, node{e.right, n.parent})
		if e.kind == oleStorage {
			todo = append(todo, node{e.child, int(n.at)})
		}
	}
	c.index = make(map[oleKey]int, len(c.entries))
	for _, reached := range []bool{true, false} {
		for i, e := range c.entries {
			key := oleKey{e.parent, strings.ToLower(e.name)}
			if _, taken := c.index[key]; i > 0 && seen[i] == reached && !taken && e.kind != 0 {
				c.index[key] = i
			}
		}
	}
	return nil
}

// open finds a stream by its name inside of a storage, 0 for the root; nil when there is none.
func (c *compound) open(storage int, name string) *stream {
	i, ok := c.index[oleKey{storage, strings.ToLower(name)}]
	if !ok || c.entries[i].kind == oleStorage {
		return nil
	}
	e := c.entries[i]
	return c.chain(e.start, e.size, e.size < c.cutoff)
}

// children lists the storages inside of a storage, in the order of their names.
func (c *compound) children(storage int, prefix string) []int {
	var out []int
	for i, e := range c.entries {
		if i > 0 && e.parent == storage && e.kind == oleStorage && strings.HasPrefix(strings.ToLower(e.name), prefix) {
			out = append(out, i)
		}
	}
	sort.Slice(out, func(a, b int) bool { return c.entries[out[a]].name < c.entries[out[b]].name })
	return out
}

// stream is one stream of a compound file: runs of bytes in the file.
type stream struct {
	r    io.ReaderAt
	runs []oleRun
	size int64
}

type oleRun struct{ at, off, n int64 } // n bytes from at in the stream lie from off in the file

// chain follows a chain of sectors for as long as size needs.
func (c *compound) chain(start uint32, size int64, mini bool) *stream {
	s := &stream{r: c.r}
	size = min(size, c.size) // a chain that loops is no longer than the file
	table, unit := c.fat, c.sector
	if mini {
		table, unit = c.miniFAT, 64
	}
	at := start
	for range table {
		if s.size >= size || at >= oleEnd || int64(at) >= int64(len(table)) {
			break
		}
		n := min(unit, size-s.size)
		off := (int64(at) + 1) * c.sector
		if mini {
			off = c.mini.offset(int64(at) * unit)
		}
		if n = min(n, c.size-off); off < 0 || n <= 0 {
			break
		}
		if k := len(s.runs) - 1; k >= 0 && s.runs[k].off+s.runs[k].n == off {
			s.runs[k].n += n
		} else {
			s.runs = append(s.runs, oleRun{s.size, off, n})
		}
		s.size += n
		at = table[at]
	}
	return s
}

// run finds the run that holds a byte of the stream.
func (s *stream) run(at int64) int {
	return sort.Search(len(s.runs), func(i int) bool { return s.runs[i].at+s.runs[i].n > at })
}

// offset is where in the file a byte of the stream lies, -1 when it has no such byte.
func (s *stream) offset(at int64) int64 {
	if at < 0 || at >= s.size {
		return -1
	}
	r := s.runs[s.run(at)]
	return r.off + at - r.at
}

// ReadAt reads from the stream.
func (s *stream) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 || at >= s.size {
		return 0, io.EOF
	}
	done := 0
	for i := s.run(at); i < len(s.runs) && done < len(p); i++ {
		r := s.runs[i]
		skip := at - r.at
		n := min(r.n-skip, int64(len(p)-done))
		k, err := s.r.ReadAt(p[done:done+int(n)], r.off+skip)
		done += k
		at += int64(k)
		if int64(k) < n {
			return done, fmt.Errorf("reading a stream: %w", err)
		}
	}
	if done < len(p) {
		return done, io.EOF
	}
	return done, nil
}

// bytes reads n bytes from at, fewer at the end of the stream, none when the place is outside of it.
func (s *stream) bytes(at, n int64) []byte {
	if s == nil || at < 0 || n <= 0 || at >= s.size {
		return nil
	}
	b := make([]byte, min(n, s.size-at))
	k, _ := s.ReadAt(b, at)
	return b[:k]
}

// words reads n numbers from the start of the stream.
func (s *stream) words(n int64) []uint32 {
	b := s.bytes(0, 4*n)
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// u16 and u32 read a number from b, 0 beyond its end.
func u16(b []byte, at int) int {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

func u32(b []byte, at int) int64 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(b[at:]))
}

// utf16Text decodes little-endian UTF-16.
func utf16Text(b []byte) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}

// codePages names the code pages of Windows and the Macintosh that byName does not know by number.
var codePages = map[int]string{
	367: "us-ascii", 708: "iso-8859-6", 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 1361: "euc-kr",
	10000: "macintosh", 10001: "shift_jis", 10002: "big5", 10003: "euc-kr", 10007: "x-mac-cyrillic", 10008: "gbk", 20866: "koi8-r", 20932: "euc-jp", 20936: "gbk",
	21866: "koi8-u", 32768: "macintosh", 50220: "iso-2022-jp", 50221: "iso-2022-jp", 50222: "iso-2022-jp", 51932: "euc-jp", 51936: "gbk", 51949: "euc-kr",
	52936: "hz-gb-2312", 54936: "gb18030", 65000: "utf-8", 65001: "utf-8",
}

// codePage gives the charset of a code page; windows-1252 when it is not known, which 8-bit text of these formats is by
// default.
func codePage(n int) charset {
	name := codePages[n]
	switch {
	case n == 1200:
		return utf16Charset(false, 0)
	case n == 1201:
		return utf16Charset(true, 0)
	case n >= 1250 && n <= 1258:
		name = fmt.Sprintf("windows-%d", n)
	case n >= 28591 && n <= 28605:
		name = fmt.Sprintf("iso-8859-%d", n-28590)
	case name == "" && n > 0 && n < 1200:
		name = fmt.Sprintf("IBM%03d", n)
	}
	if cs, ok := byName(name); ok {
		return cs
	}
	return charset{name: "windows-1252", enc: charmap.Windows1252, unit: 1}
}
