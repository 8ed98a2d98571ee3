package read

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar"
)

// The parent and a worker speak in frames: four bytes of length (little endian, of what follows), one byte of kind,
// the payload. The parent begins with setup and the worker answers with ready. Then, file by file, the parent sends
// a request, the file's descriptor with its first byte, and the worker answers with any number of blocks, properties
// and members and one result; or, when it was asked for a member, with its bytes and a result. The two are the same
// binary, so that frames need no version.
//
// Blocks are binary, integers as uvarints and strings behind their length; everything else is JSON. The parent takes
// every frame to be forged.
const (
	frameSetup    = 's'
	frameReady    = 'y'
	frameRequest  = 'q'
	frameBlock    = 'b'
	frameRows     = 't' // rows that continue the table of the block before
	frameProperty = 'p'
	frameMember   = 'm'
	frameData     = 'd' // bytes of a member
	frameNext     = 'n' // a member of which bytes follow, where all are asked for
	frameResult   = 'r'
)

// setup is what a worker is told once.
type setup struct {
	Memory   int64  // bytes that the process may have: the hard limit
	CacheDir string // of compiled code: the one folder that may be read
	Prepare  bool   // fill the cache and end: such a process is given no file, and may write
	Text     int64  // bytes of text that a file may give
}

// ready says that a worker is confined and waits for files.
type ready struct {
	Guards []string // what holds it on this machine, for a person
}

// request asks for one file.
type request struct {
	Ext   string // of its name, with the dot: a hint
	Size  int64
	Time  time.Duration // that reading may take
	Cache string        // the folder of compiled code; "" when there is none

	Patient bool // who the patient of a DICOM file is is wanted

	Rows    bool  // what is read is not kept: no limit of text and rows but that of time
	Columns []int // of tables, from 0: the others come empty, see extract.Input; nil gives all

	Properties bool // give only what the file says of itself, and read as little of it as that takes

	Layout bool // the file is the reply of a layout service to another one

	Unpack bool  // give the bytes of a member instead
	At     int64 // that lies there
	All    bool  // all of them, one after the other, in one pass

	Draw int     // the page, from 1, of which a picture is to be given instead
	Dots float64 // of it to the inch; 0 for what stands on the page alone
}

// result ends the answer to a request.
type result struct {
	Format string
	State  spar.State
	Reason string
	Read   int64 // bytes of the file that were read for its properties
}

// The bounds of what the parent accepts. They lie above what an honest worker sends.
const (
	maxFrame      = 80 << 20 // one block may hold all the text that a file may give
	maxSmall      = 64 << 10 // of a frame that is neither block nor property
	maxCells      = 1 << 21  // of one table block
	maxLevels     = 16       // of a header
	maxProperties = 2000
	maxMembers    = 20_000
	maxReason     = 4 << 10
)

// errForged is in the chain of every error that says: no worker of ours sends this.
var errForged = errors.New("malformed answer")

func forged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errForged, fmt.Sprintf(format, args...))
}

// writeFrame writes one frame.
func writeFrame(w io.Writer, kind byte, payload []byte) error {
	var head [5]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(payload)+1))
	head[4] = kind
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// writeJSON writes one frame with a small payload.
func writeJSON(w io.Writer, kind byte, v any) error {
	payload, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFrame(w, kind, payload)
}

// frames reads frames. The payload is valid until the next one is read.
type frames struct {
	r   *bufio.Reader
	buf bytes.Buffer
}

// next reads one frame. Memory grows with what arrives, not with what is announced.
func (f *frames) next() (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(f.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int64(binary.LittleEndian.Uint32(head[:])) - 1
	limit := int64(maxSmall)
	if head[4] == frameBlock || head[4] == frameRows || head[4] == frameProperty || head[4] == frameData {
		limit = maxFrame
	}
	if n < 0 || n > limit {
		return 0, nil, forged("a frame of %d bytes", n)
	}
	if f.buf.Cap() > 1<<20 {
		f.buf = bytes.Buffer{}
	}
	f.buf.Reset()
	if _, err := io.CopyN(&f.buf, f.r, n); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, err
	}
	return head[4], f.buf.Bytes(), nil
}

// json reads one frame of a kind into v.
func (f *frames) json(kind byte, v any) error {
	got, payload, err := f.next()
	if err != nil {
		return err
	}
	if got != kind {
		return forged("a frame of kind %q where %q belongs", got, kind)
	}
	return unmarshal(payload, v)
}

// blockKinds are the kinds of blocks by their number on the wire.
var blockKinds = [...]spar.BlockKind{spar.Paragraph, spar.Heading, spar.ListItem, spar.TableKind, spar.CodeBlock,
	spar.RunningHeader, spar.RunningFooter, spar.Note, spar.Aside, spar.Comment, spar.Contents, spar.Reference}

// appendBlock writes a block. The path of headings in its locators is left out: blocks have none.
func appendBlock(b []byte, block *spar.Block) []byte {
	kind := byte(0)
	for i, k := range blockKinds {
		if k == block.Kind {
			kind = byte(i)
		}
	}
	b = append(b, kind)
	b = binary.AppendUvarint(b, uint64(max(0, block.Level)))
	b = appendLocator(b, &block.Locator)
	b = appendString(b, block.Text)
	t := block.Table
	if t == nil {
		return append(b, 0)
	}
	flags := byte(1)
	if t.Continued {
		flags |= 2
	}
	if t.Header != nil {
		flags |= 4
	}
	if t.Levels != nil {
		flags |= 8
	}
	if t.Inherited {
		flags |= 16
	}
	if t.HeaderShown != nil {
		flags |= 32
	}
	b = append(b, flags)
	b = appendString(b, t.Caption)
	b = appendStrings(b, t.Header)
	for _, lines := range [][][]string{t.Levels, t.HeaderShown} {
		if lines != nil {
			b = binary.AppendUvarint(b, uint64(len(lines)))
			for _, l := range lines {
				b = appendStrings(b, l)
			}
		}
	}
	b = binary.AppendUvarint(b, uint64(len(t.Rows)))
	for i := range t.Rows {
		b = appendLocator(b, &t.Rows[i].Locator)
		b = appendStrings(b, t.Rows[i].Cells)
		b = binary.AppendUvarint(b, uint64(len(t.Rows[i].Shown)))
		for _, s := range t.Rows[i].Shown {
			b = binary.AppendUvarint(b, uint64(max(0, s.Column)))
			b = appendString(b, s.Text)
		}
	}
	return b
}

// appendRows writes the rows of a block that continues a table, with their numbers as the only part of their places. Empty
// cells take no room.
func appendRows(b []byte, block *spar.Block) []byte {
	b = appendLocator(b, &block.Locator)
	b = binary.AppendUvarint(b, uint64(len(block.Table.Rows)))
	for i := range block.Table.Rows {
		r := &block.Table.Rows[i]
		b = binary.AppendUvarint(b, uint64(max(0, r.Locator.Row)))
		b = binary.AppendUvarint(b, uint64(len(r.Cells)))
		gap := uint64(1) // 0 ends the row
		for _, c := range r.Cells {
			if c != "" {
				b = appendString(binary.AppendUvarint(b, gap), c)
				gap = 0
			}
			gap++
		}
		b = append(b, 0)
	}
	return b
}

// rowRoom is room for the rows of one frame, which the next one takes.
type rowRoom struct {
	rows  []spar.Row
	cells []string
}

// decode reads what appendRows wrote, and counts the bytes of the text. The block keeps no reference to payload, and is valid
// until the next call.
func (room *rowRoom) decode(payload []byte) (block spar.Block, text int64, err error) {
	d := decoder{s: string(payload), cells: maxCells}
	block = spar.Block{Kind: spar.TableKind, Locator: d.locator(), Table: &spar.Table{Continued: true}}
	n := d.int(len(d.s) / 3)
	rows := room.rows[:0]
	clear(room.cells)
	all := room.cells[:0]
	for range n {
		at := d.int(math.MaxInt32)
		width := d.int(d.cells)
		d.cells -= width
		if cap(all)-len(all) < width {
			all = make([]string, 0, max(width, min(2*width*n, maxCells)))
		}
		cells := all[len(all) : len(all)+width : len(all)+width]
		all = all[:len(all)+width]
		for k := -1; d.err == nil; {
			gap := d.int(width)
			if gap == 0 {
				break
			}
			if k += gap; k >= width {
				d.fail("a cell outside of its row")
				break
			}
			cells[k] = d.string()
		}
		if d.err != nil {
			return block, d.text, d.err
		}
		rows = append(rows, spar.Row{Locator: spar.Locator{Page: block.Locator.Page, Sheet: block.Locator.Sheet, Table: block.Locator.Table, Row: at}, Cells: cells})
	}
	block.Table.Rows, room.rows, room.cells = rows, rows, all
	if d.s != "" {
		d.fail("%d bytes too many", len(d.s))
	}
	return block, d.text, d.err
}

func appendLocator(b []byte, l *spar.Locator) []byte {
	b = binary.AppendUvarint(b, uint64(max(0, l.Page)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Table)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Row)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Bytes.Start)))
	b = binary.AppendUvarint(b, uint64(max(0, l.Bytes.End-l.Bytes.Start)))
	return appendString(b, l.Sheet)
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendStrings(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendString(b, s)
	}
	return b
}

// decodeBlock reads a block and counts the bytes of its text. The block keeps no reference to payload.
func decodeBlock(payload []byte) (block spar.Block, text int64, err error) {
	d := decoder{s: string(payload), cells: maxCells}
	if kind := d.byte(); int(kind) < len(blockKinds) {
		block.Kind = blockKinds[kind]
	} else {
		d.fail("a block of kind %d", kind)
	}
	block.Level = d.int(1000)
	block.Locator = d.locator()
	block.Text = d.string()
	flags := d.byte()
	if table := flags&1 != 0; table != (block.Kind == spar.TableKind) || flags > 63 || !table && flags != 0 {
		d.fail("a table where none belongs, or none where one does")
	}
	if flags != 0 && d.err == nil {
		t := &spar.Table{Caption: d.string(), Continued: flags&2 != 0, Inherited: flags&16 != 0}
		if header := d.strings(); flags&4 != 0 {
			t.Header = header
		}
		if flags&8 != 0 {
			t.Levels = d.lines()
		}
		if flags&32 != 0 {
			t.HeaderShown = d.lines()
		}
		for range d.int(len(d.s)) {
			r := spar.Row{Locator: d.locator(), Cells: d.strings()}
			r.Shown = d.shown(len(r.Cells))
			if d.err != nil {
				break
			}
			t.Rows = append(t.Rows, r)
		}
		block.Table = t
	}
	if d.s != "" {
		d.fail("%d bytes too many", len(d.s))
	}
	return block, d.text, d.err
}

// decoder takes values off s. After the first fault it gives zero values.
type decoder struct {
	s     string
	text  int64 // bytes of the strings so far
	cells int   // strings that lists may still hold
	err   error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = forged(format, args...)
	}
	d.s = ""
}

func (d *decoder) byte() byte {
	if d.s == "" {
		d.fail("a frame that ends early")
		return 0
	}
	b := d.s[0]
	d.s = d.s[1:]
	return b
}

func (d *decoder) uvarint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := d.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	d.fail("a number of more than 64 bits")
	return 0
}

// int takes a number of at most limit.
func (d *decoder) int(limit int) int {
	v := d.uvarint()
	if v > uint64(limit) {
		d.fail("the number %d where at most %d may stand", v, limit)
		return 0
	}
	return int(v)
}

// string takes a text: valid UTF-8 without NUL.
func (d *decoder) string() string {
	n := d.int(len(d.s))
	if n > len(d.s) {
		d.fail("a text that ends early")
		return ""
	}
	s := d.s[:n]
	d.s = d.s[n:]
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		d.fail("a text that is not UTF-8")
		return ""
	}
	d.text += int64(n)
	return s
}

func (d *decoder) strings() []string {
	n := d.int(min(d.cells, len(d.s))) // each takes a byte at least
	d.cells -= n
	list := make([]string, n)
	for i := range list {
		list[i] = d.string()
	}
	if d.err != nil {
		return nil
	}
	return list
}

// lines takes the rows of a header.
func (d *decoder) lines() (list [][]string) {
	for range d.int(maxLevels) {
		list = append(list, d.strings())
	}
	return list
}

// shown takes what is seen of the cells of a row that has n of them.
func (d *decoder) shown(n int) (list []spar.ShownCell) {
	for range d.int(n) {
		s := spar.ShownCell{Column: d.int(n), Text: d.string()}
		if d.err != nil {
			return nil
		}
		if s.Column == 0 {
			d.fail("a cell in no column")
		}
		list = append(list, s)
	}
	return list
}

func (d *decoder) locator() spar.Locator {
	l := spar.Locator{Page: d.int(math.MaxInt32), Table: d.int(math.MaxInt32), Row: d.int(math.MaxInt32)}
	l.Bytes.Start = int64(d.int(math.MaxInt / 2))
	l.Bytes.End = l.Bytes.Start + int64(d.int(math.MaxInt/2))
	l.Sheet = d.string()
	return l
}

// memberJSON is a member as JSON has it: names are bytes.
type memberJSON struct {
	Name    []byte     `json:"name"`
	Size    int64      `json:"size"`
	ModTime *time.Time `json:"modified,omitempty"`
	At      int64      `json:"at"`
}

func encodeMember(m spar.Member) memberJSON {
	j := memberJSON{Name: []byte(m.Name), Size: m.Size, At: m.At}
	if !m.ModTime.IsZero() {
		j.ModTime = &m.ModTime
	}
	return j
}

func (j memberJSON) decode() spar.Member {
	m := spar.Member{Name: string(j.Name), Size: j.Size, At: j.At}
	if j.ModTime != nil {
		m.ModTime = j.ModTime.UTC()
	}
	return m
}

// decodeMember reads a member. Its name becomes part of a path.
func decodeMember(payload []byte) (j memberJSON, err error) {
	if err := unmarshal(payload, &j); err != nil {
		return j, err
	}
	for part := range strings.SplitSeq(string(j.Name), "/") {
		if part == "" || part == "." || part == ".." || strings.IndexByte(part, 0) >= 0 {
			return j, forged("a member with the name %q", j.Name)
		}
	}
	if j.Size < 0 {
		return j, forged("a member of %d bytes", j.Size)
	}
	return j, nil
}

// decodeProperty reads a property.
func decodeProperty(payload []byte) (p spar.Property, err error) {
	if err := unmarshal(payload, &p); err != nil {
		return p, err
	}
	kinds := map[spar.Kind]bool{spar.Text: true, spar.Number: true, spar.Date: true}
	if p.Key == "" || !kinds[p.Value.Kind] || strings.IndexByte(p.Key+p.Value.Text, 0) >= 0 {
		return p, forged("a property that is none")
	}
	p.Value.Date = p.Value.Date.UTC()
	return p, nil
}

// check says whether a result can be one.
func (r *result) check() error {
	switch r.State {
	case spar.OK:
		r.Reason = ""
		return r.named()
	case spar.Partial, spar.Container, spar.NoText, spar.NeedsOCR, spar.Encrypted, spar.Corrupt, spar.TooBig, spar.Unsupported, spar.Denied, spar.Vanished:
		if r.Reason = line(r.Reason, maxReason); r.Reason == "" {
			return forged("the state %s without a reason", r.State)
		}
		return r.named()
	}
	return forged("the state %q", r.State)
}

func (r *result) named() error {
	if !token(r.Format) {
		return forged("the format %q", r.Format)
	}
	return nil
}

// token reports whether s can be the name of a format.
func token(s string) bool {
	return len(s) <= 40 && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.' && r != '+'
	})
}

// line makes one line of at most n bytes for a person of what a process said.
func line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s[:min(len(s), n)])
	return strings.Join(strings.Fields(s), " ")
}

// unmarshal reads JSON.
func unmarshal(payload []byte, v any) error {
	if err := json.Unmarshal(payload, v); err != nil {
		return forged("%v", err)
	}
	return nil
}
